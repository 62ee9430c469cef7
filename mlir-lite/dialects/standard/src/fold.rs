//! Arithmetic on constants: numbers, and dense elements of them one by one.
//!
//! What operations mean is said in [`mlir_lite::scalar`]. An operation without a defined result (a
//! division by zero, a shift too far) is not folded.

use mlir_lite::attributes::{ApInt, Attribute, AttributeKind, DenseElements};
use mlir_lite::context::Context;
use mlir_lite::scalar::{Complex, Float};
use mlir_lite::text::float;
use mlir_lite::types::{FloatKind, Type, TypeKind};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A number that constants hold.
pub(crate) trait Number: Clone {
    /// The number that these bytes are, of a type that fits.
    fn read(ctx: &Context, ty: Type, bytes: &[u8]) -> Option<Self>;

    /// The bytes of the number as one of the type.
    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()>;

    /// The number that an attribute is.
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

/// Bits of an integer type; `index` has 64.
pub(crate) fn integer_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

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
        Some(Cow::Owned(Self::from_bits(float_kind(ctx, *ty)?, *bits)))
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attribute> {
        Some(ctx.float_bits_attr(ty, self.to_bits(float_kind(ctx, ty)?)))
    }
}

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
        float::to_f64(float_kind(ctx, *ty)?, *bits).map(Cow::Owned)
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
pub(crate) fn float_kind(ctx: &Context, ty: Type) -> Option<FloatKind> {
    match ty.kind(ctx) {
        TypeKind::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// The bits of a number of any kind: what moves numbers around without looking at them.
#[derive(Clone, PartialEq)]
pub(crate) struct Bits(ApInt);

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
                ApInt::from_le_bytes(float_kind(ctx, *ty)?.width(), &bits.to_le_bytes())
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

/// The elements of one constant, and of what a splat stands for.
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

/// `f` of the numbers that attributes are, or of each group of their elements, as a constant of
/// type `ty`. None if one of them has no result, or is no such constant.
///
/// Numbers and elements are not mixed, but `first` may be a number where the others are elements.
pub(crate) fn elementwise<A: Number, N: Number, R: Number>(
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
    let size = bytes.len() / if splat { 1 } else { count };
    let splat =
        splat || (size > 0 && bytes.chunks_exact(size).all(|chunk| chunk == &bytes[..size]));
    bytes.truncate(if splat { size } else { bytes.len() });
    ctx.try_dense_attr(DenseElements::new(ty, bytes.into(), splat))
}

/// `f` of a number, or of each element.
pub(crate) fn unary<N: Number, R: Number>(
    ctx: &Context,
    ty: Type,
    operand: Attribute,
    f: impl Fn(&N) -> Option<R>,
) -> Option<Attribute> {
    elementwise::<N, N, R>(ctx, ty, None, &[operand], |_, numbers| f(numbers[0]))
}

/// `f` of two numbers, or of each pair of elements.
pub(crate) fn binary<N: Number, R: Number>(
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
    elementwise::<N, N, R>(ctx, ty, None, &[lhs, rhs], |_, numbers| f(numbers[0], numbers[1]))
}

/// The number that an attribute is, or that all of its elements are.
pub(crate) fn uniform<N: Number>(ctx: &Context, attribute: Option<Attribute>) -> Option<N> {
    let attribute = attribute?;
    if let Some(number) = N::of(ctx, attribute) {
        return Some(number.into_owned());
    }
    let elements = attribute.dense(ctx).filter(DenseElements::is_splat)?;
    N::read(ctx, elements.ty().element_type(ctx)?, elements.element(ctx, 0)?)
}

/// A constant of a number's type, or of a type with elements of it.
pub(crate) fn uniform_attr<N: Number>(ctx: &Context, ty: Type, number: &N) -> Option<Attribute> {
    let Some(element) = ty.element_type(ctx) else { return number.attr(ctx, ty) };
    ty.shape(ctx)?.iter().all(|&size| size >= 0).then_some(())?;
    let mut bytes = Vec::new();
    number.write(ctx, element, &mut bytes)?;
    ctx.try_dense_attr(DenseElements::new(ty, bytes.into(), true))
}

/// Constant elements that are these numbers, row-major, or all the same one.
pub(crate) fn elements_of(ctx: &Context, ty: Type, numbers: &[Attribute]) -> Option<Attribute> {
    let element = ty.element_type(ctx)?;
    let mut bytes = Vec::new();
    for &number in numbers {
        (number.ty(ctx)? == element).then_some(())?;
        Bits::of(ctx, number)?.write(ctx, element, &mut bytes)?;
    }
    let splat = numbers.windows(2).all(|pair| pair[0] == pair[1]);
    if splat {
        bytes.truncate(bytes.len().checked_div(numbers.len())?);
    }
    ctx.try_dense_attr(DenseElements::new(ty, bytes.into(), splat))
}

/// Whether a float, or each element of a splat, is exactly `value`: bit for bit.
pub(crate) fn is_float(ctx: &Context, attribute: Option<Attribute>, value: f64) -> bool {
    uniform::<f64>(ctx, attribute).is_some_and(|found| found.to_bits() == value.to_bits())
}

/// Whether an integer, or each element of a splat, is `value`.
pub(crate) fn is_integer(ctx: &Context, attribute: Option<Attribute>, value: i64) -> bool {
    let Some(attribute) = attribute else { return false };
    match attribute.as_integer(ctx) {
        Some(found) => found.is_i64(value),
        None => uniform::<ApInt>(ctx, Some(attribute)).is_some_and(|found| found.is_i64(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
