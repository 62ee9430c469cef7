//! The constants of a body: each once, at the start of its entry block.
//!
//! All constants of a region of the root (or of a nested region that a dialect keeps them in) are
//! at the start of its entry block, which dominates all of their uses. An op that is not registered
//! may be isolated, and enter any of its blocks: each of these keeps its own constants. Existing
//! constants keep their order; new ones come after them.
//!
//! Erasing an unused constant is deferred until many others have been created by folding, or to the
//! end of the sweep: folding often asks for the same one again. Merging a duplicate is deferred in
//! the same way: usually its users are folded, so that there is nothing to replace. A duplicate
//! that a pattern has just created is merged at once: its users are at hand, and the next op reuses
//! its storage. Instead of erasing an unused number and creating another, the existing op is
//! changed.

use crate::rewrite::materialize_constant;
use crate::rewrite::op_set::OpSet;
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::context::{Context, DialectId, OpName};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::interfaces::DialectConstantInterface;
use mlir_lite::ir::{BlockId, Body, InsertionPoint, Location, OpId, RegionId, ValueId};
use mlir_lite::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

/// Where constants are kept.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Home {
    /// At the start of the region's entry block.
    Region(RegionId),
    /// At the start of the block.
    Block(BlockId),
}

impl Home {
    fn block(self, body: &Body) -> Option<BlockId> {
        match self {
            Self::Region(region) => body.entry_block(region),
            Self::Block(block) => Some(block),
        }
    }

    /// A number of its own.
    fn index(self) -> usize {
        match self {
            Self::Region(region) => 2 * region.index(),
            Self::Block(block) => 2 * block.index() + 1,
        }
    }
}

/// Constants belong to a dialect: another dialect's constant may not be allowed where the folded op
/// was.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Key {
    home: Home,
    dialect: Option<DialectId>,
    /// The op, if all of its constants of one type are equal: it has no attribute then.
    op: Option<OpName>,
    value: Attribute,
    ty: Type,
}

impl Hash for Key {
    /// Most constants of a body differ in their values.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
        self.ty.hash(state);
    }
}

/// The outcome for a constant op.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It is the only one of its kind.
    Kept,
    /// It was moved to the other constants and is the only one of its kind.
    Moved,
    /// An equal constant exists, whose result can replace its result.
    Duplicate(ValueId),
}

/// How many constants created by folding are kept even if unused: the tables stay small, however
/// many intermediate constants are created.
const MAX_FRESH: usize = 32;

/// For how many duplicates merging is deferred: usually their users have been folded by then, and
/// they are still in the cache.
const MAX_DUPLICATES: usize = 256;

/// Whether an unused constant op may be changed into another constant: only if nothing else refers
/// to it, and no listener is notified.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Reuse {
    Allowed,
    Forbidden,
}

#[derive(Default)]
pub(crate) struct Constants {
    /// The location of all constants, if there is only one.
    home: Option<Home>,
    /// The results of the constants, so that a lookup need not load the op, which may be far away.
    by_value: FxHashMap<Key, ValueId>,
    /// The ops that are known, including duplicates.
    known: OpSet,
    /// The unique constants.
    kept: OpSet,
    /// The unique constants, each with the keys under which it is found; no keys once it is
    /// forgotten.
    keys: Vec<(OpId, SmallVec<[Key; 1]>)>,
    /// The index in `keys` of a unique constant, by its op's index.
    runs: FxHashMap<u32, u32>,
    /// The last constant at the start of a home, by the home's index.
    last: Vec<Option<OpId>>,
    /// Duplicates, which have no keys; entries that are no longer in `known` were erased.
    duplicates: Vec<OpId>,
    /// Recently created constants, each with its run.
    fresh: VecDeque<(OpId, u32)>,
}

impl Constants {
    /// Forgets everything, and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        self.home = None;
        self.by_value.clear();
        self.runs.clear();
        for op in self.keys.drain(..).map(|(op, _)| op).chain(self.duplicates.drain(..)) {
            self.known.remove(op);
            self.kept.remove(op);
        }
        self.last.clear();
        self.fresh.clear();
    }

    /// Reserves capacity for about this many more constants of a body.
    pub(crate) fn reserve(&mut self, body: &Body, more: usize) {
        self.home = only_home(body);
        self.by_value.reserve(more);
        self.keys.reserve(more);
        self.runs.reserve(more);
        self.known.reserve(body.op_capacity());
        self.kept.reserve(body.op_capacity());
    }

    /// Whether all constants are at the start of the root's region, which is never erased.
    pub(crate) fn have_one_home(&self) -> bool {
        self.home.is_some()
    }

    fn home_of(&self, body: &Body, op: OpId) -> Option<Home> {
        self.home.or_else(|| home(body, op))
    }

    fn last(&self, home: Home) -> Option<OpId> {
        self.last.get(home.index()).copied().flatten()
    }

    fn set_last(&mut self, home: Home, op: Option<OpId>) {
        if self.last.len() <= home.index() {
            self.last.resize(home.index() + 1, None);
        }
        self.last[home.index()] = op;
    }

    /// Records a constant op.
    pub(crate) fn enter(&mut self, body: &mut Body, op: OpId) -> Known {
        if self.is_known(op) {
            return Known::Kept;
        }
        let info = body.info(op);
        let (value, name) = match info.constant_slot() {
            Some(slot) => (body.declared_attr(op, slot), None),
            None => (Some(Attribute::UNIT), Some(body.name(op))),
        };
        let (Some(value), Some(home)) = (value, self.home_of(body, op)) else {
            return Known::Kept;
        };
        let ty = body.ty(body.result(op, 0));
        let key = Key { home, dialect: info.dialect(), op: name, value, ty };
        if let Some(&other) = self.by_value.get(&key) {
            return Known::Duplicate(other);
        }
        self.record(body, key, op);
        let Some(block) = home.block(body) else { return Known::Kept };
        let last = self.last(home);
        self.set_last(home, Some(op));
        if body.block(op) == Some(block) && body.previous_op(op) == last {
            return Known::Kept;
        }
        body.detach_op(op);
        match last {
            Some(last) => body.insert_op_after(last, op),
            None => body.prepend_op(block, op),
        }
        Known::Moved
    }

    /// Records an op as the only one of its kind; returns its run.
    fn record(&mut self, body: &Body, key: Key, op: OpId) -> u32 {
        self.by_value.insert(key, body.result(op, 0));
        let run = self.run(op);
        self.keys[run as usize].1.push(key);
        run
    }

    /// The run of an op, a new one if it has none.
    fn run(&mut self, op: OpId) -> u32 {
        let new = self.keys.len() as u32;
        let run = *self.runs.entry(op.index() as u32).or_insert(new);
        if run == new {
            self.known.insert(op);
            self.kept.insert(op);
            self.keys.push((op, SmallVec::new()));
        }
        run
    }

    /// Defers merging a duplicate: it stays known until [`Constants::take_duplicates`].
    pub(crate) fn postpone(&mut self, op: OpId) {
        self.known.insert(op);
        self.duplicates.push(op);
    }

    /// Whether there are enough duplicates to merge them.
    pub(crate) fn has_many_duplicates(&self) -> bool {
        self.duplicates.len() >= MAX_DUPLICATES
    }

    /// Returns the existing duplicates in the order in which they were met, and forgets them.
    pub(crate) fn take_duplicates(&mut self) -> Vec<OpId> {
        let mut ops = std::mem::take(&mut self.duplicates);
        // The id of an erased duplicate may have been reused for one that was met later.
        ops.reverse();
        ops.retain(|&op| !self.kept.contains(op) && self.known.remove(op));
        ops.reverse();
        ops
    }

    /// The unused constants, in the order in which they were met.
    pub(crate) fn unused(&self, body: &Body) -> Vec<OpId> {
        let known = self.keys.iter().filter(|(_, keys)| !keys.is_empty());
        known.map(|&(op, _)| op).filter(|&op| body.is_unused(op)).collect()
    }

    /// Whether the op is one of the constants.
    pub(crate) fn is_known(&self, op: OpId) -> bool {
        self.known.contains(op)
    }

    /// The result of the constant `value`, for use at `at`, by an op of the asking dialect. It is
    /// created if there is none; the flag is true then.
    pub(crate) fn get_or_create(
        &mut self,
        body: &mut Body,
        at: OpId,
        value: Attribute,
        ty: Type,
        location: Location,
        reuse: Reuse,
    ) -> Option<(ValueId, bool)> {
        let home = self.home_of(body, at)?;
        let dialect = body.info(at).dialect();
        let key = Key { home, dialect, op: None, value, ty };
        if let Some(&known) = self.by_value.get(&key) {
            return Some((known, false));
        }
        if reuse == Reuse::Allowed
            && let Some(op) = self.reuse_idle(body, key, location)
        {
            return Some((body.result(op, 0), true));
        }
        let block = home.block(body)?;
        let point = match self.last(home) {
            Some(last) => InsertionPoint::After(last),
            None => InsertionPoint::Start(block),
        };
        let op =
            materialize_constant(&mut BodyBuilder::new(body, point), dialect, value, ty, location)?;
        // A dialect may use the constants of another.
        let own_key = Key { dialect: body.info(op).dialect(), ..key };
        if let Some(&other) = self.by_value.get(&own_key) {
            body.erase_op(op);
            self.record(body, key, body.defining_op(other)?);
            return Some((other, false));
        }
        let run = self.record(body, own_key, op);
        if own_key != key {
            self.record(body, key, op);
        }
        self.set_last(home, Some(op));
        self.fresh.push_back((op, run));
        Some((body.result(op, 0), true))
    }

    /// Changes the oldest of the recently created constants into another one, if it is unused and
    /// they differ in nothing but their numbers.
    fn reuse_idle(&mut self, body: &mut Body, key: Key, location: Location) -> Option<OpId> {
        if self.fresh.len() < MAX_FRESH {
            return None;
        }
        let &(op, run) = self.fresh.front()?;
        // An erased one has no keys.
        let &[old] = &self.keys[run as usize].1[..] else { return None };
        if !body.is_unused(op) {
            return None;
        }
        let last = self.last(key.home)?;
        let ctx = body.context();
        let is_alike = (old.home, old.dialect, old.ty) == (key.home, key.dialect, key.ty)
            && old.dialect == body.info(op).dialect()
            && are_numbers_alike(ctx, old.value, key.value)
            && body.is_plain(op)
            && ctx
                .dialect_interface::<dyn DialectConstantInterface>(key.dialect?)
                .is_some_and(|constants| constants.numbers_are_alike());
        if !is_alike {
            return None;
        }
        let slot = body.info(op).constant_slot()?;
        self.fresh.pop_front();
        self.fresh.push_back((op, run));
        self.by_value.remove(&old);
        self.by_value.insert(key, body.result(op, 0));
        self.keys[run as usize].1[0] = key;
        body.set_inherent_attr(op, slot, Some(key.value));
        body.set_location(op, location);
        if last != op {
            body.detach_op(op);
            body.insert_op_after(last, op);
            self.set_last(key.home, Some(op));
        }
        Some(op)
    }

    /// An unused constant that was created long ago, if there is one; the caller erases it.
    pub(crate) fn take_idle(&mut self, body: &Body) -> Option<OpId> {
        while self.fresh.len() > MAX_FRESH {
            let (op, run) = self.fresh.pop_front()?;
            // An erased one has no keys.
            if !self.keys[run as usize].1.is_empty() && body.is_unused(op) {
                return Some(op);
            }
        }
        None
    }

    /// Forgets an op that is about to be erased or changed.
    pub(crate) fn forget(&mut self, body: &Body, op: OpId) {
        if !self.known.remove(op) || !self.kept.remove(op) {
            return;
        }
        let Some(run) = self.runs.remove(&(op.index() as u32)) else { return };
        for key in std::mem::take(&mut self.keys[run as usize].1) {
            self.by_value.remove(&key);
            if self.last(key.home) == Some(op) {
                self.set_last(
                    key.home,
                    body.previous_op(op).filter(|previous| self.is_known(*previous)),
                );
            }
        }
    }
}

/// Whether both are numbers of one kind and type.
fn are_numbers_alike(ctx: &Context, a: Attribute, b: Attribute) -> bool {
    match (a.kind(ctx), b.kind(ctx)) {
        (AttributeKind::Integer { ty: a, .. }, AttributeKind::Integer { ty: b, .. })
        | (AttributeKind::Float { ty: a, .. }, AttributeKind::Float { ty: b, .. }) => a == b,
        _ => false,
    }
}

/// Where the constants of an op are kept: in the region of the root, or in a nested one if a
/// dialect wants it; in the regions of an op that is not registered, in the block there that
/// contains the op.
fn home(body: &Body, op: OpId) -> Option<Home> {
    let root = body.root();
    let mut block = body.block(op)?;
    loop {
        let region = body.block_region(block)?;
        let owner = body.region_owner(region)?;
        if owner != root && !body.info(owner).is_registered() {
            return Some(Home::Block(block));
        }
        let keeps = || {
            let dialect = body.fold_interface(body.info(owner).dialect());
            dialect.is_some_and(|dialect| dialect.should_materialize_into(body.region_ref(region)))
        };
        if owner == root || keeps() {
            return Some(Home::Region(region));
        }
        block = body.block(owner)?;
    }
}

/// Where the constants of all ops are kept, if there is provably one location.
fn only_home(body: &Body) -> Option<Home> {
    match body.regions(body.root()) {
        &[region] if !body.has_fold_interfaces() && !body.has_unknown_regions() => {
            Some(Home::Region(region))
        }
        _ => None,
    }
}
