//! Sets of ops of a body: one bit for each index, so that a set that is queried for every op of a
//! large body stays in the cache.

use mlir_lite::ir::OpId;

/// The number of ops per word.
const BITS: usize = u64::BITS as usize;

#[derive(Default)]
pub(crate) struct OpSet {
    words: Vec<u64>,
}

impl OpSet {
    /// Makes room for ops of indices below `capacity`.
    pub(crate) fn reserve(&mut self, capacity: usize) {
        let words = capacity.div_ceil(BITS);
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// Indices below this need no allocation.
    pub(crate) fn capacity(&self) -> usize {
        self.words.len() * BITS
    }

    /// Removes all ops, and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }

    #[inline]
    pub(crate) fn contains(&self, op: OpId) -> bool {
        self.words.get(op.index() / BITS).is_some_and(|word| word & bit(op) != 0)
    }

    /// Adds an op; returns whether it was absent.
    #[inline]
    pub(crate) fn insert(&mut self, op: OpId) -> bool {
        let Some(word) = self.words.get_mut(op.index() / BITS) else {
            return self.insert_with_room(op);
        };
        let is_new = *word & bit(op) == 0;
        *word |= bit(op);
        is_new
    }

    #[cold]
    fn insert_with_room(&mut self, op: OpId) -> bool {
        self.reserve((op.index() + 1).next_power_of_two());
        self.insert(op)
    }

    /// Removes an op; returns whether it was present.
    #[inline]
    pub(crate) fn remove(&mut self, op: OpId) -> bool {
        let Some(word) = self.words.get_mut(op.index() / BITS) else { return false };
        let was_there = *word & bit(op) != 0;
        *word &= !bit(op);
        was_there
    }
}

fn bit(op: OpId) -> u64 {
    1 << (op.index() % BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mlir_lite::context::Context;
    use mlir_lite::ir::{Body, Location};

    #[test]
    fn holds_what_was_added_and_not_removed() {
        let ctx = Context::new();
        let name = ctx.op_name("t.op");
        let mut body = Body::new(&ctx, ctx.op_name("t.root"), Location::UNKNOWN, 1);
        let ops: Vec<OpId> =
            (0..200).map(|_| body.create_simple_op(name, Location::UNKNOWN, &[], &[])).collect();
        let mut set = OpSet::default();
        assert!(!set.contains(ops[199]) && !set.remove(ops[199]));
        assert!(set.insert(ops[70]) && !set.insert(ops[70]));
        assert!(set.insert(ops[199]));
        let held: Vec<usize> = (0..200).filter(|&index| set.contains(ops[index])).collect();
        assert_eq!(held, [70, 199]);
        assert!(set.remove(ops[70]) && !set.remove(ops[70]));
        assert!(!set.contains(ops[70]) && set.contains(ops[199]));
    }
}
