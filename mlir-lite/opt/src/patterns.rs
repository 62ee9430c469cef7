//! The patterns of a pass: what `--pass-patterns` prints.

use std::sync::{Arc, Mutex, PoisonError};

use mlir_lite::Context;
use mlir_lite::pass::PassInfo;
use mlir_lite::rewrite::{PatternObserver, PatternSummary, observe_patterns};

/// A line for each pattern.
#[derive(Default)]
struct Lines(Mutex<Vec<String>>);

impl PatternObserver for Lines {
    fn pattern_frozen(&self, pattern: PatternSummary<'_>) {
        let root = pattern.root.name().unwrap_or("any op");
        let mut line = format!("{root}: {}, benefit {}", pattern.name, pattern.benefit);
        if !pattern.generated_ops.is_empty() {
            line += &format!(", builds {}", pattern.generated_ops.join(", "));
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// The patterns that a pass with its default options tries on the ops of the loaded dialects, one a
/// line, in the order in which they were added.
pub(crate) fn list(ctx: &Context, pass: &PassInfo) -> String {
    let lines = Arc::new(Lines::default());
    observe_patterns(ctx, Arc::clone(&lines) as Arc<dyn PatternObserver>);
    // A pass freezes its patterns when it is created.
    let _ = pass.create(ctx, &[]);
    let lines = lines.0.lock().unwrap_or_else(PoisonError::into_inner);
    if lines.is_empty() {
        return format!("{} has no patterns\n", pass.argument());
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
