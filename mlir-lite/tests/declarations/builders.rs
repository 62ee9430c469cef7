//! Builders: with inferred result types, from parts, and custom ones of the dialect; adaptors.

use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::ir::builder::{BodyBuilder, located};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{InsertionPoint, SymbolRequests, ValueDef};
use mlir_lite::rewrite::{PatternApplicator, RewriteDriver, RewritePatternSet};

/// Puts two lists together.
#[op(
    name = "build.concat",
    implements(InferTypes),
    format = "$lhs `,` $rhs attr-dict `:` type(operands)"
)]
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
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
        let ctx = op.context();
        let sizes = |ty: Type| ty.static_shape(ctx).filter(|shape| shape.len() == 1);
        match (sizes(op.lhs()), sizes(op.rhs())) {
            (Some(a), Some(b)) => {
                Ok(SmallVec::from_elem(ctx.tensor_type(&[a[0] + b[0]], Type::F64), 1))
            }
            _ => Err("lists of known size are wanted".into()),
        }
    }
}

/// Two lists.
#[op(name = "build.two")]
struct TwoOp {
    #[result]
    left: AnyTensor,
    #[result]
    right: AnyTensor,
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
        dialect.op::<TwoOp>();
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
fn create_takes_the_location_of_the_builder_and_gives_the_value() {
    let ctx = crate::context::<BuildDialect>();
    let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&module);
    let number = module.add_argument(block, Type::F64);
    let [here, there] = [1, 2].map(|line| ctx.file_location("f.build", line, 1));
    let mut b = BodyBuilder::at_end(&mut module, block);
    let amount = b.context().f64_attr(2.0);
    let unknown: ValueId = AddFloatOp::create(&mut b, number, amount);
    let mut b = BodyBuilder::at_end(&mut module, block).at(here);
    let first = AddFloatOp::create(&mut b, unknown, amount);
    b.set_location(there);
    let amount = b.context_handle().f64_attr(3.0);
    let second = AddFloatOp::create(&mut b, first, amount);
    let list = b.context_handle().tensor_type(&[3], Type::F64);
    let lists = TwoOp::create(&mut b, list, list);
    // For a while, and before an op.
    let third = located(&mut b, here, |b| AddFloatOp::create(b, second, amount));
    let fourth = AddFloatOp::create(&mut b, second, amount);
    let before = module.defining_op(first).unwrap();
    let mut b = BodyBuilder::new(&mut module, InsertionPoint::Before(before));
    let fifth = AddFloatOp::create(&mut b, unknown, amount);
    let values = [unknown, first, second, lists.left(&module), third, fourth, fifth];
    let locations = values.map(|value| {
        let ValueDef::Result { op, .. } = module.value_def(value) else { panic!("a result") };
        module.location(op)
    });
    assert_eq!(locations, [Location::UNKNOWN, here, there, there, here, there, here]);
    assert_eq!(AddFloatOp::defining(&module, second).map(|op| op.input(&module)), Some(first));
}

#[test]
fn patterns_create_at_the_location_of_their_op() {
    let ctx = crate::context::<BuildDialect>();
    let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&module);
    let number = module.add_argument(block, Type::F64);
    let there = ctx.file_location("f.build", 7, 1);
    let mut b = BodyBuilder::at_end(&mut module, block).at(there);
    AddFloatOp::create(&mut b, number, ctx.f64_attr(3.0));

    let mut set = RewritePatternSet::new();
    set.add::<AddFloatOp>("add_float-split", 1, |op, rewriter| {
        let (input, amount) = (op.input(rewriter.body()), op.amount(rewriter.body()));
        let ctx = rewriter.context_handle();
        if amount.as_f64(&ctx) != Some(3.0) {
            return Err("it is small".into());
        }
        let part = AddFloatOp::create(rewriter, input, ctx.f64_attr(1.0));
        rewriter.replace_op_with(op.id(), |b| AddFloatOp::create(b, part, ctx.f64_attr(2.0)));
        // The location outlives the op.
        assert_eq!(rewriter.location(), ctx.file_location("f.build", 7, 1));
        Ok(())
    });
    let patterns = set.freeze(&ctx);
    for op in module.own_ops() {
        struct Silent;
        impl RewriteDriver for Silent {}
        let mut applicator = PatternApplicator::new(&patterns);
        let mut symbols = SymbolRequests::new();
        let result = applicator.match_and_rewrite(&mut module, op, &mut Silent, &mut symbols);
        assert!(result.is_ok());
    }
    let locations: Vec<Location> =
        module.own_ops().into_iter().map(|op| module.location(op)).collect();
    assert_eq!(locations, [there, there]);
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

#[test]
fn written_result_types_are_the_inferred_ones() {
    let concat = |list: &str, result: &str| {
        format!(
            "%0 = \"test.source\"() : () -> {list}
             %1 = \"build.concat\"(%0, %0) {{axis = 0 : i64}} : ({list}, {list}) -> {result}"
        )
    };
    let two = "tensor<2xf64>";
    crate::read(&crate::context::<BuildDialect>(), &concat(two, "tensor<4xf64>")).unwrap();
    let message = "'build.concat' op inferred type(s) 'tensor<4xf64>' are incompatible with return \
        type(s) of operation ";
    for wrong in ["tensor<7xf64>", "tensor<?xf64>", "tensor<*xf64>"] {
        crate::rejected::<BuildDialect>(&concat(two, wrong), &format!("{message}'{wrong}'"));
    }
    crate::rejected::<BuildDialect>(
        &concat("tensor<?xf64>", "tensor<7xf64>"),
        "'build.concat' op lists of known size are wanted",
    );
}
