//! Affine expressions: sums, products, divisions and remainders of dimensions,
//! symbols and constants.

use crate::data::Context;
use crate::support::uniquer::Uniquer;
use std::num::NonZeroU32;

/// A uniqued affine expression.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AffineExpr(NonZeroU32);

/// How many dimensions, and how many symbols, are at fixed indices at the start of a context's
/// expressions, so that they need no lookup.
const FIXED: u32 = 8;

/// The affine expressions of a context.
pub(super) type AffineExprs = Uniquer<AffineExprKind, { 2 * FIXED }>;

pub(super) fn intern_fixed(exprs: &AffineExprs) {
    let dims = (0..FIXED).map(AffineExprKind::Dim);
    for (i, kind) in dims.chain((0..FIXED).map(AffineExprKind::Symbol)).enumerate() {
        let index = exprs.intern(kind);
        debug_assert_eq!(index as usize, i);
    }
}

/// The kinds of affine expressions.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum AffineExprKind {
    /// `d0`
    Dim(u32),
    /// `s0`
    Symbol(u32),
    /// `42`
    Constant(i64),
    /// `a + b`; a constant is on the right.
    Add(AffineExpr, AffineExpr),
    /// `a * b`; a constant or symbolic factor is on the right.
    Mul(AffineExpr, AffineExpr),
    /// `a mod b`, not negative for positive `b`.
    Mod(AffineExpr, AffineExpr),
    /// `a floordiv b`
    FloorDiv(AffineExpr, AffineExpr),
    /// `a ceildiv b`
    CeilDiv(AffineExpr, AffineExpr),
}

impl AffineExpr {
    /// Returns the kind of the expression.
    #[inline]
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

    /// Whether factors and divisors are constants: if not, the expression is
    /// semi-affine.
    pub fn is_pure_affine(self, ctx: &Context) -> bool {
        match self.kind(ctx) {
            AffineExprKind::Dim(_) | AffineExprKind::Symbol(_) | AffineExprKind::Constant(_) => {
                true
            }
            AffineExprKind::Add(a, b) => a.is_pure_affine(ctx) && b.is_pure_affine(ctx),
            AffineExprKind::Mul(a, b) => {
                a.is_pure_affine(ctx)
                    && b.is_pure_affine(ctx)
                    && (a.as_constant(ctx).is_some() || b.as_constant(ctx).is_some())
            }
            AffineExprKind::Mod(a, b)
            | AffineExprKind::FloorDiv(a, b)
            | AffineExprKind::CeilDiv(a, b) => {
                a.is_pure_affine(ctx) && b.as_constant(ctx).is_some()
            }
        }
    }

    /// The value for these dimensions and symbols. None if a divisor is not positive or the result
    /// overflows `i64`. Intermediate results may be larger: expressions are about integers of any
    /// size, and are simplified as such.
    pub fn evaluate(self, ctx: &Context, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        i64::try_from(self.evaluate_wide(ctx, dims, symbols)?).ok()
    }

    fn evaluate_wide(self, ctx: &Context, dims: &[i64], symbols: &[i64]) -> Option<i128> {
        let both = |a: Self, b: Self| {
            Some((a.evaluate_wide(ctx, dims, symbols)?, b.evaluate_wide(ctx, dims, symbols)?))
        };
        let divided = |a: Self, b: Self| both(a, b).filter(|&(_, b)| b > 0);
        match self.kind(ctx) {
            AffineExprKind::Dim(i) => dims.get(i as usize).copied().map(i128::from),
            AffineExprKind::Symbol(i) => symbols.get(i as usize).copied().map(i128::from),
            AffineExprKind::Constant(value) => Some(value.into()),
            AffineExprKind::Add(a, b) => both(a, b).and_then(|(a, b)| a.checked_add(b)),
            AffineExprKind::Mul(a, b) => both(a, b).and_then(|(a, b)| a.checked_mul(b)),
            AffineExprKind::Mod(a, b) => divided(a, b).map(|(a, b)| a.rem_euclid(b)),
            AffineExprKind::FloorDiv(a, b) => divided(a, b).map(|(a, b)| a.div_euclid(b)),
            AffineExprKind::CeilDiv(a, b) => {
                divided(a, b).map(|(a, b)| a.div_euclid(b) + i128::from(a.rem_euclid(b) != 0))
            }
        }
    }

    /// The number of operators, dimensions, symbols and constants in the expression's text.
    pub(crate) fn num_ops(self, ctx: &Context) -> usize {
        match self.kind(ctx) {
            AffineExprKind::Dim(_) | AffineExprKind::Symbol(_) | AffineExprKind::Constant(_) => 1,
            AffineExprKind::Add(a, b)
            | AffineExprKind::Mul(a, b)
            | AffineExprKind::Mod(a, b)
            | AffineExprKind::FloorDiv(a, b)
            | AffineExprKind::CeilDiv(a, b) => 1 + a.num_ops(ctx) + b.num_ops(ctx),
        }
    }

    /// The expression with dimensions and symbols replaced. Those beyond the ends of the lists are
    /// kept.
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

pub(super) fn fold_mod(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.rem_euclid(b))
}

pub(super) fn fold_floordiv(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.div_euclid(b))
}

pub(super) fn fold_ceildiv(a: i64, b: i64) -> Option<i64> {
    let quotient = fold_floordiv(a, b)?;
    if a.rem_euclid(b) == 0 { Some(quotient) } else { quotient.checked_add(1) }
}

impl Context {
    pub(super) fn affine_expr(&self, kind: AffineExprKind) -> AffineExpr {
        AffineExpr(crate::support::pool::encode(self.data().affine.exprs.intern(kind) as usize))
    }

    /// `d<index>`
    pub fn affine_dim(&self, index: u32) -> AffineExpr {
        if index < FIXED {
            return AffineExpr(crate::support::pool::encode(index as usize));
        }
        self.affine_expr(AffineExprKind::Dim(index))
    }

    /// `s<index>`
    pub fn affine_symbol(&self, index: u32) -> AffineExpr {
        if index < FIXED {
            return AffineExpr(crate::support::pool::encode((FIXED + index) as usize));
        }
        self.affine_expr(AffineExprKind::Symbol(index))
    }

    /// A constant.
    #[inline]
    pub fn affine_constant(&self, value: i64) -> AffineExpr {
        self.affine_expr(AffineExprKind::Constant(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_as_its_name_says() {
        assert_eq!(fold_floordiv(-7, 2), Some(-4));
        assert_eq!(fold_ceildiv(-7, 2), Some(-3));
        assert_eq!(fold_ceildiv(7, 2), Some(4));
        assert_eq!(fold_mod(-7, 2), Some(1));
        assert_eq!(fold_mod(7, 0), None);
    }
}
