//! The ops that are to be looked at.
//!
//! A sweep comes to each op once; what changes have opened an opportunity at is looked at again, at once: the last one
//! added comes first.
//!
//! What is removed stays on the stack and is passed over when it comes up. Its
//! index may be another op's by then: that one was added later and comes first,
//! so that what is left of the old one is never taken for it.

use crate::rewrite::op_set::OpSet;
use mlir_lite::ir::OpId;

#[derive(Default)]
pub(crate) struct Worklist {
    stack: Vec<OpId>,
    /// The ops that need not be looked at, or are gone. All others are on the stack, or the sweep is yet to come to them.
    done: OpSet,
}

impl Worklist {
    /// All ops are to be looked at, of indices below that.
    pub(crate) fn begin_sweep(&mut self, capacity: usize) {
        self.stack.clear();
        self.done.clear();
        self.done.reserve(capacity);
    }

    /// How many ops there is room for, by their indices.
    pub(crate) fn capacity(&self) -> usize {
        self.done.capacity()
    }

    /// Adds an op that the sweep will not come to.
    pub(crate) fn push_new(&mut self, op: OpId) {
        self.done.remove(op);
        self.stack.push(op);
    }

    /// Adds an op, unless it is to be looked at anyway.
    pub(crate) fn push(&mut self, op: OpId) {
        if self.done.remove(op) {
            self.stack.push(op);
        }
    }

    /// Whether the sweep is to look at an op that it has come to; it will not do so again.
    pub(crate) fn take(&mut self, op: OpId) -> bool {
        self.done.insert(op)
    }

    pub(crate) fn pop(&mut self) -> Option<OpId> {
        loop {
            let op = self.stack.pop()?;
            if self.done.insert(op) {
                return Some(op);
            }
        }
    }

    /// Removes an op that is about to be erased.
    pub(crate) fn remove(&mut self, op: OpId) {
        self.done.insert(op);
    }

    /// Whether an op is to be looked at.
    pub(crate) fn is_awaited(&self, op: OpId) -> bool {
        !self.done.contains(op)
    }
}
