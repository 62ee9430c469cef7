//! The dominator tree of a region's blocks, by the algorithm of Lengauer and Tarjan ("A Fast
//! Algorithm for Finding Dominators in a Flowgraph", 1979) with path compression: O(m log n) for m
//! branches between n blocks. Nothing recurses.
//!
//! Blocks are numbered in depth-first order. The semidominator of a block is the block with the
//! smallest number from which a path leads to it through blocks with larger numbers than its own.

use crate::ir::body::Body;
use crate::ir::entities::BlockId;

/// The number of a block.
pub(super) type Number = u32;

/// The number of a block that is not reached.
pub(super) const UNREACHED: Number = Number::MAX;

/// The reachable blocks of a region, by number: the entry is 0, and each block has a larger number
/// than its immediate dominator.
pub(super) struct DominatorTree {
    pub(super) blocks: Vec<BlockId>,
    /// The numbers of the immediate dominators; the entry's is its own.
    pub(super) idoms: Vec<Number>,
}

/// Computes the tree of the blocks reachable from `entry`. `numbers` has an element for each block
/// of the body and receives the numbers.
pub(super) fn dominator_tree(body: &Body, entry: BlockId, numbers: &mut [Number]) -> DominatorTree {
    let Walk { blocks, parents, branches } = Walk::from(body, entry, numbers);
    let predecessors = Predecessors::new(blocks.len(), &branches, numbers);
    // There are no more blocks than 32-bit ids.
    let count = blocks.len() as Number;
    let mut forest = Forest {
        semi: (0..count).collect(),
        label: (0..count).collect(),
        ancestor: vec![UNREACHED; blocks.len()],
        path: Vec::new(),
    };
    let mut idoms = vec![0; blocks.len()];
    // Linked lists: for each semidominator, the first block whose dominator is not known yet; for
    // each block, the next one in its list.
    let (mut pending, mut next) = (vec![UNREACHED; blocks.len()], vec![UNREACHED; blocks.len()]);
    for number in (1..count).rev() {
        let block = number as usize;
        for &from in predecessors.of(number) {
            let best = forest.eval(from);
            forest.semi[block] = forest.semi[block].min(forest.semi[best as usize]);
        }
        next[block] = std::mem::replace(&mut pending[forest.semi[block] as usize], number);
        let parent = parents[block];
        forest.ancestor[block] = parent;
        let mut waiting = std::mem::replace(&mut pending[parent as usize], UNREACHED);
        while waiting != UNREACHED {
            let block = waiting as usize;
            let best = forest.eval(waiting);
            // If its dominator is another block, the loop below finds it.
            idoms[block] =
                if forest.semi[best as usize] < forest.semi[block] { best } else { parent };
            waiting = next[block];
        }
    }
    for block in 1..blocks.len() {
        if idoms[block] != forest.semi[block] {
            idoms[block] = idoms[idoms[block] as usize];
        }
    }
    DominatorTree { blocks, idoms }
}

/// A depth-first walk over the blocks of a region, which visits each block once and assigns the
/// numbers.
struct Walk {
    /// The blocks that are reached, by number.
    blocks: Vec<BlockId>,
    /// The number of the block from which each was found.
    parents: Vec<Number>,
    /// The branches within the region, by the numbers of the blocks that they come from.
    branches: Vec<(Number, BlockId)>,
}

impl Walk {
    fn from(body: &Body, entry: BlockId, numbers: &mut [Number]) -> Self {
        let region = body.block_region(entry);
        let mut walk = Self { blocks: Vec::new(), parents: Vec::new(), branches: Vec::new() };
        let mut pending = vec![(entry, 0)];
        while let Some((block, parent)) = pending.pop() {
            if numbers[block.index()] != UNREACHED {
                continue;
            }
            let number = walk.blocks.len() as Number;
            numbers[block.index()] = number;
            walk.blocks.push(block);
            walk.parents.push(parent);
            let Some(last) = body.last_op(block) else { continue };
            let first = pending.len();
            for successor in body.successors(last) {
                if body.block_region(successor) == region {
                    walk.branches.push((number, successor));
                    pending.push((successor, number));
                }
            }
            pending[first..].reverse();
        }
        walk
    }
}

/// The predecessors of blocks by number; those of one block are adjacent.
struct Predecessors {
    /// Where the predecessors of each number begin, with one more element for the end.
    starts: Vec<u32>,
    sources: Vec<Number>,
}

impl Predecessors {
    fn new(blocks: usize, branches: &[(Number, BlockId)], numbers: &[Number]) -> Self {
        let mut starts = vec![0; blocks + 1];
        for &(_, to) in branches {
            starts[numbers[to.index()] as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut sources = vec![0; branches.len()];
        for &(from, to) in branches.iter().rev() {
            let start = &mut starts[numbers[to.index()] as usize];
            *start -= 1;
            sources[*start as usize] = from;
        }
        Self { starts, sources }
    }

    fn of(&self, number: Number) -> &[Number] {
        let number = number as usize;
        &self.sources[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// The visited part of the depth-first tree, as links towards the root with path compression: for
/// each block, an ancestor, and of the blocks on the path to it the one with the smallest
/// semidominator.
struct Forest {
    semi: Vec<Number>,
    label: Vec<Number>,
    ancestor: Vec<Number>,
    /// A buffer that is reused between compressions.
    path: Vec<Number>,
}

impl Forest {
    /// Of the blocks from `block` up to, but without, the root of its tree, the one with the
    /// smallest semidominator.
    fn eval(&mut self, block: Number) -> Number {
        let above = |ancestor: &[Number], block: Number| ancestor.get(block as usize).copied();
        let mut top = block;
        while let Some(ancestor) = above(&self.ancestor, top)
            && above(&self.ancestor, ancestor).is_some_and(|above| above != UNREACHED)
        {
            self.path.push(top);
            top = ancestor;
        }
        while let Some(block) = self.path.pop() {
            let block = block as usize;
            let ancestor = self.ancestor[block] as usize;
            let label = self.label[ancestor];
            if self.semi[label as usize] < self.semi[self.label[block] as usize] {
                self.label[block] = label;
            }
            self.ancestor[block] = self.ancestor[ancestor];
        }
        self.label[block as usize]
    }
}
