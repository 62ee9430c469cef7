//! Snapshots of ops, to restore them.

use crate::data::Context;
use crate::data::attributes::NamedAttribute;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, ValueId};
use crate::ir::op_name::OpName;
use smallvec::SmallVec;

/// Name, location, attributes, operands, successors and result types of an op.
#[doc(hidden)]
pub struct OpSnapshot {
    ctx: Context,
    name: OpName,
    location: Location,
    attributes: Box<[NamedAttribute]>,
    operands: Box<[ValueId]>,
    successors: Box<[(BlockId, SmallVec<[ValueId; 2]>)]>,
    result_types: Box<[Type]>,
}

impl Body {
    /// Saves the state of an op, without the content of its regions.
    #[track_caller]
    #[doc(hidden)]
    pub fn snapshot_op(&self, op: OpId) -> OpSnapshot {
        let attributes: SmallVec<[NamedAttribute; 16]> = self.each_attribute(op).collect();
        for &(_, value) in &attributes {
            // Keeps large elements alive, in case the op releases them.
            self.ctx.retain_elements(value);
        }
        let own = self.num_operands(op) - self.num_forwarded_operands(op);
        let successors = self.successors(op).enumerate().map(|(index, block)| {
            (block, self.successor_operands(op, index).into_iter().collect())
        });
        OpSnapshot {
            ctx: self.ctx.clone(),
            name: self.name(op),
            location: self.location(op),
            attributes: attributes.as_slice().into(),
            operands: self.operands(op).take(own).collect(),
            successors: successors.collect(),
            result_types: self.results(op).map(|value| self.ty(value)).collect(),
        }
    }

    /// Restores an op to its saved state.
    #[track_caller]
    #[doc(hidden)]
    pub fn restore_op(&mut self, op: OpId, snapshot: &OpSnapshot) {
        self.redefine_op(op, snapshot.name, &snapshot.attributes);
        self.set_location(op, snapshot.location);
        self.drop_successors(op);
        let forwarded = snapshot.successors.iter().flat_map(|(_, operands)| operands);
        let operands: Vec<ValueId> = snapshot.operands.iter().chain(forwarded).copied().collect();
        self.splice_operands(op, 0..self.num_operands(op), &operands);
        if !snapshot.successors.is_empty() {
            self.init_successors(op, &snapshot.successors);
        }
        for (index, &ty) in snapshot.result_types.iter().enumerate() {
            self.set_type(self.result(op, index), ty);
        }
    }
}

impl Drop for OpSnapshot {
    fn drop(&mut self) {
        for &(_, value) in &self.attributes {
            self.ctx.release_elements(value);
        }
    }
}
