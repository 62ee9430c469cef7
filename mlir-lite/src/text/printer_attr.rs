//! Prints types, attributes, locations and affine things.

use crate::affine::{AffineExpr, AffineExprKind, AffineMap, IntegerSet};
use crate::attributes::{ApInt, Attribute, AttributeKind, DenseElements, NamedAttribute};
use crate::context::Context;
use crate::ir::location::{Location, LocationKind, UniquedLocation};
use crate::text::aliases::{AliasRef, Aliased, AliasedText, Otherwise};
use crate::text::float::write_float;
use crate::text::lexer::escape;
use crate::text::names::ValueName;
use crate::text::sink::{Finished, LongText, for_digits};
use crate::text::{PrintOptions, Spelling};
use crate::types::{DYNAMIC, Signedness, Type, TypeKind, element_count};
use std::fmt::Write;

/// Dense elements beyond this many print as one hexadecimal string.
const HEX_ABOVE: usize = 100;

/// What is left to write of a location.
enum LocationPart {
    Location(Location),
    Text(&'static str),
}

/// Writes types and attributes to a string.
pub struct AsmPrinter<'p> {
    ctx: &'p Context,
    out: &'p mut String,
    options: PrintOptions,
    /// Places where aliases stand; none if everything is written where it is used.
    aliases: Option<Vec<AliasRef>>,
    /// Digits that are put in when the text is written; none if they stand in the text.
    long: Option<Vec<LongText>>,
    /// Whether what is written gets an alias, if it has none from elsewhere.
    is_naming: bool,
    /// Whether what is written is part of a location.
    in_location: bool,
    /// Names of the recursive types that are being written.
    open: Vec<String>,
}

/// Prints a dimension (`false`) or symbol (`true`) of an affine expression.
pub type AffineNames<'n, 'p> = &'n mut dyn FnMut(&mut AsmPrinter<'p>, bool, u32);

/// Whether a name needs no quotes as an attribute's name.
fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}

/// Whether what a dialect that is not loaded says stands after a dot; else it
/// stands in brackets.
fn is_dotted(data: &str) -> bool {
    let name = data.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    data.starts_with(|c: char| c.is_ascii_alphabetic())
        && (name.is_empty() || (name.starts_with('<') && name.ends_with('>')))
}

impl<'p> AsmPrinter<'p> {
    /// Appends to `out`.
    pub fn new(ctx: &'p Context, out: &'p mut String, options: PrintOptions) -> Self {
        Self {
            ctx,
            out,
            options,
            aliases: None,
            long: None,
            is_naming: true,
            in_location: false,
            open: Vec::new(),
        }
    }

    /// The same; what can have an alias is left out, and its place noted.
    pub(super) fn with_aliases(ctx: &'p Context, out: &'p mut String, options: PrintOptions) -> Self {
        Self { aliases: Some(Vec::new()), ..Self::new(ctx, out, options) }
    }

    /// From now on, the digits of long literals are left out, for a sink to put them in; but not where text waits for
    /// the names of aliases.
    pub(super) fn leave_out_long_texts(&mut self) {
        self.long = self.aliases.is_none().then(Vec::new);
    }

    /// The text so far, with what is left out of it.
    pub(super) fn take_finished(&mut self) -> Finished {
        let text = AliasedText { refs: self.take_aliases(), text: std::mem::take(self.out) };
        Finished { text, long: self.long.as_mut().map(std::mem::take).unwrap_or_default() }
    }

    /// The places of aliases in the text so far.
    pub(super) fn take_aliases(&mut self) -> Vec<AliasRef> {
        self.aliases.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// How much has been left out of the text.
    pub(super) fn left_out(&self) -> usize {
        self.aliases.as_ref().map_or(0, Vec::len) + self.long.as_ref().map_or(0, Vec::len)
    }

    /// Whether places of aliases are noted.
    pub(super) fn has_aliases(&self) -> bool {
        self.aliases.is_some()
    }

    /// In the text of 2020, locations have no aliases; in local scope, nothing has one, but the numbers of distinct
    /// attributes and the order of resources go by the text as well.
    fn may_have_alias(&self, target: Aliased) -> bool {
        match target {
            Aliased::Location(_) => self.is_upstream() && !self.options.local_scope,
            Aliased::Attribute(attribute) => {
                let counts = matches!(
                    attribute.kind(self.ctx),
                    AttributeKind::Distinct { .. } | AttributeKind::DenseResource { .. }
                );
                counts || !self.options.local_scope
            }
        }
    }

    /// Notes a place; says whether the alias stands for what would be written.
    fn alias(&mut self, target: Aliased, may_be_below: bool) -> bool {
        self.alias_or(target, may_be_below, Otherwise::InFull)
    }

    fn alias_or(&mut self, target: Aliased, may_be_below: bool, otherwise: Otherwise) -> bool {
        if !self.may_have_alias(target) {
            return false;
        }
        let (at, is_naming) = (self.out.len(), self.is_naming);
        match &mut self.aliases {
            Some(aliases) => {
                aliases.push(AliasRef { at, target, is_written: true, is_naming, may_be_below, otherwise });
                true
            }
            None => false,
        }
    }

    /// Notes that something is met here, without writing it.
    pub(super) fn meet(&mut self, target: Aliased, may_be_below: bool) {
        if !self.may_have_alias(target) {
            return;
        }
        let at = self.out.len();
        if let Some(aliases) = &mut self.aliases {
            let otherwise = Otherwise::InFull;
            aliases.push(AliasRef {
                at,
                target,
                is_written: false,
                is_naming: true,
                may_be_below,
                otherwise,
            });
        }
    }

    /// Notes what is met in types and attributes, without writing them.
    pub(super) fn meet_all(&mut self, types: impl IntoIterator<Item = Type>, attributes: &[NamedAttribute]) {
        if self.aliases.is_none() {
            return;
        }
        let mut scratch = String::new();
        let mut printer = AsmPrinter::with_aliases(self.ctx, &mut scratch, self.options);
        for ty in types {
            printer.ty(ty);
        }
        for entry in attributes {
            printer.attribute(entry.1);
        }
        for entry in printer.take_aliases() {
            self.meet(entry.target, entry.may_be_below);
        }
    }

    /// Writes by `print`, with nothing under an alias.
    pub(super) fn without_aliases(&mut self, print: impl FnOnce(&mut Self)) {
        let aliases = self.aliases.take();
        print(self);
        self.aliases = aliases;
    }

    /// An attribute that can have an alias, written where it is.
    pub(super) fn attribute_in_full(&mut self, attribute: Attribute) {
        self.without_aliases(|printer| printer.attribute(attribute));
    }

    /// Sets whether what is written gets an alias, and returns what that was.
    pub(super) fn set_naming(&mut self, is_naming: bool) -> bool {
        std::mem::replace(&mut self.is_naming, is_naming)
    }

    /// The context.
    pub fn context(&self) -> &'p Context {
        self.ctx
    }

    /// How to print.
    pub fn options(&self) -> PrintOptions {
        self.options
    }

    /// Whether today's names and forms are asked for.
    pub fn is_upstream(&self) -> bool {
        self.options.spelling == Spelling::Upstream
    }

    /// Appends text.
    #[inline]
    pub fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// What has been written so far.
    pub(crate) fn out(&mut self) -> &mut String {
        self.out
    }

    /// Appends a number.
    pub(crate) fn number(&mut self, number: impl itoa::Integer) {
        self.out.push_str(itoa::Buffer::new().format(number));
    }

    /// `%name`
    pub(crate) fn value_name(&mut self, name: Option<ValueName<'_>>) {
        self.write("%");
        match name {
            Some(ValueName::Number(number)) => self.number(number),
            Some(ValueName::Argument(number)) => {
                self.write("arg");
                self.number(number);
            }
            Some(ValueName::Text(text)) => self.write(text),
            Some(ValueName::Further(_)) | None => self.write("<unknown>"),
        }
    }

    /// Appends a number or whatever else has a `Display`.
    pub fn display(&mut self, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{value}");
    }

    /// Prints each item, with `, ` between them.
    pub fn comma_separated<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut print: impl FnMut(&mut Self, T),
    ) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.write(", ");
            }
            print(self, item);
        }
    }

    /// A string token.
    pub fn string(&mut self, bytes: &[u8]) {
        escape(bytes, self.out);
    }

    /// A string token of text that mostly has nothing to escape.
    pub(super) fn quoted(&mut self, text: &str) {
        if !is_bare(text) {
            return self.string(text.as_bytes());
        }
        self.write("\"");
        self.write(text);
        self.write("\"");
    }

    /// `@name`, quoted if need be.
    pub fn symbol_name(&mut self, name: &str) {
        self.write("@");
        if is_bare(name) { self.write(name) } else { self.string(name.as_bytes()) }
    }

    /// A keyword, or a string if the text is none.
    pub fn keyword_or_string(&mut self, text: &str) {
        if is_bare(text) { self.write(text) } else { self.string(text.as_bytes()) }
    }

    // Types

    /// A type.
    pub fn ty(&mut self, ty: Type) {
        // Most types are one of few.
        match ty {
            Type::F64 => self.write("f64"),
            Type::F32 => self.write("f32"),
            Type::INDEX => self.write("index"),
            Type::I1 => self.write("i1"),
            Type::I32 => self.write("i32"),
            Type::I64 => self.write("i64"),
            _ => self.other_type(ty),
        }
    }

    fn other_type(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ty.kind(ctx) {
            TypeKind::Integer { width, signedness } => {
                self.write(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                self.number(*width);
            }
            TypeKind::Index => self.write("index"),
            TypeKind::Float(kind) => self.write(kind.keyword()),
            TypeKind::None => self.write("none"),
            TypeKind::Complex(element) => {
                self.write("complex<");
                self.ty(*element);
                self.write(">");
            }
            TypeKind::Tuple(types) => {
                self.write("tuple<");
                self.types(types.iter().copied());
                self.write(">");
            }
            TypeKind::Function { inputs, results } => self.function_type(inputs, results),
            TypeKind::Vector { shape, element, scalable } => {
                self.write("vector<");
                if scalable.is_empty() {
                    self.dimensions(shape);
                } else {
                    for (dim, &scalable) in shape.iter().zip(scalable) {
                        if scalable {
                            self.display(format_args!("[{dim}]x"));
                        } else {
                            self.display(format_args!("{dim}x"));
                        }
                    }
                }
                self.ty(*element);
                self.write(">");
            }
            TypeKind::RankedTensor { shape, element, encoding } => {
                self.write("tensor<");
                self.dimensions(shape);
                self.ty(*element);
                if let Some(encoding) = encoding {
                    self.write(", ");
                    self.attribute(*encoding);
                }
                self.write(">");
            }
            TypeKind::UnrankedTensor(element) => {
                self.write("tensor<*x");
                self.ty(*element);
                self.write(">");
            }
            TypeKind::MemRef { shape, element, layout, memory_space } => {
                self.write("memref<");
                self.dimensions(shape);
                self.ty(*element);
                for part in [layout, memory_space].into_iter().flatten() {
                    self.write(", ");
                    // The text of 2020 has no attribute for this.
                    if let AttributeKind::Strided { strides, offset } = part.kind(ctx)
                        && !self.is_upstream()
                    {
                        self.write("offset: ");
                        self.size_or_dynamic(*offset);
                        self.write(", strides: ");
                        self.strides(strides);
                        continue;
                    }
                    match part.ty(ctx) {
                        Some(Type::I64) => self.attribute_without_type(*part),
                        _ => self.attribute(*part),
                    }
                }
                self.write(">");
            }
            TypeKind::UnrankedMemRef { element, memory_space } => {
                self.write("memref<*x");
                self.ty(*element);
                if let Some(space) = memory_space {
                    self.write(", ");
                    match space.ty(ctx) {
                        Some(Type::I64) => self.attribute_without_type(*space),
                        _ => self.attribute(*space),
                    }
                }
                self.write(">");
            }
            TypeKind::Opaque { dialect, data } => self.opaque('!', dialect.text(ctx), data),
            TypeKind::Dialect(data) => {
                let (dialect, mnemonic) = data.name();
                self.write("!");
                self.write(dialect);
                self.write(".");
                self.write(mnemonic);
                data.print(self);
            }
        }
    }

    /// Prints by `print` what a type consists of that may contain itself, unless this is inside of a type of that name
    /// already. Says whether it was printed.
    pub fn cyclic(&mut self, name: &str, print: impl FnOnce(&mut Self)) -> bool {
        if self.open.iter().any(|open| open == name) {
            return false;
        }
        self.open.push(name.into());
        print(self);
        self.open.pop();
        true
    }

    /// Types, with `, ` between them.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        self.comma_separated(types, Self::ty);
    }

    /// `(inputs) -> results`; a single result stands without parentheses unless
    /// it is a function itself.
    pub fn function_type(&mut self, inputs: &[Type], results: &[Type]) {
        self.write("(");
        self.types(inputs.iter().copied());
        self.write(") -> ");
        self.result_types(results);
    }

    /// What stands after the arrow of a function type.
    pub fn result_types(&mut self, results: &[Type]) {
        match results {
            [single] if single.as_function(self.ctx).is_none() => self.ty(*single),
            _ => {
                self.write("(");
                self.types(results.iter().copied());
                self.write(")");
            }
        }
    }

    /// `2x?x`
    pub fn dimensions(&mut self, shape: &[i64]) {
        for &dim in shape {
            self.size_or_dynamic(dim);
            self.write("x");
        }
    }

    fn opaque(&mut self, sigil: char, dialect: &str, data: &str) {
        self.out.push(sigil);
        self.write(dialect);
        if is_dotted(data) {
            self.write(".");
            self.write(data);
        } else {
            self.write("<");
            self.write(data);
            self.write(">");
        }
    }

    // Attributes

    /// `[16, ?]`
    fn strides(&mut self, strides: &[i64]) {
        self.write("[");
        self.comma_separated(strides, |p, &stride| p.size_or_dynamic(stride));
        self.write("]");
    }

    /// `16` or `?`
    fn size_or_dynamic(&mut self, size: i64) {
        match size {
            DYNAMIC => self.write("?"),
            size => self.out.push_str(itoa::Buffer::new().format(size)),
        }
    }

    /// An attribute with its type.
    pub fn attribute(&mut self, attribute: Attribute) {
        self.print_attribute(attribute, true);
    }

    /// An attribute without the type at its end.
    pub fn attribute_without_type(&mut self, attribute: Attribute) {
        self.print_attribute(attribute, false);
    }

    fn colon_type(&mut self, ty: Type, with_type: bool) {
        if with_type {
            self.write(" : ");
            self.ty(ty);
        }
    }

    /// In arrays, what has the type that a number has without one is written
    /// without it.
    fn array_element(&mut self, element: Attribute) {
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

    fn print_attribute(&mut self, attribute: Attribute, with_type: bool) {
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
                    write_float(*kind, *bits, self.out);
                }
                self.colon_type(*ty, with_type);
            }
            AttributeKind::String { bytes, ty } => {
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
            AttributeKind::SymbolRef { root, nested } => {
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
            AttributeKind::Opaque { dialect, data, ty } => {
                self.opaque('#', dialect.text(ctx), data);
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
                self.write(".");
                self.write(mnemonic);
                data.print(self);
            }
        }
    }

    /// `<content>`, with nothing in it for `unit`.
    pub(super) fn distinct_content(&mut self, content: Attribute) {
        self.write("<");
        if content != Attribute::UNIT {
            self.attribute(content);
        }
        self.write(">");
    }

    /// `a = 1, b`: the content of a dictionary.
    pub fn attribute_entries(&mut self, entries: &[NamedAttribute]) {
        let ctx = self.ctx;
        self.comma_separated(entries.iter(), |p, &(name, value)| {
            p.keyword_or_string(name.text(ctx));
            if value != Attribute::UNIT {
                p.write(" = ");
                p.attribute(value);
            }
        });
    }

    fn integer(&mut self, ty: Type, value: &ApInt) {
        let unsigned =
            matches!(ty.kind(self.ctx), TypeKind::Integer { signedness: Signedness::Unsigned, .. })
                || ty == Type::I1;
        match value.to_i64().filter(|_| !unsigned) {
            Some(value) => self.display(value),
            None => self.display(value.to_decimal(!unsigned)),
        }
    }

    pub(super) fn hex(&mut self, data: &[u8]) {
        let mut buffer = [0; 1 << 13];
        // With room for what follows, so that large text need not move once more.
        self.out.reserve(2 * data.len() + 1024);
        for_digits(data, &mut buffer, |digits| self.out.push_str(digits));
    }

    fn dense(&mut self, elements: &DenseElements, with_type: bool) {
        self.write("dense<");
        self.dense_content(elements);
        self.write(">");
        self.colon_type(elements.ty(), with_type);
    }

    /// The content of a dense attribute's brackets.
    fn dense_values(&mut self, attribute: Attribute) {
        if let Some(elements) = attribute.dense(self.ctx) {
            self.dense_content(&elements);
        }
    }

    fn dense_content(&mut self, elements: &DenseElements) {
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

    /// Elements in nested brackets, by a counter per dimension.
    fn nested_elements(&mut self, shape: &[i64], print: &mut dyn FnMut(&mut Self, usize)) {
        let count = element_count(shape).unwrap_or(0);
        if count == 0 {
            return;
        }
        for i in 0..count {
            // How many dimensions start, or end, at this element.
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

    fn element(&mut self, ty: Type, bytes: &[u8]) {
        match ty.kind(self.ctx) {
            TypeKind::Integer { width: 1, .. } => self.write(if bytes[0] == 0 { "false" } else { "true" }),
            TypeKind::Integer { width, .. } => self.integer(ty, &ApInt::from_le_bytes(*width, bytes)),
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

    fn dense_array(&mut self, element: Type, data: &[u8]) {
        self.write("array<");
        self.ty(element);
        let size = DenseElements::element_size(self.ctx, element).unwrap_or(1);
        if !data.is_empty() {
            self.write(": ");
        }
        self.comma_separated(data.chunks_exact(size), |p, bytes| p.element(element, bytes));
        self.write(">");
    }

    // Locations

    /// What stands in `loc(...)`.
    ///
    /// Inlining nests call sites as deep as the chain of calls, so this keeps a stack of its own.
    pub fn location(&mut self, location: Location) {
        if !self.alias_or(Aliased::Location(location), true, Otherwise::WithoutKeyword) {
            self.location_in_full(location);
        }
    }

    /// The same, but for its parts not under an alias.
    pub(super) fn location_in_full(&mut self, location: Location) {
        let mut parts = Vec::new();
        self.location_head(location, &mut parts);
        while let Some(part) = parts.pop() {
            match part {
                LocationPart::Text(text) => self.write(text),
                LocationPart::Location(location) => {
                    if !self.alias_or(Aliased::Location(location), true, Otherwise::WithoutKeyword) {
                        self.location_head(location, &mut parts);
                    }
                }
            }
        }
    }

    /// Writes a location up to its first part, and leaves the rest on the stack, the next on top.
    fn location_head(&mut self, location: Location, parts: &mut Vec<LocationPart>) {
        let ctx = self.ctx;
        match location.kind(ctx) {
            LocationKind::Unknown => self.write("unknown"),
            LocationKind::Position(position)
            | LocationKind::Uniqued(&UniquedLocation::Range { at: position, .. }) => {
                match ctx.sources().line_col(position) {
                    Some(place) => {
                        self.string(place.file.name().as_bytes());
                        self.display(format_args!(":{}:{}", place.line, place.col));
                    }
                    None => self.write("unknown"),
                }
            }
            LocationKind::Uniqued(UniquedLocation::FileLineCol { file, line, column }) => {
                self.string(file.text(ctx).as_bytes());
                self.display(format_args!(":{line}:{column}"));
            }
            LocationKind::Uniqued(UniquedLocation::FileRange { file, start, end }) => {
                self.string(file.text(ctx).as_bytes());
                self.display(format_args!(":{}:{} to ", start.0, start.1));
                if end.0 != start.0 {
                    self.display(end.0);
                }
                self.display(format_args!(":{}", end.1));
            }
            LocationKind::Uniqued(UniquedLocation::Name { name, child }) => {
                self.string(name.text(ctx).as_bytes());
                if *child != Location::UNKNOWN {
                    self.write("(");
                    parts.extend([LocationPart::Text(")"), LocationPart::Location(*child)]);
                }
            }
            LocationKind::Uniqued(UniquedLocation::CallSite { callee, caller }) => {
                self.write("callsite(");
                parts.extend([
                    LocationPart::Text(")"),
                    LocationPart::Location(*caller),
                    LocationPart::Text(" at "),
                    LocationPart::Location(*callee),
                ]);
            }
            LocationKind::Uniqued(UniquedLocation::Fused { locations, metadata }) => {
                self.write("fused");
                if let Some(metadata) = metadata {
                    self.write("<");
                    let old = std::mem::replace(&mut self.in_location, true);
                    self.attribute(*metadata);
                    self.in_location = old;
                    self.write(">");
                }
                self.write("[");
                parts.push(LocationPart::Text("]"));
                for (index, &location) in locations.iter().enumerate().rev() {
                    parts.push(LocationPart::Location(location));
                    if index > 0 {
                        parts.push(LocationPart::Text(", "));
                    }
                }
            }
        }
    }

    // Affine things

    /// `(d0, d1)[s0] -> (d0 + s0)`
    pub fn affine_map(&mut self, map: AffineMap) {
        let data = map.data(self.ctx);
        self.dims_and_symbols(data.dims, data.symbols);
        self.write(" -> (");
        self.comma_separated(data.results.iter(), |p, &result| p.affine_expr(result, None));
        self.write(")");
    }

    /// `(d0)[s0] : (d0 - s0 >= 0)`
    pub fn integer_set(&mut self, set: IntegerSet) {
        let data = set.data(self.ctx);
        self.dims_and_symbols(data.dims, data.symbols);
        self.write(" : (");
        self.comma_separated(data.constraints.iter(), |p, &(expr, equality)| {
            p.affine_expr(expr, None);
            p.write(if equality { " == 0" } else { " >= 0" });
        });
        self.write(")");
    }

    fn dims_and_symbols(&mut self, dims: u32, symbols: u32) {
        self.write("(");
        self.comma_separated(0..dims, |p, i| p.display(format_args!("d{i}")));
        self.write(")");
        if symbols > 0 {
            self.write("[");
            self.comma_separated(0..symbols, |p, i| p.display(format_args!("s{i}")));
            self.write("]");
        }
    }

    /// An affine expression; `names` prints dimensions (`false`) and symbols
    /// (`true`) by number, `d0` and `s0` without it.
    pub fn affine_expr(&mut self, expr: AffineExpr, names: Option<AffineNames<'_, 'p>>) {
        let mut default = |p: &mut Self, symbol: bool, i: u32| {
            p.display(format_args!("{}{i}", if symbol { 's' } else { 'd' }));
        };
        match names {
            Some(names) => self.affine_operand(expr, false, names),
            None => self.affine_operand(expr, false, &mut default),
        }
    }

    /// `tight`: as an operand of `*`, `mod`, `floordiv`, `ceildiv`, which bind
    /// tighter than `+`.
    fn affine_operand(&mut self, expr: AffineExpr, tight: bool, names: AffineNames<'_, 'p>) {
        let ctx = self.ctx;
        let (a, b, operator) = match expr.kind(ctx) {
            AffineExprKind::Dim(i) => return names(self, false, i),
            AffineExprKind::Symbol(i) => return names(self, true, i),
            AffineExprKind::Constant(value) => return self.display(value),
            AffineExprKind::Add(a, b) => return self.affine_sum(a, b, tight, names),
            AffineExprKind::Mul(a, b) => (a, b, " * "),
            AffineExprKind::Mod(a, b) => (a, b, " mod "),
            AffineExprKind::FloorDiv(a, b) => (a, b, " floordiv "),
            AffineExprKind::CeilDiv(a, b) => (a, b, " ceildiv "),
        };
        if tight {
            self.write("(");
        }
        if operator == " * " && b.as_constant(ctx) == Some(-1) {
            self.write("-");
            self.affine_operand(a, true, names);
        } else {
            self.affine_operand(a, true, names);
            self.write(operator);
            self.affine_operand(b, true, names);
        }
        if tight {
            self.write(")");
        }
    }

    /// A sum, with a difference where the right side is negative.
    fn affine_sum(&mut self, a: AffineExpr, b: AffineExpr, tight: bool, names: AffineNames<'_, 'p>) {
        let ctx = self.ctx;
        if tight {
            self.write("(");
        }
        self.affine_operand(a, false, names);
        match b.kind(ctx) {
            AffineExprKind::Constant(value) if value < 0 => {
                self.display(format_args!(" - {}", value.unsigned_abs()));
            }
            AffineExprKind::Mul(factor, constant) if constant.as_constant(ctx).is_some_and(|c| c < 0) => {
                self.write(" - ");
                let magnitude = constant.as_constant(ctx).unwrap_or(0).unsigned_abs();
                let is_sum = matches!(factor.kind(ctx), AffineExprKind::Add(..));
                self.affine_operand(factor, is_sum || magnitude != 1, names);
                if magnitude != 1 {
                    self.display(format_args!(" * {magnitude}"));
                }
            }
            _ => {
                self.write(" + ");
                self.affine_operand(b, false, names);
            }
        }
        if tight {
            self.write(")");
        }
    }
}
