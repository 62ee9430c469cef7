//! What the ops of toy do, for the interpreter. Shapes need not be inferred before: values know theirs.

use mlir_lite::interpreter::{
    DialectInterpreterInterface, Elements, EvalFn, EvaluatorTable, Flow, HostFn, Machine, MemRef, Trap,
    Value, Values, find_evaluator,
};
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::prelude::*;
use mlir_lite::types::{DYNAMIC, element_count};
use mlir_lite_diagnostics::Diagnostic;

use crate::accesses::OutOfRange;
use crate::lowering::FileHooks;
use crate::npy;
use crate::numbers::numbers;
use crate::ops::{
    CaptureOp, CastOp, ConstantOp, ExitStatusOp, ForOp, GenericCallOp, IfOp, PrintOp, ReshapeOp, ReturnOp,
    StructAccessOp, StructConstantOp, StructConstructOp, TakesArgumentsOp, YieldOp,
};
use crate::program;
use crate::shapes::shown;
use crate::tensor::{Compute, Tensor};

/// Runs ops of toy.
pub(crate) struct ToyInterpreter;

impl DialectInterpreterInterface for ToyInterpreter {
    fn evaluator(&self, op: &'static OpDef) -> Option<EvalFn> {
        let evaluators: &EvaluatorTable = &[
            (&[ConstantOp::NAME], |m, op| {
                let value = op.attr(Ident::VALUE).ok_or_else(malformed)?;
                let ty = value.ty(op.context()).ok_or_else(malformed)?;
                let constant = m.constant(value, ty)?;
                give(m, op, constant)
            }),
            (&[StructConstantOp::NAME], |m, op| {
                let constant = struct_constant(m, op.attr(Ident::VALUE).ok_or_else(malformed)?)?;
                give(m, op, constant)
            }),
            (&[StructConstructOp::NAME], |m, op| {
                let parts = m.operands(op).into_vec();
                give(m, op, Value::aggregate(parts))
            }),
            (&[StructAccessOp::NAME], |m, op| {
                let index = op.attr_named("index").and_then(|index| index.as_i64(op.context()));
                let index = index.and_then(|index| usize::try_from(index).ok()).ok_or_else(malformed)?;
                let part = m.get(op.operand(0)).as_aggregate()?.get(index).cloned();
                give(m, op, part.ok_or_else(malformed)?)
            }),
            (&[ReshapeOp::NAME], reshape),
            (&[CastOp::NAME], |m, op| {
                let input = m.get(op.operand(0));
                give(m, op, input)
            }),
            (&[GenericCallOp::NAME], |m, op| m.run_call(op)),
            (&[ReturnOp::NAME, YieldOp::NAME], |m, op| Ok(Flow::Yield(m.operands(op)))),
            (&[ForOp::NAME], run_for),
            (&[IfOp::NAME], |m, op| {
                let condition = Tensor::of_elements(m.get(op.operand(0)).as_elements()?)?;
                let ([], [condition]) = (&condition.shape[..], &condition.values[..]) else {
                    return Err(Trap::new("a condition is a number"));
                };
                let region = op.region(usize::from(*condition == 0.0)).ok_or_else(malformed)?;
                let values = m.run_region(region, Values::new())?;
                m.set_results(op, values);
                Ok(Flow::Next)
            }),
            (&[PrintOp::NAME], |m, op| {
                let tensor = tensor_of(m, op.operand(0))?;
                let text = print(tensor.as_elements()?)?;
                m.print(text.as_bytes())?;
                Ok(Flow::Next)
            }),
            (&[CaptureOp::NAME], |m, op| {
                let index = op.attr_named("index").and_then(|index| index.as_i64(op.context()));
                let tensor = tensor_of(m, op.operand(0))?;
                m.capture(index.ok_or_else(malformed)?, tensor);
                Ok(Flow::Next)
            }),
        ];
        find_evaluator(evaluators, op.name).or(Some(evaluate))
    }

    fn host_function(&self, name: &str) -> Option<HostFn> {
        match name {
            FileHooks::LOAD => Some(load),
            FileHooks::SAVE => Some(save),
            OutOfRange::HOOK => Some(out_of_range),
            FileHooks::ARGUMENT => Some(argument),
            TakesArgumentsOp::HOOK => Some(takes_arguments),
            ExitStatusOp::HOOK => Some(exit_status),
            _ => None,
        }
    }
}

/// What a file hook is given: a path, a shape, a place that the op knows too, and where the elements lie.
fn file_hook_arguments(m: &Machine<'_>, arguments: &[Value]) -> Result<(String, Vec<i64>, u64), Trap> {
    let [path, shape, _place, elements] = arguments else { return Err(malformed()) };
    // A memref in std, its address in llvm.
    let address = match elements {
        Value::MemRef(memref) => memref.address(m.context(), &[])?,
        address => address.as_int()? as u64,
    };
    Ok((text_at(m, path)?, FileHooks::sizes(&text_at(m, shape)?), address))
}

fn bytes_of(shape: &[i64]) -> u64 {
    shape.iter().product::<i64>() as u64 * size_of::<f64>() as u64
}

/// Writes floats into memory, row-major.
pub(crate) fn put_elements(m: &mut Machine<'_>, memref: &MemRef, elements: &[f64]) -> Result<(), Trap> {
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
    let (path, shape, address) = file_hook_arguments(m, arguments)?;
    let memory = m.memory.write(address, bytes_of(&shape))?;
    let mut elements = vec![0.0; memory.len() / size_of::<f64>()];
    npy::read_into(&path, &shape, &mut elements).map_err(Trap::new)?;
    put(memory, &elements);
    Ok(Values::new())
}

fn save(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let (path, shape, address) = file_hook_arguments(m, arguments)?;
    let (elements, _) = m.memory.read(address, bytes_of(&shape))?.as_chunks::<8>();
    let elements: Vec<f64> = elements.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
    npy::write(&path, &shape, &elements).map_err(Trap::new)?;
    Ok(Values::new())
}

/// What a failing check calls.
fn out_of_range(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [first, count, size, at] = arguments else { return Err(malformed()) };
    let at = String::from_utf8_lossy(m.memory.c_string(at.as_int()? as u64)?).into_owned();
    let number = |value: &Value| value.as_int().map(|number| number as i64);
    let (first, count, size) = (number(first)?, number(count)?, number(size)?);
    Err(Trap::said(OutOfRange { at, first, count, size }.diagnostic()))
}

/// A text in memory.
fn text_at(m: &Machine<'_>, address: &Value) -> Result<String, Trap> {
    Ok(String::from_utf8_lossy(m.memory.c_string(address.as_int()? as u64)?).into_owned())
}

fn argument(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [number] = arguments else { return Err(malformed()) };
    let mut word = program::argument(number.as_int()? as i64).map_err(Trap::new)?.into_bytes();
    word.push(0);
    let address = m.memory.allocate(word.len() as u64)?;
    m.memory.write(address, word.len() as u64)?.copy_from_slice(&word);
    Ok(Values::from_elem(Value::Int(address.into()), 1))
}

fn takes_arguments(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [count, usage] = arguments else { return Err(malformed()) };
    program::check_arguments(count.as_int()? as i64, &text_at(m, usage)?).map_err(Trap::new)?;
    Ok(Values::new())
}

fn exit_status(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [_place, value] = arguments else { return Err(malformed()) };
    let address = match value {
        Value::MemRef(memref) => memref.address(m.context(), &[])?,
        address => address.as_int()? as u64,
    };
    let (values, _) = m.memory.read(address, bytes_of(&[]))?.as_chunks::<8>();
    let [value] = values else { return Err(malformed()) };
    program::set_exit_status(f64::from_le_bytes(*value)).map_err(Trap::new)?;
    Ok(Values::new())
}

fn malformed() -> Trap {
    Trap::new("cannot be interpreted: the op is malformed")
}

fn give(m: &mut Machine<'_>, op: OpRef<'_>, value: Value) -> Result<Flow, Trap> {
    // IR that is written by hand may say anything of a result.
    let said = op.result_types().next().and_then(|ty| ty.shape(op.context()));
    if let (Some(said), Value::Elements(elements)) = (said, &value) {
        let is_it = said.len() == elements.shape.len()
            && said.iter().zip(&elements.shape[..]).all(|(&said, &size)| said == size || said == DYNAMIC);
        if !is_it {
            return Err(Trap::new(format!(
                "gives a tensor of shape {}, where its type says {}",
                shown(&elements.shape),
                shown(said)
            )));
        }
    }
    m.set(op, 0, value);
    Ok(Flow::Next)
}

/// A tensor, or the elements of the memory that holds it in the course of lowering.
pub(crate) fn tensor_of(m: &Machine<'_>, value: ValueId) -> Result<Value, Trap> {
    match m.get(value) {
        Value::MemRef(memref) => {
            let values = memref.positions().map(|position| m.load_element(&memref, &position));
            Ok(Value::elements(&memref.sizes, values.collect::<Result<_, _>>()?))
        }
        tensor => Ok(tensor),
    }
}

/// Structs in structs nest as deep as their types, which the parser bounds.
fn struct_constant(m: &mut Machine<'_>, value: Attribute) -> Result<Value, Trap> {
    let ctx = m.context().clone();
    match value.as_array(&ctx) {
        Some(parts) => {
            let parts = parts.iter().map(|&part| struct_constant(m, part));
            Ok(Value::aggregate(parts.collect::<Result<_, _>>()?))
        }
        None => {
            let ty = value.ty(&ctx).ok_or_else(malformed)?;
            m.constant(value, ty)
        }
    }
}

fn run_for<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let mut carried = m.operands(op);
    let bounds: Vec<Value> = carried.drain(op.num_results()..).collect();
    let bounds = bounds.iter().map(|bound| Tensor::of_elements(bound.as_elements()?));
    let bounds = bounds.collect::<Result<Vec<_>, Trap>>()?;
    let [from, to] = numbers(op, &bounds, 0).map_err(Trap::new)?[..] else { return Err(malformed()) };
    let region = op.region(0).ok_or_else(malformed)?;
    for round in from..to {
        carried.insert(0, Tensor::number(round as f64).into_value());
        carried = m.run_region(region, carried)?;
    }
    m.set_results(op, carried);
    Ok(Flow::Next)
}

/// Runs an op that computes a tensor of tensors.
fn evaluate<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let interface = op.interface::<dyn Compute>().ok_or_else(malformed)?;
    check_memory(op)?;
    let inputs = op.operands().map(|operand| Tensor::of_elements(m.get(operand).as_elements()?));
    let inputs = inputs.collect::<Result<Vec<_>, Trap>>()?;
    let result = interface.ask(op, |op| op.compute(&inputs)).map_err(Trap::new)?;
    give(m, op, result.into_value())
}

/// Whether there is memory for what an op computes, which is not looked at where that is little.
fn check_memory(op: OpRef<'_>) -> Result<(), Trap> {
    /// Elements.
    const LITTLE: usize = 1 << 20;
    let shape = op.result_types().next().and_then(|ty| ty.static_shape(op.context()));
    let Some(count) = shape.and_then(element_count).filter(|count| *count > LITTLE) else { return Ok(()) };
    let mut elements: Vec<Value> = Vec::new();
    match elements.try_reserve_exact(count) {
        Ok(()) => Ok(()),
        Err(_) => {
            let bytes = count.saturating_mul(size_of::<f64>());
            let message = format!("cannot allocate {bytes} bytes");
            Err(Trap::said(Diagnostic::error(op.location().to_position(op.context()), message)))
        }
    }
}

fn reshape(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let input = m.get(op.operand(0));
    let input = input.as_elements()?;
    let shape = op.body().ty(op.result(0)).static_shape(op.context()).ok_or_else(malformed)?;
    if shape.iter().product::<i64>() != input.values.len() as i64 {
        let (from, to) = (shown(&input.shape), shown(shape));
        return Err(Trap::new(format!("cannot reshape {from} to {to}: the numbers of elements differ")));
    }
    give(m, op, Value::elements(shape, input.values.clone()))
}

/// Numbers with a blank behind each; a new line behind each row, and an empty one behind each plane, and so on.
fn print(tensor: &Elements) -> Result<String, Trap> {
    let mut text = String::new();
    for (number, value) in tensor.values.iter().enumerate() {
        let value = value.as_float()?;
        text += &match value {
            _ if value.is_nan() => "nan ".to_owned(),
            _ if value.is_infinite() => format!("{value} "),
            _ => format!("{value:.6} "),
        };
        let mut rest = number + 1;
        for &size in tensor.shape.iter().skip(1).rev() {
            if rest % size as usize != 0 {
                break;
            }
            rest /= size as usize;
            text.push('\n');
        }
    }
    if tensor.shape.len() < 2 {
        text.push('\n');
    }
    Ok(text)
}
