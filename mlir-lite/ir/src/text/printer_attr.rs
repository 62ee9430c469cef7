//! Prints attributes.

use crate::data::attributes::{Attribute, AttributeKind, NamedAttribute};
use crate::data::types::{DYNAMIC, Type, TypeKind};
use crate::numbers::float::write_float;
use crate::text::aliases::{Aliased, alias_of};
use crate::text::asm_printer::Printer;

impl Printer<'_> {
    /// `[16, ?]`
    pub(super) fn strides(&mut self, strides: &[i64]) {
        self.write("[");
        self.comma_separated(strides, |p, &stride| p.size_or_dynamic(stride));
        self.write("]");
    }

    /// `16` or `?`
    pub(super) fn size_or_dynamic(&mut self, size: i64) {
        match size {
            DYNAMIC => self.write("?"),
            size => self.out.push_str(itoa::Buffer::new().format(size)),
        }
    }

    /// An attribute with its type.
    pub(super) fn attribute(&mut self, attribute: Attribute) {
        self.print_attribute(attribute, true);
    }

    /// An attribute without the type at its end.
    pub(super) fn attribute_without_type(&mut self, attribute: Attribute) {
        self.print_attribute(attribute, false);
    }

    pub(super) fn colon_type(&mut self, ty: Type, with_type: bool) {
        if with_type {
            self.write(" : ");
            self.ty(ty);
        }
    }

    /// In arrays, a number is printed without its type if that is the default type of its literal.
    pub(super) fn array_element(&mut self, element: Attribute) {
        let ty = match element.kind(self.ctx) {
            AttributeKind::Integer { ty, .. } | AttributeKind::Float { ty, .. } => Some(*ty),
            _ => None,
        };
        let start = self.out.len();
        self.print_attribute(element, !matches!(ty, Some(Type::I64 | Type::F64)));
        // Hexadecimal digits alone would be an integer.
        if ty == Some(Type::F64) && self.out[start..].starts_with("0x") {
            self.colon_type(Type::F64, true);
        }
    }

    #[expect(clippy::too_many_lines, reason = "a case for each kind of attribute")]
    pub(super) fn print_attribute(&mut self, attribute: Attribute, with_type: bool) {
        let ctx = self.ctx;
        match attribute.kind(ctx) {
            AttributeKind::Unit => self.write("unit"),
            AttributeKind::Integer { ty: Type::I1, value } => {
                self.write(if value.is_zero() { "false" } else { "true" });
            }
            AttributeKind::Integer { ty, value } => {
                self.integer(*ty, value);
                self.colon_type(*ty, with_type);
            }
            AttributeKind::Float { ty, bits } => {
                if let TypeKind::Float(kind) = ty.kind(ctx) {
                    write_float(*kind, bits.get(), self.out);
                }
                self.colon_type(*ty, with_type);
            }
            AttributeKind::String { bytes, ty, .. } => {
                self.string(bytes);
                if let Some(ty) = ty {
                    self.colon_type(*ty, with_type);
                }
            }
            AttributeKind::Array(elements) => {
                self.write("[");
                self.comma_separated(elements.iter(), |p, &element| p.array_element(element));
                self.write("]");
            }
            AttributeKind::Dictionary(entries) => {
                self.write("{");
                self.attribute_entries(entries);
                self.write("}");
            }
            AttributeKind::Type(ty) => self.ty(*ty),
            AttributeKind::SymbolRef { supers, root, nested } => {
                for _ in 0..*supers {
                    self.write("@.super::");
                }
                self.symbol_name(root.text(ctx));
                for name in nested {
                    self.write("::");
                    self.symbol_name(name.text(ctx));
                }
            }
            AttributeKind::AffineMap(_) | AttributeKind::IntegerSet(_)
                if self.alias(Aliased::Attribute(attribute), false) => {}
            AttributeKind::AffineMap(map) => {
                self.write("affine_map<");
                self.affine_map(*map);
                self.write(">");
            }
            AttributeKind::IntegerSet(set) => {
                self.write("affine_set<");
                self.integer_set(*set);
                self.write(">");
            }
            AttributeKind::Strided { strides, offset } => {
                self.write("strided<");
                self.strides(strides);
                if *offset != 0 {
                    self.write(", offset: ");
                    self.size_or_dynamic(*offset);
                }
                self.write(">");
            }
            AttributeKind::Dense(elements) => self.dense(elements, with_type),
            AttributeKind::LargeElements => {
                if let Some(elements) = attribute.dense(ctx) {
                    self.dense(&elements, with_type);
                }
            }
            AttributeKind::DenseStrings { ty, values } => {
                self.write("dense<");
                if let [splat] = &values[..] {
                    self.string(splat);
                } else {
                    let shape = ty.shape(ctx).unwrap_or(&[]);
                    self.nested_elements(shape, &mut |p, i| p.string(&values[i]));
                }
                self.write(">");
                self.colon_type(*ty, with_type);
            }
            AttributeKind::Sparse { ty, indices, values } => {
                self.write("sparse<");
                if values.dense(ctx).is_some_and(|values| values.len(ctx) > 0) {
                    self.dense_values(*indices);
                    self.write(", ");
                    self.dense_values(*values);
                }
                self.write(">");
                self.colon_type(*ty, with_type);
            }
            AttributeKind::DenseArray { element, data } => self.dense_array(*element, data),
            AttributeKind::DenseResource { key, ty } => {
                self.meet(Aliased::Attribute(attribute), false);
                self.write("dense_resource<");
                self.keyword_or_string(key.text(ctx));
                self.write(">");
                self.colon_type(*ty, with_type);
            }
            AttributeKind::OpaqueElements { dialect, data, ty } => {
                self.write("opaque<");
                self.string(dialect.text(ctx).as_bytes());
                self.write(", \"0x");
                self.hex(data);
                self.write("\">");
                self.colon_type(*ty, with_type);
            }
            AttributeKind::Location(location)
                if self.alias(Aliased::Location(*location), self.in_location) => {}
            AttributeKind::Location(location) => {
                self.write("loc(");
                self.location(*location);
                self.write(")");
            }
            AttributeKind::Opaque { .. }
                if alias_of(ctx, attribute).is_some()
                    && self.alias(Aliased::Attribute(attribute), false) => {}
            AttributeKind::Opaque { dialect, data, ty } => {
                self.opaque_attribute(dialect.text(ctx), data);
                if let Some(ty) = ty {
                    self.colon_type(*ty, with_type);
                }
            }
            AttributeKind::Distinct { .. } if self.alias(Aliased::Attribute(attribute), false) => {}
            AttributeKind::Distinct { number, content } => {
                self.display(format_args!("distinct[{number}]"));
                self.distinct_content(*content);
            }
            AttributeKind::Dialect(data) => {
                let (dialect, mnemonic) = data.name();
                self.write("#");
                self.write(dialect);
                let is_long = data.has_long_form();
                self.write(if is_long { "<" } else { "." });
                self.write(mnemonic);
                data.print(self);
                if is_long {
                    self.write(">");
                }
            }
        }
    }

    /// `<content>`, empty for `unit`.
    pub(super) fn distinct_content(&mut self, content: Attribute) {
        self.write("<");
        if content != Attribute::UNIT {
            self.attribute(content);
        }
        self.write(">");
    }

    /// `a = 1, b`: the entries of a dictionary.
    pub(super) fn attribute_entries(&mut self, entries: &[NamedAttribute]) {
        let ctx = self.ctx;
        self.comma_separated(entries.iter(), |p, &(name, value)| {
            p.keyword_or_string(name.text(ctx));
            if value != Attribute::UNIT {
                p.write(" = ");
                p.attribute(value);
            }
        });
    }
}
