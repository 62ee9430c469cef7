//! The text tests of the tool, run with this build's `mlir-lite-opt` and the installed LLVM 22.

use std::path::PathBuf;
use std::process::ExitCode;

use text_test_runner::{Config, Tool, run};

fn main() -> ExitCode {
    run(Config {
        root: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")),
        folders: vec!["test/mlir/opt".into(), "test/mlir/transforms".into()],
        left_out: vec![],
        scratch: env!("CARGO_TARGET_TMPDIR").into(),
        tools: vec![
            Tool::new("mlir-lite-opt", env!("CARGO_BIN_EXE_mlir-lite-opt")),
            Tool::of_llvm("FileCheck"),
            Tool::of_llvm("mlir-opt"),
            Tool::of_llvm("mlir-translate"),
            Tool::of_llvm("lli"),
        ],
    })
}
