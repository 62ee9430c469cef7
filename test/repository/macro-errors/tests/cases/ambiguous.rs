//! Formats whose attributes cannot be distinguished from the text after them.

use mlir_lite::ir::prelude::*;

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

fn main() {}
