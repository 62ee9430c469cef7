//! The printer's state, and functions that all of its parts use: text, names, positions of aliases.
//!
//! Types are in `printer_type.rs`, attributes in `printer_attr.rs`, their elements in
//! `printer_elements.rs`, locations in `printer_location.rs`, affine expressions in
//! `printer_affine.rs`, ops in `printer.rs`.

use crate::data::Context;
use crate::data::affine::{AffineExpr, AffineMap, IntegerSet};
use crate::data::asm::{AffineNames, AsmPrinter, PrintAsm, PrintOptions};
use crate::data::attributes::{Attribute, AttributeKind, NamedAttribute};
use crate::data::location::Location;
use crate::data::types::Type;
use crate::text::aliases::{AliasRef, Aliased, AliasedText, Otherwise};
use crate::text::lexer::{escape, is_bare_id};
use crate::text::names::ValueName;
use crate::text::printed_types::PrintedTypes;
use crate::text::sink::{Finished, LongText};

use std::fmt::{Display, Write};

/// Writes types and attributes to a string.
pub(super) struct Printer<'p> {
    pub(super) ctx: &'p Context,
    pub(super) out: &'p mut String,
    pub(super) options: PrintOptions,
    /// Positions of aliases. None if everything is printed in full.
    pub(super) aliases: Option<Vec<AliasRef>>,
    /// Hexadecimal digits that are inserted when the text is written. None if they are in the text.
    pub(super) long: Option<Vec<LongText>>,
    /// Whether aliases are assigned for the current text.
    pub(super) is_naming: bool,
    /// Whether a location is being printed.
    pub(super) in_location: bool,
    /// Names of the recursive types that are being printed.
    pub(super) open: Vec<String>,
    pub(super) printed_types: PrintedTypes,
}

impl<'p> Printer<'p> {
    /// Appends to `out`.
    pub(super) fn new(ctx: &'p Context, out: &'p mut String, options: PrintOptions) -> Self {
        Self {
            ctx,
            out,
            options,
            aliases: None,
            long: None,
            is_naming: true,
            in_location: false,
            open: Vec::new(),
            printed_types: PrintedTypes::default(),
        }
    }

    /// Makes a printer that records positions of aliases instead of printing what they replace.
    pub(super) fn with_aliases(
        ctx: &'p Context,
        out: &'p mut String,
        options: PrintOptions,
    ) -> Self {
        Self { aliases: Some(Vec::new()), ..Self::new(ctx, out, options) }
    }

    /// From now on, leaves out the digits of long literals, which a sink inserts later. Not if the
    /// text waits for names of aliases.
    pub(super) fn leave_out_long_texts(&mut self) {
        self.long = self.aliases.is_none().then(Vec::new);
    }

    /// Takes the text so far, with the list of digits left out.
    pub(super) fn take_finished(&mut self) -> Finished {
        let text = AliasedText { refs: self.take_aliases(), text: std::mem::take(self.out) };
        Finished { text, long: self.long.as_mut().map(std::mem::take).unwrap_or_default() }
    }

    /// Takes the positions of aliases in the text so far.
    pub(super) fn take_aliases(&mut self) -> Vec<AliasRef> {
        self.aliases.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The number of bytes left out of the text.
    pub(super) fn left_out(&self) -> usize {
        self.aliases.as_ref().map_or(0, Vec::len) + self.long.as_ref().map_or(0, Vec::len)
    }

    /// Whether positions of aliases are recorded.
    pub(super) fn has_aliases(&self) -> bool {
        self.aliases.is_some()
    }

    /// Whether an alias may be used. In the 2020 spelling, locations have no aliases. In local
    /// scope, there are none, but the order of resources and the numbers of distinct attributes
    /// still depend on the text.
    pub(super) fn may_have_alias(&self, target: Aliased) -> bool {
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

    /// Records a position. Returns whether the alias replaces the full text.
    pub(super) fn alias(&mut self, target: Aliased, may_be_below: bool) -> bool {
        self.alias_or(target, may_be_below, Otherwise::InFull)
    }

    pub(super) fn alias_or(
        &mut self,
        target: Aliased,
        may_be_below: bool,
        otherwise: Otherwise,
    ) -> bool {
        if !self.may_have_alias(target) {
            return false;
        }
        let (at, is_naming) = (self.out.len(), self.is_naming);
        match &mut self.aliases {
            Some(aliases) => {
                aliases.push(AliasRef {
                    at,
                    target,
                    is_written: true,
                    is_naming,
                    may_be_below,
                    otherwise,
                });
                true
            }
            None => false,
        }
    }

    /// Records an occurrence without printing it.
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

    /// Records occurrences in types and attributes without printing them.
    pub(super) fn meet_all(
        &mut self,
        types: impl IntoIterator<Item = Type>,
        attributes: &[NamedAttribute],
    ) {
        if self.aliases.is_none() {
            return;
        }
        let mut scratch = String::new();
        let mut printer = Printer::with_aliases(self.ctx, &mut scratch, self.options);
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

    /// Calls `print` with aliases disabled.
    pub(super) fn without_aliases(&mut self, print: impl FnOnce(&mut Self)) {
        // Types and attributes with an alias are printed in full, so types may have another text.
        let (aliases, types) = (self.aliases.take(), std::mem::take(&mut self.printed_types));
        print(self);
        (self.aliases, self.printed_types) = (aliases, types);
    }

    /// Prints an attribute in full although it can have an alias.
    pub(super) fn attribute_in_full(&mut self, attribute: Attribute) {
        self.without_aliases(|printer| printer.attribute(attribute));
    }

    /// Sets whether aliases are assigned for the current text, and returns the old value.
    pub(super) fn set_naming(&mut self, is_naming: bool) -> bool {
        std::mem::replace(&mut self.is_naming, is_naming)
    }

    /// The context.
    pub(super) fn context(&self) -> &'p Context {
        self.ctx
    }

    /// How to print.
    pub(super) fn options(&self) -> PrintOptions {
        self.options
    }

    /// Whether today's names and forms are asked for.
    pub(super) fn is_upstream(&self) -> bool {
        self.options.spelling.is_upstream()
    }

    /// Appends text.
    #[inline]
    pub(super) fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// The text that has been written so far.
    pub(crate) fn out(&mut self) -> &mut String {
        self.out
    }

    /// Appends a number.
    #[doc(hidden)]
    pub(super) fn number(&mut self, number: impl itoa::Integer) {
        self.out.push_str(itoa::Buffer::new().format(number));
    }

    /// Appends a number that probably has few digits, as those of names have.
    #[inline]
    pub(super) fn small_number(&mut self, number: u32) {
        let mut digit = |digit: u32| self.out.push(char::from(b'0' + (digit % 10) as u8));
        match number {
            0..10 => digit(number),
            10..100 => {
                digit(number / 10);
                digit(number);
            }
            100..1000 => {
                digit(number / 100);
                digit(number / 10);
                digit(number);
            }
            _ => self.number(number),
        }
    }

    /// `%name`
    pub(crate) fn value_name(&mut self, name: Option<ValueName<'_>>) {
        self.write("%");
        match name {
            Some(ValueName::Number(number)) => self.small_number(number),
            Some(ValueName::Argument(number)) => {
                self.write("arg");
                self.small_number(number);
            }
            Some(ValueName::Text(text)) => self.write(text),
            Some(ValueName::Further(_)) | None => self.write("<unknown>"),
        }
    }

    /// Appends a number or whatever else has a `Display`.
    pub(super) fn display(&mut self, value: impl Display) {
        // Writing to a string does not fail.
        let _ = write!(self.out, "{value}");
    }

    /// Prints each item, with `, ` between them.
    pub(super) fn comma_separated<T>(
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
    pub(super) fn string(&mut self, bytes: &[u8]) {
        escape(bytes, self.out);
    }

    /// Prints a string token. Optimized for text without characters to escape.
    pub(super) fn quoted(&mut self, text: &str) {
        if !is_bare_id(text) {
            return self.string(text.as_bytes());
        }
        self.write("\"");
        self.write(text);
        self.write("\"");
    }

    /// `@name`, quoted if necessary.
    pub(super) fn symbol_name(&mut self, name: &str) {
        self.write("@");
        if is_bare_id(name) { self.write(name) } else { self.string(name.as_bytes()) }
    }

    /// A keyword, or a string if the text is not a keyword.
    pub(super) fn keyword_or_string(&mut self, text: &str) {
        if is_bare_id(text) { self.write(text) } else { self.string(text.as_bytes()) }
    }
}

impl<'p> PrintAsm<'p> for Printer<'p> {
    fn context(&self) -> &'p Context {
        self.ctx
    }

    fn options(&self) -> PrintOptions {
        self.options
    }

    fn text(&mut self) -> &mut String {
        self.out
    }

    fn string(&mut self, bytes: &[u8]) {
        Printer::string(self, bytes);
    }

    fn symbol_name(&mut self, name: &str) {
        Printer::symbol_name(self, name);
    }

    fn keyword_or_string(&mut self, text: &str) {
        Printer::keyword_or_string(self, text);
    }

    fn ty(&mut self, ty: Type) {
        Printer::ty(self, ty);
    }

    fn function_type(&mut self, inputs: &[Type], results: &[Type]) {
        Printer::function_type(self, inputs, results);
    }

    fn result_types(&mut self, results: &[Type]) {
        Printer::result_types(self, results);
    }

    fn dimensions(&mut self, shape: &[i64]) {
        Printer::dimensions(self, shape);
    }

    fn attribute(&mut self, attribute: Attribute) {
        Printer::attribute(self, attribute);
    }

    fn attribute_without_type(&mut self, attribute: Attribute) {
        Printer::attribute_without_type(self, attribute);
    }

    fn attribute_entries(&mut self, entries: &[NamedAttribute]) {
        Printer::attribute_entries(self, entries);
    }

    fn location(&mut self, location: Location) {
        Printer::location(self, location);
    }

    fn affine_map(&mut self, map: AffineMap) {
        Printer::affine_map(self, map);
    }

    fn integer_set(&mut self, set: IntegerSet) {
        Printer::integer_set(self, set);
    }

    fn affine_expr(&mut self, expr: AffineExpr, names: Option<AffineNames<'_, 'p>>) {
        Printer::affine_expr(self, expr, names);
    }

    fn cyclic_part(&mut self, name: &str, print: &mut dyn FnMut(&mut AsmPrinter<'p>)) -> bool {
        self.cyclic(name, |printer| print(printer))
    }
}
