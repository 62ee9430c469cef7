//! Expands affine expressions to std arithmetic on `index`.
//!
//! Divisors must be positive; otherwise the result is not defined. Divisions and remainders are
//! exact for negative dividends, and no intermediate value overflows unnecessarily.

use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineExprKind, AffineMap};
use mlir_lite::dialects::standard::{
    AddIOp, CmpIOp, CmpIPredicate, ConstantOp, DivISignedOp, MulIOp, RemISignedOp, SelectOp, SubIOp,
};
use mlir_lite::ir::{OpBuilder, ValueId};
use mlir_lite::types::Type;
use smallvec::SmallVec;

/// Expands an affine expression on values. None if it divides by a constant that is not positive,
/// or uses a missing dimension or symbol.
pub fn expand_affine_expr(
    builder: &mut (impl OpBuilder + ?Sized),
    expr: AffineExpr,
    dims: &[ValueId],
    symbols: &[ValueId],
) -> Option<ValueId> {
    let ctx = builder.context().clone();
    is_defined(&ctx, expr, dims.len(), symbols.len())
        .then(|| Expander { builder, ctx, dims, symbols }.expr(expr))
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
    let mut expander = Expander { builder, ctx: ctx.clone(), dims, symbols };
    Some(results.iter().map(|&result| expander.expr(result)).collect())
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
    results.into_iter().reduce(|best, candidate| {
        let is_better = CmpIOp::create(builder, better, best, candidate, Type::I1);
        select(builder, is_better, best, candidate)
    })
}

fn select(
    builder: &mut (impl OpBuilder + ?Sized),
    condition: ValueId,
    a: ValueId,
    b: ValueId,
) -> ValueId {
    let ty = builder.body().ty(a);
    SelectOp::create(builder, condition, a, b, ty)
}

/// Whether the expression is defined for that many inputs.
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

struct Expander<'v, B: ?Sized> {
    builder: &'v mut B,
    ctx: Context,
    dims: &'v [ValueId],
    symbols: &'v [ValueId],
}

impl<B: OpBuilder + ?Sized> Expander<'_, B> {
    fn expr(&mut self, expr: AffineExpr) -> ValueId {
        match expr.kind(&self.ctx) {
            AffineExprKind::Dim(i) => self.dims[i as usize],
            AffineExprKind::Symbol(i) => self.symbols[i as usize],
            AffineExprKind::Constant(value) => self.constant(value),
            AffineExprKind::Add(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.add(a, b)
            }
            AffineExprKind::Mul(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                MulIOp::create(self.builder, a, b)
            }
            AffineExprKind::Mod(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.remainder(a, b)
            }
            AffineExprKind::FloorDiv(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.floor_division(a, b)
            }
            AffineExprKind::CeilDiv(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.ceil_division(a, b)
            }
        }
    }

    /// The machine's remainder has the sign of the dividend.
    fn remainder(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let remainder = RemISignedOp::create(self.builder, a, b);
        let negative = self.compare_with_zero(CmpIPredicate::Slt, remainder);
        let shifted = self.add(remainder, b);
        select(self.builder, negative, shifted, remainder)
    }

    /// The machine's quotient is rounded towards 0: for negative `a` the result is
    /// `(a + 1) / b - 1`.
    fn floor_division(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let negative = self.compare_with_zero(CmpIPredicate::Slt, a);
        let one = self.constant(1);
        let above = self.add(a, one);
        let dividend = select(self.builder, negative, above, a);
        let quotient = self.divide(dividend, b);
        let below = SubIOp::create(self.builder, quotient, one);
        select(self.builder, negative, below, quotient)
    }

    /// For positive `a` the result is `(a - 1) / b + 1`.
    fn ceil_division(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let positive = self.compare_with_zero(CmpIPredicate::Sgt, a);
        let one = self.constant(1);
        let below = SubIOp::create(self.builder, a, one);
        let dividend = select(self.builder, positive, below, a);
        let quotient = self.divide(dividend, b);
        let above = self.add(quotient, one);
        select(self.builder, positive, above, quotient)
    }

    fn divide(&mut self, a: ValueId, b: ValueId) -> ValueId {
        DivISignedOp::create(self.builder, a, b)
    }

    fn add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        AddIOp::create(self.builder, a, b)
    }

    fn compare_with_zero(&mut self, predicate: CmpIPredicate, value: ValueId) -> ValueId {
        let zero = self.constant(0);
        CmpIOp::create(self.builder, predicate, value, zero, Type::I1)
    }

    fn constant(&mut self, value: i64) -> ValueId {
        ConstantOp::index(self.builder, value)
    }
}
