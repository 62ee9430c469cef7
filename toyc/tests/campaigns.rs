//! A share of the campaigns that run `toyc`, with fixed seeds. `make fuzz` runs more.

use std::path::Path;

use campaigns::share::{assert_nothing_is_found, tools_of_test};

/// The targets, and how many inputs of each.
const SHARE: [(&str, u64); 6] = [
    ("toy-harsh", 40),
    ("toy-gentle", 16),
    ("toy-builtins", 24),
    ("llvm-export", 4),
    ("npy", 24),
    ("repl", 12),
];

#[test]
fn nothing_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tools = tools_of_test(env!("CARGO_BIN_EXE_toyc"), root);
    let finds = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaigns");
    assert_nothing_is_found(&tools, &SHARE, 20, &finds);
}
