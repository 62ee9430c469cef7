//! What compiled code calls where there is no memory for it: the program ends with status 1, and standard error says how much
//! was asked for and where. A program that went on would use memory that is not there.

use std::ffi::{CStr, c_char, c_void};
use std::io::Write as _;

use mlir_lite::llvm::flush_c_streams;
use mlir_lite_diagnostics::visible;
use toy_dialect::lowering::OutOfMemory;

use crate::execution::Hook;

/// The hook, by the name that compiled code declares.
pub(crate) fn hook() -> Hook {
    Hook { name: OutOfMemory::HOOK, address: out_of_memory as *const c_void }
}

extern "C" fn out_of_memory(bytes: i64, at: *const c_char) {
    // SAFETY: compiled code passes the address of one of its constants, which ends with a zero byte.
    #[allow(unsafe_code, reason = "compiled code passes an address")]
    let at = unsafe { CStr::from_ptr(at) };
    // Where standard output or standard error is closed, the status says it.
    let _ = flush_c_streams();
    let line = OutOfMemory::line(bytes as u64, &at.to_string_lossy());
    let _ = writeln!(std::io::stderr(), "{}", visible(&line));
    std::process::exit(1)
}
