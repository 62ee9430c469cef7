//! `affine-scalrep` (`memref-dataflow-opt` in 2020): store-to-load forwarding for affine loads and
//! stores.
//!
//! Within each block, from its start: a load with the subscripts of an earlier store or load, with
//! nothing in between that may write the element, is replaced by the stored or loaded value.
//! Subscripts are equal if they are the same function of the same values; a write in between is
//! harmless if it goes to different memory (see [`AliasClass`]) or to subscripts that differ by a
//! constant. If only one store writes a memref, at constant subscripts, its value is also forwarded
//! into loops and conditionals: other values are not forwarded into or out of them. Then
//! allocations that are only written and freed are erased, with the writes, and with what was
//! computed for these alone.
//!
//! Time is near-linear in the number of ops.

#[cfg(test)]
mod tests;

use crate::subscripts::{Access, SubscriptTable, Subscripts};
use crate::{AffineDialect, ForOp};
use mlir_lite::Context;
use mlir_lite::analysis::alias::{AliasAnalysis, AliasClass};
use mlir_lite::analysis::memory_effects::{is_allocation, visit_effects};
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface};
use mlir_lite::ir::{BlockId, Body, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::is_trivially_dead;
use mlir_lite::types::TypeKind;
use mlir_lite_diagnostics::Reported;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The maximum number of known elements at subscripts that are not constant, for each memref.
const MAX_KNOWN: usize = 32;

/// The result of [`replace_scalars`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ScalarReplacement {
    /// Loads replaced by values.
    pub loads: usize,
    /// Erased allocations.
    pub allocations: usize,
}

/// Replace affine memref accesses by scalars by forwarding stores to loads.
// Replaces affine loads of one isolated op by known values, and removes allocations that are never
// read.
#[pass(
    name = "affine-scalrep",
    pure,
    aliases("memref-dataflow-opt"),
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineScalarReplacementPass;

impl RunPass for AffineScalarReplacementPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let aliases = cx.analysis::<AliasAnalysis>(body);
        replace_scalars(body, &aliases);
        Ok(())
    }
}

/// Replaces affine loads of a body by known values, and removes allocations that are never read.
pub fn replace_scalars(body: &mut Body, aliases: &AliasAnalysis) -> ScalarReplacement {
    let mut result = ScalarReplacement::default();
    if body.context().dialect_id("affine").is_none() {
        return result;
    }
    let mut blocks = Vec::new();
    for op in std::iter::once(body.root()).chain(body.pre_order(body.root())) {
        for &region in body.regions(op) {
            blocks.extend(body.blocks(region));
        }
    }
    let mut forwarding = Forwarding::new(aliases);
    for &block in &blocks {
        result.loads += forwarding.block(body, block);
    }
    for block in blocks {
        result.loads += forwarding.single_stores(body, block);
    }
    result.allocations = remove_unread_allocations(body);
    result
}

/// The elements of a memref with known values, by subscripts.
#[derive(Default)]
struct Elements {
    /// At constant subscripts: unequal ones are different elements.
    constant: FxHashMap<u32, ValueId>,
    others: SmallVec<[(u32, ValueId); 4]>,
}

struct Forwarding<'a> {
    aliases: &'a AliasAnalysis,
    subscripts: SubscriptTable,
    known: FxHashMap<ValueId, Elements>,
    /// Memrefs in `known` of unknown origin.
    unknown: Vec<ValueId>,
    escaped: Vec<ValueId>,
    globals: Vec<ValueId>,
    /// Memrefs that were checked for a single store.
    stored: FxHashSet<ValueId>,
}

impl<'a> Forwarding<'a> {
    fn new(aliases: &'a AliasAnalysis) -> Self {
        Self {
            aliases,
            subscripts: SubscriptTable::default(),
            known: FxHashMap::default(),
            unknown: Vec::new(),
            escaped: Vec::new(),
            globals: Vec::new(),
            stored: FxHashSet::default(),
        }
    }

    fn block(&mut self, body: &mut Body, block: BlockId) -> usize {
        self.known.clear();
        self.unknown.clear();
        self.escaped.clear();
        self.globals.clear();
        let mut replaced = 0;
        for op in body.ops(block).collect::<Vec<_>>() {
            match Access::cast(body, op) {
                Some(access) => replaced += usize::from(self.access(body, op, access)),
                None if body.has_trait(op, TraitFlags::PURE) => {}
                None => self.other_op(body, op),
            }
        }
        replaced
    }

    /// Replaces the loads of memrefs that a single store in this block writes, at constant
    /// subscripts. Wherever the loads are nested, they get its value if they come after it.
    fn single_stores(&mut self, body: &mut Body, block: BlockId) -> usize {
        let ctx = body.context().clone();
        let mut replaced = 0;
        // Loads are erased during the walk, so their ids are not kept.
        let stores = body.ops(block).filter_map(|op| match Access::cast(body, op)? {
            Access::Store(store) => Some((op, store)),
            Access::Load(_) => None,
        });
        for (op, store) in stores.collect::<Vec<_>>() {
            let memref = store.memref(body);
            if self.aliases.class(body, memref) != AliasClass::Private
                || !self.is_only_writer(body, op, memref)
            {
                continue;
            }
            let stored = Subscripts::new(body, &store.subscripts(body), &[]);
            if !stored.is_constant(&ctx) {
                continue;
            }
            let users: Vec<OpId> = body.users(memref).collect();
            for user in users {
                let Some(Access::Load(load)) = Access::cast(body, user) else { continue };
                let comes_after =
                    body.ancestor_in_block(user, block).is_some_and(|at| body.is_before(op, at));
                if comes_after
                    && !is_in_unknown_op(body, user, block)
                    && Subscripts::new(body, &load.subscripts(body), &[]) == stored
                {
                    let result = body.result(user, 0);
                    body.replace_all_uses(result, store.value(body));
                    body.erase_op(user);
                    replaced += 1;
                }
            }
        }
        replaced
    }

    /// Whether no op other than this one writes the memref. Each memref is checked only once.
    fn is_only_writer(&mut self, body: &Body, store: OpId, memref: ValueId) -> bool {
        self.stored.insert(memref)
            && body.users(memref).all(|user| {
                let mut writes = false;
                visit_effects(body, user, &mut |kind, value| {
                    writes |=
                        kind == EffectKind::Write && value.is_none_or(|value| value == memref);
                });
                user == store || !writes
            })
    }

    fn other_op(&mut self, body: &Body, op: OpId) {
        visit_effects(body, op, &mut |kind, memref| match (kind, memref) {
            (EffectKind::Read | EffectKind::Allocate, _) => {}
            (EffectKind::Write | EffectKind::Free, Some(memref)) => {
                self.known.remove(&memref);
                self.forget_aliases(body, memref);
            }
            (EffectKind::Write | EffectKind::Free, None) => {
                for memrefs in [&mut self.unknown, &mut self.escaped, &mut self.globals] {
                    forget(&mut self.known, memrefs);
                }
            }
        });
    }

    /// Handles an access; returns whether it was a load that is replaced.
    fn access(&mut self, body: &mut Body, op: OpId, access: Access) -> bool {
        let ctx = body.context().clone();
        let memref = access.memref(body);
        let subscripts = Subscripts::new(body, &access.map_operands(body), &[]);
        let constant = subscripts.is_constant(&ctx);
        let number = self.subscripts.number(subscripts);
        match access {
            Access::Load(load) => {
                let result = body.result(load.id(), 0);
                if let Some(value) = self.value(memref, number) {
                    body.replace_all_uses(result, value);
                    body.erase_op(op);
                    return true;
                }
                self.learn(body, memref, number, constant, result);
            }
            Access::Store(store) => {
                self.forget_aliases(body, memref);
                self.forget_element(body, memref, number, constant);
                let value = store.value(body);
                self.learn(body, memref, number, constant, value);
            }
        }
        false
    }

    fn value(&self, memref: ValueId, number: u32) -> Option<ValueId> {
        let elements = self.known.get(&memref)?;
        let other = || elements.others.iter().find(|entry| entry.0 == number).map(|entry| entry.1);
        elements.constant.get(&number).copied().or_else(other)
    }

    fn learn(&mut self, body: &Body, memref: ValueId, number: u32, constant: bool, value: ValueId) {
        let elements = self.known.entry(memref).or_insert_with(|| {
            match self.aliases.class(body, memref) {
                AliasClass::Private => {}
                AliasClass::Escaped => self.escaped.push(memref),
                AliasClass::Global => self.globals.push(memref),
                AliasClass::Unknown => self.unknown.push(memref),
            }
            Elements::default()
        });
        if constant {
            elements.constant.insert(number, value);
        } else {
            if elements.others.len() == MAX_KNOWN {
                elements.others.remove(0);
            }
            elements.others.push((number, value));
        }
    }

    /// Forgets the elements of the memref that a write at these subscripts may change.
    fn forget_element(&mut self, body: &Body, memref: ValueId, number: u32, constant: bool) {
        let ctx: &Context = body.context();
        let Some(elements) = self.known.get_mut(&memref) else { return };
        // Under a layout map, unequal subscripts may be the same element.
        if !matches!(body.ty(memref).kind(ctx), TypeKind::MemRef { layout: None, .. }) {
            *elements = Elements::default();
            return;
        }
        if !constant {
            elements.constant.clear();
        }
        let written = self.subscripts.get(number);
        let table = &self.subscripts;
        elements.others.retain(|entry| written.is_distinct_from(table.get(entry.0), ctx));
    }

    /// Forgets other memrefs that may be the same memory as this one.
    fn forget_aliases(&mut self, body: &Body, memref: ValueId) {
        let class = self.aliases.class(body, memref);
        let own = self.known.remove(&memref);
        for (other, memrefs) in [
            (AliasClass::Unknown, &mut self.unknown),
            (AliasClass::Escaped, &mut self.escaped),
            (AliasClass::Global, &mut self.globals),
        ] {
            if class.may_alias(other) {
                forget(&mut self.known, memrefs);
                if class == other && own.is_some() {
                    memrefs.push(memref);
                }
            }
        }
        if let Some(own) = own {
            self.known.insert(memref, own);
        }
    }
}

/// Whether an op that is not registered encloses `op` within the block: nothing is forwarded into
/// its regions.
fn is_in_unknown_op(body: &Body, op: OpId, block: BlockId) -> bool {
    let mut current = op;
    while body.block(current).is_some_and(|own| own != block) {
        let Some(parent) = body.parent_op(current) else { return false };
        if !body.info(parent).is_registered() {
            return true;
        }
        current = parent;
    }
    false
}

fn forget(known: &mut FxHashMap<ValueId, Elements>, memrefs: &mut Vec<ValueId>) {
    for memref in memrefs.drain(..) {
        known.remove(&memref);
    }
}

/// Removes allocations that are only written and freed; returns their number.
fn remove_unread_allocations(body: &mut Body) -> usize {
    let mut pending = Vec::new();
    for op in body.pre_order(body.root()) {
        pending.extend(body.results(op).filter(|&result| is_allocation(body, result)));
    }
    pending.reverse();
    let mut erased: FxHashSet<ValueId> = FxHashSet::default();
    while let Some(memref) = pending.pop() {
        if erased.contains(&memref)
            || !body.users(memref).all(|user| only_writes(body, user, memref))
        {
            continue;
        }
        let users: FxHashSet<OpId> = body.users(memref).collect();
        let mut users: Vec<OpId> = users.into_iter().collect();
        users.sort_unstable();
        erased.insert(memref);
        let allocation = body.defining_op(memref);
        for op in users.into_iter().chain(allocation) {
            erase_with_operands(body, op, &mut pending);
        }
    }
    erased.len()
}

/// Whether the op only writes or frees the memref.
fn only_writes(body: &Body, user: OpId, memref: ValueId) -> bool {
    let Some(interface) = body.info(user).interface::<dyn MemoryEffectOpInterface>() else {
        return false;
    };
    let effects = interface.ask(body.op(user), |op| op.effects());
    let harmless = effects.iter().all(|effect| match effect.kind {
        EffectKind::Write | EffectKind::Free => effect.value == Some(memref),
        EffectKind::Read => effect.value.is_some_and(|value| value != memref),
        EffectKind::Allocate => false,
    });
    // An op without effects on the memref lets it escape.
    let is_object = effects.iter().any(|effect| effect.value == Some(memref));
    let times = body.operands(user).filter(|&operand| operand == memref).count();
    harmless
        && is_object
        && times == 1
        && body.num_results(user) == 0
        && body.regions(user).is_empty()
}

/// Erases an op, and its operands' definitions and enclosing loops if they are dead then. Memrefs
/// that have lost a read are added to `allocations`.
fn erase_with_operands(body: &mut Body, op: OpId, allocations: &mut Vec<ValueId>) {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        let parent = body.parent_op(op);
        let operands = body.operand_list(op);
        body.erase_op(op);
        for operand in operands {
            if is_allocation(body, operand) {
                allocations.push(operand);
                continue;
            }
            let Some(definition) = body.defining_op(operand) else { continue };
            if !pending.contains(&definition)
                && body.regions(definition).is_empty()
                && is_trivially_dead(body, definition)
            {
                pending.push(definition);
            }
        }
        let Some(this) = parent.and_then(|parent| ForOp::cast(body, parent)) else { continue };
        let block = this.block(body);
        if body.num_results(this.id()) == 0 && body.first_op(block) == body.last_op(block) {
            pending.push(this.id());
        }
    }
}
