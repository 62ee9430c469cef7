//! Formats whose attributes cannot be distinguished from the text after them.

use mlir_lite::ir::constraints::AttrStarts;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::format::{CustomDirective, FormatArgument, FormatState};

#[op(name = "demo.colon", format = "$value attr-dict `:` type($result)")]
struct ColonOp {
    #[attr]
    value: AnyAttr,
    #[result]
    result: AnyType,
}

#[op(name = "demo.strings", format = "($first^)? $second attr-dict")]
struct StringsOp {
    #[attr]
    first: Optional<StrAttr>,
    #[attr]
    second: StrAttr,
}

#[op(name = "demo.any", format = "($value^)? attr-dict")]
struct AnyOp {
    #[attr]
    value: Optional<AnyAttr>,
}

#[op(name = "demo.list", format = "($list^)? `[` `]` attr-dict")]
struct ListOp {
    #[attr]
    list: Optional<ArrayAttr>,
}

#[op(name = "demo.generic", format = "($text^)? `(` $operands `)` attr-dict `:` type($operands)")]
struct GenericOp {
    #[operand]
    operands: Variadic<AnyType>,
    #[attr]
    text: Optional<StrAttr>,
}

#[op(name = "demo.parameters", format = "$ty `<` $number `>` attr-dict")]
struct ParametersOp {
    #[attr]
    ty: TypeAttr,
    #[attr]
    number: I64Attr,
}

#[op(name = "demo.dictionary", format = "attr-dict $value")]
struct DictionaryOp {
    #[attr]
    value: AnyAttr,
}

/// Ways to round.
#[enum_attr(storage = i32)]
enum Way {
    #[case("up")]
    Up,
    #[case("down")]
    Down,
}

/// Flags.
#[enum_attr(storage = i32, bits, separator = ", ", unquoted)]
enum Flags {
    #[case("up")]
    Up = 1,
    #[case("fast")]
    Fast = 2,
}

#[op(name = "demo.keyword", format = "($way^)? `up` attr-dict")]
struct KeywordOp {
    #[attr]
    way: Optional<Way>,
}

#[op(name = "demo.enums", format = "($way^)? $flags attr-dict")]
struct EnumsOp {
    #[attr]
    way: Optional<Way>,
    #[attr]
    flags: Flags,
}

#[op(name = "demo.separator", format = "$flags `,` $number attr-dict")]
struct SeparatorOp {
    #[attr]
    flags: Flags,
    #[attr]
    number: I64Attr,
}

/// A directive that does not say what it begins with.
struct Unknown;

impl CustomDirective for Unknown {
    fn parse<'s>(
        _: &mut OpAsmParser<'_, 's>,
        _: &mut FormatState<'s>,
        _: &[FormatArgument],
    ) -> Parsed<()> {
        Ok(())
    }

    fn print<'b>(_: OpRef<'b>, _: &mut OpAsmPrinter<'_, 'b>, _: &[FormatArgument]) {}
}

/// A directive that begins with a string.
struct Text;

impl CustomDirective for Text {
    const STARTS: Option<AttrStarts> = Some(AttrStarts::STRING);

    fn parse<'s>(
        _: &mut OpAsmParser<'_, 's>,
        _: &mut FormatState<'s>,
        _: &[FormatArgument],
    ) -> Parsed<()> {
        Ok(())
    }

    fn print<'b>(_: OpRef<'b>, _: &mut OpAsmPrinter<'_, 'b>, _: &[FormatArgument]) {}
}

#[op(name = "demo.unknown", format = "($number^)? custom<Unknown>() attr-dict")]
struct UnknownOp {
    #[attr]
    number: Optional<I64Attr>,
}

#[op(name = "demo.text", format = "($text^)? custom<Text>() attr-dict")]
struct TextOp {
    #[attr]
    text: Optional<StrAttr>,
}

#[op(name = "demo.way", format = "($way^)? custom<Text>() attr-dict")]
struct WayOp {
    #[attr]
    way: Optional<Way>,
}

#[op(name = "demo.told", format = "($number^)? custom<Text>() attr-dict")]
struct ToldOp {
    #[attr]
    number: Optional<I64Attr>,
}

#[op(name = "demo.group", format = "(`to` $first^)? `to` $second attr-dict")]
struct GroupOp {
    #[attr]
    first: Optional<I64Attr>,
    #[attr]
    second: I64Attr,
}

#[op(name = "demo.bracket", format = "(`[` $list^ `]`)? $second attr-dict")]
struct BracketOp {
    #[attr]
    list: Optional<I64Attr>,
    #[attr]
    second: ArrayAttr,
}

#[op(name = "demo.case", format = "(`up` $number^)? $way attr-dict")]
struct CaseOp {
    #[attr]
    number: Optional<I64Attr>,
    #[attr]
    way: Way,
}

#[op(name = "demo.sides", format = "(`by` $number^) : (`by` $way)? attr-dict")]
struct SidesOp {
    #[attr]
    number: Optional<I64Attr>,
    #[attr]
    way: Optional<Way>,
}

fn main() {}
