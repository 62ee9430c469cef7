//! Fuzzes the text layer: see `check.rs`.
#![no_main]

mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| check::check(text));
