//! Prints the IR before and after passes.

use crate::ir::view::OpRef;
use crate::pass::manager::op_spelling;
use crate::pass::plan::VERIFIER;
use crate::pass::{Instrumentation, Pass, PassEvent};
use crate::text::{PrintOptions, Spelling, print_op};
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::io::Write;

/// Some passes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum PassFilter {
    /// No pass.
    #[default]
    None,
    /// Every pass.
    All,
    /// The passes of these names on command lines.
    Only(Vec<String>),
}

impl PassFilter {
    fn selects(&self, pass: &dyn Pass) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Only(names) => {
                names.iter().any(|name| name == pass.argument() || name == pass.upstream_argument())
            }
        }
    }
}

/// What is printed when.
#[derive(Clone, Debug, Default)]
pub struct IrPrintingOptions {
    /// Before which passes.
    pub before: PassFilter,
    /// After which passes.
    pub after: PassFilter,
    /// After a pass only if it has changed the op.
    pub after_change: bool,
    /// After a pass only if it has failed, whichever pass it is.
    pub after_failure: bool,
    /// The outermost op instead of the one that the pass runs on.
    pub module_scope: bool,
    /// How.
    pub print: PrintOptions,
}

/// Prints the op before and after passes, under a title in the form of the
/// spelling: `*** IR Dump After CSE ***`, or today's
/// `// -----// IR Dump After CSE (cse) //----- //`.
pub struct IrPrinting<'w> {
    out: &'w mut (dyn Write + Send),
    options: IrPrintingOptions,
    /// What the ops of the passes that are running looked like, outermost first.
    before: Vec<u64>,
}

impl<'w> IrPrinting<'w> {
    /// Prints to `out`. What cannot be written is dropped: a dump for people
    /// does not decide whether a compilation succeeds.
    pub fn new(out: &'w mut (dyn Write + Send), options: IrPrintingOptions) -> Self {
        Self { out, options, before: Vec::new() }
    }

    /// Prints after every pass.
    pub fn after_all(out: &'w mut (dyn Write + Send), print: PrintOptions) -> Self {
        Self::new(out, IrPrintingOptions { after: PassFilter::All, print, ..IrPrintingOptions::default() })
    }

    fn print(&mut self, when: &str, outcome: &str, event: &PassEvent<'_>) {
        let op = if self.options.module_scope { event.root } else { event.op };
        let pass = event.pass;
        let scope = if self.options.module_scope {
            scope(event.op, self.options.print.spelling)
        } else {
            String::new()
        };
        let ir = print_op(op, self.options.print);
        let _ = match self.options.print.spelling {
            Spelling::Std => {
                let scope = if scope.is_empty() { scope } else { format!("  {scope}") };
                writeln!(self.out, "*** IR Dump {when} {}{outcome} ***{scope}\n{ir}\n", pass.name())
            }
            Spelling::Upstream => {
                let scope = if scope.is_empty() { scope } else { format!(" {scope}") };
                // MLIR ends a module with a line of its own.
                let end = if op.is::<crate::dialects::builtin::ModuleOp>() { "\n" } else { "" };
                let argument = pass.upstream_argument();
                let name = pass.name();
                writeln!(
                    self.out,
                    "// -----// IR Dump {when} {name}{outcome} ({argument}){scope} //----- //\n{ir}\n{end}"
                )
            }
        };
    }
}

/// The op, where more than it is printed: `('func' operation: @f)`.
fn scope(op: OpRef<'_>, spelling: Spelling) -> String {
    let name = op_spelling(op.context(), op.info().name(), spelling);
    match (op.symbol_name(), spelling) {
        (Some(symbol), _) => format!("('{name}' operation: @{})", symbol.text(op.context())),
        (None, _) => format!("('{name}' operation)"),
    }
}

/// A number that changes with the op's text.
fn fingerprint(op: OpRef<'_>) -> u64 {
    let print = PrintOptions { generic: true, debug_info: true, ..PrintOptions::default() };
    let mut hasher = FxHasher::default();
    hasher.write(print_op(op, print).as_bytes());
    hasher.finish()
}

impl Instrumentation for IrPrinting<'_> {
    fn before_pass(&mut self, event: &PassEvent<'_>) {
        if event.pass.name() == VERIFIER {
            return;
        }
        if self.options.before.selects(event.pass) {
            self.print("Before", "", event);
        }
        if self.options.after_change {
            self.before.push(fingerprint(event.op));
        }
    }

    fn after_pass(&mut self, event: &PassEvent<'_>) {
        if event.pass.name() == VERIFIER {
            return;
        }
        let has_changed = match self.before.pop() {
            Some(before) => before != fingerprint(event.op),
            None => true,
        };
        if has_changed && !self.options.after_failure && self.options.after.selects(event.pass) {
            self.print("After", "", event);
        }
    }

    fn after_pass_failed(&mut self, event: &PassEvent<'_>) {
        let is_verifier = event.pass.name() == VERIFIER;
        if !is_verifier {
            self.before.pop();
        }
        let selects =
            self.options.after.selects(event.pass) || (is_verifier && self.options.after != PassFilter::None);
        if selects || self.options.after_failure {
            self.print("After", " Failed", event);
        }
    }
}
