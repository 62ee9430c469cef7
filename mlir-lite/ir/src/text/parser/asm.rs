//! The interface between the parser and the parsers of types, attributes and ops of all dialects.

use crate::data::Context;
use crate::data::affine::AffineMap;
use crate::data::asm::{ParseAsm, ParsePart, Parsed};
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::data::types::Type;
use crate::text::lexer::TokenKind;
use crate::text::parser::Parser;
use mlir_lite_diagnostics::{Diagnostic, Reported, Span};
use std::borrow::Cow;

impl<'s> ParseAsm<'s> for Parser<'s> {
    fn context(&self) -> &Context {
        &self.ctx
    }

    fn parse_type(&mut self) -> Parsed<Type> {
        self.ty()
    }

    fn nested_part(&mut self, parse: ParsePart<'_, 's>) -> Parsed<()> {
        self.nested(|parser| parse(parser))
    }

    fn cyclic_part(&mut self, name: &str, parse: ParsePart<'_, 's>) -> Parsed<()> {
        if self.open_types.iter().any(|open| open == name) {
            let message = format!("inside of itself, '{name}' is written by its name alone");
            return Err(self.error(self.token(), message));
        }
        self.open_types.push(name.into());
        let result = self.nested(|parser| parse(parser));
        self.open_types.pop();
        result
    }

    fn parse_type_list(&mut self) -> Parsed<Vec<Type>> {
        let mut types = Vec::new();
        self.comma_list(|p| {
            types.push(p.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    fn parse_function_type(&mut self) -> Parsed<(Vec<Type>, Vec<Type>)> {
        self.function_type()
    }

    fn parse_function_results(&mut self) -> Parsed<Vec<Type>> {
        self.function_results()
    }

    fn parse_attribute(&mut self, implied: Option<Type>) -> Parsed<Attribute> {
        self.attribute(implied)
    }

    #[inline]
    fn parse_punct(&mut self, text: &str) -> Parsed<()> {
        self.expect_punct(text)
    }

    #[inline]
    fn parse_optional_punct(&mut self, text: &str) -> bool {
        self.eat_punct(text)
    }

    #[inline]
    fn at_punct(&self, text: &str) -> bool {
        self.is_punct(text)
    }

    #[inline]
    fn parse_keyword(&mut self, keyword: &str) -> Parsed<()> {
        self.expect_keyword(keyword)
    }

    #[inline]
    fn parse_optional_keyword(&mut self, keyword: &str) -> bool {
        self.eat_keyword(keyword)
    }

    #[inline]
    fn at_keyword(&self, keyword: &str) -> bool {
        self.is_keyword(keyword)
    }

    fn parse_any_keyword(&mut self) -> Parsed<&'s str> {
        if self.is_kind(TokenKind::BareId) {
            let token = self.advance();
            return Ok(self.text_of(token));
        }
        Err(self.expected("keyword"))
    }

    fn at_any_keyword(&self) -> bool {
        self.is_kind(TokenKind::BareId)
    }

    fn next_keyword(&self) -> Option<&'s str> {
        self.is_kind(TokenKind::BareId).then(|| self.token_text())
    }

    fn at_attribute(&self) -> bool {
        const KEYWORDS: [&str; 13] = [
            "true",
            "false",
            "unit",
            "dense",
            "dense_resource",
            "sparse",
            "opaque",
            "array",
            "affine_map",
            "affine_set",
            "loc",
            "strided",
            "distinct",
        ];
        match self.token().kind {
            TokenKind::BareId => {
                KEYWORDS.iter().any(|keyword| self.at_keyword(keyword)) || self.at_type()
            }
            TokenKind::Integer | TokenKind::Float | TokenKind::String => true,
            TokenKind::SymbolId | TokenKind::SuperId => true,
            TokenKind::HashId | TokenKind::BangId => true,
            // A brace would begin the op's own dictionary.
            _ => self.at_punct("-") || self.at_punct("["),
        }
    }

    fn parse_integer(&mut self) -> Parsed<i64> {
        self.integer()
    }

    fn at_integer(&self) -> bool {
        self.is_kind(TokenKind::Integer) || self.is_punct("-")
    }

    fn at_string(&self) -> bool {
        self.is_kind(TokenKind::String)
    }

    fn parse_string(&mut self) -> Parsed<String> {
        if !self.is_kind(TokenKind::String) {
            return Err(self.expected("string"));
        }
        let token = self.advance();
        self.string_text(token, "expected a string of UTF-8").map(Cow::into_owned)
    }

    fn at_symbol(&self) -> bool {
        self.is_kind(TokenKind::SymbolId)
    }

    fn parse_symbol_name(&mut self) -> Parsed<Ident> {
        if !self.at_symbol() {
            return Err(self.expected("symbol name"));
        }
        let token = self.advance();
        self.symbol_ident(token)
    }

    fn at_type(&self) -> bool {
        Parser::at_type(self)
    }

    fn parse_items_until(&mut self, close: &str, item: ParsePart<'_, 's>) -> Parsed<()> {
        self.list_until(close, |parser| item(parser))
    }

    fn parse_dimensions(&mut self) -> Parsed<Vec<i64>> {
        self.dimensions()
    }

    fn parse_affine_map(&mut self) -> Parsed<AffineMap> {
        self.affine_map()
    }

    fn position(&self) -> Span {
        self.span(self.token())
    }

    fn expected(&mut self, what: &str) -> Reported {
        Parser::expected(self, what)
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        Parser::report(self, diagnostic)
    }
}
