//! Enumerates the iterations of loops of several dimensions, for the interpreter.

use mlir_lite::interpreter::Trap;
use smallvec::SmallVec;

/// Calls `visit` with the points of a box, the last coordinate fastest: as a nest of loops does, of
/// which one without iterations hides the steps of those in it.
pub(super) fn for_each_point(
    lower: &[i64],
    upper: &[i64],
    step: &[i64],
    mut visit: impl FnMut(&[i64]) -> Result<(), Trap>,
) -> Result<(), Trap> {
    for ((lower, upper), &step) in lower.iter().zip(upper).zip(step) {
        if step <= 0 {
            return Err(Trap::new("a step of the loop is not positive"));
        }
        if lower >= upper {
            return Ok(());
        }
    }
    let mut at: SmallVec<[i64; 4]> = lower.into();
    loop {
        visit(&at)?;
        let advances = |&i: &usize| at[i].checked_add(step[i]).is_some_and(|next| next < upper[i]);
        let Some(dim) = (0..at.len()).rev().find(advances) else { return Ok(()) };
        at[dim] += step[dim];
        at[dim + 1..].copy_from_slice(&lower[dim + 1..]);
    }
}
