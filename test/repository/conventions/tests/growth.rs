//! Which public types may get more fields or cases without a new major version: `growth.txt` has
//! the decision for each of them, and why.

use conventions::texts;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Attributes of types that generate code, with the rules of the macro.
const DECLARED: [&str; 7] =
    ["#[op(", "#[type_def", "#[attr_def", "#[pass(", "#[pass_options", "#[enum_attr", "#[attr]"];

/// The enums of a file, and its structs whose fields are all public, each with whether it is
/// `non_exhaustive`.
fn types(text: &str) -> Vec<(&str, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    let of = |at: usize| {
        let (kind, rest) = lines[at].strip_prefix("pub ")?.split_once(' ')?;
        let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        let is_closed = |line: &&&str| line.starts_with('}');
        let fields = lines[at + 1..].iter().take_while(|line| !is_closed(line));
        let is_field = |line: &&&str| {
            let line = line.strip_prefix("    ").unwrap_or_default();
            line.contains(": ") && line.starts_with(|c: char| c.is_ascii_lowercase())
        };
        let mut fields = fields.filter(is_field).peekable();
        let is_open = fields.peek().is_some() && fields.all(|line| line.starts_with("    pub "));
        let is_struct = kind == "struct" && rest.ends_with('{') && is_open;
        if kind != "enum" && !is_struct {
            return None;
        }
        let before = lines[..at].iter().rev().take_while(|line| !line.is_empty());
        let before: Vec<&str> = before.copied().collect();
        let is_declared = before.iter().any(|line| DECLARED.iter().any(|it| line.starts_with(it)));
        (!is_declared).then_some((name, before.contains(&"#[non_exhaustive]")))
    };
    (0..lines.len()).filter_map(of).collect()
}

#[test]
fn each_public_type_is_decided() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../../../mlir-lite");
    let mut files = Vec::new();
    texts(&root, &mut files);
    let mut found = BTreeMap::new();
    for file in files {
        let path = file.strip_prefix(&root).expect("a file below").display().to_string();
        let Some((folder, inner)) = path.split_once("/src/") else { continue };
        if ["macros", "fuzz"].contains(&folder) || inner.contains("test") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a text");
        for (name, grows) in types(&text) {
            found.insert(format!("{folder}/{name}"), grows);
        }
    }
    let list = fs::read_to_string(here.join("tests/growth.txt")).expect("the list");
    let (mut listed, mut grows) = (BTreeMap::new(), false);
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if line.starts_with('[') {
            grows = line == "[non_exhaustive]";
            continue;
        }
        assert_eq!(listed.insert(line.to_owned(), grows), None, "{line} is listed twice");
    }
    let wrong: Vec<_> =
        found.iter().filter(|(name, grows)| listed.get(*name) != Some(grows)).collect();
    assert!(wrong.is_empty(), "not decided so in growth.txt (type, non_exhaustive): {wrong:?}");
    let unknown: Vec<_> = listed.keys().filter(|name| !found.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "in growth.txt, but there are no such types: {unknown:?}");
}

#[test]
fn types_are_found() {
    let text = "/// It.\n#[non_exhaustive]\npub struct A {\n    /// It.\n    pub b: C,\n}\n\n\
        pub struct D {\n    pub b: C,\n    c: C,\n}\n\npub enum E {\n    F,\n}\n\n\
        pub struct G(H);\n\n\
        #[op(name = \"a.b\")]\npub struct I {\n    pub a: B,\n}\n";
    assert_eq!(types(text), [("A", true), ("E", false)]);
}
