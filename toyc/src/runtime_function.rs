//! Functions of this process that compiled code calls.

use std::ffi::c_void;

/// A runtime function: a function of this process that compiled code calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuntimeFunction {
    /// The name under which compiled code declares it.
    pub(crate) name: &'static str,
    /// A function of the type that compiled code declares, which does not unwind.
    pub(crate) address: *const c_void,
}
