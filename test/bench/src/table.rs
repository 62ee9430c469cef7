//! The table in `docs/performance.md`, and our last results beside it.

use crate::processes::Run;
use std::fmt::Write;
use std::path::PathBuf;

/// One line of the table.
pub(crate) struct Row {
    /// Identity among the last results.
    pub(crate) name: String,
    /// What was processed.
    pub(crate) what: &'static str,
    /// `custom` or `generic`.
    pub(crate) form: String,
    /// How many threads both had.
    pub(crate) threads: usize,
    /// `mlir-opt`.
    pub(crate) theirs: Run,
    /// `mlir-lite-opt`.
    pub(crate) ours: Run,
    /// Seconds of a bare process that reads the same file and writes it.
    pub(crate) copy: f64,
}

/// A table of the document.
#[derive(Copy, Clone)]
pub(crate) enum Section {
    /// Reading and printing.
    Text,
    /// Passes.
    Passes,
}

impl Section {
    /// The lines around the table.
    fn bounds(self) -> (&'static str, &'static str) {
        match self {
            Self::Text => ("<!-- make bench writes from here -->\n", "<!-- to here -->\n"),
            Self::Passes => ("<!-- make bench writes passes from here -->\n", "<!-- passes to here -->\n"),
        }
    }
}

fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Puts a table, made with our last results at hand, into the document, prints it, and keeps our results, names and
/// seconds, for the next time.
#[allow(clippy::print_stdout, reason = "the table is this program's output")]
pub(crate) fn write(
    section: Section,
    table: &dyn Fn(&str) -> String,
    results: Vec<(String, f64)>,
) -> Result<(), String> {
    let document = repository().join("docs/performance.md");
    let file = repository().join("test/bench/last.tsv");
    let last = std::fs::read_to_string(&file).unwrap_or_default();
    let table = table(&last);
    print!("{table}");
    let explain = |error: std::io::Error| format!("{}: {error}", document.display());
    let text = std::fs::read_to_string(&document).map_err(explain)?;
    let (begin, end) = section.bounds();
    let parts = text.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let Some((before, after)) = parts else {
        return Err(format!("{}: the lines around the table are missing", document.display()));
    };
    std::fs::write(&document, format!("{before}{begin}{table}{end}{after}")).map_err(explain)?;
    let is_new = |line: &str| results.iter().any(|(name, _)| line.split('\t').next() == Some(name));
    let mut kept = String::new();
    for line in last.lines().filter(|line| !is_new(line)) {
        let _ = writeln!(kept, "{line}");
    }
    for (name, seconds) in &results {
        let _ = writeln!(kept, "{name}\t{:.3}", 1e3 * seconds);
    }
    std::fs::write(&file, kept).map_err(|error| format!("{}: {error}", file.display()))
}

/// The table of reading and printing.
pub(crate) fn write_rows(rows: &[Row]) -> Result<(), String> {
    let results = rows.iter().map(|row| (row.name.clone(), row.ours.wall)).collect();
    write(Section::Text, &|last| markdown(rows, last), results)
}

/// How a time in seconds compares with the last results' one of that name.
pub(crate) fn change(last: &str, name: &str, seconds: f64) -> String {
    match last_seconds(last, name) {
        Some(last) => format!("{:+.0} %", 100.0 * (seconds / last - 1.0)),
        None => "new".to_owned(),
    }
}

/// A time in the last results, in seconds.
fn last_seconds(last: &str, name: &str) -> Option<f64> {
    let line = last.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'))?;
    Some(line.parse::<f64>().ok()? / 1e3)
}

fn markdown(rows: &[Row], last: &str) -> String {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut text = format!(
        "Machine: {}, {processors} processors, {}.\n\n\
         | input | form | threads | read + verify | print | whole process | peak memory | a bare copy of the file | whole process, against our last run |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|\n",
        std::env::consts::ARCH,
        std::env::consts::OS,
    );
    for row in rows {
        let times = |theirs: f64, ours: f64| {
            if theirs == 0.0 || ours == 0.0 {
                return "".to_owned();
            }
            format!("{:.1} / {:.1} ms = **{:.1}x**", 1e3 * theirs, 1e3 * ours, theirs / ours)
        };
        let (theirs, ours) = (&row.theirs, &row.ours);
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let change = change(last, &row.name, ours.wall);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {:.0} / {:.0} MB = **1/{:.1}** | {:.1} ms | {change} |",
            row.what,
            row.form,
            row.threads,
            times(theirs.parse, ours.parse),
            times(theirs.print, ours.print),
            times(theirs.wall, ours.wall),
            megabytes(theirs.peak),
            megabytes(ours.peak),
            theirs.peak as f64 / ours.peak as f64,
            1e3 * row.copy,
        );
    }
    text.push_str(&own_gain(rows));
    text
}

/// What a second thread gains for us: the rows of one form that differ in nothing else.
fn own_gain(rows: &[Row]) -> String {
    let mut text = "\n| input | ours, 1 thread / 2 threads: read + verify | print | whole process |\n\
                    |---|---:|---:|---:|\n"
        .to_owned();
    for two in rows.iter().filter(|row| row.threads == 2) {
        let same = |row: &&Row| row.threads == 1 && row.what == two.what && row.form == two.form;
        let Some(one) = rows.iter().find(same) else { continue };
        let gain = |of: fn(&Run) -> f64| format!("**{:.2}x**", of(&one.ours) / of(&two.ours));
        let (parse, print, whole) = (gain(|run| run.parse), gain(|run| run.print), gain(|run| run.wall));
        let _ = writeln!(text, "| {} | {parse} | {print} | {whole} |", two.what);
    }
    text
}
