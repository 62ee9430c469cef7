//! Makes symbols private.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::interfaces::CallableOpInterface;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Mark symbols private.
// Makes all function definitions of a module private except some, if one of these exists. A module
// without any is a library: its functions stay public.
#[pass(name = "symbol-privatize")]
pub struct SymbolPrivatizePass {
    /// Symbols that stay public
    #[option("exclude")]
    pub exclude: Vec<String>,
}

impl SymbolPrivatizePass {
    /// Keeps the symbols of these names public.
    pub fn except(except: &[&str]) -> Self {
        let exclude = except.iter().map(|name| (*name).to_string()).collect();
        Self { exclude }
    }
}

impl RunPass for SymbolPrivatizePass {
    fn run(&self, module: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = module.context().clone();
        let mut others = Vec::new();
        let mut kept = false;
        for op in module.as_op().regions().flat_map(|region| region.ops()) {
            let Some(name) = op.symbol_name() else { continue };
            if self.exclude.iter().any(|except| except == name.text(&ctx)) {
                kept = true;
            } else if op.implements::<dyn CallableOpInterface>()
                && !op.is_declaration()
                && op.symbol_visibility() == Visibility::Public
            {
                others.push(op.id());
            }
        }
        if kept {
            for op in others {
                module.set_symbol_visibility(op, Visibility::Private);
            }
        }
        Ok(())
    }
}
