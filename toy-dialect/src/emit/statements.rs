//! Statements: definitions, assignments, loops and conditionals.

use mlir_lite::ir::builder::InsertionPoint;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::BytePos;
use rustc_hash::FxHashSet;
use toy_ast::{
    Assign, BinaryOp, ExprId, ExprKind, For, ParameterSize, ParameterSizes, Size, Stmt, StmtKind,
    VarType, While, all_statements,
};

use super::FunctionEmitter;
use super::jumps::{JUMP, RESULT};
use crate::builtins::{PrintOp, ShapeOp};
use crate::messages::operand_locations::with_uses;
use crate::ops::struct_tensors::{construct, unpack};
use crate::ops::{
    ConstantOp, ForOp, IfOp, ReshapeOp, ReshapeToOp, SizedOp, StructAccessOp, WhileOp, YieldOp,
};
use crate::sema::jumps::Jumps;
use crate::types::tensors;

impl<'m> FunctionEmitter<'_, 'm> {
    /// Emits a statement that is not a jump.
    pub(super) fn statement(&mut self, statement: &'m Stmt) {
        let ctx = self.program.ctx;
        let location = ctx.range_location(statement.loc.0, statement.span);
        match &statement.kind {
            StmtKind::Var { ty, name, init } => {
                let mut value = self.value(*init);
                if let VarType::Shaped { shape, .. } = ty {
                    // Diagnostics point at the reshaped value.
                    let location =
                        ctx.range_location(statement.loc.0, self.program.module.exprs[*init].span);
                    let numbers = shape.iter().map(|size| match size {
                        Size::Number(size) => Some(*size as i64),
                        Size::Expr(_) => None,
                    });
                    value = match numbers.collect::<Option<Vec<i64>>>() {
                        Some(shape) => {
                            let ty = ctx.tensor_type(&shape, Type::F64);
                            let reshape = ReshapeOp::build(&mut self.builder, location, value, ty);
                            reshape.output(self.builder.body())
                        }
                        None => self.computed_reshape(value, shape, location),
                    };
                }
                self.variables.insert(name.text(), value);
            }
            StmtKind::Sizes(this) => self.declared_sizes(this, location),
            StmtKind::Unpack(this) => {
                let (values, tensor) = (self.value(this.init), self.program.tensor);
                for (index, name) in this.names.iter().enumerate() {
                    let builder = &mut self.builder;
                    let value =
                        StructAccessOp::build(builder, location, values, index as i64, tensor);
                    self.variables.insert(name.text(), self.only_result(value.id()));
                }
            }
            StmtKind::Print(value) if self.is_printed_only(*value) => {
                self.expression(*value);
                self.print_line(&[*value], location);
            }
            StmtKind::Print(value) => {
                let value = self.value(*value);
                PrintOp::build(&mut self.builder, location, value);
            }
            StmtKind::Expr(value) => {
                self.expression(*value);
            }
            StmtKind::Assign(this) => self.assignment(this, location),
            StmtKind::For(this) => self.for_loop(this, location),
            StmtKind::While(this) => self.while_loop(this, location),
            StmtKind::If(this) => self.conditional(&this.arms, &this.otherwise, statement.loc),
            // These end a list of statements.
            StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => {
                self.program.unchecked(location, "a jump in the middle of statements")
            }
        }
    }

    /// Emits the check of a parameter's sizes, and the numbers that they are.
    fn declared_sizes(&mut self, this: &'m ParameterSizes, location: Location) {
        let own = |id: &ExprId| {
            let exprs = &self.program.module.exprs;
            let is_own = |name: &str| this.names.iter().any(|own| own.text() == name);
            exprs
                .postorder(*id)
                .any(|id| matches!(&exprs[id].kind, ExprKind::Var(name) if is_own(name)))
        };
        let (mut given, mut computed) = (Vec::new(), Vec::new());
        for (dimension, size) in this.sizes.iter().enumerate() {
            match size {
                ParameterSize::Named => {}
                // It is computed from sizes of the same tensor: `<n, n>`.
                ParameterSize::Is(Size::Expr(size)) if own(size) => {
                    computed.push((dimension, Size::Expr(*size)));
                }
                ParameterSize::Is(size) => given.push((dimension, size.clone())),
            }
        }
        self.sized(this, &given, location);
        if !this.names.is_empty() {
            let (sized, tensor) =
                (self.variable(this.parameter.text(), location), self.program.tensor);
            let shape = ShapeOp::build(&mut self.builder, location, sized, tensor);
            let shape = shape.result(self.builder.body());
            let sizes = this.sizes.iter().enumerate();
            let named = sizes.filter(|(_, size)| **size == ParameterSize::Named);
            for ((dimension, _), name) in named.zip(&this.names) {
                let place = self.program.ctx.range_location(name.span.start, name.span);
                let size = self.element(shape, dimension, place);
                self.variables.insert(name.text(), size);
            }
        }
        if !computed.is_empty() {
            self.sized(this, &computed, location);
        }
    }

    /// Emits the check that a parameter has these sizes in these dimensions.
    fn sized(&mut self, this: &'m ParameterSizes, sizes: &[(usize, Size)], location: Location) {
        let (parameter, tensor) = (this.parameter.text(), self.program.tensor);
        let input = self.variable(parameter, location);
        let mut written = vec![(input, Location::UNKNOWN)];
        for (_, size) in sizes {
            written.push(match size {
                Size::Number(size) => (self.number(*size as f64, location), location),
                Size::Expr(size) => (self.value(*size), self.program.place(*size)),
            });
        }
        let values: Vec<ValueId> = written[1..].iter().map(|(size, _)| *size).collect();
        let dimensions = sizes.iter().map(|(dimension, _)| *dimension as i64).collect();
        let (rank, name, text) =
            (this.sizes.len() as i64, parameter.to_owned(), this.text.to_string());
        let b = &mut self.builder;
        let sized =
            SizedOp::build(b, location, input, &values, dimensions, rank, name, text, tensor);
        self.write_uses(sized.id(), &written);
        let sized = sized.result(self.builder.body());
        self.variables.insert(parameter, sized);
    }

    fn assignment(&mut self, this: &'m Assign, location: Location) {
        let name = this.name.text();
        if !this.subscripts.is_empty() {
            let value = self.with_elements(this);
            self.variables.insert(name, value);
            self.given.insert(name, location);
            return;
        }
        let mut place = self.program.place(this.value);
        let mut value = self.value(this.value);
        if let Some(op) = this.op {
            place = location;
            let before = self.variable(name, location);
            let op = self.binary(op, [before, value], location);
            value = self.only_result(op);
        }
        self.variables.insert(name, value);
        self.given.insert(name, place);
    }

    /// The value of a variable.
    #[track_caller]
    pub(super) fn variable(&self, name: &str, location: Location) -> ValueId {
        match self.variables.get(name) {
            Some(value) => *value,
            None => self.program.unchecked(location, &format!("there is no variable '{name}'")),
        }
    }

    /// Emits a reshape to sizes some of which are computed.
    fn computed_reshape(&mut self, value: ValueId, shape: &[Size], location: Location) -> ValueId {
        let mut sizes = Vec::with_capacity(shape.len());
        for size in shape {
            sizes.push(match size {
                Size::Expr(size) => self.value(*size),
                Size::Number(size) => {
                    let ty = self.program.ctx.tensor_type(&[], Type::F64);
                    let value = self.program.ctx.dense_f64_attr(ty, &[*size as f64]);
                    let constant = ConstantOp::build(&mut self.builder, location, value, ty);
                    constant.result(self.builder.body())
                }
            });
        }
        let places = shape.iter().map(|size| match size {
            Size::Expr(size) => self.program.place(*size),
            Size::Number(_) => location,
        });
        let uses: Vec<_> = sizes.iter().copied().zip(places).collect();
        let tensor = self.program.tensor;
        let reshape = ReshapeToOp::build(&mut self.builder, location, value, &sizes, tensor);
        self.write_uses(reshape.id(), &[&[(value, Location::UNKNOWN)], &uses[..]].concat());
        reshape.result(self.builder.body())
    }

    /// A number.
    pub(super) fn number(&mut self, number: f64, location: Location) -> ValueId {
        let ctx = self.program.ctx;
        let ty = ctx.tensor_type(&[], Type::F64);
        let value = ctx.dense_f64_attr(ty, &[number]);
        ConstantOp::build(&mut self.builder, location, value, ty).result(self.builder.body())
    }

    /// The state that a loop carries from one iteration to the next: variables, and whether it was
    /// left.
    fn carried(&self, body: &'m [Stmt], jumps: Jumps) -> Vec<&'m str> {
        let mut carried = self.changed([body]);
        if !jumps.leave_the_loop() {
            carried.retain(|name| *name != JUMP);
        }
        carried
    }

    /// Emits a loop over a range.
    fn for_loop(&mut self, this: &'m For, location: Location) {
        let written: Vec<ExprId> = [this.from, this.to].into_iter().chain(this.step).collect();
        let bounds: Vec<ValueId> = written.iter().map(|bound| self.value(*bound)).collect();
        let jumps = Jumps::of(&this.body);
        let carried = self.carried(&this.body, jumps);
        let inits: Vec<ValueId> =
            carried.iter().map(|name| self.variable(name, location)).collect();
        let parts = self.unpack(&inits, location);
        let (tensor, ctx) = (self.program.tensor, self.program.ctx);
        let types = vec![tensor; parts.len()];
        let operands = [&parts[..], &bounds].concat();
        let names = self.names(&carried, &inits);
        let op = ForOp::build(&mut self.builder, location, &operands, names, None, None, &types);
        let places: Vec<Location> =
            written.iter().map(|bound| self.program.place(*bound)).collect();
        let is_number =
            |bound: &ExprId| matches!(self.program.module.exprs[*bound].kind, ExprKind::Number(_));
        // Diagnostics point at the range, wherever its bounds are computed.
        if !written.iter().all(is_number) {
            let location = with_uses(ctx, location, &places);
            self.builder.body_mut().set_location(op.id(), location);
        }
        let after = self.builder.insertion_point();
        let region = op.body(self.builder.body());
        let arguments = [&[ctx.tensor_type(&[], Type::F64)], &types[..]].concat();
        let block = self.builder.body_mut().create_block(region, &arguments);
        let arguments = self.builder.body().arguments(block).to_vec();
        self.builder.set_insertion_point(InsertionPoint::End(block));
        self.variables.insert(this.variable.text(), arguments[0]);
        self.rebind(&carried, &inits, &arguments[1..], location);
        let before = self.begin_iteration(jumps, location);
        match jumps.leave_the_loop() {
            true => self.if_running(&this.body, &carried, location),
            false => self.statements(&this.body, &carried),
        }
        self.end_iteration(jumps, before, location);
        self.yield_values(&carried, location);
        self.forget(&this.body);
        self.variables.remove(this.variable.text());
        self.builder.set_insertion_point(after);
        let results: Vec<ValueId> = self.builder.body().results(op.id()).collect();
        self.rebind(&carried, &inits, &results, location);
        self.after_loop(jumps, &carried, &inits, location);
    }

    /// Emits a loop with a condition.
    fn while_loop(&mut self, this: &'m While, location: Location) {
        let jumps = Jumps::of(&this.body);
        let carried = self.carried(&this.body, jumps);
        let inits: Vec<ValueId> =
            carried.iter().map(|name| self.variable(name, location)).collect();
        let parts = self.unpack(&inits, location);
        let types = vec![self.program.tensor; parts.len()];
        let names = self.names(&carried, &inits);
        let op = WhileOp::build(&mut self.builder, location, &parts, names, &types);
        let after = self.builder.insertion_point();
        let regions = [op.condition(self.builder.body()), op.body(self.builder.body())];
        for (index, region) in regions.into_iter().enumerate() {
            let block = self.builder.body_mut().create_block(region, &types);
            let arguments = self.builder.body().arguments(block).to_vec();
            self.builder.set_insertion_point(InsertionPoint::End(block));
            self.rebind(&carried, &inits, &arguments, location);
            if index == 0 {
                self.while_condition(this.condition, jumps, location);
                continue;
            }
            let before = self.begin_iteration(jumps, location);
            self.statements(&this.body, &carried);
            self.end_iteration(jumps, before, location);
            self.yield_values(&carried, location);
            self.forget(&this.body);
        }
        self.builder.set_insertion_point(after);
        let results: Vec<ValueId> = self.builder.body().results(op.id()).collect();
        self.rebind(&carried, &inits, &results, location);
        self.after_loop(jumps, &carried, &inits, location);
    }

    /// Emits the condition of a loop, which does not hold once the loop was left.
    fn while_condition(&mut self, condition: ExprId, jumps: Jumps, location: Location) {
        let place = self.program.place(condition);
        let number = match jumps.leave_the_loop() {
            true => {
                let running = self.is_running(location);
                self.number_if(running, location, |this| this.condition(condition), |_| running)
            }
            false => self.condition(condition),
        };
        let end = YieldOp::build(&mut self.builder, location, &[number]);
        self.write_uses(end.id(), &[(number, place)]);
    }

    /// Emits a condition. The right side of `and` and `or` is evaluated only if the left one does
    /// not decide.
    pub(super) fn condition(&mut self, id: ExprId) -> ValueId {
        let exprs = &self.program.module.exprs;
        let ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), .. } = exprs[id].kind
        else {
            return self.value(id);
        };
        // A chain of one operator is not recursive; parentheses nest as deep as the parser admits.
        let mut chain = Vec::new();
        let mut first = id;
        while let ExprKind::Binary { op: other, lhs, rhs } = exprs[first].kind
            && other == op
        {
            chain.push(rhs);
            first = lhs;
        }
        let mut known = self.condition(first);
        for next in chain.into_iter().rev() {
            let location = self.program.place(next);
            known = match op {
                BinaryOp::And => {
                    self.number_if(known, location, |this| this.condition(next), |_| known)
                }
                _ => self.number_if(known, location, |_| known, |this| this.condition(next)),
            };
        }
        known
    }

    /// Emits a conditional that gives one number.
    fn number_if(
        &mut self,
        condition: ValueId,
        location: Location,
        then: impl FnOnce(&mut Self) -> ValueId,
        otherwise: impl FnOnce(&mut Self) -> ValueId,
    ) -> ValueId {
        let (mut then, mut otherwise) = (Some(then), Some(otherwise));
        let results = self.if_op(condition, None, 1, location, |this, is_then| {
            let number = match is_then {
                true => then.take().map(|then| then(this)),
                false => otherwise.take().map(|otherwise| otherwise(this)),
            };
            YieldOp::build(&mut this.builder, location, number.as_slice());
        });
        results[0]
    }

    /// Emits a conditional that results in `count` tensors, whose `names` are those of the
    /// variables; returns them. `branch` emits the branches, with their ends; its second argument
    /// is true for the first one.
    pub(super) fn if_op(
        &mut self,
        condition: ValueId,
        names: Option<Attribute>,
        count: usize,
        location: Location,
        mut branch: impl FnMut(&mut Self, bool),
    ) -> Vec<ValueId> {
        let types = vec![self.program.tensor; count];
        let op = IfOp::build(&mut self.builder, location, condition, names, &types);
        let after = self.builder.insertion_point();
        let regions = [op.then_region(self.builder.body()), op.else_region(self.builder.body())];
        for (region, is_then) in regions.into_iter().zip([true, false]) {
            let block = self.builder.body_mut().create_block(region, &[]);
            self.builder.set_insertion_point(InsertionPoint::End(block));
            branch(self, is_then);
        }
        self.builder.set_insertion_point(after);
        self.builder.body().results(op.id()).collect()
    }

    /// Emits a conditional: the other arms are a conditional in its second branch. They nest as
    /// deep as the checks admit.
    fn conditional(&mut self, arms: &'m [(ExprId, Vec<Stmt>)], otherwise: &'m [Stmt], at: BytePos) {
        let ((condition, then), rest) = arms.split_first().expect("a conditional has a condition");
        // Diagnostics point at the condition.
        let location =
            self.program.ctx.range_location(at.0, self.program.module.exprs[*condition].span);
        let condition = self.condition(*condition);
        let carried = self.changed(arms.iter().map(|(_, body)| &body[..]).chain([otherwise]));
        self.choose(condition, &carried, location, |this, is_then| match is_then {
            true => this.block(then, &carried, location),
            false if rest.is_empty() => this.block(otherwise, &carried, location),
            false => {
                let next = rest
                    .first()
                    .map_or(at, |(condition, _)| this.program.module.exprs[*condition].loc);
                this.conditional(rest, otherwise, next);
                this.yield_values(&carried, location);
            }
        });
    }

    /// Emits a conditional whose branches change these variables, and end by yielding them; the
    /// second argument of `branch` is true for the first one.
    pub(super) fn choose(
        &mut self,
        condition: ValueId,
        carried: &[&'m str],
        location: Location,
        mut branch: impl FnMut(&mut Self, bool),
    ) {
        let before: Vec<ValueId> =
            carried.iter().map(|name| self.variable(name, location)).collect();
        let count = before
            .iter()
            .map(|value| tensors(self.program.ctx, self.builder.body().ty(*value)).len())
            .sum();
        let names = self.names(carried, &before);
        let results = self.if_op(condition, names, count, location, |this, is_then| {
            branch(this, is_then);
            for (name, value) in carried.iter().zip(&before) {
                this.variables.insert(name, *value);
            }
        });
        self.rebind(carried, &before, &results, location);
    }

    /// Emits the statements of a branch, and the values that it yields.
    pub(super) fn block(&mut self, body: &'m [Stmt], carried: &[&'m str], location: Location) {
        self.statements(body, carried);
        self.yield_values(carried, location);
        self.forget(body);
    }

    /// Emits the statements of a loop or a branch, which yields these variables. The statements
    /// after one that may jump run only if it did not.
    fn statements(&mut self, body: &'m [Stmt], carried: &[&'m str]) {
        for name in carried {
            self.given.remove(name);
        }
        self.running_statements(body, carried);
    }

    /// The variables of these statements are not known after them.
    fn forget(&mut self, body: &[Stmt]) {
        for statement in body {
            for name in statement.defined() {
                self.variables.remove(name.text());
            }
        }
    }

    pub(super) fn yield_values(&mut self, carried: &[&'m str], location: Location) {
        let mut uses = Vec::with_capacity(carried.len());
        for name in carried {
            let value = self.variable(name, location);
            // A variable that is not assigned here passes on its value.
            let place = self.given.get(name).copied().unwrap_or(Location::UNKNOWN);
            uses.extend(self.unpack(&[value], location).into_iter().map(|part| (part, place)));
        }
        let parts: Vec<ValueId> = uses.iter().map(|(part, _)| *part).collect();
        let end = YieldOp::build(&mut self.builder, location, &parts);
        self.write_uses(end.id(), &uses);
    }

    /// The outer variables that these statements assign, in the order of the assignments, and if
    /// they may jump, where to.
    pub(super) fn changed(&self, bodies: impl IntoIterator<Item = &'m [Stmt]>) -> Vec<&'m str> {
        let mut seen = FxHashSet::default();
        let mut jumps = Jumps::default();
        let mut names = Vec::new();
        for body in bodies {
            jumps = jumps.or(Jumps::of(body));
            names.extend(all_statements(body).filter_map(|statement| match &statement.kind {
                StmtKind::Assign(this) => Some(this.name.text()),
                _ => None,
            }));
        }
        names.extend(jumps.any().then_some(JUMP));
        names.extend(jumps.returns.then_some(RESULT));
        names.retain(|name| self.variables.contains_key(name) && seen.insert(*name));
        names
    }

    /// The tensors in values, in order.
    pub(super) fn unpack(&mut self, values: &[ValueId], location: Location) -> Vec<ValueId> {
        let mut parts = Vec::with_capacity(values.len());
        for &value in values {
            unpack(&mut self.builder, location, value, &mut parts);
        }
        parts
    }

    /// The names of the tensors in variables, for messages.
    pub(super) fn names(&self, names: &[&str], values: &[ValueId]) -> Option<Attribute> {
        let ctx = self.program.ctx;
        let mut parts = Vec::with_capacity(names.len());
        for (name, value) in names.iter().zip(values) {
            let count = tensors(ctx, self.builder.body().ty(*value)).len();
            parts.extend(std::iter::repeat_n(ctx.string_attr(name), count));
        }
        (!parts.is_empty()).then(|| ctx.array_attr(&parts))
    }

    /// Binds variables to values made of these tensors, of the types of their previous values.
    pub(super) fn rebind(
        &mut self,
        names: &[&'m str],
        before: &[ValueId],
        parts: &[ValueId],
        location: Location,
    ) {
        let mut parts = parts.iter().copied();
        for (name, value) in names.iter().zip(before) {
            let ty = self.builder.body().ty(*value);
            let Some(made) = construct(&mut self.builder, location, ty, &mut parts) else {
                self.program
                    .unchecked(location, &format!("a tensor of variable '{name}' is missing"))
            };
            self.variables.insert(name, made);
        }
    }
}
