//! Emits toy IR from the syntax tree: a module of functions, one op per expression.
//!
//! Each function owns its body. Locations print as the positions that the tutorial's compiler gives
//! (for an operator, the first token of its right operand), and include the text's extent, which
//! diagnostics show. Nothing here recurses on an expression's depth.

mod constants;
mod expressions;
mod jumps;
mod print;
mod statements;
mod subscripts;

use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashMap;
use toy_ast::{Expr, ExprId, ExprKind, Function, Module};

use crate::messages::out_of_range::place_text;
use crate::ops::TakesArgumentsOp;
use crate::program::arguments::arguments_taken;
use crate::sema::exact_integers::{ExactIntegers, exact_integers};
use crate::sema::{Analysis, Kind};
use crate::tensor::elements::{Elements, constant};
use crate::types::StructType;

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
    let module = analysis.compiled(module);
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
    let functions = module.functions.iter().enumerate();
    for (index, function) in functions.filter(|(index, _)| !analysis.is_template(*index)) {
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
        let index = match kind {
            Kind::Tensor => return self.tensor,
            Kind::Values(count) => {
                return StructType::get(self.ctx, vec![self.tensor; count].into());
            }
            Kind::Struct(index) => index,
        };
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
        let builder = BodyBuilder::at_end(&mut body, block).at(location);
        let given = FxHashMap::default();
        let kind = self.analysis.result(index);
        let result = kind.map(|kind| self.ty(kind));
        let mut emitter = FunctionEmitter {
            program: self,
            builder,
            constants: FxHashMap::default(),
            is_main,
            result,
            location,
            variables,
            given,
            values,
        };
        if is_main && emitter.program.taken_count > 0 {
            let (count, usage) =
                (emitter.program.taken_count as i64, emitter.program.taken.clone());
            TakesArgumentsOp::build(&mut emitter.builder, location, count, usage);
        }
        emitter.constants(function);
        emitter.body(&function.body);
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

impl Program<'_> {
    /// The constant that a call of `i64` is, if it converts integers to which no float is equal,
    /// and its type.
    fn exact_integers(&self, id: ExprId) -> Option<(Attribute, Type)> {
        let is_defined = |name: &str| self.functions.contains_key(name);
        let ExactIntegers { shape, elements, .. } =
            exact_integers(&self.module.exprs, id, is_defined)?;
        let value = constant(self.ctx, &shape, &Elements::I64(elements));
        Some((value, self.ctx.tensor_type(&shape, Type::I64)))
    }
}

struct FunctionEmitter<'f, 'm> {
    program: &'f mut Program<'m>,
    builder: BodyBuilder<'f>,
    is_main: bool,
    /// The type of the function's result; of the exit status for `main`.
    result: Option<Type>,
    location: Location,
    /// The constants that the function uses.
    constants: FxHashMap<&'m str, ValueId>,
    variables: FxHashMap<&'m str, ValueId>,
    /// The location of each variable's last assigned expression.
    given: FxHashMap<&'m str, Location>,
    /// By expression.
    values: &'f mut [Option<ValueId>],
}
