//! The uses of a symbol.

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind, SymbolPath};
use crate::ir::symbol_resolution::tables::is_same;
use crate::ir::symbol_resolution::{ResolveError, SymbolTables, UnknownUses};
use crate::ir::view::OpRef;

/// A reference with a symbol on its path.
#[derive(Copy, Clone)]
#[non_exhaustive]
pub struct SymbolUse<'b> {
    /// The op whose attributes contain the reference.
    pub user: OpRef<'b>,
    /// The reference.
    pub reference: Attribute,
    /// The index of the symbol's name in the reference, with `@.super` parts counted.
    pub component: usize,
}

impl<'b> SymbolTables<'b> {
    /// The uses of `symbol` in the attributes of `from` and its nested ops, in source order. None
    /// if they cannot be determined: an unregistered op could be a symbol table, or a reference
    /// leads out of the outermost op and could lead back to the symbol.
    pub fn uses(&self, symbol: OpRef<'b>, from: OpRef<'b>) -> Option<Vec<SymbolUse<'b>>> {
        let symbol = self.link(symbol);
        let mut uses = Vec::new();
        for user in std::iter::once(from).chain(from.walk()) {
            if user.may_be_unknown_table() {
                return None;
            }
            for (_, attribute) in user.body().attributes(user.id()) {
                for reference in references(user.context(), attribute) {
                    if let Some(component) = self.component(symbol, user, reference).ok()? {
                        uses.push(SymbolUse { user, reference, component });
                    }
                }
            }
        }
        Some(uses)
    }

    /// Whether nothing in `from` can use `symbol`; false if this is not certain.
    pub fn is_known_unused(&self, symbol: OpRef<'b>, from: OpRef<'b>) -> bool {
        self.uses(symbol, from).is_some_and(|uses| uses.is_empty())
    }

    /// The component of a reference that resolves to `symbol`. None if it is another symbol's.
    pub(super) fn component(
        &self,
        symbol: OpRef<'b>,
        user: OpRef<'b>,
        reference: Attribute,
    ) -> Result<Option<usize>, UnknownUses> {
        let Some(path) = reference.as_symbol_ref(user.context()) else { return Ok(None) };
        let (symbols, error) = self.follow(user, reference);
        if let Some(ResolveError::PastTheRoot { .. }) = error
            && self.paths_back(path).any(|symbols| symbols.iter().any(|&s| is_same(s, symbol)))
        {
            return Err(UnknownUses);
        }
        let index = symbols.iter().position(|&passed| is_same(passed, symbol));
        Ok(index.map(|index| path.supers as usize + index))
    }

    /// The ops inside the outermost op that a reference which leads out of it may refer to: the
    /// outermost op may itself be in a table, from which its own name leads back.
    pub fn paths_back(&self, path: SymbolPath<'b>) -> impl Iterator<Item = Vec<OpRef<'b>>> {
        let own = self.top().symbol_name().filter(|_| !self.top().isolates_symbols());
        let names = own.into_iter().flat_map(move |own| {
            path.nested.iter().enumerate().filter(move |(index, _)| match index {
                0 => path.root == own,
                _ => path.nested[index - 1] == own,
            })
        });
        names.map(move |(index, &root)| {
            let inside = SymbolPath { supers: 0, root, nested: &path.nested[index + 1..] };
            self.path_from(self.top(), inside).0
        })
    }
}

/// The symbol references in an attribute, and in the attributes and types that it consists of.
pub fn references(ctx: &Context, attribute: Attribute) -> Vec<Attribute> {
    let mut found = Vec::new();
    attribute.walk_parts(ctx, &mut |part| {
        if let AttributeKind::SymbolRef { .. } = part.kind(ctx) {
            found.push(part);
        }
    });
    found
}
