//! Whole definitions of MLIR's document on op definitions: the op that it
//! starts with, the op whose builders it lists, and its constraints.

use crate::{context, read, rejected, round_trip};
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;

#[enum_attr(storage = str)]
enum Padding {
    #[case("SAME")]
    Same,
    #[case("VALID")]
    Valid,
}

#[enum_attr(storage = str)]
enum DataFormat {
    #[case("NHWC")]
    ChannelsLast,
    #[case("NCHW")]
    ChannelsFirst,
}

/// Performs average pooling on the input.
///
/// Each entry in `output` is the mean of the corresponding size `ksize`
/// window in `value`.
#[op(name = "tf.AvgPool", traits(Pure))]
struct AvgPoolOp {
    #[operand]
    value: TensorOf<AnyFloat>,
    #[attr]
    ksize: Confined<ArrayOf<I64Attr>, ArrayMinCount<4>>,
    #[attr]
    strides: Confined<ArrayOf<I64Attr>, ArrayMinCount<4>>,
    #[attr(typed)]
    padding: Padding,
    #[attr(default = DataFormat::ChannelsLast, typed)]
    data_format: DataFormat,
    #[result]
    output: TensorOf<AnyFloat>,
}

impl AvgPoolOp {
    /// The derived attribute `T`: the type of the first operand's elements.
    fn element(self, body: &Body) -> Option<Type> {
        body.ty(self.value(body)).element_type(body.context())
    }
}

/// The op whose builders the document lists; each of its results has one possible type, which
/// `build` infers.
#[op(name = "tf.my_op")]
struct MyOp {
    #[operand]
    i32_operand: I32,
    #[operand]
    f32_operand: F32,
    #[attr]
    i32_attr: I32Attr,
    #[attr]
    f32_attr: F32Attr,
    #[result]
    i32_result: I32,
    #[result]
    f32_result: F32,
}

/// Its attributes are values of Rust: `build` takes these.
#[op(name = "tf.unwrapped")]
struct UnwrappedOp {
    #[attr(typed)]
    i64_attr: I64Attr,
    #[attr(typed)]
    f64_attr: F64Attr,
    #[attr(typed)]
    str_attr: StrAttr,
}

mlir_lite::attr_constraints! {
    HasSomeProperty = "has some property", |ctx, attr| has_some_property(ctx, attr);
}

/// A test that is too long for one expression.
fn has_some_property(ctx: &Context, attribute: Attribute) -> bool {
    attribute.as_str(ctx).is_some_and(|text| text.chars().rev().eq(text.chars()))
}

/// Has one attribute of each of the document's constraints.
#[op(name = "tf.constrained", format = "attr-dict")]
struct ConstrainedOp {
    #[attr]
    either: AnyAttrOf<(I32Attr, I64Attr)>,
    #[attr]
    attr: HasSomeProperty,
    #[attr]
    number: Confined<I32Attr, IntMinValue<10>>,
}

/// The document's `AddOp`.
#[op(
    name = "tf.add",
    traits(SameOperandsAndResultType),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs)"
)]
struct AddOp {
    #[operand]
    lhs: AnyType,
    #[operand]
    rhs: AnyType,
    #[result]
    result: AnyType,
}

struct TfDialect;

impl Dialect for TfDialect {
    const NAMESPACE: &'static str = "tf";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<AvgPoolOp>();
        dialect.op::<MyOp>();
        dialect.op::<UnwrappedOp>();
        dialect.op::<ConstrainedOp>();
        dialect.op::<AddOp>();
    }
}

fn pool(attributes: &str) -> String {
    format!(
        "module {{
  %0 = \"test.source\"() : () -> tensor<1x4x4x1xf32>
  %1 = \"tf.AvgPool\"(%0) {{{attributes}}} : (tensor<1x4x4x1xf32>) -> tensor<1x2x2x1xf32>
}}"
    )
}

#[test]
fn arguments_are_what_the_definition_says() {
    let sizes = "ksize = [1, 2, 2, 1], padding = \"SAME\", strides = [1, 2, 2, 1]";
    round_trip::<TfDialect>(&pool(sizes));
    round_trip::<TfDialect>(&pool(&format!("data_format = \"NCHW\", {sizes}")));
    let errors = [
        ("ksize = [1, 2, 2, 1], padding = \"SAME\"", "requires attribute 'strides'"),
        (
            "ksize = [1, 2, 2], padding = \"SAME\", strides = [1, 2, 2, 1]",
            "attribute 'ksize' failed to satisfy constraint: 64-bit signless integer array \
                attribute with at least 4 elements",
        ),
        (
            "ksize = [1, 2, 2, 1], padding = \"FULL\", strides = [1, 2, 2, 1]",
            "attribute 'padding' failed to satisfy constraint: allowed cases: SAME, VALID",
        ),
    ];
    for (attributes, expected) in errors {
        rejected::<TfDialect>(&pool(attributes), &format!("'tf.AvgPool' op {expected}"));
    }
    rejected::<TfDialect>(
        &pool(sizes).replace("f32", "i32"),
        "'tf.AvgPool' op operand #0 must be tensor of floating-point values, but got \
            'tensor<1x4x4x1xi32>'",
    );
    assert_eq!(AvgPoolOp::def().summary, "Performs average pooling on the input");
}

#[test]
fn defaults_and_what_is_derived_have_accessors() {
    let ctx = context::<TfDialect>();
    let text = pool("ksize = [1, 2, 2, 1], padding = \"VALID\", strides = [1, 2, 2, 1]");
    let module = read(&ctx, &text).unwrap();
    let op = module.own_ops().into_iter().find_map(|op| AvgPoolOp::cast(&module, op)).unwrap();
    assert_eq!(op.padding(&module), Padding::Valid);
    assert_eq!(op.data_format(&module), DataFormat::ChannelsLast);
    assert_eq!(op.element(&module), Some(Type::F32));
}

#[test]
fn builders_take_all_or_each() {
    let ctx = context::<TfDialect>();
    let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&module);
    let (i32_operand, f32_operand) =
        (module.add_argument(block, Type::I32), module.add_argument(block, Type::F32));
    let (i32_attr, f32_attr) = (ctx.integer_attr(Type::I32, 1), ctx.float_attr(Type::F32, 2.0));
    let mut builder = BodyBuilder::at_end(&mut module, block);
    let each =
        MyOp::build(&mut builder, Location::UNKNOWN, i32_operand, f32_operand, i32_attr, f32_attr);
    let all = MyOp::build_generic(
        &mut builder,
        Location::UNKNOWN,
        &[i32_operand, f32_operand],
        &[Type::I32, Type::F32],
        &[(ctx.ident("i32_attr"), i32_attr), (ctx.ident("f32_attr"), f32_attr)],
    );
    let unwrapped = UnwrappedOp::build(&mut builder, Location::UNKNOWN, 1, 2.0, "x".into());
    assert_eq!((unwrapped.i64_attr(&module), unwrapped.f64_attr(&module)), (1, 2.0));
    assert_eq!(unwrapped.str_attr(&module), "x");
    for op in [each, all] {
        assert_eq!((op.i32_operand(&module), op.f32_operand(&module)), (i32_operand, f32_operand));
        assert_eq!((op.i32_attr(&module), op.f32_attr(&module)), (i32_attr, f32_attr));
        assert_eq!(module.ty(op.i32_result(&module)), Type::I32);
        assert_eq!(module.ty(op.f32_result(&module)), Type::F32);
    }
}

#[test]
fn constraints_are_combined_and_named() {
    let text = |either: &str, attr: &str, number: &str| {
        format!(
            "module {{\n  tf.constrained {{attr = {attr}, either = {either}, number = \
                {number}}}\n}}"
        )
    };
    round_trip::<TfDialect>(&text("1 : i32", "\"level\"", "10 : i32"));
    round_trip::<TfDialect>(&text("1 : i64", "\"\"", "11 : i32"));
    let errors = [
        (
            text("1 : i16", "\"level\"", "10 : i32"),
            "'either' failed to satisfy constraint: 32-bit signless integer attribute or 64-bit \
                signless integer attribute",
        ),
        (
            text("1 : i32", "\"text\"", "10 : i32"),
            "'attr' failed to satisfy constraint: has some property",
        ),
        (
            text("1 : i32", "\"level\"", "9 : i32"),
            "'number' failed to satisfy constraint: 32-bit signless integer attribute whose \
                minimum value is 10",
        ),
    ];
    for (text, expected) in errors {
        rejected::<TfDialect>(&text, &format!("'tf.constrained' op attribute {expected}"));
    }
}

/// The document's `zip`: on an op's operands, or on their replacements.
fn zip(operands: AddOpAdaptor<'_>) -> (ValueId, ValueId) {
    (operands.lhs(), operands.rhs())
}

#[test]
fn adaptors_are_of_the_op_or_of_other_values() {
    let ctx = context::<TfDialect>();
    let text = "%0:2 = \"test.source\"() : () -> (i32, i32)\n%1 = tf.add %0#0, %0#1 : i32";
    let module = read(&ctx, text).unwrap();
    let op = module.own_ops().into_iter().find_map(|op| AddOp::cast(&module, op)).unwrap();
    let own: Vec<ValueId> = module.operands(op.id()).collect();
    assert_eq!(zip(OpAdaptor::of(module.op(op.id()), &own)), (op.lhs(&module), op.rhs(&module)));
    let others = [op.result(&module), op.lhs(&module)];
    assert_eq!(zip(OpAdaptor::of(module.op(op.id()), &others)), (others[0], others[1]));
}
