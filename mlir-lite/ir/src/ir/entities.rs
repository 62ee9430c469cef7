//! Ids of the parts of a body.

use crate::support::pool::entity_id;

entity_id!(
    /// An operation of a body.
    OpId,
    OpSlot,
    "op"
);
entity_id!(
    /// A block of a body.
    BlockId,
    BlockSlot,
    "block"
);
entity_id!(
    /// A region of a body.
    RegionId,
    RegionSlot,
    "region"
);
entity_id!(
    /// A value: the result of an op or the argument of a block.
    ValueId,
    ValueSlot,
    "value"
);

impl OpSlot {
    /// The first op of a body: the one that owns it.
    pub(crate) const ROOT: Self = Self(0);
}

/// Where a value comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// A result of an op.
    Result {
        /// The op.
        op: OpId,
        /// Which of its results.
        index: u32,
    },
    /// An argument of a block.
    Argument {
        /// The block.
        block: BlockId,
        /// Which of its arguments.
        index: u32,
    },
}

/// One use of a value: an operand of an op.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OpOperand {
    /// The op that uses the value.
    pub owner: OpId,
    /// Which of its operands.
    pub index: u32,
}
