//! Tokens of MLIR's text.
//!
//! A token is a kind and a range; its text is read from the source when needed. The lexer never
//! fails: it produces an `Error` token, and the parser reports what it expected.

/// Kinds of tokens.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TokenKind {
    /// End of the source.
    Eof,
    /// A byte that begins no token, or an unterminated string.
    Error,
    /// `name`, `dialect.name`
    BareId,
    /// `%name`, `%3`
    ValueId,
    /// `^name`
    BlockId,
    /// `@name`, `@"any text"`
    SymbolId,
    /// `@.super`
    SuperId,
    /// `#name` or `#dialect.name`
    HashId,
    /// `!name` or `!dialect.name`
    BangId,
    /// `42`, `0x2A`
    Integer,
    /// `1.5`, `2.0e-3`
    Float,
    /// `"text"`
    String,
    /// Punctuation: `->`, `::`, `(` and the like.
    Punct,
}

/// A token.
#[derive(Copy, Clone, Debug)]
pub(super) struct Token {
    /// The kind of token.
    pub(super) kind: TokenKind,
    /// Offset of its first byte.
    pub(super) start: usize,
    /// Offset after its last byte.
    pub(super) end: usize,
}

/// Reads tokens from a source.
pub(super) struct Lexer<'s> {
    text: &'s str,
    position: usize,
}

// Classes of bytes in a table, for speed.
const ID_START: u8 = 2;
const ID_CHAR: u8 = 4;
const SUFFIX_CHAR: u8 = 8;
const DIGIT: u8 = 16;
const PUNCT: u8 = 32;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut index = 0;
    while index < classes.len() {
        let byte = index as u8;
        let mut class = match byte {
            b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b',' | b':' | b'=' | b'+'
            | b'-' | b'*' | b'?' | b'/' | b'|' => PUNCT,
            _ => 0,
        };
        if byte.is_ascii_alphabetic() || byte == b'_' {
            class |= ID_START;
        }
        if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.') {
            class |= ID_CHAR | SUFFIX_CHAR;
        }
        if byte == b'-' {
            class |= SUFFIX_CHAR;
        }
        if byte.is_ascii_digit() {
            class |= DIGIT;
        }
        classes[index] = class;
        index += 1;
    }
    classes
};

#[inline(always)]
fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

/// Whether the text is a `BareId` token.
pub(super) fn is_bare_id(text: &str) -> bool {
    match text.as_bytes() {
        [first, rest @ ..] => is(*first, ID_START) && rest.iter().all(|&byte| is(byte, ID_CHAR)),
        [] => false,
    }
}

impl<'s> Lexer<'s> {
    /// Reads from the start.
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, position: 0 }
    }

    /// The source.
    pub(super) fn text(&self) -> &'s str {
        self.text
    }

    /// Continues from `position`.
    pub(super) fn reset(&mut self, position: usize) {
        self.position = position;
    }

    #[inline(always)]
    fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(self.position + offset).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn skip_class(&mut self, class: u8) {
        let rest = &self.text.as_bytes()[self.position..];
        self.position += rest.iter().position(|&byte| !is(byte, class)).unwrap_or(rest.len());
    }

    /// The next token.
    pub(super) fn next_token(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        let mut at = self.position;
        let (first, start) = loop {
            match bytes.get(at) {
                Some(b' ' | b'\n' | b'\t' | b'\r') => at += 1,
                Some(b'/') if bytes.get(at + 1) == Some(&b'/') => {
                    let rest = &bytes[at..];
                    at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                first => break (first.copied(), at),
            }
        };
        // Handles names, short punctuation and integers, the most common tokens; `scan` handles the
        // rest.
        let end_of = |mut at: usize, class: u8| {
            while bytes.get(at).is_some_and(|&byte| is(byte, class)) {
                at += 1;
            }
            at
        };
        let plain = match first {
            Some(sigil @ (b'%' | b'^'))
                if bytes.get(at + 1).is_some_and(|&byte| is(byte, SUFFIX_CHAR)) =>
            {
                let kind = if sigil == b'%' { TokenKind::ValueId } else { TokenKind::BlockId };
                // A name that begins with a digit is a number.
                let class = if is(bytes[at + 1], DIGIT) { DIGIT } else { SUFFIX_CHAR };
                Some((kind, end_of(at + 2, class)))
            }
            // As in MLIR; the grammar of 2020 also has `@1` and `@a-b`, which no tool prints.
            Some(b'@') if bytes.get(at + 1).is_some_and(|&byte| is(byte, ID_START)) => {
                Some((TokenKind::SymbolId, end_of(at + 2, ID_CHAR)))
            }
            Some(b'(' | b')' | b'}' | b'[' | b']' | b',' | b'+' | b'*' | b'?' | b'/' | b'|') => {
                Some((TokenKind::Punct, at + 1))
            }
            Some(byte) if is(byte, ID_START) => Some((TokenKind::BareId, end_of(at + 1, ID_CHAR))),
            Some(b':' | b'=' | b'<' | b'>' | b'{')
                if !matches!(bytes.get(at + 1), Some(b':' | b'=' | b'-')) =>
            {
                Some((TokenKind::Punct, at + 1))
            }
            Some(b'-') if bytes.get(at + 1) == Some(&b'>') => Some((TokenKind::Punct, at + 2)),
            Some(b'0'..=b'9') => {
                let end = end_of(at + 1, DIGIT);
                let is_integer = !matches!(bytes.get(end), Some(b'.' | b'x'));
                is_integer.then_some((TokenKind::Integer, end))
            }
            _ => None,
        };
        let (kind, end) = plain.unwrap_or_else(|| {
            self.position = at;
            (self.scan(), self.position)
        });
        self.position = end;
        Token { kind, start, end }
    }

    /// Reads the rest of `@.super`, after the `@`.
    #[cold]
    fn super_part(&mut self) -> TokenKind {
        const REST: &str = ".super";
        let rest = &self.text.as_bytes()[self.position..];
        if !rest.starts_with(REST.as_bytes()) || is(self.byte(REST.len()), ID_CHAR) {
            return TokenKind::Error;
        }
        self.position += REST.len();
        TokenKind::SuperId
    }

    /// Reads the tokens that [`Self::next_token`] does not handle itself.
    fn scan(&mut self) -> TokenKind {
        let Some(&first) = self.text.as_bytes().get(self.position) else { return TokenKind::Eof };
        match first {
            b'%' => self.sigil(TokenKind::ValueId),
            b'^' => self.sigil(TokenKind::BlockId),
            b'#' if self.byte(1) != b'-' => self.sigil(TokenKind::HashId),
            b'!' => self.sigil(TokenKind::BangId),
            b'@' => {
                self.position += 1;
                if self.byte(0) == b'"' {
                    return if self.string() { TokenKind::SymbolId } else { TokenKind::Error };
                }
                self.super_part()
            }
            b'"' => {
                if self.string() {
                    TokenKind::String
                } else {
                    TokenKind::Error
                }
            }
            b'0'..=b'9' => self.number(),
            // Some of these can be longer tokens: `->`, `::`, `>=`, `{-#`.
            _ => self.punct(first),
        }
    }

    fn sigil(&mut self, kind: TokenKind) -> TokenKind {
        self.position += 1;
        if !is(self.byte(0), SUFFIX_CHAR) {
            return TokenKind::Error;
        }
        self.skip_class(if is(self.byte(0), DIGIT) { DIGIT } else { SUFFIX_CHAR });
        kind
    }

    /// Skips a string. False if it does not end on its line.
    fn string(&mut self) -> bool {
        self.position += 1;
        // Most strings are short names, for which a search takes longer than a look at each byte.
        const SHORT: usize = 32;
        let rest = &self.text.as_bytes()[self.position..];
        let name = rest.iter().take(SHORT).take_while(|&&byte| is(byte, ID_CHAR)).count();
        if rest.get(name) == Some(&b'"') {
            self.position += name + 1;
            return true;
        }
        loop {
            // Most others have no escapes.
            let rest = &self.text.as_bytes()[self.position..];
            let plain = memchr::memchr3(b'"', b'\\', b'\n', rest).unwrap_or(rest.len());
            let plain = memchr::memchr2(b'\r', 0, &rest[..plain]).unwrap_or(plain);
            self.position += plain;
            match self.byte(0) {
                b'"' => {
                    self.position += 1;
                    return true;
                }
                b'\\' if self.position + 1 < self.text.len() => {
                    self.position += 1;
                    // Any character except a line break can be escaped.
                    let escaped =
                        self.text[self.position..].chars().next().map_or(0, char::len_utf8);
                    self.position += escaped;
                }
                b'\n' | b'\r' => return false,
                0 if self.position == self.text.len() => return false,
                _ => self.position += 1,
            }
        }
    }

    fn number(&mut self) -> TokenKind {
        if self.byte(0) == b'0' && self.byte(1) == b'x' && self.byte(2).is_ascii_hexdigit() {
            self.position += 2;
            let rest = &self.text.as_bytes()[self.position..];
            self.position +=
                rest.iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(rest.len());
            return TokenKind::Integer;
        }
        self.skip_class(DIGIT);
        if self.byte(0) != b'.' {
            return TokenKind::Integer;
        }
        self.position += 1;
        self.skip_class(DIGIT);
        if matches!(self.byte(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
            if self.byte(1 + sign).is_ascii_digit() {
                self.position += 1 + sign;
                self.skip_class(DIGIT);
            }
        }
        TokenKind::Float
    }

    fn punct(&mut self, first: u8) -> TokenKind {
        let long = match (first, self.byte(1)) {
            (b'-', b'>') | (b':', b':') | (b'=' | b'>' | b'<', b'=') => 2,
            (b'{', b'-') if self.byte(2) == b'#' => 3,
            (b'#', b'-') if self.byte(2) == b'}' => 3,
            (b'.', b'.') if self.byte(2) == b'.' => 3,
            _ => 0,
        };
        if long > 0 {
            self.position += long;
            return TokenKind::Punct;
        }
        self.position += self.text[self.position..].chars().next().map_or(1, char::len_utf8);
        if is(first, PUNCT) { TokenKind::Punct } else { TokenKind::Error }
    }
}

/// The bytes of a string token, or the offset of an invalid escape.
pub(super) fn unescape(token: &str) -> Result<Vec<u8>, usize> {
    let inner = token.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(token);
    let bytes = inner.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] != b'\\' {
            out.push(bytes[i]);
            i += 1;
            continue;
        }
        let hex = |offset: usize| bytes.get(i + offset).and_then(|&b| (b as char).to_digit(16));
        match bytes.get(i + 1) {
            Some(b'"') => out.push(b'"'),
            Some(b'\\') => out.push(b'\\'),
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            _ => match (hex(1), hex(2)) {
                (Some(high), Some(low)) => {
                    out.push((high * 16 + low) as u8);
                    i += 1;
                }
                _ => return Err(i + 1),
            },
        }
        i += 2;
    }
    Ok(out)
}

/// Appends bytes as a string token.
pub(super) fn escape(bytes: &[u8], out: &mut String) {
    use std::fmt::Write;
    out.push('"');
    let is_plain = |&byte: &u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if let Ok(text) = std::str::from_utf8(bytes)
        && bytes.iter().all(is_plain)
    {
        out.push_str(text);
        out.push('"');
        return;
    }
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            b' '..=b'~' => out.push(byte as char),
            _ => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next_token();
            if token.kind == TokenKind::Eof {
                return tokens;
            }
            tokens.push((token.kind, &text[token.start..token.end]));
        }
    }

    #[test]
    fn sigils_numbers_and_punctuation() {
        use TokenKind::*;
        assert_eq!(
            kinds("%0 = \"a.b\"(%x#1) : () -> i32 // end"),
            [
                (ValueId, "%0"),
                (Punct, "="),
                (String, "\"a.b\""),
                (Punct, "("),
                (ValueId, "%x"),
                (HashId, "#1"),
                (Punct, ")"),
                (Punct, ":"),
                (Punct, "("),
                (Punct, ")"),
                (Punct, "->"),
                (BareId, "i32")
            ]
        );
        assert_eq!(
            kinds("1.5e-3 0x1F 2. 1e3"),
            [(Float, "1.5e-3"), (Integer, "0x1F"), (Float, "2."), (Integer, "1"), (BareId, "e3")]
        );
    }

    #[test]
    fn what_is_no_token_is_an_error_token() {
        assert_eq!(kinds("§")[0].0, TokenKind::Error);
        assert_eq!(kinds("\"open")[0].0, TokenKind::Error);
        assert_eq!(kinds("% ")[0].0, TokenKind::Error);
    }

    #[test]
    fn strings_of_any_bytes_round_trip() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        escape(&all, &mut text);
        assert_eq!(unescape(&text), Ok(all));
        assert_eq!(unescape(r#""a\q""#), Err(2));
    }
}
