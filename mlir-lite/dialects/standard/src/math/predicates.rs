//! What a float is: a NaN, infinite, finite, normal.

use crate::compare::bool_type;
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::fold::{float_kind, unary};
use mlir_lite::attributes::ApInt;
use mlir_lite::interpreter::arithmetic::class;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{Float, FloatClass};

/// `i1`s in the shape of a float, vector or tensor.
fn truth_of(ctx: &Context, ty: Type) -> Option<Type> {
    Some(bool_type(ctx, ty))
}

/// Ops that ask what class a float is of.
trait ClassOp: OpDefinition {
    /// Whether a float of the class is so.
    fn holds(class: FloatClass) -> bool;
}

fn fold_class<O: ClassOp>(
    operand: ValueRef<'_>,
    result: ValueRef<'_>,
    constants: &[Option<Attribute>],
) -> Fold {
    let ctx = operand.context();
    let Some(kind) = float_kind(ctx, operand.ty().element_or_self(ctx)) else {
        return Fold::Unchanged;
    };
    let truth = |x: &Float| Some(ApInt::from_u64(1, O::holds(x.class(kind)).into()));
    let value = constants[0].and_then(|x| unary(ctx, result.ty(), x, truth));
    value.map_or(Fold::Unchanged, Fold::constant)
}

macro_rules! class_ops {
    ($($op:ident),*) => {
        $(impl FoldOp for $op {
            fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                fold_class::<Self>(op.operand(), op.result(), constants)
            }
        }

        impl InterpretOp for $op {
            fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
                class(m, op.op(), Self::holds)
            }
        })*
    };
}

class_ops!(IsNaNOp, IsInfOp, IsFiniteOp, IsNormalOp);

/// Whether a float is a NaN.
#[op(
    name = "std.isnan",
    properties = FAST_MATH_PROPERTIES,
    traits(
        Pure,
        TypesMatchWith(
            "result type has i1 element type and same shape as operands",
            operand,
            result,
            truth_of
        )
    ),
    hooks(InterpretOp),
    upstream(name = "math.isnan", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct IsNaNOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// Whether it is so.
    #[result]
    result: BoolLike,
}

impl ClassOp for IsNaNOp {
    fn holds(class: FloatClass) -> bool {
        class == FloatClass::NaN
    }
}

/// Whether a float is infinite.
#[op(
    name = "std.isinf",
    properties = FAST_MATH_PROPERTIES,
    traits(
        Pure,
        TypesMatchWith(
            "result type has i1 element type and same shape as operands",
            operand,
            result,
            truth_of
        )
    ),
    hooks(InterpretOp),
    upstream(name = "math.isinf", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct IsInfOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// Whether it is so.
    #[result]
    result: BoolLike,
}

impl ClassOp for IsInfOp {
    fn holds(class: FloatClass) -> bool {
        class == FloatClass::Infinite
    }
}

/// Whether a float is neither infinite nor a NaN.
#[op(
    name = "std.isfinite",
    properties = FAST_MATH_PROPERTIES,
    traits(
        Pure,
        TypesMatchWith(
            "result type has i1 element type and same shape as operands",
            operand,
            result,
            truth_of
        )
    ),
    hooks(InterpretOp),
    upstream(name = "math.isfinite", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct IsFiniteOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// Whether it is so.
    #[result]
    result: BoolLike,
}

impl ClassOp for IsFiniteOp {
    fn holds(class: FloatClass) -> bool {
        !matches!(class, FloatClass::Infinite | FloatClass::NaN)
    }
}

/// Whether a float is none of zero, infinite, NaN and subnormal.
#[op(
    name = "std.isnormal",
    properties = FAST_MATH_PROPERTIES,
    traits(
        Pure,
        TypesMatchWith(
            "result type has i1 element type and same shape as operands",
            operand,
            result,
            truth_of
        )
    ),
    hooks(InterpretOp),
    upstream(name = "math.isnormal", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct IsNormalOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// Whether it is so.
    #[result]
    result: BoolLike,
}

impl ClassOp for IsNormalOp {
    fn holds(class: FloatClass) -> bool {
        class == FloatClass::Normal
    }
}

pub(super) fn register_predicates(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<IsNaNOp>();
    dialect.op::<IsInfOp>();
    dialect.op::<IsFiniteOp>();
    dialect.op::<IsNormalOp>();
}
