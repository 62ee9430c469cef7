//! Helpers that the lowerings of affine ops to scf and std share.

use crate::expand_affine_map;
use mlir_lite::affine::AffineMap;
pub(super) use mlir_lite::dialects::scf::lowering::{Std, as_values};
use mlir_lite::ir::{OpBuilder, OpId, ValueId};
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchFailure, PatternRewriter};
use smallvec::SmallVec;

/// Why an op whose map divides by 0 stays.
pub(super) const NOT_DEFINED: &str =
    "an affine expression divides by a constant that is not positive";

/// The values of a map's results.
pub(super) fn map_results(
    rewriter: &mut PatternRewriter<'_>,
    map: AffineMap,
    operands: &[ValueId],
) -> Result<SmallVec<[ValueId; 4]>, MatchFailure> {
    expand_affine_map(rewriter, map, operands).ok_or(NOT_DEFINED.into())
}

/// Replaces an op by one with the same results, which keeps its attributes.
pub(super) fn replace_by(rewriter: &mut PatternRewriter<'_>, old: OpId, new: OpId) {
    keep_attributes(rewriter, old, new);
    let results: Vec<ValueId> = rewriter.body().results(new).collect();
    rewriter.replace_op(old, &results);
}
