//! Removes symbols that nothing can refer to, in a symbol table and in those nested in it.
//!
//! A private symbol stays if a reference leads to it from an op that stays, or a result of its own
//! is used. So a cycle of private functions that only call each other is removed. So is a nested
//! symbol if all tables around its own are hidden from the outside.
//!
//! Names in the text of an unknown attribute or type that look like references are treated as
//! references.
//!
//! References in an op that is not registered count for the nearest enclosing table that is known,
//! and the symbols in its regions stay: the op may be a table itself. For the same reason, an
//! `@.super` in it may lead out of it only.
//!
//! If the pass runs on a table that is nested in another op, which it does not see, then a
//! reference that leads out of the table may lead back into it by the table's name.

use mlir_lite::attributes::SymbolPath;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::ident::Ident;
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::symbol_resolution::{ResolveError, SymbolTables, visit_references_of};
use mlir_lite::ir::symbols::{SymbolTable, Visibility};
use mlir_lite::ir::view::OpRef;
use mlir_lite::pass::{PassContext, RunPass, on_pass_threads, pass};
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashSet;

/// Eliminate dead symbols.
#[pass(name = "symbol-dce", pure, report_name = "SymbolDCE")]
pub struct SymbolDcePass;

impl RunPass for SymbolDcePass {
    fn run(&self, table: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        cx.expect_symbol_table(table)?;
        let live = {
            let mut marker =
                Marker { live: FxHashSet::default(), tables: SymbolTables::new(table) };
            // Ops around the table may refer to its nested symbols by its name.
            let is_hidden = !cx.is_nested() || !is_symbol(table.as_op());
            marker.mark_table(table.as_op(), is_hidden);
            marker.live
        };
        erase_all_but(table, &live);
        Ok(())
    }
}

/// Identifies an op anywhere: the address of its body, and its id there.
type Key = (usize, OpId);

fn key(op: OpRef<'_>) -> Key {
    (std::ptr::from_ref(op.body()) as usize, op.id())
}

/// Finds the symbols that stay.
struct Marker<'b> {
    live: FxHashSet<Key>,
    tables: SymbolTables<'b>,
}

impl<'b> Marker<'b> {
    /// Marks the symbols of a table that stay without references, and all symbols that the ops in
    /// the table refer to. A hidden table is not visible from the outside; then neither are its
    /// nested symbols.
    ///
    /// Tables nest as deep as the text that they come from, which is limited.
    fn mark_table(&mut self, table: OpRef<'b>, is_hidden: bool) {
        let mut pending = Vec::new();
        for op in table.regions().flat_map(|region| region.ops()) {
            let may_go = is_symbol(op)
                && op.body().is_unused(op.id())
                && match op.symbol_visibility() {
                    Visibility::Private => true,
                    Visibility::Nested => is_hidden,
                    Visibility::Public => false,
                };
            if !may_go && self.live.insert(key(op)) {
                pending.push((op, table));
            }
        }
        while let Some((op, table)) = pending.pop() {
            if op.has_trait(TraitFlags::SYMBOL_TABLE) {
                let is_private = op.symbol_visibility() == Visibility::Private;
                self.mark_table(op, is_hidden || !is_symbol(op) || is_private);
            }
            // Ops with the number of unknown ops, which may be tables, between them and the table.
            let mut users = vec![(op, 0)];
            while let Some((user, unknown)) = users.pop() {
                visit_references_of(user, &mut |path| {
                    self.mark_path(table, path, unknown, &mut pending);
                });
                if !user.has_trait(TraitFlags::SYMBOL_TABLE) {
                    let unknown = unknown + u32::from(user.may_be_unknown_table());
                    let ops = user.regions().flat_map(|region| region.ops());
                    users.extend(ops.map(|op| (op, unknown)));
                } else if key(user) != key(op) {
                    self.mark_table(user, true);
                }
            }
        }
    }

    /// Marks the symbols along a reference from `table`. Up to `unknown` of its `@.super` parts may
    /// only lead out of an unknown op.
    fn mark_path(
        &mut self,
        table: OpRef<'b>,
        path: SymbolPath<'b>,
        unknown: u32,
        pending: &mut Vec<(OpRef<'b>, OpRef<'b>)>,
    ) {
        if path.supers == 0 {
            return self.mark_inwards(table, path, pending);
        }
        let (mut table, mut most) = (table, path.supers);
        let mut least = most.saturating_sub(unknown);
        loop {
            let mut obstacle = None;
            for supers in least..=most {
                let (mut symbols, error) =
                    self.tables.path_from(table, SymbolPath { supers, ..path });
                match error {
                    Some(ResolveError::PastTheRoot { .. }) => {
                        symbols.extend(self.tables.paths_back(path).flatten());
                    }
                    Some(ResolveError::UnknownScope { component, op }) => {
                        obstacle = Some((component as u32 + 1, op));
                    }
                    _ => {}
                }
                self.mark(symbols, pending);
                if obstacle.is_some() {
                    break;
                }
            }
            // From the table outside of the unknown op, fewer parts are left.
            let Some((passed, op)) = obstacle else { return };
            let Some((outer, unknown)) = self.known_table_around(op) else { return };
            (table, most) = (outer, most - passed);
            least = least.saturating_sub(passed + unknown);
        }
    }

    /// Marks the symbols along a reference that does not leave `table`.
    fn mark_inwards(
        &mut self,
        mut table: OpRef<'b>,
        path: SymbolPath<'b>,
        pending: &mut Vec<(OpRef<'b>, OpRef<'b>)>,
    ) {
        for name in path.names() {
            let Some(symbol) = self.tables.lookup_in(table, name) else { return };
            if self.live.insert(key(symbol)) {
                pending.push((symbol, table));
            }
            table = symbol;
        }
    }

    fn mark(&mut self, symbols: Vec<OpRef<'b>>, pending: &mut Vec<(OpRef<'b>, OpRef<'b>)>) {
        for symbol in symbols {
            if self.live.insert(key(symbol))
                && let Ok(table) = self.tables.nearest_table_around(symbol)
            {
                pending.push((symbol, table));
            }
        }
    }

    /// The nearest table around an unknown op that is known, and how many unknown ops that is out
    /// of, this one included.
    fn known_table_around(&self, op: OpRef<'b>) -> Option<(OpRef<'b>, u32)> {
        let (mut op, mut unknown) = (op, 1);
        loop {
            match self.tables.nearest_table_around(op) {
                Ok(table) => return Some((table, unknown)),
                Err(ResolveError::UnknownScope { op: outer, .. }) => {
                    (op, unknown) = (outer, unknown + 1)
                }
                Err(_) => return None,
            }
        }
    }
}

fn is_symbol(op: OpRef<'_>) -> bool {
    op.has_trait(TraitFlags::SYMBOL) && op.symbol_name().is_some()
}

/// Erases the symbols of all tables in a body, and in the bodies in it, that are not among these.
fn erase_all_but(body: &mut Body, live: &FxHashSet<Key>) {
    let root = body.root();
    let tables = std::iter::once(root).chain(body.pre_order(root)).filter(|&op| {
        // The ops of an isolated op are in its own body.
        body.child(op).is_none() && body.has_trait(op, TraitFlags::SYMBOL_TABLE)
    });
    let ops = tables.flat_map(|table| body.op(table).regions()).flat_map(|region| region.ops());
    let dead = ops.filter(|&op| is_symbol(op) && !live.contains(&key(op))).map(OpRef::id).collect();
    body.erase_ops(dead);
    for (_, child) in body.children_mut() {
        erase_all_but(child, live);
    }
}

/// The root symbols of all references in the attributes and types of `op` and of its nested ops,
/// also of those in the text of unknown attributes and types. Of a reference that leads out of a
/// table, which may lead back into it, all symbols.
pub fn referenced_symbols(op: OpRef<'_>) -> FxHashSet<Ident> {
    let mut symbols = FxHashSet::default();
    for op in std::iter::once(op).chain(op.walk()) {
        visit_references_of(op, &mut |path| symbols.extend(path.names_in_table()));
    }
    symbols
}

/// Erases the private symbols of a module for which `may_erase` holds, and that are not reachable
/// by references from ops that stay.
pub fn erase_unreferenced(module: &mut Body, may_erase: impl Fn(OpRef<'_>) -> bool) {
    let table = SymbolTable::new(module);
    let mut reached: FxHashSet<Ident> = FxHashSet::default();
    let mut work = Vec::new();
    let mut candidates = Vec::new();
    for op in module.as_op().regions().flat_map(|region| region.ops()) {
        match op.symbol_name() {
            Some(name)
                if op.symbol_visibility() == Visibility::Private
                    && module.is_unused(op.id())
                    && may_erase(op) =>
            {
                candidates.push((name, op.id()));
            }
            _ => work.push(op.id()),
        }
    }
    if candidates.is_empty() {
        return;
    }
    while !work.is_empty() {
        let size = |&op: &OpId| module.child(op).map_or(0, Body::op_capacity);
        let references = |op| referenced_symbols(module.op(op));
        let found = on_pass_threads(module.context(), std::mem::take(&mut work), size, references);
        let new = found.into_iter().flatten().filter(|&name| reached.insert(name));
        work.extend(new.filter_map(|name| table.lookup(name)));
    }
    for (name, op) in candidates {
        if !reached.contains(&name) {
            module.erase_op(op);
        }
    }
}
