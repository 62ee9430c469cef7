//! The time of each pass, and of parsing, verifying and printing, grows linearly with the module.

mod shapes;

use mlir_lite::dialects::context_with_all;
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassRegistry, PipelineStep, RunOptions, parse_pipeline, parse_steps};
use mlir_lite::register_all_passes;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use nix::time::{ClockId, clock_gettime};
use std::time::Duration;

use shapes::{SHAPES, Shape};

/// The numbers of repetitions of a shape in the smaller and in the larger module.
const FEW: usize = 200;
const MANY: usize = 2_000;

/// Ten times as many ops would take a hundred times as long if the time were quadratic.
const ALLOWED: u32 = 40;

/// Shorter times are not measured.
const SHORT: Duration = Duration::from_millis(2);

/// Passes that are not measured, and why.
const EXCEPTIONS: [(&str, &str); 5] = [
    ("memref-dependence-check", "it says something of each pair of accesses"),
    ("print-op-stats", WRITES),
    ("test-print-defuse", WRITES),
    ("test-print-nesting", WRITES),
    ("view-op-graph", WRITES),
];

const WRITES: &str = "it writes to standard error";

/// The CPU time of this thread, independent of the machine's load.
fn now() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("each thread has a clock").into()
}

/// What is measured beside parsing.
#[derive(Copy, Clone, Debug)]
enum Work<'p> {
    Verify,
    Print,
    Pass(&'p str),
}

/// A module of a shape, and the time that parsing it takes.
fn parse(shape: fn(usize) -> String, count: usize) -> (Body, Duration) {
    let ctx = context_with_all();
    ctx.set_threads(1);
    let mut diagnostics = Diagnostics::new();
    let file = ctx.sources().add("shape.mlir", shape(count)).expect("texts are short");
    let options = ParseOptions::default().with_allow_unregistered(true);
    let start = now();
    let parsed = parse_module(&ctx, &file, options, &mut diagnostics);
    let taken = now() - start;
    (parsed.unwrap_or_else(|_| panic!("{diagnostics:?}")), taken)
}

/// The time that some work on a module takes.
fn time(registry: &PassRegistry, module: &Body, work: Work<'_>) -> Duration {
    let mut module = module.deep_clone();
    let ctx = module.context().clone();
    let mut diagnostics = Diagnostics::new();
    let start = now();
    match work {
        Work::Verify => assert!(verify(&module, &mut diagnostics).is_ok(), "{diagnostics:?}"),
        Work::Print => drop(print_op(module.as_op(), PrintOptions::default())),
        Work::Pass(name) => {
            let step = PipelineStep::Named(name.to_owned(), String::new());
            let manager =
                parse_steps(&ctx, &[step], registry, &mut diagnostics).expect("it has no options");
            let mut options = RunOptions::default().with_verify_each(false).with_threads(1);
            // A conversion may refuse unknown ops.
            let _ = manager.run(&mut module, &mut options, &mut diagnostics);
        }
    }
    now() - start
}

/// Whether a time is too long for the larger module: `long` measures the larger one, `short` the
/// smaller.
fn complaint(long: impl Fn() -> Duration, short: impl Fn() -> Duration) -> Option<String> {
    let first = long();
    if first < SHORT * ALLOWED {
        return None;
    }
    let short = short().max(SHORT);
    let long = first.min(long());
    (long > short * ALLOWED).then(|| format!("{short:?} become {long:?}"))
}

fn check(registry: &PassRegistry, (name, shape): Shape, works: &[Work<'_>]) -> Vec<String> {
    let (few, many) = (parse(shape, FEW).0, parse(shape, MANY).0);
    let parsing = complaint(|| parse(shape, MANY).1, || parse(shape, FEW).1);
    let parsing = parsing.map(|what| format!("{name}, parsing: {what}"));
    let rest = works.iter().filter_map(|&work| {
        let what = complaint(|| time(registry, &many, work), || time(registry, &few, work))?;
        Some(format!("{name}, {work:?}: {what}"))
    });
    parsing.into_iter().chain(rest).collect()
}

#[test]
fn time_grows_with_the_module() {
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    let passes = registry.names().into_iter().filter(|name| !registry.is_pipeline(name));
    let passes = passes.filter(|name| EXCEPTIONS.iter().all(|(exception, _)| exception != name));
    let works: Vec<Work<'_>> =
        [Work::Verify, Work::Print].into_iter().chain(passes.map(Work::Pass)).collect();
    let failures: Vec<String> =
        SHAPES.into_iter().flat_map(|shape| check(&registry, shape, &works)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Passes that have nothing to do are not run again, so that a long pipeline takes as long as one
/// run, and verification between them looks at nothing.
#[test]
fn passes_that_change_nothing_take_no_time_again() {
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    for (name, shape) in SHAPES {
        let mut module = parse(shape, MANY / 4).0;
        let ctx = module.context().clone();
        let mut run = |times: usize| {
            let mut diagnostics = Diagnostics::new();
            let pipeline = vec!["canonicalize,cse"; times].join(",");
            let manager = parse_pipeline(&ctx, &pipeline, &registry, &mut diagnostics)
                .expect("these are passes");
            let start = now();
            let mut options = RunOptions::default().with_threads(1);
            manager.run(&mut module, &mut options, &mut diagnostics).expect("they do not fail");
            now() - start
        };
        // Then nothing is left to be done.
        run(3);
        let once = run(1).min(run(1));
        let often = run(18).min(run(18));
        assert!(often < once * 3 + SHORT, "{name}: {once:?} become {often:?}");
    }
}
