//! Makes symbols private.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::interfaces::CallableOpInterface;
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::ir::view::OpRef;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Mark symbols private.
///
/// All symbols directly in the op become private, except for those of the option `exclude`. Symbols
/// of nested tables stay as they are.
#[pass(name = "symbol-privatize", pure)]
pub struct SymbolPrivatizePass {
    /// Symbols that are not made private
    #[option("exclude")]
    pub exclude: Vec<String>,
    /// Only mark public functions with a body, and only if one of the excluded symbols exists
    #[option("keep-libraries", default = false)]
    pub keep_libraries: bool,
}

impl SymbolPrivatizePass {
    /// Makes all functions with a body private, except for those of these names, if one of these
    /// exists. A module without any is a library: its functions stay public.
    pub fn except(except: &[&str]) -> Self {
        let exclude = except.iter().map(|name| (*name).to_string()).collect();
        Self { exclude, keep_libraries: true }
    }
}

impl RunPass for SymbolPrivatizePass {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        cx.expect_symbol_table(module)?;
        let ctx = module.context();
        let is_excluded = |op: &OpRef<'_>| {
            let name = op.symbol_name().map(|name| name.text(ctx));
            self.exclude.iter().any(|excluded| Some(excluded.as_str()) == name)
        };
        let ops = module.as_op().regions().flat_map(|region| region.ops());
        let symbols =
            ops.filter(|op| op.has_trait(TraitFlags::SYMBOL) && op.symbol_name().is_some());
        let (kept, others): (Vec<OpRef<'_>>, Vec<OpRef<'_>>) = symbols.partition(is_excluded);
        if self.keep_libraries && kept.is_empty() {
            return Ok(());
        }
        let becomes_private = |op: &OpRef<'_>| match op.symbol_visibility() {
            Visibility::Private => false,
            _ if !self.keep_libraries => true,
            visibility => {
                visibility == Visibility::Public
                    && op.implements::<dyn CallableOpInterface>()
                    && !op.is_declaration()
            }
        };
        let others: Vec<OpId> = others.into_iter().filter(becomes_private).map(OpRef::id).collect();
        for op in others {
            module.set_symbol_visibility(op, Visibility::Private);
        }
        Ok(())
    }
}
