//! Tests formats with a dialect made for them: what is printed is parsed again.

use crate::builtin::BuiltinDialect;
use crate::ir::builder::BodyBuilder;
use crate::ir::prelude::*;
use crate::text::{ParseOptions, PrintOptions, parse_module, print_op, print_valid_op};
use pretty_assertions::assert_eq;

/// Reverses the dimensions.
#[op(
    name = "demo.transpose",
    traits(Pure),
    format = "`(` $input `:` type($input) `)` attr-dict `to` type(results)"
)]
pub struct TransposeOp {
    #[operand]
    input: F64Tensor,
    #[result]
    output: F64Tensor,
}

/// Adds.
#[op(
    name = "demo.add",
    traits(Pure, Commutative, SameOperandsAndResultType),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct AddOp {
    #[operand]
    lhs: FloatLike,
    #[operand]
    rhs: FloatLike,
    #[result]
    result: FloatLike,
}

/// Returns.
#[op(
    name = "demo.return",
    traits(Terminator, ReturnLike),
    format = "($input^ `:` type($input))? attr-dict"
)]
pub struct ReturnOp {
    #[operand]
    input: Variadic<AnyType>,
}

/// Calls.
#[op(
    name = "demo.call",
    format = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, results)"
)]
pub struct CallOp {
    #[attr]
    callee: FlatSymbolRefAttr,
    #[operand]
    inputs: Variadic<AnyType>,
    #[result]
    outputs: Variadic<AnyType>,
}

fn three(ctx: &Context) -> Attribute {
    ctx.i64_attr(3)
}

/// Has a bit of everything.
#[op(
    name = "demo.all",
    traits(AttrSizedOperandSegments),
    format = "$name `[` $first `]` ($extra^ `extra`)? (`nofold` $nofold^)? (`size` $size^)? \
        attr-dict-with-keyword (`:` type($extra)^)? $body"
)]
pub struct AllOp {
    #[attr(name = "sym_name")]
    name: SymbolNameAttr,
    #[operand]
    first: Variadic<Index>,
    #[operand]
    extra: Optional<AnyType>,
    #[attr]
    nofold: Optional<UnitAttr>,
    #[attr(default = three)]
    size: I64Attr,
    #[region]
    body: SingleBlockRegion,
}

/// Has an implicit end.
#[op(name = "demo.scope", traits(SingleBlockImplicitTerminator<EndOp>), format = "$body attr-dict")]
pub struct ScopeOp {
    #[region]
    body: SingleBlockRegion,
}

/// Ends a scope.
#[op(name = "demo.end", traits(Terminator), format = "attr-dict")]
pub struct EndOp {}

/// Branches.
#[op(name = "demo.br", traits(Terminator), format = "$dest attr-dict")]
pub struct BrOp {
    #[successor]
    dest: AnySuccessor,
}

struct DemoDialect;

impl Dialect for DemoDialect {
    const NAMESPACE: &'static str = "demo";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<TransposeOp>();
        dialect.op::<AddOp>();
        dialect.op::<ReturnOp>();
        dialect.op::<CallOp>();
        dialect.op::<AllOp>();
        dialect.op::<ScopeOp>();
        dialect.op::<EndOp>();
        dialect.op::<BrOp>();
    }
}

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<DemoDialect>();
    ctx
}

fn parse(ctx: &Context, text: &str) -> Result<Body, String> {
    let file = ctx.sources().add("test.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    parse_module(ctx, &file, options, &mut diagnostics)
        .map_err(|_| diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n"))
}

#[track_caller]
fn round_trip(text: &str) {
    let module = parse(&context(), text).unwrap_or_else(|error| panic!("{error}"));
    // Some regions have no terminator, which the verifier would report.
    assert_eq!(print_valid_op(module.as_op(), PrintOptions::default()), text);
}

#[test]
fn types_stand_where_the_format_says() {
    round_trip(
        "module {
  %0 = \"demo.source\"() : () -> tensor<*xf64>
  %1 = demo.transpose(%0 : tensor<*xf64>) to tensor<*xf64>
  %2 = demo.add %1, %1 {tag = 1 : i32} : tensor<*xf64>
  demo.call @f(%1, %2) : (tensor<*xf64>, tensor<*xf64>) -> ()
  %3:2 = demo.call @g() : () -> (f32, f64)
  demo.return %3#0, %3#1 : f32, f64
}",
    );
}

#[test]
fn optional_groups_are_there_or_not() {
    round_trip(
        "module {
  %0 = \"demo.source\"() : () -> index
  demo.all @a[] {
  }
  demo.all @b[%0, %0] %0 extra nofold size 4 attributes {more} : index {
    \"demo.sink\"(%0) : (index) -> ()
  }
  demo.return
}",
    );
}

#[test]
fn implicit_terminators_are_left_out() {
    let text = "module {
  demo.scope {
    \"demo.sink\"() : () -> ()
  }
  demo.scope {
  }
}";
    round_trip(text);
    let module = parse(&context(), text).unwrap();
    let generic = print_op(module.as_op(), PrintOptions::default().with_generic(true));
    assert_eq!(generic.matches("\"demo.end\"").count(), 2, "{generic}");
}

#[test]
fn successors_carry_operands() {
    round_trip(
        "module {
  \"demo.region\"() ({
    %0 = \"demo.source\"() : () -> i32
    demo.br ^bb1(%0 : i32)
  ^bb1(%1: i32):  // pred: ^bb0
    demo.br ^bb2
  ^bb2:  // pred: ^bb1
    demo.return
  }) : () -> ()
}",
    );
}

#[test]
fn errors_say_what_was_expected() {
    let errors = [
        ("demo.transpose %0", "expected '(', found '%0'"),
        (
            "demo.call \"f\"() : () -> ()",
            "attribute 'callee' must be: flat symbol reference attribute",
        ),
        ("demo.return %0, %1 : f32", "expected as many types as operands: 2, found 1"),
    ];
    for (text, expected) in errors {
        let found = parse(&context(), text).map(|_| ()).unwrap_err();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn built_ops_have_their_groups() {
    let ctx = context();
    let mut module = parse(&ctx, "").unwrap();
    let block = crate::builtin::ModuleOp::body_block(&module);
    let index = module.add_argument(block, Type::INDEX);
    let float = module.add_argument(block, Type::F64);
    let mut builder = BodyBuilder::at_end(&mut module, block);
    let name = ctx.string_attr("x");
    let op = AllOp::build(
        &mut builder,
        Location::UNKNOWN,
        name,
        &[index, index],
        Some(float),
        None,
        None,
    );
    let add = AddOp::build(&mut builder, Location::UNKNOWN, float, float);
    assert_eq!(op.first(&module).as_slice(), [index, index]);
    assert_eq!(op.extra(&module), Some(float));
    assert_eq!(op.size(&module).as_i64(&ctx), Some(3));
    assert_eq!(op.nofold(&module), None);
    assert_eq!(module.ty(add.result(&module)), Type::F64);
    assert_eq!(AddOp::defining(&module, add.result(&module)), Some(add));
    let values = [float, float, index];
    let adaptor = AllOpAdaptor::of(module.op(op.id()), &values);
    assert_eq!((adaptor.first(), adaptor.extra()), (&[float, float][..], Some(index)));
    assert_eq!(AddOpAdaptor::of(module.op(add.id()), &[index, float]).rhs(), float);
    assert_eq!(TransposeOp::def().summary, "Reverses the dimensions");
}
