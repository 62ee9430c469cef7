//! What each pass changes, and how long it takes.

use std::hash::{Hash as _, Hasher as _};
use std::time::{Duration, Instant};

use mlir_lite::ir::view::OpRef;
use mlir_lite::pass::{Instrumentation, PassEvent};
use mlir_lite::text::{PrintOptions, print_valid_op};
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::{Value, json};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::lines::Lines;

/// A pass that ran on an op.
#[derive(Debug)]
pub(super) struct Step {
    /// The name of the pass.
    pub(super) pass: &'static str,
    /// The function that it ran on, empty for the module.
    pub(super) on: String,
    /// The stage that the pass leads to.
    pub(super) stage: &'static str,
    pub(super) time: Duration,
    pub(super) failed: bool,
    /// The lines that are replaced: from which one on, how many, and by what.
    pub(super) changes: Vec<(usize, usize, Vec<u32>)>,
}

/// Records the steps of a pipeline.
#[derive(Debug)]
pub(super) struct Recorder {
    pub(super) lines: Lines,
    pub(super) steps: Vec<Step>,
    /// The lines of the module after the last step.
    pub(super) module: Vec<u32>,
    /// The stage that the passes lead to.
    pub(super) stage: &'static str,
    file: String,
    begin: Instant,
    /// What each op was the last time.
    seen: FxHashMap<String, u64>,
}

impl Recorder {
    /// A recorder without steps, for a source of this name.
    pub(super) fn new(lines: Lines, file: &str) -> Self {
        Self {
            lines,
            steps: Vec::new(),
            module: Vec::new(),
            stage: "toy",
            file: file.to_owned(),
            begin: Instant::now(),
            seen: FxHashMap::default(),
        }
    }

    /// Records a module before the first pass.
    pub(super) fn start(&mut self, module: OpRef<'_>) {
        self.module = self.print(module);
    }

    fn print(&mut self, op: OpRef<'_>) -> Vec<u32> {
        let options = PrintOptions::default();
        let located = options.with_debug_info(true).with_local_scope(true);
        self.lines.of_ir(&print_valid_op(op, options), &print_valid_op(op, located), &self.file)
    }

    /// Whether an op is not as it was when it was seen last. Printing one function for each pass is
    /// less work than printing the module.
    fn has_changed(&mut self, name: &str, op: OpRef<'_>) -> bool {
        let mut hasher = FxHasher::default();
        print_valid_op(op, PrintOptions::default()).hash(&mut hasher);
        let found = hasher.finish();
        self.seen.insert(name.to_owned(), found) != Some(found)
    }

    fn record(&mut self, event: &PassEvent<'_>, failed: bool) {
        let time = self.begin.elapsed();
        let ctx = event.op.context();
        let on = event.op.symbol_name().map_or(String::new(), |name| name.text(ctx).to_owned());
        let mut changes = Vec::new();
        if !failed && self.has_changed(&on, event.op) {
            let after = self.print(event.root);
            changes = self.difference(&after);
            self.module = after;
        }
        let (pass, stage) = (event.pass.argument(), self.stage);
        self.steps.push(Step { pass, on, stage, time, failed, changes });
    }

    /// The lines of which the text differs. Others keep the places that they had before.
    fn difference(&self, after: &[u32]) -> Vec<(usize, usize, Vec<u32>)> {
        let texts = |lines: &[u32]| -> Vec<u32> {
            lines.iter().map(|line| self.lines.text(*line)).collect()
        };
        let found = capture_diff_slices(Algorithm::Myers, &texts(&self.module), &texts(after));
        let change = |op: DiffOp| match op {
            DiffOp::Equal { .. } => None,
            op => {
                Some((op.old_range().start, op.old_range().len(), after[op.new_range()].to_vec()))
            }
        };
        found.into_iter().filter_map(change).collect()
    }

    /// The steps as JSON.
    pub(super) fn data(&self) -> Value {
        let step = |step: &Step| {
            json!({
                "pass": step.pass,
                "on": step.on,
                "stage": step.stage,
                "us": step.time.as_micros() as u64,
                "failed": step.failed,
                "changes": step.changes,
            })
        };
        self.steps.iter().map(step).collect()
    }
}

impl Instrumentation for Recorder {
    fn before_pass(&mut self, _event: &PassEvent<'_>) {
        self.begin = Instant::now();
    }

    fn after_pass(&mut self, event: &PassEvent<'_>) {
        self.record(event, false);
    }

    fn after_pass_failed(&mut self, event: &PassEvent<'_>) {
        self.record(event, true);
    }
}
