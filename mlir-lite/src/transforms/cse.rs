//! Common subexpression elimination.
//!
//! Of ops without effects that have the same name, operands (in any order where
//! the op is commutative), attributes and result types, those that another one
//! dominates are replaced by it. Blocks that are never reached are left alone.
//! Ops with regions are not compared, but what is in them is. The walk
//! follows the dominator tree with a table of what is available; leaving a
//! subtree forgets what it added. Each op is hashed once.

use crate::analysis::dominance::Dominance;
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, ValueId};
use crate::ir::op_def::TraitFlags;
use crate::pass::{Pass, PassContext, PassScope, Statistic};
use crate::rewrite::{has_no_effects, is_trivially_dead};
use hashbrown::HashTable;
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// Eliminates common subexpressions and what is dead.
pub struct CsePass;

const COMMON: Statistic = Statistic { name: "num-cse'd", description: "Number of operations CSE'd" };
const DEAD: Statistic = Statistic { name: "num-dce'd", description: "Number of operations DCE'd" };

impl Pass for CsePass {
    fn name(&self) -> &'static str {
        "CSE"
    }

    fn argument(&self) -> &'static str {
        "cse"
    }

    fn scope(&self) -> PassScope {
        PassScope::EachBody
    }

    fn statistics(&self) -> &'static [Statistic] {
        &[COMMON, DEAD]
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let dominance = cx.analysis::<Dominance>(body);
        let eliminated = eliminate(body, &dominance);
        // No block comes or goes but with its op.
        cx.preserve_analysis::<Dominance>();
        cx.count(COMMON, eliminated.common);
        cx.count(DEAD, eliminated.dead);
        Ok(())
    }
}

/// A block on the way through the dominator tree.
struct Frame {
    next_op: Option<OpId>,
    /// How many ops were available when the block was entered.
    available: usize,
    /// Blocks below it in the tree that are still to be visited.
    pending: Vec<BlockId>,
}

/// How many ops are gone.
#[derive(Copy, Clone, Default)]
struct Eliminated {
    common: u64,
    dead: u64,
}

struct Cse<'b> {
    body: &'b mut Body,
    dominance: &'b Dominance,
    eliminated: Eliminated,
    table: HashTable<(u64, OpId)>,
    /// What is in the table, latest last.
    available: Vec<(u64, OpId)>,
    frames: Vec<Frame>,
}

/// Eliminates common subexpressions in one body, without the bodies in it.
pub fn eliminate_common_subexpressions(body: &mut Body) {
    let dominance = Dominance::new(body);
    eliminate(body, &dominance);
}

fn eliminate(body: &mut Body, dominance: &Dominance) -> Eliminated {
    let root = body.root();
    let mut cse = Cse {
        body,
        dominance,
        eliminated: Eliminated::default(),
        table: HashTable::new(),
        available: Vec::new(),
        frames: Vec::new(),
    };
    cse.enter_regions(root);
    cse.run();
    cse.eliminated
}

impl Cse<'_> {
    /// Visits the regions of an op next, first to last.
    fn enter_regions(&mut self, op: OpId) {
        for i in (0..self.body.regions(op).len()).rev() {
            let region = self.body.region(op, i);
            if let Some(entry) = self.body.entry_block(region) {
                self.enter_block(entry);
            }
        }
    }

    fn enter_block(&mut self, block: BlockId) {
        let mut pending = self.dominance.children(block).to_vec();
        pending.reverse();
        let next_op = self.body.first_op(block);
        // What is available is fixed when the block is reached, not now:
        // siblings may be visited before.
        self.frames.push(Frame { next_op, available: usize::MAX, pending });
    }

    fn run(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            if frame.available == usize::MAX {
                frame.available = self.available.len();
            }
            if let Some(op) = frame.next_op {
                frame.next_op = self.body.next_op(op);
                self.visit(op);
            } else if let Some(block) = frame.pending.pop() {
                self.enter_block(block);
            } else {
                let keep = frame.available;
                self.frames.pop();
                self.forget(keep);
            }
        }
    }

    fn forget(&mut self, keep: usize) {
        for (hash, op) in self.available.drain(keep..) {
            if let Ok(entry) = self.table.find_entry(hash, |entry| entry.1 == op) {
                entry.remove();
            }
        }
    }

    fn visit(&mut self, op: OpId) {
        if is_trivially_dead(self.body, op) {
            self.body.erase_op(op);
            self.eliminated.dead += 1;
            return;
        }
        if !self.body.regions(op).is_empty() {
            self.enter_regions(op);
            return;
        }
        let candidate = (self.body.has_trait(op, TraitFlags::PURE) || has_no_effects(self.body, op))
            && self.body.num_successors(op) == 0
            && self.body.child(op).is_none();
        if !candidate {
            return;
        }
        let hash = hash_op(self.body, op);
        let known = self.table.find(hash, |entry| entry.0 == hash && is_same(self.body, entry.1, op));
        if let Some(&(_, known)) = known {
            for i in 0..self.body.num_results(op) {
                let (from, to) = (self.body.result(op, i), self.body.result(known, i));
                self.body.replace_all_uses(from, to);
            }
            self.body.erase_op(op);
            self.eliminated.common += 1;
            return;
        }
        self.table.insert_unique(hash, (hash, op), |entry| entry.0);
        self.available.push((hash, op));
    }
}

fn hash_op(body: &Body, op: OpId) -> u64 {
    let mut hasher = FxHasher::default();
    body.name(op).hash(&mut hasher);
    compared_operands(body, op).hash(&mut hasher);
    for (_, value) in body.inherent_attributes(op) {
        value.hash(&mut hasher);
    }
    for result in body.results(op) {
        body.ty(result).hash(&mut hasher);
    }
    hasher.finish()
}

/// The operands, sorted if their order does not matter.
fn compared_operands(body: &Body, op: OpId) -> SmallVec<[ValueId; 4]> {
    let mut operands = body.operand_list(op);
    if body.has_trait(op, TraitFlags::COMMUTATIVE) {
        operands.sort_unstable();
    }
    operands
}

fn is_same(body: &Body, a: OpId, b: OpId) -> bool {
    body.name(a) == body.name(b)
        && compared_operands(body, a) == compared_operands(body, b)
        && body.result_types(a) == body.result_types(b)
        && body.inherent_attributes(a) == body.inherent_attributes(b)
        && body.discardable_attrs(a) == body.discardable_attrs(b)
}

#[cfg(test)]
mod tests;
