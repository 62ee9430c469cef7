//! The ops of the llvm dialect that expressions create.

use crate::expressions::{Edsc, Expr, OpSet, Operator, share};
use mlir_lite::constants::uniform_attr;
use mlir_lite::dialects::llvm;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};

/// As [`edsc`](crate::edsc::edsc), with operators, comparisons, selections and numbers of the llvm
/// dialect. Numbers of type `i64` are written as `index`: they are sizes and positions.
pub fn llvm_edsc<B: OpBuilder + ?Sized, R>(
    builder: &mut B,
    build: impl FnOnce(Edsc<'_>) -> R,
) -> R {
    share(builder, &LlvmOps, build)
}

struct LlvmOps;

/// The op for floats or integers, by the type of the first operand.
fn arithmetic<'e, F: OpDefinition, I: OpDefinition>(
    e: Edsc<'e>,
    operands @ [first, _]: [Expr<'e>; 2],
) -> Expr<'e> {
    if first.is_float() { e.op::<F>(operands) } else { e.op::<I>(operands) }
}

impl OpSet for LlvmOps {
    fn binary<'e>(&self, e: Edsc<'e>, operator: Operator, operands: [Expr<'e>; 2]) -> Expr<'e> {
        match operator {
            Operator::Add => arithmetic::<llvm::FAddOp, llvm::AddOp>(e, operands),
            Operator::Sub => arithmetic::<llvm::FSubOp, llvm::SubOp>(e, operands),
            Operator::Mul => arithmetic::<llvm::FMulOp, llvm::MulOp>(e, operands),
            Operator::Div => arithmetic::<llvm::FDivOp, llvm::SDivOp>(e, operands),
            Operator::Rem => arithmetic::<llvm::FRemOp, llvm::SRemOp>(e, operands),
            Operator::And => e.op::<llvm::AndOp>(operands),
            Operator::Or => e.op::<llvm::OrOp>(operands),
            Operator::XOr => e.op::<llvm::XOrOp>(operands),
            Operator::Shl => e.op::<llvm::ShlOp>(operands),
            Operator::Shr => e.op::<llvm::AShrOp>(operands),
        }
    }

    fn negative<'e>(&self, x: Expr<'e>) -> Option<Expr<'e>> {
        x.is_float().then(|| x.builder().op::<llvm::FNegOp>(x))
    }

    fn select<'e>(&self, condition: Expr<'e>, [then, otherwise]: [Expr<'e>; 2]) -> Expr<'e> {
        condition.builder().op_to::<llvm::SelectOp>([condition, then, otherwise], then.ty())
    }

    fn compare_floats(
        &self,
        b: &mut dyn OpBuilder,
        predicate: CmpFPredicate,
        [lhs, rhs]: [ValueId; 2],
    ) -> ValueId {
        let ty = llvm::compare_result(b.context(), b.body().ty(lhs));
        llvm::FCmpOp::create(b, predicate, lhs, rhs, None, ty)
    }

    fn compare_integers(
        &self,
        b: &mut dyn OpBuilder,
        predicate: CmpIPredicate,
        [lhs, rhs]: [ValueId; 2],
    ) -> ValueId {
        let ty = llvm::compare_result(b.context(), b.body().ty(lhs));
        llvm::ICmpOp::create(b, predicate, lhs, rhs, ty)
    }

    fn constant(&self, b: &mut dyn OpBuilder, value: Attribute, ty: Type) -> ValueId {
        llvm::ConstantOp::create(b, value, ty)
    }

    fn integer(&self, ctx: &Context, value: i64, ty: Type) -> Option<Attribute> {
        if ty == Type::I64 { Some(ctx.index_attr(value)) } else { uniform_attr(ctx, ty, &value) }
    }

    fn index(&self) -> Type {
        Type::I64
    }
}
