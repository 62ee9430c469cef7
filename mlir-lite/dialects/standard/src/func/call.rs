//! Calls, and returns from functions.

use crate::FuncOp;
use crate::func::lowering::expand_attributes;
use crate::to_llvm::{Llvm, MemRefConvention, Rewriter, StdToLlvmOptions};
use mlir_lite::conversion::LowerByPatterns;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::interfaces::Callee;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchFailure, MatchResult, RewritePatternSet, constant_value,
};
use mlir_lite::text::print_type;

/// Ends a function and gives its results.
#[op(
    name = "std.return",
    traits(Pure, Terminator, ReturnLike, HasParent<FuncOp>),
    implements(VerifyOp, InterpretOp, LowerByPatterns<Llvm>),
    upstream(name = "func.return"),
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct ReturnOp {
    /// The results.
    #[operand]
    operands: Variadic<AnyType>,
}

impl InterpretOp for ReturnOp {
    fn interpret<'b>(op: ReturnOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.operands())))
    }
}

impl VerifyOp for ReturnOp {
    fn verify(op: ReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let Some(function) = op.op().parent() else { return };
        let ty = function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
        let Some((_, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return };
        let name = || function.symbol_name().map_or("", |name| name.text(ctx));
        if op.operands().len() != results.len() {
            diagnostics.error(op.op_error(format_args!(
                "has {} operands, but enclosing function (@{}) returns {}",
                op.operands().len(),
                name(),
                results.len()
            )));
            return;
        }
        for (i, (found, &wanted)) in op.operands().types().zip(results).enumerate() {
            if found != wanted {
                diagnostics.error(op.op().error(format!(
                    "type of return operand {i} ('{}') doesn't match function result type ('{}') \
                        in function @{}",
                    print_type(ctx, found),
                    print_type(ctx, wanted),
                    name()
                )));
            }
        }
    }
}

impl LowerByPatterns<Llvm> for ReturnOp {
    fn patterns(patterns: &mut ConversionPatternSet, options: &StdToLlvmOptions) {
        let convention = options.convention();
        patterns.add::<Self>("std.return-to-llvm", 1, move |op, operands, b| {
            let types = operand_types(b.body(), op.id());
            let value = convention.pack(b, &types, operands.values())?;
            llvm::ReturnOp::create(b, value);
            b.erase_op(op.id());
            Ok(())
        });
    }
}

/// Calls a function by its symbol.
#[op(
    name = "std.call",
    implements(InterpretOp, CallOpInterface, SymbolUserOpInterface, LowerByPatterns<Llvm>),
    upstream(name = "func.call"),
    format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"
)]
pub struct CallOp {
    /// The function.
    #[attr]
    callee: FlatSymbolRefAttr,
    /// The arguments.
    #[operand]
    operands: Variadic<AnyType>,
    /// The results.
    #[result]
    results: Variadic<AnyType>,
}

impl CallOpInterface for CallOp {
    fn callee(op: CallOpRef<'_>) -> Option<Callee> {
        op.callee().as_flat_symbol(op.context()).map(Callee::Symbol)
    }

    fn arguments(op: CallOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.operands().ids().collect()
    }
}

impl SymbolUserOpInterface for CallOp {
    fn verify_symbol_uses(
        call: CallOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let (op, ctx) = (call.op(), call.context());
        let Some(callee) = call.callee().as_flat_symbol(ctx) else { return };
        let name = callee.text(ctx);
        let Some(function) = symbols.lookup(callee).filter(|symbol| symbol.is::<FuncOp>()) else {
            diagnostics
                .error(op.op_error(format_args!("'{name}' does not reference a valid function")));
            return;
        };
        let ty = function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
        let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return };
        check_types(op, call.operands(), inputs, "operand", diagnostics);
        check_types(op, call.results(), results, "result", diagnostics);
    }
}

impl InterpretOp for CallOp {
    fn interpret<'b>(op: CallOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.run_call(op.op())
    }
}

impl LowerByPatterns<Llvm> for CallOp {
    fn patterns(patterns: &mut ConversionPatternSet, options: &StdToLlvmOptions) {
        let convention = options.convention();
        patterns.add::<Self>("std.call-to-llvm", 1, move |op, operands, b| {
            let callee = op.callee(b.body()).as_flat_symbol(b.context()).ok_or("no callee")?;
            let types = operand_types(b.body(), op.id());
            let arguments = convention.expand(b, &types, operands.values())?;
            replace_call(op.id(), convention, b, |b, result| {
                let call = llvm::CallOp::build_symbol(b, b.location(), callee, &arguments, result);
                keep_argument_attributes(op.id(), call.id(), &types, convention, b)?;
                Ok(call)
            })
        });
    }
}

/// Copies the attributes of a call's arguments to the arguments that are passed for them.
fn keep_argument_attributes(
    op: OpId,
    call: OpId,
    types: &[Type],
    convention: MemRefConvention,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    if body.discardable_attrs(op).is_empty() {
        return Ok(());
    }
    let ctx = body.context().clone();
    let list = body.attr(op, Ident::ARG_ATTRS).and_then(|list| list.as_array(&ctx));
    let Some(list) = list.map(<[Attribute]>::to_vec) else { return Ok(()) };
    let mut expanded = Vec::new();
    for &ty in types {
        expanded.push(convention.argument_types(body, ty)?.len());
    }
    if let Some(attributes) = expand_attributes(&ctx, &list, &expanded) {
        rewriter.body_mut().set_attr(call, Ident::ARG_ATTRS, attributes);
    }
    Ok(())
}

fn check_types(
    op: OpRef<'_>,
    found: ValueRange<'_>,
    wanted: &[Type],
    kind: &str,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    if found.len() != wanted.len() {
        diagnostics.error(op.op_error(format_args!(
            "incorrect number of {kind}s for callee: expected {}, found {}",
            wanted.len(),
            found.len()
        )));
        return;
    }
    for (i, (found, &wanted)) in found.types().zip(wanted).enumerate() {
        if found != wanted {
            diagnostics.error(op.op_error(format_args!(
                "{kind} type mismatch: expected {kind} type '{}', but provided '{}' for {kind} \
                    number {i}",
                print_type(ctx, wanted),
                print_type(ctx, found)
            )));
        }
    }
}

/// Calls a function value.
///
/// ```mlir
/// %sum = call_indirect %function(%a, %b) : (i32, i32) -> i32
/// ```
#[op(
    name = "std.call_indirect",
    implements(
        CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, CallOpInterface,
        LowerByPatterns<Llvm>,
    ),
    upstream(name = "func.call_indirect")
)]
pub struct CallIndirectOp {
    /// The function.
    #[operand]
    callee: AnyFunction,
    /// The arguments.
    #[operand]
    arguments: Variadic<AnyType>,
    /// The results.
    #[result]
    results: Variadic<AnyType>,
}

impl CallOpInterface for CallIndirectOp {
    fn callee(op: CallIndirectOpRef<'_>) -> Option<Callee> {
        Some(Callee::Value(op.callee().id()))
    }

    fn arguments(op: CallIndirectOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.arguments().ids().collect()
    }
}

impl InterpretOp for CallIndirectOp {
    fn interpret<'b>(op: CallIndirectOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.run_call(op.op())
    }
}

impl CustomAssembly for CallIndirectOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let callee = parser.parse_operand()?;
        let position = parser.position();
        let arguments = parser.parse_operands_in("(", ")")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let (inputs, results) = parser.parse_function_type()?;
        let ty = parser.context().function_type(&inputs, &results);
        let callee = parser.resolve(&callee, ty)?;
        let arguments = parser.resolve_all(&arguments, &inputs, position)?;
        parser.add_operand(callee);
        parser.add_operands(&arguments);
        parser.add_result_types(&results);
        Ok(())
    }

    fn print<'b>(op: CallIndirectOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.callee());
        printer.write("(");
        printer.operands(op.arguments());
        printer.write(")");
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.callee().ty());
    }
}

impl VerifyOp for CallIndirectOp {
    fn verify(op: CallIndirectOpRef<'_>, diagnostics: &mut Diagnostics) {
        let Some((inputs, results)) = op.callee().ty().as_function(op.context()) else { return };
        check_types(op.op(), op.arguments(), inputs, "operand", diagnostics);
        check_types(op.op(), op.results(), results, "result", diagnostics);
    }
}

// Indirect calls of known functions

impl CanonicalizeOp for CallIndirectOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.call_indirect-constant-callee", 1, |op, rewriter| {
            let body = rewriter.body();
            let callee =
                constant_value(body, op.callee(body)).ok_or("the function is not constant")?;
            if callee.as_flat_symbol(body.context()).is_none() {
                return Err("the function has no name here".into());
            }
            let (location, arguments) = (body.location(op.id()), op.arguments(body));
            let types = body.result_types(op.id());
            rewriter.replace_op_with(op.id(), |builder| {
                CallOp::build(builder, location, callee, &arguments, &types)
            });
            Ok(())
        });
    }
}

impl LowerByPatterns<Llvm> for CallIndirectOp {
    fn patterns(patterns: &mut ConversionPatternSet, options: &StdToLlvmOptions) {
        let convention = options.convention();
        patterns.add::<Self>("std.call_indirect-to-llvm", 1, move |op, operands, b| {
            let types = operand_types(b.body(), op.id());
            let mut arguments = vec![*operands.values().first().ok_or("no callee")?];
            arguments.extend(convention.expand(b, &types[1..], operands.arguments())?);
            replace_call(op.id(), convention, b, |b, result| {
                Ok(llvm::CallOp::build_indirect(b, b.location(), &arguments, result))
            })
        });
    }
}

fn replace_call(
    op: OpId,
    convention: MemRefConvention,
    b: &mut Rewriter<'_>,
    call: impl FnOnce(&mut Rewriter<'_>, Option<Type>) -> Result<llvm::CallOp, MatchFailure>,
) -> MatchResult {
    let types = b.body().result_types(op);
    let result = convention.result_type(b.context(), &types, |ty| b.convert_type(ty).ok())?;
    let result = call(b, result)?.result(b.body());
    let values = convention.unpack(b, &types, result)?;
    b.replace_op(op, &values);
    Ok(())
}

fn operand_types(body: &Body, op: OpId) -> Vec<Type> {
    body.operands(op).map(|operand| body.ty(operand)).collect()
}

pub(crate) fn register_call(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ReturnOp>();
    dialect.op::<CallOp>();
    dialect.op::<CallIndirectOp>();
}
