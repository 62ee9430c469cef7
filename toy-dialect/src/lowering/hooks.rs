//! Calls of functions of whoever runs the program, which are handed memory as a whole.
//!
//! Such a hook gets numbers and texts, and behind them the address of the first element of the memory, whose elements lie
//! side by side in row-major order. It is declared in std, with a memref that stands for the first element: so the call is
//! one thing in std and in llvm.

use mlir_lite::dialects::std::{CallOp, FuncOp, MemrefReinterpretCastOp};
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
    let numbers = |numbers: &[i64]| ctx.i64_array_attr(numbers);
    let (start, none) = (numbers(&[0]), numbers(&[]));
    let view =
        MemrefReinterpretCastOp::build(builder, location, memory, &[], &[], &[], start, none, none, first);
    let mut operands = arguments.to_vec();
    operands.push(view.result(builder.body()));
    let types: Vec<Type> = operands.iter().map(|operand| builder.body().ty(*operand)).collect();
    requests.require(ctx.ident(hook), || {
        let mut function = FuncOp::create(&ctx, Location::UNKNOWN, hook, ctx.function_type(&types, &[]));
        let root = function.root();
        function.set_symbol_visibility(root, Visibility::Private);
        function
    });
    CallOp::build(builder, location, ctx.symbol_attr(hook), &operands, &[]);
}

/// Whether a value is memory whose elements lie side by side in row-major order.
pub(super) fn is_contiguous(body: &Body, memory: ValueId) -> bool {
    matches!(body.ty(memory).kind(body.context()), TypeKind::MemRef { layout: None, .. })
}
