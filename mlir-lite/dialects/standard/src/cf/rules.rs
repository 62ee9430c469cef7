//! Helpers that the rewrite rules of branches share: the predecessors of a block, and the values
//! that are known in them.

use crate::{BrOp, ConstantOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

/// A block with the operands that are passed to it.
pub(crate) type Edge = (BlockId, SmallVec<[ValueId; 4]>);

pub(crate) fn edge(body: &Body, op: OpId, index: usize) -> Edge {
    (body.successor(op, index), body.successor_operands(op, index))
}

pub(crate) fn edges(body: &Body, op: OpId) -> SmallVec<[Edge; 2]> {
    (0..body.num_successors(op)).map(|index| edge(body, op, index)).collect()
}

/// The terminator that is the only predecessor of a block, and the number of the successor. None in
/// an op that is not registered, whose other control flow is not known.
pub(crate) fn only_predecessor(body: &Body, block: BlockId) -> Option<(OpId, usize)> {
    body.block_owner(block).filter(|&owner| body.info(owner).is_registered())?;
    let mut predecessors = body.predecessors(block);
    predecessors.next().filter(|_| predecessors.next().is_none())
}

/// The branch of a block that does nothing but go on to another one; none if the block does more,
/// or its arguments are used elsewhere.
fn only_op(body: &Body, block: BlockId) -> Option<BrOp> {
    let branch = BrOp::cast(body, body.first_op(block)?)?;
    let is_own = |&argument: &ValueId| body.users(argument).all(|user| user == branch.id());
    let goes_on =
        body.successor(branch.id(), 0) != block && body.arguments(block).iter().all(is_own);
    goes_on.then_some(branch)
}

/// The edge that replaces one to a block that only forwards. Of several such blocks in sequence, the
/// last one is replaced first, so that each edge is changed once; in a cycle, none is replaced.
pub(crate) fn through(body: &Body, (block, passed): &Edge) -> Option<Edge> {
    let branch = only_op(body, *block)?;
    let (dest, operands) = edge(body, branch.id(), 0);
    if only_op(body, dest).is_some() {
        return None;
    }
    let arguments = body.arguments(*block);
    let value = |operand: ValueId| match arguments.iter().position(|&argument| argument == operand)
    {
        Some(index) => passed[index],
        None => operand,
    };
    Some((dest, operands.into_iter().map(value).collect()))
}

/// Replaces each edge of a terminator to a block that only forwards by one to the block after it.
pub(crate) fn skip_empty_blocks(op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let mut edges = edges(body, op);
    let mut is_shorter = false;
    for edge in &mut edges {
        if let Some(shorter) = through(body, edge) {
            *edge = shorter;
            is_shorter = true;
        }
    }
    if !is_shorter {
        return Err("no edge goes through an empty block".into());
    }
    rewriter.update_in_place(op, |body| body.set_successors(op, &edges));
    Ok(())
}

pub(crate) fn branch_to(
    op: OpId,
    (dest, operands): Edge,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op);
    rewriter.replace_op_with(op, |builder| BrOp::build(builder, location, (dest, &operands)));
    Ok(())
}

/// The users of a value that are among some ops. That takes the time to look at all ops, or at all
/// users, if these are fewer: many branches may ask for one condition.
#[doc(hidden)]
pub fn users_among(
    body: &Body,
    value: ValueId,
    mut ops: impl Iterator<Item = OpId>,
    is_among: impl Fn(OpId) -> bool,
) -> Users {
    let mut users = body.users(value);
    let (mut by_use, mut by_place) = (Users::new(), Users::new());
    loop {
        match users.next() {
            None => return by_use,
            Some(user) if is_among(user) => by_use.push(user),
            Some(_) => {}
        }
        match ops.next() {
            None => return by_place,
            Some(op) if body.operands(op).any(|operand| operand == value) => by_place.push(op),
            Some(_) => {}
        }
    }
}

/// Users of a value, once or more.
pub(crate) type Users = SmallVec<[OpId; 4]>;

/// Puts a constant in the place of a condition, which `op` asks, in users of it: those that are
/// reached only if it holds, and those that are reached only if it does not.
#[doc(hidden)]
pub fn condition_is_known(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    condition: ValueId,
    users: [Users; 2],
) -> MatchResult {
    let location = rewriter.body().location(op);
    if users.iter().all(|users| users.is_empty()) {
        return Err("the condition is not used where it is known".into());
    }
    for (holds, users) in
        [true, false].into_iter().zip(users).filter(|(_, users)| !users.is_empty())
    {
        let attribute = rewriter.context().bool_attr(holds);
        let constant =
            ConstantOp::build(rewriter, location, attribute, Type::I1).result(rewriter.body());
        rewriter.replace_uses_in(condition, constant, users);
    }
    Ok(())
}
