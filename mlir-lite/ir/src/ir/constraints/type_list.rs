//! Lists of types as parameters of types and attributes.

use super::TypeConstraint;
use crate::data::parameters::Parameter;
use crate::data::types::Type;
use crate::ir::asm::{AsmParser, AsmPrinter, Parsed};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;

/// Types of the set `C`, at least one: a parameter of a type or attribute, written with `,` between
/// them.
///
/// Text is checked; types of a program are not.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::ir::prelude::*;
/// use mlir_lite::text::print_type;
///
/// /// Values of several floats.
/// #[type_def(name = "demo.floats")]
/// struct FloatsType {
///     elements: TypesOf<AnyFloat>,
/// }
///
/// let ctx = Context::new();
/// let ty = FloatsType::get(&ctx, [Type::F32, Type::F64].into());
/// assert_eq!(print_type(&ctx, ty), "!demo.floats<f32, f64>");
/// assert_eq!(FloatsType::of(&ctx, ty).map(|data| data.elements.len()), Some(2));
/// ```
pub struct TypesOf<C> {
    types: Box<[Type]>,
    set: PhantomData<fn() -> C>,
}

impl<C, T: Into<Box<[Type]>>> From<T> for TypesOf<C> {
    fn from(types: T) -> Self {
        Self { types: types.into(), set: PhantomData }
    }
}

impl<C> Deref for TypesOf<C> {
    type Target = [Type];
    fn deref(&self) -> &[Type] {
        &self.types
    }
}

impl<C: TypeConstraint> Parameter for TypesOf<C> {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        let mut types = Vec::new();
        loop {
            let position = parser.position();
            let ty = parser.parse_type()?;
            let ctx = parser.context();
            if !C::matches(ctx, ty) {
                let message = format!("expected {}, found '{}'", C::describe(), ctx.type_text(ty));
                return Err(parser.error(position, message));
            }
            types.push(ty);
            if !parser.parse_optional_punct(",") {
                return Ok(types.into());
            }
        }
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.types(self.iter().copied());
    }
}

// Derived implementations would ask these traits of `C`.

impl<C> Clone for TypesOf<C> {
    fn clone(&self) -> Self {
        self.types.clone().into()
    }
}

impl<C> PartialEq for TypesOf<C> {
    fn eq(&self, other: &Self) -> bool {
        self.types == other.types
    }
}

impl<C> Eq for TypesOf<C> {}

impl<C> Hash for TypesOf<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.types.hash(state);
    }
}

impl<C> fmt::Debug for TypesOf<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.types.fmt(f)
    }
}
