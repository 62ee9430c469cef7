//! Helpers that many integration tests use.
//!
//! | file | concept |
//! |---|---|
//! | `modules.rs` | text to IR, passes, IR to text |
//! | `expected.rs` | files with expected texts, and the switch that updates them |
//!
//! It depends on the crates up to std, so that those above use it for their unit tests as well.
//! Unit tests of the crates below do not use it: they would see two copies of their own crate.

#![forbid(unsafe_code)]

mod expected;
mod modules;

pub use crate::expected::{check_expected, is_updating, repository};
pub use crate::modules::{
    context, messages, parse, parse_in, parse_registered, print, read, render, run_pass, run_passes,
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::AssertUnwindSafe;

    #[test]
    fn a_text_is_read_and_printed() {
        let text = "module {\n  func private @f()\n}";
        assert_eq!(print(&parse(&context(), text)), text);
    }

    #[test]
    fn unknown_ops_are_rejected_where_ops_must_be_registered() {
        let (ctx, text) = (context(), "\"t.unknown\"() : () -> ()");
        assert!(read(&ctx, text).is_ok());
        assert!(
            std::panic::catch_unwind(AssertUnwindSafe(|| parse_registered(&ctx, text))).is_err()
        );
    }

    #[test]
    fn an_invalid_module_is_an_error() {
        let text = "func @f() {\n  %0 = addi %1, %1 : i32\n  return\n}";
        assert!(read(&context(), text).is_err());
    }
}
