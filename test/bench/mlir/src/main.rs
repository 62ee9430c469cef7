//! Measures mlir-lite-opt against MLIR's mlir-opt and writes the table of `docs/performance.md`.
//!
//! Both tools run as whole processes, alternately, several times; the table has the minimum of
//! each. The times of parsing with verification and of printing come from each tool's own
//! measurement: `mlir-opt` under `--mlir-timing`, mlir-lite in a process of this program
//! (`bench --phases`). Times of whole processes are taken without such flags. Everything has one
//! thread, except for the row that says otherwise.
//!
//! This is not a test: nothing fails because a machine is slow.
#![forbid(unsafe_code)]

mod lsp;
mod pain;
mod pass_workloads;
mod passes;
mod phases;
mod shapes;
mod span;
mod symbols;
mod table;
mod workloads;

use bench::instructions::{self, Case};
use bench::processes::{Run, least, run};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::Row;
use workloads::Workload;

/// As in `mlir-lite-opt`, so that measurements in this process are comparable.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "usage: bench [--shapes|--passes|--pain] MLIR-OPT MLIR-LITE-OPT [RUNS]
       bench --span MLIR-LITE-OPT [RUNS]
       bench --symbols
       bench --lsp MLIR-LITE-OPT
       bench --instructions OLD-MLIR-LITE-OPT NEW-MLIR-LITE-OPT";

#[allow(clippy::print_stderr, reason = "this is a command-line tool")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["--copy", file] => phases::copy(file),
        ["--generate", folder] => workloads::write_all(Path::new(folder)),
        ["--generate-shapes", folder] => shapes::write_all(Path::new(folder)),
        ["--generate-pain", file, case, size] => pain::generate(file, [case, size]),
        ["--symbols"] => symbols::run(),
        ["--lsp", server] => lsp::run(server),
        ["--phases", file, form, threads] => {
            phases::run(file, form == "generic", threads.parse().unwrap_or(1))
        }
        ["--generate-for-pass", file, pass, size, function_ops] => {
            passes::generate(file, [pass, size, function_ops])
        }
        ["--span", tool] => span::measure(Path::new(tool), 5),
        ["--span", tool, runs] => span::measure(Path::new(tool), runs.parse().unwrap_or(5)),
        ["--span-run", file, threads, ref passes @ ..] => {
            span::run_recorded(file, threads.parse().unwrap_or(1), passes)
        }
        ["--run-passes", file, ref passes @ ..] => passes::run_passes(file, passes),
        ["--instructions", old, new] => count_instructions(Path::new(old), Path::new(new)),
        ["--shapes", ref tools @ ..] => with_tools(tools, shapes::measure),
        ["--passes", ref tools @ ..] => with_tools(tools, passes::measure),
        ["--pain", ref tools @ ..] => with_tools(tools, pain::measure),
        ref tools => with_tools(tools, measure_all)
            .and_then(|()| with_tools(tools, shapes::measure))
            .and_then(|()| with_tools(tools, passes::measure)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The programs that are compared.
struct Tools<'t> {
    mlir_opt: &'t Path,
    ours: &'t Path,
    this: PathBuf,
    runs: usize,
}

/// Measures something with the tools that the command line names, and a folder that is erased
/// afterwards.
fn with_tools(
    words: &[&str],
    measure: fn(&Tools<'_>, &Path) -> Result<(), String>,
) -> Result<(), String> {
    let (mlir_opt, ours, runs) = match *words {
        [mlir_opt, ours] => (mlir_opt, ours, 5),
        [mlir_opt, ours, runs] => (mlir_opt, ours, runs.parse().unwrap_or(0)),
        _ => return Err(USAGE.to_owned()),
    };
    if runs == 0 || mlir_opt.starts_with("--") {
        return Err(USAGE.to_owned());
    }
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let tools = Tools { mlir_opt: Path::new(mlir_opt), ours: Path::new(ours), this, runs };
    let folder = std::env::temp_dir().join(format!("mlir-lite-bench-{}", std::process::id()));
    let folder_error = |error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(folder_error)?;
    let result = measure(&tools, &folder);
    std::fs::remove_dir_all(&folder).map_err(folder_error)?;
    result
}

#[allow(clippy::print_stderr, reason = "says what takes so long")]
fn measure_all(tools: &Tools<'_>, folder: &Path) -> Result<(), String> {
    let mut rows = Vec::new();
    // In a process of its own: the system counts the memory of a parent process as memory of its
    // child.
    run(&tools.this, &["--generate", &folder.display().to_string()])?;
    for workload in workloads::ALL {
        eprintln!("bench: {}", workload.what);
        let file = workload.file(folder).display().to_string();
        rows.push(row(tools, workload, &file, "custom", 1)?);
        if workload.many_functions {
            rows.push(row(tools, workload, &file, "custom", 2)?);
        }
        if workload.name == "arith" {
            let generic = folder.join("generic.mlir").display().to_string();
            run(tools.mlir_opt, &["--mlir-print-op-generic", &file, "-o", &generic])?;
            rows.push(row(tools, workload, &generic, "generic", 1)?);
        }
    }
    table::write_rows(&rows)
}

/// Prints how many instructions two builds of our tool take on the modules of all tables.
#[allow(clippy::print_stdout, reason = "the table is this program's output")]
fn count_instructions(old: &Path, new: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    workloads::write_all(folder.path())?;
    let mut cases: Vec<Case> = workloads::ALL
        .iter()
        .map(|workload| {
            let file = workload.file(folder.path()).display().to_string();
            let words = ["--threads=1", "--spelling=upstream", &file, "-o", "/dev/null"];
            Case { name: workload.what.to_owned(), arguments: words.map(str::to_owned).into() }
        })
        .collect();
    cases.extend(shapes::cases(folder.path())?);
    cases.extend(passes::cases(folder.path())?);
    print!("{}", instructions::compare(old, new, &cases)?);
    Ok(())
}

/// Runs both tools by turns on one file.
fn row(
    tools: &Tools<'_>,
    workload: &Workload,
    file: &str,
    form: &str,
    threads: usize,
) -> Result<Row, String> {
    let mut whole = (Vec::new(), Vec::new());
    let mut phases = (Vec::new(), Vec::new());
    let mut copies = Vec::new();
    let generic: &[&str] = if form == "generic" { &["--mlir-print-op-generic"] } else { &[] };
    let number = threads.to_string();
    let with = |flags: &[&'static str]| -> Vec<&str> {
        flags
            .iter()
            .copied()
            .chain(generic.iter().copied())
            .chain([file, "-o", "/dev/null"])
            .collect()
    };
    let mut theirs = with(&["--mlir-disable-threading"]);
    if threads > 1 {
        theirs.remove(0);
    }
    let mut theirs_timed = theirs.clone();
    theirs_timed.extend(["--mlir-timing", "--mlir-timing-display=list"]);
    let threads_flag = format!("--threads={threads}");
    let mut ours: Vec<&str> = with(&["--spelling=upstream"]);
    ours.push(&threads_flag);
    // The minimum of a few runs of some milliseconds is unreliable.
    let runs = if workload.name == "empty" { 8 * tools.runs } else { tools.runs };
    for _ in 0..runs {
        whole.0.push(run(tools.mlir_opt, &theirs)?);
        whole.1.push(run(tools.ours, &ours)?);
        copies.push(run(&tools.this, &["--copy", file])?);
        phases.0.push(run(tools.mlir_opt, &theirs_timed)?);
        phases.1.push(run(&tools.this, &["--phases", file, form, &number])?);
    }
    let merge = |whole: &[Run], phases: &[Run]| {
        let (whole, phases) = (least(whole), least(phases));
        Run { parse: phases.parse, print: phases.print, ..whole }
    };
    Ok(Row {
        name: format!("{}-{form}-{threads}", workload.name),
        what: workload.what,
        form: form.to_owned(),
        threads,
        theirs: merge(&whole.0, &phases.0),
        ours: merge(&whole.1, &phases.1),
        copy: least(&copies).wall,
    })
}
