//! `print-op-stats`: the number of ops of each name.

use super::ReportSink;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::view::OpRef;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Print statistics of operations.
#[pass(name = "print-op-stats")]
pub struct PrintOpStatsPass {
    /// Whether the statistics are an object of JSON
    #[option("json", default = false)]
    pub json: bool,
    /// The output: standard error, since standard output has the IR, which another tool may read.
    #[default(ReportSink::Stderr)]
    pub sink: ReportSink,
}

impl RunPass for PrintOpStatsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let counts = count(body.as_op());
        let text = if self.json { json(&counts) } else { table(&counts) };
        self.sink.write(&text, cx.diagnostics)
    }
}

/// The number of ops by name, sorted. Names are in the spelling of the input: that of the first op
/// of each kind.
fn count(root: OpRef<'_>) -> BTreeMap<&str, usize> {
    let mut kinds: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for op in std::iter::once(root).chain(root.walk()) {
        kinds.entry(op.info().name()).or_insert_with(|| (op.spelled_name(), 0)).1 += 1;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, count) in kinds.into_values() {
        *counts.entry(name).or_default() += count;
    }
    counts
}

/// An object with a number for each name.
fn json(counts: &BTreeMap<&str, usize>) -> String {
    let lines = counts.iter().map(|(name, count)| format!("  \"{name}\" : {count}"));
    format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// A table, aligned at the dots of the names.
fn table(counts: &BTreeMap<&str, usize>) -> String {
    let parts = |name: &str| {
        name.split_once('.').map_or((0, name.len()), |(dialect, op)| (dialect.len(), op.len()))
    };
    let dialects = counts.keys().map(|name| parts(name).0).max().unwrap_or(0);
    let ops = counts.keys().map(|name| parts(name).1).max().unwrap_or(0);
    let mut text = String::from("Operations encountered:\n-----------------------\n");
    for (name, count) in counts {
        let (dialect, op) = parts(name);
        // A name without a dialect is aligned as if it followed the dot.
        let indent = 2 + dialects - dialect + usize::from(dialect == 0);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:indent$}{name}{:padding$} , {count}", "", "", padding = ops - op);
    }
    text
}
