//! Loops and choices: `toy.for`, `toy.if` and `toy.yield`.
//!
//! Values are immutable: what a loop changes is handed from one round to the next, and what a choice changes are its
//! results. Structs are handed on as their tensors.

use mlir_lite::ir::prelude::*;

use crate::numbers::TakesNumbers;

/// Runs its body for each whole number from a first one up to, without, a last one.
///
/// The operands are the values for the first round, and behind them the two bounds, which shape inference makes the
/// attribute `numbers`. The body's arguments are the number of the round and the values; what it yields are the values
/// for the next round, and in the end the results. `names` are those of the values in the source.
#[op(name = "toy.for", traits(RecursiveMemoryEffects), interfaces(TakesNumbers), verify)]
pub struct ForOp {
    #[operand]
    inits_and_bounds: Variadic<F64Tensor>,
    #[attr]
    names: Optional<ArrayAttr>,
    #[region]
    body: SingleBlockRegion,
    #[result]
    results: Variadic<F64Tensor>,
}

/// Runs the first of its regions if the condition, a number, is not 0, else the second. What the region yields are the
/// results. `names` are those of the values in the source.
#[op(name = "toy.if", traits(RecursiveMemoryEffects), verify)]
pub struct IfOp {
    #[operand]
    condition: F64Tensor,
    #[attr]
    names: Optional<ArrayAttr>,
    #[region]
    then_region: SingleBlockRegion,
    #[region]
    else_region: SingleBlockRegion,
    #[result]
    results: Variadic<F64Tensor>,
}

/// Ends a round of a loop, or a branch of a choice.
#[op(name = "toy.yield", traits(Pure, Terminator, ReturnLike, HasParent<(ForOp, IfOp)>),
     format = "($values^ `:` type($values))? attr-dict")]
pub struct YieldOp {
    #[operand]
    values: Variadic<F64Tensor>,
}

impl TakesNumbers for ForOp {
    fn first_number(&self, op: OpRef<'_>) -> usize {
        op.num_results()
    }

    fn what(&self) -> &'static str {
        "a loop's bound"
    }
}

/// The values that end the only block of a region.
fn yielded(region: RegionRef<'_>) -> Option<usize> {
    Some(region.entry()?.terminator()?.num_operands())
}

/// The name in the source of the value that a loop or a choice hands on.
pub(crate) fn name_of(op: OpRef<'_>, index: usize) -> Option<&str> {
    let ctx = op.context();
    op.attr_named("names")?.as_array(ctx)?.get(index)?.as_str(ctx)
}

impl VerifyOp for ForOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let results = op.num_results();
        let bounds = op.num_operands().checked_sub(results);
        if !matches!((bounds, op.attr_named(crate::numbers::NUMBERS)), (Some(2), None) | (Some(0), Some(_))) {
            diagnostics.error(op.op_error("expects an operand for each result, and two bounds"));
            return;
        }
        let Some(region) = op.region(0) else { return };
        let Some(block) = region.entry() else { return };
        if block.arguments().len() != results + 1 || yielded(region) != Some(results) {
            diagnostics.error(
                op.op_error("expects a body that takes a number and the values, and yields the values"),
            );
        }
    }
}

impl VerifyOp for IfOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        for region in op.regions() {
            let takes_none = region.entry().is_some_and(|block| block.arguments().is_empty());
            if !takes_none || yielded(region) != Some(op.num_results()) {
                diagnostics.error(op.op_error("expects regions without arguments that yield the results"));
            }
        }
    }
}

impl ForOp {
    /// The block of the body.
    pub(crate) fn block(self, body: &Body) -> Option<BlockId> {
        body.entry_block(self.body(body))
    }

    /// The bounds, once they are known.
    pub(crate) fn bounds(self, body: &Body) -> Option<(i64, i64)> {
        match crate::numbers::known_numbers(body.op(self.id()))[..] {
            [from, to] => Some((from, to)),
            _ => None,
        }
    }
}
