//! Work on the threads of a context.

use mlir_lite::Context;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// As for a program's first thread: `work` may print ops, which recurses.
const STACK_SIZE: usize = 8 << 20;

/// The results of `work` for each item, in the order of the items, computed by as many threads as
/// the context allows.
pub(crate) fn map<T: Sync, R: Send>(
    ctx: &Context,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let run = || {
        while let Some((item, slot)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).zip(results.get(index))
        } {
            let result = work(item);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    thread::scope(|scope| {
        for _ in 1..ctx.threads().min(items.len()) {
            // If a thread cannot be started, the others do the work.
            let _ = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run);
        }
        run();
    });
    let results = results.into_iter().map(|slot| slot.into_inner());
    results.filter_map(|result| result.unwrap_or_else(PoisonError::into_inner)).collect()
}
