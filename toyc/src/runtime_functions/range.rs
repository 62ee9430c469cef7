//! The runtime function for accesses out of range: the program ends with status 1. Its output so
//! far is flushed, and standard error reports the access.

use std::ffi::{CStr, c_char, c_void};
use std::io::Write as _;

use mlir_lite::llvm::flush_c_streams;
use mlir_lite_diagnostics::visible;
use toy_dialect::accesses::OutOfRange;

use crate::runtime_functions::RuntimeFunction;

/// The runtime function, by the name that compiled code declares.
pub(crate) fn function() -> RuntimeFunction {
    RuntimeFunction { name: OutOfRange::FUNCTION, address: out_of_range as *const c_void }
}

extern "C" fn out_of_range(first: i64, count: i64, size: i64, at: *const c_char) {
    // SAFETY: compiled code passes the address of one of its constants, a C string.
    #[allow(unsafe_code, reason = "compiled code passes an address")]
    let at = unsafe { CStr::from_ptr(at) };
    let wrong = OutOfRange { at: at.to_string_lossy().into_owned(), first, count, size };
    // If standard output or standard error is closed, the exit status still shows the error.
    let _ = flush_c_streams();
    let _ = writeln!(std::io::stderr(), "{}", visible(&wrong.line()));
    std::process::exit(1)
}
