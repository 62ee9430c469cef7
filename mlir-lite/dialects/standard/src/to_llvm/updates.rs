//! Copies of memrefs, and updates of elements in one step.

use super::descriptor::{MemRefDescriptor, extract};
use super::memory::{NO_DESCRIPTOR, element_address};
use super::numbers::Number;
use mlir_lite::conversion::structured::may_have_blocks;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm::{AtomicBinOp, AtomicOrdering};
use mlir_lite::dialects::{llvm, standard};
use mlir_lite::ir::builder::at;
use mlir_lite::ir::{InsertionPoint, Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::scalar::CmpIPredicate;
use mlir_lite::types::Type;

type Rewriter<'r> = ConversionPatternRewriter<'r>;

pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<standard::CopyOp>("copy-to-llvm", 1, copy);
    patterns.add::<standard::AtomicRmwOp>("atomic-rmw-to-llvm", 1, atomic_rmw);
    patterns.add::<standard::GenericAtomicRmwOp>(
        "generic-atomic-rmw-to-llvm",
        1,
        generic_atomic_rmw,
    );
}

/// Why an update stays.
const NOT_ATOMIC: &str = "only floats and integers of 8, 16, 32 and 64 bits are updated at once";

/// One loop over all elements, whatever the layouts: the subscripts are the
/// digits of the element's number.
fn copy(op: standard::CopyOp, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> MatchResult {
    may_have_blocks(rewriter.body(), op.id())?;
    let location = rewriter.body().location(op.id());
    let body = rewriter.body();
    let (source, target) = (body.ty(op.source(body)), body.ty(op.target(body)));
    let ctx = rewriter.context().clone();
    let (Some(shape), Some(_)) = (source.shape(&ctx), target.shape(&ctx)) else {
        return Err("the number of dimensions must be known".into());
    };
    let element = source.element_type(&ctx).ok_or(NO_DESCRIPTOR)?;
    let element = rewriter.convert_type(element)?;
    let descriptor = MemRefDescriptor::new(operands[0], source);
    let mut sizes = Vec::new();
    let mut count = Number::Known(1);
    for dim in 0..shape.len() {
        let size = descriptor.size(rewriter, location, dim).ok_or(NO_DESCRIPTOR)?;
        sizes.push(size);
        count = count.times(Number::Value(size), rewriter, location);
    }
    let count = count.value(rewriter, location);
    let zero = Number::Known(0).value(rewriter, location);

    let (before, after) = rewriter.split_block(op.id());
    let decide = rewriter.create_block_before(after, &[Type::I64]);
    let body_block = rewriter.create_block_before(after, &[]);
    let number = rewriter.body().arguments(decide)[0];
    at(rewriter, InsertionPoint::End(before), |rewriter| {
        llvm::BrOp::build(rewriter, location, (decide, &[zero]));
    });
    at(rewriter, InsertionPoint::End(decide), |rewriter| {
        let predicate = CmpIPredicate::Slt;
        let below = llvm::ICmpOp::build(rewriter, location, predicate, number, count, Type::I1);
        let below = below.result(rewriter.body());
        llvm::CondBrOp::of(rewriter, location, below, (body_block, &[]), (after, &[]));
    });
    at(rewriter, InsertionPoint::End(body_block), |rewriter| -> MatchResult {
        let mut rest = number;
        let mut subscripts = Vec::new();
        for (dim, &size) in sizes.iter().enumerate().rev() {
            if dim == 0 {
                subscripts.push(rest);
                break;
            }
            let digit = llvm::URemOp::build(rewriter, location, rest, size).result(rewriter.body());
            subscripts.push(digit);
            rest =
                llvm::UDivOp::build(rewriter, location, rest, size, None).result(rewriter.body());
        }
        subscripts.reverse();
        let from = element_address(rewriter, location, source, operands[0], &subscripts)?;
        let to = element_address(rewriter, location, target, operands[1], &subscripts)?;
        let value = llvm::LoadOp::plain(rewriter, location, from, element).res(rewriter.body());
        llvm::StoreOp::plain(rewriter, location, value, to);
        let one = Number::Known(1).value(rewriter, location);
        let next =
            llvm::AddOp::build(rewriter, location, number, one, None).result(rewriter.body());
        llvm::BrOp::build(rewriter, location, (decide, &[next]));
        Ok(())
    })?;
    rewriter.erase_op(op.id());
    Ok(())
}

/// The instruction's operation for one of std's.
fn instruction(kind: &str) -> Option<AtomicBinOp> {
    Some(match kind {
        "addf" => AtomicBinOp::FAdd,
        "addi" => AtomicBinOp::Add,
        "andi" => AtomicBinOp::And,
        "assign" => AtomicBinOp::Xchg,
        "maximumf" => AtomicBinOp::FMaximum,
        "maxnumf" => AtomicBinOp::FMax,
        "maxs" => AtomicBinOp::Max,
        "maxu" => AtomicBinOp::UMax,
        "minimumf" => AtomicBinOp::FMinimum,
        "minnumf" => AtomicBinOp::FMin,
        "mins" => AtomicBinOp::Min,
        "minu" => AtomicBinOp::UMin,
        "ori" => AtomicBinOp::Or,
        "xori" => AtomicBinOp::Xor,
        _ => return None,
    })
}

fn atomic_rmw(
    op: standard::AtomicRmwOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op.id());
    let ctx = rewriter.context().clone();
    let kind = op.kind(rewriter.body()).as_i64(&ctx).and_then(|kind| usize::try_from(kind).ok());
    let kind = *kind
        .and_then(|kind| standard::ATOMIC_KINDS.get(kind))
        .ok_or("the operation is unknown")?;
    let memref = rewriter.body().ty(op.memref(rewriter.body()));
    let (value, ty) = (operands[0], rewriter.body().ty(operands[0]));
    let Some(operation) = instruction(kind) else {
        let is_float = ty.is_float(&ctx);
        let indices = &operands[2..];
        return update(op.id(), memref, operands[1], indices, rewriter, |rewriter, old| {
            Ok(if is_float {
                llvm::FMulOp::build(rewriter, location, old, value, None).result(rewriter.body())
            } else {
                llvm::MulOp::build(rewriter, location, old, value, None).result(rewriter.body())
            })
        });
    };
    if !llvm::is_updated_atomically(&ctx, operation, ty) {
        return Err(NOT_ATOMIC.into());
    }
    let address = element_address(rewriter, location, memref, operands[1], &operands[2..])?;
    let ordering = AtomicOrdering::AcqRel;
    rewriter.replace_op_with(op.id(), |b| {
        llvm::AtomicRmwOp::build(
            b, location, operation, address, value, ordering, None, None, None, ty,
        )
    });
    Ok(())
}

fn generic_atomic_rmw(
    op: standard::GenericAtomicRmwOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let memref = body.ty(op.memref(body));
    let block = body.entry_block(op.body(body)).ok_or("the update has no body")?;
    let end = body.last_op(block).ok_or("the update has no end")?;
    update(op.id(), memref, operands[0], &operands[1..], rewriter, |rewriter, old| {
        // Before the place where the exchange is built.
        let InsertionPoint::End(into) = rewriter.insertion_point() else {
            return Err("the update is built at a block's end".into());
        };
        let location = rewriter.body().location(end);
        let new = rewriter.body().operand(end, 0);
        rewriter.merge_blocks(block, into, &[old]);
        let new = rewriter.remapped(new, location)?;
        rewriter.erase_op(end);
        Ok(new)
    })
}

/// Reads an element, and exchanges it for what `compute` makes of it, until
/// nobody has written in between. The result is what was there.
fn update(
    op: OpId,
    memref: Type,
    descriptor: ValueId,
    indices: &[ValueId],
    rewriter: &mut Rewriter<'_>,
    compute: impl FnOnce(&mut Rewriter<'_>, ValueId) -> Result<ValueId, MatchFailure>,
) -> MatchResult {
    may_have_blocks(rewriter.body(), op)?;
    let location = rewriter.body().location(op);
    let ctx = rewriter.context().clone();
    let element = memref.element_type(&ctx).ok_or(NO_DESCRIPTOR)?;
    let element = rewriter.convert_type(element)?;
    let bits = if element.is_float(&ctx) {
        ctx.integer_type(element.bit_width(&ctx).ok_or("the element has no width")?)
    } else {
        element
    };
    if !llvm::is_exchanged_atomically(&ctx, bits) {
        return Err(NOT_ATOMIC.into());
    }
    let address = element_address(rewriter, location, memref, descriptor, indices)?;
    let first = llvm::LoadOp::plain(rewriter, location, address, bits).res(rewriter.body());
    let (before, after) = rewriter.split_block(op);
    let try_block = rewriter.create_block_before(after, &[bits]);
    let expected = rewriter.body().arguments(try_block)[0];
    at(rewriter, InsertionPoint::End(before), |rewriter| {
        llvm::BrOp::build(rewriter, location, (try_block, &[first]));
    });
    let found =
        at(rewriter, InsertionPoint::End(try_block), |rewriter| -> Result<_, MatchFailure> {
            let old = cast(rewriter, location, expected, element);
            let new = compute(rewriter, old)?;
            let new = cast(rewriter, location, new, bits);
            let (success, failure) = (AtomicOrdering::AcqRel, AtomicOrdering::Monotonic);
            let pair = llvm::struct_type(&ctx, &[bits, Type::I1]);
            let exchange = llvm::CmpXchgOp::build(
                rewriter, location, address, expected, new, success, failure, None, None, None,
                None, pair,
            );
            let exchange = exchange.res(rewriter.body());
            let found =
                extract(rewriter, location, exchange, &[0]).ok_or("the exchange gives a pair")?;
            let done =
                extract(rewriter, location, exchange, &[1]).ok_or("the exchange gives a pair")?;
            let result = cast(rewriter, location, found, element);
            llvm::CondBrOp::of(rewriter, location, done, (after, &[]), (try_block, &[found]));
            Ok(result)
        })?;
    rewriter.replace_op(op, &[found]);
    Ok(())
}

/// The same bits as another type.
fn cast(rewriter: &mut Rewriter<'_>, location: Location, value: ValueId, ty: Type) -> ValueId {
    if rewriter.body().ty(value) == ty {
        return value;
    }
    let op = rewriter.create_simple::<llvm::BitcastOp>(location, &[value], &[ty]);
    rewriter.body().result(op.id(), 0)
}
