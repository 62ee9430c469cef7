//! Each fenced block of the documents is checked: by this test, or by one that this test names.
//!
//! A block that no rule below knows is an error, so that a new one is checked from the start. The
//! rules, in order:
//! * `$ make run` runs the program that the Makefile names;
//! * the block is listed in `ELSEWHERE`: another test checks all blocks of that language in the
//!   page;
//! * the block is listed in `UNCHECKED`, with the reason;
//! * `rust` or `mlir` with the name of a file: the file contains the block;
//! * `rust`: the page is compiled and run as documentation of `mlir-lite`;
//! * `toy`: the program is run, and prints the `text` after it, if there is one;
//! * `text` that is not the output of a program above: that of the command in the paragraph before
//!   it, or a session of the prompt, which `sessions.rs` plays;
//! * `mlir`: a part of the output of the command in the paragraph before it;
//! * `toml`: dependencies on packages of the workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "documents/blocks.rs"]
mod blocks;

use blocks::{Block, blocks};

/// Blocks that another test checks: the page, their language and the test's file.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("README.md", "console", "mlir-lite/opt/tests/readme.rs"),
    ("docs/editors.md", "elisp", "test/repository/editors/tests/editors/page.rs"),
    ("docs/editors.md", "lua", "test/repository/editors/tests/editors/page.rs"),
    ("docs/editors.md", "sh", "test/repository/editors/tests/editors/page.rs"),
    ("docs/editors.md", "toml", "test/repository/editors/tests/editors/page.rs"),
    ("docs/editors.md", "vim", "test/repository/editors/tests/editors/page.rs"),
    ("docs/errors.md", "text", "toy-dialect/tests/errors_document.rs"),
    ("docs/errors.md", "toy", "toy-dialect/tests/errors_document.rs"),
    ("docs/gallery.md", "text", "toyc/tests/gallery.rs"),
    ("docs/gallery.md", "toy", "toyc/tests/gallery.rs"),
    ("docs/native-code.md", "c", "toyc/tests/native_code.rs"),
    ("docs/native-code.md", "console", "toyc/tests/native_code.rs"),
    ("docs/native-code.md", "mlir", "toyc/tests/native_code.rs"),
    ("docs/native-code.md", "python", "toyc/tests/native_code.rs"),
    ("docs/native-code.md", "toy", "toyc/tests/native_code.rs"),
    ("docs/passes.md", "", "mlir-lite/opt/tests/readme.rs"),
    ("docs/polynomials.md", "console", "examples/polynomials/tests/page.rs"),
    ("docs/polynomials.md", "mlir", "examples/polynomials/tests/page.rs"),
    ("docs/tutorial.md", "console", "examples/units/tests/units.rs"),
    ("docs/writing-a-pass.md", "rust", "mlir-lite/tests/writing_a_pass.rs"),
    ("docs/writing-an-analysis.md", "rust", "examples/second-day/tests/pages.rs"),
];

/// Blocks that no test checks: the page, how they begin, and why.
const UNCHECKED: &[(&str, &str, &str)] = &[
    ("docs/architecture.md", "source ─ toy-ast", "a diagram"),
    ("docs/from-cpp-mlir.md", "def ScaleOp", "TableGen and C++, which MLIR's build compiles"),
    ("docs/from-cpp-mlir.md", "def : Pat<", "TableGen, which MLIR's build compiles"),
    ("docs/from-cpp-mlir.md", "struct DropScaleByOne", "C++, which MLIR's build compiles"),
    ("docs/from-cpp-mlir.md", "def CountAdds", "TableGen and C++, which MLIR's build compiles"),
    ("docs/from-cpp-mlir.md", "ConversionTarget target", "C++, which MLIR's build compiles"),
    ("docs/from-cpp-mlir.md", "// mlir/test/Dialect", "a test of MLIR's, which its build runs"),
    ("docs/from-cpp-mlir.md", "// RUN: mlir-opt %s", "a test of MLIR's, which its build runs"),
    ("docs/from-cpp-mlir.md", "TEST(BodyTest", "C++, which MLIR's build compiles"),
    ("docs/gpu.md", "mlir-lite-opt --gpu", "as in toyc/tests/ptxas.rs and test/mlir/llvm/ptx.mlir"),
    ("docs/gpu.md", "race.mlir:12:5", "of a kernel as in test/mlir/opt/gpu-wrong-kernels.mlir"),
    ("docs/gpu.md", "kernel.mlir:10:7", "as in test/mlir/transforms/convert-gpu-to-scf"),
    ("docs/native-code.md", "$ gdb", "needs gdb, and prints addresses"),
    ("docs/native-code.md", "$ JITDUMPDIR", "needs perf and its permissions"),
    ("docs/npy.md", "file     = magic", "a grammar; npy_headers.rs compares readers of it"),
    ("docs/symbols.md", "symbol-ref-id ::=", "a grammar"),
    ("docs/testing.md", "mlir-lite-reduce --test", "reduces a file of the user's"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The documents, by their paths.
fn pages() -> Vec<String> {
    let folder = fs::read_dir(root().join("docs")).expect("the documents").flatten();
    let names = folder.map(|entry| format!("docs/{}", entry.file_name().to_string_lossy()));
    let mut pages: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    let top = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(str::to_owned);
    pages.extend(top.into_iter().filter(|page| root().join(page).is_file()));
    pages.sort();
    pages
}

/// A folder for the programs of a page.
fn folder(page: &str) -> PathBuf {
    let name = format!("documents-{}", page.replace('/', "-"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The output of `toyc`, errors after the rest, and whether it succeeds.
fn toyc(arguments: &[&str], folder: &Path) -> (String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toyc"));
    let output = command.args(arguments).current_dir(folder).output().expect("toyc starts");
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

fn equal(found: &str, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("expected\n{expected}found\n{found}")) }
}

/// `make run` without arguments runs the Makefile's program; `make test` prints too much to show.
fn check_make_run(block: &Block) -> Result<(), String> {
    let makefile = read("Makefile");
    let file = makefile.lines().find_map(|line| line.strip_prefix("FILE ?= "));
    let (printed, succeeds) = toyc(&[file.ok_or("the Makefile has no FILE")?], &root());
    assert!(succeeds, "{printed}");
    equal(&format!("$ make run\n{printed}$ make test\n"), &block.text)
}

/// The program is run as `a.toy`, on the engine that each build has.
fn check_toy(page: &str, block: &Block, next: Option<&Block>) -> Result<(), String> {
    let named = block.paragraph.split('`').nth(1);
    if let Some(file) = named.filter(|name| name.contains('/') && name.ends_with(".toy")) {
        let is_comment = |line: &&str| line.trim_start().starts_with('#');
        let file = read(file);
        let lines = file.lines().filter(|line| !is_comment(line)).map(|line| format!("{line}\n"));
        equal(lines.collect::<String>().trim_start(), &block.text)?;
    }
    let folder = folder(page);
    fs::write(folder.join("a.toy"), &block.text).expect("the program is written");
    let (found, succeeds) = toyc(&["-emit=interp", "a.toy"], &folder);
    // `# a.toy:5:13: error ..` in a program is what it reports.
    let reported = block.text.lines().find_map(|line| line.split_once("# a.toy:"));
    match reported {
        Some((_, message)) if !succeeds && found.contains(message) => {}
        None if succeeds => {}
        _ => return Err(format!("the program reports\n{found}")),
    }
    match next {
        Some(next) if next.language == "text" && next.follows(block) => equal(&found, &next.text),
        _ => Ok(()),
    }
}

/// The output of the last command in the paragraph before the block.
fn output_of_paragraph(page: &str, block: &Block) -> Result<String, String> {
    let commands = block.paragraph.split('`').skip(1).step_by(2);
    let command = commands.filter(|text| text.starts_with("toyc ") || text.starts_with("-emit"));
    let command = command.last().ok_or("the paragraph before it names no command of toyc")?;
    let words = command.split(' ').filter(|word| *word != "toyc");
    let mut words: Vec<&str> = words.map(|word| word.trim_matches('\'')).collect();
    // Below `## A tour of the stages`, flags are written alone.
    if command.starts_with('-') {
        words.insert(0, "examples/multiply_transpose.toy");
    }
    let at = if words.contains(&"a.toy") { folder(page) } else { root() };
    Ok(toyc(&words, &at).0)
}

/// The lines of the block follow each other in the output, which may be indented.
fn check_part(found: &str, block: &Block) -> Result<(), String> {
    let trimmed = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (all, part) = (trimmed(found), trimmed(&block.text));
    if all.windows(part.len()).any(|lines| lines == part) {
        return Ok(());
    }
    Err(format!("the command prints\n{found}"))
}

/// Each dependency is a package of the workspace, with its version. Profiles of builds come after
/// them.
fn check_toml(block: &Block) -> Result<(), String> {
    let manifest = read("Cargo.toml");
    let dependencies = block.text.lines().take_while(|line| !line.is_empty());
    for line in dependencies.filter(|line| !line.starts_with('[')) {
        let (name, value) = line.split_once(" = ").ok_or("expected dependencies")?;
        let version = value.split('"').nth(1).ok_or("expected a version")?;
        let is_ours = manifest.contains(&format!("\n{name} = {{ path = "));
        let has_version = manifest.contains(&format!("\nversion = \"{version}."));
        if !is_ours || !has_version {
            return Err(format!("{name} {version} is not a package of the workspace"));
        }
    }
    Ok(())
}

fn check(page: &str, blocks: &[Block], index: usize) -> Result<(), String> {
    let block = &blocks[index];
    if block.text.starts_with("$ make run\n") {
        return check_make_run(block);
    }
    let is_elsewhere = |entry: &&(&str, &str, &str)| (entry.0, entry.1) == (page, &block.language);
    if let Some((_, _, test)) = ELSEWHERE.iter().find(is_elsewhere) {
        let name = page.rsplit('/').next().unwrap_or(page);
        return match read(test).contains(name) {
            true => Ok(()),
            false => Err(format!("'{test}' does not name the page")),
        };
    }
    if UNCHECKED.iter().any(|(of, start, _)| *of == page && block.text.starts_with(start)) {
        return Ok(());
    }
    // `test/repository/recipes` applies the recipes to a copy of the repository.
    if page == "CONTRIBUTING.md" {
        return Ok(());
    }
    if let Some(file) = &block.file {
        let is_there = read(file).contains(block.text.trim_end());
        return if is_there { Ok(()) } else { Err(format!("'{file}' does not contain it")) };
    }
    match block.language.as_str() {
        "rust" => {
            let included = format!("#[doc = include_str!(\"../../../../{page}\")]");
            let is_included = read("test/repository/documents/src/lib.rs").contains(&included);
            is_included
                .then_some(())
                .ok_or("test/repository/documents does not include the page".to_owned())
        }
        "toy" => check_toy(page, block, blocks.get(index + 1)),
        // `sessions.rs` plays the sessions of the README.
        "text" if page == "README.md" && block.text.starts_with("toy> ") => Ok(()),
        "text" if index > 0 && block.follows(&blocks[index - 1]) => {
            match blocks[index - 1].language.as_str() {
                "toy" => Ok(()),
                language => Err(format!("it follows a block of '{language}'")),
            }
        }
        "text" => equal(&output_of_paragraph(page, block)?, &block.text),
        "mlir" | "llvm" => check_part(&output_of_paragraph(page, block)?, block),
        // Machine code is that of the machine.
        "asm" if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) => Ok(()),
        "asm" => check_part(&output_of_paragraph(page, block)?, block),
        "toml" => check_toml(block),
        language => Err(format!("no rule says how blocks of '{language}' are checked")),
    }
}

#[test]
fn each_block_is_checked() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for page in pages() {
        let blocks = blocks(&read(&page));
        for index in 0..blocks.len() {
            count += 1;
            if let Err(message) = check(&page, &blocks, index) {
                wrong.push(format!("{page}:{}: {message}", blocks[index].line));
            }
        }
    }
    assert!(count > 400, "only {count} blocks were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_lists_have_no_entry_without_a_block() {
    let all: Vec<(String, Vec<Block>)> =
        pages().into_iter().map(|page| (page.clone(), blocks(&read(&page)))).collect();
    let any = |page: &str, is: &dyn Fn(&Block) -> bool| {
        all.iter().any(|(name, blocks)| name == page && blocks.iter().any(is))
    };
    for (page, language, _) in ELSEWHERE {
        assert!(any(page, &|block| block.language == *language), "{page}: {language}");
    }
    for (page, start, reason) in UNCHECKED {
        assert!(any(page, &|block| block.text.starts_with(start)), "{page}: {start}: {reason}");
    }
}

/// The right column of the table in `docs/from-numpy.md` is Toy.
#[test]
fn what_to_write_in_place_of_numpy_is_toy() {
    let page = read("docs/from-numpy.md");
    let table = page.lines().skip_while(|line| *line != "|---|---|").skip(1);
    let rows: Vec<&str> = table.take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 20);
    let ours = rows.iter().map(|row| row.trim_end_matches([' ', '|']).rsplit(" | ").next());
    let cells = ours.flatten().flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let prints: String = cells.map(|cell| format!("  print({cell}, 0);\n")).collect();
    let program = format!(
        "def main() {{\n  var a = [[1, 2], [3, 4]];\n  var b = [[5, 6], [7, 8]];\n  \
         var x = [1, 2, 3];\n  var y = [4, 5, 6];\n{prints}  print(a, b, x, y);\n}}\n"
    );
    let folder = folder("docs/from-numpy.md");
    fs::write(folder.join("table.toy"), program).expect("the program is written");
    let (found, succeeds) = toyc(&["-emit=interp", "table.toy"], &folder);
    assert!(succeeds && !found.contains("warning"), "{found}");
}
