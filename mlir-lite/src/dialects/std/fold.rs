//! Arithmetic on constants.
//!
//! What is computed here is what the machine computes: floats are rounded as
//! IEEE says, integers wrap. An operation without a defined result (a division
//! by zero, a shift too far) is not folded.

use crate::attributes::{Attribute, AttributeKind, DenseElements};
use crate::context::Context;
use crate::types::Type;

/// The value of an `f32` or `f64` attribute.
pub(super) fn float(ctx: &Context, attribute: Attribute) -> Option<f64> {
    match attribute.kind(ctx) {
        AttributeKind::Float { ty: Type::F64, bits } => Some(f64::from_bits(*bits as u64)),
        AttributeKind::Float { ty: Type::F32, bits } => Some(f32::from_bits(*bits as u32).into()),
        _ => None,
    }
}

/// Applies `f` to floats, or to each pair of `f64` elements. Computing `f32` in
/// double precision rounds right for `+ - * /`.
pub(super) fn float_binary(
    ctx: &Context,
    lhs: Attribute,
    rhs: Attribute,
    f: impl Fn(f64, f64) -> f64,
) -> Option<Attribute> {
    if let (Some(a), Some(b)) = (float(ctx, lhs), float(ctx, rhs)) {
        let ty = lhs.ty(ctx).filter(|&ty| Some(ty) == rhs.ty(ctx))?;
        return Some(ctx.float_attr(ty, f(a, b)));
    }
    let (a, b) = (lhs.dense(ctx)?, rhs.dense(ctx)?);
    if a.ty() != b.ty() {
        return None;
    }
    let (x, y) = (a.f64_values(ctx)?, b.f64_values(ctx)?);
    let values: Vec<f64> = match (a.is_splat(), b.is_splat()) {
        (true, true) => vec![f(*x.first()?, *y.first()?)],
        (true, false) => y.iter().map(|&y| f(x[0], y)).collect(),
        (false, true) => x.iter().map(|&x| f(x, y[0])).collect(),
        (false, false) => x.iter().zip(&y).map(|(&x, &y)| f(x, y)).collect(),
    };
    Some(ctx.dense_attr(DenseElements::from_f64(a.ty(), &values)))
}

/// Applies `f` to a float, or to each `f64` element.
pub(super) fn float_unary(ctx: &Context, operand: Attribute, f: impl Fn(f64) -> f64) -> Option<Attribute> {
    if let Some(value) = float(ctx, operand) {
        return Some(ctx.float_attr(operand.ty(ctx)?, f(value)));
    }
    let elements = operand.dense(ctx)?;
    let values: Vec<f64> = elements.f64_values(ctx)?.into_iter().map(f).collect();
    Some(ctx.dense_attr(DenseElements::from_f64(elements.ty(), &values)))
}

/// Whether a float, or each element of a splat of `f64`, is exactly `value`:
/// bit for bit.
pub(super) fn is_float(ctx: &Context, attribute: Option<Attribute>, value: f64) -> bool {
    let Some(attribute) = attribute else { return false };
    let found = float(ctx, attribute).or_else(|| {
        let elements = attribute.dense(ctx).filter(DenseElements::is_splat)?;
        elements.f64_values(ctx)?.first().copied()
    });
    found.is_some_and(|found| found.to_bits() == value.to_bits())
}

/// An integer of at most 64 bits: sign-extended, with its type and width.
#[derive(Copy, Clone)]
pub(super) struct Integer {
    pub(super) ty: Type,
    pub(super) width: u32,
    pub(super) signed: i64,
}

impl Integer {
    pub(super) fn of(ctx: &Context, attribute: Attribute) -> Option<Self> {
        let AttributeKind::Integer { ty, value } = attribute.kind(ctx) else { return None };
        let width = value.width();
        Some(Self { ty: *ty, width, signed: value.to_i64().filter(|_| width <= 64)? })
    }

    pub(super) fn unsigned(self) -> u64 {
        self.signed as u64 & (u64::MAX >> (64 - self.width))
    }

    /// The least value of the width, which has no negative.
    pub(super) fn is_min(self) -> bool {
        self.signed == i64::MIN >> (64 - self.width)
    }
}

/// Applies `f` to integers; its result is cut to their width.
pub(super) fn integer_binary(
    ctx: &Context,
    lhs: Attribute,
    rhs: Attribute,
    f: impl Fn(Integer, Integer) -> Option<i64>,
) -> Option<Attribute> {
    let (a, b) = (Integer::of(ctx, lhs)?, Integer::of(ctx, rhs)?);
    if a.ty != b.ty {
        return None;
    }
    Some(ctx.integer_attr(a.ty, f(a, b)?))
}

/// Whether an integer is `value`.
pub(super) fn is_integer(ctx: &Context, attribute: Option<Attribute>, value: i64) -> bool {
    attribute.and_then(|attribute| Integer::of(ctx, attribute)).is_some_and(|found| found.signed == value)
}
