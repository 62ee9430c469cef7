//! The terminators of the regions of scf ops.

use super::{ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, ParallelOp, WhileOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Values};
use mlir_lite::ir::prelude::*;

/// Ends a region and gives values to the op around it. Left out of the text
/// where it gives none.
#[op(
    name = "scf.yield",
    traits(
        Pure,
        Terminator,
        ReturnLike,
        HasParent<(ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, ParallelOp, WhileOp)>
    ),
    implements(InterpretOp),
    format = "attr-dict ($results^ `:` type($results))?"
)]
pub struct YieldOp {
    /// The values.
    #[operand]
    results: Variadic<AnyType>,
}

/// Ends the first region of a `while`: continues with its second one, or leaves, with these values
/// in either case.
#[op(name = "scf.condition", traits(Pure, Terminator, HasParent<WhileOp>),
     implements(InterpretOp, RegionBranchTerminatorOpInterface),
     format = "`(` $condition `)` attr-dict ($args^ `:` type($args))?")]
pub struct ConditionOp {
    /// Whether the loop continues.
    #[operand]
    condition: I1,
    /// The values that are passed on.
    #[operand]
    args: Variadic<AnyType>,
}

impl RegionBranchTerminatorOpInterface for ConditionOp {
    fn successors(op: ConditionOpRef<'_>, operands: &[Option<Attribute>]) -> RegionSuccessors {
        let this = op.op().parent().and_then(|this| this.cast::<WhileOp>());
        let Some(this) = this else { return RegionSuccessors::new() };
        let successors = [RegionSuccessor::Region(this.after().id()), RegionSuccessor::Parent];
        let condition = operands.first().copied().flatten();
        match condition.and_then(|condition| condition.as_bool(op.context())) {
            Some(holds) => RegionSuccessors::from_elem(successors[usize::from(!holds)], 1),
            None => RegionSuccessors::from_slice(&successors),
        }
    }

    fn forwarded_operands(op: ConditionOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.args().ids().collect()
    }
}

impl InterpretOp for YieldOp {
    fn interpret<'b>(op: YieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.results())))
    }
}

impl InterpretOp for ConditionOp {
    /// The loop gets the condition, and after it the values that are passed on.
    fn interpret<'b>(op: ConditionOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut values = Values::from_elem(m.get(op.condition()), 1);
        values.extend(m.values(op.args()));
        Ok(Flow::Yield(values))
    }
}
