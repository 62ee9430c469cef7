//! How the binary is linked, and the binaries that are compared with it (`test/bench-toy`). The
//! measurements are in `docs/decisions/0002-link-llvm-statically.md`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if !std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        return;
    }
    // LLVM's tables are full of addresses. At a fixed load address the linker resolves them;
    // otherwise the loader does, at each start, and touches each of their pages.
    println!("cargo::rustc-link-arg-bins=-no-pie");
    // Its virtual tables refer to those of C++'s type information, five thousand times: again, the
    // linker resolves references into an archive, the loader those into a shared library.
    if has_archive("libstdc++.a") {
        println!("cargo::rustc-link-lib=static:-bundle=stdc++");
    }
}

/// Whether the C compiler, which links, has the archive beside the shared library. Some systems
/// leave it out.
fn has_archive(name: &str) -> bool {
    let answer = Command::new("cc").arg(format!("-print-file-name={name}")).output();
    answer
        .is_ok_and(|answer| Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_absolute())
}
