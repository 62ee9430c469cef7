//! A regular expression that is tried at one place.
//!
//! A grammar tries thirty expressions at each token. Which characters a match can begin with is
//! computed in advance, and most expressions need not be tried.

use fancy_regex::{Assertion, Captures, Expr, LookAround, Regex};

/// An expression of a grammar.
pub(crate) struct Pattern {
    /// Matches only where the search begins.
    regex: Regex,
    first: First,
}

/// The characters that a match can begin with. Those beyond ASCII are always possible.
#[derive(Clone, Copy)]
struct First {
    /// A bit for each character of ASCII.
    ascii: u128,
    /// Whether a match may be empty.
    is_nullable: bool,
}

impl Pattern {
    pub(crate) fn new(pattern: &str) -> Result<Self, String> {
        let wrong = |error: fancy_regex::Error| format!("{pattern}: {error}");
        let first = first(&Expr::parse_tree(pattern).map_err(wrong)?.expr);
        Ok(Self { regex: Regex::new(&format!("\\G(?:{pattern})")).map_err(wrong)?, first })
    }

    /// The groups of the match that begins at a byte of the text.
    pub(crate) fn at<'t>(&self, text: &'t str, at: usize) -> Option<Captures<'t>> {
        let is_possible = match text.as_bytes().get(at) {
            Some(&byte) if byte.is_ascii() => self.first.ascii >> byte & 1 == 1,
            Some(_) => true,
            None => false,
        };
        if !is_possible && !self.first.is_nullable {
            return None;
        }
        self.regex.captures_from_pos(text, at).expect("the search ends")
    }
}

impl First {
    /// The empty match.
    const EMPTY: Self = Self { ascii: 0, is_nullable: true };
    /// Anything.
    const ANY: Self = Self { ascii: u128::MAX, is_nullable: true };

    fn or(self, other: Self) -> Self {
        let is_nullable = self.is_nullable || other.is_nullable;
        Self { ascii: self.ascii | other.ascii, is_nullable }
    }

    /// This, and then the other.
    fn then(self, other: Self) -> Self {
        match self.is_nullable {
            true => Self { is_nullable: other.is_nullable, ..self.or(other) },
            false => self,
        }
    }
}

fn first(expression: &Expr) -> First {
    match expression {
        Expr::Literal { val, casei: false } => match val.chars().next() {
            Some(c) => characters(|other| other == c),
            None => First::EMPTY,
        },
        Expr::Delegate { inner, .. } => match Regex::new(&format!("^{inner}$")) {
            Ok(class) => characters(|c| class.is_match(c.encode_utf8(&mut [0; 4])).unwrap_or(true)),
            Err(_) => First::ANY,
        },
        Expr::Any { .. } => characters(|_| true),
        Expr::Empty | Expr::Assertion(Assertion::StartText | Assertion::WordBoundary) => {
            First::EMPTY
        }
        // The beginning of the text that follows is not known; the match is longer than this.
        Expr::LookAround(inner, LookAround::LookAhead) => first(inner),
        Expr::LookAround(..) => First::EMPTY,
        Expr::Concat(parts) => parts.iter().map(first).fold(First::EMPTY, First::then),
        Expr::Alt(parts) => parts.iter().map(first).reduce(First::or).unwrap_or(First::ANY),
        Expr::Group(inner) => first(inner),
        Expr::Repeat { child, lo, .. } => {
            let child = first(child);
            First { is_nullable: child.is_nullable || *lo == 0, ..child }
        }
        _ => First::ANY,
    }
}

fn characters(is_one: impl Fn(char) -> bool) -> First {
    let all = (0..128_u8).filter(|code| is_one(char::from(*code)));
    First { ascii: all.map(|code| 1 << code).sum(), is_nullable: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_excludes_no_match() {
        let patterns = [
            "a|b+c",
            "(?:x?y)*z",
            "(?=q)q",
            "(?<=a)\\s*b",
            "\\bif\\b",
            "[^a-f]",
            "^\\s*(%[a-z]+)",
            "=(?!=)",
            "0x[0-9]+|[0-9]+(?:\\.[0-9]*)?",
            "(?=[;}])",
        ];
        for pattern in patterns {
            let (filtered, plain) =
                (Pattern::new(pattern).expect("valid"), Regex::new(pattern).expect("valid"));
            for text in
                ["abcz", "yxyz", "q;", "a b", "if x", "  %ab", "=={", "0x12 1.5", "}", "\u{e9}"]
            {
                for (at, _) in text.char_indices() {
                    let expected = plain.find_from_pos(text, at).expect("it ends");
                    let expected =
                        expected.filter(|found| found.start() == at).map(|found| found.end());
                    let found =
                        filtered.at(text, at).map(|found| found.get(0).expect("the match").end());
                    assert_eq!(found, expected, "{pattern} in {text} at {at}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_begin_a_match_is_excluded() {
        let first = Pattern::new("\\b(?:var|for)\\s").expect("valid").first;
        let possible: String =
            (0..128_u8).map(char::from).filter(|c| first.ascii >> (*c as u8) & 1 == 1).collect();
        assert_eq!((&possible[..], first.is_nullable), ("fv", false));
    }
}
