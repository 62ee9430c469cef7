//! Builds the document of one line: the spaces between its tokens, and its possible breaks.
//!
//! A line can be broken inside brackets, at the commas, and before binary operators, those of
//! lowest precedence first. Recursion is as deep as brackets nest, which the parser limits.

use super::document::Doc;
use super::pieces::Token;
use crate::classify::TokenClass;

/// The indentation of the contents of brackets.
const INDENT: usize = 2;
/// The indentation of operators at the beginning of a line.
const OPERATOR_INDENT: usize = 4;

/// The document of a line; comments before its first token are left out.
pub(super) fn line<'s>(tokens: &[Token<'s>]) -> Doc<'s> {
    let mut layout = Layout { tokens, at: 0, commented: 0, depth: 0 };
    let mut parts = Vec::new();
    while layout.at < tokens.len() {
        let before = layout.at;
        parts.push(layout.element(""));
        // A token that is not part of any element is written as it is.
        if layout.at == before || layout.peek().is_some_and(|token| matches!(token.text, "," | ";"))
        {
            layout.take(&mut parts, "");
            parts.extend(layout.space_after_comma());
        }
    }
    Doc::concat(parts)
}

struct Layout<'t, 's> {
    tokens: &'t [Token<'s>],
    at: usize,
    /// The comments before the tokens up to this one are written.
    commented: usize,
    /// The number of brackets around the current token.
    depth: usize,
}

/// A part of an element; for an operator, its precedence.
type Part<'s> = (Doc<'s>, Option<u8>);

impl<'s> Layout<'_, 's> {
    fn peek(&self) -> Option<&Token<'s>> {
        self.tokens.get(self.at)
    }

    fn previous(&self) -> Option<&Token<'s>> {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at))
    }

    /// The comments before the current token, once.
    fn comments(&mut self) -> Vec<Doc<'s>> {
        let is_new = self.at > 0 && self.at >= self.commented;
        self.commented = self.at + 1;
        let comments = self.tokens.get(self.at).filter(|_| is_new).map(|token| &token.comments[..]);
        let docs = comments.unwrap_or_default().iter().map(|c| Doc::comment(c.text, c.own_line));
        docs.collect()
    }

    /// Takes a token, with the comments before it and without a space.
    fn take(&mut self, parts: &mut Vec<Doc<'s>>, blank: &'static str) {
        let Some(token) = self.tokens.get(self.at) else { return };
        let comments = self.comments();
        if matches!(token.text, ";" | ",") {
            // A comment about an element follows the token that ends it.
            parts.push(Doc::text(token.text));
            parts.extend(comments);
        } else {
            parts.extend(comments);
            if !blank.is_empty() {
                parts.push(Doc::text(blank));
            }
            parts.push(Doc::text(token.text));
        }
        self.at += 1;
    }

    /// The space before the current token if it follows a comma outside of brackets, as in
    /// `var a, b = f();`. A comment between them is followed by a line end.
    fn space_after_comma(&self) -> Option<Doc<'s>> {
        let follows_comma = self.previous().is_some_and(|token| token.text == ",");
        let is_adjacent = self.peek().is_some_and(|token| token.comments.is_empty());
        (follows_comma && is_adjacent).then(|| Doc::text(" "))
    }

    /// Whether the current token is a `-` or `~` before its operand.
    fn is_prefix(&self) -> bool {
        self.peek().is_some_and(|token| matches!(token.text, "-" | "~"))
            && !self.previous().is_some_and(Token::ends_operand)
    }

    /// Whether the previous token is a `-` or `~` before its operand.
    fn is_after_prefix(&self) -> bool {
        self.previous().is_some_and(|token| matches!(token.text, "-" | "~"))
            && !self.at.checked_sub(2).is_some_and(|at| self.tokens[at].ends_operand())
    }

    /// Whether the current token begins a shape: `var a<2, 3>`, `def f(a<n, m>)`, or
    /// `load("a.npy", shape=<?, 3>)`.
    fn begins_shape(&self) -> bool {
        let before =
            |steps: usize| self.at.checked_sub(steps).map_or("", |at| self.tokens[at].text);
        if self.peek().is_none_or(|token| token.text != "<") {
            return false;
        }
        let is_definition = self.tokens.first().is_some_and(|token| token.text == "def");
        let is_parameter = is_definition && self.depth == 1 && matches!(before(2), "(" | ",");
        // No expression begins with it.
        let is_argument = self.depth > 0 && before(1) == "=";
        before(2) == "var" || is_parameter || is_argument
    }

    /// The space before the current token, in brackets of this kind.
    fn blank(&self, open: &str) -> &'static str {
        let (Some(previous), Some(token)) = (self.previous(), self.peek()) else { return "" };
        let is_tight = self.is_after_prefix()
            || matches!(token.text, "," | ";" | ":" | ")" | "]" | "}")
            || (token.text == "." && previous.class != TokenClass::Number)
            || matches!(previous.text, "(" | "[" | ".")
            // In parentheses, it belongs to a `lambda`.
            || (previous.text == ":" && open != "(")
            || (matches!(token.text, "(" | "[")
                && (previous.is_name() || matches!(previous.text, ")" | "]")))
            || (open == "("
                && ((token.text == "=" && previous.text != ">") || previous.text == "="))
            || self.begins_shape();
        if is_tight { "" } else { " " }
    }

    /// An element between two commas, or between the enclosing brackets: up to a `,` or a closing
    /// bracket.
    fn element(&mut self, open: &str) -> Doc<'s> {
        let mut parts: Vec<Part<'s>> = Vec::new();
        let first = self.at;
        while let Some(token) = self.peek() {
            if matches!(token.text, "," | ";" | ")" | "]")
                || (token.text == "}" && !open.is_empty())
            {
                break;
            }
            if open == "<" && closes(token, ">") {
                break;
            }
            let blank = if self.at == first { "" } else { self.blank(open) };
            let is_binary = !self.is_prefix() && !self.begins_shape();
            match token.precedence().filter(|_| is_binary && self.at > first) {
                Some(precedence) => {
                    // Comments go before the possible break.
                    parts.extend(self.comments().into_iter().map(|comment| (comment, None)));
                    let mut operator = Vec::new();
                    self.take(&mut operator, "");
                    operator.push(Doc::text(" "));
                    parts.push((Doc::concat(operator), Some(precedence)));
                    // The space after it is written.
                    if self.peek().is_some_and(|token| !matches!(token.text, "," | ")" | "]" | "}"))
                    {
                        self.operand(&mut parts, "", open);
                    }
                }
                None => self.operand(&mut parts, blank, open),
            }
        }
        chain(parts, 1)
    }

    /// A token, or everything between two brackets.
    fn operand(&mut self, parts: &mut Vec<Part<'s>>, blank: &'static str, open: &str) {
        let Some(token) = self.peek() else { return };
        let close = match token.text {
            "(" => ")",
            "[" => "]",
            "{" if !self.is_block(open) => "}",
            "<" if self.begins_shape() => ">",
            _ => {
                let mut taken = Vec::new();
                self.take(&mut taken, blank);
                parts.push((Doc::concat(taken), None));
                return;
            }
        };
        let group = self.brackets(blank, close);
        parts.push((group, None));
    }

    /// Whether the current `{` begins a block and not a struct's value.
    fn is_block(&self, open: &str) -> bool {
        open.is_empty() && self.previous().is_some_and(|previous| !begins_value(previous))
    }

    /// An opening bracket up to the closing one.
    fn brackets(&mut self, blank: &'static str, close: &str) -> Doc<'s> {
        let open = self.tokens[self.at].text;
        let mut before = Vec::new();
        self.take(&mut before, blank);
        self.depth += 1;
        let mut elements: Vec<Doc<'s>> = Vec::new();
        let mut comments: Vec<Vec<Doc<'s>>> = Vec::new();
        let mut commas: Vec<Vec<Doc<'s>>> = Vec::new();
        let (mut numbers, mut rows, mut is_spread) = (true, true, false);
        while let Some(token) = self.peek()
            && !closes(token, close)
        {
            let first = self.at;
            rows &= token.text == "[";
            is_spread |= token.begins_line && !elements.is_empty();
            comments.push(self.comments());
            numbers &= comments.last().is_none_or(Vec::is_empty);
            elements.push(self.element(open));
            numbers &= self.at - first <= 2
                && self.tokens[first..self.at].iter().enumerate().all(|(i, token)| {
                    (token.class == TokenClass::Number || token.text == "-")
                        && (first + i == 0 || token.comments.is_empty())
                });
            if self.peek().is_some_and(|token| token.text == ",") {
                numbers &= self.tokens[self.at].comments.is_empty();
                let mut comma = Vec::new();
                self.take(&mut comma, "");
                commas.push(comma);
            } else if self.at == first {
                break;
            }
        }
        self.depth -= 1;
        let mut after = Vec::new();
        let is_closed = self.peek().is_some_and(|token| closes(token, close));
        if is_closed {
            numbers &= self.tokens[self.at].comments.is_empty();
            self.take(&mut after, "");
        }
        if elements.is_empty() {
            before.extend(after);
            return Doc::concat(before);
        }
        let inner = if numbers && commas.len() + 1 == elements.len() {
            vec![Doc::soft_line(), Doc::fill(elements)]
        } else {
            let mut inner = Vec::new();
            let mut commas = commas.into_iter();
            for (index, (element, comments)) in elements.into_iter().zip(comments).enumerate() {
                inner.extend(comments);
                inner.push(if index > 0 { Doc::line() } else { Doc::soft_line() });
                inner.push(element);
                inner.extend(commas.next().into_iter().flatten());
            }
            inner
        };
        let mut parts = before;
        // Comments before the closing bracket are indented like the preceding elements.
        let close_token = after.pop();
        let mut inside = inner;
        inside.extend(after);
        parts.push(Doc::indent(INDENT, inside));
        parts.push(Doc::soft_line());
        parts.extend(close_token);
        if open == "[" && rows && is_spread { Doc::broken_group(parts) } else { Doc::group(parts) }
    }
}

/// Whether a token is a closing bracket of this kind; `var a<2>=...` ends its shape with `>=`.
fn closes(token: &Token<'_>, close: &str) -> bool {
    token.text == close || (close == ">" && token.text == ">=")
}

/// Whether a `{` after this token is a struct's value.
pub(super) fn begins_value(previous: &Token<'_>) -> bool {
    matches!(previous.text, "=" | "," | "(" | "[" | "{" | "return" | ":")
        || (previous.precedence().is_some() && previous.class == TokenClass::Punctuation)
}

/// Operators and operands, with possible breaks before the operators of lowest precedence.
fn chain(parts: Vec<Part<'_>>, precedence: u8) -> Doc<'_> {
    const HIGHEST: u8 = 10;
    if precedence > HIGHEST {
        return Doc::concat(parts.into_iter().map(|(doc, _)| doc).collect());
    }
    let mut terms: Vec<Vec<Part<'_>>> = vec![Vec::new()];
    for part in parts {
        if part.1 == Some(precedence) {
            terms.push(Vec::new());
        }
        if let Some(term) = terms.last_mut() {
            term.push(part);
        }
    }
    if terms.len() == 1 {
        return chain(terms.pop().unwrap_or_default(), precedence + 1);
    }
    let mut docs = terms.into_iter().map(|term| {
        let mut term = term;
        // The operator at the start of a term is not part of the tighter-binding subterm.
        let operator =
            term.first().is_some_and(|part| part.1 == Some(precedence)).then(|| term.remove(0).0);
        let rest = chain(term, precedence + 1);
        Doc::concat(operator.into_iter().chain([rest]).collect())
    });
    let first: Vec<Doc<'_>> = docs.next().into_iter().collect();
    let others = docs.flat_map(|doc| [Doc::line(), doc]).collect();
    Doc::group(first.into_iter().chain([Doc::indent(OPERATOR_INDENT, others)]).collect())
}
