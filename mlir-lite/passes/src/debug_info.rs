//! Passes on locations: removing them all, and replacing them by locations in the printed IR.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::location::Location;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_valid_op};
use mlir_lite_diagnostics::{Diagnostic, Position, Reported};
use std::fs;
use std::path::PathBuf;

/// Strip debug info from all operations.
#[pass(name = "strip-debuginfo", pure)]
pub struct StripDebugInfoPass;

impl RunPass for StripDebugInfoPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for_all(body, &mut |body, op| {
            body.set_location(op, Location::UNKNOWN);
            for region in body.regions(op).to_vec() {
                for block in body.blocks(region).collect::<Vec<_>>() {
                    for argument in body.arguments(block).to_vec() {
                        body.set_argument_location(argument, Location::UNKNOWN);
                    }
                }
            }
        });
        Ok(())
    }
}

/// Generate new locations from the current IR.
// Writes a module to a file, and sets the location of each op to its line in that file: messages of
// later passes then point into the IR.
#[pass(
    name = "snapshot-op-locations",
    only(
        "filename" = "": "a pass that text names writes no files; the locations are in a text that \
            messages show",
        "pretty-debuginfo" = "false": "the text has no locations",
        "print-debuginfo" = "false": "the text has no locations",
        "print-local-scope" = "false": "the text is printed as a module is"
    )
)]
pub struct LocationSnapshotPass {
    /// The name of the new locations, which are fused with the old ones; without it, they replace
    /// them
    #[option("tag")]
    pub tag: String,
    /// Whether the text has the generic form of ops
    #[option("print-op-generic", default = false)]
    pub print_op_generic: bool,
    /// The file; without a name, nothing is written, and locations are in a text that only messages
    /// show.
    pub file: Option<PathBuf>,
    /// How the module is printed.
    pub printing: PrintOptions,
}

impl RunPass for LocationSnapshotPass {
    /// The printed module is read again: print and parse are inverse, so the ops correspond in
    /// order.
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = module.context().clone();
        let mut printing = self.printing;
        printing.generic |= self.print_op_generic;
        let text = print_valid_op(module.as_op(), printing) + "\n";
        if let Some(file) = &self.file {
            fs::write(file, &text).map_err(|error| {
                let message = format!("cannot write '{}': {error}", file.display());
                cx.diagnostics.error(Diagnostic::error(Position::Unknown, message))
            })?;
        }
        let name = self
            .file
            .as_ref()
            .map_or_else(|| "<snapshot>".into(), |file| file.display().to_string());
        let source = ctx.sources().add(name, text).map_err(|error| {
            cx.diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
        })?;
        let options = ParseOptions::default().with_allow_unregistered(true);
        let mut read = parse_module(&ctx, &source, options, cx.diagnostics)?;
        let mut locations = Vec::new();
        for_all(&mut read, &mut |body, op| locations.push(body.location(op)));
        let mut locations = locations.into_iter();
        for_all(module, &mut |body, op| {
            let Some(mut location) = locations.next() else { return };
            if !self.tag.is_empty() {
                let named = ctx.name_location(&self.tag, location);
                location = ctx.fused_location(&[body.location(op), named], None);
            }
            body.set_location(op, location);
        });
        Ok(())
    }
}

/// Visits all ops of a body and of the bodies nested in it, in program order.
fn for_all(body: &mut Body, visit: &mut impl FnMut(&mut Body, OpId)) {
    let root = body.root();
    visit(body, root);
    // Isolated ops nest as deep as text may, which the parser limits.
    for op in body.own_ops_in(root) {
        match body.child_mut(op) {
            Some(child) => for_all(child, visit),
            None if op != root => visit(body, op),
            None => {}
        }
    }
}
