//! The worklist: the ops to visit.
//!
//! A sweep visits each op once; an op that a change may have made rewritable is visited again, at
//! once: the last one added comes first.
//!
//! A removed op stays on the stack and is skipped when it is popped. Its index may be another op's
//! by then: that one was added later and is popped first, so that the old entry is never taken for
//! it.

use crate::rewrite::op_set::OpSet;
use mlir_lite::ir::OpId;

#[derive(Default)]
pub(crate) struct Worklist {
    stack: Vec<OpId>,
    /// The ops that need not be visited, or are erased. All others are on the stack, or the sweep
    /// has not reached them yet.
    done: OpSet,
}

impl Worklist {
    /// All ops are to be visited, with indices below `capacity`.
    pub(crate) fn begin_sweep(&mut self, capacity: usize) {
        self.stack.clear();
        self.done.clear();
        self.done.reserve(capacity);
    }

    /// Indices below this need no allocation.
    pub(crate) fn capacity(&self) -> usize {
        self.done.capacity()
    }

    /// Adds an op that the sweep will not reach.
    pub(crate) fn push_new(&mut self, op: OpId) {
        self.done.remove(op);
        self.stack.push(op);
    }

    /// Adds an op, unless it is going to be visited anyway.
    pub(crate) fn push(&mut self, op: OpId) {
        if self.done.remove(op) {
            self.stack.push(op);
        }
    }

    /// Whether the sweep visits an op that it has reached; it will not do so again.
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

    /// Whether an op is going to be visited.
    pub(crate) fn is_awaited(&self, op: OpId) -> bool {
        !self.done.contains(op)
    }
}
