//! Canonicalization: one form for each of many ways to say the same.
//!
//! There is one canonicalizer for all dialects. It folds, erases what is dead,
//! unites constants, and applies the patterns that the ops themselves supply,
//! greedily, until nothing changes.

use crate::context::Context;
use crate::rewrite::{FrozenRewritePatternSet, RewritePatternSet};

/// The canonicalization patterns of all ops of the loaded dialects, by dialect
/// name and then in the order of registration. Collect them once, not per
/// function.
pub fn canonicalization_patterns(ctx: &Context) -> FrozenRewritePatternSet {
    let mut patterns = RewritePatternSet::new();
    for dialect in ctx.loaded_dialects() {
        let Some(id) = ctx.dialect_id(dialect) else { continue };
        for def in ctx.dialect_ops(id) {
            if let Some(add) = def.canonicalize {
                add(&mut patterns);
            }
        }
    }
    patterns.freeze(ctx)
}
