//! Evaluates affine maps for the interpreter. The execution of an op is declared with it.

use super::operands::MapOperands;
use mlir_lite::interpreter::{Machine, Trap};
use smallvec::SmallVec;

/// The trap for an affine expression without a value.
pub(super) fn not_defined() -> Trap {
    Trap::new("the value of an affine expression is not defined")
}

/// The values of a map's results.
pub(super) fn evaluate(m: &Machine<'_>, at: &MapOperands) -> Result<SmallVec<[i64; 4]>, Trap> {
    let ctx = m.context();
    let operands = m.indices(at.operands.iter().copied())?;
    let dims = at.map.data(ctx).dims as usize;
    let (dims, symbols) = operands.split_at(dims.min(operands.len()));
    let results = at.map.results(ctx).iter();
    results.map(|result| result.evaluate(ctx, dims, symbols).ok_or_else(not_defined)).collect()
}
