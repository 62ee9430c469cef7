//! Branches between the blocks of a function.

use crate::ir::prelude::*;
use crate::rewrite::{MatchResult, PatternRewriter, RewritePatternSet, constant_value};

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

impl CanonicalizeOp for CondBrOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("cond-br-of-constant", 1, branch_on_constant);
    }
}

/// A branch that goes one way, or both ways to the same end, is a `br`.
fn branch_on_constant(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let condition = constant_value(body, op.condition(body));
    let condition = condition.and_then(|condition| condition.as_bool(body.context()));
    let way = |index| (body.successor(op.id(), index), body.successor_operands(op.id(), index));
    let index = match condition {
        Some(holds) => usize::from(!holds),
        None if way(0) == way(1) => 0,
        None => return Err("the condition is not constant".into()),
    };
    let (dest, operands) = way(index);
    let location = body.location(op.id());
    rewriter.replace_op_with(op.id(), |builder| BrOp::build(builder, location, (dest, &operands)));
    Ok(())
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
