//! Converts functions on tensors to functions on memory: parameters become memrefs, and results are
//! written to memrefs that the caller passes after them.

use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::standard::{self, AllocOp, DeallocOp, FuncOp};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;

use super::control_flow::copy_at_end;
use crate::loop_builder::sizes::find_sizes;
use crate::loop_builder::{MemoryType, alignment};

/// Gives a function its new parameters, and returns those for the results. In the body, a cast
/// converts a parameter to the original tensor.
pub(super) fn take_memory(body: &mut Body) -> Vec<ValueId> {
    let (ctx, root) = (body.context().clone(), body.root());
    let declared = body.attr(root, Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(&ctx));
    let region = body.regions(root).first().copied();
    let entry = region.and_then(|region| body.entry_block(region));
    let (true, Some(ty), Some(entry)) = (body.as_op().is::<FuncOp>(), declared, entry) else {
        return Vec::new();
    };
    let Some((inputs, results)) = ty.as_function(&ctx) else { return Vec::new() };
    if !inputs.iter().chain(results).any(|ty| ty.is_tensor(&ctx)) {
        return Vec::new();
    }
    let memory = |ty: Type| match MemoryType::of(&ctx, ty) {
        Some(memory) if ty.is_tensor(&ctx) => memory.ty,
        _ => ty,
    };
    let location = body.location(root);
    for argument in body.arguments(entry).to_vec().into_iter().rev() {
        let (tensor, memref) = (body.ty(argument), memory(body.ty(argument)));
        if tensor == memref {
            continue;
        }
        body.set_type(argument, memref);
        // The cast is created first: it must be the only user of the parameter.
        let mut builder = BodyBuilder::new(body, InsertionPoint::Start(entry)).at(location);
        let cast = UnrealizedConversionCastOp::build(&mut builder, location, &[], &[tensor]);
        let result = body.result(cast.id(), 0);
        body.replace_all_uses(argument, result);
        body.set_operands(cast.id(), &[argument]);
    }
    find_sizes(body, entry, inputs);
    let outputs: Vec<ValueId> =
        results.iter().map(|ty| body.add_argument(entry, memory(*ty))).collect();
    let types: Vec<Type> =
        body.arguments(entry).iter().map(|argument| body.ty(*argument)).collect();
    let ty = ctx.type_attr(ctx.function_type(&types, &[]));
    body.set_attr(root, Ident::FUNCTION_TYPE, ty);
    describe_results(body, inputs.len(), &outputs);
    outputs
}

/// Sets the attributes of the parameters for results: nothing else refers to the memory that a
/// caller passes, and it is aligned like memory allocated here.
fn describe_results(body: &mut Body, inputs: usize, outputs: &[ValueId]) {
    let (ctx, root) = (body.context().clone(), body.root());
    let mut attributes = vec![ctx.dictionary_attr(&[]); inputs];
    for &output in outputs {
        let noalias = (ctx.ident("llvm.noalias"), Attribute::UNIT);
        let aligned =
            alignment(&ctx, body.ty(output)).map(|bytes| (ctx.ident("llvm.align"), bytes));
        attributes
            .push(ctx.dictionary_attr(&aligned.into_iter().chain([noalias]).collect::<Vec<_>>()));
    }
    if !outputs.is_empty() {
        let attributes = ctx.array_attr(&attributes);
        body.set_attr(root, Ident::ARG_ATTRS, attributes);
    }
}

/// Stores the returned values in the memory for them. A value that was computed in memory of its
/// own is computed there instead; others are copied.
pub(super) fn return_in_memory(body: &mut Body, outputs: &[ValueId]) {
    let region = body.regions(body.root()).first().copied();
    let entry = region.and_then(|region| body.entry_block(region));
    let end = entry
        .and_then(|entry| body.terminator(entry))
        .filter(|end| standard::ReturnOp::is(body, *end));
    let Some(end) = end else { return };
    let returned = body.operand_list(end);
    if outputs.is_empty() || returned.len() != outputs.len() {
        return;
    }
    body.set_operands(end, &[]);
    // Copies first, while the sources are still in their own memory.
    let mut own = Vec::new();
    for (index, (&value, &output)) in returned.iter().zip(outputs).enumerate() {
        match AllocOp::defining(body, value) {
            Some(alloc) if !returned[..index].contains(&value) => own.push((alloc, value, output)),
            _ => copy_at_end(body, end, value, output),
        }
    }
    for (alloc, value, output) in own {
        let frees: Vec<OpId> =
            body.users(value).filter(|user| DeallocOp::is(body, *user)).collect();
        body.erase_ops(frees);
        body.replace_all_uses(value, output);
        body.erase_op(alloc.id());
    }
}
