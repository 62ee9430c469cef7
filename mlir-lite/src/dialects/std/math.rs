//! Functions of floats.
//!
//! Constants are folded as the interpreter computes them: in `f64`, rounded to the format. Of functions without one
//! correct result that is what this machine's library says.

use super::arith::float_constant;
use super::flags::{FAST_MATH_PROPERTIES, FastMath};
use super::fold::{float_kind, unary};
use crate::attributes::ApInt;
use crate::ir::prelude::*;
use crate::scalar::{Float, FloatClass, FloatFunction};

/// Declares ops of one float.
macro_rules! unary_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), properties = FAST_MATH_PROPERTIES, upstream(name = $upstream, format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
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
                fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                    let (this, body) = (op.handle(), op.body());
                    let function: Option<FloatFunction> = $fold;
                    let value = function.and_then(|f| float_constant(body, this.id(), constants, f));
                    value.map_or(Fold::Unchanged, Fold::constant)
                }
            }
        )*


        fn register_unary(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

unary_ops! {
    /// Absolute value.
    AbsFOp = "std.absf", "math.absf", Some(FloatFunction::Abs);
    /// Rounded up.
    CeilFOp = "std.ceilf", "math.ceil", Some(FloatFunction::Ceil);
    /// Rounded down.
    FloorFOp = "std.floorf", "math.floor", Some(FloatFunction::Floor);
    /// Square root.
    SqrtOp = "std.sqrt", "math.sqrt", Some(FloatFunction::Sqrt);
    /// Reciprocal of the square root.
    RsqrtOp = "std.rsqrt", "math.rsqrt", Some(FloatFunction::Rsqrt);
    /// e to the power.
    ExpOp = "std.exp", "math.exp", Some(FloatFunction::Exp);
    /// 2 to the power.
    Exp2Op = "std.exp2", "math.exp2", Some(FloatFunction::Exp2);
    /// Natural logarithm.
    LogOp = "std.log", "math.log", Some(FloatFunction::Log);
    /// Logarithm to base 2.
    Log2Op = "std.log2", "math.log2", Some(FloatFunction::Log2);
    /// Logarithm to base 10.
    Log10Op = "std.log10", "math.log10", Some(FloatFunction::Log10);
    /// Sine.
    SinOp = "std.sin", "math.sin", Some(FloatFunction::Sin);
    /// Cosine.
    CosOp = "std.cos", "math.cos", Some(FloatFunction::Cos);
    /// Hyperbolic tangent.
    TanhOp = "std.tanh", "math.tanh", Some(FloatFunction::Tanh);
    /// Arc tangent.
    AtanOp = "std.atan", "math.atan", Some(FloatFunction::Atan);
    /// Tangent.
    TanOp = "std.tan", "math.tan", Some(FloatFunction::Tan);
    /// Arc sine.
    AsinOp = "std.asin", "math.asin", Some(FloatFunction::Asin);
    /// Arc cosine.
    AcosOp = "std.acos", "math.acos", Some(FloatFunction::Acos);
    /// Hyperbolic sine.
    SinhOp = "std.sinh", "math.sinh", Some(FloatFunction::Sinh);
    /// Hyperbolic cosine.
    CoshOp = "std.cosh", "math.cosh", Some(FloatFunction::Cosh);
    /// Inverse of the hyperbolic sine.
    AsinhOp = "std.asinh", "math.asinh", Some(FloatFunction::Asinh);
    /// Inverse of the hyperbolic cosine.
    AcoshOp = "std.acosh", "math.acosh", Some(FloatFunction::Acosh);
    /// Inverse of the hyperbolic tangent.
    AtanhOp = "std.atanh", "math.atanh", Some(FloatFunction::Atanh);
    /// e to the power, less 1.
    ExpM1Op = "std.expm1", "math.expm1", Some(FloatFunction::ExpM1);
    /// Natural logarithm of 1 more.
    Log1pOp = "std.log1p", "math.log1p", Some(FloatFunction::Log1p);
    /// Cube root.
    CbrtOp = "std.cbrt", "math.cbrt", Some(FloatFunction::Cbrt);
    /// Error function.
    ErfOp = "std.erf", "math.erf", None;
    /// Rounded, halves away from zero.
    RoundOp = "std.round", "math.round", Some(FloatFunction::Round);
    /// Rounded, halves to even.
    RoundEvenOp = "std.roundeven", "math.roundeven", Some(FloatFunction::RoundEven);
    /// Rounded towards zero.
    TruncOp = "std.ftrunc", "math.trunc", Some(FloatFunction::Trunc);
}

/// Declares ops of two floats.
macro_rules! binary_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), properties = FAST_MATH_PROPERTIES, upstream(name = $upstream, format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)"),
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
                fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                    let (this, body) = (op.handle(), op.body());
                    let value = float_constant(body, this.id(), constants, $fold);
                    value.map_or(Fold::Unchanged, Fold::constant)
                }
            }
        )*


        fn register_binary(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

binary_ops! {
    /// The first argument with the sign of the second.
    CopySignOp = "std.copysign", "math.copysign", FloatFunction::CopySign;
    /// The first argument to the power of the second.
    PowFOp = "std.powf", "math.powf", FloatFunction::Pow;
    /// Angle of the point (second, first).
    Atan2Op = "std.atan2", "math.atan2", FloatFunction::Atan2;
}

/// `a * b + c`, rounded once.
#[op(
    name = "std.fmaf", properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
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

impl FoldOp for FmaFOp {
    fn fold(op: FmaFOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let value = float_constant(body, this.id(), constants, FloatFunction::Fma);
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
                fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                    let (this, body) = (op.handle(), op.body());
                    let function: fn(&ApInt) -> ApInt = $fold;
                    let ty = body.ty(this.result(body));
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
    name = "std.fpowi", properties = FAST_MATH_PROPERTIES,
    traits(Pure, AllTypesMatch(lhs, result), SameOperandsAndResultShape),
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

/// `i1`s in the shape of a float, vector or tensor.
fn truth_of(ctx: &Context, ty: Type) -> Option<Type> {
    Some(super::compare::bool_type(ctx, ty))
}

macro_rules! predicates {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name,
                 traits(Pure, TypesMatchWith("result type has i1 element type and same shape as operands", operand, result, truth_of)),
                 properties = FAST_MATH_PROPERTIES,
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
                fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                    let (this, body) = (op.handle(), op.body());
                    let holds: fn(FloatClass) -> bool = $fold;
                    let (ctx, ty) = (body.context(), body.ty(this.result(body)));
                    let operand = body.ty(this.operand(body)).element_or_self(ctx);
                    let Some(kind) = float_kind(ctx, operand) else { return Fold::Unchanged };
                    let truth = |x: &Float| Some(ApInt::from_u64(1, holds(x.class(kind)).into()));
                    let value = constants[0].and_then(|x| unary(ctx, ty, x, truth));
                    value.map_or(Fold::Unchanged, Fold::constant)
                }
            }
        )*


        fn register_predicates(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

predicates! {
    /// Whether a float is a NaN.
    IsNaNOp = "std.isnan", "math.isnan", |class| class == FloatClass::NaN;
    /// Whether a float is infinite.
    IsInfOp = "std.isinf", "math.isinf", |class| class == FloatClass::Infinite;
    /// Whether a float is neither infinite nor a NaN.
    IsFiniteOp = "std.isfinite", "math.isfinite", |class| !matches!(class, FloatClass::Infinite | FloatClass::NaN);
    /// Whether a float is none of zero, infinite, NaN and subnormal.
    IsNormalOp = "std.isnormal", "math.isnormal", |class| class == FloatClass::Normal;
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
