//! Parses the text of a pipeline into elements, without looking up names.

use mlir_lite_diagnostics::{Diagnostic, Span};

/// The largest nesting depth.
const MAX_DEPTH: usize = 64;

/// A part of a pipeline's text.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: Word,
    pub(super) options: Vec<(Word, Option<Word>)>,
    /// The elements in parentheses, if there are some.
    pub(super) nested: Option<Vec<Element>>,
}

pub(super) struct PipelineParser<'t> {
    text: &'t str,
    at: usize,
    base: u32,
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

impl<'t> PipelineParser<'t> {
    /// For a text that begins at `base` of the source map.
    pub(super) fn new(text: &'t str, base: u32) -> Self {
        Self { text, at: 0, base }
    }

    /// The whole text.
    pub(super) fn pipeline(mut self) -> Parsed<Vec<Element>> {
        self.skip_blanks();
        if self.at == self.text.len() {
            return Ok(Vec::new());
        }
        let elements = self.elements(0)?;
        match self.peek() {
            None => Ok(elements),
            Some(')') => {
                Err(self.error("unbalanced parentheses: this ')' closes nothing", "remove it"))
            }
            Some(_) => Err(self.error(
                "expected ',' between two elements of a pipeline",
                "a pipeline is `op(element, element)`; an element is a pass, a pipeline's name or \
                    a nested pipeline",
            )),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    fn error(&self, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
        let len = self.peek().map_or(0, char::len_utf8);
        Box::new(Diagnostic::error(self.span(self.at, self.at + len), message).with_help(help))
    }

    fn take(&mut self, punct: char) -> bool {
        self.skip_blanks();
        let found = self.peek() == Some(punct);
        if found {
            self.at += punct.len_utf8();
        }
        found
    }

    fn elements(&mut self, depth: usize) -> Parsed<Vec<Element>> {
        let mut elements = vec![self.element(depth)?];
        while self.take(',') {
            elements.push(self.element(depth)?);
        }
        Ok(elements)
    }

    fn element(&mut self, depth: usize) -> Parsed<Element> {
        self.skip_blanks();
        let name = self.word(|c| !c.is_whitespace() && !"(),{}=".contains(c));
        if name.text.is_empty() {
            let found = self.peek().map_or("the end".to_string(), |c| format!("'{c}'"));
            return Err(self.error(
                format!("expected the name of a pass, of a pipeline or of an op, found {found}"),
                "a pipeline is `op(element, element)`, as in `func(cse, canonicalize)`",
            ));
        }
        let mut element = Element { name, options: Vec::new(), nested: None };
        if self.take('(') {
            let open = self.at - 1;
            if depth == MAX_DEPTH {
                return Err(
                    self.error(format!("pipelines nest at most {MAX_DEPTH} deep"), "nest less")
                );
            }
            element.nested = Some(if self.take(')') {
                Vec::new()
            } else {
                let nested = self.elements(depth + 1)?;
                if !self.take(')') {
                    let error = self.error(
                        "unbalanced parentheses: expected ',' or ')'",
                        "close the nested pipeline with ')'",
                    );
                    return Err(Box::new(
                        error.with_secondary(self.span(open, open + 1), "opened here"),
                    ));
                }
                nested
            });
        } else if self.take('{') {
            let open = self.at - 1;
            while !self.take('}') {
                if self.at == self.text.len() {
                    let error = self.error(
                        "unbalanced braces: expected an option or '}'",
                        "close the options with '}'",
                    );
                    return Err(Box::new(
                        error.with_secondary(self.span(open, open + 1), "opened here"),
                    ));
                }
                element.options.push(self.option()?);
            }
        }
        self.skip_blanks();
        Ok(element)
    }

    fn option(&mut self) -> Parsed<(Word, Option<Word>)> {
        let key = self.word(|c| !c.is_whitespace() && !"(),{}=\"'".contains(c));
        if key.text.is_empty() {
            return Err(self.error(
                "expected the name of an option",
                "options are `{key=value key}`, with blanks between",
            ));
        }
        if self.peek() != Some('=') {
            return Ok((key, None));
        }
        self.at += 1;
        Ok((key, Some(self.value()?)))
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> Word {
        let start = self.at;
        let rest = &self.text[start..];
        self.at += rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        Word { text: self.text[start..self.at].to_string(), span: self.span(start, self.at) }
    }

    /// Up to a space or `}` outside of quotes and braces.
    fn value(&mut self) -> Parsed<Word> {
        let start = self.at;
        let (mut depth, mut quote, mut escaped) = (0usize, None, false);
        while let Some(c) = self.peek() {
            match (quote, c) {
                (Some(_), _) if escaped => escaped = false,
                (Some(_), '\\') => escaped = true,
                (Some(open), _) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(c),
                (None, '{') => depth += 1,
                (None, '}') if depth == 0 => break,
                (None, '}') => depth -= 1,
                (None, c) if c.is_whitespace() && depth == 0 => break,
                _ => {}
            }
            self.at += c.len_utf8();
        }
        if depth > 0 || quote.is_some() {
            let missing = quote.unwrap_or('}');
            return Err(self
                .error(format!("expected {missing} at the end of an option's value"), "close it"));
        }
        Ok(Word { text: self.text[start..self.at].to_string(), span: self.span(start, self.at) })
    }
}
