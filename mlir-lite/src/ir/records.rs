//! What a body keeps of each entity: records of fixed size, in pools, that name each other by index.

use crate::attributes::NamedAttribute;
use crate::context::OpName;
use crate::ir::children::ChildIndex;
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::ir::location::Location;
use crate::types::Type;
use smallvec::SmallVec;

/// An index into `Body::extras` that stands for none.
pub(super) const NO_EXTRA: u32 = u32::MAX;

/// The end of a list that is linked by slot index. The slot of that index is nobody's: what is written to it as a
/// neighbour is lost, and need not be asked about.
pub(super) const END: u32 = 0;

#[derive(Clone)]
pub(super) struct OpData {
    pub(super) name: OpName,
    pub(super) location: Location,
    pub(super) block: Option<BlockId>,
    pub(super) prev: Option<OpId>,
    pub(super) next: Option<OpId>,
    /// Grows along the block; gaps make room for insertion.
    pub(super) order: u32,
    pub(super) operands_start: u32,
    pub(super) operands_len: u32,
    pub(super) results_start: u32,
    pub(super) results_len: u32,
    pub(super) attrs_start: u32,
    pub(super) extra: u32,
}

/// What most ops do not have.
#[derive(Default)]
pub(super) struct OpExtra {
    pub(super) regions: SmallVec<[RegionId; 1]>,
    pub(super) successors_start: u32,
    pub(super) successors_len: u32,
    pub(super) discardable: Vec<NamedAttribute>,
    pub(super) child: Option<ChildIndex>,
}

#[derive(Clone)]
pub(super) struct BlockData {
    pub(super) region: Option<RegionId>,
    pub(super) prev: Option<BlockId>,
    pub(super) next: Option<BlockId>,
    pub(super) first_op: Option<OpId>,
    pub(super) last_op: Option<OpId>,
    pub(super) args: SmallVec<[ValueId; 2]>,
    pub(super) first_pred: u32,
}

#[derive(Clone)]
pub(super) struct RegionData {
    pub(super) owner: Option<OpId>,
    /// Which of the owner's regions it is.
    pub(super) index: u32,
    pub(super) first: Option<BlockId>,
    pub(super) last: Option<BlockId>,
}

#[derive(Clone)]
pub(super) struct ValueData {
    pub(super) ty: Type,
    pub(super) origin: Origin,
    pub(super) first_use: u32,
}

/// What is in a slot that is to hold a value.
pub(super) const NO_VALUE: ValueData =
    ValueData { ty: Type::DANGLING, origin: Origin { owner: 0, place: 0 }, first_use: END };

/// A [`ValueDef`] in two words, and whether the op holds a constant: most values that are asked for theirs have none,
/// and the op need not be looked at.
///
/// The only result of an op that holds one has the slot of the attribute with the constant in the place of its index,
/// which is 0.
#[derive(Copy, Clone)]
pub(super) struct Origin {
    /// The index of the op or the block.
    pub(super) owner: u32,
    /// Which of its values, with the bits below.
    place: u32,
}

impl Origin {
    const ARGUMENT: u32 = 1 << 31;
    const CONSTANT: u32 = 1 << 30;

    pub(super) fn argument(block: BlockId, index: usize) -> Self {
        Self::new(block.index(), index, Self::ARGUMENT)
    }

    /// A result of an op with `results` of them that holds its constant, if it has one, in the attribute
    /// `constant_slot`.
    pub(super) fn result(op: OpId, index: usize, results: usize, constant_slot: Option<usize>) -> Self {
        match constant_slot {
            Some(slot) if results == 1 => Self::new(op.index(), slot, Self::CONSTANT),
            _ => Self::new(op.index(), index, 0),
        }
    }

    fn new(owner: usize, index: usize, bits: u32) -> Self {
        assert!(index < Self::CONSTANT as usize, "an op or a block has fewer than 2^30 values");
        Self { owner: owner as u32, place: index as u32 | bits }
    }

    pub(super) fn is_argument(self) -> bool {
        self.place & Self::ARGUMENT != 0
    }

    pub(super) fn is_constant(self) -> bool {
        self.place & Self::CONSTANT != 0
    }

    pub(super) fn index(self) -> u32 {
        if self.is_constant() { 0 } else { self.place & !Self::ARGUMENT }
    }

    pub(super) fn constant_slot(self) -> Option<usize> {
        self.is_constant().then_some((self.place & !Self::CONSTANT) as usize)
    }
}

#[derive(Clone, Default)]
pub(super) struct OperandSlot {
    pub(super) value: Option<ValueId>,
    pub(super) owner: Option<OpId>,
    pub(super) prev: u32,
    pub(super) next: u32,
}

#[derive(Clone, Default)]
pub(super) struct SuccessorSlot {
    pub(super) block: Option<BlockId>,
    pub(super) owner: Option<OpId>,
    pub(super) prev: u32,
    pub(super) next: u32,
    /// How many of the op's operands are passed to the block.
    pub(super) operands: u32,
}
