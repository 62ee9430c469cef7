//! The floating point formats: the widths of their parts, and their special values.

use std::cmp::Ordering;

/// The floating point formats.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(non_camel_case_types, reason = "the formats' own names")]
#[non_exhaustive]
pub enum FloatKind {
    /// `f4E2M1FN`
    F4E2M1FN,
    /// `f6E2M3FN`
    F6E2M3FN,
    /// `f6E3M2FN`
    F6E3M2FN,
    /// `f8E5M2`
    F8E5M2,
    /// `f8E4M3`
    F8E4M3,
    /// `f8E4M3FN`
    F8E4M3FN,
    /// `f8E5M2FNUZ`
    F8E5M2FNUZ,
    /// `f8E4M3FNUZ`
    F8E4M3FNUZ,
    /// `f8E4M3B11FNUZ`
    F8E4M3B11FNUZ,
    /// `f8E3M4`
    F8E3M4,
    /// `f8E8M0FNU`
    F8E8M0FNU,
    /// `bf16`
    BF16,
    /// `f16`
    F16,
    /// `tf32`, of 19 bits
    TF32,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `f80`, x87's extended format
    F80,
    /// `f128`
    F128,
}

/// The values of a format besides finite numbers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NonFinite {
    /// Infinities and NaNs, if all exponent bits are set.
    Ieee,
    /// Two NaNs, if all bits except the sign are set.
    AllOnes,
    /// One NaN, encoded as negative zero would be.
    NegativeZero,
    /// Nothing.
    None,
    /// Only an exponent: no sign, no zero, and NaN if all bits are set.
    ExponentOnly,
}

/// The layout of a format: sign, exponent and fraction, from the highest bit on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FloatLayout {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the fraction that are stored; `f80` also stores the leading 1.
    pub fraction: u32,
    /// The bias of the exponent.
    pub bias: i32,
    /// The values besides finite numbers.
    pub non_finite: NonFinite,
}

impl FloatKind {
    /// All formats.
    pub const ALL: [Self; 18] = [
        Self::F4E2M1FN,
        Self::F6E2M3FN,
        Self::F6E3M2FN,
        Self::F8E5M2,
        Self::F8E4M3,
        Self::F8E4M3FN,
        Self::F8E5M2FNUZ,
        Self::F8E4M3FNUZ,
        Self::F8E4M3B11FNUZ,
        Self::F8E3M4,
        Self::F8E8M0FNU,
        Self::BF16,
        Self::F16,
        Self::TF32,
        Self::F32,
        Self::F64,
        Self::F80,
        Self::F128,
    ];

    /// The type's keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::F4E2M1FN => "f4E2M1FN",
            Self::F6E2M3FN => "f6E2M3FN",
            Self::F6E3M2FN => "f6E3M2FN",
            Self::F8E5M2 => "f8E5M2",
            Self::F8E4M3 => "f8E4M3",
            Self::F8E4M3FN => "f8E4M3FN",
            Self::F8E5M2FNUZ => "f8E5M2FNUZ",
            Self::F8E4M3FNUZ => "f8E4M3FNUZ",
            Self::F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
            Self::F8E3M4 => "f8E3M4",
            Self::F8E8M0FNU => "f8E8M0FNU",
            Self::BF16 => "bf16",
            Self::F16 => "f16",
            Self::TF32 => "tf32",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::F80 => "f80",
            Self::F128 => "f128",
        }
    }

    /// Bits in a value.
    pub fn width(self) -> u32 {
        match self {
            Self::F4E2M1FN => 4,
            Self::F6E2M3FN | Self::F6E3M2FN => 6,
            Self::BF16 | Self::F16 => 16,
            Self::TF32 => 19,
            Self::F32 => 32,
            Self::F64 => 64,
            Self::F80 => 80,
            Self::F128 => 128,
            _ => 8,
        }
    }

    /// The parts of the format.
    pub fn layout(self) -> FloatLayout {
        use NonFinite::{AllOnes, ExponentOnly, Ieee, NegativeZero};
        let (exponent, fraction, bias, non_finite) = match self {
            Self::F4E2M1FN => (2, 1, 1, NonFinite::None),
            Self::F6E2M3FN => (2, 3, 1, NonFinite::None),
            Self::F6E3M2FN => (3, 2, 3, NonFinite::None),
            Self::F8E5M2 => (5, 2, 15, Ieee),
            Self::F8E4M3 => (4, 3, 7, Ieee),
            Self::F8E4M3FN => (4, 3, 7, AllOnes),
            Self::F8E5M2FNUZ => (5, 2, 16, NegativeZero),
            Self::F8E4M3FNUZ => (4, 3, 8, NegativeZero),
            Self::F8E4M3B11FNUZ => (4, 3, 11, NegativeZero),
            Self::F8E3M4 => (3, 4, 3, Ieee),
            Self::F8E8M0FNU => (8, 0, 127, ExponentOnly),
            Self::BF16 => (8, 7, 127, Ieee),
            Self::F16 => (5, 10, 15, Ieee),
            Self::TF32 => (8, 10, 127, Ieee),
            Self::F32 => (8, 23, 127, Ieee),
            Self::F64 => (11, 52, 1023, Ieee),
            Self::F80 => (15, 64, 16383, Ieee),
            Self::F128 => (15, 112, 16383, Ieee),
        };
        FloatLayout { exponent, fraction, bias, non_finite }
    }

    /// The bits of the smallest and of the largest number: the infinities if the format has them.
    pub fn extremes(self) -> [u128; 2] {
        let FloatLayout { exponent, fraction, non_finite, .. } = self.layout();
        let sign = 1u128 << (exponent + fraction);
        let magnitudes = sign - 1;
        let greatest = match non_finite {
            // `f80` stores the leading 1 of its fraction.
            NonFinite::Ieee if self == Self::F80 => magnitudes << (fraction - 1) & magnitudes,
            NonFinite::Ieee => magnitudes << fraction & magnitudes,
            NonFinite::AllOnes => magnitudes - 1,
            NonFinite::NegativeZero | NonFinite::None => magnitudes,
            // Its smallest number is a power of two, with exponent bits 0.
            NonFinite::ExponentOnly => return [0, magnitudes - 1],
        };
        [sign | greatest, greatest]
    }

    /// Whether this format represents all values of another one: each number, signed zeros,
    /// infinities and NaN.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// use mlir_lite::types::FloatKind;
    ///
    /// assert!(FloatKind::F32.holds(FloatKind::BF16));
    /// assert!(!FloatKind::F16.holds(FloatKind::BF16));
    /// // Its zero has no sign.
    /// assert!(!FloatKind::F8E4M3FNUZ.holds(FloatKind::F4E2M1FN));
    /// ```
    pub fn holds(self, other: Self) -> bool {
        use NonFinite::{AllOnes, ExponentOnly, Ieee, NegativeZero};
        let (a, b) = (self.layout(), other.layout());
        if self == other || a.non_finite == ExponentOnly {
            return self == other;
        }
        let digits =
            |kind: Self, layout: FloatLayout| layout.fraction - u32::from(kind == Self::F80);
        let greatest = |layout: FloatLayout| {
            let is_reserved = matches!(layout.non_finite, Ieee | ExponentOnly);
            (1 << layout.exponent) - 1 - i32::from(is_reserved) - layout.bias
        };
        // The exponent of the last digit of the smallest numbers.
        let least = |kind: Self, layout: FloatLayout| match layout.non_finite {
            ExponentOnly => -layout.bias,
            _ => 1 - layout.bias - digits(kind, layout) as i32,
        };
        let has_signed_zero =
            |layout: FloatLayout| !matches!(layout.non_finite, NegativeZero | ExponentOnly);
        let has_greatest = match greatest(a).cmp(&greatest(b)) {
            Ordering::Less => false,
            Ordering::Equal => {
                a.non_finite != AllOnes || b.non_finite == AllOnes || a.fraction > b.fraction
            }
            Ordering::Greater => true,
        };
        has_greatest
            && digits(self, a) >= digits(other, b)
            && least(self, a) <= least(other, b)
            && (self.has_nan() || !other.has_nan())
            && (a.non_finite == Ieee || b.non_finite != Ieee)
            && (has_signed_zero(a) || !has_signed_zero(b))
    }

    /// Whether the format has a NaN.
    pub fn has_nan(self) -> bool {
        self.layout().non_finite != NonFinite::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::float;
    use crate::scalar::Float;

    fn to_f64(kind: FloatKind, bits: u128) -> f64 {
        float::to_f64(kind, bits).expect("a number of the format")
    }

    #[test]
    fn no_number_is_beyond_the_extremes() {
        // All numbers of formats with few bits are tested; Miri is too slow for half a million.
        let widest = if cfg!(miri) { 8 } else { 19 };
        for kind in FloatKind::ALL.into_iter().filter(|kind| kind.width() <= widest) {
            let [least, greatest] = kind.extremes().map(|bits| to_f64(kind, bits));
            let numbers =
                (0..1u128 << kind.width()).map(|bits| to_f64(kind, bits)).filter(|x| !x.is_nan());
            let (low, high) =
                numbers.fold((f64::NAN, f64::NAN), |(low, high), x| (low.min(x), high.max(x)));
            assert_eq!((least, greatest), (low, high), "{}", kind.keyword());
        }
        for kind in [FloatKind::F32, FloatKind::F64, FloatKind::F80, FloatKind::F128] {
            let extremes = kind.extremes().map(|bits| to_f64(kind, bits));
            assert_eq!(extremes, [f64::NEG_INFINITY, f64::INFINITY], "{}", kind.keyword());
        }
    }

    #[test]
    fn a_format_holds_another_if_its_numbers_come_back() {
        let narrow = FloatKind::ALL.into_iter().filter(|kind| kind.width() <= 8);
        for (narrow, wide) in narrow.flat_map(|narrow| FloatKind::ALL.map(|wide| (narrow, wide))) {
            let comes_back = (0..1u128 << narrow.width()).all(|bits| {
                let number = Float::from_bits(narrow, bits);
                let back = number.rounded_to(wide).rounded_to(narrow);
                number.is_nan() && back.is_nan() || back.to_bits(narrow) == bits
            });
            // If a format has no NaN, NaN is converted to a number, which may be the same by
            // chance.
            let holds = wide.holds(narrow);
            assert_eq!(holds, comes_back, "{} in {}", narrow.keyword(), wide.keyword());
        }
    }

    #[test]
    fn parts_fill_the_width() {
        for kind in FloatKind::ALL {
            let layout = kind.layout();
            let sign = u32::from(layout.non_finite != NonFinite::ExponentOnly);
            assert_eq!(
                sign + layout.exponent + layout.fraction,
                kind.width(),
                "{}",
                kind.keyword()
            );
        }
    }
}
