//! Syntax tree to toy IR: a module of functions, one op per expression.
//!
//! Each function owns its body. Locations print as the positions that the tutorial's compiler gives (for an operator, the
//! first token of its right operand), and carry the extent of the text, which diagnostics show. Nothing here recurses on
//! an expression's depth.

use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::std::FuncOp;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashMap;
use toy_ast::{BinaryOp, Expr, ExprId, ExprKind, Function, Module, Stmt, StmtKind, VarType};

use crate::ops::{
    AddOp, ConstantOp, DivOp, GenericCallOp, MulOp, NegOp, PrintOp, ReshapeOp, ReturnOp, StructAccessOp,
    StructConstantOp, StructConstructOp, SubOp, TransposeOp,
};
use crate::sema::{Analysis, Kind};
use crate::types::StructType;

/// Makes the IR of a module that has no errors.
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
    let names = module.functions.iter().enumerate().map(|(index, f)| (f.name.text(), index));
    let mut program = Program {
        ctx,
        module,
        analysis,
        constant,
        functions: names.collect(),
        structs: vec![None; module.structs.len()],
        tensor: ctx.unranked_tensor_type(Type::F64),
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

/// What all functions share.
struct Program<'m> {
    ctx: &'m Context,
    module: &'m Module,
    analysis: &'m Analysis,
    /// By expression: whether it is a literal, or a struct's value made of literals.
    constant: Vec<bool>,
    functions: FxHashMap<&'m str, usize>,
    /// Types by struct, once they are asked for.
    structs: Vec<Option<Type>>,
    tensor: Type,
}

impl<'m> Program<'m> {
    fn ty(&mut self, kind: Kind) -> Type {
        let Kind::Struct(index) = kind else { return self.tensor };
        if let Some(ty) = self.structs[index] {
            return ty;
        }
        // Analysis limits how deep structs nest.
        let members: Vec<Type> = self.analysis.members(index).iter().map(|kind| self.ty(*kind)).collect();
        let ty = StructType::get(self.ctx, &members);
        self.structs[index] = Some(ty);
        ty
    }

    fn location(&self, expr: &Expr) -> Location {
        self.ctx.range_location(expr.loc.0, expr.span)
    }

    fn function(&mut self, index: usize, function: &'m Function, values: &mut [Option<ValueId>]) -> Body {
        let params: Vec<Type> = self.analysis.params(index).iter().map(|kind| self.ty(*kind)).collect();
        let result: Option<Type> = self.analysis.result(index).map(|kind| self.ty(kind));
        let ty = self.ctx.function_type(&params, result.as_slice());
        let location = self.ctx.range_location(function.loc.0, function.name.span);
        let mut body = FuncOp::create(self.ctx, location, function.name.text(), ty);
        let block = FuncOp::add_entry_block(&mut body);
        let names = function.params.iter().map(|param| param.name.text());
        let variables = names.zip(body.arguments(block).iter().copied()).collect();
        let builder = BodyBuilder::at_end(&mut body, block);
        let mut emitter = FunctionEmitter { program: self, builder, variables, values };
        // What follows a return is never reached.
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
                Some(self.ctx.dense_f64_attr(self.ctx.tensor_type(&shape, Type::F64), &literal.values))
            }
            // The parser limits how deep braces nest.
            ExprKind::StructLiteral(values) if self.constant[id.index()] => {
                let values: Vec<Attribute> =
                    values.iter().filter_map(|value| self.constant(*value)).collect();
                Some(self.ctx.array_attr(&values))
            }
            _ => None,
        }
    }
}

struct FunctionEmitter<'f, 'm> {
    program: &'f mut Program<'m>,
    builder: BodyBuilder<'f>,
    variables: FxHashMap<&'m str, ValueId>,
    /// By expression.
    values: &'f mut [Option<ValueId>],
}

impl<'m> FunctionEmitter<'_, 'm> {
    /// Emits a statement; says whether it returns.
    fn statement(&mut self, statement: &'m Stmt) -> bool {
        let ctx = self.program.ctx;
        let location = ctx.range_location(statement.loc.0, statement.span);
        match &statement.kind {
            StmtKind::Var { ty, name, init } => {
                let Some(mut value) = self.expression(*init) else { return false };
                if let VarType::Shaped { shape, .. } = ty {
                    let shape: Vec<i64> = shape.iter().map(|size| *size as i64).collect();
                    // Diagnostics show the value that is reshaped.
                    let location = ctx.range_location(statement.loc.0, self.program.module.exprs[*init].span);
                    let ty = ctx.tensor_type(&shape, Type::F64);
                    let reshape = ReshapeOp::build(&mut self.builder, location, value, ty);
                    value = reshape.output(self.builder.body());
                }
                self.variables.insert(name.text(), value);
            }
            StmtKind::Print(value) => {
                if let Some(value) = self.expression(*value) {
                    PrintOp::build(&mut self.builder, location, value);
                }
            }
            StmtKind::Expr(value) => {
                self.expression(*value);
            }
            StmtKind::Return(value) => {
                let value = value.and_then(|value| self.expression(value));
                ReturnOp::build(&mut self.builder, location, value.as_slice());
                return true;
            }
        }
        false
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
                // The operands of a constant are part of it.
                Step::Enter(id) if self.program.constant[id.index()] => {
                    self.values[id.index()] = self.node(id)
                }
                Step::Enter(id) => {
                    steps.push(Step::Leave(id));
                    steps.extend(self.program.module.exprs[id].kind.operands().rev().map(Step::Enter));
                }
                Step::Leave(id) => self.values[id.index()] = self.node(id),
            }
        }
        self.values[root.index()]
    }

    /// Emits one expression, whose operands were emitted.
    fn node(&mut self, id: ExprId) -> Option<ValueId> {
        let expr = &self.program.module.exprs[id];
        let location = self.program.location(expr);
        let tensor = self.program.tensor;
        let op = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Literal(_) => {
                let value = self.program.constant(id)?;
                let ty = value.ty(self.program.ctx)?;
                ConstantOp::build(&mut self.builder, location, value, ty).id()
            }
            ExprKind::StructLiteral(values) => {
                let ty = self.kind_type(id)?;
                match self.program.constant(id) {
                    Some(value) => StructConstantOp::build(&mut self.builder, location, value, ty).id(),
                    None => {
                        let values = self.operands(values)?;
                        StructConstructOp::build(&mut self.builder, location, &values, ty).id()
                    }
                }
            }
            ExprKind::Var(name) => return self.variables.get(&**name).copied(),
            ExprKind::Neg(operand) => {
                let operand = self.operand(*operand)?;
                NegOp::build(&mut self.builder, location, operand, tensor).id()
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let (lhs, rhs) = (self.operand(*lhs)?, self.operand(*rhs)?);
                let builder = &mut self.builder;
                match op {
                    BinaryOp::Add => AddOp::build(builder, location, lhs, rhs, tensor).id(),
                    BinaryOp::Sub => SubOp::build(builder, location, lhs, rhs, tensor).id(),
                    BinaryOp::Mul => MulOp::build(builder, location, lhs, rhs, tensor).id(),
                    BinaryOp::Div => DivOp::build(builder, location, lhs, rhs, tensor).id(),
                }
            }
            ExprKind::Member { base, member } => {
                let Some(Kind::Struct(structure)) = self.program.analysis.kind(*base) else { return None };
                let fields = &self.program.module.structs[structure].fields;
                let index = fields.iter().position(|field| field.name.text() == member.text())?;
                let ty = self.kind_type(id)?;
                let base = self.operand(*base)?;
                let index = self.program.ctx.i64_attr(index as i64);
                StructAccessOp::build(&mut self.builder, location, base, index, ty).id()
            }
            ExprKind::Call { callee, args } => {
                let args = self.operands(args)?;
                match self.program.functions.get(callee.text()) {
                    Some(&index) => {
                        let result = self.program.analysis.result(index).map(|kind| self.program.ty(kind));
                        let callee = self.program.ctx.symbol_attr(callee.text());
                        GenericCallOp::build(&mut self.builder, location, callee, &args, result.as_slice())
                            .id()
                    }
                    // Of the builtin functions, `print` is a statement.
                    None => TransposeOp::build(&mut self.builder, location, *args.first()?, tensor).id(),
                }
            }
        };
        self.builder.body().results(op).next()
    }

    fn kind_type(&mut self, id: ExprId) -> Option<Type> {
        let kind = self.program.analysis.kind(id)?;
        Some(self.program.ty(kind))
    }

    fn operand(&self, id: ExprId) -> Option<ValueId> {
        self.values[id.index()]
    }

    fn operands(&self, ids: &[ExprId]) -> Option<Vec<ValueId>> {
        ids.iter().map(|id| self.operand(*id)).collect()
    }
}
