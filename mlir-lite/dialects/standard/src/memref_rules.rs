//! Canonical forms of memory: sizes that are known are in the type, casts are looked through, and memory that is only
//! written goes.

use super::memref::is_castable;
use super::parts::PartOp;
use super::places::may_be_copied;
use super::slice_rules::may_be_part;
use super::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};

/// The size, offset or stride that a constant is, if it is not negative.
pub(super) fn known_size(body: &Body, value: ValueId) -> Option<i64> {
    constant_value(body, value)?.as_i64(body.context()).filter(|&size| size >= 0)
}

/// What was cast to a value, where that says more.
#[doc(hidden)]
pub fn before_memref_cast(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let source = value.defining::<MemrefCastOp>()?.source();
    source.ty().shape(value.context()).is_some().then_some(source)
}

/// Lets operands of an op, each given with its position, be what was cast, where that says more.
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

/// Casts of the memory that an op works on do not matter to it.
macro_rules! casts_do_not_matter {
    ($($op:ident: $memref:ident, $set:ident;)*) => {
        $(impl FoldOp for $op {
            fn fold(op: View<'_, Self>, _constants: &[Option<Attribute>]) -> Fold {
                let Some(source) = before_memref_cast(op.$memref()).map(ValueRef::id) else {
                    return Fold::Unchanged;
                };
                let op = op.handle();
                Fold::in_place(move |body| op.$set(body, source))
            }
        })*
    };
}

casts_do_not_matter! {
    StoreOp: memref, set_memref;
    DeallocOp: memref, set_memref;
    PrefetchOp: memref, set_memref;
    AtomicRmwOp: memref, set_memref;
    GenericAtomicRmwOp: memref, set_memref;
    LoadOp: memref, set_memref;
}

impl FoldOp for CopyOp {
    fn fold(op: CopyOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        // Sizes that a cast has hidden may not be those of the other side: then the copy is undefined, but valid.
        let before = |side: ValueRef<'_>, other: ValueRef<'_>| {
            let source = before_memref_cast(side)?;
            may_be_copied(op.context(), source.ty(), other.ty()).then_some(source.id())
        };
        let source = before(op.source(), op.target());
        let target =
            before(op.target(), source.map_or(op.source(), |source| op.body().value(source)));
        if source.is_none() && target.is_none() {
            return Fold::Unchanged;
        }
        let op = op.handle();
        Fold::in_place(move |body| {
            if let Some(source) = source {
                op.set_source(body, source);
            }
            if let Some(target) = target {
                op.set_target(body, target);
            }
        })
    }
}

impl CanonicalizeOp for LoadOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of a tensor's memory", 1, |op, rewriter| {
            let body = rewriter.body();
            let buffer = TensorToMemrefOp::defining(body, op.memref(body))
                .ok_or("it is no tensor's memory")?;
            let (location, tensor, indices) =
                (body.location(op.id()), buffer.tensor(body), op.indices(body));
            let ty = body.ty(op.result(body));
            rewriter.replace_op_with(op.id(), |builder| {
                ExtractElementOp::build(builder, location, tensor, &indices, ty)
            });
            Ok(())
        });
    }
}

impl FoldOp for RankOp {
    fn fold(op: RankOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let ctx = op.context();
        let shape = op.memref_or_tensor().ty().shape(ctx);
        shape.map_or(Fold::Unchanged, |shape| Fold::constant(ctx.index_attr(shape.len() as i64)))
    }
}

/// The size that is behind a dimension that a type leaves open.
pub(super) fn open_size(body: &Body, value: ValueId, dimension: usize) -> Option<ValueId> {
    let op = body.defining_op(value)?;
    let ctx = body.context();
    let sizes = if let Some(op) = AllocOp::cast(body, op) {
        op.dynamic_sizes(body)
    } else if let Some(op) = AllocaOp::cast(body, op) {
        op.dynamic_sizes(body)
    } else if let Some(op) = EmptyTensorOp::cast(body, op) {
        op.dynamic_sizes(body)
    } else if let Some(op) = DynamicTensorFromElementsOp::cast(body, op) {
        op.dynamic_extents(body)
    } else if let Some(op) = SplatOp::cast(body, op) {
        op.dynamic_sizes(body)
    } else if let Some(op) = ViewOp::cast(body, op) {
        op.sizes(body)
    } else if let Some(op) = SubViewOp::cast(body, op) {
        // Dimensions that are left out are of size 1, and so not open.
        op.sizes(body)
    } else if let Some(op) = SubTensorOp::cast(body, op) {
        op.sizes(body)
    } else if let Some(op) = MemrefReinterpretCastOp::cast(body, op) {
        op.sizes(body)
    } else {
        return None;
    };
    let shape = body.ty(value).shape(ctx)?;
    let before = shape.iter().take(dimension).filter(|&&size| size == DYNAMIC).count();
    sizes.get(before).copied().filter(|_| shape.get(dimension) == Some(&DYNAMIC))
}

macro_rules! allocations {
    ($($op:ident),*) => {
        $(impl CanonicalizeOp for $op {
            fn patterns(set: &mut RewritePatternSet) {
                set.add::<Self>("only written", 2, |op, rewriter| erase_unread(op.id(), rewriter));
                set.add::<Self>("of known sizes", 1, |op, rewriter| {
                    let body = rewriter.body();
                    let (ty, open) = with_sizes(body, op.memref(body), &op.dynamic_sizes(body))?;
                    let (symbols, alignment) = (op.symbol_operands(body), op.alignment(body));
                    let location = body.location(op.id());
                    let new = Self::build(rewriter, location, &open, &symbols, alignment, ty);
                    let memory = new.memref(rewriter.body());
                    replace_with_cast(rewriter, op.id(), memory);
                    Ok(())
                });
            }
        })*
    };
}

allocations!(AllocOp, AllocaOp);

/// Replaces an op of one result by a value that says more or less about its sizes: users see the type that they know.
pub(super) fn replace_with_cast(rewriter: &mut PatternRewriter<'_>, op: OpId, value: ValueId) {
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

/// The type of a shaped value with those of its sizes that are constants, and the sizes that are left.
pub(super) fn with_sizes(
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
            // Users see the type that they know, which memory of a layout without strides cannot be cast to.
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

/// Memory that is written and freed, but never read, is not needed.
fn erase_unread(op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let memory = body.result(op, 0);
    let users: Vec<OpId> = body.users(memory).collect();
    let only_written = |&user: &OpId| {
        DeallocOp::is(body, user)
            || StoreOp::cast(body, user).is_some_and(|store| store.value(body) != memory)
    };
    if users.is_empty() || !users.iter().all(only_written) {
        return Err("something else is done with the memory".into());
    }
    for user in users {
        if rewriter.body().is_live(user) {
            rewriter.erase_op(user);
        }
    }
    rewriter.erase_op(op);
    Ok(())
}

impl CanonicalizeOp for CopyOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("to itself, or of nothing", 1, |op, rewriter| {
            let body = rewriter.body();
            let is_empty = |value| {
                body.ty(value).shape(body.context()).is_some_and(|shape| shape.contains(&0))
            };
            let (source, target) = (op.source(body), op.target(body));
            if source != target && !is_empty(source) && !is_empty(target) {
                return Err("something is copied".into());
            }
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}

impl FoldOp for ViewOp {
    fn fold(op: ViewOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        // A view is of bytes that lie side by side.
        let is_plain = |source: &ValueRef<'_>| {
            matches!(source.ty().kind(source.context()), TypeKind::MemRef { layout: None, .. })
        };
        let Some(source) = before_memref_cast(op.source()).filter(is_plain).map(ValueRef::id)
        else {
            return Fold::Unchanged;
        };
        let op = op.handle();
        Fold::in_place(move |body| op.set_source(body, source))
    }
}

impl CanonicalizeOp for ViewOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of known sizes", 1, |op, rewriter| {
            let body = rewriter.body();
            let (ty, open) = with_sizes(body, op.result(body), &op.sizes(body))?;
            let (source, shift) = (op.source(body), op.byte_shift(body));
            let location = body.location(op.id());
            let view =
                ViewOp::build(rewriter, location, source, shift, &open, ty).result(rewriter.body());
            replace_with_cast(rewriter, op.id(), view);
            Ok(())
        });
    }
}

/// The numbers of an op that takes a part, with those of its operands that are constants; and the operands that are left.
/// None if nothing is gained.
pub(super) struct Known {
    pub(super) numbers: [Vec<i64>; 3],
    pub(super) operands: [Vec<ValueId>; 3],
}

pub(super) fn known_part<'b>(op: impl PartOp<'b>) -> Option<Known> {
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
pub(super) fn is_whole_part<'b>(op: impl PartOp<'b>, whole: Type, part: Type) -> bool {
    let ctx = op.context();
    let [offsets, sizes, strides] = op.lists().map(|list| list.numbers(ctx));
    whole == part
        && !sizes.contains(&DYNAMIC)
        && sizes == whole.shape(ctx).unwrap_or_default()
        && offsets.iter().all(|&offset| offset == 0)
        && strides.iter().all(|&stride| stride == 1)
}

impl FoldOp for SubViewOp {
    fn fold(op: SubViewOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        match is_whole_part(op, op.source().ty(), op.result().ty()) {
            true => Fold::value(op.source()),
            false => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for SubViewOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of known places", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let known = known_part(op.on(body)).ok_or("nothing more is known")?;
            let (source, old) = (op.source(body), body.ty(op.result(body)));
            if old.shape(&ctx).map(<[i64]>::len) != Some(known.numbers[1].len()) {
                return Err("dimensions are left out".into());
            }
            if !may_be_part(&ctx, body.ty(source), &known.numbers) {
                return Err("it is no part of the memref".into());
            }
            let ty = part_type(&ctx, body.ty(source), &known.numbers)
                .ok_or("the layout is not strided")?;
            let location = body.location(op.id());
            let lists = known.numbers.each_ref().map(|list| ctx.i64_array_attr(list));
            let [offsets, sizes, strides] = &known.operands;
            let [a, b, c] = lists;
            let new =
                SubViewOp::build(rewriter, location, source, offsets, sizes, strides, a, b, c, ty);
            let part = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), part);
            Ok(())
        });
    }
}

/// Whether a type may have these sizes: what is computed may be negative, and is undefined then.
pub(super) fn are_sizes(sizes: &[i64]) -> bool {
    sizes.iter().all(|&size| size >= 0 || size == DYNAMIC)
}

/// The type of a part of memory.
fn part_type(
    ctx: &Context,
    whole: Type,
    [offsets, sizes, strides]: &[Vec<i64>; 3],
) -> Option<Type> {
    let TypeKind::MemRef { element, memory_space, .. } = *whole.kind(ctx) else { return None };
    are_sizes(sizes).then_some(())?;
    let (whole_strides, whole_offset) = strides_and_offset(ctx, whole)?;
    let number = |number: i64| (number != DYNAMIC).then_some(number);
    let times = |a: Option<i64>, b: Option<i64>| match (a, b) {
        (Some(0), _) | (_, Some(0)) => Some(0),
        (a, b) => a?.checked_mul(b?),
    };
    let offset = offsets
        .iter()
        .zip(&whole_strides)
        .try_fold(whole_offset?, |sum, (&by, &stride)| sum.checked_add(times(number(by), stride)?));
    let strides: Vec<i64> = strides
        .iter()
        .zip(&whole_strides)
        .map(|(&stride, &whole)| times(number(stride), whole).unwrap_or(DYNAMIC))
        .collect();
    let layout = ctx.strided_attr(&strides, offset.unwrap_or(DYNAMIC));
    Some(ctx.intern_type(TypeKind::MemRef {
        shape: sizes.clone().into(),
        element,
        layout: Some(layout),
        memory_space,
    }))
}
