//! Memory of the device becomes memory of the host, and all is done at once.

use crate::{
    AllocOp, DeallocOp, HostRegisterOp, HostUnregisterOp, MemcpyOp, MemsetOp, SetDefaultDeviceOp,
    WaitOp,
};
use mlir_lite::dialects::scf::edsc::ScfEdsc;
use mlir_lite::dialects::standard;
use mlir_lite::dialects::standard::edsc::edsc;
use mlir_lite::ir::prelude::*;

/// Replaces the ops of the host.
pub(super) fn convert_host_ops(body: &mut Body) {
    for op in body.own_ops_post_order() {
        if is_of_host(body, op) {
            convert(body, op);
        }
    }
}

fn is_of_host(body: &Body, op: OpId) -> bool {
    AllocOp::is(body, op)
        || DeallocOp::is(body, op)
        || MemcpyOp::is(body, op)
        || MemsetOp::is(body, op)
        || WaitOp::is(body, op)
        || HostRegisterOp::is(body, op)
        || HostUnregisterOp::is(body, op)
        || SetDefaultDeviceOp::is(body, op)
}

fn convert(body: &mut Body, op: OpId) {
    let location = body.location(op);
    let token = match body.op(op).cast::<AllocOp>() {
        Some(alloc) => alloc.async_token().map(|token| token.id()),
        None => body.results(op).next(),
    };
    let (alloc, dealloc) = (AllocOp::cast(body, op), DeallocOp::cast(body, op));
    let (copy, set) = (MemcpyOp::cast(body, op), MemsetOp::cast(body, op));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
    let b = &mut builder;
    if let Some(alloc) = alloc {
        let (sizes, old) = (alloc.dynamic_sizes(b.body()), alloc.memref(b.body()));
        let (symbols, ty) = (alloc.symbol_operands(b.body()), b.body().ty(old));
        let new = standard::AllocOp::create(b, &sizes, &symbols, None, ty);
        body.replace_all_uses(old, new);
    } else if let Some(dealloc) = dealloc {
        let memory = dealloc.memref(b.body());
        standard::DeallocOp::create(b, memory);
    } else if let Some(copy) = copy {
        let (from, to) = (copy.src(b.body()), copy.dst(b.body()));
        standard::CopyOp::create(b, from, to);
    } else if let Some(set) = set {
        let (memory, value) = (set.dst(b.body()), set.value(b.body()));
        edsc(b, |e| {
            let memory = e.expr(memory);
            e.for_elements(memory, |at| memory.at(at).set(e.expr(value)));
        });
    }
    if let Some(token) = token {
        forget_token(body, token);
    }
    body.erase_op(op);
}

/// Lets no op wait for a token any more: its work is done before.
pub(super) fn forget_token(body: &mut Body, token: ValueId) {
    for user in body.users(token).collect::<Vec<_>>() {
        let ctx = body.context().clone();
        let kept: Vec<ValueId> = body.operands(user).filter(|&it| it != token).collect();
        let removed = body.num_operands(user) - kept.len();
        if body.info(user).namespace() != "gpu" {
            continue;
        }
        body.set_operands(user, &kept);
        let name = ctx.ident("operandSegmentSizes");
        let segments = body.attr(user, name).and_then(|it| it.as_i64_array(&ctx));
        if let Some(segments) = segments {
            let mut segments: Vec<i32> = segments.iter().map(|&size| size as i32).collect();
            segments[0] -= removed as i32;
            body.set_attr(user, name, ctx.i32_array_attr(&segments));
        }
    }
}
