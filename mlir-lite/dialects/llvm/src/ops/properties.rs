//! Attributes that MLIR counts among the properties of ops, and that nothing here reads: they are
//! kept, and printed where MLIR prints them.

use mlir_lite::ir::op_def::{PropertyDef, UpstreamProperties};

/// The properties of memory accesses.
pub(super) const ACCESS: UpstreamProperties = UpstreamProperties::of(&[
    PropertyDef::any("access_groups"),
    PropertyDef::any("alias_scopes"),
    PropertyDef::any("noalias_scopes"),
    PropertyDef::any("tbaa"),
]);

/// The properties of calls.
pub(super) const CALL: UpstreamProperties = UpstreamProperties::of(&[
    PropertyDef::any("access_groups"),
    PropertyDef::any("alias_scopes"),
    PropertyDef::any("memory_effects"),
    PropertyDef::any("noalias_scopes"),
    PropertyDef::any("tbaa"),
]);

/// The properties of branches.
pub(super) const BRANCH: UpstreamProperties =
    UpstreamProperties::of(&[PropertyDef::any("loop_annotation")]);

/// The properties of intrinsics that copy or fill memory.
pub(super) const COPY: UpstreamProperties = UpstreamProperties::of(&[
    PropertyDef::any("access_groups"),
    PropertyDef::any("alias_scopes"),
    PropertyDef::any("arg_attrs"),
    PropertyDef::any("noalias_scopes"),
    PropertyDef::any("res_attrs"),
    PropertyDef::any("tbaa"),
]);
