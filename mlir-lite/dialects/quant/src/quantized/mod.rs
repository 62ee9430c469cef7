//! The types of quantized numbers: an integer that is stored, and the float that it expresses.
//!
//! | type | information |
//! |---|---|
//! | `!quant.any<i8<-8:7>:f32>` | the integer and the float, not how they are related |
//! | `!quant.uniform<u8:f32, 2.0:128>` | one scale and zero point |
//! | `!quant.uniform<i8:f32:1, {2.0, 3.0:1}>` | one for each index of a dimension |
//! | `!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>` | one for each block |
//! | `!quant.calibrated<f32<-0.9:1.2>>` | the range of the numbers, not how they are stored |
//!
//! The zero point is a number that can be stored, so that the real number zero is exact.

mod casts;
mod checks;
mod text;

pub use casts::{
    cast_from_expressed, cast_from_storage, cast_to_expressed, cast_to_storage, quantized_element,
    with_element,
};
pub(crate) use checks::verify_container;

use mlir_lite::ir::prelude::*;
use mlir_lite::types::{FloatKind, TypeKind};

/// The integers that represent quantized numbers: their type, and the range that is used.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Storage {
    /// Whether the integers have a sign.
    pub is_signed: bool,
    /// Their bits, from 1 to 32.
    pub width: u32,
    /// The smallest integer that is used.
    pub min: i64,
    /// The largest integer that is used.
    pub max: i64,
}

impl Storage {
    /// All integers of a type.
    pub fn all(is_signed: bool, width: u32) -> Self {
        let [min, max] = Self::limits(is_signed, width);
        Self { is_signed, width, min, max }
    }

    /// The smallest and the largest integer of a type.
    pub(crate) fn limits(is_signed: bool, width: u32) -> [i64; 2] {
        let count = 1i64 << width.min(32);
        if is_signed { [-count / 2, count / 2 - 1] } else { [0, count - 1] }
    }

    /// The type of the integers.
    pub fn ty(self, ctx: &Context) -> Type {
        ctx.integer_type(self.width)
    }
}

/// The distance between two numbers, and the integer that represents zero.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scale {
    scale: u64,
    /// The integer that represents zero.
    pub zero_point: i64,
}

impl Scale {
    /// A scale with its zero point.
    pub fn new(scale: f64, zero_point: i64) -> Self {
        Self { scale: scale.to_bits(), zero_point }
    }

    /// The distance between the numbers that two consecutive integers represent.
    pub fn scale(self) -> f64 {
        f64::from_bits(self.scale)
    }
}

/// Which scale a number has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Scheme {
    /// All numbers have the same.
    PerLayer(Scale),
    /// Each index of a dimension has one.
    PerAxis {
        /// The dimension.
        dimension: u32,
        /// The scale of each index.
        scales: Box<[Scale]>,
    },
    /// Each block of a tensor has one.
    SubChannel {
        /// Dimensions, and the size of a block along each. A block is whole along the others.
        blocks: Box<[(u32, i64)]>,
        /// How many blocks there are along each dimension.
        shape: Box<[i64]>,
        /// The scale of each block, row-major.
        scales: Box<[Scale]>,
    },
}

impl Scheme {
    /// All scales, in the order of the type's text.
    pub fn scales(&self) -> &[Scale] {
        match self {
            Self::PerLayer(scale) => std::slice::from_ref(scale),
            Self::PerAxis { scales, .. } | Self::SubChannel { scales, .. } => scales,
        }
    }

    /// Which of the scales the number at a position of a tensor has. None if there is none for it.
    pub fn index(&self, position: &[i64]) -> Option<usize> {
        match self {
            Self::PerLayer(_) => Some(0),
            Self::PerAxis { dimension, scales } => {
                let index = usize::try_from(*position.get(*dimension as usize)?).ok()?;
                (index < scales.len()).then_some(index)
            }
            Self::SubChannel { blocks, shape, .. } => {
                shape.iter().enumerate().try_fold(0, |index, (dimension, &count)| {
                    let block = blocks.iter().find(|(of, _)| *of as usize == dimension);
                    let at = match block {
                        Some((_, size)) => position.get(dimension)?.checked_div(*size)?,
                        None => 0,
                    };
                    let fits = at < count;
                    fits.then(|| index * count as usize + at as usize)
                })
            }
        }
    }
}

/// `!quant.any<i8<-8:7>:f32>`: quantized numbers of which only the storage is known, and perhaps
/// the float that they express.
#[type_def(name = "quant.any", assembly = custom, verify)]
pub struct AnyQuantizedType {
    /// The integers.
    pub storage: Storage,
    /// The float that they express.
    pub expressed: Option<Type>,
}

/// `!quant.uniform<u8:f32, 2.0:128>`: numbers at equal distances, `(stored - zero_point) * scale`.
#[type_def(name = "quant.uniform", assembly = custom, verify)]
pub struct UniformQuantizedType {
    /// The integers.
    pub storage: Storage,
    /// The float that they express.
    pub expressed: Type,
    /// Their scales.
    pub scheme: Scheme,
}

/// `!quant.calibrated<f32<-0.9:1.2>>`: numbers of a range, which is not yet related to integers.
#[type_def(name = "quant.calibrated", assembly = custom, verify)]
pub struct CalibratedQuantizedType {
    /// The float.
    pub expressed: Type,
    /// The bits of the smallest number, as `f64`.
    pub min: u64,
    /// The bits of the largest number, as `f64`.
    pub max: u64,
}

/// The parts of a quantized type: the integers that are stored, and the float that they express.
pub fn quantized_parts(ctx: &Context, ty: Type) -> Option<(Option<Storage>, Option<Type>)> {
    if let Some(any) = AnyQuantizedType::of(ctx, ty) {
        return Some((Some(any.storage), any.expressed));
    }
    if let Some(uniform) = UniformQuantizedType::of(ctx, ty) {
        return Some((Some(uniform.storage), Some(uniform.expressed)));
    }
    let calibrated = CalibratedQuantizedType::of(ctx, ty)?;
    Some((None, Some(calibrated.expressed)))
}

/// Whether a type is one of quantized numbers.
pub fn is_quantized(ctx: &Context, ty: Type) -> bool {
    quantized_parts(ctx, ty).is_some()
}

/// The format of a float type.
pub(crate) fn float_format(ctx: &Context, ty: Type) -> Option<FloatKind> {
    match ty.kind(ctx) {
        TypeKind::Float(format) => Some(*format),
        _ => None,
    }
}

/// Declares the types.
pub(crate) fn register_types(dialect: &mut DialectRegistration<'_>) {
    dialect.ty::<AnyQuantizedType>();
    dialect.ty::<UniformQuantizedType>();
    dialect.ty::<CalibratedQuantizedType>();
}
