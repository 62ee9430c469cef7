//! Branches and other terminators of functions.

use super::constants;
use super::function::{Exported, FunctionExport, built};
use super::instructions::flag;
use super::ops::{Built, ExportOp, Translations};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum as Value, InstructionValue, IntValue,
};
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::llvm::{
    BrOp, BrOpRef, CondBrOp, CondBrOpRef, ReturnOp, ReturnOpRef, SwitchOp, SwitchOpRef,
    UnreachableOp, UnreachableOpRef,
};
use mlir_lite::ir::typed_view::{OpView, ValueRef};

/// The condition of a branch, or the value of a switch.
fn integer<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    value: ValueRef<'_>,
) -> Exported<IntValue<'ctx>> {
    match export.value(value)? {
        Value::IntValue(value) => Ok(value),
        _ => Err("it decides by a value that is not an integer".into()),
    }
}

/// Sets the branch weights of the successors.
pub(super) fn set_weights(
    export: &FunctionExport<'_, '_>,
    weights: Option<Attribute>,
    instruction: InstructionValue<'_>,
) -> Exported<()> {
    let weights = weights.and_then(|weights| weights.as_i64_array(&export.types.ctx));
    let Some(weights) = weights else { return Ok(()) };
    let llvm = export.types.llvm;
    let mut node: Vec<BasicMetadataValueEnum<'_>> =
        vec![llvm.metadata_string("branch_weights").into()];
    node.extend(weights.iter().map(|&weight| -> BasicMetadataValueEnum<'_> {
        llvm.i32_type().const_int(weight as u64, true).as_basic_value_enum().into()
    }));
    flag(instruction.set_metadata(llvm.metadata_node(&node), llvm.get_kind_id("prof")))
}

impl ExportOp for BrOp {
    fn export<'ctx>(op: BrOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let [target] = export.targets(op.op())?[..] else {
            return Err("it has one successor".into());
        };
        built(export.builder.build_unconditional_branch(target))?;
        Ok(None)
    }
}

impl ExportOp for CondBrOp {
    fn export<'ctx>(op: CondBrOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let [yes, no] = export.targets(op.op())?[..] else {
            return Err("it has two successors".into());
        };
        let condition = integer(export, op.condition())?;
        let branch = built(export.builder.build_conditional_branch(condition, yes, no))?;
        set_weights(export, op.branch_weights(), branch)?;
        Ok(None)
    }
}

impl ExportOp for SwitchOp {
    fn export<'ctx>(op: SwitchOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let targets = export.targets(op.op())?;
        let (&default, targets) = targets.split_first().ok_or("it has no default")?;
        let value = integer(export, op.value())?;
        let mut arms = Vec::new();
        for (case, &target) in op.cases().into_iter().zip(targets) {
            let case = case.as_integer(op.context()).ok_or("a case is not an integer")?;
            arms.push((constants::integer(value.get_type(), case), target));
        }
        let branch = built(export.builder.build_switch(value, default, &arms))?;
        set_weights(export, op.branch_weights(), branch)?;
        Ok(None)
    }
}

impl ExportOp for ReturnOp {
    fn export<'ctx>(op: ReturnOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let value = op.arg().map(|value| export.value(value)).transpose()?;
        built(
            export.builder.build_return(value.as_ref().map(|value| value as &dyn BasicValue<'ctx>)),
        )?;
        Ok(None)
    }
}

impl ExportOp for UnreachableOp {
    fn export<'ctx>(
        _op: UnreachableOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        built(export.builder.build_unreachable())?;
        Ok(None)
    }
}

pub(super) fn register(translations: &mut Translations) {
    translations.add::<BrOp>();
    translations.add::<CondBrOp>();
    translations.add::<SwitchOp>();
    translations.add::<ReturnOp>();
    translations.add::<UnreachableOp>();
}
