//! The changes of a conversion, in order, and how they are taken back.

use mlir_lite::ir::{BlockId, Body, OpId, OpSnapshot, RegionId, ValueId};
use mlir_lite::support::pool::LARGE;
use mlir_lite::types::Type;
use smallvec::SmallVec;

/// No pattern: what folding does.
pub(crate) const NO_PATTERN: u32 = u32::MAX;

/// A change, with what is needed to take it back when all later ones have been.
///
/// A conversion keeps several of each op until nothing can fail any more, so they are of two words: what takes more lies
/// beside them.
#[derive(Copy, Clone)]
pub(crate) enum Change {
    /// An op was created.
    Inserted(OpId),
    /// An op was created as part of another.
    Nested(OpId),
    /// A cast was created between types that a converter does not reconcile.
    Cast(OpId),
    /// A value is replaced by another for the first time, on behalf of a pattern.
    Mapped { value: ValueId, pattern: u16 },
    /// An op is replaced or erased.
    Gone(OpId),
    /// A region's blocks, also those to come, have converted types.
    RegionConverted(RegionId),
    /// An op in a recursively legal one.
    Settled(OpId),
    /// An op was changed in place; the latest of the snapshots is of it.
    Updated(OpId),
    /// A block was created.
    BlockCreated(BlockId),
    /// A block is erased.
    BlockGone(BlockId),
    /// The rare change of that index.
    Rare(u32),
}

/// A change that few ops have.
pub(crate) enum RareChange {
    /// A value is replaced by another, on behalf of a pattern.
    Mapped { value: ValueId, previous: Option<ValueId>, pattern: u32 },
    /// A value is replaced by several or none.
    Spread { value: ValueId, pattern: u32 },
    /// A value was made another type's.
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

/// What a change has said that is no more, beside the body.
pub(super) enum TakenBack {
    /// The body alone.
    Body,
    Mapped {
        value: ValueId,
        previous: Option<ValueId>,
    },
    Spread(ValueId),
    Materialized(ValueId, Type),
    Gone(OpId),
    RegionConverted(RegionId),
    Settled(OpId),
}

/// All changes so far.
#[derive(Default)]
pub(crate) struct Log {
    changes: Vec<Change>,
    rare: Vec<RareChange>,
    #[allow(
        clippy::vec_box,
        reason = "each op that may fold has one for a moment, which is handed on to the next"
    )]
    snapshots: Vec<Box<OpSnapshot>>,
}

impl Log {
    /// With room for what happens to the ops of a body: one goes, another comes, and a value stands for a value. For a
    /// [large](LARGE) body there is room for more.
    pub(super) fn of(body: &Body) -> Self {
        let ops = body.op_capacity();
        let expected = if ops < LARGE { 3 * ops } else { 8 * ops };
        Self { changes: Vec::with_capacity(expected), ..Self::default() }
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

    pub(super) fn push_mapped(&mut self, value: ValueId, previous: Option<ValueId>, pattern: u32) {
        match (previous, u16::try_from(pattern)) {
            (None, Ok(pattern)) => self.push(Change::Mapped { value, pattern }),
            _ => self.push_rare(RareChange::Mapped { value, previous, pattern }),
        }
    }

    pub(super) fn push_updated(&mut self, op: OpId, snapshot: Box<OpSnapshot>) {
        self.push(Change::Updated(op));
        self.snapshots.push(snapshot);
    }

    /// Forgets the last change, an op's that turned out to stay as it was.
    pub(super) fn pop_updated(&mut self) -> Option<Box<OpSnapshot>> {
        self.changes.pop();
        self.snapshots.pop()
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

    /// Gives back room that is not used, unless the body is large: then it was never touched.
    pub(super) fn shrink(&mut self) {
        if self.changes.capacity() < LARGE {
            self.changes.shrink_to_fit();
        }
    }

    /// Takes the last change back in the body, and says what else it was; `None` if there is none.
    pub(super) fn take_back(&mut self, body: &mut Body) -> Option<TakenBack> {
        match self.changes.pop()? {
            Change::Inserted(op) | Change::Cast(op) => body.erase_op(op),
            Change::Nested(_) | Change::BlockGone(_) => {}
            Change::Mapped { value, .. } => {
                return Some(TakenBack::Mapped { value, previous: None });
            }
            Change::Gone(op) => return Some(TakenBack::Gone(op)),
            Change::RegionConverted(region) => return Some(TakenBack::RegionConverted(region)),
            Change::Settled(op) => return Some(TakenBack::Settled(op)),
            Change::Updated(op) => {
                if let Some(snapshot) = self.snapshots.pop() {
                    body.restore_op(op, &snapshot);
                }
            }
            Change::BlockCreated(block) => body.erase_block(block),
            Change::Rare(_) => return self.rare.pop().map(|change| change.take_back(body)),
        }
        Some(TakenBack::Body)
    }
}

impl RareChange {
    fn take_back(self, body: &mut Body) -> TakenBack {
        match self {
            Self::Mapped { value, previous, .. } => return TakenBack::Mapped { value, previous },
            Self::Spread { value, .. } => return TakenBack::Spread(value),
            Self::Materialized(value, ty) => return TakenBack::Materialized(value, ty),
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
                body.free_loose_arguments(&new);
            }
            Self::Split { first, second, created } => body.join_blocks(first, second, created),
        }
        TakenBack::Body
    }
}
