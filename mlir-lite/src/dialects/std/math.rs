//! Functions of floats.
//!
//! Only what has one correct result is folded: the others differ between
//! machines' libraries.

use super::flags::{FAST_MATH_PROPERTIES, FastMath, upstream_properties};
use super::fold::{float_binary, float_unary};
use crate::ir::prelude::*;

/// Declares ops of one float.
macro_rules! unary_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), interfaces(UpstreamPropertiesInterface), upstream(name = $upstream, format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
                 format = "$operand attr-dict `:` type($operand)", fold)]
            pub struct $op {
                /// The argument.
                #[operand]
                operand: FloatLike,
                /// The result.
                #[result]
                result: FloatLike,
            }

            impl FoldOp for $op {
                fn fold(self, body: &mut Body, constants: &[Option<Attribute>]) -> Fold {
                    let exact: Option<fn(f64) -> f64> = $fold;
                    let value = exact.and_then(|f| float_unary(body.context(), constants[0]?, f));
                    value.map_or(Fold::Unchanged, Fold::constant)
                }
            }
        )*

        upstream_properties!(FAST_MATH_PROPERTIES; $($op),*);

        fn register_unary(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

unary_ops! {
    /// Absolute value.
    AbsFOp = "std.absf", "math.absf", Some(f64::abs);
    /// Rounded up.
    CeilFOp = "std.ceilf", "math.ceil", Some(f64::ceil);
    /// Rounded down.
    FloorFOp = "std.floorf", "math.floor", Some(f64::floor);
    /// Square root.
    SqrtOp = "std.sqrt", "math.sqrt", Some(f64::sqrt);
    /// Reciprocal of the square root.
    RsqrtOp = "std.rsqrt", "math.rsqrt", None;
    /// e to the power.
    ExpOp = "std.exp", "math.exp", None;
    /// 2 to the power.
    Exp2Op = "std.exp2", "math.exp2", None;
    /// Natural logarithm.
    LogOp = "std.log", "math.log", None;
    /// Logarithm to base 2.
    Log2Op = "std.log2", "math.log2", None;
    /// Logarithm to base 10.
    Log10Op = "std.log10", "math.log10", None;
    /// Sine.
    SinOp = "std.sin", "math.sin", None;
    /// Cosine.
    CosOp = "std.cos", "math.cos", None;
    /// Hyperbolic tangent.
    TanhOp = "std.tanh", "math.tanh", None;
    /// Arc tangent.
    AtanOp = "std.atan", "math.atan", None;
    /// Tangent.
    TanOp = "std.tan", "math.tan", None;
    /// Arc sine.
    AsinOp = "std.asin", "math.asin", None;
    /// Arc cosine.
    AcosOp = "std.acos", "math.acos", None;
    /// Hyperbolic sine.
    SinhOp = "std.sinh", "math.sinh", None;
    /// Hyperbolic cosine.
    CoshOp = "std.cosh", "math.cosh", None;
    /// Inverse of the hyperbolic sine.
    AsinhOp = "std.asinh", "math.asinh", None;
    /// Inverse of the hyperbolic cosine.
    AcoshOp = "std.acosh", "math.acosh", None;
    /// Inverse of the hyperbolic tangent.
    AtanhOp = "std.atanh", "math.atanh", None;
    /// e to the power, less 1.
    ExpM1Op = "std.expm1", "math.expm1", None;
    /// Natural logarithm of 1 more.
    Log1pOp = "std.log1p", "math.log1p", None;
    /// Cube root.
    CbrtOp = "std.cbrt", "math.cbrt", None;
    /// Error function.
    ErfOp = "std.erf", "math.erf", None;
    /// Rounded, halves away from zero.
    RoundOp = "std.round", "math.round", Some(f64::round);
    /// Rounded, halves to even.
    RoundEvenOp = "std.roundeven", "math.roundeven", Some(f64::round_ties_even);
    /// Rounded towards zero.
    TruncOp = "std.ftrunc", "math.trunc", Some(f64::trunc);
}

/// Declares ops of two floats.
macro_rules! binary_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), interfaces(UpstreamPropertiesInterface), upstream(name = $upstream, format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)"),
                 format = "$lhs `,` $rhs attr-dict `:` type($result)", fold)]
            pub struct $op {
                /// The first argument.
                #[operand]
                lhs: FloatLike,
                /// The second argument.
                #[operand]
                rhs: FloatLike,
                /// The result.
                #[result]
                result: FloatLike,
            }

            impl FoldOp for $op {
                fn fold(self, body: &mut Body, constants: &[Option<Attribute>]) -> Fold {
                    let exact: Option<fn(f64, f64) -> f64> = $fold;
                    let value =
                        exact.and_then(|f| float_binary(body.context(), constants[0]?, constants[1]?, f));
                    value.map_or(Fold::Unchanged, Fold::constant)
                }
            }
        )*

        upstream_properties!(FAST_MATH_PROPERTIES; $($op),*);

        fn register_binary(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

binary_ops! {
    /// The first argument with the sign of the second.
    CopySignOp = "std.copysign", "math.copysign", Some(f64::copysign);
    /// The first argument to the power of the second.
    PowFOp = "std.powf", "math.powf", None;
    /// Angle of the point (second, first).
    Atan2Op = "std.atan2", "math.atan2", None;
}

/// `a * b + c`, rounded once.
#[op(
    name = "std.fmaf",
    traits(Pure, SameOperandsAndResultType),
    interfaces(UpstreamPropertiesInterface),
    upstream(name = "math.fma", format = "$a `,` $b `,` $c custom<FastMath>() attr-dict `:` type($result)"),
    format = "$a `,` $b `,` $c attr-dict `:` type($result)",
    fold
)]
pub struct FmaFOp {
    /// A factor.
    #[operand]
    a: FloatLike,
    /// A factor.
    #[operand]
    b: FloatLike,
    /// What is added.
    #[operand]
    c: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

upstream_properties!(FAST_MATH_PROPERTIES; FmaFOp);

impl FoldOp for FmaFOp {
    fn fold(self, body: &mut Body, constants: &[Option<Attribute>]) -> Fold {
        let ctx = body.context();
        // `f32` by way of `f64` would round twice.
        match *constants {
            [Some(a), Some(b), Some(c)] => match (a.as_f64(ctx), b.as_f64(ctx), c.as_f64(ctx)) {
                (Some(a), Some(b), Some(c)) => Fold::constant(ctx.f64_attr(a.mul_add(b, c))),
                _ => Fold::Unchanged,
            },
            _ => Fold::Unchanged,
        }
    }
}

macro_rules! integer_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), upstream(name = $upstream),
                 format = "$operand attr-dict `:` type($result)")]
            pub struct $op {
                /// The argument.
                #[operand]
                operand: SignlessIntegerLike,
                /// The result.
                #[result]
                result: SignlessIntegerLike,
            }
        )*
        fn register_integers(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

integer_ops! {
    /// Absolute value of a signed integer.
    AbsIOp = "std.absi", "math.absi";
    /// How many zeros are before the highest bit that is set.
    CountLeadingZerosOp = "std.ctlz", "math.ctlz";
    /// How many zeros are after the lowest bit that is set.
    CountTrailingZerosOp = "std.cttz", "math.cttz";
    /// How many bits are set.
    CtPopOp = "std.ctpop", "math.ctpop";
}

/// A signed integer to the power of another.
#[op(
    name = "std.ipowi",
    traits(Pure, SameOperandsAndResultType),
    upstream(name = "math.ipowi"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct IPowIOp {
    /// The base.
    #[operand]
    lhs: SignlessIntegerLike,
    /// The exponent.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

/// A float to the power of a signed integer.
#[op(
    name = "std.fpowi",
    traits(Pure, AllTypesMatch(lhs, result), SameOperandsAndResultShape),
    interfaces(UpstreamPropertiesInterface),
    upstream(
        name = "math.fpowi",
        format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($lhs) `,` type($rhs)"
    ),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)"
)]
pub struct FPowIOp {
    /// The base.
    #[operand]
    lhs: FloatLike,
    /// The exponent.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The result.
    #[result]
    result: FloatLike,
}

upstream_properties!(FAST_MATH_PROPERTIES; FPowIOp);

/// `i1`s in the shape of a float, vector or tensor.
fn truth_of(ctx: &Context, ty: Type) -> Option<Type> {
    Some(super::compare::bool_type(ctx, ty))
}

macro_rules! predicates {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name,
                 traits(Pure, TypesMatchWith("result type has i1 element type and same shape as operands", operand, result, truth_of)),
                 interfaces(UpstreamPropertiesInterface),
                 upstream(name = $upstream, format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
                 format = "$operand attr-dict `:` type($operand)")]
            pub struct $op {
                /// The argument.
                #[operand]
                operand: FloatLike,
                /// Whether it is so.
                #[result]
                result: BoolLike,
            }
        )*

        upstream_properties!(FAST_MATH_PROPERTIES; $($op),*);

        fn register_predicates(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

predicates! {
    /// Whether a float is a NaN.
    IsNaNOp = "std.isnan", "math.isnan";
    /// Whether a float is infinite.
    IsInfOp = "std.isinf", "math.isinf";
    /// Whether a float is neither infinite nor a NaN.
    IsFiniteOp = "std.isfinite", "math.isfinite";
    /// Whether a float is none of zero, infinite, NaN and subnormal.
    IsNormalOp = "std.isnormal", "math.isnormal";
}

pub(super) fn register_math(dialect: &mut DialectRegistration<'_>) {
    register_unary(dialect);
    register_binary(dialect);
    dialect.op::<FmaFOp>();
    register_integers(dialect);
    register_predicates(dialect);
    dialect.op::<IPowIOp>();
    dialect.op::<FPowIOp>();
}
