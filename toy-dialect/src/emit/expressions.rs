//! Expressions: one op each, operands first.

use mlir_lite::ir::prelude::*;
use mlir_lite::types::DYNAMIC;
use toy_ast::{BinaryOp, ExprId, ExprKind};

use super::FunctionEmitter;
use crate::builtins::{
    self, Argument, BoolOp, Builtin, Call, I8Op, I64Op, LoadOp, Parameter, ParameterKind, Returns,
    Text, U8Op,
};
use crate::builtins::{MatMulOp, PowOp};
use crate::messages::operand_locations::with_uses;
use crate::ops::numbers::CompileTimeOperands;
use crate::ops::{
    AddOp, AndOp, BitAndOp, BitNotOp, BitOrOp, BitXorOp, CompareOp, Comparison, ConstantOp, DivOp,
    FloorDivOp, GenericCallOp, HostTensorOp, ListOp, MulOp, NegOp, NotOp, OrOp, RemOp, ShiftLeftOp,
    ShiftRightOp, StructAccessOp, StructConstantOp, StructConstructOp, SubOp,
};
use crate::program::calls;
use crate::sema::Kind;
use crate::tensor::elements::Element;

impl<'m> FunctionEmitter<'_, 'm> {
    /// Records in the location of an op where some of its operands are written: `uses` has these in
    /// the order of the operands. The location of a literal number is that of its own op.
    pub(super) fn write_uses(&mut self, op: OpId, uses: &[(ValueId, Location)]) {
        let body = self.builder.body();
        // A call may be inlined, and its value is then defined elsewhere.
        let is_recorded = |(value, place): &(ValueId, Location)| {
            let is_there = |id: OpId| body.location(id) == *place && !GenericCallOp::is(body, id);
            *place != Location::UNKNOWN && !body.defining_op(*value).is_some_and(is_there)
        };
        if uses.iter().any(is_recorded) {
            self.write_all_uses(op, uses);
        }
    }

    /// As [`write_uses`](Self::write_uses), also for values that are computed where they are used.
    pub(super) fn write_all_uses(&mut self, op: OpId, uses: &[(ValueId, Location)]) {
        let (ctx, body) = (self.program.ctx, self.builder.body());
        let mut uses = uses.iter().peekable();
        let places = body.operands(op).map(|operand| {
            uses.next_if(|(value, _)| *value == operand)
                .map_or(Location::UNKNOWN, |(_, place)| *place)
        });
        let location = with_uses(ctx, body.location(op), &places.collect::<Vec<_>>());
        self.builder.body_mut().set_location(op, location);
    }

    /// The result of an op that has one.
    #[track_caller]
    pub(super) fn only_result(&self, op: OpId) -> ValueId {
        let body = self.builder.body();
        let result = body.results(op).next();
        result
            .unwrap_or_else(|| self.program.unchecked(body.location(op), "an op without a result"))
    }

    /// Emits an expression that has a value.
    #[track_caller]
    pub(super) fn value(&mut self, id: ExprId) -> ValueId {
        self.expression(id)
            .unwrap_or_else(|| self.program.unchecked(self.program.place(id), "no value"))
    }

    /// Emits an expression, operands first; none if it has no value.
    pub(super) fn expression(&mut self, root: ExprId) -> Option<ValueId> {
        enum Step {
            Enter(ExprId),
            Leave(ExprId),
        }
        let mut steps = vec![Step::Enter(root)];
        while let Some(step) = steps.pop() {
            match step {
                // The operands of a constant are part of its attribute.
                Step::Enter(id)
                    if self.program.constant[id.index()]
                        || self.program.exact_integers(id).is_some() =>
                {
                    self.values[id.index()] = self.node(id)
                }
                Step::Enter(id)
                    if matches!(self.program.module.exprs[id].kind, ExprKind::List(_)) =>
                {
                    steps.push(Step::Leave(id));
                    let (_, leaves) = self.flat_list(id);
                    steps.extend(leaves.into_iter().rev().map(Step::Enter));
                }
                Step::Enter(id) => {
                    steps.push(Step::Leave(id));
                    let exprs = &self.program.module.exprs;
                    // `digits=` and `keepdims=` are part of the op that they are given to.
                    let is_operand =
                        |operand: &ExprId| !self.is_part_of_call(&exprs[id].kind, *operand);
                    let operands = exprs[id].kind.operands().rev().filter(is_operand);
                    steps.extend(operands.map(Step::Enter));
                }
                Step::Leave(id) => self.values[id.index()] = self.node(id),
            }
        }
        self.values[root.index()]
    }

    /// Whether an argument of a builtin is part of its op, not an operand: digits to print, a flag,
    /// or an element type.
    fn is_part_of_call(&self, call: &ExprKind, argument: ExprId) -> bool {
        let exprs = &self.program.module.exprs;
        let ExprKind::Call { callee, .. } = call else { return false };
        let (name, value) = match &exprs[argument].kind {
            ExprKind::Named { name, value } => (name.text(), *value),
            _ => ("", argument),
        };
        let is_defined = self.program.functions.contains_key(callee.text());
        let builtin = builtins::called(callee.text(), is_defined);
        if builtin.and_then(Builtin::name_of_element_type).is_some()
            && self.element_type(value).is_some()
        {
            return true;
        }
        let parameters = builtin.into_iter().flat_map(|builtin| builtin.signatures);
        let mut parameters = parameters.flat_map(|signature| signature.parameters);
        let is_part = |parameter: &Parameter| match parameter.kind {
            ParameterKind::Literal => callee.text() == "print",
            kind => kind == ParameterKind::Flag,
        };
        parameters.any(|parameter| parameter.name == name && is_part(parameter))
    }

    /// Emits one expression whose operands are emitted already; none if it has no value of its own,
    /// like a text.
    fn node(&mut self, id: ExprId) -> Option<ValueId> {
        let expr = &self.program.module.exprs[id];
        let location = self.program.location(expr);
        let op = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Literal(_) => {
                let (value, ty) = self.constant(id);
                ConstantOp::build(&mut self.builder, location, value, ty).id()
            }
            ExprKind::Host(tensor) => {
                let Some(found) = crate::HostTensor::find(tensor.number) else {
                    self.program.unchecked(location, "there is no such tensor in this process")
                };
                let ty = found.elements.element().ty();
                let ty = self.program.ctx.tensor_type(&found.shape, ty);
                let is_boolean = tensor.is_boolean.then_some(Attribute::UNIT);
                let number = tensor.number as i64;
                HostTensorOp::build(&mut self.builder, location, number, is_boolean, ty).id()
            }
            ExprKind::StructLiteral(values) => {
                let ty = self.kind_type(id);
                match self.program.constant(id) {
                    Some(value) => {
                        StructConstantOp::build(&mut self.builder, location, value, ty).id()
                    }
                    None => {
                        let values = self.operands(values);
                        StructConstructOp::build(&mut self.builder, location, &values, ty).id()
                    }
                }
            }
            ExprKind::Values(values) => {
                let (ty, values) = (self.kind_type(id), self.operands(values));
                StructConstructOp::build(&mut self.builder, location, &values, ty).id()
            }
            ExprKind::Var(name) => {
                match self.variables.get(&**name).or(self.constants.get(&**name)) {
                    Some(value) => return Some(*value),
                    None => self.builtin_constant(name, location),
                }
            }
            ExprKind::List(_) => self.list(id, location),
            ExprKind::Neg(operand) | ExprKind::Not(operand) | ExprKind::Invert(operand) => {
                self.unary(&expr.kind, *operand, location)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let operands = [self.operand(*lhs), self.operand(*rhs)];
                self.binary(*op, operands, location)
            }
            ExprKind::Member { base, member } => self.member(id, *base, member.text(), location),
            ExprKind::Call { .. } if let Some((value, ty)) = self.program.exact_integers(id) => {
                ConstantOp::build(&mut self.builder, location, value, ty).id()
            }
            ExprKind::Call { callee, args } => {
                let is_defined = self.program.functions.contains_key(callee.text());
                if let Some(builtin) = builtins::called(callee.text(), is_defined) {
                    // A text is emitted with the op that takes it.
                    if matches!(builtin.returns, Returns::Text | Returns::Printed) {
                        return None;
                    }
                    if builtin.name == "print" {
                        self.print_line(args, location);
                        return None;
                    }
                    return self.builtin_call(builtin, args, location);
                }
                self.call(callee.text(), args, location)
            }
            // The value of a named argument may be a text.
            ExprKind::Named { value, .. } => return self.values[value.index()],
            // The functions of the compiled module are not values.
            ExprKind::Text(_) | ExprKind::Sizes(_) | ExprKind::Lambda { .. } => return None,
            ExprKind::Index { base, subscripts } => {
                let input = self.operand(*base);
                self.index(input, subscripts, location)
            }
        };
        self.builder.body().results(op).next()
    }

    /// Emits the constant that a name means if there is no variable of that name.
    fn builtin_constant(&mut self, name: &str, location: Location) -> OpId {
        let Some(constant) = builtins::constant(name) else {
            self.program.unchecked(location, &format!("there is no variable '{name}'"))
        };
        let ty = self.program.ctx.tensor_type(&[], Type::F64);
        let value = self.program.ctx.dense_f64_attr(ty, &[constant.value]);
        ConstantOp::build(&mut self.builder, location, value, ty).id()
    }

    /// The attribute of a literal, and its type.
    fn constant(&self, id: ExprId) -> (Attribute, Type) {
        let value = self.program.constant(id);
        let constant = value.and_then(|value| Some((value, value.ty(self.program.ctx)?)));
        constant.unwrap_or_else(|| self.program.unchecked(self.program.place(id), "no constant"))
    }

    /// The sizes of the first dimensions of a list, and the elements of these: rows that are lists
    /// of one length are part of it. They nest as deep as the parser admits.
    fn flat_list(&self, id: ExprId) -> (Vec<i64>, Vec<ExprId>) {
        let ExprKind::List(elements) = &self.program.module.exprs[id].kind else {
            return (Vec::new(), vec![id]);
        };
        let count = elements.len() as i64;
        let mut rows = elements.iter().map(|element| self.flat_list(*element));
        let (sizes, mut leaves) = rows.next().unwrap_or_default();
        for (other, more) in rows {
            if other != sizes {
                return (vec![count], elements.clone());
            }
            leaves.extend(more);
        }
        ([&[count], &sizes[..]].concat(), leaves)
    }

    /// Emits a list whose elements are emitted.
    fn list(&mut self, id: ExprId, location: Location) -> OpId {
        let (sizes, leaves) = self.flat_list(id);
        let elements = self.operands(&leaves);
        let tensor = self.program.tensor;
        let list = ListOp::build(&mut self.builder, location, &elements, sizes, tensor).id();
        let places = leaves.iter().map(|leaf| self.program.place(*leaf));
        let uses: Vec<_> = elements.into_iter().zip(places).collect();
        self.write_uses(list, &uses);
        list
    }

    /// Emits an operator of one operand, which is emitted.
    fn unary(&mut self, kind: &ExprKind, operand: ExprId, location: Location) -> OpId {
        let (operand, tensor) = (self.operand(operand), self.program.tensor);
        let builder = &mut self.builder;
        match kind {
            ExprKind::Not(_) => NotOp::build(builder, location, operand, tensor).id(),
            ExprKind::Invert(_) => BitNotOp::build(builder, location, operand, tensor).id(),
            _ => NegOp::build(builder, location, operand, tensor).id(),
        }
    }

    /// Emits an operator; both operands are emitted.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        [lhs, rhs]: [ValueId; 2],
        location: Location,
    ) -> OpId {
        let (builder, tensor) = (&mut self.builder, self.program.tensor);
        let comparison = match op {
            BinaryOp::Add => return AddOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::Sub => return SubOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::Mul => return MulOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::Div => return DivOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::FloorDiv => {
                return FloorDivOp::build(builder, location, lhs, rhs, tensor).id();
            }
            BinaryOp::Rem => return RemOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::Pow => return PowOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::MatMul => return MatMulOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::And => return AndOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::Or => return OrOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::BitAnd => return BitAndOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::BitOr => return BitOrOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::BitXor => return BitXorOp::build(builder, location, lhs, rhs, tensor).id(),
            BinaryOp::ShiftLeft => {
                return ShiftLeftOp::build(builder, location, lhs, rhs, tensor).id();
            }
            BinaryOp::ShiftRight => {
                return ShiftRightOp::build(builder, location, lhs, rhs, tensor).id();
            }
            BinaryOp::Lt => Comparison::Lt,
            BinaryOp::Le => Comparison::Le,
            BinaryOp::Gt => Comparison::Gt,
            BinaryOp::Ge => Comparison::Ge,
            BinaryOp::Eq => Comparison::Eq,
            BinaryOp::Ne => Comparison::Ne,
        };
        CompareOp::build(builder, location, lhs, rhs, comparison, tensor).id()
    }

    fn member(&mut self, id: ExprId, base: ExprId, name: &str, location: Location) -> OpId {
        let fields = match self.program.analysis.kind(base) {
            Some(Kind::Struct(structure)) => &self.program.module.structs[structure].fields[..],
            _ => &[],
        };
        let Some(index) = fields.iter().position(|field| field.name.text() == name) else {
            self.program.unchecked(location, &format!("there is no member '{name}'"))
        };
        let (ty, base) = (self.kind_type(id), self.operand(base));
        StructAccessOp::build(&mut self.builder, location, base, index as i64, ty).id()
    }

    /// Emits a call of a function of the program.
    fn call(&mut self, name: &str, args: &[ExprId], location: Location) -> OpId {
        let Some(&index) = self.program.functions.get(name) else {
            self.program.unchecked(location, &format!("there is no function '{name}'"))
        };
        let function = &self.program.module.functions[index];
        let Ok(bound) = calls::bind(&self.program.module.exprs, function, args) else {
            self.program.unchecked(location, &format!("the arguments of '{name}' do not fit"))
        };
        let mut args = Vec::with_capacity(bound.len());
        for (argument, param) in bound.into_iter().zip(&function.params) {
            args.push(match (argument, param.default) {
                (Some(argument), _) => self.operand(argument),
                (None, Some(default)) => self.default_value(default),
                (None, None) => self.program.unchecked(location, "an argument is missing"),
            });
        }
        let result = self.program.analysis.result(index).map(|kind| self.program.ty(kind));
        let callee = self.program.ctx.ident(name);
        GenericCallOp::build(&mut self.builder, location, callee, &args, result.as_slice()).id()
    }

    /// Emits the default value of a parameter, which does not use the caller's variables.
    fn default_value(&mut self, default: ExprId) -> ValueId {
        let variables = std::mem::take(&mut self.variables);
        let value = self.value(default);
        self.variables = variables;
        value
    }

    /// Emits a call of a builtin; none if it returns nothing.
    #[track_caller]
    fn builtin_call(
        &mut self,
        builtin: &Builtin,
        args: &[ExprId],
        location: Location,
    ) -> Option<ValueId> {
        let Ok(binding) = builtin.bind(&self.named_arguments(Some(builtin), args)) else {
            let message = format!("the arguments of '{}' do not fit", builtin.name);
            self.program.unchecked(location, &message)
        };
        let parameters = builtin.signatures[binding.signature].parameters;
        let bound = parameters.iter().zip(&binding.arguments);
        let arguments: Vec<Vec<Argument>> = bound
            .map(|(parameter, list)| match parameter.kind {
                ParameterKind::Element => {
                    let elements = list.iter().filter_map(|id| self.element_type(*id));
                    elements.map(Argument::Element).collect()
                }
                ParameterKind::Sizes => {
                    let sizes = list.iter().filter_map(|id| self.sizes(*id));
                    sizes.map(Argument::Sizes).collect()
                }
                ParameterKind::Flag => {
                    list.iter().map(|id| Argument::Flag(self.flag(*id))).collect()
                }
                _ => list.iter().map(|id| self.argument(*id)).collect(),
            })
            .collect();
        let (tensor, builder) = (self.program.tensor, &mut self.builder);
        let mut call = Call { builder, location, tensor, arguments: &arguments };
        let op = (builtin.signatures[binding.signature].emit)(&mut call);
        let body = self.builder.body();
        let set: Option<fn(LoadOp, &mut Body)> = match () {
            () if I64Op::is(body, op) => {
                Some(|load, body| load.set_integers(body, Attribute::UNIT))
            }
            () if BoolOp::is(body, op) => {
                Some(|load, body| load.set_booleans(body, Attribute::UNIT))
            }
            () if I8Op::is(body, op) => Some(|load, body| load.set_bytes(body, Type::I8)),
            () if U8Op::is(body, op) => Some(|load, body| load.set_bytes(body, Type::UI8)),
            () => None,
        };
        if let Some(set) = set {
            binding.arguments.iter().flatten().for_each(|id| self.read_as(*id, set));
        }
        let view = self.builder.body().op(op);
        if view.implements::<dyn CompileTimeOperands>() {
            let written = binding.arguments.iter().flatten();
            let uses: Vec<_> = written
                .filter_map(|id| Some((self.values[id.index()]?, self.program.place(*id))))
                .collect();
            self.write_uses(op, &uses);
        }
        self.builder.body().results(op).next()
    }

    /// The argument of `i64` or `bool`: if it is a call of `load`, the file is not read as floats;
    /// `set` sets the attribute for that.
    fn read_as(&mut self, argument: ExprId, set: fn(LoadOp, &mut Body)) {
        if !matches!(self.program.module.exprs[argument].kind, ExprKind::Call { .. }) {
            return;
        }
        let value = self.operand(argument);
        let body = self.builder.body_mut();
        if let Some(load) = LoadOp::defining(body, value) {
            set(load, body);
        }
    }

    /// The arguments of a call with the names that they are given by. The name of an element type
    /// may have none in a call of a builtin that takes one.
    pub(super) fn named_arguments(
        &self,
        builtin: Option<&Builtin>,
        args: &[ExprId],
    ) -> Vec<(Option<&'m str>, ExprId)> {
        let exprs = &self.program.module.exprs;
        let named = args.iter().map(|&arg| match &exprs[arg].kind {
            ExprKind::Named { name, value } => (Some(name.text()), *value),
            _ if self.element_type(arg).is_some() => {
                (builtin.and_then(Builtin::name_of_element_type), arg)
            }
            _ => (None, arg),
        });
        let mut named: Vec<(Option<&str>, ExprId)> = named.collect();
        if let Some(builtin) = builtin {
            builtin.name_last(&mut named, exprs);
        }
        named
    }

    /// The element type that a name means where no variable has it.
    fn element_type(&self, id: ExprId) -> Option<Element> {
        match &self.program.module.exprs[id].kind {
            ExprKind::Var(name)
                if !self.variables.contains_key(&**name)
                    && !self.constants.contains_key(&**name) =>
            {
                Element::named(name)
            }
            _ => None,
        }
    }

    /// The sizes that an argument is.
    fn sizes(&self, id: ExprId) -> Option<Vec<i64>> {
        match &self.program.module.exprs[id].kind {
            ExprKind::Sizes(sizes) => {
                let sizes = sizes.iter().map(|size| size.map_or(DYNAMIC, |size| size as i64));
                Some(sizes.collect())
            }
            _ => None,
        }
    }

    /// Whether the argument of a flag is `true`.
    fn flag(&self, id: ExprId) -> bool {
        matches!(&self.program.module.exprs[id].kind, ExprKind::Var(name) if &**name == "true")
    }

    fn argument(&self, id: ExprId) -> Argument {
        match &self.program.module.exprs[id].kind {
            ExprKind::Text(text) => Argument::Text(Text::Literal(text.clone())),
            ExprKind::Call { callee, args } if callee.text() == "arg" => {
                let Some(number) = self.argument_number(args) else {
                    self.program
                        .unchecked(self.program.place(id), "the number of an argument is missing")
                };
                let value = self.program.arguments.get(number as usize);
                let value = value.map(|argument| argument.as_str().into());
                Argument::Text(Text::Argument { number, value })
            }
            _ => Argument::Value(self.operand(id)),
        }
    }

    /// The literal number that `arg` is called with.
    fn argument_number(&self, args: &[ExprId]) -> Option<i64> {
        let exprs = &self.program.module.exprs;
        let [mut index] = args[..] else { return None };
        if let ExprKind::Named { value, .. } = exprs[index].kind {
            index = value;
        }
        match exprs[index].kind {
            ExprKind::Number(number) => Some(number as i64),
            _ => None,
        }
    }

    #[track_caller]
    fn kind_type(&mut self, id: ExprId) -> Type {
        match self.program.analysis.kind(id) {
            Some(kind) => self.program.ty(kind),
            None => self.program.unchecked(self.program.place(id), "no type"),
        }
    }

    /// The value of an expression that was emitted.
    #[track_caller]
    pub(super) fn operand(&self, id: ExprId) -> ValueId {
        self.values[id.index()]
            .unwrap_or_else(|| self.program.unchecked(self.program.place(id), "no value"))
    }

    #[track_caller]
    pub(super) fn operands(&self, ids: &[ExprId]) -> Vec<ValueId> {
        ids.iter().map(|id| self.operand(*id)).collect()
    }
}
