//! The op of MLIR's quickstart on rewriting: `leaky_relu` with the traits
//! `NoSideEffect` and `SameValueType`.

use crate::{rejected, round_trip};
use mlir_lite::ir::prelude::*;

/// Leaky ReLU
///
/// Element-wise Leaky ReLU operator
///   x -> x >= 0 ? x : (alpha * x)
#[op(name = "tfl.leaky_relu", traits(Pure, AllTypesMatch(x, y)))]
struct LeakyReluOp {
    #[operand]
    x: TensorOf<F32>,
    #[attr]
    alpha: F32Attr,
    #[result]
    y: AnyTensor,
}

struct TflDialect;

impl Dialect for TflDialect {
    const NAMESPACE: &'static str = "tfl";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<LeakyReluOp>();
    }
}

#[test]
fn the_declaration_is_what_is_verified() {
    let source = "module {\n  %0 = \"test.source\"() : () -> tensor<1xf32>\n";
    round_trip::<TflDialect>(&format!(
        "{source}  %1 = \"tfl.leaky_relu\"(%0) {{alpha = 1.000000e-01 : f32}} : (tensor<1xf32>) -> \
            tensor<1xf32>\n}}"
    ));
    let errors = [
        (
            "\"tfl.leaky_relu\"(%0) : (tensor<1xf32>) -> tensor<1xf32>",
            "'tfl.leaky_relu' op requires attribute 'alpha'",
        ),
        (
            "\"tfl.leaky_relu\"(%0) {alpha = 0.1 : f64} : (tensor<1xf32>) -> tensor<1xf32>",
            "'tfl.leaky_relu' op attribute 'alpha' failed to satisfy constraint: 32-bit float \
                attribute",
        ),
        (
            "%1 = \"test.source\"() : () -> tensor<1xf64>
             \"tfl.leaky_relu\"(%1) {alpha = 0.1 : f32} : (tensor<1xf64>) -> tensor<1xf64>",
            "'tfl.leaky_relu' op operand #0 must be tensor of 32-bit float values, but got \
                'tensor<1xf64>'",
        ),
        (
            "\"tfl.leaky_relu\"(%0) {alpha = 0.1 : f32} : (tensor<1xf32>) -> tensor<2xf32>",
            "'tfl.leaky_relu' op failed to verify that all of {x, y} have same type",
        ),
    ];
    for (text, expected) in errors {
        rejected::<TflDialect>(&format!("{source}{text}\n}}"), expected);
    }
}

#[test]
fn the_documentation_is_in_the_declaration() {
    assert_eq!(LeakyReluOp::def().summary, "Leaky ReLU");
    assert_eq!(
        LeakyReluOp::def().description,
        "Element-wise Leaky ReLU operator\n  x -> x >= 0 ? x : (alpha * x)"
    );
}
