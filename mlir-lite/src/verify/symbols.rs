//! Names of symbols are unique; uses refer to what exists.

use crate::ir::body::Body;
use crate::ir::ident::Ident;
use crate::ir::interfaces::SymbolUserOpInterface;
use crate::ir::symbols::SymbolScope;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostics;
use rustc_hash::FxHashMap;

/// Checks that each name is defined once directly in the body's root.
pub(super) fn verify_unique(body: &Body, diagnostics: &mut Diagnostics) {
    let ctx = body.context();
    let mut seen: FxHashMap<Ident, OpRef<'_>> = FxHashMap::default();
    for op in body.as_op().regions().flat_map(|region| region.ops()) {
        let Some(name) = op.symbol_name() else { continue };
        if let Some(first) = seen.get(&name) {
            let diagnostic = op
                .error(format!("redefinition of symbol named '{}'", name.text(ctx)))
                .with_note_at(first.location().to_position(ctx), "see existing symbol definition here");
            diagnostics.error(diagnostic);
        } else {
            seen.insert(name, op);
        }
    }
}

/// Lets the ops of a body that use symbols check them.
pub(super) fn verify_uses(body: &Body, scope: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
    for op in body.walk_pre_order() {
        if let Some(user) = body.info(op).interface::<dyn SymbolUserOpInterface>() {
            user.verify_symbol_uses(body.op(op), scope, diagnostics);
        }
    }
}
