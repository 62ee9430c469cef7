//! What the ops of std do, for the interpreter.

use super::*;
use super::{
    interpret_arithmetic, interpret_numbers, interpret_tensors, interpret_views, vector_access,
    vector_shuffle,
};
use crate::interpreter::{
    DialectInterpreterInterface, EvalFn, EvaluatorTable, Flow, Machine, MemRef, Trap, Value, Values,
    find_evaluator,
};
use crate::ir::op_def::OpDef;
use crate::ir::prelude::*;
use crate::types::TypeKind;
use smallvec::smallvec;
use std::sync::Arc;

/// Runs ops of std.
pub(super) struct StdInterpreter;

impl DialectInterpreterInterface for StdInterpreter {
    fn evaluator(&self, op: &'static OpDef) -> Option<EvalFn> {
        let evaluators: &EvaluatorTable = &[
            (&[ConstantOp::NAME], constant),
            (&[ReturnOp::NAME], |m, op| Ok(Flow::Yield(m.operands(op)))),
            (&[CallOp::NAME], |m, op| m.run_call(op)),
            (&[CallIndirectOp::NAME], |m, op| m.run_call(op)),
            (&[BrOp::NAME], |_, _| Ok(Flow::Jump(0))),
            (&[CondBrOp::NAME], |m, op| Ok(Flow::Jump(usize::from(m.get(op.operand(0)).as_int()? == 0)))),
            (&[SwitchOp::NAME], switch),
            (&[AssertOp::NAME], assert),
            (&[AllocOp::NAME], |m, op| {
                let sizes = allocation_sizes(m, op)?;
                let memref = m.allocate_memref(op.body().ty(op.result(0)), &sizes)?;
                Ok(result(m, op, Value::MemRef(memref)))
            }),
            (&[AllocaOp::NAME], |m, op| {
                let sizes = allocation_sizes(m, op)?;
                let memref = m.allocate_memref_on_stack(op.body().ty(op.result(0)), &sizes)?;
                Ok(result(m, op, Value::MemRef(memref)))
            }),
            (&[DeallocOp::NAME], |m, op| {
                let memref = m.get(op.operand(0));
                m.memory.free(memref.as_memref()?.allocated)?;
                Ok(Flow::Next)
            }),
            (&[LoadOp::NAME], |m, op| {
                let memref = m.get(op.operand(0));
                let indices = m.indices(op.operands().skip(1))?;
                let value = m.load_element(memref.as_memref()?, &indices)?;
                Ok(result(m, op, value))
            }),
            (&[StoreOp::NAME], |m, op| {
                let memref = m.get(op.operand(1));
                let indices = m.indices(op.operands().skip(2))?;
                m.store_element(memref.as_memref()?, &indices, &m.get(op.operand(0)))?;
                Ok(Flow::Next)
            }),
            (&[MemrefCastOp::NAME, TensorCastOp::NAME], cast),
            (&[DimOp::NAME], dim),
            (&[RankOp::NAME], rank),
            (&[GetGlobalMemrefOp::NAME], global),
            (&[TensorLoadOp::NAME], tensor_load),
            (&[TensorStoreOp::NAME], tensor_store),
            (&[ExtractElementOp::NAME], extract_element),
            (&[TensorFromElementsOp::NAME], |m, op| {
                let elements = m.operands(op).into_vec();
                let shape = op.body().ty(op.result(0)).static_shape(m.context()).map(<[i64]>::to_vec);
                let shape = shape.unwrap_or_else(|| vec![elements.len() as i64]);
                let value = Value::elements(&shape, elements);
                Ok(result(m, op, value))
            }),
            (&[SplatOp::NAME], splat),
        ];
        [
            evaluators,
            interpret_arithmetic::EVALUATORS,
            interpret_views::EVALUATORS,
            interpret_tensors::EVALUATORS,
            interpret_numbers::EVALUATORS,
            vector_access::EVALUATORS,
            vector_shuffle::EVALUATORS,
        ]
        .into_iter()
        .find_map(|table| find_evaluator(table, op.name))
    }
}

fn result(m: &mut Machine<'_>, op: OpRef<'_>, value: Value) -> Flow {
    m.set(op, 0, value);
    Flow::Next
}

fn constant(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let value =
        op.attr(Ident::VALUE).ok_or_else(|| Trap::new("cannot be interpreted: a constant without value"))?;
    let constant = match value.as_flat_symbol(m.context()) {
        Some(function) => m.function_value(function)?,
        None => m.constant(value, op.body().ty(op.result(0)))?,
    };
    Ok(result(m, op, constant))
}

/// The operands of cases belong to the successors, of which the first is the default.
fn switch(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let flag = m.get(op.operand(0)).as_int()?;
    let ctx = m.context().clone();
    let cases = op.attr_named("case_values").and_then(|cases| cases.dense(&ctx));
    let count = cases.as_ref().map_or(0, |cases| cases.len(&ctx));
    let bits = |bytes: &[u8]| bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
    let taken = (0..count).find(|&case| {
        cases.as_ref().and_then(|cases| cases.element(&ctx, case)).is_some_and(|bytes| bits(bytes) == flag)
    });
    Ok(Flow::Jump(taken.map_or(0, |case| case + 1)))
}

fn assert(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    if m.get(op.operand(0)).as_int()? == 1 {
        return Ok(Flow::Next);
    }
    let message = op.attr_named("msg").and_then(|message| message.as_str(m.context())).unwrap_or_default();
    Err(Trap::new(format!("assertion failed: {message}")))
}

fn allocation_sizes(m: &Machine<'_>, op: OpRef<'_>) -> Result<SmallVec<[i64; 4]>, Trap> {
    let sizes = op.body().operand_group(op.id(), 0);
    m.indices(sizes.map(|index| op.operand(index)))
}

/// Casts say less or more of what is the case; where they say what is not, that is undefined.
fn cast(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let value = m.get(op.operand(0));
    let sizes: Option<&[i64]> = match &value {
        Value::MemRef(memref) => Some(&memref.sizes),
        Value::Elements(elements) => Some(&elements.shape),
        _ => None,
    };
    let claimed = op.body().ty(op.result(0)).shape(m.context());
    if let (Some(sizes), Some(claimed)) = (sizes, claimed) {
        let agree = |(&size, &claim): (&i64, &i64)| claim == size || claim == crate::types::DYNAMIC;
        if sizes.len() != claimed.len() || !sizes.iter().zip(claimed).all(agree) {
            return Err(Trap::new(format!(
                "casts a value of the sizes {sizes:?} to a type that it is not of"
            )));
        }
    }
    Ok(result(m, op, value))
}

fn sizes_of(value: &Value) -> Result<&[i64], Trap> {
    match value {
        Value::Elements(elements) => Ok(&elements.shape),
        other => Ok(&other.as_memref()?.sizes),
    }
}

fn dim(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (value, dimension) = (m.get(op.operand(0)), m.get(op.operand(1)).as_index()?);
    let sizes = sizes_of(&value)?;
    let size = usize::try_from(dimension).ok().and_then(|dimension| sizes.get(dimension).copied());
    let size =
        size.ok_or_else(|| Trap::new(format!("asks for size {dimension} of {} dimensions", sizes.len())))?;
    Ok(result(m, op, Value::index(size)))
}

fn rank(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let rank = sizes_of(&m.get(op.operand(0)))?.len();
    Ok(result(m, op, Value::index(rank as i64)))
}

fn global(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let name = op.attr_named("name").and_then(|name| name.as_flat_symbol(m.context()));
    let name = name.ok_or_else(|| Trap::new("cannot be interpreted: a global without name"))?;
    let memref = m.global(name, |m, global| {
        let ty = global.attr(Ident::TYPE).and_then(|ty| ty.as_type(m.context()));
        let ty = ty.ok_or_else(|| Trap::new("cannot be interpreted: a global without type"))?;
        let memref = m.allocate_memref(ty, &[])?;
        if let Some(value) = global.attr_named("initial_value").filter(|&value| value != Attribute::UNIT) {
            let TypeKind::MemRef { shape, element, .. } = ty.kind(m.context()) else {
                return Err(Trap::new("cannot be interpreted: a global that is no memref"));
            };
            if !element.may_be_in_tensors(m.context()) {
                return Err(Trap::new("cannot be interpreted: a global of such elements"));
            }
            let tensor = m.context().tensor_type(shape, *element);
            let elements = m.constant(value, tensor)?;
            store_elements(m, &memref, &elements)?;
        }
        if global.attr_named("constant").is_some() {
            m.memory.freeze(memref.allocated);
        }
        Ok(Value::MemRef(memref))
    })?;
    Ok(result(m, op, memref))
}

fn store_elements(m: &mut Machine<'_>, memref: &Arc<MemRef>, tensor: &Value) -> Result<(), Trap> {
    let elements = tensor.as_elements()?;
    for (position, value) in memref.positions().zip(&elements.values) {
        m.store_element(memref, &position, value)?;
    }
    Ok(())
}

fn tensor_load(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let memref = m.get(op.operand(0));
    let memref = memref.as_memref()?;
    let values = memref.positions().map(|position| m.load_element(memref, &position));
    let value = Value::elements(&memref.sizes, values.collect::<Result<_, _>>()?);
    Ok(result(m, op, value))
}

fn tensor_store(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let [tensor, memref]: [Value; 2] = [m.get(op.operand(0)), m.get(op.operand(1))];
    if op.num_results() > 0 {
        return Ok(result(m, op, tensor));
    }
    store_elements(m, memref.as_memref()?, &tensor)?;
    Ok(Flow::Next)
}

fn extract_element(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let tensor = m.get(op.operand(0));
    let elements = tensor.as_elements()?;
    let indices = m.indices(op.operands().skip(1))?;
    let mut position = 0;
    for (&index, &size) in indices.iter().zip(&elements.shape) {
        if !(0..size).contains(&index) {
            return Err(Trap::new(format!("subscript {index} is out of bounds of size {size}")));
        }
        position = position * size + index;
    }
    let value = elements.values.get(position as usize).cloned().unwrap_or(Value::Poison);
    Ok(result(m, op, value))
}

fn splat(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let ty = op.body().ty(op.result(0));
    let Some(shape) = ty.static_shape(m.context()).map(<[i64]>::to_vec) else {
        return Err(Trap::new("cannot be interpreted: a splat of unknown size"));
    };
    m.check_count(crate::types::element_count(&shape))?;
    let count = crate::types::element_count(&shape).unwrap_or(0);
    let values = vec![m.get(op.operand(0)); count];
    let results: Values = smallvec![Value::elements(&shape, values)];
    m.set_results(op, results);
    Ok(Flow::Next)
}
