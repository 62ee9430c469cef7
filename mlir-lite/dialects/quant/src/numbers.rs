//! The formulas between real, scaled and stored numbers. The interpreter, the folds and the
//! lowering agree with these.
//!
//! ```text
//! real = scaled * scale = (stored - zero_point) * scale
//! stored = clamp(round_to_nearest_even(real / scale) + zero_point)
//! ```
//!
//! Quotient and product are those of the format that is expressed, in which the scale is rounded.
//! The sum is exact before it is clamped: an infinity becomes the smallest or largest integer that
//! is used. NaN becomes the zero point, the integer of the real number 0.

use crate::quantized::{Scale, Storage, UniformQuantizedType, float_format};
use mlir_lite::attributes::ApInt;
use mlir_lite::context::Context;
use mlir_lite::scalar::{Float, FloatClass, FloatFunction};
use mlir_lite::types::FloatKind;
use std::cmp::Ordering;

/// How numbers of one scale are converted.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Conversion {
    /// The format of the real numbers.
    pub format: FloatKind,
    /// The scale, rounded to that format.
    pub scale: Float,
    /// The integer that represents zero.
    pub zero_point: i64,
    /// The integers that are used.
    pub storage: Storage,
}

impl Conversion {
    /// Conversions between a format and integers.
    pub fn new(format: FloatKind, scale: Scale, storage: Storage) -> Self {
        let number = Float::from(scale.scale()).rounded_to(format);
        Self { format, scale: number, zero_point: scale.zero_point, storage }
    }

    /// The integer that represents a real number. None if there is no arithmetic of the format.
    pub fn real_to_affine(&self, real: Float) -> Option<i64> {
        let quotient = FloatFunction::Div.apply(self.format, &[real, self.scale])?;
        let rounded = FloatFunction::RoundEven.apply(self.format, &[quotient])?;
        if rounded.is_nan() {
            return Some(self.zero_point);
        }
        let zero = Float::from(0.0).rounded_to(self.format);
        let saturated = match rounded.order(zero) {
            Some(Ordering::Less) => i64::MIN,
            _ => i64::MAX,
        };
        let scaled = rounded.to_integer(64, true).and_then(|scaled| scaled.to_i64());
        let stored = scaled.unwrap_or(saturated).saturating_add(self.zero_point);
        Some(stored.clamp(self.storage.min, self.storage.max))
    }

    /// The real number that an integer represents. None if there is no arithmetic of the format.
    pub fn affine_to_real(&self, stored: i64) -> Option<Float> {
        let scaled = ApInt::from_i64(64, self.affine_to_fixed(stored));
        let scaled = Float::from_integer(self.format, &scaled, true);
        FloatFunction::Mul.apply(self.format, &[scaled, self.scale])
    }

    /// The scaled number of the same scale.
    pub fn affine_to_fixed(&self, stored: i64) -> i64 {
        stored.wrapping_sub(self.zero_point)
    }

    /// The integer that represents a scaled number of the same scale.
    pub fn fixed_to_affine(&self, scaled: i64) -> i64 {
        scaled.wrapping_add(self.zero_point)
    }

    /// Whether each integer is the same after it was converted to a real number and back: the
    /// errors of the product and of the quotient are together below one half, and no product
    /// overflows or has fewer digits.
    pub(crate) fn restores_all(&self) -> bool {
        let layout = self.format.layout();
        let digits = layout.fraction - u32::from(self.format == FloatKind::F80);
        let Some(scale) = self.scale.as_f64() else { return digits > 40 };
        let most = self.fixed_range().map(i64::unsigned_abs).into_iter().max().unwrap_or(0);
        let greatest = Float::from(most as f64 * scale).rounded_to(self.format);
        let least_normal = 2f64.powi(1 - layout.bias);
        most < 1u64 << digits.saturating_sub(1)
            && scale >= least_normal
            && greatest.class(self.format) == FloatClass::Normal
    }

    /// The range of scaled numbers.
    pub(crate) fn fixed_range(&self) -> [i64; 2] {
        [self.storage.min, self.storage.max].map(|stored| self.affine_to_fixed(stored))
    }

    /// The number that the lowest bits of `bits` are.
    pub(crate) fn of_bits(&self, bits: u128) -> i64 {
        let width = self.storage.width;
        let shift = 64 - width;
        let low = (bits as u64) << shift;
        if self.storage.is_signed { (low as i64) >> shift } else { (low >> shift) as i64 }
    }

    /// The bits of a stored number.
    pub(crate) fn to_bits(self, stored: i64) -> u128 {
        u128::from(stored as u64) & ((1 << self.storage.width) - 1)
    }
}

impl UniformQuantizedType {
    /// How the numbers of each of the type's scales are converted.
    pub fn conversions(&self, ctx: &Context) -> Vec<Conversion> {
        let Some(format) = float_format(ctx, self.expressed) else { return Vec::new() };
        let conversion = |&scale: &Scale| Conversion::new(format, scale, self.storage);
        self.scheme.scales().iter().map(conversion).collect()
    }
}
