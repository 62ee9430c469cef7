//! The trace of a conversion: how each op is legalized, as a tree.
//!
//! It has the layout of MLIR's `-debug-only=dialect-conversion`; addresses are replaced by numbers
//! of ops, which are the same in each run.

use mlir_lite::ir::{Body, OpId};
use mlir_lite::text::{PrintOptions, print_op};

/// The line above and below an op.
const RULE: &str = "//===-------------------------------------------===//";

/// Lines of a trace, of one body.
#[derive(Default)]
pub(crate) struct Trace {
    text: String,
    depth: usize,
}

impl Trace {
    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn blank(&mut self) {
        self.text.push('\n');
    }

    fn close(&mut self, outcome: &str, reason: &str) {
        self.depth = self.depth.saturating_sub(1);
        let separator = if reason.is_empty() { "" } else { " : " };
        self.line(&format!("}} -> {outcome}{separator}{reason}"));
    }

    /// An op is to be legalized.
    pub(crate) fn start_op(&mut self, body: &Body, op: OpId) {
        self.blank();
        self.line(RULE);
        self.line(&format!("Legalizing operation : {} {{", named(body, op)));
        self.depth += 1;
        if body.op(op).regions().next().is_none() {
            let options = PrintOptions::default().with_generic(true);
            let text = print_op(body.op(op), options);
            self.line(text.trim_end());
            self.blank();
        }
    }

    /// Logs the outcome for an op.
    pub(crate) fn end_op(&mut self, legal: bool, reason: &str) {
        self.close(if legal { "SUCCESS" } else { "FAILURE" }, reason);
        self.line(RULE);
    }

    pub(crate) fn start_fold(&mut self) {
        self.line("* Fold {");
        self.depth += 1;
    }

    pub(crate) fn end_fold(&mut self, folded: bool) {
        match folded {
            true => self.close("SUCCESS", ""),
            false => self.close("FAILURE", "unable to fold"),
        }
    }

    pub(crate) fn start_pattern(&mut self, body: &Body, op: OpId, generated: &[&'static str]) {
        self.blank();
        let (name, generated) = (body.info(op).name().to_string(), generated.join(", "));
        self.line(&format!("* Pattern : '{name} -> ({generated})' {{"));
        self.depth += 1;
    }

    pub(crate) fn end_pattern(&mut self, failure: Option<&str>) {
        match failure {
            None => self.close("SUCCESS", "pattern applied successfully"),
            Some(reason) => {
                self.line(&format!("** Failure : {reason}"));
                self.close("FAILURE", "pattern failed to match");
            }
        }
    }

    /// Logs an action of a pattern on an op: `Insert`, `Replace`, `Erase`, `Modify`.
    pub(crate) fn action(&mut self, what: &str, body: &Body, op: OpId) {
        self.line(&format!("** {what:<7} : {}", named(body, op)));
    }
}

fn named(body: &Body, op: OpId) -> String {
    format!("'{}'(0x{:x})", body.info(op).name(), op.index())
}
