//! Lowerings: ops implement their replacement by the ops of a target beside their other behaviour.

use mlir_lite::context::Context;
use mlir_lite::ir::Adaptor;
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::prelude::{OpModel, op_interface};

/// A target of lowerings: a dialect, or ops of several.
///
/// A pass collects the lowerings of all ops that list `LowerTo<Target>`, so that none can be
/// forgotten: [`populate_lowerings`].
pub trait LoweringTarget: Sized + 'static {
    /// The builder that a lowering gets.
    type Builder<'r>;
    /// The result of a lowering: the replacement of the op, or why the op stays.
    type Lowered<'e>;
    /// The patterns of a conversion.
    type Patterns: 'static;
    /// The options of a conversion.
    type Options: 'static;

    /// Adds the pattern that lowers the ops that `M` lowers.
    fn add<M: LowerTo<Self> + OpModel>(patterns: &mut Self::Patterns);
}

/// Lowers ops to those of target `T`.
#[diagnostic::on_unimplemented(
    message = "the declaration lists `LowerTo<{T}>`, but there is no `impl LowerTo<{T}> for \
        {Self}`",
    label = "`implements(..)` lists `LowerTo<{T}>`"
)]
#[op_interface]
pub trait LowerTo<T: LoweringTarget> {
    /// Builds the replacement of the op, at its position and location. The op itself is replaced by
    /// the result of the function. `operands` are those of the target.
    fn lower<'e>(
        op: <Self as OpModel>::Op,
        operands: Adaptor<'_, Self>,
        builder: &'e mut T::Builder<'_>,
    ) -> T::Lowered<'e>;

    /// Adds the pattern that lowers the ops.
    fn add_to(patterns: &mut T::Patterns) {
        T::add::<Self>(patterns);
    }
}

/// Lowers ops to those of target `T` by patterns of their own, which may depend on the options of
/// the conversion.
#[op_interface]
pub trait LowerByPatterns<T: LoweringTarget> {
    /// Adds the patterns.
    fn patterns(patterns: &mut T::Patterns, options: &T::Options);
}

/// Adds the lowerings to target `T` that the ops of a dialect list; none if it is not loaded.
pub fn populate_lowerings<T: LoweringTarget>(
    ctx: &Context,
    namespace: &str,
    options: &T::Options,
    patterns: &mut T::Patterns,
) {
    populate_lowerings_of::<T>(ctx, namespace, &|_| true, options, patterns);
}

/// As [`populate_lowerings`], of the ops of a dialect that `is_wanted` says.
pub fn populate_lowerings_of<T: LoweringTarget>(
    ctx: &Context,
    namespace: &str,
    is_wanted: &dyn Fn(&OpDef) -> bool,
    options: &T::Options,
    patterns: &mut T::Patterns,
) {
    let Some(dialect) = ctx.dialect_id(namespace) else { return };
    for lowering in ctx.implementations_of_ops::<dyn LowerTo<T>>(dialect, is_wanted) {
        lowering.add_to(patterns);
    }
    for lowering in ctx.implementations_of_ops::<dyn LowerByPatterns<T>>(dialect, is_wanted) {
        lowering.patterns(patterns, options);
    }
}
