//! Unknown names are errors, and all spellings of a name mean the same: of ops, dialects and the
//! ops that passes run on. Impossible types and attributes are errors, too.

mod conversions;
mod data;
mod dialects;
mod lookups;
mod open_dialects;
mod passes;
mod patterns;
mod spelling;

use std::panic::{AssertUnwindSafe, catch_unwind};
use test_support::{context, messages, parse_registered};

/// The panic message of a misuse.
#[track_caller]
fn panic_of<T>(misuse: impl FnOnce() -> T) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(misuse)) else {
        panic!("nothing is wrong with it")
    };
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => {
            payload.downcast::<&str>().map_or(String::new(), |message| message.to_string())
        }
    }
}
