//! Elements of vectors.

use super::function::{Exported, FunctionExport, built};
use super::ops::{Built, ExportOp, Translations};
use inkwell::types::VectorType;
use inkwell::values::{BasicValueEnum as Value, IntValue, VectorValue};
use mlir_lite::dialects::llvm::{
    ExtractElementOp, ExtractElementOpRef, InsertElementOp, InsertElementOpRef, ShuffleVectorOp,
    ShuffleVectorOpRef,
};
use mlir_lite::ir::typed_view::{OpView, ValueRef};

fn vector<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    value: ValueRef<'_>,
) -> Exported<VectorValue<'ctx>> {
    match export.value(value)? {
        Value::VectorValue(vector) => Ok(vector),
        _ => Err("its operand is not a vector of fixed size".into()),
    }
}

fn position<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    value: ValueRef<'_>,
) -> Exported<IntValue<'ctx>> {
    match export.value(value)? {
        Value::IntValue(position) => Ok(position),
        _ => Err("its position is not an integer".into()),
    }
}

impl ExportOp for ExtractElementOp {
    fn export<'ctx>(
        op: ExtractElementOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        let (vector, position) = (vector(export, op.vector())?, position(export, op.position())?);
        built(export.builder.build_extract_element(vector, position, "")).map(Some)
    }
}

impl ExportOp for InsertElementOp {
    fn export<'ctx>(
        op: InsertElementOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        let (vector, value) = (vector(export, op.vector())?, export.value(op.value())?);
        let position = position(export, op.position())?;
        let inserted = built(export.builder.build_insert_element(vector, value, position, ""))?;
        Ok(Some(inserted.into()))
    }
}

impl ExportOp for ShuffleVectorOp {
    fn export<'ctx>(
        op: ShuffleVectorOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        let mask = op.mask().as_i64_array(op.context()).ok_or("it has no mask")?;
        let i32_type = export.types.llvm.i32_type();
        let mask: Vec<IntValue<'ctx>> = mask
            .iter()
            .map(|&position| match u64::try_from(position) {
                Ok(position) => i32_type.const_int(position, false),
                Err(_) => i32_type.get_poison(),
            })
            .collect();
        let (a, b, mask) =
            (vector(export, op.v1())?, vector(export, op.v2())?, VectorType::const_vector(&mask));
        Ok(Some(built(export.builder.build_shuffle_vector(a, b, mask, ""))?.into()))
    }
}

pub(super) fn register(translations: &mut Translations) {
    translations.add::<ExtractElementOp>();
    translations.add::<InsertElementOp>();
    translations.add::<ShuffleVectorOp>();
}
