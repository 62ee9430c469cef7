//! Two numbers combined by an operation that a name says: what reductions and atomic updates do.

use super::arithmetic::{Scalar, combined, float_value, mask, scalar};
use super::{Machine, Trap, Value};
use crate::scalar::{Float, FloatFunction, IntegerFunction, WideFloat};
use crate::types::Type;

/// What the operation gives of two numbers of type `ty`. Names are those of std's and affine's reductions (`addf`,
/// `maxs`) and of the llvm dialect's atomic operations (`fadd`, `umax`).
///
/// # Errors
/// If a number is not defined, or the operation is unknown.
pub fn combine(m: &Machine<'_>, operation: &str, ty: Type, a: &Value, b: &Value) -> Result<Value, Trap> {
    match scalar(m, ty)? {
        Scalar::Float(kind) => {
            // What is written over may be anything.
            if matches!(operation, "assign" | "xchg") {
                return Ok(b.clone());
            }
            let function = match operation {
                "addf" | "fadd" => FloatFunction::Add,
                "fsub" => FloatFunction::Sub,
                "mulf" => FloatFunction::Mul,
                "maximumf" | "fmaximum" => FloatFunction::Maximum,
                "minimumf" | "fminimum" => FloatFunction::Minimum,
                "maxnumf" | "fmax" => FloatFunction::MaxNum,
                "minnumf" | "fmin" => FloatFunction::MinNum,
                _ => return Err(unknown(operation)),
            };
            float_value(function, kind, &[a.as_number()?, b.as_number()?])
        }
        Scalar::Integer(width) => {
            if matches!(operation, "assign" | "xchg") {
                return Ok(b.clone());
            }
            let function = match operation {
                "addi" | "add" => IntegerFunction::Add,
                "sub" => IntegerFunction::Sub,
                "muli" => IntegerFunction::Mul,
                "andi" | "_and" => IntegerFunction::And,
                "nand" => IntegerFunction::Nand,
                "ori" | "_or" => IntegerFunction::Or,
                "xori" | "_xor" => IntegerFunction::Xor,
                "maxs" | "max" => IntegerFunction::MaxSigned,
                "mins" | "min" => IntegerFunction::MinSigned,
                "maxu" | "umax" => IntegerFunction::MaxUnsigned,
                "minu" | "umin" => IntegerFunction::MinUnsigned,
                _ => return counted(operation, width, a.as_int()?, b.as_int()?),
            };
            combined(function, width, a, b)
        }
    }
}

/// The operations that only the llvm dialect's atomic updates have.
fn counted(operation: &str, width: u32, x: u128, y: u128) -> Result<Value, Trap> {
    let value = match operation {
        "uinc_wrap" => {
            if x >= y {
                0
            } else {
                x + 1
            }
        }
        "udec_wrap" => {
            if x == 0 || x > y {
                y
            } else {
                x - 1
            }
        }
        "usub_cond" => {
            if x >= y {
                x - y
            } else {
                x
            }
        }
        "usub_sat" => x.saturating_sub(y),
        _ => return Err(unknown(operation)),
    };
    Ok(Value::Int(value & mask(width)))
}

/// What combined with any number gives that number.
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
