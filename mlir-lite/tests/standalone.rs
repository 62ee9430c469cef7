//! `examples/standalone` is a crate as a user's is, outside of this workspace: it is built and run.

use pretty_assertions::assert_eq;
use std::path::Path;
use std::process::Command;

/// The flags by which a crate outside of the workspace is built as the workspace is.
fn profile(root: &Path) -> Vec<String> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("the workspace");
    let mut flags = Vec::new();
    let mut section = "";
    for line in manifest.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name;
        } else if section.starts_with("profile.dev") && line.contains(" = ") {
            flags.extend(["--config".to_owned(), format!("{section}.{line}")]);
        }
    }
    // `make test` gives the suite a profile of its own.
    if let Ok(file) = std::env::var("SUITE_PROFILE") {
        flags.extend(["--config".to_owned(), root.join(file).display().to_string()]);
    }
    flags
}

#[test]
fn a_crate_outside_of_the_workspace_has_all_that_ours_have() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let example = root.join("examples/standalone");
    // The versions of dependencies that are at hand.
    std::fs::copy(root.join("Cargo.lock"), example.join("Cargo.lock")).expect("it is copied");
    // What is built already is not built again: this program is in `target/debug/deps`.
    let program = std::env::current_exe().expect("the path is known");
    let target = program.ancestors().nth(3).expect("the program is in a folder of cargo's");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline"])
        .args(profile(&root))
        .current_dir(&example)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = "\
module {
  func @f(%arg0: f64) -> f64 {
    %twice = addf %arg0, %arg0 : f64
    %0 = nn.leaky_relu %twice slope 2.500000e-01 : f64
    return %0 : f64
  }
}
cost: 7, of 3 ops
interpreted: Float(-2.0)
compiled: -2
refused: program.mlir:3:8: error: 'nn.leaky_relu' op expects a slope from 0 to 1, found 2
  %1 = nn.leaky_relu %0 slope 2.0 : f64
       ^
program.mlir:4:8: error: 'nn.leaky_relu' op expects a slope from 0 to 1, found 2
  %2 = nn.leaky_relu %1 slope 2.0 : f64
       ^

";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
