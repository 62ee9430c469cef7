//! The tokens of MLIR's text, as its language reference defines them. It shares nothing with the
//! lexer of the library and with the grammars.

use std::ops::Range;

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// From `//` to the end of the line.
    Comment,
    /// `"text"`
    String,
    /// `%name`, also with the number of a result, `%name#1`.
    Value,
    /// `^name`
    Block,
    /// `@name`
    Symbol,
    /// `#name`: an alias, or an attribute of a dialect.
    Attribute,
    /// `!name`: an alias, or a type of a dialect.
    DialectType,
    /// A number, without a sign.
    Number,
    /// `name`, `dialect.name`
    Word,
    /// The `x` between the sizes of a shape.
    Times,
    /// An operator, a separator or a bracket.
    Punctuation,
    /// A character that begins no token, or a string without an end.
    Unknown,
}

/// The tokens and comments of a text, with their byte ranges.
pub fn tokens(text: &str) -> Vec<(Range<usize>, Class)> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new() };
    loop {
        lexer.skip(|c| matches!(c, ' ' | '\t' | '\r' | '\n'));
        if lexer.at == text.len() {
            return lexer.tokens;
        }
        if lexer.is_shape() {
            lexer.shape();
            continue;
        }
        let start = lexer.at;
        let class = lexer.token();
        lexer.tokens.push((start..lexer.at, class));
    }
}

/// Whether a character may be in a name after `%`, `^`, `#` or `!`.
fn is_suffix(c: char) -> bool {
    is_word(c) || c == '-'
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<(Range<usize>, Class)>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !is_skipped(c)).unwrap_or(rest.len());
    }

    fn token(&mut self) -> Class {
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or_default();
        let second = rest[first.len_utf8()..].chars().next().unwrap_or_default();
        let named = |class| if is_suffix(second) { class } else { Class::Unknown };
        match first {
            '/' if second == '/' => {
                self.at += rest.find('\n').unwrap_or(rest.len());
                Class::Comment
            }
            '"' => self.string(),
            '%' => {
                let class = self.name(named(Class::Value));
                let rest = self.rest();
                let digits = rest.strip_prefix('#').map_or(0, |rest| {
                    rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
                });
                self.at += if digits > 0 { digits + 1 } else { 0 };
                class
            }
            '^' => self.name(named(Class::Block)),
            '!' => self.name(named(Class::DialectType)),
            '#' if second != '-' => self.name(named(Class::Attribute)),
            '@' if second == '"' => {
                self.at += 1;
                if self.string() == Class::String { Class::Symbol } else { Class::Unknown }
            }
            '@' if second.is_ascii_alphabetic() || second == '_' || rest.starts_with("@.super") => {
                self.at += 1;
                self.skip(is_word);
                Class::Symbol
            }
            _ if first.is_ascii_digit() => self.number(),
            _ if first.is_ascii_alphabetic() || first == '_' => {
                self.skip(is_word);
                Class::Word
            }
            _ => self.punctuation(),
        }
    }

    /// A name after a sign.
    fn name(&mut self, class: Class) -> Class {
        self.at += 1;
        if class != Class::Unknown {
            self.skip(is_suffix);
        }
        class
    }

    /// A string, which ends on its line.
    fn string(&mut self) -> Class {
        let start = self.at;
        let mut characters = self.text[start + 1..].char_indices();
        while let Some((offset, c)) = characters.next() {
            self.at = start + 1 + offset;
            match c {
                '"' => {
                    self.at += 1;
                    return Class::String;
                }
                '\n' => return Class::Unknown,
                '\\' if characters.as_str().starts_with('\n') => {}
                '\\' => _ = characters.next(),
                _ => {}
            }
        }
        self.at = self.text.len();
        Class::Unknown
    }

    fn number(&mut self) -> Class {
        let is_hex = self
            .rest()
            .strip_prefix("0x")
            .is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_hexdigit()));
        if is_hex {
            self.at += 2;
            self.skip(|c| c.is_ascii_hexdigit());
            return Class::Number;
        }
        self.skip(|c| c.is_ascii_digit());
        if self.rest().starts_with('.') {
            self.at += 1;
            self.skip(|c| c.is_ascii_digit());
            let exponent = self.rest().strip_prefix(['e', 'E']);
            let digits = exponent.map(|rest| rest.strip_prefix(['+', '-']).unwrap_or(rest));
            if let Some(digits) =
                digits.filter(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
            {
                self.at = self.text.len() - digits.len();
                self.skip(|c| c.is_ascii_digit());
            }
        }
        Class::Number
    }

    fn punctuation(&mut self) -> Class {
        const SIGNS: [&str; 26] = [
            "{-#", "#-}", "...", "->", "::", "==", ">=", "<=", "(", ")", "{", "}", "[", "]", "<",
            ">", ",", ":", "=", "+", "-", "*", "?", "/", "|", "\u{0}",
        ];
        let rest = self.rest();
        if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            self.at += sign.len();
            return Class::Punctuation;
        }
        self.at += rest.chars().next().map_or(0, char::len_utf8);
        Class::Unknown
    }

    /// Whether the sizes of a shape may be here: after `tensor<` and the like.
    fn is_shape(&self) -> bool {
        let [.., (name, class), (angle, _)] = &self.tokens[..] else { return false };
        let name = &self.text[name.clone()];
        let has_shape = match class {
            Class::Word => matches!(name, "tensor" | "memref" | "vector" | "array" | "vec"),
            Class::DialectType => true,
            _ => false,
        };
        has_shape && &self.text[angle.clone()] == "<"
    }

    /// The sizes of a shape, each with an `x`, and the token after them.
    fn shape(&mut self) {
        while self.size() {
            self.skip(|c| c == ' ');
        }
        let start = self.at;
        let class = self.token();
        self.tokens.push((start..self.at, class));
    }

    /// `2x`, `?x`, `*x` or `[2]x`, perhaps with spaces.
    fn size(&mut self) -> bool {
        let start = self.at;
        let mut parts = Vec::new();
        let mut end = start;
        let mut take = |length: usize, class| {
            parts.push((end..end + length, class));
            end += length;
        };
        let rest = self.rest();
        let inner = rest.strip_prefix('[').unwrap_or(rest);
        let has_bracket = inner.len() < rest.len();
        let digits = inner.find(|c: char| !c.is_ascii_digit()).unwrap_or(inner.len());
        if has_bracket {
            take(1, Class::Punctuation);
        }
        match inner.chars().next() {
            _ if digits > 0 => take(digits, Class::Number),
            Some('?' | '*') if !has_bracket => take(1, Class::Punctuation),
            _ => return false,
        }
        let mut after = &inner[digits.max(1)..];
        if has_bracket {
            let Some(rest) = after.strip_prefix(']') else { return false };
            take(1, Class::Punctuation);
            after = rest;
        }
        let spaces = after.len() - after.trim_start_matches(' ').len();
        let Some(_) = after[spaces..].strip_prefix('x') else { return false };
        let times = end + spaces;
        parts.push((times..times + 1, Class::Times));
        self.tokens.extend(parts);
        self.at = times + 1;
        true
    }
}

/// Whether a word is a type of the dialect builtin, or begins one.
pub fn is_builtin_type(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let integer =
        ["i", "si", "ui"].iter().any(|prefix| word.strip_prefix(prefix).is_some_and(is_number));
    let small = word.starts_with("f8E") || word.starts_with("f6E") || word.starts_with("f4E");
    let names = [
        "f16", "f32", "f64", "f80", "f128", "bf16", "tf32", "index", "none", "complex", "memref",
        "tensor", "tuple", "vector",
    ];
    integer || small || names.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::Class::*;
    use super::*;

    fn found(text: &str) -> Vec<(&str, Class)> {
        tokens(text).into_iter().map(|(place, class)| (&text[place], class)).collect()
    }

    #[test]
    fn every_class() {
        let text = "%0:2 = \"a.b\"(%x#1)[^bb0] {k = @f} : !t.x -> #a // end\n0x1F 1.5e-3 $ \"open";
        let expected = [
            ("%0", Value),
            (":", Punctuation),
            ("2", Number),
            ("=", Punctuation),
            ("\"a.b\"", String),
            ("(", Punctuation),
            ("%x#1", Value),
            (")", Punctuation),
            ("[", Punctuation),
            ("^bb0", Block),
            ("]", Punctuation),
            ("{", Punctuation),
            ("k", Word),
            ("=", Punctuation),
            ("@f", Symbol),
            ("}", Punctuation),
            (":", Punctuation),
            ("!t.x", DialectType),
            ("->", Punctuation),
            ("#a", Attribute),
            ("// end", Comment),
            ("0x1F", Number),
            ("1.5e-3", Number),
            ("$", Unknown),
            ("\"open", Unknown),
        ];
        assert_eq!(found(text), expected);
    }

    #[test]
    fn sizes_of_shapes_are_numbers() {
        let expected = [
            ("vector", Word),
            ("<", Punctuation),
            ("2", Number),
            ("x", Times),
            ("[", Punctuation),
            ("4", Number),
            ("]", Punctuation),
            ("x", Times),
            ("f32", Word),
            (">", Punctuation),
        ];
        assert_eq!(found("vector<2x[4]xf32>"), expected);
        assert_eq!(found("tensor<0xf32>")[2..5], [("0", Number), ("x", Times), ("f32", Word)]);
        assert_eq!(found("dense<0xf32>")[2], ("0xf32", Number));
    }
}
