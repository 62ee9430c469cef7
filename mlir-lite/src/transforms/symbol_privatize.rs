//! Makes symbols private.

use crate::ir::body::Body;
use crate::ir::interfaces::CallableOpInterface;
use crate::ir::symbols::Visibility;
use crate::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Mark symbols private.
// Makes all function definitions of a module private but for some, when one of these is there. A
// module without any is a library: its functions stay public.
#[pass(name = "symbol-privatize")]
pub struct SymbolPrivatizePass {
    /// Symbols that stay public
    #[option("exclude")]
    pub exclude: Vec<String>,
}

impl SymbolPrivatizePass {
    /// Keeps the symbols of these names public.
    pub fn new(except: &[&str]) -> Self {
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

#[cfg(test)]
mod tests {
    use super::SymbolPrivatizePass;
    use crate::transforms::test_support::run_pass;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_library_stays_public() {
        let text = "module {\n  func @f() {\n    return\n  }\n}";
        assert_eq!(run_pass(&SymbolPrivatizePass::new(&["main"]), text), text);
    }

    #[test]
    fn all_but_what_is_kept_become_private() {
        let text = "module {\n  func F() {\n    return\n  }\n  func @main() {\n    return\n  }\n}";
        assert_eq!(
            run_pass(&SymbolPrivatizePass::new(&["main"]), &text.replace('F', "@f")),
            text.replace('F', "private @f")
        );
    }
}
