//! A share of the campaigns that run `mlir-lite-opt` and `mlir-opt`, with fixed seeds. `make fuzz`
//! runs more.

use std::path::Path;

use campaigns::share::{assert_nothing_is_found, tools_of_test};

/// The targets, and how many inputs of each.
const SHARE: [(&str, u64); 3] = [("mlir-text", 6), ("pipelines", 12), ("pass-order", 3)];

#[test]
fn nothing_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let tools = tools_of_test(env!("CARGO_BIN_EXE_opt-of-campaigns"), root);
    let finds = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaigns");
    assert_nothing_is_found(&tools, &SHARE, 4, &finds);
}
