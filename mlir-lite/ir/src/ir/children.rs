//! The bodies of the isolated ops in a body.

use crate::data::types::Type;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, ValueId};
use crate::ir::op_name::OpName;
use crate::ir::records::{NO_EXTRA, OpData};

/// The index of a nested body.
#[derive(Copy, Clone)]
pub(super) struct ChildIndex(u32);

impl ChildIndex {
    pub(super) fn new(number: u32) -> Self {
        Self(number)
    }

    pub(super) fn number(self) -> u32 {
        self.0
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The nested bodies, separate from the ops that own them.
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
        ChildIndex(self.slots.len() as u32 - 1)
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
                if let Some(rare) = &mut child.rare
                    && !rare.children.slots.is_empty()
                {
                    batches.push(std::mem::take(&mut rare.children.slots));
                }
            }
        }
    }
}

impl Body {
    /// Creates an isolated op with these operands and results, not in a block, that owns `child`.
    ///
    /// # Panics
    /// If `child` belongs to another context.
    #[track_caller]
    pub fn create_isolated_op(
        &mut self,
        child: Body,
        operands: &[ValueId],
        result_types: &[Type],
    ) -> OpId {
        assert!(child.context().is_same(self.context()), "this body belongs to another context");
        let location = child.location(child.root());
        let op = self.create_simple_op(OpName::LINK, location, operands, result_types);
        self.attach_child(op, Box::new(child));
        op
    }

    /// Removes the body of an isolated op from this one and erases its link.
    #[track_caller]
    pub fn take_child(&mut self, op: OpId) -> Option<Body> {
        let index = self.ops[op].child_index()?;
        self.ops[op].extra = NO_EXTRA;
        let child = self.rare.as_mut()?.children.remove(index)?;
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
        self.child_at(op.child_index()?)
    }

    #[inline]
    fn child_at(&self, index: ChildIndex) -> Option<&Body> {
        self.rare.as_ref()?.children.slots[index.index()].as_deref()
    }

    /// The nested bodies.
    #[inline]
    pub(super) fn child_bodies(&self) -> impl Iterator<Item = &Body> {
        self.rare.iter().flat_map(|rare| rare.children.iter())
    }

    /// The body that an isolated op owns.
    #[track_caller]
    pub fn child_mut(&mut self, op: OpId) -> Option<&mut Body> {
        let index = self.ops[op].child_index()?;
        self.rare.as_mut()?.children.slots[index.index()].as_deref_mut()
    }

    /// Removes an isolated op's body temporarily, so that it can be changed while its siblings are
    /// read. Until [`Body::attach_child`], the link has no body and its name must not be read.
    #[track_caller]
    pub fn detach_child(&mut self, op: OpId) -> Option<Box<Body>> {
        let index = self.ops[op].child_index()?;
        self.rare.as_mut()?.children.slots[index.index()].take()
    }

    /// Restores the body of a link.
    #[track_caller]
    pub fn attach_child(&mut self, op: OpId, child: Box<Body>) {
        let known = self.ops[op].child_index();
        let children = &mut self.rare.get_or_insert_default().children;
        match known {
            Some(index) => children.slots[index.index()] = Some(child),
            None => {
                let index = children.add(child);
                self.ops[op].set_child_index(index);
            }
        }
    }

    /// Whether the body contains an isolated op.
    pub fn has_children(&self) -> bool {
        self.child_bodies().next().is_some()
    }

    /// The number of op slots in the body and the bodies nested in it, which is about the number of
    /// ops.
    #[doc(hidden)]
    pub fn capacity_of_ops(&self) -> usize {
        self.child_bodies().fold(self.ops.num_slots(), |ops, child| ops + child.ops.num_slots())
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
        let links =
            ops.into_iter().flatten().filter_map(|op| Some((op, self.ops[op].child_index()?)));
        let links: Vec<(OpId, ChildIndex)> = links.collect();
        let slots = self.rare.iter_mut().flat_map(|rare| &mut rare.children.slots);
        let mut children: Vec<Option<&mut Body>> = slots.map(Option::as_deref_mut).collect();
        links
            .into_iter()
            .filter_map(|(op, index)| Some((op, children[index.index()].take()?)))
            .collect()
    }
}
