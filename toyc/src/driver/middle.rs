//! The middle: the passes from a module as it is written to the stage of the plan.

#[cfg(feature = "llvm")]
use mlir_lite::dialects::llvm::define_runtime_functions;
use mlir_lite::ir::Body;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use toy_dialect::pipeline::Optimization;
use toy_dialect::sema::no_main;
use toy_dialect::shapes::{has_toy_tensors, needs_inference};

use super::front_end::Program;
use crate::entry_point::MAIN;
use crate::exports;
use crate::externals;
use crate::lowered::Lowered;
use crate::optimization::Level;
use crate::plan::Plan;
use crate::results;
use crate::stage::Stage;
use crate::timing::Timing;

/// Lowers a program to a stage.
pub(super) fn lower(
    mut program: Program,
    stage: Stage,
    plan: &Plan,
    timing: &mut Timing,
    diagnostics: &mut Diagnostics,
) -> Result<Lowered, Reported> {
    let module = &mut program.module;
    if plan.is_mlir() && plan.needs_main() {
        plan.entry.make_main(module, diagnostics)?;
        if let Some(result) = plan.entry.result {
            results::check(module, result, diagnostics)?;
        }
    }
    if plan.needs_main() && !has_main(module) {
        let functions = module.as_op().regions().flat_map(|region| region.ops());
        let names = functions.filter_map(|op| Some(op.symbol_name()?.text(op.context())));
        return Err(diagnostics.error(no_main(&program.name, names)));
    }
    let interprets = stage == Stage::Interp;
    if interprets && plan.is_mlir() && has_toy_tensors(module) {
        // As for source: the passes on a copy report errors in shapes before anything is run.
        let mut copy = module.deep_clone();
        plan.pipeline.clone().of_module(&copy).infer_shapes(&mut copy, diagnostics)?;
    }
    // Before optimizations: they erase unused reads of external data.
    if stage.resolves_externals() && plan.is_mlir() && !plan.allows_external_functions {
        externals::check(module, diagnostics)?;
    }
    // Any stage can be interpreted, and is not lowered; with `-opt`, the passes on toy optimise it.
    let last = if interprets { Stage::Mlir } else { stage };
    let mut signatures = Vec::new();
    let optimization = timing.time("passes", || {
        if !plan.exports.is_empty() {
            signatures = exports::compile(module, stage, plan, diagnostics)?;
            return Ok(Optimization::Full);
        }
        match plan.is_mlir() {
            true => plan.pipeline.clone().of_module(module).run(module, last, diagnostics),
            false => plan.pipeline.run(module, last, diagnostics),
        }
    })?;
    if plan.code.level == Level::Auto {
        timing.note(match optimization {
            Optimization::Full => "loops are optimised".to_owned(),
            Optimization::None => "loops are not optimised: few ops run".to_owned(),
        });
    }
    #[cfg(feature = "llvm")]
    if stage.reports_failed_allocations() {
        plan.pipeline.check_allocations(module, diagnostics)?;
    }
    if interprets && needs_inference(module) {
        plan.pipeline.specialize(module, diagnostics)?;
    }
    #[cfg(feature = "llvm")]
    if plan.is_mlir() && stage.needs_llvm() {
        // The attributes come from the author of the input.
        mlir_lite::llvm::left_out_attributes(
            module,
            &[<toy_dialect::ToyDialect as mlir_lite::context::Dialect>::NAMESPACE],
        )
        .into_iter()
        .for_each(|warning| diagnostics.emit(warning));
        if let Some(result) = plan.entry.result {
            results::print_results(module, result, diagnostics)?;
        }
        define_runtime_functions(module, diagnostics)?;
    }
    Ok(Lowered {
        module: program.module,
        name: program.name,
        signatures,
        described: program.described,
        #[cfg(feature = "llvm")]
        takes_no_arguments: !plan.is_mlir() && program.usage.is_empty(),
        #[cfg(feature = "llvm")]
        debug: program.debug,
    })
}

/// Whether there is a `main`; its type is checked when it is compiled.
fn has_main(module: &Body) -> bool {
    SymbolTable::new(module).lookup(module.context().ident(MAIN)).is_some()
}
