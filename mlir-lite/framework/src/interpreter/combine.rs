//! Combines two numbers by a named operation, for reductions and atomic updates.

use super::arithmetic::{Scalar, combined, float_value, mask, scalar};
use super::{Machine, Trap, Value};
use mlir_lite::scalar::{Float, FloatFunction, IntegerFunction, ScalarFunction, WideFloat};
use mlir_lite::types::Type;

/// The value of a function of two numbers of type `ty`.
///
/// # Errors
/// If a number is not defined, or the function is not one of such numbers.
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

/// The named operation on two numbers of type `ty`. Names are those of std's and affine's
/// reductions (`addf`, `maxs`).
///
/// # Errors
/// If a number is not defined, or the operation is unknown.
pub fn combine(
    m: &Machine<'_>,
    operation: &str,
    ty: Type,
    a: &Value,
    b: &Value,
) -> Result<Value, Trap> {
    match scalar(m, ty)? {
        Scalar::Float(kind) => {
            // The overwritten value does not matter.
            if operation == "assign" {
                return Ok(b.clone());
            }
            let function = match operation {
                "addf" => FloatFunction::Add,
                "mulf" => FloatFunction::Mul,
                "maximumf" => FloatFunction::Maximum,
                "minimumf" => FloatFunction::Minimum,
                "maxnumf" => FloatFunction::MaxNum,
                "minnumf" => FloatFunction::MinNum,
                _ => return Err(unknown(operation)),
            };
            float_value(function, kind, &[a.as_number()?, b.as_number()?])
        }
        Scalar::Integer(width) => {
            if operation == "assign" {
                return Ok(b.clone());
            }
            let function = match operation {
                "addi" => IntegerFunction::Add,
                "muli" => IntegerFunction::Mul,
                "andi" => IntegerFunction::And,
                "ori" => IntegerFunction::Or,
                "xori" => IntegerFunction::Xor,
                "maxs" => IntegerFunction::MaxSigned,
                "mins" => IntegerFunction::MinSigned,
                "maxu" => IntegerFunction::MaxUnsigned,
                "minu" => IntegerFunction::MinUnsigned,
                _ => return Err(unknown(operation)),
            };
            combined(function, width, a, b)
        }
    }
}

/// The neutral element of the operation.
///
/// # Errors
/// If the operation is unknown.
pub fn neutral(m: &Machine<'_>, operation: &str, ty: Type) -> Result<Value, Trap> {
    Ok(match scalar(m, ty)? {
        Scalar::Float(kind) => {
            let value = match operation {
                "addf" => -0.0,
                "mulf" => 1.0,
                "maximumf" => f64::NEG_INFINITY,
                "minimumf" => f64::INFINITY,
                "maxnumf" | "minnumf" => f64::NAN,
                "assign" => 0.0,
                _ => return Err(unknown(operation)),
            };
            match WideFloat::is_wide(kind) {
                true => Value::number(Float::from(value).rounded_to(kind)),
                // Formats without infinities are less than them, too.
                false => Value::Float(value),
            }
        }
        Scalar::Integer(width) => Value::Int(match operation {
            "addi" | "ori" | "maxu" | "xori" | "assign" => 0,
            "muli" => 1,
            "andi" | "minu" => mask(width),
            "maxs" => 1 << (width - 1),
            "mins" => mask(width) >> 1,
            _ => return Err(unknown(operation)),
        }),
    })
}

fn unknown(operation: &str) -> Trap {
    Trap::new(format!("cannot be interpreted: '{operation}' of values of this type"))
}
