//! The functions that calls refer to.

use crate::ir::interfaces::{CallOpInterface, Callee};
use crate::ir::symbol_resolution::SymbolTables;
use crate::ir::view::OpRef;

impl<'b> SymbolTables<'b> {
    /// The function that an op with the call interface refers to, in whichever table it is. None
    /// for a call of a value, and if the reference cannot be resolved.
    pub fn resolve_callee(&self, call: OpRef<'b>) -> Option<OpRef<'b>> {
        match call.ask::<dyn CallOpInterface, _>(|call| call.callee())?? {
            Callee::Symbol(name) => {
                let table = self.nearest_table_around(call).ok()?;
                self.lookup_in(table, name)
            }
            Callee::Reference(reference) => self.resolve(call, reference).ok(),
            Callee::Value(_) => None,
        }
    }
}
