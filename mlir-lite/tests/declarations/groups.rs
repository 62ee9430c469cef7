//! Optional groups that begin with a literal, wherever their anchor is.

use crate::{context, rejected, round_trip};
use mlir_lite::docs::op_doc;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::PrintRegion;
use mlir_lite::text::format::{CustomDirective, FormatArgument, FormatState};

/// The anchor is the last of several elements after the literal.
#[op(name = "grp.late", format = "(`with` `[` $first `to` $last^ `]` `:` type($last))? attr-dict")]
struct LateOp {
    #[attr]
    first: Optional<I64Attr>,
    #[operand]
    last: Variadic<AnyType>,
}

/// The anchor is in what is written otherwise, as in MLIR 22.
#[op(name = "grp.inverted", format = "(`nowhere`) : (`at` $index^)? attr-dict")]
struct InvertedOp {
    #[operand]
    index: Optional<Index>,
}

/// The anchor is a directive.
#[op(
    name = "grp.directive",
    traits(NoTerminator),
    format = "(`into` custom<Boxed>($label, $body)^)? attr-dict"
)]
struct DirectiveOp {
    #[attr]
    label: Optional<StrAttr>,
    #[region]
    body: AnyRegion,
}

/// A region, or another one.
#[op(
    name = "grp.regions",
    traits(NoTerminator),
    format = "(`left` $left^) : (`right` $right)? attr-dict"
)]
struct RegionsOp {
    #[region]
    left: AnyRegion,
    #[region]
    right: AnyRegion,
}

/// `"label" in {..}`
struct Boxed;

impl CustomDirective for Boxed {
    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _: &mut FormatState<'s>,
        _: &[FormatArgument],
    ) -> Parsed<()> {
        if !parser.parse_optional_keyword("in") {
            let label = parser.parse_attribute(None)?;
            parser.set_attr("label", label);
            parser.parse_keyword("in")?;
        }
        parser.parse_region(&[])
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _: &[FormatArgument]) {
        if let Some(label) = op.attr_named("label") {
            printer.attribute(label);
            printer.write(" ");
        }
        printer.write("in ");
        if let Some(region) = op.region(0) {
            printer.region(region, PrintRegion { entry_args: true, terminator: true });
        }
    }
}

struct GroupDialect;

impl Dialect for GroupDialect {
    const NAMESPACE: &'static str = "grp";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<LateOp>();
        dialect.op::<InvertedOp>();
        dialect.op::<DirectiveOp>();
        dialect.op::<RegionsOp>();
    }
}

#[test]
fn the_anchor_may_be_after_a_literal() {
    round_trip::<GroupDialect>(
        "module {
  %0:2 = \"x.values\"() : () -> (index, i32)
  grp.late
  grp.late with[1 to %0#1, %0#0] : i32, index {more}
}",
    );
    rejected::<GroupDialect>("grp.late with [1 too", "expected 'to', found 'too'");
}

#[test]
fn the_anchor_may_be_in_what_is_written_otherwise() {
    round_trip::<GroupDialect>(
        "module {
  %0 = \"x.value\"() : () -> index
  grp.inverted nowhere
  grp.inverted at %0 {more}
}",
    );
    rejected::<GroupDialect>("grp.inverted", "expected 'at', found the end of the file");
    let doc = op_doc(&context::<GroupDialect>(), "grp.inverted").unwrap();
    assert!(doc.contains("(`nowhere`) : (`at` $index^)? attr-dict"), "{doc}");
}

/// One of its arguments is there, or all are absent; a region is then there, and empty.
#[test]
fn the_anchor_may_be_a_directive() {
    round_trip::<GroupDialect>(
        "module {
  grp.directive
  grp.directive into \"a\" in {
  } {more}
  grp.directive into in {
    grp.late
  }
  grp.directive into \"a\" in {
    grp.late
  }
}",
    );
    let doc = op_doc(&context::<GroupDialect>(), "grp.directive").unwrap();
    assert!(doc.contains("(`into` custom<Boxed>($label, $body)^)? attr-dict"), "{doc}");
}

/// The op has both regions, of which one is empty.
#[test]
fn regions_of_the_absent_side_are_empty() {
    round_trip::<GroupDialect>(
        "module {
  grp.regions left {
    grp.late
  }
  grp.regions right {
    grp.late
  } {more}
}",
    );
}
