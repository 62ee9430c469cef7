//! Simplifies sums by collecting like terms.
//!
//! An expression is read as a sum of multiples of *atoms*: dimensions, symbols, and those
//! quotients, remainders and products that are not such sums themselves. Multiples of the same atom
//! are added up, and the part of a quotient's dividend that the divisor divides is taken out of the
//! quotient. The result is used only if it is smaller, so collecting a second time changes nothing.
//!
//! Reading a remainder as a difference writes its dividend twice, so nested remainders double at
//! each level. Expressions of more than [`MAX_PARTS`] parts are not built.

use super::expr::{AffineExpr, AffineExprKind};
use crate::data::Context;

use AffineExprKind::{Add, CeilDiv, Constant, Dim, FloorDiv, Mod, Mul, Symbol};

/// The maximum number of parts of an expression that is collected, and of each that is built.
const MAX_PARTS: usize = 512;

impl AffineExpr {
    /// An equal expression in a smaller form if collecting like terms finds one, otherwise the
    /// expression itself, also if it has more than some hundred parts. No divisor may be zero.
    pub fn collected(self, ctx: &Context) -> Self {
        let Some(parts) = num_parts(ctx, &mut vec![self]) else { return self };
        [false, true]
            .into_iter()
            .filter_map(|expand| {
                let other = Sum::of(ctx, self, expand)?.build(ctx)?;
                Some((other, num_parts(ctx, &mut vec![other])?))
            })
            .fold((self, parts), |best, other| if other.1 < best.1 { other } else { best })
            .0
    }
}

/// The number of parts of these expressions together. None if there are more than [`MAX_PARTS`].
fn num_parts(ctx: &Context, pending: &mut Vec<AffineExpr>) -> Option<usize> {
    let mut parts = 0;
    while let Some(expr) = pending.pop() {
        parts += 1;
        if parts > MAX_PARTS {
            return None;
        }
        if let Add(a, b) | Mul(a, b) | Mod(a, b) | FloorDiv(a, b) | CeilDiv(a, b) = expr.kind(ctx) {
            pending.extend([a, b]);
        }
    }
    Some(parts)
}

/// A sum of multiples of atoms and a constant. Each atom occurs once.
#[derive(Clone, PartialEq)]
struct Sum {
    terms: Vec<(AffineExpr, i64)>,
    constant: i64,
}

impl Sum {
    fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    fn atom(ctx: &Context, atom: AffineExpr) -> Self {
        match atom.kind(ctx) {
            Constant(value) => Self::constant(value),
            _ => Self { terms: vec![(atom, 1)], constant: 0 },
        }
    }

    /// Reads an expression as a sum. None if a number overflows, or if the sum becomes too large.
    /// With `expand`, remainders are read as differences: `x - (x floordiv c) * c`.
    fn of(ctx: &Context, expr: AffineExpr, expand: bool) -> Option<Self> {
        match expr.kind(ctx) {
            Constant(value) => Some(Self::constant(value)),
            Dim(_) | Symbol(_) => Some(Self::atom(ctx, expr)),
            Add(a, b) => Self::of(ctx, a, expand)?.plus(&Self::of(ctx, b, expand)?, 1),
            Mul(a, b) => {
                let (a, b) = (Self::of(ctx, a, expand)?, Self::of(ctx, b, expand)?);
                match (a.as_constant(), b.as_constant()) {
                    (_, Some(factor)) => Self::constant(0).plus(&a, factor),
                    (Some(factor), _) => Self::constant(0).plus(&b, factor),
                    _ => Some(Self::atom(ctx, ctx.affine_mul(a.build(ctx)?, b.build(ctx)?))),
                }
            }
            Mod(a, b) => {
                Self::remainder(ctx, Self::of(ctx, a, expand)?, Self::of(ctx, b, expand)?, expand)
            }
            FloorDiv(a, b) => {
                Self::quotient(ctx, Self::of(ctx, a, expand)?, Self::of(ctx, b, expand)?, true)
            }
            CeilDiv(a, b) => {
                Self::quotient(ctx, Self::of(ctx, a, expand)?, Self::of(ctx, b, expand)?, false)
            }
        }
    }

    fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns the sum of this and `factor` times `other`.
    fn plus(mut self, other: &Self, factor: i64) -> Option<Self> {
        for &(atom, count) in &other.terms {
            let count = count.checked_mul(factor)?;
            match self.terms.iter_mut().find(|term| term.0 == atom) {
                Some(term) => term.1 = term.1.checked_add(count)?,
                None => self.terms.push((atom, count)),
            }
        }
        self.terms.retain(|term| term.1 != 0);
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }

    fn remainder(ctx: &Context, dividend: Self, by: Self, expand: bool) -> Option<Self> {
        let Some(divisor) = by.as_constant().filter(|&divisor| divisor > 0) else {
            return Some(match dividend.as_constant() {
                Some(0) => dividend,
                _ => Self::atom(ctx, ctx.affine_mod(dividend.build(ctx)?, by.build(ctx)?)),
            });
        };
        let terms = dividend.terms.iter().map(|&(atom, count)| (atom, count % divisor));
        let mut rest =
            Self { terms: terms.collect(), constant: dividend.constant.rem_euclid(divisor) };
        rest.terms.retain(|term| term.1 != 0);
        if rest.terms.is_empty() {
            return Some(rest);
        }
        if expand {
            let quotient = Self::quotient(ctx, rest.clone(), by, true)?;
            return rest.plus(&quotient, divisor.checked_neg()?);
        }
        Some(Self::atom(ctx, ctx.affine_mod(rest.build(ctx)?, ctx.affine_constant(divisor))))
    }

    fn quotient(ctx: &Context, dividend: Self, by: Self, down: bool) -> Option<Self> {
        let divide = |a: Self, b: Self| {
            let (a, b) = (a.build(ctx)?, b.build(ctx)?);
            Some(if down { ctx.affine_floordiv(a, b) } else { ctx.affine_ceildiv(a, b) })
        };
        let Some(divisor) = by.as_constant().filter(|&divisor| divisor > 0) else {
            return Some(match dividend.as_constant() {
                Some(0) => dividend,
                _ => Self::atom(ctx, divide(dividend, by)?),
            });
        };
        // The terms that the divisor divides are taken out of the quotient.
        let (mut whole, mut rest) =
            (Self::constant(dividend.constant.div_euclid(divisor)), Self::constant(0));
        rest.constant = dividend.constant.rem_euclid(divisor);
        for &(atom, count) in &dividend.terms {
            let part = if count % divisor == 0 { &mut whole } else { &mut rest };
            part.terms.push((atom, if count % divisor == 0 { count / divisor } else { count }));
        }
        if rest.terms.is_empty() {
            let up = i64::from(!down && rest.constant > 0);
            return whole.plus(&Self::constant(up), 1);
        }
        // (x floordiv a) floordiv b is x floordiv (a * b).
        if let [(atom, 1)] = rest.terms[..]
            && down
            && rest.constant == 0
            && let FloorDiv(inner, by) = atom.kind(ctx)
            && let Some(divisor) = by.as_constant(ctx).and_then(|by| by.checked_mul(divisor))
        {
            return whole.plus(
                &Self::atom(ctx, ctx.affine_floordiv(inner, ctx.affine_constant(divisor))),
                1,
            );
        }
        // Cancels a common factor of the terms and the divisor; the constant is rounded.
        let factor = rest.terms.iter().fold(divisor, |factor, term| gcd(factor, term.1));
        let rounded = if down {
            rest.constant.div_euclid(factor)
        } else {
            (rest.constant + factor - 1).div_euclid(factor)
        };
        let reduced = Self {
            terms: rest.terms.iter().map(|&(atom, count)| (atom, count / factor)).collect(),
            constant: rounded,
        };
        whole.plus(&Self::atom(ctx, divide(reduced, Self::constant(divisor / factor))?), 1)
    }

    /// Builds the expression: dimensions first, then symbols, then the other atoms in the order of
    /// first occurrence. None if it has too many parts.
    fn build(&self, ctx: &Context) -> Option<AffineExpr> {
        num_parts(ctx, &mut self.terms.iter().map(|&(atom, _)| atom).collect())?;
        let mut terms = self.terms.clone();
        terms.sort_by_key(|(atom, _)| match atom.kind(ctx) {
            Dim(index) => (0, index),
            Symbol(index) => (1, index),
            _ => (2, 0),
        });
        let multiple =
            |(atom, count): (AffineExpr, i64)| ctx.affine_mul(atom, ctx.affine_constant(count));
        let sum = terms.into_iter().map(multiple).reduce(|sum, term| ctx.affine_add(sum, term));
        let constant = ctx.affine_constant(self.constant);
        Some(sum.map_or(constant, |sum| ctx.affine_add(sum, constant)))
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.checked_abs().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that both have the same values at some points.
    fn agree(ctx: &Context, a: AffineExpr, b: AffineExpr) {
        for x in -7..8 {
            for y in [-5, -1, 0, 3, 4, 9] {
                assert_eq!(a.evaluate(ctx, &[x, y], &[]), b.evaluate(ctx, &[x, y], &[]), "{x} {y}");
            }
        }
    }

    #[test]
    fn like_terms_are_added_up() {
        let ctx = Context::new();
        let (x, y, number) =
            (ctx.affine_dim(0), ctx.affine_dim(1), |value| ctx.affine_constant(value));
        // x - (y + x) + y is 0
        let sum = ctx.affine_add(ctx.affine_sub(x, ctx.affine_add(y, x)), y);
        assert_eq!(sum.collected(&ctx), number(0));
        // (x + 4 * y + 8) floordiv 4 - y is x floordiv 4 + 2
        let sum = ctx.affine_add(ctx.affine_add(x, ctx.affine_mul(y, number(4))), number(8));
        let expr = ctx.affine_sub(ctx.affine_floordiv(sum, number(4)), y);
        let expected = ctx.affine_add(ctx.affine_floordiv(x, number(4)), number(2));
        assert_eq!(expr.collected(&ctx), expected);
        agree(&ctx, expr, expected);
    }

    #[test]
    fn quotients_and_remainders_complete_each_other() {
        let ctx = Context::new();
        let (x, four) = (ctx.affine_dim(0), ctx.affine_constant(4));
        // (x floordiv 4) * 4 + x mod 4 is x
        let product = ctx.affine_mul(ctx.affine_floordiv(x, four), four);
        assert_eq!(ctx.affine_add(product, ctx.affine_mod(x, four)).collected(&ctx), x);
        // (x floordiv 4) floordiv 2 is x floordiv 8
        let two = ctx.affine_constant(2);
        let nested = ctx.affine_floordiv(ctx.affine_floordiv(x, four), two);
        assert_eq!(nested.collected(&ctx), ctx.affine_floordiv(x, ctx.affine_constant(8)));
    }

    #[test]
    fn values_stay() {
        let ctx = Context::new();
        let (x, y, number) =
            (ctx.affine_dim(0), ctx.affine_dim(1), |value| ctx.affine_constant(value));
        let six = ctx.affine_add(ctx.affine_mul(x, number(6)), ctx.affine_mul(y, number(-4)));
        for constant in -9..9 {
            let sum = ctx.affine_add(six, number(constant));
            for divisor in [2, 3, 4, 8, 12] {
                let parts = [
                    ctx.affine_floordiv(sum, number(divisor)),
                    ctx.affine_ceildiv(sum, number(divisor)),
                    ctx.affine_mod(sum, number(divisor)),
                ];
                for part in parts {
                    agree(&ctx, part, part.collected(&ctx));
                    agree(&ctx, part, Sum::of(&ctx, part, true).unwrap().build(&ctx).unwrap());
                    let twice = ctx.affine_add(part, ctx.affine_sub(part, y));
                    agree(&ctx, twice, twice.collected(&ctx));
                }
            }
        }
    }
}
