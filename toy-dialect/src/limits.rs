//! Limits on what a program may make the compiler do, which belong to the process: the command line sets them.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many copies of functions are made when nothing else is asked for.
pub const DEFAULT_MAX_COPIES: usize = 10_000;

static MAX_COPIES: AtomicUsize = AtomicUsize::new(DEFAULT_MAX_COPIES);

/// How many copies of functions a program may take, for the lists of shapes and numbers that they are called with.
pub fn max_copies() -> usize {
    MAX_COPIES.load(Ordering::Relaxed)
}

/// Sets [`max_copies`].
pub fn set_max_copies(copies: usize) {
    MAX_COPIES.store(copies, Ordering::Relaxed);
}
