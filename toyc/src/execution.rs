//! Machine code: a module of the llvm dialect becomes LLVM IR, and runs.

use std::ffi::c_void;
use std::io;
use std::mem::ManuallyDrop;

use mlir_lite::dialects::llvm::work_of;
use mlir_lite::ir::Body;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::llvm::inkwell::context::Context as LlvmContext;
use mlir_lite::llvm::inkwell::module::Module as LlvmModule;
use mlir_lite::llvm::inkwell::values::FunctionValue;
use mlir_lite::llvm::{
    CodeKind, HostTarget, JitSession, LlvmError, OptLevel, end_with_result, export_module,
    export_module_with_debug_info, verify,
};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};
use toy_dialect::lowering::ParallelHook;

use crate::arguments::{Effort, JitOptimize, Level};
use crate::debug::DebugSource;
use crate::driver::MAIN;
use crate::file_hooks;
use crate::memory_hooks;
use crate::parallel_hook;
use crate::range_hook;
use crate::stack_overflow;
use crate::timing::Timing;

/// Names of parts of the run.
pub(crate) const TRANSLATE: &str = "translate to LLVM IR";
const OPTIMIZE: &str = "optimise LLVM IR";
pub(crate) const RUN: &str = "run";

impl From<Level> for OptLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::O0 => Self::None,
            Level::O1 => Self::O1,
            Level::O2 => Self::O2,
            Level::O3 => Self::O3,
        }
    }
}

/// How machine code is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeOptions<'d> {
    /// How much work goes into faster code.
    pub(crate) effort: Effort,
    /// The source, if the code is to be debugged.
    pub(crate) debug: Option<&'d DebugSource>,
}

impl From<Effort> for CodeOptions<'_> {
    fn from(effort: Effort) -> Self {
        Self { effort, debug: None }
    }
}

/// The text of the LLVM IR of a module.
///
/// # Errors
/// If the module holds what LLVM has no form for; it was reported.
pub(crate) fn llvm_ir(
    module: &Body,
    level: Level,
    debug: Option<&DebugSource>,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<String, Reported> {
    let context = LlvmContext::create();
    let translated = timing.time(TRANSLATE, || export(&context, module, debug, diagnostics))?;
    let optimised = timing.time(OPTIMIZE, || {
        verify(&translated)?;
        // What is only translated may be for another machine.
        if level == Level::O0 && !translated.get_triple().as_str().is_empty() {
            return Ok(());
        }
        HostTarget::new(level.into())?.optimize(&translated)
    });
    optimised.map_err(|error| report(&error, diagnostics))?;
    Ok(translated.print_to_string().to_string())
}

/// The text of the machine code of a module.
///
/// # Errors
/// If the module cannot be compiled; it was reported.
pub(crate) fn assembly(
    module: &Body,
    level: Level,
    diagnostics: &mut Diagnostics,
) -> Result<String, Reported> {
    let context = LlvmContext::create();
    let translated = export(&context, module, None, diagnostics)?;
    let code = HostTarget::new(level.into())
        .and_then(|target| mlir_lite::llvm::generate(&target, translated, CodeKind::Assembly));
    let code = code.map_err(|error| report(&error, diagnostics))?;
    Ok(String::from_utf8_lossy(&code).into_owned())
}

/// Makes LLVM know the machine, which is done once in a process: processes that are copied from this one know it, too.
pub(crate) fn prepare() {
    // What is wrong with the machine is said when something is compiled for it.
    let _ = HostTarget::new(OptLevel::None);
}

/// A function of this program that compiled code calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hook {
    /// The name under which compiled code declares it.
    pub(crate) name: &'static str,
    /// A function of the type that compiled code declares, which does not unwind.
    pub(crate) address: *const c_void,
}

/// What becomes of LLVM's memory after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Afterwards {
    /// It is freed.
    Free,
    /// The process ends, and the system takes it back all at once.
    End,
}

/// Compiles a module and runs its `main`. Unless it is to be optimised always, it is where it does enough for that to pay.
///
/// # Errors
/// If the module cannot be compiled or has no `main` to run, or if its output cannot be written. A reader that has read
/// enough is no error.
pub(crate) fn run<'d>(
    module: &Body,
    options: impl Into<CodeOptions<'d>>,
    hooks: &[Hook],
    afterwards: Afterwards,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let CodeOptions { effort, debug } = options.into();
    let context = ManuallyDrop::new(LlvmContext::create());
    let level = match effort.when {
        JitOptimize::Always => effort.level.into(),
        JitOptimize::WhereItPays => {
            let work = work_of(module, module.context().ident(MAIN));
            // Who runs a loop on threads is not seen to run its rounds, and such a loop does much.
            OptLevel::from(effort.level).for_one_run(work.filter(|_| !launches_loops(module)))
        }
    };
    let result = timing.time(TRANSLATE, || export(&context, module, debug, diagnostics)).and_then(
        |translated| {
            end_with_main(&translated, file_hooks::MAIN_STATUS, diagnostics)?;
            check_main(&translated, diagnostics)?;
            match compile_and_run(translated, level, debug, hooks, afterwards, timing) {
                Err(LlvmError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                    Ok(())
                }
                result => result.map_err(|error| report(&error, diagnostics)),
            }
        },
    );
    if afterwards == Afterwards::Free {
        drop(ManuallyDrop::into_inner(context));
    }
    result
}

/// Whether a module runs loops on threads.
fn launches_loops(module: &Body) -> bool {
    SymbolTable::new(module).lookup(module.context().ident(ParallelHook::NAME)).is_some()
}

/// A module of LLVM's in the place of one of the llvm dialect.
///
/// # Errors
/// If the module holds what LLVM has no form for; it was reported.
pub(crate) fn export<'c>(
    context: &'c LlvmContext,
    module: &Body,
    debug: Option<&DebugSource>,
    diagnostics: &mut Diagnostics,
) -> Result<LlvmModule<'c>, Reported> {
    match debug {
        None => export_module(module, context, "toy").map_err(|error| diagnostics.error(error)),
        Some(source) => source.with_info(|info| {
            let exported = export_module_with_debug_info(module, context, "toy", info);
            exported.map_err(|error| diagnostics.error(error))
        }),
    }
}

fn defined_main<'c>(module: &LlvmModule<'c>) -> Option<FunctionValue<'c>> {
    module.get_function(MAIN).filter(|main| main.count_basic_blocks() > 0)
}

/// Whether there is a `main` that takes and returns nothing.
pub(crate) fn has_plain_main(module: &LlvmModule<'_>) -> bool {
    let is_plain = |main: FunctionValue<'_>| {
        main.count_params() == 0 && main.get_type().get_return_type().is_none()
    };
    defined_main(module).is_some_and(is_plain)
}

/// Where `main` returns an integer, has the program hand it to a function of that name, which
/// makes it the status that the process ends with.
///
/// # Errors
/// If LLVM cannot build that; it was reported.
pub(crate) fn end_with_main(
    module: &LlvmModule<'_>,
    handler: &str,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    /// What such a `main` is called then. No source can name it.
    const ENTRY: &str = "toy.main.result";
    end_with_result(module, MAIN, ENTRY, handler).map_err(|error| report(&error, diagnostics))
}

/// Checks that there is a `main` to run.
///
/// # Errors
/// If there is not; it was reported.
pub(crate) fn check_main(
    module: &LlvmModule<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let wrong = match defined_main(module) {
        None => "there is no function 'main', so there is nothing to run",
        Some(_) if has_plain_main(module) => return Ok(()),
        Some(_) => "'main' cannot be run: it takes arguments, or returns what is not an integer",
    };
    Err(diagnostics.error(Diagnostic::error(Position::Unknown, wrong)))
}

#[allow(unsafe_code, reason = "running compiled code is what this is for")]
fn compile_and_run(
    module: LlvmModule<'_>,
    level: OptLevel,
    debug: Option<&DebugSource>,
    hooks: &[Hook],
    afterwards: Afterwards,
    timing: &mut Timing,
) -> Result<(), LlvmError> {
    let uses = |hook: &Hook| module.get_function(hook.name).is_some();
    let files = file_hooks::hooks();
    let own = if files.iter().any(uses) { &files[..] } else { &[] };
    let others = [parallel_hook::hook(), range_hook::hook(), memory_hooks::hook()];
    let own: Vec<Hook> = own.iter().copied().chain(others.into_iter().filter(uses)).collect();
    let mut session = timing.time("start the JIT", || match debug {
        None => JitSession::new(level),
        Some(_) => JitSession::for_debuggers(level),
    })?;
    for hook in hooks.iter().copied().chain(own) {
        // SAFETY: a hook is what its fields say.
        unsafe { session.define_symbol(hook.name, hook.address)? };
    }
    let times = session.add_module(module)?;
    for (part, time) in
        [(OPTIMIZE, times.optimize), ("generate code", times.generate), ("link", times.link)]
    {
        timing.add(part, time);
    }
    stack_overflow::watch();
    // SAFETY: `main` takes and returns nothing. That it is sound follows from the program's being verified Toy, whose
    // lowering stays within the tensors' bounds; a user who writes IR by hand answers for it.
    let result = timing.time(RUN, || unsafe { session.run_void(MAIN) });
    if afterwards == Afterwards::End {
        std::mem::forget(session);
    }
    result
}

/// Reports what LLVM said.
pub(crate) fn report(error: &LlvmError, diagnostics: &mut Diagnostics) -> Reported {
    diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
}
