//! Parses attributes.

use crate::data::asm::Parsed;
use crate::data::attributes::{
    ApInt, Attribute, AttributeKind, DenseElements, KnownIdent, NamedAttribute,
};
use crate::data::ident::Ident;
use crate::data::types::{DYNAMIC, Signedness, Type, TypeKind, element_count};
use crate::ir::constraints::AttrStarts;
use crate::ir::op_def::AttrDef;
use crate::numbers::float;
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::dialect::{is_namespace, unknown_hint};
use crate::text::parser::{Defined, Parser};
use crate::text::print_type;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

impl<'s> Parser<'s> {
    /// Parses the whole source: attributes with these implied types, separated by `,`.
    pub(in crate::text) fn attributes(&mut self, types: &[Option<Type>]) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::with_capacity(types.len());
        for &ty in types {
            if !attributes.is_empty() {
                self.expect_punct(",")?;
            }
            attributes.push(self.attribute(ty)?);
        }
        if !self.is_kind(TokenKind::Eof) {
            return Err(self.expected("the end"));
        }
        self.check_levels()?;
        Ok(attributes)
    }

    /// Parses an attribute. `implied` is the type of a number, which is then not written.
    pub(in crate::text) fn attribute(&mut self, implied: Option<Type>) -> Parsed<Attribute> {
        self.nested(|p| p.any_attribute(implied))
    }

    fn any_attribute(&mut self, implied: Option<Type>) -> Parsed<Attribute> {
        match self.token().kind {
            TokenKind::HashId => self.hash_attribute(implied),
            TokenKind::SymbolId | TokenKind::SuperId => self.symbol_ref(),
            TokenKind::String => self.string_attribute(),
            TokenKind::Integer | TokenKind::Float => self.number(implied),
            TokenKind::Punct if self.is_punct("-") => self.number(implied),
            TokenKind::Punct if self.is_punct("[") => {
                self.advance();
                let mut elements: SmallVec<[Attribute; 8]> = SmallVec::new();
                self.list_until("]", |p| {
                    elements.push(p.attribute(None)?);
                    Ok(())
                })?;
                Ok(self.ctx.array_attr(&elements))
            }
            TokenKind::Punct if self.is_punct("{") => {
                let entries = self.dictionary()?;
                Ok(self.ctx.dictionary_attr(&entries))
            }
            TokenKind::BareId => self.keyword_attribute(implied),
            _ => self.type_attribute(),
        }
    }

    fn type_attribute(&mut self) -> Parsed<Attribute> {
        if !self.at_type() {
            return Err(self.expected("attribute value"));
        }
        let ty = self.ty()?;
        Ok(self.ctx.type_attr(ty))
    }

    fn keyword_attribute(&mut self, implied: Option<Type>) -> Parsed<Attribute> {
        match self.token_text() {
            "unit" => {
                self.advance();
                Ok(Attribute::UNIT)
            }
            "true" | "false" => {
                let token = self.advance();
                Ok(self.ctx.bool_attr(self.text_of(token) == "true"))
            }
            "affine_map" => self.affine_map_attribute(),
            "affine_set" => {
                self.advance();
                self.expect_punct("<")?;
                let set = self.integer_set()?;
                self.expect_punct(">")?;
                Ok(self.ctx.integer_set_attr(set))
            }
            "strided" => {
                self.advance();
                self.strided()
            }
            "dense" => {
                self.advance();
                self.dense(implied)
            }
            "array" => {
                self.advance();
                self.dense_array()
            }
            "sparse" => {
                let keyword = self.advance();
                self.sparse(keyword)
            }
            "opaque" => {
                self.advance();
                self.opaque_elements()
            }
            "dense_resource" => {
                self.advance();
                self.dense_resource(implied)
            }
            "distinct" => {
                self.advance();
                self.distinct()
            }
            "loc" => {
                let location = self.location_in_parens(Defined::Before)?;
                Ok(self.ctx.intern_attribute(AttributeKind::Location(location)))
            }
            _ => self.type_attribute(),
        }
    }

    /// `affine_map<(d0) -> (d0)>`. A short one is looked up by its text.
    fn affine_map_attribute(&mut self) -> Parsed<Attribute> {
        let start = self.advance().start;
        let text = self.map_text(start);
        if self.levels.may_be_known(0)
            && let Some(text) = text
            && let Some(&known) = self.caches.attributes.get(text)
        {
            self.tokens.jump(start + text.len());
            return Ok(known);
        }
        self.expect_punct("<")?;
        let map = self.affine_map()?;
        let end = self.token().end;
        self.expect_punct(">")?;
        let map = self.ctx.affine_map_attr(map);
        if let Some(text) = text.filter(|text| start + text.len() == end) {
            self.caches.attributes.insert(text, map);
        }
        Ok(map)
    }

    /// The text of a map from its keyword on, if it is short and in one line.
    fn map_text(&self, start: usize) -> Option<&'s str> {
        const MOST: usize = 128;
        let text = &self.tokens.source()[start..];
        let mut before = 0;
        for (i, &byte) in text.as_bytes().iter().enumerate().take(MOST) {
            match byte {
                b'>' if before != b'-' => return text.get(..=i),
                b'\n' | b'/' | b'"' => return None,
                _ => before = byte,
            }
        }
        None
    }

    /// `<[16, 1], offset: 3>`
    fn strided(&mut self) -> Parsed<Attribute> {
        self.expect_punct("<")?;
        let strides = self.strides()?;
        let mut offset = 0;
        if self.eat_punct(",") {
            self.expect_keyword("offset")?;
            self.expect_punct(":")?;
            offset = self.size_or_dynamic()?;
        }
        self.expect_punct(">")?;
        Ok(self.ctx.strided_attr(&strides, offset))
    }

    /// `[16, ?]`
    pub(in crate::text) fn strides(&mut self) -> Parsed<Vec<i64>> {
        let mut strides = Vec::new();
        self.expect_punct("[")?;
        self.list_until("]", |p| {
            strides.push(p.size_or_dynamic()?);
            Ok(())
        })?;
        Ok(strides)
    }

    /// `16` or `?`
    pub(in crate::text) fn size_or_dynamic(&mut self) -> Parsed<i64> {
        if self.eat_punct("?") { Ok(DYNAMIC) } else { self.integer() }
    }

    /// Parses an attribute or a location: the value of an attribute alias.
    pub(in crate::text) fn attribute_or_location(&mut self) -> Parsed<Attribute> {
        if self.is_keyword("loc") {
            let location = self.location_in_parens(Defined::Before)?;
            return Ok(self.ctx.intern_attribute(AttributeKind::Location(location)));
        }
        self.attribute(None)
    }

    fn hash_attribute(&mut self, implied: Option<Type>) -> Parsed<Attribute> {
        let token = self.advance();
        let name = &self.text_of(token)[1..];
        let end = self.plain_brackets(token.end);
        let text = end.map(|end| &self.tokens.source()[token.start..end]);
        if let Some(end) = end
            && self.levels.may_be_known(0)
            && let Some(&known) = text.and_then(|text| self.caches.attributes.get(text))
        {
            self.tokens.jump(end);
            if implied.is_some() || !self.is_punct(":") {
                return Ok(known);
            }
            self.tokens.jump(token.end);
        }
        let Some((dialect, mnemonic)) = name.split_once('.') else {
            if let Some(value) = self.attribute_alias(token, Defined::Before)? {
                return Ok(value);
            }
            if self.is_punct("<") && is_namespace(name) {
                if let Some(body) = self.verbose_body()
                    && let Some(parse) = self.ctx.dialect_attribute_parser(name, body.mnemonic)
                {
                    let name = self.span(token);
                    return self.in_verbose_body(&body, |parser| parse.parse(parser, name));
                }
                let body = self.opaque_body(token, "")?;
                let inner =
                    body.strip_prefix('<').and_then(|b| b.strip_suffix('>')).unwrap_or(&body);
                self.check_opaque(token, name, inner)?;
                let dialect = self.ctx.ident(name);
                return self.opaque_attribute(dialect, inner.into(), implied);
            }
            return Err(self.error(token, format!("undefined symbol alias id '{name}'")));
        };
        self.check_namespace(token, dialect)?;
        if dialect == "builtin" {
            let message = format!("dialect 'builtin' has no attribute '{mnemonic}' of that form");
            return Err(self.error(token, message));
        }
        let value = match self.ctx.dialect_attribute_parser(dialect, mnemonic) {
            Some(parse) => {
                let name = self.span(token);
                self.nested(|parser| parse.parse(parser, name))?
            }
            None => {
                self.check_opaque(token, dialect, mnemonic)?;
                let data = self.opaque_body(token, mnemonic)?;
                let dialect = self.ctx.ident(dialect);
                self.opaque_attribute(dialect, data, implied)?
            }
        };
        // A dialect's own syntax may end at another position.
        if let (Some(end), Some(text)) = (end, text)
            && self
                .tokens
                .source()
                .get(end..self.token().start)
                .is_some_and(|between| between.trim().is_empty())
        {
            self.caches.attributes.insert(text, value);
        }
        Ok(value)
    }

    /// Checks that an attribute that no dialect declares is allowed. `text` is the text after the
    /// dialect's name.
    fn check_opaque(&mut self, token: Token, dialect: &str, text: &str) -> Parsed<()> {
        let Some(id) = self.ctx.dialect_of_prefix(dialect) else {
            return self.check_unregistered(token, "attribute", dialect);
        };
        let end = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '$'));
        let mnemonic = &text[..end.unwrap_or(text.len())];
        if self.carries_unknown(dialect)
            || self.ctx.keeps_attribute(id, &format!("{dialect}.{mnemonic}"))
        {
            return Ok(());
        }
        let hint = unknown_hint(dialect);
        Err(self
            .error(token, format!("unknown attribute '{mnemonic}' in dialect '{dialect}'{hint}")))
    }

    /// With the type after it, if there is one.
    fn opaque_attribute(
        &mut self,
        dialect: Ident,
        data: Box<str>,
        implied: Option<Type>,
    ) -> Parsed<Attribute> {
        let has_type = implied.is_none() && self.eat_punct(":");
        let ty = if has_type { Some(self.ty()?) } else { None };
        Ok(self.ctx.intern_attribute(AttributeKind::Opaque { dialect, data, ty }))
    }

    /// Parses `[0]<unit>` after `distinct`. The number identifies the attribute in its source;
    /// absent content means `unit`.
    fn distinct(&mut self) -> Parsed<Attribute> {
        self.expect_punct("[")?;
        let token = self.token();
        if !self.is_kind(TokenKind::Integer) {
            return Err(self.expected("distinct ID"));
        }
        let Ok(number) = self.advance_text().parse::<u64>() else {
            return Err(self.error(token, "expected an unsigned 64-bit integer"));
        };
        self.expect_punct("]")?;
        self.expect_punct("<")?;
        let content = if self.is_punct(">") { Attribute::UNIT } else { self.attribute(None)? };
        self.expect_punct(">")?;
        if let Some(&known) = self.distinct.get(&number) {
            if !matches!(known.kind(&self.ctx), AttributeKind::Distinct { content: old, .. } if *old == content)
            {
                let message =
                    format!("'distinct[{number}]' does not match its previous definition");
                return Err(self.error(token, message));
            }
            return Ok(known);
        }
        if self.is_piece {
            // Another part of the source may have the same one, so the source is parsed again as a
            // whole.
            return Err(self.error(token, "a distinct attribute"));
        }
        let attribute = self.ctx.distinct_attr(content);
        self.distinct.insert(number, attribute);
        Ok(attribute)
    }

    /// A string, with the type after it if there is one.
    fn string_attribute(&mut self) -> Parsed<Attribute> {
        let token = self.advance();
        let bytes = self.string_of(token)?.into_owned().into();
        let ty = if self.eat_punct(":") { Some(self.ty()?) } else { None };
        self.string(bytes, ty)
    }

    /// A string that has no type.
    pub(in crate::text) fn untyped_string(&mut self) -> Parsed<Attribute> {
        let token = self.advance();
        let bytes = self.string_of(token)?.into_owned().into();
        self.string(bytes, None)
    }

    /// Whether the next token is a string before `(`: the name of the next op in generic form.
    pub(in crate::text) fn at_generic_op(&self) -> bool {
        self.is_kind(TokenKind::String)
            && self.tokens.source()[self.token().end..].trim_start().starts_with('(')
    }

    /// Whether the next token begins an attribute that `def` allows.
    pub(in crate::text) fn at_attribute_of(&mut self, def: &AttrDef) -> bool {
        let token = self.token();
        let text = self.text_of(token);
        let found = match token.kind {
            TokenKind::String if self.at_generic_op() => return false,
            TokenKind::String => AttrStarts::STRING,
            TokenKind::Integer | TokenKind::Float => AttrStarts::NUMBER,
            TokenKind::SymbolId | TokenKind::SuperId => AttrStarts::SYMBOL,
            TokenKind::HashId if text.contains('.') => AttrStarts::DIALECT,
            TokenKind::HashId => match self.attribute_alias(token, Defined::Before) {
                Ok(Some(value)) => return (def.constraint.matches)(&self.ctx, value),
                _ => AttrStarts::DIALECT,
            },
            TokenKind::BareId => match text {
                "true" | "false" => AttrStarts::NUMBER,
                "affine_map" => AttrStarts::AFFINE_MAP,
                "affine_set" => AttrStarts::INTEGER_SET,
                "dense" | "dense_resource" | "sparse" | "opaque" => AttrStarts::ELEMENTS,
                "array" => AttrStarts::DENSE_ARRAY,
                "loc" => AttrStarts::LOCATION,
                "unit" | "strided" | "distinct" => AttrStarts::OTHER,
                _ if self.at_type() => AttrStarts::TYPE,
                _ => return false,
            },
            _ => match text {
                "-" => AttrStarts::NUMBER,
                "[" => AttrStarts::LIST,
                "{" => AttrStarts::DICTIONARY,
                _ if self.at_type() => AttrStarts::TYPE,
                _ => return false,
            },
        };
        def.constraint.starts.overlaps(found)
    }

    fn string(&mut self, bytes: Box<[u8]>, ty: Option<Type>) -> Parsed<Attribute> {
        let ident = KnownIdent::default();
        Ok(self.ctx.intern_attribute(AttributeKind::String { bytes, ty, ident }))
    }

    /// `{a = 1, b}`
    pub(in crate::text) fn dictionary(&mut self) -> Parsed<SmallVec<[NamedAttribute; 8]>> {
        self.expect_punct("{")?;
        let mut entries: SmallVec<[NamedAttribute; 8]> = SmallVec::new();
        self.list_until("}", |p| {
            let token = p.token();
            let name = match token.kind {
                TokenKind::BareId => {
                    p.advance();
                    p.ident(p.text_of(token))
                }
                TokenKind::String => {
                    p.advance();
                    let bytes = p.string_bytes(token, p.text_of(token))?;
                    match std::str::from_utf8(&bytes) {
                        Ok(text) if !text.is_empty() => p.ctx.ident(text),
                        Ok(_) => return Err(p.error(token, "expected valid attribute name")),
                        Err(_) => return Err(p.error(token, "names of attributes are UTF-8")),
                    }
                }
                _ => return Err(p.expected("attribute name")),
            };
            if entries.iter().any(|entry| entry.0 == name) {
                let message =
                    format!("duplicate key '{}' in dictionary attribute", name.text(&p.ctx));
                return Err(p.error(token, message));
            }
            if p.is_punct(":") {
                let text = name.text(&p.ctx).to_string();
                return Err(p.error(
                    p.token(),
                    format!("expected '=' after attribute name '{text}', found ':'"),
                ));
            }
            let value = if p.eat_punct("=") { p.attribute(None)? } else { Attribute::UNIT };
            entries.push((name, value));
            Ok(())
        })?;
        Ok(entries)
    }

    // Numbers

    fn number(&mut self, implied: Option<Type>) -> Parsed<Attribute> {
        let start = self.token();
        let negative = self.eat_punct("-");
        let token = self.token();
        if !matches!(token.kind, TokenKind::Integer | TokenKind::Float) {
            return Err(self.expected("number after '-'"));
        }
        self.advance();
        let is_float = token.kind == TokenKind::Float;
        // If the type of a number is implied, a colon after it belongs to the following text.
        let ty = match implied {
            Some(ty) => ty,
            None if self.eat_punct(":") => self.ty()?,
            None if is_float => Type::F64,
            None => Type::I64,
        };
        let whole = Token { start: start.start, end: token.end, ..token };
        match ty.kind(&self.ctx) {
            TypeKind::Float(_) => {
                let bits = self.float_bits(whole, token, negative, ty)?;
                Ok(self.ctx.float_bits_attr(ty, bits))
            }
            TypeKind::Integer { .. } | TypeKind::Index if !is_float => {
                let value = self.int_value(whole, token, negative, ty)?;
                Ok(self.ctx.apint_attr(ty, value))
            }
            TypeKind::Integer { .. } | TypeKind::Index => {
                Err(self.error(whole, "floating point value not valid for an integer type"))
            }
            _ => {
                let ty = print_type(&self.ctx, ty);
                Err(self.error(
                    whole,
                    format!("expected integer or floating point type for a number, found '{ty}'"),
                ))
            }
        }
    }

    fn float_bits(&mut self, whole: Token, token: Token, negative: bool, ty: Type) -> Parsed<u128> {
        let TypeKind::Float(kind) = *ty.kind(&self.ctx) else { return Ok(0) };
        let text = self.text_of(token);
        if token.kind == TokenKind::Float {
            let text: Cow<'_, str> =
                if negative { Cow::Owned(format!("-{text}")) } else { Cow::Borrowed(text) };
            return float::from_text(kind, &text).ok_or_else(|| {
                let message = format!("{} literals are written in hexadecimal", kind.keyword());
                self.error(whole, message)
            });
        }
        let Some(hex) = text.strip_prefix("0x") else {
            return Err(self.error(
                whole,
                "expected integer type for an integer literal: write a decimal point",
            ));
        };
        if negative {
            return Err(
                self.error(whole, "hexadecimal float literal should not have a leading minus")
            );
        }
        let bits = u128::from_str_radix(hex, 16).ok();
        match bits.filter(|bits| kind.width() == 128 || bits >> kind.width() == 0) {
            Some(bits) => Ok(bits),
            None => Err(self.error(whole, "hexadecimal float constant out of range for type")),
        }
    }

    fn int_value(&mut self, whole: Token, token: Token, negative: bool, ty: Type) -> Parsed<ApInt> {
        let width = ty.bit_width(&self.ctx).unwrap_or(64);
        let text = self.text_of(token);
        let (digits, radix) = match text.strip_prefix("0x") {
            Some(hex) => (hex, 16),
            None => (text, 10),
        };
        let signedness = match ty.kind(&self.ctx) {
            TypeKind::Integer { signedness, .. } => *signedness,
            _ => Signedness::Signless,
        };
        if negative && signedness == Signedness::Unsigned {
            return Err(
                self.error(whole, "negative integer literal not valid for unsigned integer type")
            );
        }
        let value = ApInt::parse(width, digits, radix, negative)
            .filter(|value| !negative || !value.is_zero() || width == 0);
        let is_signed = signedness == Signedness::Signed || ty == Type::INDEX;
        value.filter(|value| !is_signed || negative || !value.is_negative()).ok_or_else(|| {
            let ty = print_type(&self.ctx, ty);
            self.error(
                whole,
                format!("integer constant out of range for an attribute of type '{ty}'"),
            )
        })
    }

    // Elements

    /// Parses the rest after `dense`. The type comes last, so the literal is skipped, then the type
    /// parsed, and then the literal is parsed into bytes.
    fn dense(&mut self, implied: Option<Type>) -> Parsed<Attribute> {
        if !self.is_punct("<") {
            return Err(self.expected("'<' after 'dense'"));
        }
        let open = self.advance();
        let string = self.token();
        let is_string = string.kind == TokenKind::String && {
            self.advance();
            self.eat_punct(">")
        };
        if !is_string {
            let end = self.skip_elements(open.start)?;
            self.tokens.jump(end);
        }
        let type_token = self.token();
        let ty = match implied {
            Some(ty) if !self.is_punct(":") => ty,
            _ => {
                self.expect_punct(":")?;
                self.ty()?
            }
        };
        let after = self.token();
        let shaped = ty.static_shape(&self.ctx).zip(ty.element_type(&self.ctx));
        let Some((shape, element)) = shaped else {
            return Err(
                self.error(type_token, "elements literal must be a shaped type of static shape")
            );
        };
        let shape = shape.to_vec();
        if is_string && let Some(size) = DenseElements::element_size(&self.ctx, element) {
            let Some(count) = element_count(&shape) else {
                return Err(self.error(string, "too many elements"));
            };
            return self.dense_hex(string, ty, count, size);
        }
        self.tokens.jump(open.end);
        let attribute = self.dense_literal(ty, &shape, element)?;
        self.expect_punct(">")?;
        self.tokens.jump(after.start);
        Ok(attribute)
    }

    /// The offset after the `>` of the literal that begins at `start`. Optimized for literals of
    /// numbers.
    fn skip_elements(&mut self, start: usize) -> Parsed<usize> {
        let inner = &self.tokens.source().as_bytes()[start + 1..];
        match memchr::memchr3(b'>', b'"', b'/', inner) {
            Some(end) if inner[end] == b'>' && memchr::memchr(b'<', &inner[..end]).is_none() => {
                Ok(start + 1 + end + 1)
            }
            _ => self.skip_balanced(start),
        }
    }

    fn dense_literal(&mut self, ty: Type, shape: &[i64], element: Type) -> Parsed<Attribute> {
        let start = self.token();
        let Some(count) = element_count(shape) else {
            return Err(self.error(start, "too many elements"));
        };
        let Some(size) = DenseElements::element_size(&self.ctx, element) else {
            return self.dense_strings(ty, shape);
        };
        if self.is_punct(">") {
            if count != 0 {
                return Err(self.error(start, "expected elements, found an empty literal"));
            }
            return Ok(self.ctx.dense_attr(DenseElements::new(ty, [].into(), false)));
        }
        if self.is_kind(TokenKind::String) {
            let token = self.advance();
            return self.dense_hex(token, ty, count, size);
        }
        let mut data = Vec::new();
        if !self.is_punct("[") {
            self.element(element, &mut data)?;
            return Ok(self.ctx.dense_attr(DenseElements::new(ty, data.into(), true)));
        }
        // An element has at least two bytes of source text, whatever the shape says. If memory
        // cannot be reserved, it is allocated as needed.
        if size <= 16 {
            let _ = data.try_reserve_exact(count.min(self.tokens.source().len() / 2) * size);
        }
        self.nested_elements(shape, |p| p.element(element, &mut data))?;
        if data.len() != count.saturating_mul(size) {
            return Err(self.error(start, "elements do not fill the shape"));
        }
        let first = &data[..size.min(data.len())];
        let splat = count > 0 && data.chunks_exact(size).all(|chunk| chunk == first);
        if splat {
            data.truncate(size);
        }
        Ok(self.ctx.dense_attr(DenseElements::new(ty, data.into(), splat)))
    }

    fn dense_strings(&mut self, ty: Type, shape: &[i64]) -> Parsed<Attribute> {
        let mut values: Vec<Box<[u8]>> = Vec::new();
        if self.is_kind(TokenKind::String) {
            let token = self.advance();
            values.push(self.string_bytes(token, self.text_of(token))?.into());
        } else {
            self.nested_elements(shape, |p| {
                if !p.is_kind(TokenKind::String) {
                    return Err(p.expected("string element"));
                }
                let token = p.advance();
                values.push(p.string_bytes(token, p.text_of(token))?.into());
                Ok(())
            })?;
            if values.iter().all(|value| *value == values[0]) {
                values.truncate(1);
            }
        }
        Ok(self.ctx.intern_attribute(AttributeKind::DenseStrings { ty, values: values.into() }))
    }

    fn dense_hex(
        &mut self,
        token: Token,
        ty: Type,
        count: usize,
        size: usize,
    ) -> Parsed<Attribute> {
        let text = self.text_of(token).trim_matches('"');
        let data = text.strip_prefix("0x").and_then(hex_bytes);
        let Some(data) = data else {
            return Err(self.error(
                token,
                "elements hex string should start with '0x' and hold pairs of digits",
            ));
        };
        if ty.element_type(&self.ctx).and_then(|element| element.bit_width(&self.ctx)) == Some(1) {
            return self.dense_bits(token, ty, count, &data);
        }
        let is_splat = data.len() == size && count != 1;
        if data.len() != count.saturating_mul(size) && !is_splat {
            let message = format!(
                "elements hex data size is invalid for provided type: {} bytes, not {}",
                data.len(),
                count.saturating_mul(size)
            );
            return Err(self.error(token, message));
        }
        let first = &data[..size.min(data.len())];
        if !is_splat && count > 1 && data.chunks_exact(size).all(|chunk| chunk == first) {
            return Ok(self.ctx.dense_attr(DenseElements::new(ty, first.into(), true)));
        }
        Ok(self.ctx.dense_attr(DenseElements::new(ty, data, is_splat || count == 1)))
    }

    /// Parses elements of one bit each, the first in the lowest bit.
    fn dense_bits(
        &mut self,
        token: Token,
        ty: Type,
        count: usize,
        data: &[u8],
    ) -> Parsed<Attribute> {
        let splat = match data {
            [byte @ (0 | 0xFF)] => Some(byte & 1),
            [byte] if count == 1 => Some(byte & 1),
            _ => None,
        };
        let elements: Arc<[u8]> = match splat {
            Some(bit) => [bit].into(),
            None if data.len() == count.div_ceil(8) => {
                (0..count).map(|i| data[i / 8] >> (i % 8) & 1).collect()
            }
            None => {
                let message = format!(
                    "elements hex data size is invalid for provided type: {} bytes for {count} \
                        bits",
                    data.len()
                );
                return Err(self.error(token, message));
            }
        };
        Ok(self.ctx.dense_attr(DenseElements::new(ty, elements, splat.is_some())))
    }

    /// Parses nested lists of elements, with a stack of counts instead of recursion.
    fn nested_elements(
        &mut self,
        shape: &[i64],
        mut element: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        // The number of items parsed so far in each open list.
        let mut counts: Vec<i64> = Vec::new();
        loop {
            if let Some(dim) = shape.get(counts.len()) {
                if !self.eat_punct("[") {
                    return Err(self.expected(&format!(
                        "a list of {dim} at this depth of the elements literal"
                    )));
                }
                counts.push(0);
                if !self.is_punct("]") {
                    continue;
                }
                // MLIR infers the shape from the literal, and an empty list does not tell further
                // dimensions.
                if counts.len() < shape.len() {
                    let message = format!(
                        "an empty list has no elements of the other dimensions of <{}>: write \
                            'dense<>'",
                        shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
                    );
                    return Err(self.error(self.token(), message));
                }
            } else {
                if self.is_punct("[") {
                    let message = format!(
                        "expected an element: the type has {} dimensions, the literal has more",
                        shape.len()
                    );
                    return Err(self.error(self.token(), message));
                }
                element(self)?;
                if let Some(count) = counts.last_mut() {
                    *count += 1;
                }
            }
            loop {
                if counts.is_empty() {
                    return Ok(());
                }
                if self.eat_punct(",") {
                    break;
                }
                let token = self.token();
                if !self.eat_punct("]") {
                    return Err(self.expected("',' or ']'"));
                }
                let found = counts.pop().unwrap_or(0);
                let wanted = shape[counts.len()];
                if found != wanted {
                    let message = format!(
                        "expected {wanted} elements in this list of the literal, found {found}"
                    );
                    return Err(self.error(token, message));
                }
                if let Some(count) = counts.last_mut() {
                    *count += 1;
                }
            }
        }
    }

    /// One element, appended as bytes.
    pub(in crate::text) fn element(&mut self, ty: Type, data: &mut Vec<u8>) -> Parsed<()> {
        if let TypeKind::Complex(part) = *ty.kind(&self.ctx) {
            self.expect_punct("(")?;
            self.element(part, data)?;
            self.expect_punct(",")?;
            self.element(part, data)?;
            return self.expect_punct(")");
        }
        let start = self.token();
        if self.is_keyword("true") || self.is_keyword("false") {
            let token = self.advance();
            if ty != Type::I1 {
                return Err(self.error(token, "expected i1 type for 'true' or 'false' values"));
            }
            data.push(u8::from(self.text_of(token) == "true"));
            return Ok(());
        }
        let negative = self.eat_punct("-");
        let token = self.token();
        if !matches!(token.kind, TokenKind::Integer | TokenKind::Float) {
            return Err(self.expected("element: a number, 'true' or 'false'"));
        }
        self.advance();
        let whole = Token { start: start.start, end: token.end, ..token };
        if ty == Type::F64 && token.kind == TokenKind::Float {
            // Fast path for the common case.
            let text = &self.tokens.source()[start.start..token.end];
            if let Ok(value) = fast_float2::parse::<f64, _>(text) {
                data.extend_from_slice(&value.to_le_bytes());
                return Ok(());
            }
        }
        if let TypeKind::Float(kind) = *ty.kind(&self.ctx) {
            let bits = self.float_bits(whole, token, negative, ty)?;
            data.extend_from_slice(&bits.to_le_bytes()[..kind.width().div_ceil(8) as usize]);
            return Ok(());
        }
        if token.kind == TokenKind::Float {
            return Err(self.error(whole, "expected integer elements, but parsed floating-point"));
        }
        let value = self.int_value(whole, token, negative, ty)?;
        data.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }

    /// After `array`.
    fn dense_array(&mut self) -> Parsed<Attribute> {
        self.expect_punct("<")?;
        let token = self.token();
        let element = self.ty()?;
        if !element.is_float(&self.ctx) && !element.is_integer(&self.ctx) {
            return Err(self.error(token, "expected integer or float type"));
        }
        if !matches!(element.bit_width(&self.ctx), Some(width) if width == 1 || width % 8 == 0) {
            return Err(self.error(token, "element type bitwidth must be a multiple of 8"));
        }
        let mut data = Vec::new();
        if self.eat_punct(":") {
            self.comma_list(|p| {
                if element == Type::I1 && !p.is_keyword("true") && !p.is_keyword("false") {
                    return Err(p.expected("'true' or 'false', the values of i1"));
                }
                p.element(element, &mut data)
            })?;
        }
        self.expect_punct(">")?;
        Ok(self.ctx.intern_attribute(AttributeKind::DenseArray { element, data: data.into() }))
    }
}

/// Decodes hexadecimal digits. None if there is any other character.
pub(in crate::text) fn hex_bytes(digits: &str) -> Option<Arc<[u8]>> {
    if digits.starts_with("0x") {
        // `const_hex` would skip a second prefix.
        return None;
    }
    let mut bytes: Arc<[u8]> = std::iter::repeat_n(0, digits.len() / 2).collect();
    const_hex::decode_to_slice(digits, Arc::get_mut(&mut bytes)?).ok()?;
    Some(bytes)
}
