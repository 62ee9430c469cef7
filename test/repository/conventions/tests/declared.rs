//! Implementations that an attribute generates are not written by hand.

use conventions::texts;
use std::fs;
use std::path::Path;

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
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

/// The lines of public functions that say that they panic, but do not point to their caller.
fn panicking_without_caller(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == "/// # Panics") {
        let is_before_item = |line: &&str| line.starts_with("///") || line.starts_with("#[");
        let before: Vec<&str> = lines[at..].iter().copied().take_while(is_before_item).collect();
        let item = lines.get(at + before.len()).copied().unwrap_or_default();
        if item.starts_with("pub fn") && !before.contains(&"#[track_caller]") {
            found.push(at + before.len() + 1);
        }
    }
    found
}

#[test]
fn what_panics_points_to_its_caller() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../mlir-lite");
    let mut files = Vec::new();
    texts(&root, &mut files);
    let rust = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in rust {
        let text = fs::read_to_string(file).expect("a text");
        count += text.matches("/// # Panics").count();
        let lines = panicking_without_caller(&text);
        wrong.extend(lines.into_iter().map(|line| format!("{}:{line}", file.display())));
    }
    assert!(count > 50, "{count} functions say that they panic");
    assert!(wrong.is_empty(), "these want `#[track_caller]`: {wrong:#?}");
    let without = "/// Does.\n///\n/// # Panics\n/// Always.\n#[must_use]\npub fn f() {}";
    assert_eq!(panicking_without_caller(without), [6]);
}
