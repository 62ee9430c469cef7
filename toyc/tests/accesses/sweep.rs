//! The cases on every engine.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cases::{Case, Expected, cases};
use crate::{ENGINES, PARALLEL, compare, text, toyc};

/// Checks each case, on all processors; the error lists the cases that fail.
fn for_each(cases: &[Case], check: impl Fn(usize, &Case) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut failures = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(number) else { return failures };
            if let Err(what) = check(number, case) {
                failures.push(format!("case {number}: {what}\n{}", case.source()));
            }
        }
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ends")).collect()
    });
    let shown: Vec<&str> = failures.iter().take(3).map(String::as_str).collect();
    let (failing, all) = (failures.len(), cases.len());
    assert!(failures.is_empty(), "{failing} of {all} fail:\n{}", shown.join("\n"));
}

/// Every `step`-th case, where `step` is coprime to the numbers of guards and uses; with
/// `TOYC_ALL_ACCESSES=1` in the environment all cases.
fn every(step: usize) -> Vec<Case> {
    let step = if std::env::var_os("TOYC_ALL_ACCESSES").is_some() { 1 } else { step };
    cases().into_iter().step_by(step).collect()
}

#[test]
fn engines_take_what_is_there_and_say_the_same_of_the_rest() {
    let cases = every(89);
    let outcomes: Vec<Expected> = cases.iter().map(|case| case.expected(&case.source())).collect();
    let refused = outcomes.iter().filter(|outcome| matches!(outcome, Expected::Refused(_))).count();
    let is_failing = |outcome: &&Expected| matches!(outcome, Expected::Runs { error: Some(_), .. });
    let failing = outcomes.iter().filter(is_failing).count();
    // The interesting outcomes are among them.
    assert!(
        refused * 16 > cases.len() && failing * 8 > cases.len(),
        "{refused}, {failing} of {}",
        cases.len()
    );
    for_each(&cases, |number, case| {
        let source = case.source();
        // The interpreter and the most optimising engines always, the others in turn.
        for engine in [ENGINES[0], ENGINES[3], ENGINES[[1, 2, 4, 5][number % 4]]] {
            compare(&outcomes[number], &toyc(&source, engine), &engine.join(" "))?;
        }
        Ok(())
    });
}

#[test]
fn programs_of_their_own_say_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for_each(&every(809), |number, case| {
        let source = case.source();
        let expected = case.expected(&source);
        let program = folder.path().join(format!("program{number}"));
        let name = program.to_str().expect("a path in UTF-8");
        let level = ["-O0", "-O2", "-O3"][number % 3];
        let compiled = toyc(&source, &["-emit=exe", level, "-o", name]);
        if matches!(expected, Expected::Refused(_)) {
            return compare(&expected, &compiled, "-emit=exe");
        }
        if !compiled.status.success() {
            return Err(text(&compiled.stderr));
        }
        let output = Command::new(&program).output().expect("the program starts");
        compare(&expected, &output, "the program")
    });
}

const STAGES: [&str; 4] = ["-emit=mlir", "-emit=mlir-affine", "-emit=mlir-std", "-emit=mlir-llvm"];

#[test]
fn every_stage_carries_its_checks() {
    for_each(&every(619), |number, case| {
        let source = case.source();
        let expected = case.expected(&source);
        if matches!(expected, Expected::Refused(_)) {
            return Ok(());
        }
        let flags: [&[&str]; 3] = [&[], &["-O2"], &PARALLEL];
        let spelling = ["--spelling=upstream", "--spelling=std"][number % 2];
        for (stage, turn) in STAGES.into_iter().zip(number..) {
            let flags = [&[stage, spelling][..], flags[turn % 3]].concat();
            let dump = toyc(&source, &flags);
            if !dump.status.success() {
                return Err(format!("{flags:?}: {}", text(&dump.stderr)));
            }
            let dump = text(&dump.stdout);
            for engine in [&["-emit=interp"][..], &["-O2", "--jit-optimize=always"]] {
                let output = toyc(&dump, &[&["-x", "mlir"][..], engine].concat());
                compare(&expected, &output, &format!("{flags:?}, then {engine:?}"))?;
            }
        }
        Ok(())
    });
}
