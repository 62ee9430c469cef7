//! Symbols: ops that are referred to by name.

use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::op_def::TraitFlags;
use crate::ir::view::OpRef;
use rustc_hash::FxHashMap;

/// Who may refer to a symbol.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Visible everywhere, also outside of the IR that is in memory.
    Public,
    /// Only ops in the same symbol table.
    Private,
    /// Visible only to ops in the same or nested symbol tables.
    Nested,
}

impl Visibility {
    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
            Self::Nested => "nested",
        }
    }

    /// The visibility of that keyword.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        match keyword {
            "public" => Some(Self::Public),
            "private" => Some(Self::Private),
            "nested" => Some(Self::Nested),
            _ => None,
        }
    }
}

impl<'b> OpRef<'b> {
    /// The name of the symbol that the op defines.
    pub fn symbol_name(self) -> Option<Ident> {
        if !self.has_trait(TraitFlags::SYMBOL) {
            return None;
        }
        let text = self.attr(Ident::SYM_NAME)?.as_str(self.context())?;
        Some(self.context().ident(text))
    }

    /// The visibility of the symbol that the op defines. Public by default.
    pub fn symbol_visibility(self) -> Visibility {
        self.attr(Ident::SYM_VISIBILITY)
            .and_then(|value| Visibility::from_keyword(value.as_str(self.context())?))
            .unwrap_or(Visibility::Public)
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
                let value = self.ctx.string_attr(visibility.keyword());
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
        let mut symbols = FxHashMap::default();
        for &region in body.regions(body.root()) {
            for block in body.blocks(region) {
                for op in body.ops(block) {
                    if let Some(name) = body.op(op).symbol_name() {
                        symbols.entry(name).or_insert(op);
                    }
                }
            }
        }
        Self { symbols }
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

/// The nearest enclosing symbol table of an op, for lookups.
pub struct SymbolScope<'s> {
    body: &'s Body,
    table: SymbolTable,
}

impl<'s> SymbolScope<'s> {
    /// The symbols of `body`'s root.
    pub fn new(body: &'s Body) -> Self {
        Self { body, table: SymbolTable::new(body) }
    }

    /// The op that `name` refers to from here. Only the nearest table is searched. See
    /// [`symbol_resolution`](crate::ir::symbol_resolution) for nested names.
    pub fn lookup(&self, name: Ident) -> Option<OpRef<'s>> {
        self.table.lookup(name).map(|op| self.body.op(op))
    }
}
