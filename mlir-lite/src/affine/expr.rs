//! Affine expressions: sums, products, divisions and remainders of dimensions,
//! symbols and constants.

use crate::context::Context;
use std::num::NonZeroU32;

/// A uniqued affine expression.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AffineExpr(NonZeroU32);

/// What an affine expression is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum AffineExprKind {
    /// `d0`
    Dim(u32),
    /// `s0`
    Symbol(u32),
    /// `42`
    Constant(i64),
    /// `a + b`; a constant stands on the right.
    Add(AffineExpr, AffineExpr),
    /// `a * b`; a constant or symbolic factor stands on the right.
    Mul(AffineExpr, AffineExpr),
    /// `a mod b`, not negative for positive `b`.
    Mod(AffineExpr, AffineExpr),
    /// `a floordiv b`
    FloorDiv(AffineExpr, AffineExpr),
    /// `a ceildiv b`
    CeilDiv(AffineExpr, AffineExpr),
}

impl AffineExpr {
    /// What the expression is.
    pub fn kind(self, ctx: &Context) -> AffineExprKind {
        *ctx.data().affine.exprs.get(self.0.get() - 1)
    }

    /// The value of a constant expression.
    pub fn as_constant(self, ctx: &Context) -> Option<i64> {
        match self.kind(ctx) {
            AffineExprKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the expression has no dimension in it.
    pub fn is_symbolic_or_constant(self, ctx: &Context) -> bool {
        match self.kind(ctx) {
            AffineExprKind::Dim(_) => false,
            AffineExprKind::Symbol(_) | AffineExprKind::Constant(_) => true,
            AffineExprKind::Add(a, b)
            | AffineExprKind::Mul(a, b)
            | AffineExprKind::Mod(a, b)
            | AffineExprKind::FloorDiv(a, b)
            | AffineExprKind::CeilDiv(a, b) => {
                a.is_symbolic_or_constant(ctx) && b.is_symbolic_or_constant(ctx)
            }
        }
    }

    /// The value for given dimensions and symbols; none where a divisor is not
    /// positive or the result does not fit.
    pub fn evaluate(self, ctx: &Context, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        let both =
            |a: Self, b: Self| Some((a.evaluate(ctx, dims, symbols)?, b.evaluate(ctx, dims, symbols)?));
        match self.kind(ctx) {
            AffineExprKind::Dim(i) => dims.get(i as usize).copied(),
            AffineExprKind::Symbol(i) => symbols.get(i as usize).copied(),
            AffineExprKind::Constant(value) => Some(value),
            AffineExprKind::Add(a, b) => both(a, b).and_then(|(a, b)| a.checked_add(b)),
            AffineExprKind::Mul(a, b) => both(a, b).and_then(|(a, b)| a.checked_mul(b)),
            AffineExprKind::Mod(a, b) => both(a, b).and_then(|(a, b)| fold_mod(a, b)),
            AffineExprKind::FloorDiv(a, b) => both(a, b).and_then(|(a, b)| fold_floordiv(a, b)),
            AffineExprKind::CeilDiv(a, b) => both(a, b).and_then(|(a, b)| fold_ceildiv(a, b)),
        }
    }

    /// The expression with dimensions and symbols replaced; those beyond the
    /// lists stay.
    pub fn substitute(self, ctx: &Context, dims: &[AffineExpr], symbols: &[AffineExpr]) -> Self {
        let sub = |e: Self| e.substitute(ctx, dims, symbols);
        match self.kind(ctx) {
            AffineExprKind::Dim(i) => dims.get(i as usize).copied().unwrap_or(self),
            AffineExprKind::Symbol(i) => symbols.get(i as usize).copied().unwrap_or(self),
            AffineExprKind::Constant(_) => self,
            AffineExprKind::Add(a, b) => ctx.affine_add(sub(a), sub(b)),
            AffineExprKind::Mul(a, b) => ctx.affine_mul(sub(a), sub(b)),
            AffineExprKind::Mod(a, b) => ctx.affine_mod(sub(a), sub(b)),
            AffineExprKind::FloorDiv(a, b) => ctx.affine_floordiv(sub(a), sub(b)),
            AffineExprKind::CeilDiv(a, b) => ctx.affine_ceildiv(sub(a), sub(b)),
        }
    }
}

fn fold_mod(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.rem_euclid(b))
}

fn fold_floordiv(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.div_euclid(b))
}

fn fold_ceildiv(a: i64, b: i64) -> Option<i64> {
    let quotient = fold_floordiv(a, b)?;
    if a.rem_euclid(b) == 0 { Some(quotient) } else { quotient.checked_add(1) }
}

impl Context {
    fn affine_expr(&self, kind: AffineExprKind) -> AffineExpr {
        AffineExpr(crate::support::pool::encode(self.data().affine.exprs.intern(kind) as usize))
    }

    /// `d<index>`
    pub fn affine_dim(&self, index: u32) -> AffineExpr {
        self.affine_expr(AffineExprKind::Dim(index))
    }

    /// `s<index>`
    pub fn affine_symbol(&self, index: u32) -> AffineExpr {
        self.affine_expr(AffineExprKind::Symbol(index))
    }

    /// A constant.
    pub fn affine_constant(&self, value: i64) -> AffineExpr {
        self.affine_expr(AffineExprKind::Constant(value))
    }

    /// `a + b`: constants folded and to the right, `x + 0` is `x`.
    pub fn affine_add(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        match (a.as_constant(self), b.as_constant(self)) {
            (Some(x), Some(y)) => {
                if let Some(sum) = x.checked_add(y) {
                    return self.affine_constant(sum);
                }
            }
            (Some(_), None) => return self.affine_add(b, a),
            (None, Some(0)) => return a,
            (None, Some(y)) => {
                if let AffineExprKind::Add(left, right) = a.kind(self)
                    && let Some(sum) = right.as_constant(self).and_then(|x| x.checked_add(y))
                {
                    return self.affine_add(left, self.affine_constant(sum));
                }
            }
            (None, None) => {
                // A constant moves out: (x + 1) + y is (x + y) + 1.
                if let AffineExprKind::Add(left, right) = a.kind(self)
                    && right.as_constant(self).is_some()
                {
                    return self.affine_add(self.affine_add(left, b), right);
                }
                if let AffineExprKind::Add(left, right) = b.kind(self)
                    && right.as_constant(self).is_some()
                {
                    return self.affine_add(self.affine_add(a, left), right);
                }
                let (x, i) = self.affine_coefficient(a);
                let (y, j) = self.affine_coefficient(b);
                if x == y
                    && let Some(sum) = i.checked_add(j)
                {
                    return self.affine_mul(x, self.affine_constant(sum));
                }
            }
        }
        self.affine_expr(AffineExprKind::Add(a, b))
    }

    fn affine_coefficient(&self, expr: AffineExpr) -> (AffineExpr, i64) {
        if let AffineExprKind::Mul(factor, constant) = expr.kind(self)
            && let Some(value) = constant.as_constant(self)
        {
            return (factor, value);
        }
        (expr, 1)
    }

    /// `a * b`: constants folded and to the right, `x * 1` is `x`, `x * 0` is 0.
    pub fn affine_mul(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        match (a.as_constant(self), b.as_constant(self)) {
            (Some(x), Some(y)) => {
                if let Some(product) = x.checked_mul(y) {
                    return self.affine_constant(product);
                }
            }
            (Some(_), None) => return self.affine_mul(b, a),
            (None, Some(1)) => return a,
            (None, Some(0)) => return b,
            (None, Some(y)) => {
                if let AffineExprKind::Mul(left, right) = a.kind(self)
                    && let Some(product) = right.as_constant(self).and_then(|x| x.checked_mul(y))
                {
                    return self.affine_mul(left, self.affine_constant(product));
                }
            }
            (None, None) => {
                if a.is_symbolic_or_constant(self) && !b.is_symbolic_or_constant(self) {
                    return self.affine_mul(b, a);
                }
            }
        }
        self.affine_expr(AffineExprKind::Mul(a, b))
    }

    /// `a - b`
    pub fn affine_sub(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        self.affine_add(a, self.affine_mul(b, self.affine_constant(-1)))
    }

    /// `a mod b`
    pub fn affine_mod(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        self.affine_division(a, b, fold_mod, AffineExprKind::Mod, Some(0))
    }

    /// `a floordiv b`
    pub fn affine_floordiv(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        self.affine_division(a, b, fold_floordiv, AffineExprKind::FloorDiv, None)
    }

    /// `a ceildiv b`
    pub fn affine_ceildiv(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        self.affine_division(a, b, fold_ceildiv, AffineExprKind::CeilDiv, None)
    }

    fn affine_division(
        &self,
        a: AffineExpr,
        b: AffineExpr,
        fold: fn(i64, i64) -> Option<i64>,
        make: fn(AffineExpr, AffineExpr) -> AffineExprKind,
        by_one: Option<i64>,
    ) -> AffineExpr {
        if let Some(divisor) = b.as_constant(self) {
            if let Some(value) = a.as_constant(self).and_then(|a| fold(a, divisor)) {
                return self.affine_constant(value);
            }
            if divisor == 1 {
                return by_one.map_or(a, |value| self.affine_constant(value));
            }
            let (factor, coefficient) = self.affine_coefficient(a);
            if divisor > 1 && coefficient % divisor == 0 {
                return match by_one {
                    Some(remainder) => self.affine_constant(remainder),
                    None => self.affine_mul(factor, self.affine_constant(coefficient / divisor)),
                };
            }
        }
        self.affine_expr(make(a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_simplified_as_they_are_made() {
        let ctx = Context::new();
        let (d0, d1) = (ctx.affine_dim(0), ctx.affine_dim(1));
        let c = |value| ctx.affine_constant(value);
        assert_eq!(ctx.affine_add(d0, c(0)), d0);
        assert_eq!(ctx.affine_add(ctx.affine_add(d0, c(2)), c(-2)), d0);
        assert_eq!(ctx.affine_mul(c(1), d0), d0);
        assert_eq!(ctx.affine_sub(d0, d0), c(0));
        assert_eq!(ctx.affine_mod(ctx.affine_mul(d1, c(4)), c(2)), c(0));
        assert_eq!(ctx.affine_floordiv(ctx.affine_mul(d1, c(4)), c(2)), ctx.affine_mul(d1, c(2)));
    }

    #[test]
    fn division_rounds_as_its_name_says() {
        assert_eq!(fold_floordiv(-7, 2), Some(-4));
        assert_eq!(fold_ceildiv(-7, 2), Some(-3));
        assert_eq!(fold_ceildiv(7, 2), Some(4));
        assert_eq!(fold_mod(-7, 2), Some(1));
        assert_eq!(fold_mod(7, 0), None);
    }
}
