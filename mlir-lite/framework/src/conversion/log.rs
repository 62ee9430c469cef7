//! The undo log of a conversion: its changes, in order, and how they are undone.

use mlir_lite::ir::{BlockId, Body, OpId, OpSnapshot, RegionId, ValueId};
use mlir_lite::support::pool::LARGE;
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::mem::take;

/// The change was made by folding, not by a pattern.
pub(crate) const NO_PATTERN: u32 = u32::MAX;

/// A change, with the data to undo it after all later changes were undone.
///
/// A conversion keeps several changes of each op until nothing can fail any more, so a change takes
/// two words: larger data is stored separately.
#[derive(Copy, Clone)]
pub(crate) enum Change {
    /// An op was created.
    Inserted(OpId),
    /// An op was created as part of another.
    Nested(OpId),
    /// A cast was created between types that a converter does not reconcile.
    Cast(OpId),
    /// A value is replaced by one other value for the first time, on behalf of a pattern.
    OneToOne { value: ValueId, pattern: u16 },
    /// An op is replaced or erased.
    Removed(OpId),
    /// The blocks of a region, including blocks added later, have converted types.
    RegionConverted(RegionId),
    /// An op in a recursively legal op.
    Legalized(OpId),
    /// An op was changed in place; the latest snapshot is its previous state.
    Updated(OpId),
    /// A block was created.
    BlockCreated(BlockId),
    /// A block is erased.
    BlockErased(BlockId),
    /// The rare change of that index.
    Rare(u32),
}

/// A change that only few ops have.
pub(crate) enum RareChange {
    /// A value is replaced by one other value, on behalf of a pattern.
    OneToOne { value: ValueId, previous: Option<ValueId>, pattern: u32 },
    /// A value is replaced by several values or none.
    OneToMany { value: ValueId, pattern: u32 },
    /// A replacement of the value was converted to another type.
    Materialized(ValueId, Type),
    /// An op was moved from before `next`.
    Moved { op: OpId, block: Option<BlockId>, next: Option<OpId> },
    /// A block was moved from before `next`.
    BlockMoved { block: BlockId, region: Option<RegionId>, next: Option<BlockId> },
    /// A block has other arguments.
    Arguments { block: BlockId, old: SmallVec<[ValueId; 2]> },
    /// A block was split; `created` is one of the halves.
    Split { first: BlockId, second: BlockId, created: BlockId },
}

/// The part of an undone change that concerns the conversion's state, not the body.
pub(super) enum Undone {
    /// The body alone.
    Body,
    OneToOne {
        value: ValueId,
        previous: Option<ValueId>,
    },
    OneToMany(ValueId),
    Materialized(ValueId, Type),
    Removed(OpId),
    RegionConverted(RegionId),
    Legalized(OpId),
}

/// All changes so far.
#[derive(Default)]
pub(crate) struct Log {
    changes: Vec<Change>,
    rare: Vec<RareChange>,
    #[allow(
        clippy::vec_box,
        reason = "most bodies have one, and a list without boxes has room for four"
    )]
    snapshots: Vec<Box<OpSnapshot>>,
}

impl Log {
    /// In the memory of `changes`, with capacity for the usual changes of a body: each op is
    /// erased, another one created, and a value replaced. The log of a [large](LARGE) body has more
    /// capacity.
    pub(super) fn of(body: &Body, mut changes: Vec<Change>) -> Self {
        let ops = body.op_capacity();
        changes.clear();
        changes.reserve_exact(if ops < LARGE { 3 * ops } else { 8 * ops });
        Self { changes, ..Self::default() }
    }

    /// Its memory for changes.
    pub(super) fn into_memory(self) -> Vec<Change> {
        self.changes
    }

    /// Moves the changes to memory of their own. Those of a large body keep the memory that they
    /// are in: what was reserved and not used was never touched.
    pub(super) fn take(&mut self) -> Self {
        if self.changes.capacity() >= LARGE {
            return take(self);
        }
        let changes = self.changes.clone();
        self.changes.clear();
        Self { changes, rare: take(&mut self.rare), snapshots: take(&mut self.snapshots) }
    }

    pub(super) fn len(&self) -> usize {
        self.changes.len()
    }

    pub(super) fn push(&mut self, change: Change) {
        self.changes.push(change);
    }

    pub(super) fn push_nested(&mut self, ops: impl Iterator<Item = OpId>) {
        self.changes.extend(ops.map(Change::Nested));
    }

    pub(super) fn push_rare(&mut self, change: RareChange) {
        self.changes.push(Change::Rare(self.rare.len() as u32));
        self.rare.push(change);
    }

    pub(super) fn push_one_to_one(
        &mut self,
        value: ValueId,
        previous: Option<ValueId>,
        pattern: u32,
    ) {
        match (previous, u16::try_from(pattern)) {
            (None, Ok(pattern)) => self.push(Change::OneToOne { value, pattern }),
            _ => self.push_rare(RareChange::OneToOne { value, previous, pattern }),
        }
    }

    pub(super) fn push_updated(&mut self, op: OpId, snapshot: Box<OpSnapshot>) {
        self.push(Change::Updated(op));
        self.snapshots.push(snapshot);
    }

    pub(super) fn get(&self, index: usize) -> Change {
        self.changes[index]
    }

    pub(super) fn last(&self) -> Option<Change> {
        self.changes.last().copied()
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = Change> {
        self.changes.iter().copied()
    }

    pub(super) fn rare(&self, index: u32) -> &RareChange {
        &self.rare[index as usize]
    }

    /// Undoes the last change in the body, and returns the rest of it; `None` if there is no
    /// change.
    pub(super) fn undo(&mut self, body: &mut Body) -> Option<Undone> {
        match self.changes.pop()? {
            Change::Inserted(op) | Change::Cast(op) => body.erase_op(op),
            Change::Nested(_) | Change::BlockErased(_) => {}
            Change::OneToOne { value, .. } => {
                return Some(Undone::OneToOne { value, previous: None });
            }
            Change::Removed(op) => return Some(Undone::Removed(op)),
            Change::RegionConverted(region) => return Some(Undone::RegionConverted(region)),
            Change::Legalized(op) => return Some(Undone::Legalized(op)),
            Change::Updated(op) => {
                if let Some(snapshot) = self.snapshots.pop() {
                    body.restore_op(op, &snapshot);
                }
            }
            Change::BlockCreated(block) => body.erase_block(block),
            Change::Rare(_) => return self.rare.pop().map(|change| change.undo(body)),
        }
        Some(Undone::Body)
    }
}

impl RareChange {
    fn undo(self, body: &mut Body) -> Undone {
        match self {
            Self::OneToOne { value, previous, .. } => return Undone::OneToOne { value, previous },
            Self::OneToMany { value, .. } => return Undone::OneToMany(value),
            Self::Materialized(value, ty) => return Undone::Materialized(value, ty),
            Self::Moved { op, block, next } => {
                body.detach_op(op);
                match (next, block) {
                    (Some(next), _) => body.insert_op_before(next, op),
                    (None, Some(block)) => body.append_op(block, op),
                    (None, None) => {}
                }
            }
            Self::BlockMoved { block, region, next } => {
                body.detach_block(block);
                match (next, region) {
                    (Some(next), _) => body.insert_block_before(next, block),
                    (None, Some(region)) => body.append_block(region, block),
                    (None, None) => {}
                }
            }
            Self::Arguments { block, old } => {
                let new = body.exchange_arguments(block, old);
                body.free_detached_arguments(&new);
            }
            Self::Split { first, second, created } => body.join_blocks(first, second, created),
        }
        Undone::Body
    }
}
