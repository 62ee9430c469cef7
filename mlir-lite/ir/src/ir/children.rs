//! The bodies of the isolated ops in a body.

use crate::context::OpName;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, ValueId};
use crate::ir::records::OpData;
use crate::types::Type;
use std::num::NonZeroU32;

/// Which of a body's children: one more than its place.
#[derive(Copy, Clone)]
pub(super) struct ChildIndex(NonZeroU32);

impl ChildIndex {
    fn place(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The children, apart from the ops that own them: most bodies have none, which is seen at once.
#[derive(Default)]
pub(super) struct Children {
    slots: Vec<Option<Box<Body>>>,
    free: Vec<ChildIndex>,
}

impl Children {
    fn add(&mut self, child: Box<Body>) -> ChildIndex {
        if let Some(index) = self.free.pop() {
            self.slots[index.place()] = Some(child);
            return index;
        }
        self.slots.push(Some(child));
        ChildIndex(NonZeroU32::MIN.saturating_add(self.slots.len() as u32 - 1))
    }

    /// Takes a child out; its place is another one's next.
    pub(super) fn remove(&mut self, index: ChildIndex) -> Option<Box<Body>> {
        self.free.push(index);
        self.slots[index.place()].take()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Body> {
        self.slots.iter().filter_map(Option::as_deref)
    }

    /// Drops all with what is in them. Bodies may nest deeper than the stack.
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
    /// Makes `child` the body of a new op with these operands and results, in
    /// no block.
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

    /// Takes the body of an isolated op out of this one and erases its link.
    #[track_caller]
    pub fn take_child(&mut self, op: OpId) -> Option<Body> {
        let index = self.extra_mut(op).child.take()?;
        let child = self.children.remove(index)?;
        // The sum of versions must not shrink with the child.
        self.version += child.deep_version();
        // The link's name is all that is left of it.
        self.erase_op(op);
        Some(*child)
    }

    /// The body that an isolated op owns.
    #[inline]
    #[track_caller]
    pub fn child(&self, op: OpId) -> Option<&Body> {
        self.child_of(&self.ops[op])
    }

    /// The body that the isolated op of a record owns.
    #[inline]
    pub(super) fn child_of(&self, op: &OpData) -> Option<&Body> {
        self.children.slots[self.extra_of(op)?.child?.place()].as_deref()
    }

    /// The body that an isolated op owns.
    #[track_caller]
    pub fn child_mut(&mut self, op: OpId) -> Option<&mut Body> {
        let index = self.extra(op)?.child?;
        self.children.slots[index.place()].as_deref_mut()
    }

    /// Takes an isolated op's body out for a while, so that it can be changed
    /// while its siblings are read. The link is left without a body, and
    /// nothing may ask for its name until [`Body::attach_child`].
    #[track_caller]
    pub fn detach_child(&mut self, op: OpId) -> Option<Box<Body>> {
        let index = self.extra(op)?.child?;
        self.children.slots[index.place()].take()
    }

    /// Gives a link its body back.
    #[track_caller]
    pub fn attach_child(&mut self, op: OpId, child: Box<Body>) {
        match self.extra_mut(op).child {
            Some(index) => self.children.slots[index.place()] = Some(child),
            None => {
                let index = self.children.add(child);
                self.extra_mut(op).child = Some(index);
            }
        }
    }

    /// Whether there is an isolated op in the body.
    pub fn has_children(&self) -> bool {
        self.children.iter().next().is_some()
    }

    /// How many ops the body and its child bodies have room for: about as many as they have.
    #[doc(hidden)]
    pub fn capacity_of_ops(&self) -> usize {
        self.children.iter().fold(self.ops.num_slots(), |ops, child| ops + child.ops.num_slots())
    }

    /// All child bodies with their links, in program order.
    pub fn children(&self) -> impl Iterator<Item = (OpId, &Body)> {
        let ops = self.has_children().then(|| self.pre_order(self.root()));
        ops.into_iter().flatten().filter_map(|op| Some((op, self.child(op)?)))
    }

    /// All child bodies with their links, in program order, to be changed
    /// together or in parallel.
    pub fn children_mut(&mut self) -> Vec<(OpId, &mut Body)> {
        let ops = self.has_children().then(|| self.pre_order(self.root()));
        let links = ops.into_iter().flatten().filter_map(|op| Some((op, self.extra(op)?.child?)));
        let links: Vec<(OpId, ChildIndex)> = links.collect();
        let mut children: Vec<Option<&mut Body>> =
            self.children.slots.iter_mut().map(Option::as_deref_mut).collect();
        links
            .into_iter()
            .filter_map(|(op, index)| Some((op, children[index.place()].take()?)))
            .collect()
    }
}
