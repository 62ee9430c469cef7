//! The integers that were made attributes of late, found without a lock and without a hash of all they consist of.
//!
//! Constants are folded to one integer after another, mostly the same few. The table only says where in the table of
//! attributes to look; what is there is compared, so nothing depends on what was remembered.

use crate::attributes::{ApInt, AttributeKind};
use crate::support::uniquer::Uniquer;
use crate::types::Type;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};

const SIZE: usize = 4096;

pub(crate) struct RecentIntegers {
    /// By some bits of a hash of type and number: the others of them, and one more than an index of the table of
    /// attributes; 0 for none. Where the bits are others, the attribute need not be looked at, which may be far away.
    slots: Box<[AtomicU64]>,
}

impl RecentIntegers {
    pub(crate) fn new() -> Self {
        Self { slots: std::iter::repeat_with(AtomicU64::default).take(SIZE).collect() }
    }

    /// The index of the integer, which `intern` finds or adds; none are remembered of more than 64 bits.
    pub(crate) fn find_or(
        &self,
        attributes: &Uniquer<AttributeKind>,
        ty: Type,
        value: ApInt,
        intern: impl FnOnce(ApInt) -> u32,
    ) -> u32 {
        let Some(word) = value.word() else { return intern(value) };
        let hash = rustc_hash::FxBuildHasher.hash_one((ty, word));
        let slot = &self.slots[(hash >> 20) as usize % SIZE];
        let entry = |index: u32| (hash & !u64::from(u32::MAX)) | u64::from(index.wrapping_add(1));
        // What is remembered is whole and never changes, so no order of memory is asked for.
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
    use crate::attributes::ApInt;
    use crate::types::Type;

    #[test]
    fn more_integers_than_are_remembered_stay_what_they_are() {
        // Miri is slow: it sees fewer than are remembered.
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
