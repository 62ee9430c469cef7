//! Ranges of integers: the known range of an argument or a result.

use mlir_lite::attributes::{ApInt, Attribute};
use mlir_lite::context::Context;
use mlir_lite::ir::prelude::CustomParameters;
use mlir_lite::text::asm::{AsmParser, AsmPrinter, Parsed};
use mlir_lite_macros::attr_def;

/// LLVM range of integers: from a lower bound to before an upper bound
///
/// `#llvm.constant_range<i8, 0, 12>`: 0 to 11. If the upper bound is smaller than the lower one,
/// the range goes on after the greatest number, with the smallest one.
#[attr_def(name = "llvm.constant_range", assembly = custom)]
#[derive(Copy)]
pub struct ConstantRangeAttr {
    /// The first number, an integer.
    pub lower: Attribute,
    /// The number after the last one, an integer of the same width.
    pub upper: Attribute,
}

impl ConstantRangeAttr {
    /// The lower and the upper bound.
    pub fn bounds<'c>(&self, ctx: &'c Context) -> Option<[&'c ApInt; 2]> {
        Some([self.lower.as_integer(ctx)?, self.upper.as_integer(ctx)?])
    }
}

impl CustomParameters for ConstantRangeAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let ctx = parser.context().clone();
        let Some(width) = ty.bit_width(&ctx).filter(|_| ty.is_integer(&ctx)) else {
            return Err(parser.error(position, "expected an integer type"));
        };
        let ty = ctx.integer_type(width);
        let mut bound = || {
            parser.parse_punct(",")?;
            let position = parser.position();
            if !parser.at_integer() {
                return Err(parser.expected("an integer"));
            }
            let bound = parser.parse_attribute(Some(ty))?;
            match bound.as_integer(&ctx) {
                Some(_) => Ok(bound),
                None => Err(parser.error(position, "expected an integer")),
            }
        };
        let (lower, upper) = (bound()?, bound()?);
        parser.parse_punct(">")?;
        Ok(Self { lower, upper })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        let ctx = printer.context().clone();
        printer.write("<");
        if let Some(ty) = self.lower.ty(&ctx) {
            printer.ty(ty);
        }
        for bound in self.bounds(&ctx).into_iter().flatten() {
            printer.write(", ");
            printer.write(&bound.to_decimal(true));
        }
        printer.write(">");
    }
}
