//! Intervals of index values, shifted by linear combinations of SSA values.

use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineExprKind};
use mlir_lite::ir::ValueId;
use smallvec::SmallVec;

/// An interval of numbers, both ends included, shifted by a linear combination of SSA values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    /// Values, each once and in order, with their nonzero factors.
    pub(crate) terms: SmallVec<[(ValueId, i128); 4]>,
    /// The least number.
    pub(crate) least: i128,
    /// The largest number.
    pub(crate) most: i128,
}

impl Interval {
    /// The interval between two numbers.
    pub(crate) fn between(least: i128, most: i128) -> Self {
        Self { terms: SmallVec::new(), least, most }
    }

    /// A value.
    pub(crate) fn of_value(value: ValueId) -> Self {
        Self { terms: SmallVec::from_slice(&[(value, 1)]), least: 0, most: 0 }
    }

    /// The number, if the interval is a single one.
    pub(crate) fn as_number(&self) -> Option<i128> {
        (self.terms.is_empty() && self.least == self.most).then_some(self.least)
    }

    /// The factor of a value.
    pub(crate) fn factor(&self, value: ValueId) -> i128 {
        self.terms.iter().find(|(term, _)| *term == value).map_or(0, |(_, factor)| *factor)
    }

    fn plus(mut self, other: &Self) -> Option<Self> {
        for &(value, factor) in &other.terms {
            match self.terms.binary_search_by_key(&value, |(term, _)| *term) {
                Ok(place) => {
                    self.terms[place].1 = self.terms[place].1.checked_add(factor)?;
                    if self.terms[place].1 == 0 {
                        self.terms.remove(place);
                    }
                }
                Err(place) => self.terms.insert(place, (value, factor)),
            }
        }
        self.least = self.least.checked_add(other.least)?;
        self.most = self.most.checked_add(other.most)?;
        Some(self)
    }

    fn times(mut self, factor: i128) -> Option<Self> {
        if factor == 0 {
            return Some(Self::between(0, 0));
        }
        for (_, old) in &mut self.terms {
            *old = old.checked_mul(factor)?;
        }
        let ends = [self.least.checked_mul(factor)?, self.most.checked_mul(factor)?];
        (self.least, self.most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        Some(self)
    }

    /// The same interval without terms; `range` gives the interval of a value, if it is known.
    pub(crate) fn in_numbers(
        &self,
        range: &impl Fn(ValueId) -> Option<(i64, i64)>,
    ) -> Option<Self> {
        let mut sum = Self::between(self.least, self.most);
        for &(value, factor) in &self.terms {
            let (least, most) = range(value)?;
            sum = sum.plus(&Self::between(least.into(), most.into()).times(factor)?)?;
        }
        Some(sum)
    }

    /// The quotient, rounded down.
    fn divided(
        &self,
        divisor: i128,
        range: &impl Fn(ValueId) -> Option<(i64, i64)>,
    ) -> Option<Self> {
        if self.terms.iter().any(|(_, factor)| factor % divisor != 0) {
            return self.in_numbers(range)?.divided(divisor, range);
        }
        let terms = self.terms.iter().map(|&(value, factor)| (value, factor / divisor)).collect();
        Some(Self {
            terms,
            least: self.least.div_euclid(divisor),
            most: self.most.div_euclid(divisor),
        })
    }

    /// The remainder, which is never negative.
    fn remainder(&self, divisor: i128, range: &impl Fn(ValueId) -> Option<(i64, i64)>) -> Self {
        let whole = |interval: &Self| {
            let is_multiple = interval.terms.iter().all(|(_, factor)| factor % divisor == 0);
            let quotient = interval.least.div_euclid(divisor);
            (is_multiple && quotient == interval.most.div_euclid(divisor)).then(|| {
                Self::between(interval.least.rem_euclid(divisor), interval.most.rem_euclid(divisor))
            })
        };
        whole(self)
            .or_else(|| whole(&self.in_numbers(range)?))
            .unwrap_or_else(|| Self::between(0, divisor - 1))
    }
}

/// The interval of an expression, given those of its inputs; none if it is not known.
pub(crate) fn of_expression(
    ctx: &Context,
    expression: AffineExpr,
    dims: usize,
    inputs: &[Option<Interval>],
    range: &impl Fn(ValueId) -> Option<(i64, i64)>,
) -> Option<Interval> {
    let of = |part| of_expression(ctx, part, dims, inputs, range);
    let divisor =
        |part: AffineExpr| part.as_constant(ctx).filter(|&divisor| divisor > 0).map(i128::from);
    match expression.kind(ctx) {
        AffineExprKind::Dim(dim) => inputs.get(dim as usize)?.clone(),
        AffineExprKind::Symbol(symbol) => inputs.get(dims + symbol as usize)?.clone(),
        AffineExprKind::Constant(value) => Some(Interval::between(value.into(), value.into())),
        AffineExprKind::Add(a, b) => of(a)?.plus(&of(b)?),
        AffineExprKind::Mul(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            match (a.as_number(), b.as_number()) {
                (_, Some(factor)) => a.times(factor),
                (Some(factor), None) => b.times(factor),
                (None, None) => None,
            }
        }
        AffineExprKind::Mod(a, b) => {
            let divisor = divisor(b)?;
            let below = Interval::between(0, divisor - 1);
            Some(of(a).map_or(below, |a| a.remainder(divisor, range)))
        }
        AffineExprKind::FloorDiv(a, b) => of(a)?.divided(divisor(b)?, range),
        AffineExprKind::CeilDiv(a, b) => {
            let divisor = divisor(b)?;
            of(a)?.plus(&Interval::between(divisor - 1, divisor - 1))?.divided(divisor, range)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mlir_lite::dialects::builtin::ModuleOp;
    use mlir_lite::ir::{Body, Location};
    use mlir_lite::types::Type;
    use pretty_assertions::assert_eq;

    /// The interval of an expression of `d0`, a value from 0 to 31, and of `d1`, a number from 0 to
    /// 3: the factor of the value, and the smallest and the largest number.
    fn interval(
        build: impl Fn(&Context, AffineExpr, AffineExpr) -> AffineExpr,
    ) -> Option<(i128, i128, i128)> {
        let ctx = Context::new();
        ctx.load::<mlir_lite::dialects::builtin::BuiltinDialect>();
        let mut module: Body = ModuleOp::create(&ctx, Location::UNKNOWN);
        let block = ModuleOp::body_block(&module);
        let value = module.add_argument(block, Type::INDEX);
        let inputs = [Some(Interval::of_value(value)), Some(Interval::between(0, 3))];
        let expression = build(&ctx, ctx.affine_dim(0), ctx.affine_dim(1));
        let interval = of_expression(&ctx, expression, 2, &inputs, &|_| Some((0, 31)))?;
        Some((interval.factor(value), interval.least, interval.most))
    }

    #[test]
    fn sums_and_products() {
        assert_eq!(interval(|_, i, _| i), Some((1, 0, 0)));
        assert_eq!(interval(|ctx, i, j| ctx.affine_add(i, j)), Some((1, 0, 3)));
        let scaled = |ctx: &Context, i, j| {
            let four = ctx.affine_mul(i, ctx.affine_constant(4));
            ctx.affine_add(four, ctx.affine_mul(j, ctx.affine_constant(-2)))
        };
        assert_eq!(interval(scaled), Some((4, -6, 0)));
        let zero =
            |ctx: &Context, i, _| ctx.affine_add(i, ctx.affine_mul(i, ctx.affine_constant(-1)));
        assert_eq!(interval(zero), Some((0, 0, 0)));
    }

    #[test]
    fn quotients_and_remainders() {
        let (eight, four) =
            (|ctx: &Context| ctx.affine_constant(8), |ctx: &Context| ctx.affine_constant(4));
        // A multiple of eight of the value, plus less than eight.
        let place = |ctx: &Context, i, j| ctx.affine_add(ctx.affine_mul(i, eight(ctx)), j);
        assert_eq!(
            interval(|ctx, i, j| ctx.affine_floordiv(place(ctx, i, j), eight(ctx))),
            Some((1, 0, 0))
        );
        assert_eq!(
            interval(|ctx, i, j| ctx.affine_mod(place(ctx, i, j), eight(ctx))),
            Some((0, 0, 3))
        );
        assert_eq!(
            interval(|ctx, i, j| ctx.affine_floordiv(place(ctx, i, j), four(ctx))),
            Some((2, 0, 0))
        );
        assert_eq!(
            interval(|ctx, i, j| ctx.affine_ceildiv(place(ctx, i, j), eight(ctx))),
            Some((1, 0, 1))
        );
        // Not in terms of the value, but as numbers.
        assert_eq!(interval(|ctx, i, _| ctx.affine_floordiv(i, four(ctx))), Some((0, 0, 7)));
        assert_eq!(interval(|ctx, i, _| ctx.affine_mod(i, eight(ctx))), Some((0, 0, 7)));
        let large = |ctx: &Context, i, _| ctx.affine_mod(i, ctx.affine_constant(100));
        assert_eq!(interval(large), Some((0, 0, 31)));
    }
}
