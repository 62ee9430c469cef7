//! Standard output, which may be closed.
//!
//! If a program is started with a closed standard output (`tool >&-`), Rust's runtime opens
//! `/dev/null` in its place before `main`, and the output is lost without an error. Later on that
//! cannot be distinguished from a `/dev/null` that was intended: Python's `subprocess.DEVNULL`, for
//! example, is opened for reading and writing, as the runtime does. So, on Linux, a function that
//! runs before the runtime checks whether standard output is open.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the program was started.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
mod before_main {
    use super::{IS_CLOSED, Ordering, io};
    use std::os::fd::AsFd as _;

    /// Runs with the initializers of C's library, before Rust's runtime. It uses only what works
    /// without the runtime: the memory of standard output's buffer, and two system calls. It prints
    /// nothing, starts no thread and does not panic.
    extern "C" fn note_whether_closed() {
        // A descriptor that is not open cannot be duplicated.
        let duplicate = io::stdout().as_fd().try_clone_to_owned();
        let is_closed = duplicate.is_err_and(|error| error.raw_os_error() == Some(EBADF));
        IS_CLOSED.store(is_closed, Ordering::Relaxed);
    }

    const EBADF: i32 = 9;

    #[used]
    #[allow(unsafe_code, reason = "only an initializer of C's library runs before Rust's runtime")]
    // SAFETY: the section holds addresses of functions of C's calling convention that are called
    // once; this is such an address.
    #[unsafe(link_section = ".init_array")]
    static INITIALIZER: extern "C" fn() = note_whether_closed;
}

/// Whether standard output was closed when the program was started. Only known on Linux.
pub fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

/// Standard output; writing to one that is closed is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandardOutput;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_closed() && !bytes.is_empty() {
            return Err(io::Error::other("it is closed"));
        }
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
