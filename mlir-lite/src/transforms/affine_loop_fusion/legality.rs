//! When two nests may be merged, and where.

use super::nest::{Nest, Uniform};
use super::recent::Owner;
use super::{MAX_BODY_OPS, Sweep};
use crate::transforms::memory::MemoryClass;
use std::collections::BTreeSet;

impl Sweep {
    /// The place at which two nests may be merged: that of one of them.
    pub(super) fn place_of_merged(&self, earlier: u32, later: u32) -> Option<i64> {
        let (first, second) = (&self.nests[earlier as usize], &self.nests[later as usize]);
        if first.position >= second.position
            || first.space != second.space
            || first.num_ops + second.num_ops > MAX_BODY_OPS
            || !keeps_dependences(first, second)
        {
            return None;
        }
        let moves_up =
            second.last_definition < first.position && self.passes(second, first.position, earlier, later);
        if moves_up {
            return Some(first.position);
        }
        self.passes(first, first.position, earlier, later).then_some(second.position)
    }

    /// Whether no op after `position`, other than the two nests, conflicts
    /// with `nest`.
    fn passes(&self, nest: &Nest, position: i64, earlier: u32, later: u32) -> bool {
        let place = |owner: Owner, recorded: i64| match owner {
            Owner::Op => Some(recorded),
            Owner::Nest(number) => {
                let number = self.find(number);
                (number != earlier && number != later).then(|| self.nests[number as usize].position)
            }
        };
        nest.memrefs.iter().all(|(&memref, accesses)| {
            let any_access = accesses.writes.is_some();
            self.log.latest(memref, accesses.class, any_access, place) < position
        })
    }
}

/// Whether the dependences between two nests of the same iterations are kept
/// when each iteration of the second follows that of the first at once.
fn keeps_dependences(first: &Nest, second: &Nest) -> bool {
    let same_memrefs_agree = second.memrefs.iter().all(|(memref, b)| {
        let Some(a) = first.memrefs.get(memref) else { return true };
        if a.writes.is_none() && b.writes.is_none() {
            return true;
        }
        // Reads of both need not agree with each other, only with the writes.
        let agree = |x: Option<Uniform>, y: Option<Uniform>| match (x, y) {
            (None, _) | (_, None) => true,
            (Some(Uniform::Same(x)), Some(Uniform::Same(y))) => x == y,
            _ => false,
        };
        agree(a.writes, b.all) && agree(a.all, b.writes) && a.one_to_one && b.one_to_one
    });
    same_memrefs_agree && !may_alias_across(first, second)
}

/// Whether different memrefs of the two nests may be the same memory, and some
/// of them are written.
fn may_alias_across(first: &Nest, second: &Nest) -> bool {
    let both = || first.memrefs.iter().chain(&second.memrefs);
    if both().all(|(_, accesses)| accesses.class != MemoryClass::Unknown) {
        return false;
    }
    let exposed = || both().filter(|(_, accesses)| accesses.class != MemoryClass::Private);
    let distinct: BTreeSet<_> = exposed().map(|(memref, _)| memref).collect();
    distinct.len() > 1 && exposed().any(|(_, accesses)| accesses.writes.is_some())
}
