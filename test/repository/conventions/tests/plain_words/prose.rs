//! Comments and messages name their subject first, in the terms of the field.
//!
//! Comments of all sources are read, and string literals of several words in product code, which
//! are messages. Code in backticks and in code blocks is left out.

use super::tracked;
use std::sync::LazyLock;

/// Sequences of words that readers have to translate, and what is written instead. `^` is the
/// beginning of a paragraph, `.` the end of a sentence, `|` separates alternatives, and `*` is any
/// four words of one clause, or fewer.
const PATTERNS: &[(&str, &str)] = &[
    ("^ what|whatever", "begin with the subject"),
    (". what|whatever", "begin with the subject"),
    ("^ whether it is", "name the subject"),
    ("what * stands|stand|stood|comes|come|came|goes|go|went", "name the subject"),
    ("what * says|say|said|leaves|leave", "name the subject"),
    ("is|are|was|were|be no", "is not"),
    ("what is|was|are|were|has|have known|said|meant|asked|left|wrong|made", "name the subject"),
    ("says|say|said so", "name the condition"),
    ("no one", "use the passive voice, or name the caller or the op"),
    ("nobody", "use the passive voice, or name the caller or the op"),
    ("whoever", "the caller, the user"),
    ("of now", "current"),
    ("so many", "at most `n`, the given number of"),
    ("a way", "an edge, an alternative"),
    ("stands|stand|stood", "is, is declared"),
    ("unite|unites|united", "merge, deduplicate"),
    ("take|takes|taken|took back", "undo, roll back"),
    ("gone", "erased, removed"),
    ("settle|settles|settled", "legalize"),
    ("truth|truths", "boolean"),
    ("behind", "after"),
    ("child body|bodies", "nested isolated op"),
    ("loose", "detached"),
    ("makers", "constructors"),
    ("judge|judges", "differential test"),
];

/// Plain English that contains one of the sequences.
const PLAIN: &[&str] = &[
    "there is|are|was|were no",
    "there * be no",
    "is|are|was|were|be no longer|more|less|better|fewer|greater|other",
    "so many * that",
    "a way to",
    "stands|stand for",
    "truth table|tables",
];

/// A paragraph of a comment, or a string literal.
#[derive(Debug, PartialEq)]
struct Text {
    line: usize,
    text: String,
    is_comment: bool,
}

impl Text {
    fn new(line: usize, text: String, is_comment: bool) -> Self {
        Self { line, text, is_comment }
    }
}

/// A line with a comment.
struct CommentLine<'s> {
    line: usize,
    /// `//`, `///` or `//!`.
    marker: &'s str,
    text: &'s str,
    /// Whether code precedes it on its line.
    follows_code: bool,
}

/// The paragraphs of comments and the string literals of a source.
fn texts(source: &str) -> Vec<Text> {
    let (mut texts, mut comments) = (Vec::new(), Vec::new());
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let length = if rest.starts_with("//") {
            let comment = rest.lines().next().unwrap_or_default();
            let marker = &comment[..if comment[2..].starts_with(['/', '!']) { 3 } else { 2 }];
            let before = source[..at].rsplit('\n').next().unwrap_or_default();
            comments.push(CommentLine {
                line,
                marker,
                text: comment[marker.len()..].trim(),
                follows_code: !before.trim().is_empty(),
            });
            comment.len()
        } else if let Some((quote, length)) = raw_literal(rest) {
            texts.push(Text::new(line, rest[quote..length].to_owned(), false));
            length
        } else if first == '"' {
            let length = literal_length(rest);
            let literal = rest[1..length].strip_suffix('"').unwrap_or_default();
            let lines = literal.split("\\\n").enumerate();
            let joined = lines.map(|(at, line)| if at == 0 { line } else { line.trim_start() });
            texts.push(Text::new(line, joined.collect(), false));
            length
        } else if first == '\'' {
            character_length(rest)
        } else {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            rest.find(|c| !is_name(c)).filter(|&length| length > 0).unwrap_or(first.len_utf8())
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    texts.extend(paragraphs(&comments));
    texts
}

/// The offset of the first quote and the length of a raw string literal at the beginning.
fn raw_literal(rest: &str) -> Option<(usize, usize)> {
    let hashes = rest.strip_prefix('r')?;
    let count = hashes.len() - hashes.trim_start_matches('#').len();
    let text = hashes[count..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(count));
    let length = text.find(&end)?;
    Some((count + 2, count + 2 + length + end.len()))
}

/// The length of a string literal at the beginning, with its quotes.
fn literal_length(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    rest.len()
}

/// The length of a character literal at the beginning, or of the quote of a lifetime.
fn character_length(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(1, |end| end + 4),
        Some(_) => chars.next().filter(|&(_, c)| c == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

/// Paragraphs end at empty lines, headings, items of lists and code blocks, which are left out.
fn paragraphs(lines: &[CommentLine<'_>]) -> Vec<Text> {
    let mut paragraphs: Vec<Text> = Vec::new();
    let (mut is_open, mut in_code) = (false, false);
    let mut previous = (0, "");
    for &CommentLine { line, marker, text, follows_code } in lines {
        if previous != (line - 1, marker) || follows_code {
            (is_open, in_code) = (false, false);
        }
        previous = (if follows_code { 0 } else { line }, marker);
        let is_fence = text.starts_with("```");
        in_code ^= is_fence;
        if is_fence || in_code || text.is_empty() {
            is_open = false;
            continue;
        }
        let item = text.trim_start_matches(['*', '-', '#', '|']);
        let is_item = item.len() < text.len() && item.starts_with(' ');
        let is_heading = is_item && text.starts_with('#');
        let text = if is_item { item.trim() } else { text };
        match paragraphs.last_mut().filter(|_| is_open && !is_item) {
            Some(paragraph) => paragraph.text.extend([" ", text]),
            None => paragraphs.push(Text::new(line, text.to_owned(), true)),
        }
        is_open = !is_heading;
    }
    paragraphs
}

/// The words in lower case; `^` at the beginning, `.` for each end of a sentence, `;` for each
/// of a clause, and a word of its own for code in backticks and for arguments of format strings.
fn words(text: &str) -> Vec<String> {
    let mut words = vec!["^".to_owned()];
    let mut word = String::new();
    let mut closing = None;
    for c in text.chars().chain([' ']) {
        if closing == Some(c) {
            closing = None;
            words.push("`".to_owned());
        }
        if closing.is_some() || c == '`' && words.last().is_some_and(|last| last == "`") {
            continue;
        }
        if c.is_alphanumeric() || c == '\'' {
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        match c {
            '`' => closing = Some('`'),
            '{' => closing = Some('}'),
            '.' | '?' | '!' => words.push(".".to_owned()),
            ':' | ';' => words.push(";".to_owned()),
            _ => {}
        }
    }
    words
}

/// A sequence of alternatives, and the advice; `*` is the only alternative of any words.
struct Pattern {
    words: Vec<Vec<&'static str>>,
    better: &'static str,
}

impl Pattern {
    fn new((text, better): (&'static str, &'static str)) -> Self {
        let words = text.split(' ').map(|word| word.split('|').collect()).collect();
        Self { words, better }
    }

    /// The number of words that match at the beginning of `words`.
    fn matched(&self, words: &[String]) -> Option<usize> {
        matched(&self.words, words)
    }
}

fn matched(pattern: &[Vec<&str>], words: &[String]) -> Option<usize> {
    let Some((first, pattern)) = pattern.split_first() else { return Some(0) };
    if first == &["*"] {
        let skipped = words.iter().take(4).take_while(|word| *word != "." && *word != ";").count();
        return (0..=skipped).find_map(|skip| Some(skip + matched(pattern, &words[skip..])?));
    }
    let word = words.first()?;
    first.contains(&word.as_str()).then_some(())?;
    Some(1 + matched(pattern, &words[1..])?)
}

static PARSED: LazyLock<[Vec<Pattern>; 2]> = LazyLock::new(|| {
    let plain = PLAIN.iter().map(|text| Pattern::new((text, ""))).collect();
    [plain, PATTERNS.iter().copied().map(Pattern::new).collect()]
});

/// The first pattern that a text contains, as the words that match, and the advice.
fn first_match(text: &str) -> Option<(String, &'static str)> {
    let [plain, patterns] = &*PARSED;
    let words = words(text);
    let mut at = 0;
    while at < words.len() {
        let rest = &words[at..];
        if let Some(length) = plain.iter().find_map(|plain| plain.matched(rest)) {
            at += length;
            continue;
        }
        let found = patterns
            .iter()
            .find_map(|pattern| Some((rest[..pattern.matched(rest)?].join(" "), pattern.better)));
        if found.is_some() {
            return found;
        }
        at += 1;
    }
    None
}

/// Whether string literals of a file are messages: those of product code.
fn has_messages(path: &str) -> bool {
    let is_product = ["mlir-lite/", "toy-ast/", "toy-dialect/", "toyc/"]
        .iter()
        .any(|folder| path.starts_with(folder));
    is_product && path.contains("/src/") && !path.ends_with("tests.rs") && !path.contains("/tests/")
}

#[test]
fn texts_are_found() {
    let source = "//! One\n//! two.\n//!\n//! * Three\n//! four.\nlet a = 'b'; // five\n// six\n\
                  let c: &'static str = \"seven \\\n  eight\\\"\"; let d = '\"';\n/// ```\n\
                  /// nine\n/// ```\nr#\"ten\"s\"#";
    let found: Vec<(usize, String)> =
        texts(source).into_iter().map(|text| (text.line, text.text)).collect();
    let expected = [
        (8, "seven eight\\\""),
        (13, "ten\"s\"#"),
        (1, "One two."),
        (4, "Three four."),
        (6, "five"),
        (7, "six"),
    ];
    assert_eq!(found, expected.map(|(line, text)| (line, text.to_owned())));
}

#[test]
fn patterns_match_words() {
    let is_found = |text| first_match(text).is_some();
    assert!(is_found("What a change has said."));
    assert!(is_found("Done. What is left."));
    assert!(is_found("Keeps what always stands there."));
    assert!(is_found("'csee' is no registered pass"));
    assert!(!is_found("There is no such pass; it is no longer used."));
    assert!(!is_found("`what` is a name, `is no` too"));
    assert!(!is_found("Returns what it finds."));
    assert!(!is_found("Standard error"));
}

#[test]
fn comments_and_messages_are_plain() {
    let Some(files) = tracked() else { return };
    let (mut comments, mut messages) = (Vec::new(), Vec::new());
    let sources = files.iter().filter(|(path, _)| path.ends_with(".rs"));
    for (path, source) in sources.filter(|(path, _)| !path.contains("tests/plain_words")) {
        let tests = source.find("#[cfg(test)]\nmod tests {").unwrap_or(source.len());
        let product_lines = source[..tests].matches('\n').count();
        for Text { line, text, is_comment } in texts(source) {
            let is_message = has_messages(path) && line <= product_lines && text.contains(' ');
            let Some((words, better)) =
                (is_comment || is_message).then(|| first_match(&text)).flatten()
            else {
                continue;
            };
            let found = format!("{path}:{line}: '{words}': {better}: {text}");
            if is_comment { &mut comments } else { &mut messages }.push(found);
        }
    }
    let total = format!("{} comments and {} messages to translate", comments.len(), messages.len());
    comments.append(&mut messages);
    assert!(comments.is_empty(), "{total}:\n{}", comments.join("\n"));
}
