//! Checks of the types' parameters, and of tensors with elements of the types.

use super::{
    AnyQuantizedType, CalibratedQuantizedType, Scale, Scheme, Storage, UniformQuantizedType,
    float_format,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::Float;
use mlir_lite::text::float::format_exponential;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, FloatKind};
use std::cmp::Ordering;

/// A number with six digits after the point, as in the messages of MLIR.
fn shown(number: f64) -> String {
    match number.is_finite() {
        true => format_exponential(number, 6),
        false => number.to_string(),
    }
}

fn check_storage(storage: Storage) -> Result<(), String> {
    let Storage { is_signed, width, min, max } = storage;
    if !(1..=32).contains(&width) {
        return Err(format!("illegal storage type size: {width}"));
    }
    if min >= max {
        return Err(format!("illegal storage min and storage max: ({min}:{max})"));
    }
    let [least, greatest] = Storage::limits(is_signed, width);
    if min < least {
        return Err(format!("illegal storage type minimum: {min}"));
    }
    if max > greatest {
        return Err(format!("illegal storage type maximum: {max}"));
    }
    Ok(())
}

fn check_expressed(ctx: &Context, ty: Type) -> Result<FloatKind, String> {
    float_format(ctx, ty).ok_or_else(|| {
        format!("expected a floating-point type as expressed type, found '{}'", print_type(ctx, ty))
    })
}

/// The smallest positive and the largest finite number of a format that `f64` holds.
fn range(format: FloatKind) -> [f64; 2] {
    let number = |bits| match Float::from_bits(format, bits) {
        Float::Narrow(number) => number,
        Float::Wide(_) => f64::INFINITY,
    };
    let [_, greatest] = format.extremes();
    let greatest = if number(greatest).is_finite() { greatest } else { greatest - 1 };
    let least = [0, 1].map(number).into_iter().find(|&number| number > 0.0);
    [least.unwrap_or(0.0), number(greatest)]
}

fn check_scale(format: FloatKind, storage: Storage, scale: Scale) -> Result<(), String> {
    let (number, zero_point) = (scale.scale(), scale.zero_point);
    if !(number > 0.0 && number.is_finite()) {
        return Err(format!("illegal scale: {}", shown(number)));
    }
    if !format.holds(FloatKind::F64) {
        let [least, greatest] = range(format);
        if !(least..=greatest).contains(&number) {
            let [number, least, greatest] = [number, least, greatest].map(shown);
            let range = format!("[{least}, {greatest}]");
            return Err(format!("scale {number} out of expressed type range {range}"));
        }
    }
    let Storage { min, max, .. } = storage;
    if !(min..=max).contains(&zero_point) {
        return Err(format!("illegal zero point: {zero_point}, not between {min} and {max}"));
    }
    Ok(())
}

impl VerifyParameters for AnyQuantizedType {
    fn verify(&self, ctx: &Context) -> Result<(), String> {
        check_storage(self.storage)?;
        self.expressed.map_or(Ok(()), |ty| check_expressed(ctx, ty).map(drop))
    }
}

impl VerifyParameters for UniformQuantizedType {
    fn verify(&self, ctx: &Context) -> Result<(), String> {
        check_storage(self.storage)?;
        let format = check_expressed(ctx, self.expressed)?;
        let scales = self.scheme.scales();
        scales.iter().try_for_each(|&scale| check_scale(format, self.storage, scale))?;
        let count = match &self.scheme {
            Scheme::PerLayer(_) | Scheme::PerAxis { .. } => scales.len().max(1),
            Scheme::SubChannel { blocks, shape, .. } => {
                if let Some((_, size)) = blocks.iter().find(|(_, size)| *size < 1) {
                    return Err(format!("illegal block size: {size}"));
                }
                let sizes = shape.iter().map(|&size| usize::try_from(size).unwrap_or(0));
                sizes.fold(1, usize::saturating_mul)
            }
        };
        if scales.len() != count {
            return Err(format!("illegal number of scales: {}, expected {count}", scales.len()));
        }
        Ok(())
    }
}

impl VerifyParameters for CalibratedQuantizedType {
    fn verify(&self, ctx: &Context) -> Result<(), String> {
        check_expressed(ctx, self.expressed)?;
        let [min, max] = [self.min, self.max].map(f64::from_bits);
        if min.partial_cmp(&max) != Some(Ordering::Less) {
            return Err(format!("illegal min and max: ({}:{})", shown(min), shown(max)));
        }
        Ok(())
    }
}

/// Checks that a value of type `container`, a scalar or a tensor, has as many indices and blocks as
/// the type of its quantized numbers has scales for.
pub(crate) fn verify_container(
    ctx: &Context,
    container: Type,
    element: Type,
) -> Result<(), String> {
    let Some(uniform) = UniformQuantizedType::of(ctx, element) else { return Ok(()) };
    let is_tensor = container.is_tensor(ctx);
    let shape = container.shape(ctx);
    match (&uniform.scheme, shape) {
        (Scheme::PerLayer(_), _) => Ok(()),
        (Scheme::PerAxis { .. }, _) if !is_tensor => {
            Err("scalar types may not use per-axis quantization".into())
        }
        (Scheme::SubChannel { .. }, _) if !is_tensor => {
            Err("scalar types may not use sub-channel quantization".into())
        }
        (Scheme::PerAxis { .. }, None) => Ok(()),
        (Scheme::SubChannel { .. }, None) => {
            Err("tensor containing the sub-channel quantized type must be ranked".into())
        }
        (Scheme::PerAxis { dimension, scales }, Some(shape)) => {
            let Some(&size) = shape.get(*dimension as usize) else {
                return Err("quantized dimension must be less than tensor rank".into());
            };
            match size == DYNAMIC || size == scales.len() as i64 {
                true => Ok(()),
                false => Err("quantized dimension size does not match number of scales".into()),
            }
        }
        (Scheme::SubChannel { blocks, shape: counts, .. }, Some(shape)) => {
            verify_blocks(shape, blocks, counts)
        }
    }
}

fn verify_blocks(shape: &[i64], blocks: &[(u32, i64)], counts: &[i64]) -> Result<(), String> {
    let mut expected = vec![1; shape.len()];
    for &(dimension, block) in blocks {
        let Some(&size) = shape.get(dimension as usize) else {
            let rank = shape.len();
            return Err(format!(
                "quantized dimension {dimension} must be less than tensor rank {rank}"
            ));
        };
        if size != DYNAMIC && size % block != 0 {
            return Err(format!(
                "tensor dimension size {size} at axis {dimension} must be divisible by the \
                 corresponding block size {block}"
            ));
        }
        expected[dimension as usize] = if size == DYNAMIC { DYNAMIC } else { size / block };
    }
    if counts.len() != shape.len() {
        return Err(format!(
            "Rank of scales {} must match the rank of the tensor {}",
            counts.len(),
            shape.len()
        ));
    }
    for (axis, (&count, &expected)) in counts.iter().zip(&expected).enumerate() {
        if expected != DYNAMIC && count != expected {
            return Err(format!(
                "dimension size {count} of scales tensor at axis {axis} should match (tensor \
                 dimension at axis / block sizes at axis) = {expected}"
            ));
        }
    }
    Ok(())
}
