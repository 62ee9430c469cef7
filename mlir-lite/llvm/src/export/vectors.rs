//! Elements of vectors.

use super::function::{Exported, FunctionExport, built};
use super::ops::{Built, ExportOp, Translations};
use inkwell::types::VectorType;
use inkwell::values::{BasicValueEnum as Value, IntValue};
use mlir_lite::dialects::llvm::{
    ExtractElementOp, ExtractElementOpRef, InsertElementOp, InsertElementOpRef, ShuffleVectorOp,
    ShuffleVectorOpRef,
};
use mlir_lite::ir::typed_view::{OpView, ValueRef};

const NO_VECTOR: &str = "its operand is not a vector";

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
        let (position, builder) = (position(export, op.position())?, &export.builder);
        let element = match export.value(op.vector())? {
            Value::VectorValue(vector) => builder.build_extract_element(vector, position, ""),
            Value::ScalableVectorValue(vector) => {
                builder.build_extract_element(vector, position, "")
            }
            _ => return Err(NO_VECTOR.into()),
        };
        built(element).map(Some)
    }
}

impl ExportOp for InsertElementOp {
    fn export<'ctx>(
        op: InsertElementOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        let (value, position) = (export.value(op.value())?, position(export, op.position())?);
        let builder = &export.builder;
        let inserted: Value<'ctx> = match export.value(op.vector())? {
            Value::VectorValue(vector) => {
                built(builder.build_insert_element(vector, value, position, ""))?.into()
            }
            Value::ScalableVectorValue(vector) => {
                built(builder.build_insert_element(vector, value, position, ""))?.into()
            }
            _ => return Err(NO_VECTOR.into()),
        };
        Ok(Some(inserted))
    }
}

impl ExportOp for ShuffleVectorOp {
    fn export<'ctx>(
        op: ShuffleVectorOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        let mask = op.mask().as_i64_array(op.context()).ok_or("it has no mask")?;
        let i32_type = export.types.llvm.i32_type();
        let shuffled: Value<'ctx> = match (export.value(op.v1())?, export.value(op.v2())?) {
            (Value::VectorValue(a), Value::VectorValue(b)) => {
                let mask: Vec<IntValue<'ctx>> = mask
                    .iter()
                    .map(|&position| match u64::try_from(position) {
                        Ok(position) => i32_type.const_int(position, false),
                        Err(_) => i32_type.get_poison(),
                    })
                    .collect();
                let mask = VectorType::const_vector(&mask);
                built(export.builder.build_shuffle_vector(a, b, mask, ""))?.into()
            }
            (Value::ScalableVectorValue(a), Value::ScalableVectorValue(b)) => {
                let length = u32::try_from(mask.len()).map_err(|_| "its mask is too long")?;
                let ty = i32_type.scalable_vec_type(length);
                // How many elements there are is not known, so all are the same one.
                let mask = match mask.iter().all(|&position| position == 0) {
                    true => ty.const_zero(),
                    false if mask.iter().all(|&position| position < 0) => ty.get_poison(),
                    false => {
                        return Err("a scalable vector can only repeat its first element".into());
                    }
                };
                built(export.builder.build_shuffle_vector(a, b, mask, ""))?.into()
            }
            _ => return Err(NO_VECTOR.into()),
        };
        Ok(Some(shuffled))
    }
}

pub(super) fn register(translations: &mut Translations) {
    translations.add::<ExtractElementOp>();
    translations.add::<InsertElementOp>();
    translations.add::<ShuffleVectorOp>();
}
