//! Constants, addresses of symbols, and `freeze`.

use super::constants;
use super::function::FunctionExport;
use super::instructions::result_of;
use super::ops::{Built, ExportOp, Translations};
use super::templates::type_text;
use crate::ffi;
use mlir_lite::dialects::llvm::{
    AddressOfOp, AddressOfOpRef, ConstantOp, ConstantOpRef, FreezeOp, FreezeOpRef, NoneTokenOp,
    NoneTokenOpRef, PoisonOp, PoisonOpRef, UndefOp, UndefOpRef, ZeroOp, ZeroOpRef,
};
use mlir_lite::ir::typed_view::OpView;

impl ExportOp for ConstantOp {
    fn export<'ctx>(op: ConstantOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        constants::translate(export.types, Some(export.symbols), op.value(), op.res().ty())
            .map(Some)
    }
}

impl ExportOp for ZeroOp {
    fn export<'ctx>(op: ZeroOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        Ok(Some(export.types.basic(op.res().ty())?.const_zero()))
    }
}

/// Only intrinsics take a token as an operand, and none of these has an op here.
impl ExportOp for NoneTokenOp {
    fn export<'ctx>(
        _op: NoneTokenOpRef<'_>,
        _export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        Ok(None)
    }
}

impl ExportOp for UndefOp {
    fn export<'ctx>(op: UndefOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        Ok(Some(ffi::undef(export.types.basic(op.res().ty())?)))
    }
}

impl ExportOp for PoisonOp {
    fn export<'ctx>(op: PoisonOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        Ok(Some(ffi::poison(export.types.basic(op.res().ty())?)))
    }
}

impl ExportOp for AddressOfOp {
    fn export<'ctx>(op: AddressOfOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let name = op.global_name().as_flat_symbol(op.context());
        let name = name.ok_or("it names no symbol")?.text(op.context());
        if let Some(global) = export.symbols.globals.get(name) {
            return Ok(Some(global.as_pointer_value().into()));
        }
        match export.symbols.functions.get(name) {
            Some(function) => Ok(Some(function.as_global_value().as_pointer_value().into())),
            None => Err(format!("the module does not define '{name}'")),
        }
    }
}

impl ExportOp for FreezeOp {
    fn export<'ctx>(op: FreezeOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let value = export.value(op.val())?;
        let ty = type_text(value).ok_or("a struct with a name is not supported here")?;
        let text = format!("%r = freeze {ty} %0");
        result_of(export.templates.instruction(&export.builder, &text, &[value])?).map(Some)
    }
}

pub(super) fn register(translations: &mut Translations) {
    translations.add::<ConstantOp>();
    translations.add::<ZeroOp>();
    translations.add::<NoneTokenOp>();
    translations.add::<UndefOp>();
    translations.add::<PoisonOp>();
    translations.add::<AddressOfOp>();
    translations.add::<FreezeOp>();
}
