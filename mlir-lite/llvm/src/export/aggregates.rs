//! Fields of structs and elements of arrays.

use super::function::{Exported, FunctionExport, built};
use super::instructions::result_of;
use super::ops::{Built, ExportOp, Translations};
use super::templates::type_text;
use crate::ffi;
use inkwell::values::{AggregateValueEnum, BasicValue, BasicValueEnum};
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::llvm::{
    ExtractValueOp, ExtractValueOpRef, InsertValueOp, InsertValueOpRef,
};
use smallvec::SmallVec;

type Value<'ctx> = BasicValueEnum<'ctx>;

fn indices(export: &FunctionExport<'_, '_>, position: Attribute) -> SmallVec<[i64; 4]> {
    position.expect_i64_array(&export.types.ctx)
}

impl ExportOp for ExtractValueOp {
    fn export<'ctx>(
        op: ExtractValueOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        let container = export.value(op.container())?;
        extract(export, container, &indices(export, op.position())).map(Some)
    }
}

impl ExportOp for InsertValueOp {
    fn export<'ctx>(
        op: InsertValueOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        let (container, value) = (export.value(op.container())?, export.value(op.value())?);
        insert(export, container, value, &indices(export, op.position())).map(Some)
    }
}

fn aggregate(value: Value<'_>) -> Exported<AggregateValueEnum<'_>> {
    match value {
        Value::ArrayValue(value) => Ok(value.into()),
        Value::StructValue(value) => Ok(value.into()),
        _ => Err("its container is not a struct or array".into()),
    }
}

/// `3, 0`
fn list(position: &[i64]) -> String {
    position.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// LLVM's C interface takes one index at a time.
fn extract<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    container: Value<'ctx>,
    position: &[i64],
) -> Exported<Value<'ctx>> {
    if position.len() > 1
        && !ffi::is_constant(container)
        && let Some(ty) = type_text(container)
    {
        let text = format!("%r = extractvalue {ty} %0, {}", list(position));
        return result_of(export.templates.instruction(&export.builder, &text, &[container])?);
    }
    let mut value = container;
    for &index in position {
        let index = u32::try_from(index).map_err(|_| "its position is negative")?;
        value = built(export.builder.build_extract_value(aggregate(value)?, index, ""))?;
    }
    Ok(value)
}

fn insert<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    container: Value<'ctx>,
    value: Value<'ctx>,
    position: &[i64],
) -> Exported<Value<'ctx>> {
    let is_constant = ffi::is_constant(container) && ffi::is_constant(value);
    if position.len() > 1
        && !is_constant
        && let (Some(outer), Some(inner)) = (type_text(container), type_text(value))
    {
        let text = format!("%r = insertvalue {outer} %0, {inner} %1, {}", list(position));
        return result_of(export.templates.instruction(
            &export.builder,
            &text,
            &[container, value],
        )?);
    }
    let mut containers = vec![container];
    for prefix in 1..position.len() {
        containers.push(extract(export, container, &position[..prefix])?);
    }
    let mut value = value;
    for (&index, container) in position.iter().zip(containers).rev() {
        let index = u32::try_from(index).map_err(|_| "its position is negative")?;
        value = built(export.builder.build_insert_value(aggregate(container)?, value, index, ""))?
            .as_basic_value_enum();
    }
    Ok(value)
}

pub(super) fn register(translations: &mut Translations) {
    translations.add::<ExtractValueOp>();
    translations.add::<InsertValueOp>();
}
