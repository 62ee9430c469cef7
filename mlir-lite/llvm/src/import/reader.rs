//! The state of the reader: tokens, names of types, groups of attributes.

use super::lexer::{Kind, Problem, Read, Token, tokens};
use rustc_hash::FxHashMap;

pub(super) struct Reader<'t> {
    tokens: Vec<Token>,
    pub(super) position: usize,
    /// Where the types with names are defined.
    pub(super) named: FxHashMap<String, usize>,
    /// The names of the types that are being read.
    pub(super) open_names: Vec<String>,
    /// Where the groups of attributes begin.
    pub(super) groups: FxHashMap<String, usize>,
    pub(super) text: &'t str,
}

impl<'t> Reader<'t> {
    /// A reader at the beginning of a text.
    pub(super) fn new(text: &'t str) -> Read<Self> {
        let tokens = tokens(text)?;
        let (mut named, mut groups) = (FxHashMap::default(), FxHashMap::default());
        for (i, window) in tokens.windows(4).enumerate() {
            let [first, second, third, fourth] = window else { continue };
            let is_set = second.kind == Kind::Punct('=');
            match (&first.kind, &third.kind) {
                (Kind::Local(name), Kind::Word(word)) if is_set && word == "type" => {
                    named.insert(name.clone(), i + 3);
                }
                (Kind::Group(name), Kind::Punct('{')) if is_set => {
                    groups.insert(name.clone(), i + 3);
                }
                _ => {}
            }
            let _ = fourth;
        }
        Ok(Self { tokens, position: 0, named, open_names: Vec::new(), groups, text })
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.tokens[self.position].kind
    }

    /// Where the next token is in the text.
    pub(super) fn place(&self) -> usize {
        self.tokens[self.position].start
    }

    pub(super) fn problem(&self, at: usize, message: impl Into<String>) -> Problem {
        Problem { at, message: message.into() }
    }

    /// The error about something that the llvm dialect has not.
    pub(super) fn missing<T>(&self, at: usize, what: &str) -> Read<T> {
        Err(self.problem(at, format!("the llvm dialect has no counterpart of '{what}'")))
    }

    pub(super) fn advance(&mut self) {
        self.position = (self.position + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn next(&mut self) -> Kind {
        let kind = self.kind().clone();
        self.advance();
        kind
    }

    pub(super) fn at_punct(&self, sign: char) -> bool {
        *self.kind() == Kind::Punct(sign)
    }

    pub(super) fn optional(&mut self, sign: char) -> bool {
        let found = self.at_punct(sign);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, sign: char) -> Read<()> {
        match self.optional(sign) {
            true => Ok(()),
            false => Err(self.problem(self.place(), format!("expected '{sign}'"))),
        }
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Word(found) if found == word)
    }

    pub(super) fn optional_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        match self.optional_word(word) {
            true => Ok(()),
            false => Err(self.problem(self.place(), format!("expected '{word}'"))),
        }
    }

    /// The first of these words, if it is next.
    pub(super) fn one_of(&mut self, words: &[&'static str]) -> Option<&'static str> {
        words.iter().copied().find(|word| self.optional_word(word))
    }

    pub(super) fn word(&mut self) -> Read<String> {
        let at = self.place();
        match self.next() {
            Kind::Word(word) => Ok(word),
            _ => Err(self.problem(at, "expected a word")),
        }
    }

    pub(super) fn number(&mut self) -> Read<String> {
        let at = self.place();
        match self.next() {
            Kind::Number(text) => Ok(text),
            _ => Err(self.problem(at, "expected a number")),
        }
    }

    /// `(8)`
    pub(super) fn in_parentheses(&mut self) -> Read<u64> {
        let at = self.place();
        self.expect('(')?;
        let number = self.number()?.parse().ok();
        self.expect(')')?;
        number.ok_or_else(|| self.problem(at, "expected a number in parentheses"))
    }

    pub(super) fn global_name(&mut self) -> Read<String> {
        let at = self.place();
        match self.next() {
            Kind::Global(name) => Ok(name),
            _ => Err(self.problem(at, "expected the name of a function or global")),
        }
    }

    /// Goes past what is in brackets, of any kind, that begin here.
    pub(super) fn skip_brackets(&mut self) {
        let mut depth = 0;
        loop {
            match self.next() {
                Kind::Punct('(' | '{' | '[' | '<') => depth += 1,
                Kind::Punct(')' | '}' | ']' | '>') => depth -= 1,
                Kind::End => return,
                _ => {}
            }
            if depth <= 0 {
                return;
            }
        }
    }

    /// Whether the next token begins a line.
    pub(super) fn at_line_start(&self) -> bool {
        let before = &self.text[..self.place()];
        before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
    }

    /// Goes past `, !dbg !3` and other notes.
    pub(super) fn skip_metadata(&mut self) {
        while let (true, Some(Token { kind: Kind::Metadata(_), .. })) =
            (self.at_punct(','), self.tokens.get(self.position + 1))
        {
            self.advance();
            self.skip_note();
        }
    }

    /// Goes past `!dbg !3`.
    pub(super) fn skip_note(&mut self) {
        self.advance();
        match self.kind() {
            Kind::Metadata(name) if name.is_empty() => {
                self.advance();
                self.skip_brackets();
            }
            Kind::Metadata(_) => {
                self.advance();
                if self.at_punct('(') {
                    self.skip_brackets();
                }
            }
            Kind::Punct('{') => self.skip_brackets(),
            _ => {}
        }
    }

    /// The token after the next one.
    pub(super) fn after_next(&self) -> &Kind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.position + 1).min(last)].kind
    }
}
