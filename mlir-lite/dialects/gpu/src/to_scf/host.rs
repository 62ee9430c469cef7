//! Memory of the device becomes memory of the host, and all is done at once.

use crate::{
    AllocOp, DeallocOp, HostRegisterOp, HostUnregisterOp, MemcpyOp, MemsetOp, SetDefaultDeviceOp,
    WaitOp,
};
use mlir_lite::dialects::scf::{ForOp, YieldOp};
use mlir_lite::dialects::standard::{self, ConstantOp, DimOp, StoreOp};
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
        fill(b, memory, value);
    }
    if let Some(token) = token {
        forget_token(body, token);
    }
    body.erase_op(op);
}

/// Sets all elements of a memory, by loops.
fn fill(b: &mut BodyBuilder<'_>, memory: ValueId, value: ValueId) {
    let rank = b.body().ty(memory).shape(b.body().context()).map_or(0, <[i64]>::len);
    let (zero, one) = (ConstantOp::index(b, 0), ConstantOp::index(b, 1));
    let mut at = Vec::new();
    for dimension in 0..rank {
        let dimension = ConstantOp::index(b, dimension as i64);
        let size = DimOp::create(b, memory, dimension);
        let (_, inner) = ForOp::with_body(b, [zero, size, one], &[]);
        at.push(b.body().arguments(inner)[0]);
        b.set_insertion_point(InsertionPoint::End(inner));
        let end = YieldOp::create(b, &[]);
        b.set_insertion_point(InsertionPoint::Before(end.id()));
    }
    StoreOp::create(b, value, memory, &at);
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
