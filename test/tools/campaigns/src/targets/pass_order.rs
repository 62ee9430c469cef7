//! Passes of `mlir-opt` and ours on random modules: both results compute what the module did.
//!
//! Our passes on random modules, in random orders, with all of their own oracles, are the campaign
//! of `make fuzz-ir`.

use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_ir::outcome::{Computed, compute, difference};
use random_ir::read::{context, messages, parse};
use random_programs::random::Random;

use super::known::is_known_acceptance;
use super::mlir::first_error;
use crate::process::Sandbox;
use crate::target::{
    Language, Outcome, Target, Tools, beginning, command_line, misbehaviour, without_numbers,
};

/// Orders of passes that both tools have.
pub(super) struct PassOrder {
    tools: Tools,
}

impl PassOrder {
    pub(super) fn new(tools: &Tools) -> Self {
        Self { tools: tools.clone() }
    }
}

const FILE: &str = "module.mlir";

/// Ops that a run may take.
const MAX_OPS: u64 = 400_000;

/// The passes of both tools.
const PASSES: [&str; 8] = [
    "canonicalize",
    "cse",
    "sccp",
    "int-range-optimizations",
    "inline",
    "symbol-dce",
    "loop-invariant-code-motion",
    "lower-affine",
];

impl Target for PassOrder {
    fn name(&self) -> &'static str {
        "pass-order"
    }

    fn summary(&self) -> &'static str {
        "random modules through the same passes here and in mlir-opt: both leave what computes the \
            same"
    }

    fn file(&self) -> &'static str {
        FILE
    }

    fn language(&self) -> Language {
        Language::Mlir
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        random_ir::generate::generate_for_mlir_opt(seed).text.into_bytes()
    }

    fn check(&self, input: &[u8], seed: u64, sandbox: &Sandbox) -> Outcome {
        let random = &mut Random::new(seed ^ 0x0a55);
        let mut steps: Vec<&str> = PASSES.to_vec();
        random.shuffle(&mut steps);
        steps.truncate(random.between(1, 5));
        if String::from_utf8_lossy(input).contains("@unknown") {
            // In `mlir-opt`, an unknown op may be a symbol table, so that no symbol may be erased.
            steps.retain(|step| *step != "symbol-dce");
        }
        let flag = format!("--pass-pipeline=builtin.module({})", steps.join(","));
        let ctx = context();
        let text = String::from_utf8_lossy(input);
        let Ok(module) = parse(&ctx, &text) else { return Outcome::REFUSED };
        // Candidates may be invalid while a find is reduced.
        if verify(&module, &mut Diagnostics::new()).is_err() {
            return Outcome::REFUSED;
        }
        let before: Vec<_> = (0..2)
            .filter_map(|run| Some((run, compute(&module, "entry", run, MAX_OPS).ok()?)))
            .collect();
        let opt = self.tools.opt.clone();
        // Text in today's spelling is what both read.
        let mut upstream = vec![
            "--allow-unregistered-dialect",
            "--spelling=upstream",
            FILE,
            "-o",
            "upstream.mlir",
        ];
        if text.contains("switch") {
            // mlir-opt does not read the custom form of all of them.
            upstream.push("--mlir-print-op-generic");
        }
        let ran = sandbox.run(&opt, &upstream);
        if !ran.is_success() {
            return misbehaviour(&ran, &command_line(&opt, &upstream)).unwrap_or(Outcome::REFUSED);
        }
        let common =
            ["--allow-unregistered-dialect", flag.as_str(), "upstream.mlir", "-o", "left.mlir"];
        let ours = [&common[..], &["--spelling=upstream"]].concat();
        for (program, arguments) in [(opt, &ours[..]), (self.tools.mlir_opt(), &common[..])] {
            let command = command_line(&program, arguments);
            let ran = sandbox.run(&program, arguments);
            let is_theirs = program == self.tools.mlir_opt();
            if ran.status != Some(0) {
                // Crashes of mlir-opt are not ours.
                if is_theirs && ran.status.is_none() {
                    continue;
                }
                let upstream = sandbox.read("upstream.mlir").unwrap_or_default();
                if is_theirs && is_known_acceptance(&ran.error_text(), &upstream) {
                    continue;
                }
                if let Some(found) = misbehaviour(&ran, &command) {
                    return found;
                }
                let said = without_numbers(&first_error(&ran.error_text()));
                return Outcome::found(
                    format!("{command}: {said}"),
                    beginning(&ran.error_text()),
                    command,
                );
            }
            let left = sandbox.read("left.mlir").unwrap_or_default();
            let left = String::from_utf8_lossy(&left);
            let ctx = context();
            if let Some(found) = compare_left(&ctx, &left, &before, is_theirs, command) {
                return found;
            }
        }
        Outcome::FINE
    }
}

/// Checks the module after a pipeline: it must parse, and compute the same.
fn compare_left(
    ctx: &mlir_lite::Context,
    left: &str,
    before: &[(usize, Computed)],
    is_theirs: bool,
    command: String,
) -> Option<Outcome> {
    let who = if is_theirs { "mlir-opt" } else { "mlir-lite-opt" };
    let module = match parse(ctx, left) {
        Ok(module) => module,
        Err(error) => {
            let class = format!("what {who} leaves is not read: {}", without_numbers(&error));
            return Some(Outcome::found(class, format!("{error}\n{}", beginning(left)), command));
        }
    };
    let mut diagnostics = Diagnostics::new();
    if verify(&module, &mut diagnostics).is_err() {
        let error = messages(&diagnostics);
        let class = format!("what {who} leaves is not valid: {}", without_numbers(&error));
        return Some(Outcome::found(class, format!("{error}\n{}", beginning(left)), command));
    }
    for (run, before) in before {
        let wrong = match compute(&module, "entry", *run, 20 * MAX_OPS) {
            Ok(after) => difference(before, &after),
            // mlir-opt moves divisions out of loops that may not run.
            Err(trap) if is_theirs && trap.contains("by zero") => None,
            Err(trap) => Some(format!("it is no longer defined: {trap}")),
        };
        if let Some(wrong) = wrong {
            let class = format!("{who} computes something else: {}", without_numbers(&wrong));
            let class: String = class.chars().take(120).collect();
            return Some(Outcome::found(class, format!("run {run}: {wrong}\n{left}"), command));
        }
    }
    None
}
