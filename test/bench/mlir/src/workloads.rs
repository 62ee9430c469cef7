//! The workloads: generated modules, in the spelling that both tools read.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A generated source.
pub(crate) struct Workload {
    /// Name of the file.
    pub(crate) name: &'static str,
    /// The description in the table.
    pub(crate) what: &'static str,
    /// Whether there are functions to share among threads.
    pub(crate) many_functions: bool,
    text: fn() -> String,
}

/// All workloads, in the order of the table.
pub(crate) const ALL: &[Workload] = &[
    Workload {
        name: "empty",
        what: "an empty module: start-up",
        many_functions: false,
        text: || "module {\n}\n".to_owned(),
    },
    Workload {
        name: "arith",
        what: "1000 functions of 500 arith ops",
        many_functions: true,
        text: || arithmetic(1000, 500),
    },
    Workload {
        name: "loops",
        what: "1000 functions of affine loop nests",
        many_functions: true,
        text: || loops(1000, 8),
    },
    Workload {
        name: "block",
        what: "one block of 200,000 ops",
        many_functions: false,
        text: || arithmetic(1, 200_000),
    },
    Workload {
        name: "dense",
        what: "a literal of 1,000,000 f64 in decimal",
        many_functions: false,
        text: || dense(1_000_000, decimal),
    },
    Workload {
        name: "hex",
        what: "the same literal in hexadecimal",
        many_functions: false,
        text: || dense(1_000_000, hexadecimal),
    },
];

impl Workload {
    /// Where the source is.
    pub(crate) fn file(&self, folder: &Path) -> PathBuf {
        folder.join(self.name).with_extension("mlir")
    }
}

/// Writes all sources to a folder.
pub(crate) fn write_all(folder: &Path) -> Result<(), String> {
    ALL.iter().try_for_each(|workload| {
        let file = workload.file(folder);
        std::fs::write(&file, (workload.text)())
            .map_err(|error| format!("{}: {error}", file.display()))
    })
}

/// Numbers that look random and are the same in each run.
pub(crate) struct Numbers(u64);

impl Numbers {
    /// The numbers of that seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // Knuth's linear congruential generator; its high bits are good enough here.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }
}

/// Functions of `ops` additions, subtractions and multiplications, each of two of the last 20
/// values.
fn arithmetic(functions: usize, ops: usize) -> String {
    let mut numbers = Numbers::new(1);
    let mut text = String::new();
    for function in 0..functions {
        let _ = writeln!(text, "func.func @f{function}(%arg0: f64, %arg1: f64) -> f64 {{");
        let name = |index: usize| match index {
            0 | 1 => format!("%arg{index}"),
            _ => format!("%{}", index - 2),
        };
        for op in 0..ops {
            let kind = ["addf", "subf", "mulf"][numbers.below(3)];
            let known = op + 2;
            let mut operand = || name(known - 1 - numbers.below(known.min(20)));
            let (lhs, rhs) = (operand(), operand());
            let _ = writeln!(text, "  %{op} = arith.{kind} {lhs}, {rhs} : f64");
        }
        let _ = writeln!(text, "  return {} : f64\n}}", name(ops + 1));
    }
    text
}

/// Functions of `nests` matrix products each.
fn loops(functions: usize, nests: usize) -> String {
    let mut text = String::new();
    let matrix = "memref<64x64xf64>";
    for function in 0..functions {
        let _ = writeln!(
            text,
            "func.func @f{function}(%arg0: {matrix}, %arg1: {matrix}, %arg2: {matrix}) {{"
        );
        for nest in 0..nests {
            let (low, high) = (nest, 64 - nest);
            let _ = write!(
                text,
                "  affine.for %i = {low} to {high} {{
    affine.for %j = 0 to {high} step 2 {{
      affine.for %k = 0 to 64 {{
        %0 = affine.load %arg0[%i, %k] : {matrix}
        %1 = affine.load %arg1[%k, %j + {nest}] : {matrix}
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %arg2[%i, %j] : {matrix}
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %arg2[%i, %j] : {matrix}
      }}
    }}
  }}
"
            );
        }
        text.push_str("  return\n}\n");
    }
    text
}

/// A function that returns a constant of `count` elements.
fn dense(count: usize, write: fn(&[f64], &mut String)) -> String {
    let mut numbers = Numbers::new(2);
    let values: Vec<f64> = (0..count).map(|_| numbers.below(1 << 30) as f64 / 1024.0).collect();
    let mut text =
        format!("func.func @f() -> tensor<{count}xf64> {{\n  %cst = arith.constant dense<");
    write(&values, &mut text);
    let _ = write!(text, "> : tensor<{count}xf64>\n  return %cst : tensor<{count}xf64>\n}}\n");
    text
}

fn decimal(values: &[f64], text: &mut String) {
    let items: Vec<String> =
        values.iter().map(|value| format!("{value:e}").replace('e', "E")).collect();
    // MLIR wants a point before the exponent.
    let items = items.iter().map(|item| match item.split_once('E') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0E{exponent}"),
        _ => item.clone(),
    });
    let items: Vec<String> = items.collect();
    let _ = write!(text, "[{}]", items.join(", "));
}

fn hexadecimal(values: &[f64], text: &mut String) {
    text.push_str("\"0x");
    for byte in values.iter().flat_map(|value| value.to_le_bytes()) {
        let _ = write!(text, "{byte:02X}");
    }
    text.push('"');
}
