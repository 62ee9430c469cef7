//! Barriers, shuffles, and reductions of subgroups, which are warps.

use super::Converted;
use crate::{AllReduceOperation, BarrierOp, ShuffleMode, ShuffleOp, SubgroupReduceOp};
use mlir_lite::dialects::llvm::{ExtractValueOp, struct_type};
use mlir_lite::dialects::nvvm::{Barrier0Op, ShflKind, ShflOp};
use mlir_lite::dialects::standard::edsc::{Edsc, Expr, edsc};
use mlir_lite::dialects::standard::{
    AddFOp, AddIOp, AndOp, BitcastOp, MaxNumFOp, MaxSIOp, MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp,
    MinUIOp, MinimumFOp, MulFOp, MulIOp, OrOp, ShiftLeftOp, ShiftRightUnsignedOp, TruncIOp, XOrOp,
    ZExtIOp,
};
use mlir_lite::interpreter::SUBGROUP_SIZE;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

/// Converts what threads of a function do together.
pub(super) fn convert(body: &mut Body) -> Converted {
    for op in body.own_ops() {
        let location = body.location(op);
        if BarrierOp::is(body, op) {
            let mut b = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
            Barrier0Op::create(&mut b);
            body.erase_op(op);
        } else if let Some(shuffle) = ShuffleOp::cast(body, op) {
            shuffle_op(body, shuffle)?;
        } else if let Some(reduce) = SubgroupReduceOp::cast(body, op) {
            subgroup_reduce(body, reduce)?;
        }
    }
    match body.own_ops().into_iter().find(|op| is_left(body, *op)) {
        None => Ok(()),
        Some(op) => {
            let op = body.op(op);
            let message = format!("`{}` is not converted to nvvm", op.info().name());
            Err(Box::new(op.error(message)))
        }
    }
}

/// Whether an op of gpu is left, other than the end of a function.
fn is_left(body: &Body, op: OpId) -> bool {
    op != body.root() && body.info(op).namespace() == "gpu" && !crate::ReturnOp::is(body, op)
}

/// The parts of a shuffle that its lanes have in common.
struct Exchange<'e> {
    /// The bits of the threads that exchange values.
    threads: Expr<'e>,
    offset: Expr<'e>,
    clamp: Expr<'e>,
    kind: ShflKind,
}

fn shuffle_op(body: &mut Body, op: ShuffleOp) -> Converted {
    let view = op.on(body);
    let (value, offset, width) = (view.value().id(), view.offset().id(), view.width().id());
    let kind = match view.mode() {
        ShuffleMode::Xor => ShflKind::Bfly,
        ShuffleMode::Down => ShflKind::Down,
        ShuffleMode::Up => ShflKind::Up,
        ShuffleMode::Idx => ShflKind::Idx,
    };
    let (result, valid) = (op.shuffle_result(body), op.valid(body));
    let is_asked = body.users(valid).next().is_some();
    let location = body.location(op.id());
    let fits = lanes_of(body, value, location);
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(op.id())).at(location);
    let (new, new_valid) = edsc(&mut b, |e| {
        let [value, offset, width] = [value, offset, width].map(|value| e.expr(value));
        let lanes = e.integer(SUBGROUP_SIZE as i64, Type::I32);
        let rest = lanes - width;
        let all = e.integer(-1, Type::I32);
        let threads = e.op::<ShiftRightUnsignedOp>([all, rest]);
        // The first thread of the segment that counts, or the last one.
        let clamp = if kind == ShflKind::Up { rest } else { width - e.integer(1, Type::I32) };
        let exchange = Exchange { threads, offset, clamp, kind };
        let (value, valid) = exchanged(e, &exchange, value, is_asked);
        (value.id(), valid.map(Expr::id))
    });
    fits?;
    body.replace_all_uses(result, new);
    if let Some(new) = new_valid {
        body.replace_all_uses(valid, new);
    }
    body.erase_op(op.id());
    Ok(())
}

/// Checks that values of this type can be exchanged in parts of 32 bits.
fn lanes_of(body: &Body, value: ValueId, location: Location) -> Converted {
    let ty = body.ty(value);
    match ty {
        Type::I32 | Type::F32 | Type::I64 | Type::F64 => Ok(()),
        _ => {
            let ctx = body.context();
            let message = format!(
                "threads exchange numbers of 32 or 64 bits on these processors, found '{}'",
                mlir_lite::text::print_type(ctx, ty)
            );
            Err(Box::new(Diagnostic::error(location.to_position(ctx), message)))
        }
    }
}

/// The value of another thread, and whether there is such a thread, if that is asked.
fn exchanged<'e>(
    e: Edsc<'e>,
    exchange: &Exchange<'e>,
    value: Expr<'e>,
    is_asked: bool,
) -> (Expr<'e>, Option<Expr<'e>>) {
    let ty = value.ty();
    match ty {
        Type::F64 => {
            let (bits, valid) = exchanged(e, exchange, value.to::<BitcastOp>(Type::I64), is_asked);
            (bits.to::<BitcastOp>(Type::F64), valid)
        }
        Type::I64 => {
            let half = e.integer(32, Type::I64);
            let upper = e.op::<ShiftRightUnsignedOp>([value, half]).to::<TruncIOp>(Type::I32);
            let (lower, valid) = exchanged(e, exchange, value.to::<TruncIOp>(Type::I32), is_asked);
            let (upper, _) = exchanged(e, exchange, upper, false);
            let [lower, upper] = [lower, upper].map(|part| part.to::<ZExtIOp>(Type::I64));
            (lower | e.op::<ShiftLeftOp>([upper, half]), valid)
        }
        _ => {
            let Exchange { threads, offset, clamp, kind } = *exchange;
            let ids = [threads, value, offset, clamp].map(Expr::id);
            if !is_asked {
                let new =
                    e.value(|b| ShflOp::create(b, ids[0], ids[1], ids[2], ids[3], kind, None, ty));
                return (new, None);
            }
            let both = struct_type(&e.context(), &[ty, Type::I1]);
            let unit = Some(Attribute::UNIT);
            let new =
                e.value(|b| ShflOp::create(b, ids[0], ids[1], ids[2], ids[3], kind, unit, both));
            let part = |index: i64, ty: Type| {
                e.value(|b| {
                    let position = b.context().i64_array_attr(&[index]);
                    ExtractValueOp::create(b, position, new.id(), ty)
                })
            };
            (part(0, ty), Some(part(1, Type::I1)))
        }
    }
}

/// A reduction of a whole subgroup, or of clusters of neighbours in it, by shuffles.
fn subgroup_reduce(body: &mut Body, op: SubgroupReduceOp) -> Converted {
    let view = op.on(body);
    let (value, operation) = (view.value().id(), view.operation());
    let ctx = body.context();
    let size = view.cluster_size().and_then(|size| size.as_i64(ctx));
    let size = size.unwrap_or(SUBGROUP_SIZE as i64);
    let stride = view.cluster_stride().expect_i64(ctx);
    let location = body.location(op.id());
    lanes_of(body, value, location)?;
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(op.id())).at(location);
    let new = edsc(&mut b, |e| {
        let mut value = e.expr(value);
        let all = e.integer(-1, Type::I32);
        let clamp = e.integer(SUBGROUP_SIZE as i64 - 1, Type::I32);
        let mut distance = 1;
        while distance < size {
            let offset = e.integer(distance * stride, Type::I32);
            let exchange = Exchange { threads: all, offset, clamp, kind: ShflKind::Bfly };
            let (other, _) = exchanged(e, &exchange, value, false);
            value = combined(e, operation, [value, other]);
            distance *= 2;
        }
        value.id()
    });
    let result = op.result(body);
    body.replace_all_uses(result, new);
    body.erase_op(op.id());
    Ok(())
}

fn combined<'e>(e: Edsc<'e>, operation: AllReduceOperation, values: [Expr<'e>; 2]) -> Expr<'e> {
    let is_float = values[0].is_float();
    match operation {
        AllReduceOperation::Add if is_float => e.op::<AddFOp>(values),
        AllReduceOperation::Add => e.op::<AddIOp>(values),
        AllReduceOperation::Mul if is_float => e.op::<MulFOp>(values),
        AllReduceOperation::Mul => e.op::<MulIOp>(values),
        AllReduceOperation::MinUI => e.op::<MinUIOp>(values),
        AllReduceOperation::MinSI => e.op::<MinSIOp>(values),
        AllReduceOperation::MinNumF => e.op::<MinNumFOp>(values),
        AllReduceOperation::MaxUI => e.op::<MaxUIOp>(values),
        AllReduceOperation::MaxSI => e.op::<MaxSIOp>(values),
        AllReduceOperation::MaxNumF => e.op::<MaxNumFOp>(values),
        AllReduceOperation::And => e.op::<AndOp>(values),
        AllReduceOperation::Or => e.op::<OrOp>(values),
        AllReduceOperation::Xor => e.op::<XOrOp>(values),
        AllReduceOperation::MinimumF => e.op::<MinimumFOp>(values),
        AllReduceOperation::MaximumF => e.op::<MaximumFOp>(values),
    }
}
