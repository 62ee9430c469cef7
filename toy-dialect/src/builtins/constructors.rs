//! The common part of tensor constructors: sizes among the arguments.

use std::sync::Arc;

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::Call;
use crate::ops::numbers::{checked_sizes, known_numbers, numbers};
use crate::tensor::Tensor;

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
    let sizes = known_numbers(op);
    match checked_sizes(&sizes) {
        Ok(sizes) => Ok(op.context().tensor_type(sizes, Type::F64)),
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
