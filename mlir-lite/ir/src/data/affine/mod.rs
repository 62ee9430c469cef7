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

use crate::support::context_number::ContextNumber;
use crate::support::uniquer::Uniquer;

/// The context's tables of affine expressions, maps and sets.
pub(crate) struct AffineTables {
    exprs: expr::AffineExprs,
    maps: Uniquer<AffineMapData>,
    sets: Uniquer<IntegerSetData>,
}

impl AffineTables {
    pub(crate) fn new(context: ContextNumber) -> Self {
        let exprs = Uniquer::new(context, 30, "affine expression");
        expr::intern_fixed(&exprs);
        Self {
            exprs,
            maps: Uniquer::new(context, 30, "affine map"),
            sets: Uniquer::new(context, 30, "integer set"),
        }
    }
}
