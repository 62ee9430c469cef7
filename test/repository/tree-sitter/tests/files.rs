//! The grammar parses all Toy programs of the repository that the compiler's parser accepts, and
//! its query highlights each token of them by its class.

use std::fs;
use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use toy_ast::{TokenClass, classify, parse_module};
use tree_sitter::{Node, Parser, Query, QueryCursor, StreamingIterator, Tree};
use tree_sitter_toy_check::language;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// All programs that the compiler parses, with their trees.
fn programs() -> Vec<(PathBuf, String, Tree)> {
    let mut parser = Parser::new();
    parser.set_language(&language()).expect("the version of the parser is supported");
    let mut found = Vec::new();
    let mut folders = vec![Path::new(ROOT).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                folders.extend((!name.starts_with('.') && name != "target").then_some(path));
            } else if name.ends_with(".toy")
                && let Ok(text) = fs::read_to_string(&path)
                && is_valid(&text)
            {
                let tree = parser.parse(&text, None).expect("no limit of time is set");
                found.push((path, text, tree));
            }
        }
    }
    assert!(found.len() > 150, "{}", found.len());
    found
}

fn is_valid(text: &str) -> bool {
    let file = SourceMap::new().add("a.toy", text).expect("it is small");
    parse_module(&file, &mut Diagnostics::new()).is_ok()
}

/// The first node of a tree that is an error.
fn first_error(node: Node<'_>) -> Option<Node<'_>> {
    if node.is_error() || node.is_missing() {
        return Some(node);
    }
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    children.into_iter().filter(|child| child.has_error()).find_map(first_error)
}

#[test]
fn valid_programs_have_trees_without_errors() {
    for (path, _, tree) in programs() {
        let error = first_error(tree.root_node()).map(|node| node.start_position());
        assert!(!tree.root_node().has_error(), "{}: {error:?}", path.display());
    }
}

/// Whether tokens of a class are highlighted so.
fn is_of(class: TokenClass, capture: &str) -> bool {
    match class {
        TokenClass::Keyword => capture.starts_with("keyword"),
        TokenClass::Name => {
            ["variable", "variable.parameter", "constant.builtin", "property", "type", "function"]
                .contains(&capture)
        }
        TokenClass::Number => capture == "number",
        TokenClass::Text => capture == "string" || capture == "string.escape",
        TokenClass::Bracket => capture == "punctuation.bracket",
        TokenClass::Punctuation => ["operator", "punctuation.delimiter"].contains(&capture),
        TokenClass::Comment => capture == "comment",
        TokenClass::Unknown => false,
    }
}

#[test]
fn tokens_are_highlighted_by_their_classes() {
    let path = "../../../toyc/editors/tree-sitter-toy/queries/highlights.scm";
    let query = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let query = fs::read_to_string(query).expect("the query is there");
    let query = Query::new(&language(), &query).expect("the query fits the grammar");
    let names = query.capture_names();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (path, text, tree) in programs() {
        // The captures of each byte; those of escapes are in those of texts.
        let mut found: Vec<Vec<&str>> = vec![Vec::new(); text.len()];
        let mut cursor = QueryCursor::new();
        let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
        while let Some((found_match, index)) = captures.next() {
            let capture = found_match.captures()[*index];
            for byte in capture.node.byte_range() {
                found[byte].push(names[capture.index as usize]);
            }
        }
        for (place, class) in classify(&text) {
            count += 1;
            let is_right = |found: &Vec<&str>| match found[..] {
                [only] => is_of(class, only),
                ["string", "string.escape"] => class == TokenClass::Text,
                _ => false,
            };
            if !found[place.clone()].iter().all(is_right) {
                let (path, word) = (path.display(), &text[place.clone()]);
                wrong.push(format!("{path}: {class:?} `{word}`: {:?}", found[place.start]));
            }
        }
    }
    assert!(count > 20_000, "{count}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
