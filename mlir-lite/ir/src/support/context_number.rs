//! Numbers of contexts, from which their handles begin.
//!
//! A handle is a small number, the index of its object in a table of its context. So that a handle
//! of another context is found when it is used, the handles of each context begin at another
//! number: subtracting it gives an index that is out of bounds, which is checked anyway.
//!
//! Invariants:
//! * Handles of a context are in the order of their creation, whatever they begin with.
//! * The first context of a process begins at 0. Nothing that is printed depends on the numbers.
//! * The bases of `n` contexts are at least 2^`bits` / 4 `n` apart. Handles of two contexts can be
//!   equal only if one of them has that many of a kind.

use std::sync::atomic::{AtomicU32, Ordering};

/// The number of a context.
#[derive(Copy, Clone)]
pub(crate) struct ContextNumber(u32);

impl ContextNumber {
    /// The number of a new context. Numbers repeat after 2^32 contexts.
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The first number of the context's handles of a kind: below 2^`bits`.
    ///
    /// Multiples of the golden ratio divide a circle evenly, however many they are.
    pub(crate) fn base(self, bits: u32) -> u32 {
        self.0.wrapping_mul(0x9e37_79b9) >> (32 - bits)
    }

    /// The low `bits` of the number.
    pub(crate) fn low(self, bits: u32) -> u32 {
        self.0 & ((1 << bits) - 1)
    }

    /// Identifies the context in caches. Never 0.
    pub(crate) fn id(self) -> u32 {
        self.0.wrapping_add(1).max(1)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn belongs_to_another_context(what: &str) -> ! {
    panic!("this {what} belongs to another context: it is used with the one that created it")
}

#[cfg(test)]
mod tests {
    use super::ContextNumber;

    #[test]
    fn bases_of_many_contexts_are_far_apart() {
        for count in [2, 10, 1_000, 4_000, 100_000] {
            let mut bases: Vec<u32> = (0..count).map(|k| ContextNumber(k).base(30)).collect();
            bases.sort_unstable();
            let nearest = bases.windows(2).map(|pair| pair[1] - pair[0]).min();
            assert!(nearest >= Some((1 << 30) / (4 * count)), "{count}: {nearest:?}");
        }
    }
}
