//! The engines for a program: all, or a share that a number selects.

use random_programs::random::Random;

use crate::check::{Dump, Plan};

/// Runs every loop on threads, whatever its cost.
const EACH_LOOP: &str = "--parallel-minimum=1";

/// Uses LLVM's optimiser whatever the program's cost.
const ALWAYS: &str = "--jit-optimize=always";

/// From the source: the interpreter, before and after the passes on toy.
const INTERPRETER: [&[&str]; 2] = [&["-emit=interp"], &["-emit=interp", "-opt"]];

/// From the source: machine code on each level.
const LEVELS: [&[&str]; 8] = [
    &["-emit=jit"],
    &["-emit=jit", "-O0"],
    &["-emit=jit", "-O1"],
    &["-emit=jit", "-O2"],
    &["-emit=jit", "-O3"],
    &["-emit=jit", "-O1", ALWAYS],
    &["-emit=jit", "-O2", ALWAYS],
    &["-emit=jit", "-O0", ALWAYS],
];

/// From the source: on threads.
const THREADS: [&[&str]; 6] = [
    &["-emit=jit", "-O0", EACH_LOOP, "--parallel=2"],
    &["-emit=jit", "-O2", EACH_LOOP, "--parallel=3"],
    &["-emit=jit", "-O2", ALWAYS, EACH_LOOP, "--parallel=4"],
    &["-emit=jit", "-O0", ALWAYS, EACH_LOOP, "--parallel=8"],
    &["-emit=jit", "-O3", EACH_LOOP, "--parallel=2"],
    &["-emit=interp", "-O2", EACH_LOOP, "--parallel=3"],
];

const EXECUTABLES: [&[&str]; 5] =
    [&[], &["-O0"], &["-O2"], &["-O3"], &["-O2", EACH_LOOP, "--parallel=2"]];

/// The stages whose dumps are run.
pub(crate) const STAGES: [&str; 4] =
    ["-emit=mlir", "-emit=mlir-affine", "-emit=mlir-std", "-emit=mlir-llvm"];

/// The flags for the stages.
const MAKING: [&[&str]; 3] = [&[], &["-opt"], &["-opt", "--parallel=3", EACH_LOOP]];

const SPELLINGS: [&[&str]; 2] = [&[], &["--spelling=upstream"]];

pub(crate) const FORMS: [&[&str]; 4] = [
    &[],
    &["-mlir-print-op-generic"],
    &["-mlir-print-debuginfo"],
    &["-mlir-print-op-generic", "-mlir-print-debuginfo"],
];

/// The engines for dumps.
const CONTINUATIONS: [&[&str]; 6] = [
    &["-emit=jit"],
    &["-emit=interp"],
    &["-emit=jit", "-opt"],
    &["-emit=jit", "-O2", ALWAYS],
    &["-emit=jit", "-O2", EACH_LOOP, "--parallel=2"],
    &["-emit=interp", "-opt"],
];

/// The dump of a number among all of its stage, with this many engines from another number on.
fn dump(stage: &'static str, number: usize, first: usize, continuations: usize) -> Dump {
    let making = MAKING[number % MAKING.len()];
    let spelling = SPELLINGS[number / MAKING.len() % SPELLINGS.len()];
    let form = FORMS[number / (MAKING.len() * SPELLINGS.len()) % FORMS.len()];
    Dump {
        stage,
        making,
        printing: [spelling, form].concat(),
        engines: (0..continuations)
            .map(|next| CONTINUATIONS[(first + next) % CONTINUATIONS.len()])
            .collect(),
    }
}

/// Every stage, made in each way, in both spellings, run as machine code and on the interpreter;
/// each in one form, so that all forms occur among several values of `seed`. A long program is not
/// interpreted.
pub(crate) fn every_stage(seed: usize, is_long: bool) -> Plan {
    let engines = if is_long { vec![LEVELS[3]] } else { vec![INTERPRETER[0], LEVELS[1]] };
    let mut plan = Plan { engines, ..Plan::default() };
    for stage in STAGES {
        for number in 0..MAKING.len() * SPELLINGS.len() {
            let form = (seed + number) % FORMS.len() * MAKING.len() * SPELLINGS.len();
            plan.dumps.push(dump(stage, form + number, 0, if is_long { 1 } else { 2 }));
        }
    }
    plan
}

/// A third of the dumps of [`every_stage`]: which of them and which form depend on the number of
/// the program, so that a few programs have each dump in each form.
pub(crate) fn third_of_every_stage(number: usize, is_long: bool) -> Plan {
    let mut plan = every_stage(number / 3, is_long);
    let mut index = number;
    plan.dumps.retain(|_| {
        index += 1;
        index.is_multiple_of(3)
    });
    plan
}

/// The engines for one of many programs: the interpreter, one of the other engines, and one or two
/// dumps, each with one engine. All are chosen at random, so that in a campaign each engine and
/// each dump has thousands of programs; choices for consecutive numbers are independent.
pub(crate) fn drawn(seed: u64) -> Plan {
    drawn_with_executables(seed, 5)
}

/// As [`drawn`], for programs that an invalid access may end: executables report it with code of
/// their own.
pub(crate) fn risky(seed: u64) -> Plan {
    drawn_with_executables(seed, 12)
}

fn drawn_with_executables(seed: u64, percent: usize) -> Plan {
    let mut random = Random::new(seed ^ 0x706c_616e);
    let mut pick = |list: &[&'static [&'static str]]| list[random.below(list.len())];
    let engines = vec![pick(&INTERPRETER), pick(&[&LEVELS[..], &THREADS].concat())];
    let dumps = (0..random.between(1, 2)).map(|_| {
        let stage = STAGES[random.below(STAGES.len())];
        let number = random.below(MAKING.len() * SPELLINGS.len() * FORMS.len());
        // The interpreter is fast, and is used for every second dump.
        let first = random.below(CONTINUATIONS.len());
        let first = if random.chance(25) { 1 } else { first };
        dump(stage, number, first, 1)
    });
    let dumps = dumps.collect();
    // Linking is slow.
    let executable = random.chance(percent).then(|| EXECUTABLES[random.below(EXECUTABLES.len())]);
    let counts_arguments = executable.is_some() || random.chance(10);
    Plan { engines, dumps, executable, counts_arguments }
}

/// Few engines, for programs with large tensors.
pub(crate) fn large(seed: u64) -> Plan {
    let mut random = Random::new(seed);
    let all = [&LEVELS[..], &THREADS[..5]].concat();
    let mut engines = vec![all[random.below(all.len())], THREADS[random.below(5)]];
    if random.chance(25) {
        engines.push(INTERPRETER[0]);
    }
    let stage = STAGES[random.below(STAGES.len())];
    let number = random.below(MAKING.len() * SPELLINGS.len() * FORMS.len());
    Plan { engines, dumps: vec![dump(stage, number, 0, 1)], ..Plan::default() }
}
