//! The common part of tensor constructors: sizes among the arguments.

use std::sync::Arc;

use mlir_lite::edsc::Edsc;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::Call;
use crate::loop_builder::{Lowered, fill, in_memory, target};
use crate::ops::numbers::{checked_sizes, known_sizes_among, numbers};
use crate::sizes::tensor_of_sizes;
use crate::tensor::Tensor;
use crate::tensor::shape::shown;

/// The rule for shapes and valid sizes.
pub(super) const SIZES: &str = "The sizes are whole numbers from 1 on, known when the program is \
    compiled, or lists of such: \
                                `zeros(2, 3)` and `zeros(shape(a))`.";

/// The element type of the result.
pub(super) const DTYPE: &str = "The last argument may be the name of an [element \
    type](#element-types): `zeros(2, 3, i64)`, or `dtype=i64`.";

/// The op, or the conversion of its result to the element type that is given.
pub(super) fn of_element(call: &mut Call<'_, '_>, op: OpId) -> OpId {
    let result = call.result_of(op);
    let converted = call.of_element(result);
    call.builder.body().defining_op(converted).unwrap_or(op)
}

/// The type of the result of an op whose compile-time operands are the sizes.
pub(super) fn infer(op: OpRef<'_>) -> Result<Type, Box<Diagnostic>> {
    let sizes = known_sizes_among(op);
    let known: Vec<i64> = sizes.iter().filter_map(|size| size.known()).collect();
    match checked_sizes(&known) {
        Ok(_) => Ok(tensor_of_sizes(op.context(), &sizes, Type::F64)),
        Err(message) => Err(Box::new(
            op.error(message).with_code(Code::WrongNumber.text()).with_label("of this tensor"),
        )),
    }
}

/// The sizes at run time.
pub(super) fn sizes(
    op: OpRef<'_>,
    inputs: &[Arc<Tensor>],
    first: usize,
) -> Result<Vec<i64>, String> {
    let sizes = numbers(op, inputs, first)?;
    checked_sizes(&sizes)?;
    Ok(sizes)
}

/// The error about a tensor in the place of a number.
pub(super) fn not_a_number(
    op: OpRef<'_>,
    takes: &str,
    found: &[i64],
    label: &'static str,
) -> Box<Diagnostic> {
    Box::new(
        op.error(format!("{takes}, found a tensor of shape {}", shown(found)))
            .with_code(Code::ShapeMismatch.text())
            .with_label(label),
    )
}

/// Memory for the result of `op`, each element of which is a number.
pub(super) fn filled<'e>(e: Edsc<'e>, op: OpId, number: ValueId) -> Lowered<'e> {
    let ty = e.read(|body| target(body, op))?;
    let [number] = in_memory(e, [number])?;
    let ctx = e.context();
    fill(e, ty, |ivs| number.at((ctx.affine_map(ivs.len() as u32, 0, &[]), ivs)))
}
