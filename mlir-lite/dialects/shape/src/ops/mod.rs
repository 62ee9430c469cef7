//! The ops, each with its checks, folds and semantics.
//!
//! | file | what it is |
//! |---|---|
//! | `sizes.rs` | numbers, and arithmetic on them |
//! | `extents.rs` | the parts of a shape, and shapes of parts |
//! | `values.rs` | shapes of values, and values with a shape |
//! | `combined.rs` | broadcasts, and what shapes have in common |
//! | `constraints.rs` | constraints, witnesses, and regions that rely on them |
//! | `reduce.rs` | a loop over a shape |
//! | `functions.rs` | functions that compute shapes, and libraries of them |
//! | `known.rs` | shapes that are known when a program is compiled |
//! | `lowering.rs` | the target of lowerings, and helpers that they share |
//! | `operands.rs` | patterns on lists of shapes |

pub(crate) mod combined;
pub(crate) mod constraints;
pub(crate) mod extents;
pub(crate) mod functions;
pub(crate) mod known;
pub(crate) mod lowering;
mod operands;
pub(crate) mod reduce;
pub(crate) mod sizes;
pub(crate) mod values;

pub use combined::*;
pub use constraints::*;
pub use extents::*;
pub use functions::*;
pub use lowering::Extents;
pub use reduce::*;
pub use sizes::*;
pub use values::*;

use crate::kinds::{ShapeType, SizeType, may_be_error};
use mlir_lite::ir::prelude::*;
use std::marker::PhantomData;

/// Reports a shape that drops errors of the operands.
pub(crate) fn verify_shape(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    verify_hands_on::<ShapeType>(op, "shape", diagnostics);
}

fn verify_hands_on<T: TypeConstraint>(op: OpRef<'_>, ty: &str, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let may_fail = op.operand_types().any(|ty| may_be_error(ctx, ty));
    if may_fail && op.result_types().any(|ty| !T::matches(ctx, ty)) {
        diagnostics.error(op.op_error(format_args!(
            "if at least one of the operands can hold error values then the result must be of type \
                `{ty}` to propagate them"
        )));
    }
}

/// Whether all types are sizes or indices: results may be either.
pub(crate) fn are_sizes(ctx: &Context, inferred: &[Type], found: &[Type]) -> bool {
    let is_size = |ty: &Type| crate::SizeOrIndex::matches(ctx, *ty);
    inferred.len() == found.len() && inferred.iter().chain(found).all(is_size)
}

/// Stands for ops whose result is a size: one that may be an error if an operand may be.
pub(crate) struct SizeResult<O>(PhantomData<O>);

impl<O: OpDefinition> OpModel for SizeResult<O> {
    type Op = O;
}

impl<O: OpDefinition> VerifyOp for SizeResult<O> {
    fn verify(op: View<'_, O>, diagnostics: &mut Diagnostics) {
        verify_hands_on::<SizeType>(op.op(), "size", diagnostics);
    }
}

impl<O: OpDefinition> InferTypes for SizeResult<O> {
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
        let ctx = op.context();
        let may_fail = op.operand_types().iter().any(|&ty| may_be_error(ctx, ty));
        Ok([if may_fail { SizeType::get(ctx) } else { Type::INDEX }].into())
    }

    fn are_compatible(ctx: &Context, inferred: &[Type], found: &[Type]) -> bool {
        are_sizes(ctx, inferred, found)
    }
}

pub(crate) fn register_ops(dialect: &mut DialectRegistration<'_>) {
    register_sizes(dialect);
    register_extents(dialect);
    register_values(dialect);
    register_combined(dialect);
    register_constraints(dialect);
    register_reduce(dialect);
    register_functions(dialect);
}
