//! Rewriting: patterns, folding, and the greedy driver.
//!
//! A pattern matches one op and rewrites it through a [`PatternRewriter`], which notifies the
//! driver of each change. The drivers are the greedy one here, which continues to a fixpoint, and
//! dialect conversion in [`crate::conversion`], which continues until all ops are legal.
//!
//! A rule has the ops that it matches and the ops that it builds:
//!
//! ```
//! # extern crate mlir_lite_framework as mlir_lite;
//! use mlir_lite::rewrite::{MatchFailure, PatternRewriter, RewritePatternSet};
//! # use mlir_lite::ir::OpDefinition;
//! # fn rules<TransposeOp: OpDefinition>(operand: fn(TransposeOp, &mlir_lite::ir::Body) -> mlir_lite::ir::ValueId) {
//! let mut patterns = RewritePatternSet::new();
//! // transpose(transpose(x)) -> x
//! patterns.add::<TransposeOp>("double-transpose", 1, move |op, rewriter| {
//!     let inner = TransposeOp::defining(rewriter.body(), operand(op, rewriter.body()))
//!         .ok_or("the operand is not a transpose")?;
//!     let x = operand(inner, rewriter.body());
//!     rewriter.replace_op(op.id(), &[x]);
//!     Ok(())
//! });
//! # }
//! # use mlir_lite::ir::OpBuilder;
//! ```
//!
//! Every driver works on one body. Isolated ops within it own bodies of their own, which are
//! rewritten before it.

#![forbid(unsafe_code)]

mod applicator;
mod canonicalize_op;
mod chains;
mod constants;
mod driver;
mod effects;
mod folding;
mod greedy;
#[doc(hidden)]
pub mod keep_attributes;
mod listener;
pub mod matchers;
mod observer;
mod op_set;
mod pattern;
mod pattern_name;
mod regions;
mod rewriter;
pub mod rules;
#[cfg(test)]
pub(crate) mod test_dialect;
#[cfg(test)]
mod tests;
mod traversal;
mod walk;
mod worklist;

pub use applicator::PatternApplicator;
pub use canonicalize_op::{
    CanonicalizeOp, add_canonicalization_patterns, add_dialect_canonicalization_patterns,
};
pub use driver::RewriteDriver;
pub(crate) use effects::has_no_lasting_effect_of;
pub use effects::{has_no_effects, has_no_lasting_effect, is_trivially_dead};
pub(crate) use folding::materialize_fold;
pub use folding::{Folded, create_or_fold, fold_op, materialize_constant};
pub(crate) use folding::{fold_named, fold_watched};
pub use greedy::{
    GreedyConfig, apply_patterns_greedily, apply_patterns_greedily_to,
    apply_patterns_greedily_with, rewrite_ops,
};
pub use listener::RewriteListener;
pub use matchers::{constant_value, is_one, is_zero};
pub(crate) use observer::Observed;
pub use observer::{PatternObserver, PatternSummary, observe_patterns};
pub use pattern::{
    FrozenRewritePatternSet, MatchFailure, MatchResult, OperandDefinition, PatternRoot,
    RewritePattern, RewritePatternSet,
};
pub(crate) use pattern::{OperandNames, PatternIndex, check_pattern_names};
pub use pattern_name::PatternName;
pub use regions::{erase_dead_arguments, erase_unreachable_blocks};
pub use rewriter::PatternRewriter;
pub use traversal::Traversal;
pub use walk::walk_and_apply_patterns;
