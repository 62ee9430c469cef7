//! The commands of `mlir-lite-opt` in `README.md` are run, and `docs/passes.md` is the tool's own
//! description of its passes.

use std::path::Path;
use std::process::Command;

use test_support::check_expected;

/// Runs the command in a folder with `file.mlir`, in which the function that it names is defined.
fn run(command: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "func @f(%x: i32, %y: f64) -> f64 {\n  return %y : f64\n}\n";
    std::fs::write(folder.path().join("file.mlir"), program).expect("the file is written");
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder.path())
        .output()
        .expect("a shell starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{command}: {errors}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

#[test]
fn the_readme_s_commands_run() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let page = std::fs::read_to_string(page).expect("README.md is there");
    let prefix = "$ cargo run -p mlir-lite-opt -- ";
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(prefix)).collect();
    assert_eq!(commands.len(), 3);
    for arguments in commands {
        let found = run(&format!("{} {arguments}", env!("CARGO_BIN_EXE_mlir-lite-opt")));
        let expected = match arguments {
            _ if arguments.contains("--spelling=upstream") => "func.func @f(",
            _ if arguments.contains("--list-passes") => "canonicalize",
            _ => "2.5",
        };
        assert!(found.contains(expected), "{arguments}: {found}");
    }
}

/// The beginning of the page.
const HEAD: &str = "# Passes

The passes of `mlir-lite-opt`, with their options and statistics. `mlir-lite-opt --pass-doc` prints
the same, and `make update` writes this page.
";

/// The sections of the page, in order, each with the prefixes of the names of its passes. All other
/// passes are in the first one.
const SECTIONS: [(&str, &[&str]); 3] = [
    ("General passes", &[]),
    ("Conversions", &["convert-", "lower-", "reconcile-"]),
    ("Passes on affine loops and memory", &["affine-", "memref-"]),
];

fn section(name: &str) -> usize {
    let begins = |(_, starts): &(&str, &[&str])| starts.iter().any(|start| name.starts_with(start));
    SECTIONS.iter().position(begins).unwrap_or(0)
}

#[test]
fn the_page_of_passes_is_what_the_tool_says() {
    let all = run(&format!("{} --pass-doc", env!("CARGO_BIN_EXE_mlir-lite-opt")));
    let mut page = HEAD.to_owned();
    let passes: Vec<&str> = all.split("### `-").skip(1).collect();
    assert!(passes.len() > 20, "{all}");
    for (number, (title, _)) in SECTIONS.into_iter().enumerate() {
        page += &format!("\n## {title}\n");
        for pass in passes.iter().filter(|pass| section(pass) == number) {
            page += &format!("\n### `-{}\n", pass.trim_end());
        }
    }
    check_expected("docs/passes.md", &page);
}
