//! Append-only tables that hold one copy of each value.
//!
//! Creating a value locks one of several shards, chosen by the value's hash. Reading by index,
//! comparing indices, and finding recently used values take no lock. Indices are never reused.
//!
//! Outside of a table, a value has a number: the index plus what the numbers of this context begin
//! with (see [`ContextNumber`]). The values that each context has at the same indices have one
//! number in all of them.

use super::context_number::{ContextNumber, belongs_to_another_context};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

const SHARDS: usize = 16;

/// The size of the cache of recently used values.
const RECENT: usize = 256;

/// A sharded uniquing table: equal values get equal numbers. The first `FIXED` values are the same
/// in each context.
pub(crate) struct Uniquer<T, const FIXED: u32 = 0> {
    items: boxcar::Vec<T>,
    shards: [Mutex<HashTable<Entry>>; SHARDS],
    /// The cache: by the low bits of the hash, the hash and the index plus one of a recently used
    /// value, because the same few values are often looked up repeatedly.
    recent: Box<[AtomicU64; RECENT]>,
    /// The number of a value that is not fixed is this plus its index.
    base: u32,
    /// The kind of the values, for messages.
    what: &'static str,
}

/// An index, with the hash of the value there: usually the hash shows that a value is another one,
/// and it allows the table to grow without reading the values.
struct Entry {
    hash: u32,
    index: u32,
}

fn short_hash<Q: Hash + ?Sized>(key: &Q) -> u32 {
    (FxBuildHasher.hash_one(key) >> 16) as u32
}

/// Mixes the hash, because hash tables use its lowest and topmost bits.
fn mix(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<T: Hash + Eq, const FIXED: u32> Uniquer<T, FIXED> {
    /// Creates the table of a context, whose numbers begin below 2^`bits`.
    pub(crate) fn new(context: ContextNumber, bits: u32, what: &'static str) -> Self {
        Self {
            items: boxcar::Vec::new(),
            shards: std::array::from_fn(|_| Mutex::new(HashTable::new())),
            recent: Box::new([const { AtomicU64::new(0) }; RECENT]),
            base: context.base(bits),
            what,
        }
    }

    /// The number of the value equal to `key`. Creates it by `make` if there is none.
    pub(crate) fn intern_with<Q>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        Q: Hash + ?Sized,
        T: Borrow<Q>,
        Q: Eq,
    {
        self.intern_by(key, |value| value.borrow() == key, make)
    }

    /// The number of the value for which `is_same` is true. Creates it by `make` if there is none.
    /// `key` must have the same hash as the value.
    pub(crate) fn intern_by<Q: Hash + ?Sized>(
        &self,
        key: &Q,
        is_same: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> u32 {
        let hash = short_hash(key);
        let index = self.find_recent(hash, &is_same);
        self.number(index.unwrap_or_else(|| self.find_or_add(hash, is_same, make)))
    }

    /// The number of `value`.
    pub(crate) fn intern(&self, value: T) -> u32 {
        let hash = short_hash(&value);
        if let Some(index) = self.find_recent(hash, |known| *known == value) {
            return self.number(index);
        }
        let mut table = self.shard(hash);
        let found = self.find(&table, hash, |known| *known == value);
        let index = found.unwrap_or_else(|| self.add(&mut table, hash, value));
        self.remember(hash, index);
        self.number(index)
    }

    /// The number of `value`, if it is in the table.
    pub(crate) fn number_of(&self, value: &T) -> Option<u32> {
        self.find_by(value, |known| known == value)
    }

    /// The number of the value for which `is_same` is true, if it is in the table. `key` must have
    /// the same hash as the value.
    pub(crate) fn find_by<Q: Hash + ?Sized>(
        &self,
        key: &Q,
        is_same: impl Fn(&T) -> bool,
    ) -> Option<u32> {
        let hash = short_hash(key);
        let index = self.find_recent(hash, &is_same).or_else(|| {
            let found = self.find(&self.shard(hash), hash, is_same)?;
            self.remember(hash, found);
            Some(found)
        });
        index.map(|index| self.number(index))
    }

    fn find_or_add(
        &self,
        hash: u32,
        is_same: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> u32 {
        let mut table = self.shard(hash);
        let found = self.find(&table, hash, is_same);
        let index = found.unwrap_or_else(|| self.add(&mut table, hash, make()));
        self.remember(hash, index);
        index
    }

    /// Looks in the cache. An entry is one word and values never change, so relaxed ordering is
    /// enough; the table of values is synchronized itself.
    #[inline]
    fn find_recent(&self, hash: u32, is_same: impl Fn(&T) -> bool) -> Option<u32> {
        let entry = self.recent[hash as usize % RECENT].load(Ordering::Relaxed);
        let index = (entry as u32).wrapping_sub(1);
        let is_found =
            entry >> 32 == u64::from(hash) && self.items.get(index as usize).is_some_and(is_same);
        is_found.then_some(index)
    }

    fn remember(&self, hash: u32, index: u32) {
        let entry = u64::from(hash) << 32 | u64::from(index.wrapping_add(1));
        self.recent[hash as usize % RECENT].store(entry, Ordering::Relaxed);
    }

    fn shard(&self, hash: u32) -> MutexGuard<'_, HashTable<Entry>> {
        // A panic while a shard is locked leaves the table consistent, because entries are inserted
        // last.
        self.shards[hash as usize % SHARDS].lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn find(
        &self,
        table: &HashTable<Entry>,
        hash: u32,
        is_same: impl Fn(&T) -> bool,
    ) -> Option<u32> {
        let found = table.find(mix(hash), |entry| {
            entry.hash == hash && is_same(&self.items[entry.index as usize])
        });
        found.map(|entry| entry.index)
    }

    fn add(&self, table: &mut HashTable<Entry>, hash: u32, value: T) -> u32 {
        let index = self.items.push(value);
        assert!(index < (u32::MAX - self.base) as usize, "a context has fewer {}s", self.what);
        let index = index as u32;
        table.insert_unique(mix(hash), Entry { hash, index }, |entry| mix(entry.hash));
        index
    }

    #[inline]
    fn number(&self, index: u32) -> u32 {
        if index < FIXED { index } else { index.wrapping_add(self.base) }
    }

    /// The index of the value with a number. That of a number of another context is too large,
    /// unless one of the two contexts has very many values.
    #[inline]
    fn index(&self, number: u32) -> u32 {
        if number < FIXED { number } else { number.wrapping_sub(self.base) }
    }

    /// The value with a number, if there is one that is visible to this thread.
    #[inline]
    pub(crate) fn find_at(&self, number: u32) -> Option<&T> {
        self.items.get(self.index(number) as usize)
    }

    /// The value with a number that [`Uniquer::intern`] returned.
    ///
    /// # Panics
    /// If the number is of another context.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &T {
        match self.find_at(number) {
            Some(value) => value,
            None => belongs_to_another_context(self.what),
        }
    }

    /// As [`Uniquer::get`], of a value that is not fixed.
    #[inline]
    pub(crate) fn get_later(&self, number: u32) -> &T {
        match self.items.get(number.wrapping_sub(self.base) as usize) {
            Some(value) => value,
            None => belongs_to_another_context(self.what),
        }
    }

    /// The index of the value with a number, for tables that have an entry for each value.
    ///
    /// # Panics
    /// If the number is of another context.
    pub(crate) fn dense_index(&self, number: u32) -> usize {
        self.get(number);
        self.index(number) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_a_number() {
        let table = Uniquer::<String>::new(ContextNumber::next(), 30, "text");
        let a = table.intern("a".to_string());
        let b = table.intern_with("b", || "b".to_string());
        assert_ne!(a, b);
        assert_eq!(a, table.intern_with("a", || unreachable!("already there")));
        assert_eq!(table.get(b), "b");
    }
}
