//! Ops that give positions become arguments of the launch.

use crate::ids::{DIMENSION, number_of_subgroups, number_of_thread};
use crate::{
    BlockDimOp, BlockIdOp, ClusterBlockIdOp, ClusterDimBlocksOp, ClusterDimOp, ClusterIdOp,
    Dimension, GlobalIdOp, GridDimOp, LaneIdOp, LaunchOp, NumSubgroupsOp, SubgroupIdOp,
    SubgroupSizeOp, ThreadIdOp,
};
use mlir_lite::dialects::standard::{AddIOp, ConstantOp, DivIUnsignedOp, MulIOp, RemIUnsignedOp};
use mlir_lite::interpreter::SUBGROUP_SIZE;
use mlir_lite::ir::prelude::*;

/// Replaces the ops in a launch that give positions and sizes. A block is a cluster of its own.
pub(super) fn replace_position_ops(body: &mut Body, launch: LaunchOp) {
    let Some(entry) = body.entry_block(launch.body(body)) else { return };
    let arguments = body.arguments(entry).to_vec();
    let block = |at: usize| arguments[at];
    let thread = |at: usize| arguments[3 + at];
    let grid = |at: usize| arguments[6 + at];
    let size = |at: usize| arguments[9 + at];
    for op in body.own_ops_in(launch.id()) {
        if body.info(op).namespace() != "gpu" || body.num_results(op) != 1 {
            continue;
        }
        let name = body.info(op).name().to_owned();
        let view = body.op(op);
        let dimension = view.attr_named(DIMENSION);
        let dimension = dimension.and_then(|it| Dimension::from_attribute(body.context(), it));
        let at = dimension.map_or(0, |it| it as usize);
        let location = view.location();
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
        let b = &mut builder;
        let value = match name.as_str() {
            ThreadIdOp::NAME => thread(at),
            BlockIdOp::NAME | ClusterIdOp::NAME => block(at),
            BlockDimOp::NAME => size(at),
            GridDimOp::NAME | ClusterDimOp::NAME => grid(at),
            GlobalIdOp::NAME => {
                let first = MulIOp::create(b, block(at), size(at));
                AddIOp::create(b, first, thread(at))
            }
            ClusterBlockIdOp::NAME => ConstantOp::index(b, 0),
            ClusterDimBlocksOp::NAME => ConstantOp::index(b, 1),
            NumSubgroupsOp::NAME => number_of_subgroups(b, [0, 1, 2].map(size)),
            LaneIdOp::NAME | SubgroupIdOp::NAME | SubgroupSizeOp::NAME => {
                let lanes = ConstantOp::index(b, SUBGROUP_SIZE as i64);
                match name.as_str() {
                    LaneIdOp::NAME => {
                        let number = number_of_thread(b, thread, size);
                        RemIUnsignedOp::create(b, number, lanes)
                    }
                    SubgroupIdOp::NAME => {
                        let number = number_of_thread(b, thread, size);
                        DivIUnsignedOp::create(b, number, lanes)
                    }
                    _ => lanes,
                }
            }
            _ => continue,
        };
        for result in body.results(op).collect::<Vec<_>>() {
            body.replace_all_uses(result, value);
        }
        body.erase_op(op);
    }
}
