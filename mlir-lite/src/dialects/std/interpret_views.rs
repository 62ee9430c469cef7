//! What std's ops on places in memory do, for the interpreter: views, copies, atomic updates.

use super::places::ATOMIC_KINDS;
use super::*;
use crate::interpreter::{EvaluatorTable, Flow, Machine, MemRef, Trap, Value, combine, size_of};
use crate::ir::prelude::*;
use crate::types::{DYNAMIC, TypeKind};
use std::sync::Arc;

pub(super) const EVALUATORS: &EvaluatorTable = &[
    (&[SubViewOp::NAME], subview),
    (&[MemrefReinterpretCastOp::NAME], reinterpret_cast),
    (&[ViewOp::NAME], view),
    (&[TransposeOp::NAME], transpose),
    (&[MemrefReshapeOp::NAME], reshape),
    (&[CopyOp::NAME], copy),
    (&[AssumeAlignmentOp::NAME], assume_alignment),
    (&[PrefetchOp::NAME], |_, _| Ok(Flow::Next)),
    (&[AtomicRmwOp::NAME], atomic_rmw),
    (&[GenericAtomicRmwOp::NAME], generic_atomic_rmw),
    (&[AtomicYieldOp::NAME], |m, op| Ok(Flow::Yield(m.operands(op)))),
];

fn malformed() -> Trap {
    Trap::new("cannot be interpreted: the op is malformed")
}

fn set(m: &mut Machine<'_>, op: OpRef<'_>, memref: MemRef) -> Flow {
    m.set(op, 0, Value::MemRef(Arc::new(memref)));
    Flow::Next
}

/// The offsets, sizes and strides of an op on a part, whose dynamic ones are the operand groups from `group` on.
pub(super) fn part(m: &Machine<'_>, op: OpRef<'_>, group: usize) -> Result<[SmallVec<[i64; 4]>; 3], Trap> {
    let mut lists: [SmallVec<[i64; 4]>; 3] = Default::default();
    let names = ["static_offsets", "static_sizes", "static_strides"];
    for (i, (list, name)) in lists.iter_mut().zip(names).enumerate() {
        let operands = op.body().operand_group(op.id(), group + i).map(|position| op.operand(position));
        let mut dynamic = m.indices(operands)?.into_iter();
        let numbers = op.attr_named(name).and_then(|numbers| numbers.as_i64_array(m.context()));
        for number in numbers.ok_or_else(malformed)? {
            list.push(if number == DYNAMIC { dynamic.next().ok_or_else(malformed)? } else { number });
        }
    }
    Ok(lists)
}

/// Says that a part is not within sizes.
pub(super) fn check_part(whole: &[i64], offsets: &[i64], sizes: &[i64], strides: &[i64]) -> Result<(), Trap> {
    for (dimension, &bound) in whole.iter().enumerate() {
        let (offset, size, stride) = (offsets[dimension], sizes[dimension], strides[dimension]);
        if size < 0 {
            return Err(Trap::new(format!("takes a part of a negative size, {size}")));
        }
        let last = size.checked_sub(1).and_then(|n| n.checked_mul(stride)?.checked_add(offset));
        let is_within = |at: i64| (0..bound).contains(&at);
        if size > 0 && !(is_within(offset) && last.is_some_and(is_within)) {
            return Err(Trap::new(format!(
                "takes a part out of bounds: {size} elements from {offset} in steps of {stride} of dimension \
                 {dimension}, whose size is {bound}"
            )));
        }
    }
    Ok(())
}

/// Which dimensions of a part of these sizes are left in a type of this shape: sizes of 1 may be left out.
pub(super) fn kept_dimensions(sizes: &[i64], shape: &[i64]) -> SmallVec<[usize; 4]> {
    let mut kept = SmallVec::new();
    let mut dropped = sizes.len() - shape.len().min(sizes.len());
    for (dimension, &size) in sizes.iter().enumerate() {
        let wanted = shape.get(kept.len()).copied();
        let may_stay = wanted.is_some_and(|wanted| wanted == DYNAMIC || wanted == size);
        // An open size takes a 1 only if nothing has to be left out any more.
        let stays = may_stay && (dropped == 0 || size != 1 || wanted == Some(1));
        if stays {
            kept.push(dimension);
        } else {
            dropped = dropped.saturating_sub(1);
        }
    }
    kept
}

fn subview(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let [offsets, sizes, strides] = part(m, op, 1)?;
    let source = m.get(op.operand(0));
    let source = source.as_memref()?;
    if [&offsets, &sizes, &strides].iter().any(|list| list.len() != source.sizes.len()) {
        return Err(malformed());
    }
    check_part(&source.sizes, &offsets, &sizes, &strides)?;
    let shape = op.body().ty(op.result(0)).shape(m.context()).ok_or_else(malformed)?;
    let kept = kept_dimensions(&sizes, shape);
    let moved = offsets.iter().zip(&source.strides).map(|(offset, stride)| offset.wrapping_mul(*stride));
    let memref = MemRef {
        offset: moved.fold(source.offset, i64::wrapping_add),
        sizes: kept.iter().map(|&dimension| sizes[dimension]).collect(),
        strides: kept.iter().map(|&d| source.strides[d].wrapping_mul(strides[d])).collect(),
        ..MemRef::clone(source)
    };
    Ok(set(m, op, memref))
}

fn reinterpret_cast(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let [offsets, sizes, strides] = part(m, op, 1)?;
    let source = m.get(op.operand(0));
    let offset = offsets.first().copied().ok_or_else(malformed)?;
    let memref = MemRef { offset, sizes, strides, ..MemRef::clone(source.as_memref()?) };
    Ok(set(m, op, memref))
}

/// Strides without gaps.
fn row_major(sizes: &[i64]) -> SmallVec<[i64; 4]> {
    let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(1, sizes.len());
    for dimension in (1..sizes.len()).rev() {
        strides[dimension - 1] = strides[dimension].wrapping_mul(sizes[dimension]);
    }
    strides
}

fn view(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let source = m.get(op.operand(0));
    let source = source.as_memref()?;
    let shift = m.get(op.operand(1)).as_index()?;
    let mut dynamic = m.indices(op.operands().skip(2))?.into_iter();
    let ctx = m.context().clone();
    let TypeKind::MemRef { shape, element, .. } = op.body().ty(op.result(0)).kind(&ctx) else {
        return Err(malformed());
    };
    let mut sizes = SmallVec::<[i64; 4]>::new();
    for &size in shape.iter() {
        sizes.push(if size == DYNAMIC { dynamic.next().ok_or_else(malformed)? } else { size });
    }
    let bytes =
        sizes.iter().try_fold(size_of(&ctx, *element)? as i64, |bytes, size| bytes.checked_mul(*size));
    let available = source.sizes.first().copied().unwrap_or(0);
    let end = bytes.and_then(|bytes| bytes.checked_add(shift));
    if shift < 0 || end.is_none_or(|end| end > available) {
        return Err(Trap::new(format!("views memory out of bounds: from byte {shift} of {available}")));
    }
    let memref = MemRef {
        aligned: source.aligned.wrapping_add_signed(shift),
        offset: 0,
        strides: row_major(&sizes),
        sizes,
        element: *element,
        ..MemRef::clone(source)
    };
    Ok(set(m, op, memref))
}

fn transpose(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let source = m.get(op.operand(0));
    let source = source.as_memref()?;
    let ctx = m.context();
    let map = op.attr_named("permutation").and_then(|map| map.as_affine_map(ctx)).ok_or_else(malformed)?;
    let places: SmallVec<[i64; 4]> = (0..source.sizes.len() as i64).collect();
    let order = map.results(ctx).iter().map(|result| {
        usize::try_from(result.evaluate(ctx, &places, &[])?).ok().filter(|&at| at < places.len())
    });
    let order: SmallVec<[usize; 4]> = order.collect::<Option<_>>().ok_or_else(malformed)?;
    let memref = MemRef {
        sizes: order.iter().map(|&dimension| source.sizes[dimension]).collect(),
        strides: order.iter().map(|&dimension| source.strides[dimension]).collect(),
        ..MemRef::clone(source)
    };
    Ok(set(m, op, memref))
}

fn reshape(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let source = m.get(op.operand(0));
    let source = source.as_memref()?;
    let shape = m.get(op.operand(1));
    let shape = shape.as_memref()?;
    let sizes = shape.positions().map(|position| m.load_element(shape, &position)?.as_index());
    let sizes: SmallVec<[i64; 4]> = sizes.collect::<Result<_, _>>()?;
    let said = op.result_types().next().and_then(|ty| ty.shape(op.context()));
    let is_of = |said: &[i64]| said.iter().zip(&sizes).all(|(&said, &size)| said == size || said == DYNAMIC);
    if !said.is_none_or(is_of) {
        return Err(Trap::new(format!("gives the sizes {:?} to a type that has others", &sizes[..])));
    }
    let count = |sizes: &[i64]| sizes.iter().fold(1i64, |count, &size| count.saturating_mul(size));
    let (had, has) = (count(&source.sizes), count(&sizes));
    if had != has {
        return Err(Trap::new(format!("gives {had} elements a shape of {has}")));
    }
    let memref = MemRef { strides: row_major(&sizes), sizes, ..MemRef::clone(source) };
    Ok(set(m, op, memref))
}

fn copy(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let [source, target] = [0, 1].map(|index| m.get(op.operand(index)));
    let (source, target) = (source.as_memref()?, target.as_memref()?);
    if source.sizes != target.sizes {
        return Err(Trap::new(format!(
            "copies memory of the sizes {:?} to memory of the sizes {:?}",
            &source.sizes[..],
            &target.sizes[..]
        )));
    }
    let values = source.positions().map(|position| m.load_element(source, &position));
    let values: Vec<Value> = values.collect::<Result<_, _>>()?;
    for (position, value) in target.positions().zip(&values) {
        m.store_element(target, &position, value)?;
    }
    Ok(Flow::Next)
}

fn assume_alignment(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let memref = m.get(op.operand(0));
    let alignment = op.attr_named("alignment").and_then(|alignment| alignment.as_i64(m.context()));
    let alignment = alignment.and_then(|alignment| u64::try_from(alignment).ok()).filter(|&by| by > 0);
    // The address of the first element, whether there is one or not.
    let first = memref.as_memref()?.address(m.context(), &[])?;
    if first % alignment.ok_or_else(malformed)? != 0 {
        return Err(Trap::new("the memory is not aligned as the program says"));
    }
    m.set(op, 0, memref);
    Ok(Flow::Next)
}

/// The result is the element before, as of the instruction that it is lowered to.
fn atomic_rmw(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (value, memref) = (m.get(op.operand(0)), m.get(op.operand(1)));
    let memref = memref.as_memref()?;
    let indices = m.indices(op.operands().skip(2))?;
    let kind = op.attr_named("kind").and_then(|kind| usize::try_from(kind.as_i64(m.context())?).ok());
    let kind = kind.and_then(|kind| ATOMIC_KINDS.get(kind)).ok_or_else(malformed)?;
    let old = m.load_element(memref, &indices)?;
    let new = combine(m, kind, op.body().ty(op.operand(0)), &old, &value)?;
    m.store_element(memref, &indices, &new)?;
    m.set(op, 0, old);
    Ok(Flow::Next)
}

fn generic_atomic_rmw<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let memref = m.get(op.operand(0));
    let memref = memref.as_memref()?;
    let indices = m.indices(op.operands().skip(1))?;
    let old = m.load_element(memref, &indices)?;
    let region = op.region(0).ok_or_else(malformed)?;
    let new = m.run_region(region, [old.clone()].into_iter().collect())?.pop().ok_or_else(malformed)?;
    m.store_element(memref, &indices, &new)?;
    m.set(op, 0, old);
    Ok(Flow::Next)
}
