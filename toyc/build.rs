//! How the binary is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // LLVM's tables are full of addresses. At a fixed place the linker fills them in; anywhere else the loader does, at each
    // start, and touches each of their pages.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
