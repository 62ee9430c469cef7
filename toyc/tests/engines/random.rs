//! Random programs print what an independent evaluator computes; wrong ones are rejected everywhere
//! with the same message.

use std::collections::BTreeSet;
use std::io::Write as _;

use libtest_mimic::Trial;
use random_programs::{
    GeneratedProgram, Outcome, generate_large, generate_odd, generate_risky, generate_typed,
    generate_with_files,
};

use crate::check::{Expected, Plan, Program, check};
use crate::worker::Worker;
use crate::{plans, scratch, setting, tally};

/// Programs in one test.
const PROGRAMS_PER_TEST: u64 = 25;

/// The number of failures that are reported in full; further ones tend to have the same cause.
const REPORTS: usize = 3;

/// The variable with the number of programs of a campaign.
pub(crate) const COUNT: &str = "FUZZ_PROGRAMS_COUNT";

/// A kind of programs, and how many of them `cargo test` checks.
struct Kind {
    name: &'static str,
    programs: u64,
    make: fn(u64) -> Program,
    plan: fn(u64) -> Plan,
    /// The percentage of this kind in a campaign.
    percent: u64,
}

const KINDS: [Kind; 5] = [
    Kind {
        name: "programs",
        programs: 50,
        make: |seed| valid(generate_with_files(seed)),
        plan: plans::drawn,
        percent: 44,
    },
    // All element types, masks, exact integers.
    Kind {
        name: "typed-programs",
        programs: 25,
        make: |seed| valid(generate_typed(seed)),
        plan: plans::drawn,
        percent: 20,
    },
    Kind {
        name: "large-programs",
        programs: 2,
        make: |seed| valid(generate_large(seed)),
        plan: plans::large,
        percent: 1,
    },
    // Accesses that are out of range.
    Kind {
        name: "risky-programs",
        programs: 15,
        make: |seed| valid(generate_risky(seed)),
        plan: plans::risky,
        percent: 20,
    },
    Kind { name: "odd-programs", programs: 15, make: odd, plan: plans::drawn, percent: 15 },
];

fn valid(program: GeneratedProgram) -> Program {
    let printed = program.expected_output.into_bytes();
    let files = program.expected_files;
    let expected = match program.outcome {
        Outcome::Finishes => Expected::Output { printed, files, errors: BTreeSet::new() },
        Outcome::Fails { places, message } => {
            let error =
                |(line, column)| format!("program.toy:{line}:{column}: error[T0066]: {message}");
            Expected::Output { printed, files, errors: places.into_iter().map(error).collect() }
        }
        Outcome::Refused { places, messages } => {
            let place = |(line, column)| format!("{line}:{column}");
            Expected::Refusal { places: places.into_iter().map(place).collect(), messages }
        }
    };
    Program {
        source: program.source,
        arguments: program.arguments,
        inputs: program.inputs,
        expected,
    }
}

fn odd(seed: u64) -> Program {
    let program = generate_odd(seed);
    let expected = match program.expected_output {
        Some(output) => Expected::Output {
            printed: output.into_bytes(),
            files: Default::default(),
            errors: BTreeSet::new(),
        },
        None => Expected::Refusal { places: BTreeSet::new(), messages: BTreeSet::new() },
    };
    Program { source: program.source, expected, ..Program::default() }
}

/// The tests: the environment sets the number of programs and the first seed.
pub(crate) fn trials() -> Vec<Trial> {
    let first = setting("FUZZ_PROGRAMS_SEED").unwrap_or(0);
    let mut trials = Vec::new();
    for kind in &KINDS {
        let programs = setting(COUNT).map_or(kind.programs, |count| count * kind.percent / 100);
        let end = first + programs;
        for start in (first..end).step_by(PROGRAMS_PER_TEST as usize) {
            let seeds = start..end.min(start + PROGRAMS_PER_TEST);
            let name = format!("random/{}/{start}", kind.name);
            let folder = scratch(&name);
            trials.push(Trial::test(name, move || {
                check_seeds(kind, seeds, &folder).map_err(Into::into)
            }));
        }
    }
    trials
}

fn check_seeds(
    kind: &Kind,
    seeds: std::ops::Range<u64>,
    folder: &std::path::Path,
) -> Result<(), String> {
    let mut worker = Worker::new(folder).map_err(|error| error.to_string())?;
    let mut failures = Vec::new();
    for seed in seeds.clone() {
        let program = (kind.make)(seed);
        tally::count(|| format!("programs: {}", kind.name));
        if let Err(what) = check(&mut worker, &program, &(kind.plan)(seed)) {
            let arguments = program.arguments.join(" ");
            let name = kind.name;
            let failure =
                format!("{name}, seed {seed}: {what}\n{}-- {arguments}\n", program.source);
            if setting(COUNT).is_some() {
                // A campaign takes long: failures are shown immediately.
                let _ = std::io::stderr().write_all(failure.as_bytes());
            }
            failures.push(failure);
        }
    }
    let _ = std::fs::remove_dir_all(folder);
    if failures.is_empty() {
        return Ok(());
    }
    let number = failures.len();
    failures.truncate(REPORTS);
    Err(format!(
        "{number} of the seeds {seeds:?} failed, the first of them:\n{}",
        failures.join("\n")
    ))
}
