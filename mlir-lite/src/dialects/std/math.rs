//! Functions of floats.
//!
//! Only what has one correct result is folded: the others differ between
//! machines' libraries.

use super::flags::FastMath;
use super::fold::{float_binary, float_unary};
use crate::ir::prelude::*;

/// Declares ops of one float.
macro_rules! unary_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), upstream(name = $upstream, format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
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
}

/// Declares ops of two floats.
macro_rules! binary_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), upstream(name = $upstream, format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)"),
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

pub(super) fn register_math(dialect: &mut DialectRegistration<'_>) {
    register_unary(dialect);
    register_binary(dialect);
    dialect.op::<FmaFOp>();
}
