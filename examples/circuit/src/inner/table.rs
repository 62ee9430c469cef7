//! The inner names of one op.

use crate::inner::interfaces::{InnerSymbol, inner_names};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{Analyses, Analysis};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The target of an inner name: an op, or a field or port of it.
#[derive(Copy, Clone)]
pub struct InnerTarget<'b> {
    /// The op.
    pub op: OpRef<'b>,
    /// The number of the field or port. None if the op has the name.
    pub field: Option<u32>,
}

impl InnerTarget<'_> {
    /// The type of the field or port, or of the only result of the op.
    pub fn ty(self) -> Option<Type> {
        match self.field {
            Some(field) => self.op.ask::<dyn InnerSymbol, _>(|op| op.field_type(field)).flatten(),
            None => self.op.result_types().next().filter(|_| self.op.num_results() == 1),
        }
    }
}

/// The inner names of an op with the trait
/// [`InnerSymbolTable`](crate::inner::traits::InnerSymbolTable).
///
/// Ops with names may be in regions of regions, so that building it visits all ops of the body. It
/// can be built by hand, or as an analysis.
pub struct InnerSymbolTable {
    targets: HashMap<Ident, Target>,
    /// Names that were there before, in source order.
    duplicates: Vec<(Ident, Target)>,
}

/// An [`InnerTarget`] without its body.
type Target = (OpId, Option<u32>);

impl InnerSymbolTable {
    /// The names in the op that owns `body`. Of equal names, which the verifier rejects, the first
    /// counts.
    pub fn new(body: &Body) -> Self {
        let mut table = Self { targets: HashMap::new(), duplicates: Vec::new() };
        for op in std::iter::once(body.root()).chain(body.own_ops()) {
            for inner in inner_names(body.op(op)) {
                let target = (op, inner.field);
                match table.targets.entry(inner.name) {
                    Entry::Vacant(entry) => _ = entry.insert(target),
                    Entry::Occupied(_) => table.duplicates.push((inner.name, target)),
                }
            }
        }
        table
    }

    /// Returns the target of the name, in the body for which the table was built.
    pub fn lookup<'b>(&self, body: &'b Body, name: Ident) -> Option<InnerTarget<'b>> {
        let &(op, field) = self.targets.get(&name)?;
        Some(InnerTarget { op: body.op(op), field })
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Reports names that are given twice.
    pub fn verify(&self, body: &Body, diagnostics: &mut Diagnostics) {
        let ctx = body.context();
        for &(name, (op, _)) in &self.duplicates {
            let Some(first) = self.lookup(body, name) else { continue };
            let name = name.text(ctx);
            let error = body.op(op).op_error(format_args!("redefines the inner name '@{name}'"));
            let position = first.op.location().to_position(ctx);
            diagnostics.error(error.with_note_at(position, "the first one is here"));
        }
    }
}

impl Analysis for InnerSymbolTable {
    const NAME: &'static str = "InnerSymbolTable";
    type Parameters = ();

    fn compute(body: &Body, (): &(), _: &mut Analyses<'_>) -> Self {
        Self::new(body)
    }
}
