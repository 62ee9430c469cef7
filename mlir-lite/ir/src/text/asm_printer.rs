//! The printer's state and what every part of it uses: text, names, the places of aliases.
//!
//! Types are in `printer_type.rs`, attributes in `printer_attr.rs`, their elements in `printer_elements.rs`, locations in
//! `printer_location.rs`, affine things in `printer_affine.rs`, ops in `printer.rs`.

use crate::attributes::{Attribute, AttributeKind, NamedAttribute};
use crate::context::Context;
use crate::text::aliases::{AliasRef, Aliased, AliasedText, Otherwise};
use crate::text::lexer::escape;
use crate::text::names::ValueName;
use crate::text::sink::{Finished, LongText};
use crate::text::{PrintOptions, Spelling};
use crate::types::Type;
use std::fmt::Write;

/// Writes types and attributes to a string.
pub struct AsmPrinter<'p> {
    pub(super) ctx: &'p Context,
    pub(super) out: &'p mut String,
    pub(super) options: PrintOptions,
    /// Places where aliases stand; none if everything is written where it is used.
    pub(super) aliases: Option<Vec<AliasRef>>,
    /// Digits that are put in when the text is written; none if they stand in the text.
    pub(super) long: Option<Vec<LongText>>,
    /// Whether what is written gets an alias, if it has none from elsewhere.
    pub(super) is_naming: bool,
    /// Whether what is written is part of a location.
    pub(super) in_location: bool,
    /// Names of the recursive types that are being written.
    pub(super) open: Vec<String>,
}

/// Whether a name needs no quotes as an attribute's name.
fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
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
    pub(super) fn with_aliases(
        ctx: &'p Context,
        out: &'p mut String,
        options: PrintOptions,
    ) -> Self {
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

    /// Notes a place; says whether the alias stands for what would be written.
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
    pub(super) fn meet_all(
        &mut self,
        types: impl IntoIterator<Item = Type>,
        attributes: &[NamedAttribute],
    ) {
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
    #[doc(hidden)]
    pub fn number(&mut self, number: impl itoa::Integer) {
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
}
