//! What std's ops on complex numbers and on pairs of numbers do, for the interpreter.

use super::fold::float_kind;
use super::*;
use crate::interpreter::{EvaluatorTable, Flow, Machine, Trap, Value, Values, combine};
use crate::ir::prelude::*;
use crate::scalar::Float;
use crate::types::{FloatKind, TypeKind};

pub(super) const EVALUATORS: &EvaluatorTable = &[
    (&[CreateComplexOp::NAME], |m, op| {
        let parts = m.operands(op).into_vec();
        m.set(op, 0, Value::aggregate(parts));
        Ok(Flow::Next)
    }),
    (&[ComplexConstantOp::NAME], |m, op| {
        let value = op.attr(Ident::VALUE).ok_or_else(malformed)?;
        let constant = m.constant(value, op.body().ty(op.result(0)))?;
        m.set(op, 0, constant);
        Ok(Flow::Next)
    }),
    (&[ReOp::NAME], |m, op| part(m, op, 0)),
    (&[ImOp::NAME], |m, op| part(m, op, 1)),
    // As it is lowered: the square of neither part is computed, which may be too large.
    (&[AbsCFOp::NAME], |m, op| {
        let ([re, im], round) = (complex(m, op, 0)?.map(f64::abs), rounding(m, op)?);
        let (least, greatest) =
            if re.is_nan() || im.is_nan() { (f64::NAN, f64::NAN) } else { (re.min(im), re.max(im)) };
        let ratio = round(least / greatest);
        let norm = round(greatest * round(round(1.0 + round(ratio * ratio)).sqrt()));
        // Of two zeros, or two infinities.
        m.set(op, 0, Value::Float(if norm.is_nan() { least } else { norm }));
        Ok(Flow::Next)
    }),
    (&[AddCFOp::NAME], |m, op| binary(m, op, |round, [a, b], [c, d]| [round(a + c), round(b + d)])),
    (&[SubCFOp::NAME], |m, op| binary(m, op, |round, [a, b], [c, d]| [round(a - c), round(b - d)])),
    (&[MulCFOp::NAME], |m, op| {
        binary(m, op, |round, [a, b], [c, d]| {
            [round(round(a * c) - round(b * d)), round(round(a * d) + round(b * c))]
        })
    }),
    (&[DivCFOp::NAME], |m, op| {
        binary(m, op, |round, [a, b], [c, d]| {
            let norm = round(round(c * c) + round(d * d));
            let re = round(round(a * c) + round(b * d));
            let im = round(round(b * c) - round(a * d));
            [round(re / norm), round(im / norm)]
        })
    }),
    (&[NegCFOp::NAME], |m, op| {
        let [re, im] = complex(m, op, 0)?;
        m.set(op, 0, Value::aggregate(vec![Value::Float(-re), Value::Float(-im)]));
        Ok(Flow::Next)
    }),
    (&[EqCFOp::NAME], |m, op| compare(m, op, |equal| equal)),
    (&[NeqCFOp::NAME], |m, op| compare(m, op, |equal| !equal)),
    (&[AddUIExtendedOp::NAME], |m, op| {
        let width = width(m, op)?;
        pair(m, op, |a, b| {
            let (sum, carries) = a.overflowing_add(b);
            (sum, u128::from(carries || (width < 128 && sum >> width != 0)))
        })
    }),
    (&[MulUIExtendedOp::NAME], |m, op| {
        let width = narrow_width(m, op)?;
        pair(m, op, |a, b| (a * b, (a * b) >> width))
    }),
    (&[MulSIExtendedOp::NAME], |m, op| {
        let width = narrow_width(m, op)?;
        let signed = |bits: u128| ((bits << (128 - width)) as i128) >> (128 - width);
        pair(m, op, |a, b| {
            let product = (signed(a) * signed(b)) as u128;
            (product, product >> width)
        })
    }),
    (&[IPowIOp::NAME], |m, op| {
        let ty = op.body().ty(op.result(0));
        let width = width(m, op)?;
        let (base, exponent) = (m.get(op.operand(0)), m.get(op.operand(1)).as_int()?);
        let is_negative = exponent >> (width - 1) & 1 == 1;
        let ones = if width == 128 { u128::MAX } else { (1 << width) - 1 };
        let value = match (is_negative, base.as_int()?) {
            (false, _) => {
                let (mut power, mut square, mut rest) = (Value::Int(1 & ones), base, exponent);
                while rest > 0 {
                    if rest & 1 == 1 {
                        power = combine(m, "muli", ty, &power, &square)?;
                    }
                    square = combine(m, "muli", ty, &square, &square)?;
                    rest >>= 1;
                }
                power
            }
            (true, 0) => return Err(Trap::new("divides by zero")),
            (true, 1) => Value::Int(1),
            (true, minus_one) if minus_one == ones => Value::Int(if exponent & 1 == 1 { ones } else { 1 }),
            (true, _) => Value::Int(0),
        };
        m.set(op, 0, value);
        Ok(Flow::Next)
    }),
    (&[FPowIOp::NAME], power_of_float),
];

fn malformed() -> Trap {
    Trap::new("cannot be interpreted: the op is malformed")
}

fn width(m: &Machine<'_>, op: OpRef<'_>) -> Result<u32, Trap> {
    let ty = op.body().ty(op.operand(0));
    if ty.shape(m.context()).is_some() {
        return Err(Trap::new("cannot be interpreted: the op on vectors and tensors"));
    }
    Ok(ty.bit_width(m.context()).unwrap_or(64).clamp(1, 128))
}

/// The same, where twice as many bits are needed.
fn narrow_width(m: &Machine<'_>, op: OpRef<'_>) -> Result<u32, Trap> {
    let width = width(m, op)?;
    if width > 64 {
        return Err(Trap::new(format!("cannot be interpreted: products of integers of {width} bits")));
    }
    Ok(width)
}

/// Two results: their low bits count.
fn pair(m: &mut Machine<'_>, op: OpRef<'_>, f: impl Fn(u128, u128) -> (u128, u128)) -> Result<Flow, Trap> {
    let operands = [0, 1].map(|index| m.get(op.operand(index)));
    if operands.contains(&Value::Poison) {
        m.set_results(op, Values::from_elem(Value::Poison, 2));
        return Ok(Flow::Next);
    }
    let (low, high) = f(operands[0].as_int()?, operands[1].as_int()?);
    for (index, bits) in [low, high].into_iter().enumerate() {
        let width = op.body().ty(op.result(index)).bit_width(m.context()).unwrap_or(64).clamp(1, 128);
        m.set(op, index, Value::Int(bits & (u128::MAX >> (128 - width))));
    }
    Ok(Flow::Next)
}

fn complex(m: &Machine<'_>, op: OpRef<'_>, operand: usize) -> Result<[f64; 2], Trap> {
    let value = m.get(op.operand(operand));
    let [re, im] = &value.as_aggregate()?[..] else { return Err(malformed()) };
    Ok([re.as_float()?, im.as_float()?])
}

fn part(m: &mut Machine<'_>, op: OpRef<'_>, index: usize) -> Result<Flow, Trap> {
    let value = m.get(op.operand(0)).as_aggregate()?.get(index).cloned().ok_or_else(malformed)?;
    m.set(op, 0, value);
    Ok(Flow::Next)
}

/// A float to the power of a signed integer.
pub(crate) fn power_of_float(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (base, exponent) = (m.get(op.operand(0)).as_float()?, m.get(op.operand(1)).as_int()?);
    let width = op.body().ty(op.operand(1)).bit_width(m.context()).unwrap_or(64).clamp(1, 128);
    let exponent = ((exponent << (128 - width)) as i128) >> (128 - width);
    let exponent = exponent.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let value = rounded(m, op, base.powi(exponent))?;
    m.set(op, 0, value);
    Ok(Flow::Next)
}

/// The format of the op's result, or of its parts.
fn format(m: &Machine<'_>, op: OpRef<'_>) -> Result<FloatKind, Trap> {
    let ty = op.body().ty(op.result(0)).element_or_self(m.context());
    let part = match ty.kind(m.context()) {
        TypeKind::Complex(part) => *part,
        _ => ty,
    };
    float_kind(m.context(), part).ok_or_else(malformed)
}

/// The number in the format of the op's result, or of its parts.
fn rounded(m: &Machine<'_>, op: OpRef<'_>, value: f64) -> Result<Value, Trap> {
    Ok(Value::number(Float::from(value).rounded_to(format(m, op)?)))
}

/// Rounds to the format of the op's result, or of its parts: each operation does, in machine code too.
fn rounding(m: &Machine<'_>, op: OpRef<'_>) -> Result<impl Fn(f64) -> f64 + use<>, Trap> {
    let format = format(m, op)?;
    Ok(move |value| Float::from(value).rounded_to(format).as_f64().unwrap_or(value))
}

fn binary(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    f: impl Fn(&dyn Fn(f64) -> f64, [f64; 2], [f64; 2]) -> [f64; 2],
) -> Result<Flow, Trap> {
    let round = rounding(m, op)?;
    let parts = f(&round, complex(m, op, 0)?, complex(m, op, 1)?);
    m.set(op, 0, Value::aggregate(parts.map(Value::Float).to_vec()));
    Ok(Flow::Next)
}

fn compare(m: &mut Machine<'_>, op: OpRef<'_>, f: impl Fn(bool) -> bool) -> Result<Flow, Trap> {
    let equal = complex(m, op, 0)? == complex(m, op, 1)?;
    m.set(op, 0, Value::bool(f(equal)));
    Ok(Flow::Next)
}
