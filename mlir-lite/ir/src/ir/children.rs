//! The bodies of the isolated ops in a body.

use crate::data::types::Type;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, ValueId};
use crate::ir::op_name::OpName;
use crate::ir::records::OpData;
use std::num::NonZeroU32;

/// The index of a nested body, plus one.
#[derive(Copy, Clone)]
pub(super) struct ChildIndex(NonZeroU32);

impl ChildIndex {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The nested bodies, separate from the ops that own them. Most bodies have none, which is quick to
/// check.
#[derive(Default)]
pub(super) struct Children {
    slots: Vec<Option<Box<Body>>>,
    free: Vec<ChildIndex>,
}

impl Children {
    fn add(&mut self, child: Box<Body>) -> ChildIndex {
        if let Some(index) = self.free.pop() {
            self.slots[index.index()] = Some(child);
            return index;
        }
        self.slots.push(Some(child));
        ChildIndex(NonZeroU32::MIN.saturating_add(self.slots.len() as u32 - 1))
    }

    /// Removes a nested body; its index is reused.
    pub(super) fn remove(&mut self, index: ChildIndex) -> Option<Box<Body>> {
        self.free.push(index);
        self.slots[index.index()].take()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Body> {
        self.slots.iter().filter_map(Option::as_deref)
    }

    /// Drops all nested bodies, without recursion: they may nest deeper than the stack.
    pub(super) fn clear(&mut self) {
        if self.slots.is_empty() {
            return;
        }
        let mut batches = vec![std::mem::take(&mut self.slots)];
        while let Some(batch) = batches.pop() {
            for mut child in batch.into_iter().flatten() {
                if !child.children.slots.is_empty() {
                    batches.push(std::mem::take(&mut child.children.slots));
                }
            }
        }
    }
}

impl Body {
    /// Creates an isolated op with these operands and results, not in a block, that owns `child`.
    #[track_caller]
    pub fn create_isolated_op(
        &mut self,
        child: Body,
        operands: &[ValueId],
        result_types: &[Type],
    ) -> OpId {
        let location = child.location(child.root());
        let op = self.create_simple_op(OpName::LINK, location, operands, result_types);
        self.attach_child(op, Box::new(child));
        op
    }

    /// Removes the body of an isolated op from this one and erases its link.
    #[track_caller]
    pub fn take_child(&mut self, op: OpId) -> Option<Body> {
        let index = self.extra_mut(op).child.take()?;
        let child = self.children.remove(index)?;
        // The sum of versions must not get smaller when the nested body is removed.
        self.version += child.deep_version();
        // The link has no body any more, so its name is set for `erase_op`.
        self.erase_op(op);
        Some(*child)
    }

    /// The body that an isolated op owns.
    #[inline]
    #[track_caller]
    pub fn child(&self, op: OpId) -> Option<&Body> {
        self.child_of(&self.ops[op])
    }

    /// The body that the isolated op with this record owns.
    #[inline]
    pub(super) fn child_of(&self, op: &OpData) -> Option<&Body> {
        self.children.slots[self.extra_of(op)?.child?.index()].as_deref()
    }

    /// The body that an isolated op owns.
    #[track_caller]
    pub fn child_mut(&mut self, op: OpId) -> Option<&mut Body> {
        let index = self.extra(op)?.child?;
        self.children.slots[index.index()].as_deref_mut()
    }

    /// Removes an isolated op's body temporarily, so that it can be changed while its siblings are
    /// read. Until [`Body::attach_child`], the link has no body and its name must not be read.
    #[track_caller]
    pub fn detach_child(&mut self, op: OpId) -> Option<Box<Body>> {
        let index = self.extra(op)?.child?;
        self.children.slots[index.index()].take()
    }

    /// Restores the body of a link.
    #[track_caller]
    pub fn attach_child(&mut self, op: OpId, child: Box<Body>) {
        match self.extra_mut(op).child {
            Some(index) => self.children.slots[index.index()] = Some(child),
            None => {
                let index = self.children.add(child);
                self.extra_mut(op).child = Some(index);
            }
        }
    }

    /// Whether the body contains an isolated op.
    pub fn has_children(&self) -> bool {
        self.children.iter().next().is_some()
    }

    /// The number of op slots in the body and the bodies nested in it, which is about the number of
    /// ops.
    #[doc(hidden)]
    pub fn capacity_of_ops(&self) -> usize {
        self.children.iter().fold(self.ops.num_slots(), |ops, child| ops + child.ops.num_slots())
    }

    /// All directly nested bodies with their links, in program order.
    pub fn children(&self) -> impl Iterator<Item = (OpId, &Body)> {
        let ops = self.has_children().then(|| self.pre_order(self.root()));
        ops.into_iter().flatten().filter_map(|op| Some((op, self.child(op)?)))
    }

    /// All directly nested bodies with their links, in program order, to be changed together or in
    /// parallel.
    pub fn children_mut(&mut self) -> Vec<(OpId, &mut Body)> {
        let ops = self.has_children().then(|| self.pre_order(self.root()));
        let links = ops.into_iter().flatten().filter_map(|op| Some((op, self.extra(op)?.child?)));
        let links: Vec<(OpId, ChildIndex)> = links.collect();
        let mut children: Vec<Option<&mut Body>> =
            self.children.slots.iter_mut().map(Option::as_deref_mut).collect();
        links
            .into_iter()
            .filter_map(|(op, index)| Some((op, children[index.index()].take()?)))
            .collect()
    }
}
