//! The targets of campaigns.

use std::path::{Path, PathBuf};

use crate::process::{Limits, Ran, Sandbox};

/// The commands that are run.
#[derive(Clone, Debug)]
pub struct Tools {
    /// `toyc`.
    pub toyc: PathBuf,
    /// `mlir-lite-opt`.
    pub opt: PathBuf,
    /// The folder of LLVM's commands.
    pub llvm: PathBuf,
    /// The root of the repository.
    pub root: PathBuf,
    /// The limits of a command.
    pub limits: Limits,
}

impl Tools {
    /// MLIR's `mlir-opt`.
    pub fn mlir_opt(&self) -> PathBuf {
        self.llvm.join("mlir-opt")
    }

    /// One of LLVM's commands.
    pub fn of_llvm(&self, name: &str) -> PathBuf {
        self.llvm.join(name)
    }
}

/// Something wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Find {
    /// The class of the find: two finds of one class are probably the same bug.
    pub class: String,
    /// The observation.
    pub detail: String,
    /// A command line that shows it, with `FILE` for the input.
    pub command: String,
}

/// The outcome of one input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Whether the input was valid, so that all checks were made.
    pub accepted: bool,
    /// The find, if there is one.
    pub find: Option<Find>,
}

impl Outcome {
    /// The input was refused as it should be.
    pub const REFUSED: Self = Self { accepted: false, find: None };

    /// All checks went well.
    pub const FINE: Self = Self { accepted: true, find: None };

    /// Something is wrong.
    pub fn found(
        class: impl Into<String>,
        detail: impl Into<String>,
        command: impl Into<String>,
    ) -> Self {
        let find = Find { class: class.into(), detail: detail.into(), command: command.into() };
        Self { accepted: true, find: Some(find) }
    }
}

/// How an input is reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// As IR, then as text.
    Mlir,
    /// By the syntax tree of Toy, then as text.
    Toy,
    /// As text.
    Text,
    /// Not at all.
    Bytes,
}

/// Inputs by seed, and the checks of one.
pub trait Target: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// The commands that it runs, in a line.
    fn summary(&self) -> &'static str;

    /// The name of an input's file.
    fn file(&self) -> &'static str;

    /// How an input is reduced.
    fn language(&self) -> Language;

    /// The input of a seed: always the same one.
    fn input(&self, seed: u64) -> Vec<u8>;

    /// Checks an input. Choices of the checks depend on the seed alone, so that a reduced input
    /// gets the same ones.
    fn check(&self, input: &[u8], seed: u64, sandbox: &Sandbox) -> Outcome;
}

/// A command as text for a person, without the folders of this machine.
pub fn command_line(program: &Path, arguments: &[&str]) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let quoted = arguments.iter().map(|word| {
        match word.contains([' ', '*', '(', '{', '$', '\'', '"', '<', ';']) {
            true => format!("'{}'", word.replace('\'', "'\\''")),
            false => (*word).to_owned(),
        }
    });
    std::iter::once(name.into_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

/// Checks that hold for every command and input.
pub fn misbehaviour(ran: &Ran, command: &str) -> Option<Outcome> {
    let name = command.split([' ', '\'']).take(2).collect::<Vec<_>>().join(" ");
    let error = ran.error_text();
    let found = |class: String| Some(Outcome::found(class, error.clone(), command));
    if let Some(line) = error.lines().position(|line| line.contains("panicked at")) {
        let mut lines = error.lines().skip(line);
        let place =
            lines.next().unwrap_or_default().split("panicked at").nth(1).unwrap_or_default();
        let message = lines.next().unwrap_or_default();
        return found(format!("panic at{place} {}", without_numbers(message)));
    }
    if error.contains("stops: ") && error.contains("LLVM cannot compile") {
        let line =
            error.lines().find(|line| line.contains("LLVM cannot compile")).unwrap_or_default();
        return found(format!("{name}: {}", without_numbers(line)));
    }
    if error.contains("memory allocation of") || error.contains("bad_alloc") {
        return found(format!("{name}: memory is exhausted"));
    }
    if ran.exceeds_output {
        return None;
    }
    if let Some(signal) = ran.signal {
        return found(format!("{name}: ended by signal {signal}"));
    }
    if ran.hangs {
        return found(format!("{name}: does not end"));
    }
    None
}

/// A message without the numbers and names in it, which vary between inputs.
pub fn without_numbers(message: &str) -> String {
    let mut result = String::new();
    let mut quoted = false;
    for c in message.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                result.push(c);
            }
            _ if quoted => {}
            '0'..='9' if result.ends_with('N') => {}
            '0'..='9' => result.push('N'),
            _ => result.push(c),
        }
    }
    result
}

/// A part of a long text.
pub fn beginning(text: &str) -> String {
    text.chars().take(2000).collect()
}
