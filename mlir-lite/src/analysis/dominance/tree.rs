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

/// The number of a block that is not reached.
pub(super) const UNREACHED: usize = usize::MAX;

pub(super) struct DominatorTree {
    /// The blocks that are reached, by number; the entry is 0.
    pub(super) blocks: Vec<BlockId>,
    /// By number, that of the immediate dominator; the entry's is its own.
    pub(super) idoms: Vec<usize>,
}

/// The tree of what is reached from `entry`. `numbers`, which has an element
/// for each block of the body, is given the numbers.
pub(super) fn dominator_tree(body: &Body, entry: BlockId, numbers: &mut [usize]) -> DominatorTree {
    let (blocks, parents) = number_blocks(body, entry, numbers);
    let count = blocks.len();
    let mut forest = Forest {
        semi: (0..count).collect(),
        label: (0..count).collect(),
        ancestor: vec![UNREACHED; count],
        path: Vec::new(),
    };
    let mut idoms = vec![0; count];
    // By semidominator, the first of the blocks whose dominator is still to be found; by block, the next one.
    let (mut pending, mut next) = (vec![UNREACHED; count], vec![UNREACHED; count]);
    for block in (1..count).rev() {
        for (op, _) in body.predecessors(blocks[block]) {
            let from = body.block(op).map_or(UNREACHED, |from| numbers[from.index()]);
            if from != UNREACHED {
                let best = forest.eval(from);
                forest.semi[block] = forest.semi[block].min(forest.semi[best]);
            }
        }
        next[block] = std::mem::replace(&mut pending[forest.semi[block]], block);
        let parent = parents[block];
        forest.ancestor[block] = parent;
        let mut waiting = std::mem::replace(&mut pending[parent], UNREACHED);
        while waiting != UNREACHED {
            let block = waiting;
            waiting = next[block];
            let best = forest.eval(block);
            // The latter's dominator, where it is another one, is found below.
            idoms[block] = if forest.semi[best] < forest.semi[block] { best } else { parent };
        }
    }
    for block in 1..count {
        if idoms[block] != forest.semi[block] {
            idoms[block] = idoms[idoms[block]];
        }
    }
    DominatorTree { blocks, idoms }
}

/// Numbers the blocks that are reached; gives them by number, with the numbers
/// of the blocks from which they were found.
fn number_blocks(body: &Body, entry: BlockId, numbers: &mut [usize]) -> (Vec<BlockId>, Vec<usize>) {
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
            numbers[successor.index()] = blocks.len();
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
    semi: Vec<usize>,
    label: Vec<usize>,
    ancestor: Vec<usize>,
    /// Reused from one compression to the next.
    path: Vec<usize>,
}

impl Forest {
    /// Of the blocks from `block` up to the root of its tree, without the root,
    /// the one whose semidominator is smallest.
    fn eval(&mut self, block: usize) -> usize {
        let mut top = block;
        while let Some(&above) = self.ancestor.get(self.ancestor[top]).filter(|&&above| above != UNREACHED) {
            debug_assert!(above < self.ancestor[top], "ancestors have smaller numbers");
            self.path.push(top);
            top = self.ancestor[top];
        }
        while let Some(block) = self.path.pop() {
            let ancestor = self.ancestor[block];
            if self.semi[self.label[ancestor]] < self.semi[self.label[block]] {
                self.label[block] = self.label[ancestor];
            }
            self.ancestor[block] = self.ancestor[ancestor];
        }
        self.label[block]
    }
}
