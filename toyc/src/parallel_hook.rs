//! What compiled code calls to run the rounds of a loop on several threads.
//!
//! Threads are started for a loop and end with it: nothing is left behind, whatever becomes of the process. Ranges of rounds are
//! handed out as threads ask for them, so one that is kept from working holds the others up for no more than a range. Which thread
//! runs a range, and where ranges end, changes nothing about what is computed.

use std::ffi::c_void;
use std::ptr::with_exposed_provenance;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use toy_dialect::lowering::ParallelHook;

use crate::execution::Hook;

/// The hook, by the name that compiled code declares.
pub(crate) fn hook() -> Hook {
    Hook { name: ParallelHook::NAME, address: parallel_for as *const c_void }
}

/// Runs the rounds from one number to another, of which it gets the values that they use.
type Rounds = extern "C" fn(context: *const c_void, first: i64, last: i64);

/// Each thread gets about so many ranges.
const RANGES: i64 = 4;

/// Where there are many rounds, a range is a multiple of so many: those of a vector, or of the elements in a line of the caches.
const UNIT: i64 = 64;

/// How many rounds a range has.
fn range_size(rounds: i64, threads: i64) -> i64 {
    if threads <= 1 {
        return rounds;
    }
    let ranges = threads.saturating_mul(RANGES);
    let size = rounds / ranges + i64::from(rounds % ranges != 0);
    if size > UNIT { (size - 1 + UNIT) / UNIT * UNIT } else { size }
}

extern "C" fn parallel_for(run: Rounds, context: *const c_void, rounds: i64, threads: i64) {
    let threads = match threads {
        0 => thread::available_parallelism()
            .map_or(1, |count| i64::try_from(count.get()).unwrap_or(1)),
        threads => threads,
    };
    let size = range_size(rounds, threads);
    if size >= rounds {
        return run(context, 0, rounds);
    }
    let next = AtomicI64::new(0);
    // Threads get the address as a number: what is there is theirs to share.
    let address = context.expose_provenance();
    let work = || {
        loop {
            let first = next.fetch_add(size, Ordering::Relaxed);
            if first >= rounds {
                return;
            }
            run(with_exposed_provenance(address), first, rounds.min(first + size));
        }
    };
    let ranges = rounds / size + i64::from(rounds % size != 0);
    thread::scope(|scope| {
        for _ in 1..threads.min(ranges) {
            // Where the system has no more threads, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use pretty_assertions::assert_eq;

    use super::*;

    /// Marks rounds as run: the context is a list of how often each was.
    extern "C" fn mark(context: *const c_void, first: i64, last: i64) {
        // SAFETY: the tests pass the address of such a list, which lives while they wait.
        #[allow(unsafe_code, reason = "an address is passed as compiled code does it")]
        let counts = unsafe { &*context.cast::<Mutex<Vec<i64>>>() };
        let mut counts = counts.lock().unwrap();
        for round in first..last {
            counts[usize::try_from(round).unwrap()] += 1;
        }
    }

    #[test]
    fn each_round_is_run_once() {
        for rounds in [0, 1, 2, 7, 64, 1000] {
            for threads in [0, 1, 2, 3, 8, 100] {
                let counts: Mutex<Vec<i64>> = Mutex::new(vec![0; usize::try_from(rounds).unwrap()]);
                parallel_for(mark, (&raw const counts).cast(), rounds, threads);
                assert_eq!(counts.into_inner().unwrap(), vec![1; usize::try_from(rounds).unwrap()]);
            }
        }
    }

    #[test]
    fn ranges() {
        assert_eq!(range_size(1000, 1), 1000);
        assert_eq!(range_size(16, 2), 2);
        assert_eq!(range_size(3, 8), 1);
        assert_eq!(range_size(4_000_000, 2), 500_032);
        assert_eq!(range_size(0, 2), 0);
    }
}
