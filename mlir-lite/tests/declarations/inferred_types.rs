//! Types of results that are inferred by an adaptor: operands, attributes and regions by name.

use mlir_lite::ir::prelude::*;

/// Chooses parts of tensors, as many as the attribute says, or gives what its region yields.
#[op(
    name = "infer.parts",
    traits(NoTerminator, AttrSizedOperandSegments),
    implements(InferTypes),
    format = "$first (`if` $condition^)? `,` $others `times` $count (`mode` $mode^)? ($body^)? \
        attr-dict `:` type($first) `,` type($others)"
)]
struct PartsOp {
    #[operand]
    first: AnyTensor,
    #[operand]
    condition: Optional<I1>,
    #[operand]
    others: Variadic<AnyTensor>,
    #[attr(typed)]
    count: I64Attr,
    #[attr(typed)]
    mode: Optional<StrAttr>,
    #[result]
    output: AnyType,
    #[region]
    body: AnyRegion,
}

impl InferTypes for PartsOp {
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
        let ctx = op.context();
        // The type that the region yields decides, if it yields anything.
        let last = op.body().and_then(|body| body.entry()?.ops().last());
        if let Some(yielded) = last.and_then(|last| last.operand_types().next()) {
            return Ok([yielded].into());
        }
        let size = |ty: Type| match ty.static_shape(ctx) {
            Some(&[size]) => Ok(size),
            _ => Err(format!("the size of a tensor of '{}' is not known", op.count())),
        };
        let mut total = size(op.first())?;
        for &other in op.others() {
            total += size(other)?;
        }
        total *= op.count() + i64::from(op.condition().is_some());
        let element = match op.mode().as_deref() {
            Some("wide") => Type::F64,
            _ => op.first().element_or_self(ctx),
        };
        Ok([ctx.tensor_type(&[total], element)].into())
    }
}

struct InferDialect;

impl Dialect for InferDialect {
    const NAMESPACE: &'static str = "infer";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<PartsOp>();
    }
}

const SOURCES: &str = "%c = \"t.c\"() : () -> i1
%a, %b = \"t.ab\"() : () -> (tensor<2xf32>, tensor<3xf32>)\n";

/// The type of the result of the op with that text.
fn inferred(text: &str) -> Result<String, String> {
    let ctx = crate::context::<InferDialect>();
    let module = crate::read(&ctx, &format!("{SOURCES}%0 = {text}"))?;
    let op = module.own_ops().into_iter().find(|&op| PartsOp::is(&module, op)).expect("the op");
    Ok(mlir_lite::text::print_type(&ctx, module.ty(module.result(op, 0))))
}

/// Groups of operands and attributes are found by name, whatever their sizes.
#[test]
fn operands_and_attributes_have_names() {
    let both = "tensor<2xf32>, tensor<2xf32>";
    for (text, expected) in [
        (format!("infer.parts %a, %a times 1 : {both}"), "tensor<4xf32>"),
        (format!("infer.parts %a if %c, %a times 1 : {both}"), "tensor<8xf32>"),
        (format!("infer.parts %a if %c, %a, %b times 2 : {both}, tensor<3xf32>"), "tensor<21xf32>"),
        (format!("infer.parts %a, %a times 3 mode \"wide\" : {both}"), "tensor<12xf64>"),
    ] {
        assert_eq!(inferred(&text).as_deref(), Ok(expected), "{text}");
    }
}

/// The regions that were read before the types are among what types are inferred from.
#[test]
fn regions_are_there_when_text_is_read() {
    let text = "infer.parts %a, %a times 1 {
  \"t.yield\"(%c) : (i1) -> ()
} : tensor<2xf32>, tensor<2xf32>";
    assert_eq!(inferred(text).as_deref(), Ok("i1"));
    // The verifier compares with the same types.
    let generic = |result: &str| {
        format!(
            "\"infer.parts\"(%a, %a) ({{\n  \"t.yield\"(%c) : (i1) -> ()\n}}) {{count = 1 : i64, \
             operandSegmentSizes = array<i32: 1, 0, 1>}} : (tensor<2xf32>, tensor<2xf32>) -> \
             {result}"
        )
    };
    assert_eq!(inferred(&generic("i1")).as_deref(), Ok("i1"));
    let error = inferred(&generic("tensor<4xf32>")).expect_err("the region yields another type");
    assert!(error.contains("inferred type(s) 'i1' are incompatible"), "{error}");
}

/// Required parts are checked before the op is asked: they cannot be missing.
#[test]
fn what_is_required_is_there() {
    let ctx = crate::context::<InferDialect>();
    let list = ctx.tensor_type(&[2], Type::F32);
    let infer = |attributes: &[(&str, Attribute)], operands: &[Type]| {
        let attribute =
            |name: &str| attributes.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
        let input = InferenceInput::new::<PartsOp>(&ctx, operands, &attribute);
        PartsOp::def().infer(input).map(|types| types.to_vec())
    };
    let sizes = ("operandSegmentSizes", ctx.i32_array_attr(&[1, 0, 1]));
    let count = ("count", ctx.i64_attr(1));
    assert_eq!(infer(&[sizes, count], &[list, list]), Ok(vec![ctx.tensor_type(&[4], Type::F32)]));
    assert_eq!(infer(&[sizes], &[list, list]).unwrap_err(), "requires attribute 'count'");
    let error = infer(&[count], &[list, list]).unwrap_err();
    assert_eq!(error, "requires attribute 'operandSegmentSizes'");
    assert_eq!(infer(&[sizes, count], &[]).unwrap_err(), "requires the operand 'first'");
    assert_eq!(
        infer(&[sizes, ("count", ctx.string_attr("one"))], &[list, list]).unwrap_err(),
        "attribute 'count' failed to satisfy constraint: 64-bit signless integer attribute"
    );
}

/// A builder infers the types from the values of typed attributes, too.
#[test]
fn builders_infer_from_typed_attributes() {
    let ctx = crate::context::<InferDialect>();
    let mut module = crate::read(&ctx, SOURCES).expect("valid text");
    let source = module.own_ops()[1];
    let (a, b) = (module.result(source, 0), module.result(source, 1));
    let mut builder = BodyBuilder::new(&mut module, InsertionPoint::After(source));
    let unknown = Location::UNKNOWN;
    let op = PartsOp::build_inferred(&mut builder, unknown, a, None, &[b], 2, Some("wide".into()))
        .expect("all sizes are known");
    let view = op.on(&module);
    assert_eq!(view.output().ty(), ctx.tensor_type(&[10], Type::F64));
    // A view gives its id, and the id as a typed op.
    assert_eq!((view.id(), view.handle()), (op.id(), op));
}
