//! Text of MLIR, mutated: the texts that we read and that `mlir-opt` reads.

use mlir_lite::ir::Body;
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_ir::read::{context, parse};
use random_programs::random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use super::known;
use crate::mutate::{gentle, harsh};
use crate::process::Sandbox;
use crate::seeds::parts;
use crate::target::{Language, Outcome, Target, Tools, beginning, without_numbers};

/// Words of the dialects.
pub(super) const WORDS: [&str; 44] = [
    "i1",
    "i32",
    "i64",
    "index",
    "f32",
    "f64",
    "bf16",
    "none",
    "tensor",
    "memref",
    "vector",
    "complex",
    "tuple",
    "affine_map",
    "dense",
    "unit",
    "true",
    "false",
    "loc",
    "unknown",
    "module",
    "func.func",
    "arith.addi",
    "arith.constant",
    "arith.cmpi",
    "scf.for",
    "scf.if",
    "scf.while",
    "affine.for",
    "affine.load",
    "memref.load",
    "memref.store",
    "memref.alloc",
    "cf.br",
    "cf.cond_br",
    "cf.switch",
    "llvm.mlir.constant",
    "llvm.func",
    "return",
    "x",
    "iter_args",
    "step",
    "to",
    "private",
];

/// The file of a module.
const FILE: &str = "module.mlir";

/// Modules that are mutated.
pub(super) struct MlirText {
    tools: Tools,
    /// Those that are valid as they are, and the others; found when they are first asked for.
    modules: OnceLock<(Vec<String>, Vec<String>)>,
}

impl MlirText {
    pub(super) fn new(tools: &Tools) -> Self {
        Self { tools: tools.clone(), modules: OnceLock::new() }
    }

    /// A module of the repository, or a random one.
    fn pick(&self, random: &mut Random, seed: u64) -> String {
        let (valid, others) = self.modules.get_or_init(|| {
            parts(&self.tools.root, "mlir")
                .into_iter()
                .partition(|part| valid_module(part).is_some())
        });
        match random.weighted(&[16, 3, 1]) {
            0 => random.pick(valid).cloned().unwrap_or_default(),
            1 => random.pick(others).cloned().unwrap_or_default(),
            _ => random_ir::generate::generate_for_mlir_opt(seed).text,
        }
    }
}

/// The module of a text, if it is valid.
pub(super) fn valid_module(text: &str) -> Option<Body> {
    let module = parse(&context(), text).ok()?;
    verify(&module, &mut Diagnostics::new()).ok()?;
    Some(module)
}

impl Target for MlirText {
    fn name(&self) -> &'static str {
        "mlir-text"
    }

    fn summary(&self) -> &'static str {
        "text of MLIR, mutated: what is read is verified, printed, read back, and read by \
            mlir-opt, and the other way round"
    }

    fn file(&self) -> &'static str {
        FILE
    }

    fn language(&self) -> Language {
        // Parts, of which most are not modules.
        Language::Text
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        let random = &mut Random::new(seed ^ 0x3117);
        let parts = (0..PARTS).map(|number| {
            let text = self.pick(random, seed);
            match random.chance(80) {
                true => gentle(random, &text, &WORDS),
                false => {
                    let other = self.pick(random, seed + number);
                    harsh(random, &text, &other, &WORDS)
                }
            }
        });
        parts.collect::<Vec<_>>().join(SEPARATOR).into_bytes()
    }

    fn check(&self, input: &[u8], seed: u64, sandbox: &Sandbox) -> Outcome {
        let text = String::from_utf8_lossy(input);
        let random = &mut Random::new(seed ^ 0xf037);
        let form = random.pick(&forms()).copied().unwrap_or_default();
        let parts: Vec<&str> = text.split(SEPARATOR).collect();
        let mut read = Vec::new();
        let command = "mlir-lite-opt --allow-unregistered-dialect --split-input-file FILE";
        for part in &parts {
            match reads_back(part, form) {
                Ok(result) => read.push(result),
                Err((class, detail)) => return Outcome::found(class, detail, command),
            }
        }
        // The parts that we accept, in today's spelling; the original text of the others.
        let asked: Vec<&str> = parts
            .iter()
            .zip(&read)
            .map(|(part, read)| match read {
                Ok(printed) => printed.as_str(),
                Err(_) => *part,
            })
            .collect();
        let Some(answers) = self.compare_with_mlir_opt(sandbox, &asked) else {
            return Outcome::REFUSED;
        };
        for ((asked, ours), theirs) in asked.iter().zip(&read).zip(answers) {
            match (ours, theirs) {
                (Ok(_), Some(said)) if !known::is_known_acceptance(&said, asked.as_bytes()) => {
                    let class =
                        format!("accepted here, mlir-opt refuses: {}", without_numbers(&said));
                    let detail = format!("{said}\n{}", beginning(asked));
                    return Outcome::found(
                        class,
                        detail,
                        format!("{command} --spelling=upstream | mlir-opt"),
                    );
                }
                (Err(said), None) if !known::is_known_refusal(said, asked.as_bytes()) => {
                    let class =
                        format!("mlir-opt accepts, refused here: {}", without_numbers(said));
                    return Outcome::found(class, format!("{said}\n{}", beginning(asked)), command);
                }
                _ => {}
            }
        }
        Outcome { accepted: read.iter().any(Result::is_ok), find: None }
    }
}

impl MlirText {
    /// The result of `mlir-opt` for each part: the first error, or none if it accepts it. Nothing
    /// if it crashes, or reports an error elsewhere.
    fn compare_with_mlir_opt(
        &self,
        sandbox: &Sandbox,
        parts: &[&str],
    ) -> Option<Vec<Option<String>>> {
        const COMPARED: &str = "compared.mlir";
        // Strings of several lines would hide where a part ends.
        sandbox.write(COMPARED, parts.join(SEPARATOR).as_bytes());
        let flags =
            ["--allow-unregistered-dialect", "--split-input-file", COMPARED, "-o", "/dev/null"];
        let ran = sandbox.run(&self.tools.mlir_opt(), &flags);
        ran.status?;
        let mut answers = vec![None; parts.len()];
        for line in ran.error_text().lines() {
            let Some((place, said)) = line.split_once(": error: ") else { continue };
            // The part of an op with a location of its own is not known.
            let mut left = place
                .strip_prefix(COMPARED)
                .and_then(|rest| rest[1..].split(':').next()?.parse::<usize>().ok())?;
            for (part, answer) in parts.iter().zip(&mut answers) {
                // The separator is a line of its own between two others.
                let lines = part.matches('\n').count() + 2;
                if left <= lines {
                    answer.get_or_insert_with(|| said.to_owned());
                    break;
                }
                left -= lines;
            }
        }
        let unplaced = !ran.is_success() && answers.iter().all(Option::is_none);
        (!unplaced).then_some(answers)
    }
}

/// The number of parts of an input: starting `mlir-opt` takes longer than parsing several.
const PARTS: u64 = 16;

const SEPARATOR: &str = "\n// -----\n";

fn forms() -> [PrintOptions; 4] {
    let upstream = PrintOptions::default().with_spelling(Spelling::Upstream);
    [
        upstream,
        PrintOptions::default(),
        upstream.with_generic(true),
        PrintOptions::default().with_debug_info(true),
    ]
}

/// Parses, verifies, prints and parses a text again, without a panic. Returns the text in today's
/// spelling, or the first error. A find is its class and a description.
fn reads_back(text: &str, form: PrintOptions) -> Result<Result<String, String>, (String, String)> {
    let work = AssertUnwindSafe(|| {
        let read = |text: &str| {
            let module = parse(&context(), text)?;
            let mut diagnostics = Diagnostics::new();
            let valid = verify(&module, &mut diagnostics);
            let said = || {
                diagnostics.iter().next().map_or_else(String::new, |error| error.message.clone())
            };
            valid.map_err(|_| said())?;
            Ok::<_, String>(module)
        };
        let module = match read(text) {
            Ok(module) => module,
            Err(error) => return Ok(Err(error)),
        };
        let printed = print_op(module.as_op(), form);
        let again = read(&printed).map_err(|error| {
            (
                format!("does not read back: {}", without_numbers(&error)),
                format!("{error}\n{printed}"),
            )
        })?;
        let second = print_op(again.as_op(), form);
        if printed != second {
            let line = printed.lines().zip(second.lines()).find(|(a, b)| a != b);
            return Err((format!("reads back as something else ({form:?})"), format!("{line:?}")));
        }
        let mut upstream = forms()[0];
        // mlir-opt does not read the custom form of all of these.
        upstream.generic = text.contains("switch");
        Ok(Ok(print_op(module.as_op(), upstream)))
    });
    match catch_unwind(work) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            let text = text.unwrap_or_default();
            Err((format!("panic: {}", without_numbers(&text)), text))
        }
    }
}

/// The message of the first error.
pub(super) fn first_error(text: &str) -> String {
    let line = text
        .lines()
        .find(|line| line.contains("error:") || line.contains("error["))
        .unwrap_or_default();
    line.split_once("error: ").map_or(line, |(_, message)| message).to_owned()
}
