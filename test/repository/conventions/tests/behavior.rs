//! Implementations for an op are listed in its declaration, or in that of its family.
//!
//! The compiler finds what is listed and not implemented. The contrary compiles, since other crates
//! may implement interfaces for an op and attach them; in the crate of the op, it is forgotten.

use conventions::files;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The beginnings of the names of traits that are listed.
const LISTED: [&str; 8] = [
    "FoldOp",
    "VerifyOp",
    "InferTypes",
    "CustomAssembly",
    "CanonicalizeOp",
    "InterpretOp",
    "LowerTo<",
    "LowerByPatterns<",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The text from `start` to the bracket that closes the first one that opens there.
fn bracketed(text: &str, start: usize) -> &str {
    let mut depth = 0;
    for (at, char) in text[start..].char_indices() {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    return &text[start..=start + at];
                }
            }
            _ => {}
        }
    }
    &text[start..]
}

/// The entries of `implements(..)` in the attribute, without what implements them.
fn listed(attribute: &str) -> Vec<String> {
    let mut entries = Vec::new();
    for (at, _) in attribute.match_indices("implements(") {
        let list = bracketed(attribute, at + "implements".len());
        let list: String = list[1..list.len() - 1].split_whitespace().collect();
        entries.extend(
            list.replace("{", ",").replace("=", ",").split(',').map(|entry| entry.to_owned()),
        );
    }
    entries
}

/// The word after `key`.
fn word_after<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let rest = &text[text.find(key)? + key.len()..];
    let rest = rest.trim_start();
    Some(&rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())])
}

/// The ops or families of a text with their attributes.
fn declarations<'t>(text: &'t str, attribute: &str) -> Vec<(&'t str, &'t str)> {
    let starts = text.match_indices(attribute).filter(|(at, _)| {
        let line = &text[text[..*at].rfind('\n').map_or(0, |newline| newline + 1)..*at];
        line.trim().is_empty()
    });
    let found = starts.filter_map(|(at, _)| {
        let attribute = bracketed(text, at + 1);
        let name = word_after(&text[at + attribute.len()..], "struct ")?;
        Some((name, attribute))
    });
    found.collect()
}

/// The implementations that no declaration of the crate lists.
fn forgotten(texts: &[String]) -> Vec<String> {
    let all = |attribute| {
        let found = texts.iter().flat_map(|text| declarations(text, attribute));
        found.collect::<Vec<_>>()
    };
    let families: BTreeMap<&str, Vec<String>> = all("#[op_family(")
        .into_iter()
        .map(|(name, attribute)| (name, listed(attribute)))
        .collect();
    let mut ops: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, attribute) in all("#[op(") {
        let mut entries = listed(attribute);
        if let Some(family) = word_after(attribute, "family = ") {
            entries.extend(families.get(family).cloned().unwrap_or_default());
        }
        // Ops of several dialects may have the same name.
        ops.entry(name).or_default().extend(entries);
    }
    let mut forgotten = Vec::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        let Some((implemented, op)) =
            line.strip_prefix("impl ").and_then(|rest| rest.split_once(" for "))
        else {
            continue;
        };
        let is_listed_trait = LISTED.iter().any(|name| match name.strip_suffix('<') {
            Some(_) => implemented.starts_with(name),
            None => implemented == *name,
        });
        let op = op.trim_end_matches(" {");
        if let Some(entries) = ops.get(op).filter(|_| is_listed_trait)
            && !entries.iter().any(|entry| entry == implemented)
        {
            forgotten.push(format!("{implemented} for {op}"));
        }
    }
    forgotten
}

#[test]
fn what_is_implemented_is_listed() {
    const CRATES: [&str; 14] = [
        "mlir-lite/dialects/affine/src",
        "mlir-lite/dialects/irdl/src",
        "mlir-lite/dialects/llvm/src",
        "mlir-lite/dialects/scf/src",
        "mlir-lite/dialects/shape/src",
        "mlir-lite/dialects/gpu/src",
        "mlir-lite/dialects/nvvm/src",
        "mlir-lite/dialects/standard/src",
        "mlir-lite/dialects/quant/src",
        "mlir-lite/dialects/vector/src",
        "toy-dialect/src",
        "examples/circuit/src",
        "examples/polynomials/src",
        "examples/units/src",
    ];
    for folder in CRATES {
        let mut found = Vec::new();
        let is_code = |name: &str| name.ends_with(".rs");
        files(&root().join(folder), &|name| name != "tests", &is_code, &mut found);
        let texts: Vec<String> =
            found.into_iter().map(|path| fs::read_to_string(path).expect("a text")).collect();
        assert_eq!(forgotten(&texts), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn forgotten_entries_are_found() {
    let text = "
#[op_family(implements(InterpretOp))]
pub(crate) struct Binary {
}

#[op(family = Binary, name = \"t.a\", implements(FoldOp = Twice<Self>, LowerTo<Llvm>))]
pub struct AOp;

impl FoldOp for AOp {
}
impl InterpretOp for AOp {
}
impl LowerTo<Llvm> for AOp {
}
impl LowerTo<Std> for AOp {
}
impl VerifyOp for AOp {
}
impl Elementwise for AOp {
}
";
    assert_eq!(forgotten(&[text.to_owned()]), ["LowerTo<Std> for AOp", "VerifyOp for AOp"]);
}
