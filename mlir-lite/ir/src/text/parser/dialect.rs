//! Parses types of dialects and what attributes of dialects have in common with them: the long form
//! `!dialect<..>`, and text that no loaded dialect declares.

use crate::data::asm::{AsmParser, Parsed};
use crate::data::types::{Type, TypeKind};
use crate::ir::asm::UnknownTypeHelp;
use crate::ir::dialect::DialectId;
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::{Defined, Parser, excerpt};
use crate::text::{print_attribute, print_type};
use mlir_lite_diagnostics::{Diagnostic, Reported};
use std::borrow::Cow;

impl<'s> Parser<'s> {
    pub(in crate::text) fn dialect_type(&mut self) -> Parsed<Type> {
        let token = self.advance();
        let name = &self.text_of(token)[1..];
        let Some((dialect, mnemonic)) = name.split_once('.') else {
            if let Some(ty) = self.type_alias(token)? {
                return Ok(ty);
            }
            if self.is_punct("<") && is_namespace(name) {
                return self.verbose_type(token, name);
            }
            return Err(self.error(token, format!("undefined symbol alias id '{name}'")));
        };
        self.check_namespace(token, dialect)?;
        if let Some(id) = self.ctx.dialect_of_prefix(dialect) {
            // A mnemonic may contain dots.
            if let Some(parse) = self.ctx.dialect_type_parser(id, mnemonic) {
                let name = self.span(token);
                return self.nested(|parser| parse.parse(parser, name));
            }
            if !self.carries_type(id, dialect, mnemonic) {
                return Err(self.unknown_type(token, id, dialect, mnemonic));
            }
        }
        self.check_unregistered(token, "type", dialect)?;
        let data = self.opaque_body(token, mnemonic)?;
        let dialect = self.ctx.ident(dialect);
        Ok(self.ctx.intern_type(TypeKind::Opaque { dialect, data }))
    }

    /// `!dialect<"...">`, or with any balanced text in the brackets. Types that a loaded dialect
    /// declares are parsed as after `!dialect.`.
    fn verbose_type(&mut self, token: Token, dialect: &str) -> Parsed<Type> {
        let id = self.ctx.dialect_of_prefix(dialect);
        if let Some(body) = self.verbose_body()
            && let Some(parse) = id.and_then(|id| self.ctx.dialect_type_parser(id, body.mnemonic))
        {
            let name = self.span(token);
            return self.in_verbose_body(&body, |parser| parse.parse(parser, name));
        }
        let body = self.opaque_body(token, "")?;
        let inner = body.strip_prefix('<').and_then(|b| b.strip_suffix('>')).unwrap_or(&body);
        if let Some(id) = self.ctx.dialect_of_prefix(dialect)
            && !self.carries_type(id, dialect, inner)
        {
            return Err(self.unknown_type(token, id, dialect, inner));
        }
        self.check_unregistered(token, "type", dialect)?;
        let dialect = self.ctx.ident(dialect);
        Ok(self.ctx.intern_type(TypeKind::Opaque { dialect, data: inner.into() }))
    }

    /// The text between the brackets of `dialect<mnemonic..>` and of 2020's
    /// `dialect<"mnemonic..">`.
    pub(in crate::text) fn verbose_body(&self) -> Option<VerboseBody<'s>> {
        let source = self.tokens.source();
        let blanks = |at: usize| source[at..].len() - source[at..].trim_start().len();
        let mut start = self.token().end;
        start += blanks(start);
        let mut quote = None;
        if let Some(string) = source[start..].strip_prefix('"') {
            let len = string.find(['"', '\\', '\n'])?;
            quote = string[len..].starts_with('"').then_some(start + 1 + len);
            quote?;
            start += 1;
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        let text = &source[start..];
        let mnemonic = &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())];
        let place = VerboseBody { mnemonic, end: start + mnemonic.len(), quote };
        (!mnemonic.is_empty()).then_some(place)
    }

    /// Parses what follows the mnemonic, to the end of the brackets.
    pub(in crate::text) fn in_verbose_body<T>(
        &mut self,
        body: &VerboseBody<'s>,
        parse: impl FnOnce(&mut AsmParser<'_, 's>) -> Parsed<T>,
    ) -> Parsed<T> {
        self.tokens.jump(body.end);
        let value = self.nested(|parser| parse(parser))?;
        if let Some(quote) = body.quote {
            if self.token().start != quote {
                return Err(self.expected("'\"'"));
            }
            self.tokens.jump(quote + 1);
        }
        self.expect_punct(">")?;
        Ok(value)
    }

    /// Checks the name of a dialect before a dot: `#0.5` has none.
    pub(in crate::text) fn check_namespace(&mut self, token: Token, dialect: &str) -> Parsed<()> {
        match is_namespace(dialect) {
            true => Ok(()),
            false => {
                let message = format!("'{dialect}' is not the name of a dialect");
                Err(self.error(token, message))
            }
        }
    }

    fn unknown_type(&mut self, token: Token, id: DialectId, dialect: &str, text: &str) -> Reported {
        let help = self.ctx.dialect_interface::<dyn UnknownTypeHelp>(id);
        let replaced = help.and_then(|help| help.replaced(text));
        let hint = if replaced.is_some() { "" } else { unknown_hint(dialect) };
        let message = format!("unknown type '{text}' in dialect '{dialect}'{hint}");
        let mut error = Diagnostic::error(self.span(token), message);
        if let Some(help) = replaced.or_else(|| help.map(|help| help.help(text))) {
            error = error.with_help(help);
        }
        self.report(error)
    }

    /// Whether a type that a loaded dialect does not declare is kept as text.
    fn carries_type(&self, id: DialectId, dialect: &str, text: &str) -> bool {
        let help = || self.ctx.dialect_interface::<dyn UnknownTypeHelp>(id);
        self.carries_unknown(dialect) && help().is_none_or(|help| help.replaced(text).is_none())
    }

    /// Whether types and attributes that a loaded dialect does not declare are kept as text, like
    /// those of dialects that are not loaded. This is an option of mlir-lite that MLIR does not
    /// have. It does not apply to the builtin dialect.
    pub(in crate::text) fn carries_unknown(&self, dialect: &str) -> bool {
        self.options.allow_unregistered && dialect != "builtin"
    }

    /// Checks that types and attributes of dialects that are not loaded are allowed.
    pub(in crate::text) fn check_unregistered(
        &mut self,
        token: Token,
        what: &str,
        dialect: &str,
    ) -> Parsed<()> {
        if self.options.allow_unregistered {
            return Ok(());
        }
        let name = excerpt(self.text_of(token));
        Err(self.error(
            token,
            format!(
                "{what} '{name}' is of dialect '{dialect}', which is not \
            loaded. If this is intended, use -allow-unregistered-dialect"
            ),
        ))
    }

    /// Parses `lead` and the text in brackets after it, without interpreting it.
    pub(in crate::text) fn opaque_body(
        &mut self,
        lead_token: Token,
        lead: &str,
    ) -> Parsed<Box<str>> {
        if !self.is_punct("<") || self.token().start != lead_token.end {
            return Ok(lead.into());
        }
        let start = self.token().start;
        let end = self.skip_balanced(start)?;
        let text = format!("{lead}{}", self.without_aliases(start, end)?);
        self.tokens.jump(end);
        Ok(text.into())
    }

    /// The source between two offsets, with aliases replaced by their values, which could not be
    /// looked up later.
    fn without_aliases(&mut self, start: usize, end: usize) -> Parsed<Cow<'_, str>> {
        let source = self.tokens.source();
        let text = &source[start..end];
        let mut expanded = String::new();
        let (mut copied, mut position) = (0, 0);
        while let Some(found) = text[position..].find(['#', '!', '"']) {
            let first = position + found;
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
            let name = &text[first + 1..];
            let len = name.find(|c| !is_name(c)).unwrap_or(name.len());
            position = first + 1 + len;
            if text[first..].starts_with('"') {
                position = first + 1 + end_of_string(name);
                continue;
            }
            // A dialect's name is not an alias.
            if name[..len].contains('.') || name[len..].starts_with('<') {
                continue;
            }
            let kind =
                if text[first..].starts_with('#') { TokenKind::HashId } else { TokenKind::BangId };
            let token = Token { kind, start: start + first, end: start + position };
            let value = match kind {
                TokenKind::HashId => {
                    let value = self.attribute_alias(token, Defined::Before)?;
                    value.map(|value| print_attribute(&self.ctx, value))
                }
                _ => self.type_alias(token)?.map(|ty| print_type(&self.ctx, ty)),
            };
            if let Some(value) = value {
                expanded.push_str(&text[copied..first]);
                expanded.push_str(&value);
                copied = position;
            }
        }
        if copied == 0 {
            return Ok(Cow::Borrowed(text));
        }
        expanded.push_str(&text[copied..]);
        Ok(Cow::Owned(expanded))
    }

    /// The offset after the bracket that closes the one at `start`. Strings and arrows are skipped.
    pub(in crate::text) fn skip_balanced(&mut self, start: usize) -> Parsed<usize> {
        let bytes = self.tokens.source().as_bytes();
        let mut closers = Vec::new();
        let mut i = start;
        while i < bytes.len() {
            match bytes[i] {
                b'<' => closers.push(b'>'),
                b'(' => closers.push(b')'),
                b'[' => closers.push(b']'),
                b'{' => closers.push(b'}'),
                b'-' if bytes.get(i + 1) == Some(&b'>') => i += 1,
                b'>' | b')' | b']' | b'}' => {
                    if closers.pop() != Some(bytes[i]) {
                        break;
                    }
                    if closers.is_empty() {
                        return Ok(i + 1);
                    }
                }
                b'"' => {
                    i += 1;
                    while i < bytes.len() && bytes[i] != b'"' && bytes[i] != b'\n' {
                        i += 1 + usize::from(bytes[i] == b'\\');
                    }
                }
                0 => break,
                _ => {}
            }
            i += 1;
        }
        let open = Token { kind: TokenKind::Punct, start, end: start + 1 };
        Err(self.error(open, "unbalanced brackets: this one is not closed"))
    }
}

/// Where the text between the brackets of `dialect<..>` is.
pub(in crate::text) struct VerboseBody<'s> {
    /// The name of a type or attribute.
    pub(in crate::text) mnemonic: &'s str,
    /// Where the name ends.
    end: usize,
    /// Where the string ends, if it is one.
    quote: Option<usize>,
}

/// Whether a dialect may have that name.
pub(in crate::text) fn is_namespace(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// A hint for errors about something that the loaded dialect `dialect` does not declare.
pub(in crate::text) fn unknown_hint(dialect: &str) -> &'static str {
    match dialect {
        "builtin" => "",
        _ => ". If this is intended, use -allow-unregistered-dialect",
    }
}

/// The offset after the closing quote of a string; `text` begins after the opening quote.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 1)
}
