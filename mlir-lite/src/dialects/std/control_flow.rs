//! Branches between the blocks of a function.

use crate::ir::prelude::*;

/// Goes on in another block, and passes it operands.
#[op(
    name = "std.br",
    traits(Pure, Terminator),
    interfaces(BranchOpInterface),
    upstream(name = "cf.br"),
    format = "$dest attr-dict"
)]
pub struct BrOp {
    /// Where control goes.
    #[successor]
    dest: AnySuccessor,
}

impl BranchOpInterface for BrOp {
    fn successor_for(&self, _op: OpRef<'_>, _operands: &[Option<Attribute>]) -> Option<usize> {
        Some(0)
    }
}

/// Goes on in one of two blocks, by a condition.
#[op(
    name = "std.cond_br",
    traits(Pure, Terminator),
    interfaces(BranchOpInterface),
    upstream(name = "cf.cond_br"),
    format = "$condition `,` $true_dest `,` $false_dest attr-dict"
)]
pub struct CondBrOp {
    /// What decides.
    #[operand]
    condition: I1,
    /// Where control goes if the condition holds.
    #[successor]
    true_dest: AnySuccessor,
    /// Where it goes otherwise.
    #[successor]
    false_dest: AnySuccessor,
}

impl BranchOpInterface for CondBrOp {
    fn successor_for(&self, op: OpRef<'_>, operands: &[Option<Attribute>]) -> Option<usize> {
        let condition = operands.first().copied().flatten()?;
        condition.as_bool(op.context()).map(|holds| usize::from(!holds))
    }
}

/// Ends the program with a message unless a condition holds.
#[op(name = "std.assert", upstream(name = "cf.assert"), format = "$arg `,` $msg attr-dict")]
pub struct AssertOp {
    /// The condition.
    #[operand]
    arg: I1,
    /// The message.
    #[attr]
    msg: StrAttr,
}
