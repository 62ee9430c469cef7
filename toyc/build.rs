//! How the binary is linked, and the binaries that are compared with it (`test/bench/toy`). The
//! measurements are in `docs/decisions/0002-link-llvm-statically.md` and
//! `docs/decisions/0012-initializers-of-llvm-are-in-one-place.md`.

use std::env;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={LLVM_PREFIX}");
    if !env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        return;
    }
    // LLVM's tables are full of addresses. At a fixed load address the linker resolves them;
    // otherwise the loader does, at each start, and touches each of their pages.
    println!("cargo::rustc-link-arg-bins=-no-pie");
    // Its virtual tables refer to those of C++'s type information, five thousand times: again, the
    // linker resolves references into an archive, the loader those into a shared library. The
    // libraries of its compressors need not be loaded, either.
    for library in ["stdc++", "z", "zstd"] {
        if has_archive(&format!("lib{library}.a")) {
            println!("cargo::rustc-link-lib=static:-bundle={library}");
        }
    }
    if let Some(order) = order_of_initializers() {
        println!("cargo::rustc-link-arg-bins={}", order_argument(&order));
        println!("cargo::rustc-link-arg-bins=-Wl,--no-warn-symbol-ordering");
    }
}

/// Whether the C compiler, which links, has the archive beside the shared library. Some systems
/// leave it out.
fn has_archive(name: &str) -> bool {
    let answer = Command::new("cc").arg(format!("-print-file-name={name}")).output();
    answer
        .is_ok_and(|answer| Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_absolute())
}

/// Where LLVM is.
const LLVM_PREFIX: &str = "LLVM_SYS_221_PREFIX";

/// The names of static initializers, and of the options of LLVM's command line, which they create.
const INITIALIZERS: [&str; 2] = ["_GLOBAL__sub_I_", "_ZN4llvm2cl"];

/// Writes a list of the functions that create LLVM's options. They run at each start, two thousand
/// of them, each in its own place of 45 MB: linked one after the other, they are on few pages.
/// None if the linker cannot order functions.
fn order_of_initializers() -> Option<PathBuf> {
    let prefix = PathBuf::from(env::var_os(LLVM_PREFIX)?);
    let archives = prefix.join("lib").read_dir().ok()?.filter_map(|entry| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?;
        (name.starts_with("libLLVM") && name.ends_with(".a")).then_some(path)
    });
    let names = Command::new(prefix.join("bin/llvm-nm"))
        .args(["--defined-only", "--format=just-symbols"])
        .args(archives)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let names = String::from_utf8_lossy(&names.stdout);
    let is_initializer = |name: &&str| INITIALIZERS.iter().any(|start| name.starts_with(start));
    let mut names: Vec<&str> = names.lines().filter(is_initializer).collect();
    names.sort_unstable();
    names.dedup();
    let order = PathBuf::from(env::var_os("OUT_DIR")?).join("initializers.txt");
    std::fs::write(&order, names.join("\n") + "\n").ok()?;
    (!names.is_empty() && links_with(&order_argument(&order))).then_some(order)
}

fn order_argument(order: &Path) -> String {
    format!("-Wl,--symbol-ordering-file={}", order.display())
}

/// Whether the linker accepts an argument: only some have the option.
fn links_with(argument: &str) -> bool {
    let Some(folder) = env::var_os("OUT_DIR").map(PathBuf::from) else { return false };
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    command.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        let mut flag = OsString::from("-Clinker=");
        flag.push(linker);
        command.arg(flag);
    }
    command.args(env::var("TARGET").map(|target| format!("--target={target}")));
    command.arg(format!("-Clink-arg={argument}")).arg("-o").arg(folder.join("probe")).arg("-");
    let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    child.is_ok_and(|mut child| {
        let written = child.stdin.take().map(|mut input| input.write_all(b"fn main() {}"));
        written.is_some_and(|written| written.is_ok())
            && child.wait().is_ok_and(|status| status.success())
    })
}
