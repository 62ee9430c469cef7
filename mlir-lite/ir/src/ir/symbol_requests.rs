//! Requests for symbols from within a body.
//!
//! Code that changes one body must not change the module that contains it, because other threads
//! may be changing sibling bodies. If it needs a declaration or a global, it requests one. The
//! requests of all bodies are merged in source order, so the result does not depend on timing.

use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::clone::IrMapping;
use crate::ir::entities::OpId;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbols::SymbolTable;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Requested symbols, each once, in the order of first request.
#[derive(Default)]
pub struct SymbolRequests {
    requests: Vec<(Ident, Body)>,
    numbers: FxHashMap<Ident, usize>,
    calls: usize,
    constants: Arc<FxHashMap<Ident, Attribute>>,
}

impl SymbolRequests {
    /// No requests.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says which memory around the body is never written, and its elements.
    pub fn set_constants(&mut self, constants: Arc<FxHashMap<Ident, Attribute>>) {
        self.constants = constants;
    }

    /// The elements of memory that is never written, if they are known.
    pub fn constant(&self, name: Ident) -> Option<Attribute> {
        self.constants.get(&name).copied()
    }

    /// Requests the symbol `name`. `create` makes the op that defines it, as the root of a body of
    /// its own, even if the op is not isolated.
    pub fn require(&mut self, name: Ident, create: impl FnOnce() -> Body) {
        self.calls += 1;
        if !self.numbers.contains_key(&name) {
            self.numbers.insert(name, self.requests.len());
            self.requests.push((name, create()));
        }
    }

    /// Adds requests that come later in source order.
    pub fn append(&mut self, later: SymbolRequests) {
        for (name, body) in later.requests {
            self.require(name, || body);
        }
    }

    /// How often a symbol was requested, repetitions included.
    #[doc(hidden)]
    pub fn calls(&self) -> usize {
        self.calls
    }

    /// Number of requested symbols.
    pub fn len(&self) -> usize {
        self.requests.len()
    }

    /// Whether nothing was requested.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// The requested symbols.
    pub fn iter(&self) -> impl Iterator<Item = (Ident, &Body)> {
        self.requests.iter().map(|(name, body)| (*name, body))
    }

    /// Drops all but the first `len` requests.
    #[doc(hidden)]
    pub fn truncate(&mut self, len: usize) {
        for (name, _) in self.requests.drain(len.min(self.requests.len())..) {
            self.numbers.remove(&name);
        }
    }

    /// Adds the requested symbols at the start of `module`, in order. Existing symbols are not
    /// changed. Returns the ops that were added.
    pub fn merge_into(self, module: &mut Body) -> Vec<OpId> {
        if self.is_empty() {
            return Vec::new();
        }
        let Some(block) =
            module.regions(module.root()).first().and_then(|&region| module.entry_block(region))
        else {
            return Vec::new();
        };
        let symbols = SymbolTable::new(module);
        let first = module.first_op(block);
        let mut added = Vec::new();
        for (name, body) in self.requests {
            if symbols.lookup(name).is_some() {
                continue;
            }
            let op = if body.has_trait(body.root(), TraitFlags::ISOLATED_FROM_ABOVE) {
                module.create_isolated_op(body, &[], &[])
            } else {
                module.clone_op_from(&body, body.root(), &mut IrMapping::new())
            };
            match first {
                Some(first) => module.insert_op_before(first, op),
                None => module.append_op(block, op),
            }
            added.push(op);
        }
        added
    }
}
