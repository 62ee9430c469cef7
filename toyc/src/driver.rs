//! One run: a source, the stages, a dump or the program's output.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use mlir_lite::Context;
use mlir_lite::ir::Body;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::text::{self, ParseOptions};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, Reported, SourceMap, visible_lines,
};
use mlir_lite_opt::output::{refuse_inputs, write_dump};
use mlir_lite_opt::{Status, report, source};
use toy_dialect::accesses::{self, AccessReport};
use toy_dialect::copies::{self, CopyReport};
use toy_dialect::pipeline::Optimization;
use toy_dialect::sema::{analyze, lint, no_main};
use toy_dialect::shapes::{check_known_shapes, has_toy_tensors};
use toy_dialect::{ProgramArguments, arguments_taken, program};

use crate::arguments::{Arguments, Language};
use crate::check;
#[cfg(feature = "llvm")]
use crate::debug::DebugSource;
use crate::entry_point::MAIN;
#[cfg(feature = "llvm")]
use crate::execution::{self, CodeOptions};
use crate::exports;
use crate::externals;
use crate::imports;
use crate::interpretation;
#[cfg(feature = "llvm")]
use crate::native;
use crate::optimization::Level;
use crate::pipeline::Pipeline;
use crate::stage::Stage;
use crate::timing::Timing;

/// Does what the arguments ask for.
pub(crate) fn run(arguments: &Arguments) -> Status {
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    let mut timing = Timing::new();
    let result = compile(arguments, &sources, &mut timing, &mut diagnostics);
    if arguments.timing {
        timing.report();
    }
    report(&sources, &diagnostics, arguments.reporting());
    match result {
        Ok(()) => Status::Success,
        Err(Ended::WrongUsage) => Status::WrongUsage,
        Err(Ended::Wrong) if program::has_refused_arguments() => Status::WrongUsage,
        Err(Ended::Wrong) => Status::InputErrors,
    }
}

/// The reason why a run ended early; it was reported.
enum Ended {
    Wrong,
    WrongUsage,
}

impl From<Reported> for Ended {
    fn from(_: Reported) -> Self {
        Self::Wrong
    }
}

#[expect(clippy::too_many_lines, reason = "the stages in their order")]
fn compile(
    arguments: &Arguments,
    sources: &Arc<SourceMap>,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Ended> {
    refuse_input_as_output(arguments, diagnostics)?;
    let file = timing.time("read", || match &arguments.standard_input {
        Some(bytes) => source::load_standard_input(bytes.clone(), sources, diagnostics),
        None => source::load(arguments.file.as_deref(), sources, diagnostics),
    })?;
    let output = arguments.output.as_deref();
    if arguments.emit == Stage::Ast {
        let module = imports::parse(&file, sources, diagnostics)?;
        let mut text = Vec::new();
        // Writing into memory does not fail.
        let _ = toy_ast::dump(&module, sources, &mut text);
        // Names of files may have any characters.
        let text = String::from_utf8_lossy(&text);
        return Ok(write_dump(visible_lines(&text).as_bytes(), output, diagnostics)?);
    }
    let ctx = Context::with_sources(Arc::clone(sources));
    ctx.set_threads(arguments.passes.thread_count());
    toy_dialect::register(&ctx);
    let interprets = arguments.emit == Stage::Interp;
    #[cfg(feature = "llvm")]
    let mut debug = arguments.debug.then(|| DebugSource::new(file.name(), arguments.level()));
    let mut described = BTreeMap::new();
    let mut taken = Vec::new();
    let words = arguments.program_words();
    program::set_arguments(words.clone());
    let mut module = match arguments.language() {
        Language::Toy => {
            let module = timing.time("parse", || imports::parse(&file, sources, diagnostics))?;
            let analysis = timing.time("analyse", || {
                let analysis = analyze(&module, diagnostics)?;
                let exported: Vec<&str> =
                    arguments.exports.iter().map(|export| &*export.function).collect();
                lint(&module, &exported, diagnostics);
                if arguments.deny_warnings && !diagnostics.is_empty() {
                    let message = "warnings are errors here: '--deny-warnings' was given";
                    return Err(diagnostics.error(Diagnostic::error(Position::Unknown, message)));
                }
                Ok(analysis)
            })?;
            taken = arguments_taken(&module);
            check_arguments(arguments, &taken, diagnostics)?;
            let given = ProgramArguments { words: &words, are_counted: true };
            if interprets {
                // The program is run unchanged; running the passes on a copy reports errors in its
                // shapes.
                let mut copy =
                    toy_dialect::emit_module_with_arguments(&ctx, &module, &analysis, given);
                arguments.pipeline().infer_shapes(&mut copy, diagnostics)?;
            }
            if arguments.emit == Stage::Mlir && !arguments.checks_only {
                // The dump is the program as it is written, and no pass would refuse it.
                let mut copy =
                    toy_dialect::emit_module_with_arguments(&ctx, &module, &analysis, given);
                let mut found = Diagnostics::new();
                if let Err(reported) = check::check(&mut copy, arguments, &taken, &mut found) {
                    diagnostics.extend(found);
                    return Err(reported.into());
                }
            }
            #[cfg(feature = "llvm")]
            if let Some(debug) = &mut debug {
                debug.add_functions(&module, |at| sources.line_col(at).map(|place| place.line));
            }
            if matches!(arguments.emit, Stage::Header | Stage::Python) {
                described = exports::described(&module, sources);
            }
            timing.time("emit toy", || {
                toy_dialect::emit_module_with_arguments(&ctx, &module, &analysis, given)
            })
        }
        Language::Mlir => {
            let options = ParseOptions::default().with_allow_unregistered(true);
            let module =
                timing.time("parse", || text::parse_module(&ctx, &file, options, diagnostics))?;
            timing.time("verify", || verify(&module, diagnostics))?;
            module
        }
    };
    if arguments.checks_only {
        let copy = |is_wanted: bool| is_wanted.then(|| module.deep_clone());
        let (for_accesses, for_copies) =
            (copy(arguments.lists_accesses), copy(arguments.lists_copies));
        check::check(&mut module, arguments, &taken, diagnostics)?;
        if let Some(copy) = for_accesses {
            let infer = Pipeline::specialize;
            print_list(copy, arguments, &taken, infer, access_list, diagnostics)?;
        }
        if let Some(copy) = for_copies {
            let infer = Pipeline::infer_shapes;
            print_list(copy, arguments, &taken, infer, copy_list, diagnostics)?;
        }
        return Ok(());
    }
    if needs_main(arguments) && !has_main(&module) {
        let functions = module.as_op().regions().flat_map(|region| region.ops());
        let names = functions.filter_map(|op| Some(op.symbol_name()?.text(&ctx)));
        return Err(diagnostics.error(no_main(file.name(), names)).into());
    }
    if interprets && arguments.language() == Language::Mlir && has_toy_tensors(&module) {
        // As for source: the passes on a copy report errors in shapes before anything is run.
        let mut copy = module.deep_clone();
        arguments.pipeline().of_module(&copy).infer_shapes(&mut copy, diagnostics)?;
    }
    // Before optimizations: they erase unused reads of external data.
    let resolves = arguments.emit.runs()
        || matches!(arguments.emit, Stage::Exe | Stage::Shared | Stage::Python);
    if resolves && arguments.language() == Language::Mlir && !arguments.allow_external_functions {
        externals::check(&module, diagnostics)?;
    }
    // Any stage can be interpreted, and is not lowered; with `-opt`, the passes on toy optimise it.
    let stage = if interprets { Stage::Mlir } else { arguments.emit };
    let mut signatures = Vec::new();
    let optimization = timing.time("passes", || {
        if arguments.exports.is_empty() {
            let pipeline = arguments.pipeline();
            let pipeline = match arguments.language() {
                Language::Toy => pipeline,
                Language::Mlir => pipeline.of_module(&module),
            };
            return pipeline.run(&mut module, stage, diagnostics);
        }
        signatures = exports::compile(&mut module, arguments, diagnostics)?;
        Ok(Optimization::Full)
    })?;
    if arguments.level() == Level::Auto {
        timing.note(match optimization {
            Optimization::Full => "loops are optimised".to_owned(),
            Optimization::None => "loops are not optimised: few ops run".to_owned(),
        });
    }
    #[cfg(feature = "llvm")]
    if matches!(arguments.emit, Stage::Jit | Stage::Exe | Stage::Shared | Stage::Python) {
        arguments.pipeline().check_allocations(&mut module, diagnostics)?;
    }
    // Subscripts are resolved for each list of numbers that a function is called with.
    if interprets && accesses::has_unresolved(&module) {
        arguments.pipeline().specialize(&mut module, diagnostics)?;
    }
    #[cfg(feature = "llvm")]
    if arguments.language() == Language::Mlir && arguments.emit.needs_llvm() {
        // The attributes come from the author of the input.
        mlir_lite::llvm::left_out_attributes(
            &module,
            &[<toy_dialect::ToyDialect as mlir_lite::context::Dialect>::NAMESPACE],
        )
        .into_iter()
        .for_each(|warning| diagnostics.emit(warning));
    }
    #[cfg(feature = "llvm")]
    let options = CodeOptions {
        optimization: arguments.optimization(),
        debug: debug.as_ref(),
        is_from_source: arguments.language() == Language::Toy
            && arguments.passes.pass_pipeline.is_empty(),
    };
    let text = match arguments.emit {
        Stage::Interp => {
            timing.time("run", || interpretation::run(&module, diagnostics))?;
            return Ok(());
        }
        #[cfg(feature = "llvm")]
        Stage::Jit => {
            // The process ends after the run: its memory is left to the system.
            std::mem::forget(ctx.clone());
            let teardown = execution::Teardown::End;
            return Ok(execution::run(&module, options, &[], teardown, timing, diagnostics)?);
        }
        #[cfg(feature = "llvm")]
        Stage::Llvm => {
            execution::llvm_ir(&module, arguments.level(), debug.as_ref(), timing, diagnostics)?
        }
        #[cfg(feature = "llvm")]
        Stage::Asm | Stage::Obj | Stage::Exe | Stage::Shared => {
            let program = match arguments.language() == Language::Toy && taken.is_empty() {
                true => native::Program::WithoutArguments,
                false => native::Program::Any,
            };
            return Ok(native::emit(&module, arguments, program, options, timing, diagnostics)?);
        }
        #[cfg(feature = "llvm")]
        Stage::Python => {
            let (name, library) = native::python_files(arguments, diagnostics)?;
            let file_name = library.file_name().unwrap_or_default().to_string_lossy();
            let python = exports::python_module(
                file.name(),
                &file_name,
                &arguments.exports,
                &signatures,
                &described,
            );
            let functions = &python.functions;
            native::emit_python(
                &module,
                functions,
                &library,
                arguments,
                options,
                timing,
                diagnostics,
            )?;
            return Ok(write_dump(python.module.as_bytes(), Some(&name), diagnostics)?);
        }
        Stage::Header => exports::header(file.name(), &signatures, |function| {
            let names = described.get(function).map_or(&[][..], |described| &described.parameters);
            names.iter().map(String::as_str).collect()
        }),
        _ => text::print_valid_op(module.as_op(), arguments.printing.options()) + "\n",
    };
    Ok(write_dump(text.as_bytes(), output, diagnostics)?)
}

/// Checks that a program is given the right number of arguments. A program that is compiled to a
/// file needs only those that are input files, and a check needs none.
fn check_arguments(
    arguments: &Arguments,
    taken: &[&str],
    diagnostics: &mut Diagnostics,
) -> Result<(), Ended> {
    let found = arguments.program_arguments.len();
    let may_be_fewer = if arguments.checks_only { found == 0 } else { !arguments.emit.runs() };
    if found == taken.len() || (found < taken.len() && may_be_fewer) {
        return Ok(());
    }
    let message = program::wrong_arguments(taken.len() as i64, found, &taken.join(" "));
    let help = match taken.is_empty() {
        true => "a program takes the arguments that it names by `arg(0)`, `arg(1)` and so on",
        false => "arguments follow `--`, as in `toyc program.toy -- file.npy`",
    };
    diagnostics.error(Diagnostic::error(Position::Unknown, message).with_help(help));
    Err(Ended::WrongUsage)
}

/// Refuses to overwrite inputs: the source, and files that the program is given.
fn refuse_input_as_output(
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let Some(output) = arguments.output.as_deref() else { return Ok(()) };
    let words = arguments.program_arguments.iter().map(Path::new);
    let source = arguments.file.as_deref().unwrap_or(Path::new("-"));
    refuse_inputs(output, std::iter::once(source).chain(words), diagnostics)
}

/// The list of accesses: which are proved to be in range, and which are checked at run time.
fn access_list(module: &Body) -> String {
    let AccessReport { lines, proved, checked } = accesses::access_report(module);
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("{lines}{proved} accesses proved, {checked} checked at run time\n")
}

/// The list of assignments to elements: which store in place, and which copy the tensor, and why.
fn copy_list(module: &Body) -> String {
    let CopyReport { lines, in_place, copied } = copies::copy_report(module);
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("{lines}{in_place} assignments in place, {copied} copy the tensor\n")
}

/// Prints a list of what is in a module whose shapes are inferred, by these passes. The module was
/// checked, and `taken` has a word for each argument of the program: without arguments, code that
/// depends on the shape of a file is listed by the remarks of the check.
fn print_list(
    mut module: Body,
    arguments: &Arguments,
    taken: &[&str],
    infer: impl FnOnce(&Pipeline, &mut Body, &mut Diagnostics) -> Result<(), Reported>,
    list: fn(&Body) -> String,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    if check::is_partial(arguments, taken) {
        check_known_shapes(&mut module, diagnostics)?;
    } else {
        infer(&arguments.pipeline(), &mut module, diagnostics)?;
    }
    write_dump(visible_lines(&list(&module)).as_bytes(), None, diagnostics)
}

/// Whether a `main` is required. A module of MLIR may be a library; the functions of Toy source are
/// only compiled for the shapes that they are called with.
fn needs_main(arguments: &Arguments) -> bool {
    let is_toy = arguments.language() == Language::Toy;
    let is_library = !arguments.exports.is_empty();
    arguments.emit.runs()
        || arguments.emit == Stage::Exe
        || (arguments.emit.is_native() && is_toy && !is_library)
}

/// Whether there is a `main`; its type is checked when it is compiled.
fn has_main(module: &Body) -> bool {
    SymbolTable::new(module).lookup(module.context().ident(MAIN)).is_some()
}
