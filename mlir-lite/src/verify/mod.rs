//! The verifier: checks everything that holds of valid IR, and reports all
//! that does not.
//!
//! What is checked, in this order for each op:
//! * structure (`structure.rs`): terminators are last and there where they are
//!   needed; successors are blocks of the same region and not its entry;
//! * the definition (`definition.rs`): numbers and types of operands and
//!   results, attributes, numbers of regions and successors;
//! * its traits, each by the trait's own check, and then the op's own check,
//!   for ops that the checks so far have nothing against;
//!
//! and then for the body:
//! * dominance (`values.rs`): each operand is defined where it is used;
//! * symbols (`symbols.rs`): names are unique in their table, and uses refer
//!   to what exists.

mod definition;
mod structure;
mod symbols;
mod values;

use crate::ir::body::Body;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbols::SymbolScope;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::{Diagnostics, Reported};

/// Verifies the op that owns `body`, and the bodies in it.
///
/// # Errors
/// If anything is wrong; all of it is in `diagnostics`.
pub fn verify(body: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut found = Diagnostics::new();
    verify_body(body, None, &mut found);
    let result = found.check();
    diagnostics.extend(found);
    result
}

/// Isolated ops nest as deep as the text that they come from, which is limited.
fn verify_body(body: &Body, outer: Option<&SymbolScope<'_>>, diagnostics: &mut Diagnostics) {
    let root = body.as_op();
    let before = diagnostics.error_count();
    verify_op(root, diagnostics);
    let links: Vec<OpRef<'_>> = body
        .walk_pre_order()
        .into_iter()
        .map(|id| body.op(id))
        .filter(|op| {
            let is_link = body.child(op.id()).is_some();
            if !is_link {
                verify_op(*op, diagnostics);
            }
            is_link
        })
        .collect();
    // Dominance asks for order and parents, which must be sound.
    if diagnostics.error_count() == before {
        values::verify(body, diagnostics);
    }
    let is_table = root.has_trait(TraitFlags::SYMBOL_TABLE);
    if is_table {
        symbols::verify_unique(body, diagnostics);
    }
    let own = is_table.then(|| SymbolScope::new(body, outer));
    let scope = own.as_ref().or(outer);
    if let Some(scope) = scope {
        symbols::verify_uses(body, scope, diagnostics);
    }
    for link in links {
        if let Some(child) = body.child(link.id()) {
            structure::verify_link(link, diagnostics);
            verify_body(child, scope, diagnostics);
        }
    }
}

fn verify_op(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let before = diagnostics.error_count();
    structure::verify(op, diagnostics);
    let Some(def) = op.def() else { return };
    definition::verify(op, def, diagnostics);
    for definition in def.traits {
        if diagnostics.error_count() != before {
            return;
        }
        if let Some(verify) = definition.verify {
            verify(op, diagnostics);
        }
    }
    if diagnostics.error_count() == before
        && let Some(verify) = def.verify
    {
        verify(op, diagnostics);
    }
}

#[cfg(test)]
mod tests;
