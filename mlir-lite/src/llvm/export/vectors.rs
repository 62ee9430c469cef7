//! Elements of vectors.

use super::function::{Exported, FunctionExport, built};
use crate::ir::view::OpRef;
use inkwell::types::VectorType;
use inkwell::values::{BasicValueEnum, IntValue, VectorValue};

type Value<'ctx> = BasicValueEnum<'ctx>;

fn vector<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
    index: usize,
) -> Exported<VectorValue<'ctx>> {
    match export.value(op.operand(index))? {
        Value::VectorValue(vector) => Ok(vector),
        _ => Err("its operand is no vector of fixed size".into()),
    }
}

fn position<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
    index: usize,
) -> Exported<IntValue<'ctx>> {
    match export.value(op.operand(index))? {
        Value::IntValue(position) => Ok(position),
        _ => Err("its position is no integer".into()),
    }
}

pub(super) fn extract_element<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
) -> Exported<Value<'ctx>> {
    let (vector, position) = (vector(export, op, 0)?, position(export, op, 1)?);
    built(export.builder.build_extract_element(vector, position, ""))
}

pub(super) fn insert_element<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
) -> Exported<Value<'ctx>> {
    let (vector, value) = (vector(export, op, 0)?, export.value(op.operand(1))?);
    built(export.builder.build_insert_element(vector, value, position(export, op, 2)?, "")).map(Into::into)
}

pub(super) fn shuffle<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let mask =
        op.attr_named("mask").and_then(|mask| mask.as_i64_array(op.context())).ok_or("it has no mask")?;
    let i32_type = export.types.llvm.i32_type();
    let mask: Vec<IntValue<'ctx>> = mask
        .iter()
        .map(|&position| match u64::try_from(position) {
            Ok(position) => i32_type.const_int(position, false),
            Err(_) => i32_type.get_poison(),
        })
        .collect();
    let (a, b) = (vector(export, op, 0)?, vector(export, op, 1)?);
    built(export.builder.build_shuffle_vector(a, b, VectorType::const_vector(&mask), "")).map(Into::into)
}
