//! Makes a parser of the grammar, in C, and compiles it. Needs `node`.

use std::path::Path;

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

const GRAMMAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../toyc/editors/tree-sitter-toy");

fn main() {
    println!("cargo:rerun-if-changed={GRAMMAR}/grammar.js");
    let out = std::env::var("OUT_DIR").expect("Cargo says where output goes");
    let version = 14;
    let mut diagnostics = Vec::new();
    generate_parser_in_directory(
        GRAMMAR,
        Some(&out),
        None::<&str>,
        version,
        None,
        Some("node"),
        true,
        OptLevel::default(),
        &mut diagnostics,
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let parser = Path::new(&out).join("parser.c");
    cc::Build::new().include(&out).file(parser).warnings(false).compile("tree-sitter-toy");
}
