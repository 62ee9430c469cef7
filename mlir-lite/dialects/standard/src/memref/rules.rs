//! Helpers that the folds and rewrite rules of memory ops share.

use crate::memref::shape::is_castable;
use crate::parts::{Numbers, PartOp};
use crate::{MemrefCastOp, TensorCastOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{PatternRewriter, constant_value};
use mlir_lite::types::{DYNAMIC, TypeKind};
use std::marker::PhantomData;

/// Ops that access a memref.
#[doc(hidden)]
pub trait MemRefAccess: OpDefinition {
    /// The memref.
    fn memref(op: View<'_, Self>) -> ValueRef<'_>;
    /// Sets it.
    fn set_memref(self, body: &mut Body, value: ValueId);
}

/// The fold of ops for which casts of the memref do not matter.
#[doc(hidden)]
#[derive(Debug)]
pub struct LookThroughCasts<O>(PhantomData<O>);

impl<O: MemRefAccess> OpModel for LookThroughCasts<O> {
    type Op = O;
}

impl<O: MemRefAccess> FoldOp for LookThroughCasts<O> {
    /// The op on the memref that was cast.
    fn fold(op: View<'_, Self>, _: FoldAdaptor<'_, Self>) -> Fold {
        let Some(source) = before_memref_cast(O::memref(op)).map(ValueRef::id) else {
            return Fold::Unchanged;
        };
        let op = op.handle();
        Fold::in_place(move |body| op.set_memref(body, source))
    }
}

/// The value of a constant size, offset or stride, if it is not negative.
pub(crate) fn known_size(body: &Body, value: ValueId) -> Option<i64> {
    constant_value(body, value)?.as_i64(body.context()).filter(|&size| size >= 0)
}

/// The source of the cast that made a value, if the source's type has more information.
#[doc(hidden)]
pub fn before_memref_cast(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let source = value.defining::<MemrefCastOp>()?.source();
    source.ty().shape(value.context()).is_some().then_some(source)
}

/// Replaces operands of an op, each given with its position, by the sources of their casts, if the
/// sources' types have more information.
#[doc(hidden)]
pub fn look_through_casts<'b>(
    op: OpRef<'b>,
    operands: impl IntoIterator<Item = (usize, ValueRef<'b>)>,
) -> Fold {
    let found = |(index, operand)| Some((index, before_memref_cast(operand)?.id()));
    let sources: SmallVec<[(usize, ValueId); 2]> = operands.into_iter().filter_map(found).collect();
    if sources.is_empty() {
        return Fold::Unchanged;
    }
    let op = op.id();
    Fold::in_place(move |body| {
        for (index, source) in sources {
            body.set_operand(op, index, source);
        }
    })
}

/// Replaces an op of one result by a value that says more or less about its sizes: users see the
/// type that they know.
pub(crate) fn replace_with_cast(rewriter: &mut PatternRewriter<'_>, op: OpId, value: ValueId) {
    let body = rewriter.body();
    let (location, old, new) = (body.location(op), body.ty(body.result(op, 0)), body.ty(value));
    if new == old {
        rewriter.replace_op(op, &[value]);
    } else if matches!(new.kind(body.context()), TypeKind::MemRef { .. }) {
        rewriter.replace_op_with(op, |builder| MemrefCastOp::build(builder, location, value, old));
    } else {
        rewriter.replace_op_with(op, |builder| TensorCastOp::build(builder, location, value, old));
    }
}

/// The type of a shaped value with those of its sizes that are constants, and the sizes that are
/// left.
pub(crate) fn with_sizes(
    body: &Body,
    value: ValueId,
    sizes: &[ValueId],
) -> Result<(Type, SmallVec<[ValueId; 4]>), &'static str> {
    let ctx = body.context();
    let none = "no size is constant";
    let ty = body.ty(value);
    let mut shape = ty.shape(ctx).ok_or(none)?.to_vec();
    let mut left = SmallVec::new();
    let open = shape.iter_mut().filter(|size| **size == DYNAMIC);
    for (size, &value) in open.zip(sizes) {
        match known_size(body, value) {
            Some(known) => *size = known,
            None => left.push(value),
        }
    }
    if left.len() == sizes.len() {
        return Err(none);
    }
    let ty = match ty.kind(ctx) {
        TypeKind::MemRef { element, layout, memory_space, .. } => {
            let known = ctx.intern_type(TypeKind::MemRef {
                shape: shape.into(),
                element: *element,
                layout: *layout,
                memory_space: *memory_space,
            });
            // Users see the type that they know, which memory of a layout without strides cannot be
            // cast to.
            if !is_castable(ctx, known, ty) {
                return Err("memory of the known sizes cannot be cast to the type that users know");
            }
            known
        }
        TypeKind::RankedTensor { element, encoding: None, .. } => ctx.tensor_type(&shape, *element),
        _ => return Err(none),
    };
    Ok((ty, left))
}

/// The numbers of an op that takes a part, with those of its operands that are constants; and the
/// operands that are left. None if nothing is gained.
pub(crate) struct Known {
    pub(crate) numbers: [Numbers; 3],
    pub(crate) operands: [Vec<ValueId>; 3],
}

pub(crate) fn known_part<'b>(op: impl PartOp<'b>) -> Option<Known> {
    let mut known = Known { numbers: Default::default(), operands: Default::default() };
    let mut gained = false;
    for (i, list) in op.lists().into_iter().enumerate() {
        let mut values = list.values.ids();
        for number in list.numbers(op.context()) {
            if number != DYNAMIC {
                known.numbers[i].push(number);
                continue;
            }
            let operand = values.next()?;
            let value = known_size(op.body(), operand);
            known.numbers[i].push(value.unwrap_or(DYNAMIC));
            match value {
                Some(_) => gained = true,
                None => known.operands[i].push(operand),
            }
        }
    }
    gained.then_some(known)
}

/// Whether a part, of type `part`, is all of `whole`.
pub(crate) fn is_whole_part<'b>(op: impl PartOp<'b>, whole: Type, part: Type) -> bool {
    let ctx = op.context();
    let [offsets, sizes, strides] = op.lists().map(|list| list.numbers(ctx));
    whole == part
        && !sizes.contains(&DYNAMIC)
        && sizes[..] == *whole.shape(ctx).unwrap_or_default()
        && offsets.iter().all(|&offset| offset == 0)
        && strides.iter().all(|&stride| stride == 1)
}

/// Whether a type may have these sizes: what is computed may be negative, and is undefined then.
pub(crate) fn are_sizes(sizes: &[i64]) -> bool {
    sizes.iter().all(|&size| size >= 0 || size == DYNAMIC)
}
