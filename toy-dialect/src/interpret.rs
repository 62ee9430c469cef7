//! What the ops of toy do, for the interpreter. Shapes need not be inferred before: values know theirs.

use mlir_lite::interpreter::{
    DialectInterpreterInterface, Elements, EvalFn, EvaluatorTable, Flow, Machine, Trap, Value, find_evaluator,
};
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::prelude::*;

use crate::ops::{
    AddOp, CaptureOp, CastOp, ConstantOp, DivOp, GenericCallOp, MulOp, NegOp, PrintOp, ReshapeOp, ReturnOp,
    StructAccessOp, StructConstantOp, StructConstructOp, SubOp, TransposeOp,
};
use crate::shapes::shown;

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
            (&[AddOp::NAME], |m, op| combine(m, op, |a, b| a + b)),
            (&[SubOp::NAME], |m, op| combine(m, op, |a, b| a - b)),
            (&[MulOp::NAME], |m, op| combine(m, op, |a, b| a * b)),
            (&[DivOp::NAME], |m, op| combine(m, op, |a, b| a / b)),
            (&[NegOp::NAME], |m, op| {
                let input = m.get(op.operand(0));
                let input = input.as_elements()?;
                let values = input.values.iter().map(|value| Ok(Value::Float(-value.as_float()?)));
                let values = values.collect::<Result<_, Trap>>()?;
                give(m, op, Value::elements(&input.shape, values))
            }),
            (&[TransposeOp::NAME], |m, op| {
                let transposed = transpose(m.get(op.operand(0)).as_elements()?);
                give(m, op, transposed)
            }),
            (&[ReshapeOp::NAME], reshape),
            (&[CastOp::NAME], |m, op| {
                let input = m.get(op.operand(0));
                give(m, op, input)
            }),
            (&[GenericCallOp::NAME], |m, op| m.run_call(op)),
            (&[ReturnOp::NAME], |m, op| Ok(Flow::Yield(m.operands(op)))),
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
        find_evaluator(evaluators, op.name)
    }
}

fn malformed() -> Trap {
    Trap::new("cannot be interpreted: the op is malformed")
}

fn give(m: &mut Machine<'_>, op: OpRef<'_>, value: Value) -> Result<Flow, Trap> {
    m.set(op, 0, value);
    Ok(Flow::Next)
}

/// A tensor, or the elements of the memory that holds it in the course of lowering.
fn tensor_of(m: &Machine<'_>, value: ValueId) -> Result<Value, Trap> {
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

/// Combines elements; counted from the last dimension, sizes are equal or one of them is 1 or absent.
fn combine(m: &mut Machine<'_>, op: OpRef<'_>, f: impl Fn(f64, f64) -> f64) -> Result<Flow, Trap> {
    let (a, b) = (m.get(op.operand(0)), m.get(op.operand(1)));
    let (a, b) = (a.as_elements()?, b.as_elements()?);
    let rank = a.shape.len().max(b.shape.len());
    let size = |shape: &[i64], dimension: usize| match (dimension + shape.len()).checked_sub(rank) {
        Some(dimension) => shape[dimension],
        None => 1,
    };
    let mut shape = Vec::with_capacity(rank);
    for dimension in 0..rank {
        shape.push(match (size(&a.shape, dimension), size(&b.shape, dimension)) {
            (x, y) if x == y => x,
            (1, y) => y,
            (x, 1) => x,
            _ => {
                let (a, b) = (shown(&a.shape), shown(&b.shape));
                return Err(Trap::new(format!("cannot combine shapes {a} and {b}")));
            }
        });
    }
    let count = shape.iter().product::<i64>();
    let mut values = Vec::with_capacity(count as usize);
    for number in 0..count {
        let (x, y) = (element(a, &shape, number)?, element(b, &shape, number)?);
        values.push(Value::Float(f(x, y)));
    }
    give(m, op, Value::elements(&shape, values))
}

/// The element that stands at a position, given by its number, of a shape that the tensor is repeated to.
fn element(tensor: &Elements, shape: &[i64], mut number: i64) -> Result<f64, Trap> {
    let (mut index, mut stride) = (0, 1);
    let sizes = shape.iter().rev().zip(tensor.shape.iter().rev().map(Some).chain(std::iter::repeat(None)));
    for (&size, own) in sizes {
        let position = number % size;
        number /= size;
        if let Some(&own) = own {
            if own > 1 {
                index += position * stride;
            }
            stride *= own;
        }
    }
    tensor.values.get(index as usize).ok_or_else(malformed)?.as_float()
}

fn transpose(tensor: &Elements) -> Value {
    let shape: Vec<i64> = tensor.shape.iter().rev().copied().collect();
    // Strides of the input's dimensions, the last of which is the result's first.
    let mut strides = vec![1usize; tensor.shape.len()];
    for dimension in (1..strides.len()).rev() {
        strides[dimension - 1] = strides[dimension] * tensor.shape[dimension] as usize;
    }
    let values = (0..tensor.values.len()).map(|number| {
        let (mut number, mut index) = (number, 0);
        // The result's last dimension, which varies fastest, is the input's first.
        for (&size, &stride) in tensor.shape.iter().zip(&strides) {
            index += number % size as usize * stride;
            number /= size as usize;
        }
        tensor.values[index].clone()
    });
    Value::elements(&shape, values.collect())
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
