//! `toy.bit_and`, `toy.bit_or`, `toy.bit_xor`, `toy.bit_not`, `toy.shift_left` and
//! `toy.shift_right`: operations on the bits of integers, and on booleans.
//!
//! Booleans may be numbers 1 and 0, as comparisons give them: see [`booleans`](crate::shapes).
//! Shape inference refuses all other floats. A number of places that is not from 0 to 63 moves all
//! bits out, as in NumPy.

use crate::ops::families::{Binary, Unary};
use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard;
use mlir_lite::edsc::{EdscScope, Expr};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::elementwise::{WorksElementwise, broadcasting};
use super::logic::boolean_of;
use crate::loop_builder::{Affine, Lowered, boolean, elementwise, is_not_zero};
use crate::tensor::elements::{BitOperands, BooleanOperands, Element, ElementTypes};
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor, combine};

/// The bits that both integers have, element by element, or whether both booleans are true.
#[op(
    family = Binary,
    name = "toy.bit_and",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct BitAndOp;

/// The bits that one of two integers has, element by element, or whether one boolean is true.
#[op(
    family = Binary,
    name = "toy.bit_or",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct BitOrOp;

/// The bits in which integers differ, element by element, or whether booleans differ.
#[op(
    family = Binary,
    name = "toy.bit_xor",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct BitXorOp;

/// The bits that an integer does not have, element by element, or whether a boolean is false.
#[op(family = Unary, name = "toy.bit_not", implements(ElementTypes))]
pub struct BitNotOp;

/// Integers with their bits at places that are higher by a number, element by element. The lowest
/// bits are 0.
#[op(
    family = Binary,
    name = "toy.shift_left",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct ShiftLeftOp;

/// Integers with their bits at places that are lower by a number, element by element. The highest
/// bits are that of the sign.
#[op(
    family = Binary,
    name = "toy.shift_right",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct ShiftRightOp;

/// How an op treats booleans: beside integers they are 1 and 0, and comparisons beside booleans of
/// a byte each become such.
fn booleans_beside(op: OpRef<'_>) -> BooleanOperands {
    let elements = op.operand_types().map(|ty| Element::of(op.context(), ty));
    let (mut has_booleans, mut has_integers) = (false, false);
    for element in elements {
        has_booleans |= element == Element::Bool;
        has_integers |= element != Element::Bool && element.is_integer();
    }
    match (has_integers, has_booleans) {
        (true, _) => BooleanOperands::Numbers,
        (false, true) => BooleanOperands::Wanted,
        (false, false) => BooleanOperands::Kept,
    }
}

/// Declares ops on the bits of integers, and on booleans.
macro_rules! on_bits {
    ($($op:ty: $sign:literal),*) => {
        $(
            broadcasting!($op, concat!("operator '", $sign, "'"));

            impl ElementTypes for $op {
                fn keeps_integers(_: View<'_, Self>) -> bool {
                    true
                }

                fn boolean_operands(op: View<'_, Self>) -> BooleanOperands {
                    booleans_beside(op.op())
                }

                fn bit_operands(_: View<'_, Self>) -> Option<BitOperands> {
                    Some(BitOperands { sign: $sign, takes_booleans: true })
                }
            }
        )*
    };
}
on_bits!(BitAndOp: "&", BitOrOp: "|", BitXorOp: "^", BitNotOp: "~");

/// Declares ops that shift integers. Booleans become 1 and 0.
macro_rules! shifts {
    ($($op:ty: $sign:literal, $compute:expr, $build:expr);*) => {
        $(
            broadcasting!($op, concat!("operator '", $sign, "'"));

            impl ElementTypes for $op {
                fn keeps_integers(_: View<'_, Self>) -> bool {
                    true
                }

                fn bit_operands(_: View<'_, Self>) -> Option<BitOperands> {
                    Some(BitOperands { sign: $sign, takes_booleans: false })
                }
            }

            impl Compute for $op {
                fn compute(_: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
                    if !are_integers(inputs) {
                        return Err(concat!("operator '", $sign, "' takes integers").to_owned());
                    }
                    combine(inputs, |[a, places]: [i64; 2]| $compute(a, places))
                }
            }

            impl LowerTo<Affine> for $op {
                fn lower<'e>(
                    op: Self,
                    operands: Adaptor<'_, Self>,
                    scope: &'e mut EdscScope<'_>,
                ) -> Lowered<'e> {
                    let e = scope.edsc();
                    let operands = [operands.lhs(), operands.rhs()];
                    elementwise(e, op.id(), operands, |[x, places]| $build(x, places))
                }
            }
        )*
    };
}
shifts!(
    ShiftLeftOp: "<<", shifted_left, build_left;
    ShiftRightOp: ">>", shifted_right, build_right
);

/// The number of places that an integer is shifted by; none if all bits are moved out.
fn places_of(places: i64) -> Option<u32> {
    u32::try_from(places).ok().filter(|places| *places < i64::BITS)
}

fn shifted_left(a: i64, places: i64) -> i64 {
    places_of(places).map_or(0, |places| a << places)
}

fn shifted_right(a: i64, places: i64) -> i64 {
    a >> places_of(places).unwrap_or(i64::BITS - 1)
}

/// The number of places modulo 64, and whether that is the number.
fn low_places<'e>(places: Expr<'e>) -> (Expr<'e>, Expr<'e>) {
    let low = places & i64::from(i64::BITS - 1);
    (low, low.eq(places))
}

fn build_left<'e>(x: Expr<'e>, places: Expr<'e>) -> Expr<'e> {
    let (low, is_inside) = low_places(places);
    let shifted = x.builder().op::<standard::ShiftLeftOp>([x, low]);
    let zero = x.builder().i64(0);
    is_inside.select(shifted, zero)
}

fn build_right<'e>(x: Expr<'e>, places: Expr<'e>) -> Expr<'e> {
    let (low, is_inside) = low_places(places);
    let most = x.builder().i64(i64::from(i64::BITS - 1));
    x.builder().op::<standard::ShiftRightSignedOp>([x, is_inside.select(low, most)])
}

/// Whether operands, which have one type, are integers.
fn are_integers(inputs: &[Arc<Tensor>]) -> bool {
    inputs.first().is_some_and(|input| input.element() == Element::I64)
}

/// Implements the computation of an op, by its sign for integers and a function of booleans.
macro_rules! bits {
    ($($op:ty: $sign:tt, $booleans:expr);*) => {
        $(
            impl Compute for $op {
                fn compute(_: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
                    match are_integers(inputs) {
                        true => combine(inputs, |[a, b]: [i64; 2]| a $sign b),
                        false => boolean_of(inputs, $booleans),
                    }
                }
            }

            impl LowerTo<Affine> for $op {
                fn lower<'e>(
                    op: Self,
                    operands: Adaptor<'_, Self>,
                    scope: &'e mut EdscScope<'_>,
                ) -> Lowered<'e> {
                    let e = scope.edsc();
                    let operands = [operands.lhs(), operands.rhs()];
                    elementwise(e, op.id(), operands, |[x, y]| match x.ty() {
                        Type::I64 => x $sign y,
                        ty => boolean(is_not_zero(x) $sign is_not_zero(y), ty),
                    })
                }
            }
        )*
    };
}
bits!(BitAndOp: &, |[a, b]| a && b; BitOrOp: |, |[a, b]| a || b; BitXorOp: ^, |[a, b]| a != b);

impl Compute for BitNotOp {
    fn compute(_: BitNotOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        match are_integers(inputs) {
            true => combine(inputs, |[a]: [i64; 1]| !a),
            false => boolean_of(inputs, |[a]| !a),
        }
    }
}

impl LowerTo<Affine> for BitNotOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        elementwise(e, op.id(), [operands.input()], |[x]| match x.ty() {
            Type::I64 => x ^ -1,
            ty => boolean(x.eq(0), ty),
        })
    }
}
