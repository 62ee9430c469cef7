//! Dominance: which definitions reach which uses.
//!
//! Within a block, what stands before dominates. Between the blocks of a
//! region, a block dominates those that are only reached through it; the tree
//! is computed by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast
//! Dominance Algorithm", 2001) and numbered, so that a query is two
//! comparisons. A value of a region is visible in the regions nested in it.
//!
//! In a block that is never reached everything dominates, as in MLIR: no
//! execution can tell.

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::ir::op_def::TraitFlags;

/// The dominance of one body, without the bodies in it.
pub struct Dominance {
    /// Per block: when a walk of its region's tree enters and leaves it; none
    /// for blocks that are never reached.
    intervals: Vec<Option<(u32, u32)>>,
    /// Per block: the blocks right below it in the tree, in reverse post-order.
    children: Vec<Vec<BlockId>>,
}

impl Dominance {
    /// Computes the dominance of all regions of `body`.
    pub fn new(body: &Body) -> Self {
        let mut this = Self {
            intervals: vec![None; body.block_capacity()],
            children: vec![Vec::new(); body.block_capacity()],
        };
        let root = body.root();
        for op in std::iter::once(root).chain(body.walk_op_pre_order(root)) {
            for &region in body.regions(op) {
                this.add_region(body, region);
            }
        }
        this
    }

    fn add_region(&mut self, body: &Body, region: RegionId) {
        let Some(entry) = body.entry_block(region) else { return };
        if body.has_one_block(region) {
            self.intervals[entry.index()] = Some((0, 1));
            return;
        }
        let order = reverse_post_order(body, entry);
        let idoms = immediate_dominators(body, &order);
        for (&block, &idom) in order.iter().zip(&idoms).skip(1) {
            self.children[order[idom].index()].push(block);
        }
        // Number the tree by a walk with a stack of its own.
        let mut clock = 0;
        let mut stack = vec![(entry, 0)];
        self.intervals[entry.index()] = Some((clock, clock));
        while let Some(frame) = stack.last_mut() {
            let (block, next) = *frame;
            clock += 1;
            if let Some(&child) = self.children[block.index()].get(next) {
                frame.1 += 1;
                self.intervals[child.index()] = Some((clock, clock));
                stack.push((child, 0));
            } else {
                if let Some(interval) = &mut self.intervals[block.index()] {
                    interval.1 = clock;
                }
                stack.pop();
            }
        }
    }

    /// Whether the block is reached from its region's entry.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.intervals.get(block.index()).is_some_and(Option::is_some)
    }

    /// The blocks that `block` dominates immediately.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        self.children.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether `a` dominates `b`; they are blocks of one region. A block
    /// dominates itself.
    pub fn block_dominates(&self, a: BlockId, b: BlockId) -> bool {
        if a == b {
            return true;
        }
        let interval = |block: BlockId| self.intervals.get(block.index()).copied().flatten();
        match (interval(a), interval(b)) {
            (Some(a), Some(b)) => a.0 <= b.0 && b.1 <= a.1,
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }

    /// Whether `value` may be used by `user`.
    pub fn value_dominates(&self, body: &Body, value: ValueId, user: OpId) -> bool {
        let Some(block) = body.defining_block(value) else { return false };
        let user = match body.block(user) {
            Some(own) if own == block => user,
            _ => match body.block_region(block).and_then(|region| body.ancestor_in_region(user, region)) {
                Some(ancestor) => ancestor,
                None => return false,
            },
        };
        let Some(own) = body.block(user) else { return false };
        if is_graph(body, block) {
            return true;
        }
        if own != block {
            return self.block_dominates(block, own);
        }
        match body.defining_op(value) {
            None => true,
            Some(op) => op != user && (body.is_before(op, user) || !self.is_reachable(block)),
        }
    }
}

/// Whether order does not matter in the block.
fn is_graph(body: &Body, block: BlockId) -> bool {
    body.block_owner(block).is_some_and(|op| body.has_trait(op, TraitFlags::GRAPH_REGION))
}

/// The blocks that are reached from `entry`, each before those that are only
/// reached through it.
fn reverse_post_order(body: &Body, entry: BlockId) -> Vec<BlockId> {
    let mut seen = vec![false; body.block_capacity()];
    let mut order = Vec::new();
    let successors = |block: BlockId| -> Vec<BlockId> {
        body.last_op(block).map_or(Vec::new(), |last| body.successors(last).collect())
    };
    seen[entry.index()] = true;
    let mut stack = vec![(entry, successors(entry))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                stack.push((next, successors(next)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// For each block of `order` the position of its immediate dominator; the
/// entry's is its own.
fn immediate_dominators(body: &Body, order: &[BlockId]) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut position = vec![UNKNOWN; body.block_capacity()];
    for (i, block) in order.iter().enumerate() {
        position[block.index()] = i;
    }
    let predecessors: Vec<Vec<usize>> = order
        .iter()
        .map(|&block| {
            let from = body.predecessors(block).filter_map(|(op, _)| body.block(op));
            from.map(|block| position[block.index()]).filter(|&p| p != UNKNOWN).collect()
        })
        .collect();
    let mut idoms = vec![UNKNOWN; order.len()];
    idoms[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for i in 1..order.len() {
            let mut new = UNKNOWN;
            for &predecessor in &predecessors[i] {
                if idoms[predecessor] != UNKNOWN {
                    new = if new == UNKNOWN { predecessor } else { intersect(&idoms, predecessor, new) };
                }
            }
            if idoms[i] != new {
                idoms[i] = new;
                changed = true;
            }
        }
    }
    idoms
}

fn intersect(idoms: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = idoms[a];
        }
        while b > a {
            b = idoms[b];
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;
    use crate::text::{ParseOptions, parse_module};
    use mlir_lite_diagnostics::Diagnostics;

    /// The blocks of the first op's region, in order.
    fn blocks(text: &str) -> (Body, Vec<BlockId>) {
        let ctx = Context::new();
        let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
        let options = ParseOptions { allow_unregistered: true };
        let body = parse_module(&ctx, &file, options, &mut Diagnostics::new()).unwrap();
        let op = body.walk_pre_order()[0];
        let blocks = body.blocks(body.region(op, 0)).collect();
        (body, blocks)
    }

    #[test]
    fn a_diamond_is_dominated_by_its_top() {
        let (body, b) = blocks(
            "\"t.r\"() ({
               \"t.br\"()[^a, ^b] : () -> ()
             ^a: \"t.br\"()[^c] : () -> ()
             ^b: \"t.br\"()[^c] : () -> ()
             ^c: \"t.br\"()[^c] : () -> ()
             ^dead: \"t.end\"() : () -> ()
             }) : () -> ()",
        );
        let dominance = Dominance::new(&body);
        assert!(dominance.block_dominates(b[0], b[3]));
        assert!(!dominance.block_dominates(b[1], b[3]));
        assert!(!dominance.block_dominates(b[3], b[1]));
        assert!(!dominance.is_reachable(b[4]));
        assert!(dominance.block_dominates(b[1], b[4]));
        assert_eq!(dominance.children(b[0]), [b[1], b[2], b[3]]);
    }

    #[test]
    fn values_reach_nested_regions_but_not_out_of_them() {
        let (body, _) = blocks(
            "\"t.r\"() ({
               %a = \"t.a\"() : () -> i32
               \"t.nest\"() ({ %b = \"t.b\"(%a) : (i32) -> i32 }) : () -> ()
               %c = \"t.c\"() : () -> i32
             }) : () -> ()",
        );
        let ops = body.walk_pre_order();
        let dominance = Dominance::new(&body);
        let (a, nest, b, c) = (ops[1], ops[2], ops[3], ops[4]);
        assert!(dominance.value_dominates(&body, body.result(a, 0), b));
        assert!(dominance.value_dominates(&body, body.result(a, 0), nest));
        assert!(!dominance.value_dominates(&body, body.result(b, 0), c));
        assert!(!dominance.value_dominates(&body, body.result(c, 0), b));
        assert!(!dominance.value_dominates(&body, body.result(c, 0), c));
    }

    #[test]
    fn long_chains_take_no_stack() {
        let mut text = String::from("\"t.r\"() ({\n");
        for i in 0..20_000 {
            text += &format!("^b{i}: \"t.br\"()[^b{}] : () -> ()\n", i + 1);
        }
        text += "^b20000: \"t.end\"() : () -> ()\n}) : () -> ()";
        let (body, b) = blocks(&text);
        assert!(Dominance::new(&body).block_dominates(b[0], b[20_000]));
    }
}
