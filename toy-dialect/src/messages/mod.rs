//! Parts of messages that several modules give.

pub(crate) mod call_notes;
pub(crate) mod operand_locations;
pub(crate) mod out_of_range;
