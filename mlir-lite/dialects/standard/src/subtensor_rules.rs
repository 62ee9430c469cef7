//! Canonical forms of parts of tensors, taken and put in.

use super::memref_rules::{are_sizes, is_whole_part, known_part, replace_with_cast};
use super::parts::PartOp;
use super::slice_rules::may_be_part;
use super::tensor_rules::before_cast;
use super::*;
use mlir_lite::attributes::DenseElements;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::types::DYNAMIC;

/// Whether two ops name the same part.
fn is_same_part<'b>(a: impl PartOp<'b>, b: impl PartOp<'b>) -> bool {
    a.lists().into_iter().zip(b.lists()).all(|(a, b)| a.is_same(b))
}

impl FoldOp for SubTensorOp {
    fn fold(op: SubTensorOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.result().ty());
        if is_whole_part(op, source.ty(), ty) {
            return Fold::value(source);
        }
        // What was put there is taken again.
        if let Some(insert) = source.defining::<SubTensorInsertOp>()
            && insert.source().ty() == ty
            && is_same_part(op, insert)
        {
            return Fold::value(insert.source());
        }
        if let Some(cast) = source.defining::<TensorCastOp>()
            && cast.source().ty().shape(ctx).is_some()
            && may_be_part(ctx, cast.source().ty(), &op.lists().map(|list| list.numbers(ctx)))
        {
            let (op, source) = (op.handle(), cast.source().id());
            return Fold::in_place(move |body| op.set_source(body, source));
        }
        // A part of equal elements has the same ones.
        let splat = constants[0].and_then(|value| value.dense(ctx)).filter(DenseElements::is_splat);
        let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
        match splat.filter(|_| is_known) {
            Some(elements) => {
                ctx.try_dense_attr(elements.with_type(ty)).map_or(Fold::Unchanged, Fold::constant)
            }
            None => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for SubTensorOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of known places", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let known = known_part(op.on(body)).ok_or("nothing more is known")?;
            let (source, old) = (op.source(body), body.ty(op.result(body)));
            let (Some(shape), Some(element)) = (old.shape(&ctx), old.element_type(&ctx)) else {
                return Err("the shape is not known".into());
            };
            if shape.len() != known.numbers[1].len() || !are_sizes(&known.numbers[1]) {
                return Err("dimensions are left out, or a size is negative".into());
            }
            if !may_be_part(&ctx, body.ty(source), &known.numbers) {
                return Err("it is no part of the tensor".into());
            }
            let ty = ctx.tensor_type(&known.numbers[1], element);
            let location = body.location(op.id());
            let [a, b, c] = known.numbers.each_ref().map(|list| ctx.i64_array_attr(list));
            let [offsets, sizes, strides] = &known.operands;
            let new = SubTensorOp::build(
                rewriter, location, source, offsets, sizes, strides, a, b, c, ty,
            );
            let part = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), part);
            Ok(())
        });
    }
}

impl FoldOp for SubTensorInsertOp {
    fn fold(op: SubTensorInsertOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (source, dest) = (op.source(), op.dest());
        if is_whole_part(op, dest.ty(), source.ty()) {
            return Fold::value(source);
        }
        let is_empty = source.ty().shape(op.context()).is_some_and(|shape| shape.contains(&0));
        if is_empty && dest.ty() == op.result().ty() {
            return Fold::value(dest);
        }
        // What is put back where it was taken from.
        if let Some(part) = source.defining::<SubTensorOp>()
            && part.source() == dest
            && is_same_part(part, op)
        {
            return Fold::value(dest);
        }
        // What is overwritten need not be put there.
        if let Some(before) = dest.defining::<Self>()
            && before.handle() != op.handle()
            && before.source().ty() == source.ty()
            && is_same_part(before, op)
        {
            let (op, dest) = (op.handle(), before.dest().id());
            return Fold::in_place(move |body| op.set_dest(body, dest));
        }
        Fold::Unchanged
    }
}

impl CanonicalizeOp for SubTensorInsertOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of known places", 1, insert_at_known_places);
        set.add::<Self>("of casts", 1, insert_of_casts);
    }
}

/// The op with another source, destination and place, cast to the type that it had.
fn rebuild(
    rewriter: &mut PatternRewriter<'_>,
    op: SubTensorInsertOp,
    [source, dest]: [ValueId; 2],
    numbers: &[Vec<i64>; 3],
    operands: &[Vec<ValueId>; 3],
) {
    let body = rewriter.body();
    let (ctx, location) = (body.context().clone(), body.location(op.id()));
    let ty = body.ty(dest);
    let [a, b, c] = numbers.each_ref().map(|list| ctx.i64_array_attr(list));
    let [offsets, sizes, strides] = operands;
    let new = SubTensorInsertOp::build(
        rewriter, location, source, dest, offsets, sizes, strides, a, b, c, ty,
    );
    let result = new.result(rewriter.body());
    replace_with_cast(rewriter, op.id(), result);
}

fn insert_at_known_places(
    op: SubTensorInsertOp,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let known = known_part(op.on(body)).ok_or("nothing more is known")?;
    let (mut source, dest, location) = (op.source(body), op.dest(body), body.location(op.id()));
    let old = body.ty(source);
    let (Some(shape), Some(element)) = (old.shape(&ctx), old.element_type(&ctx)) else {
        return Err("the shape is not known".into());
    };
    if shape.len() != known.numbers[1].len() || !are_sizes(&known.numbers[1]) {
        return Err("dimensions are left out, or a size is negative".into());
    }
    if !may_be_part(&ctx, body.ty(dest), &known.numbers) {
        return Err("it is no part of the tensor".into());
    }
    let ty = ctx.tensor_type(&known.numbers[1], element);
    if ty != old {
        source = TensorCastOp::build(rewriter, location, source, ty).dest(rewriter.body());
    }
    rebuild(rewriter, op, [source, dest], &known.numbers, &known.operands);
    Ok(())
}

/// A source or destination is what was cast, where that says more.
fn insert_of_casts(op: SubTensorInsertOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context();
    let (of_source, of_dest) =
        (before_cast(body, op.source(body)), before_cast(body, op.dest(body)));
    if of_source.is_none() && of_dest.is_none() {
        return Err("nothing that says more was cast".into());
    }
    let (source, dest) = (of_source.unwrap_or(op.source(body)), of_dest.unwrap_or(op.dest(body)));
    let list = |list: Attribute| list.as_i64_array(ctx).unwrap_or_default();
    let mut numbers =
        [op.static_offsets(body), op.static_sizes(body), op.static_strides(body)].map(list);
    let mut operands =
        [op.offsets(body), op.sizes(body), op.strides(body)].map(|list| list.to_vec());
    let shape = body.ty(source).shape(ctx).unwrap_or_default();
    if of_source.is_some() {
        if shape.len() != numbers[1].len() {
            return Err("dimensions are left out".into());
        }
        let mut open = operands[1].clone().into_iter();
        operands[1].clear();
        for (number, &size) in numbers[1].iter_mut().zip(shape) {
            if *number != DYNAMIC {
                continue;
            }
            let operand = open.next();
            match size {
                DYNAMIC => operands[1].extend(operand),
                size => *number = size,
            }
        }
    }
    if !may_be_part(ctx, body.ty(dest), &numbers) {
        return Err("it is no part of the tensor".into());
    }
    rebuild(rewriter, op, [source, dest], &numbers, &operands);
    Ok(())
}
