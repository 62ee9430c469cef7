//! Canonical forms of tensors: elements that are known, casts that are looked through, sizes that are in the type.

use super::memref_rules::{open_size, replace_with_cast, with_sizes};
use super::slice_rules::may_be_part;
use super::*;
use mlir_lite::attributes::{ApInt, DenseElements};
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value, has_no_effects,
};
use mlir_lite::types::DYNAMIC;

/// The most ops that are copied to compute an element where it is used.
const MAX_COPIED: usize = 16;

/// Row-major number of an element.
fn position(shape: &[i64], indices: &[i64]) -> Option<usize> {
    let mut position = 0i64;
    for (&size, &index) in shape.iter().zip(indices) {
        (0..size).contains(&index).then_some(())?;
        position = position.checked_mul(size)?.checked_add(index)?;
    }
    (shape.len() == indices.len()).then(|| usize::try_from(position).ok()).flatten()
}

/// An element of constant elements as a number.
fn element(ctx: &Context, elements: &DenseElements, index: usize) -> Option<Attribute> {
    let ty = elements.ty().element_type(ctx)?;
    let bytes = elements.element(ctx, index)?;
    if ty.is_float(ctx) {
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        return Some(ctx.float_bits_attr(ty, bits));
    }
    let width = fold::integer_width(ctx, ty)?;
    ctx.try_apint_attr(ty, ApInt::from_le_bytes(width, bytes))
}

impl FoldOp for ExtractElementOp {
    fn fold(op: ExtractElementOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (ctx, aggregate) = (op.context(), op.aggregate());
        let indices: Option<Vec<i64>> =
            constants[1..].iter().map(|index| index.and_then(|index| index.as_i64(ctx))).collect();
        let at = indices
            .zip(aggregate.ty().shape(ctx))
            .and_then(|(indices, shape)| position(shape, &indices));
        if let Some(elements) = constants[0].and_then(|value| value.dense(ctx)) {
            let index = if elements.is_splat() { Some(0) } else { at };
            let value = index.and_then(|index| element(ctx, &elements, index));
            return value.map_or(Fold::Unchanged, Fold::constant);
        }
        if let Some(splat) = aggregate.defining::<SplatOp>() {
            return Fold::value(splat.input());
        }
        if let (Some(list), Some(at)) = (aggregate.defining::<TensorFromElementsOp>(), at) {
            return list.elements().get(at).map_or(Fold::Unchanged, Fold::value);
        }
        if let Some(inserted) = aggregate.defining::<InsertElementOp>()
            && inserted.indices().ids().eq(op.indices().ids())
        {
            return Fold::value(inserted.scalar());
        }
        if let Some(cast) = aggregate.defining::<TensorCastOp>()
            && cast.source().ty().shape(ctx).is_some()
        {
            let (op, source) = (op.handle(), cast.source().id());
            return Fold::in_place(move |body| op.set_aggregate(body, source));
        }
        Fold::Unchanged
    }
}

impl FoldOp for InsertElementOp {
    fn fold(op: InsertElementOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let body = op.body();
        let ctx = body.context();
        // Into equal elements, one of them.
        let (Some(scalar), Some(dest)) = (constants[0], constants[1]) else {
            return Fold::Unchanged;
        };
        let splat = dest.dense(ctx).filter(DenseElements::is_splat);
        let same = splat.and_then(|elements| element(ctx, &elements, 0)) == Some(scalar);
        if same { Fold::constant(dest) } else { Fold::Unchanged }
    }
}

/// What a tensor was cast from, if that says more of its sizes.
pub(super) fn before_cast(body: &Body, value: ValueId) -> Option<ValueId> {
    let ctx = body.context();
    let source = TensorCastOp::defining(body, value)?.source(body);
    let (from, to) = (body.ty(source).shape(ctx)?, body.ty(value).shape(ctx)?);
    from.iter().zip(to).all(|(&from, &to)| from == to || to == DYNAMIC).then_some(source)
}

impl CanonicalizeOp for InsertElementOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("into what is cast", 1, |op, rewriter| {
            let body = rewriter.body();
            let dest = before_cast(body, op.dest(body)).ok_or("nothing that says more was cast")?;
            let (location, scalar, indices) =
                (body.location(op.id()), op.scalar(body), op.indices(body));
            let ty = body.ty(dest);
            let new = InsertElementOp::build(rewriter, location, scalar, dest, &indices, ty);
            let new = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), new);
            Ok(())
        });
    }
}

impl FoldOp for TensorStoreOp {
    fn fold(op: TensorStoreOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (ctx, body) = (op.context(), op.body());
        let tensor = before_cast(body, op.tensor().id()).map(|tensor| body.value(tensor));
        let memref = op.memref().defining::<MemrefCastOp>().map(|cast| cast.source());
        let (Some(tensor), Some(memref)) = (tensor, memref) else { return Fold::Unchanged };
        // Both types say the same of the sizes.
        if tensor.ty().shape(ctx) != memref.ty().shape(ctx) {
            return Fold::Unchanged;
        }
        let (op, tensor, memref) = (op.handle(), tensor.id(), memref.id());
        Fold::in_place(move |body| {
            op.set_tensor(body, tensor);
            op.set_memref(body, memref);
        })
    }
}

impl FoldOp for TensorCastOp {
    fn fold(op: TensorCastOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.dest().ty());
        if source.ty() == ty {
            return Fold::value(source);
        }
        let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
        if let Some(elements) = constants[0].and_then(|value| value.dense(ctx)).filter(|_| is_known)
        {
            return ctx
                .try_dense_attr(elements.with_type(ty))
                .map_or(Fold::Unchanged, Fold::constant);
        }
        match source.defining::<Self>().map(|inner| inner.source()) {
            Some(original) if original.ty() == ty => Fold::value(original),
            _ => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for TensorCastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of a cast that says no more", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context();
            let inner =
                TensorCastOp::defining(body, op.source(body)).ok_or("the operand is no cast")?;
            let [from, middle, to] = [inner.source(body), op.source(body), op.dest(body)]
                .map(|value| body.ty(value).shape(ctx));
            let (Some(from), Some(middle), Some(to)) = (from, middle, to) else {
                return Err("a rank is not known".into());
            };
            // What the type in between says, one of the others says too.
            let says_no_more =
                middle.iter().zip(from.iter().zip(to)).all(|(&middle, (&from, &to))| {
                    (middle == DYNAMIC || middle == from || middle == to)
                        && (from == to || from == DYNAMIC || to == DYNAMIC)
                });
            if !says_no_more {
                return Err("the type in between says more".into());
            }
            let source = inner.source(body);
            rewriter.update_in_place(op.id(), |body| body.set_operand(op.id(), 0, source));
            Ok(())
        });
        set.add::<Self>("of an empty tensor", 1, |op, rewriter| {
            let body = rewriter.body();
            let empty =
                EmptyTensorOp::defining(body, op.source(body)).ok_or("the tensor is not empty")?;
            let (from, ty) = (body.ty(op.source(body)), body.ty(op.dest(body)));
            let open = known_by_type(body.context(), from, ty, &empty.dynamic_sizes(body));
            let open = open.ok_or("the type says no more")?;
            let location = body.location(op.id());
            rewriter.replace_op_with(op.id(), |builder| {
                EmptyTensorOp::build(builder, location, &open, ty)
            });
            Ok(())
        });
        set.add::<Self>("of a part", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context();
            let part = SubTensorOp::defining(body, op.source(body)).ok_or("no part is cast")?;
            let (from, ty) = (body.ty(op.source(body)), body.ty(op.dest(body)));
            let sizes =
                part.static_sizes(body).as_i64_array(ctx).ok_or("the sizes are not known")?;
            if from.shape(ctx) != Some(&sizes[..]) {
                return Err("dimensions are left out".into());
            }
            let open =
                known_by_type(ctx, from, ty, &part.sizes(body)).ok_or("the type says no more")?;
            let (location, source) = (body.location(op.id()), part.source(body));
            let list = |list: Attribute| list.as_i64_array(ctx).unwrap_or_default();
            let numbers = [
                list(part.static_offsets(body)),
                ty.shape(ctx).unwrap_or_default().to_vec(),
                list(part.static_strides(body)),
            ];
            if !may_be_part(ctx, body.ty(source), &numbers) {
                return Err("it is no part of the tensor".into());
            }
            let sizes = ctx.i64_array_attr(&numbers[1]);
            let (offsets, strides) = (part.offsets(body), part.strides(body));
            let (at, by) = (part.static_offsets(body), part.static_strides(body));
            rewriter.replace_op_with(op.id(), |builder| {
                SubTensorOp::build(
                    builder, location, source, &offsets, &open, &strides, at, sizes, by, ty,
                )
            });
            Ok(())
        });
    }
}

/// The sizes that are open in both of two types of one tensor, of those that are open in the first; none if the second
/// type does not say more, or not all that the first one says.
fn known_by_type(
    ctx: &Context,
    from: Type,
    to: Type,
    open: &[ValueId],
) -> Option<SmallVec<[ValueId; 4]>> {
    let (from, to) = (from.shape(ctx)?, to.shape(ctx)?);
    if from == to || !from.iter().zip(to).all(|(&from, &to)| from == to || from == DYNAMIC) {
        return None;
    }
    let both = from.iter().zip(to).filter(|pair| *pair.0 == DYNAMIC).zip(open);
    Some(both.filter(|((_, to), _)| **to == DYNAMIC).map(|(_, &size)| size).collect())
}

impl FoldOp for TensorFromElementsOp {
    fn fold(op: TensorFromElementsOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (ctx, ty) = (op.context(), op.result().ty());
        let elements: Option<Vec<Attribute>> = constants.iter().copied().collect();
        let value = elements.and_then(|elements| fold::elements_of(ctx, ty, &elements));
        value.map_or(Fold::Unchanged, Fold::constant)
    }
}

impl FoldOp for SplatOp {
    fn fold(op: SplatOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (ctx, ty) = (op.context(), op.aggregate().ty());
        let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
        let value = constants[0]
            .filter(|_| is_known)
            .and_then(|value| fold::elements_of(ctx, ty, &[value]));
        value.map_or(Fold::Unchanged, Fold::constant)
    }
}

impl CanonicalizeOp for EmptyTensorOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of known sizes", 1, |op, rewriter| {
            let body = rewriter.body();
            let (ty, open) = with_sizes(body, op.result(body), &op.dynamic_sizes(body))?;
            let location = body.location(op.id());
            let empty = EmptyTensorOp::build(rewriter, location, &open, ty).result(rewriter.body());
            replace_with_cast(rewriter, op.id(), empty);
            Ok(())
        });
    }
}

impl FoldOp for DimOp {
    fn fold(op: DimOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (ctx, source) = (op.context(), op.memref_or_tensor());
        let index = constants[1].and_then(|index| usize::try_from(index.as_i64(ctx)?).ok());
        let shape = source.ty().shape(ctx);
        if let (Some(index), Some(shape)) = (index, shape) {
            match shape.get(index) {
                Some(&DYNAMIC) | None => {}
                Some(&size) => return Fold::constant(ctx.index_attr(size)),
            }
            if let Some(size) = open_size(op.body(), source.id(), index) {
                return Fold::value(size);
            }
        }
        let inner = if let Some(cast) = source.defining::<MemrefCastOp>() {
            cast.source()
        } else if let Some(cast) = source.defining::<TensorCastOp>() {
            cast.source()
        } else if let Some(insert) = source.defining::<InsertElementOp>() {
            insert.dest()
        } else if let Some(insert) = source.defining::<SubTensorInsertOp>() {
            insert.dest()
        } else if let Some(load) = source.defining::<TensorLoadOp>() {
            // The sizes of memory do not change.
            load.memref()
        } else {
            return Fold::Unchanged;
        };
        if inner.ty().shape(ctx).is_none() && inner.ty().is_memref(ctx) {
            return Fold::Unchanged;
        }
        let (op, inner) = (op.handle(), inner.id());
        Fold::in_place(move |body| op.set_memref_or_tensor(body, inner))
    }
}

/// `dynamic_tensor_from_elements` says what each element is.
fn extract_from_generated(op: ExtractElementOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let tensor = DynamicTensorFromElementsOp::defining(body, op.aggregate(body));
    let tensor = tensor.ok_or("the elements are not computed one by one")?;
    let block = body.entry_block(tensor.body(body)).ok_or("nothing computes an element")?;
    let end = body.terminator(block).ok_or("nothing computes an element")?;
    let ops: Vec<OpId> = body.ops(block).filter(|&op| op != end).collect();
    if ops.len() > MAX_COPIED || !ops.iter().all(|&op| has_no_effects(body, op)) {
        return Err("computing an element does more".into());
    }
    let (arguments, indices) = (body.arguments(block).to_vec(), op.indices(body));
    let element = body.operand(end, 0);
    let mut mapping = IrMapping::new();
    for (argument, index) in arguments.into_iter().zip(indices) {
        mapping.map(argument, index);
    }
    for inner in ops {
        rewriter.clone_op(inner, &mut mapping);
    }
    let value = mapping.value(element).unwrap_or(element);
    rewriter.replace_op(op.id(), &[value]);
    Ok(())
}

impl CanonicalizeOp for ExtractElementOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of computed elements", 1, extract_from_generated);
    }
}

// Calls of what is known

impl CanonicalizeOp for CallIndirectOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of a function by name", 1, |op, rewriter| {
            let body = rewriter.body();
            let callee =
                constant_value(body, op.callee(body)).ok_or("the function is not constant")?;
            if callee.as_flat_symbol(body.context()).is_none() {
                return Err("the function has no name here".into());
            }
            let (location, arguments) = (body.location(op.id()), op.arguments(body));
            let types = body.result_types(op.id());
            rewriter.replace_op_with(op.id(), |builder| {
                CallOp::build(builder, location, callee, &arguments, &types)
            });
            Ok(())
        });
    }
}
