//! Arithmetic on numbers, and on tensors and vectors of them element by element.
//!
//! The dialects std and llvm share it: ops that do the same have names that differ a little.

use super::{EvalFn, EvaluatorTable, Flow, Machine, Trap, Value, find_evaluator};
use crate::ir::view::OpRef;
use crate::support::fma::fma;
use crate::text::float;
use crate::text::print_attribute;
use crate::types::{FloatKind, Type, TypeKind};
use smallvec::SmallVec;

/// All bits of a width.
pub(super) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The bits as a signed number.
pub(super) fn signed(bits: u128, width: u32) -> i128 {
    let spare = 128 - width.clamp(1, 128);
    (bits << spare) as i128 >> spare
}

/// How the op whose name ends so is run; none if it is not arithmetic.
pub fn arithmetic_evaluator(mnemonic: &str) -> Option<EvalFn> {
    integer_evaluator(mnemonic)
        .or_else(|| float_evaluator(mnemonic))
        .or_else(|| conversion_evaluator(mnemonic))
}

fn integer_evaluator(mnemonic: &str) -> Option<EvalFn> {
    let evaluators: &EvaluatorTable = &[
        (&["cmpi", "icmp"], compare_integers),
        (&["addi", "add"], |m, op| wrapping(m, op, u128::wrapping_add, i128::checked_add, u128::checked_add)),
        (&["subi", "sub"], |m, op| wrapping(m, op, u128::wrapping_sub, i128::checked_sub, u128::checked_sub)),
        (&["muli", "mul"], |m, op| wrapping(m, op, u128::wrapping_mul, i128::checked_mul, u128::checked_mul)),
        (&["and", "andi"], |m, op| integers(m, op, |a, b, _| Ok(Some(a & b)))),
        (&["or", "ori"], |m, op| integers(m, op, |a, b, _| Ok(Some(a | b)))),
        (&["xor", "xori"], |m, op| integers(m, op, |a, b, _| Ok(Some(a ^ b)))),
        (&["divi_unsigned", "udiv"], |m, op| unsigned_divisions(m, op, |a, b| a / b)),
        (&["remi_unsigned", "urem"], |m, op| unsigned_divisions(m, op, |a, b| a % b)),
        (&["divi_signed", "sdiv"], |m, op| divisions(m, op, |a, b| a / b)),
        (&["remi_signed", "srem"], |m, op| divisions(m, op, |a, b| a % b)),
        (&["floordivi_signed"], |m, op| {
            divisions(m, op, |a, b| a / b - i128::from(a % b != 0 && (a < 0) != (b < 0)))
        }),
        (&["ceildivi_signed"], |m, op| {
            divisions(m, op, |a, b| a / b + i128::from(a % b != 0 && (a < 0) == (b < 0)))
        }),
        (&["ceildivi_unsigned", "ceildivui"], |m, op| unsigned_divisions(m, op, u128::div_ceil)),
        (&["shift_left", "shl"], |m, op| shifts(m, op, |a, by, _| a << by)),
        (&["shift_right_unsigned", "lshr"], |m, op| shifts(m, op, |a, by, _| a >> by)),
        (&["shift_right_signed", "ashr"], |m, op| shifts(m, op, |a, by, w| (signed(a, w) >> by) as u128)),
        (&["maxsi", "smax"], |m, op| {
            integers(m, op, |a, b, w| Ok(Some(if signed(a, w) > signed(b, w) { a } else { b })))
        }),
        (&["minsi", "smin"], |m, op| {
            integers(m, op, |a, b, w| Ok(Some(if signed(a, w) < signed(b, w) { a } else { b })))
        }),
        (&["maxui", "umax"], |m, op| integers(m, op, |a, b, _| Ok(Some(a.max(b))))),
        (&["minui", "umin"], |m, op| integers(m, op, |a, b, _| Ok(Some(a.min(b))))),
        (&["select"], select),
    ];
    find_evaluator(evaluators, mnemonic)
}

fn float_evaluator(mnemonic: &str) -> Option<EvalFn> {
    let evaluators: &EvaluatorTable = &[
        (&["cmpf", "fcmp"], compare_floats),
        (&["addf", "fadd"], |m, op| floats(m, op, |a| a[0] + a[1])),
        (&["subf", "fsub"], |m, op| floats(m, op, |a| a[0] - a[1])),
        (&["mulf", "fmul"], |m, op| floats(m, op, |a| a[0] * a[1])),
        (&["divf", "fdiv"], |m, op| floats(m, op, |a| a[0] / a[1])),
        (&["remf", "frem"], |m, op| floats(m, op, |a| a[0] % a[1])),
        (&["negf", "fneg"], |m, op| signs(m, op, |a| -a[0])),
        (&["absf", "fabs"], |m, op| signs(m, op, |a| a[0].abs())),
        (&["ceilf", "ceil"], |m, op| floats(m, op, |a| a[0].ceil())),
        (&["floorf", "floor"], |m, op| floats(m, op, |a| a[0].floor())),
        (&["copysign"], |m, op| signs(m, op, |a| a[0].copysign(a[1]))),
        (&["sqrt"], |m, op| floats(m, op, |a| a[0].sqrt())),
        // Two steps, each rounded, as machine code does it.
        (&["rsqrt"], |m, op| {
            let to = result_scalar(m, op)?;
            floats(m, op, |a| 1.0 / round(a[0].sqrt(), to).unwrap_or(f64::NAN))
        }),
        (&["exp"], |m, op| floats(m, op, |a| a[0].exp())),
        (&["exp2"], |m, op| floats(m, op, |a| a[0].exp2())),
        (&["exp10"], |m, op| floats(m, op, |a| 10f64.powf(a[0]))),
        (&["log"], |m, op| floats(m, op, |a| a[0].ln())),
        (&["log2"], |m, op| floats(m, op, |a| a[0].log2())),
        (&["log10"], |m, op| floats(m, op, |a| a[0].log10())),
        (&["sin"], |m, op| floats(m, op, |a| a[0].sin())),
        (&["cos"], |m, op| floats(m, op, |a| a[0].cos())),
        (&["tanh"], |m, op| floats(m, op, |a| a[0].tanh())),
        (&["ftrunc"], |m, op| floats(m, op, |a| a[0].trunc())),
        (&["atan"], |m, op| floats(m, op, |a| a[0].atan())),
        (&["round"], |m, op| floats(m, op, |a| a[0].round())),
        (&["roundeven", "rint", "nearbyint"], |m, op| floats(m, op, |a| a[0].round_ties_even())),
        (&["tan"], |m, op| floats(m, op, |a| a[0].tan())),
        (&["asin"], |m, op| floats(m, op, |a| a[0].asin())),
        (&["acos"], |m, op| floats(m, op, |a| a[0].acos())),
        (&["sinh"], |m, op| floats(m, op, |a| a[0].sinh())),
        (&["cosh"], |m, op| floats(m, op, |a| a[0].cosh())),
        (&["asinh"], |m, op| floats(m, op, |a| a[0].asinh())),
        (&["acosh"], |m, op| floats(m, op, |a| a[0].acosh())),
        (&["atanh"], |m, op| floats(m, op, |a| a[0].atanh())),
        (&["expm1"], |m, op| floats(m, op, |a| a[0].exp_m1())),
        (&["log1p"], |m, op| floats(m, op, |a| a[0].ln_1p())),
        (&["cbrt"], |m, op| floats(m, op, |a| a[0].cbrt())),
        (&["atan2"], |m, op| floats(m, op, |a| a[0].atan2(a[1]))),
        (&["powf", "pow"], |m, op| floats(m, op, |a| a[0].powf(a[1]))),
        (&["maximumf", "maximum"], |m, op| floats(m, op, |a| maximum(a[0], a[1]))),
        (&["minimumf", "minimum"], |m, op| floats(m, op, |a| minimum(a[0], a[1]))),
        (&["maxnumf", "maxnum"], |m, op| floats(m, op, |a| larger_number(a[0], a[1]))),
        (&["minnumf", "minnum"], |m, op| floats(m, op, |a| smaller_number(a[0], a[1]))),
        (&["fmaf", "fma"], |m, op| {
            let is_f64 = matches!(result_scalar(m, op)?, Scalar::Float(FloatKind::F64));
            floats(m, op, |a| fma(a[0], a[1], a[2], is_f64))
        }),
        (&["fmuladd"], |m, op| floats(m, op, |a| a[0] * a[1] + a[2])),
    ];
    find_evaluator(evaluators, mnemonic)
}

fn conversion_evaluator(mnemonic: &str) -> Option<EvalFn> {
    let evaluators: &EvaluatorTable = &[
        (&["bitcast"], bitcast),
        (&["sexti", "sext", "index_cast"], |m, op| {
            convert(m, op, |a, from, to| {
                Ok(Value::Int(signed(a.as_int()?, width(from)?) as u128 & mask(width(to)?)))
            })
        }),
        (&["zexti", "zext", "trunci", "ptrtoint", "inttoptr", "addrspacecast", "index_castui"], |m, op| {
            convert(m, op, |a, _, to| Ok(Value::Int(a.as_int()? & mask(width(to)?))))
        }),
        // Of integers, and of floats as an intrinsic.
        (&["trunc"], |m, op| {
            convert(m, op, |a, _, to| match to {
                Scalar::Integer(width) => Ok(Value::Int(a.as_int()? & mask(width))),
                Scalar::Float(_) => Ok(Value::Float(round(a.as_float()?.trunc(), to)?)),
            })
        }),
        (&["isnan"], |m, op| convert(m, op, |a, _, _| Ok(Value::bool(a.as_float()?.is_nan())))),
        (&["isinf"], |m, op| convert(m, op, |a, _, _| Ok(Value::bool(a.as_float()?.is_infinite())))),
        (&["isfinite"], |m, op| convert(m, op, |a, _, _| Ok(Value::bool(a.as_float()?.is_finite())))),
        (&["isnormal"], |m, op| {
            convert(m, op, |a, from, _| {
                // The smallest normal number of the format, which `f64` holds.
                let smallest = match from {
                    Scalar::Float(FloatKind::F32 | FloatKind::BF16) => f64::from(f32::MIN_POSITIVE),
                    Scalar::Float(FloatKind::F16) => 2f64.powi(-14),
                    _ => f64::MIN_POSITIVE,
                };
                let value = a.as_float()?;
                Ok(Value::bool(value.is_finite() && value.abs() >= smallest))
            })
        }),
        (&["absi", "abs"], |m, op| {
            convert(m, op, |a, from, _| {
                let width = width(from)?;
                Ok(Value::Int(signed(a.as_int()?, width).unsigned_abs() & mask(width)))
            })
        }),
        (&["bitreverse"], |m, op| {
            convert(m, op, |a, from, _| Ok(Value::Int(a.as_int()?.reverse_bits() >> (128 - width(from)?))))
        }),
        (&["bswap"], |m, op| {
            convert(m, op, |a, from, _| Ok(Value::Int(a.as_int()?.swap_bytes() >> (128 - width(from)?))))
        }),
        (&["ctpop"], |m, op| convert(m, op, |a, _, _| Ok(Value::Int(a.as_int()?.count_ones().into())))),
        (&["ctlz"], |m, op| {
            convert(m, op, |a, from, _| {
                let zeros = a.as_int()?.leading_zeros() + width(from)?;
                Ok(Value::Int(u128::from(zeros - 128)))
            })
        }),
        (&["cttz"], |m, op| {
            convert(m, op, |a, from, _| {
                Ok(Value::Int(u128::from(a.as_int()?.trailing_zeros().min(width(from)?))))
            })
        }),
        (&["sitofp"], |m, op| {
            convert(m, op, |a, from, to| {
                // Through the widest integer, which is rounded once to the format.
                Ok(Value::Float(round_integer(signed(a.as_int()?, width(from)?), to)?))
            })
        }),
        (&["uitofp"], |m, op| {
            convert(m, op, |a, _, to| {
                let value = a.as_int()?;
                Ok(Value::Float(if value >> 127 == 0 {
                    round_integer(value as i128, to)?
                } else {
                    round(value as f64, to)?
                }))
            })
        }),
        (&["fptosi"], |m, op| {
            convert(m, op, |a, _, to| {
                let (value, width) = (a.as_float()?.trunc(), width(to)?);
                let limit = 2f64.powi(width as i32 - 1);
                let fits = value >= -limit && value < limit;
                Ok(if fits { Value::Int(value as i128 as u128 & mask(width)) } else { Value::Poison })
            })
        }),
        (&["fptoui"], |m, op| {
            convert(m, op, |a, _, to| {
                let (value, width) = (a.as_float()?.trunc(), width(to)?);
                let fits = value >= 0.0 && value < 2f64.powi(width as i32);
                Ok(if fits { Value::Int(value as u128) } else { Value::Poison })
            })
        }),
        (&["fpext", "fptrunc"], |m, op| {
            convert(m, op, |a, _, to| Ok(Value::Float(round(a.as_float()?, to)?)))
        }),
    ];
    find_evaluator(evaluators, mnemonic)
}

/// A number of a scalar type: what conversions look at.
#[derive(Clone, Copy)]
pub(super) enum Scalar {
    Integer(u32),
    Float(FloatKind),
}

pub(super) fn scalar(m: &Machine<'_>, ty: Type) -> Result<Scalar, Trap> {
    match ty.element_or_self(m.context()).kind(m.context()) {
        TypeKind::Integer { width: width @ 1..=128, .. } => Ok(Scalar::Integer(*width)),
        TypeKind::Integer { width, .. } => {
            Err(Trap::new(format!("cannot be interpreted: integers of {width} bits; those of up to 128 can")))
        }
        TypeKind::Float(FloatKind::F80 | FloatKind::F128) => {
            Err(Trap::new("cannot be interpreted: floating point formats beyond f64"))
        }
        TypeKind::Float(kind) => Ok(Scalar::Float(*kind)),
        // Indices, addresses, functions.
        _ => Ok(Scalar::Integer(64)),
    }
}

fn width(scalar: Scalar) -> Result<u32, Trap> {
    match scalar {
        Scalar::Integer(width) => Ok(width),
        Scalar::Float(_) => Err(Trap::new("cannot be interpreted: a number is no integer")),
    }
}

pub(super) fn round(value: f64, to: Scalar) -> Result<f64, Trap> {
    match to {
        Scalar::Float(FloatKind::F64) => Ok(value),
        Scalar::Float(FloatKind::F32) => Ok(f64::from(value as f32)),
        Scalar::Float(kind) => {
            let bits = float::from_f64(kind, value);
            Ok(bits.and_then(|bits| float::to_f64(kind, bits)).unwrap_or(f64::NAN))
        }
        Scalar::Integer(_) => Err(Trap::new("cannot be interpreted: a number is an integer")),
    }
}

fn round_integer(value: i128, to: Scalar) -> Result<f64, Trap> {
    match to {
        Scalar::Float(FloatKind::F32) => Ok(f64::from(value as f32)),
        _ => round(value as f64, to),
    }
}

fn divisor(value: u128) -> Result<u128, Trap> {
    if value == 0 { Err(Trap::new("divides by zero")) } else { Ok(value) }
}

/// The larger number, NaN if one is; -0 is less than +0.
pub(super) fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b || (a == b && a.is_sign_positive()) { a } else { b }
}

/// The smaller number, NaN if one is; -0 is less than +0.
pub(super) fn minimum(a: f64, b: f64) -> f64 {
    if a.is_nan() || a < b || (a == b && a.is_sign_negative()) { a } else { b }
}

/// The larger one, or the one that is no NaN. Of two zeros either would do; constants are folded in this way.
pub(super) fn larger_number(a: f64, b: f64) -> f64 {
    if b.is_nan() || !a.is_nan() && (a > b || (a == b && a.is_sign_positive())) { a } else { b }
}

/// The smaller one, or the one that is no NaN.
pub(super) fn smaller_number(a: f64, b: f64) -> f64 {
    -larger_number(-a, -b)
}

/// Gives the op's result what `f` makes of its operands, element by element where they are tensors or vectors. A result
/// of poison is poison.
fn elementwise(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    f: impl Fn(&[Value]) -> Result<Value, Trap>,
) -> Result<Flow, Trap> {
    let operands: SmallVec<[Value; 3]> = op.operands().map(|operand| m.get(operand)).collect();
    let on_scalars = |values: &[Value]| {
        if values.iter().any(|value| matches!(value, Value::Poison)) { Ok(Value::Poison) } else { f(values) }
    };
    let shape = operands.iter().find_map(|value| match value {
        Value::Elements(elements) => Some(elements.clone()),
        _ => None,
    });
    let result = match shape {
        None => on_scalars(&operands)?,
        Some(shape) => {
            let at = |index: usize| {
                let values: SmallVec<[Value; 3]> =
                    operands.iter().map(|operand| element(operand, index)).collect();
                on_scalars(&values)
            };
            let values = (0..shape.values.len()).map(at).collect::<Result<_, _>>()?;
            Value::elements(&shape.shape, values)
        }
    };
    m.set(op, 0, result);
    Ok(Flow::Next)
}

/// The element of a tensor or vector; a scalar stands for all.
fn element(value: &Value, index: usize) -> Value {
    match value {
        Value::Elements(elements) => elements.values.get(index).cloned().unwrap_or(Value::Poison),
        scalar => scalar.clone(),
    }
}

fn result_scalar(m: &Machine<'_>, op: OpRef<'_>) -> Result<Scalar, Trap> {
    scalar(m, op.body().ty(op.result(0)))
}

fn operand_scalar(m: &Machine<'_>, op: OpRef<'_>) -> Result<Scalar, Trap> {
    scalar(m, op.body().ty(op.operand(0)))
}

/// `f` gets bits and their number; none is poison.
fn integers(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    f: impl Fn(u128, u128, u32) -> Result<Option<u128>, Trap>,
) -> Result<Flow, Trap> {
    let width = width(result_scalar(m, op)?)?;
    elementwise(m, op, |a| {
        let bits = f(a[0].as_int()?, a[1].as_int()?, width)?;
        Ok(bits.map_or(Value::Poison, |bits| Value::Int(bits & mask(width))))
    })
}

/// Arithmetic that wraps, unless the op promises that it does not: the result is poison where it would.
fn wrapping(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    wrapping: fn(u128, u128) -> u128,
    signed_result: fn(i128, i128) -> Option<i128>,
    unsigned_result: fn(u128, u128) -> Option<u128>,
) -> Result<Flow, Trap> {
    let flags = op.attr_named("overflowFlags").map(|flags| print_attribute(op.context(), flags));
    let promises = |flag: &str| flags.as_ref().is_some_and(|flags| flags.contains(flag));
    let (no_signed_wrap, no_unsigned_wrap) = (promises("nsw"), promises("nuw"));
    integers(m, op, |a, b, width| {
        let result = wrapping(a, b) & mask(width);
        let fits = !no_signed_wrap
            || signed_result(signed(a, width), signed(b, width)) == Some(signed(result, width));
        let fits = fits && (!no_unsigned_wrap || unsigned_result(a, b) == Some(result));
        Ok(fits.then_some(result))
    })
}

/// Whatever is divided: a divisor is not zero, and one that is poison may be.
fn check_divisor(m: &Machine<'_>, op: OpRef<'_>) -> Result<(), Trap> {
    let check = |value: &Value| match value {
        Value::Poison => Err(Trap::new("divides by a value that is not defined")),
        value => divisor(value.as_int()?).map(|_| ()),
    };
    match m.get(op.operand(1)) {
        Value::Elements(elements) => elements.values.iter().try_for_each(check),
        value => check(&value),
    }
}

fn unsigned_divisions(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    f: impl Fn(u128, u128) -> u128,
) -> Result<Flow, Trap> {
    check_divisor(m, op)?;
    integers(m, op, |a, b, _| Ok(Some(f(a, b))))
}

fn divisions(m: &mut Machine<'_>, op: OpRef<'_>, f: impl Fn(i128, i128) -> i128) -> Result<Flow, Trap> {
    check_divisor(m, op)?;
    integers(m, op, |a, b, width| {
        let (a, b) = (signed(a, width), signed(b, width));
        if b == -1 && a == signed(1 << (width - 1), width) {
            return Err(Trap::new("divides the smallest integer by -1, which no integer of its width is"));
        }
        Ok(Some(f(a, b) as u128))
    })
}

fn shifts(m: &mut Machine<'_>, op: OpRef<'_>, f: impl Fn(u128, u32, u32) -> u128) -> Result<Flow, Trap> {
    integers(m, op, |a, by, width| Ok((by < u128::from(width)).then(|| f(a, by as u32, width))))
}

/// Arithmetic on floats. Which sign a NaN has that it gives is not said anywhere; here it is positive, as what ops fold to.
fn floats(m: &mut Machine<'_>, op: OpRef<'_>, f: impl Fn(&[f64]) -> f64) -> Result<Flow, Trap> {
    signs(m, op, |numbers| match f(numbers) {
        number if number.is_nan() => f64::NAN,
        number => number,
    })
}

/// What says which sign the result has, of a NaN too.
fn signs(m: &mut Machine<'_>, op: OpRef<'_>, f: impl Fn(&[f64]) -> f64) -> Result<Flow, Trap> {
    let to = result_scalar(m, op)?;
    elementwise(m, op, |a| {
        let numbers = a.iter().map(Value::as_float).collect::<Result<SmallVec<[f64; 3]>, _>>()?;
        Ok(Value::Float(round(f(&numbers), to)?))
    })
}

fn convert(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    f: impl Fn(&Value, Scalar, Scalar) -> Result<Value, Trap>,
) -> Result<Flow, Trap> {
    let (from, to) = (operand_scalar(m, op)?, result_scalar(m, op)?);
    elementwise(m, op, |a| f(&a[0], from, to))
}

fn bitcast(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    convert(m, op, |a, from, to| {
        let bits = match from {
            Scalar::Integer(_) => a.as_int()?,
            Scalar::Float(kind) => float::from_f64(kind, a.as_float()?).unwrap_or(0),
        };
        Ok(match to {
            Scalar::Integer(_) => Value::Int(bits),
            Scalar::Float(kind) => Value::Float(float::to_f64(kind, bits).unwrap_or(f64::NAN)),
        })
    })
}

/// The number of an op's predicate.
fn predicate(op: OpRef<'_>) -> Result<i64, Trap> {
    let predicate = op.attr_named("predicate").and_then(|predicate| predicate.as_i64(op.context()));
    predicate.ok_or_else(|| Trap::new("cannot be interpreted: the predicate is no number"))
}

fn compare_integers(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (predicate, width) = (predicate(op)?, width(operand_scalar(m, op)?)?);
    elementwise(m, op, |values| {
        let (a, b) = (values[0].as_int()?, values[1].as_int()?);
        let (x, y) = (signed(a, width), signed(b, width));
        Ok(Value::bool(match predicate {
            0 => a == b,
            1 => a != b,
            2 => x < y,
            3 => x <= y,
            4 => x > y,
            5 => x >= y,
            6 => a < b,
            7 => a <= b,
            8 => a > b,
            9 => a >= b,
            _ => return Err(Trap::new("cannot be interpreted: unknown predicate")),
        }))
    })
}

fn compare_floats(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let predicate = predicate(op)?;
    elementwise(m, op, |values| {
        let (a, b) = (values[0].as_float()?, values[1].as_float()?);
        let unordered = a.is_nan() || b.is_nan();
        // From 8 on, a comparison with a NaN holds: numbers without one differ by 7, but for the two without names.
        let holds = match predicate {
            0 => false,
            1 | 8 => a == b,
            2 | 9 => a > b,
            3 | 10 => a >= b,
            4 | 11 => a < b,
            5 | 12 => a <= b,
            6 | 13 => a != b,
            7 => true,
            14 => false,
            15 => true,
            _ => return Err(Trap::new("cannot be interpreted: unknown predicate")),
        };
        Ok(Value::bool(if unordered { predicate >= 8 } else { holds }))
    })
}

/// Only the value that is chosen matters.
fn select(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let [condition, yes, no] = [0, 1, 2].map(|index| m.get(op.operand(index)));
    let result = match &condition {
        Value::Elements(conditions) => {
            let values = conditions.values.iter().enumerate().map(|(index, condition)| {
                Ok(match condition {
                    Value::Poison => Value::Poison,
                    condition => element(if condition.as_int()? == 1 { &yes } else { &no }, index),
                })
            });
            Value::elements(&conditions.shape, values.collect::<Result<_, Trap>>()?)
        }
        Value::Poison => Value::Poison,
        condition => {
            if condition.as_int()? == 1 {
                yes
            } else {
                no
            }
        }
    };
    m.set(op, 0, result);
    Ok(Flow::Next)
}
