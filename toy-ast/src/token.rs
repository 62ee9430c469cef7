//! The tokens of Toy, and what they are called in messages.
//!
//! [`TokenKind::Literal`] and [`TokenKind::Error`] are made by the [lexer](crate::lexer), not by logos: a whole tensor
//! literal is one token, and characters that belong to no token are one each.

use logos::Logos;
use mlir_lite_diagnostics::Span;

/// What a token is.
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
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Ident,
    #[regex(r"[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?", number, priority = 10)]
    #[regex(r"\.[0-9]+([eE][+-]?[0-9]+)?", number, priority = 10)]
    Number(f64),
    /// What begins like a number and is none, like `1.2.3` or `2x`.
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
    #[token("=")]
    Assign,
    #[token(".")]
    Dot,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    /// A comment as other languages write it, up to its end: `// ...` or `/* ... */`.
    #[regex(r"//[^\n]*", allow_greedy = true)]
    #[token("/*", block_comment)]
    ForeignComment,
    /// A text in quotes, of which Toy has none.
    #[regex(r#""[^"\n]*"?"#)]
    Text,
    /// Reported already; the parser accepts it nowhere and says nothing more about it.
    Error,
}

/// A token and where it is, in global positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

fn number(lexer: &mut logos::Lexer<'_, TokenKind>) -> Option<f64> {
    lexer.slice().parse().ok()
}

/// Takes the rest of a comment that began with `/*`: up to `*/`, or to the end of the line if there is none.
fn block_comment(lexer: &mut logos::Lexer<'_, TokenKind>) {
    let rest = lexer.remainder();
    let end = rest.find("*/").map(|end| end + 2).or_else(|| rest.find('\n')).unwrap_or(rest.len());
    lexer.bump(end);
}

impl TokenKind {
    /// The token as it is written, where that is always the same.
    pub(crate) const fn fixed_text(self) -> Option<&'static str> {
        Some(match self {
            Self::Def => "def",
            Self::Return => "return",
            Self::Var => "var",
            Self::Struct => "struct",
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
            Self::Dot => ".",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Star => "*",
            Self::Slash => "/",
            Self::Ident
            | Self::Number(_)
            | Self::BadNumber
            | Self::Literal(_)
            | Self::ForeignComment
            | Self::Text
            | Self::Error => return None,
        })
    }

    /// Whether an operand can end here, so that a `-` after it is binary.
    pub(crate) const fn ends_operand(self) -> bool {
        matches!(
            self,
            Self::Ident
                | Self::Number(_)
                | Self::BadNumber
                | Self::Literal(_)
                | Self::RParen
                | Self::RBrace
                | Self::RBracket
                | Self::Error
        )
    }
}

/// The token with its sort, for messages: ``name `x` ``, `` `;` ``, `tensor literal`. `text` is its source text.
pub(crate) fn describe(kind: TokenKind, text: &str) -> String {
    match kind {
        TokenKind::Ident => format!("name `{text}`"),
        TokenKind::Number(_) | TokenKind::BadNumber => format!("number `{text}`"),
        TokenKind::Literal(_) => "tensor literal".to_owned(),
        TokenKind::Def | TokenKind::Return | TokenKind::Var | TokenKind::Struct => {
            format!("keyword `{text}`")
        }
        _ => format!("`{text}`"),
    }
}
