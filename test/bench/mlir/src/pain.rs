//! Modules like those of public reports about slow passes of MLIR: how both tools grow with them.
//!
//! Each case is named by the report. Where that is about dialects of another project, the case has
//! the same shape in dialects that both tools have. A time is the processor time of a whole process
//! with one thread, the minimum of several runs; `mlir-opt` has a minute for each.

use crate::Tools;
use bench::document::{self, Section};
use bench::processes::{Run, least, run, run_within};
use std::fmt::Write;
use std::path::Path;

/// How many sizes a case has. Each is twice the one before.
const SIZES: usize = 4;

/// The time that `mlir-opt` has, in seconds.
const LIMIT: u32 = 60;

/// The pipelines that passes over unchanged IR are measured with.
const PAIR: &[&str] = &["--canonicalize", "--cse"];
const LOOPS: &[&str] = &["--loop-invariant-code-motion", "--symbol-dce", "--sccp"];
const MODULE: &[&str] =
    &["--canonicalize", "--loop-invariant-code-motion", "--sccp", "--cse", "--symbol-dce"];

/// The flag that prints the IR after each pass that has changed it.
const AFTER_CHANGE: &[&str] = &["--mlir-print-ir-after-all", "--mlir-print-ir-after-change"];

/// One report.
struct Case {
    /// The project and the number of the report.
    report: &'static str,
    /// The slow part.
    what: &'static str,
    /// The unit of a size.
    unit: &'static str,
    /// The smallest size.
    first: usize,
    text: fn(size: usize) -> String,
    /// Flags of both tools.
    flags: &'static [&'static str],
    /// A pipeline of both tools, and how often it is repeated.
    passes: (&'static [&'static str], usize),
    /// The passes of `mlir-opt`, and ours, if they have other names.
    own: (&'static [&'static str], &'static [&'static str]),
}

const ALL: &[Case] = &[
    Case {
        report: "llvm-project 56621",
        what: "sparse dataflow: a fact goes once around a loop for each value it carries",
        unit: "values",
        first: 1000,
        text: spiral,
        flags: &[],
        passes: (&["--sccp"], 1),
        own: (&[], &[]),
    },
    Case {
        report: "llvm-project 193362",
        what: "what a lowering needs once is searched by name among all symbols, for each use",
        unit: "functions",
        first: 2000,
        text: allocations,
        flags: &[],
        passes: (&[], 0),
        own: (&["--convert-to-llvm"], &["--convert-std-to-llvm"]),
    },
    Case {
        report: "llvm-project 195916",
        what: "the lowering of each call searches the module's ops for the callee",
        unit: "functions",
        first: 2000,
        text: calls,
        flags: &[],
        passes: (&[], 0),
        own: (&["--convert-to-llvm"], &["--convert-std-to-llvm"]),
    },
    Case {
        report: "llvm-project 212160",
        what: "the verifier walks over the module after each pass",
        unit: "functions",
        first: 250,
        text: loops,
        flags: &[],
        passes: (LOOPS, 6),
        own: (&[], &[]),
    },
    Case {
        report: "llvm-project 98322",
        what: "printing after changes, where nothing changes",
        unit: "functions",
        first: 250,
        text: loops,
        flags: AFTER_CHANGE,
        passes: (&["--loop-invariant-code-motion"], 20),
        own: (&[], &[]),
    },
    Case {
        report: "llvm-project 204490",
        what: "printing after changes, where few passes change something",
        unit: "functions",
        first: 250,
        text: foldable_loops,
        flags: AFTER_CHANGE,
        passes: (MODULE, 4),
        own: (&[], &[]),
    },
    Case {
        report: "Enzyme-JAX 2826",
        what: "canonicalize and cse 18 times over a module that they leave unchanged",
        unit: "functions",
        first: 250,
        text: loops,
        flags: &[],
        passes: (PAIR, 18),
        own: (&[], &[]),
    },
    Case {
        report: "tt-mlir 8872",
        what: "passes on the whole module in place of its functions",
        unit: "functions",
        first: 250,
        text: foldable_loops,
        flags: &[],
        passes: (MODULE, 2),
        own: (&[], &[]),
    },
    Case {
        report: "iree 19130",
        what: "the states of an analysis are searched for each op that is erased",
        unit: "ops",
        first: 25_000,
        text: constants,
        flags: &[],
        passes: (&["--sccp"], 1),
        own: (&[], &[]),
    },
    Case {
        report: "circt 8878",
        what: "a conversion keeps what it has replaced, to be able to undo it",
        unit: "blocks",
        first: 10_000,
        text: blocks,
        flags: &[],
        passes: (&[], 0),
        own: (&["--convert-to-llvm"], &["--convert-std-to-llvm"]),
    },
    // The references of the report, resolved by a pass that has a table of symbols in both tools.
    Case {
        report: "no report",
        what: "nothing: for comparison, many globals and small functions are lowered",
        unit: "globals",
        first: 12_000,
        text: globals,
        flags: &[],
        passes: (&[], 0),
        // `mlir-opt`'s pass for memrefs alone would leave the functions as they are.
        own: (&["--convert-to-llvm"], &["--convert-std-to-llvm"]),
    },
];

impl Case {
    fn sizes(&self) -> [usize; SIZES] {
        std::array::from_fn(|index| self.first << index)
    }

    fn flags(&self, own: &[&'static str]) -> Vec<&'static str> {
        let (passes, times) = self.passes;
        [self.flags, own, &passes.repeat(times)].concat()
    }
}

/// Writes the module of a case to a file.
pub(crate) fn generate(file: &str, [case, size]: [&str; 2]) -> Result<(), String> {
    let case = case.parse().ok().and_then(|case: usize| ALL.get(case));
    let (Some(case), Ok(size)) = (case, size.parse()) else {
        return Err("there is no such case".to_owned());
    };
    std::fs::write(file, (case.text)(size)).map_err(|error| format!("{file}: {error}"))
}

/// The runs of both tools, by size. None of theirs where it would take longer than a minute.
struct Row {
    case: &'static Case,
    theirs: Vec<Option<Run>>,
    ours: Vec<Run>,
}

impl Row {
    /// By how much the time grows from one size to the next, in the mean of all.
    fn growth(runs: &[f64]) -> f64 {
        match runs {
            [first, .., last] => (last / first).powf(1.0 / (runs.len() - 1) as f64),
            _ => 1.0,
        }
    }

    /// The times of theirs as far as they go, with ours of the same size.
    fn both(&self) -> impl Iterator<Item = (f64, f64)> {
        let both = self.theirs.iter().zip(&self.ours);
        both.filter_map(|(theirs, ours)| Some((theirs.as_ref()?.processor, ours.processor)))
    }
}

/// Measures all cases and writes the table.
#[allow(clippy::print_stderr, reason = "says what takes so long")]
pub(crate) fn measure(tools: &Tools<'_>, folder: &Path) -> Result<(), String> {
    let mut rows = Vec::new();
    for (number, case) in ALL.iter().enumerate() {
        eprintln!("bench: {}", case.report);
        let mut row = Row { case, theirs: Vec::new(), ours: Vec::new() };
        for size in case.sizes() {
            let file = folder.join("pain.mlir").display().to_string();
            // In a process of its own: the system counts the memory of a parent process as memory
            // of its child.
            run(&tools.this, &["--generate-pain", &file, &number.to_string(), &size.to_string()])?;
            let was_slow = row.theirs.last().is_some_and(Option::is_none);
            let theirs = ["--mlir-disable-threading", &file, "-o", "/dev/null"];
            let theirs = [&theirs[..], &case.flags(case.own.0)].concat();
            row.theirs.push(match was_slow {
                true => None,
                false => run_within(LIMIT, tools.mlir_opt, &theirs)?,
            });
            let ours = ["--threads=1", "--spelling=upstream", &file, "-o", "/dev/null"];
            let ours = [&ours[..], &case.flags(case.own.1)].concat();
            let runs = (0..tools.runs).map(|_| run(tools.ours, &ours));
            row.ours.push(least(&runs.collect::<Result<Vec<_>, _>>()?));
        }
        rows.push(row);
    }
    let results = rows.iter().map(|row| (identity(row), row.ours[SIZES - 1].processor)).collect();
    document::write(Section::Pain, &|last| markdown(&rows, last), results)
}

fn identity(row: &Row) -> String {
    format!("pain-{}", row.case.report.replace(' ', "-"))
}

fn markdown(rows: &[Row], last: &str) -> String {
    let mut text = "| report | what was slow | sizes | `mlir-opt`, s | ours, s | growth, theirs | \
                    ours | times as fast | against our last run |\n\
                    |---|---|---|---|---|---:|---:|---:|---:|\n"
        .to_owned();
    for row in rows {
        let seconds = |run: Option<f64>| run.map_or("> 60".to_owned(), |run| format!("{run:.2}"));
        let list = |items: Vec<String>| items.join(", ");
        let (theirs, same): (Vec<f64>, Vec<f64>) = row.both().unzip();
        let ours: Vec<f64> = row.ours.iter().map(|run| run.processor).collect();
        let ratio = match (theirs.last(), same.last()) {
            (Some(theirs), Some(ours)) => format!("**{:.1}x**", theirs / ours),
            _ => String::new(),
        };
        let sizes = row.case.sizes().map(|size| size.to_string());
        let _ = writeln!(
            text,
            "| {} | {} | {} {} | {} | {} | {:.2} | **{:.2}** | {ratio} | {} |",
            row.case.report,
            row.case.what,
            list(sizes.into()),
            row.case.unit,
            list(row.theirs.iter().map(|run| seconds(run.map(|run| run.processor))).collect()),
            list(ours.iter().map(|&run| seconds(Some(run))).collect()),
            Row::growth(&theirs),
            Row::growth(&ours),
            document::change(last, &identity(row), ours[SIZES - 1]),
        );
    }
    text
}

/// A loop whose values are each the one before of the last iteration.
fn spiral(values: usize) -> String {
    let list =
        |item: &dyn Fn(usize) -> String| (0..values).map(item).collect::<Vec<String>>().join(", ");
    let carried = list(&|i| format!("%v{i} = %zero"));
    let types = list(&|_| "i32".to_owned());
    let next = list(&|i| match i + 1 {
        last if last == values => "%a".to_owned(),
        next => format!("%v{next}"),
    });
    format!(
        "func.func @spiral(%a: i32, %b: i32, %from: index, %to: index, %step: index) -> i32 {{
  %zero = arith.constant 0 : i32
  %r:{values} = scf.for %i = %from to %to step %step iter_args({carried}) -> ({types}) {{
    scf.yield {next} : {types}
  }}
  %is_zero = arith.cmpi eq, %r#0, %zero : i32
  %chosen = arith.select %is_zero, %a, %b : i32
  return %chosen : i32
}}
"
    )
}

/// Functions whose lowering needs one runtime function, which is declared, and is the last of all
/// symbols.
fn allocations(functions: usize) -> String {
    let mut text = String::new();
    for i in 0..functions {
        let _ = write!(
            text,
            "func.func @f{i}() -> memref<4xf32> {{
  %0 = memref.alloc() : memref<4xf32>
  return %0 : memref<4xf32>
}}
"
        );
    }
    text.push_str("llvm.func @malloc(i64) -> !llvm.ptr\n");
    text
}

fn globals(globals: usize) -> String {
    let ty = "memref<4xf32>";
    let mut text = String::new();
    for i in 0..globals {
        let _ = writeln!(text, "memref.global \"private\" constant @g{i} : {ty} = dense<{i}.0>");
    }
    for i in 0..globals {
        let _ = write!(
            text,
            "func.func @f{i}() -> {ty} {{
  %0 = memref.get_global @g{} : {ty}
  return %0 : {ty}
}}
",
            (i * 7) % globals
        );
    }
    text
}

fn calls(functions: usize) -> String {
    let mut text = String::new();
    for i in 0..functions {
        let _ = write!(
            text,
            "func.func @f{i}(%a: i64) -> i64 {{
  %0 = call @f{}(%a) : (i64) -> i64
  %1 = call @f{}(%0) : (i64) -> i64
  return %1 : i64
}}
",
            (i * 7 + 1) % functions,
            (i * 13 + 5) % functions
        );
    }
    text
}

/// Functions of loops in which nothing is to be done.
fn loops(functions: usize) -> String {
    function_loops(functions, "arith.mulf %0, %v")
}

/// Functions of loops in which the same is computed twice, and something in each iteration.
fn foldable_loops(functions: usize) -> String {
    function_loops(functions, "arith.addf %v, %v")
}

fn function_loops(functions: usize, computed: &str) -> String {
    let mut text = String::new();
    for f in 0..functions {
        let _ = writeln!(
            text,
            "func.func @f{f}(%a: index, %b: index, %m: memref<?x?xf32>, %v: f32) {{"
        );
        for _ in 0..20 {
            let _ = write!(
                text,
                "  scf.for %i = %a to %b step %a {{
    scf.for %j = %i to %b step %a {{
      %0 = memref.load %m[%i, %j] : memref<?x?xf32>
      %1 = {computed} : f32
      %2 = arith.addf %1, %0 : f32
      memref.store %2, %m[%j, %i] : memref<?x?xf32>
    }}
  }}
"
            );
        }
        text.push_str("  return\n}\n");
    }
    text
}

/// One block of ops that are all constant.
fn constants(ops: usize) -> String {
    let mut text = "func.func @f(%a: i64) -> i64 {\n  %one = arith.constant 1 : i64\n  \
                    %0 = arith.constant 7 : i64\n"
        .to_owned();
    for op in 1..ops {
        let kind = ["addi", "muli", "subi", "xori"][op % 4];
        let _ = writeln!(text, "  %{op} = arith.{kind} %{}, %one : i64", op - 1);
    }
    let _ = writeln!(text, "  %sum = arith.addi %{}, %a : i64\n  return %sum : i64\n}}", ops - 1);
    text
}

/// One function of many blocks.
fn blocks(blocks: usize) -> String {
    let mut text = "func.func @f(%a: i64, %b: i64) -> i64 {\n  cf.br ^bb1(%a : i64)\n".to_owned();
    for b in 1..blocks {
        let _ = write!(
            text,
            "^bb{b}(%x{b}: i64):
  %y{b} = arith.addi %x{b}, %b : i64
  %z{b} = arith.cmpi slt, %y{b}, %a : i64
  cf.cond_br %z{b}, ^bb{}(%y{b} : i64), ^bb{}(%x{b} : i64)
",
            b + 1,
            blocks.min(b + 1 + b % 5)
        );
    }
    let _ = writeln!(text, "^bb{blocks}(%last: i64):\n  return %last : i64\n}}");
    text
}
