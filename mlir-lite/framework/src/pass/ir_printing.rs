//! Prints the IR before and after passes.

use crate::pass::fingerprint::Fingerprints;
use crate::pass::manager::op_spelling;
use crate::pass::plan::VERIFIER;
use crate::pass::{Instrumentation, Pass, PassEvent};
use mlir_lite::ir::view::OpRef;
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite_diagnostics::visible;
use rustc_hash::FxHashMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

/// Some passes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
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

/// The passes around which IR is printed, and the form of the output.
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
    /// A folder for files, one for each dump: `module_name/func_f/0_1_cse.mlir`. Without one,
    /// everything is written to the printer's output.
    pub tree_dir: Option<PathBuf>,
    /// How.
    pub print: PrintOptions,
}

/// The suffix of the title of a pass that was skipped, as it would change nothing.
const SKIPPED: &str = " (skipped)";

/// Prints the op before and after passes, under a title in the form of the spelling:
/// `*** IR Dump After CSE ***`, or today's `// -----// IR Dump After CSE (cse) //----- //`.
pub struct IrPrinting<'w> {
    out: &'w mut (dyn Write + Send),
    options: IrPrintingOptions,
    /// Fingerprints of the ops of the running passes, outermost first.
    before: Vec<u64>,
    fingerprints: Fingerprints,
    /// The number of the last dump of each op, by the op's folder.
    counts: FxHashMap<PathBuf, usize>,
}

impl<'w> IrPrinting<'w> {
    /// Prints to `out`. Errors in writing are ignored: a dump for people does not decide whether a
    /// compilation succeeds.
    pub fn new(out: &'w mut (dyn Write + Send), options: IrPrintingOptions) -> Self {
        Self {
            out,
            options,
            before: Vec::new(),
            fingerprints: Fingerprints::default(),
            counts: FxHashMap::default(),
        }
    }

    /// Prints after every pass.
    pub fn after_all(out: &'w mut (dyn Write + Send), print: PrintOptions) -> Self {
        Self::new(
            out,
            IrPrintingOptions { after: PassFilter::All, print, ..IrPrintingOptions::default() },
        )
    }

    fn print(&mut self, when: &str, outcome: &str, event: &PassEvent<'_>) {
        let op = if self.options.module_scope { event.root } else { event.op };
        let ir = print_op(op, self.options.print);
        // MLIR ends a module with a line of its own.
        let ends = self.options.print.spelling == Spelling::Upstream
            && op.is::<mlir_lite::dialects::builtin::ModuleOp>();
        let end = if ends { "\n" } else { "" };
        self.write(when, outcome, event, &format!("\n{ir}\n{end}"));
    }

    /// Writes a title and the text after it.
    fn write(&mut self, when: &str, outcome: &str, event: &PassEvent<'_>, text: &str) {
        let pass = event.pass;
        let scope = if self.options.module_scope {
            scope(event.op, self.options.print.spelling)
        } else {
            String::new()
        };
        let mut file = self.tree_file(event);
        let out: &mut dyn Write = match &mut file {
            Some(file) => file,
            None => self.out,
        };
        let name = pass.name();
        let _ = match self.options.print.spelling {
            Spelling::Std => {
                let scope = if scope.is_empty() { scope } else { format!("  {scope}") };
                writeln!(out, "*** IR Dump {when} {name}{outcome} ***{scope}{text}")
            }
            Spelling::Upstream => {
                let scope = if scope.is_empty() { scope } else { format!(" {scope}") };
                let argument = pass.upstream_argument();
                writeln!(
                    out,
                    "// -----// IR Dump {when} {name}{outcome} ({argument}){scope} //----- //{text}"
                )
            }
        };
    }
}

impl IrPrinting<'_> {
    /// The file for a dump, if dumps go to files. Its name begins with the numbers of the last dump
    /// of each enclosing op, and of this dump of the op.
    fn tree_file(&mut self, event: &PassEvent<'_>) -> Option<File> {
        let mut folder = self.options.tree_dir.clone()?;
        let spelling = self.options.print.spelling;
        let mut numbers = String::new();
        for op in ancestors(event.root, event.op) {
            let name = op_spelling(op.context(), op.info().name(), spelling).replace('.', "_");
            let symbol =
                op.symbol_name().map_or("no-symbol-name", |symbol| symbol.text(op.context()));
            let symbol = symbol.replace(|c: char| !(c.is_alphanumeric() || "_-$".contains(c)), "_");
            folder.push(format!("{name}_{symbol}"));
            let is_own = std::ptr::eq(op.body(), event.op.body());
            let count = self.counts.entry(folder.clone());
            let count = *count.and_modify(|count| *count += usize::from(is_own)).or_default();
            numbers.push_str(&format!("{count}_"));
        }
        fs::create_dir_all(&folder).ok()?;
        let argument = match spelling {
            Spelling::Std => event.pass.argument(),
            Spelling::Upstream => event.pass.upstream_argument(),
        };
        File::create(folder.join(format!("{numbers}{argument}.mlir"))).ok()
    }
}

/// The isolated ops from `root` down to `op`; `op` alone if it is not in `root`.
fn ancestors<'b>(root: OpRef<'b>, op: OpRef<'b>) -> Vec<OpRef<'b>> {
    // Each path is as long as bodies nest, which the text bounds.
    let mut pending = vec![vec![root]];
    while let Some(path) = pending.pop() {
        let Some(&last) = path.last() else { continue };
        if std::ptr::eq(last.body(), op.body()) {
            return path;
        }
        for (_, child) in last.body().children() {
            pending.push(path.iter().copied().chain([child.as_op()]).collect());
        }
    }
    vec![op]
}

/// The op's name, where a larger op is printed: `('func' operation: @f)`.
fn scope(op: OpRef<'_>, spelling: Spelling) -> String {
    let name = op_spelling(op.context(), op.info().name(), spelling);
    match (op.symbol_name(), spelling) {
        (Some(symbol), _) => {
            format!("('{name}' operation: @{})", visible(symbol.text(op.context())))
        }
        (None, _) => format!("('{}' operation)", visible(&name)),
    }
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
            self.before.push(self.fingerprints.of(event.op.body()));
        }
    }

    fn after_pass(&mut self, event: &PassEvent<'_>) {
        if event.pass.name() == VERIFIER {
            return;
        }
        let has_changed = match self.before.pop() {
            Some(before) => before != self.fingerprints.of(event.op.body()),
            None => true,
        };
        if has_changed && !self.options.after_failure && self.options.after.selects(event.pass) {
            self.print("After", "", event);
        }
    }

    /// Titles alone: the IR is that of the last dump.
    fn skipped_pass(&mut self, event: &PassEvent<'_>) {
        if event.pass.name() == VERIFIER {
            return;
        }
        if self.options.before.selects(event.pass) {
            self.write("Before", SKIPPED, event, "\n");
        }
        let prints_all = !self.options.after_change && !self.options.after_failure;
        if prints_all && self.options.after.selects(event.pass) {
            self.write("After", SKIPPED, event, "\n");
        }
    }

    fn after_pass_failed(&mut self, event: &PassEvent<'_>) {
        let is_verifier = event.pass.name() == VERIFIER;
        if !is_verifier {
            self.before.pop();
        }
        let selects = self.options.after.selects(event.pass)
            || (is_verifier && self.options.after != PassFilter::None);
        if selects || self.options.after_failure {
            self.print("After", " Failed", event);
        }
    }
}
