//! Resolves references to inner names, and verifies all of them in a namespace.

use crate::inner::collection::InnerSymbolTableCollection;
use crate::inner::interfaces::InnerRefUserOpInterface;
use crate::inner::names::InnerRefAttr;
use crate::inner::parallel;
use crate::inner::table::InnerTarget;
use crate::inner::traits;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::traits::has_op_trait;
use mlir_lite::text::print_attribute;

/// The symbols of an op with the trait [`InnerRefNamespace`](traits::InnerRefNamespace), and the
/// inner names in each of them.
pub struct InnerRefNamespace<'b> {
    body: &'b Body,
    symbols: SymbolTable,
    tables: InnerSymbolTableCollection<'b>,
}

/// Why a reference cannot be resolved.
#[derive(Copy, Clone)]
pub enum InnerRefError<'b> {
    /// The namespace has no such symbol.
    NoSymbol,
    /// The symbol has no table of inner names.
    NotATable(OpRef<'b>),
    /// The symbol has no such inner name.
    NoName(OpRef<'b>),
}

impl<'b> InnerRefNamespace<'b> {
    /// The namespace that owns `body`. Tables of inner names are built when they are needed.
    pub fn new(body: &'b Body) -> Self {
        let tables = InnerSymbolTableCollection::new(body);
        Self { body, symbols: SymbolTable::new(body), tables }
    }

    /// The tables of the namespace.
    pub fn tables(&self) -> &InnerSymbolTableCollection<'b> {
        &self.tables
    }

    /// The op directly in the namespace that defines a symbol.
    pub fn symbol(&self, name: Ident) -> Option<OpRef<'b>> {
        self.symbols.lookup(name).map(|op| self.body.op(op))
    }

    /// Returns the target of a reference.
    ///
    /// # Errors
    /// If there is no such symbol, or no such name in it.
    pub fn lookup(&self, reference: &InnerRefAttr) -> Result<InnerTarget<'b>, InnerRefError<'b>> {
        let symbol = self.symbol(reference.symbol).ok_or(InnerRefError::NoSymbol)?;
        let table = self.tables.table(symbol.id()).ok_or(InnerRefError::NotATable(symbol))?;
        let (table, body) = table;
        table.lookup(body, reference.name).ok_or(InnerRefError::NoName(symbol))
    }

    /// Returns the target of a reference of `user`; reports it if there is no such thing.
    pub fn resolve(
        &self,
        user: OpRef<'_>,
        reference: Attribute,
        diagnostics: &mut Diagnostics,
    ) -> Option<InnerTarget<'b>> {
        let ctx = user.context();
        let names = InnerRefAttr::of(ctx, reference)?;
        let error = match self.lookup(names) {
            Ok(target) => return Some(target),
            Err(error) => error,
        };
        let (symbol, name) = (names.symbol.text(ctx), names.name.text(ctx));
        let (reason, found) = match error {
            InnerRefError::NoSymbol => (format!("the namespace has no symbol '@{symbol}'"), None),
            InnerRefError::NotATable(op) => {
                (format!("'@{symbol}' is not an InnerSymbolTable"), Some(op))
            }
            InnerRefError::NoName(op) => {
                (format!("'@{symbol}' has no inner name '@{name}'"), Some(op))
            }
        };
        let text = print_attribute(ctx, reference);
        let mut error = user.op_error(format_args!("cannot resolve {text}: {reason}"));
        if let Some(op) = found {
            let position = op.location().to_position(ctx);
            error = error.with_note_at(position, format!("'@{symbol}' is here"));
        }
        diagnostics.error(error);
        None
    }
}

/// Verifies the tables of a namespace, and then all references in it: each step visits each op
/// once, on the threads of the context. Diagnostics are in source order.
pub(crate) fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let namespace = InnerRefNamespace::new(op.body());
    let errors = diagnostics.error_count();
    namespace.tables.build_all(diagnostics);
    if diagnostics.error_count() > errors {
        return;
    }
    let ops: Vec<OpRef<'_>> = op.regions().flat_map(|region| region.ops()).collect();
    let found = parallel::map(op.context(), &ops, |op| {
        let mut found = Diagnostics::new();
        verify_references(*op, &namespace, &mut found);
        found
    });
    for found in found {
        diagnostics.extend(found);
    }
}

/// Verifies the references of an op and those in it.
fn verify_references(
    op: OpRef<'_>,
    namespace: &InnerRefNamespace<'_>,
    diagnostics: &mut Diagnostics,
) {
    let is_namespace =
        |op: OpRef<'_>| has_op_trait::<traits::InnerRefNamespace>(op.context(), op.name());
    let mut verify = |op: OpRef<'_>| {
        op.ask::<dyn InnerRefUserOpInterface, _>(|op| op.verify_inner_refs(namespace, diagnostics));
    };
    // A nested namespace verifies what is in it.
    if is_namespace(op) {
        return;
    }
    verify(op);
    let mut walk = op.walk();
    while let Some(op) = walk.next() {
        if is_namespace(op) {
            walk.skip_nested();
        } else {
            verify(op);
        }
    }
}
