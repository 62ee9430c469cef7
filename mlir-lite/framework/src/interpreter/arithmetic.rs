//! Arithmetic on numbers, and on tensors and vectors of them element by element.
//!
//! An op that is one function of scalars implements [`ScalarOp`], which names the function; the
//! interpreter needs no more. Each other function here runs an op: it reads its operands and sets
//! its result. An op's [`InterpretOp`] calls it.

use super::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::attributes::ApInt;
use mlir_lite::ir::op_def::OpDefinition;
use mlir_lite::ir::typed_view::{OpView, ValueRef, View};
use mlir_lite::ir::view::OpRef;
use mlir_lite::scalar::{
    CmpFPredicate, CmpIPredicate, Complex, ComplexFunction, Float, FloatClass, FloatFunction,
    IntegerFunction, NoWrap, ScalarFunction, Undefined,
};
use mlir_lite::types::{FloatKind, Type, TypeKind, element_count};
use smallvec::SmallVec;

/// An op whose result is a function of its operands, element by element where they are tensors or
/// vectors.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// # mod arith {
/// #     use mlir_lite::ir::prelude::*;
/// #     /// A sum.
/// #     #[op(name = "arith.addf", format = "$lhs `,` $rhs attr-dict `:` type($result)",
/// #          traits(SameOperandsAndResultType))]
/// #     pub struct AddFOp {
/// #         #[operand] lhs: FloatLike,
/// #         #[operand] rhs: FloatLike,
/// #         #[result] result: FloatLike,
/// #     }
/// # }
/// use arith::AddFOp;
/// use mlir_lite::interpreter::arithmetic::ScalarOp;
/// use mlir_lite::scalar::{FloatFunction, ScalarFunction};
///
/// impl ScalarOp for AddFOp {
///     const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Add);
/// }
/// ```
pub trait ScalarOp: OpDefinition {
    /// The function.
    const FUNCTION: ScalarFunction;

    /// The overflows that the program declares impossible; asked of sums, differences and products
    /// only.
    fn no_wrap(_op: View<'_, Self>) -> NoWrap {
        NoWrap::NONE
    }
}

impl<O: ScalarOp> InterpretOp for O {
    fn interpret<'b>(op: View<'b, O>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        match O::FUNCTION {
            ScalarFunction::Float(function) => floats(m, op.op(), function),
            ScalarFunction::Composed(function) => composed(m, op.op(), function),
            ScalarFunction::Integer(
                function @ (IntegerFunction::Add | IntegerFunction::Sub | IntegerFunction::Mul),
            ) => wrapping_unless(m, op.op(), function, O::no_wrap(op)),
            ScalarFunction::Integer(function) => integers(m, op.op(), function),
            ScalarFunction::Complex(function) => complexes(m, op.op(), function),
        }
    }
}

/// All bits of a width.
pub(super) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The bits as a signed number.
pub(super) fn signed(bits: u128, width: u32) -> i128 {
    let spare = 128 - width.clamp(1, 128);
    (bits << spare) as i128 >> spare
}

/// A scalar type, for conversions.
#[derive(Clone, Copy)]
pub(super) enum Scalar {
    Integer(u32),
    Float(FloatKind),
}

pub(super) fn scalar(m: &Machine<'_>, ty: Type) -> Result<Scalar, Trap> {
    match ty.element_or_self(m.context()).kind(m.context()) {
        TypeKind::Integer { width, .. } => Ok(Scalar::Integer(*width)),
        TypeKind::Float(kind) => Ok(Scalar::Float(*kind)),
        // Indices, addresses, functions.
        _ => Ok(Scalar::Integer(64)),
    }
}

fn width(scalar: Scalar) -> Result<u32, Trap> {
    match scalar {
        Scalar::Integer(width) => Ok(width),
        Scalar::Float(_) => Err(Trap::new("cannot be interpreted: a number is not an integer")),
    }
}

fn format(scalar: Scalar) -> Result<FloatKind, Trap> {
    match scalar {
        Scalar::Float(kind) => Ok(kind),
        Scalar::Integer(_) => Err(Trap::new("cannot be interpreted: a number is an integer")),
    }
}

/// The integer that a value of some width is.
fn integer(value: &Value, scalar: Scalar) -> Result<ApInt, Trap> {
    value.as_integer(width(scalar)?)
}

/// The value of a function of floats of a format.
pub(super) fn float_value(
    function: FloatFunction,
    kind: FloatKind,
    numbers: &[Float],
) -> Result<Value, Trap> {
    let value = function.apply(kind, numbers).map(Value::number);
    value.ok_or_else(|| {
        let name = kind.keyword();
        Trap::new(format!("cannot be interpreted: {function:?} of numbers of the format {name}"))
    })
}

/// The value of a function of integers of some width.
pub(super) fn combined(
    function: IntegerFunction,
    width: u32,
    a: &Value,
    b: &Value,
) -> Result<Value, Trap> {
    let scalar = Scalar::Integer(width);
    match function.apply(&integer(a, scalar)?, &integer(b, scalar)?) {
        Ok(value) => Ok(Value::integer(value)),
        Err(Undefined::Poison) => Ok(Value::Poison),
        Err(Undefined::DividesByZero) => Err(Trap::new("divides by zero")),
        Err(Undefined::QuotientTooLarge) => {
            Err(Trap::new("divides the smallest integer by -1, which no integer of its width is"))
        }
    }
}

/// Sets the op's result to `f` of its operands, element by element where they are tensors or
/// vectors. A result of poison is poison.
fn elementwise(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    f: impl Fn(&[Value]) -> Result<Value, Trap>,
) -> Result<Flow, Trap> {
    let result = each_element(m, op, f)?;
    set_result(m, op, result)
}

/// Applies `f` to the op's operands, element by element where they are tensors or vectors; the
/// result is poison where an operand is.
fn each_element(
    m: &Machine<'_>,
    op: OpRef<'_>,
    f: impl Fn(&[Value]) -> Result<Value, Trap>,
) -> Result<Value, Trap> {
    let operands: SmallVec<[Value; 3]> = op.operands().map(|operand| m.get(operand)).collect();
    let on_scalars = |values: &[Value]| {
        if values.iter().any(|value| matches!(value, Value::Poison)) {
            Ok(Value::Poison)
        } else {
            f(values)
        }
    };
    let shape = operands.iter().find_map(|value| match value {
        Value::Elements(elements) => Some(elements.clone()),
        _ => None,
    });
    match shape {
        None => on_scalars(&operands),
        Some(shape) => {
            let at = |index: usize| {
                let values: SmallVec<[Value; 3]> =
                    operands.iter().map(|operand| element(operand, index)).collect();
                on_scalars(&values)
            };
            let values = (0..shape.values.len()).map(at).collect::<Result<_, _>>()?;
            Ok(Value::elements(&shape.shape, values))
        }
    }
}

fn set_result(m: &mut Machine<'_>, op: OpRef<'_>, result: Value) -> Result<Flow, Trap> {
    m.set(op, 0, result);
    Ok(Flow::Next)
}

/// The element of a tensor or vector; a scalar is every element.
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

/// A function of two integers.
#[doc(hidden)]
pub fn integers(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    function: IntegerFunction,
) -> Result<Flow, Trap> {
    let width = width(result_scalar(m, op)?)?;
    if function.divides() {
        check_division(m, op, function, width)?;
    }
    elementwise(m, op, |a| combined(function, width, &a[0], &a[1]))
}

/// A function of three integers.
#[doc(hidden)]
pub fn three_integers(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    function: fn(&ApInt, &ApInt, &ApInt) -> ApInt,
) -> Result<Flow, Trap> {
    let width = width(result_scalar(m, op)?)?;
    elementwise(m, op, |values| {
        let [a, b, c] = values else { return Err(Trap::malformed()) };
        let value = function(&a.as_integer(width)?, &b.as_integer(width)?, &c.as_integer(width)?);
        Ok(Value::integer(value))
    })
}

/// Traps if the divisor is zero or poison, or if the quotient may overflow: a poison dividend may
/// be the smallest integer.
fn check_division(
    m: &Machine<'_>,
    op: OpRef<'_>,
    function: IntegerFunction,
    width: u32,
) -> Result<(), Trap> {
    let [dividend, divisor] = [0, 1].map(|index| m.get(op.operand(index)));
    let check = |dividend: &Value, divisor: &Value| match divisor {
        Value::Poison => Err(Trap::new("divides by a value that is not defined")),
        divisor if divisor.as_integer(width)?.is_zero() => Err(Trap::new("divides by zero")),
        divisor
            if function.overflows()
                && *dividend == Value::Poison
                && divisor.as_integer(width)?.is_all_ones() =>
        {
            Err(Trap::new(
                "divides a value that is not defined, which may be the smallest integer, by -1",
            ))
        }
        _ => Ok(()),
    };
    match &divisor {
        Value::Elements(elements) => elements
            .values
            .iter()
            .enumerate()
            .try_for_each(|(index, divisor)| check(&element(&dividend, index), divisor)),
        divisor => check(&dividend, divisor),
    }
}

/// Arithmetic that wraps; the result is poison on overflow that the program declares impossible.
#[doc(hidden)]
pub fn wrapping_unless(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    function: IntegerFunction,
    no_wrap: NoWrap,
) -> Result<Flow, Trap> {
    let width = width(result_scalar(m, op)?)?;
    elementwise(m, op, |values| {
        let (a, b) = (values[0].as_integer(width)?, values[1].as_integer(width)?);
        let value = function.apply(&a, &b);
        let value = value
            .map_err(|_| Trap::new("cannot be interpreted: an undefined result that wraps"))?;
        let promised = [(no_wrap.signed, true), (no_wrap.unsigned, false)];
        let is_broken = |(is_promised, signed)| is_promised && function.wraps(&a, &b, signed);
        if promised.into_iter().any(is_broken) {
            return Ok(Value::Poison);
        }
        Ok(Value::integer(value))
    })
}

/// A function of floats.
#[doc(hidden)]
pub fn floats(m: &mut Machine<'_>, op: OpRef<'_>, function: FloatFunction) -> Result<Flow, Trap> {
    let kind = format(result_scalar(m, op)?)?;
    elementwise(m, op, |values| float_value(function, kind, &numbers_of(values)?))
}

/// Functions of floats, one for each result.
#[doc(hidden)]
pub fn float_results(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    functions: &[FloatFunction],
) -> Result<Flow, Trap> {
    let kind = format(result_scalar(m, op)?)?;
    for (index, &function) in functions.iter().enumerate() {
        let value = |values: &[Value]| float_value(function, kind, &numbers_of(values)?);
        let result = each_element(m, op, value)?;
        m.set(op, index, result);
    }
    Ok(Flow::Next)
}

/// A function of floats that is made of others.
fn composed(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    function: fn(FloatKind, &[Float]) -> Option<Float>,
) -> Result<Flow, Trap> {
    let kind = format(result_scalar(m, op)?)?;
    elementwise(m, op, |values| {
        let value = function(kind, &numbers_of(values)?).map(Value::number);
        value.ok_or_else(|| {
            let (name, kind) = (op.info().name(), kind.keyword());
            Trap::new(format!("cannot be interpreted: '{name}' of numbers of the format {kind}"))
        })
    })
}

/// A function of complex numbers.
fn complexes(m: &mut Machine<'_>, op: OpRef<'_>, function: ComplexFunction) -> Result<Flow, Trap> {
    let kind = complex_format(m, op.body().ty(op.result(0)))?;
    elementwise(m, op, |values| {
        let numbers: Result<SmallVec<[Complex; 2]>, Trap> =
            values.iter().map(Value::as_complex).collect();
        let value = function.apply(kind, &numbers?).ok_or_else(|| {
            let name = kind.keyword();
            Trap::new(format!(
                "cannot be interpreted: {function:?} of numbers of the format {name}"
            ))
        })?;
        Ok(Value::complex(value))
    })
}

/// The absolute value of complex numbers.
#[doc(hidden)]
pub fn complex_absolute(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    number_of_complex(m, op, Complex::absolute)
}

/// The angle of complex numbers.
#[doc(hidden)]
pub fn complex_angle(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    number_of_complex(m, op, Complex::angle)
}

fn number_of_complex(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    compute: fn(Complex, FloatKind) -> Option<Float>,
) -> Result<Flow, Trap> {
    let kind = format(result_scalar(m, op)?)?;
    elementwise(m, op, |values| {
        let value = compute(values[0].as_complex()?, kind).map(Value::number);
        value.ok_or_else(|| {
            let name = kind.keyword();
            Trap::new(format!("cannot be interpreted: numbers of the format {name}"))
        })
    })
}

/// The format of the parts of a complex type, or of its elements.
fn complex_format(m: &Machine<'_>, ty: Type) -> Result<FloatKind, Trap> {
    match ty.element_or_self(m.context()).kind(m.context()) {
        TypeKind::Complex(part) => format(scalar(m, *part)?),
        _ => Err(Trap::malformed()),
    }
}

fn numbers_of(values: &[Value]) -> Result<SmallVec<[Float; 3]>, Trap> {
    values.iter().map(Value::as_number).collect()
}

/// Whether a float is of a class.
#[doc(hidden)]
pub fn class(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    holds: impl Fn(FloatClass) -> bool,
) -> Result<Flow, Trap> {
    convert(m, op, |a, from, _| Ok(Value::bool(holds(a.as_number()?.class(format(from)?)))))
}

fn convert(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    f: impl Fn(&Value, Scalar, Scalar) -> Result<Value, Trap>,
) -> Result<Flow, Trap> {
    let (from, to) = (operand_scalar(m, op)?, result_scalar(m, op)?);
    elementwise(m, op, |a| f(&a[0], from, to))
}

/// An integer of another width, with its sign.
#[doc(hidden)]
pub fn extend_signed(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    convert(m, op, |a, from, to| {
        let (from, to) = (width(from)?, width(to)?);
        if from.max(to) <= 128 {
            return Ok(Value::Int(signed(a.as_int()?, from) as u128 & mask(to)));
        }
        Ok(Value::integer(a.as_integer(from)?.sext(from.max(to)).trunc(to)))
    })
}

/// An integer or an address of another width: filled with zeros, or its low bits.
#[doc(hidden)]
pub fn resize(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    convert(m, op, |a, from, to| {
        let (from, to) = (width(from)?, width(to)?);
        if from.max(to) <= 128 {
            return Ok(Value::Int(a.as_int()? & mask(to)));
        }
        Ok(Value::integer(a.as_integer(from)?.zext(from.max(to)).trunc(to)))
    })
}

/// The absolute value of a signed integer.
#[doc(hidden)]
pub fn magnitude(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    convert(m, op, |a, from, _| {
        let value = integer(a, from)?;
        Ok(Value::integer(if value.is_negative() { value.negated() } else { value }))
    })
}

/// The bits of an integer in reverse order.
#[doc(hidden)]
pub fn reverse_bits(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    convert(m, op, |a, from, _| Ok(Value::integer(integer(a, from)?.reverse_bits())))
}

/// The bytes of an integer in reverse order.
#[doc(hidden)]
pub fn swap_bytes(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    convert(m, op, |a, from, _| Ok(Value::integer(integer(a, from)?.swap_bytes())))
}

/// The number of set bits of an integer.
#[doc(hidden)]
pub fn count_ones(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    count(m, op, ApInt::count_ones)
}

/// A number of bits of an integer, as an integer of the result's type.
fn count(m: &mut Machine<'_>, op: OpRef<'_>, count: fn(&ApInt) -> u32) -> Result<Flow, Trap> {
    convert(m, op, |a, from, to| {
        let number = count(&integer(a, from)?);
        Ok(Value::integer(ApInt::from_u64(width(to)?, number.into())))
    })
}

/// The number of zeros above the highest set bit of an integer.
#[doc(hidden)]
pub fn count_leading_zeros(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    count(m, op, ApInt::leading_zeros)
}

/// The number of zeros below the lowest set bit of an integer; the width if none is set.
#[doc(hidden)]
pub fn count_trailing_zeros(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    count(m, op, ApInt::trailing_zeros)
}

/// The nearest float to an integer.
#[doc(hidden)]
pub fn integer_to_float(m: &mut Machine<'_>, op: OpRef<'_>, is_signed: bool) -> Result<Flow, Trap> {
    convert(m, op, |a, from, to| {
        Ok(Value::number(Float::from_integer(format(to)?, &integer(a, from)?, is_signed)))
    })
}

/// A float rounded towards zero to an integer; poison if it does not fit.
#[doc(hidden)]
pub fn float_to_integer(m: &mut Machine<'_>, op: OpRef<'_>, is_signed: bool) -> Result<Flow, Trap> {
    convert(m, op, |a, _, to| {
        let value = a.as_number()?.to_integer(width(to)?, is_signed);
        Ok(value.map_or(Value::Poison, Value::integer))
    })
}

/// The nearest float of another format.
#[doc(hidden)]
pub fn change_format(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    convert(m, op, |a, _, to| Ok(Value::number(a.as_number()?.rounded_to(format(to)?))))
}

/// A float times a power of two, in the format of the result, or divided by one, in its own format
/// before it is rounded to that of the result.
#[doc(hidden)]
pub fn scaled(m: &mut Machine<'_>, op: OpRef<'_>, is_divided: bool) -> Result<Flow, Trap> {
    let (from, to) = (format(operand_scalar(m, op)?)?, format(result_scalar(m, op)?)?);
    elementwise(m, op, |values| {
        let scale = values[1].as_number()?.rounded_to(FloatKind::F8E8M0FNU);
        let (function, kind) = match is_divided {
            true => (FloatFunction::Div, from),
            false => (FloatFunction::Mul, to),
        };
        let numbers = [values[0].as_number()?.rounded_to(kind), scale.rounded_to(kind)];
        let result = float_value(function, kind, &numbers)?;
        Ok(Value::number(result.as_number()?.rounded_to(to)))
    })
}

/// The same bits as another type.
#[doc(hidden)]
pub fn bitcast(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let ctx = m.context();
    let count = |ty: Type| ty.shape(ctx).and_then(element_count);
    if count(op.body().ty(op.operand(0))) != count(op.body().ty(op.result(0))) {
        return regroup(m, op);
    }
    convert(m, op, |a, from, to| Ok(of_bits(to, &bits_of(a, from)?)))
}

/// The bits of a scalar, the lowest first.
fn bits_of(value: &Value, scalar: Scalar) -> Result<Vec<u8>, Trap> {
    Ok(match scalar {
        Scalar::Integer(_) => integer(value, scalar)?.to_le_bytes(),
        Scalar::Float(kind) => value.as_number()?.to_bits(kind).to_le_bytes().to_vec(),
    })
}

fn of_bits(scalar: Scalar, bytes: &[u8]) -> Value {
    match scalar {
        Scalar::Integer(width) => Value::integer(ApInt::from_le_bytes(width, bytes)),
        Scalar::Float(kind) => {
            let bits =
                bytes.iter().take(16).rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
            Value::number(Float::from_bits(kind, bits))
        }
    }
}

/// The number of bits of a scalar.
fn size(scalar: Scalar) -> usize {
    match scalar {
        Scalar::Integer(width) => width as usize,
        Scalar::Float(kind) => kind.width() as usize,
    }
}

/// The bits of a vector as more or fewer elements, or one: the first element has the lowest bits,
/// as in memory. A new element that contains a bit of poison is poison.
fn regroup(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let (from, to) = (operand_scalar(m, op)?, result_scalar(m, op)?);
    let (value, ty) = (m.get(op.operand(0)), op.body().ty(op.result(0)));
    let elements = match &value {
        Value::Poison => return set_result(m, op, Value::Poison),
        Value::Elements(elements) => &elements.values[..],
        scalar => std::slice::from_ref(scalar),
    };
    let mut bits: Vec<Option<bool>> = Vec::with_capacity(elements.len() * size(from));
    for element in elements {
        let known =
            if matches!(element, Value::Poison) { None } else { Some(bits_of(element, from)?) };
        let bit = |at: usize| Some(known.as_ref()?[at / 8] >> (at % 8) & 1 == 1);
        bits.extend((0..size(from)).map(bit));
    }
    let of_chunk = |chunk: &[Option<bool>]| {
        let byte = |bits: &[Option<bool>]| {
            bits.iter().rev().try_fold(0u8, |byte, bit| bit.map(|bit| byte << 1 | u8::from(bit)))
        };
        let bytes: Option<Vec<u8>> = chunk.chunks(8).map(byte).collect();
        bytes.map_or(Value::Poison, |bytes| of_bits(to, &bytes))
    };
    let mut values: Vec<Value> = bits.chunks_exact(size(to)).map(of_chunk).collect();
    let result = match ty.shape(m.context()) {
        Some(shape) => Value::elements(shape, values),
        None => values.pop().unwrap_or(Value::Poison),
    };
    set_result(m, op, result)
}

/// Compares integers.
#[doc(hidden)]
pub fn compare_integers(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    predicate: CmpIPredicate,
) -> Result<Flow, Trap> {
    let scalar = operand_scalar(m, op)?;
    elementwise(m, op, |values| {
        Ok(Value::bool(
            predicate.holds(&integer(&values[0], scalar)?, &integer(&values[1], scalar)?),
        ))
    })
}

/// Compares floats.
#[doc(hidden)]
pub fn compare_floats(
    m: &mut Machine<'_>,
    op: OpRef<'_>,
    predicate: CmpFPredicate,
) -> Result<Flow, Trap> {
    elementwise(m, op, |values| {
        let (a, b) = (values[0].as_number()?, values[1].as_number()?);
        Ok(Value::bool(predicate.holds(a.order(b))))
    })
}

/// Only the selected value matters.
#[doc(hidden)]
pub fn select(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
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

/// A float to the power of a signed integer, in the format of the float.
///
/// # Errors
/// If one of the two is not defined.
#[doc(hidden)]
pub fn power_of_float(
    m: &Machine<'_>,
    base: ValueRef<'_>,
    exponent: ValueRef<'_>,
) -> Result<Value, Trap> {
    let kind = format(scalar(m, base.ty())?)?;
    let exponent = integer(&m.get(exponent), scalar(m, exponent.ty())?)?;
    let extreme = if exponent.is_negative() { i64::MIN } else { i64::MAX };
    let power = exponent.to_i64().unwrap_or(extreme);
    let power = power.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Ok(Value::number(Float::from(m.get(base).as_float()?.powi(power)).rounded_to(kind)))
}
