//! What MLIR counts among the properties of ops and nothing here reads: it is kept, and placed as
//! MLIR places it.

use mlir_lite::ir::op_def::UpstreamProperties;

/// What may be said of an access of memory.
pub(super) const ACCESS: UpstreamProperties = UpstreamProperties::of(&[
    ("access_groups", None),
    ("alias_scopes", None),
    ("noalias_scopes", None),
    ("tbaa", None),
]);

/// What may be said of a call.
pub(super) const CALL: UpstreamProperties = UpstreamProperties::of(&[
    ("access_groups", None),
    ("alias_scopes", None),
    ("memory_effects", None),
    ("noalias_scopes", None),
    ("tbaa", None),
]);

/// What may be said of a branch.
pub(super) const BRANCH: UpstreamProperties = UpstreamProperties::of(&[("loop_annotation", None)]);
