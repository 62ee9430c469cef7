//! The scf dialect: structured control flow, loops and conditionals whose bodies are regions.

mod allocation_scope;
mod buffer_loop_hoisting;
mod deallocation;
pub mod edsc;
mod execute_region_op;
mod expand_realloc;
mod for_op;
mod forall_op;
mod forall_rules;
mod if_op;
mod index_switch_op;
mod local_memory;
#[doc(hidden)]
pub mod loop_nest;
#[doc(hidden)]
pub mod loop_rules;
#[doc(hidden)]
pub mod lowering;
mod one_shot_bufferize;
mod parallel_op;
mod points;
mod promote_buffers_to_stack;
mod rebuild;
#[doc(hidden)]
pub mod region_rules;
mod rules;
mod scf_for_loop_peeling;
mod terminators;
#[cfg(test)]
mod tests;
mod to_std;
mod type_conversion;
mod while_op;
mod while_rules;

pub use buffer_loop_hoisting::BufferLoopHoistingPass;
pub use deallocation::{
    DeallocationSimplificationPass, LowerDeallocationsPass, OwnershipDeallocationPass,
};
pub use execute_region_op::*;
pub use expand_realloc::ExpandReallocPass;
pub use for_op::*;
pub use forall_op::*;
pub use if_op::*;
pub use index_switch_op::*;
pub use one_shot_bufferize::OneShotBufferizePass;
pub use parallel_op::*;
pub use promote_buffers_to_stack::PromoteBuffersToStackPass;
pub use scf_for_loop_peeling::ScfForLoopPeelingPass;
pub use terminators::*;
pub use to_std::{ScfToStdPass, populate_scf_to_std_patterns};
pub use type_conversion::populate_scf_type_conversion;
pub use while_op::*;

use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;

/// `scf`
pub struct ScfDialect;

impl Dialect for ScfDialect {
    const NAMESPACE: &'static str = "scf";
    const UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Structured control flow: loops and conditions");
        dialect.op::<ExecuteRegionOp>();
        dialect.op::<ForOp>();
        dialect.op::<ForallOp>();
        dialect.op::<InParallelOp>();
        dialect.op::<IfOp>();
        dialect.op::<IndexSwitchOp>();
        dialect.op::<ParallelOp>();
        dialect.op::<ReduceOp>();
        dialect.op::<ReduceReturnOp>();
        dialect.op::<WhileOp>();
        dialect.op::<ConditionOp>();
        dialect.op::<YieldOp>();
        dialect.interface::<dyn DialectInlinerInterface>(&ScfInterfaces);
    }
}

struct ScfInterfaces;

impl DialectInlinerInterface for ScfInterfaces {
    // Terminators of regions of scf do not return from the function.
    fn returned_values(&self, _op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        None
    }
}

/// ` -> (types)`, if there are any.
fn print_results(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    if op.num_results() > 0 {
        printer.write(" -> (");
        printer.types(op.result_types());
        printer.write(")");
    }
}

/// The arguments of the first block of a region.
fn entry_arguments(region: RegionRef<'_>) -> &[ValueId] {
    region.entry().map_or(&[][..], BlockRef::arguments)
}

/// The types of a block's arguments.
fn argument_types(block: BlockRef<'_>) -> impl Iterator<Item = Type> {
    let body = block.body();
    block.arguments().iter().map(move |&argument| body.ty(argument))
}

/// Whether the types are equal; reports an error about `what` if not.
fn check_types(
    op: OpRef<'_>,
    what: &str,
    found: impl Iterator<Item = Type>,
    wanted: impl Iterator<Item = Type>,
    diagnostics: &mut Diagnostics,
) {
    let (found, wanted): (Vec<Type>, Vec<Type>) = (found.collect(), wanted.collect());
    if found != wanted {
        let ctx = op.context();
        let list = |types: &[Type]| {
            let types: Vec<String> = types.iter().map(|&ty| print_type(ctx, ty)).collect();
            format!("({})", types.join(", "))
        };
        let (found, wanted) = (list(&found), list(&wanted));
        diagnostics.error(op.op_error(format_args!("{what} of types {found}, expected {wanted}")));
    }
}

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attributes, constants, context, conversion, interpreter, ir, pass,
    rewrite, scalar, smallvec, support, text, types, verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    pub(crate) use mlir_lite_framework::dialects::builtin;
    pub(crate) use mlir_lite_llvm_dialect as llvm;
    pub(crate) use mlir_lite_standard as standard;
}
