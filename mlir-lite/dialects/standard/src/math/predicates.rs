//! What a float is: a NaN, infinite, finite, normal.

use crate::arith::casts::OneOperand;
use crate::arith::compare::bool_type;
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::library::constant;
use crate::to_llvm::unroll::{NOT_ALIKE, unrolled};
use crate::to_llvm::{LowerToLlvm, Rewriter, StdToLlvmOptions};
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{float_kind, unary};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::class;
use mlir_lite::interpreter::{Flow, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::scalar::{CmpFPredicate, Float, FloatClass};
use mlir_lite::types::{FloatKind, TypeKind};

/// `i1`s in the shape of a float, vector or tensor.
fn truth_of(ctx: &Context, ty: Type) -> Option<Type> {
    Some(bool_type(ctx, ty))
}

/// Ops that ask what class a float is of.
trait ClassOp: OneOperand {
    /// Whether a float of the class is so.
    fn holds(class: FloatClass) -> bool;
}

/// What all of these ops do.
struct ClassOps;

impl ClassOps {
    fn fold<O: ClassOp>(op: View<'_, O>, constants: FoldAdaptor<'_, O>) -> Fold {
        let (operand, result) = (O::operand(op), O::result(op));
        let ctx = operand.context();
        let Some(kind) = float_kind(ctx, operand.ty().element_or_self(ctx)) else {
            return Fold::Unchanged;
        };
        let truth = |x: &Float| Some(ApInt::from_u64(1, O::holds(x.class(kind)).into()));
        let constant = constants.values().first().copied().flatten();
        constant.and_then(|x| unary(ctx, result.ty(), x, truth)).into()
    }

    fn interpret<'b, O: ClassOp>(op: View<'b, O>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        class(m, op.op(), O::holds)
    }
}

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
    hooks(LowerToLlvm),
    upstream(name = "math.isnan", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    accessors(OneOperand { operand, result, set_operand }),
    by(ClassOps: FoldOp, InterpretOp)
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

impl LowerToLlvm for IsNaNOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.isnan-to-llvm", 1, |op, operands, rewriter| {
            let result = compare(
                op.id(),
                CmpFPredicate::Uno,
                operands.operand(),
                operands.operand(),
                rewriter,
            )?;
            rewriter.replace_op(op.id(), &[result]);
            Ok(())
        });
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
    hooks(LowerToLlvm),
    upstream(name = "math.isinf", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    accessors(OneOperand { operand, result, set_operand }),
    by(ClassOps: FoldOp, InterpretOp)
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

impl LowerToLlvm for IsInfOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.isinf-to-llvm", 1, |op, operands, rewriter| {
            test_magnitude(
                op.id(),
                operands.operand(),
                &[(CmpFPredicate::Oeq, f64::INFINITY)],
                rewriter,
            )
        });
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
    hooks(LowerToLlvm),
    upstream(name = "math.isfinite", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    accessors(OneOperand { operand, result, set_operand }),
    by(ClassOps: FoldOp, InterpretOp)
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

impl LowerToLlvm for IsFiniteOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.isfinite-to-llvm", 1, |op, operands, rewriter| {
            test_magnitude(
                op.id(),
                operands.operand(),
                &[(CmpFPredicate::Olt, f64::INFINITY)],
                rewriter,
            )
        });
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
    hooks(LowerToLlvm),
    upstream(name = "math.isnormal", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    accessors(OneOperand { operand, result, set_operand }),
    by(ClassOps: FoldOp, InterpretOp)
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

impl LowerToLlvm for IsNormalOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.isnormal-to-llvm", 1, |op, operands, rewriter| {
            let smallest =
                match rewriter.body().ty(operands.operand()).kind(&rewriter.context().clone()) {
                    TypeKind::Float(FloatKind::F32) => f64::from(f32::MIN_POSITIVE),
                    _ => f64::MIN_POSITIVE,
                };
            test_magnitude(
                op.id(),
                operands.operand(),
                &[(CmpFPredicate::Olt, f64::INFINITY), (CmpFPredicate::Oge, smallest)],
                rewriter,
            )
        });
    }
}

/// Replaces an op by whether the operand's magnitude passes all comparisons.
fn test_magnitude(
    op: OpId,
    operand: ValueId,
    comparisons: &[(CmpFPredicate, f64)],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op);
    let ty = rewriter.body().ty(operand);
    let ctx = rewriter.context().clone();
    if !matches!(ty.kind(&ctx), TypeKind::Float(FloatKind::F32 | FloatKind::F64)) {
        return Err("only 'f32' and 'f64' are supported".into());
    }
    let magnitude = llvm::FAbsOp::build(rewriter, location, operand, None).id();
    let magnitude = rewriter.body().result(magnitude, 0);
    let mut all: Option<ValueId> = None;
    for &(predicate, bound) in comparisons {
        let bound = constant(rewriter, location, ctx.float_attr(ty, bound), ty);
        let holds = compare(op, predicate, magnitude, bound, rewriter)?;
        all = Some(match all {
            Some(others) => {
                llvm::AndOp::build(rewriter, location, others, holds).result(rewriter.body())
            }
            None => holds,
        });
    }
    rewriter.replace_op(op, &[all.ok_or("there is nothing to compare")?]);
    Ok(())
}

/// `a predicate b`, of the type of the op's result.
fn compare(
    op: OpId,
    predicate: CmpFPredicate,
    a: ValueId,
    b: ValueId,
    rewriter: &mut Rewriter<'_>,
) -> Result<ValueId, MatchFailure> {
    let location = rewriter.body().location(op);
    let ty = rewriter.convert_type(rewriter.body().ty(rewriter.body().result(op, 0)))?;
    let result = unrolled(rewriter, ty, [a, b], &mut |rewriter, [a, b], ty| {
        let op = llvm::FCmpOp::build(rewriter, location, predicate, a, b, None, ty);
        op.result(rewriter.body())
    });
    Ok(result.ok_or(NOT_ALIKE)?)
}

pub(crate) fn register_predicates(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<IsNaNOp>();
    dialect.op::<IsInfOp>();
    dialect.op::<IsFiniteOp>();
    dialect.op::<IsNormalOp>();
}
