//! Declarative assembly formats: the examples of MLIR's document on op
//! definitions, and one use of each directive.

use crate::{rejected, round_trip};
use mlir_lite::ir::constraints::AttrStarts;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::PrintRegion;
use mlir_lite::text::format::{CustomDirective, FormatArgument, FormatState, Values};
use mlir_lite::text::{PrintOptions, print_op};

/// `std.call` of the document.
#[op(
    name = "fmt.call",
    format = "$callee `(` $args `)` attr-dict `:` functional-type($args, results)"
)]
struct CallOp {
    #[attr]
    callee: FlatSymbolRefAttr,
    #[operand]
    args: Variadic<AnyType>,
    #[result]
    outputs: Variadic<AnyType>,
}

/// `std.return` of the document.
#[op(
    name = "fmt.return",
    traits(Terminator),
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
struct ReturnOp {
    #[operand]
    operands: Variadic<AnyType>,
}

/// `foo.op` of the document.
#[op(name = "fmt.unit", format = "attr-dict (`is_read_only` $is_read_only^)?")]
struct UnitOp {
    #[attr]
    is_read_only: Optional<UnitAttr>,
}

/// All of each kind.
#[op(
    name = "fmt.all",
    traits(Terminator),
    format = "operands attr-dict-with-keyword `:` type(operands) `->` type(results) successors \
        regions"
)]
struct AllOp {
    #[operand]
    first: AnyType,
    #[operand]
    rest: Variadic<AnyType>,
    #[region]
    left: AnyRegion,
    #[region]
    right: AnyRegion,
    #[successor]
    yes: AnySuccessor,
    #[successor]
    no: AnySuccessor,
    #[result]
    outputs: Variadic<AnyType>,
}

/// Declared attributes are printed separately from others.
#[op(name = "fmt.properties", format = "$kept prop-dict attr-dict")]
struct PropertiesOp {
    #[attr]
    kept: I64Attr,
    #[attr]
    size: I64Attr,
    #[attr]
    tag: Optional<StrAttr>,
}

/// Blanks as they are wanted.
#[op(name = "fmt.blanks", format = "`a` `` `(` ` ` `b` `)` `\n` `c` attr-dict")]
struct BlanksOp {}

/// Something or something else.
#[op(name = "fmt.else", format = "(`at` $index^) : (`nowhere`)? attr-dict")]
struct ElseOp {
    #[operand]
    index: Optional<Index>,
}

/// Several groups, whose sizes follow from the text.
#[op(
    name = "fmt.sized",
    traits(AttrSizedOperandSegments, AttrSizedResultSegments),
    format = "`[` $a `]` `[` $b `]` attr-dict `:` `(` type($a) `)` `(` type($b) `)` `->` `(` \
        type($x) `)` `(` type($y) `)`"
)]
struct SizedOp {
    #[operand]
    a: Variadic<AnyType>,
    #[operand]
    b: Variadic<AnyType>,
    #[result]
    x: Variadic<AnyType>,
    #[result]
    y: Variadic<AnyType>,
}

/// Several groups that are printed together.
#[op(
    name = "fmt.together",
    traits(AttrSizedOperandSegments),
    format = "operands attr-dict `:` type(operands)"
)]
struct TogetherOp {
    #[operand]
    a: Variadic<AnyType>,
    #[operand]
    b: Variadic<AnyType>,
}

/// Groups of one size.
#[op(
    name = "fmt.pairs",
    traits(SameVariadicOperandSize),
    format = "operands attr-dict `:` type(operands)"
)]
struct PairsOp {
    #[operand]
    keys: Variadic<AnyType>,
    #[operand]
    values: Variadic<AnyType>,
}

/// Clauses in any order.
#[op(
    name = "fmt.clauses",
    traits(AttrSizedOperandSegments),
    format = "oilist(`private` `(` $private `:` type($private) `)` | `if` $condition | `nowait` \
        $nowait | `weight` `=` $weight^) attr-dict"
)]
struct ClausesOp {
    #[operand]
    private: Variadic<AnyType>,
    #[operand]
    condition: Optional<I1>,
    #[attr]
    nowait: Optional<UnitAttr>,
    #[attr]
    weight: Optional<I64Attr>,
}

/// A point in the plane.
#[attr_def(name = "fmt.point")]
struct PointAttr {
    x: i64,
    y: i64,
}

/// An attribute of the dialect, short and long.
#[op(name = "fmt.points", format = "$from qualified($to) ($via^)? attr-dict")]
struct PointsOp {
    #[attr]
    from: PointAttr,
    #[attr]
    to: PointAttr,
    #[attr]
    via: Optional<PointAttr>,
}

/// Writes operands and their types as `%a as i32`.
struct As;

impl CustomDirective for As {
    const STARTS: Option<AttrStarts> = Some(AttrStarts::NONE);

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        state: &mut FormatState<'s>,
        arguments: &[FormatArgument],
    ) -> Parsed<()> {
        let [FormatArgument::Operand(group), FormatArgument::Types(values), _] = *arguments else {
            return Err(parser.expected("arguments of As"));
        };
        let operand = parser.parse_operand()?;
        state.add_operand(group, operand);
        parser.parse_keyword("as")?;
        let ty = parser.parse_type()?;
        state.set_types(values, vec![ty]);
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, arguments: &[FormatArgument]) {
        if let [FormatArgument::Operand(group), FormatArgument::Types(Values::Operand(_)), _] =
            *arguments
        {
            let index = op.body().operand_group(op.id(), group).start;
            printer.operand(op.operand(index));
            printer.write(" as ");
            printer.ty(op.body().ty(op.operand(index)));
        }
    }
}

/// A directive of the dialect.
#[op(name = "fmt.custom", format = "$kind custom<As>($input, type($input), ref($kind)) attr-dict")]
struct CustomOp {
    #[attr]
    kind: StrAttr,
    #[operand]
    input: AnyType,
}

/// An optional attribute before a directive that begins like no attribute.
#[op(
    name = "fmt.maybe_before",
    format = "($kind^)? custom<As>($input, type($input), ref($kind)) attr-dict"
)]
struct MaybeBeforeOp {
    #[attr]
    kind: Optional<StrAttr>,
    #[operand]
    input: AnyType,
}

/// Directives of the dialect between literals, of which some are also in their text.
#[op(
    name = "fmt.beside",
    format = "$kind `as` custom<As>($input, type($input), ref($kind)) `as` `<` custom<As>($other, \
        type($other), ref($kind)) `>` `,` attr-dict"
)]
struct BesideOp {
    #[attr]
    kind: StrAttr,
    #[operand]
    input: AnyType,
    #[operand]
    other: AnyType,
}

/// Writes an optional attribute, operands with their types, a region and a
/// successor: `"label" (%a as i32, %b as f32) do {..} then ^bb1`.
struct Parts;

impl CustomDirective for Parts {
    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        state: &mut FormatState<'s>,
        arguments: &[FormatArgument],
    ) -> Parsed<()> {
        let [
            FormatArgument::Attr(_),
            FormatArgument::Operand(group),
            FormatArgument::Types(values),
            ..,
        ] = *arguments
        else {
            return Err(parser.expected("arguments of Parts"));
        };
        if !parser.parse_optional_punct("(") {
            let label = parser.parse_attribute(None)?;
            parser.set_attr("label", label);
            parser.parse_punct("(")?;
        }
        let mut types = Vec::new();
        while !parser.parse_optional_punct(")") {
            if !types.is_empty() {
                parser.parse_punct(",")?;
            }
            let operand = parser.parse_operand()?;
            state.add_operand(group, operand);
            parser.parse_keyword("as")?;
            types.push(parser.parse_type()?);
        }
        state.set_types(values, types);
        parser.parse_keyword("do")?;
        parser.parse_region(&[])?;
        parser.parse_keyword("then")?;
        parser.parse_successor()
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, arguments: &[FormatArgument]) {
        let [
            _,
            FormatArgument::Operand(group),
            _,
            FormatArgument::Region(region),
            FormatArgument::Successor(next),
        ] = *arguments
        else {
            return;
        };
        if let Some(label) = op.attr_named("label") {
            printer.attribute(label);
            printer.write(" ");
        }
        printer.write("(");
        for (count, index) in op.body().operand_group(op.id(), group).enumerate() {
            printer.write(if count > 0 { ", " } else { "" });
            printer.operand(op.operand(index));
            printer.write(" as ");
            printer.ty(op.body().ty(op.operand(index)));
        }
        printer.write(") do ");
        if let Some(region) = op.region(region) {
            printer.region(region, PrintRegion { entry_args: true, terminator: true });
        }
        printer.write(" then ");
        printer.successor(op, next);
    }
}

/// A directive that takes an argument of each kind.
#[op(
    name = "fmt.parts",
    traits(Terminator),
    format = "custom<Parts>($label, $inputs, type($inputs), $body, $next) attr-dict"
)]
struct PartsOp {
    #[attr]
    label: Optional<StrAttr>,
    #[operand]
    inputs: Variadic<AnyType>,
    #[region]
    body: AnyRegion,
    #[successor]
    next: AnySuccessor,
}

/// Optional attributes of all forms, and a region.
#[op(name = "fmt.optional", format = "($list^)? (`map` $map^)? (`to` $name^)? ($body^)? attr-dict")]
struct OptionalOp {
    #[attr]
    list: Optional<ArrayAttr>,
    #[attr]
    map: Optional<AffineMapAttr>,
    #[attr]
    name: Optional<FlatSymbolRefAttr>,
    #[region]
    body: AnyRegion,
}

struct FormatDialect;

impl Dialect for FormatDialect {
    const NAMESPACE: &'static str = "fmt";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.attribute::<PointAttr>();
        dialect.op::<CallOp>();
        dialect.op::<ReturnOp>();
        dialect.op::<UnitOp>();
        dialect.op::<AllOp>();
        dialect.op::<PropertiesOp>();
        dialect.op::<BlanksOp>();
        dialect.op::<ClausesOp>();
        dialect.op::<ElseOp>();
        dialect.op::<SizedOp>();
        dialect.op::<TogetherOp>();
        dialect.op::<PairsOp>();
        dialect.op::<PointsOp>();
        dialect.op::<CustomOp>();
        dialect.op::<MaybeBeforeOp>();
        dialect.op::<BesideOp>();
        dialect.op::<PartsOp>();
        dialect.op::<OptionalOp>();
    }
}

#[test]
fn the_documents_examples_are_written_as_it_says() {
    round_trip::<FormatDialect>(
        "module {
  %0 = fmt.call @source() : () -> i32
  %1:2 = fmt.call @callee(%0, %0) {tag} : (i32, i32) -> (i32, f32)
  fmt.unit is_read_only
  fmt.unit
  \"test.region\"() ({
    fmt.return
  }, {
    fmt.return %1#0, %1#1 : i32, f32
  }) : () -> ()
}",
    );
}

#[test]
fn directives_stand_for_all_of_a_kind() {
    round_trip::<FormatDialect>(
        "module {
  %0 = fmt.call @source() : () -> i32
  \"test.region\"() ({
    %1:2 = fmt.all %0, %0 attributes {tag} : i32, i32 -> i32, f32 ^bb1, ^bb2 {
      fmt.return
    }, {
    }
  ^bb1:  // pred: ^bb0
    fmt.return
  ^bb2:  // pred: ^bb0
    fmt.return
  }) : () -> ()
}",
    );
}

#[test]
fn declared_attributes_can_stand_apart() {
    round_trip::<FormatDialect>(
        "module {
  fmt.properties 1 <{size = 2 : i64}>
  fmt.properties 1 <{size = 2 : i64, tag = \"x\"}> {more = 3 : i32}
}",
    );
}

#[test]
fn blanks_and_lines_are_as_the_format_says() {
    round_trip::<FormatDialect>("module {\n  fmt.blanks a( b)\n  c\n}");
}

#[test]
fn clauses_are_read_in_any_order() {
    let printed = "module {
  %0:2 = fmt.call @source() : () -> (i1, f32)
  fmt.clauses
  fmt.clauses nowait {tag}
  fmt.clauses private(%0#1, %0#0 : f32, i1) if %0#0 nowait weight = 3
}";
    round_trip::<FormatDialect>(printed);
    let text = printed.replace(
        "private(%0#1, %0#0 : f32, i1) if %0#0 nowait weight = 3",
        "nowait weight = 3 if %0#0 private(%0#1, %0#0 : f32, i1)",
    );
    let module = crate::read(&crate::context::<FormatDialect>(), &text).unwrap();
    pretty_assertions::assert_eq!(print_op(module.as_op(), PrintOptions::local()), printed);
    rejected::<FormatDialect>(
        "fmt.clauses nowait weight = 1 nowait",
        "this clause is written twice; each is allowed once",
    );
}

#[test]
fn groups_have_alternatives() {
    round_trip::<FormatDialect>(
        "module {
  %0 = fmt.call @source() : () -> index
  fmt.else at %0
  fmt.else nowhere
}",
    );
    rejected::<FormatDialect>("fmt.else", "expected 'nowhere', found the end of the file");
}

#[test]
fn group_sizes_are_kept() {
    round_trip::<FormatDialect>(
        "module {
  %0 = fmt.call @source() : () -> i32
  %1:3 = fmt.sized[%0] [%0, %0] : (i32) (i32, i32) -> (i8) (i16, f32)
  %2:2 = fmt.sized[] [%1#2] {tag} : () (f32) -> (i8, i16) ()
  fmt.together %0, %1#0 {operandSegmentSizes = array<i32: 0, 2>} : i32, i8
  fmt.pairs %0, %0, %1#0, %1#0 : i32, i32, i8, i8
}",
    );
    rejected::<FormatDialect>(
        "%0 = fmt.call @source() : () -> i32
         fmt.pairs %0, %0, %0 : i32, i32, i32",
        "'fmt.pairs' does not have 3 operands",
    );
    rejected::<FormatDialect>(
        "%0 = fmt.call @source() : () -> i32
         \"fmt.pairs\"(%0) : (i32) -> ()",
        "'fmt.pairs' op 1 operands cannot be divided into 2 groups of the same size",
    );
}

#[test]
fn sizes_of_2020_are_read() {
    let ctx = crate::context::<FormatDialect>();
    let text = "%0 = fmt.call @source() : () -> i32
        \"fmt.together\"(%0, %0) {operand_segment_sizes = dense<[1, 1]> : vector<2xi32>} : (i32, \
        i32) -> ()";
    let module = crate::read(&ctx, text).unwrap();
    let op = module.own_ops().into_iter().find_map(|op| TogetherOp::cast(&module, op)).unwrap();
    assert_eq!((op.a(&module).len(), op.b(&module).len()), (1, 1));
}

#[test]
fn attributes_of_the_dialect_are_short_unless_qualified() {
    round_trip::<FormatDialect>(
        "module {
  fmt.points <1, 2> #fmt.point<3, 4>
  fmt.points <1, 2> #fmt.point<3, 4> <-5, 6> {other = #fmt.point<7, 8>}
}",
    );
}

#[test]
fn dialects_have_directives_of_their_own() {
    round_trip::<FormatDialect>(
        "module {
  %0 = fmt.call @source() : () -> i32
  fmt.custom \"kind\" %0 as i32 {more}
  fmt.maybe_before \"kind\" %0 as i32
  fmt.maybe_before %0 as i32 {more}
  fmt.beside \"kind\" as %0 as i32 as<%0 as i32>, {more}
}",
    );
}

#[test]
fn directives_take_arguments_of_each_kind() {
    round_trip::<FormatDialect>(
        "module {
  %0:2 = fmt.call @source() : () -> (i32, f32)
  \"test.region\"() ({
    fmt.parts \"label\" (%0#0 as i32, %0#1 as f32) do {
      fmt.return
    } then ^bb1 {more}
  ^bb1:  // pred: ^bb0
    fmt.parts () do {
    } then ^bb2
  ^bb2:  // pred: ^bb1
    fmt.return
  }) : () -> ()
}",
    );
}

#[test]
fn groups_start_with_what_can_be_seen() {
    round_trip::<FormatDialect>(
        "module {
  fmt.optional
  fmt.optional [true, @a] map affine_map<(d0) -> (d0)> to @f {
    fmt.return
  } {more}
  fmt.optional to @f
}",
    );
}
