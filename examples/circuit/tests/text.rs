//! The text tests of `circuit-opt`: the `.mlir` files beside this one.

use std::process::ExitCode;
use text_test_runner::{Config, Tool, run};

fn main() -> ExitCode {
    run(Config {
        root: concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into(),
        folders: vec!["examples/circuit/tests".into()],
        left_out: Vec::new(),
        scratch: env!("CARGO_TARGET_TMPDIR").into(),
        tools: vec![
            Tool::new("circuit-opt", env!("CARGO_BIN_EXE_circuit-opt")),
            Tool::of_llvm("FileCheck"),
        ],
    })
}
