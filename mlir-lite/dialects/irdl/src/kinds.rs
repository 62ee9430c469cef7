//! The types of the dialect, and variadicities.

use mlir_lite::ir::asm::{AsmParser, AsmPrinter, Parsed};
use mlir_lite::ir::prelude::*;

/// `!irdl.attribute`: a constraint on types and attributes.
#[type_def(name = "irdl.attribute")]
#[derive(Copy)]
pub struct AttributeType;

/// `!irdl.region`: a constraint on regions.
#[type_def(name = "irdl.region")]
#[derive(Copy)]
pub struct RegionType;

mlir_lite::attr_constraints! {
    /// `["a", "b"]`
    pub StrArrayAttr = "string array attribute", starts LIST,
        |ctx, attr| attr.as_array(ctx).is_some_and(
            |names| names.iter().all(|name| name.as_str(ctx).is_some()));
}

/// How many operands or results a name stands for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Variadicity {
    /// Exactly one.
    Single,
    /// One or none.
    Optional,
    /// Any number.
    Variadic,
}

impl Variadicity {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Single, Self::Optional, Self::Variadic];

    /// Its keyword in text.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Optional => "optional",
            Self::Variadic => "variadic",
        }
    }
}

/// The variadicities of the names of operands or results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct VariadicityArrayAttr {
    /// One for each name.
    pub list: Vec<Variadicity>,
}

impl DialectAttribute for VariadicityArrayAttr {
    const DIALECT: &'static str = "irdl";
    const MNEMONIC: &'static str = "variadicity_array";
    const SUMMARY: &'static str = "The variadicities of the names of operands or results.";
    const SYNTAX: &'static str = "#irdl<variadicity_array[single, optional, variadic]>";
    const LONG_FORM: bool = true;

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        let mut list = Vec::new();
        parser.parse_punct("[")?;
        if !parser.parse_optional_punct("]") {
            loop {
                let mut known = Variadicity::ALL.into_iter();
                let found = known.find(|it| parser.parse_optional_keyword(it.keyword()));
                let Some(variadicity) = found else {
                    return Err(parser.expected("'single', 'optional' or 'variadic'"));
                };
                list.push(variadicity);
                if !parser.parse_optional_punct(",") {
                    break;
                }
            }
            parser.parse_punct("]")?;
        }
        Ok(Self { list })
    }

    // MLIR prints a space before each element.
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("[");
        printer.comma_separated(&self.list, |printer, it| {
            printer.write(" ");
            printer.write(it.keyword());
        });
        printer.write("]");
    }
}

impl AttrConstraint for VariadicityArrayAttr {
    fn describe() -> String {
        "array of variadicities".to_owned()
    }

    fn matches(ctx: &Context, attribute: Attribute) -> bool {
        attribute.as_dialect::<Self>(ctx).is_some()
    }
}
