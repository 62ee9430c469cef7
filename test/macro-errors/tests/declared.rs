//! What an attribute declares is written by hand nowhere.

use std::fs;
use std::path::{Path, PathBuf};

/// All files of Rust and Markdown below a folder, sorted.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_dir() && !path.is_symlink() {
            if name != "target" && !name.starts_with('.') {
                texts(&path, found);
            }
        } else if ["rs", "md"].contains(&ending) {
            found.push(path);
        }
    }
}

/// Whether a text implements a trait of this name, however the line is broken, also in comments:
/// these show how it is done.
fn implements(text: &str, name: &str) -> bool {
    let comment = ["///", "//!", "//"];
    let plain = |word: &&str| !comment.contains(word);
    let words: Vec<&str> = text.split_whitespace().filter(plain).collect();
    words.windows(2).enumerate().any(|(at, pair)| {
        let is_of_trait = pair[0].rsplit("::").next() == Some(name) && pair[1] == "for";
        // `impl<T: Bound> path::Name for`: no more than parameters are between.
        let before =
            words[..at].iter().rev().take(12).take_while(|word| !word.ends_with([';', '{', '}']));
        is_of_trait && before.into_iter().any(|word| word.split('<').next() == Some("impl"))
    })
}

#[test]
fn each_pass_comes_from_its_declaration() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    texts(&root, &mut files);
    assert!(files.len() > 500, "{} files", files.len());
    let by_hand = files.iter().filter(|file| {
        let text = fs::read_to_string(file).expect("a text");
        implements(&text, "Pass")
    });
    let by_hand: Vec<String> = by_hand
        .map(|file| file.strip_prefix(&root).expect("a file of ours").display().to_string())
        .collect();
    assert_eq!(
        by_hand,
        ["mlir-lite/macros/src/pass.rs"],
        "a pass is declared by `#[pass(..)]` on its struct, which implements `Pass`: see \
            docs/writing-a-pass.md"
    );
}

#[test]
fn implementations_are_seen_in_any_layout() {
    let text = |before: &str, after: &str| format!("fn f() {{}}\n{before} {after}");
    for (before, after) in [
        ("impl Pass", "for Mine {}"),
        ("impl mlir_lite::pass::Pass\n   ", "for Mine {}"),
        ("impl<'a, T: Send + Sync> Pass", "for Mine<'a, T> {}"),
        ("/// impl\n/// Pass", "for Mine {}"),
    ] {
        assert!(implements(&text(before, after), "Pass"), "{before} {after}");
    }
    for (before, after) in
        [("impl RunPass", "for Mine {}"), ("a pass: impl Trait; Pass", "for two")]
    {
        assert!(!implements(&text(before, after), "Pass"), "{before} {after}");
    }
}
