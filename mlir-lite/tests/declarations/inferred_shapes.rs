//! Shapes and element types that are inferred apart: the examples of MLIR's page on shape
//! inference, and its test that creates ops without result types.

use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::DYNAMIC;
use test_support::read;

/// Puts two tensors side by side, along their first dimension.
#[op(
    name = "shapes.concat",
    implements(InferShapedTypeOpInterface, InferTypes = InferredTensors<Self>),
    format = "$lhs `,` $rhs attr-dict `:` type(operands) `->` type($output)"
)]
struct ConcatOp {
    #[operand]
    lhs: AnyTensor,
    #[operand]
    rhs: AnyTensor,
    #[result]
    output: AnyTensor,
}

impl InferShapedTypeOpInterface for ConcatOp {
    fn infer_components(
        input: InferenceInput<'_>,
    ) -> Result<SmallVec<[ShapedComponents; 1]>, String> {
        let op = input.typed::<Self>();
        let ctx = op.context();
        let mut parts = ShapedComponents::of(ctx, op.lhs());
        parts.shape = match (parts.shape, op.rhs().shape(ctx)) {
            (Some(mut a), Some(b)) if a.len() == b.len() && !a.is_empty() => {
                let length = if [a[0], b[0]].contains(&DYNAMIC) { DYNAMIC } else { a[0] + b[0] };
                a[0] = length;
                Some(a)
            }
            (Some(_), Some(_)) => return Err("tensors of one rank are wanted".into()),
            _ => None,
        };
        Ok(SmallVec::from_elem(parts, 1))
    }
}

/// The product of two matrices in memory.
#[op(
    name = "shapes.matmul",
    implements(InferShapedTypeOpInterface, InferTypes = InferredMemRefs<Self>)
)]
struct MatMulOp {
    #[operand]
    lhs: AnyRankedMemRef,
    #[operand]
    rhs: AnyRankedMemRef,
    #[result]
    output: AnyMemRef,
}

impl InferShapedTypeOpInterface for MatMulOp {
    fn infer_components(
        input: InferenceInput<'_>,
    ) -> Result<SmallVec<[ShapedComponents; 1]>, String> {
        let (ctx, operands) = (input.context(), input.operand_types());
        let shape = |index: usize| operands.get(index).and_then(|ty| ty.shape(ctx));
        let (Some(&[a, b]), Some(&[c, d])) = (shape(0), shape(1)) else {
            return Err("matrices are wanted".into());
        };
        // Sizes that are not known may fit.
        if b != c && b != DYNAMIC && c != DYNAMIC {
            return Err(format!("rows of {b} are multiplied with columns of {c}"));
        }
        let parts = ShapedComponents::of(ctx, operands[0]);
        let element = parts.element.ok_or("matrices have elements")?;
        Ok(SmallVec::from_elem(parts.with(&[a, d], element), 1))
    }
}

/// The sum of two tensors, which are broadcast.
#[op(
    name = "shapes.add",
    implements(
        InferShapedTypeOpInterface = BroadcastComponents<Self>,
        InferTypes = InferredTensors<BroadcastComponents<Self>>,
    )
)]
struct SumOp {
    #[operand]
    lhs: AnyTensor,
    #[operand]
    rhs: AnyTensor,
    #[result]
    output: AnyTensor,
}

/// Elements of `i1`, and nothing else is known.
#[op(name = "shapes.flags", implements(InferShapedTypeOpInterface))]
struct FlagsOp {
    #[operand]
    input: AnyTensor,
    #[result]
    output: AnyTensor,
}

impl InferShapedTypeOpInterface for FlagsOp {
    fn infer_components(_: InferenceInput<'_>) -> Result<SmallVec<[ShapedComponents; 1]>, String> {
        Ok(SmallVec::from_elem(ShapedComponents::default().with_element(Type::I1), 1))
    }
}

struct ShapesDialect;

impl Dialect for ShapesDialect {
    const NAMESPACE: &'static str = "shapes";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<ConcatOp>();
        dialect.op::<MatMulOp>();
        dialect.op::<SumOp>();
        dialect.op::<FlagsOp>();
    }
}

fn type_of(ctx: &Context, text: &str) -> Type {
    let module = read(ctx, &format!("%0 = \"test.source\"() : () -> {text}")).expect("a type");
    let op = module.op(module.own_ops()[0]);
    op.result_types().next().expect("a result")
}

fn inferred(ctx: &Context, def: &'static OpDef, operands: [&str; 2]) -> String {
    let operands = operands.map(|text| type_of(ctx, text));
    match def.infer(InferenceInput::of_def(ctx, def, &operands, &|_| None)) {
        Ok(types) => types.iter().map(|&ty| print_type(ctx, ty)).collect::<Vec<_>>().join(", "),
        Err(message) => message,
    }
}

/// A concatenation of [n, m] and [n, m] is [n + n, m]; a product of [a, b] and [c, d] needs
/// b = c. Sizes that are not known stay open, without an error.
#[test]
fn shapes_follow_as_far_as_they_are_known() {
    let ctx = crate::context::<ShapesDialect>();
    let concat = |a, b| inferred(&ctx, ConcatOp::def(), [a, b]);
    assert_eq!(concat("tensor<2x3xf32>", "tensor<2x3xf32>"), "tensor<4x3xf32>");
    assert_eq!(concat("tensor<16x?xf32>", "tensor<?x?xf32>"), "tensor<?x?xf32>");
    assert_eq!(concat("tensor<16x?xf32>", "tensor<*xf32>"), "tensor<*xf32>");
    assert_eq!(concat("tensor<2xf32>", "tensor<2x3xf32>"), "tensors of one rank are wanted");
    let matmul = |a, b| inferred(&ctx, MatMulOp::def(), [a, b]);
    assert_eq!(matmul("memref<2x3xf64>", "memref<3x5xf64>"), "memref<2x5xf64>");
    assert_eq!(matmul("memref<2x?xf64>", "memref<3x?xf64>"), "memref<2x?xf64>");
    let message = "rows of 3 are multiplied with columns of 4";
    assert_eq!(matmul("memref<2x3xf64>", "memref<4x5xf64>"), message);
    let add = |a, b| inferred(&ctx, SumOp::def(), [a, b]);
    assert_eq!(add("tensor<2x1x?xf32>", "tensor<5x4xf32>"), "tensor<2x5x4xf32>");
    assert_eq!(add("tensor<?xf32>", "tensor<1xf32>"), "tensor<?xf32>");
    assert_eq!(add("tensor<*xf32>", "tensor<2xf32>"), "tensor<*xf32>");
    let message = "operands don't have broadcast-compatible shapes";
    assert_eq!(add("tensor<4x2xf32>", "tensor<3xf32>"), message);
}

/// A function may know the element type only.
#[test]
fn the_parts_are_apart() {
    let ctx = crate::context::<ShapesDialect>();
    let flags = FlagsOp::name(&ctx);
    let interface = ctx.op_info(flags).interface::<dyn InferShapedTypeOpInterface>();
    let parts = interface.expect("it is listed").infer_components(InferenceInput::new::<FlagsOp>(
        &ctx,
        &[Type::NONE],
        &|_| None,
    ));
    let parts = parts.expect("it never fails");
    assert_eq!((parts[0].shape.as_deref(), parts[0].element), (None, Some(Type::I1)));
    assert_eq!(print_type(&ctx, parts[0].tensor(&ctx).unwrap()), "tensor<*xi1>");
    let open = ShapedComponents::default();
    assert_eq!(open.memref(&ctx).unwrap_err(), "the element type of a result is not known");
}

/// Declared result types agree with inferred ones; the message is MLIR's.
#[test]
fn declared_types_are_the_inferred_ones() {
    let text = "%0 = \"test.source\"() : () -> tensor<5xf32>
        %1 = shapes.concat %0, %0 : tensor<5xf32>, tensor<5xf32> -> tensor<*xf32>";
    crate::rejected::<ShapesDialect>(
        text,
        "'shapes.concat' op inferred type(s) 'tensor<10xf32>' are incompatible with return type(s) \
            of operation 'tensor<*xf32>'",
    );
}

/// As in MLIR's TestReturnTypeDriver: each binary op is created without result types, of each
/// argument twice and of each two arguments.
#[test]
fn ops_are_created_without_result_types() {
    let ctx = crate::context::<ShapesDialect>();
    let types = ["tensor<10xf32>", "tensor<20xf32>", "tensor<2x3xf32>"];
    let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&module);
    let values: Vec<ValueId> =
        types.iter().map(|text| module.add_argument(block, type_of(&ctx, text))).collect();
    let mut builder = BodyBuilder::at_end(&mut module, block);
    let (mut made, mut refused) = (Vec::new(), Vec::new());
    for (i, &a) in values.iter().enumerate() {
        for (j, &b) in values.iter().enumerate() {
            match SumOp::build_inferred(&mut builder, Location::UNKNOWN, a, b) {
                Ok(op) => made.push(op),
                Err(message) => refused.push((i, j, message)),
            }
        }
    }
    let made: Vec<String> =
        made.iter().map(|op| print_type(&ctx, module.ty(op.output(&module)))).collect();
    assert_eq!(made, types);
    let pairs: Vec<(usize, usize)> = refused.iter().map(|&(i, j, _)| (i, j)).collect();
    assert_eq!(pairs, [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]);
    assert_eq!(refused[0].2, "operands don't have broadcast-compatible shapes");
}
