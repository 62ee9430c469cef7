//! Makes references as short as possible.
//!
//! In the table `@foo`, `@.super::@foo::@bar` and `@bar` are references to one symbol, but two
//! attributes. A reference that is as short as possible does not lead out of a table to come back
//! to it; there is one such reference from an op to a symbol.

use crate::data::attributes::{Attribute, SymbolPath};
use crate::ir::body::Body;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbol_resolution::SymbolTables;
use crate::ir::symbol_resolution::rename::map_all_references;
use crate::ir::symbol_resolution::tables::is_same;
use crate::ir::view::OpRef;

impl<'b> SymbolTables<'b> {
    /// The shortest reference from an attribute of `user` to `symbol`. None if there is none: a
    /// table on the way has no name or is not directly in the next one, an op isolates symbols, or
    /// a symbol on the path is not visible to `user`.
    pub fn reference_to(&self, user: OpRef<'b>, symbol: OpRef<'b>) -> Option<Attribute> {
        // The tables around the symbol, innermost first, and the names that lead from each to it.
        let (mut around, mut names) = (Vec::new(), Vec::new());
        let mut inner = Some(self.link(symbol));
        while let Some((op, table)) = inner.and_then(|op| Some((op, self.parent(op)?))) {
            let Some(name) = op.symbol_name() else { break };
            if !table.has_trait(TraitFlags::SYMBOL_TABLE) {
                break;
            }
            around.push(table);
            names.push(name);
            inner = Some(table);
        }
        let mut table = self.nearest_table_around(user).ok()?;
        let mut supers = 0;
        let length = loop {
            match around.iter().position(|&other| is_same(other, table)) {
                Some(index) => break index + 1,
                None => (table, supers) = (self.table_out_of(table)?, supers + 1),
            }
        };
        names.truncate(length);
        names.reverse();
        let (&root, nested) = names.split_first()?;
        let reference = user.context().symbol_path_attr(SymbolPath { supers, root, nested });
        self.resolve(user, reference).is_ok().then_some(reference)
    }

    /// The shortest reference to the symbol that `reference` in an attribute of `user` resolves to.
    /// A reference that cannot be resolved stays as it is.
    pub fn shortest(&self, user: OpRef<'b>, reference: Attribute) -> Attribute {
        let is_short = |path: SymbolPath<'_>| path.supers == 0 || path.nested.is_empty();
        if reference.as_symbol_ref(user.context()).is_none_or(is_short) {
            return reference;
        }
        let symbol = self.resolve(user, reference).ok();
        symbol.and_then(|symbol| self.reference_to(user, symbol)).unwrap_or(reference)
    }
}

/// Makes all references in `top` and in nested bodies as short as possible, and returns how many
/// attributes have changed. References that cannot be resolved stay as they are.
pub fn shorten_references(top: &mut Body) -> usize {
    let result: Result<usize, std::convert::Infallible> =
        map_all_references(top, |tables, user, reference| Ok(tables.shortest(user, reference)));
    result.unwrap_or_default()
}
