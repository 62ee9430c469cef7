//! Hints about the vectors that a kernel computes with, as OpenCL has them.

use super::named_parameters::parse_named;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::prelude::CustomParameters;
use mlir_lite::text::asm::{AsmParser, AsmPrinter, Parsed};
use mlir_lite::types::Type;
use mlir_lite_macros::attr_def;

/// OpenCL vector type hint
///
/// `#llvm.vec_type_hint<hint = vector<4xi32>, is_signed = true>`: the type of most values of a
/// kernel, and whether its integers have signs; they have none if that is not given.
#[attr_def(name = "llvm.vec_type_hint", assembly = custom)]
#[derive(Copy)]
pub struct VecTypeHintAttr {
    /// The type.
    pub hint: Type,
    /// Whether its integers have signs.
    pub is_signed: bool,
}

impl VecTypeHintAttr {
    const NAMES: [&'static str; 2] = ["hint", "is_signed"];
}

impl CustomParameters for VecTypeHintAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        let start = parser.position();
        let ctx = parser.context().clone();
        let values: [Option<Attribute>; 2] =
            parse_named(parser, Self::NAMES, |parser, index| match index {
                0 => Ok(ctx.type_attr(parser.parse_type()?)),
                _ if parser.parse_optional_keyword("true") => Ok(ctx.bool_attr(true)),
                _ if parser.parse_optional_keyword("false") => Ok(ctx.bool_attr(false)),
                _ => Err(parser.expected("'true' or 'false'")),
            })?;
        let [hint, is_signed] = values;
        let Some(hint) = hint.and_then(|hint| hint.as_type(&ctx)) else {
            return Err(parser.error(start, "expected the parameter 'hint'"));
        };
        let is_signed = is_signed.and_then(|signed| signed.as_bool(&ctx)).unwrap_or(false);
        Ok(Self { hint, is_signed })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("<hint = ");
        printer.ty(self.hint);
        if self.is_signed {
            printer.write(", is_signed = true");
        }
        printer.write(">");
    }
}
