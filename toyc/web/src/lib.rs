//! The Toy compiler and its interpreter for browsers: what `toyc/src/explore/worker.js` calls.
//!
//! Texts are passed in memory: the worker asks for room by [`request`], writes a program there, and
//! calls [`compile`] and [`run`], which return the length of the text at [`answer`].

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::Duration;

use toyc::playground::{Playground, set_clock};

// The functions that the worker offers. SAFETY: the worker has these functions, and reads only the
// texts that they are given.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Shows output of the program.
    safe fn write(text: *const u8, length: usize);
    /// Keeps the message of a panic, after which nothing else is called.
    safe fn failed(text: *const u8, length: usize);
}

#[derive(Default)]
struct State {
    request: Vec<u8>,
    answer: Vec<u8>,
    playground: Option<Playground>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Room for a program of `length` bytes of UTF-8.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request = vec![0; length];
        state.request.as_mut_ptr()
    })
}

/// Where the last answer is.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

/// Compiles the program for a level of optimisation; the answer is what the page shows, as JSON.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn compile(level: u32) -> usize {
    set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        failed(message.as_ptr(), message.len());
    }));
    STATE.with_borrow_mut(|state| {
        // The memory of the last program is for this one.
        state.playground = None;
        let source = String::from_utf8_lossy(&state.request);
        let playground = Playground::compile(&source, level);
        state.answer = playground.data().into_bytes();
        state.playground = Some(playground);
        state.answer.len()
    })
}

/// Runs the program that was compiled; the answer is how it ended, as JSON. It is empty if the
/// program cannot be run.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    let playground = STATE.with_borrow_mut(|state| state.playground.take());
    let ended = playground.and_then(|playground| playground.run(&mut Page));
    STATE.with_borrow_mut(|state| {
        state.answer = ended.unwrap_or_default().into_bytes();
        state.answer.len()
    })
}

/// The output of the page.
struct Page;

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write(bytes.as_ptr(), bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
