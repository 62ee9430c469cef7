//! `buffer-deallocation-simplification`: fewer comparisons of addresses where memory is freed.

use mlir_lite::analysis::alias::{AliasAnalysis, AliasResult, viewed};
use mlir_lite::dialects::standard::{ConstantOp, DeallocOwnedOp, OrOp, StdDialect};
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite_diagnostics::Reported;

/// Simplify `bufferization.dealloc` by facts about addresses.
///
/// Memory that is retained is not in the list of memory to free, memory that cannot be that of
/// others is freed by itself, and memory without an owner is left out.
#[pass(name = "buffer-deallocation-simplification", pure, each_body, dialects(StdDialect))]
#[derive(Copy, Clone, Debug)]
pub struct DeallocationSimplificationPass;

impl RunPass for DeallocationSimplificationPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ops: Vec<OpId> =
            body.own_ops().into_iter().filter(|&op| DeallocOwnedOp::is(body, op)).collect();
        if ops.is_empty() {
            return Ok(());
        }
        let aliases = cx.analysis::<AliasAnalysis>(body);
        for op in ops {
            if let Some(op) = DeallocOwnedOp::cast(body, op) {
                Lists::of(body, op).simplify(body, op, &aliases);
            }
        }
        Ok(())
    }
}

/// The operands and results of the op.
struct Lists {
    /// Memory that is freed under a condition.
    owned: Vec<(ValueId, ValueId)>,
    /// Memory that stays, with the result that says who owns it.
    kept: Vec<(ValueId, ValueId)>,
}

fn relation(body: &Body, aliases: &AliasAnalysis, a: ValueId, b: ValueId) -> AliasResult {
    // The addresses are those of the whole memory.
    let (a, b) = (viewed(body, a), viewed(body, b));
    if a == b {
        return AliasResult::Must;
    }
    let is_other = aliases.alias(body, a, b).is_no()
        || is_allocated_after(body, a, b)
        || is_allocated_after(body, b, a);
    if is_other { AliasResult::No } else { AliasResult::May }
}

/// Whether `new` is allocated where `old` is there already.
fn is_allocated_after(body: &Body, new: ValueId, old: ValueId) -> bool {
    let Some(op) = body.defining_op(new) else { return false };
    let effects = body.info(op).interface::<dyn MemoryEffectOpInterface>();
    let allocates = effects.is_some_and(|known| {
        let effects = known.ask(body.op(op), |op| op.effects());
        effects
            .iter()
            .any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(new))
    });
    let home = body.defining_block(old).filter(|_| allocates);
    let Some(home) = home else { return false };
    let place = body.block_region(home).and_then(|region| body.ancestor_in_region(op, region));
    let Some(place) = place.filter(|&place| body.block(place) == Some(home)) else { return false };
    // An argument of the block is there from its start.
    body.defining_op(old).is_none_or(|before| before != place && body.is_before(before, place))
}

impl Lists {
    fn of(body: &Body, op: DeallocOwnedOp) -> Self {
        let pairs = |a: &[ValueId], b: &[ValueId]| -> Vec<(ValueId, ValueId)> {
            a.iter().copied().zip(b.iter().copied()).collect()
        };
        Self {
            owned: pairs(&op.memrefs(body), &op.conditions(body)),
            kept: pairs(&op.retained(body), &op.updated_conditions(body)),
        }
    }

    fn simplify(mut self, body: &mut Body, op: DeallocOwnedOp, aliases: &AliasAnalysis) {
        let before = (self.owned.len(), self.kept.len());
        self.owned.retain(|&(_, condition)| {
            let known =
                constant_value(body, condition).and_then(|holds| holds.as_bool(body.context()));
            known != Some(false)
        });
        self.join_equal(body, op.id(), aliases);
        self.decide_kept(body, op.id(), aliases);
        let alone = self.split(body, aliases);
        if (self.owned.len(), self.kept.len()) == before && alone.is_empty() {
            return;
        }
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op.id()));
        for (memref, condition) in alone {
            DeallocOwnedOp::create(&mut builder, &[memref], &[condition], &[], &[]);
        }
        if !self.owned.is_empty() {
            let (memrefs, conditions): (Vec<_>, Vec<_>) = self.owned.into_iter().unzip();
            let (kept, results): (Vec<_>, Vec<_>) = self.kept.into_iter().unzip();
            let types = vec![Type::I1; kept.len()];
            let new = DeallocOwnedOp::create(&mut builder, &memrefs, &conditions, &kept, &types);
            for (result, new) in results.into_iter().zip(new.updated_conditions(body).to_vec()) {
                body.replace_all_uses(result, new);
            }
        }
        body.erase_op(op.id());
    }

    /// The same memory is there once, and freed under any of its conditions.
    fn join_equal(&mut self, body: &mut Body, op: OpId, aliases: &AliasAnalysis) {
        let mut joined: Vec<(ValueId, ValueId)> = Vec::new();
        for (memref, condition) in std::mem::take(&mut self.owned) {
            let same = joined
                .iter_mut()
                .find(|(other, _)| relation(body, aliases, *other, memref) == AliasResult::Must);
            match same {
                Some((_, before)) if *before == condition => {}
                Some((_, before)) => *before = either(body, op, *before, condition),
                None => joined.push((memref, condition)),
            }
        }
        self.owned = joined;
    }

    /// Memory that is kept is no other than it, or none of what is owned.
    fn decide_kept(&mut self, body: &mut Body, op: OpId, aliases: &AliasAnalysis) {
        let table: Vec<Vec<AliasResult>> = self
            .kept
            .iter()
            .map(|&(kept, _)| {
                self.owned.iter().map(|&(owned, _)| relation(body, aliases, kept, owned)).collect()
            })
            .collect();
        let is_decided = |row: &[AliasResult]| !row.contains(&AliasResult::May);
        // One memref may be asked about by several that are kept.
        let may_leave = |index: usize| {
            table.iter().any(|row| row[index] == AliasResult::Must && is_decided(row))
                && table.iter().all(|row| is_decided(row) || row[index] == AliasResult::No)
        };
        let leaves: Vec<bool> = (0..self.owned.len()).map(may_leave).collect();
        let mut kept = Vec::new();
        for (row, (memref, result)) in table.iter().zip(std::mem::take(&mut self.kept)) {
            let is_same = |&(index, _): &(usize, &AliasResult)| row[index] == AliasResult::Must;
            let mut same = row.iter().enumerate().filter(is_same).map(|(index, _)| index);
            let stays = same.clone().any(|index| !leaves[index]);
            if !is_decided(row) || stays {
                kept.push((memref, result));
                continue;
            }
            let owner = match same.next() {
                Some(index) => self.owned[index].1,
                None => {
                    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
                    ConstantOp::create(&mut builder, Attribute::FALSE, Type::I1)
                }
            };
            body.replace_all_uses(result, owner);
        }
        self.kept = kept;
        let mut leaves = leaves.into_iter();
        self.owned.retain(|_| leaves.next() != Some(true));
    }

    /// Takes what is freed by itself.
    fn split(&mut self, body: &Body, aliases: &AliasAnalysis) -> Vec<(ValueId, ValueId)> {
        if self.owned.len() + self.kept.len() < 2 {
            return Vec::new();
        }
        let is_alone = |&(memref, _): &(ValueId, ValueId)| {
            let others = self.owned.iter().chain(&self.kept).filter(|(other, _)| *other != memref);
            let stays = self.kept.iter().any(|(kept, _)| *kept == memref);
            !stays
                && others
                    .into_iter()
                    .all(|&(other, _)| relation(body, aliases, memref, other).is_no())
        };
        let (alone, rest) = self.owned.iter().copied().partition(is_alone);
        self.owned = rest;
        alone
    }
}

fn either(body: &mut Body, op: OpId, a: ValueId, b: ValueId) -> ValueId {
    OrOp::create(&mut BodyBuilder::new(body, InsertionPoint::Before(op)), a, b)
}
