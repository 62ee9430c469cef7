//! Canonical forms of parts of tensors, taken and put in.

use super::memref_rules::{LISTS, are_sizes, known_part, replace_with_cast, whole_part};
use super::slice_rules::may_be_part;
use super::tensor_rules::before_cast;
use super::*;
use crate::attributes::DenseElements;
use crate::rewrite::{MatchResult, PatternRewriter, RewritePatternSet};
use crate::types::DYNAMIC;

/// Whether two ops name the same part.
fn is_same_part(
    body: &Body,
    a: OpId,
    a_operands: [&[ValueId]; 3],
    b: OpId,
    b_operands: [&[ValueId]; 3],
) -> bool {
    a_operands == b_operands
        && LISTS.iter().all(|list| body.op(a).attr_named(list) == body.op(b).attr_named(list))
}

fn is_part_of_insert(body: &Body, part: SubTensorOp, insert: SubTensorInsertOp) -> bool {
    let taken = [part.offsets(body), part.sizes(body), part.strides(body)];
    let put = [insert.offsets(body), insert.sizes(body), insert.strides(body)];
    is_same_part(
        body,
        part.id(),
        taken.each_ref().map(|list| &list[..]),
        insert.id(),
        put.each_ref().map(|list| &list[..]),
    )
}

/// Offsets, sizes and strides, as far as they are numbers.
fn part_numbers(body: &Body, op: OpId) -> [Vec<i64>; 3] {
    LISTS.map(|list| {
        let list = body.op(op).attr_named(list).and_then(|list| list.as_i64_array(body.context()));
        list.unwrap_or_default()
    })
}

impl FoldOp for SubTensorOp {
    fn fold(op: SubTensorOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let (source, result) = (this.source(body), this.result(body));
        if whole_part(body, this.id(), source, result) {
            return Fold::value(source);
        }
        // What was put there is taken again.
        if let Some(insert) = SubTensorInsertOp::defining(body, source)
            && body.ty(insert.source(body)) == body.ty(result)
            && is_part_of_insert(body, this, insert)
        {
            return Fold::value(insert.source(body));
        }
        let ctx = body.context();
        if let Some(cast) = TensorCastOp::defining(body, source)
            && body.ty(cast.source(body)).shape(ctx).is_some()
            && may_be_part(ctx, body.ty(cast.source(body)), &part_numbers(body, this.id()))
        {
            let source = cast.source(body);
            return Fold::in_place(move |body| this.set_source(body, source));
        }
        // A part of equal elements has the same ones.
        let ty = body.ty(result);
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
            let operands = [op.offsets(body), op.sizes(body), op.strides(body)];
            let known = known_part(body, op.id(), operands).ok_or("nothing more is known")?;
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
            let new = SubTensorOp::build(rewriter, location, source, offsets, sizes, strides, a, b, c, ty);
            let part = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), part);
            Ok(())
        });
    }
}

impl FoldOp for SubTensorInsertOp {
    fn fold(op: SubTensorInsertOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let (source, dest) = (this.source(body), this.dest(body));
        if whole_part(body, this.id(), dest, source) {
            return Fold::value(source);
        }
        let is_empty = body.ty(source).shape(body.context()).is_some_and(|shape| shape.contains(&0));
        if is_empty && body.ty(dest) == body.ty(this.result(body)) {
            return Fold::value(dest);
        }
        // What is put back where it was taken from.
        if let Some(part) = SubTensorOp::defining(body, source)
            && part.source(body) == dest
            && is_part_of_insert(body, part, this)
        {
            return Fold::value(dest);
        }
        // What is overwritten need not be put there.
        if let Some(before) = Self::defining(body, dest)
            && before.id() != this.id()
            && body.ty(before.source(body)) == body.ty(source)
        {
            let lists = |op: Self| [op.offsets(body), op.sizes(body), op.strides(body)];
            let (first, second) = (lists(before), lists(this));
            let [first, second] = [&first, &second].map(|lists| lists.each_ref().map(|list| &list[..]));
            if is_same_part(body, before.id(), first, this.id(), second) {
                let dest = before.dest(body);
                return Fold::in_place(move |body| this.set_dest(body, dest));
            }
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
    let new =
        SubTensorInsertOp::build(rewriter, location, source, dest, offsets, sizes, strides, a, b, c, ty);
    let result = new.result(rewriter.body());
    replace_with_cast(rewriter, op.id(), result);
}

fn insert_at_known_places(op: SubTensorInsertOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let operands = [op.offsets(body), op.sizes(body), op.strides(body)];
    let known = known_part(body, op.id(), operands).ok_or("nothing more is known")?;
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
    let (of_source, of_dest) = (before_cast(body, op.source(body)), before_cast(body, op.dest(body)));
    if of_source.is_none() && of_dest.is_none() {
        return Err("nothing that says more was cast".into());
    }
    let (source, dest) = (of_source.unwrap_or(op.source(body)), of_dest.unwrap_or(op.dest(body)));
    let list = |list: Attribute| list.as_i64_array(ctx).unwrap_or_default();
    let mut numbers = [op.static_offsets(body), op.static_sizes(body), op.static_strides(body)].map(list);
    let mut operands = [op.offsets(body), op.sizes(body), op.strides(body)].map(|list| list.to_vec());
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
