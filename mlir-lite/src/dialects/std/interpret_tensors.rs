//! What std's ops that make tensors of tensors do, for the interpreter.

use super::interpret_views::{check_part, kept_dimensions, part};
use super::*;
use crate::interpreter::{Elements, EvaluatorTable, Flow, Machine, Trap, Value, Values, positions};
use crate::ir::prelude::*;
use crate::types::{DYNAMIC, element_count};

pub(super) const EVALUATORS: &EvaluatorTable = &[
    (&[SubTensorOp::NAME], subtensor),
    (&[SubTensorInsertOp::NAME], subtensor_insert),
    (&[InsertElementOp::NAME], insert_element),
    (&[DynamicTensorFromElementsOp::NAME], generate),
    (&[TensorYieldOp::NAME], |m, op| Ok(Flow::Yield(m.operands(op)))),
    (&[EmptyTensorOp::NAME], empty),
    (&[TensorToMemrefOp::NAME], to_memref),
];

fn malformed() -> Trap {
    Trap::new("cannot be interpreted: the op is malformed")
}

/// The number of an element, row-major.
fn number_of(shape: &[i64], position: &[i64]) -> usize {
    shape.iter().zip(position).fold(0, |number, (&size, &at)| number * size as usize + at as usize)
}

/// The sizes of the op's result, of which the operands from `first` on are the open ones.
fn result_sizes(m: &Machine<'_>, op: OpRef<'_>, first: usize) -> Result<Vec<i64>, Trap> {
    let mut dynamic = m.indices(op.operands().skip(first))?.into_iter();
    let shape = op.body().ty(op.result(0)).shape(m.context()).ok_or_else(malformed)?;
    let mut sizes = Vec::new();
    for &size in shape {
        let size = if size == DYNAMIC { dynamic.next().ok_or_else(malformed)? } else { size };
        if size < 0 {
            return Err(Trap::new(format!("makes a tensor of a negative size, {size}")));
        }
        sizes.push(size);
    }
    m.check_count(element_count(&sizes))?;
    Ok(sizes)
}

/// The numbers of a whole's elements that are a part of it, and the part's sizes.
fn part_of_whole(
    m: &Machine<'_>,
    op: OpRef<'_>,
    group: usize,
    whole: &[i64],
) -> Result<(Vec<usize>, SmallVec<[i64; 4]>), Trap> {
    let [offsets, sizes, strides] = part(m, op, group)?;
    if [&offsets, &sizes, &strides].iter().any(|list| list.len() != whole.len()) {
        return Err(malformed());
    }
    check_part(whole, &offsets, &sizes, &strides)?;
    // A step of 0 stays where it is, however often.
    m.check_count(element_count(&sizes))?;
    let numbers = positions(&sizes).map(|position| {
        let at: SmallVec<[i64; 4]> =
            (0..whole.len()).map(|d| offsets[d] + position[d] * strides[d]).collect();
        number_of(whole, &at)
    });
    Ok((numbers.collect(), sizes))
}

fn subtensor(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let source = m.get(op.operand(0));
    let source = source.as_elements()?;
    let (numbers, sizes) = part_of_whole(m, op, 1, &source.shape)?;
    let shape = op.body().ty(op.result(0)).shape(m.context()).ok_or_else(malformed)?;
    let shape: Vec<i64> = kept_dimensions(&sizes, shape).into_iter().map(|d| sizes[d]).collect();
    let values = numbers.into_iter().map(|number| source.values.get(number).cloned());
    let values = values.collect::<Option<_>>().ok_or_else(malformed)?;
    m.set(op, 0, Value::elements(&shape, values));
    Ok(Flow::Next)
}

fn subtensor_insert(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let [source, dest] = [0, 1].map(|index| m.get(op.operand(index)));
    let (source, dest) = (source.as_elements()?, dest.as_elements()?);
    let (numbers, _) = part_of_whole(m, op, 2, &dest.shape)?;
    if numbers.len() != source.values.len() {
        return Err(Trap::new("inserts a tensor into a part of another size"));
    }
    let mut values = dest.values.clone();
    for (number, value) in numbers.into_iter().zip(&source.values) {
        *values.get_mut(number).ok_or_else(malformed)? = value.clone();
    }
    m.set(op, 0, Value::elements(&dest.shape, values));
    Ok(Flow::Next)
}

fn insert_element(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let [scalar, dest] = [0, 1].map(|index| m.get(op.operand(index)));
    let dest: &Elements = dest.as_elements()?;
    let indices = m.indices(op.operands().skip(2))?;
    if let Some((index, size)) = indices.iter().zip(&dest.shape).find(|(at, size)| !(0..**size).contains(at))
    {
        return Err(Trap::new(format!("subscript {index} is out of bounds of size {size}")));
    }
    let mut values = dest.values.clone();
    *values.get_mut(number_of(&dest.shape, &indices)).ok_or_else(malformed)? = scalar;
    m.set(op, 0, Value::elements(&dest.shape, values));
    Ok(Flow::Next)
}

fn generate<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let sizes = result_sizes(m, op, 0)?;
    let region = op.region(0).ok_or_else(malformed)?;
    let mut values = Vec::new();
    for position in positions(&sizes) {
        let arguments: Values = position.into_iter().map(Value::index).collect();
        values.push(m.run_region(region, arguments)?.pop().ok_or_else(malformed)?);
    }
    m.set(op, 0, Value::elements(&sizes, values));
    Ok(Flow::Next)
}

/// Nothing is known of its elements.
fn empty(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let sizes = result_sizes(m, op, 0)?;
    let count = element_count(&sizes).unwrap_or(0);
    let mut elements = Vec::new();
    elements.try_reserve_exact(count).map_err(|_| Trap::new("makes a tensor that is too large"))?;
    elements.resize(count, Value::Poison);
    m.set(op, 0, Value::elements(&sizes, elements));
    Ok(Flow::Next)
}

fn to_memref(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let tensor = m.get(op.operand(0));
    let memref = m.memref_of_elements(op.body().ty(op.result(0)), tensor.as_elements()?)?;
    m.set(op, 0, Value::MemRef(memref));
    Ok(Flow::Next)
}
