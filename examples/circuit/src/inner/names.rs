//! The attributes: inner names, and references to them.

use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::{AsmParser, AsmPrinter};

/// A name of an op, or of one of its fields.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct InnerName {
    /// The name.
    pub name: Ident,
    /// The number of the field or port that has the name. None if the op has it.
    pub field: Option<u32>,
}

/// inner names of an op and its fields
///
/// `<@bus>` names the op, `<@bus, 0: @low, 1: @high>` also its first two fields. The order is that
/// of the fields.
#[attr_def(name = "rtl.innerSym", assembly = custom, verify)]
pub struct InnerSymAttr {
    /// At least one.
    pub names: Vec<InnerName>,
}

impl CustomParameters for InnerSymAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        let mut names = Vec::new();
        parser.parse_punct("<")?;
        parser.parse_list_until(">", |parser| {
            let field = if parser.at_integer() {
                let field = u32::parse(parser)?;
                parser.parse_punct(":")?;
                Some(field)
            } else {
                None
            };
            names.push(InnerName { name: parser.parse_symbol_name()?, field });
            Ok(())
        })?;
        Ok(Self { names })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        let ctx = printer.context();
        printer.write("<");
        printer.comma_separated(&self.names, |printer, inner| {
            if let Some(field) = inner.field {
                printer.display(format_args!("{field}: "));
            }
            printer.symbol_name(inner.name.text(ctx));
        });
        printer.write(">");
    }
}

impl VerifyParameters for InnerSymAttr {
    fn verify(&self, _: &Context) -> Result<(), String> {
        if self.names.is_empty() {
            return Err("expected at least one inner name".into());
        }
        // No field is less than field 0.
        match self.names.is_sorted_by(|a, b| a.field < b.field) {
            true => Ok(()),
            false => Err("expected each field once, in the order of their numbers".into()),
        }
    }
}

/// reference to an inner name
///
/// `<@Top::@clock>` is what has the inner name `clock` in the symbol `Top` of the nearest
/// namespace.
#[attr_def(name = "rtl.innerNameRef", assembly = custom, parts)]
pub struct InnerRefAttr {
    /// The symbol.
    pub symbol: Ident,
    /// The inner name.
    pub name: Ident,
}

impl CustomParameters for InnerRefAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let symbol = parser.parse_symbol_name()?;
        parser.parse_punct("::")?;
        let name = parser.parse_symbol_name()?;
        parser.parse_punct(">")?;
        Ok(Self { symbol, name })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        let ctx = printer.context();
        printer.write("<");
        printer.symbol_name(self.symbol.text(ctx));
        printer.write("::");
        printer.symbol_name(self.name.text(ctx));
        printer.write(">");
    }
}

// Passes on symbols see the reference to the symbol: they keep and rename it.
impl CustomParts for InnerRefAttr {
    fn replace_parts(&mut self, ctx: &Context, replace: ReplacePart<'_>) {
        let symbol = replace(ctx.symbol_ident_attr(self.symbol));
        self.symbol = symbol.as_flat_symbol(ctx).unwrap_or(self.symbol);
    }
}

mlir_lite::attr_constraints! {
    /// References to inner names: a path through instances.
    pub NameRefArrayAttr = "array of one or more references to inner names", |ctx, attr| {
        let is_reference = |attr: &Attribute| InnerRefAttr::of(ctx, *attr).is_some();
        attr.as_array(ctx).is_some_and(|array| !array.is_empty() && array.iter().all(is_reference))
    };
}
