//! Ops whose regions take and return memory get a flag for each memref: whether it is owned.

use crate::rebuild::rebuild;
use mlir_lite::ir::interfaces::{RegionBranchOpInterface, RegionSuccessor};
use mlir_lite::ir::prelude::*;

/// The memrefs that go into and out of an op with regions.
pub(super) struct Passed {
    /// Operands that become arguments.
    pub(super) entry: Vec<ValueId>,
    /// Arguments of each region, in the order of the regions.
    pub(super) inputs: Vec<Vec<ValueId>>,
    /// Results.
    pub(super) results: Vec<ValueId>,
}

impl Passed {
    /// None if it is not known how the op passes memory.
    pub(super) fn of(body: &Body, op: OpId) -> Option<Self> {
        let ctx = body.context();
        let memrefs = |values: &[ValueId]| -> Vec<ValueId> {
            values.iter().copied().filter(|&value| body.ty(value).is_memref(ctx)).collect()
        };
        let view = body.op(op);
        let results = memrefs(&view.results().collect::<Vec<_>>());
        let mut passed = Self { entry: Vec::new(), inputs: Vec::new(), results };
        for &region in body.regions(op) {
            let to = RegionSuccessor::Region(region);
            let operands = view.ask::<dyn RegionBranchOpInterface, _>(|op| op.entry_operands(to));
            let inputs = match view.successor_inputs(to) {
                Some(inputs) => memrefs(&inputs),
                None => {
                    let entry = body.entry_block(region);
                    let inputs = memrefs(entry.map_or(&[], |entry| body.arguments(entry)));
                    if !inputs.is_empty() || !passed.results.is_empty() {
                        return None;
                    }
                    inputs
                }
            };
            let operands = memrefs(&operands.unwrap_or_default());
            if passed.entry.is_empty() {
                passed.entry = operands;
            }
            passed.inputs.push(inputs);
        }
        // The flags are the last operands.
        let has_groups = body.attr(op, body.context().ident("operandSegmentSizes")).is_some();
        (passed.entry.is_empty() || !has_groups).then_some(passed)
    }

    /// Whether flags are passed.
    pub(super) fn has_flags(&self) -> bool {
        !self.results.is_empty() || self.inputs.iter().any(|inputs| !inputs.is_empty())
    }
}

/// Replaces the op by one with more operands, and more results of type `i1`. Returns the new op.
pub(super) fn extend(body: &mut Body, op: OpId, flags: &[ValueId], results: usize) -> OpId {
    let mut operands = body.operand_list(op).to_vec();
    operands.extend_from_slice(flags);
    let mut types = body.result_types(op).to_vec();
    types.resize(types.len() + results, Type::I1);
    rebuild(body, op, &operands, &types)
}
