//! Calls of functions of whoever runs the program, which are handed memory as a whole.
//!
//! Such a hook gets numbers and texts, and behind them the address of the first element of the memory, whose elements lie
//! side by side in row-major order. It is declared in std, with a memref that stands for the first element: so the call is
//! one thing in std and in llvm.

use mlir_lite::dialects::standard::{CallOp, FuncOp, MemrefReinterpretCastOp};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::types::TypeKind;

/// Calls the hook of that name with these arguments and with memory of floats of 64 bits.
pub(super) fn call_with_memory(
    builder: &mut (impl OpBuilder + ?Sized),
    requests: &mut SymbolRequests,
    location: Location,
    hook: &str,
    arguments: &[ValueId],
    memory: ValueId,
) {
    let ctx = builder.context().clone();
    let first = ctx.memref_type(&[], Type::F64);
    let view = MemrefReinterpretCastOp::row_major(builder, location, memory, first);
    let mut operands = arguments.to_vec();
    operands.push(view.result(builder.body()));
    let types: Vec<Type> = operands.iter().map(|operand| builder.body().ty(*operand)).collect();
    declare(&ctx, requests, hook, &types, &[]);
    CallOp::build(builder, location, ctx.symbol_attr(hook), &operands, &[]);
}

/// Declares a function of whoever runs the program.
pub(super) fn declare(
    ctx: &Context,
    requests: &mut SymbolRequests,
    hook: &str,
    parameters: &[Type],
    results: &[Type],
) {
    requests.require(ctx.ident(hook), || {
        let ty = ctx.function_type(parameters, results);
        let mut function = FuncOp::create(ctx, Location::UNKNOWN, hook, ty);
        let root = function.root();
        function.set_symbol_visibility(root, Visibility::Private);
        function
    });
}

/// Whether what an op takes can be handed to a hook: it is memory whose elements lie side by side. Reports it if not, in words
/// that say what the op does with tensors and with memory, such as `saves`.
pub(super) fn can_be_handed_over(
    body: &Body,
    op: OpId,
    taken: ValueId,
    [with_tensors, with_memory]: [&str; 2],
    diagnostics: &mut Diagnostics,
) -> bool {
    let ctx = body.context();
    let wrong = if body.ty(taken).is_tensor(ctx) {
        format!("{with_tensors} a tensor that is not in memory; lower it to affine first")
    } else if !matches!(body.ty(taken).kind(ctx), TypeKind::MemRef { layout: None, .. }) {
        format!("{with_memory} memory whose elements do not lie side by side; copy it first")
    } else {
        return true;
    };
    diagnostics.error(body.op(op).op_error(wrong));
    false
}
