//! Canonical forms of branches: blocks that only go on are left out, blocks that follow one another are one, and what
//! is known on the way decides.

use super::*;
use mlir_lite::attributes::{ApInt, Attribute, DenseElements};
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use rustc_hash::FxHashSet;

/// A block with what is passed to it.
type Way = (BlockId, SmallVec<[ValueId; 4]>);

fn way(body: &Body, op: OpId, index: usize) -> Way {
    (body.successor(op, index), body.successor_operands(op, index))
}

fn ways(body: &Body, op: OpId) -> SmallVec<[Way; 2]> {
    (0..body.num_successors(op)).map(|index| way(body, op, index)).collect()
}

/// The terminator that alone goes to a block, and by which way. Nobody knows what else goes to a block of an op that
/// is not registered.
fn only_predecessor(body: &Body, block: BlockId) -> Option<(OpId, usize)> {
    body.block_owner(block).filter(|&owner| body.info(owner).is_registered())?;
    let mut predecessors = body.predecessors(block);
    predecessors.next().filter(|_| predecessors.next().is_none())
}

/// The branch of a block that does nothing but go on to another one; none if the block does more, or its arguments are
/// used elsewhere.
fn only_op(body: &Body, block: BlockId) -> Option<BrOp> {
    let branch = BrOp::cast(body, body.first_op(block)?)?;
    let is_own = |&argument: &ValueId| body.users(argument).all(|user| user == branch.id());
    let goes_on =
        body.successor(branch.id(), 0) != block && body.arguments(block).iter().all(is_own);
    goes_on.then_some(branch)
}

/// Where one gets through a block that does nothing but go on. Where several such blocks follow each other, the last one
/// is the first that one gets through, so that each way is led to its end once; where they lead in a circle, none is.
fn through(body: &Body, (block, passed): &Way) -> Option<Way> {
    let branch = only_op(body, *block)?;
    let (dest, operands) = way(body, branch.id(), 0);
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

/// Lets each way of a terminator skip the blocks that only go on.
fn skip_empty_blocks(op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let mut ways = ways(body, op);
    let mut is_shorter = false;
    for way in &mut ways {
        if let Some(shorter) = through(body, way) {
            *way = shorter;
            is_shorter = true;
        }
    }
    if !is_shorter {
        return Err("no way goes through an empty block".into());
    }
    rewriter.update_in_place(op, |body| body.set_successors(op, &ways));
    Ok(())
}

fn branch_to(op: OpId, (dest, operands): Way, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let location = rewriter.body().location(op);
    rewriter.replace_op_with(op, |builder| BrOp::build(builder, location, (dest, &operands)));
    Ok(())
}

impl CanonicalizeOp for BrOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("to a block that nothing else goes to", 2, merge_with_next);
        set.add::<Self>("through an empty block", 1, |op, rewriter| {
            skip_empty_blocks(op.id(), rewriter)
        });
    }
}

fn merge_with_next(op: BrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (next, operands) = way(body, op.id(), 0);
    let block = body.block(op.id()).ok_or("the branch is in no block")?;
    let is_entry =
        body.block_region(next).and_then(|region| body.entry_block(region)) == Some(next);
    if next == block || is_entry || only_predecessor(body, next).is_none() {
        return Err("something else goes there too".into());
    }
    if !operands.is_empty() && !is_entered(body, block, next) {
        return Err("nobody enters the circle that the blocks are in".into());
    }
    rewriter.erase_op(op.id());
    rewriter.merge_blocks(next, block, &operands);
    Ok(())
}

/// As many blocks before one are looked at. Longer chains are merged from their start.
const MAX_CHAIN: usize = 64;

/// Whether the way to `block`, as far as there is but one, comes from elsewhere than `next`, to which it leads: what the
/// arguments of a block in a circle that nobody enters become may be made of these arguments.
fn is_entered(body: &Body, mut block: BlockId, next: BlockId) -> bool {
    for _ in 0..MAX_CHAIN {
        let Some(previous) = only_predecessor(body, block).and_then(|(end, _)| body.block(end))
        else {
            return true;
        };
        if previous == next {
            return false;
        }
        block = previous;
    }
    false
}

impl CanonicalizeOp for CondBrOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("on a constant", 1, branch_on_constant);
        set.add::<Self>("through an empty block", 1, |op, rewriter| {
            skip_empty_blocks(op.id(), rewriter)
        });
        set.add::<Self>("to one block", 1, choose_operands);
        set.add::<Self>("on what has been asked before", 1, branch_on_known_condition);
        set.add::<Self>("condition is known behind it", 1, propagate_condition);
    }
}

/// A branch on a constant, or both ways to the same end, is a `br`.
fn branch_on_constant(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let condition = constant_value(body, op.condition(body));
    let condition = condition.and_then(|condition| condition.as_bool(body.context()));
    let index = match condition {
        Some(holds) => usize::from(!holds),
        None if way(body, op.id(), 0) == way(body, op.id(), 1) => 0,
        None => return Err("the condition is not constant".into()),
    };
    let way = way(body, op.id(), index);
    branch_to(op.id(), way, rewriter)
}

/// Both ways to one block that nothing else goes to: the operands are chosen instead.
fn choose_operands(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ((block, a), (other, b)) = (way(body, op.id(), 0), way(body, op.id(), 1));
    if block != other || !body.predecessors(block).all(|(end, _)| end == op.id()) {
        return Err("the ways lead to different blocks, or others lead there".into());
    }
    let (condition, location) = (op.condition(body), body.location(op.id()));
    let operands = a
        .iter()
        .zip(&b)
        .map(|(&a, &b)| {
            if a == b {
                return a;
            }
            let ty = rewriter.body().ty(a);
            SelectOp::build(rewriter, location, condition, a, b, ty).result(rewriter.body())
        })
        .collect();
    branch_to(op.id(), (block, operands), rewriter)
}

/// The only way into the block decides what is asked again.
fn branch_on_known_condition(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let unknown = "the condition has not been asked before";
    let block = body.block(op.id()).ok_or(unknown)?;
    let (end, index) = only_predecessor(body, block).ok_or(unknown)?;
    let before = CondBrOp::cast(body, end).ok_or(unknown)?;
    if before.condition(body) != op.condition(body) {
        return Err(unknown.into());
    }
    let way = way(body, op.id(), index);
    branch_to(op.id(), way, rewriter)
}

/// In a block that is reached only if the condition holds, or only if it does not, it is a constant.
fn propagate_condition(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let condition = op.condition(body);
    if body.has_one_use(condition) || constant_value(body, condition).is_some() {
        return Err("nothing else asks for the condition".into());
    }
    let ways = [0, 1].map(|index| {
        let block = body.successor(op.id(), index);
        only_predecessor(body, block).map(|_| block)
    });
    let users = ways.map(|way| {
        let Some(block) = way else { return Users::new() };
        users_among(body, condition, body.ops(block), |user| body.block(user) == Some(block))
    });
    condition_is_known(rewriter, op.id(), condition, users)
}

/// The users of a value that are among some ops. That takes the time to look at all ops, or at all users, if these are
/// fewer: many branches may ask for one condition.
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

/// Puts a constant in the place of a condition, which `op` asks, in users of it: those that are reached only if it holds,
/// and those that are reached only if it does not.
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

impl CanonicalizeOp for AssertOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of what holds", 1, |op, rewriter| {
            let body = rewriter.body();
            match constant_value(body, op.arg(body)).and_then(|holds| holds.as_bool(body.context()))
            {
                Some(true) => rewriter.erase_op(op.id()),
                _ => return Err("the condition is not known to hold".into()),
            }
            Ok(())
        });
    }
}

impl CanonicalizeOp for SwitchOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("on a constant", 1, switch_on_constant);
        set.add::<Self>("through an empty block", 1, |op, rewriter| {
            skip_empty_blocks(op.id(), rewriter)
        });
        set.add::<Self>("cases that do what the default does", 1, drop_cases);
        set.add::<Self>("on what has been asked before", 1, switch_on_known_flag);
    }
}

fn cases(body: &Body, op: SwitchOp) -> Vec<Attribute> {
    switch_cases(op.on(body))
}

fn switch_on_constant(op: SwitchOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let index = match constant_value(body, op.flag(body)) {
        Some(flag) => {
            cases(body, op).iter().position(|&case| case == flag).map_or(0, |index| index + 1)
        }
        None if body.num_successors(op.id()) == 1 => 0,
        None => return Err("the flag is not constant".into()),
    };
    let way = way(body, op.id(), index);
    branch_to(op.id(), way, rewriter)
}

/// Replaces a switch by one with these of its cases, which are fewer, and a default.
fn keep_cases(
    op: SwitchOp,
    keep: &[usize],
    default: Way,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let (flag, location) = (op.flag(body), body.location(op.id()));
    let ty = body.ty(flag);
    let all = cases(body, op);
    let kept: SmallVec<[Way; 4]> =
        keep.iter().map(|&index| way(body, op.id(), index + 1)).collect();
    let bytes: Vec<Vec<u8>> = keep
        .iter()
        .filter_map(|&index| all.get(index)?.as_integer(&ctx).map(ApInt::to_le_bytes))
        .collect();
    let values = (!bytes.is_empty()).then(|| {
        let is_splat = bytes.windows(2).all(|pair| pair[0] == pair[1]);
        let shape = ctx.vector_type(&[bytes.len() as i64], ty);
        let data = if is_splat { bytes[0].clone() } else { bytes.concat() };
        ctx.dense_attr(DenseElements::new(shape, data.into(), is_splat))
    });
    let destinations: Vec<(BlockId, &[ValueId])> = std::iter::once(&default)
        .chain(&kept)
        .map(|(block, operands)| (*block, &operands[..]))
        .collect();
    rewriter.replace_op_with(op.id(), |builder| {
        SwitchOp::build(builder, location, flag, values, &destinations)
    });
    Ok(())
}

fn drop_cases(op: SwitchOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ways = ways(body, op.id());
    let keep: Vec<usize> =
        (0..ways.len() - 1).filter(|&index| ways[index + 1] != ways[0]).collect();
    if keep.len() + 1 == ways.len() {
        return Err("every case differs from the default".into());
    }
    let default = ways[0].clone();
    keep_cases(op, &keep, default, rewriter)
}

/// The only way into the block is a case of a switch on the same flag, or its default.
fn switch_on_known_flag(op: SwitchOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let unknown = "the flag has not been asked for before";
    let block = body.block(op.id()).ok_or(unknown)?;
    let (end, index) = only_predecessor(body, block).ok_or(unknown)?;
    let before = SwitchOp::cast(body, end).ok_or(unknown)?;
    if before.flag(body) != op.flag(body) || before == op {
        return Err(unknown.into());
    }
    let (asked, own) = (cases(body, before), cases(body, op));
    if index > 0 {
        let index =
            own.iter().position(|case| *case == asked[index - 1]).map_or(0, |index| index + 1);
        let way = way(body, op.id(), index);
        return branch_to(op.id(), way, rewriter);
    }
    let asked: FxHashSet<Attribute> = asked.into_iter().collect();
    let keep: Vec<usize> = (0..own.len()).filter(|&index| !asked.contains(&own[index])).collect();
    if keep.len() == own.len() {
        return Err("no case is excluded".into());
    }
    let default = way(body, op.id(), 0);
    keep_cases(op, &keep, default, rewriter)
}
