//! Which modules in the layers of the crate `ir` use each other in circles.
//!
//! The layers themselves do not: `test/repository/conventions/tests/architecture/circles.rs` tests
//! them, as it does the modules at the top level of each crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

#[path = "architecture/modules.rs"]
mod modules;

/// The modules that each module uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The modules of a layer that use each other in a circle, and why they do. The lists only get
/// shorter.
const CIRCLES: [(&str, &[&str], &str); 6] = [
    (
        "data",
        &["affine", "asm", "attributes", "context", "location", "parameters", "types"],
        "a type has attributes, an attribute has a type, a location has an attribute; all of them \
            are handles that are read through the context, which stores them",
    ),
    (
        "ir",
        &[
            "adaptor",
            "asm",
            "body",
            "builder",
            "children",
            "constant_ops",
            "constraints",
            "definitions",
            "dialect",
            "discardable",
            "enums",
            "fold",
            "format",
            "groups",
            "inference",
            "interfaces",
            "op_def",
            "op_interface",
            "op_name",
            "op_name_table",
            "operation_state",
            "records",
            "region_branch",
            "relations",
            "signature",
            "symbol_resolution",
            "symbol_scope",
            "symbols",
            "traits",
            "typed_view",
            "view",
        ],
        "a body has ops of declared kinds, and declarations are functions of bodies",
    ),
    ("numbers", &[], ""),
    (
        "text",
        &[
            "aliases",
            "asm_printer",
            "format",
            "parser",
            "printer",
            "printer_generic",
            "resources",
            "sink",
        ],
        "what is declared as a format is parsed and printed by the same walk",
    ),
    ("text/parser", &[], ""),
    ("verify", &[], ""),
];

/// The code of a file, without its tests.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a text");
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned()
}

/// All that a module reaches.
fn reached<'u>(from: &'u str, uses: &'u Uses) -> BTreeSet<&'u str> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        let used = uses.get(module).into_iter().flatten().map(String::as_str);
        open.extend(used.filter(|used| found.insert(*used)));
    }
    found
}

#[test]
fn circles_in_the_layers_of_ir_are_listed() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../mlir-lite/ir/src");
    for (layer, listed, why) in CIRCLES {
        let module = layer.replace('/', "::");
        let uses = modules::inner_uses(&source.join(layer).join("mod.rs"), &module);
        assert!(uses.len() > 1, "{layer}: {uses:?}");
        let in_circle = |module: &&String| reached(module, &uses).contains(module.as_str());
        let found: Vec<&str> = uses.keys().filter(in_circle).map(String::as_str).collect();
        assert_eq!(found, listed, "modules of {layer} that use each other ({why})");
    }
}

#[test]
fn the_crate_is_read_in_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../mlir-lite/ir/src/lib.rs");
    let uses = modules::module_uses(&root);
    assert!(uses["text"].contains("ir") && uses["ir"].contains("data"), "{uses:?}");
    assert!(!reached("data", &uses).contains("text"), "{uses:?}");
}

/// The state of the text's parser is below the grammar, whose functions are those of `Parser`.
#[test]
fn the_state_of_the_parser_does_not_use_its_grammar() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../mlir-lite/ir/src/text/parser");
    for state in ["alias_table", "caches", "levels", "names", "tokens"] {
        let code = code_of(&folder.join(format!("{state}.rs")));
        let uses: Vec<&str> = code.lines().filter(|line| line.contains("text::parser::")).collect();
        assert!(uses.is_empty(), "{state}: {uses:?}");
    }
}
