//! What compiled code calls to read and write `.npy` files. Where that fails, the program ends: what it has printed by then
//! is written, and standard error says why.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::io::Write as _;

use toy_dialect::lowering::FileHooks;
use toy_dialect::npy;

use crate::execution::Hook;

/// The hooks, by the names that compiled code declares.
pub(crate) fn hooks() -> [Hook; 4] {
    [
        Hook { name: FileHooks::OPEN, address: open as *const c_void },
        Hook { name: FileHooks::NEXT, address: next as *const c_void },
        Hook { name: FileHooks::KEEP, address: keep as *const c_void },
        Hook { name: FileHooks::WRITE, address: write as *const c_void },
    ]
}

thread_local! {
    /// Elements that were read and are not taken yet.
    static READ: RefCell<std::vec::IntoIter<f64>> = RefCell::default();
    /// Elements that are to be written.
    static KEPT: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
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

fn sizes(shape: &str) -> Vec<i64> {
    shape.split('x').filter_map(|size| size.parse().ok()).collect()
}

extern "C" fn open(path: *const c_char, shape: *const c_char) {
    let (path, shape) = (text(path), sizes(&text(shape)));
    match npy::read(&path) {
        Ok(tensor) if tensor.shape == shape => READ.set(tensor.values.into_iter()),
        Ok(tensor) => fail(&npy::changed(&path, &tensor.shape, &shape)),
        Err(message) => fail(&message),
    }
}

extern "C" fn next() -> f64 {
    READ.with_borrow_mut(|elements| elements.next().unwrap_or(f64::NAN))
}

extern "C" fn keep(element: f64) {
    KEPT.with_borrow_mut(|elements| elements.push(element));
}

extern "C" fn write(path: *const c_char, shape: *const c_char) {
    let elements = KEPT.take();
    if let Err(message) = npy::write(&text(path), &sizes(&text(shape)), &elements) {
        fail(&message);
    }
}
