//! Affine maps and integer sets.

use super::expr::{AffineExpr, AffineExprKind};
use crate::data::Context;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

/// A uniqued affine map: `(d0, d1)[s0] -> (d0 + s0, d1)`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AffineMap(NonZeroU32);

/// The contents of an affine map.
#[derive(PartialEq, Eq, Debug)]
pub struct AffineMapData {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// The results.
    pub results: Box<[AffineExpr]>,
    /// Whether the results use only the map's own dimensions and symbols.
    is_valid: bool,
}

/// Hashes like the key that [`Context::affine_map`] looks up.
impl Hash for AffineMapData {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.dims, self.symbols, &self.results[..]).hash(state);
    }
}

/// A uniqued integer set: `(d0)[s0] : (d0 - s0 >= 0, d0 == 0)`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct IntegerSet(NonZeroU32);

/// The contents of an integer set.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct IntegerSetData {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Each expression, with true if it must be 0 and false if it must be at least 0.
    pub constraints: Box<[(AffineExpr, bool)]>,
}

impl AffineMap {
    /// Returns the contents of the map.
    #[inline]
    pub fn data(self, ctx: &Context) -> &AffineMapData {
        ctx.data().affine.maps.get(self.0.get() - 1)
    }

    /// The results.
    #[inline]
    pub fn results(self, ctx: &Context) -> &[AffineExpr] {
        &self.data(ctx).results
    }

    /// The number of dimensions and symbols, which is the number of operands that an op applies it
    /// to.
    #[inline]
    pub fn num_inputs(self, ctx: &Context) -> usize {
        let data = self.data(ctx);
        (data.dims + data.symbols) as usize
    }

    /// Whether the map has no symbols and its results are its dimensions in order.
    #[inline]
    pub fn is_identity(self, ctx: &Context) -> bool {
        self.data(ctx).symbols == 0 && self.is_identity_of_dims(ctx)
    }

    /// Like `is_identity`, but the map may have symbols.
    pub(crate) fn is_identity_of_dims(self, ctx: &Context) -> bool {
        let data = self.data(ctx);
        data.results.len() == data.dims as usize
            && data.results.iter().enumerate().all(|(i, &e)| e == ctx.affine_dim(i as u32))
    }

    /// Composes maps: applies `self` first, then `then` to its results. The symbols are those of
    /// `self`, followed by those of `then`. None if the number of results of `self` is not the
    /// number of dimensions of `then`.
    pub fn and_then(self, ctx: &Context, then: Self) -> Option<Self> {
        let (first, second) = (self.data(ctx), then.data(ctx));
        if first.results.len() != second.dims as usize {
            return None;
        }
        let symbols: Vec<AffineExpr> =
            (0..second.symbols).map(|symbol| ctx.affine_symbol(first.symbols + symbol)).collect();
        let results: Vec<AffineExpr> = second
            .results
            .iter()
            .map(|result| result.substitute(ctx, &first.results, &symbols))
            .collect();
        Some(ctx.affine_map(first.dims, first.symbols + second.symbols, &results))
    }

    /// Whether no factor or divisor in the map is a symbol.
    #[inline]
    pub fn is_pure_affine(self, ctx: &Context) -> bool {
        self.results(ctx).iter().all(|result| result.is_pure_affine(ctx))
    }

    /// The value of a map with one constant result.
    pub fn single_constant(self, ctx: &Context) -> Option<i64> {
        match self.results(ctx) {
            [result] => result.as_constant(ctx),
            _ => None,
        }
    }
}

impl IntegerSet {
    /// Returns the contents of the set.
    #[inline]
    pub fn data(self, ctx: &Context) -> &IntegerSetData {
        ctx.data().affine.sets.get(self.0.get() - 1)
    }

    /// Whether a point, with these symbols, is in the set. None if the value of a constraint is not
    /// defined.
    pub fn contains(self, ctx: &Context, dims: &[i64], symbols: &[i64]) -> Option<bool> {
        let mut all = true;
        for &(expr, is_equality) in &self.data(ctx).constraints {
            let value = expr.evaluate(ctx, dims, symbols)?;
            all &= if is_equality { value == 0 } else { value >= 0 };
        }
        Some(all)
    }
}

/// The first dimension or symbol in these expressions whose number is not below `dims` or
/// `symbols`.
fn first_foreign(
    ctx: &Context,
    dims: u32,
    symbols: u32,
    expressions: impl Iterator<Item = AffineExpr>,
) -> Option<AffineExpr> {
    let mut pending: Vec<AffineExpr> = expressions.collect();
    while let Some(expr) = pending.pop() {
        match expr.kind(ctx) {
            AffineExprKind::Dim(index) if index >= dims => return Some(expr),
            AffineExprKind::Symbol(index) if index >= symbols => return Some(expr),
            AffineExprKind::Dim(_) | AffineExprKind::Symbol(_) | AffineExprKind::Constant(_) => {}
            AffineExprKind::Add(a, b)
            | AffineExprKind::Mul(a, b)
            | AffineExprKind::Mod(a, b)
            | AffineExprKind::FloorDiv(a, b)
            | AffineExprKind::CeilDiv(a, b) => pending.extend([a, b]),
        }
    }
    None
}

/// Panics if one of these expressions uses a dimension or symbol that is not declared.
#[track_caller]
fn refuse_foreign(
    what: &str,
    ctx: &Context,
    dims: u32,
    symbols: u32,
    expressions: impl Iterator<Item = AffineExpr>,
) {
    let foreign = first_foreign(ctx, dims, symbols, expressions);
    let (foreign, number, kind) = match foreign.map(|expr| expr.kind(ctx)) {
        Some(AffineExprKind::Dim(index)) => (format!("d{index}"), dims, "dimensions"),
        Some(AffineExprKind::Symbol(index)) => (format!("s{index}"), symbols, "symbols"),
        _ => return,
    };
    panic!("not a valid affine {what}: it uses {foreign}, but has {number} {kind}");
}

impl Context {
    /// The affine map with these results.
    ///
    /// # Panics
    /// If a result uses a dimension or symbol that the map does not have.
    #[track_caller]
    pub fn affine_map(&self, dims: u32, symbols: u32, results: &[AffineExpr]) -> AffineMap {
        // Hashes like the struct's fields, in order.
        let key = (dims, symbols, results);
        let is_same = |map: &AffineMapData| (map.dims, map.symbols, &map.results[..]) == key;
        let make = || {
            let is_valid = first_foreign(self, dims, symbols, results.iter().copied()).is_none();
            AffineMapData { dims, symbols, results: results.into(), is_valid }
        };
        let index = self.data().affine.maps.intern_by(&key, is_same, make);
        if !self.data().affine.maps.get(index).is_valid {
            refuse_foreign("map", self, dims, symbols, results.iter().copied());
        }
        AffineMap(crate::support::pool::encode(index as usize))
    }

    /// `(d0, .., dn) -> (d0, .., dn)`
    #[track_caller]
    pub fn identity_map(&self, dims: u32) -> AffineMap {
        let results: Vec<_> = (0..dims).map(|i| self.affine_dim(i)).collect();
        self.affine_map(dims, 0, &results)
    }

    /// `() -> (value)`
    pub fn constant_map(&self, value: i64) -> AffineMap {
        self.affine_map(0, 0, &[self.affine_constant(value)])
    }

    /// The integer set with these constraints, each `(expression, is equality)`.
    ///
    /// # Panics
    /// If a constraint uses a dimension or symbol that the set does not have.
    #[track_caller]
    pub fn integer_set(
        &self,
        dims: u32,
        symbols: u32,
        constraints: &[(AffineExpr, bool)],
    ) -> IntegerSet {
        refuse_foreign(
            "set",
            self,
            dims,
            symbols,
            constraints.iter().map(|constraint| constraint.0),
        );
        let data = IntegerSetData { dims, symbols, constraints: constraints.into() };
        IntegerSet(crate::support::pool::encode(self.data().affine.sets.intern(data) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_in_a_set_or_not() {
        let ctx = Context::new();
        let (d0, s0) = (ctx.affine_dim(0), ctx.affine_symbol(0));
        // d0 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0
        let last = ctx.affine_sub(ctx.affine_sub(s0, d0), ctx.affine_constant(1));
        let even = ctx.affine_mod(d0, ctx.affine_constant(2));
        let set = ctx.integer_set(1, 1, &[(d0, false), (last, false), (even, true)]);
        let points: Vec<i64> =
            (-3..12).filter(|&d0| set.contains(&ctx, &[d0], &[8]) == Some(true)).collect();
        assert_eq!(points, [0, 2, 4, 6]);
        assert_eq!(ctx.integer_set(0, 0, &[]).contains(&ctx, &[], &[]), Some(true));
    }

    #[test]
    fn equal_maps_are_one() {
        let ctx = Context::new();
        let sum = |i| ctx.affine_add(ctx.affine_dim(i), ctx.affine_symbol(9));
        assert_eq!(
            ctx.affine_map(2, 10, &[sum(0), sum(1)]),
            ctx.affine_map(2, 10, &[sum(0), sum(1)])
        );
        assert_ne!(
            ctx.affine_map(2, 10, &[sum(0), sum(1)]),
            ctx.affine_map(3, 10, &[sum(0), sum(1)])
        );
        assert_eq!(ctx.affine_dim(7).kind(&ctx), AffineExprKind::Dim(7));
        assert_eq!(ctx.affine_symbol(7).kind(&ctx), AffineExprKind::Symbol(7));
    }

    #[test]
    fn maps_with_symbolic_factors_are_semi_affine() {
        let ctx = Context::new();
        let (d0, s0, two) = (ctx.affine_dim(0), ctx.affine_symbol(0), ctx.affine_constant(2));
        assert!(
            ctx.affine_map(1, 1, &[ctx.affine_add(ctx.affine_mul(d0, two), s0)])
                .is_pure_affine(&ctx)
        );
        assert!(!ctx.affine_map(1, 1, &[ctx.affine_mul(d0, s0)]).is_pure_affine(&ctx));
        assert!(!ctx.affine_map(1, 1, &[ctx.affine_floordiv(d0, s0)]).is_pure_affine(&ctx));
    }
}
