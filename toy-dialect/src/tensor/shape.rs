//! The shape of an op's result.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use crate::sizes::Condition;

/// Ops whose result's shape follows from those of their operands.
#[op_interface]
pub trait InferShape {
    /// The type of the op's result. All shapes in the types of the operands are known.
    ///
    /// # Errors
    /// If the operands' shapes do not go together; the diagnostic says why.
    fn infer_type(op: View<'_, Self>) -> Result<Type, Box<Diagnostic>>;

    /// Whether sizes of the operands may be decided by a caller: the rule holds for them, and loops
    /// for them are built.
    fn takes_symbolic_sizes(_: View<'_, Self>) -> bool {
        false
    }

    /// The conditions on sizes that depend on a caller's decision.
    fn required(_: View<'_, Self>) -> Vec<Condition> {
        Vec::new()
    }
}

/// The shape of a tensor, which is known. Sizes that a caller decides are
/// [`DYNAMIC`](mlir_lite::types::DYNAMIC).
pub(crate) fn known_shape(tensor: ValueRef<'_>) -> &[i64] {
    tensor.ty().shape(tensor.context()).unwrap_or_default()
}

/// The dimension that a number means among `rank` ones: it may be counted from the last one back.
pub(crate) fn place(rank: usize, number: i64) -> Option<usize> {
    let from_start = if number < 0 { number.saturating_add(rank as i64) } else { number };
    usize::try_from(from_start).ok().filter(|place| *place < rank)
}

/// A shape in the Toy language's syntax: `<2, 3>`, and `<>` for a number. A size that a caller
/// decides is `?`.
pub(crate) fn shown(shape: &[i64]) -> String {
    let shown = |size: &i64| if *size < 0 { "?".to_owned() } else { size.to_string() };
    let sizes: Vec<_> = shape.iter().map(shown).collect();
    format!("<{}>", sizes.join(", "))
}
