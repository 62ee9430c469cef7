//! `affine-loop-invariant-code-motion`: moves computations, loads, stores and conditionals out of
//! loops.
//!
//! A load or store moves only if the loop certainly runs, and nothing in it writes what is loaded,
//! or accesses what is stored. Inner loops come first, so that an op moves as far out as it can.

use crate::dependence::Aliases;
use crate::loop_utils::{is_outside, known_trip_count};
use crate::subscripts::Access;
use crate::{AffineDialect, ForOp, IfOp, VectorLoadOp, VectorStoreOp};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface, Resource};
use mlir_lite::ir::{Body, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use smallvec::SmallVec;

/// Hoist loop invariant instructions outside of affine loops.
///
/// Besides computations, loads and stores move out of loops that certainly run, and conditionals
/// with what is in them. Different arguments of a function are taken for different memory, as in
/// MLIR.
#[pass(
    name = "affine-loop-invariant-code-motion",
    pure,
    report_name = "AffineLoopInvariantCodeMotion",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineLoopInvariantCodeMotionPass {
    /// Different arguments of a function may be the same memory
    #[option("arguments-may-alias")]
    arguments_may_alias: bool,
}

/// The most memrefs of a loop whose accesses are compared with each other.
const MAX_MEMREFS: usize = 32;

impl RunPass for AffineLoopInvariantCodeMotionPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let analysis = cx.analysis::<AliasAnalysis>(body);
        let aliases =
            Aliases { analysis: &analysis, arguments_may_alias: self.arguments_may_alias };
        for op in body.own_ops_post_order() {
            if let Some(this) = ForOp::cast(body, op) {
                hoist(body, this, &aliases);
            }
        }
        Ok(())
    }
}

fn hoist(body: &mut Body, this: ForOp, aliases: &Aliases<'_>) {
    let loop_op = this.id();
    let ops: Vec<OpId> = body.ops(this.block(body)).collect();
    let runs = known_trip_count(body, this).is_some_and(|count| count > 0);
    let effects = if runs { Effects::within(body, loop_op) } else { None };
    for op in ops {
        let is_invariant = body.operands(op).all(|operand| is_outside(body, operand, loop_op));
        if is_invariant && may_move(body, op, loop_op, effects.as_ref(), aliases) {
            body.move_op_before(loop_op, op);
        }
    }
}

/// Whether an op of a loop, whose operands are invariant, may move before it.
fn may_move(
    body: &Body,
    op: OpId,
    loop_op: OpId,
    effects: Option<&Effects>,
    aliases: &Aliases<'_>,
) -> bool {
    if IfOp::is(body, op) {
        let Some(own) = Effects::within(body, op) else { return false };
        return body.pre_order(op).all(|inner| {
            let is_known =
                |operand| is_outside(body, operand, loop_op) || !is_outside(body, operand, op);
            body.operands(inner).all(is_known)
                && (body.has_trait(inner, TraitFlags::RETURN_LIKE)
                    || IfOp::is(body, inner)
                    || may_move_alone(body, inner, &own, effects, aliases))
        });
    }
    let Some(own) = Effects::of_op(body, op) else { return false };
    may_move_alone(body, op, &own, effects, aliases)
}

/// Whether an op without regions may move before a loop together with the ops whose effects are
/// `own`.
fn may_move_alone(
    body: &Body,
    op: OpId,
    own: &Effects,
    effects: Option<&Effects>,
    aliases: &Aliases<'_>,
) -> bool {
    let flags = body.info(op).flags();
    if !body.regions(op).is_empty() || flags.contains(TraitFlags::TERMINATOR) {
        return false;
    }
    if flags.contains(TraitFlags::PURE) && !flags.contains(TraitFlags::CONDITIONALLY_SPECULATABLE) {
        return true;
    }
    let (Some(effects), Some((memref, is_store))) = (effects, accessed(body, op)) else {
        return false;
    };
    let mut aliasing = (effects.memrefs.iter())
        .filter(|of| of.memref == memref || aliases.may_alias(body, of.memref, memref));
    if is_store {
        // The stored value is the same in all iterations, if nothing else stores there.
        let own_writes = |memref| own.of(memref).map_or(0, |of| of.writes);
        aliasing.all(|of| of.reads == 0 && of.writes == own_writes(of.memref))
    } else {
        aliasing.all(|of| of.writes == 0)
    }
}

/// The memref of a load or store at affine subscripts, and whether it is a store.
fn accessed(body: &Body, op: OpId) -> Option<(ValueId, bool)> {
    if let Some(access) = Access::cast(body, op) {
        return Some((access.memref(body), access.is_store()));
    }
    if let Some(load) = VectorLoadOp::cast(body, op) {
        return Some((load.memref(body), false));
    }
    VectorStoreOp::cast(body, op).map(|store| (store.memref(body), true))
}

/// How often a memref is accessed.
struct OfMemref {
    memref: ValueId,
    reads: usize,
    /// Including that it is freed.
    writes: usize,
}

/// The effects of ops on memory.
#[derive(Default)]
struct Effects {
    memrefs: SmallVec<[OfMemref; 4]>,
}

impl Effects {
    /// The effects of an op and all ops in it; none if they are not known.
    fn within(body: &Body, op: OpId) -> Option<Self> {
        let mut effects = Self::default();
        for inner in body.pre_order(op) {
            effects.add(body, inner)?;
        }
        Some(effects)
    }

    /// The effects of an op alone.
    fn of_op(body: &Body, op: OpId) -> Option<Self> {
        let mut effects = Self::default();
        effects.add(body, op)?;
        Some(effects)
    }

    fn add(&mut self, body: &Body, op: OpId) -> Option<()> {
        if body.child(op).is_some() {
            return None;
        }
        let info = body.info(op);
        let Some(interface) = info.interface::<dyn MemoryEffectOpInterface>() else {
            let flags = info.flags();
            let is_known = flags.contains(TraitFlags::PURE)
                || flags.contains(TraitFlags::RECURSIVE_EFFECTS)
                || flags.contains(TraitFlags::RETURN_LIKE);
            return is_known.then_some(());
        };
        for effect in interface.ask(body.op(op), |op| op.effects()) {
            if effect.resource != Resource::MEMORY {
                return None;
            }
            let memref = effect.value?;
            let index = match self.memrefs.iter().position(|of| of.memref == memref) {
                Some(index) => index,
                None if self.memrefs.len() == MAX_MEMREFS => return None,
                None => {
                    self.memrefs.push(OfMemref { memref, reads: 0, writes: 0 });
                    self.memrefs.len() - 1
                }
            };
            match effect.kind {
                EffectKind::Read => self.memrefs[index].reads += 1,
                EffectKind::Write | EffectKind::Free => self.memrefs[index].writes += 1,
                EffectKind::Allocate => {}
            }
        }
        Some(())
    }

    fn of(&self, memref: ValueId) -> Option<&OfMemref> {
        self.memrefs.iter().find(|of| of.memref == memref)
    }
}
