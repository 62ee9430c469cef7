//! The last accesses of each memref in the block, up to the current position of the sweep.

use mlir_lite::analysis::alias::AliasClass;
use mlir_lite::ir::ValueId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Who accesses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// An op other than a nest, which does not move.
    Op,
    /// A nest by its number, which may move and be merged.
    Nest(u32),
}

/// The number of owners that are tracked separately; of the others only the last position is known.
const KEPT: usize = 3;

/// The last accesses of some memory, one for each owner.
#[derive(Clone, Debug)]
struct Recent {
    /// Latest first.
    entries: SmallVec<[(Owner, i64); KEPT]>,
    /// No access that is not in `entries` is later.
    others: i64,
}

impl Default for Recent {
    fn default() -> Self {
        Self { entries: SmallVec::new(), others: -1 }
    }
}

impl Recent {
    #[inline]
    fn record(&mut self, owner: Owner, position: i64) {
        match self.entries.first_mut() {
            // A nest is recorded again, with all its earlier accesses, each time that another one
            // is merged into it.
            Some(latest) if latest.0 == owner && latest.1 <= position => latest.1 = position,
            _ => self.record_other(owner, position),
        }
    }

    fn record_other(&mut self, owner: Owner, position: i64) {
        self.entries.retain(|entry| entry.0 != owner);
        let at =
            self.entries.iter().position(|entry| entry.1 <= position).unwrap_or(self.entries.len());
        self.entries.insert(at, (owner, position));
        if self.entries.len() > KEPT
            && let Some((_, dropped)) = self.entries.pop()
        {
            self.others = self.others.max(dropped);
        }
    }

    /// The position of the last access; `place` gives the current position of an entry, or none if
    /// it does not count.
    fn latest(&self, place: impl Fn(Owner, i64) -> Option<i64>) -> i64 {
        let places = self.entries.iter().filter_map(|&(owner, recorded)| place(owner, recorded));
        places.max().unwrap_or(-1).max(self.others)
    }
}

#[derive(Clone, Debug, Default)]
struct Log {
    writes: Recent,
    accesses: Recent,
}

impl Log {
    fn record(&mut self, write: bool, owner: Owner, position: i64) {
        self.accesses.record(owner, position);
        if write {
            self.writes.record(owner, position);
        }
    }
}

/// Last accesses by memref, and of memory whose memrefs are not distinguished.
#[derive(Default)]
pub(super) struct MemoryLog {
    memrefs: FxHashMap<ValueId, Log>,
    /// Through any memref of unknown origin.
    unknown: Log,
    /// Of any allocation that has escaped.
    escaped: Log,
    /// Of any global.
    globals: Log,
    /// Of memory that no memref names.
    unnamed: Log,
    /// The memrefs that may be the same memory as others, up to one more than [`MAX_COMPARED`].
    shared: Vec<(ValueId, AliasClass)>,
}

/// The maximum number of memrefs with which one is compared.
const MAX_COMPARED: usize = 32;

impl MemoryLog {
    /// Records an access; without a memref, of any memory that has escaped.
    pub(super) fn record(
        &mut self,
        memref: Option<(ValueId, AliasClass)>,
        write: bool,
        owner: Owner,
        position: i64,
    ) {
        let class = memref.map(|(_, class)| class);
        if let Some((memref, class)) = memref {
            if class != AliasClass::Private
                && self.shared.len() <= MAX_COMPARED
                && !self.memrefs.contains_key(&memref)
            {
                self.shared.push((memref, class));
            }
            self.memrefs.entry(memref).or_default().record(write, owner, position);
        }
        if memref.is_none() {
            self.unnamed.record(write, owner, position);
        }
        if matches!(class, None | Some(AliasClass::Unknown)) {
            self.unknown.record(write, owner, position);
        }
        if matches!(class, None | Some(AliasClass::Escaped)) {
            self.escaped.record(write, owner, position);
        }
        if matches!(class, None | Some(AliasClass::Global)) {
            self.globals.record(write, owner, position);
        }
    }

    /// The nests that last wrote the memref itself.
    pub(super) fn writers(&self, memref: ValueId) -> impl Iterator<Item = u32> + '_ {
        let entries = self.memrefs.get(&memref).into_iter().flat_map(|log| &log.writes.entries);
        entries.filter_map(|&(owner, _)| match owner {
            Owner::Nest(number) => Some(number),
            Owner::Op => None,
        })
    }

    /// The position of the last access (`any_access`) or write of any memory that may be that of
    /// the memref; -1 if there is none.
    pub(super) fn latest(
        &self,
        memref: ValueId,
        class: AliasClass,
        any_access: bool,
        place: impl Fn(Owner, i64) -> Option<i64> + Copy,
    ) -> i64 {
        let of = |log: &Log| {
            if any_access { log.accesses.latest(place) } else { log.writes.latest(place) }
        };
        let own = self.memrefs.get(&memref).map_or(-1, of);
        match class {
            AliasClass::Private => own,
            AliasClass::Escaped => own.max(of(&self.unknown)),
            AliasClass::Global => of(&self.unknown).max(of(&self.globals)),
            AliasClass::Unknown => of(&self.unknown).max(of(&self.escaped)).max(of(&self.globals)),
        }
    }

    /// As [`latest`](Self::latest), but memrefs are compared with one another in place of their
    /// classes: `may_alias` says which others may be the same memory. None if there are too many.
    pub(super) fn latest_of_aliases(
        &self,
        memref: ValueId,
        class: AliasClass,
        any_access: bool,
        place: impl Fn(Owner, i64) -> Option<i64> + Copy,
        may_alias: impl Fn(ValueId) -> bool,
    ) -> Option<i64> {
        if class == AliasClass::Private || self.shared.len() > MAX_COMPARED {
            return None;
        }
        let of = |log: &Log| {
            if any_access { log.accesses.latest(place) } else { log.writes.latest(place) }
        };
        let others = self
            .shared
            .iter()
            .filter(|&&(other, of_other)| other != memref && class.may_alias(of_other))
            .filter(|(other, _)| may_alias(*other));
        let own = self.memrefs.get(&memref).map_or(-1, of).max(of(&self.unnamed));
        Some(others.filter_map(|(other, _)| self.memrefs.get(other)).map(of).fold(own, i64::max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_access_is_that_of_an_owner_that_counts() {
        let mut recent = Recent::default();
        recent.record(Owner::Nest(0), 3);
        recent.record(Owner::Op, 5);
        recent.record(Owner::Nest(0), 7);
        assert_eq!(recent.latest(|_, position| Some(position)), 7);
        assert_eq!(recent.latest(|owner, position| (owner == Owner::Op).then_some(position)), 5);
    }

    #[test]
    fn what_is_not_kept_apart_still_counts() {
        let mut recent = Recent::default();
        for number in 0..5 {
            recent.record(Owner::Nest(number), i64::from(number));
        }
        assert_eq!(recent.latest(|_, _| None), 1);
    }
}
