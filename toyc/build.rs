//! How the binary is linked. What runs beside it to be compared (`test/bench-toy`) is linked by this script, too.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if !std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        return;
    }
    // LLVM's tables are full of addresses. At a fixed place the linker fills them in; anywhere else the loader does, at each
    // start, and touches each of their pages.
    println!("cargo::rustc-link-arg-bins=-no-pie");
    // Its virtual tables name those of C++'s type information, five thousand times: again, what is in an archive the linker
    // fills in, what is in a shared library the loader.
    if has_archive("libstdc++.a") {
        println!("cargo::rustc-link-lib=static:-bundle=stdc++");
    }
}

/// Whether the C compiler, which links, has an archive beside the shared library. Some systems leave it out.
fn has_archive(name: &str) -> bool {
    let answer = Command::new("cc").arg(format!("-print-file-name={name}")).output();
    answer
        .is_ok_and(|answer| Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_absolute())
}
