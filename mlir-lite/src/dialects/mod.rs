//! The dialects that every compiler needs.

pub mod affine;
pub mod builtin;
pub mod llvm;
pub(crate) mod mixed;
pub mod scf;
pub(crate) mod shuffle;
pub mod std;
mod weights;

use crate::Context;

/// Loads all dialects of this crate.
pub fn load_all(ctx: &Context) {
    ctx.load::<builtin::BuiltinDialect>();
    ctx.load::<std::StdDialect>();
    ctx.load::<scf::ScfDialect>();
    ctx.load::<affine::AffineDialect>();
    ctx.load::<llvm::LlvmDialect>();
}

/// A new context with all dialects of this crate.
pub fn context_with_all() -> Context {
    let ctx = Context::new();
    load_all(&ctx);
    ctx
}
