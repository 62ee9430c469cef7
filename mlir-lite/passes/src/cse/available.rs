//! The available expressions: a scoped hash table of ops that dominate the current one.
//!
//! An op is in the list of its operand with the largest index, which usually is the one that was
//! defined last. The ops to compare with are then close to the current op, and stay in the cache
//! however large the body is; in a table by hash alone, each lookup in a block of a million ops
//! waits for memory. Lists are short: ops that would make one too long, and ops without operands,
//! are in such a table.

use hashbrown::HashTable;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;

/// The maximum number of ops in the list of one value.
const MAX_CHAIN: usize = 8;

/// The end of a chain.
const END: u32 = 0;

/// An available op, and its hash.
#[derive(Copy, Clone)]
pub(super) struct Entry {
    pub(super) hash: u32,
    pub(super) op: OpId,
}

impl Entry {
    /// Mixes the bits: hash tables use the lowest and the topmost bits.
    pub(super) fn mix(self) -> u64 {
        u64::from(self.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[derive(Copy, Clone)]
struct Link {
    entry: Entry,
    /// One more than the index of the next link, or [`END`].
    next: u32,
}

/// Where an op is kept.
#[derive(Copy, Clone)]
pub(super) enum Bucket {
    /// In the list of the value of that index.
    Chain(usize),
    Table,
}

pub(super) struct AvailableExpressions {
    /// By the index of a value: one more than the index of the first link, or [`END`].
    heads: Vec<u32>,
    links: Vec<Link>,
    table: HashTable<Entry>,
    /// The entries of inner scopes, latest last.
    scoped: Vec<(Entry, Bucket)>,
}

impl AvailableExpressions {
    /// An empty table for the body.
    pub(super) fn new(body: &Body) -> Self {
        Self {
            heads: vec![END; body.value_capacity()],
            links: Vec::with_capacity(body.op_capacity()),
            table: HashTable::new(),
            scoped: Vec::new(),
        }
    }

    /// An available op that is equal to that of the entry, or where to insert the entry. `is_same`
    /// compares an available op of the same hash.
    pub(super) fn find(
        &self,
        body: &Body,
        new: Entry,
        is_same: impl Fn(OpId) -> bool,
    ) -> Result<OpId, Bucket> {
        let in_table = || match self
            .table
            .find(new.mix(), |entry| entry.hash == new.hash && is_same(entry.op))
        {
            Some(entry) => Ok(entry.op),
            None => Err(Bucket::Table),
        };
        let Some(latest) = body.operands(new.op).map(|operand| operand.index()).max() else {
            return in_table();
        };
        let mut link = self.heads[latest];
        let mut length = 0;
        while link != END {
            let Link { entry, next } = self.links[link as usize - 1];
            if entry.hash == new.hash && is_same(entry.op) {
                return Ok(entry.op);
            }
            link = next;
            length += 1;
        }
        // The entries in the table were added after the list was full, so they are removed before
        // those in the list.
        if length < MAX_CHAIN { Err(Bucket::Chain(latest)) } else { in_table() }
    }

    /// Adds an op, permanently or until it is [forgotten](Self::forget).
    pub(super) fn add(&mut self, entry: Entry, bucket: Bucket, is_scoped: bool) {
        match bucket {
            Bucket::Chain(value) => {
                self.links.push(Link { entry, next: self.heads[value] });
                self.heads[value] = self.links.len() as u32;
            }
            Bucket::Table => {
                self.table.insert_unique(entry.mix(), entry, |entry| entry.mix());
            }
        }
        if is_scoped {
            self.scoped.push((entry, bucket));
        }
    }

    /// The number of entries of inner scopes.
    pub(super) fn scoped(&self) -> usize {
        self.scoped.len()
    }

    /// Removes the entries of inner scopes except the first `keep`.
    pub(super) fn forget(&mut self, keep: usize) {
        for (scoped, bucket) in self.scoped.drain(keep..).rev() {
            match bucket {
                Bucket::Chain(value) => {
                    self.heads[value] = self.links.pop().map_or(END, |link| link.next)
                }
                Bucket::Table => {
                    if let Ok(entry) =
                        self.table.find_entry(scoped.mix(), |entry| entry.op == scoped.op)
                    {
                        entry.remove();
                    }
                }
            }
        }
    }
}
