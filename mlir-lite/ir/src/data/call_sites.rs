//! Call site locations, `callsite(callee at caller)`, by number. `L` is a location.
//!
//! Each inlined op has one. The numbers for one inlined call are consecutive, in the order of the
//! callee's locations: they are found without a table, and a call needs one record, however many
//! ops it inlines.

use crate::support::context_number::{ContextNumber, belongs_to_another_context};
use crate::support::uniquer::Uniquer;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard};

/// Numbers from here on belong to whole calls, smaller ones to single call sites.
const OF_CALLS: u32 = 1 << 29;

/// Numbers end here.
const END: u32 = 1 << 30;

/// The numbers of a context's call sites of each kind begin below 2^28.
const BASE_BITS: u32 = 28;

/// The locations of the ops in a function and of its block arguments, each once, ascending.
#[derive(Clone, PartialEq, Eq)]
#[doc(hidden)]
pub struct CalleeLocations<L>(Arc<[L]>);

impl<L: Ord> CalleeLocations<L> {
    /// Sorts the locations, which may be in any order.
    pub(crate) fn new(mut locations: Vec<L>) -> Self {
        locations.sort_unstable();
        locations.dedup();
        Self(locations.into())
    }
}

impl<L> Deref for CalleeLocations<L> {
    type Target = [L];

    fn deref(&self) -> &[L] {
        &self.0
    }
}

/// One inlined call: the call site of the callee's location at index `i` has the number
/// `first + i`.
struct Call<L> {
    first: u32,
    callees: CalleeLocations<L>,
    caller: L,
}

impl<L: Ord> Call<L> {
    fn number_of(&self, callee: L) -> Option<u32> {
        Some(self.first + self.callees.binary_search(&callee).ok()? as u32)
    }
}

/// All call sites of a context: equal ones have the same number.
pub(crate) struct CallSites<L> {
    /// Callees and callers of single call sites.
    pairs: Uniquer<(L, L)>,
    /// Numbers ascend.
    calls: boxcar::Vec<Call<L>>,
    register: Mutex<Register<L>>,
    /// The number of the first call site of whole calls.
    first: u32,
}

/// Which call sites have numbers.
struct Register<L> {
    /// For each caller location, the index of the call whose call sites are numbered consecutively;
    /// other calls from there are stored as pairs. If there is no index, all are pairs.
    calls: FxHashMap<L, Option<usize>>,
    next: u32,
}

impl<L: Copy + Ord + Hash> CallSites<L> {
    pub(crate) fn new(context: ContextNumber) -> Self {
        let first = OF_CALLS + context.base(BASE_BITS);
        let register = Register { calls: FxHashMap::default(), next: first };
        Self {
            pairs: Uniquer::new(context, BASE_BITS, "location"),
            calls: boxcar::Vec::new(),
            register: Mutex::new(register),
            first,
        }
    }

    /// The number of `callsite(callee at caller)`.
    pub(crate) fn intern(&self, callee: L, caller: L) -> u32 {
        let call = *self.register().calls.entry(caller).or_insert(None);
        if let Some(number) = call.and_then(|call| self.calls[call].number_of(callee)) {
            return number;
        }
        let number = self.pairs.intern((callee, caller));
        assert!(number < OF_CALLS, "a context has at most 2^28 call sites that come one by one");
        number
    }

    /// The number of `callsite(callee at caller)`, if it has one.
    pub(crate) fn find(&self, callee: L, caller: L) -> Option<u32> {
        let call = self.register().calls.get(&caller).copied().flatten();
        let number = call.and_then(|call| self.calls[call].number_of(callee));
        number.or_else(|| self.pairs.number_of(&(callee, caller)))
    }

    /// Where to keep something about a call site: two dense tables, by the number of the call site
    /// in its table.
    pub(crate) fn dense_place(&self, number: u32) -> (usize, usize) {
        if number < OF_CALLS {
            return (0, self.pairs.dense_index(number));
        }
        self.get(number);
        (1, (number - self.first) as usize)
    }

    /// The number of the call site of the first of `callees`, if the others follow consecutively.
    pub(crate) fn intern_all(&self, callees: &CalleeLocations<L>, caller: L) -> Option<u32> {
        let mut register = self.register();
        if let Some(&known) = register.calls.get(&caller) {
            let call = &self.calls[known?];
            return (call.callees == *callees).then_some(call.first);
        }
        let first = register.next;
        let next = u32::try_from(callees.len()).ok().and_then(|number| first.checked_add(number));
        register.next = next.filter(|&next| next <= END)?;
        let call = self.calls.push(Call { first, callees: callees.clone(), caller });
        register.calls.insert(caller, Some(call));
        Some(first)
    }

    /// The callee and the caller of the call site with this number.
    pub(crate) fn get(&self, number: u32) -> (L, L) {
        if number < OF_CALLS {
            return *self.pairs.get(number);
        }
        // Calls that other threads add may not be visible here yet, but they have larger numbers
        // than the wanted one.
        let (mut low, mut high) = (0, self.calls.count());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.calls.get(middle) {
                Some(call) if call.first <= number => low = middle,
                _ => high = middle,
            }
        }
        let call_site = self.calls.get(low).and_then(|call| {
            let callee = number.checked_sub(call.first)?;
            Some((*call.callees.get(callee as usize)?, call.caller))
        });
        call_site.unwrap_or_else(|| belongs_to_another_context("location"))
    }

    fn register(&self) -> MutexGuard<'_, Register<L>> {
        // A panic while it is locked leaves the register consistent, because entries are complete
        // when inserted.
        self.register.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(positions: &[u32]) -> CalleeLocations<u32> {
        CalleeLocations(positions.iter().copied().collect())
    }

    const CALLER: u32 = 0;

    #[test]
    fn those_of_a_call_follow_each_other() {
        let sites = CallSites::new(ContextNumber::next());
        let calls =
            [3, 4, 5].map(|caller| (caller, sites.intern_all(&at(&[10, 20, 30]), caller).unwrap()));
        for (caller, first) in calls {
            for (number, callee) in (first..).zip(at(&[10, 20, 30]).iter()) {
                assert_eq!(sites.get(number), (*callee, caller));
                assert_eq!(sites.intern(*callee, caller), number);
            }
        }
    }

    #[test]
    fn equal_ones_have_the_same_number_in_whatever_way_they_come() {
        let sites = CallSites::new(ContextNumber::next());
        let first = sites.intern_all(&at(&[10, 20]), CALLER).unwrap();
        assert_eq!(sites.intern_all(&at(&[10, 20]), CALLER), Some(first));
        // Another function, called from the same location, that shares a location with the first.
        assert_eq!(sites.intern_all(&at(&[20, 30]), CALLER), None);
        assert_eq!(sites.intern(20, CALLER), first + 1);
        let single = sites.intern(30, CALLER);
        assert_eq!(sites.intern(30, CALLER), single);
        assert_eq!(sites.get(single), (30, CALLER));
    }

    #[test]
    fn a_call_of_which_a_part_has_numbers_gets_no_others() {
        let sites = CallSites::new(ContextNumber::next());
        let single = sites.intern(20, CALLER);
        assert_eq!(sites.intern_all(&at(&[10, 20]), CALLER), None);
        assert_eq!(sites.intern(20, CALLER), single);
    }
}
