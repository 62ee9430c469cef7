//! The page on machine code is correct: its files are written and its commands run.
#![cfg(feature = "llvm")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use pretty_assertions::assert_eq;

const PAGE: &str = include_str!("../../docs/native-code.md");

/// The fenced blocks of a language, each with the name of the file that the line before it gives.
fn blocks(language: &str) -> Vec<(Option<&'static str>, &'static str)> {
    let mut found = Vec::new();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("```") {
        let Some((block, next)) = after.split_once("\n```") else { break };
        let (opening, text) = block.split_once('\n').unwrap_or((block, ""));
        let line = before.trim_end().lines().last().unwrap_or_default();
        let name = line.strip_suffix("`:").and_then(|line| Some(line.rsplit_once('`')?.1));
        if opening == language {
            found.push((name, text));
        }
        rest = next;
    }
    found
}

/// A folder with `toyc` in it, and nothing else.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native-code");
    // It does not exist before the first run.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The output of a command, including its errors.
fn output(command: &str, folder: &Path) -> String {
    let tool = Path::new(env!("CARGO_BIN_EXE_toyc")).parent().expect("the program is in a folder");
    let mut path = OsString::from(tool);
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output =
        Command::new("bash").args(["-c", command]).current_dir(folder).env("PATH", path).output();
    let output = output.expect("bash runs");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn the_page_s_commands_do_what_it_says() {
    let folder = folder();
    for (name, text) in ["toy", "c", "mlir", "python"].into_iter().flat_map(blocks) {
        let name = name.expect("a file has a name");
        std::fs::write(folder.join(name), text.to_owned() + "\n").expect("the file is written");
    }
    let consoles = blocks("console");
    assert!(consoles.len() >= 3);
    let has_numpy = Command::new("python3").args(["-c", "import numpy"]).output();
    let has_numpy = has_numpy.is_ok_and(|output| output.status.success());
    for (_, console) in consoles {
        if console.starts_with("$ python3") && !has_numpy {
            continue;
        }
        let mut found = String::new();
        for command in console.lines().filter_map(|line| line.strip_prefix("$ ")) {
            found += &format!("$ {command}\n{}", output(command, &folder));
        }
        assert_eq!(found.trim_end_matches('\n'), console);
    }
}
