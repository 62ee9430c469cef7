//! How an op says what it becomes in the llvm dialect.

use crate::to_llvm::StdToLlvmOptions;
use crate::to_llvm::flags::{check_rounding, keep_flags};
use crate::to_llvm::unroll::{NOT_ALIKE, unrolled_list};
use mlir_lite::context::{Context, InterfaceMap};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::ir::op_interface::OpHook;
use mlir_lite::ir::{OpAdaptor, OpBuilder, OpDefinition};

/// Says what an op of std becomes in the llvm dialect: `hooks(LowerToLlvm)` in its declaration.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `hooks(LowerToLlvm)`, but there is no `impl \
        LowerToLlvm for {Self}`",
    label = "it asks for `LowerToLlvm`, or `OneToOne`"
)]
pub trait LowerToLlvm: OpDefinition {
    /// Adds the op's patterns.
    fn lower(patterns: &mut ConversionPatternSet, options: &StdToLlvmOptions);

    /// Adds the function to the op's table.
    fn install(interfaces: &mut InterfaceMap) {
        interfaces.add_hook(const { &Lowering(Self::lower) });
    }
}

/// What [`LowerToLlvm`] installs.
#[derive(Copy, Clone)]
pub(crate) struct Lowering(pub(crate) fn(&mut ConversionPatternSet, &StdToLlvmOptions));

impl OpHook for Lowering {}

/// Adds the patterns of all loaded ops that say what they become.
pub(crate) fn populate(
    ctx: &Context,
    options: &StdToLlvmOptions,
    patterns: &mut ConversionPatternSet,
) {
    for name in ctx.op_names() {
        if let Some(Lowering(lower)) = ctx.op_info(name).hook::<Lowering>() {
            lower(patterns, options);
        }
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
    for def in ctx.dialect_ops(dialect) {
        if let Some(Lowering(lower)) = ctx.op_info(ctx.op_name(def.name)).hook::<Lowering>() {
            lower(patterns, options);
        }
    }
}

/// An op that becomes one of the llvm dialect with the same operands; of arrays of vectors, one for
/// each vector.
pub trait OneToOne: OpDefinition {
    /// The op of the llvm dialect.
    type Llvm: OpDefinition;
}

impl<O: OneToOne> LowerToLlvm for O {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<O>(format!("{}-to-llvm", O::NAME), 1, |op, operands, rewriter| {
            check_rounding(rewriter, op.id())?;
            let location = rewriter.body().location(op.id());
            let ty =
                rewriter.convert_type(rewriter.body().ty(rewriter.body().result(op.id(), 0)))?;
            let result =
                unrolled_list(rewriter, ty, operands.values(), &mut |rewriter, operands, ty| {
                    let new = rewriter.create_simple::<O::Llvm>(location, operands, &[ty]);
                    keep_flags(rewriter, op.id(), new.id());
                    rewriter.body().result(new.id(), 0)
                });
            rewriter.replace_op(op.id(), &[result.ok_or(NOT_ALIKE)?]);
            Ok(())
        });
    }
}
