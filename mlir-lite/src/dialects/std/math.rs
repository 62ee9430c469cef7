//! Functions of floats.
//!
//! Constants are folded as the interpreter computes them: in `f64`, rounded to the format. Of functions without one
//! correct result that is what this machine's library says.

use super::flags::{FAST_MATH_PROPERTIES, FastMath, upstream_properties};
use super::fold::{binary, elementwise, number, unary};
use crate::attributes::ApInt;
use crate::ir::prelude::*;
use crate::support::fma::fma;
use crate::support::power::power_of_two;
use crate::text::float;
use crate::types::{FloatKind, TypeKind};

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
                    let function: Option<fn(f64, FloatKind) -> f64> = $fold;
                    let ty = body.ty(self.result(body));
                    let value = function.and_then(|f| {
                        let TypeKind::Float(kind) = *ty.element_or_self(body.context()).kind(body.context()) else {
                            return None;
                        };
                        unary(body.context(), ty, constants[0]?, |x: &f64| Some(number(f(*x, kind))))
                    });
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

/// A number as a format holds it, between two steps of a computation.
fn rounded(kind: FloatKind, value: f64) -> f64 {
    float::from_f64(kind, value).and_then(|bits| float::to_f64(kind, bits)).unwrap_or(f64::NAN)
}

unary_ops! {
    /// Absolute value.
    AbsFOp = "std.absf", "math.absf", Some(|x, _| x.abs());
    /// Rounded up.
    CeilFOp = "std.ceilf", "math.ceil", Some(|x, _| x.ceil());
    /// Rounded down.
    FloorFOp = "std.floorf", "math.floor", Some(|x, _| x.floor());
    /// Square root.
    SqrtOp = "std.sqrt", "math.sqrt", Some(|x, _| x.sqrt());
    /// Reciprocal of the square root.
    RsqrtOp = "std.rsqrt", "math.rsqrt", Some(|x, kind| 1.0 / rounded(kind, x.sqrt()));
    /// e to the power.
    ExpOp = "std.exp", "math.exp", Some(|x, _| x.exp());
    /// 2 to the power.
    Exp2Op = "std.exp2", "math.exp2", Some(|x, _| x.exp2());
    /// Natural logarithm.
    LogOp = "std.log", "math.log", Some(|x, _| x.ln());
    /// Logarithm to base 2.
    Log2Op = "std.log2", "math.log2", Some(|x, _| x.log2());
    /// Logarithm to base 10.
    Log10Op = "std.log10", "math.log10", Some(|x, _| x.log10());
    /// Sine.
    SinOp = "std.sin", "math.sin", Some(|x, _| x.sin());
    /// Cosine.
    CosOp = "std.cos", "math.cos", Some(|x, _| x.cos());
    /// Hyperbolic tangent.
    TanhOp = "std.tanh", "math.tanh", Some(|x, _| x.tanh());
    /// Arc tangent.
    AtanOp = "std.atan", "math.atan", Some(|x, _| x.atan());
    /// Tangent.
    TanOp = "std.tan", "math.tan", Some(|x, _| x.tan());
    /// Arc sine.
    AsinOp = "std.asin", "math.asin", Some(|x, _| x.asin());
    /// Arc cosine.
    AcosOp = "std.acos", "math.acos", Some(|x, _| x.acos());
    /// Hyperbolic sine.
    SinhOp = "std.sinh", "math.sinh", Some(|x, _| x.sinh());
    /// Hyperbolic cosine.
    CoshOp = "std.cosh", "math.cosh", Some(|x, _| x.cosh());
    /// Inverse of the hyperbolic sine.
    AsinhOp = "std.asinh", "math.asinh", Some(|x, _| x.asinh());
    /// Inverse of the hyperbolic cosine.
    AcoshOp = "std.acosh", "math.acosh", Some(|x, _| x.acosh());
    /// Inverse of the hyperbolic tangent.
    AtanhOp = "std.atanh", "math.atanh", Some(|x, _| x.atanh());
    /// e to the power, less 1.
    ExpM1Op = "std.expm1", "math.expm1", Some(|x, _| x.exp_m1());
    /// Natural logarithm of 1 more.
    Log1pOp = "std.log1p", "math.log1p", Some(|x, _| x.ln_1p());
    /// Cube root.
    CbrtOp = "std.cbrt", "math.cbrt", Some(|x, _| x.cbrt());
    /// Error function.
    ErfOp = "std.erf", "math.erf", None;
    /// Rounded, halves away from zero.
    RoundOp = "std.round", "math.round", Some(|x, _| x.round());
    /// Rounded, halves to even.
    RoundEvenOp = "std.roundeven", "math.roundeven", Some(|x, _| x.round_ties_even());
    /// Rounded towards zero.
    TruncOp = "std.ftrunc", "math.trunc", Some(|x, _| x.trunc());
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
                    let function: fn(f64, f64) -> f64 = $fold;
                    let ty = body.ty(self.result(body));
                    let value = match *constants {
                        [Some(a), Some(b)] => {
                            binary(body.context(), ty, a, b, |a: &f64, b: &f64| Some(function(*a, *b)))
                        }
                        _ => None,
                    };
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
    CopySignOp = "std.copysign", "math.copysign", f64::copysign;
    /// The first argument to the power of the second.
    PowFOp = "std.powf", "math.powf", |a, b| number(a.powf(b));
    /// Angle of the point (second, first).
    Atan2Op = "std.atan2", "math.atan2", |a, b| number(a.atan2(b));
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
        let [Some(a), Some(b), Some(c)] = *constants else { return Fold::Unchanged };
        let (ctx, ty) = (body.context(), body.ty(self.result(body)));
        let wide = ty.element_or_self(ctx) == Type::F64;
        let value = elementwise::<f64, f64, f64>(ctx, ty, None, &[a, b, c], |_, n| {
            Some(number(fma(*n[0], *n[1], *n[2], wide)))
        });
        value.map_or(Fold::Unchanged, Fold::constant)
    }
}

macro_rules! integer_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), upstream(name = $upstream),
                 format = "$operand attr-dict `:` type($result)", fold)]
            pub struct $op {
                /// The argument.
                #[operand]
                operand: SignlessIntegerLike,
                /// The result.
                #[result]
                result: SignlessIntegerLike,
            }

            impl FoldOp for $op {
                fn fold(self, body: &mut Body, constants: &[Option<Attribute>]) -> Fold {
                    let function: fn(&ApInt) -> ApInt = $fold;
                    let ty = body.ty(self.result(body));
                    let value = constants[0]
                        .and_then(|x| unary(body.context(), ty, x, |x: &ApInt| Some(function(x))));
                    value.map_or(Fold::Unchanged, Fold::constant)
                }
            }
        )*
        fn register_integers(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

integer_ops! {
    /// Absolute value of a signed integer.
    AbsIOp = "std.absi", "math.absi", |x| if x.is_negative() { x.negated() } else { x.clone() };
    /// How many zeros are before the highest bit that is set.
    CountLeadingZerosOp = "std.ctlz", "math.ctlz", |x| ApInt::from_u64(x.width(), x.leading_zeros().into());
    /// How many zeros are after the lowest bit that is set.
    CountTrailingZerosOp = "std.cttz", "math.cttz", |x| ApInt::from_u64(x.width(), x.trailing_zeros().into());
    /// How many bits are set.
    CtPopOp = "std.ctpop", "math.ctpop", |x| ApInt::from_u64(x.width(), x.count_ones().into());
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

/// The least positive number of a format that has all its digits.
fn least_normal(kind: FloatKind) -> f64 {
    match kind {
        FloatKind::F16 => power_of_two(-14),
        FloatKind::F32 | FloatKind::BF16 => f32::MIN_POSITIVE.into(),
        _ => f64::MIN_POSITIVE,
    }
}

macro_rules! predicates {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name,
                 traits(Pure, TypesMatchWith("result type has i1 element type and same shape as operands", operand, result, truth_of)),
                 interfaces(UpstreamPropertiesInterface),
                 upstream(name = $upstream, format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
                 format = "$operand attr-dict `:` type($operand)", fold)]
            pub struct $op {
                /// The argument.
                #[operand]
                operand: FloatLike,
                /// Whether it is so.
                #[result]
                result: BoolLike,
            }

            impl FoldOp for $op {
                fn fold(self, body: &mut Body, constants: &[Option<Attribute>]) -> Fold {
                    let holds: fn(FloatKind, f64) -> bool = $fold;
                    let (ctx, ty) = (body.context(), body.ty(self.result(body)));
                    let TypeKind::Float(kind) = *body.ty(self.operand(body)).element_or_self(ctx).kind(ctx) else {
                        return Fold::Unchanged;
                    };
                    let truth = |x: &f64| Some(ApInt::from_u64(1, holds(kind, *x).into()));
                    let value = constants[0].and_then(|x| unary(ctx, ty, x, truth));
                    value.map_or(Fold::Unchanged, Fold::constant)
                }
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
    IsNaNOp = "std.isnan", "math.isnan", |_, x| x.is_nan();
    /// Whether a float is infinite.
    IsInfOp = "std.isinf", "math.isinf", |_, x| x.is_infinite();
    /// Whether a float is neither infinite nor a NaN.
    IsFiniteOp = "std.isfinite", "math.isfinite", |_, x| x.is_finite();
    /// Whether a float is none of zero, infinite, NaN and subnormal.
    IsNormalOp = "std.isnormal", "math.isnormal", |kind, x| x.is_finite() && x.abs() >= least_normal(kind);
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
