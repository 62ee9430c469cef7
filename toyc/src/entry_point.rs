//! Where a program begins, and what becomes of the results of that function.

use clap::ValueEnum;
use mlir_lite::ir::Body;
use mlir_lite::ir::symbol_resolution::rename_symbol;
use mlir_lite::ir::symbols::{SymbolTable, Visibility};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

/// The name of the function where a program begins.
pub(crate) const MAIN: &str = "main";

/// A message names at most as many functions.
const MOST_NAMES: usize = 8;

/// The function where a program of MLIR begins.
#[derive(Clone, Debug)]
pub(crate) struct EntryPoint {
    pub(crate) name: String,
    /// The results that are printed. By default an integer is the exit status.
    pub(crate) result: Option<EntryResult>,
}

/// The results that are printed when the program has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EntryResult {
    /// None
    Void,
    /// One integer of 32 bits
    I32,
    /// One integer of 64 bits
    I64,
    /// One float of 32 bits
    F32,
    /// One float of 64 bits
    F64,
    /// Each, in a line of its own
    All,
}

impl EntryPoint {
    /// Makes the function the program's `main`. Another function of that name is renamed.
    ///
    /// # Errors
    /// If the module has no such function, or its uses cannot be determined; it was reported.
    pub(crate) fn make_main(
        &self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        if self.name == MAIN {
            return Ok(());
        }
        let ctx = module.context().clone();
        let symbols = SymbolTable::new(module);
        let Some(entry) = symbols.lookup(ctx.ident(&self.name)) else {
            let message = format!("there is no function '@{}' to begin in", self.name);
            let names: Vec<String> = module
                .children()
                .filter_map(|(_, child)| {
                    let op = child.as_op();
                    let name = op.symbol_name().filter(|_| !op.is_declaration())?;
                    Some(format!("'@{}'", name.text(&ctx)))
                })
                .take(MOST_NAMES)
                .collect();
            let mut error = Diagnostic::error(Position::Unknown, message);
            if !names.is_empty() {
                error = error.with_help(format!("the module defines {}", names.join(", ")));
            }
            return Err(diagnostics.error(error));
        };
        let takes = module.child(entry).map_or(0, |function| {
            let block = function.as_op().region(0).and_then(|region| region.entry());
            block.map_or(0, |block| block.arguments().len())
        });
        if takes > 0 {
            let error = module.op(entry).op_error(format!(
                "'@{}' takes {takes} argument{}, and a program begins in a function that takes \
                    none",
                self.name,
                if takes == 1 { "" } else { "s" }
            ));
            return Err(diagnostics.error(error));
        }
        let mut rename = |module: &mut Body, symbol, name| {
            rename_symbol(module, symbol, name).map_err(|unknown| {
                let message = format!("'@{}' cannot become the 'main': {unknown}", self.name);
                diagnostics.error(Diagnostic::error(Position::Unknown, message))
            })
        };
        if let Some(other) = symbols.lookup(ctx.ident(MAIN)) {
            let name = symbols.unique_name(module, MAIN);
            rename(module, other, name)?;
        }
        rename(module, entry, ctx.ident(MAIN))?;
        module.set_symbol_visibility(entry, Visibility::Public);
        Ok(())
    }
}
