//! Ops with regions that get other operands and results.

use mlir_lite::ir::prelude::*;

/// Replaces the op by one with these operands and results, and the same regions and attributes. The
/// first results replace those of the old op. Returns the new op.
pub(crate) fn rebuild(body: &mut Body, op: OpId, operands: &[ValueId], results: &[Type]) -> OpId {
    let mut state =
        OperationState::new(body.name(op), body.location(op)).operands(operands).results(results);
    for (name, value) in body.attributes(op) {
        state = state.attribute(name, value);
    }
    let old: Vec<RegionId> = body.regions(op).to_vec();
    for _ in &old {
        let region = body.create_region();
        state.regions.push(region);
    }
    let new = BodyBuilder::new(body, InsertionPoint::Before(op)).create(state);
    for (index, region) in old.into_iter().enumerate() {
        let to = body.region(new, index);
        for block in body.blocks(region).collect::<Vec<BlockId>>() {
            body.detach_block(block);
            body.append_block(to, block);
        }
    }
    let pairs: Vec<(ValueId, ValueId)> = body.results(op).zip(body.results(new)).collect();
    for (from, to) in pairs {
        body.replace_all_uses(from, to);
    }
    body.erase_op(op);
    new
}
