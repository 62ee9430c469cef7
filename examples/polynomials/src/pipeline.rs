//! The dialects, passes and pipelines of the language.

use crate::{MulToAddPass, NoisyDialect, PolyDialect, PolyToAffinePass, ReduceNoisePass};
use mlir_lite::Context;
use mlir_lite::conversions::{LowerAffinePass, ScfToStdPass, StdToLlvmOptions, StdToLlvmPass};
use mlir_lite::pass::{PassManager, PassRegistry};
use mlir_lite::transforms::canonicalize::CanonicalizerPass;

/// Loads the dialects that programs with polynomials use, and those they are lowered to.
pub fn load_dialects(ctx: &Context) {
    mlir_lite::register_all_dialects(ctx);
    ctx.load::<PolyDialect>();
    ctx.load::<NoisyDialect>();
}

/// Adds the passes that lower programs to the llvm dialect.
pub fn add_lowering(ctx: &Context, manager: &mut PassManager) {
    manager.add_pass(CanonicalizerPass::new(ctx));
    manager.add_pass(PolyToAffinePass::new(ctx));
    manager.add_pass(LowerAffinePass::new(ctx));
    manager.add_pass(ScfToStdPass::new(ctx));
    // A memref is passed as a pointer to its first element.
    let options = StdToLlvmOptions { full: true, bare_pointers: true, ..Default::default() };
    manager.add_pass(StdToLlvmPass::with_options(ctx, &options));
}

/// Registers the passes, and the pipeline `poly-to-llvm`.
pub fn register_passes(registry: &mut PassRegistry) {
    let summary = "Lower polynomials to the llvm dialect";
    registry
        .register(MulToAddPass::info())
        .register(PolyToAffinePass::info())
        .register(ReduceNoisePass::info())
        .register_pipeline("poly-to-llvm", summary, |ctx, passes, (): &()| {
            add_lowering(ctx, passes);
        });
}
