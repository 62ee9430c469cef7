//! Applies all recipes to a copy of the repository, builds it without LLVM, and runs the text tests
//! that the recipes add: `recipes FOLDER`. The copy and its build are below the folder.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use recipes::{Tree, recipes, repository};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;
use text_test_runner::{Config, Tool, run_file};

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: recipes FOLDER");
        return ExitCode::from(2);
    };
    match run(&folder) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The number of tests that failed.
fn run(folder: &Path) -> Result<usize, String> {
    let start = Instant::now();
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
    let page = std::fs::read_to_string(repository().join("CONTRIBUTING.md"));
    let all = recipes(&page.map_err(|error| format!("CONTRIBUTING.md: {error}"))?)?;
    let mut tree = Tree::read(&repository())?;
    for recipe in &all {
        for edit in &recipe.edits {
            tree.apply(edit).map_err(|error| format!("'{}': {error}", recipe.title))?;
        }
    }
    let (copy, target) = (folder.join("tree"), folder.join("target"));
    tree.write(&copy)?;
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--no-default-features"])
        .args(["--package", "mlir-lite-opt", "--package", "toyc"])
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(&copy)
        .status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("the copy with all recipes cannot be built".to_owned());
    }
    println!("built in {} s", start.elapsed().as_secs());
    let tool = |name: &str| Tool::new(name, target.join("debug").join(name));
    let config = Config {
        root: copy,
        folders: Vec::new(),
        left_out: Vec::new(),
        scratch: std::env::temp_dir(),
        tools: vec![tool("mlir-lite-opt"), tool("toyc"), Tool::of_llvm("FileCheck")],
    };
    let mut failed = 0;
    for recipe in &all {
        for test in recipe.tests() {
            let result = run_file(&config, Path::new(test));
            let word = if result.is_ok() { "passes" } else { "fails" };
            println!("{}: {test} {word}", recipe.title);
            if let Err(report) = result {
                eprintln!("{report}");
                failed += 1;
            }
        }
    }
    Ok(failed)
}
