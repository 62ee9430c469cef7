//! Which values matter.

use super::{Lattice, OperandStates, SparseBackwardAnalysis, UseStates};
use crate::rewrite::has_no_lasting_effect;
use mlir_lite::ir::typed_view::ValueRef;
use mlir_lite::ir::view::OpRef;

/// The state of a value that an effect or a result of the program depends on. Others have none.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Live;

impl Lattice for Live {
    fn join(&self, _: &Self) -> Self {
        Self
    }
}

/// Finds the values on which an effect, or a result of the program, depends. A value that only
/// computes itself, such as one that a loop carries and that nothing else uses, is not live.
#[derive(Copy, Clone, Debug, Default)]
pub struct LivenessAnalysis;

impl SparseBackwardAnalysis for LivenessAnalysis {
    type Value = Live;

    const MAX_CHANGES: u8 = 1;

    fn exit(&self, _: ValueRef<'_>) -> Live {
        Live
    }

    fn visit_op(&self, op: OpRef<'_>, results: UseStates<'_, Live>) -> Option<OperandStates<Live>> {
        let state = is_live(op, results).then_some(Live);
        Some(op.operands().map(|_| state).collect())
    }

    fn visit_end(
        &self,
        _: OpRef<'_>,
        _: ValueRef<'_>,
        parent: OpRef<'_>,
        results: UseStates<'_, Live>,
    ) -> Option<Live> {
        is_live(parent, results).then_some(Live)
    }
}

fn is_live(op: OpRef<'_>, results: UseStates<'_, Live>) -> bool {
    results.iter().any(|result| result.is_some()) || !has_no_lasting_effect(op.body(), op.id())
}
