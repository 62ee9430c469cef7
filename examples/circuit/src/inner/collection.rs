//! The tables of all ops in a namespace.

use crate::inner::parallel;
use crate::inner::table::InnerSymbolTable;
use crate::inner::traits;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::has_op_trait;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The tables of inner names that are directly in a namespace, each built when it is first asked
/// for, or all at once.
pub struct InnerSymbolTableCollection<'b> {
    namespace: &'b Body,
    /// In source order.
    tables: Vec<(&'b Body, OnceLock<InnerSymbolTable>)>,
    /// The index of each op with a table.
    indices: HashMap<OpId, usize>,
}

impl<'b> InnerSymbolTableCollection<'b> {
    /// The tables in the namespace that owns `body`. None is built yet.
    pub fn new(body: &'b Body) -> Self {
        let is_table = |op| has_op_trait::<traits::InnerSymbolTable>(body.context(), body.name(op));
        let (mut tables, mut indices) = (Vec::new(), HashMap::new());
        for op in body.as_op().regions().flat_map(|region| region.ops()) {
            if let Some(table) = body.child(op.id()).filter(|_| is_table(op.id())) {
                indices.insert(op.id(), tables.len());
                tables.push((table, OnceLock::new()));
            }
        }
        Self { namespace: body, tables, indices }
    }

    /// The table of an op that is directly in the namespace, and the body that has its names. None
    /// if the op has no table.
    pub fn table(&self, op: OpId) -> Option<(&InnerSymbolTable, &'b Body)> {
        let (body, table) = self.tables.get(*self.indices.get(&op)?)?;
        Some((table.get_or_init(|| InnerSymbolTable::new(body)), body))
    }

    /// Builds and verifies all tables on the threads of the context. Diagnostics are in source
    /// order.
    pub fn build_all(&self, diagnostics: &mut Diagnostics) {
        let found = parallel::map(self.namespace.context(), &self.tables, |(body, table)| {
            let mut found = Diagnostics::new();
            table.get_or_init(|| InnerSymbolTable::new(body)).verify(body, &mut found);
            found
        });
        for found in found {
            diagnostics.extend(found);
        }
    }
}
