//! Generated programs: each shows how one cost grows.
//!
//! All data is in the programs. The compiler does not evaluate them: toyc folds constants only
//! where a tutorial's fold does, so the compiler is measured.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A program, and the flags of toyc for it.
pub(crate) struct Program {
    /// Identity among the last results.
    pub(crate) name: &'static str,
    /// For the table.
    pub(crate) what: &'static str,
    /// The flags of toyc.
    pub(crate) flags: &'static [&'static str],
    /// The goal: milliseconds of the whole process.
    pub(crate) goal: f64,
    source: fn() -> String,
}

const RUN: &[&str] = &["-emit=jit", "-opt"];
const AFFINE: &[&str] = &["-emit=mlir-affine", "-opt"];

/// The measured programs, in the order of the table.
pub(crate) const ALL: &[Program] = &[
    Program {
        name: "chain-500",
        what: "chain of 500 statements",
        flags: RUN,
        goal: 45.0,
        source: || chain(500),
    },
    Program {
        name: "chain-5000",
        what: "chain of 5,000",
        flags: RUN,
        goal: 400.0,
        source: || chain(5_000),
    },
    Program {
        name: "chain-50000",
        what: "chain of 50,000",
        flags: RUN,
        goal: 4_000.0,
        source: || chain(50_000),
    },
    Program {
        name: "affine-500",
        what: "chain of 500, to affine",
        flags: AFFINE,
        goal: 20.0,
        source: || chain(500),
    },
    Program {
        name: "affine-5000",
        what: "chain of 5,000, to affine",
        flags: AFFINE,
        goal: 200.0,
        source: || chain(5_000),
    },
    Program {
        name: "affine-50000",
        what: "chain of 50,000, to affine",
        flags: AFFINE,
        goal: 2_000.0,
        source: || chain(50_000),
    },
    Program {
        name: "calls-200",
        what: "50 functions, 200 calls",
        flags: RUN,
        goal: 50.0,
        source: || calls(200),
    },
    Program {
        name: "calls-2000",
        what: "50 functions, 2,000 calls",
        flags: RUN,
        goal: 400.0,
        source: || calls(2_000),
    },
    Program {
        name: "literal-50",
        what: "literal of 50x50",
        flags: RUN,
        goal: 20.0,
        source: || literal(50),
    },
    Program {
        name: "literal-200",
        what: "literal of 200x200",
        flags: RUN,
        goal: 40.0,
        source: || literal(200),
    },
    Program {
        name: "literal-1000",
        what: "literal of 1000x1000",
        flags: RUN,
        goal: 1_000.0,
        source: || literal(1_000),
    },
    Program {
        name: "literal-1414",
        what: "twice that source",
        flags: RUN,
        goal: 2_200.0,
        source: || literal(1_414),
    },
];

impl Program {
    /// The program's file in a folder.
    pub(crate) fn file(&self, folder: &Path) -> PathBuf {
        folder.join(self.name).with_extension("toy")
    }
}

/// Writes all programs to a folder.
pub(crate) fn write_all(folder: &Path) -> Result<(), String> {
    for program in ALL {
        let file = program.file(folder);
        std::fs::write(&file, (program.source)())
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// This many statements of one operation, each on the previous value: three elementwise ones, then
/// a transpose, after which the tensors are 3x2 ones or again 2x3.
fn chain(statements: usize) -> String {
    let mut text = String::from(
        "def main() {\n  var a0<2, 3> = [[1, 2, 3], [4, 5, 6]];\n  var b0<2, 3> = [[1.5, 2, 3], \
            [0.25, 5, 6]];\n  \
         var a1<3, 2> = [[1, 2], [0.5, 4], [5, 6]];\n  var b1<3, 2> = [[1.5, 2], [3, 0.25], [5, \
         6]];\n  var v0 = a0;\n",
    );
    for number in 0..statements {
        let (next, shape) = (number + 1, number / 4 % 2);
        let _ = match number % 4 {
            0 => writeln!(text, "  var v{next} = v{number} + b{shape};"),
            1 => writeln!(text, "  var v{next} = v{number} * a{shape};"),
            2 => writeln!(text, "  var v{next} = v{number} - b{shape};"),
            _ => writeln!(text, "  var v{next} = transpose(v{number});"),
        };
    }
    let _ = writeln!(text, "  print(v{statements});\n}}");
    text
}

/// Fifty functions of three operations, called in turn, this many times in all, each with the
/// result of the previous call.
fn calls(calls: usize) -> String {
    let mut text = String::new();
    for number in 0..50 {
        let _ = writeln!(
            text,
            "def f{number}(x, y) {{\n  var t = x * 0.{number:02} + y;\n  return \
                transpose(transpose(t) * transpose(y)) - y;\n}}"
        );
    }
    text += "def main() {\n  var b<2, 3> = [[1, 0, 0.5], [0.25, 0.5, 0.1]];\n  var v0 = b;\n";
    for number in 0..calls {
        let _ = writeln!(text, "  var v{} = f{}(v{number}, b);", number + 1, number % 50);
    }
    let _ = writeln!(text, "  print(v{calls});\n}}");
    text
}

/// One square literal, transposed, multiplied with itself and printed.
fn literal(size: usize) -> String {
    let mut text = String::from("def main() {\n  var a = [");
    let mut state = 1_u64;
    for row in 0..size {
        text += if row == 0 { "[" } else { ",\n    [" };
        for column in 0..size {
            // Knuth's generator for 64 bits; the high bits are the random ones.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let separator = if column == 0 { "" } else { ", " };
            let _ = write!(text, "{separator}{}.{:08}", state >> 58, (state >> 20) % 100_000_000);
        }
        text += "]";
    }
    text + "];\n  print(transpose(a) * a);\n}\n"
}
