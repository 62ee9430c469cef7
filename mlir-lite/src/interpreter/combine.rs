//! Two numbers combined by an operation that a name says: what reductions and atomic updates do.

use super::arithmetic::{
    Scalar, larger_number, mask, maximum, minimum, round, scalar, signed, smaller_number,
};
use super::{Machine, Trap, Value};
use crate::types::Type;

/// What the operation gives of two numbers of type `ty`. Names are those of std's and affine's reductions (`addf`,
/// `maxs`) and of the llvm dialect's atomic operations (`fadd`, `umax`).
///
/// # Errors
/// If a number is not defined, or the operation is unknown.
pub fn combine(m: &Machine<'_>, operation: &str, ty: Type, a: &Value, b: &Value) -> Result<Value, Trap> {
    match scalar(m, ty)? {
        to @ Scalar::Float(_) => {
            // What is written over may be anything.
            if matches!(operation, "assign" | "xchg") {
                return Ok(b.clone());
            }
            let (x, y) = (a.as_float()?, b.as_float()?);
            let value = match operation {
                "addf" | "fadd" => x + y,
                "fsub" => x - y,
                "mulf" => x * y,
                "maximumf" | "fmaximum" => maximum(x, y),
                "minimumf" | "fminimum" => minimum(x, y),
                "maxnumf" | "fmax" => larger_number(x, y),
                "minnumf" | "fmin" => smaller_number(x, y),
                _ => return Err(unknown(operation)),
            };
            Ok(Value::Float(round(value, to)?))
        }
        Scalar::Integer(width) => {
            if matches!(operation, "assign" | "xchg") {
                return Ok(b.clone());
            }
            let (x, y) = (a.as_int()?, b.as_int()?);
            let (sx, sy) = (signed(x, width), signed(y, width));
            let value = match operation {
                "addi" | "add" => x.wrapping_add(y),
                "sub" => x.wrapping_sub(y),
                "muli" => x.wrapping_mul(y),
                "andi" | "_and" => x & y,
                "nand" => !(x & y),
                "ori" | "_or" => x | y,
                "xori" | "_xor" => x ^ y,
                "maxs" | "max" => sx.max(sy) as u128,
                "mins" | "min" => sx.min(sy) as u128,
                "maxu" | "umax" => x.max(y),
                "minu" | "umin" => x.min(y),
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
    }
}

/// What combined with any number gives that number.
///
/// # Errors
/// If the operation is unknown.
pub fn neutral(m: &Machine<'_>, operation: &str, ty: Type) -> Result<Value, Trap> {
    Ok(match scalar(m, ty)? {
        Scalar::Float(_) => Value::Float(match operation {
            "addf" => -0.0,
            "mulf" => 1.0,
            "maximumf" => f64::NEG_INFINITY,
            "minimumf" => f64::INFINITY,
            "maxnumf" | "minnumf" => f64::NAN,
            "assign" => 0.0,
            _ => return Err(unknown(operation)),
        }),
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
