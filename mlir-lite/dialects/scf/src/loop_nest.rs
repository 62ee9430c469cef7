//! Nests of `scf.for`: what loops over boxes become.

use crate as scf;
use mlir_lite::ir::builder::InsertionPoint;
use mlir_lite::ir::{BlockId, Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::PatternRewriter;
use mlir_lite::types::Type;
use smallvec::SmallVec;

type Values = SmallVec<[ValueId; 4]>;

/// A nest of loops without content and without terminators.
#[doc(hidden)]
pub struct LoopNest {
    /// Each loop with its block, outermost first; at least one.
    loops: Vec<(OpId, BlockId)>,
    /// The variables, outermost first.
    pub variables: Values,
    /// What the innermost loop's body starts with.
    pub carried: Values,
}

impl LoopNest {
    /// Creates loops at the insertion point that carry values on from `inits`.
    /// The insertion point is the innermost loop's end afterwards. None if
    /// there are no bounds.
    #[doc(hidden)]
    pub fn create(
        rewriter: &mut PatternRewriter<'_>,
        location: Location,
        bounds: impl IntoIterator<Item = [ValueId; 3]>,
        inits: &[ValueId],
    ) -> Option<Self> {
        let types: SmallVec<[Type; 4]> =
            inits.iter().map(|&init| rewriter.body().ty(init)).collect();
        let mut arguments: SmallVec<[Type; 4]> = SmallVec::from_slice(&[Type::INDEX]);
        arguments.extend_from_slice(&types);
        let mut nest = Self { loops: Vec::new(), variables: Values::new(), carried: inits.into() };
        for [lower, upper, step] in bounds {
            let op = scf::ForOp::build(
                rewriter,
                location,
                lower,
                upper,
                step,
                &nest.carried,
                None,
                &types,
            );
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

    /// The loop, if there is one only.
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

    /// Ends all loops; the innermost one hands on `next`. Gives the results of
    /// the outermost one.
    #[doc(hidden)]
    pub fn finish(
        self,
        rewriter: &mut PatternRewriter<'_>,
        location: Location,
        next: &[ValueId],
    ) -> Values {
        let mut values: Values = next.into();
        for (op, block) in self.loops.into_iter().rev() {
            rewriter.set_insertion_point(InsertionPoint::End(block));
            scf::YieldOp::build(rewriter, location, &values);
            values = rewriter.body().results(op).collect();
        }
        values
    }
}
