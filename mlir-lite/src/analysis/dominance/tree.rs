//! The dominator tree of a region's blocks, by the algorithm of Lengauer and
//! Tarjan ("A Fast Algorithm for Finding Dominators in a Flowgraph", 1979) with
//! path compression: O(m log n) for m branches between n blocks, whatever their
//! shape. Nothing recurses.
//!
//! Blocks are numbered in the order in which a depth-first walk finds them. The
//! semidominator of a block is the block of the smallest number from which a
//! path leads to it over blocks of larger numbers than its own.

use crate::ir::body::Body;
use crate::ir::entities::BlockId;

/// The number of a block.
pub(super) type Number = u32;

/// The number of a block that is not reached.
pub(super) const UNREACHED: Number = Number::MAX;

pub(super) struct DominatorTree {
    /// The blocks that are reached, by number; the entry is 0.
    pub(super) blocks: Vec<BlockId>,
    /// By number, that of the immediate dominator; the entry's is its own.
    idoms: Vec<Number>,
}

impl DominatorTree {
    /// The immediate dominator of the block of that number.
    pub(super) fn idom(&self, number: Number) -> BlockId {
        self.blocks[self.idoms[number as usize] as usize]
    }
}

/// The tree of what is reached from `entry`. `numbers`, which has an element
/// for each block of the body, is given the numbers.
pub(super) fn dominator_tree(body: &Body, entry: BlockId, numbers: &mut [Number]) -> DominatorTree {
    let (blocks, parents) = number_blocks(body, entry, numbers);
    // There are at most as many blocks as ids.
    let count = blocks.len() as Number;
    let mut forest = Forest {
        semi: (0..count).collect(),
        label: (0..count).collect(),
        ancestor: vec![UNREACHED; blocks.len()],
        path: Vec::new(),
    };
    let mut idoms = vec![0; blocks.len()];
    // By semidominator, the first of the blocks whose dominator is still to be found; by block, the next one.
    let (mut pending, mut next) = (vec![UNREACHED; blocks.len()], vec![UNREACHED; blocks.len()]);
    for number in (1..count).rev() {
        let block = number as usize;
        for (op, _) in body.predecessors(blocks[block]) {
            let from = body.block(op).map_or(UNREACHED, |from| numbers[from.index()]);
            if from != UNREACHED {
                let best = forest.eval(from);
                forest.semi[block] = forest.semi[block].min(forest.semi[best as usize]);
            }
        }
        next[block] = std::mem::replace(&mut pending[forest.semi[block] as usize], number);
        let parent = parents[block];
        forest.ancestor[block] = parent;
        let mut waiting = std::mem::replace(&mut pending[parent as usize], UNREACHED);
        while waiting != UNREACHED {
            let block = waiting as usize;
            let best = forest.eval(waiting);
            // The latter's dominator, where it is another one, is found below.
            idoms[block] = if forest.semi[best as usize] < forest.semi[block] { best } else { parent };
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

/// Numbers the blocks that are reached; gives them by number, with the numbers
/// of the blocks from which they were found.
fn number_blocks(body: &Body, entry: BlockId, numbers: &mut [Number]) -> (Vec<BlockId>, Vec<Number>) {
    let region = body.block_region(entry);
    numbers[entry.index()] = 0;
    let (mut blocks, mut parents) = (vec![entry], vec![0]);
    // Each frame is a block and how many of its successors were looked at.
    let mut frames = vec![(entry, 0)];
    while let Some(frame) = frames.last_mut() {
        let (block, next) = *frame;
        frame.1 += 1;
        let Some(successor) = body.last_op(block).and_then(|last| body.successors(last).nth(next)) else {
            frames.pop();
            continue;
        };
        if numbers[successor.index()] == UNREACHED && body.block_region(successor) == region {
            numbers[successor.index()] = blocks.len() as Number;
            blocks.push(successor);
            parents.push(numbers[block.index()]);
            frames.push((successor, 0));
        }
    }
    (blocks, parents)
}

/// The part of the depth-first tree that was visited, as links towards the root
/// that compress: by number, an ancestor, and of the blocks on the way to it
/// the one whose semidominator is smallest.
struct Forest {
    semi: Vec<Number>,
    label: Vec<Number>,
    ancestor: Vec<Number>,
    /// Reused from one compression to the next.
    path: Vec<Number>,
}

impl Forest {
    /// Of the blocks from `block` up to the root of its tree, without the root,
    /// the one whose semidominator is smallest.
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
