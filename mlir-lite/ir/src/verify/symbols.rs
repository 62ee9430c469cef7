//! Checks that names of symbols are unique and that references can be resolved.

use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::op_def::TraitFlags;
use crate::ir::op_name::OpInfo;
use crate::ir::symbols::{SymbolScope, Visibility};
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostics;
use rustc_hash::FxHashMap;

/// Whether an op of this kind defines or uses symbols.
pub(super) fn concern(info: &OpInfo) -> bool {
    info.flags().contains(TraitFlags::SYMBOL) || info.symbol_user().is_some()
}

/// Checks the symbols of a body, in `ops`, the ops that [define or use](concern) symbols, and calls
/// `inside` with the symbols that nested bodies see.
pub(super) fn verify_here(
    body: &Body,
    ops: &[OpId],
    outer: Option<&SymbolScope<'_>>,
    diagnostics: &mut Diagnostics,
    inside: impl FnOnce(Option<&SymbolScope<'_>>, &mut Diagnostics),
) {
    let is_table = body.has_trait(body.root(), TraitFlags::SYMBOL_TABLE);
    verify_visibility(body.as_op(), diagnostics);
    if is_table {
        verify_unique(body, diagnostics);
    }
    for &op in ops {
        verify_parent(body.op(op), diagnostics);
    }
    let own = is_table.then(|| SymbolScope::new(body));
    let scope = own.as_ref().or(outer);
    if let Some(scope) = scope {
        verify_uses(body, ops, scope, diagnostics);
    }
    inside(scope, diagnostics);
}

/// Checks that a symbol is defined where it can be looked up: directly in a symbol table, or in an
/// unregistered op.
fn verify_parent(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if !op.has_trait(TraitFlags::SYMBOL) || op.symbol_name().is_none() {
        return;
    }
    let Some(parent) = op.body().parent_op(op.id()).map(|parent| op.body().op(parent)) else {
        return;
    };
    if parent.def().is_some() && !parent.has_trait(TraitFlags::SYMBOL_TABLE) {
        diagnostics.error(op.op_error("symbol's parent must have the SymbolTable trait"));
    }
}

/// Checks the visibility of a symbol.
fn verify_visibility(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if !op.has_trait(TraitFlags::SYMBOL) {
        return;
    }
    let ctx = op.context();
    let Some(value) = op.attr(Ident::SYM_VISIBILITY) else { return };
    let message = match value.as_str(ctx) {
        Some(word) if Visibility::from_keyword(word).is_some() => return,
        Some(word) => {
            format!(
                "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \
                    \"{word}\""
            )
        }
        None => format!(
            "requires visibility attribute 'sym_visibility' to be a string attribute, but got {}",
            ctx.attribute_text(value)
        ),
    };
    diagnostics.error(op.op_error(message));
}

/// Checks that each name is defined once directly in the body's root.
fn verify_unique(body: &Body, diagnostics: &mut Diagnostics) {
    let ctx = body.context();
    let mut seen: FxHashMap<Ident, OpRef<'_>> = FxHashMap::default();
    for op in body.as_op().regions().flat_map(|region| region.ops()) {
        let Some(name) = op.symbol_name() else { continue };
        if let Some(first) = seen.get(&name) {
            let diagnostic = op
                .error(format!("redefinition of symbol named '{}'", name.text(ctx)))
                .with_note_at(
                    first.location().to_position(ctx),
                    "see existing symbol definition here",
                );
            diagnostics.error(diagnostic);
        } else {
            seen.insert(name, op);
        }
    }
}

/// Calls the verifiers of the ops of a body that use symbols.
fn verify_uses(body: &Body, ops: &[OpId], scope: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
    for &op in ops {
        let info = body.info(op);
        // Symbols with a body of their own are checked with that body.
        if info.flags().contains(TraitFlags::SYMBOL) && body.child(op).is_none() {
            verify_visibility(body.op(op), diagnostics);
        }
        if let Some(user) = info.symbol_user() {
            user.ask(body.op(op), |op| op.verify_symbol_uses(scope, diagnostics));
        }
    }
}
