//! Attributes to LLVM's constants.
//!
//! Numbers of element data become one constant per innermost row: LLVM holds
//! their bytes as they are.

use super::types::TypeTranslation;
use crate::attributes::{ApInt, Attribute, AttributeKind, DenseElements};
use crate::dialects::llvm::LlvmArrayType;
use crate::llvm::ffi;
use crate::text::{print_attribute, print_type};
use crate::types::{Type, TypeKind};
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{ArrayValue, BasicValueEnum, IntValue};

type Translated<'ctx> = Result<BasicValueEnum<'ctx>, String>;

/// The constant of type `ty` that `value` says.
pub(super) fn translate<'ctx>(types: &TypeTranslation<'ctx>, value: Attribute, ty: Type) -> Translated<'ctx> {
    let ctx = &types.ctx;
    let target = types.basic(ty)?;
    let wrong =
        || format!("'{}' is no constant of type '{}'", print_attribute(ctx, value), print_type(ctx, ty));
    match (value.kind(ctx), target) {
        (AttributeKind::Integer { value: number, .. }, BasicTypeEnum::IntType(target)) => {
            Ok(integer(target, number).into())
        }
        (AttributeKind::Float { ty: written, bits }, BasicTypeEnum::FloatType(_)) => {
            float(types, *written, *bits, target).ok_or_else(wrong)
        }
        (AttributeKind::Float { bits, .. }, BasicTypeEnum::IntType(target)) => {
            Ok(target.const_int_arbitrary_precision(&[*bits as u64, (*bits >> 64) as u64]).into())
        }
        (AttributeKind::String { bytes, .. }, BasicTypeEnum::ArrayType(target)) => {
            if target.len() as usize != bytes.len() {
                return Err(wrong());
            }
            Ok(types.llvm.const_string(bytes, false).into())
        }
        _ => {
            let elements = value.dense(ctx).ok_or_else(wrong)?;
            dense(types, &elements, ty).ok_or_else(wrong)
        }
    }
}

fn integer<'ctx>(target: inkwell::types::IntType<'ctx>, value: &ApInt) -> IntValue<'ctx> {
    // Sign extension: an `index` may be written for a wider type.
    let mut bytes = value.to_le_bytes();
    let fill = if value.is_negative() { 0xff } else { 0 };
    if value.is_negative()
        && !value.width().is_multiple_of(8)
        && let Some(last) = bytes.last_mut()
    {
        *last |= 0xff << (value.width() % 8);
    }
    let words = target.get_bit_width().div_ceil(64) as usize;
    bytes.resize((words * 8).max(bytes.len()), fill);
    let words: Vec<u64> = bytes
        .chunks_exact(8)
        .take(words)
        .map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()))
        .collect();
    target.const_int_arbitrary_precision(&words)
}

/// A float from the bits of its format.
fn float<'ctx>(
    types: &TypeTranslation<'ctx>,
    written: Type,
    bits: u128,
    target: BasicTypeEnum<'ctx>,
) -> Option<BasicValueEnum<'ctx>> {
    if types.basic(written).ok()? != target {
        return None;
    }
    let BasicTypeEnum::FloatType(target) = target else { return None };
    if written == Type::F64 {
        return Some(target.const_float(f64::from_bits(bits as u64)).into());
    }
    let width = std::num::NonZeroU32::new(written.bit_width(&types.ctx)?)?;
    let words = [bits as u64, (bits >> 64) as u64];
    let bits = types.llvm.custom_width_int_type(width).ok()?.const_int_arbitrary_precision(&words);
    Some(ffi::const_float_from_bits(bits, target).into())
}

/// Numbers of `size` bytes each, from little-endian to the host's order.
fn native(bytes: &[u8], size: usize) -> std::borrow::Cow<'_, [u8]> {
    if cfg!(target_endian = "little") || size < 2 {
        return bytes.into();
    }
    bytes.chunks_exact(size).flat_map(|number| number.iter().rev().copied()).collect::<Vec<u8>>().into()
}

/// Elements as an array of arrays, or as a vector.
fn dense<'ctx>(
    types: &TypeTranslation<'ctx>,
    elements: &DenseElements,
    ty: Type,
) -> Option<BasicValueEnum<'ctx>> {
    let ctx = &types.ctx;
    if let TypeKind::Vector { .. } = ty.kind(ctx) {
        return vector(types, elements, ty);
    }
    let mut lengths = Vec::new();
    let mut element = ty;
    while let Some(array) = element.as_dialect::<LlvmArrayType>(ctx) {
        lengths.push(usize::try_from(array.length).ok()?);
        element = array.element;
    }
    let count = lengths.iter().try_fold(1usize, |count, &length| count.checked_mul(length))?;
    let written = elements.ty().element_type(ctx)?;
    let agrees = written == element || (written == Type::INDEX && element == Type::I64);
    if !agrees || elements.len(ctx) != count || lengths.is_empty() {
        return None;
    }
    let llvm_type = types.basic(ty).ok()?;
    if elements.is_splat() && elements.data().iter().all(|&byte| byte == 0) {
        return Some(llvm_type.const_zero());
    }
    let llvm_element = types.basic(element).ok()?;
    let row_length = lengths.pop()?;
    let mut row_type = llvm_element.array_type(u32::try_from(row_length).ok()?);
    let mut rows = rows(types, elements, element, llvm_element, row_length, count)?;
    for length in lengths.into_iter().rev() {
        rows = rows.chunks(length.max(1)).map(|chunk| row_type.const_array(chunk)).collect();
        row_type = row_type.array_type(u32::try_from(length).ok()?);
    }
    rows.first().map(|&array| array.into())
}

/// The innermost arrays.
fn rows<'ctx>(
    types: &TypeTranslation<'ctx>,
    elements: &DenseElements,
    element: Type,
    llvm_element: BasicTypeEnum<'ctx>,
    row_length: usize,
    count: usize,
) -> Option<Vec<ArrayValue<'ctx>>> {
    let ctx = &types.ctx;
    if row_length == 0 || count == 0 {
        return Some(vec![llvm_element.array_type(0).const_zero()]);
    }
    if !matches!(element.bit_width(ctx), Some(8 | 16 | 32 | 64)) {
        return None;
    }
    let size = DenseElements::element_size(ctx, element)?;
    let data = native(elements.data(), size);
    if elements.is_splat() {
        let row = ffi::const_data_array(llvm_element, &data.repeat(row_length));
        return Some(vec![row; count / row_length]);
    }
    Some(data.chunks_exact(size * row_length).map(|row| ffi::const_data_array(llvm_element, row)).collect())
}

fn vector<'ctx>(
    types: &TypeTranslation<'ctx>,
    elements: &DenseElements,
    ty: Type,
) -> Option<BasicValueEnum<'ctx>> {
    let ctx = &types.ctx;
    let element = ty.element_type(ctx)?;
    let count = elements.len(ctx);
    if elements.ty().element_type(ctx)? != element || ty.static_shape(ctx)? != [i64::try_from(count).ok()?] {
        return None;
    }
    let width = element.bit_width(ctx)?;
    let llvm_element = types.basic(element).ok()?;
    let values: Option<Vec<BasicValueEnum<'ctx>>> = (0..count)
        .map(|index| {
            let bytes = elements.element(ctx, index)?;
            match llvm_element {
                BasicTypeEnum::IntType(target) => {
                    Some(integer(target, &ApInt::from_le_bytes(width, bytes)).into())
                }
                _ => {
                    let mut bits = [0; 16];
                    bits[..bytes.len()].copy_from_slice(bytes);
                    float(types, element, u128::from_le_bytes(bits), llvm_element)
                }
            }
        })
        .collect();
    let values = values?;
    Some(match llvm_element {
        BasicTypeEnum::IntType(_) => {
            let values: Vec<_> = values.into_iter().map(BasicValueEnum::into_int_value).collect();
            inkwell::types::VectorType::const_vector(&values).into()
        }
        _ => {
            let values: Vec<_> = values.into_iter().map(BasicValueEnum::into_float_value).collect();
            inkwell::types::VectorType::const_vector(&values).into()
        }
    })
}
