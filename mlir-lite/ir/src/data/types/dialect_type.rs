//! Types that dialects define: values of any type that can be compared, hashed, printed and parsed.

use crate::data::Context;
use crate::data::asm::{AsmParser, AsmPrinter};
use crate::data::attributes::ReplacePart;
use crate::data::parameters::{DataTrait, DataTraitDef, ParameterDef, cast_interface, has_trait};
use crate::data::types::{Type, TypeKind};
use mlir_lite_diagnostics::Reported;
use std::any::{Any, TypeId};
use std::hash::{Hash, Hasher};

/// A type of a dialect, written `!dialect.mnemonic<...>`.
///
/// The value is the uniquing key: equal values are the same type.
pub trait DialectType: Any + Eq + Hash + Send + Sync + std::fmt::Debug + Sized {
    /// The dialect's namespace, such as `toy`.
    const DIALECT: &'static str;
    /// The name after the namespace, such as `struct`.
    const MNEMONIC: &'static str;
    /// Whether vectors may have elements of the type.
    const IN_VECTORS: bool = false;
    /// Whether memrefs may have elements of the type.
    const IN_MEMREFS: bool = false;

    /// One sentence, for documentation.
    const SUMMARY: &'static str = "";
    /// Documentation in Markdown.
    const DESCRIPTION: &'static str = "";
    /// The form, for documentation.
    const SYNTAX: &'static str = "";
    /// The parameters, for documentation.
    const PARAMETERS: &'static [ParameterDef] = &[];
    /// Traits.
    const TRAITS: &'static [DataTraitDef] = &[];
    /// Interfaces: [`InterfaceCast`](crate::data::parameters::InterfaceCast)s.
    const INTERFACES: &'static [&'static (dyn Any + Send + Sync)] = &[];

    /// The namespace and the mnemonic of this value. Values of one Rust type may have several names
    /// where these are known only when the program runs.
    fn name(&self) -> (&'static str, &'static str) {
        (Self::DIALECT, Self::MNEMONIC)
    }

    /// Prints what follows the mnemonic, brackets included. Nothing by default.
    fn print(&self, _printer: &mut AsmPrinter<'_>) {}

    /// The value with others in place of the attributes and types in it, such as references to
    /// symbols. None, as by default, if it has none.
    fn replace_parts(&self, _ctx: &Context, _replace: ReplacePart<'_>) -> Option<Self> {
        None
    }

    /// Parses what [`DialectType::print`] prints.
    fn parse(parser: &mut AsmParser<'_, '_>) -> Result<Self, Reported>;
}

trait Storage: Any + Send + Sync + std::fmt::Debug {
    fn as_any(&self) -> &dyn Any;
    fn eq(&self, other: &dyn Any) -> bool;
    fn hash(&self, state: &mut dyn Hasher);
    fn name(&self) -> (&'static str, &'static str);
    fn traits(&self) -> &'static [DataTraitDef];
    fn interfaces(&self) -> &'static [&'static (dyn Any + Send + Sync)];
    fn in_vectors(&self) -> bool;
    fn in_memrefs(&self) -> bool;
    fn print(&self, printer: &mut AsmPrinter<'_>);
    fn replace_parts(&self, ctx: &Context, replace: ReplacePart<'_>) -> Option<Box<dyn Storage>>;
}

impl<T: DialectType> Storage for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn eq(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
    fn hash(&self, mut state: &mut dyn Hasher) {
        Any::type_id(self).hash(&mut state);
        Hash::hash(self, &mut state);
    }
    fn name(&self) -> (&'static str, &'static str) {
        DialectType::name(self)
    }
    fn traits(&self) -> &'static [DataTraitDef] {
        T::TRAITS
    }
    fn interfaces(&self) -> &'static [&'static (dyn Any + Send + Sync)] {
        T::INTERFACES
    }
    fn in_vectors(&self) -> bool {
        T::IN_VECTORS
    }
    fn in_memrefs(&self) -> bool {
        T::IN_MEMREFS
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        DialectType::print(self, printer);
    }
    fn replace_parts(&self, ctx: &Context, replace: ReplacePart<'_>) -> Option<Box<dyn Storage>> {
        Some(Box::new(DialectType::replace_parts(self, ctx, replace)?))
    }
}

/// A [`DialectType`] value of any Rust type.
#[derive(Debug)]
pub struct DialectTypeData(Box<dyn Storage>);

impl DialectTypeData {
    /// Wraps a value.
    pub fn new<T: DialectType>(data: T) -> Self {
        Self(Box::new(data))
    }

    pub(super) fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }

    /// The value, if it is a `T`.
    pub fn downcast_ref<T: DialectType>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }

    /// Namespace and mnemonic.
    pub fn name(&self) -> (&'static str, &'static str) {
        self.0.name()
    }

    /// Whether the type has trait `T`.
    pub fn has_trait<T: DataTrait>(&self) -> bool {
        has_trait::<T>(self.0.traits())
    }

    /// The value as interface `I`, a trait object type, if it implements it.
    pub fn interface<I: ?Sized + 'static>(&self) -> Option<&I> {
        cast_interface(self.0.interfaces(), self.0.as_any())
    }

    /// Whether vectors may have elements of the type.
    pub fn in_vectors(&self) -> bool {
        self.0.in_vectors()
    }

    /// Whether memrefs may have elements of the type.
    pub fn in_memrefs(&self) -> bool {
        self.0.in_memrefs()
    }

    /// As [`DialectType::replace_parts`].
    pub(crate) fn replace_parts(&self, ctx: &Context, replace: ReplacePart<'_>) -> Option<Self> {
        self.0.replace_parts(ctx, replace).map(Self)
    }

    /// Prints what follows the mnemonic.
    pub fn print(&self, printer: &mut AsmPrinter<'_>) {
        self.0.print(printer);
    }
}

/// A value without content, which is boxed without an allocation.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Nothing;

impl DialectType for Nothing {
    const DIALECT: &'static str = "";
    const MNEMONIC: &'static str = "";

    fn parse(_: &mut AsmParser<'_, '_>) -> Result<Self, Reported> {
        Ok(Self)
    }
}

/// Hashes like a [`TypeKind::Dialect`] with this value.
struct Key<'d, T>(&'d T);

impl<T: DialectType> Hash for Key<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(&TypeKind::Dialect(DialectTypeData::new(Nothing))).hash(state);
        TypeId::of::<T>().hash(state);
        Hash::hash(self.0, state);
    }
}

impl Context {
    /// A type of a dialect. One that is known needs no allocation.
    pub fn dialect_type<T: DialectType>(&self, data: T) -> Type {
        let is_same = |known: &TypeKind| match known {
            TypeKind::Dialect(known) => known.downcast_ref() == Some(&data),
            _ => false,
        };
        let types = &self.data().types;
        let index = types
            .find_by(&Key(&data), is_same)
            .unwrap_or_else(|| types.intern(TypeKind::Dialect(DialectTypeData::new(data))));
        Type::from_index(index)
    }
}

impl PartialEq for DialectTypeData {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq(other.0.as_any())
    }
}

impl Eq for DialectTypeData {}

impl Hash for DialectTypeData {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq, Eq, Hash, Debug)]
    struct Named {
        name: Box<str>,
        number: u32,
    }

    impl DialectType for Named {
        const DIALECT: &'static str = "t";
        const MNEMONIC: &'static str = "named";

        fn parse(_: &mut AsmParser<'_, '_>) -> Result<Self, Reported> {
            Ok(named("parsed", 0))
        }
    }

    fn named(name: &str, number: u32) -> Named {
        Named { name: name.into(), number }
    }

    #[test]
    fn a_type_of_a_dialect_is_found_however_it_is_made() {
        let ctx = Context::new();
        let made = ctx.dialect_type(named("a", 1));
        let kind = TypeKind::Dialect(DialectTypeData::new(named("a", 1)));
        assert_eq!(ctx.intern_type(kind), made);
        assert_eq!(ctx.dialect_type(named("a", 1)), made);
        assert_ne!(ctx.dialect_type(named("a", 2)), made);
        assert_ne!(ctx.dialect_type(named("b", 1)), made);
    }
}
