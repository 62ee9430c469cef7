//! Changes references: all of them, or those to one symbol.

use crate::data::Context;
use crate::data::attributes::{Attribute, SymbolPath};
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::symbol_resolution::SymbolTables;
use crate::ir::view::OpRef;
use std::fmt;

/// The uses of a symbol cannot be determined: an unregistered op could be a symbol table, or a
/// reference leads out of the outermost op and could lead back to the symbol.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct UnknownUses;

impl fmt::Display for UnknownUses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the uses of the symbol cannot be determined")
    }
}

impl std::error::Error for UnknownUses {}

/// Renames a symbol that is directly in `top`, with all references to it in `top` and the bodies
/// nested in it.
///
/// # Errors
/// If not all uses can be determined. Nothing is changed then.
pub fn rename_symbol(top: &mut Body, symbol: OpId, name: Ident) -> Result<(), UnknownUses> {
    replace_all_symbol_uses(top, symbol, name)?;
    let value = top.context().ident_attr(name);
    top.set_attr(symbol, Ident::SYM_NAME, value);
    Ok(())
}

/// Replaces the name of a symbol directly in `top` in all references to it in `top` and nested
/// bodies. In a nested reference, only that name changes.
///
/// # Errors
/// If not all uses can be determined. Nothing is changed then.
pub fn replace_all_symbol_uses(
    top: &mut Body,
    symbol: OpId,
    name: Ident,
) -> Result<(), UnknownUses> {
    if top.as_op().walk().any(OpRef::may_be_unknown_table) {
        return Err(UnknownUses);
    }
    map_all_references(top, |tables, user, reference| {
        let symbol = tables.top().body().op(symbol);
        let component = tables.component(symbol, user, reference)?;
        Ok(component
            .map_or(reference, |component| renamed(user.context(), reference, component, name)))
    })?;
    Ok(())
}

/// Replaces references in all attributes of the ops in `top` and in nested bodies, and returns how
/// many attributes have changed. Attributes of `top` itself are left: their references are resolved
/// outside.
///
/// If `replace` fails, nothing is changed.
pub(super) fn map_all_references<E, R>(top: &mut Body, mut replace: R) -> Result<usize, E>
where
    R: for<'b> FnMut(&SymbolTables<'b>, OpRef<'b>, Attribute) -> Result<Attribute, E>,
{
    let mut edits = Vec::new();
    {
        let body = &*top;
        let tables = SymbolTables::new(body);
        for user in body.walk() {
            for (attr, value) in user.body().attributes(user.id()) {
                let mapped = map_references(body.context(), value, &mut |reference| {
                    replace(&tables, user, reference)
                })?;
                if mapped != value {
                    edits.push((tables.path_to(user), user.id(), attr, mapped));
                }
            }
        }
    }
    let count = edits.len();
    for (path, op, attr, value) in edits {
        top.body_at_mut(&path).set_attr(op, attr, value);
    }
    Ok(count)
}

/// The attribute with its symbol references replaced.
fn map_references<E>(
    ctx: &Context,
    attribute: Attribute,
    replace: &mut dyn FnMut(Attribute) -> Result<Attribute, E>,
) -> Result<Attribute, E> {
    let mut result = Ok(());
    let mapped = attribute.replace_parts(ctx, &mut |part| {
        part.as_symbol_ref(ctx)?;
        // After an error, nothing is looked up.
        let new = result.is_ok().then(|| replace(part));
        match new {
            Some(Ok(new)) => Some(new),
            Some(Err(error)) => {
                result = Err(error);
                Some(part)
            }
            None => Some(part),
        }
    });
    result.map(|()| mapped)
}

fn renamed(ctx: &Context, reference: Attribute, component: usize, name: Ident) -> Attribute {
    let Some(path) = reference.as_symbol_ref(ctx) else { return reference };
    let mut names: Vec<Ident> = path.names().collect();
    names[component - path.supers as usize] = name;
    ctx.symbol_path_attr(SymbolPath { supers: path.supers, root: names[0], nested: &names[1..] })
}
