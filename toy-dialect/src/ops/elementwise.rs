//! The ops that work element by element: `toy.add`, `toy.sub`, `toy.mul`, `toy.div` and `toy.neg`.
//!
//! Shapes of two operands are broadcast to each other: from the last dimension on, sizes are equal or one of them is 1 or
//! absent. While shapes are not known, types may differ; the custom form names one type if all are the same.

use mlir_lite::dialects::std;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::assembly::usual_assembly;
use super::cast::CastOp;
use crate::lowering::{Lower, Lowered, Rewriter};
use crate::shapes::{InferShape, operand_shape, shown};
use crate::tensor::{Compute, Tensor, broadcast_shape};

/// Adds element by element.
#[op(name = "toy.add", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape, Compute, Elementwise), assembly = custom)]
pub struct AddOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Subtracts element by element.
#[op(name = "toy.sub", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape, Compute, Elementwise), assembly = custom)]
pub struct SubOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Multiplies element by element.
///
/// ```mlir
/// %2 = toy.mul %0, %1 : tensor<*xf64>
/// %5 = toy.mul %3, %4 : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
/// ```
#[op(name = "toy.mul", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape, Compute, Elementwise), assembly = custom)]
pub struct MulOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Divides element by element. Division by zero gives an infinity or `nan`.
#[op(name = "toy.div", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape, Compute, Elementwise), assembly = custom)]
pub struct DivOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Negates each element.
#[op(name = "toy.neg", traits(Pure, SameOperandsAndResultShape), interfaces(InferShape, Compute, Elementwise), assembly = custom)]
pub struct NegOp {
    #[operand]
    input: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Ops that work element by element, broadcast their operands, and have one result and no attributes that say how.
#[op_interface]
pub(crate) trait Elementwise {}

/// Whether an op is [`Elementwise`].
pub(crate) fn is_elementwise(body: &Body, op: OpId) -> bool {
    body.op(op).implements::<dyn Elementwise>()
}

/// Ops that work element by element: their form, the shape of their result, what they compute and what they become.
macro_rules! elementwise {
    ($($op:ident $view:ident($($x:ident),*) $what:literal, $function:ident, $lowered:ident;)*) => {
        $(
            usual_assembly!($op);

            impl $crate::ops::elementwise::Elementwise for $view<'_> {}

            impl InferShape for $view<'_> {
                fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
                    $crate::ops::elementwise::broadcast(self.op(), $what)
                }
            }

            impl Compute for $view<'_> {
                fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
                    let function = ::mlir_lite::scalar::FloatFunction::$function;
                    $crate::tensor::combine(inputs, |[$($x),*]: [f64; _]| {
                        function.of_f64(&[$($x),*]).unwrap_or(f64::NAN)
                    })
                }
            }

            impl Lower for $op {
                fn lower(self, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Lowered {
                    $crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, [$($x),*]| {
                        let value = std::$lowered::build(b, at, $($x),*);
                        value.result(b.body())
                    })
                }
            }
        )*
    };
}
pub(crate) use elementwise;

elementwise! {
    AddOp AddOpRef(x, y) "operator '+'", Add, AddFOp;
    SubOp SubOpRef(x, y) "operator '-'", Sub, SubFOp;
    MulOp MulOpRef(x, y) "operator '*'", Mul, MulFOp;
    DivOp DivOpRef(x, y) "operator '/'", Div, DivFOp;
    NegOp NegOpRef(x) "operator '-'", Neg, NegFOp;
}

/// The type of a result whose operands are broadcast to each other; `what` combines them.
pub(crate) fn broadcast(op: OpRef<'_>, what: &str) -> Result<Type, Box<Diagnostic>> {
    let ctx = op.context();
    let shapes: Vec<&[i64]> = (0..op.num_operands()).map(|index| operand_shape(op, index)).collect();
    if let Some(shape) = broadcast_shape(shapes.iter().copied()) {
        return Ok(ctx.tensor_type(&shape, Type::F64));
    }
    let place = |index| {
        let body = op.body();
        let mut value = op.operand(index);
        // A cast is where a call was; what was passed is of more interest.
        while let Some(cast) = CastOp::defining(body, value) {
            value = cast.input(body);
        }
        let defined = body.defining_op(value).map(|id| body.location(id));
        defined.unwrap_or(Location::UNKNOWN).to_position(ctx)
    };
    let all: Vec<_> = shapes.iter().map(|shape| shown(shape)).collect();
    let all = match all.split_last() {
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    let mut diagnostic = op
        .error(format!("{what} cannot combine shapes {all}"))
        .with_code(Code::ShapeMismatch.text())
        .with_label("shapes do not match");
    for (index, shape) in shapes.iter().enumerate() {
        diagnostic = diagnostic.with_secondary(place(index), format!("this has shape {}", shown(shape)));
    }
    let diagnostic = diagnostic.with_note("from the last dimension on, sizes must be equal or one of them 1");
    let fits_transposed = match shapes[..] {
        [lhs, rhs] if rhs.len() > 1 => {
            let transposed: Vec<i64> = rhs.iter().rev().copied().collect();
            broadcast_shape([lhs, &transposed]).is_some()
        }
        _ => false,
    };
    Err(Box::new(match fits_transposed {
        true => diagnostic.with_help("with `transpose` of one of them they would fit"),
        false => diagnostic,
    }))
}
