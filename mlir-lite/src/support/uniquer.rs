//! Append-only tables that hold one copy of each value.
//!
//! Creating takes one of a few locks, chosen by the value's hash; reading by
//! index and comparing indices take none. Indices are never reused.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::Mutex;

const SHARDS: usize = 16;

/// A sharded uniquing table: equal values get equal indices.
pub(crate) struct Uniquer<T> {
    items: boxcar::Vec<T>,
    shards: [Mutex<HashTable<u32>>; SHARDS],
}

impl<T: Hash + Eq> Uniquer<T> {
    pub(crate) fn new() -> Self {
        Self { items: boxcar::Vec::new(), shards: std::array::from_fn(|_| Mutex::new(HashTable::new())) }
    }

    /// The index of the value equal to `key`, which `make` creates if there is none.
    pub(crate) fn intern_with<Q>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        Q: Hash + ?Sized,
        T: std::borrow::Borrow<Q>,
        Q: Eq,
    {
        self.intern_by(key, |value| value.borrow() == key, make)
    }

    /// The index of the value for which `is_same` holds, which `make` creates if there is none; `key` hashes as it does.
    pub(crate) fn intern_by<Q: Hash + ?Sized>(
        &self,
        key: &Q,
        is_same: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> u32 {
        let hash = FxBuildHasher.hash_one(key);
        let shard = &self.shards[(hash >> 59) as usize % SHARDS];
        // A panic while a shard is locked leaves the table whole: entries are
        // inserted last.
        let mut table = shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&index) = table.find(hash, |&i| is_same(&self.items[i as usize])) {
            return index;
        }
        let index = self.items.push(make()) as u32;
        table.insert_unique(hash, index, |&i| FxBuildHasher.hash_one(&self.items[i as usize]));
        index
    }

    /// The index of `value`.
    pub(crate) fn intern(&self, value: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&value);
        let shard = &self.shards[(hash >> 59) as usize % SHARDS];
        let mut table = shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&index) = table.find(hash, |&i| self.items[i as usize] == value) {
            return index;
        }
        let index = self.items.push(value) as u32;
        table.insert_unique(hash, index, |&i| FxBuildHasher.hash_one(&self.items[i as usize]));
        index
    }

    /// The value at an index that [`Uniquer::intern`] returned.
    pub(crate) fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_an_index() {
        let table = Uniquer::<String>::new();
        let a = table.intern("a".to_string());
        let b = table.intern_with("b", || "b".to_string());
        assert_ne!(a, b);
        assert_eq!(a, table.intern_with("a", || unreachable!("already there")));
        assert_eq!(table.get(b), "b");
    }
}
