//! The ops of std that expressions create.

use crate::expressions::{Edsc, Expr, OpSet, Operator};
use crate::{
    AddCFOp, AddFOp, AddIOp, AndOp, CmpFOp, CmpIOp, ConstantOp, DivCFOp, DivFOp, DivISignedOp,
    MulCFOp, MulFOp, MulIOp, NegCFOp, NegFOp, OrOp, RemFOp, RemISignedOp, SelectOp, ShiftLeftOp,
    ShiftRightSignedOp, SubCFOp, SubFOp, SubIOp, XOrOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};

pub(super) struct StdOps;

/// The op for floats, complex numbers or integers, by the type of the first operand.
fn arithmetic<'e, F: OpDefinition, C: OpDefinition, I: OpDefinition>(
    e: Edsc<'e>,
    operands @ [first, _]: [Expr<'e>; 2],
) -> Expr<'e> {
    if first.is_float() {
        e.op::<F>(operands)
    } else if first.is_complex() {
        e.op::<C>(operands)
    } else {
        e.op::<I>(operands)
    }
}

impl OpSet for StdOps {
    fn binary<'e>(&self, e: Edsc<'e>, operator: Operator, operands: [Expr<'e>; 2]) -> Expr<'e> {
        match operator {
            Operator::Add => arithmetic::<AddFOp, AddCFOp, AddIOp>(e, operands),
            Operator::Sub => arithmetic::<SubFOp, SubCFOp, SubIOp>(e, operands),
            Operator::Mul => arithmetic::<MulFOp, MulCFOp, MulIOp>(e, operands),
            Operator::Div => arithmetic::<DivFOp, DivCFOp, DivISignedOp>(e, operands),
            Operator::Rem => arithmetic::<RemFOp, RemISignedOp, RemISignedOp>(e, operands),
            Operator::And => e.op::<AndOp>(operands),
            Operator::Or => e.op::<OrOp>(operands),
            Operator::XOr => e.op::<XOrOp>(operands),
            Operator::Shl => e.op::<ShiftLeftOp>(operands),
            Operator::Shr => e.op::<ShiftRightSignedOp>(operands),
        }
    }

    fn negative<'e>(&self, x: Expr<'e>) -> Option<Expr<'e>> {
        if x.is_float() {
            Some(x.builder().op::<NegFOp>(x))
        } else {
            x.is_complex().then(|| x.builder().op::<NegCFOp>(x))
        }
    }

    fn select<'e>(&self, condition: Expr<'e>, [then, otherwise]: [Expr<'e>; 2]) -> Expr<'e> {
        condition.builder().op_to::<SelectOp>([condition, then, otherwise], then.ty())
    }

    fn compare_floats(
        &self,
        b: &mut dyn OpBuilder,
        predicate: CmpFPredicate,
        [lhs, rhs]: [ValueId; 2],
    ) -> ValueId {
        CmpFOp::create(b, predicate, lhs, rhs)
    }

    fn compare_integers(
        &self,
        b: &mut dyn OpBuilder,
        predicate: CmpIPredicate,
        [lhs, rhs]: [ValueId; 2],
    ) -> ValueId {
        CmpIOp::create(b, predicate, lhs, rhs)
    }

    fn constant(&self, b: &mut dyn OpBuilder, value: Attribute, ty: Type) -> ValueId {
        ConstantOp::create(b, value, ty)
    }

    fn index(&self) -> Type {
        Type::INDEX
    }
}
