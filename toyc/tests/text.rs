//! The text tests below `test/`, run with this build's `toyc` and the installed LLVM 22.

use std::path::PathBuf;
use std::process::ExitCode;

use text_test_runner::{Config, Tool, run};

fn main() -> ExitCode {
    run(Config {
        root: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")),
        folders: vec!["test".into()],
        // Tests of mlir-lite-opt, and programs that a harness compares with NumPy.
        left_out: ["test/corpus", "test/npbench", "test/opt", "test/transforms"]
            .map(Into::into)
            .to_vec(),
        scratch: env!("CARGO_TARGET_TMPDIR").into(),
        tools: vec![
            Tool::new("toyc", env!("CARGO_BIN_EXE_toyc")),
            Tool::of_llvm("FileCheck"),
            Tool::of_llvm("lli"),
            Tool::of_llvm("llvm-dwarfdump"),
            Tool::of_llvm("mlir-opt"),
            Tool::of_llvm("mlir-translate"),
            Tool::of_llvm("opt"),
        ],
    })
}
