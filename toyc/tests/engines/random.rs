//! Random programs print what an evaluator says that shares no code with the compiler; wrong ones are refused everywhere with
//! the same message.

use libtest_mimic::Trial;
use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use random_programs::{GeneratedProgram, generate_large, generate_odd, generate_with_files};

use crate::check::{Expected, Plan, Program, check};
use crate::worker::Worker;
use crate::{plans, scratch, setting};

/// Programs in one test.
const PROGRAMS_PER_TEST: u64 = 25;

/// As many failures are reported in full; where there are more, they tend to have the same cause.
const REPORTS: usize = 3;

/// What programs are made, and how many of them `cargo test` checks.
struct Kind {
    name: &'static str,
    programs: u64,
    make: fn(u64) -> Program,
    plan: fn(u64) -> Plan,
    /// Of a hundred programs of the whole run, as many are of this kind.
    percent: u64,
}

const KINDS: [Kind; 3] = [
    Kind {
        name: "programs",
        programs: 400,
        make: |seed| valid(generate_with_files(seed)),
        plan: plans::share,
        percent: 74,
    },
    Kind {
        name: "large-programs",
        programs: 12,
        make: |seed| valid(generate_large(seed)),
        plan: plans::large,
        percent: 1,
    },
    Kind { name: "odd-programs", programs: 400, make: odd, plan: plans::odd, percent: 25 },
];

/// How many arguments a program takes. A generated one may leave out the last of its files; more
/// arguments than a program takes are an error.
fn arguments_of(source: &str) -> usize {
    let sources = SourceMap::default();
    let file = sources.add("program.toy", source.to_owned());
    let module = file.map(|file| toy_ast::parse_module(&file, &mut Diagnostics::new()));
    module.ok().and_then(Result::ok).map_or(0, |module| toy_dialect::arguments_taken(&module).len())
}

fn valid(program: GeneratedProgram) -> Program {
    let GeneratedProgram { source, mut arguments, inputs, expected_output, expected_files, .. } = program;
    arguments.truncate(arguments_of(&source));
    let expected = Expected::Output { printed: expected_output.into_bytes(), files: expected_files };
    Program { source, arguments, inputs, expected }
}

fn odd(seed: u64) -> Program {
    let program = generate_odd(seed);
    let expected = match program.expected_output {
        Some(output) => Expected::Output { printed: output.into_bytes(), files: Default::default() },
        None => Expected::Refusal,
    };
    Program { source: program.source, expected, ..Program::default() }
}

/// The tests: as many programs, from that seed on, as the environment says.
pub(crate) fn trials() -> Vec<Trial> {
    let first = setting("FUZZ_PROGRAMS_SEED").unwrap_or(0);
    let mut trials = Vec::new();
    for kind in &KINDS {
        let programs =
            setting("FUZZ_PROGRAMS_COUNT").map_or(kind.programs, |count| count * kind.percent / 100);
        let end = first + programs;
        for start in (first..end).step_by(PROGRAMS_PER_TEST as usize) {
            let seeds = start..end.min(start + PROGRAMS_PER_TEST);
            let name = format!("random/{}/{start}", kind.name);
            let folder = scratch(&name);
            trials.push(Trial::test(name, move || check_seeds(kind, seeds, &folder).map_err(Into::into)));
        }
    }
    trials
}

fn check_seeds(kind: &Kind, seeds: std::ops::Range<u64>, folder: &std::path::Path) -> Result<(), String> {
    let mut worker = Worker::new(folder).map_err(|error| error.to_string())?;
    let mut failures = Vec::new();
    for seed in seeds.clone() {
        let program = (kind.make)(seed);
        if let Err(what) = check(&mut worker, &program, &(kind.plan)(seed)) {
            let arguments = program.arguments.join(" ");
            failures.push(format!("seed {seed}: {what}\n{}-- {arguments}\n", program.source));
        }
    }
    let _ = std::fs::remove_dir_all(folder);
    if failures.is_empty() {
        return Ok(());
    }
    let number = failures.len();
    failures.truncate(REPORTS);
    Err(format!("{number} of the seeds {seeds:?} failed, the first of them:\n{}", failures.join("\n")))
}
