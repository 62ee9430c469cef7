//! The canonicalization patterns of ops.

use crate::rewrite::RewritePatternSet;
use mlir_lite::Context;
use mlir_lite::context::{DialectId, OpInfo};
use mlir_lite::ir::prelude::op_interface;

/// Canonicalizes ops.
#[diagnostic::on_unimplemented(
    message = "the declaration lists `CanonicalizeOp`, but there is no `impl CanonicalizeOp for \
        {Self}`",
    label = "`implements(..)` lists `CanonicalizeOp`"
)]
#[op_interface]
pub trait CanonicalizeOp {
    /// Adds the op's canonicalization patterns.
    fn patterns(set: &mut RewritePatternSet);
}

/// Adds the canonicalization patterns of an op; returns false if its declaration does not list
/// `CanonicalizeOp`.
pub fn add_canonicalization_patterns(info: &OpInfo, set: &mut RewritePatternSet) -> bool {
    let implementation = info.interface::<dyn CanonicalizeOp>();
    if let Some(implementation) = implementation {
        implementation.patterns(set);
    }
    implementation.is_some()
}

/// Adds the canonicalization patterns of all ops of a dialect, in the order of registration.
pub fn add_dialect_canonicalization_patterns(
    ctx: &Context,
    dialect: DialectId,
    set: &mut RewritePatternSet,
) {
    for implementation in ctx.dialect_implementations::<dyn CanonicalizeOp>(dialect) {
        implementation.patterns(set);
    }
}
