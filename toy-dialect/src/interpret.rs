//! Helpers for interpreting toy ops, and the functions that lowered programs call. The execution of
//! an op is declared with it. Shapes need not be inferred before: values have theirs.

use mlir_lite::interpreter::{
    DialectInterpreterInterface, Flow, HostFn, Machine, MemRef, Trap, Value, Values,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::{DYNAMIC, element_count};
use mlir_lite_diagnostics::Diagnostic;

use crate::accesses::OutOfRange;
use crate::lowering::FileFunctions;
use crate::npy;
use crate::ops::{ExitStatusOp, TakesArgumentsOp};
use crate::program;
use crate::shapes::shown;
use crate::tensor::{Compute, Tensor};

/// Runs the functions that toy programs call.
pub(crate) struct ToyInterpreter;

impl DialectInterpreterInterface for ToyInterpreter {
    fn host_function(&self, name: &str) -> Option<HostFn> {
        match name {
            FileFunctions::LOAD => Some(load),
            FileFunctions::SAVE => Some(save),
            OutOfRange::FUNCTION => Some(out_of_range),
            FileFunctions::ARGUMENT => Some(argument),
            TakesArgumentsOp::FUNCTION => Some(takes_arguments),
            ExitStatusOp::FUNCTION => Some(exit_status),
            _ => None,
        }
    }
}

/// The arguments of a runtime function for files: a path, a shape, a location that the op has too,
/// and the address of the elements.
fn file_function_arguments(
    m: &Machine<'_>,
    arguments: &[Value],
) -> Result<(String, Vec<i64>, u64), Trap> {
    let [path, shape, _place, elements] = arguments else { return Err(Trap::malformed()) };
    // A memref in std, its address in llvm.
    let address = match elements {
        Value::MemRef(memref) => memref.address(m.context(), &[])?,
        address => address.as_int()? as u64,
    };
    Ok((text_at(m, path)?, FileFunctions::sizes(&text_at(m, shape)?), address))
}

fn bytes_of(shape: &[i64]) -> u64 {
    shape.iter().product::<i64>() as u64 * size_of::<f64>() as u64
}

/// Writes floats into memory, row-major.
pub(crate) fn put_elements(
    m: &mut Machine<'_>,
    memref: &MemRef,
    elements: &[f64],
) -> Result<(), Trap> {
    let mut positions = memref.positions();
    let Some(first) = positions.next() else { return Ok(()) };
    let mut row_major = memref.sizes.iter().zip(&memref.strides).rev();
    let end = row_major.try_fold(1, |end, (size, stride)| (end == *stride).then(|| end * size));
    if end.is_none() {
        for (position, element) in memref.positions().zip(elements) {
            m.store_element(memref, &position, &Value::Float(*element))?;
        }
        return Ok(());
    }
    let address = memref.address(m.context(), &first)?;
    let bytes = m.memory.write(address, size_of_val(elements) as u64)?;
    put(bytes, elements);
    Ok(())
}

fn put(bytes: &mut [u8], elements: &[f64]) {
    for (bytes, element) in bytes.chunks_exact_mut(size_of::<f64>()).zip(elements) {
        bytes.copy_from_slice(&element.to_le_bytes());
    }
}

fn load(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let (path, shape, address) = file_function_arguments(m, arguments)?;
    let memory = m.memory.write(address, bytes_of(&shape))?;
    let mut elements = vec![0.0; memory.len() / size_of::<f64>()];
    npy::read_into(&path, &shape, &mut elements).map_err(Trap::new)?;
    put(memory, &elements);
    Ok(Values::new())
}

fn save(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let (path, shape, address) = file_function_arguments(m, arguments)?;
    let (elements, _) = m.memory.read(address, bytes_of(&shape))?.as_chunks::<8>();
    let elements: Vec<f64> = elements.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
    npy::write(&path, &shape, &elements).map_err(Trap::new)?;
    Ok(Values::new())
}

/// The function called by a failing check.
fn out_of_range(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [first, count, size, at] = arguments else { return Err(Trap::malformed()) };
    let at = String::from_utf8_lossy(m.memory.c_string(at.as_int()? as u64)?).into_owned();
    let number = |value: &Value| value.as_int().map(|number| number as i64);
    let (first, count, size) = (number(first)?, number(count)?, number(size)?);
    Err(Trap::reported(OutOfRange { at, first, count, size }.diagnostic()))
}

/// A text in memory.
fn text_at(m: &Machine<'_>, address: &Value) -> Result<String, Trap> {
    Ok(String::from_utf8_lossy(m.memory.c_string(address.as_int()? as u64)?).into_owned())
}

fn argument(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [number] = arguments else { return Err(Trap::malformed()) };
    let mut word = program::argument(number.as_int()? as i64).map_err(Trap::new)?.into_bytes();
    word.push(0);
    let address = m.memory.allocate(word.len() as u64)?;
    m.memory.write(address, word.len() as u64)?.copy_from_slice(&word);
    Ok(Values::from_elem(Value::Int(address.into()), 1))
}

fn takes_arguments(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [count, usage] = arguments else { return Err(Trap::malformed()) };
    program::check_arguments(count.as_int()? as i64, &text_at(m, usage)?).map_err(Trap::new)?;
    Ok(Values::new())
}

fn exit_status(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [_place, value] = arguments else { return Err(Trap::malformed()) };
    let address = match value {
        Value::MemRef(memref) => memref.address(m.context(), &[])?,
        address => address.as_int()? as u64,
    };
    let (values, _) = m.memory.read(address, bytes_of(&[]))?.as_chunks::<8>();
    let [value] = values else { return Err(Trap::malformed()) };
    program::set_exit_status(f64::from_le_bytes(*value)).map_err(Trap::new)?;
    Ok(Values::new())
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
    let result = view.compute(&inputs).map_err(Trap::new)?;
    give(m, op, result.into_value())
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
