//! The parser's own error type: the location, the token found, and the set of expected tokens.
//!
//! chumsky creates and merges an error wherever an alternative fails, also in programs without
//! errors, so one is 40 bytes without allocation. [`wording`](crate::wording) turns it into a
//! message.

use chumsky::DefaultExpected;
use chumsky::error::{Error, LabelError};
use chumsky::input::MappedInput;
use chumsky::span::SimpleSpan;
use chumsky::util::MaybeRef;

use crate::token::TokenKind;

/// Positions in chumsky's form; the parser's builder converts them to ours.
pub(crate) type TokenSpan = SimpleSpan<u32>;
/// A token in chumsky's form.
pub(crate) type Spanned = (TokenKind, TokenSpan);
pub(crate) type Input<'t> = MappedInput<'t, TokenKind, TokenSpan, &'t [Spanned]>;

/// A location where no alternative matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SyntaxError {
    pub span: TokenSpan,
    /// `None` at the end of the input.
    pub found: Option<TokenKind>,
    pub expected: ExpectedSet,
}

/// Something that can be expected, in the order in which messages list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Expected {
    Expression,
    Statement,
    FunctionName,
    StructName,
    VariableName,
    Parameter,
    MemberName,
    Member,
    Dimension,
    Def,
    Struct,
    In,
    Assign,
    LParen,
    Lt,
    Gt,
    LBrace,
    Colon,
    Comma,
    Semi,
    RParen,
    RBracket,
    RBrace,
    Operator,
    /// Anything that messages do not list.
    Other,
}

/// A set of [`Expected`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExpectedSet(u32);

impl Expected {
    const ALL: [Self; 24] = [
        Self::Expression,
        Self::Statement,
        Self::FunctionName,
        Self::StructName,
        Self::VariableName,
        Self::Parameter,
        Self::MemberName,
        Self::Member,
        Self::Dimension,
        Self::Def,
        Self::Struct,
        Self::In,
        Self::Assign,
        Self::LParen,
        Self::Lt,
        Self::Gt,
        Self::LBrace,
        Self::Colon,
        Self::Comma,
        Self::Semi,
        Self::RParen,
        Self::RBracket,
        Self::RBrace,
        Self::Operator,
    ];

    /// The name of a token in messages.
    pub(crate) fn of_token(kind: TokenKind) -> Self {
        match kind {
            TokenKind::Def => Self::Def,
            TokenKind::Struct => Self::Struct,
            TokenKind::Assign => Self::Assign,
            TokenKind::LParen => Self::LParen,
            TokenKind::Lt => Self::Lt,
            TokenKind::Gt => Self::Gt,
            TokenKind::LBrace => Self::LBrace,
            TokenKind::Comma => Self::Comma,
            TokenKind::Semi => Self::Semi,
            TokenKind::RParen => Self::RParen,
            TokenKind::RBrace => Self::RBrace,
            TokenKind::RBracket => Self::RBracket,
            TokenKind::In => Self::In,
            TokenKind::Colon => Self::Colon,
            TokenKind::Dot
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Star
            | TokenKind::Slash
            | TokenKind::And
            | TokenKind::Or
            | TokenKind::SlashSlash
            | TokenKind::Percent
            | TokenKind::StarStar
            | TokenKind::Amp
            | TokenKind::Pipe
            | TokenKind::Caret
            | TokenKind::LtLt
            | TokenKind::GtGt
            | TokenKind::At => Self::Operator,
            _ => Self::Other,
        }
    }
}

impl ExpectedSet {
    pub(crate) fn contains(self, expected: Expected) -> bool {
        self.0 & (1 << expected as u32) != 0
    }

    pub(crate) fn only(expected: Expected) -> Self {
        Self(1 << expected as u32)
    }

    pub(crate) fn of(list: &[Expected]) -> Self {
        list.iter().fold(Self::default(), |set, &expected| set.union(Self::only(expected)))
    }

    pub(crate) fn without(self, expected: Expected) -> Self {
        Self(self.0 & !(1 << expected as u32))
    }

    fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The members in the order in which messages list them.
    pub(crate) fn iter(self) -> impl Iterator<Item = Expected> {
        Expected::ALL.into_iter().filter(move |expected| self.contains(*expected))
    }
}

impl SyntaxError {
    /// For recovery that does not apply: chumsky then keeps the error that it tried to recover
    /// from.
    pub(crate) fn not_recovered() -> Self {
        Self { span: (0..0).into(), found: None, expected: ExpectedSet::default() }
    }
}

impl<'t> Error<'t, Input<'t>> for SyntaxError {
    fn merge(self, other: Self) -> Self {
        Self { expected: self.expected.union(other.expected), ..self }
    }
}

impl<'t> LabelError<'t, Input<'t>, DefaultExpected<'t, TokenKind>> for SyntaxError {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, TokenKind>>>(
        expected: E,
        found: Option<MaybeRef<'t, TokenKind>>,
        span: TokenSpan,
    ) -> Self {
        let expected = expected
            .into_iter()
            .map(|expected| match expected {
                DefaultExpected::Token(token) => Expected::of_token(*token),
                _ => Expected::Other,
            })
            .fold(ExpectedSet::default(), |set, expected| set.union(ExpectedSet::only(expected)));
        Self { span, found: found.map(|token| *token), expected }
    }
}

impl<'t> LabelError<'t, Input<'t>, Expected> for SyntaxError {
    fn expected_found<E: IntoIterator<Item = Expected>>(
        expected: E,
        found: Option<MaybeRef<'t, TokenKind>>,
        span: TokenSpan,
    ) -> Self {
        let expected = expected
            .into_iter()
            .fold(ExpectedSet::default(), |set, expected| set.union(ExpectedSet::only(expected)));
        Self { span, found: found.map(|token| *token), expected }
    }

    fn label_with(&mut self, label: Expected) {
        self.expected = ExpectedSet::only(label);
    }
}
