//! Machine code as files: assembly, objects, and programs that run without toyc.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | a module of the llvm dialect to a file |
//! | `output.rs` | the name of the output file |
//! | `link.rs` | links a program or a library with C's compiler driver |
//! | `temporary.rs` | a folder for temporary files |
//! | `files.c` | runtime functions for files |
//! | `plot.c` | the runtime function that writes a picture |
//! | `memory.c` | the runtime function for failed allocations |
//! | `range.c` | the runtime function for accesses out of range |
//! | `stack.c` | reports calls that take more than the stack |
//! | `print.c` | the runtime function that gives the text of a tensor |
//! | `program.c` | runtime functions for arguments and the exit status |
//! | `exits.h`, `raises.h` | how a runtime function ends that fails, in programs and for Python |
//! | `python.c` | the functions that a Python module calls |
//! | `visible.h` | makes text from outside safe to show |
//! | `parallel.c` | the runtime function that runs a loop on several threads |
//!
//! A program needs C's library and nothing of toyc's: what it prints, it prints by `printf`.

mod link;
mod output;
mod temporary;

use std::path::Path;

use mlir_lite::llvm::inkwell::context::Context as LlvmContext;
use mlir_lite::llvm::inkwell::module::Module as LlvmModule;
use mlir_lite::llvm::{CodeKind, HostTarget, MainCalls, Processor, generate, wrap_main};
use mlir_lite_diagnostics::{Diagnostics, Reported};
use mlir_lite_opt::output::write_dump;
use toy_dialect::accesses::OutOfRange;
use toy_dialect::builtins::PrintValuesOp;
use toy_dialect::lowering::{FileFunctions, OutOfMemory, ParallelFor, SHAPE_TEXT};
use toy_dialect::ops::{ExitStatusOp, TakesArgumentsOp};

use crate::entry_point::MAIN;
use crate::execution::{self, check_main, end_with_main, has_plain_main};
use crate::exports;
use crate::lowered::Lowered;
use crate::plan::Cpu;
use crate::plan::Plan;
use crate::stage::Stage;
use crate::timing::Timing;
use link::{Inputs, Kind, Source};
use output::{output_file, python_files};

/// The new name of a program's `main`, because C's start-up code needs one of its own. No source
/// can contain it.
const ENTRY: &str = "toy.main";

/// The runtime functions of programs, in C. In toyc they are written in Rust.
const HOOKS: [Source; 8] = [
    Source {
        functions: &[
            FileFunctions::LOAD,
            FileFunctions::LOAD_F32,
            FileFunctions::LOAD_I64,
            FileFunctions::LOAD_BOOL,
            FileFunctions::LOAD_I8,
            FileFunctions::LOAD_U8,
            FileFunctions::SHAPE,
            FileFunctions::SAVE,
            FileFunctions::SAVE_F32,
            FileFunctions::SAVE_I64,
            FileFunctions::SAVE_BOOL,
            FileFunctions::SAVE_I8,
            FileFunctions::SAVE_U8,
            // It writes the file.
            FileFunctions::PLOT,
        ],
        name: "files.c",
        text: include_str!("files.c"),
    },
    Source { functions: &[SHAPE_TEXT], name: "shape.c", text: include_str!("shape.c") },
    Source { functions: &[FileFunctions::PLOT], name: "plot.c", text: include_str!("plot.c") },
    Source {
        functions: &[FileFunctions::ARGUMENT, TakesArgumentsOp::FUNCTION, ExitStatusOp::FUNCTION],
        name: "program.c",
        text: include_str!("program.c"),
    },
    Source {
        functions: &[ParallelFor::NAME],
        name: "parallel.c",
        text: include_str!("parallel.c"),
    },
    Source { functions: &[OutOfRange::FUNCTION], name: "range.c", text: include_str!("range.c") },
    Source {
        functions: &[OutOfMemory::FUNCTION],
        name: "memory.c",
        text: include_str!("memory.c"),
    },
    Source {
        functions: &[PrintValuesOp::FUNCTION, PrintValuesOp::OF_INTEGERS],
        name: "print.c",
        text: include_str!("print.c"),
    },
];

/// Works without being called.
const STACK: Source = Source { functions: &[], name: "stack.c", text: include_str!("stack.c") };

/// The header that sources include.
const VISIBLE: (&str, &str) = ("visible.h", include_str!("visible.h"));

impl From<Cpu> for Processor {
    fn from(cpu: Cpu) -> Self {
        match cpu {
            Cpu::Baseline => Self::Baseline,
            Cpu::X86V2 => Self::X86V2,
            Cpu::X86V3 => Self::X86V3,
            Cpu::X86V4 => Self::X86V4,
            Cpu::Native => Self::Native,
        }
    }
}

/// Compiles a module of the llvm dialect and writes the requested file.
///
/// # Errors
/// If the module cannot be compiled or linked, or the file not be written; it was reported.
pub(crate) fn emit(
    lowered: &Lowered,
    stage: Stage,
    plan: &Plan,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let (module, options) = (&lowered.module, lowered.code_options(plan));
    let output = output_file(plan, stage, diagnostics)?;
    let context = LlvmContext::create();
    let translated = timing.time(execution::TRANSLATE, || {
        execution::export(&context, module, options.debug, diagnostics)
    })?;
    if stage == Stage::Exe {
        end_with_main(&translated, "exit", diagnostics)?;
        check_main(&translated, diagnostics)?;
    }
    // Objects must not need C's compiler.
    let refuses_arguments = stage == Stage::Exe && lowered.takes_no_arguments;
    let mut sources = missing(&translated);
    let has =
        |sources: &[Source], name| sources.iter().any(|source| source.functions.contains(&name));
    if refuses_arguments && !has(&sources, TakesArgumentsOp::FUNCTION) {
        sources.extend(
            HOOKS
                .into_iter()
                .filter(|source| source.functions.contains(&TakesArgumentsOp::FUNCTION)),
        );
    }
    // Functions of Toy do not call themselves.
    if stage == Stage::Exe && !options.is_from_source {
        sources.push(STACK);
    }
    let kind = if stage == Stage::Asm { CodeKind::Assembly } else { CodeKind::Object };
    let code = timing.time("generate code", || {
        if has_plain_main(&translated) {
            let uses = |name: &str| translated.get_function(name).is_some();
            let calls = MainCalls {
                start: match uses(TakesArgumentsOp::FUNCTION) {
                    true => Some("toy_start"),
                    false => refuses_arguments.then_some("toy_start_alone"),
                },
                status: uses(ExitStatusOp::FUNCTION).then_some("toy_status"),
            };
            wrap_main(&translated, MAIN, ENTRY, calls)?;
        }
        let target =
            HostTarget::with_processor(options.optimization.level.into(), plan.code.cpu.into())?;
        generate(&target, translated, kind)
    });
    let code = code.map_err(|error| execution::report(&error, diagnostics))?;
    let kind = match stage {
        Stage::Exe => Kind::Program,
        Stage::Shared => Kind::Library,
        Stage::Obj if !sources.is_empty() => Kind::Object,
        _ => return write_dump(&code, Some(Path::new(&output)), diagnostics),
    };
    let headers = [VISIBLE, ("ending.h", include_str!("exits.h"))];
    let inputs = Inputs { sources: &sources, headers: &headers, libraries: options.libraries };
    timing.time("link", || link::link(&code, kind, inputs, &output, diagnostics))
}

/// Compiles a module of the llvm dialect to a Python module of its exports, and the library that it
/// calls.
///
/// # Errors
/// If the module cannot be compiled or linked, or a file not be written; it was reported.
pub(crate) fn emit_python(
    lowered: &Lowered,
    plan: &Plan,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let (name, library) = python_files(plan, diagnostics)?;
    let file_name = library.file_name().unwrap_or_default().to_string_lossy();
    let (signatures, described) = (&lowered.signatures, &lowered.described);
    let python =
        exports::python_module(&lowered.name, &file_name, &plan.exports, signatures, described);
    link_python(lowered, &python.functions, &library, plan, timing, diagnostics)?;
    write_dump(python.module.as_bytes(), Some(&name), diagnostics)
}

/// Compiles a module to the library of a Python module, whose C functions are `functions`.
fn link_python(
    lowered: &Lowered,
    functions: &str,
    library: &Path,
    plan: &Plan,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let options = lowered.code_options(plan);
    let context = LlvmContext::create();
    let translated = timing.time(execution::TRANSLATE, || {
        execution::export(&context, &lowered.module, options.debug, diagnostics)
    })?;
    let own = Source { functions: &[], name: "python.c", text: include_str!("python.c") };
    let mut sources = missing(&translated);
    sources.push(own);
    let code = timing.time("generate code", || {
        let target =
            HostTarget::with_processor(options.optimization.level.into(), plan.code.cpu.into())?;
        generate(&target, translated, CodeKind::Object)
    });
    let code = code.map_err(|error| execution::report(&error, diagnostics))?;
    let headers = [VISIBLE, ("ending.h", include_str!("raises.h")), ("functions.h", functions)];
    let inputs = Inputs { sources: &sources, headers: &headers, libraries: options.libraries };
    let link = || link::link(&code, Kind::Library, inputs, library, diagnostics);
    timing.time("link", link)
}

/// The runtime functions that a module uses and that it does not define.
fn missing(translated: &LlvmModule<'_>) -> Vec<Source> {
    let is_missing = |name: &&str| {
        translated.get_function(name).is_some_and(|function| function.count_basic_blocks() == 0)
    };
    HOOKS.into_iter().filter(|source| source.functions.iter().any(is_missing)).collect()
}
