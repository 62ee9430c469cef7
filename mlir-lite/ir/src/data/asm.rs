//! The interface for parsing and printing types and attributes.
//!
//! The parser and the printer are in the layer `text`. Dialects use them as trait objects, so that
//! lower layers do not depend on `text`.

use crate::data::Context;
use crate::data::affine::{AffineExpr, AffineMap, IntegerSet};
use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::ident::Ident;
use crate::data::location::Location;
use crate::data::types::Type;
use mlir_lite_diagnostics::{Diagnostic, Reported, Span};
use std::fmt::{self, Write};

/// Which names and forms are printed. Both are always accepted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Spelling {
    /// `std` ops without prefix, as in MLIR's documentation of 2020.
    #[default]
    Std,
    /// The dialects and forms of MLIR 22.
    Upstream,
}

impl Spelling {
    /// Whether this is the spelling of today's MLIR.
    pub fn is_upstream(self) -> bool {
        self == Self::Upstream
    }
}

/// How to print.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PrintOptions {
    /// Which names and forms.
    pub spelling: Spelling,
    /// All ops in generic form.
    pub generic: bool,
    /// Locations after each op.
    pub debug_info: bool,
    /// Prints attributes, types and locations in full, without aliases.
    pub local_scope: bool,
    /// Names each value of the text differently, also in functions beside each other.
    pub unique_names: bool,
    /// The most elements of an attribute that are printed, unless they are all equal: more are left
    /// out, as `dense_resource<__elided__>`, from which they cannot be read back.
    pub elided_above: Option<usize>,
    /// The most characters of a resource's literal: longer ones are left out.
    pub resources_elided_above: Option<usize>,
    /// Comments that name the users of each value.
    pub value_users: bool,
    /// Names values after the names in their locations.
    pub location_names: bool,
    /// Leaves out what is in regions: `{...}`.
    pub skip_regions: bool,
}

impl PrintOptions {
    /// Prints everything in full, so that the text of an op is complete.
    pub fn local() -> Self {
        Self { local_scope: true, ..Self::default() }
    }

    /// The same with another [`spelling`](Self::spelling).
    #[must_use]
    pub fn with_spelling(mut self, spelling: Spelling) -> Self {
        self.spelling = spelling;
        self
    }

    /// The same with another [`generic`](Self::generic).
    #[must_use]
    pub fn with_generic(mut self, generic: bool) -> Self {
        self.generic = generic;
        self
    }

    /// The same with another [`debug_info`](Self::debug_info).
    #[must_use]
    pub fn with_debug_info(mut self, debug_info: bool) -> Self {
        self.debug_info = debug_info;
        self
    }

    /// The same with another [`unique_names`](Self::unique_names).
    #[must_use]
    pub fn with_unique_names(mut self, unique_names: bool) -> Self {
        self.unique_names = unique_names;
        self
    }

    /// The same with another [`elided_above`](Self::elided_above).
    #[must_use]
    pub fn with_elided_above(mut self, elided_above: Option<usize>) -> Self {
        self.elided_above = elided_above;
        self
    }

    /// The same with another [`resources_elided_above`](Self::resources_elided_above).
    #[must_use]
    pub fn with_resources_elided_above(mut self, above: Option<usize>) -> Self {
        self.resources_elided_above = above;
        self
    }

    /// The same with another [`value_users`](Self::value_users).
    #[must_use]
    pub fn with_value_users(mut self, value_users: bool) -> Self {
        self.value_users = value_users;
        self
    }

    /// The same with another [`location_names`](Self::location_names).
    #[must_use]
    pub fn with_location_names(mut self, location_names: bool) -> Self {
        self.location_names = location_names;
        self
    }

    /// The same with another [`skip_regions`](Self::skip_regions).
    #[must_use]
    pub fn with_skip_regions(mut self, skip_regions: bool) -> Self {
        self.skip_regions = skip_regions;
        self
    }

    /// The same with another [`local_scope`](Self::local_scope).
    #[must_use]
    pub fn with_local_scope(mut self, local_scope: bool) -> Self {
        self.local_scope = local_scope;
        self
    }
}

/// Shorthand for the results of all parsing functions.
pub type Parsed<T> = Result<T, Reported>;

/// Reads types, attributes and the tokens around them.
pub type AsmParser<'p, 's> = dyn ParseAsm<'s> + 'p;

/// Writes types and attributes.
pub type AsmPrinter<'p> = dyn PrintAsm<'p> + 'p;

/// Prints a dimension (`false`) or symbol (`true`) of an affine expression.
pub type AffineNames<'n, 'p> = &'n mut dyn FnMut(&mut AsmPrinter<'p>, bool, u32);

/// Parses a part of a text, with code of the parser before and after it.
pub type ParsePart<'f, 's> = &'f mut dyn FnMut(&mut AsmParser<'_, 's>) -> Parsed<()>;

/// The functions of [`AsmParser`].
pub trait ParseAsm<'s> {
    /// The context.
    fn context(&self) -> &Context;

    /// Parses a type.
    fn parse_type(&mut self) -> Parsed<Type>;

    /// `nested` of [`AsmParser`], without the type of the result.
    #[doc(hidden)]
    fn nested_part(&mut self, parse: ParsePart<'_, 's>) -> Parsed<()>;

    /// `cyclic` of [`AsmParser`], without the type of the result.
    #[doc(hidden)]
    fn cyclic_part(&mut self, name: &str, parse: ParsePart<'_, 's>) -> Parsed<()>;

    /// `parse_list_until` of [`AsmParser`], without the type of the items.
    #[doc(hidden)]
    fn parse_items_until(&mut self, close: &str, item: ParsePart<'_, 's>) -> Parsed<()>;

    /// Parses types with `,` between them, at least one.
    fn parse_type_list(&mut self) -> Parsed<Vec<Type>>;

    /// Parses `(inputs) -> results`.
    fn parse_function_type(&mut self) -> Parsed<(Vec<Type>, Vec<Type>)>;

    /// Parses the text after the arrow of a function type.
    fn parse_function_results(&mut self) -> Parsed<Vec<Type>>;

    /// Parses an attribute. With `implied`, a number has that type, and no type is parsed after it.
    fn parse_attribute(&mut self, implied: Option<Type>) -> Parsed<Attribute>;

    /// Reads punctuation.
    fn parse_punct(&mut self, text: &str) -> Parsed<()>;

    /// Reads punctuation, if it is next.
    fn parse_optional_punct(&mut self, text: &str) -> bool;

    /// Whether punctuation is next.
    fn at_punct(&self, text: &str) -> bool;

    /// Reads a keyword.
    fn parse_keyword(&mut self, keyword: &str) -> Parsed<()>;

    /// Reads a keyword, if it is next.
    fn parse_optional_keyword(&mut self, keyword: &str) -> bool;

    /// Whether a keyword is next.
    fn at_keyword(&self, keyword: &str) -> bool;

    /// Reads any keyword.
    fn parse_any_keyword(&mut self) -> Parsed<&'s str>;

    /// Whether any keyword is next.
    fn at_any_keyword(&self) -> bool {
        self.next_keyword().is_some()
    }

    /// The next keyword, which is not read.
    fn next_keyword(&self) -> Option<&'s str>;

    /// Whether an attribute may follow. A keyword counts only if an attribute can begin with it.
    fn at_attribute(&self) -> bool;

    /// Reads an integer, with a sign if there is one.
    fn parse_integer(&mut self) -> Parsed<i64>;

    /// Whether an integer is next.
    fn at_integer(&self) -> bool;

    /// Whether a string is next.
    fn at_string(&self) -> bool;

    /// Reads a string.
    fn parse_string(&mut self) -> Parsed<String>;

    /// Whether a symbol is next.
    fn at_symbol(&self) -> bool;

    /// Reads `@name`.
    fn parse_symbol_name(&mut self) -> Parsed<Ident>;

    /// Whether a type alias, dialect type or builtin type may be next.
    fn at_type(&self) -> bool;

    /// Reads dimensions: `2x?x`, with an `x` after each.
    fn parse_dimensions(&mut self) -> Parsed<Vec<i64>>;

    /// Parses the content of an `affine_map<..>`.
    fn parse_affine_map(&mut self) -> Parsed<AffineMap>;

    /// The position of the next token.
    fn position(&self) -> Span;

    /// `expected X, found Y` at the next token.
    fn expected(&mut self, what: &str) -> Reported;

    /// Reports a diagnostic.
    fn report(&mut self, diagnostic: Diagnostic) -> Reported;
}

impl<'s> dyn ParseAsm<'s> + '_ {
    /// Calls `parse` one level deeper: for types and attributes that contain others and do not use
    /// [`ParseAsm::parse_type`].
    pub fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut AsmParser<'_, 's>) -> Parsed<T>,
    ) -> Parsed<T> {
        called_once(parse, |part| self.nested_part(part))
    }

    /// Calls `parse` for the content of a type that may contain itself. The counterpart of the
    /// printer's function of that name.
    ///
    /// # Errors
    /// Errors of `parse`, and an error if a type of that name is already being parsed: inside of
    /// it, only its name may be written.
    pub fn cyclic<T>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&mut AsmParser<'_, 's>) -> Parsed<T>,
    ) -> Parsed<T> {
        called_once(parse, |part| self.cyclic_part(name, part))
    }

    /// Parses items separated by `,` until `close`, which is consumed.
    pub fn parse_list_until(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut AsmParser<'_, 's>) -> Parsed<()>,
    ) -> Parsed<()> {
        self.parse_items_until(close, &mut item)
    }

    /// An error at a place that [`ParseAsm::position`] gave.
    pub fn error(&mut self, position: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(position, message))
    }
}

/// Calls `parse` through `read`, which calls it at most once, and returns its result.
fn called_once<'s, T>(
    parse: impl FnOnce(&mut AsmParser<'_, 's>) -> Parsed<T>,
    read: impl FnOnce(ParsePart<'_, 's>) -> Parsed<()>,
) -> Parsed<T> {
    let (mut parse, mut value) = (Some(parse), None);
    read(&mut |parser| {
        value = parse.take().map(|parse| parse(parser)).transpose()?;
        Ok(())
    })?;
    Ok(value.expect("a value that was read without an error is set"))
}

/// The functions of [`AsmPrinter`].
pub trait PrintAsm<'p> {
    /// The context.
    fn context(&self) -> &'p Context;

    /// How to print.
    fn options(&self) -> PrintOptions;

    /// The text so far. `write` appends to it, so that short texts are copied without a call.
    #[doc(hidden)]
    fn text(&mut self) -> &mut String;

    /// A string token.
    fn string(&mut self, bytes: &[u8]);

    /// `@name`, quoted if need be.
    fn symbol_name(&mut self, name: &str);

    /// A keyword, or a string if the text is none.
    fn keyword_or_string(&mut self, text: &str);

    /// A type.
    fn ty(&mut self, ty: Type);

    /// `(inputs) -> results`
    fn function_type(&mut self, inputs: &[Type], results: &[Type]);

    /// Prints the result types, after the arrow of a function type.
    fn result_types(&mut self, results: &[Type]);

    /// `2x?x`, with an `x` after each size.
    fn dimensions(&mut self, shape: &[i64]);

    /// `cyclic` of [`AsmPrinter`].
    #[doc(hidden)]
    fn cyclic_part(&mut self, name: &str, print: &mut dyn FnMut(&mut AsmPrinter<'p>)) -> bool;

    /// An attribute.
    fn attribute(&mut self, attribute: Attribute);

    /// An attribute without the type after a number or string.
    fn attribute_without_type(&mut self, attribute: Attribute);

    /// `a = 1, b`: the entries of a dictionary.
    fn attribute_entries(&mut self, entries: &[NamedAttribute]);

    /// The text in `loc(...)`.
    fn location(&mut self, location: Location);

    /// `(d0, d1)[s0] -> (d0 + s0)`
    fn affine_map(&mut self, map: AffineMap);

    /// `(d0)[s0] : (d0 - s0 >= 0)`
    fn integer_set(&mut self, set: IntegerSet);

    /// An affine expression; `names` prints dimensions (`false`) and symbols
    /// (`true`) by number, `d0` and `s0` without it.
    fn affine_expr(&mut self, expr: AffineExpr, names: Option<AffineNames<'_, 'p>>);
}

impl<'p> dyn PrintAsm<'p> + 'p {
    /// Whether the spelling is that of today's MLIR.
    pub fn is_upstream(&self) -> bool {
        self.options().spelling.is_upstream()
    }

    /// Appends text.
    #[inline]
    pub fn write(&mut self, text: &str) {
        self.text().push_str(text);
    }

    /// Appends a number.
    #[doc(hidden)]
    pub fn number(&mut self, number: impl itoa::Integer) {
        self.write(itoa::Buffer::new().format(number));
    }

    /// Appends a number or whatever else has a `Display`.
    pub fn display(&mut self, value: impl fmt::Display) {
        // Writing to a string does not fail.
        let _ = write!(self.text(), "{value}");
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

    /// Prints types separated by `, `.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        self.comma_separated(types, |printer, ty| printer.ty(ty));
    }

    /// Calls `print` for the content of a type that may contain itself, unless a type of that name
    /// is already being printed. Returns whether it was called.
    pub fn cyclic(&mut self, name: &str, print: impl FnOnce(&mut Self)) -> bool {
        let mut print = Some(print);
        self.cyclic_part(name, &mut |printer| {
            if let Some(print) = print.take() {
                print(printer);
            }
        })
    }
}
