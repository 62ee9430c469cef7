//! `rename-inner-symbol`: gives an op another inner name, and updates the references to it.

use crate::inner::names::{InnerRefAttr, InnerSymAttr};
use crate::inner::table::InnerSymbolTable;
use crate::inner::traits::InnerRefNamespace;
use crate::ops::CircuitOp;
use mlir_lite::diagnostics::Reported;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::traits::has_op_trait;
use mlir_lite::pass::{PassContext, RunPass, pass};

/// Rename an inner symbol of a module
///
/// `<@symbol::@from>` becomes `<@symbol::@to>`, where it is declared and in all references of the
/// circuit.
#[pass(name = "rename-inner-symbol", on = CircuitOp)]
pub struct RenameInnerSymbolPass {
    /// The module
    #[option("symbol")]
    symbol: String,
    /// The inner name that it has
    #[option("from")]
    from: String,
    /// The inner name that it gets
    #[option("to")]
    to: String,
}

impl RunPass for RenameInnerSymbolPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = body.context().clone();
        let [symbol, from, to] = [&self.symbol, &self.from, &self.to].map(|name| ctx.ident(name));
        let (from_text, to_text) = (from.text(&ctx), to.text(&ctx));
        let module = SymbolTable::new(body).lookup(symbol);
        let found = module.and_then(|op| {
            let table = cx.child_analysis::<InnerSymbolTable>(body, op)?;
            let child = body.child(op)?;
            let target = table.lookup(child, from)?.op.id();
            Some((op, target, table.lookup(child, to).is_some()))
        });
        let message = match found {
            None => format!("has no inner name '@{from_text}' in '@{}'", symbol.text(&ctx)),
            Some((_, _, true)) => {
                format!("has the inner name '@{to_text}' in '@{}' already", symbol.text(&ctx))
            }
            Some((module, target, false)) => {
                if let Some(module) = body.child_mut(module) {
                    rename(&ctx, module, target, from, to);
                }
                let [old, new] = [from, to].map(|name| InnerRefAttr::get(&ctx, symbol, name));
                update_references(&ctx, body, old, new);
                return Ok(());
            }
        };
        Err(cx.error(body.as_op().op_error(message)))
    }
}

/// Changes one of the names of `op`.
fn rename(ctx: &Context, body: &mut Body, op: OpId, from: Ident, to: Ident) {
    let inner_sym = ctx.ident("inner_sym");
    let names = body.attr(op, inner_sym).and_then(|names| InnerSymAttr::of(ctx, names));
    let Some(mut names) = names.map(|names| names.names.clone()) else { return };
    for inner in names.iter_mut().filter(|inner| inner.name == from) {
        inner.name = to;
    }
    body.set_attr(op, inner_sym, InnerSymAttr::get(ctx, names));
}

/// Replaces a reference in all attributes, except in nested namespaces, where it refers to others.
/// Isolated ops nest as deep as the source text, which is limited.
fn update_references(ctx: &Context, body: &mut Body, old: Attribute, new: Attribute) {
    for op in std::iter::once(body.root()).chain(body.own_ops()) {
        if body.child(op).is_some() {
            continue;
        }
        let attributes = body.attributes(op);
        for (name, value) in attributes {
            let replaced = value.replace_parts(ctx, &mut |part| (part == old).then_some(new));
            if replaced != value {
                body.set_attr(op, name, replaced);
            }
        }
    }
    for (_, child) in body.children_mut() {
        if !has_op_trait::<InnerRefNamespace>(ctx, child.name(child.root())) {
            update_references(ctx, child, old, new);
        }
    }
}
