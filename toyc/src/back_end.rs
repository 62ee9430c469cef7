//! The back ends: a lowered program is printed, written to a file, or run.

use mlir_lite::text;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use mlir_lite_opt::output::write_dump;

#[cfg(feature = "llvm")]
use crate::execution;
use crate::exports;
use crate::interpretation;
use crate::lowered::Lowered;
#[cfg(feature = "llvm")]
use crate::native;
use crate::plan::Plan;
use crate::stage::Stage;
use crate::timing::Timing;

/// Prints, writes or runs a program at its stage.
///
/// # Errors
/// If it is wrong, or cannot be written; it was reported.
pub(crate) fn emit(
    lowered: &Lowered,
    stage: Stage,
    plan: &Plan,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let module = &lowered.module;
    let text = match stage {
        Stage::Interp => {
            return timing
                .time("run", || interpretation::run(module, plan.entry.result, diagnostics));
        }
        #[cfg(feature = "llvm")]
        Stage::Jit => {
            // The process ends after the run: its memory is left to the system.
            std::mem::forget(module.context().clone());
            let teardown = execution::Teardown::End;
            let options = lowered.code_options(plan);
            return execution::run(module, options, &[], teardown, timing, diagnostics);
        }
        #[cfg(feature = "llvm")]
        Stage::Asm | Stage::Obj | Stage::Exe | Stage::Shared => {
            return native::emit(lowered, stage, plan, timing, diagnostics);
        }
        #[cfg(feature = "llvm")]
        Stage::Python => return native::emit_python(lowered, plan, timing, diagnostics),
        #[cfg(feature = "llvm")]
        Stage::Llvm => {
            let debug = lowered.debug.as_ref();
            execution::llvm_ir(module, plan.code.level, debug, timing, diagnostics)?
        }
        Stage::Header => exports::header(&lowered.name, &lowered.signatures, |function| {
            let described = lowered.described.get(function);
            let names = described.map_or(&[][..], |described| &described.parameters);
            names.iter().map(String::as_str).collect()
        }),
        _ => text::print_valid_op(module.as_op(), plan.printing) + "\n",
    };
    write_dump(text.as_bytes(), plan.output.as_deref(), diagnostics)
}
