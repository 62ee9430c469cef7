//! Which ops expressions create.

use super::{Edsc, Expr};
use mlir_lite::constants::uniform_attr;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};

/// An operator of two operands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    XOr,
    Shl,
    Shr,
}

/// The ops that operators, comparisons, selections and numbers become.
pub(crate) trait OpSet: Sync {
    /// The op of an operator, by the type of the first operand.
    fn binary<'e>(&self, e: Edsc<'e>, operator: Operator, operands: [Expr<'e>; 2]) -> Expr<'e>;

    /// The negative of a number, if there is an op for it.
    fn negative<'e>(&self, x: Expr<'e>) -> Option<Expr<'e>>;

    /// One of two values by a condition.
    fn select<'e>(&self, condition: Expr<'e>, values: [Expr<'e>; 2]) -> Expr<'e>;

    fn compare_floats(
        &self,
        b: &mut dyn OpBuilder,
        predicate: CmpFPredicate,
        operands: [ValueId; 2],
    ) -> ValueId;

    fn compare_integers(
        &self,
        b: &mut dyn OpBuilder,
        predicate: CmpIPredicate,
        operands: [ValueId; 2],
    ) -> ValueId;

    fn constant(&self, b: &mut dyn OpBuilder, value: Attribute, ty: Type) -> ValueId;

    /// The attribute of an integer of a type.
    fn integer(&self, ctx: &Context, value: i64, ty: Type) -> Option<Attribute> {
        uniform_attr(ctx, ty, &value)
    }

    /// The type of sizes and positions.
    fn index(&self) -> Type;
}
