//! The front end: a source becomes a module of the toy dialect, or of MLIR as it is written.

use std::sync::Arc;

use mlir_lite::Context;
use mlir_lite::ir::Body;
use mlir_lite::text::{self, ParseOptions};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, SourceFile, SourceMap};
use toy_ast::Function;
use toy_dialect::sema::{analyze, lint, takes_functions};
use toy_dialect::{ProgramArguments, arguments_taken, program};

use super::{Ended, check};
#[cfg(feature = "llvm")]
use crate::debug::DebugSource;
use crate::exports::{self, Described};
use crate::imports;
use crate::plan::Language;
use crate::plan::{Goal, Plan};
use crate::stage::Stage;
use crate::timing::Timing;

/// A program as it is written.
pub(super) struct Program {
    pub(super) module: Body,
    /// The name of its source, for messages.
    pub(super) name: String,
    /// A word for each argument that it takes; nothing is known about a program of MLIR.
    pub(super) usage: Vec<&'static str>,
    /// The names of parameters and the comments of its functions, if the stage shows them.
    pub(super) described: Described,
    #[cfg(feature = "llvm")]
    pub(super) debug: Option<DebugSource>,
}

/// Reads a program, and reports its errors as far as they are known without inferring shapes.
pub(super) fn read(
    plan: &Plan,
    file: &Arc<SourceFile>,
    sources: &Arc<SourceMap>,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<Program, Ended> {
    let ctx = Context::with_sources(Arc::clone(sources));
    ctx.set_threads(plan.threads);
    toy_dialect::register(&ctx);
    program::set_arguments(plan.input.words.clone());
    match plan.input.language {
        Language::Toy => read_toy(&ctx, plan, file, sources, timing, diagnostics),
        Language::Mlir => {
            mlir_lite::register_all_dialects(&ctx);
            let options = ParseOptions::default().with_allow_unregistered(true);
            let module =
                timing.time("parse", || text::parse_module(&ctx, file, options, diagnostics))?;
            timing.time("verify", || verify(&module, diagnostics))?;
            Ok(Program {
                module,
                name: file.name().to_owned(),
                usage: Vec::new(),
                described: Described::new(),
                #[cfg(feature = "llvm")]
                debug: debug_source(plan, file),
            })
        }
    }
}

#[cfg(feature = "llvm")]
fn debug_source(plan: &Plan, file: &SourceFile) -> Option<DebugSource> {
    plan.code.has_debug_information.then(|| DebugSource::new(file.name(), plan.code.level))
}

fn read_toy(
    ctx: &Context,
    plan: &Plan,
    file: &Arc<SourceFile>,
    sources: &Arc<SourceMap>,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<Program, Ended> {
    let module = timing.time("parse", || imports::parse(file, sources, diagnostics))?;
    let analysis = timing.time("analyse", || {
        let analysis = analyze(&module, diagnostics)?;
        let is_exported = |function: &&Function| {
            plan.exports.iter().any(|export| *export.function == *function.name.text())
        };
        let functions = module.functions.iter().enumerate();
        let mut templates = functions.filter(|(index, _)| analysis.is_template(*index));
        if let Some(template) = templates.find_map(|(_, it)| Some(it).filter(is_exported)) {
            return Err(diagnostics.error(takes_functions(template)));
        }
        let exported: Vec<&str> = plan.exports.iter().map(|export| &*export.function).collect();
        lint(&module, &exported, diagnostics);
        if plan.denies_warnings && !diagnostics.is_empty() {
            let message = "warnings are errors here: '--deny-warnings' was given";
            return Err(diagnostics.error(Diagnostic::error(Position::Unknown, message)));
        }
        Ok(analysis)
    })?;
    let usage = arguments_taken(&module);
    check_arguments(plan, &usage, diagnostics)?;
    let given = ProgramArguments { words: &plan.input.words, are_counted: true };
    let emit = || toy_dialect::emit_module_with_arguments(ctx, &module, &analysis, given);
    match plan.goal {
        // The program is run unchanged; running the passes on a copy reports errors in its shapes.
        Goal::Emit(Stage::Interp) => plan.pipeline.infer_shapes(&mut emit(), diagnostics)?,
        // The dump is the program as it is written, and no pass would refuse it.
        Goal::Emit(Stage::Mlir) => {
            let mut found = Diagnostics::new();
            if let Err(reported) = check::check(&mut emit(), &usage, plan, &mut found) {
                diagnostics.extend(found);
                return Err(reported.into());
            }
        }
        _ => {}
    }
    let is_described = matches!(plan.goal, Goal::Emit(Stage::Header | Stage::Python));
    Ok(Program {
        module: timing.time("emit toy", emit),
        name: file.name().to_owned(),
        usage,
        described: match is_described {
            true => exports::described(&module, sources),
            false => Described::new(),
        },
        #[cfg(feature = "llvm")]
        debug: debug_source(plan, file).map(|mut debug| {
            debug.add_functions(&module, |at| sources.line_col(at).map(|place| place.line));
            debug
        }),
    })
}

/// Checks that a program is given the right number of arguments. A program that is compiled to a
/// file needs only those that are input files, and a check needs none.
fn check_arguments(
    plan: &Plan,
    taken: &[&str],
    diagnostics: &mut Diagnostics,
) -> Result<(), Ended> {
    let found = plan.input.words.len();
    let may_be_fewer = match plan.goal {
        Goal::Check(_) => found == 0,
        Goal::Emit(stage) => !stage.runs(),
    };
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
