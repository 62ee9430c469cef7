//! `affine-loop-fusion`: merges a loop nest that reads what another one wrote into that one, so
//! that values are passed in registers.
//!
//! In each block, one sweep visits the loop nests in order. A nest here is a perfect nest of loops
//! whose bounds do not depend on one another, and whose innermost body only loads, stores and
//! computes. A nest is merged with an earlier one that last wrote a memref it reads, at the
//! position of either, if all of these conditions hold:
//!
//! 1. **Same iterations.** Bounds and steps agree at each depth, either directly or with the later
//!    nest's loops in the order in which it reads what the earlier one wrote: a nest that reads a
//!    transposed matrix is then interchanged. Its own iterations must be independent for that.
//! 2. **No dependence is reversed.** Where both access one memref and one of them writes it, all of
//!    these accesses have the same subscripts, and these are one-to-one in the variables of the
//!    loops with more than one iteration. Then two iterations touch the same element only if they
//!    are the same iteration, and within it the earlier nest's ops stay first. Anything else, for
//!    instance a matrix that is read both directly and transposed, forbids the merge. Memrefs that
//!    may alias count as one that is accessed at different subscripts.
//! 3. **No conflicts in between.** Either nothing after the earlier nest conflicts with the later
//!    one, which then moves up; or nothing after the earlier nest conflicts with that, which then
//!    moves down. Conflicts are reads of what is written and writes of what is read or written; ops
//!    of unknown effect conflict with all memory that they may know of; used values must be
//!    defined.
//! 4. **The body stays small**: [`MAX_BODY_OPS`], since code generators take more than linear time
//!    in the length of a block.
//!
//! Time is near-linear in the number of nests: the last accesses of each memref are kept in a
//! table, and each merge costs at most the size of a body. This does not merge nests at unequal
//! depths, shift iterations, or duplicate producers.

mod legality;
#[cfg(test)]
mod random_tests;
mod recent;
#[cfg(test)]
pub(crate) mod tests;
use crate::affine_nest::Nest;
use crate::subscripts::SubscriptTable;
use crate::{AffineDialect, ForOp};
use legality::aligned_order;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::analysis::memory_effects::visit_effects;
use mlir_lite::ir::interfaces::EffectKind;
use mlir_lite::ir::{BlockId, Body, OpDefinition, OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use recent::{MemoryLog, Owner};
use rustc_hash::FxHashMap;

/// The most ops in the innermost body of a merged nest.
pub const MAX_BODY_OPS: usize = 256;

/// The maximum number of earlier nests with which fusion of one nest is tried.
const MAX_CANDIDATES: usize = 16;

/// Fuse affine loop nests.
#[pass(
    name = "affine-loop-fusion",
    pure,
    each_body,
    dialects(AffineDialect),
    only(
        "compute-tolerance" = "0.3" | "0.300000" | "3.000000e-01": "nothing is computed twice",
        "fast-mem-space" = "0": "values are passed in registers, not in buffers",
        "local-buf-threshold" = "0": "values are passed in registers, not in buffers",
        "maximal" = "false" | "true": "nests are merged as a whole",
        "mode" = "greedy": "each nest is merged where that is legal"
    )
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineLoopFusionPass;

impl RunPass for AffineLoopFusionPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let aliases = cx.analysis::<AliasAnalysis>(body);
        fuse_affine_loops(body, &aliases);
        Ok(())
    }
}

/// Merges the loop nests of a body; returns the number of merges.
pub fn fuse_affine_loops(body: &mut Body, aliases: &AliasAnalysis) -> usize {
    if body.context().dialect_id("affine").is_none() {
        return 0;
    }
    let mut blocks = Vec::new();
    for op in std::iter::once(body.root()).chain(body.pre_order(body.root())) {
        for &region in body.regions(op) {
            blocks.extend(body.blocks(region));
        }
    }
    let mut merges = 0;
    // Inner blocks first: a merge erases the blocks of the merged nest.
    for block in blocks.into_iter().rev() {
        let loops = body.ops(block).filter(|&op| ForOp::is(body, op)).take(2).count();
        if loops == 2 {
            merges += Sweep::new(aliases).run(body, block);
        }
    }
    merges
}

/// The loop nests of one block, merged up to the current position of the sweep.
struct Sweep<'a> {
    aliases: &'a AliasAnalysis,
    /// Nests by number; merged ones are followed through `merged_into`.
    nests: Vec<Nest>,
    merged_into: Vec<u32>,
    log: MemoryLog,
    subscripts: SubscriptTable,
    /// The positions of the block's ops, in order.
    positions: FxHashMap<OpId, i64>,
}

impl<'a> Sweep<'a> {
    fn new(aliases: &'a AliasAnalysis) -> Self {
        Self {
            aliases,
            nests: Vec::new(),
            merged_into: Vec::new(),
            log: MemoryLog::default(),
            subscripts: SubscriptTable::default(),
            positions: FxHashMap::default(),
        }
    }

    fn run(mut self, body: &mut Body, block: BlockId) -> usize {
        let ops: Vec<OpId> = body.ops(block).collect();
        self.positions = ops.iter().copied().zip(0..).collect();
        let mut merges = 0;
        for (op, position) in ops.into_iter().zip(0..) {
            let nest = ForOp::cast(body, op).and_then(|root| {
                Nest::new(body, root, position, &self.positions, &mut self.subscripts, self.aliases)
            });
            match nest {
                Some(nest) => merges += self.nest(body, nest),
                None => self.other_op(body, op, position),
            }
        }
        merges
    }

    fn other_op(&mut self, body: &Body, op: OpId, position: i64) {
        let (log, aliases) = (&mut self.log, self.aliases);
        visit_effects(body, op, &mut |kind, memref| {
            // Uses of an allocation are ordered by its definition.
            if kind != EffectKind::Allocate {
                let memref = memref.map(|memref| (memref, aliases.class(body, memref)));
                log.record(memref, kind != EffectKind::Read, Owner::Op, position);
            }
        });
    }

    /// Merges a nest with earlier ones where that is legal; returns the number of merges.
    fn nest(&mut self, body: &mut Body, nest: Nest) -> usize {
        let mut candidates = self.producers(&nest);
        let mut unrecorded: Vec<ValueId> = nest.memrefs.keys().copied().collect();
        let mut current = self.nests.len() as u32;
        self.nests.push(nest);
        self.merged_into.push(current);
        candidates
            .sort_by_key(|&candidate| std::cmp::Reverse(self.nests[candidate as usize].position));
        let mut merges = 0;
        for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
            if candidate == current {
                continue;
            }
            if let Some(memrefs) = self.merge(body, candidate, current) {
                unrecorded = memrefs;
                current = candidate;
                merges += 1;
            }
        }
        self.record(current, &unrecorded);
        merges
    }

    /// The nests that last wrote the memrefs that `nest` reads.
    fn producers(&self, nest: &Nest) -> Vec<u32> {
        let mut producers: Vec<u32> = nest
            .memrefs
            .iter()
            .filter(|(_, accesses)| accesses.reads)
            .flat_map(|(&memref, _)| self.log.writers(memref))
            .map(|number| self.find(number))
            .collect();
        producers.sort_unstable();
        producers.dedup();
        producers
    }

    fn find(&self, mut number: u32) -> u32 {
        while self.merged_into[number as usize] != number {
            number = self.merged_into[number as usize];
        }
        number
    }

    /// Records the accesses of a nest to these memrefs at its current position.
    fn record(&mut self, number: u32, memrefs: &[ValueId]) {
        let nest = &self.nests[number as usize];
        for &memref in memrefs {
            let Some(accesses) = nest.memrefs.get(&memref) else { continue };
            let memref = Some((memref, accesses.class));
            if accesses.reads {
                self.log.record(memref, false, Owner::Nest(number), nest.position);
            }
            if accesses.writes.is_some() {
                self.log.record(memref, true, Owner::Nest(number), nest.position);
            }
        }
    }

    /// Merges nest `later` into `earlier`, if that is legal; returns the memrefs whose accesses by
    /// the merged nest are not recorded. If `earlier` stays where it is, its own still are.
    fn merge(&mut self, body: &mut Body, earlier: u32, later: u32) -> Option<Vec<ValueId>> {
        let mut place = self.merged_position(body, earlier, later, &self.nests[later as usize]);
        if place.is_none() {
            let (first, second) = (&self.nests[earlier as usize], &self.nests[later as usize]);
            let order = aligned_order(first, second, &self.subscripts, body, self.aliases)?;
            let second = second.in_order(&order, &mut self.subscripts, body.context());
            place = self.merged_position(body, earlier, later, &second);
            if place.is_some() {
                self.nests[later as usize] = second;
            }
        }
        let place = place?;
        let pair = self.nests.get_disjoint_mut([earlier as usize, later as usize]);
        let Ok([kept, merged]) = pair else { return None };
        let mut unrecorded: Vec<ValueId> = merged.memrefs.keys().copied().collect();
        if place == merged.position {
            body.move_op_before(merged.root, kept.root);
            unrecorded.extend(kept.memrefs.keys());
        }
        kept.absorb(body, merged);
        kept.position = place;
        self.merged_into[later as usize] = earlier;
        Some(unrecorded)
    }
}
