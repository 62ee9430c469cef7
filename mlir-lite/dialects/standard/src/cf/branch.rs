//! Branches, and assertions.

use crate::SelectOp;
use crate::cf::rules::{
    Users, branch_to, condition_is_known, edge, only_predecessor, skip_empty_blocks, users_among,
};
use crate::flags::BRANCH_PROPERTIES;
use crate::to_llvm::library::require_function;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::conversion::structured::may_have_blocks;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::ir::builder::at;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::text::print_attribute;
use mlir_lite::text::weights::BranchWeights;

/// Goes on in another block, and passes it operands.
#[op(
    name = "std.br",
    traits(Pure, Terminator),
    implements(CanonicalizeOp, InterpretOp, BranchOpInterface, LowerTo<Llvm>),
    upstream(name = "cf.br"),
    format = "$dest attr-dict"
)]
pub struct BrOp {
    /// Where control goes.
    #[successor]
    dest: AnySuccessor,
}

impl BranchOpInterface for BrOp {
    fn successor_for(_: BrOpRef<'_>, _operands: &[Option<Attribute>]) -> Option<usize> {
        Some(0)
    }
}

impl InterpretOp for BrOp {
    fn interpret<'b>(_op: BrOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Jump(0))
    }
}

impl CanonicalizeOp for BrOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.br-single-predecessor", 2, merge_with_next);
        set.add::<Self>("std.br-empty-block", 1, |op, rewriter| {
            skip_empty_blocks(op.id(), rewriter)
        });
    }
}

fn merge_with_next(op: BrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (next, operands) = edge(body, op.id(), 0);
    let block = body.block(op.id()).ok_or("the branch is in no block")?;
    let is_entry =
        body.block_region(next).and_then(|region| body.entry_block(region)) == Some(next);
    if next == block || is_entry || only_predecessor(body, next).is_none() {
        return Err("something else goes there too".into());
    }
    if !operands.is_empty() && !is_entered(body, block, next) {
        return Err("the blocks are in an unreachable cycle".into());
    }
    rewriter.erase_op(op.id());
    rewriter.merge_blocks(next, block, &operands);
    Ok(())
}

/// Whether following the single predecessors of `block` backwards leads elsewhere than to `next`,
/// its successor. In an unreachable cycle of blocks, the replacements of a block's arguments could
/// be computed from these arguments.
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

impl LowerTo<Llvm> for BrOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        b.convert_successor_types(op.id())?;
        let passed = b.body().successor_operand_range(op.id(), 0);
        let dest = op.dest(b.body());
        llvm::BrOp::create(b, (dest, &operands.values()[passed]));
        Ok(().into())
    }
}

/// Goes on in one of two blocks, by a condition.
#[op(
    name = "std.cond_br",
    properties = BRANCH_PROPERTIES,
    traits(Pure, Terminator),
    implements(CanonicalizeOp, InterpretOp, BranchOpInterface, LowerTo<Llvm>),
    upstream(name = "cf.cond_br"),
    format = "$condition custom<BranchWeights>() `,` $true_dest `,` $false_dest attr-dict"
)]
pub struct CondBrOp {
    /// The condition.
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
    fn successor_for(op: CondBrOpRef<'_>, operands: &[Option<Attribute>]) -> Option<usize> {
        let condition = operands.first().copied().flatten()?;
        condition.as_bool(op.context()).map(|holds| usize::from(!holds))
    }
}

impl InterpretOp for CondBrOp {
    fn interpret<'b>(op: CondBrOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Jump(usize::from(m.get(op.condition()).as_int()? == 0)))
    }
}

impl CanonicalizeOp for CondBrOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.cond_br-constant-condition", 1, branch_on_constant);
        set.add::<Self>("std.cond_br-empty-block", 1, |op, rewriter| {
            skip_empty_blocks(op.id(), rewriter)
        });
        set.add::<Self>("std.cond_br-unreachable-block", 1, |op, rewriter| {
            let body = rewriter.body();
            let is_never_reached = |index| {
                let first = body.first_op(body.successor(op.id(), index));
                first.is_some_and(|first| UnreachableOp::is(body, first))
            };
            let other = match [0, 1].map(is_never_reached) {
                [true, false] => 1,
                [false, true] => 0,
                _ => return Err("both blocks may be reached, or neither".into()),
            };
            branch_to(op.id(), edge(body, op.id(), other), rewriter)
        });
        set.add::<Self>("std.cond_br-same-block", 1, choose_operands);
        set.add::<Self>("std.cond_br-known-condition", 1, branch_on_known_condition);
        set.add::<Self>("std.cond_br-propagate-condition", 1, propagate_condition);
    }
}

/// In a block that is reached only if the condition holds, or only if it does not, it is a
/// constant.
fn propagate_condition(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let condition = op.condition(body);
    if body.has_one_use(condition) || constant_value(body, condition).is_some() {
        return Err("nothing else asks for the condition".into());
    }
    let edges = [0, 1].map(|index| {
        let block = body.successor(op.id(), index);
        only_predecessor(body, block).map(|_| block)
    });
    let users = edges.map(|edge| {
        let Some(block) = edge else { return Users::new() };
        users_among(body, condition, body.ops(block), |user| body.block(user) == Some(block))
    });
    condition_is_known(rewriter, op.id(), condition, users)
}

/// The only edge into the block determines the result of a second test.
fn branch_on_known_condition(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let unknown = "the condition has not been asked before";
    let block = body.block(op.id()).ok_or(unknown)?;
    let (end, index) = only_predecessor(body, block).ok_or(unknown)?;
    let before = CondBrOp::cast(body, end).ok_or(unknown)?;
    if before.condition(body) != op.condition(body) {
        return Err(unknown.into());
    }
    let edge = edge(body, op.id(), index);
    branch_to(op.id(), edge, rewriter)
}

/// Both edges to one block that nothing else goes to: the operands are chosen instead.
fn choose_operands(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ((block, a), (other, b)) = (edge(body, op.id(), 0), edge(body, op.id(), 1));
    if block != other || !body.predecessors(block).all(|(end, _)| end == op.id()) {
        return Err("the edges lead to different blocks, or others lead there".into());
    }
    let condition = op.condition(body);
    let operands = a
        .iter()
        .zip(&b)
        .map(|(&a, &b)| {
            if a == b {
                return a;
            }
            let ty = rewriter.body().ty(a);
            SelectOp::create(rewriter, condition, a, b, ty)
        })
        .collect();
    branch_to(op.id(), (block, operands), rewriter)
}

/// A branch on a constant, or both edges to the same end, is a `br`.
fn branch_on_constant(op: CondBrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let condition = constant_value(body, op.condition(body));
    let condition = condition.and_then(|condition| condition.as_bool(body.context()));
    let index = match condition {
        Some(holds) => usize::from(!holds),
        None if edge(body, op.id(), 0) == edge(body, op.id(), 1) => 0,
        None => return Err("the condition is not constant".into()),
    };
    let edge = edge(body, op.id(), index);
    branch_to(op.id(), edge, rewriter)
}

impl LowerTo<Llvm> for CondBrOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        b.convert_successor_types(op.id())?;
        let body = b.body();
        let [yes, no] = [(0, op.true_dest(body)), (1, op.false_dest(body))].map(|(index, dest)| {
            (dest, &operands.values()[body.successor_operand_range(op.id(), index)])
        });
        let weights = BranchWeights::attr_of(body.op(op.id()));
        llvm::CondBrOp::create(b, operands.condition(), yes, no, weights);
        Ok(().into())
    }
}

/// Ends the program with a message unless a condition holds.
#[op(
    name = "std.assert",
    implements(CanonicalizeOp, InterpretOp, LowerTo<Llvm>),
    upstream(name = "cf.assert"),
    format = "$arg `,` $msg attr-dict"
)]
pub struct AssertOp {
    /// The condition.
    #[operand]
    arg: I1,
    /// The message.
    #[attr]
    msg: StrAttr,
}

impl InterpretOp for AssertOp {
    fn interpret<'b>(op: AssertOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        if m.get(op.arg()).as_int()? == 1 {
            return Ok(Flow::Next);
        }
        let (ctx, message) = (op.context(), op.msg());
        // Bytes that are not text are written as in the program.
        let message =
            message.as_str(ctx).map_or_else(|| print_attribute(ctx, message), str::to_owned);
        Err(Trap::new(format!("assertion failed: {message}")))
    }
}

impl CanonicalizeOp for AssertOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.assert-constant-condition", 1, |op, rewriter| {
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

impl LowerTo<Llvm> for AssertOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        may_have_blocks(b.body(), op.id())?;
        let abort = require_function(b, "abort", &[], None);
        let (before, after) = b.split_block(op.id());
        let region = b.body().block_region(after).ok_or("the assertion is in no region")?;
        let failure = b.create_block(region, &[]);
        at(b, InsertionPoint::End(before), |b| {
            llvm::CondBrOp::of(b, operands.arg(), (after, &[]), (failure, &[]));
        });
        at(b, InsertionPoint::End(failure), |b| {
            llvm::CallOp::of_symbol(b, abort, &[], None);
            llvm::UnreachableOp::create(b);
        });
        Ok(().into())
    }
}

/// As many blocks before one are looked at. Longer chains are merged from their start.
const MAX_CHAIN: usize = 64;

/// Unreachable: a program that gets here is undefined.
#[op(
    name = "std.unreachable",
    traits(Terminator),
    implements(InterpretOp, LowerTo<Llvm>),
    upstream(name = "ub.unreachable", only),
    format = "attr-dict"
)]
pub struct UnreachableOp {}

impl InterpretOp for UnreachableOp {
    fn interpret<'b>(_: UnreachableOpRef<'b>, _: &mut Machine<'b>) -> Result<Flow, Trap> {
        Err(Trap::new("control reaches an op that the program declares unreachable"))
    }
}

impl LowerTo<Llvm> for UnreachableOp {
    fn lower(_: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        llvm::UnreachableOp::create(b);
        Ok(().into())
    }
}

pub(crate) fn register_branch(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<BrOp>();
    dialect.op::<CondBrOp>();
    dialect.op::<AssertOp>();
    dialect.op::<UnreachableOp>();
}
