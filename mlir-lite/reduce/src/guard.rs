//! Runs code that may panic or hang, since the file being reduced may trigger bugs of the
//! framework.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// The name of the threads.
const THREAD: &str = "reduction";

/// The stack is larger than that of a usual thread: in builds without optimisation, nested text
/// needs more.
const STACK: usize = 256 << 20;

/// How guarded code ended.
pub(crate) enum Guarded<T> {
    /// It has a result.
    Done(T),
    /// It panicked.
    Panicked,
    /// It exceeds the time limit; its thread is left running.
    Hangs,
}

/// Runs `work` on a thread of its own, with a time limit.
pub(crate) fn guarded<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Guarded<T> {
    let (sender, receiver) = channel();
    let run = move || {
        let result = catch_unwind(AssertUnwindSafe(work));
        // Once the limit is exceeded, nothing receives the result.
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

/// Suppresses the messages of panics on threads that create candidates: a reduction expects them.
/// Other panics are reported as before.
pub fn silence_candidates() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(THREAD) {
            usual(panic);
        }
    }));
}
