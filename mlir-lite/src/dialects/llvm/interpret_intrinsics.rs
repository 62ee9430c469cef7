//! What LLVM's intrinsics on integers of up to 64 bits do, powers of floats, and those that only tell LLVM something, for the interpreter.

use super::*;
use crate::dialects::std::interpret_numbers::power_of_float;
use crate::interpreter::{EvaluatorTable, Flow, Machine, Trap, Value};
use crate::ir::prelude::*;

pub(super) const EVALUATORS: &EvaluatorTable = &[
    (&[LifetimeStartOp::NAME, LifetimeEndOp::NAME, PrefetchOp::NAME, DebugTrapOp::NAME], |_, _| {
        Ok(Flow::Next)
    }),
    (&[TrapOp::NAME], |_, _| Err(Trap::new("the program traps"))),
    (&[ExpectOp::NAME], |m, op| {
        let value = m.get(op.operand(0));
        m.set(op, 0, value);
        Ok(Flow::Next)
    }),
    (&[PowIOp::NAME], power_of_float),
    (&[SAddSatOp::NAME], |m, op| saturated(m, op, true, |a, b| a + b)),
    (&[UAddSatOp::NAME], |m, op| saturated(m, op, false, |a, b| a + b)),
    (&[SSubSatOp::NAME], |m, op| saturated(m, op, true, |a, b| a - b)),
    (&[USubSatOp::NAME], |m, op| saturated(m, op, false, |a, b| a - b)),
    (&[SAddWithOverflowOp::NAME], |m, op| overflowing(m, op, true, |a, b| a + b)),
    (&[UAddWithOverflowOp::NAME], |m, op| overflowing(m, op, false, |a, b| a + b)),
    (&[SSubWithOverflowOp::NAME], |m, op| overflowing(m, op, true, |a, b| a - b)),
    (&[USubWithOverflowOp::NAME], |m, op| overflowing(m, op, false, |a, b| a - b)),
    (&[SMulWithOverflowOp::NAME], |m, op| overflowing(m, op, true, i128::wrapping_mul)),
    (&[UMulWithOverflowOp::NAME], |m, op| overflowing(m, op, false, i128::wrapping_mul)),
];

/// The operands as numbers, and the smallest and largest number of their type.
fn numbers(m: &Machine<'_>, op: OpRef<'_>, signed: bool) -> Result<([i128; 2], [i128; 2]), Trap> {
    let ty = op.body().ty(op.operand(0));
    let width = ty.bit_width(m.context()).filter(|width| (1..=64).contains(width));
    let width = width.ok_or_else(|| {
        Trap::new("cannot be interpreted: the op on other types than integers of up to 64 bits")
    })?;
    let number = |index: usize| -> Result<i128, Trap> {
        let bits = m.get(op.operand(index)).as_int()?;
        Ok(if signed { ((bits << (128 - width)) as i128) >> (128 - width) } else { bits as i128 })
    };
    let range = if signed { [-(1 << (width - 1)), (1 << (width - 1)) - 1] } else { [0, (1 << width) - 1] };
    Ok(([number(0)?, number(1)?], range))
}

/// The bits of a number in the width of a range.
fn bits(number: i128, [low, high]: [i128; 2]) -> Value {
    Value::Int(number as u128 & (high - low) as u128)
}

fn saturated(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    signed: bool,
    f: fn(i128, i128) -> i128,
) -> Result<Flow, Trap> {
    let ([a, b], range) = numbers(m, op, signed)?;
    m.set(op, 0, bits(f(a, b).clamp(range[0], range[1]), range));
    Ok(Flow::Next)
}

/// The result as far as it fits, and whether it does not.
fn overflowing(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    signed: bool,
    f: fn(i128, i128) -> i128,
) -> Result<Flow, Trap> {
    let ([a, b], range) = numbers(m, op, signed)?;
    let result = f(a, b);
    let fits = (range[0]..=range[1]).contains(&result);
    m.set(op, 0, Value::aggregate(vec![bits(result, range), Value::bool(!fits)]));
    Ok(Flow::Next)
}
