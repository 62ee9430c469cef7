//! Pools of records with free lists, and the ids of these records.
//!
//! Slots are allocated one at a time or in ranges (the results of an op, its operands) and reused
//! when freed.
//!
//! Records in the pools of a body refer to each other by slot, in 32 bits; such references are
//! always valid. Ids in the API have 32 more bits, the *tag* of the slot: the number of the body,
//! and how often the slot was freed. Each access by id compares the tags, so the use of an id of
//! another body, or of an erased entity, is detected in every build. A slot whose counter is at its
//! maximum is not reused, so the id of an erased entity never becomes valid again.

use smallvec::SmallVec;
use std::num::NonZeroU32;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// The number of bits of a tag that count how often its slot was freed. The higher bits are the
/// number of the body. The lowest bit is always 1, so that an id is never 0.
const GENERATION_BITS: u32 = 8;

const BODY_SHIFT: u32 = GENERATION_BITS + 1;

const GENERATION_MASK: u32 = (1 << BODY_SHIFT) - 2;

const NEXT_GENERATION: u32 = 2;

/// The tag of slots to which no id may refer.
const DEAD: u32 = 0;

/// The tag of the slots of a body that were never freed.
#[derive(Copy, Clone)]
pub(crate) struct FirstTag(u32);

impl FirstTag {
    /// The tag of a new body. After 2^23 bodies, tags are reused.
    pub(crate) fn of_new_body() -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self::of_body(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    fn of_body(number: u32) -> Self {
        Self(number << BODY_SHIFT | 1)
    }
}

/// The index of a slot in a pool. The largest number means none.
#[doc(hidden)]
pub trait EntitySlot: Copy {
    fn new(index: usize) -> Self;
    fn index(self) -> usize;
}

/// The id of a record in a [`Pool`]: a slot, and the tag of the slot when the id was created.
#[doc(hidden)]
pub trait EntityId: Copy {
    type Slot: EntitySlot;
    /// The kind of entity, for messages: "op", "block".
    const KIND: &'static str;
    fn new(slot: Self::Slot, tag: u32) -> Self;
    fn slot(self) -> Self::Slot;
    fn tag(self) -> u32;
}

/// Encodes a dense index as a number that is not 0.
pub(crate) fn encode(index: usize) -> NonZeroU32 {
    u32::try_from(index)
        .ok()
        .and_then(|i| NonZeroU32::new(i.wrapping_add(1)))
        .expect("a body holds at most 2^32 - 2 entities of a kind")
}

/// Declares a `Copy` id type, whose `Option` takes no extra space, and its slot type.
macro_rules! entity_id {
    ($(#[$meta:meta])* $name:ident, $slot:ident, $kind:literal) => {
        $(#[$meta])*
        ///
        /// The id is valid in its body until the entity is erased. Later uses, and uses with
        /// another body, panic.
        // The slot is in the upper half, so that ids are ordered by slot; the tag is in the lower
        // half.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(std::num::NonZeroU64);

        /// The slot of such an entity in its body's pool, or none.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[doc(hidden)]
        pub struct $slot(u32);

        impl Default for $slot {
            fn default() -> Self {
                Self::NONE
            }
        }

        #[allow(dead_code, reason = "not all of it is needed of each kind")]
        impl $slot {
            /// None: no pool has as many slots.
            pub const NONE: Self = Self(u32::MAX);

            /// The slot, if it is one.
            #[inline]
            pub fn some(self) -> Option<Self> {
                self.is_some().then_some(self)
            }

            /// Whether there is a slot.
            #[inline]
            pub fn is_some(self) -> bool {
                self.0 != Self::NONE.0
            }

            /// Whether there is no slot.
            #[inline]
            pub fn is_none(self) -> bool {
                self.0 == Self::NONE.0
            }
        }

        impl $crate::support::pool::EntitySlot for $slot {
            #[inline]
            fn new(index: usize) -> Self {
                Self(index as u32)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::support::pool::EntityId for $name {
            type Slot = $slot;
            const KIND: &'static str = $kind;
            #[inline]
            fn new(slot: $slot, tag: u32) -> Self {
                // The lowest bit of a tag is 1.
                Self(std::num::NonZeroU64::MIN | (u64::from(slot.0) << 32 | u64::from(tag)))
            }
            #[inline]
            fn slot(self) -> $slot {
                $slot((self.0.get() >> 32) as u32)
            }
            #[inline]
            fn tag(self) -> u32 {
                self.0.get() as u32
            }
        }

        impl $name {
            /// An id of no entity, for statics that need a value.
            pub const DANGLING: Self = Self(std::num::NonZeroU64::MAX);

            /// A dense number, for tables that a pass keeps beside the body. It does not reflect
            /// program order and must not influence any output.
            #[inline]
            pub fn index(self) -> usize {
                (self.0.get() >> 32) as usize
            }
        }

        /// The number of the body depends on the timing of threads, so it must not influence the
        /// iteration order of tables.
        impl std::hash::Hash for $name {
            #[inline]
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                state.write_u32((self.0.get() >> 32) as u32);
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

/// The free ranges of a pool, by length. Lengths above four are rounded up to a power of two, so
/// that a range that grows and shrinks can be reused. Nothing is freed in most bodies, so the lists
/// are not in the pools: they are passed to the functions that need them.
#[derive(Default)]
pub(crate) struct FreeRanges {
    classes: Vec<Vec<u32>>,
}

/// Ranges of a pool with fewer slots than this are not used again when they are freed: a list of
/// them takes more memory.
const FEW: usize = 32;

fn capacity(len: usize) -> usize {
    if len <= 4 { len } else { len.next_power_of_two() }
}

fn class(len: usize) -> usize {
    if len <= 4 { len } else { class_of_long(len) }
}

/// A separate function, so that the code for common lengths is small.
#[cold]
fn class_of_long(len: usize) -> usize {
    2 + capacity(len).trailing_zeros() as usize
}

impl FreeRanges {
    fn take(&mut self, len: usize) -> Option<usize> {
        self.classes.get_mut(class(len))?.pop().map(|start| start as usize)
    }

    /// Adds a free range. `slots` is the number of slots in the pool.
    #[inline]
    fn give(&mut self, start: usize, len: usize, slots: usize) {
        match self.classes.get_mut(class(len)) {
            Some(list) if list.len() < list.capacity() => list.push(start as u32),
            _ => self.give_with_room(start, len, slots),
        }
    }

    /// Reserves memory for one more range. When it seems that many are freed, reserves for all
    /// slots at once, so that the list need not be copied again; pages that are never touched cost
    /// nothing.
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

/// From this length on, an array is large. Large arrays reserve more memory in advance: pages that
/// are never touched cost nothing, while growing copies the array to new pages.
#[doc(hidden)]
pub const LARGE: usize = 1 << 15;

/// Up to this length, an array is small, and its size is doubled when it grows, because small
/// arrays grow often.
const SMALL: usize = 1 << 9;

/// An array of slots: a vector, or one whose first slot needs no memory of its own.
pub(crate) trait Slots<T>: DerefMut<Target = [T]> + Default {
    fn with_capacity(slots: usize) -> Self;
    fn capacity(&self) -> usize;
    fn push(&mut self, value: T);
    fn append(&mut self, from: &mut Self);
    fn resize(&mut self, len: usize, value: T)
    where
        T: Clone;
    fn reserve_exact(&mut self, more: usize);
}

/// Both kinds of arrays have the functions under the same names.
macro_rules! impl_slots {
    ($($array:ident: $ty:ty),*) => {$(
        impl<T> Slots<T> for $ty {
            fn with_capacity(slots: usize) -> Self {
                $array::with_capacity(slots)
            }
            #[inline]
            fn capacity(&self) -> usize {
                $array::capacity(self)
            }
            #[inline]
            fn push(&mut self, value: T) {
                $array::push(self, value);
            }
            fn append(&mut self, from: &mut Self) {
                $array::append(self, from);
            }
            #[inline]
            fn resize(&mut self, len: usize, value: T)
            where
                T: Clone,
            {
                $array::resize(self, len, value);
            }
            fn reserve_exact(&mut self, more: usize) {
                $array::reserve_exact(self, more);
            }
        }
    )*};
}

impl_slots!(Vec: Vec<T>, SmallVec: SmallVec<[T; 1]>);

/// Reserves memory for `more` slots and for half of the current number, or for the whole current
/// number in [small](SMALL) and [large](LARGE) arrays.
#[inline]
fn grow<T>(slots: &mut impl Slots<T>, more: usize) {
    #[cold]
    fn grow_now<T>(slots: &mut impl Slots<T>, more: usize) {
        const FEW: usize = 8;
        let is_middling = (SMALL..LARGE).contains(&slots.len());
        let spare = if is_middling { slots.len() / 2 } else { slots.len() };
        slots.reserve_exact(more.max(spare).max(FEW));
    }
    if slots.capacity() - slots.len() < more {
        grow_now(slots, more);
    }
}

/// Moves what a small array holds to memory of that size. `spare` gets the memory that it was in.
pub(crate) fn fit<T, S: Slots<T>>(slots: &mut S, spare: &mut S) {
    if slots.capacity() > slots.len() && slots.len() < SMALL {
        // Not `shrink_to_fit`: allocators leave an array where it is unless it shrinks by half.
        let mut exact = S::with_capacity(slots.len());
        exact.append(slots);
        *spare = std::mem::replace(slots, exact);
    }
}

/// Moves what a small array holds to the memory of `spare`, an empty array, if that is larger.
fn make_room<T, S: Slots<T>>(slots: &mut S, spare: &mut S) {
    if slots.len() < SMALL && spare.capacity() > slots.capacity() {
        spare.append(slots);
        *slots = std::mem::take(spare);
    }
}

/// Ranges of slots, without ids: operands, attribute slots, successors. The slots before `FIRST`
/// are in no range.
#[derive(Default)]
pub(crate) struct RangePool<T, const FIRST: usize = 0> {
    slots: Vec<T>,
}

impl<T, const FIRST: usize> RangePool<T, FIRST> {
    /// A pool without slots.
    pub(crate) const EMPTY: Self = Self { slots: Vec::new() };
}

impl<T: Clone + Default, const FIRST: usize> RangePool<T, FIRST> {
    /// A pool without slots, in the memory of an empty array.
    pub(crate) fn new_in(slots: Vec<T>) -> Self {
        Self { slots }
    }

    /// Allocates a range of `len` slots. Each holds the default value or its previous content.
    /// Returns 0 if `len` is 0.
    #[inline]
    pub(crate) fn alloc(&mut self, len: usize, free: Option<&mut FreeRanges>) -> u32 {
        if len == 0 { 0 } else { self.alloc_some(len, free) }
    }

    fn alloc_some(&mut self, len: usize, free: Option<&mut FreeRanges>) -> u32 {
        if let Some(start) = free.and_then(|free| free.take(len)) {
            return start as u32;
        }
        let start = self.slots.len().max(FIRST);
        grow(&mut self.slots, FIRST + capacity(len));
        self.slots.resize(start + capacity(len), T::default());
        encode(start + capacity(len));
        start as u32
    }

    /// Reserves memory for `more` slots, if possible.
    pub(crate) fn reserve(&mut self, more: usize) {
        let _ = self.slots.try_reserve_exact(more);
    }

    /// Gives the memory that a small pool has reserved and not used to `spare`.
    pub(crate) fn fit(&mut self, spare: &mut Vec<T>) {
        fit(&mut self.slots, spare);
    }

    /// Moves a small pool to the memory of `spare`, if that is larger.
    pub(crate) fn make_room(&mut self, spare: &mut Vec<T>) {
        make_room(&mut self.slots, spare);
    }

    /// Exchanges a range that is not needed any more for one of `wanted` slots, which is the same
    /// range if the length fits.
    #[inline]
    pub(crate) fn exchange<'a>(
        &mut self,
        start: u32,
        len: usize,
        wanted: usize,
        free: impl FnOnce() -> &'a mut FreeRanges,
    ) -> u32 {
        if len == wanted {
            return start;
        }
        if self.slots.len() <= FEW {
            return self.alloc(wanted, None);
        }
        let free = free();
        if len != 0 {
            free.give(start as usize, len, self.slots.len());
        }
        self.alloc(wanted, Some(free))
    }

    /// Frees a range, if the pool is not small. The slots keep their content.
    pub(crate) fn free<'a>(
        &mut self,
        start: u32,
        len: usize,
        free: impl FnOnce() -> &'a mut FreeRanges,
    ) {
        if len != 0 && self.slots.len() > FEW {
            free().give(start as usize, len, self.slots.len());
        }
    }

    pub(crate) fn run(&self, start: u32, len: usize) -> &[T] {
        &self.slots[start as usize..start as usize + len]
    }

    /// All slots, including free ones with their old content.
    pub(crate) fn all(&self) -> &[T] {
        &self.slots
    }

    pub(crate) fn run_mut(&mut self, start: u32, len: usize) -> &mut [T] {
        &mut self.slots[start as usize..start as usize + len]
    }
}

impl<T, const FIRST: usize> Index<u32> for RangePool<T, FIRST> {
    type Output = T;
    fn index(&self, index: u32) -> &T {
        &self.slots[index as usize]
    }
}

impl<T, const FIRST: usize> IndexMut<u32> for RangePool<T, FIRST> {
    fn index_mut(&mut self, index: u32) -> &mut T {
        &mut self.slots[index as usize]
    }
}

/// A record in a [`Pool`].
pub(crate) trait Record: Clone {
    /// The content of a slot before its record is set.
    fn nobody() -> Self;
}

/// A slot of a pool.
#[derive(Clone)]
pub(crate) struct Entry<T> {
    tag: u32,
    data: T,
}

/// Entities with ids, in an array of [`Entry`].
pub(crate) struct Pool<I, T, S = Vec<Entry<T>>> {
    entries: S,
    ids: std::marker::PhantomData<fn() -> (I, T)>,
}

/// A pool of records of which most bodies have one, which is in the memory of the body.
pub(crate) type PoolOfOne<I, T> = Pool<I, T, SmallVec<[Entry<T>; 1]>>;

impl<I: EntityId, T, S: Deref<Target = [Entry<T>]>> Pool<I, T, S> {
    /// Panics with a message about an invalid id, with the caller's source location.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn refuse(&self, id: I) -> ! {
        let (kind, index) = (I::KIND, id.slot().index());
        let own = self.entries.iter().map(|entry| entry.tag).find(|&tag| tag != DEAD);
        if own.is_some_and(|tag| tag >> BODY_SHIFT == id.tag() >> BODY_SHIFT) {
            panic!("this {kind} was erased (its id names the {kind} number {index} of the body)");
        }
        panic!("this {kind} is in another body (its id names the {kind} number {index} there)");
    }
}

impl<I: EntityId, T: Record, S: Slots<Entry<T>>> Pool<I, T, S> {
    /// Makes a pool in the memory of an empty array.
    pub(crate) fn new_in(entries: S) -> Self {
        Self { entries, ids: std::marker::PhantomData }
    }

    /// The largest number of entities that existed at the same time: one more than the largest
    /// index so far.
    pub(crate) fn num_slots(&self) -> usize {
        self.entries.len()
    }

    /// The id of the live entity in a slot.
    #[inline]
    pub(crate) fn id_of(&self, slot: I::Slot) -> I {
        I::new(slot, self.entries[slot.index()].tag)
    }

    /// The id of the live entity in a slot, or `None` if there is no slot.
    #[inline]
    pub(crate) fn id_if_any(&self, slot: I::Slot) -> Option<I> {
        self.entries.get(slot.index()).map(|entry| I::new(slot, entry.tag))
    }

    /// The id of the live entity in slot `index`.
    #[inline]
    pub(crate) fn id_at(&self, index: usize) -> I {
        self.id_of(I::Slot::new(index))
    }

    /// The slot of an id, after checking the tag.
    #[inline]
    #[track_caller]
    pub(crate) fn slot(&self, id: I) -> I::Slot {
        let _ = &self[id];
        id.slot()
    }

    /// Returns the content of a slot.
    #[inline]
    pub(crate) fn at(&self, slot: I::Slot) -> &T {
        &self.entries[slot.index()].data
    }

    /// Returns the content of a slot, or `None` if there is no slot.
    #[inline]
    pub(crate) fn get(&self, slot: I::Slot) -> Option<&T> {
        self.entries.get(slot.index()).map(|entry| &entry.data)
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, slot: I::Slot) -> &mut T {
        &mut self.entries[slot.index()].data
    }

    /// The record in slot `index`, which may be free.
    #[inline]
    pub(crate) fn record(&self, index: usize) -> &T {
        &self.entries[index].data
    }

    /// The records in a range of slots.
    #[inline]
    pub(crate) fn run(&self, start: usize, len: usize) -> impl ExactSizeIterator<Item = &T> {
        self.entries[start..start + len].iter().map(|entry| &entry.data)
    }

    pub(crate) fn alloc(&mut self, data: T, first: FirstTag, free: Option<&mut FreeRanges>) -> I {
        match free.and_then(|free| free.take(1)) {
            Some(index) => {
                self.entries[index].data = data;
                self.id_at(index)
            }
            None => self.push(data, first),
        }
    }

    /// Adds a record in a new slot.
    #[inline]
    pub(crate) fn push(&mut self, data: T, first: FirstTag) -> I {
        self.grow(1);
        let index = self.entries.len();
        self.entries.push(Entry { tag: first.0, data });
        I::new(I::Slot::new(index), first.0)
    }

    #[inline]
    fn grow(&mut self, more: usize) {
        if self.entries.capacity() - self.entries.len() < more {
            self.grow_now(more);
        }
    }

    #[cold]
    fn grow_now(&mut self, more: usize) {
        encode(self.entries.len() + more);
        grow(&mut self.entries, more);
    }

    /// Allocates a range of slots, whose records must then be [set](Pool::set). Returns the index
    /// of the first slot, or 0 if `len` is 0.
    #[inline]
    pub(crate) fn alloc_run(
        &mut self,
        len: usize,
        first: FirstTag,
        free: Option<&mut FreeRanges>,
    ) -> usize {
        if len == 0 {
            return 0;
        }
        if let Some(start) = free.and_then(|free| free.take(len)) {
            return start;
        }
        self.grow(capacity(len));
        let start = self.entries.len();
        let entry = Entry { tag: first.0, data: T::nobody() };
        self.entries.resize(start + capacity(len), entry);
        start
    }

    /// Exchanges a range that was [retired](Pool::retire_run) for one of `wanted` slots, which is
    /// the same range if the length fits.
    #[inline]
    pub(crate) fn exchange<'a>(
        &mut self,
        start: usize,
        len: usize,
        wanted: usize,
        first: FirstTag,
        free: impl FnOnce() -> &'a mut FreeRanges,
    ) -> usize {
        if len == wanted {
            return start;
        }
        if self.entries.len() <= FEW {
            return self.alloc_run(wanted, first, None);
        }
        let free = free();
        if len != 0 {
            free.give(start, len, self.entries.len());
        }
        self.alloc_run(wanted, first, Some(free))
    }

    /// Sets the record in a slot of a range.
    #[inline]
    pub(crate) fn set(&mut self, index: usize, data: T) {
        self.entries[index].data = data;
    }

    /// Gives the memory that a small pool has reserved and not used to `spare`.
    pub(crate) fn fit(&mut self, spare: &mut S) {
        fit(&mut self.entries, spare);
    }

    /// Moves a small pool to the memory of `spare`, if that is larger.
    pub(crate) fn make_room(&mut self, spare: &mut S) {
        make_room(&mut self.entries, spare);
    }

    /// Frees the slot of an id, after checking the tag.
    #[track_caller]
    pub(crate) fn free(&mut self, id: I, free: &mut FreeRanges) {
        let slot = self.slot(id);
        if self.retire(slot) {
            free.give(slot.index(), 1, self.entries.len());
        }
    }

    /// Invalidates the id of a slot's record. Returns whether the slot can be reused.
    #[inline]
    pub(crate) fn retire(&mut self, slot: I::Slot) -> bool {
        self.retire_run(slot.index(), 1)
    }

    /// Invalidates the ids of a range. Returns whether the range can be reused.
    #[inline]
    pub(crate) fn retire_run(&mut self, start: usize, len: usize) -> bool {
        let mut is_usable = true;
        for entry in &mut self.entries[start..start + len] {
            if entry.tag & GENERATION_MASK == GENERATION_MASK {
                entry.tag = DEAD;
                is_usable = false;
            } else {
                entry.tag += NEXT_GENERATION;
            }
        }
        is_usable
    }

    /// Whether `id` is an id of this pool whose entity has not been erased.
    pub(crate) fn is_live(&self, id: I) -> bool {
        self.entries.get(id.slot().index()).is_some_and(|entry| entry.tag == id.tag())
    }

    /// The records in all slots, including those of erased entities.
    pub(crate) fn records(&self) -> impl ExactSizeIterator<Item = &T> {
        self.entries.iter().map(|entry| &entry.data)
    }
}

impl<I, T> Pool<I, T> {
    /// Reserves memory for `more` slots, if possible.
    pub(crate) fn reserve(&mut self, more: usize) {
        let _ = self.entries.try_reserve_exact(more);
    }
}

impl<I: EntityId, T, S: Deref<Target = [Entry<T>]>> Index<I> for Pool<I, T, S> {
    type Output = T;
    #[inline]
    #[track_caller]
    fn index(&self, id: I) -> &T {
        match self.entries.get(id.slot().index()) {
            Some(entry) if entry.tag == id.tag() => &entry.data,
            _ => self.refuse(id),
        }
    }
}

impl<I: EntityId, T, S: DerefMut<Target = [Entry<T>]>> IndexMut<I> for Pool<I, T, S> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, id: I) -> &mut T {
        let index = id.slot().index();
        if self.entries.get(index).is_none_or(|entry| entry.tag != id.tag()) {
            self.refuse(id);
        }
        &mut self.entries[index].data
    }
}

#[cfg(test)]
#[allow(unreachable_pub, dead_code, reason = "the macro makes public types with all they may need")]
mod tests {
    use super::*;

    entity_id!(
        /// A test id.
        TestId,
        TestSlot,
        "thing"
    );

    impl Record for u32 {
        fn nobody() -> Self {
            0
        }
    }

    #[test]
    fn freed_slots_are_reused_and_old_ids_are_told_apart() {
        let (tag, mut free) = (FirstTag::of_body(1), FreeRanges::default());
        let mut pool = Pool::<TestId, u32>::new_in(Vec::new());
        let a = pool.alloc(1, tag, Some(&mut free));
        pool.free(a, &mut free);
        let b = pool.alloc(2, tag, Some(&mut free));
        assert_eq!(a.index(), b.index());
        assert_eq!(pool[b], 2);
        assert!(!pool.is_live(a));
    }

    #[test]
    fn a_slot_that_was_freed_too_often_is_not_used_again() {
        let (tag, mut free) = (FirstTag::of_body(1), FreeRanges::default());
        let mut pool = PoolOfOne::<TestId, u32>::new_in(SmallVec::new());
        let mut ids = Vec::new();
        for number in 0..5 << GENERATION_BITS {
            let id = pool.alloc(number, tag, Some(&mut free));
            ids.push(id);
            pool.free(id, &mut free);
        }
        let last = pool.alloc(0, tag, Some(&mut free));
        assert!(ids.iter().all(|&id| !pool.is_live(id) && id != last));
        assert!(pool.num_slots() <= 8, "{}", pool.num_slots());
    }

    #[test]
    fn an_option_of_an_id_takes_eight_bytes() {
        assert_eq!(size_of::<Option<TestId>>(), 8);
    }

    #[test]
    fn runs_come_back_by_length() {
        let (mut pool, mut free) = (RangePool::<u32>::default(), FreeRanges::default());
        pool.alloc(32, None);
        let a = pool.alloc(5, None);
        pool.alloc(1, None);
        pool.free(a, 5, || &mut free);
        assert_eq!(pool.alloc(7, Some(&mut free)), a);
    }
}
