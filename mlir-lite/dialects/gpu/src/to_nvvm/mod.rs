//! `convert-gpu-to-nvvm`: modules of kernels for NVIDIA's processors.
//!
//! | module | what it is |
//! |---|---|
//! | `kernels.rs` | functions of devices become functions of std, with their buffers |
//! | `positions.rs` | positions become special registers |
//! | `warps.rs` | barriers, shuffles and reductions of subgroups |

mod kernels;
mod positions;
mod warps;

use crate::{GPUModuleOp, GpuDialect};
use mlir_lite::context::Dialect;
use mlir_lite::conversion::{
    ConversionMode, ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet,
    convert_bodies,
};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::nvvm::NvvmDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::dialects::standard::conversions::populate_libdevice_patterns;
use mlir_lite::dialects::standard::to_llvm::{
    StdToLlvmOptions, finish, partial_type_converter, populate_std_to_llvm_patterns,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::{Diagnostic, Reported};

/// Why a function is not converted.
type Converted<T = ()> = Result<T, Box<Diagnostic>>;

/// Convert kernels to the llvm and nvvm dialects.
///
/// The functions of each `gpu.module` become those of the llvm dialect: positions are special
/// registers, buffers of a block are globals in its memory, and functions of numbers that the
/// processors have no instruction for are calls of libdevice.
#[pass(
    name = "convert-gpu-to-nvvm",
    on = "gpu.module",
    dialects(GpuDialect, NvvmDialect, StdDialect, LlvmDialect),
    initialize
)]
pub struct GpuToNvvmPass {
    target: ConversionTarget,
    patterns: FrozenConversionPatternSet,
}

impl GpuToNvvmPass {
    fn initialize(ctx: &Context) -> Self {
        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect(LlvmDialect::NAMESPACE);
        target.add_legal_dialect(NvvmDialect::NAMESPACE);
        target.add_legal_op::<GPUModuleOp>();
        target.add_legal_op::<UnrealizedConversionCastOp>();
        target.add_illegal_dialect(StdDialect::NAMESPACE);
        let converter = partial_type_converter(ctx);
        let mut patterns = ConversionPatternSet::with_converter(&converter);
        populate_libdevice_patterns(&mut patterns);
        populate_std_to_llvm_patterns(ctx, &converter, &StdToLlvmOptions::default(), &mut patterns);
        Self { target, patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for GpuToNvvmPass {
    fn run(&self, device: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        kernels::convert_functions(device).map_err(|error| cx.error(*error))?;
        let (requests, diagnostics) = (&mut *cx.requests, &mut *cx.diagnostics);
        let mode = ConversionMode::Partial;
        convert_bodies(device, &self.target, &self.patterns, mode, finish, requests, diagnostics)?;
        kernels::leave_uninitialized(device);
        Ok(())
    }
}
