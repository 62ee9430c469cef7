//! Attributes that MLIR counts among the properties of ops, and that nothing here reads: they are
//! kept, and printed where MLIR prints them.

use mlir_lite::ir::op_def::UpstreamProperties;

/// The properties of memory accesses.
pub(super) const ACCESS: UpstreamProperties = UpstreamProperties::of(&[
    ("access_groups", None),
    ("alias_scopes", None),
    ("noalias_scopes", None),
    ("tbaa", None),
]);

/// The properties of calls.
pub(super) const CALL: UpstreamProperties = UpstreamProperties::of(&[
    ("access_groups", None),
    ("alias_scopes", None),
    ("memory_effects", None),
    ("noalias_scopes", None),
    ("tbaa", None),
]);

/// The properties of branches.
pub(super) const BRANCH: UpstreamProperties = UpstreamProperties::of(&[("loop_annotation", None)]);
