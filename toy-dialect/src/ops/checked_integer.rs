//! `toy.checked_integer` and `toy.checked_divisor`: numbers of integers, with run-time checks.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::messages::out_of_range::OutOfRange;

/// A float as an integer of 64 bits, rounded towards 0; with `exact` it must be a whole number. A
/// number that is not in the range of these integers ends the program.
///
/// `at` is the place in the source, as `file:line:column`. As an op of unknown effects it is
/// neither removed nor moved across what has an effect.
///
/// ```mlir
/// %1 = toy.checked_integer %0 at "f.toy:3:9" {exact}
/// ```
#[op(name = "toy.checked_integer", implements(InterpretOp), format = "$number `at` $at attr-dict")]
pub struct CheckedIntegerOp {
    #[operand]
    number: F64,
    #[attr]
    exact: Optional<UnitAttr>,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: I64,
}

impl InterpretOp for CheckedIntegerOp {
    fn interpret<'b>(op: CheckedIntegerOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let number = m.get(op.number()).as_float()?;
        match OutOfRange::integer_of(number, op.exact().is_some(), || op.at()) {
            Ok(integer) => m.set_result(op.result(), Value::index(integer)),
            Err(wrong) => Err(Trap::reported(wrong.diagnostic())),
        }
    }
}

/// An integer by which others are divided. If it is 0, the program ends.
///
/// ```mlir
/// %1 = toy.checked_divisor %0 at "f.toy:3:9"
/// ```
#[op(name = "toy.checked_divisor", implements(InterpretOp), format = "$number `at` $at attr-dict")]
pub struct CheckedDivisorOp {
    #[operand]
    number: I64,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: I64,
}

impl InterpretOp for CheckedDivisorOp {
    fn interpret<'b>(op: CheckedDivisorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let number = m.get(op.number());
        match number.as_index()? {
            0 => Err(Trap::reported(OutOfRange::division_by_zero(op.at()).diagnostic())),
            _ => m.set_result(op.result(), number),
        }
    }
}
