//! Expands affine expressions to std arithmetic on `index`.
//!
//! Divisors must be positive; otherwise the result is not defined. Divisions and remainders are
//! exact for negative dividends, and no intermediate value overflows unnecessarily.

use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineExprKind, AffineMap};
use mlir_lite::dialects::standard::CmpIPredicate;
use mlir_lite::dialects::standard::edsc::{Edsc, Expr, edsc};
use mlir_lite::ir::{OpBuilder, ValueId};
use smallvec::SmallVec;

/// Expands an affine expression on values. None if it divides by a constant that is not positive,
/// or uses a missing dimension or symbol.
pub fn expand_affine_expr(
    builder: &mut (impl OpBuilder + ?Sized),
    expr: AffineExpr,
    dims: &[ValueId],
    symbols: &[ValueId],
) -> Option<ValueId> {
    is_defined(builder.context(), expr, dims.len(), symbols.len())
        .then(|| edsc(builder, |e| Expander { e, dims, symbols }.expr(expr).id()))
}

/// Expands the results of an affine map on values, dimensions first. None as for
/// [`expand_affine_expr`].
pub fn expand_affine_map(
    builder: &mut (impl OpBuilder + ?Sized),
    map: AffineMap,
    operands: &[ValueId],
) -> Option<SmallVec<[ValueId; 4]>> {
    let ctx = builder.context().clone();
    let (dims, symbols) = operands.split_at_checked(map.data(&ctx).dims as usize)?;
    let results = map.results(&ctx);
    if !results.iter().all(|&result| is_defined(&ctx, result, dims.len(), symbols.len())) {
        return None;
    }
    Some(edsc(builder, |e| {
        let expander = Expander { e, dims, symbols };
        results.iter().map(|&result| expander.expr(result).id()).collect()
    }))
}

/// Computes the largest result of an affine map. None as for
/// [`expand_affine_expr`], or if the map has no results.
pub fn expand_max(
    builder: &mut (impl OpBuilder + ?Sized),
    map: AffineMap,
    operands: &[ValueId],
) -> Option<ValueId> {
    expand_extremum(builder, map, operands, CmpIPredicate::Sgt)
}

/// Computes the smallest result of an affine map. None as for [`expand_max`].
pub fn expand_min(
    builder: &mut (impl OpBuilder + ?Sized),
    map: AffineMap,
    operands: &[ValueId],
) -> Option<ValueId> {
    expand_extremum(builder, map, operands, CmpIPredicate::Slt)
}

fn expand_extremum(
    builder: &mut (impl OpBuilder + ?Sized),
    map: AffineMap,
    operands: &[ValueId],
    better: CmpIPredicate,
) -> Option<ValueId> {
    let results = expand_affine_map(builder, map, operands)?;
    edsc(builder, |e| {
        let results = results.into_iter().map(|result| e.expr(result));
        let chosen =
            results.reduce(|best, candidate| best.cmpi(better, candidate).select(best, candidate));
        chosen.map(Expr::id)
    })
}

/// Whether the expression uses no other than these inputs.
fn is_defined(ctx: &Context, expr: AffineExpr, dims: usize, symbols: usize) -> bool {
    use AffineExprKind::{Add, CeilDiv, Constant, Dim, FloorDiv, Mod, Mul, Symbol};
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        match expr.kind(ctx) {
            Dim(i) if i as usize >= dims => return false,
            Symbol(i) if i as usize >= symbols => return false,
            Dim(_) | Symbol(_) | Constant(_) => {}
            Add(a, b) | Mul(a, b) => pending.extend([a, b]),
            Mod(a, b) | FloorDiv(a, b) | CeilDiv(a, b) => {
                if b.as_constant(ctx).is_some_and(|divisor| divisor <= 0) {
                    return false;
                }
                pending.extend([a, b]);
            }
        }
    }
    true
}

struct Expander<'e, 'v> {
    e: Edsc<'e>,
    dims: &'v [ValueId],
    symbols: &'v [ValueId],
}

impl<'e> Expander<'e, '_> {
    fn expr(&self, expr: AffineExpr) -> Expr<'e> {
        let e = self.e;
        let both = |a, b| (self.expr(a), self.expr(b));
        match expr.kind(&e.context()) {
            AffineExprKind::Dim(i) => e.expr(self.dims[i as usize]),
            AffineExprKind::Symbol(i) => e.expr(self.symbols[i as usize]),
            AffineExprKind::Constant(value) => e.index(value),
            AffineExprKind::Add(a, b) => self.expr(a) + self.expr(b),
            AffineExprKind::Mul(a, b) => self.expr(a) * self.expr(b),
            AffineExprKind::Mod(a, b) => {
                // The machine's remainder has the sign of the dividend.
                let (a, b) = both(a, b);
                let remainder = a % b;
                remainder.lt(0).select(remainder + b, remainder)
            }
            AffineExprKind::FloorDiv(a, b) => {
                // The machine's quotient is rounded towards 0: for negative `a` the result is
                // `(a + 1) / b - 1`.
                let (a, b) = both(a, b);
                let (negative, one) = (a.lt(0), e.index(1));
                let quotient = negative.select(a + one, a) / b;
                negative.select(quotient - one, quotient)
            }
            AffineExprKind::CeilDiv(a, b) => {
                // For positive `a` the result is `(a - 1) / b + 1`.
                let (a, b) = both(a, b);
                let (positive, one) = (a.gt(0), e.index(1));
                let quotient = positive.select(a - one, a) / b;
                positive.select(quotient + one, quotient)
            }
        }
    }
}
