//! The quantized type of a range of real numbers.

use crate::quantized::{Scale, Scheme, Storage, UniformQuantizedType};
use mlir_lite::ir::prelude::*;

/// Ranges of real numbers, and the integers that shall represent them.
#[derive(Clone, PartialEq, Debug)]
pub struct FakeQuant {
    /// The smallest and the largest number: one range for all, or one for each index of `axis`.
    pub ranges: Vec<[f64; 2]>,
    /// The dimension whose indices have ranges of their own.
    pub axis: Option<i64>,
    /// How many bits the integers have.
    pub bits: i64,
    /// Whether the smallest integer is left out.
    pub is_narrow: bool,
    /// Whether the integers have a sign.
    pub is_signed: bool,
}

impl FakeQuant {
    /// The type of the quantized numbers that express floats of type `expressed`.
    ///
    /// # Errors
    /// Why the arguments describe no type.
    pub fn element(&self, ctx: &Context, expressed: Type) -> Result<Type, String> {
        let width = match self.bits {
            ..=0 | 33.. => {
                return Err(format!("unsupported FakeQuant number of bits: {}", self.bits));
            }
            1..=8 => 8,
            9..=16 => 16,
            _ => 32,
        };
        let mut storage = Storage::all(self.is_signed, width);
        storage.min += i64::from(self.is_narrow);
        let scales: Vec<Scale> =
            self.ranges.iter().map(|&range| scale_of(range, storage)).collect();
        let scheme = match (self.axis, &scales[..]) {
            (None, &[scale]) => Scheme::PerLayer(scale),
            (Some(axis), [_, ..]) => {
                let dimension = u32::try_from(axis);
                let dimension =
                    dimension.map_err(|_| format!("illegal quantized dimension: {axis}"))?;
                Scheme::PerAxis { dimension, scales: scales.into() }
            }
            _ => return Err("expected a range".into()),
        };
        UniformQuantizedType::get_checked(ctx, storage, expressed, scheme)
    }
}

/// The scale and zero point with which the smallest integer represents the smallest number, and the
/// largest integer the largest. The zero point is rounded, and moved into the range of the
/// integers: the numbers of the result then include 0, and may be others than those of the range.
fn scale_of([least, greatest]: [f64; 2], storage: Storage) -> Scale {
    let [min, max] = [storage.min as f64, storage.max as f64];
    // One number needs no scale.
    if (greatest - least).abs() < f64::EPSILON {
        return Scale::new(1.0, storage.min);
    }
    let scale = (greatest - least) / (max - min);
    // The zero point follows from both ends; the one with the smaller numbers has smaller errors.
    let from =
        |real: f64, stored: f64| (stored - real / scale, stored.abs() + (real / scale).abs());
    let (of_min, of_max) = (from(least, min), from(greatest, max));
    let zero_point = if of_min.1 < of_max.1 { of_min.0 } else { of_max.0 };
    // NaN becomes 0, which is moved into the range as well.
    let zero_point = (zero_point.clamp(min, max).round() as i64).clamp(storage.min, storage.max);
    Scale::new(scale, zero_point)
}
