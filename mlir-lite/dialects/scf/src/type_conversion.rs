//! Conversion of the types that loops and conditionals carry, for any type converter.

use crate::{ConditionOp, ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, TypeConverter, populate_type_conversion,
};
use mlir_lite::ir::OpDefinition;
use std::sync::Arc;

/// Adds patterns that convert the types of what loops and conditionals carry and yield by
/// `converter`, and says in `target` that these ops are legal when they have converted types.
///
/// The parallel loops carry nothing but reductions, whose regions compute with values of the old
/// types; they are not converted.
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
    ];
    populate_type_conversion(&ops, patterns, target, converter);
}
