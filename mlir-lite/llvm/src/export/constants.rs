//! Converts attributes to LLVM's constants.
//!
//! The numbers of element data become one constant per innermost row: LLVM stores their bytes as
//! they are.

use super::Symbols;
use super::types::TypeTranslation;
use crate::ffi;
use inkwell::types::{BasicType, BasicTypeEnum, VectorType};
use inkwell::values::{BasicValueEnum, IntValue};
use mlir_lite::attributes::{ApInt, Attribute, AttributeKind, DenseElements};
use mlir_lite::dialects::llvm::{LlvmArrayType, LlvmStructType, ZeroAttr};
use mlir_lite::text::{print_attribute, print_type};
use mlir_lite::types::{Type, TypeKind, element_count};

type Value<'ctx> = BasicValueEnum<'ctx>;

/// The constant of type `ty` for `value`. A symbol is the address of the function.
pub(super) fn translate<'ctx>(
    types: &TypeTranslation<'ctx>,
    symbols: Option<&Symbols<'ctx>>,
    value: Attribute,
    ty: Type,
) -> Result<Value<'ctx>, String> {
    let ctx = &types.ctx;
    let target = types.basic(ty)?;
    let symbol = value.as_flat_symbol(ctx).zip(symbols);
    if let (Some((name, symbols)), BasicTypeEnum::PointerType(_)) = (symbol, target) {
        let name = name.text(ctx);
        let function = symbols.functions.get(name);
        let function = function.ok_or_else(|| format!("the module has no function '{name}'"))?;
        return Ok(function.as_global_value().as_pointer_value().into());
    }
    constant(types, value, ty).ok_or_else(|| {
        format!(
            "'{}' is not a constant of type '{}'",
            print_attribute(ctx, value),
            print_type(ctx, ty)
        )
    })
}

fn constant<'ctx>(
    types: &TypeTranslation<'ctx>,
    value: Attribute,
    ty: Type,
) -> Option<Value<'ctx>> {
    let ctx = &types.ctx;
    let target = types.basic(ty).ok()?;
    if value.as_dialect::<ZeroAttr>(ctx).is_some() {
        return Some(target.const_zero());
    }
    match (value.kind(ctx), target) {
        (AttributeKind::Opaque { dialect, data, .. }, _) if dialect.text(ctx) == "llvm" => {
            match &**data {
                "undef" => Some(ffi::undef(target)),
                "poison" => Some(ffi::poison(target)),
                _ => None,
            }
        }
        (AttributeKind::Integer { value: number, .. }, BasicTypeEnum::IntType(target)) => {
            Some(integer(target, number).into())
        }
        (AttributeKind::Float { ty: written, bits }, BasicTypeEnum::FloatType(_)) => {
            float(types, *written, bits.get(), target)
        }
        (AttributeKind::Float { bits, .. }, BasicTypeEnum::IntType(target)) => {
            Some(target.const_int_arbitrary_precision(&words(bits.get())).into())
        }
        (AttributeKind::String { bytes, .. }, BasicTypeEnum::ArrayType(target)) => {
            (target.len() as usize == bytes.len())
                .then(|| types.llvm.const_string(bytes, false).into())
        }
        (AttributeKind::Array(values), _) => aggregate(types, values, ty),
        (AttributeKind::DenseStrings { values, ty: written }, BasicTypeEnum::ArrayType(target)) => {
            strings(types, values, written.static_shape(ctx)?, target.into())
        }
        (AttributeKind::Sparse { ty: written, indices, values }, _) => {
            let elements = expanded(types, *written, *indices, *values)?;
            dense(types, &elements, ty)
        }
        _ => dense(types, &value.dense(ctx)?, ty),
    }
}

/// Checks that non-splat elements have the shape of the initialised type. Splats may be written in
/// another shape with as many elements.
pub(super) fn check_shape(
    types: &TypeTranslation<'_>,
    value: Attribute,
    ty: Type,
) -> Result<(), String> {
    let ctx = &types.ctx;
    let (written, is_splat) = match value.kind(ctx) {
        AttributeKind::Sparse { ty, .. } | AttributeKind::DenseStrings { ty, .. } => (*ty, false),
        _ => match value.dense(ctx) {
            Some(elements) => (elements.ty(), elements.is_splat()),
            None => return Ok(()),
        },
    };
    let Some(found) = written.static_shape(ctx).filter(|_| !is_splat) else { return Ok(()) };
    let (mut shape, mut leaf, mut levels) = (Vec::new(), ty, 0);
    while let Some(array) = leaf.as_dialect::<LlvmArrayType>(ctx) {
        shape.push(i64::try_from(array.length).unwrap_or(i64::MAX));
        (leaf, levels) = (array.element, levels + 1);
    }
    if matches!(value.kind(ctx), AttributeKind::DenseStrings { .. }) {
        // The innermost array holds the bytes of a string.
        shape.pop();
    }
    shape.extend(leaf.static_shape(ctx).unwrap_or_default());
    // A tensor becomes nested arrays, a vector becomes vectors in the innermost dimension.
    let is_vector = matches!(written.kind(ctx), TypeKind::Vector { .. });
    let agrees = is_vector == matches!(leaf.kind(ctx), TypeKind::Vector { .. })
        || (!is_vector && levels > 0);
    if shape == found && agrees {
        return Ok(());
    }
    let (value, ty) = (print_attribute(ctx, value), print_type(ctx, ty));
    Err(format!("'{value}' has another shape than '{ty}'"))
}

fn words(bits: u128) -> [u64; 2] {
    [bits as u64, (bits >> 64) as u64]
}

/// The fields of a struct, or the elements of an array, one attribute each.
fn aggregate<'ctx>(
    types: &TypeTranslation<'ctx>,
    values: &[Attribute],
    ty: Type,
) -> Option<Value<'ctx>> {
    let ctx = &types.ctx;
    let field_types = match ty.as_dialect::<LlvmStructType>(ctx) {
        Some(data) => data.fields().to_vec(),
        None => {
            let array = ty.as_dialect::<LlvmArrayType>(ctx)?;
            (array.length == values.len() as u64).then(|| vec![array.element; values.len()])?
        }
    };
    if field_types.len() != values.len() {
        return None;
    }
    let fields: Option<Vec<Value<'ctx>>> =
        values.iter().zip(field_types).map(|(&value, ty)| constant(types, value, ty)).collect();
    Some(ffi::const_aggregate(types.basic(ty).ok()?, &fields?))
}

/// Strings in nested arrays: each is an array of bytes.
fn strings<'ctx>(
    types: &TypeTranslation<'ctx>,
    values: &[Box<[u8]>],
    shape: &[i64],
    target: BasicTypeEnum<'ctx>,
) -> Option<Value<'ctx>> {
    let count = element_count(shape)?;
    let text = |index: usize| values.get(if values.len() == 1 { 0 } else { index });
    let mut rows: Vec<Value<'ctx>> = (0..count)
        .map(|index| Some(types.llvm.const_string(text(index)?, false).into()))
        .collect::<Option<_>>()?;
    let mut levels = vec![target];
    while let BasicTypeEnum::ArrayType(array) = levels[levels.len() - 1] {
        levels.push(array.get_element_type());
    }
    let text_level = levels.len().checked_sub(2)?;
    if text_level != shape.len() || rows.iter().any(|row| row.get_type() != levels[text_level]) {
        return None;
    }
    for (level, &length) in levels[..text_level].iter().zip(shape).rev() {
        rows = rows
            .chunks(usize::try_from(length).ok()?.max(1))
            .map(|row| ffi::const_aggregate(*level, row))
            .collect();
    }
    rows.first().copied()
}

/// All elements of a sparse attribute: unlisted ones are zero.
fn expanded(
    types: &TypeTranslation<'_>,
    ty: Type,
    indices: Attribute,
    values: Attribute,
) -> Option<DenseElements> {
    let ctx = &types.ctx;
    let shape = ty.static_shape(ctx)?;
    let size = DenseElements::element_size(ctx, ty.element_type(ctx)?)?;
    let mut data = vec![0; element_count(shape)?.checked_mul(size)?];
    let (indices, values) = (indices.dense(ctx)?, values.dense(ctx)?);
    for number in 0..values.len(ctx) {
        let mut place = 0usize;
        for (dim, &length) in shape.iter().enumerate() {
            let index = indices.element(ctx, number * shape.len() + dim)?;
            let index = u64::from_le_bytes(index.try_into().ok()?);
            place = place
                .checked_mul(usize::try_from(length).ok()?)?
                .checked_add(usize::try_from(index).ok()?)?;
        }
        data.get_mut(place * size..(place + 1) * size)?
            .copy_from_slice(values.element(ctx, number)?);
    }
    Some(DenseElements::new(ty, data.into(), false))
}

pub(super) fn integer<'ctx>(
    target: inkwell::types::IntType<'ctx>,
    value: &ApInt,
) -> IntValue<'ctx> {
    // Sign extension: an `index` attribute may be exported as a wider type.
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
) -> Option<Value<'ctx>> {
    if types.basic(written).ok()? != target {
        return None;
    }
    let BasicTypeEnum::FloatType(target) = target else { return None };
    if written == Type::F64 {
        return Some(target.const_float(f64::from_bits(bits as u64)).into());
    }
    let width = std::num::NonZeroU32::new(written.bit_width(&types.ctx)?)?;
    let bits =
        types.llvm.custom_width_int_type(width).ok()?.const_int_arbitrary_precision(&words(bits));
    Some(ffi::const_float_from_bits(bits, target).into())
}

/// Numbers of `size` bytes each, from little-endian to the host's order.
fn native(bytes: &[u8], size: usize) -> std::borrow::Cow<'_, [u8]> {
    if cfg!(target_endian = "little") || size < 2 {
        return bytes.into();
    }
    bytes
        .chunks_exact(size)
        .flat_map(|number| number.iter().rev().copied())
        .collect::<Vec<u8>>()
        .into()
}

/// Elements as an array of arrays, as a vector, or as an array of vectors.
fn dense<'ctx>(
    types: &TypeTranslation<'ctx>,
    elements: &DenseElements,
    ty: Type,
) -> Option<Value<'ctx>> {
    let ctx = &types.ctx;
    let mut lengths = Vec::new();
    let mut leaf = ty;
    while let Some(array) = leaf.as_dialect::<LlvmArrayType>(ctx) {
        lengths.push(usize::try_from(array.length).ok()?);
        leaf = array.element;
    }
    let scalable = leaf.is_scalable_vector(ctx);
    let in_leaf = match leaf.kind(ctx) {
        TypeKind::Vector { shape, .. } if !scalable => element_count(shape)?,
        _ if lengths.is_empty() && !scalable => return None,
        _ => 1,
    };
    let count = lengths.iter().try_fold(in_leaf, |count, &length| count.checked_mul(length))?;
    if !scalable && elements.len(ctx) != count {
        return None;
    }
    let target = types.basic(ty).ok()?;
    if elements.is_splat() && elements.data().iter().all(|&byte| byte == 0) {
        return Some(target.const_zero());
    }
    if scalable {
        return None;
    }
    let element = leaf.element_type(ctx).unwrap_or(leaf);
    if matches!(leaf.kind(ctx), TypeKind::Vector { .. }) {
        let vector = |number: usize| {
            vector(types, elements, element, number * in_leaf..(number + 1) * in_leaf)
        };
        let leaves: Vec<Value<'ctx>> =
            (0..count / in_leaf.max(1)).map(vector).collect::<Option<_>>()?;
        return nest(types, ty, &lengths, leaves);
    }
    let row_length = lengths.pop()?;
    let row_type = types.basic(element).ok()?;
    let rows = rows(types, elements, element, row_type, row_length, count)?;
    nest(types, ty, &lengths, rows)
}

/// Nested arrays with these lengths; `leaves` are the innermost.
fn nest<'ctx>(
    types: &TypeTranslation<'ctx>,
    ty: Type,
    lengths: &[usize],
    mut leaves: Vec<Value<'ctx>>,
) -> Option<Value<'ctx>> {
    let ctx = &types.ctx;
    let mut levels = vec![ty];
    while let Some(array) = levels[levels.len() - 1].as_dialect::<LlvmArrayType>(ctx) {
        levels.push(array.element);
    }
    for (&length, &level) in lengths.iter().zip(&levels).rev() {
        let target = types.basic(level).ok()?;
        leaves =
            leaves.chunks(length.max(1)).map(|row| ffi::const_aggregate(target, row)).collect();
    }
    match leaves.first() {
        Some(&value) => Some(value),
        // One of the lengths is zero.
        None => Some(types.basic(ty).ok()?.const_zero()),
    }
}

/// The innermost arrays.
fn rows<'ctx>(
    types: &TypeTranslation<'ctx>,
    elements: &DenseElements,
    element: Type,
    llvm_element: BasicTypeEnum<'ctx>,
    row_length: usize,
    count: usize,
) -> Option<Vec<Value<'ctx>>> {
    let ctx = &types.ctx;
    if row_length == 0 || count == 0 {
        let empty = llvm_element.array_type(u32::try_from(row_length).ok()?).const_zero();
        return Some(vec![empty.into(); count.checked_div(row_length).unwrap_or(1)]);
    }
    let written = elements.ty().element_type(ctx)?;
    let is_same = written == element || (written == Type::INDEX && element == Type::I64);
    if is_same && matches!(element.bit_width(ctx), Some(8 | 16 | 32 | 64)) {
        let size = DenseElements::element_size(ctx, element)?;
        let data = native(elements.data(), size);
        if elements.is_splat() {
            let row = ffi::const_data_array(llvm_element, &data.repeat(row_length)).into();
            return Some(vec![row; count / row_length]);
        }
        let row = |row| ffi::const_data_array(llvm_element, row).into();
        return Some(data.chunks_exact(size * row_length).map(row).collect());
    }
    let array = llvm_element.array_type(u32::try_from(row_length).ok()?).into();
    let row = |first: usize| {
        let values: Option<Vec<Value<'ctx>>> = (first..first + row_length)
            .map(|index| scalar(types, elements, element, index))
            .collect();
        Some(ffi::const_aggregate(array, &values?))
    };
    if elements.is_splat() {
        return Some(vec![row(0)?; count / row_length]);
    }
    (0..count).step_by(row_length).map(row).collect()
}

/// One element as a number, or as a struct of the two parts of a complex number.
fn scalar<'ctx>(
    types: &TypeTranslation<'ctx>,
    elements: &DenseElements,
    element: Type,
    index: usize,
) -> Option<Value<'ctx>> {
    let ctx = &types.ctx;
    let (bytes, written) = (elements.element(ctx, index)?, elements.ty().element_type(ctx)?);
    if let TypeKind::Complex(part) = written.kind(ctx) {
        let fields = element.as_dialect::<LlvmStructType>(ctx)?.fields();
        let &[re, im] = fields else { return None };
        let (first, second) = bytes.split_at(bytes.len() / 2);
        let parts = [number(types, *part, first, re)?, number(types, *part, second, im)?];
        return Some(ffi::const_aggregate(types.basic(element).ok()?, &parts));
    }
    number(types, written, bytes, element)
}

/// A number of type `written` as one of type `ty`: a float format that LLVM lacks is exported as an
/// integer with the same bits.
fn number<'ctx>(
    types: &TypeTranslation<'ctx>,
    written: Type,
    bytes: &[u8],
    ty: Type,
) -> Option<Value<'ctx>> {
    let ctx = &types.ctx;
    let target = types.basic(ty).ok()?;
    let mut bits = [0; 16];
    match (written.is_float(ctx), target) {
        (false, BasicTypeEnum::IntType(target)) => {
            let width = if written == Type::INDEX { 64 } else { written.bit_width(ctx)? };
            Some(integer(target, &ApInt::from_le_bytes(width, bytes)).into())
        }
        (true, target) => {
            bits.get_mut(..bytes.len())?.copy_from_slice(bytes);
            let bits = u128::from_le_bytes(bits);
            match target {
                BasicTypeEnum::IntType(target) => (written.bit_width(ctx)
                    == Some(target.get_bit_width()))
                .then(|| target.const_int_arbitrary_precision(&words(bits)).into()),
                _ => float(types, written, bits, target),
            }
        }
        _ => None,
    }
}

fn vector<'ctx>(
    types: &TypeTranslation<'ctx>,
    elements: &DenseElements,
    element: Type,
    range: std::ops::Range<usize>,
) -> Option<Value<'ctx>> {
    let values: Option<Vec<Value<'ctx>>> =
        range.map(|index| scalar(types, elements, element, index)).collect();
    let values = values?;
    Some(match values.first()? {
        BasicValueEnum::IntValue(_) => {
            let values: Vec<_> = values.into_iter().map(BasicValueEnum::into_int_value).collect();
            VectorType::const_vector(&values).into()
        }
        BasicValueEnum::FloatValue(_) => {
            let values: Vec<_> = values.into_iter().map(BasicValueEnum::into_float_value).collect();
            VectorType::const_vector(&values).into()
        }
        _ => return None,
    })
}
