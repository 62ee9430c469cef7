//! Helpers for interpreting toy ops. The execution of an op is declared with it. Shapes need not be
//! inferred before: values have theirs.

use mlir_lite::interpreter::{Flow, Machine, MemRef, Trap, Value, Values};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::{DYNAMIC, element_count};
use mlir_lite_diagnostics::Diagnostic;

use crate::elements::{Precision, integer, is_integer};
use crate::npy::StoredElement;
use crate::shape::shown;
use crate::tensor::{Compute, Tensor};

/// The size of a tensor in bytes.
pub(crate) fn bytes_of<E>(shape: &[i64]) -> u64 {
    shape.iter().product::<i64>() as u64 * size_of::<E>() as u64
}

/// Writes the elements of a [`Tensor`](crate::tensor::Tensor) into memory, row-major.
pub(crate) fn put_elements(
    m: &mut Machine<'_>,
    memref: &MemRef,
    elements: &[f64],
) -> Result<(), Trap> {
    let mut positions = memref.positions();
    let Some(first) = positions.next() else { return Ok(()) };
    let mut row_major = memref.sizes.iter().zip(&memref.strides).rev();
    let end = row_major.try_fold(1, |end, (size, stride)| (end == *stride).then(|| end * size));
    // An integer is stored as the float of the same bits.
    if end.is_none() || matches!(memref.element, Type::F32 | Type::I8) {
        for (position, &element) in memref.positions().zip(elements) {
            let value = match memref.element {
                ty if is_integer(ty) => Value::index(integer(element)),
                _ => Value::Float(element),
            };
            m.store_element(memref, &position, &value)?;
        }
        return Ok(());
    }
    let address = memref.address(m.context(), &first)?;
    let bytes = m.memory.write(address, size_of_val(elements) as u64)?;
    put(bytes, elements);
    Ok(())
}

/// Writes elements to bytes, in the order of memory.
pub(crate) fn put<E: StoredElement>(bytes: &mut [u8], elements: &[E]) {
    for (bytes, element) in bytes.chunks_exact_mut(size_of::<E>()).zip(elements) {
        element.write_to(bytes);
    }
}

/// Sets an op's only result; its type may be wrong in IR that was written by hand.
pub(crate) fn give(m: &mut Machine<'_>, op: OpRef<'_>, value: Value) -> Result<Flow, Trap> {
    let declared = op.result_types().next().and_then(|ty| ty.shape(op.context()));
    if let (Some(declared), Value::Elements(elements)) = (declared, &value) {
        let is_it = declared.len() == elements.shape.len()
            && declared
                .iter()
                .zip(&elements.shape[..])
                .all(|(&declared, &size)| declared == size || declared == DYNAMIC);
        if !is_it {
            return Err(Trap::new(format!(
                "gives a tensor of shape {}, where its type says {}",
                shown(&elements.shape),
                shown(declared)
            )));
        }
    }
    m.set_results(op, Values::from_elem(value, 1));
    Ok(Flow::Next)
}

/// A tensor, or during lowering the elements of the memory that holds it.
pub(crate) fn tensor_of(m: &Machine<'_>, value: ValueRef<'_>) -> Result<Value, Trap> {
    match m.get(value) {
        Value::MemRef(memref) => {
            let values = memref.positions().map(|position| m.load_element(&memref, &position));
            Ok(Value::elements(&memref.sizes, values.collect::<Result<_, _>>()?))
        }
        tensor => Ok(tensor),
    }
}

/// Implements the interpretation of ops with [`Compute`].
macro_rules! interpreted_by_computing {
    ($($op:ty),* $(,)?) => {
        $(
            impl ::mlir_lite::interpreter::InterpretOp for $op {
                fn interpret<'b>(
                    op: View<'b, Self>,
                    m: &mut ::mlir_lite::interpreter::Machine<'b>,
                ) -> Result<::mlir_lite::interpreter::Flow, ::mlir_lite::interpreter::Trap> {
                    $crate::interpret::run_compute(op, m)
                }
            }
        )*
    };
}
pub(crate) use interpreted_by_computing;

/// Runs an op that computes a tensor from tensors.
pub(crate) fn run_compute<'b>(
    view: impl OpView<'b> + Compute,
    m: &mut Machine<'b>,
) -> Result<Flow, Trap> {
    let op = view.op();
    check_memory(op)?;
    let inputs = op.operands().map(|operand| Tensor::of_elements(m.get(operand).as_elements()?));
    let inputs = inputs.collect::<Result<Vec<_>, Trap>>()?;
    let result = Precision::of(op).rounded(view.compute(&inputs).map_err(Trap::new)?);
    give(m, op, result.into_result_of(op))
}

/// Checks that there is memory for the result of an op; small results are not checked.
fn check_memory(op: OpRef<'_>) -> Result<(), Trap> {
    /// Elements.
    const LITTLE: usize = 1 << 20;
    let shape = op.result_types().next().and_then(|ty| ty.static_shape(op.context()));
    let Some(count) = shape.and_then(element_count).filter(|count| *count > LITTLE) else {
        return Ok(());
    };
    let mut elements: Vec<Value> = Vec::new();
    match elements.try_reserve_exact(count) {
        Ok(()) => Ok(()),
        Err(_) => {
            let bytes = count.saturating_mul(size_of::<f64>());
            let message = format!("cannot allocate {bytes} bytes");
            Err(Trap::reported(Diagnostic::error(op.location().to_position(op.context()), message)))
        }
    }
}
