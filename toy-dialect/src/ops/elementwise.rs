//! The elementwise ops: `toy.add`, `toy.sub`, `toy.mul`, `toy.div` and `toy.neg`.
//!
//! Shapes of two operands are broadcast to each other: from the last dimension on, sizes are equal
//! or one of them is 1 or absent. While shapes are not known, types may differ; the custom form
//! names one type if all are the same.

use crate::loop_builder::Affine;
use crate::ops::families::{Binary, Unary};
use mlir_lite::conversion::LowerTo;
use std::sync::Arc;

use mlir_lite::dialects::standard;
use mlir_lite::edsc::{Edsc, Expr};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::FloatFunction;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::cast::CastOp;
use crate::loop_builder::Lowered;
use crate::sizes::{Condition, Equalities, Size, Sizes, known_sizes, shown_sizes, tensor_of_sizes};
use crate::tensor::broadcast_sizes;
use crate::tensor::elements::{BooleanOperands, Element, ElementTypes};
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor, combine_all};

/// Adds element by element.
#[op(
    family = Binary,
    name = "toy.add",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct AddOp;

/// Subtracts element by element.
#[op(
    family = Binary,
    name = "toy.sub",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct SubOp;

/// Multiplies element by element.
///
/// ```mlir
/// %2 = toy.mul %0, %1 : tensor<*xf64>
/// %5 = toy.mul %3, %4 : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
/// ```
#[op(
    family = Binary,
    name = "toy.mul",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct MulOp;

/// Divides element by element. Division by zero gives an infinity or `nan`.
#[op(
    family = Binary,
    name = "toy.div",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct DivOp;

/// Negates each element.
#[op(family = Unary, name = "toy.neg", implements(ElementTypes))]
pub struct NegOp;

/// Ops that apply a function to the elements of their operands, which are broadcast to each other.
/// [`elementwise!`](macro@elementwise) implements for them the custom form, type inference,
/// evaluation, and the lowering.
pub(crate) trait Elementwise: OpDefinition {
    /// The function.
    const FUNCTION: FloatFunction;
    /// The op's name in messages: `'exp'`.
    const WHAT: &'static str;
    /// The op on numbers that computes an element in the lowered code.
    type Lowered: OpDefinition;
    /// The function of integers, if the op computes with them.
    const OF_INTEGERS: Option<OfIntegers> = None;
}

/// A function of integers: its value, and its computation in the lowered code.
#[derive(Clone, Copy)]
pub(crate) struct OfIntegers {
    /// The value.
    pub(crate) compute: fn(&[i64]) -> i64,
    /// Builds the op on numbers.
    pub(crate) build: for<'e> fn(&[Expr<'e>]) -> Expr<'e>,
}

/// Elementwise ops that broadcast their operands, and have one result and no attributes that change
/// the computation: elements may be computed in any order.
#[op_interface]
pub(crate) trait WorksElementwise {}

/// Whether an op is [`WorksElementwise`].
pub(crate) fn is_elementwise(body: &Body, op: OpId) -> bool {
    body.op(op).implements::<dyn WorksElementwise>()
}

/// The result for these operands.
pub(crate) fn compute<O: Elementwise>(inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
    let count = O::def().operands.len();
    let function = |numbers: &[f64]| O::FUNCTION.of_f64(numbers).unwrap_or(f64::NAN);
    let of_integers = || O::OF_INTEGERS.map(|function| function.compute).ok_or("it takes floats");
    match inputs.first().map_or(Element::F64, |input| input.element()) {
        Element::F64 => combine_all(inputs, count, function),
        Element::F32 => {
            let mut wide = vec![0.0; count];
            combine_all(inputs, count, |numbers: &[f32]| match (O::FUNCTION, numbers) {
                (FloatFunction::Fma, &[a, b, c]) => f32::mul_add(a, b, c),
                // Rounding the result once more gives the same for other functions.
                _ => {
                    wide.iter_mut().zip(numbers).for_each(|(wide, x)| *wide = f64::from(*x));
                    function(&wide) as f32
                }
            })
        }
        Element::I64 => combine_all(inputs, count, of_integers()?),
        Element::I8 | Element::U8 => Err("integers of 8 bits are not combined".to_owned()),
        Element::Bool => {
            let (mut integers, compute) = (vec![0; count], of_integers()?);
            combine_all(inputs, count, |booleans: &[bool]| {
                integers
                    .iter_mut()
                    .zip(booleans)
                    .for_each(|(own, boolean)| *own = i64::from(*boolean));
                compute(&integers) != 0
            })
        }
    }
}

/// Loops over the elements with an `O::Lowered` in the innermost one.
pub(crate) fn lower<'e, O: Elementwise>(
    op: O,
    operands: Adaptor<'_, O>,
    e: Edsc<'e>,
) -> Lowered<'e> {
    crate::loop_builder::elementwise_of(e, op.id(), operands.values(), |x| match O::OF_INTEGERS {
        Some(function) if !x.iter().any(|x| x.is_float()) => (function.build)(&x),
        _ => e.op::<O::Lowered>(x),
    })
}

/// Implements what all ops have in common that work element by element on operands which are
/// broadcast to each other; the text is the op's name in messages.
macro_rules! broadcasting {
    ($op:ty, $what:expr) => {
        $crate::ops::assembly::usual_assembly!($op);
        $crate::interpret::interpreted_by_computing!($op);

        impl WorksElementwise for $op {}

        impl InferShape for $op {
            fn infer_type(op: View<'_, Self>) -> Result<Type, Box<Diagnostic>> {
                $crate::ops::elementwise::broadcast(op.op(), $what)
            }

            $crate::ops::elementwise::broadcasts_symbolic_sizes!();
        }
    };
}
pub(crate) use broadcasting;

/// The parts of [`InferShape`] for ops whose operands are broadcast to each other.
macro_rules! broadcasts_symbolic_sizes {
    () => {
        fn takes_symbolic_sizes(_: View<'_, Self>) -> bool {
            true
        }

        fn required(op: View<'_, Self>) -> Vec<$crate::sizes::Condition> {
            $crate::ops::elementwise::broadcast_sizes_of(op.op()).1
        }
    };
}
pub(crate) use broadcasts_symbolic_sizes;

/// Implements the interfaces that follow from [`Elementwise`].
macro_rules! elementwise {
    ($($op:ty),* $(,)?) => {
        $(
            $crate::ops::elementwise::broadcasting!($op, <$op as Elementwise>::WHAT);

            impl Compute for $op {
                fn compute(
                    _: View<'_, Self>,
                    inputs: &[std::sync::Arc<Tensor>],
                ) -> Result<Tensor, String> {
                    $crate::ops::elementwise::compute::<$op>(inputs)
                }
            }

            impl ::mlir_lite::conversion::LowerTo<$crate::loop_builder::Affine> for $op {
                fn lower<'e>(
                    op: Self,
                    operands: Adaptor<'_, Self>,
                    scope: &'e mut ::mlir_lite::edsc::EdscScope<'_>,
                ) -> Lowered<'e> {
                    let e = scope.edsc();
                    $crate::ops::elementwise::lower(op, operands, e)
                }
            }
        )*
    };
}
pub(crate) use elementwise;

impl Elementwise for AddOp {
    const FUNCTION: FloatFunction = FloatFunction::Add;
    const WHAT: &'static str = "operator '+'";
    type Lowered = standard::AddFOp;
    const OF_INTEGERS: Option<OfIntegers> =
        Some(OfIntegers { compute: |x| x[0].wrapping_add(x[1]), build: |x| x[0] + x[1] });
}

impl Elementwise for SubOp {
    const FUNCTION: FloatFunction = FloatFunction::Sub;
    const WHAT: &'static str = "operator '-'";
    type Lowered = standard::SubFOp;
    const OF_INTEGERS: Option<OfIntegers> =
        Some(OfIntegers { compute: |x| x[0].wrapping_sub(x[1]), build: |x| x[0] - x[1] });
}

impl Elementwise for MulOp {
    const FUNCTION: FloatFunction = FloatFunction::Mul;
    const WHAT: &'static str = "operator '*'";
    type Lowered = standard::MulFOp;
    const OF_INTEGERS: Option<OfIntegers> =
        Some(OfIntegers { compute: |x| x[0].wrapping_mul(x[1]), build: |x| x[0] * x[1] });
}

impl Elementwise for DivOp {
    const FUNCTION: FloatFunction = FloatFunction::Div;
    const WHAT: &'static str = "operator '/'";
    type Lowered = standard::DivFOp;
}

impl Elementwise for NegOp {
    const FUNCTION: FloatFunction = FloatFunction::Neg;
    const WHAT: &'static str = "operator '-'";
    type Lowered = standard::NegFOp;
    const OF_INTEGERS: Option<OfIntegers> =
        Some(OfIntegers { compute: |x| x[0].wrapping_neg(), build: |x| -x[0] });
}

elementwise!(AddOp, SubOp, MulOp, DivOp, NegOp);
/// Declares ops on numbers, which booleans alone are not.
macro_rules! refuses_booleans {
    ($($op:ty),* $(,)?) => {
        $(
            impl ElementTypes for $op {
                fn keeps_integers(_: View<'_, Self>) -> bool {
                    <$op as Elementwise>::OF_INTEGERS.is_some()
                }

                fn boolean_operands(_: View<'_, Self>) -> BooleanOperands {
                    BooleanOperands::Refused(<$op as Elementwise>::WHAT)
                }
            }
        )*
    };
}
refuses_booleans!(AddOp, SubOp, MulOp, DivOp, NegOp);

/// The sizes of a result whose operands are broadcast to each other, if they can be, and those that
/// must be equal for that. A size that a caller decides is not repeated, even if it is 1.
pub(crate) fn broadcast_sizes_of(op: OpRef<'_>) -> (Option<Vec<Size>>, Vec<Condition>) {
    let shapes: SmallVec<[Sizes; 2]> =
        op.operands().map(|operand| known_sizes(op.body().value(operand))).collect();
    let mut equalities = Equalities::new(op.context());
    let shapes = shapes.iter().map(|sizes| &sizes[..]);
    let sizes = broadcast_sizes(shapes, |a, b| equalities.may_be_equal(a, b));
    (sizes, equalities.required)
}

/// The type of a result whose operands are broadcast to each other; `what` names the operation.
pub(crate) fn broadcast(op: OpRef<'_>, what: &str) -> Result<Type, Box<Diagnostic>> {
    let ctx = op.context();
    if let (Some(sizes), _) = broadcast_sizes_of(op) {
        return Ok(tensor_of_sizes(ctx, &sizes, Type::F64));
    }
    let values = || op.operands().map(|operand| op.body().value(operand));
    let shapes: Vec<Sizes> = values().map(known_sizes).collect();
    let place = |mut value: ValueRef<'_>| {
        // A cast marks a former call; the position of the passed value is more useful.
        while let Some(cast) = value.defining::<CastOp>() {
            value = cast.input();
        }
        let defined = value.defining_op().map(OpRef::location);
        defined.unwrap_or(Location::UNKNOWN).to_position(ctx)
    };
    let all: Vec<_> = shapes.iter().map(|shape| shown_sizes(op, shape)).collect();
    let all = match all.split_last() {
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    let mut diagnostic = op
        .error(format!("{what} cannot combine shapes {all}"))
        .with_code(Code::ShapeMismatch.text())
        .with_label("shapes do not match");
    for (value, shape) in values().zip(&shapes) {
        diagnostic = diagnostic
            .with_secondary(place(value), format!("this has shape {}", shown_sizes(op, shape)));
    }
    let diagnostic =
        diagnostic.with_note("from the last dimension on, sizes must be equal or one of them 1");
    let fits_transposed = match shapes[..] {
        [ref lhs, ref rhs] if rhs.len() > 1 => {
            let transposed: Sizes = rhs.iter().rev().copied().collect();
            broadcast_sizes([&lhs[..], &transposed], |a, b| a == b).is_some()
        }
        _ => false,
    };
    Err(Box::new(match fits_transposed {
        true => diagnostic.with_help("with `transpose` of one of them they would fit"),
        false => diagnostic,
    }))
}
