//! Prints numbers and the elements of dense attributes.

use crate::data::attributes::{ApInt, Attribute, DenseElements};
use crate::data::types::{Signedness, Type, TypeKind, element_count};
use crate::numbers::float::write_float;
use crate::text::asm_printer::Printer;
use crate::text::sink::{LongText, for_digits};

/// If there are more dense elements, they are printed as one hexadecimal string.
const HEX_ABOVE: usize = 100;

impl Printer<'_> {
    pub(super) fn integer(&mut self, ty: Type, value: &ApInt) {
        let unsigned =
            matches!(ty.kind(self.ctx), TypeKind::Integer { signedness: Signedness::Unsigned, .. })
                || ty == Type::I1;
        match value.to_i64().filter(|_| !unsigned) {
            Some(value) => self.number(value),
            None => self.display(value.to_decimal(!unsigned)),
        }
    }

    pub(super) fn hex(&mut self, data: &[u8]) {
        let mut buffer = [0; 1 << 13];
        // Also reserves memory for the following text, so that the long text need not be copied
        // again.
        self.out.reserve(2 * data.len() + 1024);
        for_digits(data, &mut buffer, |digits| self.out.push_str(digits));
    }

    pub(super) fn dense(&mut self, elements: &DenseElements, with_type: bool) {
        if self.is_elided(elements) {
            self.write("dense_resource<__elided__>");
            return self.colon_type(elements.ty(), with_type);
        }
        self.write("dense<");
        self.dense_content(elements);
        self.write(">");
        self.colon_type(elements.ty(), with_type);
    }

    /// Whether there are more elements than are printed.
    fn is_elided(&self, elements: &DenseElements) -> bool {
        let count = || element_count(elements.ty().shape(self.ctx).unwrap_or(&[])).unwrap_or(0);
        self.options.elided_above.is_some_and(|most| !elements.is_splat() && count() > most)
    }

    /// Prints the text in the brackets of a dense attribute.
    pub(super) fn dense_values(&mut self, attribute: Attribute) {
        if let Some(elements) = attribute.dense(self.ctx) {
            self.dense_content(&elements);
        }
    }

    pub(super) fn dense_content(&mut self, elements: &DenseElements) {
        let ctx = self.ctx;
        let element = elements.ty().element_or_self(ctx);
        let shape = elements.ty().shape(ctx).unwrap_or(&[]);
        let count = element_count(shape).unwrap_or(0);
        if elements.is_splat() {
            return self.element(element, elements.data());
        }
        if count > HEX_ABOVE {
            self.write("\"0x");
            if element.bit_width(ctx) == Some(1) {
                let pack = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1);
                let packed: Vec<u8> = elements.data().chunks(8).map(pack).collect();
                self.hex(&packed);
            } else {
                match (&mut self.long, LongText::new(self.out.len(), elements.data())) {
                    (Some(texts), Some(long)) => texts.push(long),
                    _ => self.hex(elements.data()),
                }
            }
            return self.write("\"");
        }
        let size = DenseElements::element_size(ctx, element).unwrap_or(1);
        self.nested_elements(shape, &mut |p, i| {
            p.element(element, &elements.data()[i * size..(i + 1) * size])
        });
    }

    /// Prints elements in nested brackets, with a counter per dimension.
    pub(super) fn nested_elements(
        &mut self,
        shape: &[i64],
        print: &mut dyn FnMut(&mut Self, usize),
    ) {
        let count = element_count(shape).unwrap_or(0);
        if count == 0 {
            return;
        }
        for i in 0..count {
            // The number of dimensions that begin, or end, at this element.
            let boundary = |i: usize| {
                let mut size = 1;
                shape
                    .iter()
                    .rev()
                    .take_while(|&&dim| {
                        size *= dim as usize;
                        i.is_multiple_of(size)
                    })
                    .count()
            };
            if i > 0 {
                self.write(", ");
            }
            for _ in 0..boundary(i) {
                self.write("[");
            }
            print(self, i);
            for _ in 0..boundary(i + 1) {
                self.write("]");
            }
        }
    }

    pub(super) fn element(&mut self, ty: Type, bytes: &[u8]) {
        match ty.kind(self.ctx) {
            TypeKind::Integer { width: 1, .. } => {
                self.write(if bytes[0] == 0 { "false" } else { "true" })
            }
            TypeKind::Integer { width, .. } => {
                self.integer(ty, &ApInt::from_le_bytes(*width, bytes))
            }
            TypeKind::Index => self.integer(ty, &ApInt::from_le_bytes(64, bytes)),
            TypeKind::Float(kind) => {
                let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
                write_float(*kind, bits, self.out);
            }
            TypeKind::Complex(part) => {
                let (real, imaginary) = bytes.split_at(bytes.len() / 2);
                self.write("(");
                self.element(*part, real);
                self.write(",");
                self.element(*part, imaginary);
                self.write(")");
            }
            _ => {}
        }
    }

    pub(super) fn dense_array(&mut self, element: Type, data: &[u8]) {
        self.write("array<");
        self.ty(element);
        let size = DenseElements::element_size(self.ctx, element).unwrap_or(1);
        if !data.is_empty() {
            self.write(": ");
        }
        self.comma_separated(data.chunks_exact(size), |p, bytes| p.element(element, bytes));
        self.write(">");
    }
}
