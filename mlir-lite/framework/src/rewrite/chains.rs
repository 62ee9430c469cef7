//! Counts how many rewrites follow from each other, and which, to detect patterns that undo each
//! other.

use crate::rewrite::FrozenRewritePatternSet;
use mlir_lite::ir::OpId;
use rustc_hash::FxHashMap;

/// The rewrites of a sweep. Each op has a depth, the number of rewrites that led to it.
#[derive(Default)]
pub(crate) struct Chains {
    depths: Depths,
    /// The depth of the ops that are created next.
    depth: u16,
    /// The rewrites of the last sweep, and those of this sweep on long chains.
    applied: Names,
    applied_deep: Names,
}

impl Chains {
    /// Forgets the last sweep; the indices of ops are below `capacity`.
    pub(crate) fn begin_sweep(&mut self, capacity: usize) {
        self.depths.clear(capacity);
        self.applied.clear();
        self.applied_deep.clear();
    }

    /// The next rewrites are done at an op.
    pub(crate) fn continue_at(&mut self, op: OpId) {
        self.depth = self.depths.get(op).saturating_add(1);
    }

    /// Whether the current rewrite follows from another.
    pub(crate) fn is_link(&self) -> bool {
        self.depth > 1
    }

    /// Whether no more rewrites may follow.
    pub(crate) fn is_too_long(&self, max_depth: u16) -> bool {
        self.depth > max_depth.min(u16::MAX - 1)
    }

    /// An op was created or changed by the current rewrite.
    pub(crate) fn led_to(&mut self, op: OpId) {
        self.depths.set(op, self.depth);
    }

    /// Records a rewrite; returns whether more may follow from it.
    pub(crate) fn count(&mut self, applied: Applied, max_depth: u16, is_last_sweep: bool) -> bool {
        if is_last_sweep {
            self.applied.insert(applied);
        }
        if self.depth > max_depth / 2 {
            self.applied_deep.insert(applied);
        }
        !self.is_too_long(max_depth)
    }

    /// The names of the rewrites that repeat forever.
    pub(crate) fn names(&self, patterns: &FrozenRewritePatternSet) -> Vec<String> {
        let names =
            if self.applied_deep.order.is_empty() { &self.applied } else { &self.applied_deep };
        names.list(patterns)
    }
}

/// Numbers of ops, most of them small.
#[derive(Default)]
struct Depths {
    /// By the op's index; [`Depths::IS_LARGE`] for ops in the other table.
    small: Vec<u8>,
    large: FxHashMap<usize, u16>,
}

impl Depths {
    const IS_LARGE: u8 = u8::MAX;

    /// 0 if none was set.
    fn get(&self, op: OpId) -> u16 {
        match self.small.get(op.index()) {
            None => 0,
            Some(&Self::IS_LARGE) => self.large.get(&op.index()).copied().unwrap_or(0),
            Some(&depth) => u16::from(depth),
        }
    }

    fn set(&mut self, op: OpId, depth: u16) {
        if self.small.len() <= op.index() {
            self.small.resize(op.index() + 1, 0);
        }
        let small = u8::try_from(depth).unwrap_or(Self::IS_LARGE);
        self.small[op.index()] = small;
        if small == Self::IS_LARGE {
            self.large.insert(op.index(), depth);
        }
    }

    /// Sets all to 0, for ops of indices below `capacity`.
    fn clear(&mut self, capacity: usize) {
        self.small.clear();
        self.small.reserve(capacity);
        self.large.clear();
    }
}

/// The fold or pattern that changed an op.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Applied {
    Fold,
    Pattern(u32),
}

/// The applied patterns, in the order of their first use.
#[derive(Default)]
struct Names {
    seen: Vec<bool>,
    order: Vec<Applied>,
}

impl Names {
    #[inline]
    fn insert(&mut self, applied: Applied) {
        // Usually one follows another of its kind.
        if self.order.last() != Some(&applied) {
            self.insert_other(applied);
        }
    }

    fn insert_other(&mut self, applied: Applied) {
        let number = match applied {
            Applied::Fold => 0,
            Applied::Pattern(number) => number as usize + 1,
        };
        if self.seen.len() <= number {
            self.seen.resize(number + 1, false);
        }
        if !std::mem::replace(&mut self.seen[number], true) {
            self.order.push(applied);
        }
    }

    fn clear(&mut self) {
        self.seen.clear();
        self.order.clear();
    }

    fn list(&self, patterns: &FrozenRewritePatternSet) -> Vec<String> {
        self.order
            .iter()
            .map(|applied| match *applied {
                Applied::Fold => "folding".to_string(),
                Applied::Pattern(number) => {
                    format!("pattern '{}'", patterns.pattern(number).name())
                }
            })
            .collect()
    }
}
