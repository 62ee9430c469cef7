//! What compiled code calls where an access is out of range: the program ends with status 1. What it has printed by then
//! is written, and standard error says which access it was.

use std::ffi::{CStr, c_char, c_void};
use std::io::Write as _;

use mlir_lite::llvm::flush_c_streams;
use mlir_lite_diagnostics::visible;
use toy_dialect::accesses::OutOfRange;

use crate::execution::Hook;

/// The hook, by the name that compiled code declares.
pub(crate) fn hook() -> Hook {
    Hook { name: OutOfRange::HOOK, address: out_of_range as *const c_void }
}

extern "C" fn out_of_range(first: i64, count: i64, size: i64, at: *const c_char) {
    // SAFETY: compiled code passes the address of one of its constants, which ends with a zero byte.
    #[allow(unsafe_code, reason = "compiled code passes an address")]
    let at = unsafe { CStr::from_ptr(at) };
    let wrong = OutOfRange { at: at.to_string_lossy().into_owned(), first, count, size };
    // Where standard output or standard error is closed, the status says it.
    let _ = flush_c_streams();
    let _ = writeln!(std::io::stderr(), "{}", visible(&wrong.line()));
    std::process::exit(1)
}
