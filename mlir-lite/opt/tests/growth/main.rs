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

/// The work that is measured beside parsing.
#[derive(Copy, Clone, Debug)]
enum Work<'p> {
    Verify,
    Print,
    Pass(&'p str),
}

/// A module of a shape, and the time that parsing it takes.
fn parse(shape: fn(usize) -> String, count: usize) -> (Body, Duration) {
    parse_text(shape(count), 1)
}

/// The module of a text, and the time that parsing it takes in the thread that calls this.
fn parse_text(text: String, threads: usize) -> (Body, Duration) {
    let ctx = context_with_all();
    ctx.set_threads(threads);
    let mut diagnostics = Diagnostics::new();
    let file = ctx.sources().add("shape.mlir", text).expect("texts are short");
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

/// The line breaks of a text: how its functions are separated, how the lines within a function are,
/// and how the text ends.
const LAYOUTS: [(&str, [&str; 3]); 6] = [
    ("functions on lines of their own", ["\n", " ", "\n"]),
    ("no line break at the end", ["\n", " ", ""]),
    ("one line", [" ", " ", ""]),
    ("CRLF", ["\r\n", "\r\n  ", "\r\n"]),
    ("closing braces at the ends of lines", ["\n", "\n  ", "\n"]),
    ("lines that are not indented", ["\n", "\n", ""]),
];

/// Parsing takes time in proportion to the text, wherever its line breaks are.
#[test]
fn time_grows_with_the_text_in_each_layout() {
    let mut failures = Vec::new();
    for (name, [between, within, end]) in LAYOUTS {
        let text = |count: usize| {
            let function =
                |i| format!("func.func @f{i}() {{{within}\"t.z\"() : () -> (){within}return }}");
            (0..count).map(function).collect::<Vec<_>>().join(between) + end
        };
        for threads in [1, 2] {
            let time = |count| parse_text(text(count), threads).1;
            let slow = complaint(|| time(40 * FEW * 10), || time(40 * FEW));
            failures.extend(slow.map(|what| format!("{name}, {threads} threads: {what}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Composed maps have a bounded size: each map of a chain doubles the expression if the remainder
/// of a sum is read as a difference.
#[test]
fn maps_of_a_chain_are_composed_in_linear_time() {
    const NEW: &str = "affine.apply affine_map<(d0, d1) -> ((d0 + d1)";
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    for by in [|i| format!("mod {}", i + 5), |_| "floordiv 3".to_owned()] {
        for two_before in [false, true] {
            let module = |count: usize| {
                let value = |i: usize| match i {
                    0 | 1 => ["%a", "%b"][i].to_owned(),
                    _ => format!("%{}", i - 2),
                };
                let op = |i| {
                    let (by, last) = (by(i), value(i + 1));
                    let other = if two_before { value(i) } else { "%b".into() };
                    format!("%{i} = {NEW} {by})>({last}, {other})")
                };
                let ops = (0..count).map(op).collect::<Vec<_>>().join("\n");
                let end = format!("return %{} : index\n}}", count - 1);
                let start = "func.func @f(%a: index, %b: index) -> index {";
                parse_text(format!("{start}\n{ops}\n{end}"), 1).0
            };
            let time = |count| time(&registry, &module(count), Work::Pass("canonicalize"));
            let slow = complaint(|| time(240), || time(60));
            assert!(slow.is_none(), "{}, {two_before}: {slow:?}", by(0));
        }
    }
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
