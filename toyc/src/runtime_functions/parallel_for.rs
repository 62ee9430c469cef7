//! The runtime function that runs the iterations of a loop on several threads.
//!
//! Threads are started for a loop and end with it: none is left, however the process ends. Ranges
//! of iterations are assigned on demand, so a delayed thread delays the others by at most one
//! range. Results do not depend on which thread runs a range, or where ranges end.

use std::ffi::c_void;
use std::ptr::with_exposed_provenance;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use toy_dialect::lowering::ParallelFor;

use crate::runtime_functions::RuntimeFunction;

/// The runtime function, by the name that compiled code declares.
pub(crate) fn function() -> RuntimeFunction {
    RuntimeFunction { name: ParallelFor::NAME, address: parallel_for as *const c_void }
}

/// Runs the iterations from one number to another; `context` has the values that they use.
type RunRange = extern "C" fn(context: *const c_void, first: i64, last: i64);

/// The number of ranges per thread.
const RANGES: i64 = 4;

/// If there are many iterations, the size of a range is a multiple of this: of a vector, or of the
/// elements in a cache line.
const UNIT: i64 = 64;

/// The number of iterations of a range.
fn range_size(iterations: i64, threads: i64) -> i64 {
    if threads <= 1 {
        return iterations;
    }
    let ranges = threads.saturating_mul(RANGES);
    let size = iterations / ranges + i64::from(iterations % ranges != 0);
    if size > UNIT { (size - 1 + UNIT) / UNIT * UNIT } else { size }
}

extern "C" fn parallel_for(run: RunRange, context: *const c_void, iterations: i64, threads: i64) {
    let threads = match threads {
        0 => thread::available_parallelism()
            .map_or(1, |count| i64::try_from(count.get()).unwrap_or(1)),
        threads => threads,
    };
    let size = range_size(iterations, threads);
    if size >= iterations {
        return run(context, 0, iterations);
    }
    let next = AtomicI64::new(0);
    // Threads get the address as a number: they share the data at the address.
    let address = context.expose_provenance();
    let work = || {
        loop {
            let first = next.fetch_add(size, Ordering::Relaxed);
            if first >= iterations {
                return;
            }
            run(with_exposed_provenance(address), first, iterations.min(first + size));
        }
    };
    let ranges = iterations / size + i64::from(iterations % size != 0);
    thread::scope(|scope| {
        for _ in 1..threads.min(ranges) {
            // If the system cannot start more threads, the existing ones do the work.
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

    /// Counts iterations: the context is a list of how often each was run.
    extern "C" fn mark(context: *const c_void, first: i64, last: i64) {
        // SAFETY: the tests pass the address of such a list, which lives while they wait.
        #[allow(unsafe_code, reason = "an address is passed as compiled code does it")]
        let counts = unsafe { &*context.cast::<Mutex<Vec<i64>>>() };
        let mut counts = counts.lock().unwrap();
        for iteration in first..last {
            counts[usize::try_from(iteration).unwrap()] += 1;
        }
    }

    #[test]
    fn each_iteration_is_run_once() {
        for iterations in [0, 1, 2, 7, 64, 1000] {
            for threads in [0, 1, 2, 3, 8, 100] {
                let counts: Mutex<Vec<i64>> =
                    Mutex::new(vec![0; usize::try_from(iterations).unwrap()]);
                parallel_for(mark, (&raw const counts).cast(), iterations, threads);
                assert_eq!(
                    counts.into_inner().unwrap(),
                    vec![1; usize::try_from(iterations).unwrap()]
                );
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
