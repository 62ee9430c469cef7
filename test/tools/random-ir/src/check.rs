//! One module through pipelines of passes: it is verified after each, reads back as it was printed,
//! and computes what it did before.

use crate::generate::RandomModule;
use crate::marks::{Marks, attributes_differ, keys, lost, marks, regions_are_closed};
use crate::outcome::{Computed, compute, difference};
use crate::pipelines::{self, PassChoice};
use crate::read::{context, messages, parse};
use mlir_lite::Context;
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassRegistry, PipelineStep, RunOptions, parse_steps};
use mlir_lite::rewrite::PatternObserver;
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_programs::random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Ops that a run before the passes may take.
const MAX_OPS: u64 = 200_000;

/// The stage at which a check failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The generator made something invalid.
    Generated,
    /// The printed text parses as something else, or not at all.
    RoundTrip,
    /// A pass failed.
    Pass,
    /// A pass left something invalid.
    Verifier,
    /// Something else is computed.
    Values,
    /// A part that no pass may touch has changed.
    Kept,
    /// Something panicked.
    Panic,
}

/// A check that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The stage that failed.
    pub stage: Stage,
    /// The passes up to the failing one.
    pub pipeline: Vec<String>,
    /// More about it.
    pub detail: String,
}

/// The work that was done, in numbers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Modules.
    pub modules: u64,
    /// Runs of one pass.
    pub passes: u64,
    /// Functions that were run before, and are not defined.
    pub undefined: u64,
    /// Runs of one pass that changed something.
    pub changed: u64,
    /// The number of compared results.
    pub compared: u64,
    /// Conversions that said that they cannot convert something.
    pub refused: u64,
}

/// The inputs of checks.
pub struct Checker {
    registry: PassRegistry,
    passes: Vec<PassChoice>,
    /// A module goes through one of this many passes.
    one_in: u64,
    /// The observer of patterns.
    observer: Option<Arc<dyn PatternObserver>>,
}

impl Default for Checker {
    fn default() -> Self {
        let registry = pipelines::registry();
        let passes = pipelines::passes(&registry);
        Self { registry, passes, one_in: 1, observer: None }
    }
}

/// The results of functions before the passes, by function and run.
type Before = Vec<(String, usize, Computed)>;

/// A module before any pass, and its results.
struct Original {
    ctx: Context,
    before: Before,
    marks: Marks,
    /// All of it as text.
    text: String,
}

impl Checker {
    /// Runs one in `one_in` of the passes on a module; other modules get other passes.
    pub fn with_one_pass_in(one_in: u64) -> Self {
        Self { one_in: one_in.max(1), ..Self::default() }
    }

    /// Sets an observer of patterns.
    pub fn observed_by(observer: Arc<dyn PatternObserver>) -> Self {
        Self { observer: Some(observer), ..Self::default() }
    }

    /// A context with all dialects.
    fn context(&self) -> Context {
        let ctx = context();
        if let Some(observer) = &self.observer {
            mlir_lite::rewrite::observe_patterns(&ctx, Arc::clone(observer));
        }
        ctx
    }

    /// The passes that are run.
    pub fn passes(&self) -> &[PassChoice] {
        &self.passes
    }

    /// The pipelines for the module of this seed: each pass, some random pipelines, and a lowering
    /// to the llvm dialect. A share of the passes runs on each module.
    pub fn pipelines(&self, seed: u64) -> Vec<Vec<String>> {
        let random = &mut Random::new(seed ^ 0x00a5_5e50);
        let mut all: Vec<Vec<String>> =
            self.passes.iter().map(|pass| vec![pass.step(random)]).collect();
        let mut number = seed;
        all.retain(|_| {
            number += 1;
            number.is_multiple_of(self.one_in)
        });
        let random_pipelines = if self.one_in == 1 { 3 } else { 1 };
        all.extend((0..random_pipelines).map(|_| pipelines::random_pipeline(random, &self.passes)));
        all.push(pipelines::lowering(random, &self.passes));
        all
    }

    /// Runs all pipelines on a module.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn check(
        &self,
        seed: u64,
        module: &RandomModule,
        counts: &mut Counts,
    ) -> Result<(), Failure> {
        counts.modules += 1;
        let mut original = None;
        self.caught(&module.text, &[], &mut original, counts)?;
        for pipeline in self.pipelines(seed) {
            self.caught(&module.text, &pipeline, &mut original, counts)?;
        }
        Ok(())
    }

    /// Runs one pipeline on a module, pass by pass.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn check_text(
        &self,
        text: &str,
        pipeline: &[String],
        counts: &mut Counts,
    ) -> Result<(), Failure> {
        self.caught(text, pipeline, &mut None, counts)
    }

    /// The same with the results for the module, or with new ones.
    fn caught(
        &self,
        text: &str,
        pipeline: &[String],
        original: &mut Option<Original>,
        counts: &mut Counts,
    ) -> Result<(), Failure> {
        let done = std::cell::Cell::new(0);
        let run = AssertUnwindSafe(|| self.run(text, pipeline, &done, original, counts));
        match catch_unwind(run) {
            Ok(result) => result,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text =
                    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                let pipeline = pipeline[..done.get().min(pipeline.len())].to_vec();
                Err(Failure { stage: Stage::Panic, pipeline, detail: text.unwrap_or_default() })
            }
        }
    }

    /// The module after a pipeline, in the spelling of MLIR 22; none if a pass refuses it.
    ///
    /// # Errors
    /// If the module is invalid.
    pub fn leaves(&self, text: &str, pipeline: &[String]) -> Result<Option<String>, String> {
        let ctx = context();
        let mut module = parse(&ctx, text)?;
        let steps: Vec<PipelineStep> = pipeline.iter().map(|step| named(step)).collect();
        let mut diagnostics = Diagnostics::new();
        let manager = parse_steps(&ctx, &steps, &self.registry, &mut diagnostics);
        let manager = manager.map_err(|_| messages(&diagnostics))?;
        if manager.run(&mut module, &mut RunOptions::default(), &mut diagnostics).is_err() {
            return Ok(None);
        }
        // The operands of its `cf.switch` may not be some of several results of an op, in the
        // custom form.
        let generic = text.contains("cf.switch");
        let options =
            PrintOptions::default().with_spelling(Spelling::Upstream).with_generic(generic);
        Ok(Some(print_op(module.as_op(), options)))
    }

    #[expect(
        clippy::too_many_lines,
        reason = "the steps of one comparison share what they compare"
    )]
    fn run(
        &self,
        text: &str,
        pipeline: &[String],
        done: &std::cell::Cell<usize>,
        original: &mut Option<Original>,
        counts: &mut Counts,
    ) -> Result<(), Failure> {
        let failure = |stage: Stage, detail: String| {
            let pipeline = pipeline[..done.get()].to_vec();
            Failure { stage, pipeline, detail }
        };
        let fail = |stage: Stage, detail: String| Err(failure(stage, detail));
        let ctx = original.as_ref().map_or_else(|| self.context(), |original| original.ctx.clone());
        let mut module = match parse(&ctx, text) {
            Ok(module) => module,
            Err(error) => return fail(Stage::Generated, error),
        };
        let mut diagnostics = Diagnostics::new();
        if verify(&module, &mut diagnostics).is_err() {
            return fail(Stage::Generated, messages(&diagnostics));
        }
        if pipeline.is_empty() {
            for options in printings() {
                let printed = reads_back(&module, options)
                    .map_err(|error| failure(Stage::RoundTrip, error))?;
                if keys(&printed) != keys(text) {
                    return fail(Stage::Kept, format!("attributes are lost in\n{printed}"));
                }
            }
        }
        let original = original.get_or_insert_with(|| Original {
            ctx: ctx.clone(),
            before: self.before(&module, counts),
            marks: marks(&module),
            text: print_op(module.as_op(), everything()),
        });
        let mut before: Vec<_> = original.before.iter().collect();
        let mut last = original.text.clone();
        for (index, step) in pipeline.iter().enumerate() {
            done.set(index + 1);
            counts.passes += 1;
            let mut diagnostics = Diagnostics::new();
            let steps = [named(step)];
            let Ok(manager) = parse_steps(&ctx, &steps, &self.registry, &mut diagnostics) else {
                return fail(Stage::Pass, messages(&diagnostics));
            };
            let mut options = RunOptions::default().with_verify_each(true);
            if manager.run(&mut module, &mut options, &mut diagnostics).is_err() {
                let said = messages(&diagnostics);
                if said.contains("panicked") {
                    return fail(Stage::Panic, said);
                }
                let may_refuse = ["convert-", "one-shot-", "ownership-"];
                let may_refuse = may_refuse.iter().any(|start| step.starts_with(start));
                if may_refuse && is_refusal(&said) {
                    counts.refused += 1;
                    return Ok(());
                }
                return fail(Stage::Pass, said);
            }
            let mut diagnostics = Diagnostics::new();
            if verify(&module, &mut diagnostics).is_err() {
                return fail(Stage::Verifier, messages(&diagnostics));
            }
            // A module that has not changed has been checked.
            let all = print_op(module.as_op(), everything());
            if all == last && !CHANGE_LOCATIONS.iter().any(|pass| step.starts_with(pass)) {
                continue;
            }
            last = all;
            counts.changed += 1;
            let options = printings()[index % 3];
            reads_back(&module, options).map_err(|error| failure(Stage::RoundTrip, error))?;
            let touched = lost(module.context(), &original.marks, &marks(&module))
                .or_else(|| regions_are_closed(&module).err());
            if let Some(touched) = touched {
                let printed = print_op(module.as_op(), PrintOptions::default());
                return fail(Stage::Kept, format!("{touched}:\n{printed}"));
            }
            if step.starts_with("convert-affine-for-to-gpu") {
                // It takes iterations to be independent, which those of random loops are not.
                counts.refused += 1;
                return Ok(());
            }
            if step.starts_with("convert-std-to-llvm") {
                // The convention for arguments and results of these types changes.
                before.retain(|(name, ..)| name == "entry" || has_plain_signature(text, name));
            }
            for (name, run, before) in &before {
                counts.compared += 1;
                let difference = match compute(&module, name, *run, 20 * MAX_OPS) {
                    Ok(after) => difference(before, &after),
                    // A cast to an op of another dialect is only removed if that op is lowered too.
                    Err(trap) if trap.contains("unrealized_conversion_cast") => {
                        counts.refused += 1;
                        return Ok(());
                    }
                    // Wrappers call wrappers, which whatever runs the program has to define.
                    Err(trap) if trap.contains("'@_mlir_ciface_putchar'") => None,
                    Err(trap) => Some(format!("it is no longer defined: {trap}")),
                };
                if let Some(difference) = difference {
                    return fail(
                        Stage::Values,
                        format!(
                            "@{name}, run {run}: {difference}\n{}",
                            print_op(module.as_op(), PrintOptions::default())
                        ),
                    );
                }
            }
        }
        Ok(())
    }

    fn before(&self, module: &Body, counts: &mut Counts) -> Before {
        let mut before = Vec::new();
        for run in 0..2 {
            match compute(module, "entry", run, MAX_OPS) {
                Ok(computed) => before.push(("entry".to_owned(), run, computed)),
                Err(_) => counts.undefined += 1,
            }
        }
        // Some of these cannot be run, or are not defined for these arguments.
        for number in 0..4 {
            let name = format!("registered{number}");
            let computed =
                (0..2).filter_map(|run| Some((run, compute(module, &name, run, MAX_OPS).ok()?)));
            before.extend(computed.map(|(run, computed)| (name.clone(), run, computed)));
        }
        before
    }
}

/// Whether all parameters of a function are numbers, which stay the same in the llvm dialect, and
/// its results are not memory.
fn has_plain_signature(text: &str, name: &str) -> bool {
    let head = text.lines().find(|line| line.contains(&format!("@{name}("))).unwrap_or_default();
    let (parameters, results) = head.split_once(") -> (").unwrap_or((head, ""));
    let parts = ["memref", "vector", "tensor", "complex", "tuple", "!"];
    !parts.iter().any(|part| parameters.contains(part)) && !results.contains("memref")
}

/// A step as a flag of a command line says it: on the ops that the pass runs on.
fn named(step: &str) -> PipelineStep {
    match step.strip_suffix('}').and_then(|step| step.split_once('{')) {
        Some((name, options)) if !name.contains('(') => {
            PipelineStep::Named(name.to_owned(), options.to_owned())
        }
        None if !step.contains('(') => PipelineStep::Named(step.to_owned(), String::new()),
        _ => PipelineStep::Text(step.to_owned()),
    }
}

/// Messages of conversions that cannot convert something.
const REFUSALS: [&str; 12] = [
    "op was not bufferized",
    "failed to legalize",
    // Memory is freed in the module, or goes through ops of which nothing is known.
    "frees memory, which this pass decides",
    "does not say how its regions take and return memory",
    "does not say how it passes memory to its successors",
    "returns memory of which it is not known who owns it",
    // Loops that are not dimensions of a kernel.
    "expected perfectly nested loops in the body",
    "loops with bounds depending on other mapped loops are not supported",
    "loops that carry values are not supported",
    "there are up to three dimensions of blocks and of threads",
    // Around affine ops that stay, indices become casts, which cannot be dimensions or symbols.
    "cannot be used as a symbol",
    "cannot be used as a dimension id",
];

/// Whether all that a conversion says is that it cannot convert something.
fn is_refusal(said: &str) -> bool {
    let mut errors = said.lines().filter(|line| !line.starts_with("  note:"));
    errors.all(|error| REFUSALS.iter().any(|refusal| error.contains(refusal)))
}

/// Passes that change what is not in the text of [`everything`].
const CHANGE_LOCATIONS: [&str; 2] = ["snapshot-op-locations", "strip-debuginfo"];

/// The form that leaves nothing out but locations.
fn everything() -> PrintOptions {
    PrintOptions::default()
        .with_spelling(Spelling::Upstream)
        .with_generic(true)
        .with_local_scope(true)
}

fn printings() -> [PrintOptions; 3] {
    [
        PrintOptions::default(),
        PrintOptions::default().with_spelling(Spelling::Upstream).with_debug_info(true),
        PrintOptions::default().with_spelling(Spelling::Upstream).with_generic(true),
    ]
}

/// The module as text, which reads back as the same.
fn reads_back(module: &Body, options: PrintOptions) -> Result<String, String> {
    let printed = print_op(module.as_op(), options);
    let ctx = context();
    let again =
        parse(&ctx, &printed).map_err(|error| format!("is not read back: {error}\n{printed}"))?;
    let mut diagnostics = Diagnostics::new();
    verify(&again, &mut diagnostics)
        .map_err(|_| format!("is invalid when read back: {}\n{printed}", messages(&diagnostics)))?;
    let second = print_op(again.as_op(), options);
    if printed != second {
        let line = printed.lines().zip(second.lines()).find(|(a, b)| a != b);
        return Err(format!("reads back as something else: {line:?}\n{printed}"));
    }
    // Properties that a form leaves out are in neither text.
    match attributes_differ(module, &again) {
        Some(difference) => Err(format!("reads back as something else: {difference}\n{printed}")),
        None => Ok(printed),
    }
}
