//! Conversion of the types that loops and conditionals carry, for any type converter.

use crate::{
    ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, InParallelOp, IndexSwitchOp, ParallelOp,
    ReduceOp, ReduceReturnOp, WhileOp, YieldOp,
};
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, KeptTypes, PartialConversion, TypeConverter,
    populate_partial_type_conversion, populate_type_conversion,
};
use mlir_lite::ir::OpDefinition;
use std::sync::Arc;

/// Adds patterns that convert the types of the values that loops and conditionals carry and yield
/// by `converter`, and declares in `target` that these ops are legal when they have converted
/// types.
///
/// The bounds and variables of parallel loops stay of type `index`; what they reduce or share is
/// converted, with the regions that combine it.
pub fn populate_scf_type_conversion(
    patterns: &mut ConversionPatternSet,
    target: &mut ConversionTarget,
    converter: &Arc<TypeConverter>,
) {
    let ops = [
        (ForOp::NAME, "scf.for-types"),
        (IfOp::NAME, "scf.if-types"),
        (WhileOp::NAME, "scf.while-types"),
        (IndexSwitchOp::NAME, "scf.index_switch-types"),
        (ExecuteRegionOp::NAME, "scf.execute_region-types"),
        (YieldOp::NAME, "scf.yield-types"),
        (ConditionOp::NAME, "scf.condition-types"),
        (ReduceOp::NAME, "scf.reduce-types"),
        (ReduceReturnOp::NAME, "scf.reduce.return-types"),
        (InParallelOp::NAME, "scf.forall.in_parallel-types"),
    ];
    populate_type_conversion(&ops, patterns, target, converter);
    let bounded: [PartialConversion; 2] = [
        (ParallelOp::NAME, "scf.parallel-types", |op| {
            op.cast::<ParallelOp>().map_or_else(KeptTypes::default, |op| {
                let variables = op.step().len();
                KeptTypes { operands: 3 * variables, arguments: variables }
            })
        }),
        (ForallOp::NAME, "scf.forall-types", |op| {
            op.cast::<ForallOp>().map_or_else(KeptTypes::default, |op| {
                let bounds =
                    [op.dynamic_lower_bound(), op.dynamic_upper_bound(), op.dynamic_step()];
                KeptTypes {
                    operands: bounds.iter().map(|bounds| bounds.len()).sum(),
                    arguments: op.static_step().len(),
                }
            })
        }),
    ];
    populate_partial_type_conversion(&bounded, patterns, target, converter);
}
