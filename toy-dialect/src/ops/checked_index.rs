//! `toy.checked_index`: a run-time check of an index.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::messages::out_of_range::OutOfRange;

/// Ends the program if the elements from an index on are not in a dimension of `size`, or of
/// `length` where a caller decides the size; the result is the index.
///
/// It checks one element, or with `count` this number of elements. `at` is the position of the
/// access in the source, as `file:line:column`. Accesses use the result, so they come after the
/// check. As an op of unknown effects it is neither removed nor moved across ops with effects.
///
/// ```mlir
/// %1 = toy.checked_index %0 in 12 at "f.toy:3:9"
/// %3 = toy.checked_index %2 for 4 in 12 at "f.toy:4:9"
/// %5 = toy.checked_index %4 in %n at "f.toy:5:9"
/// ```
#[op(
    name = "toy.checked_index",
    implements(InterpretOp),
    format = "$index (`for` $count^)? `in` ($size^)? ($length^)? `at` $at attr-dict"
)]
pub struct CheckedIndexOp {
    #[operand]
    index: Index,
    #[operand]
    length: Optional<Index>,
    #[attr(typed)]
    count: Optional<I64Attr>,
    #[attr(typed)]
    size: Optional<I64Attr>,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: Index,
}

impl CheckedIndexOpRef<'_> {
    /// The error if the index is this one, in a dimension of this size.
    fn failure(self, first: i64, size: i64) -> Option<OutOfRange> {
        let count = self.count().unwrap_or(OutOfRange::ONE_ELEMENT);
        let is_in_range = OutOfRange::is_in_range(first, count, size);
        (!is_in_range).then(|| OutOfRange { at: self.at(), first, count, size })
    }
}

impl InterpretOp for CheckedIndexOp {
    fn interpret<'b>(op: CheckedIndexOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let index = m.get(op.index()).as_int()? as i64;
        let size = match (op.size(), op.length()) {
            (Some(size), _) => size,
            (None, Some(length)) => m.get(length).as_int()? as i64,
            (None, None) => return Err(Trap::malformed()),
        };
        if let Some(wrong) = op.failure(index, size) {
            return Err(Trap::reported(wrong.diagnostic()));
        }
        m.set_result(op.result(), Value::Int(index as u64 as u128))
    }
}
