//! Enums of dialects: cases with a name in text and a number in attributes.
//!
//! The `#[enum_attr]` macro generates an [`EnumDef`], and the functions here interpret it: no
//! parser or printer is generated per enum. An enum is an attribute constraint, and formats write
//! such an attribute as the keyword of its case.

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind, DialectAttribute};
use crate::ir::asm::{AsmParser, AsmPrinter, Parsed};
use crate::ir::constraints::AttrConstraint;
use mlir_lite_diagnostics::{Diagnostic, Reported, Span, did_you_mean, nearest};
use std::borrow::Cow;

/// An enum as data.
#[derive(Debug)]
pub struct EnumDef {
    /// Name of the Rust type.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// All cases, in the order in which bits are written.
    pub cases: &'static [EnumCase],
    /// The separator between the cases of a set of bits. None if a value is one case.
    pub separator: Option<&'static str>,
    /// Whether a case of several bits replaces them in text if all are set: `inbounds|nuw`.
    pub groups: bool,
    /// Whether a case may be written in quotes. If so, one that is not a keyword must be.
    pub quoted: bool,
    /// The attribute in which the value is stored.
    pub storage: EnumStorage,
    /// Makes the attribute for a value.
    pub to_attribute: fn(&Context, u64) -> Attribute,
    /// The value of an attribute, if it is one of the enum.
    pub from_attribute: fn(&Context, Attribute) -> Option<u64>,
}

/// A case of an enum.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EnumCase {
    /// Name in Rust.
    pub symbol: &'static str,
    /// Name in text.
    pub text: &'static str,
    /// The number.
    pub value: u64,
}

/// Which attributes hold the values of an enum.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EnumStorage {
    /// Signless integers of that many bits.
    Integer(u32),
    /// Strings: the case's text.
    String,
    /// Attributes of the dialect: `#dialect.name<case>`.
    Dialect,
}

impl EnumDef {
    /// Whether `value` is a case, or a set of cases if they are bits.
    pub fn is_valid(&self, value: u64) -> bool {
        match self.separator {
            None => self.cases.iter().any(|case| case.value == value),
            Some(_) if value == 0 => self.cases.iter().any(|case| case.value == 0),
            Some(_) => value & !self.cases.iter().fold(0, |bits, case| bits | case.value) == 0,
        }
    }

    /// The text of a value. Empty if it is not a value of the enum.
    ///
    /// A case that covers the whole set, such as `fast` for all flags, replaces the single flags.
    pub fn stringify(&self, value: u64) -> Cow<'static, str> {
        if let Some(case) = self.cases.iter().find(|case| case.value == value) {
            return case.text.into();
        }
        if !self.is_valid(value) {
            return "".into();
        }
        let is_group = |case: &&EnumCase| self.groups && case.value.count_ones() > 1;
        let groups =
            || self.cases.iter().filter(is_group).filter(|case| value & case.value == case.value);
        let grouped = groups().fold(0, |bits, case| bits | case.value);
        let single = self.cases.iter().filter(|case| case.value.is_power_of_two());
        let single = single.filter(|case| value & !grouped & case.value != 0);
        let set: Vec<&str> = groups().chain(single).map(|case| case.text).collect();
        set.join(self.separator.unwrap_or_default()).into()
    }

    /// The value of a text. None if any part of it is not a case.
    pub fn symbolize(&self, text: &str) -> Option<u64> {
        let case =
            |text: &str| self.cases.iter().find(|case| case.text == text).map(|case| case.value);
        match self.separator {
            None => case(text),
            // The case without bits must be alone.
            Some(separator) => case(text).or_else(|| {
                let mut parts = text.split(separator);
                parts.try_fold(0, |bits, part| Some(bits | case(part).filter(|&case| case != 0)?))
            }),
        }
    }

    /// Like [`EnumDef::symbolize`], but blanks around the parts of a set are ignored.
    fn symbolize_trimmed(&self, text: &str) -> Option<u64> {
        let separator = self.separator.map(str::trim).filter(|separator| !separator.is_empty())?;
        let mut parts = text.split(separator).map(str::trim);
        parts.try_fold(0, |bits, part| {
            let case = self.cases.iter().find(|case| case.text == part && case.value != 0)?;
            Some(bits | case.value)
        })
    }

    /// Reads a case, if one of their keywords is next.
    pub fn parse_optional(&self, parser: &mut AsmParser<'_, '_>) -> Option<u64> {
        let mut cases = self.cases.iter().filter(|case| !case.text.is_empty());
        let found = cases.find(|case| parser.parse_optional_keyword(case.text));
        found.map(|case| case.value)
    }

    /// The greatest number of a case.
    pub fn max_value(&self) -> u64 {
        self.cases.iter().map(|case| case.value).max().unwrap_or(0)
    }

    /// Reads a case, or cases with the separator between them.
    pub fn parse(&self, parser: &mut AsmParser<'_, '_>) -> Parsed<u64> {
        let mut value = self.parse_case(parser)?;
        if let Some(separator) = self.separator.map(str::trim) {
            while parser.parse_optional_punct(separator) {
                value |= self.parse_case(parser)?;
            }
        }
        Ok(value)
    }

    fn parse_case(&self, parser: &mut AsmParser<'_, '_>) -> Parsed<u64> {
        if !self.quoted || !parser.at_string() {
            return match self.parse_optional(parser) {
                Some(value) => Ok(value),
                None => Err(self.unknown_case(parser)),
            };
        }
        self.parse_quoted(parser)
    }

    /// Reads a case in quotes.
    fn parse_quoted(&self, parser: &mut AsmParser<'_, '_>) -> Parsed<u64> {
        let position = parser.position();
        let text = parser.parse_string()?;
        let case = self.cases.iter().find(|case| case.text == text).map(|case| case.value);
        // A string may contain several bits.
        case.or_else(|| self.symbolize_trimmed(&text))
            .ok_or_else(|| self.unknown_text(parser, position, &text))
    }

    /// Reports that no case is next.
    #[cold]
    fn unknown_case(&self, parser: &mut AsmParser<'_, '_>) -> Reported {
        let near = parser.next_keyword().filter(|word| self.near(word).is_some());
        let position = parser.position();
        match near {
            Some(word) => self.unknown_text(parser, position, word),
            None => parser.expected(&format!("one of {}", self.case_list())),
        }
    }

    #[cold]
    fn unknown_text(&self, parser: &mut AsmParser<'_, '_>, position: Span, text: &str) -> Reported {
        let message = format!("expected one of {}, found '{text}'", self.case_list());
        let diagnostic = Diagnostic::error(position, message);
        parser.report(match self.near(text) {
            Some(near) => diagnostic.with_help(did_you_mean(near)),
            None => diagnostic,
        })
    }

    /// The case that may be meant.
    fn near(&self, text: &str) -> Option<&'static str> {
        nearest(text, self.cases.iter().map(|case| case.text))
    }

    /// Writes a value as [`EnumDef::parse`] reads it.
    pub fn print(&self, value: u64, printer: &mut AsmPrinter<'_>) {
        match self.cases.iter().find(|case| case.value == value) {
            Some(case) => printer.keyword_or_string(case.text),
            None => printer.write(&self.stringify(value)),
        }
    }

    /// Whether one of the cases is next.
    pub fn is_next(&self, parser: &AsmParser<'_, '_>) -> bool {
        self.quoted && parser.at_string()
            || self.cases.iter().any(|case| parser.at_keyword(case.text))
    }

    fn case_list(&self) -> String {
        let quoted = |text: &str| {
            let is_word =
                text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_$.".contains(&byte));
            if is_word { text.to_owned() } else { format!("\"{text}\"") }
        };
        let texts: Vec<String> = self.cases.iter().map(|case| quoted(case.text)).collect();
        texts.join(", ")
    }

    /// Noun phrase for messages and documentation.
    pub fn describe(&self) -> String {
        if !self.summary.is_empty() {
            return self.summary.into();
        }
        match self.storage {
            EnumStorage::Integer(width) => {
                let values: Vec<String> =
                    self.cases.iter().map(|case| case.value.to_string()).collect();
                format!("allowed {width}-bit signless integer cases: {}", values.join(", "))
            }
            EnumStorage::String | EnumStorage::Dialect => {
                format!("allowed cases: {}", self.case_list())
            }
        }
    }
}

/// A Rust type that is an enum of a dialect; `#[enum_attr]` implements it.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::ir::enums::EnumAttribute;
/// use mlir_lite::{Context, enum_attr};
///
/// /// An example int enum.
/// #[enum_attr(storage = i32)]
/// pub enum MyIntEnum {
///     Case15 = 15,
///     Case20 = 20,
/// }
///
/// let ctx = Context::new();
/// assert_eq!(MyIntEnum::symbolize("Case15"), Some(MyIntEnum::Case15));
/// assert_eq!(MyIntEnum::from_value(3), None);
/// let attr = MyIntEnum::Case20.attribute(&ctx);
/// assert_eq!(attr.as_i64(&ctx), Some(20));
/// assert_eq!(MyIntEnum::from_attribute(&ctx, attr), Some(MyIntEnum::Case20));
/// ```
pub trait EnumAttribute: Copy + Eq + AttrConstraint {
    /// The enum as data.
    const DEF: &'static EnumDef;

    /// The value of that number, if there is one.
    fn from_value(value: u64) -> Option<Self>;

    /// The number.
    fn value(self) -> u64;

    /// The text.
    fn stringify(self) -> Cow<'static, str> {
        Self::DEF.stringify(self.value())
    }

    /// The text of a case. Empty for a set of bits that is not a case by itself.
    fn text(self) -> &'static str {
        Self::DEF.cases.iter().find(|case| case.value == self.value()).map_or("", |case| case.text)
    }

    /// All cases, in the order in which they are declared.
    fn cases() -> impl Iterator<Item = Self> {
        Self::DEF.cases.iter().filter_map(|case| Self::from_value(case.value))
    }

    /// Reads a case, if one of their keywords is next.
    fn parse_optional(parser: &mut AsmParser<'_, '_>) -> Option<Self> {
        Self::DEF.parse_optional(parser).and_then(Self::from_value)
    }

    /// The value with that text, if there is one.
    fn symbolize(text: &str) -> Option<Self> {
        Self::DEF.symbolize(text).and_then(Self::from_value)
    }

    /// The value as an attribute.
    fn attribute(self, ctx: &Context) -> Attribute {
        (Self::DEF.to_attribute)(ctx, self.value())
    }

    /// The value of an attribute, if it is one of the enum.
    fn from_attribute(ctx: &Context, attribute: Attribute) -> Option<Self> {
        (Self::DEF.from_attribute)(ctx, attribute).and_then(Self::from_value)
    }
}

/// [`EnumDef::to_attribute`] of an enum that integers of `WIDTH` bits hold.
#[doc(hidden)]
pub fn to_integer<const WIDTH: u32>(ctx: &Context, value: u64) -> Attribute {
    ctx.integer_attr(ctx.integer_type(WIDTH), value as i64)
}

/// [`EnumDef::from_attribute`] of an enum that integers of `WIDTH` bits hold.
#[doc(hidden)]
pub fn from_integer<E: EnumAttribute, const WIDTH: u32>(
    ctx: &Context,
    attribute: Attribute,
) -> Option<u64> {
    if attribute.ty(ctx) != Some(ctx.integer_type(WIDTH)) {
        return None;
    }
    let value = attribute.as_integer(ctx)?.to_u64()?;
    E::DEF.is_valid(value).then_some(value)
}

/// [`EnumDef::to_attribute`] of an enum that strings hold.
#[doc(hidden)]
pub fn to_string<E: EnumAttribute>(ctx: &Context, value: u64) -> Attribute {
    ctx.string_attr(&E::DEF.stringify(value))
}

/// [`EnumDef::from_attribute`] of an enum that strings hold.
#[doc(hidden)]
pub fn from_string<E: EnumAttribute>(ctx: &Context, attribute: Attribute) -> Option<u64> {
    match attribute.kind(ctx) {
        AttributeKind::String { ty: None, .. } => E::DEF.symbolize(attribute.as_str(ctx)?),
        _ => None,
    }
}

/// [`EnumDef::to_attribute`] of an enum that is a dialect's attribute.
#[doc(hidden)]
pub fn to_dialect<E: EnumAttribute + DialectAttribute>(ctx: &Context, value: u64) -> Attribute {
    match E::from_value(value) {
        Some(value) => ctx.dialect_attribute(value),
        None => Attribute::UNIT,
    }
}

/// [`EnumDef::from_attribute`] of an enum that is a dialect's attribute.
#[doc(hidden)]
pub fn from_dialect<E: EnumAttribute + DialectAttribute>(
    ctx: &Context,
    attribute: Attribute,
) -> Option<u64> {
    attribute.as_dialect::<E>(ctx).map(|value| value.value())
}

/// Reads a value as text has it.
#[doc(hidden)]
pub fn parse_enum<E: EnumAttribute>(parser: &mut AsmParser<'_, '_>) -> Parsed<E> {
    let position = parser.position();
    let value = E::DEF.parse(parser)?;
    value_of(parser, position, value)
}

/// Reads a value in quotes.
#[doc(hidden)]
pub fn parse_quoted_enum<E: EnumAttribute>(parser: &mut AsmParser<'_, '_>) -> Parsed<E> {
    let position = parser.position();
    let value = E::DEF.parse_quoted(parser)?;
    value_of(parser, position, value)
}

fn value_of<E: EnumAttribute>(
    parser: &mut AsmParser<'_, '_>,
    position: Span,
    value: u64,
) -> Parsed<E> {
    E::from_value(value)
        .ok_or_else(|| parser.error(position, format!("{value} is not a case of {}", E::DEF.name)))
}
