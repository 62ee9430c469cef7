//! The runtime function that gives the text of a tensor, which compiled code prints.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};

use toy_dialect::builtins::PrintValuesOp;
use toy_dialect::elements::Elements;
use toy_dialect::lowering::FileFunctions;
use toy_dialect::notation::{Style, shown};

use crate::runtime_functions::RuntimeFunction;

thread_local! {
    /// The last text: compiled code uses it before it calls the function again.
    static LAST: RefCell<CString> = RefCell::new(CString::default());
}

/// The runtime functions, by the names that compiled code declares.
pub(crate) fn functions() -> [RuntimeFunction; 2] {
    // The style says whether the elements are integers.
    [PrintValuesOp::FUNCTION, PrintValuesOp::OF_INTEGERS]
        .map(|name| RuntimeFunction { name, address: text_of as *const c_void })
}

extern "C" fn text_of(
    shape: *const c_char,
    style: *const c_char,
    elements: *const c_void,
) -> *const c_char {
    // SAFETY: compiled code passes the addresses of two of its constants, which are C strings.
    #[allow(unsafe_code, reason = "compiled code passes addresses")]
    let [shape, style] = unsafe { [CStr::from_ptr(shape), CStr::from_ptr(style)] };
    let sizes = FileFunctions::sizes(&shape.to_string_lossy());
    let count = sizes.iter().product::<i64>() as usize;
    // The verifier has checked the style.
    let style = Style::with_elements(&style.to_string_lossy()).unwrap_or_default();
    let are_integers = style.element().is_integer();
    // SAFETY: compiled code passes initialised memory of this shape, which nothing writes during
    // the call; any bits are floats and integers.
    #[allow(unsafe_code, reason = "compiled code passes memory")]
    let elements = unsafe {
        match are_integers {
            true => Elements::I64(std::slice::from_raw_parts(elements.cast(), count).to_vec()),
            false => Elements::F64(std::slice::from_raw_parts(elements.cast(), count).to_vec()),
        }
    };
    // The text consists of digits, signs, spaces and line breaks.
    let text = CString::new(shown(&sizes, &elements, style)).unwrap_or_default();
    LAST.with_borrow_mut(|last| {
        *last = text;
        last.as_ptr()
    })
}
