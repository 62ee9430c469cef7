//! The runtime function for failed allocations: the program ends with status 1, and standard error
//! reports the size and the source location. If the program continued, it would use memory that
//! does not exist.

use std::ffi::{CStr, c_char, c_void};
use std::io::Write as _;

use mlir_lite::llvm::flush_c_streams;
use mlir_lite_diagnostics::visible;
use toy_dialect::lowering::OutOfMemory;

use crate::runtime_functions::RuntimeFunction;

/// The runtime function, by the name that compiled code declares.
pub(crate) fn function() -> RuntimeFunction {
    RuntimeFunction { name: OutOfMemory::FUNCTION, address: out_of_memory as *const c_void }
}

extern "C" fn out_of_memory(bytes: i64, at: *const c_char) {
    // SAFETY: compiled code passes the address of one of its constants, a C string.
    #[allow(unsafe_code, reason = "compiled code passes an address")]
    let at = unsafe { CStr::from_ptr(at) };
    // If standard output or standard error is closed, the exit status still shows the error.
    let _ = flush_c_streams();
    let line = OutOfMemory::line(bytes as u64, &at.to_string_lossy());
    let _ = writeln!(std::io::stderr(), "{}", visible(&line));
    std::process::exit(1)
}
