//! The integers that were made attributes of late, found without a lock and without a hash of all they consist of.
//!
//! Constants are folded to one integer after another, mostly the same few. The table only says where in the table of
//! attributes to look; what is there is compared, so nothing depends on what was remembered.

use crate::attributes::{ApInt, AttributeKind};
use crate::support::uniquer::Uniquer;
use crate::types::Type;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, Ordering};

const SIZE: usize = 2048;

pub(crate) struct RecentIntegers {
    /// By a hash of type and number, one more than an index of the table of attributes; 0 for none.
    slots: Box<[AtomicU32]>,
}

impl RecentIntegers {
    pub(crate) fn new() -> Self {
        Self { slots: std::iter::repeat_with(AtomicU32::default).take(SIZE).collect() }
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
        let slot = &self.slots[(hash >> 32) as usize % SIZE];
        // What is remembered is whole and never changes, so no order of memory is asked for.
        let index = slot.load(Ordering::Relaxed).wrapping_sub(1);
        if let Some(AttributeKind::Integer { ty: known_ty, value: known }) = attributes.find_at(index)
            && *known_ty == ty
            && known.word() == Some(word)
            && known.width() == value.width()
        {
            return index;
        }
        let index = intern(value);
        slot.store(index.wrapping_add(1), Ordering::Relaxed);
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
        let ctx = Context::new();
        let all = |ty: Type, width: u32| {
            (0..5000).map(|value| ctx.apint_attr(ty, ApInt::from_i64(width, value))).collect::<Vec<_>>()
        };
        let (long, short) = (all(Type::I64, 64), all(Type::I32, 32));
        assert_eq!((all(Type::I64, 64), all(Type::I32, 32)), (long.clone(), short.clone()));
        for (value, (long, short)) in (0..).zip(long.iter().zip(&short)) {
            assert_ne!(long, short);
            assert_eq!((long.as_i64(&ctx), short.as_i64(&ctx)), (Some(value), Some(value)));
        }
    }
}
