//! `docs/polynomials.md` is correct: its program is run, and its table counts the lines of this
//! package.

use std::fs;
use std::path::Path;
use std::process::Command;

use pretty_assertions::assert_eq;

fn page() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/polynomials.md");
    fs::read_to_string(page).expect("the page is there")
}

/// The only block of a language.
fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let fence = format!("\n```{language}\n");
    let mut blocks = page.split(&fence).skip(1);
    let block = blocks.next().expect("the page has the block");
    assert!(blocks.next().is_none(), "the page has one block of {language}");
    block.split("```").next().unwrap_or_default()
}

#[test]
fn the_program_is_run() {
    let page = page();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("value.mlir"), block(&page, "mlir")).expect("the file is written");
    let (command, expected) = block(&page, "console").split_once("'\n").expect("a command");
    let tool = env!("CARGO_BIN_EXE_poly-opt");
    let arguments = command.strip_prefix("$ cargo run -q -p polynomials -- ").expect("the tool");
    let shell = Command::new("sh")
        .args(["-c", &format!("{tool} {arguments}'")])
        .current_dir(folder)
        .output()
        .expect("a shell starts");
    assert_eq!(String::from_utf8_lossy(&shell.stderr), "");
    assert_eq!(String::from_utf8_lossy(&shell.stdout), expected);
}

/// The lines of a file that are neither blank nor comments.
fn count(file: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(path).expect("the table names files that are there");
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    text.lines().filter(is_code).count()
}

/// The rows of the table, each as its last two cells: our files, and the number of lines.
fn rows() -> Vec<(String, usize)> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let &[_, _, _, files, lines] = &cells[..] else { return None };
        Some((files.to_string(), lines.parse().ok()?))
    };
    page().lines().filter_map(row).collect()
}

#[test]
fn the_table_counts_our_lines() {
    let rows = rows();
    let (all, rows) = rows.split_last().expect("the table has rows");
    let mut listed = Vec::new();
    for (files, lines) in rows {
        let files: Vec<&str> = files.split('`').skip(1).step_by(2).collect();
        let found: usize = files.iter().map(|file| count(file)).sum();
        assert_eq!(found, *lines, "{files:?}");
        listed.extend(files.into_iter().map(str::to_owned));
    }
    assert_eq!(all.1, rows.iter().map(|row| row.1).sum::<usize>());

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = fs::read_dir(folder).expect("the sources").flatten();
    let names = files.map(|file| format!("src/{}", file.file_name().to_string_lossy()));
    let mut names: Vec<String> = names.collect();
    assert!(names.iter().map(|name| count(name)).sum::<usize>() <= 660);
    names.push("Cargo.toml".to_owned());
    names.sort();
    listed.sort();
    assert_eq!(listed, names);
}
