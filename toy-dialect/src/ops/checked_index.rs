//! `toy.checked_index`: an index that is known to be in range from here on.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::accesses::OutOfRange;

/// Ends the program if the elements from an index on are not in a dimension of `size`; the result is the index.
///
/// It checks one element, or with `count` so many. `at` is the place of the access in the source, as
/// `file:line:column`. Accesses use the result, so they come after the check. As an op of unknown effects it is neither
/// removed nor moved across what has an effect.
///
/// ```mlir
/// %1 = toy.checked_index %0 in 12 at "f.toy:3:9"
/// %3 = toy.checked_index %2 for 4 in 12 at "f.toy:4:9"
/// ```
#[op(
    name = "toy.checked_index",
    hooks(InterpretOp),
    format = "$index (`for` $count^)? `in` $size `at` $at attr-dict"
)]
pub struct CheckedIndexOp {
    #[operand]
    index: Index,
    #[attr]
    count: Optional<I64Attr>,
    #[attr]
    size: I64Attr,
    #[attr]
    at: StrAttr,
    #[result]
    result: Index,
}

impl CheckedIndexOp {
    /// Builds the check of the elements that an access takes from `index` on: a single one without a count.
    pub(crate) fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        index: ValueId,
        size: i64,
        count: Option<i64>,
        at: &str,
    ) -> ValueId {
        let ctx = builder.context().clone();
        let count = count.map(|count| ctx.i64_attr(count));
        let (size, at) = (ctx.i64_attr(size), ctx.string_attr(at));
        Self::build(builder, location, index, count, size, at).result(builder.body())
    }

    /// What is wrong if the index is this one.
    pub(crate) fn failure(op: OpRef<'_>, first: i64) -> Option<OutOfRange> {
        let ctx = op.context();
        let number = |name| op.attr_named(name).and_then(|number| number.as_i64(ctx));
        let (count, size) = (number("count").unwrap_or(-1), number("size").unwrap_or(0));
        let at = op.attr_named("at").and_then(|at| at.as_str(ctx)).unwrap_or_default().to_owned();
        (!OutOfRange::is_in_range(first, count, size)).then_some(OutOfRange { at, first, count, size })
    }
}

impl InterpretOp for CheckedIndexOp {
    fn interpret<'b>(op: CheckedIndexOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let op = op.op();
        let index = m.get(op.operand(0)).as_int()? as i64;
        if let Some(wrong) = CheckedIndexOp::failure(op, index) {
            return Err(Trap::said(wrong.diagnostic()));
        }
        m.set(op, 0, Value::Int(index as u64 as u128));
        Ok(Flow::Next)
    }
}
