//! How an op says what it becomes in the llvm dialect.

use crate::to_llvm::flags::{check_rounding, flagged};
use crate::to_llvm::small_floats;
use crate::to_llvm::unroll::unrolled_list;
use crate::to_llvm::{Rewriter, StdToLlvmOptions};
use mlir_lite::conversion::{ConversionPatternSet, LowerTo, LoweringTarget};
use mlir_lite::ir::{Adaptor, OpAdaptor, OpBuilder, OpDefinition, OpModel, ValueId};
use mlir_lite::rewrite::{MatchFailure, PatternName};
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::marker::PhantomData;

/// The llvm dialect, as a target of lowerings.
pub struct Llvm;

impl LoweringTarget for Llvm {
    type Builder<'r> = Rewriter<'r>;
    type Lowered<'e> = Lowered;
    type Patterns = ConversionPatternSet;
    type Options = StdToLlvmOptions;

    fn add<M: LowerTo<Self> + OpModel>(patterns: &mut ConversionPatternSet) {
        patterns.add::<M::Op>(
            const { &PatternName::of(<M::Op as OpDefinition>::NAME, "-to-llvm") },
            1,
            |op, operands, b| {
                small_floats::check(b.body(), op.id())?;
                match M::lower(op, operands, b)?.0.as_slice() {
                    [] => b.erase_op(op.id()),
                    results => b.replace_op(op.id(), results),
                }
                Ok(())
            },
        );
    }
}

/// The result of a lowering: the new results, or why the op stays.
pub type Lowered = Result<NewResults, MatchFailure>;

/// The values that replace the results of an op: `Ok(value.into())`, of none `Ok(().into())`.
#[derive(Clone, Debug)]
pub struct NewResults(pub(crate) SmallVec<[ValueId; 2]>);

impl From<()> for NewResults {
    fn from((): ()) -> Self {
        Self(SmallVec::new())
    }
}

impl From<ValueId> for NewResults {
    fn from(value: ValueId) -> Self {
        Self(SmallVec::from_elem(value, 1))
    }
}

impl<const N: usize> From<[ValueId; N]> for NewResults {
    fn from(values: [ValueId; N]) -> Self {
        Self(SmallVec::from_slice(&values))
    }
}

impl From<Vec<ValueId>> for NewResults {
    fn from(values: Vec<ValueId>) -> Self {
        Self(values.into())
    }
}

/// The result of a new op that has operands and a result only.
pub(crate) fn created<O: OpDefinition>(
    b: &mut Rewriter<'_>,
    operands: &[ValueId],
    ty: Type,
) -> ValueId {
    let new = b.create_simple::<O>(b.location(), operands, &[ty]);
    b.body().result(new.id(), 0)
}

/// Lowers an `O` to an `L` of the llvm dialect with the same operands; of arrays of vectors, to one
/// for each vector: `LowerTo<Llvm> = OneToOne<Self, llvm::FAddOp>`.
pub struct OneToOne<O, L>(PhantomData<(O, L)>);

impl<O: OpDefinition, L: OpDefinition> OpModel for OneToOne<O, L> {
    type Op = O;
}

impl<O: OpDefinition, L: OpDefinition> LowerTo<Llvm> for OneToOne<O, L> {
    fn lower(
        op: <Self as OpModel>::Op,
        operands: Adaptor<'_, Self>,
        b: &mut Rewriter<'_>,
    ) -> Lowered {
        check_rounding(b, op.id())?;
        let ty = b.converted_type(b.body().result(op.id(), 0))?;
        unrolled_list(b, ty, operands.values(), &mut |b, operands, ty| {
            let new = created::<L>(b, operands, ty);
            flagged(b, op.id(), new)
        })
        .map(NewResults::from)
    }
}
