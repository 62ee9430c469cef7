//! Ops with compile-time operands: numbers that shapes depend on. How they are computed is in
//! [`numbers`](crate::ops::numbers).

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

/// Ops with compile-time operands after their other operands.
#[op_interface]
pub trait CompileTimeOperands {
    /// The number of other operands.
    fn first_number(op: View<'_, Self>) -> usize;

    /// A description of the numbers, for messages: `a size`.
    fn what(op: View<'_, Self>) -> &'static str;

    /// Whether an operand may be a list of numbers, which is equivalent to an operand for each of
    /// them.
    fn takes_lists(_: View<'_, Self>) -> bool {
        false
    }

    /// Whether the numbers are sizes, which a caller may decide.
    fn takes_symbolic_sizes(_: View<'_, Self>) -> bool {
        false
    }

    /// The minimum of a number.
    fn least(_: View<'_, Self>) -> Option<i64> {
        None
    }

    /// A number, by its place among them, that has no meaning, and why.
    fn wrong_number(_: View<'_, Self>, _numbers: &[i64]) -> Option<(usize, &'static str)> {
        None
    }
}

/// Ops with compile-time operands, the last ones, that may depend on loop variables.
#[op_interface]
pub trait ResolveOperands {
    /// The number of operands before them.
    fn first_number(op: View<'_, Self>) -> usize;

    /// Computes the numbers as far as possible, as attributes.
    ///
    /// # Errors
    /// If they cannot be computed sufficiently.
    fn resolve(op: View<'_, Self>) -> Result<Resolution, Box<Diagnostic>>;
}

/// The number of operands before those that are computed at compile time, if an op has such.
pub(crate) fn first_number_of(op: OpRef<'_>) -> Option<usize> {
    let first = op.ask::<dyn CompileTimeOperands, _>(|op| op.first_number());
    first.or_else(|| op.ask::<dyn ResolveOperands, _>(|op| op.first_number()))
}

/// How the numbers of an op are resolved that may depend on loop variables.
#[derive(Debug)]
pub enum Resolution {
    /// They were resolved before.
    Done,
    /// By this change.
    Edit(OpEdit),
    /// All are constants, since the op has [`CompileTimeOperands`].
    Constants,
}
