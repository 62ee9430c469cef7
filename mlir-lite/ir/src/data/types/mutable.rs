//! Parts of dialect types that are set after the type is created, so that a type may contain
//! itself.
//!
//! Such a part is not part of the uniquing key: types with equal keys are the same type, whatever
//! the value of the part. It is set once.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// A part of a type that is not part of its key, and is set at most once.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::ir::prelude::*;
/// use mlir_lite::text::asm::{AsmParser, AsmPrinter};
/// use mlir_lite::types::Mutable;
/// use mlir_lite_diagnostics::Reported;
///
/// /// A type that has a name and consists of another one, perhaps of itself.
/// #[derive(PartialEq, Eq, Hash, Debug)]
/// struct RecursiveType {
///     name: String,
///     body: Mutable<Type>,
/// }
///
/// impl DialectType for RecursiveType {
///     const DIALECT: &'static str = "test";
///     const MNEMONIC: &'static str = "rec";
///
///     fn print(&self, printer: &mut AsmPrinter<'_>) {
///         printer.write("<");
///         printer.write(&self.name);
///         // Inside of itself, the type is its name.
///         printer.cyclic(&self.name, |printer| {
///             if let Some(&body) = self.body.get() {
///                 printer.write(", ");
///                 printer.ty(body);
///             }
///         });
///         printer.write(">");
///     }
///
///     fn parse(parser: &mut AsmParser<'_, '_>) -> Result<Self, Reported> {
///         parser.parse_punct("<")?;
///         let position = parser.position();
///         let name = parser.parse_any_keyword()?.to_string();
///         let ctx = parser.context().clone();
///         let ty = ctx.dialect_type(RecursiveType { name: name.clone(), body: Mutable::default() });
///         if parser.parse_optional_punct(",") {
///             let body = parser.cyclic(&name, |parser| parser.parse_type())?;
///             if ty.as_dialect::<RecursiveType>(&ctx).is_some_and(|ty| ty.body.set(body).is_err()) {
///                 return Err(parser.error(position, "the type has another body already"));
///             }
///         }
///         parser.parse_punct(">")?;
///         Ok(RecursiveType { name, body: Mutable::default() })
///     }
/// }
///
/// let ctx = Context::new();
/// let ty = ctx.dialect_type(RecursiveType { name: "list".into(), body: Mutable::default() });
/// let body = &ty.as_dialect::<RecursiveType>(&ctx).unwrap().body;
/// assert_eq!(body.set(ty), Ok(()));
/// assert_eq!(mlir_lite::text::print_type(&ctx, ty), "!test.rec<list, !test.rec<list>>");
/// // The same body again changes nothing; another one is not accepted.
/// assert_eq!(body.set(ty), Ok(()));
/// assert_eq!(body.set(Type::F64), Err(Type::F64));
/// ```
#[derive(Debug)]
pub struct Mutable<T>(OnceLock<T>);

impl<T> Default for Mutable<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T: PartialEq> Mutable<T> {
    /// Returns the part, if it has been set.
    pub fn get(&self) -> Option<&T> {
        self.0.get()
    }

    /// Sets the part. Must be called on the type in the context, not on the value that it is
    /// created from.
    ///
    /// # Errors
    /// If it already has another value; the given value is returned.
    pub fn set(&self, value: T) -> Result<(), T> {
        match self.0.set(value) {
            Err(value) if self.0.get() != Some(&value) => Err(value),
            _ => Ok(()),
        }
    }
}

// All values are equal, because this is not part of the key.
impl<T> PartialEq for Mutable<T> {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl<T> Eq for Mutable<T> {}

impl<T> Hash for Mutable<T> {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}
