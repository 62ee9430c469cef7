//! Translation of the llvm dialect to LLVM IR, compared with `mlir-translate`.

use std::sync::OnceLock;

use random_programs::random::Random;

use super::known;
use super::mlir::{WORDS, first_error, valid_module};
use crate::llvm_text::definitions;
use crate::mutate::gentle;
use crate::process::{Ran, Sandbox};
use crate::seeds::parts;
use crate::target::{
    Language, Outcome, Target, Tools, beginning, command_line, misbehaviour, without_numbers,
};

/// Modules of the llvm dialect, mutated.
pub(super) struct LlvmExport {
    tools: Tools,
    /// Found when they are first asked for.
    modules: OnceLock<Vec<String>>,
}

impl LlvmExport {
    pub(super) fn new(tools: &Tools) -> Self {
        Self { tools: tools.clone(), modules: OnceLock::new() }
    }
}

const FILE: &str = "module.mlir";

impl Target for LlvmExport {
    fn name(&self) -> &'static str {
        "llvm-export"
    }

    fn summary(&self) -> &'static str {
        "modules of the llvm dialect, mutated, to LLVM IR: which LLVM accepts, and mlir-translate \
            translates as well"
    }

    fn file(&self) -> &'static str {
        FILE
    }

    fn language(&self) -> Language {
        // Parts, each a module.
        Language::Text
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        let random = &mut Random::new(seed ^ 0x11f3);
        let modules = self.modules.get_or_init(|| {
            let mut modules = parts(&self.tools.root, "mlir");
            modules.retain(|module| module.contains("llvm.func") && is_of_llvm(module));
            modules
        });
        let parts = (0..PARTS).map(|_| {
            let text = random.pick(modules).cloned().unwrap_or_default();
            let text = if random.chance(95) { gentle(random, &text, &WORDS) } else { text };
            text.replace('\0', " ")
        });
        // Invalid modules are not translated.
        parts.filter(|part| is_of_llvm(part)).collect::<Vec<_>>().join(SEPARATOR).into_bytes()
    }

    fn check(&self, input: &[u8], _: u64, sandbox: &Sandbox) -> Outcome {
        let text = String::from_utf8_lossy(input);
        let toyc = self.tools.toyc.clone();
        let mut accepted = false;
        for part in text.split(SEPARATOR) {
            sandbox.write(PART, part.as_bytes());
            let arguments = ["emit", "llvm", PART, "-o", "ours.ll"];
            let ran = sandbox.run(&toyc, &arguments);
            let command = command_line(&toyc, &arguments).replace(PART, FILE);
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
            let outcome = self.compare(part, &ran, command, sandbox);
            if outcome.find.is_some() {
                return outcome;
            }
            accepted |= outcome.accepted;
        }
        Outcome { accepted, find: None }
    }
}

/// Whether a text is a valid module of the llvm dialect alone.
fn is_of_llvm(text: &str) -> bool {
    let is_llvm = |name: &str| name.starts_with("llvm.") || name == "builtin.module";
    valid_module(text).is_some_and(|module| module.walk().all(|op| is_llvm(op.info().name())))
}

/// The first line in which two translations differ, in both, or a definition that one alone has.
fn difference(ours: &str, theirs: &str) -> Option<(String, String)> {
    if known::has_bitcast_of_constants(ours) {
        return None;
    }
    let (ours, theirs) = (definitions(ours), definitions(theirs));
    let only = |these: &[String], those: &[String]| {
        these.iter().find(|text| !those.contains(text)).cloned()
    };
    let (here, there) = (only(&ours, &theirs), only(&theirs, &ours));
    if here.is_none() && there.is_none() {
        return (ours.len() != theirs.len()).then(|| {
            (format!("{} definitions", ours.len()), format!("{} definitions", theirs.len()))
        });
    }
    let (here, there) = (here.unwrap_or_default(), there.unwrap_or_default());
    let mut pairs = here.lines().zip(there.lines());
    let lines = pairs.find(|(ours, theirs)| ours != theirs && !known::is_known_line(ours, theirs));
    let is_other_definition = here.lines().count() != there.lines().count();
    match lines {
        Some((ours, theirs)) => Some((ours.to_owned(), theirs.to_owned())),
        None => is_other_definition.then_some((here, there)),
    }
}

/// The instructions or definitions of two lines that differ, by which finds are distinguished.
fn kind(ours: &str, theirs: &str) -> String {
    let word = |line: &str| {
        let code = line.split_once(" = ").map_or(line, |(_, code)| code);
        code.split_whitespace()
            .next()
            .unwrap_or("nothing")
            .trim_start_matches(['%', '@'])
            .to_owned()
    };
    format!("{} and {}", word(ours), word(theirs))
}

/// The parts of an input that are tried.
const PARTS: u64 = 6;

const SEPARATOR: &str = "\n// -----\n";

/// The file of one part.
const PART: &str = "part.mlir";

impl LlvmExport {
    /// Compares our translation of a part with that of `mlir-translate`, and checks it with LLVM.
    fn compare(&self, part: &str, ran: &Ran, command: String, sandbox: &Sandbox) -> Outcome {
        let translate = self.tools.of_llvm("mlir-translate");
        let theirs = sandbox.run(&translate, &["--mlir-to-llvmir", PART, "-o", "theirs.ll"]);
        let assembles =
            |file: &str| sandbox.run(&self.tools.of_llvm("llvm-as"), &[file, "-o", "/dev/null"]);
        let detail = |said: &str| format!("{said}\n{}", beginning(part));
        if !ran.is_success() {
            let ours = first_error(&ran.error_text());
            // A translation that LLVM rejects is not compared.
            let is_known = known::is_known_refusal(&ours, part.as_bytes());
            if theirs.is_success() && !is_known && assembles("theirs.ll").is_success() {
                let class =
                    format!("mlir-translate accepts, refused here: {}", without_numbers(&ours));
                return Outcome::found(class, detail(&ran.error_text()), command);
            }
            return Outcome::REFUSED;
        }
        let assembled = assembles("ours.ll");
        if !assembled.is_success() {
            let said = without_numbers(&first_error(&assembled.error_text()));
            return Outcome::found(
                format!("LLVM refuses: {said}"),
                detail(&assembled.error_text()),
                command,
            );
        }
        let said = first_error(&theirs.error_text());
        let is_known = known::is_known_acceptance(&said, part.as_bytes());
        if !theirs.is_success() && theirs.status.is_some() && !is_known {
            let class =
                format!("accepted here, mlir-translate refuses: {}", without_numbers(&said));
            return Outcome::found(class, detail(&theirs.error_text()), command);
        }
        if !theirs.is_success() || !assembles("theirs.ll").is_success() {
            return Outcome::FINE;
        }
        match difference(&sandbox.text("ours.ll"), &sandbox.text("theirs.ll")) {
            Some((ours, theirs)) => {
                let class =
                    format!("LLVM IR differs from mlir-translate's: {}", kind(&ours, &theirs));
                Outcome::found(class, detail(&format!("ours: {ours}\ntheirs: {theirs}\n")), command)
            }
            None => Outcome::FINE,
        }
    }
}
