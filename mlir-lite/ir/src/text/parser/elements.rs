//! Parses the elements that are not `dense`: `sparse<..>`, `opaque<..>` and
//! `dense_resource<..>`.

use crate::data::asm::Parsed;
use crate::data::attributes::{Attribute, AttributeKind, DenseElements};
use crate::data::types::Type;
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::Parser;
use crate::text::parser::attr::hex_bytes;
use std::sync::Arc;

impl Parser<'_> {
    /// Parses `: ` and the type of elements, whose shape must be static.
    fn elements_type(&mut self) -> Parsed<(Type, Vec<i64>, Type)> {
        self.expect_punct(":")?;
        let token = self.token();
        let ty = self.ty()?;
        let shaped = ty.static_shape(&self.ctx).zip(ty.element_type(&self.ctx));
        match shaped.filter(|_| !ty.is_memref(&self.ctx)) {
            Some((shape, element)) => Ok((ty, shape.to_vec(), element)),
            None => {
                Err(self.error(token, "elements literal must be a shaped type of static shape"))
            }
        }
    }

    /// Parses the rest after `sparse`. The type comes last, so the literals are skipped, then the
    /// type parsed, and then the literals are parsed with it.
    pub(in crate::text) fn sparse(&mut self, keyword: Token) -> Parsed<Attribute> {
        if !self.is_punct("<") {
            return Err(self.expected("'<' after 'sparse'"));
        }
        let open = self.advance();
        let end = self.skip_balanced(open.start)?;
        self.tokens.jump(end);
        let type_token = self.token();
        let (ty, shape, element) = self.elements_type()?;
        let after = self.token();
        let Some(size) = DenseElements::element_size(&self.ctx, element) else {
            let message = "sparse elements are integers, floating point or complex numbers";
            return Err(self.error(type_token, message));
        };
        self.tokens.jump(open.end);
        let rank = shape.len();
        if self.eat_punct(">") {
            let indices = self.numbers(&[0, rank as i64], Type::I64, Vec::new(), false);
            let values = self.numbers(&[0], element, Vec::new(), false);
            self.tokens.jump(after.start);
            return Ok(self.ctx.intern_attribute(AttributeKind::Sparse { ty, indices, values }));
        }
        let mut places = Vec::new();
        let mut indices_shape = self.sparse_list(Type::I64, &mut places)?;
        self.expect_punct(",")?;
        let mut data = Vec::new();
        let mut values_shape = self.sparse_list(element, &mut data)?;
        self.expect_punct(">")?;
        self.tokens.jump(after.start);

        if indices_shape.is_empty() {
            indices_shape = vec![1, rank as i64];
            places = places.repeat(rank);
        }
        let count = indices_shape[0];
        if values_shape.is_empty() {
            values_shape = vec![count];
            data = data.repeat(usize::try_from(count).unwrap_or(0));
        }
        let has_rank = match indices_shape[1..] {
            [] => rank == 1,
            [columns] => columns == rank as i64,
            _ => false,
        };
        if !has_rank || values_shape != [count] || data.len() != count as usize * size {
            let message = format!(
                "expected shape ({shape:?}); inferred shape of indices literal \
                    ({indices_shape:?}); \
                 inferred shape of values literal ({values_shape:?})"
            );
            return Err(self.error(keyword, message));
        }
        for (i, place) in places.chunks_exact(8 * rank.max(1)).enumerate() {
            let place: Vec<i64> = place
                .chunks_exact(8)
                .map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap_or_default()))
                .collect();
            if place.iter().zip(&shape).any(|(index, dim)| !(0..*dim).contains(index)) {
                let ty = crate::text::print_type(&self.ctx, ty);
                let message = format!(
                    "sparse index #{i} is not contained within the value shape, \
                     with index={place:?}, and type='{ty}'"
                );
                return Err(self.error(keyword, message));
            }
        }
        // A single number instead of the indices is one row with that number, which is the only row
        // that may be written like this.
        let indices = self.numbers(&indices_shape, Type::I64, places, count == 1);
        let values = self.numbers(&values_shape, element, data, true);
        Ok(self.ctx.intern_attribute(AttributeKind::Sparse { ty, indices, values }))
    }

    /// Parses an element (without a shape), or lists of elements, nested at most twice. Elements
    /// are appended to `data`.
    fn sparse_list(&mut self, element: Type, data: &mut Vec<u8>) -> Parsed<Vec<i64>> {
        if !self.eat_punct("[") {
            self.element(element, data)?;
            return Ok(Vec::new());
        }
        let (mut rows, mut columns) = (0, None);
        self.list_until("]", |p| {
            let token = p.token();
            let mut width = None;
            if p.eat_punct("[") {
                let mut count = 0;
                p.list_until("]", |p| {
                    count += 1;
                    p.element(element, data)
                })?;
                width = Some(count);
            } else {
                p.element(element, data)?;
            }
            rows += 1;
            if rows > 1 && columns != width {
                let message =
                    "tensor literal is invalid; ranks are not consistent between elements";
                return Err(p.error(token, message));
            }
            columns = width;
            Ok(())
        })?;
        Ok(std::iter::once(rows).chain(columns).collect())
    }

    /// Makes a tensor of these elements. It is a splat if they are all equal and splats are
    /// allowed.
    fn numbers(
        &self,
        shape: &[i64],
        element: Type,
        mut data: Vec<u8>,
        may_be_splat: bool,
    ) -> Attribute {
        let size = DenseElements::element_size(&self.ctx, element).unwrap_or(1);
        let equal = data.chunks_exact(size).all(|chunk| chunk == &data[..size]);
        let splat = may_be_splat && equal && !data.is_empty();
        if splat {
            data.truncate(size);
        }
        let ty = self.ctx.tensor_type(shape, element);
        self.ctx.intern_attribute(AttributeKind::Dense(DenseElements::new(ty, data.into(), splat)))
    }

    /// After `opaque`: `<"dialect", "0x..">`, the dialect with or without quotes.
    pub(in crate::text) fn opaque_elements(&mut self) -> Parsed<Attribute> {
        self.expect_punct("<")?;
        let token = self.token();
        let dialect = match token.kind {
            TokenKind::BareId => self.text_of(token).to_string(),
            TokenKind::String => {
                let bytes = self.string_bytes(token, self.text_of(token))?;
                String::from_utf8(bytes)
                    .map_err(|_| self.error(token, "expected a dialect's namespace in UTF-8"))?
            }
            _ => return Err(self.expected("dialect namespace")),
        };
        self.advance();
        self.expect_punct(",")?;
        let token = self.token();
        if token.kind != TokenKind::String {
            return Err(self.expected("string of hexadecimal digits"));
        }
        self.advance();
        let data: Option<Arc<[u8]>> =
            self.text_of(token).trim_matches('"').strip_prefix("0x").and_then(hex_bytes);
        let Some(data) = data else {
            let message = "opaque string should start with '0x' and hold pairs of digits";
            return Err(self.error(token, message));
        };
        self.expect_punct(">")?;
        let (ty, ..) = self.elements_type()?;
        let dialect = self.ctx.ident(&dialect);
        let kind = AttributeKind::OpaqueElements { dialect, data: data[..].into(), ty };
        Ok(self.ctx.intern_attribute(kind))
    }

    /// After `dense_resource`: `<key> : type`
    pub(in crate::text) fn dense_resource(&mut self, implied: Option<Type>) -> Parsed<Attribute> {
        self.expect_punct("<")?;
        let token = self.token();
        let key = match token.kind {
            TokenKind::BareId => self.ctx.ident(self.text_of(token)),
            TokenKind::String => {
                let bytes = self.string_bytes(token, self.text_of(token))?;
                match std::str::from_utf8(&bytes) {
                    Ok(key) => self.ctx.ident(key),
                    Err(_) => return Err(self.error(token, "expected a resource's key in UTF-8")),
                }
            }
            _ => return Err(self.expected("key of a resource")),
        };
        self.advance();
        self.expect_punct(">")?;
        let ty = match implied {
            Some(ty) if !self.is_punct(":") => ty,
            _ => {
                self.expect_punct(":")?;
                let token = self.token();
                let ty = self.ty()?;
                if ty.element_type(&self.ctx).is_none() {
                    return Err(self.error(token, "`dense_resource` expected a shaped type"));
                }
                ty
            }
        };
        Ok(self.ctx.intern_attribute(AttributeKind::DenseResource { key, ty }))
    }
}
