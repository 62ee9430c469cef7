//! Calls of Toy's builtin functions with whatever arguments.

use std::fmt::Write as _;

use random_programs::random::Random;
use random_programs::{BUILTINS, Builtin};

use super::toy::Program;
use crate::process::Sandbox;
use crate::target::{Language, Outcome, Target, Tools};

/// Programs of some calls each.
pub(super) struct Builtins(Program);

impl Builtins {
    pub(super) fn new(tools: &Tools) -> Self {
        Self(Program::new(tools))
    }
}

/// Arguments of all kinds.
const VALUES: [&str; 28] = [
    "a",
    "b",
    "c",
    "v",
    "s",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "0.5",
    "1e300",
    "0 / 0",
    "-1 / 0",
    "[1, 2, 3]",
    "[[1, 2], [3, 4]]",
    "[[1], [2]]",
    "[2, 3]",
    "shape(a)",
    "shape(a)[0]",
    "a[0]",
    "a[1:]",
    "a[-1, 1]",
    "i",
    "iota(3)",
    "transpose(a)",
    "-a",
    "\"x\"",
];

impl Target for Builtins {
    fn name(&self) -> &'static str {
        "toy-builtins"
    }

    fn summary(&self) -> &'static str {
        "calls of Toy's builtin functions with arguments of any number, kind and shape, on two \
            engines and from a dump"
    }

    fn file(&self) -> &'static str {
        "program.toy"
    }

    fn language(&self) -> Language {
        Language::Toy
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        let random = &mut Random::new(seed ^ 0xb017);
        let mut text =
            "def main() {\n  var a = [[1, 2, 3], [4, 5, 6]];\n  var b = [[2, 7, 1], [8, 2, 8]];\n  \
                        var c = [[[1, 2], [3, 4], [5, 6]]];\n  var v = [3, 1, 2];\n  var s = 2;\n"
                .to_owned();
        for number in 0..random.between(1, 3) {
            let depth = random.between(1, 3);
            let call = call(random, depth);
            let _ = match random.below(3) {
                0 => writeln!(text, "  for i in 0:{} {{ print({call}); }}", random.between(0, 3)),
                1 => writeln!(text, "  var r{number} = {call};\n  print(r{number});"),
                _ => writeln!(text, "  print({call});"),
            };
        }
        (text + "}\n").into_bytes()
    }

    fn check(&self, _: &[u8], seed: u64, sandbox: &Sandbox) -> Outcome {
        self.0.check(seed, sandbox)
    }
}

/// A call whose arguments may be calls.
fn call(random: &mut Random, depth: usize) -> String {
    // Builtins that end the program, or read and write files, have other targets.
    let others = |builtin: &&Builtin| !["print", "load", "save", "arg"].contains(&builtin.name);
    let usable: Vec<&Builtin> = BUILTINS.iter().filter(others).collect();
    let Some(builtin) = random.pick(&usable) else { return "1".to_owned() };
    let Some(&parameters) = random.pick(builtin.signatures) else { return "1".to_owned() };
    let mut arguments = Vec::new();
    for parameter in parameters {
        if parameter.optional && random.chance(50) || random.chance(3) {
            continue;
        }
        let value = match depth > 0 && random.chance(30) {
            true => call(random, depth - 1),
            false => random.pick(&VALUES).map_or_else(String::new, |value| (*value).to_owned()),
        };
        let named = parameter.by_name || random.chance(15);
        arguments.push(if named { format!("{} = {value}", parameter.name) } else { value });
    }
    if random.chance(5) {
        arguments.push("1".to_owned());
    }
    let call = format!("{}({})", builtin.name, arguments.join(", "));
    match random.below(8) {
        0 => format!("{call} + a"),
        1 => format!("{call} @ v"),
        2 => format!("{call}[0]"),
        _ => call,
    }
}
