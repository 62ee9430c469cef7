//! Builders: with inferred result types, from parts, and custom ones of the dialect; adaptors.

use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;

/// Puts two lists together.
#[op(name = "build.concat", infer_types, format = "$lhs `,` $rhs attr-dict `:` type(operands)")]
struct ConcatOp {
    #[operand]
    lhs: AnyTensor,
    #[operand]
    rhs: AnyTensor,
    #[attr(default = 0, typed)]
    axis: I64Attr,
    #[result]
    output: AnyTensor,
}

impl InferTypes for ConcatOp {
    fn infer_types(
        ctx: &Context,
        operands: &[Type],
        _attribute: &dyn Fn(&str) -> Option<Attribute>,
    ) -> Result<SmallVec<[Type; 1]>, String> {
        let sizes = |ty: Type| ty.static_shape(ctx).filter(|shape| shape.len() == 1);
        match (sizes(operands[0]), sizes(operands[1])) {
            (Some(a), Some(b)) => {
                Ok(SmallVec::from_elem(ctx.tensor_type(&[a[0] + b[0]], Type::F64), 1))
            }
            _ => Err("lists of known size are wanted".into()),
        }
    }
}

/// Adds a float.
#[op(name = "build.add_float", format = "$input attr-dict")]
struct AddFloatOp {
    #[operand]
    input: F64,
    #[attr]
    amount: F64Attr,
    #[result]
    output: F64,
}

impl AddFloatOp {
    /// A builder of the dialect's own.
    fn of_float(
        builder: &mut impl OpBuilder,
        location: Location,
        input: ValueId,
        amount: f64,
    ) -> Self {
        let amount = builder.context().f64_attr(amount);
        Self::build(builder, location, input, amount)
    }
}

struct BuildDialect;

impl Dialect for BuildDialect {
    const NAMESPACE: &'static str = "build";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<ConcatOp>();
        dialect.op::<AddFloatOp>();
    }
}

#[test]
fn ops_are_built_of_what_is_known() {
    let ctx = crate::context::<BuildDialect>();
    let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&module);
    let list = module.add_argument(block, ctx.tensor_type(&[3], Type::F64));
    let number = module.add_argument(block, Type::F64);
    let mut builder = BodyBuilder::at_end(&mut module, block);
    let ones = ConcatOp::build_generic(
        &mut builder,
        Location::UNKNOWN,
        &[list, list],
        &[Type::F32],
        &[(ctx.ident("axis"), ctx.i64_attr(1))],
    );
    let add = AddFloatOp::of_float(&mut builder, Location::UNKNOWN, number, 1.5);
    assert_eq!(ones.axis(&module), 1);
    assert_eq!(module.ty(ones.output(&module)), Type::F32);
    assert_eq!(add.amount(&module).as_f64(&ctx), Some(1.5));
    let values = [list];
    let adaptor = AddFloatOpAdaptor::of(module.op(add.id()), &values);
    assert_eq!((add.input(&module), adaptor.input()), (number, list));
}

#[test]
fn result_types_are_inferred() {
    let text = "module {
  %0:2 = \"test.source\"() : () -> (tensor<2xf64>, tensor<3xf64>)
  %1 = build.concat %0#0, %0#1 : tensor<2xf64>, tensor<3xf64>
  %2 = build.concat %1, %1 {axis = 1 : i64} : tensor<5xf64>, tensor<5xf64>
}";
    crate::round_trip::<BuildDialect>(text);
    crate::rejected::<BuildDialect>(
        "%0 = \"test.source\"() : () -> tensor<?xf64>
         %1 = build.concat %0, %0 : tensor<?xf64>, tensor<?xf64>",
        "lists of known size are wanted",
    );
}
