//! Invalid ids: anything erased, or in another body, cannot be used. Each access by an id panics at
//! the caller's location, in every build. Values and blocks in use cannot be erased. Handles of
//! another context cannot be used either.
//!
//! `make test-release` runs the same tests without debug assertions.

mod contexts;
mod erasing;
mod ids;
mod kinds;
mod moves;
mod passes;

use mlir_lite::ir::{BlockId, Body, OpId};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;
use test_support::{context, parse};

thread_local! {
    /// Message and location of the last panic of this thread.
    static LAST: RefCell<Option<(String, String, u32)>> = const { RefCell::new(None) };
}

/// Runs an invalid access, and returns the message. The panic's location must be in the file of the
/// caller, in the lines of the call.
#[track_caller]
fn refused<R>(misuse: impl FnOnce() -> R) -> String {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let shown = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let payload = info.payload();
            let formatted = payload.downcast_ref::<String>().cloned();
            let literal = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let message = formatted.or(literal).unwrap_or_default();
            if let Some(place) = info.location() {
                let last = (message, place.file().to_owned(), place.line());
                LAST.with(|slot| *slot.borrow_mut() = Some(last));
            }
            if std::env::var_os("SHOW_PANICS").is_some() {
                shown(info);
            }
        }));
    });
    let here = std::panic::Location::caller();
    let result = catch_unwind(AssertUnwindSafe(misuse));
    assert!(result.is_err(), "what is wrong is not found: {here}");
    let (message, file, line) =
        LAST.with(|slot| slot.borrow_mut().take()).expect("a panic has a message");
    assert_eq!(Path::new(&file), Path::new(here.file()), "the place of: {message}");
    assert!((here.line()..here.line() + 12).contains(&line), "the line of '{message}': {line}");
    message
}

/// The block of the module.
fn block(module: &Body) -> BlockId {
    module.entry_block(module.region(module.root(), 0)).expect("a module has a block")
}

/// The ops directly in the module.
fn ops(module: &Body) -> Vec<OpId> {
    module.ops(block(module)).collect()
}

/// Two ops of a module: one defines a value, and the other uses it.
const DEF_USE: &str = r#"
%0 = "t.def"() : () -> i32
"t.use"(%0, %0) : (i32, i32) -> ()
"#;
