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
    /// The output: standard error, since standard output has the IR, which another tool may read.
    #[default(ReportSink::Stderr)]
    pub sink: ReportSink,
}

impl RunPass for PrintOpStatsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        self.sink.write(&report(body.as_op()), cx.diagnostics)
    }
}

/// Names are aligned at the dot, and sorted. They are in the spelling of the input: that of the
/// first op of each kind.
fn report(root: OpRef<'_>) -> String {
    let mut kinds: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for op in std::iter::once(root).chain(root.walk()) {
        kinds.entry(op.info().name()).or_insert_with(|| (op.spelled_name(), 0)).1 += 1;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, count) in kinds.into_values() {
        *counts.entry(name).or_default() += count;
    }
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
