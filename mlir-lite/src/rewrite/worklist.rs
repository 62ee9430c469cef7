//! The ops that are still to be looked at, each at most once; the last one
//! added comes first.
//!
//! What is removed stays on the stack and is passed over when it comes up. Its
//! index may be another op's by then: that one was added later and comes first,
//! so that what is left of the old one is never taken for it.

use crate::ir::OpId;

#[derive(Default)]
pub(crate) struct Worklist {
    stack: Vec<OpId>,
    /// Whether an op is to be looked at, by its index.
    waiting: Vec<bool>,
}

impl Worklist {
    /// Makes room for so many ops, of indices below that.
    pub(crate) fn reserve(&mut self, capacity: usize) {
        self.stack.reserve(capacity);
        if self.waiting.len() < capacity {
            self.waiting.resize(capacity, false);
        }
    }

    /// How many ops there is room for, by their indices.
    pub(crate) fn capacity(&self) -> usize {
        self.waiting.len()
    }

    /// How many ops there are at most.
    pub(crate) fn len(&self) -> usize {
        self.stack.len()
    }

    /// Adds an op, for which there is room, and which is not there yet.
    pub(crate) fn push_new(&mut self, op: OpId) {
        self.waiting[op.index()] = true;
        self.stack.push(op);
    }

    pub(crate) fn push(&mut self, op: OpId) {
        if self.waiting.len() <= op.index() {
            self.waiting.resize(op.index() + 1, false);
        }
        if !std::mem::replace(&mut self.waiting[op.index()], true) {
            self.stack.push(op);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<OpId> {
        loop {
            let op = self.stack.pop()?;
            if std::mem::replace(&mut self.waiting[op.index()], false) {
                return Some(op);
            }
        }
    }

    pub(crate) fn remove(&mut self, op: OpId) {
        if let Some(waiting) = self.waiting.get_mut(op.index()) {
            *waiting = false;
        }
    }
}
