//! `toy.floor_div` and `toy.rem`: the division that rounds down, and its remainder.
//!
//! Both start from the remainder of C's `fmod`, which is exact, as Python and NumPy do: `1 // 0.1`
//! is 9, although `1 / 0.1` is rounded to 10.

use crate::ops::families::Binary;
use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf::edsc::ScfEdsc;
use mlir_lite::dialects::standard::{
    AbsFOp, CopySignOp, FloorFOp, FmaFOp, ShiftRightSignedOp, TruncOp,
};
use mlir_lite::edsc::{EdscScope, Expr};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::constant::ConstantOp;
use super::elementwise::{WorksElementwise, broadcasting};
use crate::loop_builder::{Affine, Lowered, elementwise};
use crate::tensor::elements::{
    BooleanOperands, Element, ElementTypes, Elements, Gives, elements_of,
};
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor, combine};

/// The quotient rounded down, element by element. By 0 it is what division gives.
#[op(
    family = Binary,
    name = "toy.floor_div",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct FloorDivOp;

/// The remainder of the division that rounds down, element by element. It has the sign of the
/// divisor, also if it is 0.
#[op(
    family = Binary,
    name = "toy.rem",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct RemOp;

broadcasting!(FloorDivOp, "operator '//'");
broadcasting!(RemOp, "operator '%'");

/// Declares what both ops do with elements.
macro_rules! divides {
    ($($op:ty: $what:expr),*) => {
        $(
            impl ElementTypes for $op {
                fn gives(_: View<'_, Self>) -> Gives {
                    Gives::Rounded
                }

                fn keeps_integers(_: View<'_, Self>) -> bool {
                    true
                }

                fn boolean_operands(_: View<'_, Self>) -> BooleanOperands {
                    BooleanOperands::Refused($what)
                }

                fn divisor(_: View<'_, Self>) -> Option<usize> {
                    Some(1)
                }
            }
        )*
    };
}
divides!(FloorDivOp: "operator '//'", RemOp: "operator '%'");

/// 2^52, below which the whole parts of quotients are exact.
const LARGEST_QUOTIENT: f64 = 4_503_599_627_370_496.0;

/// The quotient of integers rounded down. The divisor was checked: only integers that are not used
/// are divided by 0.
fn quotient(a: i64, b: i64) -> i64 {
    let (quotient, rest) = (a.checked_div(b), a.checked_rem(b));
    let is_above = rest.is_some_and(|rest| rest != 0 && (rest < 0) != (b < 0));
    quotient.map_or(a.wrapping_neg(), |quotient| quotient - i64::from(is_above))
}

fn remainder(a: i64, b: i64) -> i64 {
    a.wrapping_sub(quotient(a, b).wrapping_mul(b))
}

/// The quotient of integers rounded towards 0, their remainder, and whether the quotient is above
/// the one rounded down. The divisor is not -1, whose quotient may be out of range.
fn divided<'e>(x: Expr<'e>, y: Expr<'e>) -> [Expr<'e>; 3] {
    let quotient = x / y;
    let rest = x - quotient * y;
    let is_above = rest.ne(0) & (rest ^ y).lt(0);
    [quotient, rest, is_above]
}

/// The divisor, or 1 for -1, and whether it is -1.
fn divisor<'e>(y: Expr<'e>) -> (Expr<'e>, Expr<'e>) {
    let is_minus_one = y.eq(-1);
    let one = y.builder().i64(1);
    (is_minus_one.select(one, y), is_minus_one)
}

/// The number k of a divisor 2^k that is one integer, and known.
fn power_of_two(body: &Body, divisor: ValueId) -> Option<i64> {
    let known = ConstantOp::defining(body, divisor)?.on(body).value();
    let Elements::I64(numbers) = elements_of(body.context(), &known.dense(body.context())?)? else {
        return None;
    };
    let &[number] = &numbers[..] else { return None };
    (number > 0 && number.count_ones() == 1).then(|| i64::from(number.trailing_zeros()))
}

impl Compute for FloorDivOp {
    fn compute(_: FloorDivOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        if inputs.first().is_some_and(|input| input.element() == Element::I64) {
            return combine(inputs, |[a, b]: [i64; 2]| quotient(a, b));
        }
        combine(inputs, |[a, b]: [f64; 2]| {
            let rest = a % b;
            let steps = (a - rest) / b;
            let signs_differ = rest != 0.0 && (b < 0.0) != (rest < 0.0);
            let steps = if signs_differ { steps - 1.0 } else { steps };
            // The difference above is rounded, so the quotient may be off by a little.
            let down = steps.floor();
            let down = if steps - down > 0.5 { down + 1.0 } else { down };
            match (b == 0.0, steps == 0.0) {
                (true, _) => a / b,
                (_, true) => 0.0_f64.copysign(a / b),
                _ => down,
            }
        })
    }
}

impl Compute for RemOp {
    fn compute(_: RemOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        if inputs.first().is_some_and(|input| input.element() == Element::I64) {
            return combine(inputs, |[a, b]: [i64; 2]| remainder(a, b));
        }
        combine(inputs, |[a, b]: [f64; 2]| {
            let rest = a % b;
            let signs_differ = (b < 0.0) != (rest < 0.0);
            match (rest == 0.0, signs_differ) {
                (true, _) => 0.0_f64.copysign(b),
                (_, true) => rest + b,
                _ => rest,
            }
        })
    }
}

/// Whether exactly one of two numbers is below 0.
fn signs_differ<'e>(x: Expr<'e>, y: Expr<'e>) -> Expr<'e> {
    let zero = x.builder().f64(0.0);
    x.lt(zero) ^ y.lt(zero)
}

/// The remainder of C's `fmod`. Most quotients are far below 2^52: the one that is rounded is then
/// the true one, or the next whole number, and the fused multiply-add is exact. Others take the
/// function, which is as exact and takes several times as long.
fn truncated_rest<'e>(x: Expr<'e>, y: Expr<'e>) -> Expr<'e> {
    let e = x.builder();
    let quotient = x / y;
    let size = e.op::<AbsFOp>(quotient);
    let is_small = size.lt(e.f64(LARGEST_QUOTIENT));
    e.if_else(
        is_small,
        &[Type::F64],
        || {
            let whole = e.op::<TruncOp>(quotient);
            let rest = e.op::<FmaFOp>([-whole, y, x]);
            let divisor = e.op::<AbsFOp>(y);
            let back = rest + e.op::<CopySignOp>([divisor, x]);
            let is_beyond = rest.ne(e.f64(0.0)) & signs_differ(rest, x);
            let rest = is_beyond.select(back, rest);
            size.lt(e.f64(1.0)).select(x, rest)
        },
        // One iteration, which LLVM does not know: it runs what is not a loop in all cases.
        || {
            let divisor = e.op::<AbsFOp>(y);
            let is_more = |rest: &Expr<'e>| e.op::<AbsFOp>(*rest).ge(divisor);
            let rest = e.while_loop(x, is_more, |rest| rest % y);
            y.ne(y).select(y, rest)
        },
    )
}

impl LowerTo<Affine> for FloorDivOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let power = e.read(|body| power_of_two(body, op.rhs(body)));
        elementwise(e, op.id(), [operands.lhs(), operands.rhs()], |[x, y]| {
            if let Some(power) = power {
                return e.op::<ShiftRightSignedOp>([x, e.i64(power)]);
            }
            if !x.is_float() {
                let (y, is_minus_one) = divisor(y);
                let [quotient, _, is_above] = divided(x, y);
                let down = is_above.select(quotient - 1, quotient);
                return is_minus_one.select(-x, down);
            }
            let [zero, half, one] = [0.0, 0.5, 1.0].map(|value| e.f64(value));
            let rest = truncated_rest(x, y);
            let steps = (x - rest) / y;
            let less = steps - one;
            let lowered = signs_differ(y, rest).select(less, steps);
            let steps = rest.eq(zero).select(steps, lowered);
            let down = e.op::<FloorFOp>(steps);
            let is_above = (steps - down).gt(half);
            let down = is_above.select(down + one, down);
            let quotient = x / y;
            let signed_zero = e.op::<CopySignOp>([zero, quotient]);
            let down = steps.eq(zero).select(signed_zero, down);
            y.eq(zero).select(quotient, down)
        })
    }
}

impl LowerTo<Affine> for RemOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let power = e.read(|body| power_of_two(body, op.rhs(body)));
        elementwise(e, op.id(), [operands.lhs(), operands.rhs()], |[x, y]| {
            if let Some(power) = power {
                return x & ((1_i64 << power) - 1);
            }
            if !x.is_float() {
                let (y, _) = divisor(y);
                let [_, rest, is_above] = divided(x, y);
                return is_above.select(rest + y, rest);
            }
            let zero = e.f64(0.0);
            let rest = truncated_rest(x, y);
            let moved = rest + y;
            let result = signs_differ(y, rest).select(moved, rest);
            let signed_zero = e.op::<CopySignOp>([zero, y]);
            rest.eq(zero).select(signed_zero, result)
        })
    }
}
