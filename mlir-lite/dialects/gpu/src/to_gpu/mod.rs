//! Loops that become launches.
//!
//! | module | what it is |
//! |---|---|
//! | `parallel.rs` | `convert-parallel-loops-to-gpu`: parallel loops that are mapped |
//! | `affine.rs` | `convert-affine-for-to-gpu`: nests of affine loops |

mod affine;
mod parallel;

pub use affine::ConvertAffineForToGpuPass;
pub use parallel::ConvertParallelLoopsToGpuPass;

use crate::parts::WORKGROUP_BUFFERS;
use crate::{LaunchOp, TerminatorOp};
use mlir_lite::ir::prelude::*;

/// Adds a launch of these sizes, of the grid and of blocks, whose kernel is empty, before an op.
fn create_launch(body: &mut Body, before: OpId, sizes: &[ValueId]) -> (OpId, BlockId) {
    let ctx = body.context().clone();
    let location = body.location(before);
    let region = body.create_region();
    let block = body.create_block(region, &[Type::INDEX; 12]);
    TerminatorOp::build(&mut BodyBuilder::at_end(body, block), location);
    let segments = [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0];
    let mut state = OperationState::new(LaunchOp::name(&ctx), location)
        .operands(sizes)
        .attribute(ctx.ident("operandSegmentSizes"), ctx.i32_array_attr(&segments))
        .attribute(ctx.ident(WORKGROUP_BUFFERS), ctx.i64_attr(0));
    state.regions.push(region);
    let launch = body.create_op(state);
    body.insert_op_before(before, launch);
    (launch, block)
}
