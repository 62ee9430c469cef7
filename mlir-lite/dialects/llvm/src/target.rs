//! Requirements of functions on the target: features of the processor, sizes of scalable vectors,
//! and the treatment of denormal numbers.

use super::named_parameters::parse_named;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::ir::constraints::{AttrConstraint, AttrValue};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::parameters::VerifyParameters;
use mlir_lite::ir::prelude::{CustomParameters, StrAttr};
use mlir_lite::text::asm::{AsmParser, AsmPrinter, OpAsmParser, OpAsmPrinter, Parsed};
use mlir_lite::types::Type;
use mlir_lite_macros::{attr_def, enum_attr};

/// LLVM target features
///
/// `#llvm.target_features<["+sse", "-avx"]>`: what the processor has (`+`) and lacks (`-`).
#[attr_def(name = "llvm.target_features", format = "`<` `[` $features `]` `>`", verify)]
pub struct TargetFeaturesAttr {
    /// The features, each with its sign.
    pub features: Vec<String>,
}

impl VerifyParameters for TargetFeaturesAttr {
    fn verify(&self, _ctx: &Context) -> Result<(), String> {
        for feature in &self.features {
            if !feature.starts_with(['+', '-']) {
                return Err(format!(
                    "target features must start with '+' or '-', found \"{feature}\""
                ));
            }
            if feature.contains(',') {
                return Err(format!(
                    "target features can not contain ',', found \"{feature}\": each has a string \
                        of its own"
                ));
            }
        }
        Ok(())
    }
}

/// LLVM range of vscale: minRange and maxRange, which are integers
///
/// `#llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>`: the range of the factor of the
/// sizes of scalable vectors; no limit if the maximum is 0.
#[attr_def(name = "llvm.vscale_range", assembly = custom)]
#[derive(Copy)]
pub struct VScaleRangeAttr {
    /// The least factor, an integer.
    pub min: Attribute,
    /// The greatest factor, an integer.
    pub max: Attribute,
}

impl VScaleRangeAttr {
    const NAMES: [&'static str; 2] = ["minRange", "maxRange"];

    /// The least and the greatest factor. None if LLVM has no such number.
    pub fn bounds(&self, ctx: &Context) -> Option<[u32; 2]> {
        let bound = |bound: Attribute| u32::try_from(bound.as_i64(ctx)?).ok();
        Some([bound(self.min)?, bound(self.max)?])
    }

    /// Reads `vscale_range(1, 16)`, if it is next, as an attribute.
    pub(super) fn parse_optional(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Option<Attribute>> {
        if !parser.parse_optional_keyword("vscale_range") {
            return Ok(None);
        }
        let ctx = parser.context().clone();
        let mut bound = |before: &str| {
            parser.parse_punct(before)?;
            let position = parser.position();
            let number = i32::try_from(parser.parse_integer()?)
                .map_err(|_| parser.error(position, "expected an integer of type 'i32'"))?;
            Ok(ctx.integer_attr(Type::I32, number.into()))
        };
        let (min, max) = (bound("(")?, bound(",")?);
        parser.parse_punct(")")?;
        Ok(Some(Self::get(&ctx, min, max)))
    }

    /// Writes what [`Self::parse_optional`] reads, if it is the same attribute when it is read.
    /// Returns whether it is.
    pub(super) fn print_short(
        attribute: Option<Attribute>,
        printer: &mut OpAsmPrinter<'_, '_>,
    ) -> bool {
        let ctx = printer.context();
        let range = attribute.and_then(|attribute| Self::of(ctx, attribute));
        let Some(range) = range.filter(|range| {
            [range.min, range.max].iter().all(|bound| bound.ty(ctx) == Some(Type::I32))
        }) else {
            return false;
        };
        printer.write(" vscale_range(");
        printer.attribute_without_type(range.min);
        printer.write(", ");
        printer.attribute_without_type(range.max);
        printer.write(")");
        true
    }
}

impl CustomParameters for VScaleRangeAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        let start = parser.position();
        let bounds = parse_named(parser, Self::NAMES, |parser, _| {
            let position = parser.position();
            let bound = parser.parse_attribute(None)?;
            if bound.as_integer(parser.context()).is_none() {
                return Err(parser.error(position, "expected an integer"));
            }
            Ok(bound)
        })?;
        let [Some(min), Some(max)] = bounds else {
            return Err(parser.error(start, "expected both 'minRange' and 'maxRange'"));
        };
        Ok(Self { min, max })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        let [min, max] = Self::NAMES;
        for (before, name, bound) in [("<", min, self.min), (", ", max, self.max)] {
            printer.write(before);
            printer.write(name);
            printer.write(" = ");
            printer.attribute(bound);
        }
        printer.write(">");
    }
}

/// The treatment of denormal numbers
#[enum_attr(storage = str)]
pub enum DenormalModeKind {
    /// They are numbers as IEEE 754 defines them.
    #[case("ieee")]
    Ieee,
    /// They are zeros of the same sign.
    #[case("preserve-sign")]
    PreserveSign,
    /// They are positive zeros.
    #[case("positive-zero")]
    PositiveZero,
    /// It depends on the state of the processor.
    #[case("dynamic")]
    Dynamic,
}

/// The treatment of denormal numbers: `"preserve-sign,ieee"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DenormalMode {
    /// The treatment of results.
    pub output: DenormalModeKind,
    /// The treatment of operands; the same as that of results, if it is not written.
    pub input: Option<DenormalModeKind>,
}

impl DenormalMode {
    /// The text of the attribute.
    pub fn text(self) -> String {
        let output = self.output.text();
        self.input.map_or(output.into(), |input| format!("{output},{}", input.text()))
    }
}

impl AttrConstraint for DenormalMode {
    fn describe() -> String {
        let kinds: Vec<&str> = DenormalModeKind::cases().map(EnumAttribute::text).collect();
        format!(
            "string attribute: one of {}, for results, or two with a comma between them, for \
                results and operands",
            kinds.join(", ")
        )
    }
    fn matches(ctx: &Context, attribute: Attribute) -> bool {
        Self::value_of(ctx, attribute).is_some()
    }
}

impl AttrValue for DenormalMode {
    type Value = Self;
    fn value_of(ctx: &Context, attribute: Attribute) -> Option<Self> {
        let text = attribute.as_str(ctx).filter(|_| StrAttr::matches(ctx, attribute))?;
        Some(match text.split_once(',') {
            None => Self { output: DenormalModeKind::symbolize(text)?, input: None },
            Some((output, input)) => Self {
                output: DenormalModeKind::symbolize(output)?,
                input: Some(DenormalModeKind::symbolize(input)?),
            },
        })
    }
    fn attribute_of(ctx: &Context, value: Self) -> Attribute {
        ctx.string_attr(&value.text())
    }
}
