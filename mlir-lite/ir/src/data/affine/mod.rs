//! Affine expressions, maps and integer sets, uniqued in the context.
//!
//! Expressions are simplified when they are created, so `d0 + 0` and `d0` are the same handle.

mod collect;
mod expr;
mod map;
mod range;
mod simplify;

pub use expr::{AffineExpr, AffineExprKind};
pub use map::{AffineMap, AffineMapData, IntegerSet, IntegerSetData};

use crate::support::uniquer::Uniquer;

/// The context's tables of affine expressions, maps and sets.
pub(crate) struct AffineTables {
    exprs: Uniquer<AffineExprKind>,
    maps: Uniquer<AffineMapData>,
    sets: Uniquer<IntegerSetData>,
}

impl AffineTables {
    pub(crate) fn new() -> Self {
        let exprs = Uniquer::new();
        expr::intern_fixed(&exprs);
        Self { exprs, maps: Uniquer::new(), sets: Uniquer::new() }
    }
}
