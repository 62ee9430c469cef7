//! Canonical forms of other views of the same memory: reinterpretations, permuted dimensions, known alignments.

use super::memref_rules::{are_sizes, known_part, replace_with_cast};
use super::*;
use crate::ir::InsertionPoint;
use crate::rewrite::RewritePatternSet;
use crate::types::{DYNAMIC, TypeKind, strides_and_offset};

impl FoldOp for TransposeOp {
    fn fold(op: TransposeOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let ctx = body.context().clone();
        let source = this.r#in(body);
        let Some(map) = this.permutation(body).as_affine_map(&ctx) else { return Fold::Unchanged };
        if map.is_identity(&ctx) && body.ty(source) == body.ty(this.result(body)) {
            return Fold::value(source);
        }
        let Some(inner) = Self::defining(body, source) else { return Fold::Unchanged };
        let Some(first) = inner.permutation(body).as_affine_map(&ctx) else { return Fold::Unchanged };
        let results: Vec<_> = map
            .results(&ctx)
            .iter()
            .map(|result| result.substitute(&ctx, first.results(&ctx), &[]))
            .collect();
        let both = ctx.affine_map(first.data(&ctx).dims, 0, &results);
        let source = inner.r#in(body);
        Fold::in_place(move |body| {
            this.set_permutation(body, ctx.affine_map_attr(both));
            this.set_in(body, source);
        })
    }
}

impl FoldOp for AssumeAlignmentOp {
    fn fold(op: AssumeAlignmentOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let memory = this.memref(body);
        let Some(inner) = Self::defining(body, memory) else { return Fold::Unchanged };
        let alignment = |op: Self| op.alignment(body).as_i64(body.context()).unwrap_or(0);
        // Alignments are powers of two: the larger one implies the smaller.
        if alignment(inner) >= alignment(this) { Fold::value(memory) } else { Fold::Unchanged }
    }
}

impl FoldOp for MemrefReinterpretCastOp {
    fn fold(op: MemrefReinterpretCastOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let ctx = body.context();
        let (source, ty) = (this.source(body), body.ty(this.result(body)));
        let is_known = |ty: Type| {
            let layout = strides_and_offset(ctx, ty);
            layout.is_some_and(|(strides, offset)| offset.is_some() && strides.iter().all(Option::is_some))
                && ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC))
        };
        if body.ty(source) == ty && is_known(ty) {
            return Fold::value(source);
        }
        // Only where the memory starts is taken from the source.
        let Some(definition) = body.defining_op(source) else { return Fold::Unchanged };
        let same_start = if let Some(cast) = MemrefCastOp::cast(body, definition) {
            Some(cast.source(body))
        } else if let Some(inner) = Self::cast(body, definition) {
            Some(inner.source(body))
        } else {
            let part = SubViewOp::cast(body, definition);
            let part = part.filter(|part| {
                let offsets = part.static_offsets(body).as_i64_array(ctx);
                offsets.is_some_and(|offsets| offsets.iter().all(|&offset| offset == 0))
            });
            part.map(|part| part.source(body))
        };
        match same_start {
            Some(source) => Fold::in_place(move |body| this.set_source(body, source)),
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
            let (location, source, old) = (body.location(op.id()), op.source(body), body.ty(op.result(body)));
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
fn reinterpreted(ctx: &Context, old: Type, [offsets, sizes, strides]: &[Vec<i64>; 3]) -> Option<Type> {
    let TypeKind::MemRef { element, layout, memory_space, .. } = *old.kind(ctx) else { return None };
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
            let index = crate::rewrite::constant_value(body, op.index(body));
            let index = index.filter(|index| index.as_i64(&ctx).is_some_and(|index| index >= 0));
            let index = index.ok_or("the dimension is not known")?;
            let (location, shape) = (body.location(op.id()), reshape.shape(body));
            if body.ty(shape).element_type(&ctx) != Some(Type::INDEX) {
                return Err("the sizes are of another type".into());
            }
            // Where the sizes are read: later, they may have changed.
            rewriter.set_insertion_point(InsertionPoint::After(reshape.id()));
            let index = ConstantOp::build(rewriter, location, index, Type::INDEX).result(rewriter.body());
            let size = LoadOp::build(rewriter, location, shape, &[index], Type::INDEX);
            let size = size.result(rewriter.body());
            rewriter.replace_op(op.id(), &[size]);
            Ok(())
        });
    }
}
