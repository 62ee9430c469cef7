//! A cache of recently created integer attributes, which finds them without a lock and with a cheap
//! hash.
//!
//! Constant folding produces one integer after another, usually the same few. The cache only stores
//! numbers in the table of attributes; the attribute there is compared with the wanted one, so
//! stale entries do no harm.

use crate::data::attributes::{ApInt, AttributeKind, Attributes};
use crate::data::types::Type;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};

const SIZE: usize = 4096;

pub(crate) struct RecentIntegers {
    /// Indexed by some bits of a hash of type and number. An entry holds the remaining bits of the
    /// hash and the number in the table of attributes plus one (0: empty). If the hash bits
    /// differ, the attribute, which may not be in the CPU cache, need not be read.
    slots: Box<[AtomicU64]>,
}

impl RecentIntegers {
    pub(crate) fn new() -> Self {
        Self { slots: std::iter::repeat_with(AtomicU64::default).take(SIZE).collect() }
    }

    /// Returns the number of the integer, which `intern` finds or creates on a miss. Integers of
    /// more than 64 bits are not cached.
    pub(crate) fn find_or(
        &self,
        attributes: &Attributes,
        ty: Type,
        value: ApInt,
        intern: impl FnOnce(ApInt) -> u32,
    ) -> u32 {
        let Some(word) = value.word() else { return intern(value) };
        let hash = rustc_hash::FxBuildHasher.hash_one((ty, word));
        let slot = &self.slots[(hash >> 20) as usize % SIZE];
        let entry = |index: u32| (hash & !u64::from(u32::MAX)) | u64::from(index.wrapping_add(1));
        // An entry is one word and the table entry never changes, so relaxed ordering is enough.
        let found = slot.load(Ordering::Relaxed);
        let index = (found as u32).wrapping_sub(1);
        if found == entry(index)
            && let Some(AttributeKind::Integer { ty: known_ty, value: known }) =
                attributes.find_at(index)
            && *known_ty == ty
            && known.word() == Some(word)
            && known.width() == value.width()
        {
            return index;
        }
        let index = intern(value);
        slot.store(entry(index), Ordering::Relaxed);
        index
    }
}

#[cfg(test)]
mod tests {
    use crate::Context;
    use crate::data::attributes::ApInt;
    use crate::data::types::Type;

    #[test]
    fn more_integers_than_are_remembered_stay_what_they_are() {
        // Miri is slow, so it tests fewer integers than the cache holds.
        let count = if cfg!(miri) { 200 } else { 5000 };
        let ctx = Context::new();
        let all = |ty: Type, width: u32| {
            (0..count)
                .map(|value| ctx.apint_attr(ty, ApInt::from_i64(width, value)))
                .collect::<Vec<_>>()
        };
        let (long, short) = (all(Type::I64, 64), all(Type::I32, 32));
        assert_eq!((all(Type::I64, 64), all(Type::I32, 32)), (long.clone(), short.clone()));
        for (value, (long, short)) in (0..).zip(long.iter().zip(&short)) {
            assert_ne!(long, short);
            assert_eq!((long.as_i64(&ctx), short.as_i64(&ctx)), (Some(value), Some(value)));
        }
    }
}
