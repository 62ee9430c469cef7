//! Emits toy IR from the syntax tree: a module of functions, one op per expression.
//!
//! Each function owns its body. Locations print as the positions that the tutorial's compiler gives
//! (for an operator, the first token of its right operand), and include the text's extent, which
//! diagnostics show. Nothing here recurses on an expression's depth.

use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::BytePos;
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{
    BinaryOp, Expr, ExprId, ExprKind, For, Function, Module, Size, Stmt, StmtKind, Subscript,
    VarType, all_statements,
};

use crate::arguments::arguments_taken;
use crate::builtins::{self, Argument, Builtin, Call, Returns, Text};
use crate::lowering::{construct, tensors, unpack};
use crate::numbers::CompileTimeOperands;
use crate::ops::{
    AddOp, CompareOp, Comparison, ConstantOp, DivOp, ExitStatusOp, FloorDivOp, ForOp,
    GenericCallOp, IfOp, MatMulOp, MulOp, NegOp, PowOp, PrintOp, RemOp, ReshapeOp, ReshapeToOp,
    ReturnOp, SliceKind, SliceOp, StructAccessOp, StructConstantOp, StructConstructOp, SubOp,
    TakesArgumentsOp, YieldOp,
};
use crate::out_of_range::place_text;
use crate::sema::{Analysis, Kind};
use crate::types::StructType;
use crate::uses::with_uses;

/// Emits the IR of a module that has no errors.
///
/// ```
/// use mlir_lite::{Context, text};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// toy_dialect::register(&ctx);
/// let mut diagnostics = Diagnostics::new();
/// let file = ctx.sources().add("a.toy", "def f(x) { return transpose(x); }")?;
/// let ast = toy_ast::parse_module(&file, &mut diagnostics).expect("a well-formed program");
/// let analysis = toy_dialect::sema::analyze(&ast, &mut diagnostics).expect("a valid program");
/// let module = toy_dialect::emit_module(&ctx, &ast, &analysis);
/// let expected = "\
/// module {
///   func @f(%arg0: tensor<*xf64>) -> tensor<*xf64> {
///     %0 = toy.transpose(%arg0 : tensor<*xf64>) to tensor<*xf64>
///     toy.return %0 : tensor<*xf64>
///   }
/// }";
/// assert_eq!(text::print_op(module.as_op(), text::PrintOptions::default()), expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn emit_module(ctx: &Context, module: &Module, analysis: &Analysis) -> Body {
    emit_module_with_arguments(ctx, module, analysis, ProgramArguments::default())
}

/// The program's arguments at compile time: `arg(0)` is the first one. The arguments at run time
/// may differ.
#[derive(Clone, Copy, Default, Debug)]
pub struct ProgramArguments<'a> {
    /// The arguments; missing ones are not known.
    pub words: &'a [String],
    /// Whether the program checks at run time that it is given the right number. An entry of a
    /// session may take fewer.
    pub are_counted: bool,
}

/// [`emit_module`] of a program that is compiled with these arguments.
pub fn emit_module_with_arguments(
    ctx: &Context,
    module: &Module,
    analysis: &Analysis,
    arguments: ProgramArguments<'_>,
) -> Body {
    let mut constant = Vec::with_capacity(module.exprs.len());
    for (_, expr) in module.exprs.iter() {
        let is_constant = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Literal(_) => true,
            // Operands come before their users.
            ExprKind::StructLiteral(values) => values.iter().all(|value| constant[value.index()]),
            _ => false,
        };
        constant.push(is_constant);
    }
    let taken = if arguments.are_counted { arguments_taken(module) } else { Vec::new() };
    let names = module.functions.iter().enumerate().map(|(index, f)| (f.name.text(), index));
    let mut program = Program {
        ctx,
        module,
        analysis,
        constant,
        functions: names.collect(),
        structs: vec![None; module.structs.len()],
        tensor: ctx.unranked_tensor_type(Type::F64),
        arguments: arguments.words,
        taken: taken.join(" "),
        taken_count: taken.len(),
    };
    let mut body = ModuleOp::create(ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&body);
    let mut values = vec![None; module.exprs.len()];
    for (index, function) in module.functions.iter().enumerate() {
        let emitted = program.function(index, function, &mut values);
        BodyBuilder::at_end(&mut body, block).create_isolated(emitted, &[], &[]);
    }
    body
}

/// The name of the function where a program begins.
const MAIN: &str = "main";

/// The data shared by all functions.
struct Program<'m> {
    ctx: &'m Context,
    module: &'m Module,
    analysis: &'m Analysis,
    /// By expression: whether it is a literal, or a struct's value made of literals.
    constant: Vec<bool>,
    functions: FxHashMap<&'m str, usize>,
    /// The types of structs, created on demand.
    structs: Vec<Option<Type>>,
    tensor: Type,
    arguments: &'m [String],
    /// A word for each argument of the program, and the number of arguments.
    taken: String,
    taken_count: usize,
}

impl<'m> Program<'m> {
    fn ty(&mut self, kind: Kind) -> Type {
        let Kind::Struct(index) = kind else { return self.tensor };
        if let Some(ty) = self.structs[index] {
            return ty;
        }
        // Analysis limits how deep structs nest.
        let members: Vec<Type> =
            self.analysis.members(index).iter().map(|kind| self.ty(*kind)).collect();
        let ty = StructType::get(self.ctx, members.into());
        self.structs[index] = Some(ty);
        ty
    }

    fn location(&self, expr: &Expr) -> Location {
        self.ctx.range_location(expr.loc.0, expr.span)
    }

    /// The location of an expression.
    fn place(&self, id: ExprId) -> Location {
        self.location(&self.module.exprs[id])
    }

    /// Panics at something that cannot occur in a module without errors.
    #[cold]
    #[track_caller]
    fn unchecked(&self, location: Location, what: &str) -> ! {
        let place = place_text(self.ctx, location);
        panic!("internal error: at {place}: {what}; the checks of the program should have found it")
    }

    fn function(
        &mut self,
        index: usize,
        function: &'m Function,
        values: &mut [Option<ValueId>],
    ) -> Body {
        let params: Vec<Type> =
            self.analysis.params(index).iter().map(|kind| self.ty(*kind)).collect();
        let is_main = function.name.text() == MAIN;
        // The result of `main` is the exit status of the program, which is set by an op.
        let result: Option<Type> =
            self.analysis.result(index).filter(|_| !is_main).map(|kind| self.ty(kind));
        let ty = self.ctx.function_type(&params, result.as_slice());
        let location = self.ctx.range_location(function.loc.0, function.name.span);
        let mut body = FuncOp::create(self.ctx, location, function.name.text(), ty);
        let block = FuncOp::add_entry_block(&mut body);
        let names = function.params.iter().map(|param| param.name.text());
        let variables = names.zip(body.arguments(block).iter().copied()).collect();
        let builder = BodyBuilder::at_end(&mut body, block);
        let given = FxHashMap::default();
        let mut emitter =
            FunctionEmitter { program: self, builder, is_main, variables, given, values };
        if is_main && emitter.program.taken_count > 0 {
            let (count, usage) =
                (emitter.program.taken_count as i64, emitter.program.taken.clone());
            TakesArgumentsOp::build(&mut emitter.builder, location, count, usage);
        }
        // Statements after a return are unreachable.
        let returned = function.body.iter().any(|statement| emitter.statement(statement));
        if !returned {
            ReturnOp::build(&mut emitter.builder, location, &[]);
        }
        body
    }

    /// The value of an expression that is constant.
    fn constant(&self, id: ExprId) -> Option<Attribute> {
        match &self.module.exprs[id].kind {
            ExprKind::Number(value) => {
                Some(self.ctx.dense_f64_attr(self.ctx.tensor_type(&[], Type::F64), &[*value]))
            }
            ExprKind::Literal(literal) => {
                let shape: Vec<i64> = literal.shape.iter().map(|size| *size as i64).collect();
                Some(
                    self.ctx
                        .dense_f64_attr(self.ctx.tensor_type(&shape, Type::F64), &literal.values),
                )
            }
            // The parser limits how deep braces nest.
            ExprKind::StructLiteral(values) if self.constant[id.index()] => {
                let values: Option<Vec<Attribute>> =
                    values.iter().map(|value| self.constant(*value)).collect();
                Some(self.ctx.array_attr(&values?))
            }
            _ => None,
        }
    }
}

struct FunctionEmitter<'f, 'm> {
    program: &'f mut Program<'m>,
    builder: BodyBuilder<'f>,
    is_main: bool,
    variables: FxHashMap<&'m str, ValueId>,
    /// The location of each variable's last assigned expression.
    given: FxHashMap<&'m str, Location>,
    /// By expression.
    values: &'f mut [Option<ValueId>],
}

impl<'m> FunctionEmitter<'_, 'm> {
    /// Emits a statement; returns whether it is a return.
    fn statement(&mut self, statement: &'m Stmt) -> bool {
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
            StmtKind::Print(value) => {
                let value = self.value(*value);
                PrintOp::build(&mut self.builder, location, value);
            }
            StmtKind::Expr(value) => {
                self.expression(*value);
            }
            StmtKind::Return(value) => {
                let written = value.map(|value| self.program.module.exprs[value].span);
                let mut value = value.map(|value| self.value(value));
                if self.is_main
                    && let (Some(status), Some(span)) = (value.take(), written)
                {
                    let location = ctx.range_location(statement.loc.0, span);
                    ExitStatusOp::build(&mut self.builder, location, status);
                }
                ReturnOp::build(&mut self.builder, location, value.as_slice());
                return true;
            }
            StmtKind::Rebind { name, value } => {
                let place = self.program.place(*value);
                let value = self.value(*value);
                self.variables.insert(name.text(), value);
                self.given.insert(name.text(), place);
            }
            StmtKind::For(this) => {
                self.for_loop(this, location);
            }
            StmtKind::If(this) => {
                self.conditional(&this.arms, &this.otherwise, statement.loc);
            }
        }
        false
    }

    /// The value of a variable.
    #[track_caller]
    fn variable(&self, name: &str, location: Location) -> ValueId {
        match self.variables.get(name) {
            Some(value) => *value,
            None => self.program.unchecked(location, &format!("there is no variable '{name}'")),
        }
    }

    /// Records in the location of an op where some of its operands are written: `uses` has these in
    /// the order of the operands. The location of a literal number is that of its own op.
    fn write_uses(&mut self, op: OpId, uses: &[(ValueId, Location)]) {
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
    fn write_all_uses(&mut self, op: OpId, uses: &[(ValueId, Location)]) {
        let (ctx, body) = (self.program.ctx, self.builder.body());
        let mut uses = uses.iter().peekable();
        let places = body.operands(op).map(|operand| {
            uses.next_if(|(value, _)| *value == operand)
                .map_or(Location::UNKNOWN, |(_, place)| *place)
        });
        let location = with_uses(ctx, body.location(op), &places.collect::<Vec<_>>());
        self.builder.body_mut().set_location(op, location);
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

    /// Emits a loop.
    fn for_loop(&mut self, this: &'m For, location: Location) {
        let bounds = [this.from, this.to].map(|bound| self.value(bound));
        let carried = self.changed(std::slice::from_ref(&this.body));
        let inits: Vec<ValueId> =
            carried.iter().map(|name| self.variable(name, location)).collect();
        let parts = self.unpack(&inits, location);
        let (tensor, ctx) = (self.program.tensor, self.program.ctx);
        let types = vec![tensor; parts.len()];
        let operands = [&parts[..], &bounds].concat();
        let names = self.names(&carried, &inits);
        let op = ForOp::build(&mut self.builder, location, &operands, names, &types);
        let places = [this.from, this.to].map(|bound| self.program.place(bound));
        let is_number =
            |bound: ExprId| matches!(self.program.module.exprs[bound].kind, ExprKind::Number(_));
        // Diagnostics point at the range, wherever its bounds are computed.
        if !(is_number(this.from) && is_number(this.to)) {
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
        self.block(&this.body, &carried, location);
        self.variables.remove(this.variable.text());
        self.builder.set_insertion_point(after);
        let results: Vec<ValueId> = self.builder.body().results(op.id()).collect();
        self.rebind(&carried, &inits, &results, location);
    }

    /// Emits a conditional: the other arms are a conditional in its second branch. They nest as
    /// deep as the checks admit.
    fn conditional(
        &mut self,
        arms: &'m [(ExprId, Vec<Stmt>)],
        otherwise: &'m Vec<Stmt>,
        at: BytePos,
    ) {
        let ((condition, then), rest) = arms.split_first().expect("a conditional has a condition");
        // Diagnostics point at the condition.
        let location =
            self.program.ctx.range_location(at.0, self.program.module.exprs[*condition].span);
        let condition = self.value(*condition);
        let bodies = arms.iter().map(|(_, body)| body).chain([otherwise]);
        let carried = self.changed(bodies);
        let before: Vec<ValueId> =
            carried.iter().map(|name| self.variable(name, location)).collect();
        let count = before
            .iter()
            .map(|value| tensors(self.program.ctx, self.builder.body().ty(*value)).len())
            .sum();
        let types = vec![self.program.tensor; count];
        let names = self.names(&carried, &before);
        let op = IfOp::build(&mut self.builder, location, condition, names, &types);
        let after = self.builder.insertion_point();
        let regions = [op.then_region(self.builder.body()), op.else_region(self.builder.body())];
        for (index, region) in regions.into_iter().enumerate() {
            let block = self.builder.body_mut().create_block(region, &[]);
            self.builder.set_insertion_point(InsertionPoint::End(block));
            match index {
                0 => self.block(then, &carried, location),
                _ if rest.is_empty() => self.block(otherwise, &carried, location),
                _ => {
                    let next = rest
                        .first()
                        .map_or(at, |(condition, _)| self.program.module.exprs[*condition].loc);
                    self.conditional(rest, otherwise, next);
                    self.yield_values(&carried, location);
                }
            }
            for (name, value) in carried.iter().zip(&before) {
                self.variables.insert(name, *value);
            }
        }
        self.builder.set_insertion_point(after);
        let results: Vec<ValueId> = self.builder.body().results(op.id()).collect();
        self.rebind(&carried, &before, &results, location);
    }

    /// Emits the statements of a loop body or a branch, and the values that it yields.
    fn block(&mut self, body: &'m [Stmt], carried: &[&'m str], location: Location) {
        for name in carried {
            self.given.remove(name);
        }
        for statement in body {
            self.statement(statement);
        }
        self.yield_values(carried, location);
        for statement in body {
            if let StmtKind::Var { name, .. } = &statement.kind {
                self.variables.remove(name.text());
            }
        }
    }

    fn yield_values(&mut self, carried: &[&'m str], location: Location) {
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

    /// The outer variables that these statements assign, in the order of the assignments.
    fn changed(&self, bodies: impl IntoIterator<Item = &'m Vec<Stmt>>) -> Vec<&'m str> {
        let mut seen = FxHashSet::default();
        let statements = bodies.into_iter().flat_map(|body| all_statements(body));
        let names = statements.filter_map(|statement| match &statement.kind {
            StmtKind::Rebind { name, .. } => Some(name.text()),
            _ => None,
        });
        names.filter(|name| self.variables.contains_key(name) && seen.insert(*name)).collect()
    }

    /// The tensors in values, in order.
    fn unpack(&mut self, values: &[ValueId], location: Location) -> Vec<ValueId> {
        let mut parts = Vec::with_capacity(values.len());
        for &value in values {
            unpack(&mut self.builder, location, value, &mut parts);
        }
        parts
    }

    /// The names of the tensors in variables, for messages.
    fn names(&self, names: &[&str], values: &[ValueId]) -> Option<Attribute> {
        let ctx = self.program.ctx;
        let mut parts = Vec::with_capacity(names.len());
        for (name, value) in names.iter().zip(values) {
            let count = tensors(ctx, self.builder.body().ty(*value)).len();
            parts.extend(std::iter::repeat_n(ctx.string_attr(name), count));
        }
        (!parts.is_empty()).then(|| ctx.array_attr(&parts))
    }

    /// Binds variables to values made of these tensors, of the types of their previous values.
    fn rebind(
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

    /// Emits an expression that has a value.
    #[track_caller]
    fn value(&mut self, id: ExprId) -> ValueId {
        self.expression(id)
            .unwrap_or_else(|| self.program.unchecked(self.program.place(id), "no value"))
    }

    /// Emits an expression, operands first; none if it has no value.
    fn expression(&mut self, root: ExprId) -> Option<ValueId> {
        enum Step {
            Enter(ExprId),
            Leave(ExprId),
        }
        let mut steps = vec![Step::Enter(root)];
        while let Some(step) = steps.pop() {
            match step {
                // The operands of a constant are part of its attribute.
                Step::Enter(id) if self.program.constant[id.index()] => {
                    self.values[id.index()] = self.node(id)
                }
                Step::Enter(id) => {
                    steps.push(Step::Leave(id));
                    steps.extend(
                        self.program.module.exprs[id].kind.operands().rev().map(Step::Enter),
                    );
                }
                Step::Leave(id) => self.values[id.index()] = self.node(id),
            }
        }
        self.values[root.index()]
    }

    /// Emits one expression whose operands are emitted already; none if it has no value of its own,
    /// like a text.
    fn node(&mut self, id: ExprId) -> Option<ValueId> {
        let expr = &self.program.module.exprs[id];
        let location = self.program.location(expr);
        let tensor = self.program.tensor;
        let op = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Literal(_) => {
                let (value, ty) = self.constant(id);
                ConstantOp::build(&mut self.builder, location, value, ty).id()
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
            ExprKind::Var(name) => match self.variables.get(&**name) {
                Some(value) => return Some(*value),
                None => self.builtin_constant(name, location),
            },
            ExprKind::Neg(operand) => {
                let operand = self.operand(*operand);
                NegOp::build(&mut self.builder, location, operand, tensor).id()
            }
            ExprKind::Binary { op, lhs, rhs } => self.binary(*op, *lhs, *rhs, location),
            ExprKind::Member { base, member } => self.member(id, *base, member.text(), location),
            ExprKind::Call { callee, args } => {
                let is_defined = self.program.functions.contains_key(callee.text());
                if let Some(builtin) = builtins::called(callee.text(), is_defined) {
                    // A text is emitted with the op that takes it.
                    if builtin.returns == Returns::Text {
                        return None;
                    }
                    return self.builtin_call(builtin, args, location);
                }
                self.call(callee.text(), args, location)
            }
            // The value of a named argument may be a text.
            ExprKind::Named { value, .. } => return self.values[value.index()],
            ExprKind::Text(_) => return None,
            ExprKind::Index { base, subscripts } => self.slice(*base, subscripts, location),
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

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, location: Location) -> OpId {
        let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
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
        let args = self.operands(args);
        let Some(&index) = self.program.functions.get(name) else {
            self.program.unchecked(location, &format!("there is no function '{name}'"))
        };
        let result = self.program.analysis.result(index).map(|kind| self.program.ty(kind));
        let callee = self.program.ctx.ident(name);
        GenericCallOp::build(&mut self.builder, location, callee, &args, result.as_slice()).id()
    }

    fn slice(&mut self, base: ExprId, subscripts: &[Subscript], location: Location) -> OpId {
        let kind = |subscript: &Subscript| match subscript {
            Subscript::At(_) => SliceKind::At,
            Subscript::Range(None, None) => SliceKind::All,
            Subscript::Range(Some(_), None) => SliceKind::From,
            Subscript::Range(None, Some(_)) => SliceKind::To,
            Subscript::Range(Some(_), Some(_)) => SliceKind::FromTo,
        };
        let kinds = subscripts.iter().map(|subscript| kind(subscript) as i64).collect();
        let input = self.operand(base);
        let written: Vec<ExprId> =
            subscripts.iter().flat_map(|subscript| subscript.operands()).collect();
        let numbers = self.operands(&written);
        // A run-time check reports its location, also if the IR was printed and parsed again.
        let exprs = &self.program.module.exprs;
        let is_constant = written.iter().all(|number| match exprs[*number].kind {
            ExprKind::Number(_) => true,
            ExprKind::Neg(operand) => matches!(exprs[operand].kind, ExprKind::Number(_)),
            _ => false,
        });
        let at = (!is_constant).then(|| place_text(self.program.ctx, location));
        let (b, tensor) = (&mut self.builder, self.program.tensor);
        let slice =
            SliceOp::build(b, location, input, &numbers, Some(kinds), None, None, None, at, tensor)
                .id();
        let places = written.iter().map(|number| self.program.place(*number));
        let of_numbers = numbers.iter().copied().zip(places);
        let uses: Vec<_> = std::iter::once((input, Location::UNKNOWN)).chain(of_numbers).collect();
        // When a computed number is found to be wrong, it is not an operand any more.
        match is_constant {
            true => self.write_uses(slice, &uses),
            false => self.write_all_uses(slice, &uses),
        }
        slice
    }

    /// Emits a call of a builtin; none if it returns nothing.
    #[track_caller]
    fn builtin_call(
        &mut self,
        builtin: &Builtin,
        args: &[ExprId],
        location: Location,
    ) -> Option<ValueId> {
        let exprs = &self.program.module.exprs;
        let named: Vec<(Option<&str>, ExprId)> = args
            .iter()
            .map(|&arg| match &exprs[arg].kind {
                ExprKind::Named { name, value } => (Some(name.text()), *value),
                _ => (None, arg),
            })
            .collect();
        let Ok(binding) = builtin.bind(&named) else {
            let message = format!("the arguments of '{}' do not fit", builtin.name);
            self.program.unchecked(location, &message)
        };
        let arguments = |list: &Vec<ExprId>| list.iter().map(|id| self.argument(*id)).collect();
        let arguments: Vec<Vec<Argument>> = binding.arguments.iter().map(arguments).collect();
        let (tensor, builder) = (self.program.tensor, &mut self.builder);
        let mut call = Call { builder, location, tensor, arguments: &arguments };
        let op = (builtin.signatures[binding.signature].emit)(&mut call);
        let view = self.builder.body().op(op);
        if view.implements::<dyn CompileTimeOperands>() {
            let written = binding.arguments.iter().flatten();
            let uses: Vec<_> =
                written.map(|id| (self.operand(*id), self.program.place(*id))).collect();
            self.write_uses(op, &uses);
        }
        self.builder.body().results(op).next()
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
    fn operand(&self, id: ExprId) -> ValueId {
        self.values[id.index()]
            .unwrap_or_else(|| self.program.unchecked(self.program.place(id), "no value"))
    }

    #[track_caller]
    fn operands(&self, ids: &[ExprId]) -> Vec<ValueId> {
        ids.iter().map(|id| self.operand(*id)).collect()
    }
}
