//! Enum attributes: "Enum attributes" of MLIR's document on op definitions.

use crate::{context, rejected, round_trip};
use mlir_lite::ir::prelude::*;

/// An example int enum
#[enum_attr(storage = i32)]
enum MyIntEnum {
    Case15 = 15,
    Case20 = 20,
}

/// An example bit enum
#[enum_attr(storage = i32, bits)]
enum MyBitEnum {
    None = 0,
    Bit1 = 1,
    Bit2 = 2,
    Bit3 = 4,
}

#[enum_attr(storage = str)]
enum Padding {
    #[case("SAME")]
    Same,
    #[case("VALID")]
    Valid,
}

/// How numbers are rounded.
#[enum_attr(name = "enums.rounding")]
enum Rounding {
    #[case("up")]
    Up,
    #[case("to nearest")]
    Nearest,
}

/// Has one of each.
#[op(
    name = "enums.all",
    format = "$int ($bits^)? (`pad` $padding^)? (`round` $rounding^)? attr-dict"
)]
struct AllOp {
    #[attr(typed)]
    int: MyIntEnum,
    #[attr(typed)]
    bits: Optional<MyBitEnum>,
    #[attr(default = same)]
    padding: Padding,
    #[attr]
    rounding: Optional<Rounding>,
}

/// Optional cases before a keyword, and before cases of another enum, that are not among them.
#[op(name = "enums.near", format = "($int^)? $steps `->` ($rounding^)? `Case16` attr-dict")]
struct NearOp {
    #[attr]
    int: Optional<MyIntEnum>,
    #[attr]
    steps: Steps,
    #[attr]
    rounding: Optional<MyBitEnum>,
}

fn same(ctx: &Context) -> Attribute {
    Padding::Same.attribute(ctx)
}

struct EnumDialect;

impl Dialect for EnumDialect {
    const NAMESPACE: &'static str = "enums";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.attribute::<Rounding>();
        dialect.attribute::<Steps>();
        dialect.op::<AllOp>();
        dialect.op::<NearOp>();
    }
}

/// `test/repository/macro-errors` has formats in which it is not known whether the attribute is
/// there.
#[test]
fn optional_cases_are_told_from_what_follows() {
    round_trip::<EnumDialect>(
        "module {
  enums.near none -> Case16
  enums.near Case15 first, second -> Bit1|Bit3 Case16 {more}
}",
    );
}

#[test]
fn int_enums_have_their_cases_and_no_others() {
    assert_eq!(MyIntEnum::from_value(15), Some(MyIntEnum::Case15));
    assert_eq!(MyIntEnum::from_value(20), Some(MyIntEnum::Case20));
    assert_eq!(MyIntEnum::from_value(0), None);
    assert_eq!(MyIntEnum::DEF.max_value(), 20);
    assert_eq!(MyIntEnum::Case15.stringify(), "Case15");
    assert_eq!(MyIntEnum::DEF.stringify(3), "");
    assert_eq!(MyIntEnum::symbolize("Case20"), Some(MyIntEnum::Case20));
    assert_eq!(MyIntEnum::symbolize("Case21"), None);
    assert_eq!(MyIntEnum::DEF.summary, "An example int enum");
}

#[test]
fn bit_enums_are_sets() {
    let both = MyBitEnum::BIT1 | MyBitEnum::BIT3;
    assert_eq!(both.stringify(), "Bit1|Bit3");
    assert_eq!(MyBitEnum::NONE.stringify(), "None");
    assert_eq!(MyBitEnum::DEF.stringify(8), "");
    assert_eq!(MyBitEnum::DEF.stringify(9), "");
    assert_eq!(MyBitEnum::symbolize("Bit1|Bit3"), Some(both));
    assert_eq!(MyBitEnum::symbolize("None"), Some(MyBitEnum::NONE));
    assert_eq!(MyBitEnum::symbolize("Bit1|Bit4"), None);
    assert_eq!(MyBitEnum::symbolize("Bit1|None"), None);
    assert_eq!(MyBitEnum::symbolize(""), None);
    assert_eq!(MyBitEnum::from_value(5), Some(both));
    assert_eq!(MyBitEnum::from_value(8), None);
    assert!(both.intersects(MyBitEnum::BIT3) && !both.intersects(MyBitEnum::BIT2));
    assert_eq!(both & MyBitEnum::BIT1, MyBitEnum::BIT1);
    assert_eq!(MyBitEnum::from_value(both.value()), Some(both));
}

/// Bits with a word for two of them.
#[enum_attr(storage = i32, bits, groups)]
enum Access {
    #[case("none")]
    None = 0,
    #[case("read")]
    Read = 1,
    #[case("write")]
    Write = 2,
    #[case("append")]
    Append = 4,
    #[case("update")]
    Update = 3,
}

#[test]
fn groups_stand_for_their_bits() {
    assert_eq!(Access::UPDATE, Access::READ | Access::WRITE);
    assert_eq!((Access::UPDATE | Access::APPEND).stringify(), "update|append");
    assert_eq!((Access::WRITE | Access::APPEND).stringify(), "write|append");
    assert_eq!(Access::symbolize("read|write|append"), Some(Access::UPDATE | Access::APPEND));
    assert_eq!(Access::UPDATE.text(), "update");
    assert_eq!((Access::READ | Access::APPEND).text(), "");
    assert_eq!(Access::cases().count(), 5);
}

/// Steps that ops store as integers. Its attribute is `#enums.steps<..>`, and has keywords only.
#[enum_attr(storage = i8, name = "enums.steps", bits, separator = ", ", unquoted)]
enum Steps {
    #[case("none")]
    None = 0,
    #[case("first")]
    First = 1,
    #[case("second")]
    Second = 2,
}

#[test]
fn an_enum_may_have_an_attribute_besides_its_storage() {
    let ctx = context::<EnumDialect>();
    let both = Steps::FIRST | Steps::SECOND;
    assert_eq!(both.attribute(&ctx), ctx.integer_attr(ctx.integer_type(8), 3));
    let attribute = ctx.dialect_attribute(both);
    assert_eq!(Steps::from_attribute(&ctx, attribute), None);
    let text = mlir_lite::text::print_attribute(&ctx, attribute);
    assert_eq!(text, "#enums.steps<first, second>");
    round_trip::<EnumDialect>(&format!("module attributes {{t.a = {text}}} {{\n}}"));
    rejected::<EnumDialect>(
        "module attributes {t.a = #enums.steps<\"first\">} {}",
        "expected one of none, first, second, found '\"first\"'",
    );
    rejected::<EnumDialect>(
        "module attributes {t.a = #enums.steps<fist>} {}",
        "expected one of none, first, second, found 'fist'",
    );
}

#[test]
fn attributes_hold_enums() {
    let ctx = context::<EnumDialect>();
    assert_eq!(MyIntEnum::Case15.attribute(&ctx), ctx.integer_attr(Type::I32, 15));
    assert_eq!(Padding::Valid.attribute(&ctx), ctx.string_attr("VALID"));
    assert_eq!(Padding::from_attribute(&ctx, ctx.string_attr("FULL")), None);
    assert_eq!(MyIntEnum::from_attribute(&ctx, ctx.i64_attr(15)), None);
    assert_eq!(Rounding::from_attribute(&ctx, Rounding::Up.attribute(&ctx)), Some(Rounding::Up));
}

#[test]
fn formats_write_cases_as_keywords() {
    round_trip::<EnumDialect>(
        "module {
  enums.all Case15
  enums.all Case20 Bit1|Bit3 pad VALID round up
  enums.all Case20 None round \"to nearest\" {more}
}",
    );
}

#[test]
fn only_listed_cases_are_valid() {
    rejected::<EnumDialect>("enums.all Case16", "expected one of Case15, Case20, found 'Case16'");
    rejected::<EnumDialect>(
        "\"enums.all\"() {int = 16 : i32} : () -> ()",
        "'enums.all' op attribute 'int' failed to satisfy constraint: An example int enum",
    );
    rejected::<EnumDialect>(
        "\"enums.all\"() {int = 15 : i32, padding = \"FULL\"} : () -> ()",
        "'enums.all' op attribute 'padding' failed to satisfy constraint: allowed cases: SAME, \
            VALID",
    );
}

#[test]
fn accessors_give_the_rust_value() {
    let ctx = context::<EnumDialect>();
    let module = crate::read(&ctx, "enums.all Case20 Bit2").unwrap();
    let op = module.own_ops().into_iter().find_map(|op| AllOp::cast(&module, op)).unwrap();
    assert_eq!(op.int(&module), MyIntEnum::Case20);
    assert_eq!(op.int_attr(&module).as_i64(&ctx), Some(20));
    assert_eq!(op.bits(&module), Some(MyBitEnum::BIT2));
    assert_eq!(op.padding(&module), ctx.string_attr("SAME"));
    assert_eq!(op.rounding(&module), None);
}
