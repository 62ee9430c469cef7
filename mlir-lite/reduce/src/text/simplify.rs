//! Replaces tokens and types by simpler ones.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::search::Edit;

use super::tokens::tokens;

/// Makes single tokens simpler: numbers become 0 or 1, strings empty.
pub(super) struct Tokens;

/// The simpler forms of all tokens: the range of bytes, and its replacement. A form is shorter than
/// its token, or as long and lexicographically smaller.
fn simpler(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let mut all = Vec::new();
    for token in tokens(text) {
        let forms: &[&'static str] = match token.text.as_bytes() {
            [b'0'..=b'9', ..] => &["0", "1", "2"],
            [b'"', ..] => &["\"\""],
            _ => &[],
        };
        let is_simpler = |form: &str| (form.len(), form) < (token.text.len(), token.text);
        let forms = forms.iter().filter(|form| is_simpler(form));
        all.extend(forms.map(|&form| (token.start..token.end(), form)));
    }
    all
}

impl Edit for Tokens {
    fn units(&self, text: &str) -> usize {
        simpler(text).len()
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let (range, form) = simpler(text).into_iter().nth(units.start)?;
        Some([&text[..range.start], form, &text[range.end..]].concat())
    }

    fn largest(&self) -> usize {
        1
    }
}

/// Replaces a type by a simpler one wherever it occurs.
pub(super) struct Types;

/// Scalar types, the simpler ones first.
const SCALARS: [&str; 9] = ["i1", "i32", "f32", "f64", "i64", "i8", "i16", "f16", "index"];

/// Types in the text, each with a replacement: for a shaped type, its element type or a shape of
/// ones; for a scalar type, a simpler one that the text already contains, so that there are fewer
/// types.
fn replacements(text: &str) -> Vec<(String, String)> {
    let mut shaped = BTreeSet::new();
    let mut scalars = BTreeSet::new();
    let tokens = tokens(text);
    for (at, token) in tokens.iter().enumerate() {
        if let Some(scalar) = SCALARS.iter().position(|&scalar| scalar == token.text) {
            scalars.insert(scalar);
        }
        let is_shaped = ["tensor", "vector", "memref", "complex", "tuple"].contains(&token.text);
        if !is_shaped || tokens.get(at + 1).is_none_or(|next| next.text != "<") {
            continue;
        }
        let mut depth = 0;
        for end in &tokens[at + 1..] {
            depth += match end.text {
                "<" => 1,
                ">" => -1,
                _ => 0,
            };
            if depth == 0 {
                shaped.insert(&text[token.start..end.end()]);
                break;
            }
        }
    }
    let mut all = Vec::new();
    for ty in shaped {
        let Some((head, rest)) = ty.split_once('<') else { continue };
        let inner = &rest[..rest.len() - 1];
        let element = inner.rsplit('x').next().unwrap_or(inner);
        if element != inner || head == "complex" {
            all.push((ty.to_owned(), element.split(',').next().unwrap_or(element).to_owned()));
        }
        let ones: Vec<&str> = inner
            .split('x')
            .map(|part| {
                if part.len() > 1 && part.bytes().all(|b| b.is_ascii_digit()) { "1" } else { part }
            })
            .collect();
        all.push((ty.to_owned(), format!("{head}<{}>", ones.join("x"))));
    }
    let simplest = scalars.first().copied();
    for &scalar in scalars.iter().skip(1) {
        all.extend(
            simplest.map(|simplest| (SCALARS[scalar].to_owned(), SCALARS[simplest].to_owned())),
        );
    }
    all.retain(|(from, to)| from != to);
    all
}

impl Edit for Types {
    fn units(&self, text: &str) -> usize {
        replacements(text).len()
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let (from, to) = replacements(text).into_iter().nth(units.start)?;
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let mut result = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(&from) {
            let (head, tail) = (&rest[..at], &rest[at + from.len()..]);
            // `i1` does not match in `%i1` or `i16`; the `x` of a shape does not match in a word
            // either.
            let before = head.chars().next_back().filter(|&c| c != 'x' || from.contains('<'));
            let is_whole = !is_word(before) && !is_word(tail.chars().next());
            result += head;
            result += if is_whole { &to } else { &from };
            rest = tail;
        }
        result += rest;
        (result != text).then_some(result)
    }

    fn largest(&self) -> usize {
        1
    }
}
