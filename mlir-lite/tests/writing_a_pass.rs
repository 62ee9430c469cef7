//! The program in `docs/writing-a-pass.md`, assembled from its blocks, is the file of the same name
//! next to this one: the page shows the code that is compiled and run.

use std::fs;
use std::path::Path;

#[path = "guide/writing_a_pass.rs"]
mod program;

#[test]
fn the_program_runs() {
    program::main();
}

#[test]
fn the_page_shows_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../docs/writing-a-pass.md")).expect("the page");
    let mut program = String::from("//! The code of `docs/writing-a-pass.md`.\n");
    for block in page.split("```rust\n").skip(1) {
        let code = block.split("```").next().unwrap_or_default();
        program.push('\n');
        program.push_str(code);
    }
    let program = program.replace("fn main()", "pub(crate) fn main()");
    let file = fs::read_to_string(root.join("tests/guide/writing_a_pass.rs")).expect("the program");
    pretty_assertions::assert_eq!(file, program);
}
