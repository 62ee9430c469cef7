//! The records of ops, values, blocks and regions in a body: they have a fixed size, are stored in
//! pools, and refer to each other by index.

use crate::data::attributes::NamedAttribute;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::children::ChildIndex;
use crate::ir::entities::{BlockSlot, OpSlot, RegionId, RegionSlot, ValueId, ValueSlot};
use crate::ir::op_name::OpName;
use crate::support::pool::{EntitySlot, Record};
use smallvec::SmallVec;

/// The `OpData::extra` of an op that has none.
pub(super) const NO_EXTRA: u32 = u32::MAX;

/// The bit of `OpData::extra` of a link, whose other bits are the index of its body.
const LINK: u32 = 1 << 31;

/// The bit of `OpData::extra` of an op that has a region, and no rarely used fields. The
/// other bits are the slot of the region.
const REGION: u32 = 1 << 30;

/// The end of a list that is linked by slot index. The slot with this index belongs to no entity,
/// so links can be written to it without a check, and are ignored.
pub(super) const END: u32 = 0;

#[derive(Clone)]
pub(super) struct OpData {
    pub(super) name: OpName,
    pub(super) location: Location,
    pub(super) block: BlockSlot,
    pub(super) prev: OpSlot,
    pub(super) next: OpSlot,
    /// Grows along the block; gaps make room for insertion.
    pub(super) order: u32,
    pub(super) operands_start: u32,
    pub(super) operands_len: u32,
    pub(super) results_start: u32,
    pub(super) results_len: u32,
    pub(super) attrs_start: u32,
    /// Where regions, successors and discardable attributes are; for a link, its body.
    pub(super) extra: u32,
}

/// The storage of the rarely used fields of an op.
pub(super) enum ExtraIndex {
    /// It has none of it.
    Nowhere,
    /// It has one region, and nothing else.
    Region(RegionSlot),
    /// An index into `Rare::extras`.
    Extras(usize),
    /// It is a link to the body at this index.
    Body(ChildIndex),
}

impl OpData {
    #[inline]
    pub(super) fn extra_place(&self) -> ExtraIndex {
        match self.extra {
            NO_EXTRA => ExtraIndex::Nowhere,
            extra if extra & LINK != 0 => ExtraIndex::Body(ChildIndex::new(extra & !LINK)),
            extra if extra & REGION != 0 => {
                ExtraIndex::Region(RegionSlot::new((extra & !REGION) as usize))
            }
            extra => ExtraIndex::Extras(extra as usize),
        }
    }

    /// The index into `Rare::extras`.
    #[inline]
    pub(super) fn extra_index(&self) -> Option<usize> {
        (self.extra < REGION).then_some(self.extra as usize)
    }

    pub(super) fn set_extra_index(&mut self, index: usize) {
        assert!(
            index < REGION as usize,
            "a body has fewer than 2^30 ops with regions or successors"
        );
        self.extra = index as u32;
    }

    /// The index of the body of a link.
    #[inline]
    pub(super) fn child_index(&self) -> Option<ChildIndex> {
        let is_link = self.extra & LINK != 0 && self.extra != NO_EXTRA;
        is_link.then(|| ChildIndex::new(self.extra & !LINK))
    }

    /// Makes this the record of a link to the body at an index.
    pub(super) fn set_child_index(&mut self, index: ChildIndex) {
        assert!(index.number() < REGION, "a body has fewer than 2^30 nested bodies");
        self.extra = index.number() | LINK;
    }

    /// Makes this the record of an op with one region, and nothing else that most ops do not have.
    pub(super) fn set_only_region(&mut self, region: RegionSlot) {
        assert!(region.index() < REGION as usize, "a body has fewer than 2^30 regions");
        self.extra = region.index() as u32 | REGION;
    }
}

/// The rarely used fields of an op.
#[derive(Default)]
pub(super) struct OpExtra {
    pub(super) regions: SmallVec<[RegionId; 1]>,
    pub(super) successors_start: u32,
    pub(super) successors_len: u32,
    pub(super) discardable: Box<[NamedAttribute]>,
}

#[derive(Clone)]
pub(super) struct BlockData {
    pub(super) region: RegionSlot,
    pub(super) prev: BlockSlot,
    pub(super) next: BlockSlot,
    pub(super) first_op: OpSlot,
    pub(super) last_op: OpSlot,
    pub(super) args: SmallVec<[ValueId; 2]>,
    pub(super) first_pred: u32,
}

#[derive(Clone)]
pub(super) struct RegionData {
    /// The id of the region: the list of the regions of an op that has one.
    pub(super) id: RegionId,
    pub(super) owner: OpSlot,
    /// Which of the owner's regions it is.
    pub(super) index: u32,
    pub(super) first: BlockSlot,
    pub(super) last: BlockSlot,
}

#[derive(Clone)]
pub(super) struct ValueData {
    pub(super) ty: Type,
    pub(super) origin: Origin,
    pub(super) first_use: u32,
}

impl Record for OpData {
    fn nobody() -> Self {
        Self {
            name: OpName::LINK,
            location: Location::UNKNOWN,
            block: BlockSlot::NONE,
            prev: OpSlot::NONE,
            next: OpSlot::NONE,
            order: 0,
            operands_start: 0,
            operands_len: 0,
            results_start: 0,
            results_len: 0,
            attrs_start: 0,
            extra: NO_EXTRA,
        }
    }
}

impl Record for BlockData {
    fn nobody() -> Self {
        Self {
            region: RegionSlot::NONE,
            prev: BlockSlot::NONE,
            next: BlockSlot::NONE,
            first_op: OpSlot::NONE,
            last_op: OpSlot::NONE,
            args: SmallVec::new(),
            first_pred: END,
        }
    }
}

impl Record for RegionData {
    fn nobody() -> Self {
        Self {
            id: RegionId::DANGLING,
            owner: OpSlot::NONE,
            index: 0,
            first: BlockSlot::NONE,
            last: BlockSlot::NONE,
        }
    }
}

impl Record for ValueData {
    fn nobody() -> Self {
        Self { ty: Type::DANGLING, origin: Origin { owner: 0, place: 0 }, first_use: END }
    }
}

/// A [`ValueDef`] in two words, with a bit for whether the op holds a constant: for most values,
/// this answers whether they are constant without reading the op.
///
/// If an op with one result holds a constant, the index of the result, which would be 0, is
/// replaced by the slot of the attribute with the constant.
#[derive(Copy, Clone)]
pub(super) struct Origin {
    /// The index of the op or the block.
    pub(super) owner: u32,
    /// The index of the value in its op or block, with the bits below.
    place: u32,
}

impl Origin {
    const ARGUMENT: u32 = 1 << 31;
    const CONSTANT: u32 = 1 << 30;

    pub(super) fn argument(block: BlockSlot, index: usize) -> Self {
        Self::new(block.index(), index, Self::ARGUMENT)
    }

    /// The origin of a result of an op with `results` results. If the op holds a constant, that is
    /// in the attribute slot `constant_slot`.
    pub(super) fn result(
        op: OpSlot,
        index: usize,
        results: usize,
        constant_slot: Option<usize>,
    ) -> Self {
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

    pub(crate) fn constant_slot(self) -> Option<usize> {
        self.is_constant().then_some((self.place & !Self::CONSTANT) as usize)
    }
}

#[derive(Clone, Default)]
pub(super) struct OperandSlot {
    pub(super) value: ValueSlot,
    pub(super) owner: OpSlot,
    pub(super) prev: u32,
    pub(super) next: u32,
}

#[derive(Clone, Default)]
pub(super) struct SuccessorSlot {
    pub(super) block: BlockSlot,
    pub(super) owner: OpSlot,
    pub(super) prev: u32,
    pub(super) next: u32,
    /// The number of the op's operands that are passed to this and later successors.
    pub(super) rest: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::attributes::AttributeKind;
    use crate::ir::body::Body;

    /// A module may have many small functions, and many attributes.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn what_there_are_many_of_is_small() {
        assert!(size_of::<Body>() <= 256, "{}", size_of::<Body>());
        assert!(size_of::<OpExtra>() <= 48, "{}", size_of::<OpExtra>());
        assert!(size_of::<OpData>() <= 56, "{}", size_of::<OpData>());
        assert!(size_of::<AttributeKind>() <= 32, "{}", size_of::<AttributeKind>());
    }
}
