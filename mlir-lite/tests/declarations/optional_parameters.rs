//! Parameters of types and attributes that may be left out, and parts of their text that a type of
//! the crate reads and writes.

use crate::{context, rejected, round_trip};
use mlir_lite::ir::asm::{AsmParser, AsmPrinter, Parsed};
use mlir_lite::ir::parameters::ParameterDirective;
use mlir_lite::ir::prelude::*;
use pretty_assertions::assert_eq;

/// A group that begins with punctuation, one that begins with a word, and one of two parameters.
#[type_def(
    name = "opt.all",
    format = "`<` $width (`,` $sizes^)? (`of` $element^)? (`[` $low `:` $high^ `]`)? `>`"
)]
struct AllType {
    width: u32,
    sizes: Option<Vec<i64>>,
    element: Option<Type>,
    #[default(0)]
    low: i64,
    #[default(i64::MAX)]
    high: i64,
}

/// A group before a word, and a part that is written by hand.
#[attr_def(
    name = "opt.custom",
    format = "`<` (`shared`  `,` $note^)? custom<Range>($from, $to) `>`"
)]
struct CustomAttr {
    note: Option<String>,
    from: i64,
    to: i64,
}

/// `1 .. 5` as the first number and how many there are: `1 + 4`.
struct Range;

impl ParameterDirective<(i64, i64)> for Range {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<(i64, i64)> {
        let from = parser.parse_integer()?;
        parser.parse_punct("+")?;
        Ok((from, from + parser.parse_integer()?))
    }

    fn print((from, to): &(i64, i64), printer: &mut AsmPrinter<'_>) {
        printer.number(*from);
        printer.write(" + ");
        printer.number(to - from);
    }
}

struct OptDialect;

impl Dialect for OptDialect {
    const NAMESPACE: &'static str = "opt";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.ty::<AllType>();
        dialect.attribute::<CustomAttr>();
    }
}

#[test]
fn what_is_left_out_has_its_default() {
    for parameters in [
        "3",
        "3, [1, 2]",
        "3 of f64",
        "3[1: 5]",
        "3[0: 5]",
        "3, [] of tensor<2xf64>[-1: 5]",
        "3 of !opt.all<4>",
    ] {
        round_trip::<OptDialect>(&format!(
            "module {{\n  %0 = \"x.y\"() : () -> !opt.all<{parameters}>\n}}"
        ));
    }
    let ctx = context::<OptDialect>();
    let module =
        mlir_lite::read_module(&ctx, "module attributes {opt.a = !opt.all<3>} {}").unwrap();
    let found =
        module.as_op().attr(ctx.ident("opt.a")).and_then(|attr| attr.as_type(&ctx)).unwrap();
    assert_eq!(AllType::get(&ctx, 3, None, None, 0, i64::MAX), found);
    // The default is never written, even if the text has it.
    let text = "module attributes {opt.a = !opt.all<3[0:9223372036854775807]>} {}";
    let module = mlir_lite::read_module(&ctx, text).unwrap();
    assert_eq!(module.to_string(), "module attributes {opt.a = !opt.all<3>} {\n}");
}

#[test]
fn a_part_is_read_by_hand() {
    for parameters in ["1 + 4", "shared, \"a\" 1 + 4"] {
        let text = format!("module attributes {{opt.a = #opt.custom<{parameters}>}} {{}}");
        let ctx = context::<OptDialect>();
        let module = mlir_lite::read_module(&ctx, &text).unwrap();
        assert_eq!(module.to_string(), format!("{}\n}}", text.trim_end_matches('}')));
        let attr = module.as_op().attr(ctx.ident("opt.a")).unwrap();
        let custom = CustomAttr::of(&ctx, attr).unwrap();
        assert_eq!((custom.from, custom.to), (1, 5));
        assert_eq!(custom.note.as_deref(), parameters.contains("shared").then_some("a"));
    }
}

#[test]
fn what_a_group_misses_is_an_error() {
    rejected::<OptDialect>("\"x\"() : () -> !opt.all<3[1]>", "expected ':', found ']'");
    rejected::<OptDialect>("\"x\"() : () -> !opt.all<3 at 5>", "expected '>', found 'at'");
    rejected::<OptDialect>(
        "\"x\"() : () -> !opt.all<3 of>",
        "expected non-function type, found '>'",
    );
}
