//! Checks that names of symbols are unique and that references can be resolved.

use crate::data::Context;
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::enums::EnumAttribute;
use crate::ir::op_def::TraitFlags;
use crate::ir::op_name::OpInfo;
use crate::ir::symbol_scope::Resolver;
use crate::ir::symbols::{SymbolScope, SymbolTable, Visibility};
use crate::ir::view::OpRef;
use crate::support::parallel::in_pieces;
use mlir_lite_diagnostics::Diagnostics;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Whether an op has to be looked at because it defines or uses symbols, or limits where they are
/// visible. Where an op has a body of its own, what it defines is verified with that body: there
/// may be many of them, so this reads nothing more of the body.
pub(super) fn concern(op: OpRef<'_>, info: &OpInfo) -> bool {
    const DEFINE: TraitFlags =
        TraitFlags::SYMBOL.union(TraitFlags::SYMBOL_TABLE).union(TraitFlags::ISOLATED_SYMBOLS);
    if info.symbol_user().is_some() {
        return true;
    }
    match op.body().child(op.id()) {
        Some(_) => info.flags().contains(TraitFlags::SYMBOL) && !may_define_symbols(op),
        None => info.flags().intersects(DEFINE),
    }
}

/// The scopes in a body: that of its root, and those of ops in it that are not isolated from above.
pub(super) struct Scopes<'c, 's> {
    /// None if the body is a function's, say, that is verified alone.
    outer: Option<&'c SymbolScope<'s>>,
    root: Option<SymbolScope<'s>>,
    nested: FxHashMap<OpId, SymbolScope<'s>>,
}

impl<'c, 's> Scopes<'c, 's> {
    fn new(
        body: &'s Body,
        ops: &[OpId],
        outer: Option<&'c SymbolScope<'s>>,
        resolver: &Arc<Resolver<'s>>,
    ) -> Self {
        let own = |op: OpRef<'s>| {
            if op.has_trait(TraitFlags::SYMBOL_TABLE) {
                Some(SymbolScope::of(op, resolver))
            } else {
                op.isolates_symbols().then(|| SymbolScope::closed(resolver))
            }
        };
        let root = own(body.as_op());
        let ops = ops.iter().filter(|&&op| !body.is_plain(op) && body.child(op).is_none());
        let nested = ops.filter_map(|&op| Some((op, own(body.op(op))?))).collect();
        Self { outer, root, nested }
    }

    /// The symbols that are visible to the op `op` of `body`.
    pub(super) fn around(&self, body: &Body, op: OpId) -> Option<&SymbolScope<'s>> {
        if !self.nested.is_empty() {
            let mut parent = body.parent_op(op);
            while let Some(op) = parent {
                if let Some(scope) = self.nested.get(&op) {
                    return Some(scope);
                }
                parent = body.parent_op(op);
            }
        }
        self.root.as_ref().or(self.outer)
    }
}

/// Checks the symbols of a body, in `ops`, the ops that [define or use](concern) symbols, and
/// returns what nested bodies see.
pub(super) fn verify_here<'c, 's>(
    body: &'s Body,
    ops: &[OpId],
    outer: Option<&'c SymbolScope<'s>>,
    resolver: &Arc<Resolver<'s>>,
    diagnostics: &mut Diagnostics,
) -> Scopes<'c, 's> {
    let scopes = Scopes::new(body, ops, outer, resolver);
    verify_visibility(body.as_op(), diagnostics);
    if body.has_trait(body.root(), TraitFlags::SYMBOL_TABLE) {
        verify_unique(body.as_op(), scopes.root.as_ref(), diagnostics);
    }
    for &op in ops {
        verify_parent(body.op(op), diagnostics);
        if let Some(scope) = scopes.nested.get(&op)
            && body.has_trait(op, TraitFlags::SYMBOL_TABLE)
        {
            verify_unique(body.op(op), Some(scope), diagnostics);
        }
    }
    verify_uses(body, ops, &scopes, diagnostics);
    scopes
}

/// Whether symbols can be looked up where the op is: directly in a symbol table, or in an
/// unregistered op.
fn may_define_symbols(op: OpRef<'_>) -> bool {
    let parent = op.body().parent_op(op.id()).map(|parent| op.body().op(parent));
    parent.is_none_or(|parent| parent.def().is_none() || parent.has_trait(TraitFlags::SYMBOL_TABLE))
}

/// Checks that a symbol is defined where it can be looked up.
fn verify_parent(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if !may_define_symbols(op) && op.symbol_name().is_some() {
        diagnostics.error(op.op_error("symbol's parent must have the SymbolTable trait"));
    }
}

/// Checks the visibility of a symbol.
fn verify_visibility(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if !op.has_trait(TraitFlags::SYMBOL) {
        return;
    }
    let ctx = op.context();
    let Some(value) = op.attr(Ident::SYM_VISIBILITY) else { return };
    let message = match value.as_str(ctx) {
        _ if Visibility::from_attribute(ctx, value).is_some() => return,
        Some(word) => {
            format!(
                "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \
                    \"{word}\""
            )
        }
        None => format!(
            "requires visibility attribute 'sym_visibility' to be a string attribute, but got {}",
            ctx.attribute_text(value)
        ),
    };
    diagnostics.error(op.op_error(message));
}

/// Checks that each name is defined once directly in a symbol table. Then `scope`, which is the
/// table's, need not collect the symbols again.
fn verify_unique(table: OpRef<'_>, scope: Option<&SymbolScope<'_>>, diagnostics: &mut Diagnostics) {
    let ctx = table.context();
    let ops: Vec<OpRef<'_>> = table.regions().flat_map(|region| region.ops()).collect();
    if let Some(symbols) = unique_symbols(ctx, &ops) {
        if let Some(scope) = scope {
            scope.set_symbols(symbols);
        }
        return;
    }
    let mut seen: FxHashMap<Ident, OpRef<'_>> = FxHashMap::default();
    for op in table.regions().flat_map(|region| region.ops()) {
        let Some(name) = op.symbol_name() else { continue };
        if let Some(first) = seen.get(&name) {
            let diagnostic = op
                .error(format!("redefinition of symbol named '{}'", name.text(ctx)))
                .with_note_at(
                    first.location().to_position(ctx),
                    "see existing symbol definition here",
                );
            diagnostics.error(diagnostic);
        } else {
            seen.insert(name, op);
        }
    }
}

/// How many ops one task reads the names of.
const PIECE: usize = 1 << 12;

/// The symbols among the ops, if each has a name of its own. The names of isolated ops are in their
/// bodies, so reading them waits for memory, and several threads do.
fn unique_symbols(ctx: &Context, ops: &[OpRef<'_>]) -> Option<SymbolTable> {
    let names_of = |ops: &[OpRef<'_>]| -> Vec<(Ident, OpId)> {
        ops.iter().filter_map(|op| Some((op.symbol_name()?, op.id()))).collect()
    };
    let mut symbols = SymbolTable::with_capacity(ops.len());
    let mut are_unique = true;
    in_pieces(ctx.threads(), ops, PIECE, names_of, |names| {
        are_unique = are_unique && names.into_iter().all(|(name, op)| symbols.add(name, op));
    });
    are_unique.then_some(symbols)
}

/// Calls the verifiers of the ops of a body that use symbols.
fn verify_uses(body: &Body, ops: &[OpId], scopes: &Scopes<'_, '_>, diagnostics: &mut Diagnostics) {
    for &op in ops {
        let Some(scope) = scopes.around(body, op) else { continue };
        let info = body.info(op);
        // Symbols with a body of their own are checked with that body.
        if info.flags().contains(TraitFlags::SYMBOL) && body.child(op).is_none() {
            verify_visibility(body.op(op), diagnostics);
        }
        if let Some(user) = info.symbol_user() {
            user.ask(body.op(op), |op| op.verify_symbol_uses(scope, diagnostics));
        }
    }
}
