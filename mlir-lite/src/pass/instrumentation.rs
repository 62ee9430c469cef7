//! Watching passes run.

use crate::ir::view::OpRef;
use crate::pass::Pass;
use crate::text::{PrintOptions, print_op};
use std::io::Write;

/// Is told of each pass and the op that it runs on. While one watches, ops are
/// processed one after the other.
pub trait Instrumentation {
    /// Before a pass.
    fn before_pass(&mut self, _pass: &dyn Pass, _op: OpRef<'_>) {}

    /// After a pass that succeeded.
    fn after_pass(&mut self, _pass: &dyn Pass, _op: OpRef<'_>) {}

    /// After a pass that failed.
    fn after_pass_failed(&mut self, _pass: &dyn Pass, _op: OpRef<'_>) {}
}

/// Prints the op after each pass.
pub struct IrPrinting<'w> {
    out: &'w mut dyn Write,
    options: PrintOptions,
}

impl<'w> IrPrinting<'w> {
    /// Prints to `out`. What cannot be written is dropped: a dump for people
    /// does not decide whether a compilation succeeds.
    pub fn new(out: &'w mut dyn Write, options: PrintOptions) -> Self {
        Self { out, options }
    }

    fn print(&mut self, title: &str, op: OpRef<'_>) {
        let _ = writeln!(self.out, "{title}\n{}\n", print_op(op, self.options));
    }
}

impl Instrumentation for IrPrinting<'_> {
    fn after_pass(&mut self, pass: &dyn Pass, op: OpRef<'_>) {
        self.print(&format!("*** IR Dump After {} ***", pass.name()), op);
    }

    fn after_pass_failed(&mut self, pass: &dyn Pass, op: OpRef<'_>) {
        self.print(&format!("*** IR Dump After {} Failed ***", pass.name()), op);
    }
}
