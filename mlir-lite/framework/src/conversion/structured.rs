//! Helpers that the lowerings of structured ops to blocks share.

use crate::pass::PassContext;
use crate::rewrite::{FrozenRewritePatternSet, GreedyConfig, MatchResult, apply_patterns_greedily};
use mlir_lite::ir::{BlockId, Body, OpId, TraitFlags, ValueId};
use mlir_lite::support::pool::EntityId;
use mlir_lite_diagnostics::Reported;

/// The reason why an op that would become blocks cannot be lowered.
pub const ONE_BLOCK: &str = "the region around the op must have one block";

/// Whether the region around an op may have several blocks, as lowering the op needs.
pub fn may_have_blocks(body: &Body, op: OpId) -> MatchResult {
    let (Some(parent), Some(block)) = (body.parent_op(op), body.block(op)) else {
        return Err("the op is in no region".into());
    };
    // No op has regions of both kinds.
    let has_one_block = match body.info(parent).def() {
        Some(def) => {
            body.has_trait(parent, TraitFlags::SINGLE_BLOCK)
                || def.regions.iter().any(|it| it.single_block)
        }
        // Where there are several blocks already, their order matters. This check is then
        // constant-time, so that it costs nothing for the other ops of the region.
        None => body.is_alone(block.slot()) && is_graph(body, block),
    };
    if has_one_block { Err(ONE_BLOCK.into()) } else { Ok(()) }
}

/// Whether an op of the block uses what is defined after it, as is allowed in the region of an
/// unknown op.
fn is_graph(body: &Body, block: BlockId) -> bool {
    body.ops(block).any(|user| {
        let is_later = |value: ValueId| {
            body.defining_op(value)
                .is_some_and(|def| body.block(def) == Some(block) && !body.is_before(def, user))
        };
        // Values that are defined in a region of `user` are in another block.
        std::iter::once(user).chain(body.pre_order(user)).any(|op| body.operands(op).any(is_later))
    })
}

/// Applies a lowering's patterns and reports the ops of `dialect` that are
/// left: a lowering that leaves something has failed.
pub fn lower_dialect(
    body: &mut Body,
    dialect: &str,
    patterns: &FrozenRewritePatternSet,
    cx: &mut PassContext<'_>,
) -> Result<(), Reported> {
    // Erasing unreachable blocks is not the task of this pass.
    let config = GreedyConfig::default().with_simplify_regions(false);
    // One sweep lowers nearly everything; an op that must wait for an enclosing op needs another.
    let once = config.clone().with_repeat(false);
    apply_patterns_greedily(body, patterns, &once, cx.requests, cx.diagnostics)?;
    if left_of(body, dialect).is_empty() {
        return Ok(());
    }
    apply_patterns_greedily(body, patterns, &config, cx.requests, cx.diagnostics)?;
    let mut result = Ok(());
    for op in left_of(body, dialect) {
        let name = body.op(op).spelled_name();
        let message = format!("failed to legalize operation '{name}': no pattern lowers it here");
        result = Err(cx.error(body.op(op).error(message)));
    }
    result
}

/// The remaining ops of the dialect. Terminators are removed with the ops that contain them.
fn left_of(body: &Body, dialect: &str) -> Vec<OpId> {
    let Some(id) = body.context().dialect_id(dialect) else { return Vec::new() };
    let mut ops = body.own_ops();
    ops.retain(|&op| {
        let info = body.info(op);
        info.dialect() == Some(id) && !info.flags().contains(TraitFlags::TERMINATOR)
    });
    ops
}
