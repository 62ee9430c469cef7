//! Common subexpression elimination.
//!
//! Among ops without effects that have the same name, operands (in any order where the op is
//! commutative), attributes and result types, one that dominates another replaces it. Ops that only
//! read memory are replaced by one in the same block, if nothing in between may write. Unreachable
//! blocks are left alone. Ops with regions are compared after their nested ops. The walk follows
//! the dominator tree and keeps a table of available ops; leaving a subtree removes what it added.
//! Each op is hashed once.
//!
//! An op that is not registered may be isolated from above: its regions are visited separately,
//! after all others, with an empty table.

mod available;
mod regions;

use available::{AvailableExpressions, Entry};
use hashbrown::HashTable;
use mlir_lite::analysis::dominance::Dominance;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{BlockId, OpId, ValueId};
use mlir_lite::ir::interfaces::{Effect, EffectKind, Resource};
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::is_trivially_dead;
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// Eliminate common sub-expressions.
#[pass(name = "cse", pure, report_name = "CSE", each_body)]
#[derive(Copy, Clone, Debug)]
pub struct CsePass {
    /// Leave ops that read memory alone
    #[option("keep-reads")]
    keep_reads: bool,
    /// Number of operations CSE'd
    #[statistic("num-cse'd")]
    COMMON: Statistic,
    /// Number of operations DCE'd
    #[statistic("num-dce'd")]
    DEAD: Statistic,
}

/// The dominance of an op with fewer ops is computed again when it is needed.
const SMALL: usize = 32;

impl CsePass {
    /// Leaves ops that read memory alone, for passes that follow and want to see each access.
    pub fn keeping_reads() -> Self {
        Self { keep_reads: true }
    }
}

impl RunPass for CsePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let is_small = body.op_capacity() < SMALL;
        let dominance = match is_small {
            true => cx.analysis_for_now::<Dominance>(body),
            false => cx.analysis::<Dominance>(body),
        };
        let eliminated = eliminate(body, &dominance, self.keep_reads);
        if !is_small {
            // Blocks are only erased together with the op that contains them.
            cx.preserve_analysis::<Dominance>();
        }
        cx.count(Self::COMMON, eliminated.common);
        cx.count(Self::DEAD, eliminated.dead);
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
    /// Instead of a block: an op whose regions have been visited.
    whole: Option<OpId>,
}

/// How many ops are erased.
#[derive(Copy, Clone, Default)]
struct Eliminated {
    common: u64,
    dead: u64,
}

struct Cse<'b> {
    body: &'b mut Body,
    dominance: &'b Dominance,
    keep_reads: bool,
    eliminated: Eliminated,
    available: AvailableExpressions,
    /// Ops that read memory, each with the number of writes visited before it.
    reads: HashTable<(Entry, u32)>,
    writes: Writes,
    frames: Vec<Frame>,
    /// Ops that are not registered, whose regions are still to be visited.
    unknown: Vec<OpId>,
    /// Whether there are such ops, so that the table of available ops is emptied at some time.
    has_unknown: bool,
}

/// Eliminates common subexpressions in one body, without the isolated ops nested in it.
pub fn eliminate_common_subexpressions(body: &mut Body) {
    let dominance = Dominance::new(body);
    eliminate(body, &dominance, false);
}

fn eliminate(body: &mut Body, dominance: &Dominance, keep_reads: bool) -> Eliminated {
    let root = body.root();
    let available = AvailableExpressions::new(body);
    let has_unknown = body.has_unknown_regions();
    let mut cse = Cse {
        body,
        dominance,
        keep_reads,
        eliminated: Eliminated::default(),
        available,
        reads: HashTable::new(),
        writes: Writes::default(),
        frames: Vec::new(),
        unknown: Vec::new(),
        has_unknown,
    };
    cse.enter_regions(root);
    cse.run();
    while let Some(op) = cse.unknown.pop() {
        cse.available.forget(0);
        cse.enter_regions(op);
        cse.run();
    }
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
        // The number of available ops is set when the block is reached, not here: siblings may be
        // visited before.
        self.frames.push(Frame { next_op, available: usize::MAX, pending, whole: None });
    }

    fn run(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            if frame.available == usize::MAX {
                frame.available = self.available.scoped();
            }
            if let Some(op) = frame.next_op {
                frame.next_op = self.body.next_op(op);
                self.visit(op);
            } else if let Some(block) = frame.pending.pop() {
                self.enter_block(block);
            } else {
                let (keep, whole) = (frame.available, frame.whole);
                self.frames.pop();
                match whole {
                    Some(op) => self.visit_whole(op),
                    None => self.available.forget(keep),
                }
            }
        }
    }

    fn visit(&mut self, op: OpId) {
        if is_trivially_dead(self.body, op) {
            self.body.erase_op(op);
            self.eliminated.dead += 1;
            return;
        }
        let effects = effects(self.body, op);
        if effects == Effects::Nothing && self.body.is_plain(op) {
            return self.visit_pure(op);
        }
        if let Effects::Writes(resource) = effects {
            self.writes.count(resource);
        }
        if !self.body.regions(op).is_empty() {
            if effects == Effects::Nothing && self.body.num_results(op) > 0 {
                let whole = Some(op);
                self.frames.push(Frame {
                    next_op: None,
                    available: usize::MAX,
                    pending: Vec::new(),
                    whole,
                });
            }
            if self.has_unknown && !self.body.info(op).is_registered() {
                return self.unknown.push(op);
            }
            self.enter_regions(op);
        } else if self.body.num_successors(op) == 0 && self.body.child(op).is_none() {
            match effects {
                Effects::Nothing => self.visit_pure(op),
                Effects::Reads(resource) if !self.keep_reads => self.visit_read(op, resource),
                Effects::Reads(_) | Effects::Writes(_) | Effects::Others => {}
            }
        }
    }

    fn visit_pure(&mut self, op: OpId) {
        let new = new_entry(self.body, op);
        self.visit_entry(op, new, is_same);
    }

    /// Visits an op with regions, after its nested ops.
    fn visit_whole(&mut self, op: OpId) {
        let Some(hash) = regions::hash(self.body, op) else { return };
        let mut new = new_entry(self.body, op);
        new.hash ^= hash as u32;
        self.visit_entry(op, new, |body, a, b| {
            is_same(body, a, b) && regions::are_same(body, a, b)
        });
    }

    fn visit_entry(&mut self, op: OpId, new: Entry, is_same: impl Fn(&Body, OpId, OpId) -> bool) {
        match self.available.find(self.body, new, |available| is_same(self.body, available, op)) {
            Ok(available) => self.replace(op, available),
            // Entries of the outermost scope stay to the end.
            Err(bucket) => {
                self.available.add(new, bucket, self.has_unknown || self.frames.len() > 1)
            }
        }
    }

    fn visit_read(&mut self, op: OpId, resource: Option<Resource>) {
        let writes = self.writes.before_read(resource);
        let mut new = new_entry(self.body, op);
        // Without the block and the number of writes, equal reads with writes in between, or in
        // other blocks, would all have one hash.
        let block = self.body.block(op).map_or(0, |block| block.index() as u32);
        new.hash ^= writes.wrapping_mul(0x9e37_79b9) ^ block.wrapping_mul(0x85eb_ca6b);
        let is_available = |(earlier, before): &(Entry, u32)| {
            earlier.hash == new.hash
                && *before == writes
                && self.body.block(earlier.op) == self.body.block(op)
                && is_same(self.body, earlier.op, op)
        };
        if let Some(&(earlier, _)) = self.reads.find(new.mix(), is_available) {
            return self.replace(op, earlier.op);
        }
        self.reads.insert_unique(new.mix(), (new, writes), |(entry, _)| entry.mix());
    }

    fn replace(&mut self, op: OpId, by: OpId) {
        for i in 0..self.body.num_results(op) {
            let (from, to) = (self.body.result(op, i), self.body.result(by, i));
            self.body.replace_all_uses(from, to);
        }
        self.body.erase_op(op);
        self.eliminated.common += 1;
    }
}

/// How many ops that write were visited, by what they write.
#[derive(Default)]
struct Writes {
    /// Those that may write anything.
    anything: u32,
    by_resource: SmallVec<[(Resource, u32); 2]>,
}

impl Writes {
    fn count(&mut self, resource: Option<Resource>) {
        match resource {
            None => self.anything += 1,
            Some(resource) => {
                match self.by_resource.iter_mut().find(|(known, _)| *known == resource) {
                    Some((_, count)) => *count += 1,
                    None => self.by_resource.push((resource, 1)),
                }
            }
        }
    }

    /// How many of them a read of this resource, or of several, depends on.
    fn before_read(&self, resource: Option<Resource>) -> u32 {
        let concerned = self.by_resource.iter().filter(|(it, _)| resource.is_none_or(|r| r == *it));
        self.anything + concerned.map(|(_, count)| count).sum::<u32>()
    }
}

/// The effects of an op, without its nested ops; none stands for several resources, or any.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Effects {
    Nothing,
    /// It only reads.
    Reads(Option<Resource>),
    /// It may write.
    Writes(Option<Resource>),
    /// It allocates or frees memory, which does not change what other ops read.
    Others,
}

fn effects(body: &Body, op: OpId) -> Effects {
    let info = body.info(op);
    if info.flags().contains(TraitFlags::PURE) {
        return Effects::Nothing;
    }
    let Some(interface) = info.effects() else {
        let is_within = info.flags().contains(TraitFlags::RECURSIVE_EFFECTS);
        return if is_within { Effects::Nothing } else { Effects::Writes(None) };
    };
    let effects = interface.ask(body.op(op), |op| op.effects());
    let Some(first) = effects.first() else { return Effects::Nothing };
    let is_of_first = |effect: &Effect| effect.resource == first.resource;
    let resource = effects.iter().all(is_of_first).then_some(first.resource);
    if effects.iter().all(|effect| effect.kind == EffectKind::Read) {
        Effects::Reads(resource)
    } else if effects.iter().any(|effect| effect.kind == EffectKind::Write) {
        Effects::Writes(resource)
    } else {
        Effects::Others
    }
}

fn new_entry(body: &Body, op: OpId) -> Entry {
    Entry { hash: (hash_op(body, op) >> 16) as u32, op }
}

fn hash_op(body: &Body, op: OpId) -> u64 {
    let mut hasher = FxHasher::default();
    body.name(op).hash(&mut hasher);
    let is_commutative = body.has_trait(op, TraitFlags::COMMUTATIVE);
    if body.num_operands(op) == 2 {
        let (a, b) = (body.operand(op, 0), body.operand(op, 1));
        let (a, b) = if is_commutative { (a.min(b), a.max(b)) } else { (a, b) };
        // One hash step for both.
        ((a.index() as u64) << 32 | b.index() as u64).hash(&mut hasher);
    } else if is_commutative {
        sorted_operands(body, op).hash(&mut hasher);
    } else {
        body.operands(op).for_each(|operand| operand.hash(&mut hasher));
    }
    for value in body.attr_slots(op).iter().flatten() {
        value.hash(&mut hasher);
    }
    for result in body.results(op) {
        body.ty(result).hash(&mut hasher);
    }
    hasher.finish()
}

/// The operands of a commutative op in a canonical order.
fn sorted_operands(body: &Body, op: OpId) -> SmallVec<[ValueId; 4]> {
    let mut operands = body.operand_list(op);
    operands.sort_unstable();
    operands
}

fn is_same(body: &Body, a: OpId, b: OpId) -> bool {
    is_same_but_operands(body, a, b)
        && (body.operands(a).eq(body.operands(b))
            || (body.has_trait(a, TraitFlags::COMMUTATIVE)
                && sorted_operands(body, a) == sorted_operands(body, b)))
}

fn is_same_but_operands(body: &Body, a: OpId, b: OpId) -> bool {
    body.name(a) == body.name(b)
        && body.num_operands(a) == body.num_operands(b)
        && body
            .results(a)
            .map(|value| body.ty(value))
            .eq(body.results(b).map(|value| body.ty(value)))
        && body.attr_slots(a) == body.attr_slots(b)
        && body.discardable_attrs(a) == body.discardable_attrs(b)
}
