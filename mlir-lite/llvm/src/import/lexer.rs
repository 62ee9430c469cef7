//! The words of LLVM IR's text.

/// A token with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) kind: Kind,
}

/// The kinds of tokens.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// `%name`
    Local(String),
    /// `@name`
    Global(String),
    /// `!name`, `!3`, or `!` alone
    Metadata(String),
    /// `#3`
    Group(String),
    /// `$name`
    Comdat(String),
    /// `name:`
    Label(String),
    /// A keyword or a type.
    Word(String),
    /// `-12`, `1.0e+00`, `0x3FF0000000000000`
    Number(String),
    /// `"text"`
    Text(Vec<u8>),
    /// `c"text"`
    Bytes(Vec<u8>),
    Punct(char),
    End,
}

/// An error, and its place.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) at: usize,
    pub(super) message: String,
}

pub(super) type Read<T> = Result<T, Problem>;

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// Splits the text into tokens; the last one is the end.
pub(super) fn tokens(text: &str) -> Read<Vec<Token>> {
    let mut lexer = Lexer { text: text.as_bytes(), at: 0 };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next()?;
        let is_end = token.kind == Kind::End;
        tokens.push(token);
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b';' {
                while self.peek().is_some_and(|byte| byte != b'\n') {
                    self.at += 1;
                }
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    fn next(&mut self) -> Read<Token> {
        self.skip_space();
        let start = self.at;
        let Some(byte) = self.peek() else { return Ok(Token { start, kind: Kind::End }) };
        let kind = match byte {
            b'%' => Kind::Local(self.name()?),
            b'@' => Kind::Global(self.name()?),
            b'$' => Kind::Comdat(self.name()?),
            b'!' => Kind::Metadata(self.name()?),
            b'#' => Kind::Group(self.name()?),
            b'"' => {
                let text = self.quoted()?;
                match self.peek() {
                    Some(b':') => {
                        self.at += 1;
                        Kind::Label(String::from_utf8_lossy(&text).into_owned())
                    }
                    _ => Kind::Text(text),
                }
            }
            b'c' if self.text.get(start + 1) == Some(&b'"') => {
                self.at += 1;
                Kind::Bytes(self.quoted()?)
            }
            b'.' if self.text[start..].starts_with(b"...") => {
                self.at += 3;
                Kind::Word("...".into())
            }
            byte if is_part(byte) => self.word(),
            b'+' => self.word(),
            _ => {
                self.at += 1;
                Kind::Punct(char::from(byte))
            }
        };
        Ok(Token { start, kind })
    }

    /// A word, a number or a label.
    fn word(&mut self) -> Kind {
        let start = self.at;
        let begins = self.text[start];
        let is_number = begins.is_ascii_digit() || matches!(begins, b'-' | b'+');
        while let Some(byte) = self.peek() {
            let is_sign = is_number && byte == b'+';
            if !is_part(byte) && !is_sign {
                break;
            }
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        match self.peek() {
            Some(b':') => {
                self.at += 1;
                Kind::Label(text)
            }
            _ if is_number => Kind::Number(text),
            _ => Kind::Word(text),
        }
    }

    /// The name after a sign, with quotes or without.
    fn name(&mut self) -> Read<String> {
        self.at += 1;
        if self.peek() == Some(b'"') {
            return Ok(String::from_utf8_lossy(&self.quoted()?).into_owned());
        }
        let start = self.at;
        while self.peek().is_some_and(is_part) {
            self.at += 1;
        }
        Ok(String::from_utf8_lossy(&self.text[start..self.at]).into_owned())
    }

    /// Text in quotes, in which `\41` is a byte.
    fn quoted(&mut self) -> Read<Vec<u8>> {
        let start = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let Some(byte) = self.peek() else {
                return Err(Problem { at: start, message: "the text has no end".into() });
            };
            self.at += 1;
            match byte {
                b'"' => return Ok(bytes),
                b'\\' => {
                    let digits = self.text.get(self.at..self.at + 2);
                    let code = digits.and_then(|digits| {
                        u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
                    });
                    match code {
                        Some(code) => {
                            bytes.push(code);
                            self.at += 2;
                        }
                        None => {
                            bytes.push(b'\\');
                            self.at += usize::from(self.peek() == Some(b'\\'));
                        }
                    }
                }
                byte => bytes.push(byte),
            }
        }
    }
}
