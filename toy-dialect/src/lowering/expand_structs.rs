//! Replaces structs in the signatures of functions by their tensors.
//!
//! Within a function, structs fold away: each access is to a struct that was created there. A
//! struct that is passed or returned has to be taken apart and rebuilt: a parameter becomes a
//! parameter for each tensor in the struct, and so do results.

use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use crate::ops::struct_tensors::{construct, unpack};
use crate::ops::{GenericCallOp, ReturnOp};
use crate::types::{StructType, tensors};

/// Replace structs by their elements.
#[pass(name = "toy-expand-structs")]
pub struct ExpandStructsPass;

impl RunPass for ExpandStructsPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if !body.as_op().is::<FuncOp>() {
            return Ok(());
        }
        expand_parameters(body);
        for op in body.own_ops() {
            if let Some(call) = GenericCallOp::cast(body, op) {
                expand_call(body, call);
            } else if ReturnOp::is(body, op) {
                expand_operands(body, op);
            }
        }
        set_function_type(body);
        Ok(())
    }
}

fn is_struct(body: &Body, value: ValueId) -> bool {
    StructType::elements(body.context(), body.ty(value)).is_some()
}

fn expand_parameters(body: &mut Body) {
    let region = body.regions(body.root()).first().copied();
    let Some(entry) = region.and_then(|region| body.entry_block(region)) else { return };
    let location = body.location(body.root());
    for index in (0..body.arguments(entry).len()).rev() {
        let argument = body.arguments(entry)[index];
        if !is_struct(body, argument) {
            continue;
        }
        let ctx = body.context().clone();
        let ty = body.ty(argument);
        let types = tensors(&ctx, ty);
        let parts: Vec<ValueId> = types
            .into_iter()
            .enumerate()
            .map(|(offset, ty)| body.insert_argument(entry, index + 1 + offset, ty))
            .collect();
        let mut builder = BodyBuilder::new(body, InsertionPoint::Start(entry)).at(location);
        if let Some(value) = construct(&mut builder, location, ty, &mut parts.into_iter()) {
            body.replace_all_uses(argument, value);
            body.erase_argument(entry, index);
        }
    }
}

fn expand_operands(body: &mut Body, op: OpId) {
    if !body.operands(op).any(|operand| is_struct(body, operand)) {
        return;
    }
    let (operands, location) = (body.operand_list(op), body.location(op));
    let mut found = Vec::new();
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
    for operand in operands {
        unpack(&mut builder, location, operand, &mut found);
    }
    body.set_operands(op, &found);
}

fn expand_call(body: &mut Body, call: GenericCallOp) {
    expand_operands(body, call.id());
    let results: Vec<ValueId> = body.results(call.id()).collect();
    if !results.iter().any(|result| is_struct(body, *result)) {
        return;
    }
    let (ctx, location) = (body.context().clone(), body.location(call.id()));
    let types: Vec<Type> =
        results.iter().flat_map(|result| tensors(&ctx, body.ty(*result))).collect();
    let (callee, inputs) = (call.callee(body), call.inputs(body));
    let is_pure = call.on(body).is_pure();
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(call.id()));
    let new = GenericCallOp::build(&mut builder, location, callee, &inputs, &types);
    let parts: Vec<ValueId> = builder.body().results(new.id()).collect();
    let mut parts = parts.into_iter();
    for result in results {
        let ty = builder.body().ty(result);
        if let Some(value) = construct(&mut builder, location, ty, &mut parts) {
            builder.body_mut().replace_all_uses(result, value);
        }
    }
    if is_pure {
        new.mark_pure(body);
    }
    body.erase_op(call.id());
}

fn set_function_type(body: &mut Body) {
    let (ctx, root) = (body.context().clone(), body.root());
    let region = body.regions(root).first().copied();
    let Some(entry) = region.and_then(|region| body.entry_block(region)) else { return };
    let inputs: Vec<Type> =
        body.arguments(entry).iter().map(|argument| body.ty(*argument)).collect();
    let declared = body.attr(root, Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(&ctx));
    let Some((_, results)) = declared.and_then(|ty| ty.as_function(&ctx)) else { return };
    let results: Vec<Type> = results.iter().flat_map(|ty| tensors(&ctx, *ty)).collect();
    let ty = ctx.type_attr(ctx.function_type(&inputs, &results));
    body.set_attr(root, Ident::FUNCTION_TYPE, ty);
}
