//! Edits of tokens in any language: words, numbers, strings and single characters.

use std::ops::Range;

use crate::search::Edit;

/// A token, with where it starts and where the one before it ended.
#[derive(Clone, Copy)]
pub(crate) struct Token<'t> {
    pub(super) before: usize,
    pub(super) start: usize,
    pub(super) text: &'t str,
}

impl Token<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The tokens of a text. Comments from `//` or `#` and a blank to the end of the line are part of
/// the white space.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let (mut at, mut before) = (0, 0);
    while at < bytes.len() {
        let rest = &text[at..];
        let byte = bytes[at];
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if rest.starts_with("//") || rest.starts_with("# ") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        let word = |rest: &str| rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let len = match byte {
            b'"' => string(rest),
            b'%' | b'@' | b'^' | b'!' | b'#' if word(&rest[1..]) > 0 => 1 + word(&rest[1..]),
            _ if rest.starts_with("->") => 2,
            _ if word(rest) > 0 => word(rest),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        tokens.push(Token { before, start: at, text: &rest[..len] });
        at += len;
        before = at;
    }
    tokens
}

/// The length of the string literal that a text begins with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\n' => return at,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// A text without a range of tokens. A line break before them stays, unless they end their line.
fn without(text: &str, first: &Token<'_>, last: &Token<'_>) -> Option<String> {
    let tail = &text[last.end()..];
    let blanks = tail.len() - tail.trim_start_matches([' ', '\t']).len();
    let ends_line = tail[blanks..].is_empty() || tail[blanks..].starts_with('\n');
    let breaks = first.before == 0 || text[first.before..first.start].contains('\n');
    match breaks && !ends_line {
        true => cut(text, first.start..last.end() + blanks),
        false => cut(text, first.before..last.end()),
    }
}

/// The number of tokens of a text.
pub(super) fn count(text: &str) -> usize {
    tokens(text).len()
}

/// A text without a range of bytes. Words that become adjacent are kept apart.
fn cut(text: &str, range: Range<usize>) -> Option<String> {
    let (head, tail) = (&text[..range.start], &text[range.end..]);
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let space = is_word(head.chars().next_back()) && is_word(tail.chars().next());
    let result = [head, if space { " " } else { "" }, tail].concat();
    (result.len() < text.len()).then_some(result)
}

/// The brackets of a text: the numbers of the opening and closing tokens, ordered by the opening
/// ones.
fn groups(tokens: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut groups = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let opening = match token.text {
            "(" | "[" | "{" | "<" => {
                open.push((at, token.text));
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            ">" => "<",
            _ => continue,
        };
        // A `<` or `>` without a partner is an operator.
        let Some(partner) = open.iter().rposition(|&(_, text)| text == opening) else { continue };
        if opening == "<" && partner + 1 != open.len() {
            continue;
        }
        groups.push((open[partner].0, at));
        open.truncate(partner);
    }
    groups.sort_unstable();
    groups
}

/// Removes runs of tokens.
pub(super) struct Tokens;

impl Edit for Tokens {
    fn units(&self, text: &str) -> usize {
        count(text)
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let tokens = tokens(text);
        without(text, tokens.get(units.start)?, tokens.get(units.end - 1)?)
    }

    fn largest(&self) -> usize {
        8
    }
}

/// Removes brackets with their contents.
pub(super) struct Groups;

impl Edit for Groups {
    fn units(&self, text: &str) -> usize {
        groups(&tokens(text)).len()
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let tokens = tokens(text);
        let &(open, close) = groups(&tokens).get(units.start)?;
        without(text, &tokens[open], &tokens[close])
    }

    fn largest(&self) -> usize {
        1
    }
}

/// Removes the contents of brackets.
pub(super) struct Contents;

impl Edit for Contents {
    fn units(&self, text: &str) -> usize {
        Groups.units(text)
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let tokens = tokens(text);
        let &(open, close) = groups(&tokens).get(units.start)?;
        cut(text, tokens[open].end()..tokens[close].start)
    }

    fn largest(&self) -> usize {
        1
    }
}

/// Removes items of lists with the `,` or `;` after or before them.
pub(super) struct Items;

/// The items: the first token, and one after the last.
fn items(tokens: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut items = Vec::new();
    let is_end = |text: &str| matches!(text, "," | ";");
    for (open, close) in groups(tokens) {
        let inner = open + 1;
        let mut start = inner;
        let mut depth = 0;
        for (at, token) in tokens.iter().enumerate().take(close).skip(inner) {
            match token.text {
                "(" | "[" | "{" | "<" => depth += 1,
                ")" | "]" | "}" | ">" => depth -= 1,
                text if is_end(text) && depth == 0 => {
                    items.push((start, at + 1));
                    start = at + 1;
                }
                _ => {}
            }
        }
        // The last item is removed with the comma before it.
        if start < close && start > inner {
            items.push((start - 1, close));
        }
    }
    items
}

impl Edit for Items {
    fn units(&self, text: &str) -> usize {
        items(&tokens(text)).len()
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let tokens = tokens(text);
        let &(start, end) = items(&tokens).get(units.start)?;
        without(text, &tokens[start], &tokens[end - 1])
    }

    fn largest(&self) -> usize {
        1
    }
}
