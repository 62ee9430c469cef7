//! Measures toyc on generated programs and writes its table of `docs/performance.md`.
//!
//! Whole processes are timed, several times each; the table has medians, and the goal of each row.
//! The first row is compared with a baseline: a bare inkwell program that runs the same LLVM
//! pipeline on the LLVM IR of toyc, at the level that toyc selects for that program.
//!
//! With `--session`, sessions in a terminal are measured instead, for their own table; with
//! `--kernels`, compiled functions on large data; with `--span`, the times of tasks, from which the
//! speed-up by many processors is calculated.
//!
//! This is not a test: nothing fails because a machine is slow.

mod floor;
mod kernels;
mod programs;
mod session;
mod span;

use bench::document::{self, Section, change};
use bench::instructions::{self, Case};
use bench::processes::{Run, median, run};
use mlir_lite::Context;
use mlir_lite::dialects::llvm::{LlvmDialect, cost_estimate};
use mlir_lite::llvm::OptLevel;
use mlir_lite::text::{self, ParseOptions};
use mlir_lite_diagnostics::Diagnostics;
use programs::{ALL, Program};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: bench-toy TOYC [RUNS] | bench-toy --session TOYC [ENTRIES] | bench-toy \
    --kernels TOYC CLANG PYTHON | bench-toy --span TOYC [RUNS] | bench-toy --instructions OLD-TOYC \
    NEW-TOYC";

/// How often each kernel is called.
const KERNEL_RUNS: usize = 30;

/// The program of the tutorial's chapters 2 to 6.
const TUTORIAL: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/multiply_transpose.toy");

#[allow(clippy::print_stderr, reason = "this is a command-line tool")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["--generate", folder] => programs::write_all(Path::new(folder)),
        ["--floor", file] => floor::run(Path::new(file), OptLevel::None),
        ["--floor", file, "-O2"] => floor::run(Path::new(file), OptLevel::O2),
        ["--session", toyc] => measure_session(Path::new(toyc), session::ENTRIES),
        ["--session", toyc, entries] => match entries.parse() {
            Ok(entries) if entries > 0 => measure_session(Path::new(toyc), entries),
            _ => Err(USAGE.to_owned()),
        },
        ["--span", toyc] => span::measure(Path::new(toyc), 5),
        ["--span", toyc, runs] => span::measure(Path::new(toyc), runs.parse().unwrap_or(5)),
        ["--span-run", ref words @ ..] => span::run_recorded(words),
        ["--instructions", old, new] => count_instructions(Path::new(old), Path::new(new)),
        ["--kernels", toyc, clang, python] => {
            kernels::measure(Path::new(toyc), Path::new(clang), Path::new(python), KERNEL_RUNS)
        }
        ["--call-kernels", folder, runs] => {
            kernels::measure_here(Path::new(folder), runs.parse().unwrap_or(1))
        }
        [toyc] => measure(Path::new(toyc), 5),
        [toyc, runs] => match runs.parse() {
            Ok(runs) if runs > 0 => measure(Path::new(toyc), runs),
            _ => Err(USAGE.to_owned()),
        },
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench-toy: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Measures sessions, and writes their table.
fn measure_session(toyc: &Path, entries: usize) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("bench-session-{}", std::process::id()));
    let folder_error = |error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(folder_error)?;
    let measured = session::measure(toyc, &folder, entries);
    std::fs::remove_dir_all(&folder).map_err(folder_error)?;
    let measured = measured?;
    document::write(Section::Sessions, &|_| measured.markdown(), Vec::new())
}

/// Prints the numbers of instructions of two builds of toyc on the programs of the table. The
/// largest are left out: under Valgrind they take minutes, without further information.
#[allow(clippy::print_stdout, reason = "the table is this program's output")]
fn count_instructions(old: &Path, new: &Path) -> Result<(), String> {
    const LARGEST_GOAL_MS: f64 = 500.0;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    programs::write_all(folder.path())?;
    let case = |what: &str, flags: &[&str], file: String| Case {
        name: what.to_owned(),
        arguments: flags.iter().map(|&flag| flag.to_owned()).chain([file]).collect(),
    };
    let mut cases =
        vec![case("the tutorial's program", &["-emit=jit", "-opt"], TUTORIAL.to_owned())];
    cases.extend(ALL.iter().filter(|program| program.goal <= LARGEST_GOAL_MS).map(|program| {
        case(program.what, program.flags, program.file(folder.path()).display().to_string())
    }));
    print!("{}", instructions::compare(old, new, &cases)?);
    Ok(())
}

/// One line of the table.
struct Row {
    name: &'static str,
    what: String,
    goal: String,
    run: Run,
}

impl Row {
    /// Its name among the last results.
    fn identity(&self) -> String {
        format!("toy-{}", self.name)
    }
}

fn measure(toyc: &Path, runs: usize) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("bench-toy-{}", std::process::id()));
    let folder_error = |error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(folder_error)?;
    let rows = measure_all(toyc, &folder, runs);
    std::fs::remove_dir_all(&folder).map_err(folder_error)?;
    let rows = rows?;
    let results = rows.iter().map(|row| (row.identity(), row.run.wall)).collect();
    document::write(Section::Toy, &|last| markdown(&rows, last), results)
}

#[allow(clippy::print_stderr, reason = "says what takes so long")]
fn measure_all(toyc: &Path, folder: &Path, runs: usize) -> Result<Vec<Row>, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let (toyc, this) = (&installed(toyc, folder, "toyc")?, &installed(&this, folder, "bench-toy")?);
    let mut rows = tutorial(toyc, this, folder, runs)?;
    // In a process of its own: the system counts the memory of a parent process as memory of its
    // child.
    run(this, &["--generate", &folder.display().to_string()])?;
    for program in ALL {
        eprintln!("bench-toy: {}", program.what);
        rows.push(row(toyc, program, folder, runs)?);
    }
    Ok(rows)
}

fn row(toyc: &Path, program: &Program, folder: &Path, runs: usize) -> Result<Row, String> {
    let file = program.file(folder).display().to_string();
    let mut arguments = program.flags.to_vec();
    arguments.push(&file);
    let run = repeat(toyc, &arguments, runs)?;
    Ok(Row {
        name: program.name,
        what: program.what.to_owned(),
        goal: format!("{}", program.goal),
        run,
    })
}

/// A copy of a program, like an installed one. A file written by the linker is in small pieces in
/// the page cache, and takes up to two milliseconds longer to start.
fn installed(program: &Path, folder: &Path, name: &str) -> Result<PathBuf, String> {
    let copy = folder.join(name);
    std::fs::copy(program, &copy).map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(copy)
}

/// The tutorial's program, and LLVM alone on its IR.
fn tutorial(toyc: &Path, this: &Path, folder: &Path, runs: usize) -> Result<Vec<Row>, String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let (lowered, llvm_ir) = (path("tutorial.mlir"), path("tutorial.ll"));
    run(toyc, &[TUTORIAL, "-opt", "-emit=mlir-llvm", "-o", &lowered])?;
    run(toyc, &[&lowered, "-O0", "-emit=llvm", "-o", &llvm_ir])?;
    let mut floor = vec!["--floor", llvm_ir.as_str()];
    if level(Path::new(&lowered))? == OptLevel::O2 {
        floor.push("-O2");
    }
    let (mut floors, mut ours) = (Vec::new(), Vec::new());
    // Alternately, and more often than the others: the difference of the two is what counts.
    for _ in 0..runs * 8 {
        floors.push(run(this, &floor)?);
        ours.push(run(toyc, &[TUTORIAL, "-emit=jit", "-opt"])?);
    }
    let (floor, ours) = (median(&floors), median(&ours));
    let goal = format!("{:.1} (floor + 3)", 1e3 * floor.wall + 3.0);
    let what = |what: &str| what.to_owned();
    Ok(vec![
        Row {
            name: "floor",
            what: what("the floor: LLVM alone on the tutorial's program"),
            goal: String::new(),
            run: floor,
        },
        Row { name: "tutorial", what: what("the tutorial's program"), goal, run: ours },
    ])
}

/// The level at which `toyc -opt` compiles a program of the `llvm` dialect.
fn level(lowered: &Path) -> Result<OptLevel, String> {
    let source = std::fs::read_to_string(lowered).map_err(|error| error.to_string())?;
    let ctx = Context::new();
    ctx.load::<LlvmDialect>();
    let file = ctx.sources().add("tutorial.mlir", source).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let module = text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)
        .map_err(|_| "toyc's dump is not read back")?;
    Ok(OptLevel::O2.for_one_run(cost_estimate(&module, ctx.ident("main"))))
}

fn repeat(toyc: &Path, arguments: &[&str], runs: usize) -> Result<Run, String> {
    let runs: Result<Vec<Run>, String> = (0..runs).map(|_| run(toyc, arguments)).collect();
    Ok(median(&runs?))
}

fn markdown(rows: &[Row], last: &str) -> String {
    let mut text = String::from(
        "| program | goal, ms | whole process, ms | peak memory, MB | against our last run \
            |\n|---|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let change = change(last, &row.identity(), row.run.wall);
        let (wall, peak) = (1e3 * row.run.wall, row.run.peak as f64 / 1e6);
        let _ = writeln!(
            text,
            "| {} | {} | **{wall:.1}** | {peak:.0} | {change} |",
            row.what, row.goal
        );
    }
    text
}
