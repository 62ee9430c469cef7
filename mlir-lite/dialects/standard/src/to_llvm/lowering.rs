//! How an op says what it becomes in the llvm dialect.

use crate::to_llvm::flags::{check_rounding, flagged};
use crate::to_llvm::unroll::unrolled_list;
use crate::to_llvm::{Rewriter, StdToLlvmOptions};
use mlir_lite::context::{Context, InterfaceMap};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::ir::op_interface::OpHook;
use mlir_lite::ir::{Adaptor, OpAdaptor, OpBuilder, OpDefinition, ValueId};
use mlir_lite::rewrite::{MatchFailure, PatternName};
use mlir_lite::types::Type;
use smallvec::SmallVec;

/// Says what an op becomes in the llvm dialect: `hooks(LowerToLlvm)` in its declaration.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `hooks(LowerToLlvm)`, but there is no `impl \
        LowerToLlvm for {Self}`",
    label = "it asks for `LowerToLlvm`, or `OneToOne`"
)]
pub trait LowerToLlvm: OpDefinition {
    /// Builds what the op becomes, at its place and location, and gives the new values of its
    /// results. `operands` are those of the llvm dialect.
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered;

    /// Adds the lowering to the op's table.
    fn install(interfaces: &mut InterfaceMap) {
        interfaces.add_hook(
            const {
                &Lowering(|patterns, _| {
                    patterns.add::<Self>(
                        const { &PatternName::of(Self::NAME, "-to-llvm") },
                        1,
                        |op, operands, b| {
                            match Self::lower(op, operands, b)?.0.as_slice() {
                                [] => b.erase_op(op.id()),
                                results => b.replace_op(op.id(), results),
                            }
                            Ok(())
                        },
                    );
                })
            },
        );
    }
}

/// What [`LowerToLlvm::lower`] gives: the new results, or why the op stays.
pub type Lowered = Result<NewResults, MatchFailure>;

/// The values that replace the results of an op: `Ok(value.into())`, of none `Ok(().into())`.
#[derive(Clone, Debug)]
pub struct NewResults(SmallVec<[ValueId; 2]>);

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

/// Says by which patterns an op becomes others of the llvm dialect, by the options of the
/// conversion: `hooks(LlvmPatterns)` in its declaration.
pub trait LlvmPatterns: OpDefinition {
    /// Adds the op's patterns.
    fn add_to(patterns: &mut ConversionPatternSet, options: &StdToLlvmOptions);

    /// Adds the function to the op's table.
    fn install(interfaces: &mut InterfaceMap) {
        interfaces.add_hook(const { &Lowering(Self::add_to) });
    }
}

/// What [`LowerToLlvm`] and [`LlvmPatterns`] install.
#[derive(Copy, Clone)]
pub(crate) struct Lowering(pub(crate) fn(&mut ConversionPatternSet, &StdToLlvmOptions));

impl OpHook for Lowering {}

/// Adds the patterns of all loaded ops that say what they become.
pub(crate) fn populate(
    ctx: &Context,
    options: &StdToLlvmOptions,
    patterns: &mut ConversionPatternSet,
) {
    for namespace in ctx.loaded_dialects() {
        populate_of(ctx, namespace, options, patterns);
    }
}

/// Adds the patterns of the ops of a loaded dialect that say what they become.
pub(crate) fn populate_of(
    ctx: &Context,
    namespace: &str,
    options: &StdToLlvmOptions,
    patterns: &mut ConversionPatternSet,
) {
    let Some(dialect) = ctx.dialect_id(namespace) else { return };
    for Lowering(lower) in ctx.dialect_hooks(dialect) {
        lower(patterns, options);
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

/// An op that becomes one of the llvm dialect with the same operands; of arrays of vectors, one for
/// each vector.
pub trait OneToOne: OpDefinition {
    /// The op of the llvm dialect.
    type Llvm: OpDefinition;
}

impl<O: OneToOne> LowerToLlvm for O {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        check_rounding(b, op.id())?;
        let ty = b.converted_type(b.body().result(op.id(), 0))?;
        unrolled_list(b, ty, operands.values(), &mut |b, operands, ty| {
            let new = created::<O::Llvm>(b, operands, ty);
            flagged(b, op.id(), new)
        })
        .map(NewResults::from)
    }
}
