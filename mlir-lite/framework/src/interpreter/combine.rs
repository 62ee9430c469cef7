//! Combines two numbers, for reductions and atomic updates.

use super::arithmetic::{Scalar, combined, float_value, scalar};
use super::{Machine, Trap, Value};
use mlir_lite::attributes::ApInt;
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::scalar::{AtomicRmwKind, Float, ScalarFunction, WideFloat};
use mlir_lite::types::Type;

/// The value of a function of two numbers of type `ty`.
///
/// # Errors
/// If a number is not defined, or the function is not one of such numbers.
#[doc(hidden)]
pub fn apply(
    m: &Machine<'_>,
    function: ScalarFunction,
    ty: Type,
    a: &Value,
    b: &Value,
) -> Result<Value, Trap> {
    match (scalar(m, ty)?, function) {
        (Scalar::Float(kind), ScalarFunction::Float(function)) => {
            float_value(function, kind, &[a.as_number()?, b.as_number()?])
        }
        (Scalar::Integer(width), ScalarFunction::Integer(function)) => {
            combined(function, width, a, b)
        }
        (_, function) => Err(Trap::new(format!(
            "cannot be interpreted: {function:?} of numbers of another kind"
        ))),
    }
}

/// Two numbers of type `ty`, combined.
///
/// # Errors
/// If a number is not defined, or the kind is not of such numbers.
#[doc(hidden)]
pub fn combine(
    m: &Machine<'_>,
    kind: AtomicRmwKind,
    ty: Type,
    a: &Value,
    b: &Value,
) -> Result<Value, Trap> {
    match kind.function() {
        Some(function) => apply(m, function, ty, a, b),
        // The overwritten value does not matter.
        None => scalar(m, ty).map(|_| b.clone()),
    }
}

/// The neutral element: combined with it, a number stays as it is.
///
/// # Errors
/// If the kind is not of such numbers.
#[doc(hidden)]
pub fn neutral(m: &Machine<'_>, kind: AtomicRmwKind, ty: Type) -> Result<Value, Trap> {
    use AtomicRmwKind as Kind;
    Ok(match scalar(m, ty)? {
        Scalar::Float(format) => {
            let value = match kind {
                Kind::AddF => -0.0,
                Kind::MulF => 1.0,
                Kind::MaximumF => f64::NEG_INFINITY,
                Kind::MinimumF => f64::INFINITY,
                Kind::MaxNumF | Kind::MinNumF => f64::NAN,
                Kind::Assign => 0.0,
                _ => return Err(unknown(kind)),
            };
            match WideFloat::is_wide(format) {
                true => Value::number(Float::from(value).rounded_to(format)),
                // Formats without infinities are less than them, too.
                false => Value::Float(value),
            }
        }
        Scalar::Integer(width) => Value::integer(match kind {
            Kind::AddI | Kind::OrI | Kind::MaxU | Kind::XOrI | Kind::Assign => ApInt::zero(width),
            Kind::MulI => ApInt::from_u64(width, 1),
            Kind::AndI | Kind::MinU => ApInt::all_ones(width),
            Kind::MaxS => ApInt::signed_min(width),
            Kind::MinS => ApInt::signed_max(width),
            _ => return Err(unknown(kind)),
        }),
    })
}

fn unknown(kind: AtomicRmwKind) -> Trap {
    Trap::new(format!("cannot be interpreted: '{}' of values of this type", kind.text()))
}
