//! Attributes that dialects define: values of any type that can be compared, hashed, printed and
//! parsed.

use crate::data::Context;
use crate::data::asm::{AsmParser, AsmPrinter};
use crate::data::attributes::ReplacePart;
use crate::data::parameters::{DataTrait, DataTraitDef, ParameterDef, cast_interface, has_trait};
use mlir_lite_diagnostics::Reported;
use std::any::Any;
use std::hash::{Hash, Hasher};

/// An attribute of a dialect, written `#dialect.mnemonic<...>`.
///
/// The value is the uniquing key: equal values are the same attribute.
pub trait DialectAttribute: Any + Eq + Hash + Send + Sync + std::fmt::Debug + Sized {
    /// The dialect's namespace.
    const DIALECT: &'static str;
    /// The name after the namespace.
    const MNEMONIC: &'static str;

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

    /// Prints the attribute as `#dialect<mnemonic..>`. MLIR reads only this form where what follows
    /// the mnemonic is not in angle brackets.
    const LONG_FORM: bool = false;

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

    /// Parses what [`DialectAttribute::print`] prints.
    fn parse(parser: &mut AsmParser<'_, '_>) -> Result<Self, Reported>;
}

trait Storage: Any + Send + Sync + std::fmt::Debug {
    fn as_any(&self) -> &dyn Any;
    fn eq(&self, other: &dyn Any) -> bool;
    fn hash(&self, state: &mut dyn Hasher);
    fn name(&self) -> (&'static str, &'static str);
    fn traits(&self) -> &'static [DataTraitDef];
    fn interfaces(&self) -> &'static [&'static (dyn Any + Send + Sync)];
    fn has_long_form(&self) -> bool;
    fn print(&self, printer: &mut AsmPrinter<'_>);
    fn replace_parts(&self, ctx: &Context, replace: ReplacePart<'_>) -> Option<Box<dyn Storage>>;
}

impl<A: DialectAttribute> Storage for A {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn eq(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<A>() == Some(self)
    }
    fn hash(&self, mut state: &mut dyn Hasher) {
        Any::type_id(self).hash(&mut state);
        Hash::hash(self, &mut state);
    }
    fn name(&self) -> (&'static str, &'static str) {
        DialectAttribute::name(self)
    }
    fn traits(&self) -> &'static [DataTraitDef] {
        A::TRAITS
    }
    fn interfaces(&self) -> &'static [&'static (dyn Any + Send + Sync)] {
        A::INTERFACES
    }
    fn has_long_form(&self) -> bool {
        A::LONG_FORM
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        DialectAttribute::print(self, printer);
    }
    fn replace_parts(&self, ctx: &Context, replace: ReplacePart<'_>) -> Option<Box<dyn Storage>> {
        Some(Box::new(DialectAttribute::replace_parts(self, ctx, replace)?))
    }
}

/// A [`DialectAttribute`] value of any Rust type.
#[derive(Debug)]
pub struct DialectAttributeData(Box<dyn Storage>);

impl DialectAttributeData {
    /// Wraps a value.
    pub fn new<A: DialectAttribute>(data: A) -> Self {
        Self(Box::new(data))
    }

    pub(super) fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }

    /// The value, if it is an `A`.
    pub fn downcast_ref<A: DialectAttribute>(&self) -> Option<&A> {
        self.0.as_any().downcast_ref()
    }

    /// Namespace and mnemonic.
    pub fn name(&self) -> (&'static str, &'static str) {
        self.0.name()
    }

    /// As [`DialectAttribute::LONG_FORM`].
    pub(crate) fn has_long_form(&self) -> bool {
        self.0.has_long_form()
    }

    /// Whether the attribute has trait `T`.
    pub fn has_trait<T: DataTrait>(&self) -> bool {
        has_trait::<T>(self.0.traits())
    }

    /// The value as interface `I`, a trait object type, if it implements it.
    pub fn interface<I: ?Sized + 'static>(&self) -> Option<&I> {
        cast_interface(self.0.interfaces(), self.0.as_any())
    }

    /// As [`DialectAttribute::replace_parts`].
    pub(crate) fn replace_parts(&self, ctx: &Context, replace: ReplacePart<'_>) -> Option<Self> {
        self.0.replace_parts(ctx, replace).map(Self)
    }

    /// Prints what follows the mnemonic.
    pub fn print(&self, printer: &mut AsmPrinter<'_>) {
        self.0.print(printer);
    }
}

impl PartialEq for DialectAttributeData {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq(other.0.as_any())
    }
}

impl Eq for DialectAttributeData {}

impl Hash for DialectAttributeData {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
