//! Texts of pipelines of passes.

use random_ir::pipelines::{passes, random_pipeline, registry};
use random_programs::random::Random;

use super::mlir::first_error;
use crate::mutate::gentle;
use crate::process::Sandbox;
use crate::target::{
    Language, Outcome, Target, Tools, command_line, misbehaviour, without_numbers,
};

/// Pipelines as text, mutated.
pub(super) struct Pipelines {
    tools: Tools,
    passes: Vec<random_ir::pipelines::PassChoice>,
}

impl Pipelines {
    pub(super) fn new(tools: &Tools) -> Self {
        Self { tools: tools.clone(), passes: passes(&registry()) }
    }
}

/// Words of pipelines.
const WORDS: [&str; 16] = [
    "builtin.module",
    "func.func",
    "any",
    "module",
    "func",
    "std.func",
    "canonicalize",
    "cse",
    "inline",
    "sccp",
    "max-iterations",
    "top-down",
    "true",
    "false",
    "-1",
    "lower-affine",
];

/// Passes and options that MLIR has under the same name.
const SHARED: [&str; 7] = [
    "canonicalize",
    "cse",
    "inline",
    "sccp",
    "symbol-dce",
    "loop-invariant-code-motion",
    "lower-affine",
];

/// Where the tools differ on purpose: a part of the message, and why.
const KNOWN: [(&str, &str); 8] = [
    (
        "'' does not refer to a registered pass",
        "a pipeline for an op may be empty, as that for modules may",
    ),
    ("name of a pass, of a pipeline or of an op, found '('", "there, an op may have no name"),
    (
        "to be wrapped with the anchor operation type",
        "a pipeline without an anchor is for modules, as flags are",
    ),
    ("extra closing", "the same: there, the first name is taken for the anchor"),
    ("pass manager on", "the same"),
    (
        "its options are written in braces",
        "no op is called as a pass is; the message says what is meant",
    ),
    (
        "is not an op that a pipeline can be for",
        "names of ops are checked when the pipeline is read",
    ),
    ("but does not define a symbol table", "passes on symbols do nothing where there are none"),
];

/// The module that pipelines run on.
const MODULE: &str = "\
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
";

impl Target for Pipelines {
    fn name(&self) -> &'static str {
        "pipelines"
    }

    fn summary(&self) -> &'static str {
        "texts of pipelines, mutated: read or refused as mlir-opt does where it has the passes; \
            what is dumped reads back"
    }

    fn file(&self) -> &'static str {
        "pipeline.txt"
    }

    fn language(&self) -> Language {
        Language::Text
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        let random = &mut Random::new(seed ^ 0x717e);
        let shared = random.chance(60);
        let steps = match shared {
            true => (0..random.between(1, 4))
                .filter_map(|_| random.pick(&SHARED).map(|name| (*name).to_owned()))
                .collect(),
            false => random_pipeline(random, &self.passes),
        };
        let mut text = String::new();
        for step in &steps {
            if !text.is_empty() {
                text.push(',');
            }
            let nested = match random.below(5) {
                0 => format!("func.func({step})"),
                1 => format!("any({step})"),
                2 if shared => format!("{step}{{}}"),
                _ => step.clone(),
            };
            text += &nested;
        }
        if random.chance(80) {
            text = format!("builtin.module({text})");
        }
        if random.chance(70) {
            text = gentle(random, &text, &WORDS);
        }
        text.replace('\n', " ").into_bytes()
    }

    fn check(&self, input: &[u8], _: u64, sandbox: &Sandbox) -> Outcome {
        sandbox.write("module.mlir", MODULE.as_bytes());
        let text = String::from_utf8_lossy(input).into_owned();
        if text.contains('\0') {
            return Outcome::REFUSED;
        }
        let opt = self.tools.opt.clone();
        let flag = format!("--pass-pipeline={text}");
        let arguments = [flag.as_str(), "--dump-pass-pipeline", "module.mlir", "-o", "/dev/null"];
        let ran = sandbox.run(&opt, &arguments);
        let command = command_line(&opt, &arguments);
        if let Some(found) = misbehaviour(&ran, &command) {
            return found;
        }
        if !ran.ended_well() || (!ran.is_success() && ran.error.is_empty()) {
            return Outcome::found(
                format!("status {:?}, or silent", ran.status),
                ran.error_text(),
                command,
            );
        }
        // The dumped pipeline is dumped in the same form again.
        let dumped = ran.error_text();
        let line = dumped
            .lines()
            .find_map(|line| Some(line.trim().strip_prefix("Pass Manager with")?.to_owned()));
        let dump = dumped
            .lines()
            .find(|line| line.starts_with("builtin.module(") || line.starts_with("any("));
        if let (true, Some(dump)) = (ran.is_success(), dump) {
            let flag = format!("--pass-pipeline={dump}");
            let arguments =
                [flag.as_str(), "--dump-pass-pipeline", "module.mlir", "-o", "/dev/null"];
            let again = sandbox.run(&opt, &arguments);
            if !again.is_success() || !again.error_text().lines().any(|line| line == dump) {
                let command = command_line(&opt, &arguments);
                return Outcome::found(
                    "a dumped pipeline is read as another one",
                    again.error_text(),
                    command,
                );
            }
        }
        let names =
            text.split(|c: char| !c.is_alphanumeric() && !"-.".contains(c)).filter(|name| {
                name.starts_with(|c: char| c.is_alphabetic())
                    && !["true", "false", "builtin.module", "any"].contains(name)
            });
        let is_shared = |name: &str| SHARED.contains(&name) || name == "func.func";
        if !names.clone().all(is_shared) || line.is_some() {
            return Outcome { accepted: ran.is_success(), find: None };
        }
        let theirs =
            sandbox.run(&self.tools.mlir_opt(), &[flag.as_str(), "module.mlir", "-o", "/dev/null"]);
        let said = first_error(&theirs.error_text());
        let is_known =
            KNOWN.iter().any(|(part, _)| said.contains(part) || ran.error_text().contains(part));
        if theirs.status.is_none() || theirs.is_success() == ran.is_success() || is_known {
            return Outcome { accepted: ran.is_success(), find: None };
        }
        let (who, said) = match ran.is_success() {
            true => ("accepted here, mlir-opt refuses", first_error(&theirs.error_text())),
            false => ("mlir-opt accepts, refused here", first_error(&ran.error_text())),
        };
        let detail = format!("{text}\n{}\n{}", ran.error_text(), theirs.error_text());
        Outcome::found(format!("{who}: {}", without_numbers(&said)), detail, command)
    }
}
