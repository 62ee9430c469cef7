//! Kernels: functions of Toy on large data, compared with the same work in C and in NumPy.
//!
//! toyc compiles them to a shared library (`-emit=shared --export`), clang compiles the C; a
//! process calls both alternately, with memory that was touched before. NumPy is measured in a
//! process of its own. All run on one thread; then, some of ours on as many as there are
//! processors.

mod calls;

use bench::document::{self, Section, change};
use bench::processes::{phase, run};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

pub(crate) use calls::measure_here;

/// The kernels. Products are of square matrices; 1000 and 1021 are not multiples of a tile.
const SOURCE: &str = "\
def chain(a, b) {
  var t = a * b + a;
  var u = t * 0.5 - b;
  var v = u * u + a;
  return v * 0.25 + t;
}
def total(a) { return sum(a); }
def flip(a) { return transpose(a); }
def rows(a) { return sum(a, 1); }
def columns(a) { return sum(a, 0); }
def matmul_1024(a, b) { return a @ b; }
def matmul_1000(a, b) { return a @ b; }
def matmul_1021(a, b) { return a @ b; }
";

const EXPORTS: [&str; 8] = [
    "chain(<4000000>, <4000000>)",
    "total(<4000000>)",
    "flip(<4096, 4096>)",
    "rows(<4096, 4096>)",
    "columns(<4096, 4096>)",
    "matmul_1024(<1024, 1024>, <1024, 1024>)",
    "matmul_1000(<1000, 1000>, <1000, 1000>)",
    "matmul_1021(<1021, 1021>, <1021, 1021>)",
];

/// Settings of the C library: it keeps freed memory, so that results are in memory that was touched
/// before.
const KEEP_MEMORY: [(&str, &str); 2] =
    [("MALLOC_MMAP_MAX_", "0"), ("MALLOC_TRIM_THRESHOLD_", "1000000000000")];

/// One line of the table.
struct Line {
    name: &'static str,
    what: &'static str,
    /// The rate of C, and which part of it is the goal.
    reference: Option<(&'static str, f64)>,
    /// How many times as fast as NumPy the goal is.
    numpy: f64,
    /// The amount of work, in 1e9 for each run, and its unit.
    amount: (f64, &'static str),
}

const fn matmul(name: &'static str, what: &'static str, n: f64, goal: f64) -> Line {
    Line { name, what, reference: None, numpy: goal, amount: (2e-9 * n * n * n, "Gflop/s") }
}

const LINES: [Line; 6] = [
    Line {
        name: "chain",
        what: "8 element-wise operations on 4,000,000 elements",
        reference: Some(("a loop in C", 0.85)),
        numpy: 3.0,
        amount: (0.096, "GB/s"),
    },
    Line {
        name: "sum",
        what: "the sum of 4,000,000 elements",
        reference: Some(("reading them in C", 0.85)),
        numpy: 0.0,
        amount: (0.032, "GB/s"),
    },
    Line {
        name: "transpose",
        what: "a transpose of 4096x4096",
        reference: Some(("`memcpy`", 0.6)),
        numpy: 0.0,
        amount: (0.268_435_456, "GB/s"),
    },
    matmul("matmul-1024", "a product of 1024x1024", 1024.0, 0.6),
    matmul("matmul-1000", "a product of 1000x1000", 1000.0, 0.48),
    matmul("matmul-1021", "a product of 1021x1021", 1021.0, 0.48),
];

/// Kernels that are measured on threads, too, and a description of each.
const ON_THREADS: [(&str, &str); 6] = [
    ("chain", "8 element-wise operations on 4,000,000 elements"),
    ("transpose", "a transpose of 4096x4096"),
    ("rows", "the sums of the rows of 4096x4096"),
    ("columns", "the sums of the columns of 4096x4096"),
    ("matmul-1024", "a product of 1024x1024"),
    ("matmul-1021", "a product of 1021x1021"),
];

/// Compiles the kernels, measures them, and writes their table.
///
/// # Errors
/// Something cannot be compiled or run; the text says what.
pub(crate) fn measure(toyc: &Path, clang: &Path, python: &Path, runs: usize) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("bench-kernels-{}", std::process::id()));
    let folder_error = |error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(folder_error)?;
    let reports = reports(toyc, clang, python, &folder, runs);
    std::fs::remove_dir_all(&folder).map_err(folder_error)?;
    let (ours, numpy) = reports?;
    let time =
        |report: &str, name: &str| phase(report, name).ok_or(format!("{name} was not measured"));
    let mut results = Vec::new();
    for line in &LINES {
        let reference =
            line.reference.map(|_| time(&ours, &format!("C {}", line.name))).transpose()?;
        let times =
            (time(&ours, &format!("toy {}", line.name))?, reference, time(&numpy, line.name)?);
        results.push((line, times));
    }
    let mut on_threads = Vec::new();
    for (name, what) in ON_THREADS {
        let times =
            (time(&ours, &format!("one {name}"))?, time(&ours, &format!("threads {name}"))?);
        on_threads.push((what, times));
    }
    let last = results.iter().map(|(line, times)| (identity(line), times.0)).collect();
    document::write(
        Section::Kernels,
        &|last| markdown(&results, last) + &threads_markdown(&on_threads),
        last,
    )
}

fn threads_markdown(results: &[(&str, (f64, f64))]) -> String {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut text = format!(
        "\n| kernel, `--parallel` | one thread | {threads} threads | times as fast \
            |\n|---|---:|---:|---:|\n"
    );
    for (what, (one, parallel)) in results {
        let (one_ms, parallel_ms, ratio) = (1e3 * one, 1e3 * parallel, one / parallel);
        let _ =
            writeln!(text, "| {what} | {one_ms:.2} ms | {parallel_ms:.2} ms | **{ratio:.2}x** |");
    }
    text
}

fn identity(line: &Line) -> String {
    format!("kernel-{}", line.name)
}

/// The reports of the process that calls the kernels, and of NumPy's.
fn reports(
    toyc: &Path,
    clang: &Path,
    python: &Path,
    folder: &Path,
    runs: usize,
) -> Result<(String, String), String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).map_err(|error| format!("{}: {error}", path(name)))
    };
    write("kernels.toy", SOURCE)?;
    write("reference.c", include_str!("reference.c"))?;
    write("reference.py", include_str!("reference.py"))?;
    let (source, library) = (path("kernels.toy"), path("libtoy.so"));
    let mut flags = vec!["-emit=shared", "-O3", "--cpu=native", &source, "-o", &library];
    flags.extend(EXPORTS.iter().flat_map(|export| ["--export", *export]));
    run(toyc, &flags)?;
    let parallel = path("libparallel.so");
    flags.extend(["--parallel", "-o", &parallel]);
    run(toyc, &flags)?;
    let (source, library) = (path("reference.c"), path("libreference.so"));
    let flags =
        ["-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC", &source, "-o", &library];
    run(clang, &flags)?;
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(this);
    command
        .args(["--call-kernels", &folder.display().to_string(), &runs.to_string()])
        .envs(KEEP_MEMORY);
    let ours = output(command)?;
    let mut command = Command::new(python);
    command
        .args([path("reference.py"), runs.to_string()])
        .envs(KEEP_MEMORY)
        .env("OPENBLAS_NUM_THREADS", "1");
    Ok((ours, output(command)?))
}

/// The output of a command.
fn output(mut command: Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "{command:?}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

type Times = (f64, Option<f64>, f64);

fn markdown(results: &[(&Line, Times)], last: &str) -> String {
    let mut text = String::from(
        "| kernel | ours | beside | its rate | goal | NumPy, one thread | its rate | goal | \
            against our last run |\n\
         |---|---:|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for (line, (ours, reference, numpy)) in results {
        let (amount, unit) = line.amount;
        let rate = |time: f64| format!("{:.2} ms, {:.1} {unit}", 1e3 * time, amount / time);
        let percent = |part: f64| format!("{:.0} %", 100.0 * part);
        let (beside, share, goal) = match (line.reference, reference) {
            (Some((what, goal)), Some(time)) => (
                format!("{what}: {}", rate(*time)),
                format!("**{}**", percent(time / ours)),
                percent(goal),
            ),
            _ => Default::default(),
        };
        let goal_of_numpy = if line.numpy > 0.0 { percent(line.numpy) } else { String::new() };
        let change = change(last, &identity(line), *ours);
        let _ = writeln!(
            text,
            "| {} | {} | {beside} | {share} | {goal} | {} | **{}** | {goal_of_numpy} | {change} |",
            line.what,
            rate(*ours),
            rate(*numpy),
            percent(numpy / ours),
        );
    }
    text
}
