//! Constructors of expressions. Each operator simplifies as far as MLIR does and no further, so
//! that both print the same text.
//!
//! The order within a sum or product is: operands with dimensions, then symbolic operands, then the
//! constant. Two dimensions, or two symbols, are in the order of their numbers. Nothing else is
//! distributed or sorted.
//!
//! Simplifications that need a whole map, or the values that it is applied to, are deliberately not
//! here: the affine dialect has those.

use super::expr::{AffineExpr, AffineExprKind, fold_ceildiv, fold_floordiv, fold_mod};
use crate::data::Context;

use AffineExprKind::{Add, CeilDiv, Constant, Dim, FloorDiv, Mod, Mul, Symbol};

impl AffineExpr {
    /// The largest number that is known to divide every value of the expression. It is 0 for the
    /// constant 0.
    pub fn largest_known_divisor(self, ctx: &Context) -> u64 {
        match self.kind(ctx) {
            Dim(_) | Symbol(_) => 1,
            Constant(value) => value.unsigned_abs(),
            Mul(a, b) => {
                a.largest_known_divisor(ctx).checked_mul(b.largest_known_divisor(ctx)).unwrap_or(1)
            }
            Add(a, b) | Mod(a, b) => {
                gcd(a.largest_known_divisor(ctx), b.largest_known_divisor(ctx))
            }
            FloorDiv(a, b) | CeilDiv(a, b) => {
                let divisor = b.as_constant(ctx).map_or(0, i64::unsigned_abs);
                let dividend = a.largest_known_divisor(ctx);
                if divisor != 0 && dividend.is_multiple_of(divisor) {
                    dividend / divisor
                } else {
                    1
                }
            }
        }
    }

    /// Whether every value of the expression is a multiple of `divisor`.
    fn is_multiple_of(self, ctx: &Context, divisor: i64) -> bool {
        self.largest_known_divisor(ctx).is_multiple_of(divisor.unsigned_abs())
    }

    /// Splits `x * 3` into `x` and 3, and any other expression into itself and 1.
    fn coefficient(self, ctx: &Context) -> (Self, i64) {
        if let Mul(factor, constant) = self.kind(ctx)
            && let Some(value) = constant.as_constant(ctx)
        {
            return (factor, value);
        }
        (self, 1)
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Context {
    /// `a + b`, simplified.
    pub fn affine_add(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        self.simplified_sum(a, b).unwrap_or_else(|| self.affine_expr(Add(a, b)))
    }

    /// The simplified form of `a + b`, if it is not just the sum of the two.
    fn simplified_sum(&self, a: AffineExpr, b: AffineExpr) -> Option<AffineExpr> {
        let (x, y) = (a.as_constant(self), b.as_constant(self));
        if let (Some(x), Some(y)) = (x, y) {
            return x.checked_add(y).map(|sum| self.affine_constant(sum));
        }
        if self.is_out_of_order(a, b) {
            return Some(self.affine_add(b, a));
        }
        if y == Some(0) {
            return Some(a);
        }
        let left = match a.kind(self) {
            Add(first, constant) => {
                constant.as_constant(self).map(|value| (first, constant, value))
            }
            _ => None,
        };
        // (x + 1) + 2 is x + 3.
        if let (Some((first, _, i)), Some(j)) = (left, y)
            && let Some(sum) = i.checked_add(j)
        {
            return Some(self.affine_add(first, self.affine_constant(sum)));
        }
        // x * 2 + x * 3 is x * 5.
        let ((factor, i), (other, j)) = (a.coefficient(self), b.coefficient(self));
        if factor == other
            && let Some(sum) = i.checked_add(j)
        {
            return Some(self.affine_mul(factor, self.affine_constant(sum)));
        }
        // (x + 1) + y is (x + y) + 1.
        if let (Some((first, constant, _)), None) = (left, y) {
            return Some(self.affine_add(self.affine_add(first, b), constant));
        }
        // x + (y + z) is (x + y) + z, which is how it is printed and parsed. (MLIR keeps the first
        // form.)
        if let Add(first, last) = b.kind(self) {
            return Some(self.affine_add(self.affine_add(a, first), last));
        }
        self.sum_with_product(a, b)
    }

    /// Recognizes remainders in sums: `x + (x floordiv q) * -q` and `x + (x floordiv q) * q * -1`
    /// are `x mod q`. The last term of a sum `a` is also tried as `x`.
    fn sum_with_product(&self, a: AffineExpr, b: AffineExpr) -> Option<AffineExpr> {
        let Mul(product, factor) = b.kind(self) else { return None };
        if let Mul(quotient, divisor) = product.kind(self)
            && factor.as_constant(self) == Some(-1)
            && quotient.kind(self) == FloorDiv(a, divisor)
        {
            return Some(self.affine_mod(a, divisor));
        }
        let FloorDiv(dividend, divisor) = product.kind(self) else { return None };
        if dividend == a && divisor == self.affine_mul(factor, self.affine_constant(-1)) {
            return Some(self.affine_mod(a, divisor));
        }
        let Add(first, last) = a.kind(self) else { return None };
        let last = self.simplified_sum(last, b)?;
        Some(self.affine_add(first, last))
    }

    /// Whether `b` must come before `a` in a sum or product. At most one of them is a constant.
    fn is_out_of_order(&self, a: AffineExpr, b: AffineExpr) -> bool {
        match (a.kind(self), b.kind(self)) {
            (Dim(i), Dim(j)) | (Symbol(i), Symbol(j)) => i > j,
            (Constant(_), _) => true,
            _ => a.is_symbolic_or_constant(self) && !b.is_symbolic_or_constant(self),
        }
    }

    /// `a * b`, simplified.
    pub fn affine_mul(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        let (x, y) = (a.as_constant(self), b.as_constant(self));
        if let (Some(x), Some(y)) = (x, y) {
            return match x.checked_mul(y) {
                Some(product) => self.affine_constant(product),
                None => self.affine_expr(Mul(a, b)),
            };
        }
        if self.is_out_of_order(a, b) {
            return self.affine_mul(b, a);
        }
        match y {
            Some(1) => return a,
            Some(0) => return b,
            _ => {}
        }
        if let Mul(first, constant) = a.kind(self)
            && let Some(i) = constant.as_constant(self)
        {
            // (x * 2) * 3 is x * 6.
            if let Some(product) = y.and_then(|j| i.checked_mul(j)) {
                return self.affine_mul(first, self.affine_constant(product));
            }
            // (x * 2) * s is (x * s) * 2.
            if y.is_none() {
                return self.affine_mul(self.affine_mul(first, b), constant);
            }
        }
        self.affine_expr(Mul(a, b))
    }

    /// `a - b`, simplified.
    pub fn affine_sub(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        self.affine_add(a, self.affine_mul(b, self.affine_constant(-1)))
    }

    /// `a mod b`, simplified.
    pub fn affine_mod(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        let Some(divisor) = b.as_constant(self).filter(|&divisor| divisor > 0) else {
            return self.affine_expr(Mod(a, b));
        };
        if let Some(value) = a.as_constant(self).and_then(|a| fold_mod(a, divisor)) {
            return self.affine_constant(value);
        }
        if a.is_multiple_of(self, divisor) {
            return self.affine_constant(0);
        }
        match a.kind(self) {
            Add(left, right) if left.is_multiple_of(self, divisor) => self.affine_mod(right, b),
            Add(left, right) if right.is_multiple_of(self, divisor) => self.affine_mod(left, b),
            Mod(inner, modulus) if modulus.as_constant(self).is_some_and(|m| m % divisor == 0) => {
                self.affine_mod(inner, b)
            }
            _ => self.affine_expr(Mod(a, b)),
        }
    }

    /// `a floordiv b`, simplified.
    pub fn affine_floordiv(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        let Some(divisor) = b.as_constant(self).filter(|&divisor| divisor > 0) else {
            return self.affine_expr(FloorDiv(a, b));
        };
        if let Some(value) = a.as_constant(self).and_then(|a| fold_floordiv(a, divisor)) {
            return self.affine_constant(value);
        }
        if let Some(quotient) = self.exact_quotient(a, divisor) {
            return quotient;
        }
        if let Add(left, right) = a.kind(self)
            && (left.is_multiple_of(self, divisor) || right.is_multiple_of(self, divisor))
        {
            return self.affine_add(self.affine_floordiv(left, b), self.affine_floordiv(right, b));
        }
        self.affine_expr(FloorDiv(a, b))
    }

    /// `a ceildiv b`, simplified.
    pub fn affine_ceildiv(&self, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        let Some(divisor) = b.as_constant(self).filter(|&divisor| divisor > 0) else {
            return self.affine_expr(CeilDiv(a, b));
        };
        if let Some(value) = a.as_constant(self).and_then(|a| fold_ceildiv(a, divisor)) {
            return self.affine_constant(value);
        }
        self.exact_quotient(a, divisor).unwrap_or_else(|| self.affine_expr(CeilDiv(a, b)))
    }

    /// `x` by 1, and `x * 6` by 3.
    fn exact_quotient(&self, a: AffineExpr, divisor: i64) -> Option<AffineExpr> {
        if divisor == 1 {
            return Some(a);
        }
        let Mul(factor, constant) = a.kind(self) else { return None };
        let value = constant.as_constant(self).filter(|value| value % divisor == 0)?;
        Some(self.affine_mul(factor, self.affine_constant(value / divisor)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_simplified_as_they_are_made() {
        let ctx = Context::new();
        let (d0, d1, s0) = (ctx.affine_dim(0), ctx.affine_dim(1), ctx.affine_symbol(0));
        let c = |value| ctx.affine_constant(value);
        assert_eq!(ctx.affine_add(d0, c(0)), d0);
        assert_eq!(ctx.affine_add(ctx.affine_add(d0, c(2)), c(-2)), d0);
        assert_eq!(ctx.affine_add(s0, d0), ctx.affine_add(d0, s0));
        assert_eq!(ctx.affine_mul(c(1), d0), d0);
        assert_eq!(ctx.affine_sub(d0, d0), c(0));
        assert_eq!(ctx.affine_mod(ctx.affine_mul(d1, c(4)), c(2)), c(0));
        assert_eq!(ctx.affine_floordiv(ctx.affine_mul(d1, c(4)), c(2)), ctx.affine_mul(d1, c(2)));
    }

    #[test]
    fn a_number_minus_its_multiples_is_a_remainder() {
        let ctx = Context::new();
        let (d0, s0) = (ctx.affine_dim(0), ctx.affine_symbol(0));
        for divisor in [ctx.affine_constant(4), s0] {
            let multiples = ctx.affine_mul(ctx.affine_floordiv(d0, divisor), divisor);
            assert_eq!(ctx.affine_sub(d0, multiples), ctx.affine_mod(d0, divisor));
        }
    }

    #[test]
    fn sums_are_divided_term_by_term_where_one_is_a_multiple() {
        let ctx = Context::new();
        let (d0, d1) = (ctx.affine_dim(0), ctx.affine_dim(1));
        let four = ctx.affine_constant(4);
        let sum = ctx.affine_add(ctx.affine_mul(d0, four), d1);
        assert_eq!(
            ctx.affine_floordiv(sum, four),
            ctx.affine_add(d0, ctx.affine_floordiv(d1, four))
        );
        assert_eq!(ctx.affine_mod(sum, four), ctx.affine_mod(d1, four));
    }

    #[test]
    fn what_overflows_is_left_alone() {
        let ctx = Context::new();
        let d0 = ctx.affine_dim(0);
        let max = ctx.affine_constant(i64::MAX);
        let sum = ctx.affine_add(ctx.affine_add(d0, max), max);
        assert_eq!(sum.kind(&ctx), Add(ctx.affine_add(d0, max), max));
        let min = ctx.affine_constant(i64::MIN);
        assert_eq!(ctx.affine_mul(min, ctx.affine_constant(-1)).as_constant(&ctx), None);
    }
}
