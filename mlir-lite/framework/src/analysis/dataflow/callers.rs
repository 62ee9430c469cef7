//! Functions that something else may run than the calls that are known.

use super::program::address;
use mlir_lite::attributes::SymbolPath;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::interfaces::{CallOpInterface, Callee};
use mlir_lite::ir::symbol_resolution::{ResolveError, SymbolTables, visit_references_of};
use mlir_lite::ir::view::OpRef;
use rustc_hash::FxHashSet;

/// The functions with references other than those of calls.
pub(super) struct OpenFunctions {
    /// The addresses of their bodies.
    referred: FxHashSet<usize>,
    /// A reference leads to a function that cannot be found.
    may_be_any: bool,
}

impl OpenFunctions {
    pub(super) fn of<'b>(top: &'b Body, tables: &SymbolTables<'b>) -> Self {
        let mut this = Self { referred: FxHashSet::default(), may_be_any: false };
        for op in std::iter::once(top.as_op()).chain(top.walk()) {
            // One reference of a call is not counted: that to what it runs.
            let mut called = called_name(op, tables);
            visit_references_of(op, &mut |path| match called {
                Some(callee) if is_same(path, callee) => called = None,
                _ => this.add(op, path, tables),
            });
        }
        this
    }

    fn add<'b>(&mut self, user: OpRef<'b>, path: SymbolPath<'b>, tables: &SymbolTables<'b>) {
        let (symbols, error) = match tables.nearest_table_around(user) {
            Ok(table) => tables.path_from(table, path),
            // An attribute of the outermost op: its own symbols may be meant.
            Err(ResolveError::NoSymbolTable) => tables.path_from(user, path),
            Err(error) => (Vec::new(), Some(error)),
        };
        let back = match error {
            Some(ResolveError::PastTheRoot { .. }) => tables.paths_back(path).flatten().collect(),
            Some(ResolveError::UnknownScope { .. }) => {
                self.may_be_any = true;
                Vec::new()
            }
            _ => Vec::new(),
        };
        let bodies = symbols.into_iter().chain(back);
        let bodies = bodies.filter_map(|symbol| symbol.body().child(symbol.id()));
        self.referred.extend(bodies.map(address));
    }

    /// Whether something in the outermost op may run a function besides the known calls.
    pub(super) fn contains(&self, function: &Body) -> bool {
        self.may_be_any
            || function.as_op().symbol_name().is_none()
            || self.referred.contains(&address(function))
    }
}

/// The reference to the function that a call runs, if that is known.
fn called_name<'b>(op: OpRef<'b>, tables: &SymbolTables<'b>) -> Option<SymbolPath<'b>> {
    let callee = op.ask::<dyn CallOpInterface, _>(|call| call.callee())??;
    tables.resolve_callee(op)?;
    match callee {
        Callee::Symbol(root) => Some(SymbolPath { supers: 0, root, nested: &[] }),
        Callee::Reference(reference) => reference.as_symbol_ref(op.context()),
        Callee::Value(_) => None,
    }
}

fn is_same(path: SymbolPath<'_>, other: SymbolPath<'_>) -> bool {
    (path.supers, path.root, path.nested) == (other.supers, other.root, other.nested)
}
