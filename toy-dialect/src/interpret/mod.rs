//! Helpers for interpreting toy ops. The execution of an op is declared with it. Shapes need not be
//! inferred before: values have theirs.

pub(crate) mod host_tensors;

use mlir_lite::interpreter::{Flow, Machine, MemRef, Trap, Value, Values};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::DYNAMIC;
use std::sync::Arc;

use crate::messages::out_of_range::Failure;
use crate::npy::StoredElement;
use crate::tensor::Tensor;
use crate::tensor::element_list::for_elements;
use crate::tensor::elements::{Element, Elements};
use crate::tensor::promotion::computed;
use crate::tensor::shape::shown;

/// The size of a tensor in bytes.
pub(crate) fn bytes_of<E>(shape: &[i64]) -> u64 {
    shape.iter().product::<i64>() as u64 * size_of::<E>() as u64
}

/// Writes the elements of a tensor into memory, row-major.
pub(crate) fn put_elements(
    m: &mut Machine<'_>,
    memref: &MemRef,
    tensor: &Tensor,
) -> Result<(), Trap> {
    let elements = &tensor.elements;
    let mut positions = memref.positions();
    let Some(first) = positions.next() else { return Ok(()) };
    let mut row_major = memref.sizes.iter().zip(&memref.strides).rev();
    let end = row_major.try_fold(1, |end, (size, stride)| (end == *stride).then(|| end * size));
    if end.is_some() && Element::in_ir(memref.element).in_memory() == elements.element().in_memory()
    {
        let address = memref.address(m.context(), &first)?;
        return for_elements!(elements, list => {
            put(m.memory.write(address, size_of_val(&list[..]) as u64)?, list);
            Ok(())
        });
    }
    for (position, index) in memref.positions().zip(0..elements.len()) {
        m.store_element(memref, &position, &tensor.value_at(index))?;
    }
    Ok(())
}

/// Writes elements to bytes, in the order of memory.
pub(crate) fn put<E: StoredElement>(bytes: &mut [u8], elements: &[E]) {
    for (bytes, element) in bytes.chunks_exact_mut(size_of::<E>()).zip(elements) {
        element.write_to(bytes);
    }
}

/// Sets an op's only result; its type may be wrong in IR that was written by hand.
pub(crate) fn set_result(m: &mut Machine<'_>, op: OpRef<'_>, value: Value) -> Result<Flow, Trap> {
    let declared = op.result_types().next().and_then(|ty| ty.shape(op.context()));
    let value = match value.into_dialect::<Tensor>() {
        Ok(tensor) => {
            let shape = &tensor.shape[..];
            let agree = |(&declared, &size): (&i64, &i64)| declared == size || declared == DYNAMIC;
            let is_declared = |declared: &[i64]| {
                declared.len() == shape.len() && declared.iter().zip(shape).all(agree)
            };
            if let Some(declared) = declared.filter(|declared| !is_declared(declared)) {
                return Err(Trap::new(format!(
                    "gives a tensor of shape {}, where its type says {}",
                    shown(shape),
                    shown(declared)
                )));
            }
            Value::dialect(tensor)
        }
        Err(other) => other,
    };
    m.set_results(op, Values::from_elem(value, 1));
    Ok(Flow::Next)
}

/// A tensor, or during lowering the elements of the memory that holds it.
pub(crate) fn tensor_of(m: &Machine<'_>, value: ValueRef<'_>) -> Result<Arc<Tensor>, Trap> {
    let (ctx, ty) = (value.context(), value.ty());
    match m.get(value) {
        Value::MemRef(memref) => {
            let values = memref.positions().map(|position| m.load_element(&memref, &position));
            let elements =
                Value::elements(&memref.sizes, values.collect::<Result<Vec<_>, Trap>>()?);
            Tensor::of_value(ctx, elements, ty)
        }
        tensor => Tensor::of_value(ctx, tensor, ty),
    }
}

/// The elements of memory as integers of 8 bits, with a sign or without.
pub(crate) fn small_integers_in_memory(
    m: &Machine<'_>,
    value: ValueRef<'_>,
    element: Element,
) -> Result<Tensor, Trap> {
    let ctx = value.context();
    let shape = value.ty().shape(ctx).unwrap_or_default().to_vec();
    let memory = m.get(value);
    let memref = memory.as_memref()?;
    let bytes =
        memref.positions().map(|position| Ok(m.load_element(memref, &position)?.as_int()? as u8));
    let bytes = bytes.collect::<Result<Vec<u8>, Trap>>()?;
    let elements = match element {
        Element::U8 => Elements::U8(bytes),
        _ => Elements::I8(bytes.into_iter().map(|byte| byte as i8).collect()),
    };
    Ok(Tensor { shape, elements })
}

/// The tensor of a constant, as a run-time value.
pub(crate) fn constant_tensor(m: &mut Machine<'_>, constant: Attribute) -> Result<Value, Trap> {
    let ty = constant.ty(m.context()).ok_or_else(Trap::malformed)?;
    m.constant_of_dialect(constant, ty, |ctx| {
        let elements = constant.dense(ctx).ok_or_else(Trap::malformed)?;
        let tensor = crate::tensor::elements::tensor_of(ctx, &elements).map_err(Trap::new)?;
        Ok(tensor.into_value())
    })
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
                    $crate::interpret::run_compute(op.op(), m)
                }
            }
        )*
    };
}
pub(crate) use interpreted_by_computing;

/// The operands of an op, and after them the sizes that its attributes name by symbols.
pub(crate) fn take_inputs<'b>(
    op: OpRef<'b>,
    m: &mut Machine<'b>,
) -> Result<Vec<Arc<Tensor>>, Trap> {
    let mut inputs = Tensor::take_operands(op, m)?;
    let ctx = op.context();
    let has_symbols =
        |value: Attribute| value.as_affine_map(ctx).is_some_and(|map| map.data(ctx).symbols > 0);
    if m.sizes().is_empty() {
        return Ok(inputs);
    }
    if op.body().attributes(op.id()).into_iter().any(|(_, value)| has_symbols(value)) {
        inputs.extend(m.sizes().iter().map(|size| Arc::new(Tensor::number(*size as f64))));
    }
    Ok(inputs)
}

/// Runs an op that computes a tensor from tensors.
pub(crate) fn run_compute<'b>(op: OpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
    let inputs = take_inputs(op, m)?;
    let result = computed(op, inputs).ok_or_else(Trap::malformed)?;
    let mut result = result.map_err(Failure::into_trap)?;
    // The type of the result may be wrong in IR that was written by hand.
    let declared = op.result_types().next().filter(|ty| ty.shape(op.context()).is_some());
    if let Some(declared) = declared {
        let elements = result.elements.into_converted(Element::of(op.context(), declared));
        result.elements = elements.map_err(|_| Trap::malformed())?;
    }
    set_result(m, op, result.into_value())
}
