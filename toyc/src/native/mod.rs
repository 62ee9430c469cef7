//! Machine code as files: assembly, objects, and programs that run without toyc.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | a module of the llvm dialect to a file |
//! | `output.rs` | where the file goes |
//! | `link.rs` | C's compiler driver makes a program or a library of an object |
//! | `temporary.rs` | where files for the driver are |
//! | `files.c` | what programs call to read and write files |
//! | `memory.c` | what programs call where there is no memory for them |
//! | `range.c` | what programs call where an access is out of range |
//! | `program.c` | what programs call to read their arguments and to set their exit status |
//! | `visible.h` | how they show text from outside |
//! | `parallel.c` | what programs call to run a loop on several threads |
//!
//! A program needs C's library and nothing of toyc's: what it prints, it prints by `printf`.

mod link;
mod output;
mod temporary;

use std::path::Path;

use mlir_lite::ir::Body;
use mlir_lite::llvm::inkwell::context::Context as LlvmContext;
use mlir_lite::llvm::{AroundMain, CodeKind, HostTarget, Processor, generate, wrap_main};
use mlir_lite_diagnostics::{Diagnostics, Reported};
use mlir_lite_opt::output::write_dump;
use toy_dialect::accesses::OutOfRange;
use toy_dialect::lowering::{FileHooks, OutOfMemory, ParallelHook};
use toy_dialect::ops::{ExitStatusOp, TakesArgumentsOp};

use crate::arguments::{Arguments, Cpu};
use crate::driver::MAIN;
use crate::execution::{self, CodeOptions, check_main, end_with_main, has_plain_main};
use crate::stage::Stage;
use crate::timing::Timing;
use link::{Kind, Source};
use output::output_file;

/// What a program's `main` is called where C's start-up code wants one of its own. No source can name it.
const ENTRY: &str = "toy.main";

/// What a program calls. In toyc they are functions of toyc's; here is the same in C.
const HOOKS: [Source; 5] = [
    Source {
        functions: &[FileHooks::LOAD, FileHooks::SAVE],
        name: "files.c",
        text: include_str!("files.c"),
    },
    Source {
        functions: &[FileHooks::ARGUMENT, TakesArgumentsOp::HOOK, ExitStatusOp::HOOK],
        name: "program.c",
        text: include_str!("program.c"),
    },
    Source {
        functions: &[ParallelHook::NAME],
        name: "parallel.c",
        text: include_str!("parallel.c"),
    },
    Source { functions: &[OutOfRange::HOOK], name: "range.c", text: include_str!("range.c") },
    Source { functions: &[OutOfMemory::HOOK], name: "memory.c", text: include_str!("memory.c") },
];

impl From<Cpu> for Processor {
    fn from(cpu: Cpu) -> Self {
        match cpu {
            Cpu::Baseline => Self::Baseline,
            Cpu::Native => Self::Native,
        }
    }
}

/// What is known of the arguments of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// It takes none.
    WithoutArguments,
    /// It says itself which it takes, or nothing is known of them.
    Any,
}

/// Compiles a module of the llvm dialect and writes the file that the arguments ask for.
///
/// # Errors
/// If the module cannot be compiled or linked, or the file not be written; it was reported.
pub(crate) fn emit(
    module: &Body,
    arguments: &Arguments,
    program: Program,
    options: CodeOptions<'_>,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let output = output_file(arguments, diagnostics)?;
    let context = LlvmContext::create();
    let translated = timing.time(execution::TRANSLATE, || {
        execution::export(&context, module, options.debug, diagnostics)
    })?;
    if arguments.emit == Stage::Exe {
        end_with_main(&translated, "exit", diagnostics)?;
        check_main(&translated, diagnostics)?;
    }
    let is_missing = |name: &&str| {
        translated.get_function(name).is_some_and(|function| function.count_basic_blocks() == 0)
    };
    // An object stays one that C's compiler is not needed for.
    let refuses_arguments = arguments.emit == Stage::Exe && program == Program::WithoutArguments;
    let is_used = |source: &Source| {
        source.functions.iter().any(is_missing)
            || (refuses_arguments && source.functions.contains(&TakesArgumentsOp::HOOK))
    };
    let sources: Vec<Source> = HOOKS.into_iter().filter(is_used).collect();
    let kind = if arguments.emit == Stage::Asm { CodeKind::Assembly } else { CodeKind::Object };
    let code = timing.time("generate code", || {
        if has_plain_main(&translated) {
            let uses = |hook: &str| translated.get_function(hook).is_some();
            let around = AroundMain {
                start: match uses(TakesArgumentsOp::HOOK) {
                    true => Some("toy_start"),
                    false => refuses_arguments.then_some("toy_start_alone"),
                },
                status: uses(ExitStatusOp::HOOK).then_some("toy_status"),
            };
            wrap_main(&translated, MAIN, ENTRY, around)?;
        }
        let target =
            HostTarget::with_processor(options.effort.level.into(), arguments.cpu().into())?;
        generate(&target, translated, kind)
    });
    let code = code.map_err(|error| execution::report(&error, diagnostics))?;
    let kind = match arguments.emit {
        Stage::Exe => Kind::Program,
        Stage::Shared => Kind::Library,
        Stage::Obj if !sources.is_empty() => Kind::Object,
        _ => return write_dump(&code, Some(Path::new(&output)), diagnostics),
    };
    let headers = [("visible.h", include_str!("visible.h"))];
    timing.time("link", || link::link(&code, kind, &sources, &headers, &output, diagnostics))
}
