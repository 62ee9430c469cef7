//! Attributes of ops.
//!
//! An attribute that the op's definition declares is inherent and has a fixed slot; the others are
//! discardable. Both are found by name, inherent ones also by slot.

use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, ValueDef, ValueId};
use crate::ir::op_def::OpDefinition;
use crate::ir::op_name::OpName;
use crate::ir::records::{NO_EXTRA, OpData};
use smallvec::SmallVec;

impl Body {
    #[track_caller]
    fn slot_of(&self, op: OpId, name: Ident) -> Option<usize> {
        self.slot_of_name(&self.ops[op], name)
    }

    #[inline]
    fn slot_of_name(&self, op: &OpData, name: Ident) -> Option<usize> {
        self.definitions.op_info(op.name).attr_names().iter().position(|&declared| declared == name)
    }

    #[track_caller]
    fn num_slots(&self, op: OpId) -> usize {
        self.definitions.op_info(self.ops[op].name).attr_names().len()
    }

    /// The attribute `name`, inherent or discardable.
    #[track_caller]
    #[inline]
    pub fn attr(&self, op: OpId, name: Ident) -> Option<Attribute> {
        self.attr_of(&self.ops[op], name)
    }

    /// The attribute `name` of an argument of the function that owns the body.
    pub fn argument_attr(&self, argument: ValueId, name: &str) -> Option<Attribute> {
        let ValueDef::Argument { block, index } = self.value_def(argument) else { return None };
        let region = self.regions(self.root()).first().copied();
        let entry = region.and_then(|region| self.entry_block(region));
        let lists = self.attr(self.root(), Ident::ARG_ATTRS).filter(|_| entry == Some(block))?;
        let ctx = self.context();
        let attributes = lists.as_array(ctx)?.get(index as usize)?.as_dictionary(ctx)?;
        attributes.iter().find(|(key, _)| key.text(ctx) == name).map(|(_, value)| *value)
    }

    pub(super) fn attr_of(&self, op: &OpData, name: Ident) -> Option<Attribute> {
        if let Some(child) = self.child_of(op) {
            return child.attr(child.root(), name);
        }
        match self.slot_of_name(op, name) {
            Some(slot) => self.attr_slots[op.attrs_start + slot as u32],
            None => {
                let extra = self.extra_of(op)?;
                extra.discardable.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            }
        }
    }

    /// The inherent attribute in `slot`.
    ///
    /// # Panics
    /// If the op's definition declares fewer attributes.
    #[track_caller]
    pub fn inherent_attr(&self, op: OpId, slot: usize) -> Option<Attribute> {
        self.inherent_attr_of(&self.ops[op], slot)
    }

    #[inline]
    #[track_caller]
    pub(super) fn inherent_attr_of(&self, op: &OpData, slot: usize) -> Option<Attribute> {
        if op.name == OpName::LINK {
            return self.linked_attr(op, slot);
        }
        self.attr_slots_of(op)[slot]
    }

    /// The attribute in a slot of a typed op, which declares that slot.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn typed_attr<O: OpDefinition>(&self, op: O, slot: usize) -> Option<Attribute> {
        let op = &self.ops[self.typed(op)];
        if op.name == OpName::LINK {
            return self.linked_attr(op, slot);
        }
        self.attr_slots[op.attrs_start + slot as u32]
    }

    #[cold]
    #[track_caller]
    fn linked_attr(&self, op: &OpData, slot: usize) -> Option<Attribute> {
        self.child_of(op).and_then(|child| child.inherent_attr(child.root(), slot))
    }

    /// Whether the op has no attribute at all: a quick check, which is never true for a link.
    #[track_caller]
    #[doc(hidden)]
    #[inline]
    pub fn has_no_attributes(&self, op: OpId) -> bool {
        let data = &self.ops[op];
        data.child_index().is_none()
            && self.discardable_attrs(op).is_empty()
            && self.attr_slots_of(data).iter().all(Option::is_none)
    }

    /// Whether the op has an attribute whose name is not in `names`.
    #[track_caller]
    pub(crate) fn has_attributes_beside(&self, op: OpId, names: &[&str]) -> bool {
        if let Some(child) = self.child(op) {
            return child.has_attributes_beside(child.root(), names);
        }
        let declared = self.definitions.op_info(self.ops[op].name).attr_names();
        let is_other = |i: usize, name: Ident| {
            let text = name.text(&self.ctx);
            // Usually the names are given in the order of their slots.
            names.get(i) != Some(&text) && !names.contains(&text)
        };
        let slots = self.attr_slots.run(self.ops[op].attrs_start, declared.len());
        let mut inherent = slots.iter().zip(declared).enumerate();
        inherent.any(|(i, (value, &name))| value.is_some() && is_other(i, name))
            || self.discardable_attrs(op).iter().any(|entry| is_other(usize::MAX, entry.0))
    }

    /// The attributes that the op's definition does not declare, in the order
    /// in which they were set.
    #[inline]
    #[track_caller]
    pub fn discardable_attrs(&self, op: OpId) -> &[NamedAttribute] {
        let data = &self.ops[op];
        if data.extra == NO_EXTRA {
            return &[];
        }
        if let Some(child) = self.child_of(data) {
            return child.discardable_attrs(child.root());
        }
        self.extra_of(data).map_or(&[], |extra| &extra.discardable)
    }

    /// All attributes, sorted by name.
    #[track_caller]
    pub fn attributes(&self, op: OpId) -> Vec<NamedAttribute> {
        let mut all: Vec<NamedAttribute> = self.each_attribute(op).collect();
        all.sort_by(|a, b| a.0.text(&self.ctx).cmp(b.0.text(&self.ctx)));
        all
    }

    /// All attributes: the inherent ones that are present, in slot order, then the discardable
    /// ones.
    #[track_caller]
    #[doc(hidden)]
    pub fn each_attribute(&self, op: OpId) -> impl Iterator<Item = NamedAttribute> {
        let (body, op) = self.child(op).map_or((self, op), |child| (child, child.root()));
        body.present_attrs(op).chain(body.discardable_attrs(op).iter().copied())
    }

    /// The inherent attributes that are present, in slot order. The op's record is in this body.
    #[track_caller]
    fn present_attrs(&self, op: OpId) -> impl Iterator<Item = NamedAttribute> {
        let names = self.definitions.op_info(self.ops[op].name).attr_names();
        names.iter().zip(self.attr_slots(op)).filter_map(|(&name, &value)| Some((name, value?)))
    }

    /// The attribute in a slot that the op is known to have. The op's record is in this body.
    #[track_caller]
    #[doc(hidden)]
    pub fn declared_attr(&self, op: OpId, slot: usize) -> Option<Attribute> {
        self.attr_slots[self.ops[op].attrs_start + slot as u32]
    }

    /// The inherent attributes by slot. The op's record is in this body.
    #[track_caller]
    #[doc(hidden)]
    #[inline]
    pub fn attr_slots(&self, op: OpId) -> &[Option<Attribute>] {
        self.attr_slots_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn attr_slots_of(&self, op: &OpData) -> &[Option<Attribute>] {
        self.attr_slots.run(op.attrs_start, self.definitions.op_info(op.name).attr_names().len())
    }

    /// The inherent attributes that are present, in slot order.
    #[track_caller]
    pub fn inherent_attributes(&self, op: OpId) -> Vec<NamedAttribute> {
        if let Some(child) = self.child(op) {
            return child.inherent_attributes(child.root());
        }
        self.present_attrs(op).collect()
    }

    /// Sets an attribute, inherent if the op's definition declares the name.
    #[track_caller]
    pub fn set_attr(&mut self, op: OpId, name: Ident, value: Attribute) {
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            return child.set_attr(root, name, value);
        }
        match self.slot_of(op, name) {
            Some(slot) => self.set_inherent_attr(op, slot, Some(value)),
            None => {
                self.changed();
                self.ctx.retain_elements(value);
                let entries = &mut self.extra_mut(op).discardable;
                match entries.iter_mut().find(|entry| entry.0 == name) {
                    Some(entry) => {
                        let old = std::mem::replace(&mut entry.1, value);
                        self.ctx.release_elements(old);
                    }
                    None => {
                        let mut all = std::mem::take(entries).into_vec();
                        all.reserve_exact(1);
                        all.push((name, value));
                        *entries = all.into();
                    }
                }
            }
        }
    }

    /// Gives an op without attributes its attributes.
    #[track_caller]
    pub(crate) fn init_attrs(&mut self, op: OpId, attributes: &[NamedAttribute]) {
        let (start, name) = (self.ops[op].attrs_start, self.ops[op].name);
        let slots = self.definitions.op_info(name).attr_names().len();
        // Those that the op does not declare, to be stored together.
        let mut others: SmallVec<[NamedAttribute; 16]> = SmallVec::new();
        for (i, &(name, value)) in attributes.iter().enumerate() {
            let names = self.definitions.op_info(self.ops[op].name).attr_names();
            // Usually they come in slot order.
            let slot = match names.get(i) {
                Some(&declared) if declared == name => Some(i),
                _ => names.iter().position(|&declared| declared == name),
            };
            match slot.map(|slot| &mut self.attr_slots.run_mut(start, slots)[slot]) {
                Some(slot @ None) => {
                    self.ctx.retain_elements(value);
                    *slot = Some(value);
                }
                Some(Some(_)) => self.set_attr(op, name, value),
                None => {
                    self.ctx.retain_elements(value);
                    match others.iter_mut().find(|entry| entry.0 == name) {
                        Some(entry) => {
                            let old = std::mem::replace(&mut entry.1, value);
                            self.ctx.release_elements(old);
                        }
                        None => others.push((name, value)),
                    }
                }
            }
        }
        if !others.is_empty() {
            self.changed();
            self.extra_mut(op).discardable = others.as_slice().into();
        }
    }

    /// Sets or removes the inherent attribute in `slot`.
    ///
    /// # Panics
    /// If the op's definition declares fewer attributes.
    #[track_caller]
    pub fn set_inherent_attr(&mut self, op: OpId, slot: usize, value: Option<Attribute>) {
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            return child.set_inherent_attr(root, slot, value);
        }
        self.changed();
        let slots = self.num_slots(op);
        if let Some(value) = value {
            self.ctx.retain_elements(value);
        }
        let slot = &mut self.attr_slots.run_mut(self.ops[op].attrs_start, slots)[slot];
        if let Some(old) = std::mem::replace(slot, value) {
            self.ctx.release_elements(old);
        }
    }

    /// Removes an attribute and returns it.
    #[track_caller]
    pub fn remove_attr(&mut self, op: OpId, name: Ident) -> Option<Attribute> {
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            return child.remove_attr(root, name);
        }
        let old = self.attr(op, name)?;
        match self.slot_of(op, name) {
            Some(slot) => self.set_inherent_attr(op, slot, None),
            None => {
                self.changed();
                let entries = &mut self.extra_mut(op).discardable;
                let mut all = std::mem::take(entries).into_vec();
                all.retain(|entry| entry.0 != name);
                *entries = all.into();
                self.ctx.release_elements(old);
            }
        }
        Some(old)
    }

    /// Clears the slots of an op that is erased or renamed, and returns their number.
    #[inline(always)]
    pub(super) fn clear_attrs(&mut self, name: OpName, start: u32) -> usize {
        let slots = self.definitions.op_info(name).attr_names().len();
        for slot in self.attr_slots.run_mut(start, slots) {
            if let Some(value) = slot.take() {
                self.ctx.release_elements(value);
            }
        }
        slots
    }
}
