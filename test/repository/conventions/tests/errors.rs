//! Types that public functions return as errors implement `std::error::Error`, so that `?` turns
//! them into the error of the caller.

use conventions::texts;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The status that a program ends with, after it has reported its errors.
const NO_ERROR: &str = "Status";

/// The name of the type that a `Result` with these arguments has as its error.
fn error_type(arguments: &str) -> Option<&str> {
    let (mut depth, mut last) = (0, 0);
    let end = arguments.char_indices().find_map(|(at, c)| {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' if arguments[..at].ends_with('-') => {}
            '>' if depth == 0 => return Some(at),
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => last = at + 1,
            _ => {}
        }
        None
    })?;
    let ty = arguments[last..end].trim();
    let ty = ty.strip_prefix("Box<").unwrap_or(ty).split(['<', '>']).next()?;
    ty.rsplit("::").next().filter(|_| last > 0)
}

/// The types of errors in the signatures of public functions and of functions of traits.
fn returned(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("-> Result<").filter_map(|(at, found)| error_type(&text[at + found.len()..]))
}

#[test]
fn errors_implement_error() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut files = Vec::new();
    texts(&root.join("mlir-lite"), &mut files);
    files.retain(|file| {
        let parts: Vec<_> = file.iter().collect();
        parts.iter().any(|part| *part == "src") && parts.iter().all(|part| *part != "fuzz")
    });
    let texts: Vec<String> =
        files.iter().map(|file| fs::read_to_string(file).expect("a text")).collect();
    let has = |words: &str| {
        texts.iter().any(|text| {
            text.match_indices(words).any(|(at, _)| {
                !text[at + words.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        })
    };
    let is_public =
        |name: &&str| ["struct", "enum"].iter().any(|kind| has(&format!("\npub {kind} {name}")));
    let names: BTreeSet<&str> = texts.iter().flat_map(|text| returned(text)).collect();
    let errors: Vec<&str> = names.into_iter().filter(is_public).collect();
    assert!(errors.len() > 5 && errors.contains(&"Trap"), "{errors:?}");
    let missing: Vec<&&str> =
        errors.iter().filter(|it| **it != NO_ERROR && !has(&format!("Error for {it}"))).collect();
    assert!(missing.is_empty(), "{missing:?} are returned as errors, and do not implement `Error`");
}

#[test]
fn error_types_are_found() {
    let text = "fn a() -> Result<(u8, B<C>), Box<d::E>> { } fn b() -> Result<F, G<'_>> \
        fn c() -> Result<Box<dyn Fn(H) -> I>, J> fn d() -> Result<K>";
    assert_eq!(returned(text).collect::<Vec<_>>(), ["E", "G", "J"]);
}
