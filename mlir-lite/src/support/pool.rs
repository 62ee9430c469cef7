//! Pools of entities addressed by 32-bit ids, with free lists.
//!
//! Slots are allocated one at a time or in runs (the results of an op, its
//! operands) and reused when freed. In builds with debug assertions an id
//! carries a tag made of its pool's number and its slot's generation, and each
//! access checks it: an id of another body, or of an erased entity, is caught
//! where it is used. In other builds an id is the bare index.

use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// An id into a [`Pool`].
pub(crate) trait EntityId: Copy {
    /// The id of a slot that there is.
    fn new(index: usize, tag: Tag) -> Self;
    fn index(self) -> usize;
    #[cfg(debug_assertions)]
    fn tag(self) -> Tag;
}

/// Pool number and slot generation, checked in debug builds.
#[cfg(debug_assertions)]
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Tag {
    pub(crate) pool: u16,
    pub(crate) generation: u16,
}

#[cfg(debug_assertions)]
impl Tag {
    pub(crate) const DANGLING: Self = Self { pool: u16::MAX, generation: u16::MAX };
}

#[cfg(not(debug_assertions))]
impl Tag {
    pub(crate) const DANGLING: Self = Self;
}

/// Takes no space where nothing is checked.
#[cfg(not(debug_assertions))]
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Tag;

pub(crate) fn encode(index: usize) -> NonZeroU32 {
    u32::try_from(index)
        .ok()
        .and_then(|i| NonZeroU32::new(i.wrapping_add(1)))
        .expect("a body holds at most 2^32 - 2 entities of a kind")
}

/// As [`encode`], of the index of a slot that there is.
pub(crate) fn encode_known(index: usize) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(index as u32)
}

/// Declares a `Copy` id type whose `Option` takes no extra space.
macro_rules! entity_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name {
            raw: std::num::NonZeroU32,
            tag: $crate::support::pool::Tag,
        }

        impl $crate::support::pool::EntityId for $name {
            fn new(index: usize, tag: $crate::support::pool::Tag) -> Self {
                Self { raw: $crate::support::pool::encode_known(index), tag }
            }
            fn index(self) -> usize {
                self.raw.get() as usize - 1
            }
            #[cfg(debug_assertions)]
            fn tag(self) -> $crate::support::pool::Tag {
                self.tag
            }
        }

        impl $name {
            /// An id of nothing, for statics that need a value.
            pub const DANGLING: Self = Self {
                raw: std::num::NonZeroU32::MAX,
                tag: $crate::support::pool::Tag::DANGLING,
            };

            /// A dense number, for tables that a pass keeps beside the body.
            /// It says nothing about order and must not reach any output.
            pub fn index(self) -> usize {
                $crate::support::pool::EntityId::index(self)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($name), self.index())
            }
        }
    };
}
pub(crate) use entity_id;

/// Free runs of slots by length. Lengths above four are rounded up to a power
/// of two, so that a run that grows and shrinks finds its place again.
#[derive(Default)]
struct FreeLists {
    classes: Vec<Vec<u32>>,
}

fn capacity(len: usize) -> usize {
    if len <= 4 { len } else { len.next_power_of_two() }
}

fn class(len: usize) -> usize {
    if len <= 4 { len } else { class_of_long(len) }
}

/// By itself, so that what is said of most runs is little code.
#[cold]
fn class_of_long(len: usize) -> usize {
    2 + capacity(len).trailing_zeros() as usize
}

impl FreeLists {
    fn take(&mut self, len: usize) -> Option<usize> {
        self.classes.get_mut(class(len))?.pop().map(|start| start as usize)
    }

    /// `slots` is how many slots there are.
    #[inline]
    fn give(&mut self, start: usize, len: usize, slots: usize) {
        match self.classes.get_mut(class(len)) {
            Some(list) if list.len() < list.capacity() => list.push(start as u32),
            _ => self.give_with_room(start, len, slots),
        }
    }

    /// Makes room for one more run, and for all that there are once it seems that many are given back: the list need not
    /// be copied again and again, and pages that are never touched cost nothing.
    #[cold]
    fn give_with_room(&mut self, start: usize, len: usize, slots: usize) {
        const FEW: usize = 16;
        let class = class(len);
        if self.classes.len() <= class {
            self.classes.resize_with(class + 1, Vec::new);
        }
        let list = &mut self.classes[class];
        let more = if list.is_empty() { FEW } else { (slots / len).saturating_sub(list.len()) };
        let _ = list.try_reserve_exact(more);
        list.push(start as u32);
    }
}

/// From so many entries on, an array is large: room that it does not use costs nothing, since the pages at its end are never
/// touched, where an array that grows is copied to pages that are cleared first.
pub(crate) const LARGE: usize = 1 << 15;

/// Makes room for `more` slots, and for half as many as there are: room that is not used shares pages with what is used, which
/// the system clears. In a [large](LARGE) pool, for as many again.
#[inline]
fn grow<T>(slots: &mut Vec<T>, more: usize) {
    #[cold]
    fn grow_now<T>(slots: &mut Vec<T>, more: usize) {
        const FEW: usize = 8;
        let spare = if slots.len() < LARGE { slots.len() / 2 } else { slots.len() };
        slots.reserve_exact(more.max(spare).max(FEW));
    }
    if slots.capacity() - slots.len() < more {
        grow_now(slots, more);
    }
}

/// Slots in runs, without ids: operands, attribute slots, successors. The slot 0 is in no run.
#[derive(Default)]
pub(crate) struct RangePool<T> {
    slots: Vec<T>,
    free: FreeLists,
}

impl<T: Clone + Default> RangePool<T> {
    /// A run of `len` slots, each the default value, or what it held when it was freed; 0 for no slots.
    pub(crate) fn alloc(&mut self, len: usize) -> u32 {
        if len == 0 {
            return 0;
        }
        if let Some(start) = self.free.take(len) {
            return start as u32;
        }
        let start = self.slots.len().max(1);
        grow(&mut self.slots, 1 + capacity(len));
        self.slots.resize(start + capacity(len), T::default());
        encode(start + capacity(len));
        start as u32
    }

    /// Makes room for so many more, if there is as much.
    pub(crate) fn reserve(&mut self, more: usize) {
        let _ = self.slots.try_reserve_exact(more);
    }

    /// A run of `wanted` slots for one that is not needed any more: the same if it is as long.
    #[inline]
    pub(crate) fn exchange(&mut self, start: u32, len: usize, wanted: usize) -> u32 {
        if len == wanted {
            return start;
        }
        self.free(start, len);
        self.alloc(wanted)
    }

    /// Takes a run back, with what is in it: whoever gets it next finds that there.
    pub(crate) fn free(&mut self, start: u32, len: usize) {
        if len != 0 {
            self.free.give(start as usize, len, self.slots.len());
        }
    }

    pub(crate) fn run(&self, start: u32, len: usize) -> &[T] {
        &self.slots[start as usize..start as usize + len]
    }

    /// All slots, free ones with what they held.
    pub(crate) fn all(&self) -> &[T] {
        &self.slots
    }

    pub(crate) fn run_mut(&mut self, start: u32, len: usize) -> &mut [T] {
        &mut self.slots[start as usize..start as usize + len]
    }
}

impl<T> Index<u32> for RangePool<T> {
    type Output = T;
    fn index(&self, index: u32) -> &T {
        &self.slots[index as usize]
    }
}

impl<T> IndexMut<u32> for RangePool<T> {
    fn index_mut(&mut self, index: u32) -> &mut T {
        &mut self.slots[index as usize]
    }
}

/// Entities with ids.
pub(crate) struct Pool<I, T> {
    slots: Vec<T>,
    free: FreeLists,
    #[cfg(debug_assertions)]
    generations: Vec<u16>,
    #[cfg(debug_assertions)]
    number: u16,
    ids: std::marker::PhantomData<fn() -> I>,
}

impl<I: EntityId, T: Clone> Pool<I, T> {
    /// `number` tells the pool's ids from those of other pools in debug builds.
    pub(crate) fn new(number: u16) -> Self {
        let _ = number;
        Self {
            slots: Vec::new(),
            free: FreeLists::default(),
            #[cfg(debug_assertions)]
            generations: Vec::new(),
            #[cfg(debug_assertions)]
            number,
            ids: std::marker::PhantomData,
        }
    }

    #[cfg(debug_assertions)]
    fn tag(&self, index: usize) -> Tag {
        Tag { pool: self.number, generation: self.generations[index] }
    }

    #[cfg(not(debug_assertions))]
    fn tag(&self, _index: usize) -> Tag {
        Tag
    }

    /// How many entities there have been at once.
    pub(crate) fn num_slots(&self) -> usize {
        self.slots.len()
    }

    /// The id of the live entity in slot `index`.
    pub(crate) fn id_at(&self, index: usize) -> I {
        I::new(index, self.tag(index))
    }

    pub(crate) fn alloc(&mut self, value: T) -> I {
        match self.free.take(1) {
            Some(index) => {
                self.slots[index] = value;
                self.id_at(index)
            }
            None => self.push(value),
        }
    }

    /// Puts an entity into a slot that there was not yet.
    pub(crate) fn push(&mut self, value: T) -> I {
        encode(self.slots.len() + 1);
        grow(&mut self.slots, 1);
        self.slots.push(value);
        #[cfg(debug_assertions)]
        self.generations.push(0);
        self.id_at(self.slots.len() - 1)
    }

    /// A run of entities, for each of which the slot is to be [set](Pool::set), and which hold `value` till then; returns
    /// the index of the first slot, 0 for none.
    pub(crate) fn alloc_run(&mut self, len: usize, value: T) -> usize {
        if len == 0 {
            return 0;
        }
        if let Some(start) = self.free.take(len) {
            return start;
        }
        let start = self.slots.len();
        encode(start + capacity(len));
        grow(&mut self.slots, capacity(len));
        self.slots.resize(start + capacity(len), value);
        #[cfg(debug_assertions)]
        self.generations.resize(self.slots.len(), 0);
        start
    }

    /// A run of `wanted` entities for one that was [retired](Pool::retire_run): the same if it is as long.
    #[inline]
    pub(crate) fn exchange(&mut self, start: usize, len: usize, wanted: usize, value: T) -> usize {
        if len == wanted {
            return start;
        }
        if len != 0 {
            self.free.give(start, len, self.slots.len());
        }
        self.alloc_run(wanted, value)
    }

    /// Puts an entity into a slot of a run.
    pub(crate) fn set(&mut self, index: usize, value: T) {
        self.slots[index] = value;
    }

    /// Makes room for so many more, if there is as much.
    pub(crate) fn reserve(&mut self, more: usize) {
        let _ = self.slots.try_reserve_exact(more);
    }

    pub(crate) fn free(&mut self, id: I) {
        self.check(id);
        self.free_run(id.index(), 1);
    }

    fn free_run(&mut self, start: usize, len: usize) {
        self.retire_run(start, len);
        self.free.give(start, len, self.slots.len());
    }

    /// The id is an id no more; its slot, which has another one, is the caller's.
    pub(crate) fn retire(&mut self, id: I) -> I {
        self.check(id);
        self.retire_run(id.index(), 1);
        self.id_at(id.index())
    }

    /// The ids of a run are no ids any more; its slots are still somebody's.
    pub(crate) fn retire_run(&mut self, start: usize, len: usize) {
        #[cfg(debug_assertions)]
        for generation in &mut self.generations[start..start + len] {
            *generation = generation.wrapping_add(1);
        }
        #[cfg(not(debug_assertions))]
        let _ = (start, len);
    }

    #[cfg(debug_assertions)]
    #[track_caller]
    fn check(&self, id: I) {
        assert!(id.tag().pool == self.number, "id of another body");
        assert!(id.tag() == self.tag(id.index()), "id of an erased entity");
    }

    #[cfg(not(debug_assertions))]
    fn check(&self, _id: I) {}

    /// Whether `id` is an id of this pool whose entity has not been erased.
    /// Only debug builds can tell; others answer true.
    pub(crate) fn is_live(&self, id: I) -> bool {
        #[cfg(debug_assertions)]
        return id.tag() == self.tag(id.index());
        #[cfg(not(debug_assertions))]
        {
            let _ = id;
            true
        }
    }

    /// All slots, those of erased entities included.
    pub(crate) fn slots(&self) -> &[T] {
        &self.slots
    }

    /// One more than the largest index that was ever handed out.
    pub(crate) fn capacity(&self) -> usize {
        self.slots.len()
    }
}

impl<I: EntityId, T: Clone> Index<I> for Pool<I, T> {
    type Output = T;
    #[track_caller]
    fn index(&self, id: I) -> &T {
        self.check(id);
        &self.slots[id.index()]
    }
}

impl<I: EntityId, T: Clone> IndexMut<I> for Pool<I, T> {
    #[track_caller]
    fn index_mut(&mut self, id: I) -> &mut T {
        self.check(id);
        &mut self.slots[id.index()]
    }
}

#[cfg(test)]
#[allow(unreachable_pub, dead_code, reason = "the macro makes public types with all they may need")]
mod tests {
    use super::*;

    entity_id!(
        /// A test id.
        TestId
    );

    #[test]
    fn freed_slots_are_reused_and_old_ids_are_told_apart() {
        let mut pool = Pool::<TestId, u32>::new(1);
        let a = pool.alloc(1);
        pool.free(a);
        let b = pool.alloc(2);
        assert_eq!(a.index(), b.index());
        assert_eq!(pool[b], 2);
        assert_eq!(pool.is_live(a), !cfg!(debug_assertions));
    }

    #[test]
    fn runs_come_back_by_length() {
        let mut pool = RangePool::<u32>::default();
        let a = pool.alloc(5);
        pool.alloc(1);
        pool.free(a, 5);
        assert_eq!(pool.alloc(7), a);
    }
}
