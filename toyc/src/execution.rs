//! Machine code: translates a module of the llvm dialect to LLVM IR, and runs it.

use std::io;
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use mlir_lite::dialects::llvm::{CallIntrinsicOp, Cost, cost_estimate, cost_estimate_with_guess};
use mlir_lite::ir::Body;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::llvm::inkwell::context::Context as LlvmContext;
use mlir_lite::llvm::inkwell::module::Module as LlvmModule;
use mlir_lite::llvm::inkwell::values::FunctionValue;
use mlir_lite::llvm::{
    CodeKind, ExportOptions, HostTarget, JitSession, LlvmError, OptLevel, end_with_result,
    export_module_with, verify,
};
use mlir_lite::support::recording;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};
use toy_dialect::HostTensor;
use toy_dialect::lowering::ParallelFor;
use toy_dialect::ops::HostTensorOp;

use crate::debug::DebugSource;
use crate::entry_point::MAIN;
use crate::kept_memory;
use crate::optimization::{JitOptimize, Level, OptimizationOptions};
use crate::runtime_functions::{self, RuntimeFunction, files};
use crate::stack_overflow;
use crate::timing::Timing;

/// Names of parts of the run.
pub(crate) const TRANSLATE: &str = "translate to LLVM IR";
const OPTIMIZE: &str = "optimise LLVM IR";
const GENERATE: &str = "generate code";
pub(crate) const RUN: &str = "run";

impl From<Level> for OptLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::O0 => Self::None,
            Level::O1 => Self::O1,
            // A program that runs at once is optimised less where that pays.
            Level::Auto | Level::O2 => Self::O2,
            Level::O3 => Self::O3,
        }
    }
}

/// Options for generating machine code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeOptions<'d> {
    /// The optimization options.
    pub(crate) optimization: OptimizationOptions,
    /// The source, if debug information is requested.
    pub(crate) debug: Option<&'d DebugSource>,
    /// Shared libraries whose functions the module uses.
    pub(crate) libraries: &'d [PathBuf],
    /// Whether toyc itself has lowered the module from Toy source: then LLVM's verifier accepts
    /// it, which development builds check.
    pub(crate) is_from_source: bool,
}

impl From<OptimizationOptions> for CodeOptions<'_> {
    fn from(optimization: OptimizationOptions) -> Self {
        Self { optimization, debug: None, libraries: &[], is_from_source: false }
    }
}

/// The text of the LLVM IR of a module.
///
/// # Errors
/// If the module contains something that LLVM cannot represent; it was reported.
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
        // A module that is only translated may be for another machine.
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
    debug: Option<&DebugSource>,
    diagnostics: &mut Diagnostics,
) -> Result<String, Reported> {
    let context = LlvmContext::create();
    let translated = export(&context, module, debug, diagnostics)?;
    let code = HostTarget::new(level.into())
        .and_then(|target| mlir_lite::llvm::generate(&target, translated, CodeKind::Assembly));
    let code = code.map_err(|error| report(&error, diagnostics))?;
    Ok(String::from_utf8_lossy(&code).into_owned())
}

/// Initialises LLVM for the machine, once in a process, so that forked processes have it already.
pub(crate) fn prepare() {
    kept_memory::keep();
    // An error is reported when something is compiled.
    let _ = HostTarget::new(OptLevel::None);
}

/// The treatment of LLVM's memory after a run (its teardown).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Teardown {
    /// It is freed.
    Free,
    /// Leave it to the system, because the process ends.
    End,
}

/// Compiles a module and runs its `main`. Unless it is always to be optimised, it is optimised only
/// if the run is expensive enough for that to pay.
///
/// # Errors
/// If the module cannot be compiled or has no `main` to run, or if its output cannot be written. A
/// reader that stops reading is not an error.
pub(crate) fn run<'d>(
    module: &Body,
    options: impl Into<CodeOptions<'d>>,
    functions: &[RuntimeFunction],
    teardown: Teardown,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    kept_memory::keep();
    let options = options.into();
    let CodeOptions { optimization, debug, .. } = options;
    let context = ManuallyDrop::new(LlvmContext::create());
    let level = level_of_run(module, optimization, timing);
    let data_as_bytes = ExportOptions::default().with_data_as_bytes();
    let result = timing
        .time(TRANSLATE, || export_with(&context, module, debug, data_as_bytes, diagnostics))
        .and_then(|translated| {
            end_with_main(&translated, files::MAIN_STATUS, diagnostics)?;
            check_main(&translated, diagnostics)?;
            match compile_and_run(translated, level, options, functions, teardown, timing) {
                Err(LlvmError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                    Ok(())
                }
                result => result.map_err(|error| report(&error, diagnostics)),
            }
        });
    if teardown == Teardown::Free {
        drop(ManuallyDrop::into_inner(context));
    }
    result
}

/// The trip count of a loop that ends by a condition, if no level is given: most such loops over
/// numbers end soon, and are not optimised; loops over arrays are, and nested loops.
const GUESSED_TRIPS: u64 = 1 << 16;

/// The level at which LLVM compiles a program for a run.
fn level_of_run(module: &Body, optimization: OptimizationOptions, timing: &mut Timing) -> OptLevel {
    // Without optimization, code is generated for any processor of the architecture.
    let least = if uses_this_processor(module) { OptLevel::O1 } else { OptLevel::None };
    let asked = OptLevel::from(optimization.level).max(least);
    if optimization.when == JitOptimize::Always {
        timing.note(format!("LLVM optimises at level {}, as requested", asked.number()));
        return asked;
    }
    // The cost estimate does not include iterations that run on threads; such loops are expensive.
    let main = module.context().ident(MAIN);
    let cost = match optimization.level {
        Level::Auto => cost_estimate_with_guess(module, main, GUESSED_TRIPS),
        _ => cost_estimate(module, main),
    };
    let cost = cost.filter(|_| !launches_loops(module));
    let level = asked.for_one_run(cost).max(least);
    let estimate = match cost {
        Some(Cost { executed: u64::MAX, ops }) => format!("{ops} ops run very often"),
        Some(Cost { executed, ops }) => format!("{ops} ops run {executed} times altogether"),
        None => "how often ops run is not known".to_owned(),
    };
    timing.note(format!("LLVM optimises at level {}: {estimate}", level.number()));
    level
}

/// Whether a module has instructions of this processor, which others may not have.
fn uses_this_processor(module: &Body) -> bool {
    let mut functions = module.children();
    functions.any(|(_, function)| function.walk().any(|op| op.is::<CallIntrinsicOp>()))
}

/// Whether a module runs loops on threads.
fn launches_loops(module: &Body) -> bool {
    SymbolTable::new(module).lookup(module.context().ident(ParallelFor::NAME)).is_some()
}

/// Translates a module of the llvm dialect to an LLVM module.
///
/// # Errors
/// If the module contains something that LLVM cannot represent; it was reported.
pub(crate) fn export<'c>(
    context: &'c LlvmContext,
    module: &Body,
    debug: Option<&DebugSource>,
    diagnostics: &mut Diagnostics,
) -> Result<LlvmModule<'c>, Reported> {
    export_with(context, module, debug, ExportOptions::default(), diagnostics)
}

fn export_with<'c>(
    context: &'c LlvmContext,
    module: &Body,
    debug: Option<&DebugSource>,
    options: ExportOptions<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<LlvmModule<'c>, Reported> {
    let mut exported = |options: ExportOptions<'_>| {
        let exported = export_module_with(module, context, "toy", options);
        exported.map_err(|error| diagnostics.error(error))
    };
    match debug {
        None => exported(options),
        Some(source) => source.with_info(|info| exported(options.with_debug_info(info))),
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

/// If `main` returns an integer, makes the program pass it to a function of that name, which sets
/// the exit status.
///
/// # Errors
/// If LLVM cannot build that; it was reported.
pub(crate) fn end_with_main(
    module: &LlvmModule<'_>,
    handler: &str,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    /// The new name of such a `main`. No source can contain it.
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
    let (wrong, help) = match defined_main(module) {
        None => (
            "there is no function 'main', so there is nothing to run",
            "'--entry=NAME' begins in another function",
        ),
        Some(_) if has_plain_main(module) => return Ok(()),
        Some(_) => (
            "'main' cannot be run: it takes arguments, or returns what is not an integer",
            "'--entry-point-result=all' prints what it returns",
        ),
    };
    Err(diagnostics.error(Diagnostic::error(Position::Unknown, wrong).with_help(help)))
}

#[allow(unsafe_code, reason = "running compiled code is what this is for")]
fn compile_and_run(
    module: LlvmModule<'_>,
    level: OptLevel,
    options: CodeOptions<'_>,
    functions: &[RuntimeFunction],
    teardown: Teardown,
    timing: &mut Timing,
) -> Result<(), LlvmError> {
    let uses = |function: &RuntimeFunction| module.get_function(function.name).is_some();
    let own = runtime_functions::used(uses);
    let mut session = timing.time("start the JIT", || match options.debug {
        None => JitSession::new(level),
        Some(_) => JitSession::for_debuggers(level),
    })?;
    for library in options.libraries {
        // SAFETY: the user has named the library, and is responsible for the code that runs when it
        // is loaded.
        unsafe { session.load_library(library)? };
    }
    for function in functions.iter().copied().chain(own) {
        // SAFETY: a runtime function has the type that compiled code declares.
        unsafe { session.define_symbol(function.name, function.address)? };
    }
    // They live until the code has run.
    let tensors = host_tensors(&module);
    for (symbol, tensor) in &tensors {
        // SAFETY: the module declares a constant with the layout of the tensor.
        unsafe { session.define_symbol(symbol, tensor.address().cast())? };
    }
    recording::phase(GENERATE);
    let times = match options.is_from_source {
        // SAFETY: the verifier of the llvm dialect has accepted what the lowering of source made.
        true => unsafe { session.add_valid_module(module)? },
        false => session.add_module(module)?,
    };
    for (part, time) in
        [(OPTIMIZE, times.optimize), (GENERATE, times.generate), ("link", times.link)]
    {
        timing.add(part, time);
    }
    stack_overflow::watch();
    // SAFETY: `main` takes and returns nothing. It is sound because the program is verified Toy,
    // whose lowering stays within the tensors' bounds; users who write IR by hand are responsible
    // for it themselves.
    let result = timing.time(RUN, || unsafe { session.run_void(MAIN) });
    if teardown == Teardown::End {
        std::mem::forget(session);
    }
    result
}

/// The tensors of this process that a module uses, by symbol.
fn host_tensors(module: &LlvmModule<'_>) -> Vec<(String, HostTensor)> {
    let names = module
        .get_globals()
        .filter_map(|global| global.get_name().to_str().ok().map(str::to_owned));
    names.filter_map(|name| Some((name.clone(), HostTensorOp::tensor_of_symbol(&name)?))).collect()
}

/// Reports LLVM's message.
pub(crate) fn report(error: &LlvmError, diagnostics: &mut Diagnostics) -> Reported {
    diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
}
