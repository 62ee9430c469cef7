//! Transformations preserve the results of random programs: the interpreter runs them before and
//! after.

use mlir_lite::Context;
use mlir_lite::conversions::{LowerAffinePass, ScfToStdPass, StdToLlvmPass};
use mlir_lite::dialects::context_with_all;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::interpreter::{Value, run};
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{
    PassManager, PassRegistry, PassStatistics, ReportLayout, RunOptions, parse_pipeline,
};
use mlir_lite::register_all_passes;
use mlir_lite::text::{PrintOptions, print_op};
use mlir_lite::transforms::affine_loop_fusion::AffineLoopFusionPass;
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use mlir_lite::transforms::cse::CsePass;
use mlir_lite::transforms::dead_code::DeadCodeEliminationPass;
use mlir_lite::transforms::inline::InlinerPass;
use mlir_lite::transforms::int_range_optimizations::IntRangeOptimizationsPass;
use mlir_lite::transforms::loop_invariant_code_motion::LoopInvariantCodeMotionPass;
use mlir_lite::transforms::memref_dataflow::AffineScalarReplacementPass;
use mlir_lite::transforms::sccp::SccpPass;
use mlir_lite_diagnostics::Diagnostics;
use random_programs::random::Random;
use test_support::parse_registered;

const MODULES: u64 = 300;

/// The results of `@main`, as text: all NaNs are equal.
fn results(module: &Body) -> Vec<String> {
    let outcome = run(module, "main", Vec::new(), &mut std::io::sink());
    let outcome = outcome.unwrap_or_else(|trap| {
        panic!("{trap:?}\n{}", print_op(module.as_op(), PrintOptions::default()))
    });
    outcome.results.iter().map(shown).collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Float(number) if number.is_nan() => "nan".to_owned(),
        // `aggregate` is how the llvm dialect returns several values.
        Value::Aggregate(parts) => parts.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => format!("{other:?}"),
    }
}

/// Runs the passes on each module, and compares what it computes.
fn check(add: impl Fn(&Context, &mut PassManager)) {
    for seed in 0..MODULES {
        let text = random_programs::ir::generate(seed);
        let ctx = context_with_all();
        let mut module = parse_registered(&ctx, &text);
        let before = results(&module).join(", ");
        let mut passes = PassManager::new();
        add(&ctx, &mut passes);
        let mut diagnostics = Diagnostics::new();
        let done = passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics);
        assert!(done.is_ok(), "seed {seed}: {diagnostics:?}\n{text}");
        let after = results(&module).join(", ");
        let printed = print_op(module.as_op(), PrintOptions::default());
        assert_eq!(before, after, "seed {seed}:\n{text}\nbecame\n{printed}");
    }
}

#[test]
fn canonicalize() {
    check(|ctx, passes| {
        passes.nest(FuncOp::NAME).add_pass(CanonicalizerPass::new(ctx));
    });
}

#[test]
fn cse() {
    check(|ctx, passes| {
        passes.nest(FuncOp::NAME).add_pass(CsePass::new(ctx));
    });
}

#[test]
fn sccp_and_dead_code() {
    check(|ctx, passes| {
        let functions = passes.nest(FuncOp::NAME);
        functions.add_pass(SccpPass::new(ctx));
        functions.add_pass(DeadCodeEliminationPass::new(ctx));
    });
}

/// Each value is what it was: so it is in the range that is found for it.
#[test]
fn ranges_of_integers() {
    check(|ctx, passes| {
        passes.add_pass(IntRangeOptimizationsPass::new(ctx));
    });
}

#[test]
fn sccp_through_calls() {
    check(|ctx, passes| {
        passes.add_pass(SccpPass::new(ctx));
    });
}

#[test]
fn loop_invariant_code_motion() {
    check(|ctx, passes| {
        passes.nest(FuncOp::NAME).add_pass(LoopInvariantCodeMotionPass::new(ctx));
    });
}

#[test]
fn inline_and_clean_up() {
    check(|ctx, passes| {
        passes.add_pass(InlinerPass::new(ctx));
        let functions = passes.nest(FuncOp::NAME);
        functions.add_pass(CanonicalizerPass::new(ctx));
        functions.add_pass(CsePass::new(ctx));
    });
}

#[test]
fn loops_and_memory() {
    check(|ctx, passes| {
        let functions = passes.nest(FuncOp::NAME);
        functions.add_pass(AffineLoopFusionPass::new(ctx));
        functions.add_pass(AffineScalarReplacementPass::new(ctx));
    });
}

#[test]
fn lowering() {
    check(|ctx, passes| {
        let functions = passes.nest(FuncOp::NAME);
        functions.add_pass(LowerAffinePass::new(ctx));
        functions.add_pass(ScfToStdPass::new(ctx));
        passes.add_pass(StdToLlvmPass::full(ctx));
    });
}

/// Passes that are skipped where they would change nothing make no difference: random pipelines
/// with many repetitions, with one thread and with two.
#[test]
fn skipped_passes_make_no_difference() {
    const STEPS: [&str; 9] = [
        "canonicalize",
        "cse",
        "func(canonicalize,cse)",
        "func(sccp,canonicalize)",
        "func(loop-invariant-code-motion)",
        "func(affine-loop-fusion,affine-scalrep)",
        "inline",
        "symbol-dce",
        "func(lower-affine)",
    ];
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    let mut skipped = 0;
    for seed in 0..MODULES / 3 {
        let text = random_programs::ir::generate(seed);
        let mut random = Random::new(seed);
        let steps: Vec<&str> = (0..8).map(|_| STEPS[random.below(STEPS.len())]).collect();
        let pipeline = steps.join(",");
        let outcome = |skip: bool, threads: usize| {
            let ctx = context_with_all();
            let mut module = parse_registered(&ctx, &text);
            let mut diagnostics = Diagnostics::new();
            let manager = parse_pipeline(&ctx, &pipeline, &registry, &mut diagnostics).unwrap();
            let mut statistics = PassStatistics::default();
            let mut options = RunOptions::default()
                .with_skip_unchanged(skip)
                .with_threads(threads)
                .with_statistics(&mut statistics);
            let result = manager.run(&mut module, &mut options, &mut diagnostics);
            let report = statistics.report(ReportLayout::Pipeline);
            let counts: String =
                report.lines().filter(|line| line.contains("(S)")).collect::<Vec<_>>().join("\n");
            let printed = print_op(module.as_op(), PrintOptions::default());
            let said = format!("{:?}", diagnostics.iter().collect::<Vec<_>>());
            (report.matches("(skipped").count(), (result.is_ok(), printed, said, counts))
        };
        let (none, expected) = outcome(false, 1);
        assert_eq!(none, 0);
        for threads in [1, 2] {
            let (count, found) = outcome(true, threads);
            assert!(expected == found, "seed {seed}, {pipeline}, {threads} threads:\n{text}");
            skipped += count;
        }
    }
    assert!(skipped > 100, "{skipped}");
}
