//! The constants of a body: each once, at the start of its entry block.
//!
//! All constants of a region of the root (or of one further in that a dialect
//! wants them to stay in) are kept at the start of its entry block, which
//! dominates all of their uses. An op that is not registered may be isolated, and
//! enter any of its blocks: each of these keeps its own constants. Constants that are there keep
//! their order; new ones come after them.
//!
//! A constant that is not used any more stays until many others have been created by folding, or the sweep is over: folding
//! often asks for the same one again. So does one of which there is another already, until there are many such, or the
//! sweep is over: mostly, what uses it is folded, and there is nothing to replace. Where a pattern has just created it, it
//! goes at once instead: what uses it is at hand, and the next op gets its place. Instead of being erased for another one,
//! a number is made that one.

use crate::rewrite::materialize_constant;
use crate::rewrite::op_set::OpSet;
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::context::{Context, DialectId};
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

/// Constants are of one dialect: another one may not be allowed where the op
/// that folded was.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Key {
    home: Home,
    dialect: Option<DialectId>,
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

/// What became of a constant op.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It is the one of its kind.
    Kept,
    /// It was moved to the others and is the one of its kind.
    Moved,
    /// There is another one, whose result can stand for its.
    Duplicate(ValueId),
}

/// How many constants that folding has created are kept whether they are used or not: the tables stay small, however
/// many numbers there are on the way.
const MAX_FRESH: usize = 32;

/// For how many constants it is put off to unite them with others: what uses them has mostly been folded by then, and they
/// are still in the cache.
const MAX_DUPLICATES: usize = 256;

/// Whether a constant that is not used any more may become another one: nobody else knows of it, and no listener is told.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Reuse {
    Allowed,
    Forbidden,
}

#[derive(Default)]
pub(crate) struct Constants {
    /// Where all are kept, if there is but one place.
    home: Option<Home>,
    /// The results of the constants: who asks for one need not look at its op, which may be far away.
    by_value: FxHashMap<Key, ValueId>,
    /// The ops that are known, duplicates with them.
    known: OpSet,
    /// The ops that are the ones of their kinds.
    kept: OpSet,
    /// The same, each with the keys under which it is found; no keys once it is forgotten.
    keys: Vec<(OpId, SmallVec<[Key; 1]>)>,
    /// Where the keys of an op that is kept are, by its index.
    runs: FxHashMap<u32, u32>,
    /// The last constant at the start of a home, by the home's index.
    last: Vec<Option<OpId>>,
    /// Ops that are known without keys, since there are others of their kinds; what is not known any more is gone.
    duplicates: Vec<OpId>,
    /// Constants that were created of late, each with its run.
    fresh: VecDeque<(OpId, u32)>,
}

impl Constants {
    /// Forgets all, and keeps the room that there is.
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

    /// Makes room for about so many more of a body.
    pub(crate) fn reserve(&mut self, body: &Body, more: usize) {
        self.home = only_home(body);
        self.by_value.reserve(more);
        self.keys.reserve(more);
        self.runs.reserve(more);
        self.known.reserve(body.op_capacity());
        self.kept.reserve(body.op_capacity());
    }

    /// Whether all are kept at the start of the root's region, which nobody erases.
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

    /// Takes notice of a constant op.
    pub(crate) fn enter(&mut self, body: &mut Body, op: OpId) -> Known {
        if self.is_known(op) {
            return Known::Kept;
        }
        let info = body.info(op);
        let value = info.constant_slot().and_then(|slot| body.declared_attr(op, slot));
        let (Some(value), Some(home)) = (value, self.home_of(body, op)) else {
            return Known::Kept;
        };
        let ty = body.ty(body.result(op, 0));
        let key = Key { home, dialect: info.dialect(), value, ty };
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

    /// Makes an op the one of its kind; returns its run.
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

    /// Puts off what is to be done with a duplicate: it is known until [`Constants::take_duplicates`].
    pub(crate) fn postpone(&mut self, op: OpId) {
        self.known.insert(op);
        self.duplicates.push(op);
    }

    /// Whether duplicates are to be united with others before there are more.
    pub(crate) fn has_many_duplicates(&self) -> bool {
        self.duplicates.len() >= MAX_DUPLICATES
    }

    /// The duplicates that are still there, which are then known no more, in the order in which they were met.
    pub(crate) fn take_duplicates(&mut self) -> Vec<OpId> {
        let mut ops = std::mem::take(&mut self.duplicates);
        // The place of one that is gone may be that of another one, which was met later.
        ops.reverse();
        ops.retain(|&op| !self.kept.contains(op) && self.known.remove(op));
        ops.reverse();
        ops
    }

    /// The constants that nobody uses, in the order in which they were met.
    pub(crate) fn unused(&self, body: &Body) -> Vec<OpId> {
        let known = self.keys.iter().filter(|(_, keys)| !keys.is_empty());
        known.map(|&(op, _)| op).filter(|&op| body.is_unused(op)).collect()
    }

    /// Whether the op is one of the constants.
    pub(crate) fn is_known(&self, op: OpId) -> bool {
        self.known.contains(op)
    }

    /// The result of the constant `value`, for use where `at` is, an op of the dialect that
    /// asks. It is created if there is none; the flag says so.
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
        let key = Key { home, dialect, value, ty };
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

    /// Makes the constant that was created before all others that are still fresh another one, if nobody uses it and
    /// they differ in nothing but their numbers.
    fn reuse_idle(&mut self, body: &mut Body, key: Key, location: Location) -> Option<OpId> {
        if self.fresh.len() < MAX_FRESH {
            return None;
        }
        let &(op, run) = self.fresh.front()?;
        // One that is gone has no keys.
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

    /// A constant that was created long ago and that nobody uses, if there is one; it is to be erased.
    pub(crate) fn take_idle(&mut self, body: &Body) -> Option<OpId> {
        while self.fresh.len() > MAX_FRESH {
            let (op, run) = self.fresh.pop_front()?;
            // One that is gone has no keys.
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

/// Where the constants of an op are kept: in the region of the root, or in one further in if a dialect wants it; in
/// the regions of an op that is not registered, in the block there that the op is in.
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
            let dialect = body.context().fold_interface(body.info(owner).dialect());
            dialect.is_some_and(|dialect| dialect.should_materialize_into(body.region_ref(region)))
        };
        if owner == root || keeps() {
            return Some(Home::Region(region));
        }
        block = body.block(owner)?;
    }
}

/// Where the constants of all ops are kept, if that is sure.
fn only_home(body: &Body) -> Option<Home> {
    match body.regions(body.root()) {
        &[region] if !body.context().has_fold_interfaces() && !body.has_unknown_regions() => {
            Some(Home::Region(region))
        }
        _ => None,
    }
}
