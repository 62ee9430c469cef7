//! The canonicalization patterns of ops.

use crate::rewrite::RewritePatternSet;
use mlir_lite::Context;
use mlir_lite::context::{DialectId, InterfaceMap, OpInfo};
use mlir_lite::ir::op_def::OpDefinition;
use mlir_lite::ir::op_interface::OpHook;

/// `canonicalize` in a declaration.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `canonicalize`, but there is no `impl \
        CanonicalizeOp for {Self}`",
    label = "`canonicalize` asks for `CanonicalizeOp`"
)]
pub trait CanonicalizeOp: OpDefinition {
    /// Adds the op's canonicalization patterns.
    fn patterns(set: &mut RewritePatternSet);

    /// Adds the function to the op's table.
    fn install(interfaces: &mut InterfaceMap) {
        interfaces.add_hook(const { &Canonicalization(Self::patterns) });
    }
}

/// What [`CanonicalizeOp`] installs.
#[derive(Copy, Clone)]
struct Canonicalization(fn(&mut RewritePatternSet));

impl OpHook for Canonicalization {}

/// Adds the canonicalization patterns of an op; returns false if its declaration does not say
/// `canonicalize`.
pub fn add_canonicalization_patterns(info: &OpInfo, set: &mut RewritePatternSet) -> bool {
    let hook = info.hook::<Canonicalization>();
    if let Some(Canonicalization(add)) = hook {
        add(set);
    }
    hook.is_some()
}

/// Adds the canonicalization patterns of all ops of a dialect, in the order of registration.
pub fn add_dialect_canonicalization_patterns(
    ctx: &Context,
    dialect: DialectId,
    set: &mut RewritePatternSet,
) {
    for Canonicalization(add) in ctx.dialect_hooks(dialect) {
        add(set);
    }
}
