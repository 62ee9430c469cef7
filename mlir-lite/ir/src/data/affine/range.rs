//! Simplifies expressions by the ranges of their dimensions: in a loop from 0 to 4, `d0 mod 8` is
//! `d0`.

use crate::data::Context;
use crate::data::affine::AffineExpr;
use crate::data::affine::AffineExprKind::{
    Add, CeilDiv, Constant, Dim, FloorDiv, Mod, Mul, Symbol,
};

/// The smallest and the largest value. None if one of them is not known.
type Range = Option<(i128, i128)>;

/// An expression and the range of its values.
type Ranged = (AffineExpr, Range);

impl AffineExpr {
    /// Simplifies the expression where dimension `i` ranges from `dims[i].0` to `dims[i].1`, both
    /// inclusive. Divisions and remainders whose result follows from the ranges are removed.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// use mlir_lite::Context;
    ///
    /// let ctx = Context::new();
    /// let (d0, eight) = (ctx.affine_dim(0), ctx.affine_constant(8));
    /// let remainder = ctx.affine_mod(d0, eight);
    /// assert_eq!(remainder.within(&ctx, &[Some((0, 3))]), d0);
    /// assert_eq!(remainder.within(&ctx, &[Some((0, 8))]), remainder);
    /// ```
    pub fn within(self, ctx: &Context, dims: &[Option<(i64, i64)>]) -> Self {
        simplify(ctx, self, dims).0
    }
}

fn simplify(ctx: &Context, expr: AffineExpr, dims: &[Option<(i64, i64)>]) -> Ranged {
    let of = |a, b| (simplify(ctx, a, dims), simplify(ctx, b, dims));
    match expr.kind(ctx) {
        Dim(dim) => {
            let range = dims.get(dim as usize).copied().flatten();
            (expr, range.map(|(least, most)| (i128::from(least), i128::from(most))))
        }
        Symbol(_) => (expr, None),
        Constant(value) => (expr, Some((i128::from(value), i128::from(value)))),
        Add(a, b) => {
            let ((a, of_a), (b, of_b)) = of(a, b);
            let range = of_a.zip(of_b).map(|(a, b)| (a.0 + b.0, a.1 + b.1));
            (ctx.affine_add(a, b), range.filter(fits))
        }
        Mul(a, b) => {
            let ((a, of_a), (b, of_b)) = of(a, b);
            let range = of_a.zip(of_b).map(|(a, b)| {
                let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
                corners.into_iter().fold((i128::MAX, i128::MIN), |(least, most), corner| {
                    (least.min(corner), most.max(corner))
                })
            });
            (ctx.affine_mul(a, b), range.filter(fits))
        }
        Mod(a, b) => {
            let ((a, range), (b, _)) = of(a, b);
            let Some(divisor) = positive(ctx, b) else { return (ctx.affine_mod(a, b), None) };
            match range {
                // All values have the same quotient, so the remainder subtracts a constant.
                Some((least, most)) if least.div_euclid(divisor) == most.div_euclid(divisor) => {
                    let excess = least.div_euclid(divisor) * divisor;
                    match i64::try_from(-excess) {
                        Ok(less) => {
                            let rest = ctx.affine_add(a, ctx.affine_constant(less));
                            (rest, Some((least - excess, most - excess)))
                        }
                        Err(_) => (ctx.affine_mod(a, b), Some((0, divisor - 1))),
                    }
                }
                _ => (ctx.affine_mod(a, b), Some((0, divisor - 1))),
            }
        }
        FloorDiv(a, b) => quotient(ctx, of(a, b), Context::affine_floordiv, i128::div_euclid),
        CeilDiv(a, b) => {
            quotient(ctx, of(a, b), Context::affine_ceildiv, |a, b| -(-a).div_euclid(b))
        }
    }
}

fn quotient(
    ctx: &Context,
    ((a, range), (b, _)): (Ranged, Ranged),
    build: fn(&Context, AffineExpr, AffineExpr) -> AffineExpr,
    divide: fn(i128, i128) -> i128,
) -> Ranged {
    let range = range.zip(positive(ctx, b));
    let range =
        range.map(|((least, most), divisor)| (divide(least, divisor), divide(most, divisor)));
    match range {
        Some((least, most)) if least == most => match i64::try_from(least) {
            Ok(value) => (ctx.affine_constant(value), range),
            Err(_) => (build(ctx, a, b), range),
        },
        _ => (build(ctx, a, b), range),
    }
}

fn positive(ctx: &Context, divisor: AffineExpr) -> Option<i128> {
    divisor.as_constant(ctx).filter(|&divisor| divisor > 0).map(i128::from)
}

/// Outside of this range, sums and products in the program could overflow. Within it, those
/// computed here cannot.
fn fits(range: &(i128, i128)) -> bool {
    i64::try_from(range.0).is_ok() && i64::try_from(range.1).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_of_ranges() {
        let ctx = Context::new();
        let (d0, c) = (ctx.affine_dim(0), |value| ctx.affine_constant(value));
        let within = |expr: AffineExpr, least, most| expr.within(&ctx, &[Some((least, most))]);
        let floor = ctx.affine_floordiv(d0, c(8));
        assert_eq!(within(floor, 0, 7), c(0));
        assert_eq!(within(floor, -8, -1), c(-1));
        assert_eq!(within(floor, 7, 8), floor);
        let ceil = ctx.affine_ceildiv(d0, c(8));
        assert_eq!(within(ceil, 1, 8), c(1));
        assert_eq!(within(ceil, -7, 0), c(0));
        assert_eq!(within(ceil, 0, 1), ceil);
        // From 8 to 15, the remainder is the value minus 8.
        assert_eq!(within(ctx.affine_mod(d0, c(8)), 8, 15), ctx.affine_add(d0, c(-8)));
        let scaled = ctx.affine_mod(ctx.affine_mul(d0, c(-2)), c(8));
        assert_eq!(within(scaled, -3, 0), ctx.affine_mul(d0, c(-2)));
        assert_eq!(scaled.within(&ctx, &[None]), scaled);
    }

    #[test]
    fn extremes_do_not_overflow() {
        let ctx = Context::new();
        let d0 = ctx.affine_dim(0);
        let square = ctx.affine_mod(
            ctx.affine_add(ctx.affine_mul(d0, ctx.affine_constant(i64::MAX)), d0),
            ctx.affine_constant(3),
        );
        assert_eq!(square.within(&ctx, &[Some((i64::MIN, i64::MAX))]), square);
        let quotient = ctx.affine_floordiv(d0, ctx.affine_constant(i64::MAX));
        assert_eq!(quotient.within(&ctx, &[Some((i64::MIN, i64::MIN))]), ctx.affine_constant(-2));
    }
}
