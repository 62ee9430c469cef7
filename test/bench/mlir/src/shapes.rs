//! Modules of the shapes that real ones have: processor time and memory of both tools.
//!
//! Both tools read, verify and print a module as whole processes, alternately, with one thread. The
//! table has the minimum of the processor time, of user and system, which other programs on the
//! machine influence less than the time on the clock.

use crate::Tools;
use bench::document::{self, Section};
use bench::instructions::Case;
use bench::processes::{Run, least, run};
use std::fmt::Write;
use std::path::Path;

/// A generated module.
pub(crate) struct Shape {
    /// Name of the file, and among the last results.
    pub(crate) name: &'static str,
    /// The description in the table.
    pub(crate) what: &'static str,
    /// Flags of both tools.
    pub(crate) flags: &'static [&'static str],
    text: fn() -> String,
}

/// The flag with which both tools print locations.
const LOCATIONS: &str = "--mlir-print-debuginfo";

/// All shapes, in the order of the table.
pub(crate) const ALL: &[Shape] = &[
    Shape {
        name: "small",
        what: "100,000 functions of two ops",
        flags: &[],
        text: || small_functions(100_000),
    },
    Shape {
        name: "locations",
        what: "call sites of fused locations, printed",
        flags: &[LOCATIONS],
        text: || call_sites(200, 500),
    },
    Shape {
        name: "attributes",
        what: "eight attributes on each op",
        flags: &[],
        text: || attributes(100, 500),
    },
    Shape { name: "cfg", what: "branches", flags: &[], text: || branches(200, 300) },
    Shape { name: "nesting", what: "nested regions", flags: &[], text: || nested(400, 40) },
    Shape { name: "views", what: "views of memrefs", flags: &[], text: || views(200, 100) },
    Shape { name: "llvm", what: "the llvm dialect", flags: &[], text: || llvm(200, 100) },
    // The cost of locations beyond that.
    Shape {
        name: "locations-unprinted",
        what: "the same call sites, not printed",
        flags: &[],
        text: || call_sites(200, 500),
    },
    Shape {
        name: "positions",
        what: "branches, with their positions printed",
        flags: &[LOCATIONS],
        text: || branches(200, 300),
    },
];

/// Writes all modules to a folder.
pub(crate) fn write_all(folder: &Path) -> Result<(), String> {
    ALL.iter().try_for_each(|shape| {
        let file = shape.file(folder);
        std::fs::write(&file, (shape.text)()).map_err(|error| format!("{file}: {error}"))
    })
}

/// The modules on which instructions are counted, written to a folder, with our tool's arguments.
pub(crate) fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    write_all(folder)?;
    let case = |shape: &Shape| {
        let file = shape.file(folder);
        let own = ["--threads=1", "--spelling=upstream", &file, "-o", "/dev/null"];
        let arguments = [&own[..], shape.flags].concat().into_iter().map(str::to_owned).collect();
        Case { name: shape.what.to_owned(), arguments }
    };
    Ok(ALL.iter().map(case).collect())
}

impl Shape {
    /// Where the module is.
    pub(crate) fn file(&self, folder: &Path) -> String {
        folder.join(format!("shape-{}.mlir", self.name)).display().to_string()
    }
}

/// Measures all shapes and writes the table.
#[allow(clippy::print_stderr, reason = "says what takes so long")]
pub(crate) fn measure(tools: &Tools<'_>, folder: &Path) -> Result<(), String> {
    // In a process of its own: the system counts the memory of a parent process as memory of its
    // child.
    run(&tools.this, &["--generate-shapes", &folder.display().to_string()])?;
    let mut rows = Vec::new();
    for shape in ALL {
        eprintln!("bench: {}", shape.what);
        let file = shape.file(folder);
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..tools.runs {
            let own = ["--mlir-disable-threading", &file, "-o", "/dev/null"];
            theirs.push(run(tools.mlir_opt, &[&own[..], shape.flags].concat())?);
            let own = ["--threads=1", "--spelling=upstream", &file, "-o", "/dev/null"];
            ours.push(run(tools.ours, &[&own[..], shape.flags].concat())?);
        }
        rows.push((shape, least(&theirs), least(&ours)));
    }
    let results = rows.iter().map(|(shape, _, ours)| (identity(shape), ours.processor)).collect();
    document::write(Section::Shapes, &|last| markdown(&rows, last), results)
}

fn identity(shape: &Shape) -> String {
    format!("shape-{}", shape.name)
}

fn markdown(rows: &[(&Shape, Run, Run)], last: &str) -> String {
    let mut text = "| module | processor time | peak memory | of its memory | processor time, \
                    against our last run |\n|---|---:|---:|---:|---:|\n"
        .to_owned();
    for (shape, theirs, ours) in rows {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let _ = writeln!(
            text,
            "| {} | {} | {:.0} / {:.0} MB | **{:.2}** | {} |",
            shape.what,
            document::times(theirs.processor, ours.processor),
            megabytes(theirs.peak),
            megabytes(ours.peak),
            ours.peak as f64 / theirs.peak as f64,
            document::change(last, &identity(shape), ours.processor),
        );
    }
    text
}

fn small_functions(functions: usize) -> String {
    let mut text = String::new();
    for function in 0..functions {
        let _ = write!(
            text,
            "func.func @f{function}(%arg0: i64) -> i64 {{
  %0 = arith.addi %arg0, %arg0 : i64
  return %0 : i64
}}
"
        );
    }
    text
}

/// Functions of ops that were inlined, from two files each.
fn call_sites(functions: usize, ops: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        let _ = writeln!(text, "func.func @f{f}(%arg0: i64, %arg1: i64) -> i64 {{");
        let mut last = "%arg0".to_owned();
        for op in 0..ops {
            let _ = writeln!(
                text,
                "  %{op} = arith.addi {last}, %arg1 : i64 loc(callsite(fused[\"lib{}.c\":{}:{}, \
                 \"lib{}.h\":{}:{}] at \"main.c\":{}:{}))",
                f % 7,
                op + 1,
                5 + op % 9,
                f % 5,
                f + 1,
                op % 40 + 1,
                f + 10,
                op % 60 + 1,
            );
            last = format!("%{op}");
        }
        let line = f + 1;
        let _ = writeln!(
            text,
            "  return {last} : i64 loc(\"main.c\":{line}:3)\n}} loc(\"main.c\":{line}:1)"
        );
    }
    text
}

/// Functions of ops with eight attributes each: numbers, lists, dictionaries, maps, types.
fn attributes(functions: usize, ops: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        let _ = writeln!(
            text,
            "func.func @f{f}(%arg0: i64, %arg1: i64) -> i64 attributes {{my.tag = \"f{f}\", \
             my.n = {f} : i32}} {{"
        );
        let mut last = "%arg0".to_owned();
        for op in 0..ops {
            let _ = writeln!(
                text,
                "  %{op} = arith.addi {last}, %arg1 {{a.cost = {} : i64, b.layout = [[{op}, {}], \
                 [{f}, {}]], c.name = \"op_{f}_{op}\", d.info = {{kind = \"load\", level = {} : \
                 i32, tags = [\"hot\", \"t{}\"]}}, e.map = affine_map<(d0, d1) -> (d1, d0)>, \
                 f.flag, g.type = tensor<{}x4xf32>, h.ratio = {op}.5 : f32}} : i64",
                f * ops + op,
                op + 1,
                f + 1,
                op % 8,
                op % 50,
                op % 16 + 1,
            );
            last = format!("%{op}");
        }
        let _ = writeln!(text, "  return {last} : i64\n}}");
    }
    text
}

/// Functions of small blocks, each with an argument and two successors.
fn branches(functions: usize, blocks: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        let _ = writeln!(
            text,
            "func.func @f{f}(%arg0: i64, %arg1: i64, %c: i1) -> i64 {{\n  cf.br ^bb1(%arg0 : i64)"
        );
        for b in 1..=blocks {
            let _ = writeln!(
                text,
                "^bb{b}(%x{b}: i64):\n  %y{b} = arith.addi %x{b}, %arg1 : i64\n  \
                 %z{b} = arith.cmpi slt, %y{b}, %arg0 : i64"
            );
            if b == blocks {
                let _ = writeln!(text, "  return %y{b} : i64\n}}");
            } else {
                let other = blocks.min(b + 1 + b % 5);
                let _ = writeln!(
                    text,
                    "  cf.cond_br %z{b}, ^bb{}(%y{b} : i64), ^bb{other}(%x{b} : i64)",
                    b + 1
                );
            }
        }
    }
    text
}

/// Functions of loops and conditions, four levels deep.
fn nested(functions: usize, nests: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        let _ = writeln!(
            text,
            "func.func @f{f}(%a: index, %b: index, %c: i1, %m: memref<?x?xf32>, %v: f32) {{"
        );
        for _ in 0..nests {
            text.push_str(
                "  scf.for %i = %a to %b step %a {
    scf.for %j = %a to %i step %b {
      scf.if %c {
        scf.for %k = %i to %j step %a {
          %0 = memref.load %m[%i, %k] : memref<?x?xf32>
          %1 = arith.mulf %0, %v : f32
          memref.store %1, %m[%k, %j] : memref<?x?xf32>
        }
      } else {
        memref.store %v, %m[%i, %j] : memref<?x?xf32>
      }
    }
  }
",
            );
        }
        text.push_str("  return\n}\n");
    }
    text
}

/// Functions of views with strides, and accesses to them.
fn views(functions: usize, views: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        let _ = writeln!(text, "func.func @f{f}(%m: memref<64x64xf32>, %i: index, %j: index) {{");
        for k in 0..views {
            let (column, size) = (k % 8, k % 8 + 1);
            let part = format!("memref<8x{size}xf32, strided<[64, 2], offset: ?>>");
            let any = "memref<?x?xf32, strided<[?, ?], offset: ?>>";
            let _ = write!(
                text,
                "  %s{k} = memref.subview %m[%i, {column}] [8, {size}] [1, 2] : memref<64x64xf32> \
                 to {part}
  %c{k} = memref.cast %s{k} : {part} to {any}
  %d{k} = memref.dim %c{k}, %i : {any}
  %l{k} = memref.load %c{k}[%d{k}, %j] : {any}
  memref.store %l{k}, %s{k}[%i, %j] : {part}
"
            );
        }
        text.push_str("  return\n}\n");
    }
    text
}

/// Functions of the llvm dialect.
fn llvm(functions: usize, groups: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        let _ = writeln!(text, "llvm.func @f{f}(%p: !llvm.ptr, %i: i64, %x: f64) -> f64 {{");
        for k in 0..groups {
            let _ = write!(
                text,
                "  %c{k} = llvm.mlir.constant({k} : i64) : i64
  %a{k} = llvm.add %i, %c{k} : i64
  %g{k} = llvm.getelementptr %p[%a{k}] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %l{k} = llvm.load %g{k} : !llvm.ptr -> f64
  %m{k} = llvm.fmul %l{k}, %x : f64
  llvm.store %m{k}, %g{k} : f64, !llvm.ptr
"
            );
        }
        let _ = writeln!(text, "  llvm.return %m{} : f64\n}}", groups - 1);
    }
    text
}
