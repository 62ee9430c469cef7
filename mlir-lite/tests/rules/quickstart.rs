//! The rule of MLIR's quickstart on rewriting: from TensorFlow to TFLite.

use crate::*;
use mlir_lite::rewrite;

/// Leaky ReLU of TensorFlow.
#[op(name = "t.LeakyRelu")]
struct TfLeakyReluOp {
    #[operand]
    features: AnyTensor,
    #[attr]
    alpha: AnyAttr,
    #[result]
    activations: AnyTensor,
}

/// Leaky ReLU of TFLite.
#[op(name = "t.leaky_relu")]
struct TflLeakyReluOp {
    #[operand]
    x: AnyTensor,
    #[attr]
    alpha: F32Attr,
    #[result]
    y: AnyTensor,
}

pub(crate) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<TfLeakyReluOp>();
    dialect.op::<TflLeakyReluOp>();
}

#[test]
fn an_op_is_legalized() {
    let rules =
        rewrite! { "leaky relu": TfLeakyReluOp($arg, $a: F32Attr) => TflLeakyReluOp($arg, $a) };
    let text = "%arg0 = \"x.arg\"() : () -> tensor<1xf32>
        %0 = \"t.LeakyRelu\"(%arg0) {alpha = 0.1 : f32} : (tensor<1xf32>) -> tensor<1xf32>
        \"x.use\"(%0) : (tensor<1xf32>) -> ()";
    let expected = "%0 = \"x.arg\"() : () -> tensor<1xf32>
%1 = \"t.leaky_relu\"(%0) {alpha = 1.000000e-01 : f32} : (tensor<1xf32>) -> tensor<1xf32>
\"x.use\"(%1) : (tensor<1xf32>) -> ()
";
    pretty_assertions::assert_eq!(rewritten(text, rules), expected);
    let double = text.replace("0.1 : f32", "0.1 : f64");
    assert!(rewritten(&double, rules).contains("t.LeakyRelu"));
}
