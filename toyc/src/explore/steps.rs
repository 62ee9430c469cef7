//! The changes of each pass, and how long it takes.

use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;
use std::time::{Duration, Instant};

use mlir_lite::ir::view::OpRef;
use mlir_lite::pass::{Instrumentation, PassEvent};
use mlir_lite::text::{PrintOptions, print_valid_op};
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::{Value, json};
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::clock::now;
use super::lines::Lines;

/// How long the smallest difference is looked for; afterwards, a larger one is shown.
const PATIENCE: Duration = Duration::from_millis(50);

/// None in browsers, for which the standard library has no clock: there, a compilation is ended if
/// it takes too long.
fn deadline() -> Option<Instant> {
    (!cfg!(target_family = "wasm")).then(|| Instant::now() + PATIENCE)
}

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
    /// The lines that are replaced: the first one, their number, and their replacements.
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
    begin: Duration,
    /// The hash of each op in the previous step.
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
            begin: now(),
            seen: FxHashMap::default(),
        }
    }

    /// Records a module before the first pass.
    pub(super) fn start(&mut self, module: OpRef<'_>) {
        self.module = self.print(module, "");
    }

    /// Records the module at the end of a stage. Steps on functions change only the lines of these
    /// functions; symbols that they require are added afterwards.
    pub(super) fn end_stage(&mut self, module: OpRef<'_>) {
        let after = self.print(module, "");
        let changes = self.difference(0, self.module.len(), &after);
        if !changes.is_empty() {
            let stage = self.stage;
            let (pass, on, time) = ("symbols and aliases", String::new(), Duration::ZERO);
            self.steps.push(Step { pass, on, stage, time, failed: false, changes });
        }
        self.module = after;
    }

    fn print(&mut self, op: OpRef<'_>, indent: &str) -> Vec<u32> {
        let options = PrintOptions::default();
        let located = options.with_debug_info(true).with_local_scope(true);
        let (plain, located) = (print_valid_op(op, options), print_valid_op(op, located));
        if indent.is_empty() {
            return self.lines.of_ir(&plain, &located, &self.file);
        }
        let indented = |text: &str| -> String {
            text.lines().map(|line| format!("{indent}{line}\n")).collect()
        };
        self.lines.of_ir(&indented(&plain), &indented(&located), &self.file)
    }

    /// The lines of a function in the module, if it is printed there as it is alone.
    fn function_lines(&self, name: &str) -> Option<Range<usize>> {
        let symbol = format!("@{name}(");
        let text = |line: &u32| self.lines.text_of(*line);
        let is_start = |line: &u32| {
            let line = text(line);
            let head = line.strip_prefix("  ").filter(|head| !head.starts_with(' '));
            head.is_some_and(|head| {
                (head.starts_with("func ") || head.starts_with("llvm.func "))
                    && head.contains(&symbol)
                    && head.ends_with('{')
            })
        };
        let start = self.module.iter().position(is_start)?;
        let length = self.module[start..].iter().position(|line| text(line) == "  }")?;
        Some(start..start + length + 1)
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
        let time = now() - self.begin;
        let ctx = event.op.context();
        let on = event.op.symbol_name().map_or(String::new(), |name| name.text(ctx).to_owned());
        let mut changes = Vec::new();
        if !failed && self.has_changed(&on, event.op) {
            let alone = self.function_lines(&on).filter(|_| !on.is_empty()).and_then(|range| {
                let lines = self.print(event.op, "  ");
                // Aliases are printed before the module, or before the function if it is alone.
                let has_aliases = self.lines.text_of(*lines.first()?).starts_with("  #");
                (!has_aliases).then_some((range, lines))
            });
            let (range, lines) = match alone {
                Some(alone) => alone,
                None => (0..self.module.len(), self.print(event.root, "")),
            };
            changes = self.difference(range.start, range.end, &lines);
            self.module.splice(range, lines);
        }
        let (pass, stage) = (event.pass.argument(), self.stage);
        self.steps.push(Step { pass, on, stage, time, failed, changes });
    }

    /// The lines of which the text differs, from one line of the module to another. Others keep
    /// the locations that they had before.
    fn difference(&self, from: usize, to: usize, after: &[u32]) -> Vec<(usize, usize, Vec<u32>)> {
        let texts = |lines: &[u32]| -> Vec<u32> {
            lines.iter().map(|line| self.lines.text(*line)).collect()
        };
        let (old, new) = (texts(&self.module[from..to]), texts(after));
        let found = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline());
        let change = |op: DiffOp| match op {
            DiffOp::Equal { .. } => None,
            op => {
                let (old, new) = (op.old_range(), op.new_range());
                Some((from + old.start, old.len(), after[new].to_vec()))
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
        self.begin = now();
    }

    fn after_pass(&mut self, event: &PassEvent<'_>) {
        self.record(event, false);
    }

    fn after_pass_failed(&mut self, event: &PassEvent<'_>) {
        self.record(event, true);
    }
}
