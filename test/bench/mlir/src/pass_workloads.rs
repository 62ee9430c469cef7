//! Workloads for passes: generated modules, one kind for each pass.
//!
//! Each comes in two shapes, many functions and one block, and in any size. The size is the number
//! of ops before or after the pass, whichever is larger.

use crate::workloads::Numbers;
use std::fmt::Write;

/// Passes that are measured, with their work.
pub(crate) struct PassWorkload {
    /// The name in the table.
    pub(crate) name: &'static str,
    /// The flags of `mlir-opt`.
    pub(crate) theirs: &'static [&'static str],
    /// Our flags, without dashes.
    pub(crate) ours: &'static [&'static str],
    /// The source of about this many ops, in functions of at most `function_ops`.
    pub(crate) text: fn(ops: usize, function_ops: usize) -> String,
}

/// All passes that are measured.
pub(crate) const ALL: &[PassWorkload] = &[
    PassWorkload { name: "cse", theirs: &["--cse"], ours: &["cse"], text: common_subexpressions },
    PassWorkload {
        name: "canonicalize",
        theirs: &["--canonicalize"],
        ours: &["canonicalize"],
        text: foldable,
    },
    PassWorkload {
        name: "inline",
        // Without the canonicalizer that `mlir-opt` runs on inlined code: ours does not.
        theirs: &["--inline=default-pipeline="],
        ours: &["inline"],
        text: calls,
    },
    PassWorkload {
        name: "lower to llvm",
        theirs: &[
            "--lower-affine",
            "--convert-scf-to-cf",
            "--convert-to-llvm",
            "--reconcile-unrealized-casts",
        ],
        ours: &["lower-affine", "convert-scf-to-std", "convert-std-to-llvm"],
        text: loops_and_conditions,
    },
];

/// Splits a number of ops among functions and gives each to `function`.
fn functions(ops: usize, function_ops: usize, mut function: impl FnMut(usize, usize)) {
    for index in 0..ops.div_ceil(function_ops) {
        function(index, function_ops.min(ops - index * function_ops));
    }
}

/// Arithmetic of which a third repeats what was computed a little earlier, with loads and stores in
/// between.
fn common_subexpressions(ops: usize, function_ops: usize) -> String {
    let mut numbers = Numbers::new(1);
    let mut text = String::new();
    functions(ops, function_ops, |function, ops| {
        let _ = writeln!(
            text,
            "func.func @f{function}(%v0: i64, %v1: i64, %i: index, %m: memref<64xi64>) -> i64 {{"
        );
        let mut known: Vec<(&str, usize, usize)> = Vec::new();
        for op in 2..ops {
            if op % 16 == 0 {
                let _ = writeln!(text, "  memref.store %v{}, %m[%i] : memref<64xi64>", op - 1);
                let _ = writeln!(text, "  %v{op} = memref.load %m[%i] : memref<64xi64>");
                continue;
            }
            let repeated = known.len().checked_sub(1 + numbers.below(24)).map(|index| known[index]);
            let (kind, lhs, rhs) = match repeated {
                Some(repeated) if numbers.below(3) == 0 => repeated,
                _ => {
                    let kind = ["addi", "subi", "muli", "xori"][numbers.below(4)];
                    let mut operand = || op - 1 - numbers.below(op.min(20));
                    let fresh = (kind, operand(), operand());
                    known.push(fresh);
                    fresh
                }
            };
            let _ = writeln!(text, "  %v{op} = arith.{kind} %v{lhs}, %v{rhs} : i64");
        }
        let _ = writeln!(text, "  return %v{} : i64\n}}", ops - 1);
    });
    text
}

/// Arithmetic with identities, constants that fold, additions that combine, and dead ops; every
/// eighth result is stored.
fn foldable(ops: usize, function_ops: usize) -> String {
    let mut numbers = Numbers::new(2);
    let mut text = String::new();
    functions(ops, function_ops, |function, ops| {
        let _ = writeln!(
            text,
            "func.func @f{function}(%v0: i64, %v1: i64, %i: index, %m: memref<64xi64>) -> i64 {{"
        );
        let (mut op, mut value) = (0, 2);
        while op < ops {
            let mut operand = || value - 1 - numbers.below(value.min(8));
            let (a, b) = (operand(), operand());
            let c = numbers.below(1000);
            let lines: &[String] = &match numbers.below(8) {
                0 => vec![
                    format!("%c{value} = arith.constant 0 : i64"),
                    format!("%v{value} = arith.addi %v{a}, %c{value} : i64"),
                ],
                1 => vec![
                    format!("%c{value} = arith.constant 1 : i64"),
                    format!("%v{value} = arith.muli %c{value}, %v{b} : i64"),
                ],
                2 => vec![format!("%v{value} = arith.subi %v{a}, %v{a} : i64")],
                3 => vec![
                    format!("%c{value} = arith.constant {c} : i64"),
                    format!("%d{value} = arith.addi %v{a}, %c{value} : i64"),
                    format!("%v{value} = arith.addi %d{value}, %c{value} : i64"),
                ],
                4 => vec![
                    format!("%c{value} = arith.constant {c} : i64"),
                    format!("%d{value} = arith.constant {} : i64", c % 7),
                    format!("%e{value} = arith.cmpi slt, %c{value}, %d{value} : i64"),
                    format!("%v{value} = arith.select %e{value}, %v{a}, %v{b} : i64"),
                ],
                5 => vec![format!("%v{value} = arith.xori %v{a}, %v{b} : i64")],
                6 => vec![format!("%v{value} = arith.subi %v{a}, %v{b} : i64")],
                _ => vec![
                    format!("%d{value} = arith.muli %v{a}, %v{b} : i64"),
                    format!("%v{value} = arith.addi %v{a}, %v{b} : i64"),
                ],
            };
            op += lines.len();
            for line in lines {
                let _ = writeln!(text, "  {line}");
            }
            if value % 8 == 0 {
                let _ = writeln!(text, "  memref.store %v{value}, %m[%i] : memref<64xi64>");
                op += 1;
            }
            value += 1;
        }
        let _ = writeln!(text, "  return %v{} : i64\n}}", value - 1);
    });
    text
}

/// Calls of 16 small functions, on two levels. The size is that of the module after inlining.
fn calls(ops: usize, function_ops: usize) -> String {
    let mut text = String::new();
    for leaf in 0..16 {
        let _ = write!(
            text,
            "func.func private @leaf{leaf}(%a: i64, %b: i64) -> i64 {{
  %c = arith.constant {leaf} : i64
  %0 = arith.addi %a, %c : i64
  %1 = arith.muli %0, %b : i64
  %2 = arith.subi %1, %a : i64
  return %2 : i64
}}
func.func private @middle{leaf}(%a: i64, %b: i64) -> i64 {{
  %0 = func.call @leaf{leaf}(%a, %b) : (i64, i64) -> i64
  %1 = arith.xori %0, %b : i64
  %2 = func.call @leaf{}(%1, %b) : (i64, i64) -> i64
  return %2 : i64
}}
",
            (leaf + 5) % 16
        );
    }
    // A middle function with its two leaves is nine ops.
    functions(ops, function_ops, |function, ops| {
        let _ = writeln!(text, "func.func @f{function}(%v0: i64, %v1: i64) -> i64 {{");
        let last = 1 + (ops / 9).max(1);
        for value in 2..=last {
            let _ = writeln!(
                text,
                "  %v{value} = func.call @middle{}(%v{}, %v{}) : (i64, i64) -> i64",
                (value + function) % 16,
                value - 1,
                value - 2
            );
        }
        let _ = writeln!(text, "  return %v{last} : i64\n}}");
    });
    text
}

/// Loop nests over memory with conditions in them, affine and structured. The size is that of the
/// module after lowering.
fn loops_and_conditions(ops: usize, function_ops: usize) -> String {
    // The number of ops that a pair of nests is lowered to, and of the function around them.
    const PAIR: usize = 110;
    const AROUND: usize = 30;
    let mut text = String::new();
    let matrix = "memref<64x64xf64>";
    functions(ops, function_ops, |function, ops| {
        let _ = write!(
            text,
            "func.func @f{function}(%arg0: {matrix}, %arg1: {matrix}, %arg2: {matrix}, %x: f64) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %many = arith.constant 64 : index
"
        );
        for pair in 0..(ops.saturating_sub(AROUND) / PAIR).max(1) {
            let low = pair % 16;
            let _ = write!(
                text,
                "  affine.for %i = {low} to {high} {{
    affine.for %j = 0 to min affine_map<(d0) -> (d0 + 8, 64)>(%i) step 2 {{
      affine.for %k = 0 to 64 {{
        %0 = affine.load %arg0[%i, %k] : {matrix}
        %1 = affine.load %arg1[%k, %j + {low}] : {matrix}
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %arg2[%i, %j] : {matrix}
        %4 = arith.addf %3, %2 : f64
        affine.if affine_set<(d0, d1) : (d0 - d1 - {low} >= 0, d0 * 2 - 5 >= 0)>(%i, %k) {{
          affine.store %4, %arg2[%i, %j] : {matrix}
        }} else {{
          %5 = affine.apply affine_map<(d0, d1) -> (d0 floordiv 4 + d1 mod 8)>(%j, %k)
          memref.store %2, %arg2[%i, %5] : {matrix}
        }}
      }}
    }}
  }}
  %sum{pair} = scf.for %i = %zero to %many step %one iter_args(%sum = %x) -> (f64) {{
    %0 = scf.for %j = %zero to %i step %one iter_args(%inner = %sum) -> (f64) {{
      %1 = memref.load %arg0[%i, %j] : {matrix}
      %2 = arith.cmpf olt, %1, %inner : f64
      %3 = scf.if %2 -> (f64) {{
        %4 = arith.addf %1, %inner : f64
        scf.yield %4 : f64
      }} else {{
        %4 = arith.mulf %1, %x : f64
        memref.store %4, %arg1[%j, %i] : {matrix}
        scf.yield %4 : f64
      }}
      scf.yield %3 : f64
    }}
    scf.yield %0 : f64
  }}
  memref.store %sum{pair}, %arg2[%zero, %one] : {matrix}
",
                high = 64 - low
            );
        }
        text.push_str("  return\n}\n");
    });
    text
}
