//! The ops that others are compared with.
//!
//! An op hangs on the operand with the largest index, which mostly is the one that was defined last. What is to be compared
//! lies where the walk has been just before, then, and stays in the cache however many ops there are; in a table by hash alone,
//! each lookup in a block of a million ops waits for memory. Chains are short: what would make one longer, and what has no
//! operands, is in such a table.

use hashbrown::HashTable;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;

/// The most ops that hang on one value.
const MAX_CHAIN: usize = 8;

/// The end of a chain.
const END: u32 = 0;

/// An op that others are compared with, and its hash.
#[derive(Copy, Clone)]
pub(super) struct Entry {
    pub(super) hash: u32,
    pub(super) op: OpId,
}

impl Entry {
    /// The hash as tables want it, who use the lowest and the topmost bits.
    pub(super) fn spread(self) -> u64 {
        u64::from(self.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[derive(Copy, Clone)]
struct Link {
    entry: Entry,
    /// One more than the place of the next link, or [`END`].
    next: u32,
}

/// Where an op is kept.
#[derive(Copy, Clone)]
pub(super) enum Place {
    /// On the value of that index.
    Chain(usize),
    Table,
}

pub(super) struct KnownOps {
    /// By the index of a value: one more than the place of the first link, or [`END`].
    heads: Vec<u32>,
    links: Vec<Link>,
    table: HashTable<Entry>,
    /// What is forgotten at some time, latest last.
    passing: Vec<(Entry, Place)>,
}

impl KnownOps {
    /// Nothing is known of the body.
    pub(super) fn new(body: &Body) -> Self {
        Self {
            heads: vec![END; body.value_capacity()],
            links: Vec::with_capacity(body.op_capacity()),
            table: HashTable::new(),
            passing: Vec::new(),
        }
    }

    /// The known op that is the same as that of the entry, or where this one is to be kept. Of the same hash, `is_same` says
    /// whether a known one is the same.
    pub(super) fn find(
        &self,
        body: &Body,
        new: Entry,
        is_same: impl Fn(OpId) -> bool,
    ) -> Result<OpId, Place> {
        let in_table = || match self
            .table
            .find(new.spread(), |entry| entry.hash == new.hash && is_same(entry.op))
        {
            Some(entry) => Ok(entry.op),
            None => Err(Place::Table),
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
        // What follows in the table was added after what fills the chain, and is forgotten before it.
        if length < MAX_CHAIN { Err(Place::Chain(latest)) } else { in_table() }
    }

    /// Adds an op, for ever or until it is [forgotten](Self::forget).
    pub(super) fn add(&mut self, entry: Entry, place: Place, is_passing: bool) {
        match place {
            Place::Chain(value) => {
                self.links.push(Link { entry, next: self.heads[value] });
                self.heads[value] = self.links.len() as u32;
            }
            Place::Table => {
                self.table.insert_unique(entry.spread(), entry, |entry| entry.spread());
            }
        }
        if is_passing {
            self.passing.push((entry, place));
        }
    }

    /// How many ops will be forgotten.
    pub(super) fn passing(&self) -> usize {
        self.passing.len()
    }

    /// Forgets what was added after there were `keep` ops to be forgotten.
    pub(super) fn forget(&mut self, keep: usize) {
        for (known, place) in self.passing.drain(keep..).rev() {
            match place {
                Place::Chain(value) => {
                    self.heads[value] = self.links.pop().map_or(END, |link| link.next)
                }
                Place::Table => {
                    if let Ok(entry) =
                        self.table.find_entry(known.spread(), |entry| entry.op == known.op)
                    {
                        entry.remove();
                    }
                }
            }
        }
    }
}
