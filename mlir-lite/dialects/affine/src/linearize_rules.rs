//! Canonical forms of `affine.delinearize_index` and `affine.linearize_index`.
//!
//! The size of the first subscript is only a bound: values that exceed it are not defined, nor is a
//! `disjoint` subscript beyond its size. The other sizes are at least 1.

use super::{DelinearizeIndexOp, DelinearizeIndexOpRef, LinearizeIndexOp, LinearizeIndexOpRef};
use mlir_lite::dialects::standard::ConstantOp;
use mlir_lite::ir::FoldValue;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::types::DYNAMIC;

/// The size of a subscript.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Size {
    Known(i64),
    Value(ValueId),
}

/// One size per subscript; the first may have none.
type Sizes = Vec<Option<Size>>;

fn sizes(body: &Body, count: usize, numbers: Attribute, values: &[ValueId]) -> Option<Sizes> {
    let mut values = values.iter();
    let mut sizes = Vec::with_capacity(count);
    let numbers = numbers.as_i64_array(body.context())?;
    if numbers.len() < count {
        sizes.push(None);
    }
    for number in numbers {
        sizes.push(Some(if number == DYNAMIC {
            Size::Value(*values.next()?)
        } else {
            Size::Known(number)
        }));
    }
    (sizes.len() == count && count > 0).then_some(sizes)
}

fn sizes_of_split(body: &Body, op: DelinearizeIndexOp) -> Option<Sizes> {
    sizes(body, body.num_results(op.id()), op.static_basis(body), &op.dynamic_basis(body))
}

fn sizes_of_join(body: &Body, op: LinearizeIndexOp) -> Option<Sizes> {
    sizes(body, op.multi_index(body).len(), op.static_basis(body), &op.dynamic_basis(body))
}

/// The sizes in the form of an op: operands, and the attribute.
fn basis(ctx: &Context, sizes: &[Option<Size>]) -> (Vec<ValueId>, Attribute) {
    let mut values = Vec::new();
    let numbers: Vec<i64> = sizes
        .iter()
        .flatten()
        .map(|size| match *size {
            Size::Known(number) => number,
            Size::Value(value) => {
                values.push(value);
                DYNAMIC
            }
        })
        .collect();
    (values, ctx.i64_array_attr(&numbers))
}

/// The sizes with constant operands folded; none if there are none.
fn known_sizes(body: &Body, sizes: &[Option<Size>]) -> Option<Sizes> {
    let mut gained = false;
    let sizes = sizes.iter().map(|&size| match size {
        Some(Size::Value(value)) => {
            let known = constant_value(body, value).and_then(|value| value.as_i64(body.context()));
            match known.filter(|&known| known > 0) {
                Some(known) => {
                    gained = true;
                    Some(Size::Known(known))
                }
                None => size,
            }
        }
        size => size,
    });
    let sizes: Sizes = sizes.collect();
    gained.then_some(sizes)
}

/// The product of sizes, if all are known.
fn product(sizes: &[Option<Size>]) -> Option<i64> {
    sizes.iter().try_fold(1i64, |product, size| match size {
        Some(Size::Known(size)) => product.checked_mul(*size),
        _ => None,
    })
}

fn split(
    rewriter: &mut PatternRewriter<'_>,
    location: Location,
    index: ValueId,
    sizes: &[Option<Size>],
) -> SmallVec<[ValueId; 4]> {
    let (values, numbers) = basis(rewriter.context(), sizes);
    let types = vec![Type::INDEX; sizes.len()];
    let op = DelinearizeIndexOp::build(rewriter, location, index, &values, numbers, &types);
    rewriter.body().results(op.id()).collect()
}

fn join(
    rewriter: &mut PatternRewriter<'_>,
    location: Location,
    indices: &[ValueId],
    sizes: &[Option<Size>],
    disjoint: Attribute,
) -> ValueId {
    if let [index] = indices {
        return *index;
    }
    let (values, numbers) = basis(rewriter.context(), sizes);
    let op = LinearizeIndexOp::build(rewriter, location, indices, &values, numbers, Some(disjoint));
    op.linear_index(rewriter.body())
}

fn is_disjoint(body: &Body, op: LinearizeIndexOp) -> bool {
    op.disjoint(body) == Attribute::UNIT || op.disjoint(body).as_bool(body.context()) == Some(true)
}

impl FoldOp for DelinearizeIndexOp {
    fn fold(op: DelinearizeIndexOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let ctx = body.context().clone();
        let Some(sizes) = sizes_of_split(body, this) else { return Fold::Unchanged };
        if sizes.len() == 1 {
            return Fold::value(this.linear_index(body));
        }
        if let Some(sizes) = known_sizes(body, &sizes) {
            let (values, numbers) = basis(&ctx, &sizes);
            return Fold::in_place(move |body| {
                this.set_dynamic_basis(body, &values);
                this.set_static_basis(body, numbers);
            });
        }
        let Some(mut rest) = constants.linear_index().and_then(|index| index.as_i64(&ctx)) else {
            return Fold::Unchanged;
        };
        let mut results = SmallVec::from_elem(FoldValue::Constant(ctx.index_attr(0)), sizes.len());
        for (result, size) in results.iter_mut().zip(&sizes).skip(1).rev() {
            let Some(Size::Known(size @ 1..)) = *size else { return Fold::Unchanged };
            *result = FoldValue::Constant(ctx.index_attr(rest.rem_euclid(size)));
            rest = rest.div_euclid(size);
        }
        results[0] = FoldValue::Constant(ctx.index_attr(rest));
        Fold::Replaced(results)
    }
}

impl CanonicalizeOp for DelinearizeIndexOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("affine.delinearize_index-unit-sizes", 2, split_into_ones);
        set.add::<Self>("affine.delinearize_index-of-linearize", 1, split_of_join);
    }
}

/// Replaces subscripts of size 1 by 0.
fn split_into_ones(op: DelinearizeIndexOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let sizes = sizes_of_split(body, op).ok_or("the sizes are not known")?;
    let is_one = |size: &Option<Size>| *size == Some(Size::Known(1));
    if !sizes.iter().any(is_one) {
        return Err("no size is 1".into());
    }
    let (location, index) = (body.location(op.id()), op.linear_index(body));
    let left: Sizes = sizes.iter().filter(|size| !is_one(size)).copied().collect();
    let zero = rewriter.context().index_attr(0);
    let zero = ConstantOp::build(rewriter, location, zero, Type::INDEX).result(rewriter.body());
    let mut subscripts = match left.len() {
        0 => SmallVec::new(),
        // The remaining size bounds the index, so the index is the subscript.
        1 => SmallVec::from_elem(index, 1),
        _ => split(rewriter, location, index, &left),
    }
    .into_iter();
    let values: Vec<ValueId> = sizes
        .iter()
        .map(|size| if is_one(size) { zero } else { subscripts.next().unwrap_or(index) })
        .collect();
    rewriter.replace_op(op.id(), &values);
    Ok(())
}

/// Subscripts that are linearized and delinearized again are the original ones.
fn split_of_join(op: DelinearizeIndexOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let index = op.linear_index(body);
    let joined = LinearizeIndexOp::defining(body, index).ok_or("the index was not joined")?;
    if !is_disjoint(body, joined) {
        return Err("subscripts may be larger than their sizes".into());
    }
    let unknown = "the sizes are not known";
    let mut sizes = sizes_of_split(body, op).ok_or(unknown)?;
    let mut from = sizes_of_join(body, joined).ok_or(unknown)?;
    let mut indices = joined.multi_index(body);
    let (location, disjoint) = (body.location(op.id()), joined.disjoint(body));
    // From the last one backwards, while both sizes are the same.
    let mut values: Vec<ValueId> = Vec::new();
    while sizes.len() > 1 && from.len() > 1 && sizes.last() == from.last() {
        values.extend(indices.pop());
        sizes.pop();
        from.pop();
    }
    // The next one was linearized from several subscripts.
    let mut part = None;
    if sizes.len() > 1
        && let Some(Some(Size::Known(whole))) = from.last().copied()
        && from.len() > 1
    {
        let count =
            (2..sizes.len()).find(|count| product(&sizes[sizes.len() - count..]) == Some(whole));
        part = count.and_then(|count| Some((indices.pop()?, sizes.split_off(sizes.len() - count))));
    }
    if part.is_some() {
        from.pop();
    } else if values.is_empty() && sizes.len() > 1 {
        return Err("no sizes are the same".into());
    }
    if let Some((index, sizes)) = part {
        values.extend(split(rewriter, location, index, &sizes).into_iter().rev());
    }
    let rest = join(rewriter, location, &indices, &from, disjoint);
    match sizes.len() {
        1 => values.push(rest),
        _ => values.extend(split(rewriter, location, rest, &sizes).into_iter().rev()),
    }
    values.reverse();
    rewriter.replace_op(op.id(), &values);
    Ok(())
}

impl FoldOp for LinearizeIndexOp {
    fn fold(op: LinearizeIndexOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let ctx = body.context().clone();
        let indices = this.multi_index(body);
        let Some(sizes) = sizes_of_join(body, this) else { return Fold::Unchanged };
        if let &[index] = &indices[..] {
            return Fold::value(index);
        }
        if let Some(sizes) = known_sizes(body, &sizes) {
            let (values, numbers) = basis(&ctx, &sizes);
            return Fold::in_place(move |body| {
                this.set_dynamic_basis(body, &values);
                this.set_static_basis(body, numbers);
            });
        }
        let mut sum = 0i64;
        for (i, (index, size)) in constants.values().iter().zip(&sizes).enumerate() {
            let Some(index) = index.and_then(|index| index.as_i64(&ctx)) else {
                return Fold::Unchanged;
            };
            if i > 0 {
                let Some(Size::Known(size)) = *size else { return Fold::Unchanged };
                sum = sum.wrapping_mul(size);
            }
            sum = sum.wrapping_add(index);
        }
        Fold::constant(ctx.index_attr(sum))
    }
}

impl CanonicalizeOp for LinearizeIndexOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("affine.linearize_index-of-zeros", 2, join_of_zeros);
        set.add::<Self>("affine.linearize_index-of-delinearize", 1, join_of_split);
    }
}

/// Removes zeros at the front, and subscripts of size 1 that are 0.
fn join_of_zeros(op: LinearizeIndexOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context();
    let sizes = sizes_of_join(body, op).ok_or("the sizes are not known")?;
    let disjoint = is_disjoint(body, op);
    let mut kept: (Vec<ValueId>, Sizes) = Default::default();
    for (&index, &size) in op.multi_index(body).iter().zip(&sizes) {
        let is_zero = constant_value(body, index).and_then(|value| value.as_i64(ctx)) == Some(0);
        let is_of_one = size == Some(Size::Known(1)) && (is_zero || disjoint);
        if !(is_of_one || (is_zero && kept.0.is_empty())) {
            kept.0.push(index);
            kept.1.push(size);
        }
    }
    if kept.0.len() == sizes.len() || kept.0.is_empty() {
        return Err("all subscripts matter".into());
    }
    let (location, disjoint) = (body.location(op.id()), op.disjoint(body));
    let joined = join(rewriter, location, &kept.0, &kept.1, disjoint);
    rewriter.replace_op(op.id(), &[joined]);
    Ok(())
}

/// Linearizing all subscripts of an index gives the index.
fn join_of_split(op: LinearizeIndexOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let unknown = "the sizes are not known";
    let mut sizes = sizes_of_join(body, op).ok_or(unknown)?;
    let mut indices: Vec<ValueId> = op.multi_index(body).to_vec();
    let found = indices.iter().enumerate().find_map(|(start, &first)| {
        let from = DelinearizeIndexOp::defining(body, first)?;
        let of_split = sizes_of_split(body, from)?;
        let run = start..start + of_split.len();
        let same = indices.get(run.clone())?.iter().copied().eq(body.results(from.id()))
            && sizes[run.clone()][1..] == of_split[1..];
        // The size of the first subscript need not be known.
        let size = product(&sizes[run.clone()]).map(Size::Known);
        (same && (start == 0 || size.is_some())).then(|| (run, from.linear_index(body), size))
    });
    let (run, index, size) = found.ok_or("no index was split to these subscripts")?;
    indices.splice(run.clone(), [index]);
    sizes.splice(run, [size]);
    let (location, disjoint) = (body.location(op.id()), op.disjoint(body));
    let joined = join(rewriter, location, &indices, &sizes, disjoint);
    rewriter.replace_op(op.id(), &[joined]);
    Ok(())
}
