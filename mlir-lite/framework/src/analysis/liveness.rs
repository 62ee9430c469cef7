//! Liveness: where values are still needed.
//!
//! For each use, the blocks from it back to the definition are walked once per value ("path
//! exploration": Appel and Palsberg, "Modern Compiler Implementation", 1998), so the cost is
//! proportional to the size of the result. A use inside a region of an op counts as a use by the
//! op.

use crate::pass::{Analyses, Analysis};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{BlockId, OpId, ValueDef, ValueId};

/// The values that are live at the ends of blocks of a body.
pub struct Liveness {
    live_in: Vec<Vec<ValueId>>,
    live_out: Vec<Vec<ValueId>>,
}

impl Analysis for Liveness {
    const NAME: &'static str = "Liveness";

    type Parameters = ();

    fn compute(body: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        Self::new(body)
    }
}

impl Liveness {
    /// Analyses a body, without the isolated ops nested in it.
    pub fn new(body: &Body) -> Self {
        let blocks = body.block_capacity();
        let mut this =
            Self { live_in: vec![Vec::new(); blocks], live_out: vec![Vec::new(); blocks] };
        let mut owners = vec![body.root()];
        while let Some(owner) = owners.pop() {
            for &region in body.regions(owner) {
                for block in body.blocks(region) {
                    for &argument in body.arguments(block) {
                        this.explore(body, argument, block);
                    }
                    for op in body.ops(block) {
                        for result in body.results(op) {
                            this.explore(body, result, block);
                        }
                        if !body.regions(op).is_empty() {
                            owners.push(op);
                        }
                    }
                }
            }
        }
        for set in this.live_in.iter_mut().chain(&mut this.live_out) {
            set.sort_unstable();
            set.dedup();
        }
        this
    }

    /// Marks the blocks between a value's definition and its uses, including the blocks of the
    /// nested regions that contain a use.
    fn explore(&mut self, body: &Body, value: ValueId, defined_in: BlockId) {
        let mut pending: Vec<BlockId> = Vec::new();
        for user in body.users(value) {
            // From the use outwards to the region of the definition: all blocks on the way need the
            // value.
            let mut block = body.block(user);
            while let Some(current) = block {
                if current == defined_in {
                    break;
                }
                pending.push(current);
                let is_beside = body.block_region(current) == body.block_region(defined_in);
                block = if is_beside {
                    None
                } else {
                    body.block_owner(current).and_then(|owner| body.block(owner))
                };
            }
        }
        while let Some(block) = pending.pop() {
            // Values are explored one after the other, so the value is the last element of each set
            // that already contains it.
            if block == defined_in || self.live_in[block.index()].last() == Some(&value) {
                continue;
            }
            self.live_in[block.index()].push(value);
            for (predecessor, _) in body.predecessors(block) {
                let Some(before) = body.block(predecessor) else { continue };
                let out = &mut self.live_out[before.index()];
                if out.last() != Some(&value) {
                    out.push(value);
                    pending.push(before);
                }
            }
        }
    }

    /// The values that are defined before the block and used in it or after it, ordered by id.
    pub fn live_in(&self, block: BlockId) -> &[ValueId] {
        &self.live_in[block.index()]
    }

    /// The values that are used after the block, ordered by id.
    pub fn live_out(&self, block: BlockId) -> &[ValueId] {
        &self.live_out[block.index()]
    }

    /// Whether the value is not needed after `op`, which is in a block where the value is defined
    /// or live.
    pub fn is_dead_after(&self, body: &Body, value: ValueId, op: OpId) -> bool {
        let Some(block) = body.block(op) else { return true };
        if self.live_out[block.index()].binary_search(&value).is_ok() {
            return false;
        }
        let region = body.block_region(block);
        body.users(value).all(|user| {
            let here = region.and_then(|region| body.ancestor_in_region(user, region));
            here.is_none_or(|here| {
                body.block(here) != Some(block) || here == op || body.is_before(here, op)
            })
        })
    }

    /// The last op of the value's own block that uses it; none if the value is live at the end of
    /// the block, or has no use.
    pub fn last_use_in_block(&self, body: &Body, value: ValueId) -> Option<OpId> {
        let block = match body.value_def(value) {
            ValueDef::Result { op, .. } => body.block(op)?,
            ValueDef::Argument { block, .. } => block,
        };
        if self.live_out[block.index()].binary_search(&value).is_ok() {
            return None;
        }
        let region = body.block_region(block)?;
        let users = body.users(value).filter_map(|user| body.ancestor_in_region(user, region));
        let users = users.filter(|&user| body.block(user) == Some(block));
        users.reduce(|last, user| if body.is_before(last, user) { user } else { last })
    }
}
