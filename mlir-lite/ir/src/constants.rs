//! Numbers in constants, and arithmetic on constants: on numbers, and on dense elements one by
//! one.
//!
//! A fold computes with these functions, whatever the type of the op is: `f32`, `tensor<4xi7>`,
//! `vector<2xcomplex<f64>>`. The Rust type of the numbers is chosen by the caller: `i64` and its
//! like are convenient, [`ApInt`], [`Float`] and [`Complex`] are exact for all types.
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::Context;
//! use mlir_lite::constants::{binary, elements, elements_attr};
//! use mlir_lite::types::Type;
//!
//! let ctx = Context::new();
//! let ty = ctx.tensor_type(&[3], Type::I16);
//! let a = elements_attr::<i64>(&ctx, ty, &[1, 2, -3]).unwrap();
//! let b = elements_attr::<i64>(&ctx, ty, &[10]).unwrap(); // a splat
//! let sum = binary::<i64, i64>(&ctx, ty, a, b, |a, b| Some(a + b)).unwrap();
//! assert_eq!(elements::<i64>(&ctx, sum), Some(vec![11, 12, 7]));
//! // A number that the type does not have is not made.
//! assert_eq!(binary::<i64, i64>(&ctx, ty, a, b, |a, _| Some(a << 20)), None);
//! ```
//!
//! The operations themselves are declared in [`mlir_lite::scalar`]. An operation without a defined
//! result (a division by zero, a shift too far) is not folded.

use crate::data::Context;
use crate::data::attributes::{ApInt, Attribute, AttributeKind, DenseElements};
use crate::data::types::{FloatKind, Type, TypeKind, element_count};
use crate::numbers::float;
use crate::scalar::{Complex, Float};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A number that constants hold. Each function returns `None` for types that have no such numbers,
/// or not this one.
pub trait Number: Clone {
    /// The number that these bytes of dense elements are, of an element type.
    fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self>;

    /// Adds the bytes of the number as an element of the type.
    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()>;

    /// The number of an attribute.
    fn of(ctx: &Context, attribute: Attribute) -> Option<Cow<'_, Self>>;

    /// The number as an attribute of the type.
    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute>;
}

impl Number for ApInt {
    fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        Some(Self::from_le_bytes(integer_width(ctx, ty)?, bytes))
    }

    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()> {
        (integer_width(ctx, ty)? == self.width())
            .then(|| bytes.extend_from_slice(&self.to_le_bytes()))
    }

    fn of(ctx: &Context, attribute: Attribute) -> Option<Cow<'_, Self>> {
        attribute.as_integer(ctx).map(Cow::Borrowed)
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute> {
        (integer_width(ctx, ty)? == self.width()).then_some(())?;
        ctx.try_apint_attr(ty, self.clone())
    }
}

/// An element of dense elements as an attribute: an integer, an index or a float, of any width.
#[doc(hidden)]
pub fn element_attr(ctx: &Context, elements: &DenseElements, index: usize) -> Option<Attribute> {
    let ty = elements.ty().element_type(ctx)?;
    let bytes = elements.element(ctx, index)?;
    if ty.is_float(ctx) {
        // The bits of a NaN stay as they are.
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        return Some(ctx.float_bits_attr(ty, bits));
    }
    ApInt::read(ctx, ty, bytes)?.attr(ctx, ty)
}

/// Integers of Rust: unsigned ones are read without a sign, and a number is written to types that
/// have it.
macro_rules! rust_integers {
    ($($rust:ty, $to:ident, $wide:ty, $from:ident;)*) => {
        $(impl Number for $rust {
            fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
                ApInt::read(ctx, ty, bytes)?.$to()?.try_into().ok()
            }

            fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()> {
                to_apint(ctx, ty, |width| ApInt::$from(width, <$wide>::from(*self)))?
                    .write(ctx, ty, bytes)
            }

            fn of(ctx: &Context, attribute: Attribute) -> Option<Cow<'_, Self>> {
                attribute.as_integer(ctx)?.$to()?.try_into().ok().map(Cow::Owned)
            }

            fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute> {
                to_apint(ctx, ty, |width| ApInt::$from(width, <$wide>::from(*self)))?.attr(ctx, ty)
            }
        })*
    };
}

rust_integers! {
    i8, to_i64, i64, from_i64;
    i16, to_i64, i64, from_i64;
    i32, to_i64, i64, from_i64;
    i64, to_i64, i64, from_i64;
    u8, to_u64, u64, from_u64;
    u16, to_u64, u64, from_u64;
    u32, to_u64, u64, from_u64;
    u64, to_u64, u64, from_u64;
}

/// A number of an integer type, if the type has it: wider types have the same.
fn to_apint(ctx: &Context, ty: Type, number: impl Fn(u32) -> ApInt) -> Option<ApInt> {
    let width = integer_width(ctx, ty)?;
    if width >= 64 {
        return Some(number(width));
    }
    let (number, wide) = (number(width), number(65));
    (number.sext(wide.width()) == wide || number.zext(wide.width()) == wide).then_some(number)
}

/// `i1`: 1 is true.
impl Number for bool {
    fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        (integer_width(ctx, ty)? == 1).then(|| bytes.first().is_some_and(|byte| byte & 1 == 1))
    }

    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()> {
        (integer_width(ctx, ty)? == 1).then(|| bytes.push(u8::from(*self)))
    }

    fn of(ctx: &Context, attribute: Attribute) -> Option<Cow<'_, Self>> {
        let value = attribute.as_integer(ctx).filter(|value| value.width() == 1)?;
        Some(Cow::Owned(!value.is_zero()))
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute> {
        (integer_width(ctx, ty)? == 1).then(|| ctx.integer_attr(ty, i64::from(*self)))
    }
}

/// Bits of an integer type; `index` has 64.
pub fn integer_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

/// Exact for every float type; written to a type, it is rounded.
impl Number for Float {
    fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        Some(Self::from_bits(float_kind(ctx, ty)?, bits))
    }

    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()> {
        let kind = float_kind(ctx, ty)?;
        let size = kind.width().div_ceil(8) as usize;
        bytes.extend_from_slice(&self.to_bits(kind).to_le_bytes()[..size]);
        Some(())
    }

    fn of(ctx: &Context, attribute: Attribute) -> Option<Cow<'_, Self>> {
        let AttributeKind::Float { ty, bits } = attribute.kind(ctx) else { return None };
        Some(Cow::Owned(Self::from_bits(float_kind(ctx, *ty)?, bits.get())))
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute> {
        Some(ctx.float_bits_attr(ty, self.to_bits(float_kind(ctx, ty)?)))
    }
}

/// Of the types that `f64` covers; written to a narrower type, it is rounded.
impl Number for f64 {
    fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        float::to_f64(float_kind(ctx, ty)?, bits)
    }

    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()> {
        let kind = float_kind(ctx, ty)?;
        let size = kind.width().div_ceil(8) as usize;
        bytes.extend_from_slice(&float::from_f64(kind, *self)?.to_le_bytes()[..size]);
        Some(())
    }

    fn of(ctx: &Context, attribute: Attribute) -> Option<Cow<'_, Self>> {
        let AttributeKind::Float { ty, bits } = attribute.kind(ctx) else { return None };
        float::to_f64(float_kind(ctx, *ty)?, bits.get()).map(Cow::Owned)
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute> {
        Some(ctx.float_bits_attr(ty, float::from_f64(float_kind(ctx, ty)?, *self)?))
    }
}

impl Number for Complex {
    fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        let part = ty.complex_part(ctx)?;
        let (re, im) = bytes.split_at(bytes.len() / 2);
        Some(Self { re: Float::read(ctx, part, re)?, im: Float::read(ctx, part, im)? })
    }

    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()> {
        let part = ty.complex_part(ctx)?;
        self.re.write(ctx, part, bytes)?;
        self.im.write(ctx, part, bytes)
    }

    fn of(ctx: &Context, attribute: Attribute) -> Option<Cow<'_, Self>> {
        let &[re, im] = attribute.as_array(ctx)? else { return None };
        let part = |part| Float::of(ctx, part).map(Cow::into_owned);
        Some(Cow::Owned(Self { re: part(re)?, im: part(im)? }))
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute> {
        let part = ty.complex_part(ctx)?;
        Some(ctx.array_attr(&[self.re.attr(ctx, part)?, self.im.attr(ctx, part)?]))
    }
}

/// The format of a float type.
pub fn float_kind(ctx: &Context, ty: Type) -> Option<FloatKind> {
    match ty.kind(ctx) {
        TypeKind::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// The bits of a number of any kind: what moves numbers around without looking at them.
#[derive(Clone, PartialEq)]
pub struct Bits(ApInt);

impl Number for Bits {
    fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        Some(Self(ApInt::from_le_bytes(number_width(ctx, ty)?, bytes)))
    }

    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()> {
        (number_width(ctx, ty)? == self.0.width())
            .then(|| bytes.extend_from_slice(&self.0.to_le_bytes()))
    }

    fn of(ctx: &Context, attribute: Attribute) -> Option<Cow<'_, Self>> {
        let bits = match attribute.kind(ctx) {
            AttributeKind::Integer { value, .. } => value.clone(),
            AttributeKind::Float { ty, bits } => {
                ApInt::from_le_bytes(float_kind(ctx, *ty)?.width(), &bits.get().to_le_bytes())
            }
            _ => return None,
        };
        Some(Cow::Owned(Self(bits)))
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute> {
        if number_width(ctx, ty)? != self.0.width() {
            return None;
        }
        if let Some(kind) = float_kind(ctx, ty) {
            let mut bytes = self.0.to_le_bytes();
            bytes.resize(16, 0);
            let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
            return (kind.width() <= 128).then(|| ctx.float_bits_attr(ty, bits));
        }
        ctx.try_apint_attr(ty, self.0.clone())
    }
}

fn number_width(ctx: &Context, ty: Type) -> Option<u32> {
    integer_width(ctx, ty).or_else(|| float_kind(ctx, ty).map(FloatKind::width))
}

/// The elements of one constant; a splat has one, for all.
struct Elements<N> {
    values: Vec<N>,
    splat: bool,
}

impl<N: Number> Elements<N> {
    fn of(ctx: &Context, elements: &DenseElements) -> Option<Self> {
        let element = elements.ty().element_type(ctx)?;
        let count = if elements.is_splat() { 1 } else { elements.len(ctx) };
        let values = (0..count)
            .map(|index| N::read(ctx, element, elements.element(ctx, index)?))
            .collect::<Option<_>>()?;
        Some(Self { values, splat: elements.is_splat() })
    }

    fn get(&self, index: usize) -> Option<&N> {
        self.values.get(if self.splat { 0 } else { index })
    }
}

/// `f` of the numbers of attributes, or of each group of their elements, as a constant of type
/// `ty`. None if one of them has no result, or is not such a constant.
///
/// Numbers and elements are not mixed, but `first` may be a number where the others are elements.
#[doc(hidden)]
pub fn elementwise_with<A: Number, N: Number, R: Number>(
    ctx: &Context,
    ty: Type,
    first: Option<Attribute>,
    others: &[Attribute],
    f: impl Fn(Option<&A>, &[&N]) -> Option<R>,
) -> Option<Attribute> {
    let Some(element) = ty.element_type(ctx) else {
        let first = match first {
            Some(first) => Some(A::of(ctx, first)?),
            None => None,
        };
        let numbers: SmallVec<[Cow<'_, N>; 3]> =
            others.iter().map(|&other| N::of(ctx, other)).collect::<Option<_>>()?;
        let numbers: SmallVec<[&N; 3]> = numbers.iter().map(|number| &**number).collect();
        return f(first.as_deref(), &numbers)?.attr(ctx, ty);
    };
    let count = usize::try_from(ty.shape(ctx)?.iter().try_fold(1i64, |product, &size| {
        (size >= 0).then_some(()).and_then(|()| product.checked_mul(size))
    })?)
    .ok()?;
    let first = match first {
        Some(first) => Some(match first.dense(ctx) {
            Some(dense) => Elements::of(ctx, &dense)?,
            None => Elements { values: vec![A::of(ctx, first)?.into_owned()], splat: true },
        }),
        None => None,
    };
    let dense = |&other: &Attribute| {
        let elements = other.dense(ctx)?;
        (elements.len(ctx) == count).then_some(())?;
        Elements::<N>::of(ctx, &elements)
    };
    let others: SmallVec<[Elements<N>; 3]> = others.iter().map(dense).collect::<Option<_>>()?;
    let splat =
        first.as_ref().is_none_or(|first| first.splat) && others.iter().all(|other| other.splat);
    let mut bytes = Vec::new();
    for index in 0..if splat { count.min(1) } else { count } {
        let first = match &first {
            Some(first) => Some(first.get(index)?),
            None => None,
        };
        let numbers: SmallVec<[&N; 3]> =
            others.iter().map(|other| other.get(index)).collect::<Option<_>>()?;
        f(first, &numbers)?.write(ctx, element, &mut bytes)?;
    }
    if count == 0 {
        return None;
    }
    dense_attr(ctx, ty, bytes, if splat { 1 } else { count })
}

/// A `dense` attribute of `numbers` numbers with these bytes: a splat if there is one, or if all
/// are equal.
fn dense_attr(ctx: &Context, ty: Type, mut bytes: Vec<u8>, numbers: usize) -> Option<Attribute> {
    let size = bytes.len().checked_div(numbers).unwrap_or(0);
    let are_equal = || size > 0 && bytes.chunks_exact(size).all(|chunk| chunk == &bytes[..size]);
    let splat = numbers == 1 || are_equal();
    if splat {
        bytes.truncate(size);
    }
    ctx.try_dense_attr(DenseElements::new(ty, bytes.into(), splat))
}

/// `f` of the numbers of attributes, or of each group of their elements, as a constant of type
/// `ty`. None if one of them has no result, or is not such a constant. Numbers and elements are not
/// mixed.
pub fn elementwise<N: Number, R: Number>(
    ctx: &Context,
    ty: Type,
    operands: &[Attribute],
    f: impl Fn(&[&N]) -> Option<R>,
) -> Option<Attribute> {
    elementwise_with::<N, N, R>(ctx, ty, None, operands, |_, numbers| f(numbers))
}

/// `f` of a number, or of each element.
pub fn unary<N: Number, R: Number>(
    ctx: &Context,
    ty: Type,
    operand: Attribute,
    f: impl Fn(&N) -> Option<R>,
) -> Option<Attribute> {
    elementwise(ctx, ty, &[operand], |numbers| f(numbers[0]))
}

/// `f` of two numbers, or of each pair of elements.
pub fn binary<N: Number, R: Number>(
    ctx: &Context,
    ty: Type,
    lhs: Attribute,
    rhs: Attribute,
    f: impl Fn(&N, &N) -> Option<R>,
) -> Option<Attribute> {
    // Two numbers, as mostly: these need no lists.
    if ty.element_type(ctx).is_none() {
        let (lhs, rhs) = (N::of(ctx, lhs)?, N::of(ctx, rhs)?);
        return f(&lhs, &rhs)?.attr(ctx, ty);
    }
    elementwise(ctx, ty, &[lhs, rhs], |numbers| f(numbers[0], numbers[1]))
}

/// The number of an attribute, or of all of its elements, if they are equal.
pub fn uniform<N: Number>(ctx: &Context, attribute: Option<Attribute>) -> Option<N> {
    let attribute = attribute?;
    if let Some(number) = N::of(ctx, attribute) {
        return Some(number.into_owned());
    }
    let elements = attribute.dense(ctx).filter(DenseElements::is_splat)?;
    N::read(ctx, elements.ty().element_type(ctx)?, elements.element(ctx, 0)?)
}

/// A constant of a number's type, or of a type with elements of it.
pub fn uniform_attr<N: Number>(ctx: &Context, ty: Type, number: &N) -> Option<Attribute> {
    let Some(element) = ty.element_type(ctx) else { return number.attr(ctx, ty) };
    ty.shape(ctx)?.iter().all(|&size| size >= 0).then_some(())?;
    let mut bytes = Vec::new();
    number.write(ctx, element, &mut bytes)?;
    ctx.try_dense_attr(DenseElements::new(ty, bytes.into(), true))
}

/// The elements of a `dense` attribute, row-major; those of a splat are repeated.
pub fn elements<N: Number>(ctx: &Context, attribute: Attribute) -> Option<Vec<N>> {
    let dense = attribute.dense(ctx)?;
    let elements = Elements::of(ctx, &dense)?;
    (0..dense.len(ctx)).map(|index| elements.get(index).cloned()).collect()
}

/// A `dense` attribute of these numbers, row-major, or of one number for all elements. None if
/// there are as many numbers as neither of the two, or if the element type does not have one.
pub fn elements_attr<N: Number>(ctx: &Context, ty: Type, numbers: &[N]) -> Option<Attribute> {
    let element = ty.element_type(ctx)?;
    let mut bytes = Vec::new();
    for number in numbers {
        number.write(ctx, element, &mut bytes)?;
    }
    let count = ty.static_shape(ctx).and_then(element_count)?;
    (numbers.len() == count || numbers.len() == 1).then_some(())?;
    dense_attr(ctx, ty, bytes, numbers.len())
}

/// Constant elements that are these numbers, row-major, or all the same one.
#[doc(hidden)]
pub fn elements_of(ctx: &Context, ty: Type, numbers: &[Attribute]) -> Option<Attribute> {
    let element = ty.element_type(ctx)?;
    let bits = |&number: &Attribute| {
        (number.ty(ctx)? == element).then(|| Bits::of(ctx, number).map(Cow::into_owned))?
    };
    let bits: Vec<Bits> = numbers.iter().map(bits).collect::<Option<_>>()?;
    if bits.is_empty() { None } else { elements_attr(ctx, ty, &bits) }
}

/// Whether a float, or each element of a splat, is exactly `value`: bit for bit.
pub fn is_float(ctx: &Context, attribute: Option<Attribute>, value: f64) -> bool {
    uniform::<f64>(ctx, attribute).is_some_and(|found| found.to_bits() == value.to_bits())
}

/// Whether an integer, or each element of a splat, is `value`.
pub fn is_integer(ctx: &Context, attribute: Option<Attribute>, value: i64) -> bool {
    let Some(attribute) = attribute else { return false };
    match attribute.as_integer(ctx) {
        Some(found) => found.is_i64(value),
        None => uniform::<ApInt>(ctx, Some(attribute)).is_some_and(|found| found.is_i64(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn integers_of_rust() {
        let ctx = Context::new();
        let (i8, i1) = (ctx.tensor_type(&[2], Type::I8), ctx.tensor_type(&[2], Type::I1));
        // 255 and -1 have the same bits; each is written, and read with a sign or without.
        let bits = elements_attr::<u64>(&ctx, i8, &[255, 7]).unwrap();
        assert_eq!(Some(bits), elements_attr::<i32>(&ctx, i8, &[-1, 7]));
        assert_eq!(elements::<u8>(&ctx, bits), Some(vec![255, 7]));
        assert_eq!(elements::<i64>(&ctx, bits), Some(vec![-1, 7]));
        assert_eq!(elements_attr::<i64>(&ctx, i8, &[256, 0]), None);
        assert_eq!(elements_attr::<i64>(&ctx, i8, &[-129, 0]), None);
        assert_eq!(elements_attr::<i64>(&ctx, i8, &[1, 2, 3]), None);
        assert_eq!(elements_attr::<f64>(&ctx, i8, &[1.0]), None);
        let booleans = elements_attr(&ctx, i1, &[true, false]).unwrap();
        assert_eq!(elements::<bool>(&ctx, booleans), Some(vec![true, false]));
        assert_eq!(elements::<bool>(&ctx, bits), None);
        // A number that needs more than the Rust type is not read.
        let wide =
            elements_attr::<i64>(&ctx, ctx.tensor_type(&[1], Type::I64), &[1 << 40]).unwrap();
        assert_eq!(elements::<i32>(&ctx, wide), None);
        let splat = elements_attr::<f64>(&ctx, ctx.vector_type(&[3], Type::F32), &[0.5]).unwrap();
        assert_eq!(elements::<f64>(&ctx, splat), Some(vec![0.5; 3]));
    }

    #[test]
    fn elements_of_numbers_and_splats() {
        let ctx = Context::new();
        let ty = ctx.tensor_type(&[3], Type::I8);
        let splat = uniform_attr(&ctx, ty, &ApInt::from_i64(8, 1)).unwrap();
        let list = ctx.dense_attr(DenseElements::new(ty, [1u8, 127, 255][..].into(), false));
        let sum = |a: &ApInt, b: &ApInt| Some(a.wrapping_add(b));
        let sums = binary(&ctx, ty, list, splat, sum).unwrap().dense(&ctx).unwrap();
        assert_eq!((&sums.data()[..], sums.is_splat()), (&[2u8, 128, 0][..], false));
        let sums = binary(&ctx, ty, splat, splat, sum).unwrap().dense(&ctx).unwrap();
        assert_eq!((&sums.data()[..], sums.is_splat()), (&[2u8][..], true));
        let ones = unary::<ApInt, ApInt>(&ctx, ty, list, |a| Some(a.or(&ApInt::all_ones(8))));
        assert!(ones.unwrap().dense(&ctx).unwrap().is_splat());
    }

    #[test]
    fn halves_round_to_even() {
        let ctx = Context::new();
        let half = |value: f64| value.attr(&ctx, Type::F16).unwrap();
        // 2049 lies between 2048 and 2050, 2051 between 2050 and 2052.
        assert_eq!(f64::of(&ctx, half(2049.0)).as_deref(), Some(&2048.0));
        assert_eq!(f64::of(&ctx, half(2051.0)).as_deref(), Some(&2052.0));
        assert_eq!(f64::of(&ctx, half(65520.0)).as_deref(), Some(&f64::INFINITY));
        assert_eq!(f64::of(&ctx, half(65519.0)).as_deref(), Some(&65504.0));
        assert!(is_float(&ctx, Some(half(-0.0)), -0.0) && !is_float(&ctx, Some(half(-0.0)), 0.0));
    }
}
