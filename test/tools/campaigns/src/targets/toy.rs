//! Toy source, mutated.

use random_programs::random::Random;

use crate::mutate::{gentle, harsh};
use crate::process::{Ran, Sandbox};
use crate::seeds::texts;
use crate::target::{Language, Outcome, Target, Tools, beginning, command_line, misbehaviour};

/// Words of the language.
pub(super) const WORDS: [&str; 41] = [
    "def",
    "var",
    "return",
    "for",
    "in",
    "if",
    "else",
    "struct",
    "print",
    "transpose",
    "sum",
    "mean",
    "min",
    "max",
    "abs",
    "sqrt",
    "exp",
    "log",
    "pow",
    "select",
    "matmul",
    "shape",
    "concat",
    "zeros",
    "ones",
    "fill",
    "iota",
    "random",
    "load",
    "save",
    "arg",
    "main",
    "a",
    "b",
    "x",
    "dim",
    "axis",
    "while",
    "and",
    "or",
    "not",
];

/// The file of a program.
const FILE: &str = "program.toy";

/// Larger numbers are sizes and counts, for which the interpreter of a development build takes
/// minutes.
const LARGEST_NUMBER: u64 = 1_999;

/// The largest whole number in the lines that are not comments.
fn largest_number(program: &str) -> u64 {
    let code = program.lines().filter(|line| !line.trim_start().starts_with('#'));
    let numbers = code.flat_map(|line| line.split(|of: char| !of.is_ascii_digit()));
    numbers.filter_map(|number| number.parse().ok()).max().unwrap_or(0)
}

/// Sources that are mutated.
struct Corpus {
    tools: Tools,
    programs: Vec<String>,
}

impl Corpus {
    fn new(tools: &Tools) -> Self {
        let mut programs = texts(&tools.root, &["toy"]);
        programs.retain(|program| largest_number(program) <= LARGEST_NUMBER);
        Self { tools: tools.clone(), programs }
    }

    /// A program of the repository or a random one.
    fn pick(&self, random: &mut Random, seed: u64) -> String {
        match random.chance(60) {
            true => random.pick(&self.programs).cloned().unwrap_or_default(),
            false => random_programs::generate(seed).source,
        }
    }

    /// Runs `toyc`.
    fn toyc(&self, sandbox: &Sandbox, arguments: &[&str]) -> (Ran, String) {
        let program = self.tools.toyc.clone();
        (sandbox.run(&program, arguments), command_line(&program, arguments))
    }

    /// The checks for any text: it is checked, parsed and formatted without a crash; formatting is
    /// idempotent and preserves the tree.
    fn front_end(&self, sandbox: &Sandbox) -> Outcome {
        let mut valid = true;
        for arguments in [&["check", FILE][..], &["emit", "ast", FILE], &["emit", "mlir", FILE]] {
            let (ran, command) = self.toyc(sandbox, arguments);
            if let Some(found) = misbehaviour(&ran, &command) {
                return found;
            }
            if !ran.ended_well() || ran.status == Some(2) {
                return Outcome::found(
                    format!("{command}: status {:?}", ran.status),
                    ran.error_text(),
                    command,
                );
            }
            if ran.status == Some(1) && ran.error.is_empty() {
                return Outcome::found(format!("{command}: fails silently"), "", command);
            }
            valid &= ran.is_success();
            if !valid && arguments[1] == "ast" {
                return Outcome::REFUSED;
            }
        }
        let tree = |name: &str| {
            let (ran, _) = self.toyc(sandbox, &["emit", "ast", name]);
            ran.is_success().then(|| without_locations(&ran.output_text()))
        };
        let Some(before) = tree(FILE) else { return Outcome::REFUSED };
        sandbox.write("formatted.toy", &sandbox.read(FILE).unwrap_or_default());
        let (ran, _) = self.toyc(sandbox, &["fmt", "formatted.toy"]);
        let command = command_line(&self.tools.toyc.clone(), &["fmt", FILE]);
        if let Some(found) = misbehaviour(&ran, &command) {
            return found;
        }
        if !ran.is_success() {
            return Outcome::found("fmt refuses what parses", ran.error_text(), command);
        }
        let after = tree("formatted.toy");
        if after.as_ref() != Some(&before) {
            let detail = format!("{before}\n{}", after.unwrap_or_default());
            return Outcome::found("fmt changes the tree", beginning(&detail), command);
        }
        let once = sandbox.read("formatted.toy");
        let (_, _) = self.toyc(sandbox, &["fmt", "formatted.toy"]);
        if sandbox.read("formatted.toy") != once {
            return Outcome::found("fmt changes what it has formatted", "", command);
        }
        Outcome { accepted: valid, find: None }
    }

    /// A valid program has the same result on each engine.
    fn engines(&self, sandbox: &Sandbox, seed: u64) -> Outcome {
        let random = &mut Random::new(seed ^ 0xe61e);
        let levels = ["-O0", "-O1", "-O2", "-O3"];
        let level = random.pick(&levels).copied().unwrap_or("-O0");
        let mut other = vec!["--emit=jit", level, FILE];
        match random.below(4) {
            0 => other.push("--parallel=3"),
            1 => other.push("--jit-optimize=always"),
            _ => {}
        }
        let plain = ["--emit=interp", FILE];
        let (expected, command) = self.toyc(sandbox, &plain);
        // How long a valid program runs, and how much memory it takes, is the program's matter.
        if let Some(found) = misbehaviour(&expected, &command) {
            return if expected.hangs { Outcome::FINE } else { found };
        }
        let (ran, command) = self.toyc(sandbox, &other);
        if let Some(found) = misbehaviour(&ran, &command) {
            return if ran.hangs { Outcome::FINE } else { found };
        }
        if expected.exceeds_output || ran.exceeds_output {
            return Outcome::FINE;
        }
        let lacks_memory = |ran: &Ran| {
            ran.error_text().contains("allocate") || ran.error_text().contains("memory")
        };
        if lacks_memory(&expected) || lacks_memory(&ran) {
            return Outcome::FINE;
        }
        if (&ran.output, ran.status) == (&expected.output, expected.status) {
            return Outcome::FINE;
        }
        let detail = format!(
            "interpreter: {:?} {}\n{}\nother: {:?} {}\n{}",
            expected.status,
            beginning(&expected.output_text()),
            beginning(&expected.error_text()),
            ran.status,
            beginning(&ran.output_text()),
            beginning(&ran.error_text())
        );
        Outcome::found(
            format!("engines differ: interpreter and {}", other[..2].join(" ")),
            detail,
            command,
        )
    }

    /// A stage's dump has the same result as the program.
    fn stages(&self, sandbox: &Sandbox, seed: u64) -> Outcome {
        let random = &mut Random::new(seed ^ 0x57a6e);
        let stages = ["mlir", "mlir-affine", "mlir-std", "mlir-llvm"];
        let stage = random.pick(&stages).copied().unwrap_or("mlir");
        let mut arguments = vec!["emit", stage, FILE, "-o", "dump.mlir"];
        let flags = [&[][..], &["--opt"], &["--spelling=upstream"], &["--mlir-print-op-generic"]];
        arguments.extend(random.pick(&flags).copied().unwrap_or_default());
        let (ran, command) = self.toyc(sandbox, &arguments);
        if let Some(found) = misbehaviour(&ran, &command) {
            return found;
        }
        if !ran.is_success() {
            return Outcome::found(
                format!("emit {stage} refuses a valid program"),
                ran.error_text(),
                command,
            );
        }
        let (expected, _) = self.toyc(sandbox, &["--emit=interp", FILE]);
        let (ran, _) = self.toyc(sandbox, &["--emit=interp", "dump.mlir"]);
        let command = format!("{command} && toyc --emit=interp dump.mlir");
        if expected.hangs || ran.hangs || expected.exceeds_output || ran.exceeds_output {
            return Outcome::FINE;
        }
        if let Some(found) = misbehaviour(&ran, &command) {
            return found;
        }
        if (&ran.output, ran.status) != (&expected.output, expected.status) {
            let detail = format!(
                "source: {:?} {}\ndump: {:?} {}\n{}",
                expected.status,
                beginning(&expected.output_text()),
                ran.status,
                beginning(&ran.output_text()),
                beginning(&ran.error_text())
            );
            return Outcome::found(
                format!("the dump of {stage} does something else"),
                detail,
                command,
            );
        }
        Outcome::FINE
    }
}

/// A tree without the locations in it.
fn without_locations(tree: &str) -> String {
    let lines = tree.lines().map(|line| match line.rfind(" @") {
        Some(at) if line[at..].contains(':') => {
            let rest = &line[at + 2..];
            let end = rest.find([' ', ')', ',']).unwrap_or(rest.len());
            format!("{}{}", &line[..at], &rest[end..])
        }
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Unnatural source.
pub(super) struct Harsh(Corpus);

impl Harsh {
    pub(super) fn new(tools: &Tools) -> Self {
        Self(Corpus::new(tools))
    }
}

impl Target for Harsh {
    fn name(&self) -> &'static str {
        "toy-harsh"
    }

    fn summary(&self) -> &'static str {
        "Toy source, heavily mutated: checked, parsed, formatted"
    }

    fn file(&self) -> &'static str {
        FILE
    }

    fn language(&self) -> Language {
        Language::Toy
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        let random = &mut Random::new(seed ^ 0x4a25);
        let text = self.0.pick(random, seed);
        let other = self.0.pick(random, seed + 1);
        harsh(random, &text, &other, &WORDS).into_bytes()
    }

    fn check(&self, _: &[u8], _: u64, sandbox: &Sandbox) -> Outcome {
        self.0.front_end(sandbox)
    }
}

/// Source that somebody might write.
pub(super) struct Gentle(Corpus);

impl Gentle {
    pub(super) fn new(tools: &Tools) -> Self {
        Self(Corpus::new(tools))
    }
}

impl Target for Gentle {
    fn name(&self) -> &'static str {
        "toy-gentle"
    }

    fn summary(&self) -> &'static str {
        "Toy source, slightly mutated: what is valid runs on two engines and from the dump of a \
            stage"
    }

    fn file(&self) -> &'static str {
        FILE
    }

    fn language(&self) -> Language {
        Language::Toy
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        let random = &mut Random::new(seed ^ 0x6e47);
        let text = self.0.pick(random, seed);
        gentle(random, &text, &WORDS).into_bytes()
    }

    fn check(&self, _: &[u8], seed: u64, sandbox: &Sandbox) -> Outcome {
        check_program(&self.0, seed, sandbox)
    }
}

/// All checks of a program that may be valid.
fn check_program(corpus: &Corpus, seed: u64, sandbox: &Sandbox) -> Outcome {
    let (ran, command) = corpus.toyc(sandbox, &["check", FILE]);
    if let Some(found) = misbehaviour(&ran, &command) {
        return found;
    }
    if !ran.is_success() {
        return Outcome::REFUSED;
    }
    let outcome = corpus.engines(sandbox, seed);
    // Programs that are given nothing cannot be compiled if they ask for something.
    let text = sandbox.read(FILE).unwrap_or_default();
    if outcome.find.is_some() || String::from_utf8_lossy(&text).contains("arg(") {
        return outcome;
    }
    corpus.stages(sandbox, seed)
}

/// The checks of a program, for the target of builtin functions.
pub(super) struct Program(Corpus);

impl Program {
    pub(super) fn new(tools: &Tools) -> Self {
        Self(Corpus { tools: tools.clone(), programs: Vec::new() })
    }

    pub(super) fn check(&self, seed: u64, sandbox: &Sandbox) -> Outcome {
        check_program(&self.0, seed, sandbox)
    }
}
