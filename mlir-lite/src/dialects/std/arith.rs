//! Arithmetic on numbers, vectors and tensors of numbers.

use super::flags::{
    EXACT_PROPERTIES, Exact, FAST_MATH_PROPERTIES, FastMath, OVERFLOW_PROPERTIES, Overflow,
    upstream_properties,
};
use super::fold::{Integer, float_binary, float_unary, integer_binary, is_float, is_integer};
use crate::ir::prelude::*;

/// Declares ops of two operands of the result's type, with the form that today's
/// MLIR gives them.
macro_rules! binary_ops {
    ($register:ident, $form:literal, $properties:expr; $($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $constraint:ident, [$($extra:ident)*],
       |$body:ident, $this:ident, $constants:ident| $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType $(, $extra)*),
                 interfaces(UpstreamPropertiesInterface), upstream(name = $upstream, format = $form),
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

        upstream_properties!($properties; $($op),*);

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

/// The value that both operands are.
fn same(lhs: ValueId, rhs: ValueId) -> Option<FoldValue> {
    (lhs == rhs).then_some(FoldValue::Value(lhs))
}

/// The larger one; NaN if one is, 0.0 of 0.0 and -0.0.
fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == b {
        if a.is_sign_negative() { b } else { a }
    } else {
        a.max(b)
    }
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
    register_float, "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)", FAST_MATH_PROPERTIES;
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
    /// The larger one; NaN if one is.
    MaximumFOp = "std.maximumf", "arith.maximumf", FloatLike, [Commutative], |body, _op, constants|
        floats(body, constants, maximum, || None);
    /// The smaller one; NaN if one is.
    MinimumFOp = "std.minimumf", "arith.minimumf", FloatLike, [Commutative], |body, _op, constants|
        floats(body, constants, |a, b| -maximum(-a, -b), || None);
    /// The larger one, or the one that is no NaN.
    MaxNumFOp = "std.maxnumf", "arith.maxnumf", FloatLike, [Commutative], |_body, _op, _constants| Fold::Unchanged;
    /// The smaller one, or the one that is no NaN.
    MinNumFOp = "std.minnumf", "arith.minnumf", FloatLike, [Commutative], |_body, _op, _constants| Fold::Unchanged;
}

binary_ops! {
    register_wrapping, "$lhs `,` $rhs custom<Overflow>() attr-dict `:` type($result)", OVERFLOW_PROPERTIES;
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
    register_exact, "$lhs `,` $rhs custom<Exact>() attr-dict `:` type($result)", EXACT_PROPERTIES;
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

binary_ops! {
    register_integer, "$lhs `,` $rhs attr-dict `:` type($result)", &[];
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
    /// Unsigned quotient of integers, rounded up.
    CeilDivIUnsignedOp = "std.ceildivi_unsigned", "arith.ceildivui", SignlessIntegerLike, [ConditionallySpeculatable],
        |body, op, constants|
        integers(body, constants, |a, b| {
            (b.unsigned() != 0).then(|| a.unsigned().div_ceil(b.unsigned()) as i64)
        }, || neutral_integer(body, constants, 1, op.lhs(body)));
    /// The larger signed integer.
    MaxSIOp = "std.maxsi", "arith.maxsi", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed.max(b.signed)), || same(op.lhs(body), op.rhs(body)));
    /// The smaller signed integer.
    MinSIOp = "std.minsi", "arith.minsi", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.signed.min(b.signed)), || same(op.lhs(body), op.rhs(body)));
    /// The larger unsigned integer.
    MaxUIOp = "std.maxui", "arith.maxui", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.unsigned().max(b.unsigned()) as i64), || same(op.lhs(body), op.rhs(body)));
    /// The smaller unsigned integer.
    MinUIOp = "std.minui", "arith.minui", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, constants, |a, b| Some(a.unsigned().min(b.unsigned()) as i64), || same(op.lhs(body), op.rhs(body)));
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
}

/// Negative of a float: the sign bit is flipped.
#[op(
    name = "std.negf",
    traits(Pure, SameOperandsAndResultType),
    interfaces(UpstreamPropertiesInterface),
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

upstream_properties!(FAST_MATH_PROPERTIES; NegFOp);

impl FoldOp for NegFOp {
    fn fold(self, body: &mut Body, constants: &[Option<Attribute>]) -> Fold {
        if let Some(inner) = Self::defining(body, self.operand(body)) {
            return Fold::value(inner.operand(body));
        }
        let value = constants[0].and_then(|operand| float_unary(body.context(), operand, |x| -x));
        value.map_or(Fold::Unchanged, Fold::constant)
    }
}

/// Sum of unsigned integers, and whether it wraps.
#[op(
    name = "std.addui_extended",
    traits(Pure, Commutative, AllTypesMatch(lhs, rhs, sum)),
    interfaces(OpAsmNameInterface),
    upstream(name = "arith.addui_extended"),
    format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
    verify
)]
pub struct AddUIExtendedOp {
    /// A summand.
    #[operand]
    lhs: SignlessIntegerLike,
    /// A summand.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The sum.
    #[result]
    sum: SignlessIntegerLike,
    /// Whether it wraps.
    #[result]
    overflow: BoolLike,
}

impl OpAsmNameInterface for AddUIExtendedOp {
    fn result_name(&self, _op: OpRef<'_>, index: usize, upstream: bool) -> Option<String> {
        upstream.then(|| ["sum", "overflow"][index.min(1)].to_string())
    }
}

impl VerifyOp for AddUIExtendedOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let mut shapes = op.result_types().map(|ty| ty.shape(ctx));
        if shapes.next() != shapes.next() {
            diagnostics.error(op.op_error("has results of different shapes"));
        }
    }
}

macro_rules! extended_products {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, Commutative, AllTypesMatch(lhs, rhs, low, high)),
                 interfaces(OpAsmNameInterface), upstream(name = $upstream), format = "$lhs `,` $rhs attr-dict `:` type($lhs)")]
            pub struct $op {
                /// A factor.
                #[operand]
                lhs: SignlessIntegerLike,
                /// A factor.
                #[operand]
                rhs: SignlessIntegerLike,
                /// The lower half of the product.
                #[result]
                low: SignlessIntegerLike,
                /// The upper half of the product.
                #[result]
                high: SignlessIntegerLike,
            }

            impl OpAsmNameInterface for $op {
                fn result_name(&self, _op: OpRef<'_>, index: usize, upstream: bool) -> Option<String> {
                    upstream.then(|| ["low", "high"][index.min(1)].to_string())
                }
            }
        )*
        fn register_extended(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

extended_products! {
    /// Product of signed integers, twice as wide.
    MulSIExtendedOp = "std.mulsi_extended", "arith.mulsi_extended";
    /// Product of unsigned integers, twice as wide.
    MulUIExtendedOp = "std.mului_extended", "arith.mului_extended";
}

pub(super) fn register_arith(dialect: &mut DialectRegistration<'_>) {
    register_float(dialect);
    register_wrapping(dialect);
    register_integer(dialect);
    register_exact(dialect);
    register_extended(dialect);
    dialect.op::<AddUIExtendedOp>();
    dialect.op::<NegFOp>();
}
