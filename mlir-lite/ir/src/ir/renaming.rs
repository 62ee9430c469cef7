//! Making an op another one, in place.

use crate::data::attributes::NamedAttribute;
use crate::ir::body::{Body, Free};
use crate::ir::entities::{OpId, ValueSlot};
use crate::ir::op_name::OpName;
use crate::ir::records::Origin;
use crate::support::pool::{EntityId, EntitySlot};
use smallvec::SmallVec;
use std::mem::take;

impl Body {
    /// Renames the op in place; operands, results and regions are kept. Attributes that the new op
    /// declares keep their values, the others become discardable. For a link, the root of its body
    /// is renamed.
    #[track_caller]
    pub fn rename_op(&mut self, op: OpId, name: OpName) {
        self.definitions.op_names.check(name);
        let mut attributes: SmallVec<[NamedAttribute; 16]> = self.each_attribute(op).collect();
        let declared = self.definitions.op_info(name).attr_names();
        // The order of those that the op declares does not matter.
        if attributes.iter().any(|(name, _)| !declared.contains(name)) {
            attributes.sort_by(|a, b| a.0.text(&self.ctx).cmp(b.0.text(&self.ctx)));
        }
        self.redefine_op(op, name, &attributes);
    }

    /// Makes the op another one in place, with these attributes in place of its own; operands,
    /// results and regions are kept. For a link, this is done with the root of its body.
    ///
    /// # Panics
    /// If the name belongs to another context.
    #[track_caller]
    pub fn redefine_op(&mut self, op: OpId, name: OpName, attributes: &[NamedAttribute]) {
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            return child.redefine_op(root, name, attributes);
        }
        self.definitions.op_names.check(name);
        self.changed();
        let (old_start, old_name) = (self.ops[op].attrs_start, self.ops[op].name);
        let old_slots = self.clear_attrs(old_name, old_start);
        if self.ops[op].extra_index().is_some() {
            for &(_, value) in &take(&mut self.extra_mut(op).discardable) {
                self.ctx.release_elements(value);
            }
        }
        let info = self.definitions.op_info(name);
        let constant_slot = info.constant_slot();
        let slots = info.attr_names().len();
        self.ops[op].attrs_start = self.attr_slots.exchange(old_start, old_slots, slots, || {
            &mut Free::to_give(&mut self.rare).attr_slots
        });
        self.ops[op].name = name;
        let (start, results) =
            (self.ops[op].results_start as usize, self.ops[op].results_len as usize);
        for index in 0..results {
            let origin = Origin::result(op.slot(), index, results, constant_slot);
            self.values.at_mut(ValueSlot::new(start + index)).origin = origin;
        }
        if !attributes.is_empty() {
            self.init_attrs(op, attributes);
        }
    }
}
