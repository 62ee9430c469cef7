//! `toy.checked_number`: a number that becomes an index, with a run-time check.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::messages::out_of_range::OutOfRange;

/// The index that a number means in a dimension of `size`: a whole number that is counted from the
/// first element, or from the last one back if it is below 0. Any other number ends the program.
///
/// `at` is the place of the access in the source, as `file:line:column`. As an op of unknown
/// effects it is neither removed nor moved across what has an effect.
///
/// ```mlir
/// %1 = toy.checked_number %0 in 12 at "f.toy:3:9"
/// ```
#[op(
    name = "toy.checked_number",
    implements(InterpretOp),
    format = "$number `in` $size `at` $at attr-dict"
)]
pub struct CheckedNumberOp {
    #[operand]
    number: F64,
    #[attr(typed)]
    size: I64Attr,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: Index,
}

impl InterpretOp for CheckedNumberOp {
    fn interpret<'b>(op: CheckedNumberOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let number = m.get(op.number()).as_float()?;
        match OutOfRange::index_of(number, op.size(), || op.at()) {
            Ok(index) => m.set_result(op.result(), Value::Int(index as u64 as u128)),
            Err(wrong) => Err(Trap::reported(wrong.diagnostic())),
        }
    }
}
