//! Calls of runtime functions that take whole buffers.
//!
//! Such a function takes numbers and texts, followed by the address of the first element of the
//! buffer, whose elements are contiguous in row-major order. It is declared in std, with a memref
//! that represents the first element, so that the call has the same form in std and in llvm.

use mlir_lite::dialects::llvm::{AddressOfOp, GlobalOp, pointer_type};
use mlir_lite::dialects::standard::{CallOp, FuncOp, MemrefReinterpretCastOp};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::types::TypeKind;

/// Calls the runtime function of that name with these arguments and with memory of floats of 64
/// bits.
pub(super) fn call_with_memory(
    builder: &mut (impl OpBuilder + ?Sized),
    requests: &mut SymbolRequests,
    location: Location,
    name: &str,
    arguments: &[ValueId],
    memory: ValueId,
) {
    call_for_results(builder, requests, location, (name, &[]), arguments, memory);
}

/// As [`call_with_memory`], of a function with results.
pub(super) fn call_for_results(
    builder: &mut (impl OpBuilder + ?Sized),
    requests: &mut SymbolRequests,
    location: Location,
    (name, results): (&str, &[Type]),
    arguments: &[ValueId],
    memory: ValueId,
) -> CallOp {
    let ctx = builder.context().clone();
    let first = ctx.memref_type(&[], Type::F64);
    let view = MemrefReinterpretCastOp::row_major(builder, memory, first);
    let mut operands = arguments.to_vec();
    operands.push(view);
    let types: Vec<Type> = operands.iter().map(|operand| builder.body().ty(*operand)).collect();
    declare(&ctx, requests, name, &types, results);
    CallOp::build(builder, location, ctx.symbol_attr(name), &operands, results)
}

/// The address of a C string, a constant whose name begins with this word. The dot after it keeps
/// the name distinct from names of the language.
pub(super) fn text_constant(
    builder: &mut (impl OpBuilder + ?Sized),
    requests: &mut SymbolRequests,
    location: Location,
    word: &str,
    text: &str,
) -> ValueId {
    let ctx = builder.context().clone();
    let name = format!("{word}.{:016x}", super::to_affine::hash(text.as_bytes()));
    requests.require(ctx.ident(&name), || {
        GlobalOp::string(&ctx, location, &name, &[text.as_bytes(), b"\0"].concat())
    });
    let address = AddressOfOp::build(builder, location, ctx.symbol_attr(&name), pointer_type(&ctx));
    address.res(builder.body())
}

/// The text of a shape, like `2x3`; empty for a number.
pub(super) fn shape_text(sizes: &[i64]) -> String {
    sizes.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

/// Declares a runtime function.
pub(super) fn declare(
    ctx: &Context,
    requests: &mut SymbolRequests,
    name: &str,
    parameters: &[Type],
    results: &[Type],
) {
    requests.require(ctx.ident(name), || {
        let ty = ctx.function_type(parameters, results);
        let mut function = FuncOp::create(ctx, Location::UNKNOWN, name, ty);
        let root = function.root();
        function.set_symbol_visibility(root, Visibility::Private);
        function
    });
}

/// Whether an operand can be passed to a runtime function: it is memory with contiguous elements.
/// Reports it otherwise, with the verb for what the op does, such as `saves`.
pub(super) fn can_be_passed(
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
