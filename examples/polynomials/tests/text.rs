//! The text tests of `poly-opt`: the `.mlir` files beside this one.

use std::process::ExitCode;
use text_test_runner::{Config, Tool, run};

fn main() -> ExitCode {
    run(Config {
        root: concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into(),
        folders: vec!["examples/polynomials/tests".into()],
        left_out: Vec::new(),
        scratch: env!("CARGO_TARGET_TMPDIR").into(),
        tools: vec![
            Tool::new("poly-opt", env!("CARGO_BIN_EXE_poly-opt")),
            Tool::of_llvm("FileCheck"),
        ],
    })
}
