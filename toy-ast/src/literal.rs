//! Reads tensor literals: nested lists of numbers, all rows alike.
//!
//! Iterative, and linear in the number of elements: a literal is scanned once, straight from the
//! lexer into one flat vector. All rows at one depth must have one shape, so the scanner keeps the
//! first row of each depth and compares each later one with it. At most one error is reported per
//! literal, and the rest of it is skipped. Where an element has to be computed, the brackets are
//! not a literal, and the parser reads them.

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Span};

use crate::ast::{InexactInteger, TensorLiteral};
use crate::codes::Code;
use crate::cursor::{Cursor, check_number, visible};
use crate::foreign::RANGE;
use crate::nesting::{NESTING, too_deep};
use crate::token::{Token, TokenKind, describe};

const HOLDS_NUMBERS: &str = "the elements of a tensor are numbers, expressions, or rows of these";

/// The result of [`scan`].
pub(crate) struct Scanned {
    /// `None` if an error was reported.
    pub value: Option<TensorLiteral>,
    /// Whether the text ended inside the literal.
    pub open_at_end: bool,
    /// Whether the missing end is its only error.
    pub unfinished: bool,
}

/// Why reading a literal was given up.
enum Failure {
    Wrong {
        diagnostic: Box<Diagnostic>,
        at_end: bool,
    },
    /// An element is computed.
    Computed,
}

impl From<Box<Diagnostic>> for Failure {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self::Wrong { diagnostic, at_end: false }
    }
}

/// The kind of a row's elements, determined by the first one.
#[derive(Clone, Copy, PartialEq)]
enum Elements {
    Numbers,
    Rows,
}

/// A row that is not yet closed.
struct OpenRow {
    bracket: Span,
    count: u64,
    first: Option<(Elements, Span)>,
    /// The end of the last element.
    end: u32,
}

/// The first row that was closed at some depth, with which all others there are compared.
#[derive(Clone, Copy)]
struct Model {
    count: u64,
    elements: Elements,
    span: Span,
}

struct Scanner {
    open: Vec<OpenRow>,
    /// By depth, outermost first.
    models: Vec<Option<Model>>,
    values: Vec<f64>,
    inexact: Vec<InexactInteger>,
}

/// Reads a literal whose opening bracket was just taken. Takes everything up to the matching
/// bracket, or up to a token that cannot be in a literal and begins or ends something else. Returns
/// none if an element is computed; then the cursor is somewhere in the brackets.
pub(crate) fn scan(
    cursor: &mut Cursor<'_>,
    bracket: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Scanned> {
    let mut scanner =
        Scanner { open: Vec::new(), models: Vec::new(), values: Vec::new(), inexact: Vec::new() };
    scanner.open_row(bracket);
    let mut found = Diagnostics::new();
    let scanned = match scanner.elements(cursor, &mut found) {
        Ok(()) => {
            let shape = scanner.shape_below(0);
            let value =
                Some(TensorLiteral { shape, values: scanner.values, inexact: scanner.inexact });
            Scanned { value, open_at_end: false, unfinished: false }
        }
        Err(Failure::Computed) => return None,
        Err(Failure::Wrong { diagnostic, at_end }) => {
            found.emit(*diagnostic);
            let open_at_end = skip(cursor, scanner.open.len());
            Scanned { value: None, open_at_end, unfinished: at_end }
        }
    };
    diagnostics.extend(found);
    Some(scanned)
}

type Checked<T> = Result<T, Failure>;

impl Scanner {
    fn elements(&mut self, cursor: &mut Cursor<'_>, diagnostics: &mut Diagnostics) -> Checked<()> {
        loop {
            // Takes an element, or the end of a row without one.
            match self.peek(cursor)? {
                Token { kind: TokenKind::LBracket, span } => {
                    if self.open.len() >= NESTING.get() {
                        return Err(Box::new(too_deep(span)).into());
                    }
                    if self.is_row_left_open(cursor, span)
                        && let Some(row) = self.open.pop()
                    {
                        // The rest is read as if the row were closed.
                        return Err(Box::new(missing_bracket(row.bracket, row.end)).into());
                    }
                    cursor.next();
                    self.open_row(span);
                    continue;
                }
                Token { kind: TokenKind::RBracket, span } => {
                    return Err(self.missing_element(span).into());
                }
                _ => {
                    let added = self.number(cursor, diagnostics);
                    self.unless_computed(added, cursor)?;
                }
            }
            // After an element: the ends of any number of rows, then a comma.
            let mut ended_row = None;
            loop {
                let token = self.peek(cursor)?;
                match token.kind {
                    TokenKind::Comma => {
                        cursor.next();
                        break;
                    }
                    TokenKind::RBracket => {
                        cursor.next();
                        let closed = self.close_row(token.span);
                        self.unless_computed(closed, cursor)?;
                        ended_row = Some(token.span.end);
                        if self.open.is_empty() {
                            return Ok(());
                        }
                    }
                    TokenKind::RParen => {
                        return Err(self.missing_bracket(cursor).into());
                    }
                    // Elements of a row are taken. With a space between them, a `,` is missing.
                    TokenKind::LBracket if ended_row == Some(token.span.start) => {
                        return Err(Failure::Computed);
                    }
                    kind if continues_computed(kind, cursor.text(token.span)) => {
                        return Err(Failure::Computed);
                    }
                    kind if begins_element(kind) => {
                        let end = Span::at(cursor.last_end);
                        let diagnostic =
                            unexpected(cursor, token, Code::MissingComma, "expected `,` or `]`")
                                .with_help("elements are separated by `,`: `[1, 2, 3]`")
                                .with_edit(end, ",");
                        return Err(Box::new(diagnostic).into());
                    }
                    kind => {
                        let diagnostic =
                            unexpected(cursor, token, Code::NotConstant, "expected `,` or `]`")
                                .with_note(HOLDS_NUMBERS);
                        let diagnostic = match kind {
                            TokenKind::Colon => diagnostic.with_help(RANGE),
                            _ => diagnostic,
                        };
                        return Err(Box::new(diagnostic).into());
                    }
                }
            }
        }
    }

    /// The result of reading an element. Where one of the rest is computed, a wrong one may be
    /// an operand, and the brackets are not a literal.
    fn unless_computed(&self, read: Checked<()>, cursor: &Cursor<'_>) -> Checked<()> {
        match read {
            Err(_) if is_computed(cursor.clone(), self.open.len()) => Err(Failure::Computed),
            read => read,
        }
    }

    /// The next token, if it can be part of a literal, or if a missing bracket does not explain it
    /// better.
    fn peek(&self, cursor: &mut Cursor<'_>) -> Checked<Token> {
        match cursor.peek() {
            Some(token) if !ends_literal(token.kind) => Ok(token),
            Some(token)
                if token.kind == TokenKind::Semi && cursor.closes_on_this_line(token.span) =>
            {
                let diagnostic =
                    unexpected(cursor, token, Code::MissingComma, "expected `,` or `]`")
                        .with_help("each row is a list of its own: `[[1, 2], [3, 4]]`");
                Err(Box::new(diagnostic).into())
            }
            token => Err(Failure::Wrong {
                diagnostic: self.missing_bracket(cursor),
                at_end: token.is_none(),
            }),
        }
    }

    /// Whether the innermost row holds numbers, so that a row on a line of its own is meant to be
    /// its sibling.
    fn is_row_left_open(&self, cursor: &Cursor<'_>, bracket: Span) -> bool {
        let row = self.open.last().filter(|_| self.open.len() > 1);
        row.is_some_and(|row| matches!(row.first, Some((Elements::Numbers, _))))
            && cursor.begins_line(bracket)
    }

    /// The error that the innermost row is not closed.
    fn missing_bracket(&self, cursor: &Cursor<'_>) -> Box<Diagnostic> {
        let bracket = self.open.last().map_or(Span::at(cursor.last_end), |row| row.bracket);
        Box::new(missing_bracket(bracket, cursor.last_end))
    }

    fn open_row(&mut self, bracket: Span) {
        self.open.push(OpenRow { bracket, count: 0, first: None, end: bracket.end });
        if self.models.len() < self.open.len() {
            self.models.push(None);
        }
    }

    fn number(&mut self, cursor: &mut Cursor<'_>, diagnostics: &mut Diagnostics) -> Checked<()> {
        let Some(mut token) = cursor.next() else { return Ok(()) };
        let mut span = token.span;
        let mut sign = 1.0;
        if token.kind == TokenKind::Minus {
            sign = -1.0;
            token = self.peek(cursor)?;
            cursor.next();
            span = span.to(token.span);
        }
        if begins_computed(token.kind) {
            return Err(Failure::Computed);
        }
        let TokenKind::Number(value) = check_number(cursor, token, diagnostics).kind else {
            let diagnostic =
                unexpected(cursor, token, Code::NotConstant, "expected a number or `[`")
                    .with_note(HOLDS_NUMBERS);
            return Err(Box::new(diagnostic).into());
        };
        self.inexact.extend(InexactInteger::of(self.values.len(), value, cursor.text(span), span));
        self.values.push(sign * value);
        self.add_element(Elements::Numbers, span)
    }

    fn close_row(&mut self, bracket: Span) -> Checked<()> {
        let depth = self.open.len() - 1;
        let Some(row) = self.open.pop() else { return Ok(()) };
        let span = row.bracket.to(bracket);
        let elements = row.first.map_or(Elements::Numbers, |(elements, _)| elements);
        let this = Model { count: row.count, elements, span };
        match self.models[depth] {
            None => self.models[depth] = Some(this),
            Some(model) if model.count == this.count && model.elements == this.elements => {}
            Some(model) => {
                return Err(Box::new(self.disagreement(depth, this, model)).into());
            }
        }
        if self.open.is_empty() { Ok(()) } else { self.add_element(Elements::Rows, span) }
    }

    /// Counts an element of the innermost open row and compares it with the row's first.
    fn add_element(&mut self, elements: Elements, span: Span) -> Checked<()> {
        let depth = self.open.len();
        let Some(row) = self.open.last_mut() else { return Ok(()) };
        row.count += 1;
        row.end = span.end;
        let (expected, first) = *row.first.get_or_insert((elements, span));
        if expected == elements {
            return Ok(());
        }
        let describe = |elements| match elements {
            Elements::Numbers => "this is a number".to_owned(),
            Elements::Rows => format!("this is a row of shape {}", shown(&self.shape_below(depth))),
        };
        let diagnostic = Code::MixedRow
            .error(span, "a row of a tensor literal mixes numbers and rows")
            .with_label(describe(elements))
            .with_secondary(first, describe(expected))
            .with_help("all elements of a row have one shape");
        Err(Box::new(diagnostic).into())
    }

    fn disagreement(&self, depth: usize, this: Model, model: Model) -> Diagnostic {
        let label = |row: Model| {
            let mut shape = vec![row.count];
            if row.elements == Elements::Rows {
                shape.extend(self.shape_below(depth + 1));
            }
            format!("this row has shape {}", shown(&shape))
        };
        Code::RaggedLiteral
            .error(this.span, "rows of a tensor literal differ in shape")
            .with_label(label(this))
            .with_secondary(model.span, label(model))
            .with_help("all rows of a tensor literal have one shape")
    }

    /// Sizes of the rows from a depth downwards.
    fn shape_below(&self, depth: usize) -> Vec<u64> {
        let mut shape = Vec::new();
        for model in self.models.iter().skip(depth).map_while(|model| *model) {
            shape.push(model.count);
            if model.elements == Elements::Numbers {
                break;
            }
        }
        shape
    }

    fn missing_element(&self, bracket: Span) -> Box<Diagnostic> {
        match self.open.last() {
            Some(row) if row.count == 0 => Code::EmptyLiteral
                .error(row.bracket.to(bracket), "empty tensor literal")
                .with_label("no elements")
                .with_help("a tensor has at least one element"),
            _ => Code::TrailingComma
                .error(bracket, "unexpected `]`")
                .with_label("expected a number or `[`")
                .with_help("remove the `,` before it"),
        }
        .into()
    }
}

/// The error that a row is not closed at its end.
fn missing_bracket(bracket: Span, end: u32) -> Diagnostic {
    Code::MissingClosingBracket
        .error(Span::at(end), "missing `]`")
        .with_label("add `]` here")
        .with_secondary(bracket, "this `[` is not closed")
}

fn unexpected(cursor: &Cursor<'_>, token: Token, code: Code, label: &str) -> Box<Diagnostic> {
    let what = match token.kind {
        TokenKind::Error => format!("character '{}'", visible(cursor.text(token.span))),
        kind => describe(kind, cursor.text(token.span)),
    };
    code.error(token.span, format!("unexpected {what} in a tensor literal"))
        .with_label(label)
        .into()
}

fn shown(shape: &[u64]) -> String {
    let sizes: Vec<_> = shape.iter().map(u64::to_string).collect();
    format!("<{}>", sizes.join(", "))
}

/// Whether a token can be the first of an element.
fn begins_element(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Number(_) | TokenKind::BadNumber | TokenKind::LBracket)
}

/// Whether a token can only be the first of an element that is computed.
fn begins_computed(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Ident | TokenKind::LParen | TokenKind::Minus | TokenKind::LBracket)
}

/// Whether an element that goes on with this token is computed.
fn continues_computed(kind: TokenKind, text: &str) -> bool {
    // The lexer makes keywords of names later.
    let is_word = kind == TokenKind::Ident && matches!(text, "and" | "or");
    is_word
        || matches!(
            kind,
            TokenKind::Plus
                | TokenKind::Minus
                | TokenKind::Star
                | TokenKind::Slash
                | TokenKind::SlashSlash
                | TokenKind::Percent
                | TokenKind::StarStar
                | TokenKind::At
                | TokenKind::Lt
                | TokenKind::Le
                | TokenKind::Gt
                | TokenKind::Ge
                | TokenKind::EqEq
                | TokenKind::Ne
                | TokenKind::Dot
        )
}

/// Whether an operator or a name is in the rest of a literal of which `depth` brackets are open.
fn is_computed(mut cursor: Cursor<'_>, mut depth: usize) -> bool {
    let mut is_after_operand = true;
    loop {
        let Some(token) = cursor.next().filter(|token| !ends_literal(token.kind)) else {
            return false;
        };
        match token.kind {
            TokenKind::LBracket => depth += 1,
            TokenKind::RBracket => depth = depth.saturating_sub(1),
            TokenKind::Minus if !is_after_operand => {}
            kind if continues_computed(kind, cursor.text(token.span)) => return true,
            TokenKind::Ident | TokenKind::LParen => return true,
            _ => {}
        }
        is_after_operand = token.kind.ends_operand();
        // An operator after the last bracket is none of an element.
        if depth == 0 {
            return false;
        }
    }
}

/// Whether a literal cannot continue with this token.
fn ends_literal(kind: TokenKind) -> bool {
    kind == TokenKind::LBrace || kind.bounds_statement()
}

/// Skips the rest of a literal of which `depth` brackets are open. Returns whether the text ended
/// before it.
fn skip(cursor: &mut Cursor<'_>, mut depth: usize) -> bool {
    while depth > 0 {
        match cursor.peek() {
            None => return true,
            // A `;` between rows, as in MATLAB.
            Some(token)
                if ends_literal(token.kind)
                    && !(token.kind == TokenKind::Semi
                        && cursor.closes_on_this_line(token.span)) =>
            {
                return false;
            }
            Some(token) => match token.kind {
                TokenKind::LBracket => depth += 1,
                TokenKind::RBracket => depth -= 1,
                _ => {}
            },
        }
        cursor.next();
    }
    false
}
