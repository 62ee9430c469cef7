//! One run: the front end reads a program, the middle lowers it to a stage, and a back end prints,
//! writes or runs it.
//!
//! | file | concept |
//! |---|---|
//! | `front_end.rs` | a source to a module: of the toy dialect, or as it is written in MLIR |
//! | `check.rs` | the mistakes in a module, for `toyc check` |
//! | `middle.rs` | the passes from a module to the stage of the plan |

pub(crate) mod check;
mod front_end;
mod middle;

use std::sync::Arc;

use mlir_lite_diagnostics::{Diagnostics, Reported, SourceMap, visible_lines};
use mlir_lite_opt::output::write_dump;
use mlir_lite_opt::{Status, report, source};
use toy_dialect::program;

use crate::back_end;
use crate::imports;
use crate::plan::{Goal, Plan};
use crate::stage::Stage;
use crate::timing::Timing;

/// Runs the plan.
pub(crate) fn run(plan: &Plan) -> Status {
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    let mut timing = Timing::new();
    let result = compile(plan, &sources, &mut timing, &mut diagnostics);
    if plan.times {
        timing.report();
    }
    report(&sources, &diagnostics, plan.reporting);
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

fn compile(
    plan: &Plan,
    sources: &Arc<SourceMap>,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<(), Ended> {
    if let Some(output) = &plan.output {
        plan.input.refuse_as_output(output, diagnostics)?;
    }
    let file = timing.time("read", || match &plan.input.standard_input {
        Some(bytes) => source::load_standard_input(bytes.clone(), sources, diagnostics),
        None => source::load(plan.input.file.as_deref(), sources, diagnostics),
    })?;
    if plan.goal == Goal::Emit(Stage::Ast) {
        let module = imports::parse(&file, sources, diagnostics)?;
        let mut text = Vec::new();
        // Writing into memory does not fail.
        let _ = toy_ast::dump(&module, sources, &mut text);
        // Names of files may have any characters.
        let text = String::from_utf8_lossy(&text);
        let output = plan.output.as_deref();
        return Ok(write_dump(visible_lines(&text).as_bytes(), output, diagnostics)?);
    }
    let program = front_end::read(plan, &file, sources, timing, diagnostics)?;
    match plan.goal {
        Goal::Check(lists) => {
            check::run(program.module, &program.usage, lists, plan, diagnostics)?;
        }
        Goal::Emit(stage) => {
            let lowered = middle::lower(program, stage, plan, timing, diagnostics)?;
            back_end::emit(&lowered, stage, plan, timing, diagnostics)?;
        }
    }
    Ok(())
}
