//! The symbols that the verifier of an op sees.

use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::symbol_resolution::{BuiltTables, ResolveError, SymbolTables, key};
use crate::ir::symbols::SymbolTable;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostics;
use std::sync::{Arc, OnceLock};

/// The nearest enclosing symbol table of an op, and the tables that references lead to from there.
#[derive(Clone)]
pub struct SymbolScope<'s> {
    /// None where no table is in reach.
    table: Option<OpRef<'s>>,
    /// Built for the first name that is looked up.
    symbols: Arc<OnceLock<SymbolTable>>,
    resolver: Arc<Resolver<'s>>,
}

/// Resolves references for all scopes of a verification, which may run on several threads.
pub(crate) struct Resolver<'s> {
    top: &'s Body,
    /// Whether `top` may be in another op, which is not known here.
    is_nested: bool,
    built: BuiltTables,
    /// Created for the first reference that is not one name.
    tables: OnceLock<SymbolTables<'s>>,
}

impl<'s> Resolver<'s> {
    pub(crate) fn new(top: &'s Body, is_nested: bool) -> Arc<Self> {
        let (built, tables) = (BuiltTables::default(), OnceLock::new());
        Arc::new(Self { top, is_nested, built, tables })
    }

    fn tables(&self) -> &SymbolTables<'s> {
        self.tables.get_or_init(|| SymbolTables::sharing(self.top, &self.built))
    }
}

impl<'s> SymbolScope<'s> {
    /// The symbols of `body`'s root.
    pub fn new(body: &'s Body) -> Self {
        Self::of(body.as_op(), &Resolver::new(body, false))
    }

    /// The symbols of `table`.
    pub(crate) fn of(table: OpRef<'s>, resolver: &Arc<Resolver<'s>>) -> Self {
        let symbols = resolver.built.of(key(table));
        Self { table: Some(table), symbols, resolver: Arc::clone(resolver) }
    }

    /// No symbols: those in an op that isolates symbols and is not a table.
    pub(crate) fn closed(resolver: &Arc<Resolver<'s>>) -> Self {
        Self { table: None, symbols: Arc::default(), resolver: Arc::clone(resolver) }
    }

    /// Says which symbols are in the table, for the first name that is looked up.
    pub(crate) fn set_symbols(&self, symbols: SymbolTable) {
        let _ = self.symbols.set(symbols);
    }

    /// The op that `name` refers to from here. Only the nearest table is searched.
    pub fn lookup(&self, name: Ident) -> Option<OpRef<'s>> {
        let table = self.table?;
        let symbol = self.symbols.get_or_init(|| SymbolTable::of(table)).lookup(name)?;
        Some(table.body().child(table.id()).unwrap_or(table.body()).op(symbol))
    }

    /// The op that `reference` in an attribute of `user` refers to. It may have several names and
    /// begin with `@.super`.
    ///
    /// # Errors
    /// If it cannot be resolved, or if the symbol is not visible to `user`.
    pub fn resolve(
        &self,
        user: OpRef<'_>,
        reference: Attribute,
    ) -> Result<OpRef<'s>, ResolveError<'s>> {
        let tables = self.resolver.tables();
        let user = tables.own(user).ok_or(ResolveError::NoSymbolTable)?;
        tables.resolve(user, reference)
    }

    /// Like [`SymbolScope::resolve`], but reports an error. Nothing is reported, and nothing
    /// returned, where an unregistered op could be a symbol table, and for references that lead out
    /// of an op that is verified alone, as after a pass on that op.
    pub fn require(
        &self,
        user: OpRef<'_>,
        reference: Attribute,
        diagnostics: &mut Diagnostics,
    ) -> Option<OpRef<'s>> {
        let error = match self.resolve(user, reference) {
            Ok(symbol) => return Some(symbol),
            Err(error) => error,
        };
        let is_unknown = match error {
            ResolveError::UnknownScope { .. } => true,
            ResolveError::PastTheRoot { .. } | ResolveError::NoSymbolTable => {
                self.resolver.is_nested
            }
            _ => false,
        };
        if !is_unknown {
            diagnostics.error(error.diagnostic(user, reference));
        }
        None
    }
}
