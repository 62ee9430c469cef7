//! What the ops of the llvm dialect do, for the interpreter.

use super::ops::ATOMIC_OPERATIONS;
use super::types::{LlvmArrayType, LlvmPointerType, LlvmStructType, has_size};
use super::*;
use super::{GepIndex, gep_indices, switch_cases};
use crate::dialects::shuffle::{choose, mask_of};
use crate::interpreter::{
    DialectInterpreterInterface, EvalFn, EvaluatorTable, Flow, Machine, Trap, TypeLayout, Value, combine,
    find_evaluator, part_of, size_of, zero_value,
};
use crate::ir::op_def::OpDef;
use crate::ir::prelude::*;

/// Runs ops of the llvm dialect.
pub(super) struct LlvmInterpreter;

impl DialectInterpreterInterface for LlvmInterpreter {
    fn evaluator(&self, op: &'static OpDef) -> Option<EvalFn> {
        let evaluators: &EvaluatorTable = &[
            (&[AddressOfOp::NAME], address_of),
            (&[ConstantOp::NAME], |m, op| {
                let value = op.attr(Ident::VALUE).ok_or_else(malformed)?;
                let constant = m.constant(value, result_type(op))?;
                Ok(result(m, op, constant))
            }),
            (&[UndefOp::NAME, PoisonOp::NAME], |m, op| Ok(result(m, op, Value::Poison))),
            (&[ZeroOp::NAME], |m, op| {
                let zero = zero_value(m.context(), result_type(op));
                Ok(result(m, op, zero))
            }),
            (&[ReturnOp::NAME], |m, op| Ok(Flow::Yield(m.operands(op)))),
            (&[CallOp::NAME], call),
            (&[BrOp::NAME], |_, _| Ok(Flow::Jump(0))),
            (&[CondBrOp::NAME], |m, op| Ok(Flow::Jump(usize::from(m.get(op.operand(0)).as_int()? == 0)))),
            (&[SwitchOp::NAME], switch),
            (&[UnreachableOp::NAME], |_, _| Err(Trap::new("reaches what the program says is never reached"))),
            (&[AllocaOp::NAME], |m, op| {
                let ty = type_attr(op, "elem_type")?;
                let size = size_of(m.context(), ty)?.saturating_mul(m.get(op.operand(0)).as_int()? as u64);
                let address = m.allocate_on_stack(size)?;
                Ok(result(m, op, Value::Int(address.into())))
            }),
            (&[LoadOp::NAME], |m, op| {
                let address = m.get(op.operand(0)).as_int()? as u64;
                let value = m.memory.load(m.context(), address, result_type(op))?;
                Ok(result(m, op, value))
            }),
            (&[StoreOp::NAME], |m, op| {
                let (value, address) = (m.get(op.operand(0)), m.get(op.operand(1)).as_int()? as u64);
                let ctx = m.context().clone();
                m.memory.store(&ctx, address, op.body().ty(op.operand(0)), &value)?;
                Ok(Flow::Next)
            }),
            (&[GepOp::NAME], get_element_pointer),
            (&[ExtractValueOp::NAME], extract_value),
            (&[InsertValueOp::NAME], insert_value),
            (&[FreezeOp::NAME], |m, op| {
                let value = match m.get(op.operand(0)) {
                    Value::Poison => zero_value(m.context(), result_type(op)),
                    value => value,
                };
                Ok(result(m, op, value))
            }),
            (&[AssumeOp::NAME], assume),
            (&[ExtractElementOp::NAME], extract_element),
            (&[InsertElementOp::NAME], insert_element),
            (&[ShuffleVectorOp::NAME], shuffle),
            // One thread runs: every access is atomic.
            (&[FenceOp::NAME], |_, _| Ok(Flow::Next)),
            (&[AtomicRmwOp::NAME], atomic_rmw),
            (&[CmpXchgOp::NAME], compare_and_exchange),
        ];
        find_evaluator(evaluators, op.name)
    }

    fn layout(&self, ctx: &Context, ty: Type) -> Option<TypeLayout> {
        if ty.as_dialect::<LlvmPointerType>(ctx).is_some() {
            return Some(TypeLayout::Scalar(8));
        }
        if let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
            return Some(TypeLayout::Array { length: array.length, element: array.element });
        }
        let data = ty.as_dialect::<LlvmStructType>(ctx)?;
        if data.name().is_some() && !has_size(ctx, ty) {
            return None;
        }
        Some(TypeLayout::Struct { fields: data.fields().into(), packed: data.is_packed() })
    }
}

/// What the program says must hold: its condition, and the alignment of pointers. Other bundles say nothing of values.
fn assume(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    if m.get(op.operand(0)).as_int()? == 0 {
        return Err(Trap::new("what the program assumes does not hold"));
    }
    let ctx = m.context().clone();
    let sizes = op.attr_named("op_bundle_sizes").and_then(|sizes| sizes.as_i64_array(&ctx));
    let tags = op.attr_named("op_bundle_tags").and_then(|tags| tags.as_array(&ctx)).unwrap_or_default();
    let mut first = 1;
    for (tag, size) in tags.iter().zip(sizes.unwrap_or_default()) {
        let size = usize::try_from(size).map_err(|_| malformed())?;
        if tag.as_str(&ctx) == Some("align") && size >= 2 {
            let numbers = (first..first + size).map(|index| m.get(op.operand(index)).as_int());
            let numbers: Vec<u128> = numbers.collect::<Result<_, _>>()?;
            // A third number is how far the pointer is behind an aligned one.
            let offset = numbers.get(2).copied().unwrap_or(0);
            if numbers[1] > 0 && numbers[0].wrapping_sub(offset) % numbers[1] != 0 {
                return Err(Trap::new("the memory is not aligned as the program says"));
            }
        }
        first += size;
    }
    Ok(Flow::Next)
}

fn malformed() -> Trap {
    Trap::new("cannot be interpreted: the op is malformed")
}

fn result(m: &mut Machine<'_>, op: OpRef<'_>, value: Value) -> Flow {
    m.set(op, 0, value);
    Flow::Next
}

fn result_type(op: OpRef<'_>) -> Type {
    op.body().ty(op.result(0))
}

fn type_attr(op: OpRef<'_>, name: &str) -> Result<Type, Trap> {
    op.attr_named(name).and_then(|ty| ty.as_type(op.context())).ok_or_else(malformed)
}

fn call<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let callee = op.attr(Ident::CALLEE).and_then(|callee| callee.as_flat_symbol(op.context()));
    let mut arguments = m.operands(op);
    match callee {
        Some(name) => m.call(op, Callee::Symbol(name), arguments),
        None if arguments.is_empty() => Err(malformed()),
        None => {
            arguments.remove(0);
            m.call(op, Callee::Value(op.operand(0)), arguments)
        }
    }
}

fn switch(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let value = m.get(op.operand(0)).as_int()?;
    let ty = op.body().ty(op.operand(0));
    for (index, case) in switch_cases(op).into_iter().enumerate() {
        if m.constant(case, ty)?.as_int()? == value {
            return Ok(Flow::Jump(index + 1));
        }
    }
    Ok(Flow::Jump(0))
}

/// The address of a function or a global.
fn address_of(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let name = op
        .attr_named("global_name")
        .and_then(|name| name.as_flat_symbol(m.context()))
        .ok_or_else(malformed)?;
    let address = if m.is_function(name)? { m.function_value(name)? } else { m.global(name, create_global)? };
    Ok(result(m, op, address))
}

fn create_global<'b>(m: &mut Machine<'b>, global: OpRef<'b>) -> Result<Value, Trap> {
    let ctx = m.context().clone();
    let ty = type_attr(global, "global_type")?;
    let address = m.memory.allocate(size_of(&ctx, ty)?)?;
    let initializer = global.region(0).filter(|region| !region.is_empty());
    let initial = match (global.attr(Ident::VALUE), initializer) {
        (Some(value), _) => m.constant(value, ty)?,
        (None, Some(region)) => m.run_initializer(region)?.pop().ok_or_else(malformed)?,
        (None, None) => return Err(Trap::new("uses a global that is defined elsewhere")),
    };
    m.memory.store(&ctx, address, ty, &initial)?;
    if global.attr_named("constant").is_some() {
        m.memory.freeze(address);
    }
    Ok(Value::Int(address.into()))
}

fn get_element_pointer(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let ctx = m.context().clone();
    // Without an access, an address may be anything.
    if op.operands().any(|operand| m.get(operand) == Value::Poison) {
        return Ok(result(m, op, Value::Poison));
    }
    let mut address = m.get(op.operand(0)).as_int()? as u64;
    let mut ty = type_attr(op, "elem_type")?;
    for (depth, index) in gep_indices(op).into_iter().enumerate() {
        let index = match index {
            GepIndex::Constant(index) => i64::from(index),
            GepIndex::Value(value) => {
                let width = op.body().ty(value).bit_width(&ctx).unwrap_or(64).clamp(1, 64);
                let bits = m.get(value).as_int()? as u64;
                (bits << (64 - width)) as i64 >> (64 - width)
            }
        };
        let offset = if depth == 0 {
            index.wrapping_mul(size_of(&ctx, ty)? as i64)
        } else {
            let (offset, part) = part_of(&ctx, ty, index)?;
            ty = part;
            offset
        };
        address = address.wrapping_add_signed(offset);
    }
    Ok(result(m, op, Value::Int(address.into())))
}

fn position(op: OpRef<'_>) -> Result<Vec<usize>, Trap> {
    let position = op.attr_named("position").and_then(|position| position.as_i64_array(op.context()));
    let position = position.ok_or_else(malformed)?;
    position.into_iter().map(|index| usize::try_from(index).map_err(|_| malformed())).collect()
}

fn extract_value(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let mut value = m.get(op.operand(0));
    for index in position(op)? {
        if matches!(value, Value::Poison) {
            break;
        }
        let part = value.as_aggregate()?.get(index).cloned();
        value = part.ok_or_else(malformed)?;
    }
    Ok(result(m, op, value))
}

fn insert_value(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (container, part) = (m.get(op.operand(0)), m.get(op.operand(1)));
    let value = with_part(m.context(), result_type(op), &container, &position(op)?, part)?;
    Ok(result(m, op, value))
}

/// The aggregate with another value at a position. Positions are as deep as types nest, which text bounds.
fn with_part(
    ctx: &Context,
    ty: Type,
    aggregate: &Value,
    position: &[usize],
    part: Value,
) -> Result<Value, Trap> {
    let Some((&index, rest)) = position.split_first() else { return Ok(part) };
    let mut parts = match aggregate {
        Value::Poison => match zero_value(ctx, ty) {
            Value::Aggregate(parts) => vec![Value::Poison; parts.len()],
            _ => return Err(malformed()),
        },
        aggregate => aggregate.as_aggregate()?.to_vec(),
    };
    let (_, inner) = part_of(ctx, ty, index as i64)?;
    let slot = parts.get_mut(index).ok_or_else(malformed)?;
    *slot = with_part(ctx, inner, slot, rest, part)?;
    Ok(Value::aggregate(parts))
}

/// The position in a vector that an operand says; a position beyond the end gives poison.
fn element_number(m: &Machine<'_>, op: OpRef<'_>, operand: usize) -> Result<usize, Trap> {
    Ok(usize::try_from(m.get(op.operand(operand)).as_int()?).unwrap_or(usize::MAX))
}

/// A vector's elements; one that is poison has as many as its type says.
fn vector(m: &Machine<'_>, op: OpRef<'_>, operand: usize) -> Result<(Vec<i64>, Vec<Value>), Trap> {
    match m.get(op.operand(operand)) {
        Value::Poison => {
            let ty = op.body().ty(op.operand(operand));
            let shape = ty.static_shape(m.context()).ok_or_else(malformed)?;
            let count = crate::types::element_count(shape).unwrap_or(0);
            Ok((shape.to_vec(), vec![Value::Poison; count]))
        }
        value => {
            let elements = value.as_elements()?;
            Ok((elements.shape.to_vec(), elements.values.clone()))
        }
    }
}

fn extract_element(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (_, values) = vector(m, op, 0)?;
    let value = values.get(element_number(m, op, 1)?).cloned().unwrap_or(Value::Poison);
    Ok(result(m, op, value))
}

fn insert_element(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (shape, mut values) = vector(m, op, 0)?;
    let value = match values.get_mut(element_number(m, op, 2)?) {
        Some(slot) => {
            *slot = m.get(op.operand(1));
            Value::elements(&shape, values)
        }
        None => Value::Poison,
    };
    Ok(result(m, op, value))
}

fn shuffle(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (_, first) = vector(m, op, 0)?;
    let (_, second) = vector(m, op, 1)?;
    let mask = mask_of(op).ok_or_else(malformed)?;
    Ok(result(m, op, choose(&first, &second, &mask)))
}

fn atomic_rmw(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (address, value) = (m.get(op.operand(0)).as_int()? as u64, m.get(op.operand(1)));
    let ty = op.body().ty(op.operand(1));
    let ctx = m.context().clone();
    let operation = ATOMIC_OPERATIONS.word(&ctx, op.attr_named("bin_op")).ok_or_else(malformed)?;
    let old = m.memory.load(&ctx, address, ty)?;
    let new = combine(m, operation, ty, &old, &value)?;
    m.memory.store(&ctx, address, ty, &new)?;
    Ok(result(m, op, old))
}

fn compare_and_exchange(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let address = m.get(op.operand(0)).as_int()? as u64;
    let (expected, new) = (m.get(op.operand(1)), m.get(op.operand(2)));
    let ty = op.body().ty(op.operand(1));
    let ctx = m.context().clone();
    let old = m.memory.load(&ctx, address, ty)?;
    let is_equal = old.as_int()? == expected.as_int()?;
    if is_equal {
        m.memory.store(&ctx, address, ty, &new)?;
    }
    Ok(result(m, op, Value::aggregate(vec![old, Value::bool(is_equal)])))
}
