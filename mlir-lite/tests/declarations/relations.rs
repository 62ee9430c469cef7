//! Relations between types, and types that formats leave out because they are inferred.

use crate::{rejected, round_trip};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{InsertionPoint, builder::BodyBuilder};

/// All operands and the result have one type.
#[op(
    name = "rel.all",
    traits(AllTypesMatch(a, b, result)),
    format = "$a `,` $b attr-dict `:` type($a)"
)]
struct AllOp {
    #[operand]
    a: AnyType,
    #[operand]
    b: AnyType,
    #[result]
    result: AnyType,
}

fn element(ctx: &Context, ty: Type) -> Option<Type> {
    ty.element_type(ctx)
}

/// The result is an element of the operand.
#[op(
    name = "rel.element",
    traits(TypesMatchWith("result type matches element type of input", input, result, element)),
    format = "$input attr-dict `:` type($input)"
)]
struct ElementOp {
    #[operand]
    input: AnyTensor,
    #[result]
    result: AnyType,
}

/// A constant of the type of its attribute.
#[op(
    name = "rel.constant",
    traits(Pure, ConstantLike, AllTypesMatch(value, output)),
    format = "$value attr-dict"
)]
struct ConstantOp {
    #[attr]
    value: AnyAttr,
    #[result]
    output: AnyType,
}

/// Vectors of one shape.
#[op(
    name = "rel.shapes",
    traits(AllShapesMatch(a, b), AllElementTypesMatch(b, c), AllRanksMatch(a, c)),
    format = "operands attr-dict `:` type(operands)"
)]
struct ShapesOp {
    #[operand]
    a: AnyType,
    #[operand]
    b: AnyType,
    #[operand]
    c: AnyType,
}

/// A token.
#[type_def(name = "rel.token")]
struct TokenType;

/// Creates a token: there is only one token type.
#[op(name = "rel.token", format = "attr-dict")]
struct MakeTokenOp {
    #[result(inferred)]
    token: TokenType,
}

/// Takes a token.
#[op(name = "rel.take", format = "$token attr-dict")]
struct TakeTokenOp {
    #[operand]
    token: TokenType,
}

struct RelationDialect;

impl Dialect for RelationDialect {
    const NAMESPACE: &'static str = "rel";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.ty::<TokenType>();
        dialect.op::<AllOp>();
        dialect.op::<ElementOp>();
        dialect.op::<ConstantOp>();
        dialect.op::<ShapesOp>();
        dialect.op::<MakeTokenOp>();
        dialect.op::<TakeTokenOp>();
    }
}

#[test]
fn types_follow_from_others() {
    round_trip::<RelationDialect>(
        "module {
  %0 = rel.constant 1.000000e+00 : f32
  %1 = rel.all %0, %0 : f32
  %2 = \"test.source\"() : () -> tensor<4xf64>
  %3 = rel.element %2 : tensor<4xf64>
  %4 = \"test.sink\"(%1, %3) : (f32, f64) -> i1
  %5 = rel.token
  rel.take %5
}",
    );
}

#[test]
fn what_does_not_match_is_an_error() {
    let source = "%a, %b, %c = \"test.source\"() : () -> (vector<2xi32>, vector<3xi32>, f64)\n";
    let errors = [
        (
            "\"rel.all\"(%a, %b) : (vector<2xi32>, vector<3xi32>) -> vector<2xi32>",
            "'rel.all' op failed to verify that all of {a, b, result} have same type",
        ),
        (
            "rel.shapes %a, %b, %a : vector<2xi32>, vector<3xi32>, vector<2xi32>",
            "'rel.shapes' op failed to verify that all of {a, b} have same shape",
        ),
        (
            "rel.shapes %a, %a, %c : vector<2xi32>, vector<2xi32>, f64",
            "'rel.shapes' op failed to verify that all of {b, c} have same element type",
        ),
        (
            "%t = \"test.tensor\"() : () -> tensor<f32>
             \"rel.element\"(%t) : (tensor<f32>) -> f64",
            "'rel.element' op failed to verify that result type matches element type of input: \
                expected 'f32', found 'f64'",
        ),
    ];
    for (text, expected) in errors {
        rejected::<RelationDialect>(&format!("{source}{text}"), expected);
    }
}

#[test]
fn builders_know_the_types_that_follow() {
    let ctx = crate::context::<RelationDialect>();
    let mut module = crate::read(&ctx, "%0 = \"test.source\"() : () -> tensor<4xf64>").unwrap();
    let ops = module.own_ops();
    let tensor = module.result(ops[0], 0);
    let block = mlir_lite::dialects::builtin::ModuleOp::body_block(&module);
    let mut builder = BodyBuilder::at_end(&mut module, block);
    builder.set_insertion_point(InsertionPoint::End(block));
    let element = ElementOp::build(&mut builder, Location::UNKNOWN, tensor);
    let all = AllOp::build(&mut builder, Location::UNKNOWN, tensor, tensor);
    let token = MakeTokenOp::build(&mut builder, Location::UNKNOWN);
    assert_eq!(module.ty(element.result(&module)), Type::F64);
    assert_eq!(module.ty(all.result(&module)), module.ty(tensor));
    assert_eq!(module.ty(token.token(&module)), TokenType::get(&ctx));
}
