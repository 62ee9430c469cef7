//! Functions of this process that compiled code calls.
//!
//! | file | concept |
//! |---|---|
//! | `files.rs` | files, arguments and the exit status |
//! | `memory.rs` | failed allocations |
//! | `parallel_for.rs` | runs a loop on several threads |
//! | `print.rs` | gives the text of a tensor |
//! | `range.rs` | accesses out of range |

pub(crate) mod files;
mod memory;
mod parallel_for;
mod print;
mod range;

use std::ffi::c_void;

/// A runtime function: a function of this process that compiled code calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuntimeFunction {
    /// The name under which compiled code declares it.
    pub(crate) name: &'static str,
    /// A function of the type that compiled code declares, which does not unwind.
    pub(crate) address: *const c_void,
}

/// The functions of the runtime that a program uses; those for files come together.
pub(crate) fn used(uses: impl Fn(&RuntimeFunction) -> bool) -> Vec<RuntimeFunction> {
    let files = files::functions();
    let files = if files.iter().any(&uses) { &files[..] } else { &[] };
    let [text, text_of_integers] = print::functions();
    let others =
        [parallel_for::function(), range::function(), memory::function(), text, text_of_integers];
    files.iter().copied().chain(others.into_iter().filter(&uses)).collect()
}
