//! The table of reading and printing.

use bench::document::{self, Section, change};
use bench::processes::Run;
use std::fmt::Write;

/// One line of the table.
pub(crate) struct Row {
    /// Identity among the last results.
    pub(crate) name: String,
    /// The processed module.
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

/// Writes the table, and keeps our results.
pub(crate) fn write_rows(rows: &[Row]) -> Result<(), String> {
    let results = rows.iter().map(|row| (row.name.clone(), row.ours.wall)).collect();
    document::write(Section::Text, &|last| markdown(rows, last), results)
}

fn markdown(rows: &[Row], last: &str) -> String {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut text = format!(
        "Machine: {}, {processors} processors, {}.\n\n\
         | input | form | threads | read + verify | print | whole process | peak memory | a bare \
         copy of the file | whole process, against our last run |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|\n",
        std::env::consts::ARCH,
        std::env::consts::OS,
    );
    for row in rows {
        let times = |theirs: f64, ours: f64| {
            if theirs == 0.0 || ours == 0.0 {
                return "".to_owned();
            }
            document::times(theirs, ours)
        };
        let (theirs, ours) = (&row.theirs, &row.ours);
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let change = change(last, &row.name, ours.wall);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {:.0} / {:.0} MB = **1/{:.1}** | {:.1} ms | {change} \
                |",
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

/// The gain of a second thread for us: the rows of one form that differ in nothing else.
fn own_gain(rows: &[Row]) -> String {
    let mut text =
        "\n| input | ours, 1 thread / 2 threads: read + verify | print | whole process |\n\
                    |---|---:|---:|---:|\n"
            .to_owned();
    for two in rows.iter().filter(|row| row.threads == 2) {
        let same = |row: &&Row| row.threads == 1 && row.what == two.what && row.form == two.form;
        let Some(one) = rows.iter().find(same) else { continue };
        let gain = |of: fn(&Run) -> f64| format!("**{:.2}x**", of(&one.ours) / of(&two.ours));
        let (parse, print, whole) =
            (gain(|run| run.parse), gain(|run| run.print), gain(|run| run.wall));
        let _ = writeln!(text, "| {} | {parse} | {print} | {whole} |", two.what);
    }
    text
}
