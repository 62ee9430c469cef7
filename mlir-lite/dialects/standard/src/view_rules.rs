//! Canonical forms of other views of the same memory: reinterpretations, permuted dimensions, known alignments.

use super::memref_rules::{are_sizes, known_part, replace_with_cast};
use super::*;
use mlir_lite::ir::InsertionPoint;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet, constant_value};
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};

impl FoldOp for TransposeOp {
    fn fold(op: TransposeOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (ctx, source) = (op.context(), op.r#in());
        let Some(map) = op.permutation().as_affine_map(ctx) else { return Fold::Unchanged };
        if map.is_identity(ctx) && source.ty() == op.result().ty() {
            return Fold::value(source);
        }
        let Some(inner) = source.defining::<Self>() else { return Fold::Unchanged };
        let Some(first) = inner.permutation().as_affine_map(ctx) else { return Fold::Unchanged };
        let results: Vec<_> = map
            .results(ctx)
            .iter()
            .map(|result| result.substitute(ctx, first.results(ctx), &[]))
            .collect();
        let both = ctx.affine_map_attr(ctx.affine_map(first.data(ctx).dims, 0, &results));
        let (op, source) = (op.handle(), inner.r#in().id());
        Fold::in_place(move |body| {
            op.set_permutation(body, both);
            op.set_in(body, source);
        })
    }
}

impl FoldOp for AssumeAlignmentOp {
    fn fold(op: AssumeAlignmentOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let Some(inner) = op.memref().defining::<Self>() else { return Fold::Unchanged };
        let alignment =
            |op: AssumeAlignmentOpRef<'_>| op.alignment().as_i64(op.context()).unwrap_or(0);
        // Alignments are powers of two: the larger one implies the smaller.
        if alignment(inner) >= alignment(op) { Fold::value(op.memref()) } else { Fold::Unchanged }
    }
}

impl FoldOp for MemrefReinterpretCastOp {
    fn fold(op: MemrefReinterpretCastOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.result().ty());
        let is_known = |ty: Type| {
            let layout = strides_and_offset(ctx, ty);
            layout.is_some_and(|(strides, offset)| {
                offset.is_some() && strides.iter().all(Option::is_some)
            }) && ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC))
        };
        if source.ty() == ty && is_known(ty) {
            return Fold::value(source);
        }
        // Only where the memory starts is taken from the source.
        let begins_there = |part: &SubViewOpRef<'_>| {
            let offsets = part.static_offsets().as_i64_array(ctx);
            offsets.is_some_and(|offsets| offsets.iter().all(|&offset| offset == 0))
        };
        let of_cast = || source.defining::<MemrefCastOp>().map(|cast| cast.source());
        let of_same = || source.defining::<Self>().map(|inner| inner.source());
        let of_part =
            || source.defining::<SubViewOp>().filter(begins_there).map(|part| part.source());
        match of_cast().or_else(of_same).or_else(of_part).map(ValueRef::id) {
            Some(source) => {
                let op = op.handle();
                Fold::in_place(move |body| op.set_source(body, source))
            }
            None => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for MemrefReinterpretCastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of known places", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let known = known_part(op.on(body)).ok_or("nothing more is known")?;
            let (location, source, old) =
                (body.location(op.id()), op.source(body), body.ty(op.result(body)));
            let ty = reinterpreted(&ctx, old, &known.numbers).ok_or("the result is no memref")?;
            let [a, b, c] = known.numbers.each_ref().map(|list| ctx.i64_array_attr(list));
            let [offsets, sizes, strides] = &known.operands;
            let new = Self::build(rewriter, location, source, offsets, sizes, strides, a, b, c, ty);
            let result = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), result);
            Ok(())
        });
    }
}

/// The type of memory of these sizes and strides, otherwise like `old`.
fn reinterpreted(
    ctx: &Context,
    old: Type,
    [offsets, sizes, strides]: &[Vec<i64>; 3],
) -> Option<Type> {
    let TypeKind::MemRef { element, layout, memory_space, .. } = *old.kind(ctx) else {
        return None;
    };
    are_sizes(sizes).then_some(())?;
    let memref = |layout| {
        let shape = sizes.clone().into();
        ctx.intern_type(TypeKind::MemRef { shape, element, layout, memory_space })
    };
    // A layout that says nothing more is left out where it was.
    let plain = memref(None);
    let number = |number: i64| (number != DYNAMIC).then_some(number);
    let given = (strides.iter().copied().map(number).collect(), number(*offsets.first()?));
    if layout.is_none() && strides_and_offset(ctx, plain) == Some(given) {
        return Some(plain);
    }
    Some(memref(Some(ctx.strided_attr(strides, offsets[0]))))
}

impl CanonicalizeOp for DimOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of a reshaped memref", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let reshape = MemrefReshapeOp::defining(body, op.memref_or_tensor(body));
            let reshape = reshape.ok_or("it is not reshaped")?;
            let index = constant_value(body, op.index(body));
            let index = index.filter(|index| index.as_i64(&ctx).is_some_and(|index| index >= 0));
            let index = index.ok_or("the dimension is not known")?;
            let (location, shape) = (body.location(op.id()), reshape.shape(body));
            if body.ty(shape).element_type(&ctx) != Some(Type::INDEX) {
                return Err("the sizes are of another type".into());
            }
            // Where the sizes are read: later, they may have changed.
            rewriter.set_insertion_point(InsertionPoint::After(reshape.id()));
            let index =
                ConstantOp::build(rewriter, location, index, Type::INDEX).result(rewriter.body());
            let size = LoadOp::build(rewriter, location, shape, &[index], Type::INDEX);
            let size = size.result(rewriter.body());
            rewriter.replace_op(op.id(), &[size]);
            Ok(())
        });
    }
}
