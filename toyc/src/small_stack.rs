//! A stack for the compiler where the limit of the system, `ulimit -s`, is too low for it.

/// Below this, the work is done on a stack of its own.
const LEAST: usize = 1 << 20;

/// The size of that stack, which is the usual limit.
const SIZE: usize = 8 << 20;

/// The size of the stack that is used where the limit has this many bytes; none if it is the limit.
pub(crate) fn size_instead_of(limit: usize) -> Option<usize> {
    (limit < LEAST).then_some(SIZE)
}

/// Does work on a stack that is large enough: on that of this thread if the limit allows.
pub fn with_enough_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    #[cfg(unix)]
    {
        use std::thread;

        use nix::sys::resource::{Resource, getrlimit};
        let limit =
            getrlimit(Resource::RLIMIT_STACK).map_or(usize::MAX, |(limit, _)| limit as usize);
        if let Some(size) = size_instead_of(limit) {
            let thread = thread::Builder::new().name("main".to_owned()).stack_size(size);
            // This thread only waits, so that the other one can be copied by a session.
            return match thread.spawn(work).map(thread::JoinHandle::join) {
                Ok(Ok(done)) => done,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(error) => {
                    use std::io::Write as _;
                    let message = format!("error: cannot begin a thread: {error}\n");
                    // If standard error is closed, this cannot be reported anywhere.
                    let _ = std::io::stderr().write_all(message.as_bytes());
                    std::process::exit(1)
                }
            };
        }
    }
    work()
}
