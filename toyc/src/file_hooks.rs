//! What compiled code calls to read and write `.npy` files, a whole tensor at once. Where that fails, the program ends: what
//! it has printed by then is written, and standard error says why.

use std::ffi::{CStr, c_char, c_void};
use std::io::Write as _;

use toy_dialect::lowering::FileHooks;
use toy_dialect::npy;

use crate::execution::Hook;

/// The hooks, by the names that compiled code declares.
pub(crate) fn hooks() -> [Hook; 2] {
    [
        Hook { name: FileHooks::LOAD, address: load as *const c_void },
        Hook { name: FileHooks::SAVE, address: save as *const c_void },
    ]
}

/// Ends the program with an error.
fn fail(message: &str) -> ! {
    // Where standard error is closed, the status says it.
    let _ = writeln!(std::io::stderr(), "error: {message}");
    // C's streams are written out.
    std::process::exit(1)
}

/// A text of the program.
fn text(address: *const c_char) -> String {
    // SAFETY: compiled code passes the address of one of its constants, which ends with a zero byte.
    #[allow(unsafe_code, reason = "compiled code passes an address")]
    let text = unsafe { CStr::from_ptr(address) };
    text.to_string_lossy().into_owned()
}

/// A shape, and how many elements it has.
fn shape(address: *const c_char) -> (Vec<i64>, usize) {
    let sizes = FileHooks::sizes(&text(address));
    let count = sizes.iter().product::<i64>() as usize;
    (sizes, count)
}

extern "C" fn load(path: *const c_char, sizes: *const c_char, elements: *mut f64) {
    let (path, (shape, count)) = (text(path), shape(sizes));
    // SAFETY: compiled code passes memory of this shape, which it does not use while the hook runs; any bits are floats.
    #[allow(unsafe_code, reason = "compiled code passes memory")]
    let elements = unsafe { std::slice::from_raw_parts_mut(elements, count) };
    if let Err(message) = npy::read_into(&path, &shape, elements) {
        fail(&message);
    }
}

extern "C" fn save(path: *const c_char, sizes: *const c_char, elements: *const f64) {
    let (path, (shape, count)) = (text(path), shape(sizes));
    // SAFETY: compiled code passes memory of this shape, which nobody writes while the hook runs; any bits are floats.
    #[allow(unsafe_code, reason = "compiled code passes memory")]
    let elements = unsafe { std::slice::from_raw_parts(elements, count) };
    if let Err(message) = npy::write(&path, &shape, elements) {
        fail(&message);
    }
}
