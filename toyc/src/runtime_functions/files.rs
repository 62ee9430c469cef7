//! Runtime functions for files, arguments and the exit status: compiled code calls them to read and
//! write `.npy` files, a whole tensor at once, to get the program's arguments, and to set its exit
//! status. On an error, the program ends: its output so far is flushed, and the error is reported
//! on standard error.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::io::Write as _;

use mlir_lite::llvm::flush_c_streams;
use mlir_lite_diagnostics::visible;
use toy_dialect::lowering::{FileFunctions, SHAPE_TEXT, with_sizes};
use toy_dialect::npy::StoredElement;
use toy_dialect::ops::{ExitStatusOp, TakesArgumentsOp};
use toy_dialect::{npy, picture, program};

use crate::runtime_functions::RuntimeFunction;

/// The function that takes the integer that a `main` of an `.mlir` file returns.
pub(crate) const MAIN_STATUS: &str = "toy.main_status";

/// The runtime functions, by the names that compiled code declares.
pub(crate) fn functions() -> [RuntimeFunction; 19] {
    [
        RuntimeFunction { name: FileFunctions::LOAD, address: load::<f64> as *const c_void },
        RuntimeFunction { name: FileFunctions::LOAD_F32, address: load::<f32> as *const c_void },
        RuntimeFunction { name: FileFunctions::LOAD_I64, address: load::<i64> as *const c_void },
        RuntimeFunction { name: FileFunctions::LOAD_BOOL, address: load::<bool> as *const c_void },
        RuntimeFunction { name: FileFunctions::LOAD_I8, address: load::<i8> as *const c_void },
        RuntimeFunction { name: FileFunctions::LOAD_U8, address: load::<u8> as *const c_void },
        RuntimeFunction { name: FileFunctions::SAVE_I8, address: save::<i8> as *const c_void },
        RuntimeFunction { name: FileFunctions::SAVE_U8, address: save::<u8> as *const c_void },
        RuntimeFunction { name: FileFunctions::SAVE, address: save::<f64> as *const c_void },
        RuntimeFunction { name: FileFunctions::SAVE_F32, address: save::<f32> as *const c_void },
        RuntimeFunction { name: FileFunctions::SAVE_I64, address: save::<i64> as *const c_void },
        RuntimeFunction { name: FileFunctions::SAVE_BOOL, address: save::<bool> as *const c_void },
        RuntimeFunction { name: FileFunctions::SHAPE, address: file_shape as *const c_void },
        RuntimeFunction { name: SHAPE_TEXT, address: shape_text as *const c_void },
        RuntimeFunction { name: FileFunctions::PLOT, address: plot as *const c_void },
        RuntimeFunction { name: FileFunctions::ARGUMENT, address: argument as *const c_void },
        RuntimeFunction {
            name: TakesArgumentsOp::FUNCTION,
            address: takes_arguments as *const c_void,
        },
        RuntimeFunction { name: ExitStatusOp::FUNCTION, address: exit_status as *const c_void },
        RuntimeFunction { name: MAIN_STATUS, address: main_status as *const c_void },
    ]
}

/// Ends the program with an error at a source location, which may be unknown.
fn fail(place: &str, message: &str) -> ! {
    let place = if place.is_empty() { String::new() } else { format!("{}: ", visible(place)) };
    // Output comes before the error. If a stream cannot be written, the exit status still shows the
    // error.
    let _ = flush_c_streams();
    let _ = writeln!(std::io::stderr(), "{place}error: {}", visible(message));
    std::process::exit(1)
}

extern "C" fn argument(number: i64) -> *const c_char {
    let word = program::argument(number).unwrap_or_else(|message| fail("", &message));
    // It lives as long as the process, as a program's arguments do. Arguments of a process contain
    // no NUL.
    CString::new(word).unwrap_or_default().into_raw()
}

extern "C" fn takes_arguments(count: i64, usage: *const c_char) {
    if let Err(message) = program::check_arguments(count, &text(usage)) {
        let _ = writeln!(std::io::stderr(), "error: {message}");
        std::process::exit(2);
    }
}

extern "C" fn main_status(value: i32) {
    program::set_exit_status_of_process(value);
}

extern "C" fn exit_status(place: *const c_char, value: *const f64) {
    // SAFETY: compiled code passes the address of a number.
    #[allow(unsafe_code, reason = "compiled code passes an address")]
    let value = unsafe { *value };
    if let Err(message) = program::set_exit_status(value) {
        fail(&text(place), &message);
    }
}

/// A text of the program.
fn text(address: *const c_char) -> String {
    // SAFETY: compiled code passes the address of one of its constants, a C string.
    #[allow(unsafe_code, reason = "compiled code passes an address")]
    let text = unsafe { CStr::from_ptr(address) };
    text.to_string_lossy().into_owned()
}

/// A shape, and its number of elements.
fn shape(address: *const c_char) -> (Vec<i64>, usize) {
    let sizes = FileFunctions::sizes(&text(address));
    let count = sizes.iter().product::<i64>() as usize;
    (sizes, count)
}

extern "C" fn file_shape(
    path: *const c_char,
    stated: *const c_char,
    place: *const c_char,
    sizes: *mut i64,
) {
    let (path, stated) = (text(path), FileFunctions::sizes(&text(stated)));
    let shape = npy::read_stated_shape(&path, &stated)
        .unwrap_or_else(|message| fail(&text(place), &message));
    // SAFETY: compiled code passes memory for as many sizes as are stated, which it does not use
    // during the call.
    #[allow(unsafe_code, reason = "compiled code passes memory")]
    unsafe {
        std::ptr::copy_nonoverlapping(shape.as_ptr(), sizes, shape.len());
    }
}

extern "C" fn shape_text(stated: *const c_char, sizes: *const i64) -> *const c_char {
    thread_local! {
        static SHOWN: RefCell<CString> = RefCell::default();
    }
    let stated = text(stated);
    // SAFETY: compiled code passes an initialised size for each that the text leaves open.
    #[allow(unsafe_code, reason = "compiled code passes memory")]
    let sizes = unsafe { std::slice::from_raw_parts(sizes, stated.matches('?').count()) };
    let shown = with_sizes(&stated, sizes.iter().copied());
    SHOWN.with_borrow_mut(|text| {
        *text = CString::new(shown).unwrap_or_default();
        text.as_ptr()
    })
}

extern "C" fn load<E: StoredElement>(
    path: *const c_char,
    sizes: *const c_char,
    place: *const c_char,
    elements: *mut E,
) {
    let (path, (shape, count)) = (text(path), shape(sizes));
    // SAFETY: compiled code passes memory of this shape, which it does not use during the call. New
    // memory is uninitialised, so it is initialised here.
    #[allow(unsafe_code, reason = "compiled code passes memory")]
    let elements = unsafe {
        elements.write_bytes(0, count);
        std::slice::from_raw_parts_mut(elements, count)
    };
    if let Err(message) = npy::read_into(&path, &shape, elements) {
        fail(&text(place), &message);
    }
}

extern "C" fn save<E: StoredElement>(
    path: *const c_char,
    sizes: *const c_char,
    place: *const c_char,
    elements: *const E,
) {
    let (path, (shape, count)) = (text(path), shape(sizes));
    // SAFETY: compiled code passes initialised memory of this shape, which nothing writes during
    // the call; any bits are floats.
    #[allow(unsafe_code, reason = "compiled code passes memory")]
    let elements = unsafe { std::slice::from_raw_parts(elements, count) };
    if let Err(message) = npy::write(&path, &shape, elements) {
        fail(&text(place), &message);
    }
}

extern "C" fn plot(
    path: *const c_char,
    template: *const c_char,
    place: *const c_char,
    elements: *const f64,
) {
    let (path, template) = (text(path), text(template));
    // SAFETY: compiled code passes as many initialised floats as its template takes, which nothing
    // writes during the call.
    #[allow(unsafe_code, reason = "compiled code passes memory")]
    let numbers = unsafe { std::slice::from_raw_parts(elements, picture::count(&template)) };
    if let Err(message) = picture::write(&path, &template, numbers) {
        fail(&text(place), &message);
    }
}
