//! Runs code that may panic or hang, since what is reduced may be what makes the framework do so.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// The name of the threads.
const THREAD: &str = "reduction";

/// Text nests deeper in builds without optimisation than the stack of a usual thread holds.
const STACK: usize = 256 << 20;

/// How guarded code ended.
pub(crate) enum Guarded<T> {
    /// It has a result.
    Done(T),
    /// It panicked.
    Panicked,
    /// It takes longer than it may; its thread is left alone.
    Hangs,
}

/// Runs `work` on a thread of its own for at most so long.
pub(crate) fn guarded<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Guarded<T> {
    let (sender, receiver) = channel();
    let run = move || {
        let result = catch_unwind(AssertUnwindSafe(work));
        // Nobody listens any more once the limit is exceeded.
        let _ = sender.send(result);
    };
    if Builder::new().name(THREAD.to_owned()).stack_size(STACK).spawn(run).is_err() {
        return Guarded::Hangs;
    }
    match receiver.recv_timeout(limit) {
        Ok(Ok(result)) => Guarded::Done(result),
        Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Guarded::Panicked,
        Err(RecvTimeoutError::Timeout) => Guarded::Hangs,
    }
}

/// Has panics on threads that make candidates reported no more: a reduction finds them, and they are no news. Other panics
/// are reported as before.
pub fn silence_candidates() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(THREAD) {
            usual(panic);
        }
    }));
}
