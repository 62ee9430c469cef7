//! Parses names of symbols and references to them.
//!
//! ```text
//! symbol-ref-id ::= `@.super::`* symbol-part (`::` symbol-part)*
//! symbol-part   ::= `@` (bare-id | string-literal)
//! ```

use crate::data::asm::Parsed;
use crate::data::attributes::{Attribute, SymbolPath};
use crate::data::ident::Ident;
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::Parser;
use mlir_lite_diagnostics::Diagnostic;

/// `@.super` where a name was expected.
pub(in crate::text) const SUPER_IS_NO_NAME: &str =
    "'@.super', which leads out of a symbol table (a symbol of that name is written '@\".super\"')";

impl Parser<'_> {
    /// The name of a symbol token, without `@` and quotes.
    pub(in crate::text) fn symbol_ident(&mut self, token: Token) -> Parsed<Ident> {
        let text = &self.text_of(token)[1..];
        if !text.starts_with('"') {
            return Ok(self.ctx.ident(text));
        }
        let bytes = self.string_bytes(token, text)?;
        match std::str::from_utf8(&bytes) {
            Ok(name) => Ok(self.ctx.ident(name)),
            Err(_) => Err(self.error(token, "symbol names are UTF-8")),
        }
    }

    pub(in crate::text) fn symbol_ref(&mut self) -> Parsed<Attribute> {
        let mut supers = 0;
        while self.is_kind(TokenKind::SuperId) {
            self.advance();
            if !self.eat_punct("::") {
                return Err(self.expected("'::' and a symbol after '@.super'"));
            }
            supers += 1;
        }
        let root = self.symbol_part("symbol after '@.super::'")?;
        let mut nested = Vec::new();
        while self.eat_punct("::") {
            nested.push(self.symbol_part("nested symbol reference")?);
        }
        Ok(self.ctx.symbol_path_attr(SymbolPath { supers, root, nested: &nested }))
    }

    fn symbol_part(&mut self, expected: &str) -> Parsed<Ident> {
        if self.is_kind(TokenKind::SuperId) {
            let place = self.span(self.token());
            return Err(self.report(
                Diagnostic::error(place, "'@.super' can only be at the beginning of a reference")
                    .with_help("a symbol that is named '.super' is written '@\".super\"'"),
            ));
        }
        if !self.is_kind(TokenKind::SymbolId) {
            return Err(self.expected(expected));
        }
        let token = self.advance();
        self.symbol_ident(token)
    }
}
