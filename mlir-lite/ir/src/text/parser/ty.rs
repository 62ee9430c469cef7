//! Parses types.

use crate::data::affine::AffineMap;
use crate::data::asm::Parsed;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::types::{DYNAMIC, FloatKind, MAX_INTEGER_WIDTH, Signedness, Type, TypeKind};
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::Parser;
use crate::text::parser::caches::Types;
use crate::text::print_type;
use mlir_lite_diagnostics::Diagnostic;

fn float_kind(name: &str) -> Option<FloatKind> {
    FloatKind::ALL.into_iter().find(|kind| kind.keyword() == name)
}

fn integer_name(name: &str) -> Option<(Signedness, &str)> {
    let (signedness, digits) = if let Some(digits) = name.strip_prefix("si") {
        (Signedness::Signed, digits)
    } else if let Some(digits) = name.strip_prefix("ui") {
        (Signedness::Unsigned, digits)
    } else {
        (Signedness::Signless, name.strip_prefix('i')?)
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some((signedness, digits))
}

impl Parser<'_> {
    /// Whether a type may start with the next token.
    pub(in crate::text) fn at_type(&self) -> bool {
        match self.token().kind {
            TokenKind::BangId => true,
            TokenKind::Punct => self.is_punct("("),
            TokenKind::BareId => {
                let name = self.token_text();
                float_kind(name).is_some()
                    || integer_name(name).is_some()
                    || matches!(
                        name,
                        "index" | "none" | "complex" | "tuple" | "vector" | "tensor" | "memref"
                    )
            }
            _ => false,
        }
    }

    /// A type.
    pub(in crate::text) fn ty(&mut self) -> Parsed<Type> {
        if self.is_punct("(") {
            let (inputs, results) = self.function_type()?;
            return Ok(self.ctx.function_type(&inputs, &results));
        }
        self.nested(Self::non_function_type)
    }

    /// The type of an op in generic form, as [`Self::function_type`].
    pub(in crate::text) fn operation_type(&mut self) -> Parsed<(Types, Types)> {
        self.nested(|p| {
            p.expect_punct("(")?;
            let mut inputs = Types::new();
            p.list_until(")", |p| {
                inputs.push(p.ty()?);
                Ok(())
            })?;
            p.expect_punct("->")?;
            let mut results = Types::new();
            if !p.eat_punct("(") {
                results.push(p.nested(Self::non_function_type)?);
                return Ok((inputs, results));
            }
            p.list_until(")", |p| {
                results.push(p.ty()?);
                Ok(())
            })?;
            Ok((inputs, results))
        })
    }

    /// `(inputs) -> results`
    pub(in crate::text) fn function_type(&mut self) -> Parsed<(Vec<Type>, Vec<Type>)> {
        self.nested(|p| {
            p.expect_punct("(")?;
            let mut inputs = Vec::new();
            p.list_until(")", |p| {
                inputs.push(p.ty()?);
                Ok(())
            })?;
            p.expect_punct("->")?;
            Ok((inputs, p.function_results()?))
        })
    }

    /// Parses the text after the arrow of a function type.
    pub(in crate::text) fn function_results(&mut self) -> Parsed<Vec<Type>> {
        if !self.eat_punct("(") {
            return Ok(vec![self.nested(Self::non_function_type)?]);
        }
        let mut results = Vec::new();
        self.list_until(")", |p| {
            results.push(p.ty()?);
            Ok(())
        })?;
        Ok(results)
    }

    fn non_function_type(&mut self) -> Parsed<Type> {
        let token = self.token();
        match token.kind {
            TokenKind::BangId => return self.dialect_type(),
            TokenKind::BareId => {}
            _ => return Err(self.expected("non-function type")),
        }
        let name = self.token_text();
        let common = match name.as_bytes() {
            b"f64" => Some(Type::F64),
            b"f32" => Some(Type::F32),
            b"i1" => Some(Type::I1),
            b"i32" => Some(Type::I32),
            b"i64" => Some(Type::I64),
            b"index" => Some(Type::INDEX),
            _ => None,
        };
        if let Some(ty) = common {
            self.advance();
            return Ok(ty);
        }
        // Text in brackets ends at its bracket.
        let (last, ty) = self.caches.last_type;
        if !last.is_empty()
            && self.levels.may_be_known(0)
            && self.tokens.source()[token.start..].starts_with(last)
        {
            self.tokens.jump(token.start + last.len());
            return Ok(ty);
        }
        if let Some(kind) = float_kind(name) {
            self.advance();
            return Ok(self.ctx.intern_type(TypeKind::Float(kind)));
        }
        if let Some((signedness, digits)) = integer_name(name) {
            self.advance();
            let width = digits.parse().ok().filter(|&width| width <= MAX_INTEGER_WIDTH);
            let Some(width) = width else {
                let message = format!("integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits");
                return Err(self.error(token, message));
            };
            return Ok(self.ctx.intern_type(TypeKind::Integer { width, signedness }));
        }
        let parse: fn(&mut Self) -> Parsed<Type> = match name {
            "index" => |_| Ok(Type::INDEX),
            "none" => |_| Ok(Type::NONE),
            "complex" => Self::complex_type,
            "tuple" => Self::tuple_type,
            "vector" => Self::vector_type,
            "tensor" => Self::tensor_type,
            "memref" => Self::memref_type,
            _ if is_dimension(name) => {
                let message = format!("expected non-function type, found '{name}'");
                let error = Diagnostic::error(self.span(token), message);
                let help = "an affine map is written 'affine_map<(d0) -> (d0)>'";
                return Err(self.report(error.with_help(help)));
            }
            _ => return Err(self.expected("non-function type")),
        };
        let end = self.plain_brackets(token.end);
        let text = end.map(|end| &self.tokens.source()[token.start..end]);
        if let Some(end) = end
            && self.levels.may_be_known(0)
            && let Some(&known) = text.and_then(|text| self.caches.types.get(text))
        {
            self.tokens.jump(end);
            self.caches.last_type = (text.unwrap_or_default(), known);
            return Ok(known);
        }
        self.advance();
        let ty = parse(self)?;
        if let Some(text) = text {
            self.caches.types.insert(text, ty);
            self.caches.last_type = (text, ty);
        }
        Ok(ty)
    }

    /// The offset after the brackets that begin at `start`, if their content is short and means the
    /// same everywhere: without aliases, strings and comments.
    pub(in crate::text) fn plain_brackets(&self, start: usize) -> Option<usize> {
        const MOST: usize = 64;
        let bytes = &self.tokens.source().as_bytes()[start..];
        if bytes.first() != Some(&b'<') {
            return None;
        }
        let mut depth = 0;
        for (i, byte) in bytes.iter().take(MOST).enumerate() {
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                b' ' | b',' | b'*' | b'?' | b':' | b'[' | b']' | b'_' | b'.' => {}
                byte if byte.is_ascii_alphanumeric() => {}
                _ => return None,
            }
            if depth == 0 {
                return Some(start + i + 1);
            }
        }
        None
    }

    fn complex_type(&mut self) -> Parsed<Type> {
        self.expect_punct("<")?;
        let token = self.token();
        let element = self.ty()?;
        if !element.is_float(&self.ctx) && !element.is_integer(&self.ctx) {
            let found = print_type(&self.ctx, element);
            return Err(self.error(
                token,
                format!("expected an integer or float type in a complex type, found '{found}'"),
            ));
        }
        self.expect_punct(">")?;
        Ok(self.ctx.intern_type(TypeKind::Complex(element)))
    }

    fn tuple_type(&mut self) -> Parsed<Type> {
        self.expect_punct("<")?;
        let mut types = Vec::new();
        self.list_until(">", |p| {
            types.push(p.ty()?);
            Ok(())
        })?;
        Ok(self.ctx.intern_type(TypeKind::Tuple(types.into())))
    }

    fn vector_type(&mut self) -> Parsed<Type> {
        self.expect_punct("<")?;
        let token = self.token();
        let (shape, scalable) = self.vector_dimensions()?;
        if shape.contains(&DYNAMIC) {
            return Err(self.error(token, "vector types have static sizes only"));
        }
        if shape.contains(&0) {
            return Err(self.error(token, "vector types must have positive constant sizes"));
        }
        let token = self.token();
        let element = self.ty()?;
        if !element.may_be_in_vectors(&self.ctx) {
            let found = print_type(&self.ctx, element);
            return Err(self.error(
                token,
                format!(
                    "expected an integer, index or float type in a vector type, found '{found}'"
                ),
            ));
        }
        self.expect_punct(">")?;
        Ok(self.ctx.scalable_vector_type(&shape, &scalable, element))
    }

    fn tensor_type(&mut self) -> Parsed<Type> {
        self.expect_punct("<")?;
        let is_unranked = self.eat_unranked()?;
        let shape = if is_unranked { Vec::new() } else { self.dimensions()? };
        let token = self.token();
        let element = self.ty()?;
        if !element.may_be_in_tensors(&self.ctx) {
            let found = print_type(&self.ctx, element);
            return Err(self.error(token, format!("invalid tensor element type: '{found}'")));
        }
        if is_unranked {
            if self.is_punct(",") {
                return Err(self.error(self.token(), "cannot apply encoding to unranked tensor"));
            }
            self.expect_punct(">")?;
            return Ok(self.ctx.unranked_tensor_type(element));
        }
        // As in MLIR, the encoding after the comma can be missing.
        let has_encoding = self.eat_punct(",") && !self.is_punct(">");
        let encoding = if has_encoding { Some(self.attribute(None)?) } else { None };
        self.expect_punct(">")?;
        Ok(self.ctx.intern_type(TypeKind::RankedTensor { shape: shape.into(), element, encoding }))
    }

    fn memref_type(&mut self) -> Parsed<Type> {
        self.expect_punct("<")?;
        let is_unranked = self.eat_unranked()?;
        let shape = if is_unranked { Vec::new() } else { self.dimensions()? };
        let token = self.token();
        let element = self.ty()?;
        if !element.may_be_in_memrefs(&self.ctx) {
            let found = print_type(&self.ctx, element);
            return Err(self.error(token, format!("invalid memref element type: '{found}'")));
        }
        let (mut layout, mut memory_space) = (None, None);
        while self.eat_punct(",") {
            let token = self.token();
            let attribute = if self.is_keyword("offset") {
                self.offset_and_strides()?
            } else {
                self.attribute(None)?
            };
            match self.layout_rank(attribute) {
                None if memory_space.is_some() => {
                    return Err(
                        self.error(token, "multiple memory spaces specified in memref type")
                    );
                }
                None if !attribute.may_be_memory_space(&self.ctx) => {
                    let message = "unsupported memory space: expected an integer, a string, a \
                        dictionary or \
                                   an attribute of a dialect";
                    return Err(self.error(token, message));
                }
                None => memory_space = Some(attribute),
                Some(_) if is_unranked => {
                    return Err(self.error(token, "an unranked memref type has no layout"));
                }
                Some(_) if memory_space.is_some() => {
                    return Err(
                        self.error(token, "expected memory space to be last in memref type")
                    );
                }
                Some(_) => {
                    layout = Some(match layout {
                        None => (token, attribute),
                        Some((first, before)) => {
                            (first, self.composed_layout(token, before, attribute)?)
                        }
                    });
                }
            }
        }
        self.expect_punct(">")?;
        if is_unranked {
            return Ok(self.ctx.unranked_memref_type(element, memory_space));
        }
        if let Some((token, layout)) = layout
            && self.layout_rank(layout) != Some(shape.len())
        {
            let message = match layout.kind(&self.ctx) {
                AttributeKind::Strided { .. } => "expected the number of strides to match the rank",
                _ => "memref layout mismatch between rank and affine map",
            };
            return Err(self.error(token, message));
        }
        Ok(self.ctx.memref_type_with(&shape, element, layout.map(|layout| layout.1), memory_space))
    }

    /// The number of dimensions that a memref's layout is for. None if the attribute is not a
    /// layout.
    fn layout_rank(&self, attribute: Attribute) -> Option<usize> {
        match attribute.kind(&self.ctx) {
            AttributeKind::Strided { strides, .. } => Some(strides.len()),
            AttributeKind::AffineMap(map) => Some(map.data(&self.ctx).dims as usize),
            _ => None,
        }
    }

    /// Composes several maps to one: each applies to the results of the one before it, as in the
    /// text of 2020. Of other layouts, which that text does not have, the last one is used, as in
    /// today's MLIR.
    fn composed_layout(
        &mut self,
        token: Token,
        before: Attribute,
        layout: Attribute,
    ) -> Parsed<Attribute> {
        /// Larger compositions are not readable.
        const MAX_OPS: usize = 1 << 12;
        let ctx = &self.ctx;
        let (Some(first), Some(second)) = (before.as_affine_map(ctx), layout.as_affine_map(ctx))
        else {
            return Ok(layout);
        };
        if first.is_identity_of_dims(ctx) {
            return Ok(layout);
        }
        let size = |map: AffineMap| {
            map.results(ctx).iter().map(|result| result.num_ops(ctx)).sum::<usize>()
        };
        if size(first).saturating_mul(size(second)) > MAX_OPS {
            return Err(self
                .error(token, "the composition of this layout with those before it is too large"));
        }
        match first.and_then(ctx, second) {
            Some(map) => Ok(self.ctx.affine_map_attr(map)),
            None => {
                let (results, dims) = (first.results(ctx).len(), second.data(ctx).dims);
                let message = format!(
                    "the layout before this one has {results} results, but this one has {dims} \
                        dimensions"
                );
                Err(self.error(token, message))
            }
        }
    }

    /// `offset: 3, strides: [16, 1]`, as the layout of a memref in the text of 2020.
    fn offset_and_strides(&mut self) -> Parsed<Attribute> {
        self.expect_keyword("offset")?;
        self.expect_punct(":")?;
        let offset = self.size_or_dynamic()?;
        self.expect_punct(",")?;
        self.expect_keyword("strides")?;
        self.expect_punct(":")?;
        let strides = self.strides()?;
        Ok(self.ctx.strided_attr(&strides, offset))
    }

    /// Parses `*x`; the `x` may be joined to the following text.
    fn eat_unranked(&mut self) -> Parsed<bool> {
        if !self.is_punct("*") {
            return Ok(false);
        }
        let star = self.advance();
        let after = self.tokens.source()[star.end..].trim_start_matches(' ');
        if !after.starts_with('x') {
            return Err(self.expected("'x' after '*'"));
        }
        self.tokens.jump(self.tokens.source().len() - after.len() + 1);
        Ok(true)
    }

    /// Parses the dimensions of a vector, of which some can be in brackets: `4x[8]x`. Also returns
    /// which are.
    fn vector_dimensions(&mut self) -> Parsed<(Vec<i64>, Vec<bool>)> {
        let mut shape = Vec::new();
        let mut scalable = Vec::new();
        loop {
            let fixed = self.dimensions()?;
            scalable.resize(scalable.len() + fixed.len(), false);
            shape.extend(fixed);
            if !self.eat_punct("[") {
                return Ok((shape, scalable));
            }
            if !self.is_kind(TokenKind::Integer) {
                return Err(self.expected("size of a scalable dimension"));
            }
            shape.push(self.integer()?);
            scalable.push(true);
            if !self.is_punct("]") {
                return Err(self.expected("']' closing scalable dimension"));
            }
            let after = self.tokens.source()[self.token().end..].trim_start();
            if !after.starts_with('x') {
                self.advance();
                return Err(self.expected("'x' in dimension list"));
            }
            self.tokens.jump(self.tokens.source().len() - after.len() + 1);
        }
    }

    /// Parses dimensions, each followed by an `x`. Sizes and `x` form one token with the following
    /// text (`2x3xf64`), so they are read byte by byte.
    pub(in crate::text) fn dimensions(&mut self) -> Parsed<Vec<i64>> {
        let mut shape = Vec::new();
        let mut position = self.token().start;
        let bytes = self.tokens.source().as_bytes();
        let skip_blanks = |mut i: usize| {
            while matches!(bytes.get(i), Some(b' ' | b'\n' | b'\t' | b'\r')) {
                i += 1;
            }
            i
        };
        loop {
            let start = skip_blanks(position);
            let mut end = start;
            let dim = if bytes.get(start) == Some(&b'?') {
                end += 1;
                DYNAMIC
            } else {
                while bytes.get(end).is_some_and(u8::is_ascii_digit) {
                    end += 1;
                }
                if start == end {
                    break;
                }
                let token = Token { kind: TokenKind::Integer, start, end };
                match self.tokens.source()[start..end].parse() {
                    Ok(dim) => dim,
                    Err(_) => return Err(self.error(token, "dimension does not fit into 64 bits")),
                }
            };
            let after = skip_blanks(end);
            if bytes.get(after) != Some(&b'x') {
                self.tokens.jump(after);
                return Err(self.expected("'x' in dimension list"));
            }
            shape.push(dim);
            position = after + 1;
        }
        self.tokens.jump(position);
        Ok(shape)
    }
}

/// Whether a word is named as dimensions and symbols of affine maps are: in the documents of 2020,
/// some attributes are maps without `affine_map<..>`.
fn is_dimension(word: &str) -> bool {
    let number = word.strip_prefix(['d', 's']);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}
