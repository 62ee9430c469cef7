//! Symbols: ops that are referred to by name.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::constraints::UnitAttr;
use crate::ir::discardable::DiscardableAttr;
use crate::ir::entities::OpId;
use crate::ir::enums::EnumAttribute;
use crate::ir::op_def::TraitFlags;
use crate::ir::view::OpRef;
use mlir_lite_macros::enum_attr;
use rustc_hash::{FxBuildHasher, FxHashMap};

pub use crate::ir::symbol_scope::SymbolScope;

/// Who may refer to a symbol
#[enum_attr(storage = str)]
pub enum Visibility {
    /// Visible everywhere, also outside of the IR that is in memory.
    #[case("public")]
    Public,
    /// Only ops in the same symbol table.
    #[case("private")]
    Private,
    /// Visible only to ops in the same or nested symbol tables.
    #[case("nested")]
    Nested,
}

impl Visibility {
    /// The visibility of a symbol with this attribute. Public by default.
    #[doc(hidden)]
    pub fn of(ctx: &Context, attribute: Option<Attribute>) -> Self {
        attribute.and_then(|value| Self::from_attribute(ctx, value)).unwrap_or(Self::Public)
    }
}

/// Lets the symbol references in a module lead out of it by `@.super`:
/// `module @bar attributes {builtin.transparent_symbols}`.
pub struct TransparentSymbols;

impl DiscardableAttr for TransparentSymbols {
    const NAME: &'static str = "builtin.transparent_symbols";
    type Value = UnitAttr;
}

impl<'b> OpRef<'b> {
    /// The name of the symbol that the op defines.
    pub fn symbol_name(self) -> Option<Ident> {
        if !self.has_trait(TraitFlags::SYMBOL) {
            return None;
        }
        self.attr(Ident::SYM_NAME)?.as_ident(self.context())
    }

    /// The visibility of the symbol that the op defines. Public by default.
    pub fn symbol_visibility(self) -> Visibility {
        Visibility::of(self.context(), self.attr(Ident::SYM_VISIBILITY))
    }

    /// Whether symbol references in the op's regions do not lead out of it. A module, or another op
    /// with the trait `MayBeTransparent`, lets them through if it has the attribute
    /// [`TransparentSymbols`].
    pub fn isolates_symbols(self) -> bool {
        self.has_trait(TraitFlags::ISOLATED_SYMBOLS)
            && !(self.has_trait(TraitFlags::MAY_BE_TRANSPARENT)
                && TransparentSymbols::of(self).is_some())
    }

    /// Whether symbol references in the op's regions are not resolved in the table around the op:
    /// it is a table itself, or isolates symbols.
    pub fn is_symbol_scope(self) -> bool {
        self.has_trait(TraitFlags::SYMBOL_TABLE) || self.isolates_symbols()
    }

    /// Whether the op is not registered and could be a symbol table.
    pub fn may_be_unknown_table(self) -> bool {
        !self.info().is_registered() && self.regions().len() == 1
    }

    /// Whether the op is a declaration: a symbol whose function has no body.
    pub fn is_declaration(self) -> bool {
        self.has_trait(TraitFlags::FUNCTION_LIKE) && self.regions().all(|region| region.is_empty())
    }
}

impl Body {
    /// Sets the visibility of the symbol that `op` defines.
    #[track_caller]
    pub fn set_symbol_visibility(&mut self, op: OpId, visibility: Visibility) {
        match visibility {
            Visibility::Public => {
                self.remove_attr(op, Ident::SYM_VISIBILITY);
            }
            _ => {
                let value = visibility.attribute(&self.ctx);
                self.set_attr(op, Ident::SYM_VISIBILITY, value);
            }
        }
    }
}

/// The symbols of one symbol table op, by name.
pub struct SymbolTable {
    symbols: FxHashMap<Ident, OpId>,
}

impl SymbolTable {
    /// Collects the symbols directly in the root of `body`. If symbols have the same name, which
    /// the verifier rejects, the first is kept.
    pub fn new(body: &Body) -> Self {
        Self::of(body.as_op())
    }

    /// Like [`SymbolTable::new`], for the symbols directly in `table`.
    pub fn of(table: OpRef<'_>) -> Self {
        let mut symbols = FxHashMap::default();
        for op in table.regions().flat_map(|region| region.ops()) {
            if let Some(name) = op.symbol_name() {
                symbols.entry(name).or_insert(op.id());
            }
        }
        Self { symbols }
    }

    /// A table without symbols, with room for some.
    pub(crate) fn with_capacity(symbols: usize) -> Self {
        Self { symbols: FxHashMap::with_capacity_and_hasher(symbols, FxBuildHasher) }
    }

    /// Adds a symbol of a table that is being collected. Returns whether no other one has the name.
    pub(crate) fn add(&mut self, name: Ident, op: OpId) -> bool {
        self.symbols.insert(name, op).is_none()
    }

    /// The op that defines `name`.
    pub fn lookup(&self, name: Ident) -> Option<OpId> {
        self.symbols.get(&name).copied()
    }

    /// Adds a symbol that was added to the body.
    #[track_caller]
    pub fn insert(&mut self, name: Ident, op: OpId) {
        self.symbols.insert(name, op);
    }

    /// Removes a symbol that was erased from the body.
    pub fn remove(&mut self, name: Ident) {
        self.symbols.remove(&name);
    }

    /// A name derived from `base` that no symbol has.
    pub fn unique_name(&self, body: &Body, base: &str) -> Ident {
        let ctx = body.context();
        let mut name = ctx.ident(base);
        let mut number = 0;
        while self.symbols.contains_key(&name) {
            name = ctx.ident(&format!("{base}_{number}"));
            number += 1;
        }
        name
    }
}
