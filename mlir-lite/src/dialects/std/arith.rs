//! Arithmetic on numbers, vectors and tensors of numbers.

use super::flags::{FastMath, Overflow};
use super::fold::{Integer, float_binary, float_unary, integer_binary, is_float, is_integer};
use crate::ir::prelude::*;

/// Declares ops of two operands of the result's type, with the form that today's
/// MLIR gives them.
macro_rules! binary_ops {
    ($register:ident, $form:literal; $($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $constraint:ident, [$($extra:ident)*],
       |$body:ident, $this:ident, $constants:ident| $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType $(, $extra)*), upstream(name = $upstream, format = $form),
                 format = "$lhs `,` $rhs attr-dict `:` type($result)", fold)]
            pub struct $op {
                /// The left operand.
                #[operand]
                lhs: $constraint,
                /// The right operand.
                #[operand]
                rhs: $constraint,
                /// The result.
                #[result]
                result: $constraint,
            }

            impl FoldOp for $op {
                fn fold(self, $body: &mut Body, $constants: &[Option<Attribute>]) -> Fold {
                    let $this = self;
                    $fold
                }
            }
        )*

        fn $register(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

/// Folds two constants, or gives `other`.
fn floats(
    body: &Body,
    constants: &[Option<Attribute>],
    f: impl Fn(f64, f64) -> f64,
    other: impl FnOnce() -> Option<ValueId>,
) -> Fold {
    let constant = match *constants {
        [Some(lhs), Some(rhs)] => float_binary(body.context(), lhs, rhs, f),
        _ => None,
    };
    match constant {
        Some(value) => Fold::constant(value),
        None => other().map_or(Fold::Unchanged, Fold::value),
    }
}

/// Folds two constants, or gives `other`.
fn integers(
    body: &Body,
    constants: &[Option<Attribute>],
    f: impl Fn(Integer, Integer) -> Option<i64>,
    other: impl FnOnce() -> Option<FoldValue>,
) -> Fold {
    let constant = match *constants {
        [Some(lhs), Some(rhs)] => integer_binary(body.context(), lhs, rhs, f),
        _ => None,
    };
    match constant {
        Some(value) => Fold::constant(value),
        None => match other() {
            Some(FoldValue::Constant(value)) => Fold::constant(value),
            Some(FoldValue::Value(value)) => Fold::value(value),
            None => Fold::Unchanged,
        },
    }
}

/// `value` if operand `index` is the constant `neutral`.
fn neutral_float(
    body: &Body,
    constants: &[Option<Attribute>],
    index: usize,
    neutral: f64,
    value: ValueId,
) -> Option<ValueId> {
    is_float(body.context(), constants[index], neutral).then_some(value)
}

/// `value` if the right operand is the constant `neutral`.
fn neutral_integer(
    body: &Body,
    constants: &[Option<Attribute>],
    neutral: i64,
    value: ValueId,
) -> Option<FoldValue> {
    is_integer(body.context(), constants[1], neutral).then_some(FoldValue::Value(value))
}

/// Zero of the type of `value`, if that is an integer.
fn zero(body: &Body, value: ValueId) -> Option<FoldValue> {
    let ty = body.ty(value);
    let scalar = ty == Type::INDEX || ty.is_integer(body.context());
    scalar.then(|| FoldValue::Constant(body.context().integer_attr(ty, 0)))
}

/// Quotient and remainder of a signed division that is defined.
fn quotient(a: Integer, b: Integer) -> Option<(i64, i64)> {
    let defined = b.signed != 0 && !(a.is_min() && b.signed == -1);
    defined.then(|| (a.signed / b.signed, a.signed % b.signed))
}

/// A shift by less than the width.
fn shift(b: Integer) -> Option<u32> {
    u32::try_from(b.unsigned()).ok().filter(|&by| by < b.width)
}

binary_ops! {
    register_float, "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)";
    /// Sum of floats. `x + -0.0` is `x`; `x + 0.0` is not, for `x` = `-0.0`.
    AddFOp = "std.addf", "arith.addf", FloatLike, [Commutative], |body, op, constants|
        floats(body, constants, |a, b| a + b, || {
            neutral_float(body, constants, 1, -0.0, op.lhs(body))
                .or_else(|| neutral_float(body, constants, 0, -0.0, op.rhs(body)))
        });
    /// Difference of floats. `x - 0.0` is `x`.
    SubFOp = "std.subf", "arith.subf", FloatLike, [], |body, op, constants|
        floats(body, constants, |a, b| a - b, || neutral_float(body, constants, 1, 0.0, op.lhs(body)));
    /// Product of floats. `x * 1.0` is `x`.
    MulFOp = "std.mulf", "arith.mulf", FloatLike, [Commutative], |body, op, constants|
        floats(body, constants, |a, b| a * b, || {
            neutral_float(body, constants, 1, 1.0, op.lhs(body))
                .or_else(|| neutral_float(body, constants, 0, 1.0, op.rhs(body)))
        });
    /// Quotient of floats. `x / 1.0` is `x`.
    DivFOp = "std.divf", "arith.divf", FloatLike, [], |body, op, constants|
        floats(body, constants, |a, b| a / b, || neutral_float(body, constants, 1, 1.0, op.lhs(body)));
    /// Remainder of floats, with the sign of the dividend.
    RemFOp = "std.remf", "arith.remf", FloatLike, [], |body, _op, constants|
        floats(body, constants, |a, b| a % b, || None);
}

binary_ops! {
    register_wrapping, "$lhs `,` $rhs custom<Overflow>() attr-dict `:` type($result)";
    /// Sum of integers; wraps.
    AddIOp = "std.addi", "arith.addi", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed.wrapping_add(b.signed)), || {
            neutral_integer(body, constants, 0, op.lhs(body))
        });
    /// Difference of integers; wraps.
    SubIOp = "std.subi", "arith.subi", SignlessIntegerLike, [], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed.wrapping_sub(b.signed)), || {
            if op.lhs(body) == op.rhs(body) {
                return zero(body, op.lhs(body));
            }
            neutral_integer(body, constants, 0, op.lhs(body))
        });
    /// Product of integers; wraps.
    MulIOp = "std.muli", "arith.muli", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed.wrapping_mul(b.signed)), || {
            neutral_integer(body, constants, 1, op.lhs(body))
                .or_else(|| neutral_integer(body, constants, 0, op.rhs(body)))
        });
    /// Shift to the left.
    ShiftLeftOp = "std.shift_left", "arith.shli", SignlessIntegerLike, [], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed << shift(b)?), || {
            neutral_integer(body, constants, 0, op.lhs(body))
        });
}

binary_ops! {
    register_integer, "$lhs `,` $rhs attr-dict `:` type($result)";
    /// Signed quotient of integers, rounded towards zero.
    DivISignedOp = "std.divi_signed", "arith.divsi", SignlessIntegerLike, [ConditionallySpeculatable], |body, op, constants|
        integers(body, constants, |a, b| quotient(a, b).map(|(q, _)| q), || {
            neutral_integer(body, constants, 1, op.lhs(body))
        });
    /// Unsigned quotient of integers.
    DivIUnsignedOp = "std.divi_unsigned", "arith.divui", SignlessIntegerLike, [ConditionallySpeculatable], |body, op, constants|
        integers(body, constants, |a, b| a.unsigned().checked_div(b.unsigned()).map(|q| q as i64), || {
            neutral_integer(body, constants, 1, op.lhs(body))
        });
    /// Signed quotient of integers, rounded down.
    FloorDivISignedOp = "std.floordivi_signed", "arith.floordivsi", SignlessIntegerLike, [ConditionallySpeculatable],
        |body, op, constants|
        integers(body, constants, |a, b| {
            let (q, r) = quotient(a, b)?;
            Some(q - i64::from(r != 0 && (r < 0) != (b.signed < 0)))
        }, || neutral_integer(body, constants, 1, op.lhs(body)));
    /// Signed quotient of integers, rounded up.
    CeilDivISignedOp = "std.ceildivi_signed", "arith.ceildivsi", SignlessIntegerLike, [ConditionallySpeculatable],
        |body, op, constants|
        integers(body, constants, |a, b| {
            let (q, r) = quotient(a, b)?;
            Some(q + i64::from(r != 0 && (r < 0) == (b.signed < 0)))
        }, || neutral_integer(body, constants, 1, op.lhs(body)));
    /// Signed remainder of integers, with the sign of the dividend.
    RemISignedOp = "std.remi_signed", "arith.remsi", SignlessIntegerLike, [ConditionallySpeculatable], |body, _op, constants|
        integers(body, constants, |a, b| quotient(a, b).map(|(_, r)| r), || None);
    /// Unsigned remainder of integers.
    RemIUnsignedOp = "std.remi_unsigned", "arith.remui", SignlessIntegerLike, [ConditionallySpeculatable], |body, _op, constants|
        integers(body, constants, |a, b| a.unsigned().checked_rem(b.unsigned()).map(|r| r as i64), || None);
    /// Bitwise and.
    AndOp = "std.and", "arith.andi", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed & b.signed), || {
            if op.lhs(body) == op.rhs(body) {
                return Some(FoldValue::Value(op.lhs(body)));
            }
            neutral_integer(body, constants, -1, op.lhs(body))
                .or_else(|| neutral_integer(body, constants, 0, op.rhs(body)))
        });
    /// Bitwise or.
    OrOp = "std.or", "arith.ori", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed | b.signed), || {
            if op.lhs(body) == op.rhs(body) {
                return Some(FoldValue::Value(op.lhs(body)));
            }
            neutral_integer(body, constants, 0, op.lhs(body))
                .or_else(|| neutral_integer(body, constants, -1, op.rhs(body)))
        });
    /// Bitwise exclusive or.
    XOrOp = "std.xor", "arith.xori", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed ^ b.signed), || {
            if op.lhs(body) == op.rhs(body) {
                return zero(body, op.lhs(body));
            }
            neutral_integer(body, constants, 0, op.lhs(body))
        });
    /// Shift to the right that keeps the sign.
    ShiftRightSignedOp = "std.shift_right_signed", "arith.shrsi", SignlessIntegerLike, [],
        |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed >> shift(b)?), || {
            neutral_integer(body, constants, 0, op.lhs(body))
        });
    /// Shift to the right that fills with zeros.
    ShiftRightUnsignedOp = "std.shift_right_unsigned", "arith.shrui", SignlessIntegerLike, [],
        |body, op, constants|
        integers(body, constants, |a, b| Some((a.unsigned() >> shift(b)?) as i64), || {
            neutral_integer(body, constants, 0, op.lhs(body))
        });
}

/// Negative of a float: the sign bit is flipped.
#[op(
    name = "std.negf",
    traits(Pure, SameOperandsAndResultType),
    upstream(name = "arith.negf", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct NegFOp {
    /// The float.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl FoldOp for NegFOp {
    fn fold(self, body: &mut Body, constants: &[Option<Attribute>]) -> Fold {
        if let Some(inner) = Self::defining(body, self.operand(body)) {
            return Fold::value(inner.operand(body));
        }
        let value = constants[0].and_then(|operand| float_unary(body.context(), operand, |x| -x));
        value.map_or(Fold::Unchanged, Fold::constant)
    }
}

pub(super) fn register_arith(dialect: &mut DialectRegistration<'_>) {
    register_float(dialect);
    register_wrapping(dialect);
    register_integer(dialect);
    dialect.op::<NegFOp>();
}
