//! The patterns of passes: random programs are run before and after whole passes.
//!
//! A pattern of a conversion only works together with the others of its pass, so it is not applied
//! alone: an observer records which patterns applied to a program, and the programs are compared.
//! The registered passes are asked for their patterns.

use crate::compare::{compare, inputs as inputs_of};
use crate::generator::{Generator, Neighbours};
use crate::module::module_with;
use crate::probe::watched;
use crate::proof::{SETS, has_promises};
use crate::workshop::{Workshop, is_simple};
use mlir_lite::Context;
use mlir_lite::dialects::context_with_all;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::Body;
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::pass::{PassManager, PassRegistry, PipelineStep, RunOptions, parse_steps};
use mlir_lite::register_all_passes;
use mlir_lite::rewrite::{PatternObserver, PatternRoot, PatternSummary};
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::transforms::canonicalize::canonicalization_patterns;
use mlir_lite::types::Type;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_ir::check::Counts;
use random_ir::outcome::{Computed, compute, difference};
use random_ir::pipelines::lowering;
use random_ir::{Checker, generate};
use random_programs::random::Random;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use toy_dialect::pipeline::{self, FloatingPoint, Optimization, Origin};

/// Ops that a run of a Toy program may take.
const MAX_OPS: u64 = 2_000_000;

/// Seeds after which a thread leaves its context.
const SEEDS_OF_A_CONTEXT: u64 = 50;

/// A pattern: the op that it is tried on, and its name.
type Key = (String, String);

/// A pattern of a pass, and the results for it.
#[derive(Clone, Debug)]
pub struct PassRow {
    /// The pass.
    pub pass: &'static str,
    /// The op that it is tried on.
    pub root: String,
    /// Its name.
    pub name: String,
    /// Programs that it applied to, and that were compared.
    pub fired: u64,
    /// Comparisons of these.
    pub compared: u64,
}

/// The results of a campaign.
#[derive(Clone, Debug, Default)]
pub struct PassRecord {
    /// All patterns of passes.
    pub rows: Vec<PassRow>,
    /// The failures, with the program.
    pub failures: Vec<String>,
}

/// The results so far: for each pattern programs and comparisons, and failures.
#[derive(Default)]
struct Totals {
    counts: BTreeMap<Key, [u64; 2]>,
    failures: Vec<String>,
}

/// Remembers the changes that it is notified of.
#[derive(Default)]
struct Log {
    frozen: Mutex<Vec<Key>>,
    applied: Mutex<HashSet<Key>>,
}

fn key(root: PatternRoot, name: &str) -> Key {
    let root = root.name().unwrap_or("any op");
    (root.to_owned(), name.to_owned())
}

impl PatternObserver for Log {
    fn pattern_frozen(&self, pattern: PatternSummary<'_>) {
        let key = key(pattern.root, pattern.name);
        self.frozen.lock().unwrap_or_else(PoisonError::into_inner).push(key);
    }

    fn pattern_applied(&self, root: PatternRoot, name: &str) {
        self.applied.lock().unwrap_or_else(PoisonError::into_inner).insert(key(root, name));
    }
}

impl Log {
    fn take_frozen(&self) -> Vec<Key> {
        std::mem::take(&mut self.frozen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn take_applied(&self) -> HashSet<Key> {
        std::mem::take(&mut self.applied.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The patterns of all registered passes, those of canonicalization excepted, each with the first
/// pass that has it.
fn patterns() -> Vec<(&'static str, Key)> {
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    pipeline::register_toy_passes(&mut registry);
    // A pass may apply patterns of canonicalization, too.
    let ctx = context_with_all();
    toy_dialect::register(&ctx);
    let log = Arc::new(Log::default());
    mlir_lite::rewrite::observe_patterns(&ctx, Arc::clone(&log) as Arc<dyn PatternObserver>);
    canonicalization_patterns(&ctx);
    let canonical = log.take_frozen();
    let mut found: Vec<(&'static str, Key)> = Vec::new();
    // Other passes apply some of the patterns of these two.
    let whole = ["convert-std-to-llvm", "lower-affine"];
    let others = registry.names().into_iter().filter(|name| !whole.contains(name));
    for name in whole.into_iter().chain(others) {
        let Some(info) = registry.pass(name).filter(|info| info.argument() == name) else {
            continue;
        };
        let ctx = context_with_all();
        toy_dialect::register(&ctx);
        canonicalization_patterns(&ctx);
        let log = Arc::new(Log::default());
        mlir_lite::rewrite::observe_patterns(&ctx, Arc::clone(&log) as Arc<dyn PatternObserver>);
        let _ = info.create(&ctx, &[]);
        for key in log.take_frozen() {
            if !canonical.contains(&key) && found.iter().all(|(_, other)| *other != key) {
                found.push((name, key));
            }
        }
    }
    found
}

/// Sends `count` random modules, and as many random Toy programs, through the passes that have
/// patterns.
pub fn run(count: u64, jobs: usize) -> PassRecord {
    let patterns = patterns();
    let mut passes: Vec<&'static str> = patterns.iter().map(|(pass, _)| *pass).collect();
    passes.dedup();
    let next = AtomicU64::new(0);
    let totals: Mutex<Totals> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                let log = Arc::new(Log::default());
                let checker = Checker::observed_by(Arc::clone(&log) as Arc<dyn PatternObserver>);
                let mut declared = Declared::new(&log);
                for number in 1u64.. {
                    // A context keeps all types and attributes that it has met.
                    if number.is_multiple_of(SEEDS_OF_A_CONTEXT) {
                        declared = Declared::new(&log);
                    }
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count {
                        return;
                    }
                    let mut outcomes = modules(&checker, &log, &passes, seed);
                    outcomes.push(program(&log, seed));
                    outcomes.extend(declared.functions(&patterns, &log, seed));
                    let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
                    for outcome in outcomes {
                        match outcome {
                            Ok((compared, applied)) => {
                                for key in applied {
                                    let [programs, runs] = totals.counts.entry(key).or_default();
                                    *programs += 1;
                                    *runs += compared;
                                }
                            }
                            Err(failure) => totals.failures.push(format!("seed {seed}: {failure}")),
                        }
                    }
                }
            });
        }
    });
    let Totals { counts, failures } = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    let row = |(pass, key): (&'static str, Key)| {
        let [fired, compared] = counts.get(&key).copied().unwrap_or_default();
        PassRow { pass, root: key.0, name: key.1, fired, compared }
    };
    PassRecord { rows: patterns.into_iter().map(row).collect(), failures }
}

/// How many runs were compared, and which patterns had applied.
type Outcome = Result<(u64, HashSet<Key>), String>;

/// A random module through each pass, and through all that lead to the llvm dialect.
fn modules(checker: &Checker, log: &Log, passes: &[&'static str], seed: u64) -> Vec<Outcome> {
    let module = generate(seed);
    let mut pipelines: Vec<Vec<String>> = passes
        .iter()
        .filter(|&&pass| checker.passes().iter().any(|choice| choice.name == pass))
        .map(|&pass| vec![pass.to_owned()])
        .collect();
    pipelines.push(lowering(&mut Random::new(seed), &[]));
    let one = |pipeline: Vec<String>| {
        let mut counts = Counts::default();
        let checked = checker.check_text(&module.text, &pipeline, &mut counts);
        let applied = log.take_applied();
        match checked {
            Err(failure) => {
                Err(format!("{:?} after {:?}: {}", failure.stage, failure.pipeline, failure.detail))
            }
            Ok(()) if counts.refused > 0 => Ok((0, HashSet::new())),
            Ok(()) => Ok((counts.compared, applied)),
        }
    };
    pipelines.into_iter().map(one).filter(|outcome| !matches!(outcome, Ok((0, _)))).collect()
}

/// The inputs of functions around the ops of patterns.
struct Declared {
    workshop: Workshop,
    registry: PassRegistry,
}

impl Declared {
    fn new(log: &Arc<Log>) -> Self {
        let workshop = Workshop::new(|_| ());
        mlir_lite::rewrite::observe_patterns(
            &workshop.ctx,
            Arc::clone(log) as Arc<dyn PatternObserver>,
        );
        let mut registry = PassRegistry::new();
        register_all_passes(&mut registry);
        Self { workshop, registry }
    }

    /// For each pattern a function around the op that it is tried on, through its pass.
    fn functions(&self, patterns: &[(&'static str, Key)], log: &Log, seed: u64) -> Vec<Outcome> {
        let one = |(number, (pass, (root, _))): (usize, &(&'static str, Key))| {
            let def = self.workshop.ops.iter().find(|def| def.name == root && is_simple(def))?;
            self.registry.pass(pass)?;
            let random = &mut Random::new(seed.wrapping_mul(1009).wrapping_add(number as u64));
            let is_tame = random.chance(50);
            let (function, _) = self.function(def, is_tame, random)?;
            log.take_applied();
            self.compared(pass, function, is_tame, random)
                .map(|outcome| Ok((outcome?, log.take_applied())))
        };
        patterns.iter().enumerate().filter_map(one).collect()
    }

    fn function(
        &self,
        def: &'static OpDef,
        is_tame: bool,
        random: &mut Random,
    ) -> Option<(Body, Vec<&'static str>)> {
        let neighbours = Neighbours::default();
        let mut generator =
            Generator::new(&self.workshop, random, &neighbours, def, is_tame).plain();
        let root = generator.root(def)?;
        generator.finish(root)
    }

    /// The number of runs in which the function computes the same after a pass; none if there is
    /// nothing to compare.
    fn compared(
        &self,
        pass: &str,
        function: Body,
        is_tame: bool,
        random: &mut Random,
    ) -> Option<Result<u64, String>> {
        let ctx = &self.workshop.ctx;
        let (inputs, results) = FuncOp::ty(&function).and_then(|ty| ty.as_function(ctx))?;
        let before = module_with(ctx, vec![function.deep_clone()]);
        verify(&before, &mut Diagnostics::new()).ok()?;
        let mut after = before.deep_clone();
        let diagnostics = &mut Diagnostics::new();
        let step = [PipelineStep::Named(pass.to_owned(), String::new())];
        let manager = parse_steps(ctx, &step, &self.registry, diagnostics).ok()?;
        let failed = |what: String| {
            let options = PrintOptions::default().with_spelling(Spelling::Upstream);
            Some(Err(format!("{pass}: {what}\n{}", print_op(before.as_op(), options))))
        };
        if manager.run(&mut after, &mut RunOptions::default(), diagnostics).is_err() {
            let said: Vec<&str> = diagnostics.iter().map(|it| it.message.as_str()).collect();
            // There are types that the llvm dialect has not.
            let is_refused = said.iter().all(|message| message.contains("failed to legalize"));
            return if is_refused { None } else { failed(said.join("; ")) };
        }
        if pass == "convert-std-to-llvm" && has_small_floats(&function) {
            return None;
        }
        let arguments = inputs_of(&self.workshop, inputs, SETS, is_tame, random);
        let watched = has_promises(&function).then(|| module_with(ctx, vec![watched(&function)]));
        let comparison =
            compare((&before, "before"), (&after, "before"), results, arguments, watched.as_ref());
        match comparison.difference {
            // Ops that its dialect does not lower are between casts.
            Some((_, what)) if what.contains("unrealized_conversion_cast") => None,
            Some((arguments, what)) => failed(format!("{what}, for the arguments {arguments:?}")),
            None => (comparison.compared > 0).then_some(Ok(comparison.compared)),
        }
    }
}

/// A random Toy program through all passes to the llvm dialect, run on each stage.
fn program(log: &Arc<Log>, seed: u64) -> Outcome {
    let source = random_programs::generate(seed).source;
    let ctx = Context::new();
    toy_dialect::register(&ctx);
    ctx.set_threads(1);
    mlir_lite::rewrite::observe_patterns(&ctx, Arc::clone(log) as Arc<dyn PatternObserver>);
    let diagnostics = &mut Diagnostics::new();
    let failed = |what: &str, diagnostics: &Diagnostics| {
        let said: Vec<&str> = diagnostics.iter().map(|it| it.message.as_str()).collect();
        format!("{what}: {}\n{source}", said.join("; "))
    };
    let file =
        ctx.sources().add("program.toy", source.clone()).map_err(|error| error.to_string())?;
    let ast = toy_ast::parse_module(&file, diagnostics)
        .map_err(|_| failed("is not read", diagnostics))?;
    let analysis = toy_dialect::sema::analyze(&ast, diagnostics)
        .map_err(|_| failed("is not checked", diagnostics))?;
    let mut module = toy_dialect::emit_module(&ctx, &ast, &analysis);
    let mut stages: Vec<PassManager> = Vec::new();
    stages.resize_with(4, PassManager::new);
    pipeline::add_toy_passes(&ctx, &mut stages[0]);
    let level = if seed.is_multiple_of(2) { Optimization::None } else { Optimization::Full };
    pipeline::add_affine_passes(&ctx, &mut stages[1], level, None);
    pipeline::add_std_passes(&ctx, &mut stages[2], None);
    pipeline::add_llvm_passes(&ctx, &mut stages[3], FloatingPoint::Strict, Origin::Toy);
    let mut before: Option<Computed> = None;
    let mut compared = 0;
    for stage in stages {
        stage
            .run(&mut module, &mut RunOptions::default(), diagnostics)
            .map_err(|_| failed("a pass fails", diagnostics))?;
        let now = compute(&module, "main", 0, MAX_OPS);
        let Some(before) = &before else {
            // Runs that take too long are not compared.
            let Ok(now) = now else {
                log.take_applied();
                return Ok((0, HashSet::new()));
            };
            before = Some(now);
            continue;
        };
        let differs = match now {
            Ok(now) => difference(before, &now),
            Err(trap) => Some(format!("it is no longer defined: {trap}")),
        };
        if let Some(what) = differs {
            return Err(format!(
                "{what}\n{source}\n{}",
                print_op(module.as_op(), PrintOptions::default())
            ));
        }
        compared += 1;
    }
    Ok((compared, log.take_applied()))
}

/// Whether a function has floats of 8 bits or less. In the llvm dialect, they are integers of their
/// bits: other values, which cannot be compared.
fn has_small_floats(function: &Body) -> bool {
    let ctx = function.context();
    let is_small = |ty: Type| {
        let element = ty.element_or_self(ctx);
        element.is_float(ctx) && element.bit_width(ctx).is_some_and(|width| width <= 8)
    };
    let root = function.as_op();
    let parameters = FuncOp::ty(function).and_then(|ty| ty.as_function(ctx));
    let mut parameters = parameters.into_iter().flat_map(|(inputs, _)| inputs.iter().copied());
    parameters.any(is_small)
        || std::iter::once(root)
            .chain(function.walk())
            .any(|op| op.operand_types().chain(op.result_types()).any(is_small))
}
