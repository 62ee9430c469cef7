//! The text tests of `toyc`, run with this build's `toyc` and the installed LLVM 22.

use std::path::PathBuf;
use std::process::ExitCode;

use text_test_runner::{Config, Tool, run};

fn main() -> ExitCode {
    run(Config {
        root: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")),
        // The others of MLIR are run with mlir-lite-opt.
        folders: ["test/toy", "test/mlir/affine", "test/mlir/llvm"].map(Into::into).to_vec(),
        left_out: vec![],
        scratch: env!("CARGO_TARGET_TMPDIR").into(),
        tools: vec![
            Tool::new("toyc", env!("CARGO_BIN_EXE_toyc")),
            Tool::new("mlir-lite-translate", env!("CARGO_BIN_EXE_mlir-lite-translate")),
            Tool::of_llvm("FileCheck"),
            Tool::of_llvm("lli"),
            Tool::of_llvm("llvm-dwarfdump"),
            Tool::of_llvm("mlir-opt"),
            Tool::of_llvm("mlir-translate"),
            Tool::of_llvm("opt"),
        ],
    })
}
