//! The baseline: LLVM alone, through inkwell, on the IR that toyc passes to it.

use mlir_lite::llvm::OptLevel;
use mlir_lite::llvm::inkwell::OptimizationLevel;
use mlir_lite::llvm::inkwell::context::Context;
use mlir_lite::llvm::inkwell::memory_buffer::MemoryBuffer;
use mlir_lite::llvm::inkwell::passes::PassBuilderOptions;
use mlir_lite::llvm::inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target, TargetMachine,
};
use std::path::Path;

/// Optimises a module of LLVM IR as toyc does at a level, compiles it and runs its `main`.
#[allow(unsafe_code, reason = "running compiled code is what this is for")]
pub(crate) fn run(file: &Path, level: OptLevel) -> Result<(), String> {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(file).map_err(|error| error.to_string())?;
    let module = context.create_module_from_ir(buffer).map_err(|error| error.to_string())?;
    Target::initialize_native(&InitializationConfig::default())?;
    let triple = TargetMachine::get_default_triple();
    let target = Target::from_triple(&triple).map_err(|error| error.to_string())?;
    let codegen = match level {
        OptLevel::None => OptimizationLevel::None,
        _ => OptimizationLevel::Default,
    };
    if let Some(pipeline) = level.pipeline() {
        let machine = target
            .create_target_machine(
                &triple,
                &TargetMachine::get_host_cpu_name().to_string(),
                &TargetMachine::get_host_cpu_features().to_string(),
                codegen,
                RelocMode::PIC,
                CodeModel::Small,
            )
            .ok_or("no target machine for this processor")?;
        let options = PassBuilderOptions::create();
        module.run_passes(pipeline, &machine, options).map_err(|error| error.to_string())?;
    }
    let engine = module.create_jit_execution_engine(codegen).map_err(|error| error.to_string())?;
    // SAFETY: the module is what toyc made of a verified program: its `main` takes and returns
    // nothing.
    unsafe {
        let main = engine
            .get_function::<unsafe extern "C" fn()>("main")
            .map_err(|error| error.to_string())?;
        main.call();
    }
    Ok(())
}
