//! Parts of the declarations of types and attributes: parameters, traits and interfaces.
//!
//! `#[type_def]` and `#[attr_def]` generate the implementations of
//! [`DialectType`](crate::data::types::DialectType) and
//! [`DialectAttribute`](crate::data::attributes::DialectAttribute). Parameters are types that
//! implement [`Parameter`].

use crate::data::Context;
use crate::data::affine::AffineMap;
use crate::data::asm::{AsmParser, AsmPrinter, Parsed};
use crate::data::attributes::{Attribute, ReplacePart};
use crate::data::types::Type;
use std::any::{Any, TypeId};

/// A value that is written between the brackets of a type or attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a type or attribute",
    label = "parameters implement `Parameter`"
)]
pub trait Parameter: Sized {
    /// Whether the parameter is a list with commas, which ends at a closing bracket. If something
    /// else follows it, or it is an element of a list, it is written in brackets: `[1, 2]`.
    const IS_LIST: bool = false;

    /// Reads it.
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self>;
    /// Writes it.
    fn print(&self, printer: &mut AsmPrinter<'_>);

    /// Whether it may contain attributes or types.
    const HAS_PARTS: bool = false;

    /// Replaces the attributes and types in it.
    fn replace_parts(&mut self, _ctx: &Context, _replace: ReplacePart<'_>) {}
}

macro_rules! integers {
    ($($ty:ty)*) => {
        $(
            impl Parameter for $ty {
                fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
                    let position = parser.position();
                    let value = parser.parse_integer()?;
                    Self::try_from(value).map_err(|_| {
                        let range = format!("from {} to {}", Self::MIN, Self::MAX);
                        parser.error(position, format!("expected a number {range}, found {value}"))
                    })
                }
                fn print(&self, printer: &mut AsmPrinter<'_>) {
                    printer.display(self);
                }
            }
        )*
    };
}

integers!(u8 u16 u32 u64 usize i8 i16 i32 i64);

impl Parameter for bool {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        if parser.parse_optional_keyword("true") {
            return Ok(true);
        }
        if parser.parse_optional_keyword("false") {
            return Ok(false);
        }
        Err(parser.expected("true or false"))
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.display(self);
    }
}

impl Parameter for String {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_string()
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.string(self.as_bytes());
    }
}

impl Parameter for Type {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_type()
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.ty(*self);
    }
    const HAS_PARTS: bool = true;
    fn replace_parts(&mut self, ctx: &Context, replace: ReplacePart<'_>) {
        *self = replace(ctx.type_attr(*self)).as_type(ctx).unwrap_or(*self);
    }
}

impl Parameter for Attribute {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_attribute(None)
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.attribute(*self);
    }
    const HAS_PARTS: bool = true;
    fn replace_parts(&mut self, _ctx: &Context, replace: ReplacePart<'_>) {
        *self = replace(*self);
    }
}

impl Parameter for AffineMap {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_affine_map()
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.affine_map(*self);
    }
}

/// Reads a parameter that something else than a closing bracket follows.
#[doc(hidden)]
pub fn parse_followed<P: Parameter>(parser: &mut AsmParser<'_, '_>) -> Parsed<P> {
    if !P::IS_LIST {
        return P::parse(parser);
    }
    parser.parse_punct("[")?;
    let list = P::parse(parser)?;
    parser.parse_punct("]")?;
    Ok(list)
}

/// Writes a parameter that something else than a closing bracket follows.
#[doc(hidden)]
pub fn print_followed<P: Parameter>(parameter: &P, printer: &mut AsmPrinter<'_>) {
    if !P::IS_LIST {
        return parameter.print(printer);
    }
    printer.write("[");
    parameter.print(printer);
    printer.write("]");
}

/// Any number of parameters, separated by `,`, up to a closing bracket.
impl<P: Parameter> Parameter for Vec<P> {
    const IS_LIST: bool = true;

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        let mut items = Vec::new();
        if [">", "]", ")", "}"].iter().any(|close| parser.at_punct(close)) {
            return Ok(items);
        }
        loop {
            items.push(parse_followed(parser)?);
            if !parser.parse_optional_punct(",") {
                return Ok(items);
            }
        }
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.comma_separated(self, |printer, item| print_followed(item, printer));
    }
    const HAS_PARTS: bool = P::HAS_PARTS;
    fn replace_parts(&mut self, ctx: &Context, replace: ReplacePart<'_>) {
        self.iter_mut().for_each(|item| item.replace_parts(ctx, replace));
    }
}

/// A parameter that may be left out: it is written in a group of the format.
impl<P: Parameter> Parameter for Option<P> {
    const IS_LIST: bool = P::IS_LIST;

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        P::parse(parser).map(Some)
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        if let Some(parameter) = self {
            parameter.print(printer);
        }
    }
    const HAS_PARTS: bool = P::HAS_PARTS;
    fn replace_parts(&mut self, ctx: &Context, replace: ReplacePart<'_>) {
        if let Some(parameter) = self {
            parameter.replace_parts(ctx, replace);
        }
    }
}

/// Reads and writes some parameters of a type or attribute: `custom<Type>($a, $b)` in its format,
/// where `Type` implements this for the tuple of their types.
#[diagnostic::on_unimplemented(
    message = "a format has `custom<{Self}>(..)` with the parameters `{P}`, but there is no \
        `impl ParameterDirective<{P}> for {Self}`",
    label = "`custom<..>` asks for `ParameterDirective`"
)]
pub trait ParameterDirective<P>: Sized {
    /// Reads them.
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<P>;
    /// Writes them.
    fn print(parameters: &P, printer: &mut AsmPrinter<'_>);
}

/// `verify` in the declaration of a type or attribute.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `verify`, but there is no `impl VerifyParameters \
        for {Self}`",
    label = "`verify` asks for `VerifyParameters`"
)]
pub trait VerifyParameters {
    /// Checks the parameters; the error describes the first wrong one.
    fn verify(&self, ctx: &Context) -> Result<(), String>;
}

/// `assembly = custom` in the declaration of a type or attribute.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `assembly = custom`, but there is no `impl \
        CustomParameters for {Self}`",
    label = "`assembly = custom` asks for `CustomParameters`"
)]
pub trait CustomParameters: Sized {
    /// Parses the text after the name.
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self>;
    /// Prints the text after the name.
    fn print(&self, printer: &mut AsmPrinter<'_>);
}

/// `parts` in the declaration of a type or attribute: it contains attributes or types that are not
/// fields of the types `Attribute`, `Type` and lists of these, or of other parameters.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `parts`, but there is no `impl CustomParts for \
        {Self}`",
    label = "`parts` asks for `CustomParts`"
)]
pub trait CustomParts {
    /// Replaces the attributes and types in it. A symbol that it refers to by its name is passed as
    /// a symbol reference.
    fn replace_parts(&mut self, ctx: &Context, replace: ReplacePart<'_>);
}

/// A parameter, for documentation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ParameterDef {
    /// Its name.
    pub name: &'static str,
    /// Its Rust type.
    pub ty: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// A trait of types and attributes of dialects: a marker that other code can test.
pub trait DataTrait: 'static {
    /// Name in documentation.
    const NAME: &'static str;
}

/// A [`DataTrait`] as data.
#[derive(Copy, Clone)]
pub struct DataTraitDef {
    /// Name in documentation.
    pub name: &'static str,
    /// Identity of the Rust type.
    pub id: fn() -> TypeId,
}

impl DataTraitDef {
    /// The record of trait `T`.
    pub const fn of<T: DataTrait>() -> Self {
        Self { name: T::NAME, id: TypeId::of::<T> }
    }
}

/// Makes a trait object `I` from the data of a type or attribute.
pub struct InterfaceCast<I: ?Sized>(pub fn(&dyn Any) -> Option<&I>);

pub(crate) fn cast_interface<'d, I: ?Sized + 'static>(
    casts: &'static [&'static (dyn Any + Send + Sync)],
    data: &'d dyn Any,
) -> Option<&'d I> {
    let cast = casts.iter().find_map(|cast| cast.downcast_ref::<InterfaceCast<I>>())?;
    (cast.0)(data)
}

pub(crate) fn has_trait<T: DataTrait>(traits: &'static [DataTraitDef]) -> bool {
    traits.iter().any(|t| (t.id)() == TypeId::of::<T>())
}
