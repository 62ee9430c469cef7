//! Which symbols are referred to, and the removal of those that are not.

use crate::attributes::{Attribute, AttributeKind};
use crate::context::Context;
use crate::ir::body::Body;
use crate::ir::ident::Ident;
use crate::ir::symbols::{SymbolTable, Visibility};
use crate::ir::view::OpRef;
use rustc_hash::FxHashSet;

/// The outermost symbols of all references in the attributes of `op` and of
/// the ops in it.
pub fn referenced_symbols(op: OpRef<'_>) -> FxHashSet<Ident> {
    let mut symbols = FxHashSet::default();
    for op in std::iter::once(op).chain(op.walk()) {
        for (_, value) in op.body().attributes(op.id()) {
            collect(op.context(), value, &mut symbols);
        }
    }
    symbols
}

fn collect(ctx: &Context, attribute: Attribute, symbols: &mut FxHashSet<Ident>) {
    let mut work = vec![attribute];
    while let Some(attribute) = work.pop() {
        match attribute.kind(ctx) {
            AttributeKind::SymbolRef { root, .. } => {
                symbols.insert(*root);
            }
            AttributeKind::Array(elements) => work.extend_from_slice(elements),
            AttributeKind::Dictionary(entries) => work.extend(entries.iter().map(|entry| entry.1)),
            _ => {}
        }
    }
}

/// Erases the private symbols of a module that are not reached by references
/// from those that stay.
pub fn erase_unreferenced(module: &mut Body) {
    let table = SymbolTable::new(module);
    let mut reached: FxHashSet<Ident> = FxHashSet::default();
    let mut work = Vec::new();
    let mut private = Vec::new();
    for op in module.as_op().regions().flat_map(|region| region.ops()) {
        match op.symbol_name() {
            Some(name) if op.symbol_visibility() == Visibility::Private => private.push((name, op.id())),
            _ => work.push(op.id()),
        }
    }
    while let Some(op) = work.pop() {
        for name in referenced_symbols(module.op(op)) {
            if reached.insert(name)
                && let Some(op) = table.lookup(name)
            {
                work.push(op);
            }
        }
    }
    for (name, op) in private {
        if !reached.contains(&name) {
            module.erase_op(op);
        }
    }
}
