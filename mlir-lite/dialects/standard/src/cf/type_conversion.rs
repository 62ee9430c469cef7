//! Conversion of the types that branches pass to blocks, and of selected values, for any type
//! converter.

use crate::{BrOp, CondBrOp, SelectOp, SwitchOp};
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, TypeConverter, populate_type_conversion,
};
use mlir_lite::ir::OpDefinition;
use std::sync::Arc;

/// Adds patterns that convert the types of the operands of branches, and of the blocks' arguments,
/// by `converter`, and declares in `target` that branches are legal when they have converted types.
pub fn populate_branch_type_conversion(
    patterns: &mut ConversionPatternSet,
    target: &mut ConversionTarget,
    converter: &Arc<TypeConverter>,
) {
    let ops = [
        (BrOp::NAME, "std.br-types"),
        (CondBrOp::NAME, "std.cond_br-types"),
        (SwitchOp::NAME, "std.switch-types"),
    ];
    populate_type_conversion(&ops, patterns, target, converter);
}

/// Adds a pattern that converts the type of a `select` by `converter`, and says in `target` that it
/// is legal when it has the converted type.
pub fn populate_select_type_conversion(
    patterns: &mut ConversionPatternSet,
    target: &mut ConversionTarget,
    converter: &Arc<TypeConverter>,
) {
    populate_type_conversion(&[(SelectOp::NAME, "std.select-types")], patterns, target, converter);
}
