//! The tokens of Toy, and their names in messages.
//!
//! [`TokenKind::Literal`] and [`TokenKind::Error`] are created by the [lexer](crate::lexer), not by
//! logos: a whole tensor literal is one token, and characters that belong to no token are one each.

use logos::Logos;
use mlir_lite_diagnostics::Span;

use crate::numbers;

/// The kinds of tokens.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n\x0b\x0c]+")]
#[logos(skip(r"#[^\n]*", allow_greedy = true))]
pub(crate) enum TokenKind {
    #[token("def")]
    Def,
    #[token("return")]
    Return,
    #[token("var")]
    Var,
    #[token("struct")]
    Struct,
    #[token("for")]
    For,
    #[token("in")]
    In,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    /// `while`, where it is not a name: see [`keywords`](crate::keywords), also for the next ones.
    While,
    Break,
    Continue,
    And,
    Or,
    Not,
    /// `import`, where a text follows.
    Import,
    /// `lambda`, where names and a `:` follow.
    Lambda,
    /// The name of an element type at the end of a declared shape, where it is not a name.
    ElementType,
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Ident,
    #[regex(
        r"[0-9](_?[0-9])*(\.([0-9](_?[0-9])*)?)?([eE][+-]?[0-9](_?[0-9])*)?",
        number,
        priority = 10
    )]
    #[regex(r"\.[0-9](_?[0-9])*([eE][+-]?[0-9](_?[0-9])*)?", number, priority = 10)]
    #[regex(r"0[xX][0-9A-Fa-f](_?[0-9A-Fa-f])*", number, priority = 10)]
    #[regex(r"0[oO][0-7](_?[0-7])*", number, priority = 10)]
    #[regex(r"0[bB][01](_?[01])*", number, priority = 10)]
    Number(f64),
    /// A malformed number, like `1.2.3` or `2x`.
    #[regex(r"\.?[0-9]([eE][+-]|[0-9A-Za-z_.])*", priority = 1)]
    BadNumber,
    /// A tensor literal; the index is that of [`Lexed::literals`](crate::lexer::Lexed::literals).
    Literal(u32),
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token("<")]
    Lt,
    #[token(">")]
    Gt,
    #[token(",")]
    Comma,
    #[token(";")]
    Semi,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Text,
    /// Sizes as an argument, `<?, 3>`, some of which are not known.
    Sizes,
    /// A text that is not closed on its line.
    #[regex(r#""([^"\\\n]|\\[^\n])*"#)]
    OpenText,
    #[token("=")]
    Assign,
    #[token("+=")]
    PlusAssign,
    #[token("-=")]
    MinusAssign,
    #[token("*=")]
    StarAssign,
    #[token("/=")]
    SlashAssign,
    #[token("//=")]
    SlashSlashAssign,
    #[token("%=")]
    PercentAssign,
    #[token("**=")]
    StarStarAssign,
    #[token("@=")]
    AtAssign,
    #[token("<=")]
    Le,
    #[token(">=")]
    Ge,
    #[token("==")]
    EqEq,
    #[token("!=")]
    Ne,
    #[token(":")]
    Colon,
    #[token("@")]
    At,
    #[token(".")]
    Dot,
    /// `...`, a subscript for all dimensions that have no other.
    #[token("...")]
    Ellipsis,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("//")]
    SlashSlash,
    #[token("%")]
    Percent,
    #[token("**")]
    StarStar,
    #[token("&")]
    Amp,
    #[token("|")]
    Pipe,
    #[token("^")]
    Caret,
    #[token("~")]
    Tilde,
    #[token("<<")]
    LtLt,
    #[token(">>")]
    GtGt,
    #[token("&=")]
    AmpAssign,
    #[token("|=")]
    PipeAssign,
    #[token("^=")]
    CaretAssign,
    #[token("<<=")]
    LtLtAssign,
    #[token(">>=")]
    GtGtAssign,
    /// A comment in the syntax of other languages, up to its end: `/* ... */`, and `// ...` where
    /// an operator cannot be meant.
    #[token("/*", block_comment)]
    ForeignComment,
    /// Reported already; no rule of the parser accepts it, and nothing more is reported about it.
    Error,
}

/// A token with its global position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

fn number(lexer: &mut logos::Lexer<'_, TokenKind>) -> Option<f64> {
    numbers::value(lexer.slice())
}

/// Takes the rest of a comment that began with `/*`: up to `*/`, or to the end of the line if there
/// is none.
fn block_comment(lexer: &mut logos::Lexer<'_, TokenKind>) {
    let rest = lexer.remainder();
    let end = rest.find("*/").map(|end| end + 2).or_else(|| rest.find('\n')).unwrap_or(rest.len());
    lexer.bump(end);
}

impl TokenKind {
    /// The token's text, if it is always the same.
    pub(crate) const fn fixed_text(self) -> Option<&'static str> {
        Some(match self {
            Self::Def => "def",
            Self::Return => "return",
            Self::Var => "var",
            Self::Struct => "struct",
            Self::For => "for",
            Self::In => "in",
            Self::If => "if",
            Self::Else => "else",
            Self::While => "while",
            Self::Break => "break",
            Self::Continue => "continue",
            Self::And => "and",
            Self::Or => "or",
            Self::Not => "not",
            Self::Import => "import",
            Self::Lambda => "lambda",
            Self::LParen => "(",
            Self::RParen => ")",
            Self::LBrace => "{",
            Self::RBrace => "}",
            Self::LBracket => "[",
            Self::RBracket => "]",
            Self::Lt => "<",
            Self::Gt => ">",
            Self::Comma => ",",
            Self::Semi => ";",
            Self::Assign => "=",
            Self::PlusAssign => "+=",
            Self::MinusAssign => "-=",
            Self::StarAssign => "*=",
            Self::SlashAssign => "/=",
            Self::SlashSlashAssign => "//=",
            Self::PercentAssign => "%=",
            Self::StarStarAssign => "**=",
            Self::AtAssign => "@=",
            Self::Le => "<=",
            Self::Ge => ">=",
            Self::EqEq => "==",
            Self::Ne => "!=",
            Self::Colon => ":",
            Self::At => "@",
            Self::Dot => ".",
            Self::Ellipsis => "...",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Star => "*",
            Self::Slash => "/",
            Self::SlashSlash => "//",
            Self::Percent => "%",
            Self::StarStar => "**",
            Self::Amp => "&",
            Self::Pipe => "|",
            Self::Caret => "^",
            Self::Tilde => "~",
            Self::LtLt => "<<",
            Self::GtGt => ">>",
            Self::AmpAssign => "&=",
            Self::PipeAssign => "|=",
            Self::CaretAssign => "^=",
            Self::LtLtAssign => "<<=",
            Self::GtGtAssign => ">>=",
            Self::Ident
            | Self::ElementType
            | Self::Number(_)
            | Self::BadNumber
            | Self::Literal(_)
            | Self::ForeignComment
            | Self::Text
            | Self::Sizes
            | Self::OpenText
            | Self::Error => return None,
        })
    }

    /// Whether it ends a statement, or begins another one: it cannot occur within an expression.
    pub(crate) const fn bounds_statement(self) -> bool {
        matches!(
            self,
            Self::Semi
                | Self::RBrace
                | Self::Def
                | Self::Struct
                | Self::Var
                | Self::Return
                | Self::For
                | Self::If
                | Self::While
                | Self::Break
                | Self::Continue
        )
    }

    /// Whether a `[` after it is a subscript; elsewhere it begins a literal.
    pub(crate) const fn can_be_indexed(self) -> bool {
        self.ends_operand() && !matches!(self, Self::RBrace | Self::Error)
    }

    /// Whether an operand can end here, so that a `-` after it is binary.
    pub(crate) const fn ends_operand(self) -> bool {
        matches!(
            self,
            Self::Ident
                | Self::ElementType
                | Self::Number(_)
                | Self::BadNumber
                | Self::Literal(_)
                | Self::Text
                | Self::RParen
                | Self::RBrace
                | Self::RBracket
                | Self::Error
        )
    }
}

/// The token with its kind, for messages: ``name `x` ``, `` `;` ``, `tensor literal`. `text` is its
/// source text.
pub(crate) fn describe(kind: TokenKind, text: &str) -> String {
    match kind {
        TokenKind::Ident => format!("name `{text}`"),
        TokenKind::Number(_) | TokenKind::BadNumber => format!("number `{text}`"),
        TokenKind::Literal(_) => "tensor literal".to_owned(),
        TokenKind::Text | TokenKind::OpenText => "text".to_owned(),
        TokenKind::Def
        | TokenKind::Return
        | TokenKind::Var
        | TokenKind::Struct
        | TokenKind::For
        | TokenKind::In
        | TokenKind::If
        | TokenKind::Else
        | TokenKind::While
        | TokenKind::Break
        | TokenKind::Continue
        | TokenKind::And
        | TokenKind::Or
        | TokenKind::Not
        | TokenKind::Import
        | TokenKind::Lambda => format!("keyword `{text}`"),
        _ => format!("`{text}`"),
    }
}
