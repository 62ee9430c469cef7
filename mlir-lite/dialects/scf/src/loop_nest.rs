//! Nests of `scf.for`, to which loops of several dimensions are lowered.

use crate as scf;
use mlir_lite::ir::builder::InsertionPoint;
use mlir_lite::ir::{BlockId, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::PatternRewriter;
use mlir_lite::types::Type;
use smallvec::SmallVec;

/// Why a loop is not lowered.
pub(super) const NO_LOOPS: &str = "the op has no loops";

type Values = SmallVec<[ValueId; 4]>;

/// A nest of empty loops without terminators.
#[doc(hidden)]
pub struct LoopNest {
    /// Each loop with its block, outermost first; at least one.
    loops: Vec<(OpId, BlockId)>,
    /// The variables, outermost first.
    pub variables: Values,
    /// The carried values at the start of the innermost loop's body.
    pub carried: Values,
}

impl LoopNest {
    /// Creates loops at the insertion point with the carried values `inits`. Then the insertion
    /// point is at the end of the innermost loop. None if there are no bounds.
    #[doc(hidden)]
    pub fn create(
        rewriter: &mut PatternRewriter<'_>,
        bounds: impl IntoIterator<Item = [ValueId; 3]>,
        inits: &[ValueId],
    ) -> Option<Self> {
        let types: SmallVec<[Type; 4]> =
            inits.iter().map(|&init| rewriter.body().ty(init)).collect();
        let mut arguments: SmallVec<[Type; 4]> = SmallVec::from_slice(&[Type::INDEX]);
        arguments.extend_from_slice(&types);
        let mut nest = Self { loops: Vec::new(), variables: Values::new(), carried: inits.into() };
        for [lower, upper, step] in bounds {
            let op = scf::ForOp::create(rewriter, lower, upper, step, &nest.carried, None, &types);
            let region = op.region(rewriter.body());
            let block = rewriter.create_block(region, &arguments);
            let (&variable, carried) = rewriter.body().arguments(block).split_first()?;
            nest.variables.push(variable);
            nest.carried = carried.into();
            nest.loops.push((op.id(), block));
            rewriter.set_insertion_point(InsertionPoint::End(block));
        }
        (!nest.loops.is_empty()).then_some(nest)
    }

    /// The loop, if there is only one.
    #[doc(hidden)]
    pub fn only(&self) -> Option<OpId> {
        match self.loops[..] {
            [(op, _)] => Some(op),
            _ => None,
        }
    }

    /// The block of the innermost loop.
    #[doc(hidden)]
    pub fn innermost(&self) -> Option<BlockId> {
        self.loops.last().map(|&(_, block)| block)
    }

    /// Adds the terminators of all loops; the innermost one yields `next`. Returns the results of
    /// the outermost one.
    #[doc(hidden)]
    pub fn finish(self, rewriter: &mut PatternRewriter<'_>, next: &[ValueId]) -> Values {
        let mut values: Values = next.into();
        for (op, block) in self.loops.into_iter().rev() {
            rewriter.set_insertion_point(InsertionPoint::End(block));
            scf::YieldOp::create(rewriter, &values);
            values = rewriter.body().results(op).collect();
        }
        values
    }
}
