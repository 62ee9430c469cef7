//! Which functions can be inlined.

use super::inliner_of;
use mlir_lite::context::OpName;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{BlockId, OpId, RegionId, ValueId};
use mlir_lite::ir::interfaces::CallableOpInterface;
use mlir_lite::ir::location::CalleeLocations;
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// A function that can be inlined, with the data that every call needs. The function must not
/// change while this is used.
pub(super) struct InlinableCallee {
    pub(super) region: RegionId,
    pub(super) entry: BlockId,
    /// Where the function returns, in order; at least one.
    pub(super) returns: Vec<Return>,
    pub(super) result_types: SmallVec<[Type; 2]>,
    /// The op that returns become; none for a function of one block.
    pub(super) branch: Option<OpName>,
    pub(super) num_ops: usize,
    /// Whether it may only be inlined at the top level of an `AffineScope` op.
    pub(super) needs_top_level: bool,
    /// The locations of its ops; computed when the first call is inlined.
    locations: OnceLock<CalleeLocations>,
}

/// A return, and its operands.
pub(super) struct Return {
    pub(super) block: BlockId,
    pub(super) op: OpId,
    pub(super) values: SmallVec<[ValueId; 2]>,
}

impl InlinableCallee {
    /// None if an op of the function may not be copied, or if it is not known how the function
    /// returns.
    pub(super) fn new(function: &Body) -> Option<Self> {
        let root = function.as_op();
        let region =
            root.ask::<dyn CallableOpInterface, _>(|callable| callable.callable_region())??;
        let entry = function.entry_block(region)?;
        let mut num_ops = 0;
        let mut needs_top_level = false;
        for op in root.walk() {
            num_ops += 1;
            let inliner = inliner_of(op)?;
            if !inliner.is_legal_to_inline(op) {
                return None;
            }
            needs_top_level |= !inliner.is_legal_to_inline_into_region(op);
        }
        let mut returns = Vec::new();
        for block in function.blocks(region) {
            let op = function.terminator(block)?;
            if let Some(values) = inliner_of(function.op(op))?.returned_values(function.op(op)) {
                returns.push(Return { block, op, values });
            }
        }
        let types = |end: &Return| -> SmallVec<[Type; 2]> {
            end.values.iter().map(|&value| function.ty(value)).collect()
        };
        let (first, others) = returns.split_first()?;
        let result_types = types(first);
        if others.iter().any(|end| types(end) != result_types) {
            return None;
        }
        let branch = if function.has_one_block(region) {
            None
        } else {
            Some(inliner_of(function.op(first.op))?.branch(function.context())?)
        };
        let locations = OnceLock::new();
        Some(Self {
            region,
            entry,
            returns,
            result_types,
            branch,
            num_ops,
            needs_top_level,
            locations,
        })
    }

    /// The number of ops that replace a call: all but the returns.
    pub(super) fn num_copied(&self) -> usize {
        self.num_ops - self.returns.len()
    }

    /// The locations of the function's ops.
    pub(super) fn locations(&self, function: &Body) -> &CalleeLocations {
        self.locations.get_or_init(|| CalleeLocations::of(function))
    }
}
