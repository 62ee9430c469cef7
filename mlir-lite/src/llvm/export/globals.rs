//! What globals and aliases are initialised with, and functions that run by themselves.

use super::cannot_export;
use super::constants;
use super::function::Environment;
use crate::dialects::llvm::{
    AliasOp, GlobalCtorsOp, GlobalDtorsOp, GlobalOp, Linkage as LlvmLinkage, ZeroAttr,
};
use crate::ir::view::OpRef;
use crate::llvm::ffi;
use inkwell::AddressSpace;
use inkwell::module::Linkage;
use inkwell::types::BasicType;
use inkwell::values::BasicValueEnum;
use mlir_lite_diagnostics::Diagnostic;

type Done = Result<(), Box<Diagnostic>>;

/// Gives all globals and aliases what they begin with.
pub(super) fn initialize<'e, 'ctx>(environment: Environment<'e, 'ctx>, ops: &[OpRef<'e>]) -> Done {
    for &op in ops {
        if op.is::<GlobalOp>() {
            global(environment, op)?;
        } else if op.is::<AliasOp>() {
            alias(environment, op)?;
        } else if op.is::<GlobalCtorsOp>() {
            run_by_themselves(environment, op, "ctors").map_err(|reason| cannot_export(op, reason))?;
        } else if op.is::<GlobalDtorsOp>() {
            run_by_themselves(environment, op, "dtors").map_err(|reason| cannot_export(op, reason))?;
        }
    }
    Ok(())
}

fn symbol(op: OpRef<'_>) -> &str {
    op.symbol_name().map_or("", |name| name.text(op.context()))
}

fn global<'e>(environment: Environment<'e, '_>, op: OpRef<'e>) -> Done {
    let ctx = op.context();
    let Some(global) = environment.symbols.globals.get(symbol(op)) else { return Ok(()) };
    let ty = op.attr_named("global_type").and_then(|ty| ty.as_type(ctx));
    let ty = ty.ok_or_else(|| cannot_export(op, "it has no type"))?;
    let region = op.region(0).filter(|region| !region.is_empty());
    let value = if let Some(region) = region {
        Some(environment.constant(region)?)
    } else if let Some(value) = op.attr_named("value") {
        constants::check_shape(environment.types, value, ty).map_err(|reason| cannot_export(op, reason))?;
        let value = constants::translate(environment.types, Some(environment.symbols), value, ty);
        Some(value.map_err(|reason| cannot_export(op, reason))?)
    } else {
        None
    };
    let linkage = op.attr_named("linkage").and_then(|linkage| linkage.as_dialect(ctx));
    let linkage = linkage.copied().unwrap_or(LlvmLinkage::External);
    match value {
        // It is defined elsewhere.
        _ if linkage == LlvmLinkage::ExternWeak => {}
        None if linkage == LlvmLinkage::External => {}
        Some(value) => global.set_initializer(&value),
        // LLVM takes no others without an initial value.
        None => {
            let ty = environment.types.basic(ty).map_err(|reason| cannot_export(op, reason))?;
            global.set_initializer(&ffi::undef(ty));
        }
    }
    Ok(())
}

fn alias<'e>(environment: Environment<'e, '_>, op: OpRef<'e>) -> Done {
    let Some(&alias) = environment.symbols.globals.get(symbol(op)) else { return Ok(()) };
    let region = op.region(0).filter(|region| !region.is_empty());
    let region = region.ok_or_else(|| cannot_export(op, "nothing says what it is another name for"))?;
    match environment.constant(region)? {
        target @ BasicValueEnum::PointerValue(_) => ffi::set_aliasee(alias, target),
        _ => return Err(cannot_export(op, "it is another name for what is not an address")),
    }
    Ok(())
}

/// `@llvm.global_ctors`: priorities, functions, and what each belongs to.
fn run_by_themselves(environment: Environment<'_, '_>, op: OpRef<'_>, list: &str) -> Result<(), String> {
    let (ctx, llvm) = (op.context(), environment.types.llvm);
    let entries = |name: &str| op.attr_named(name).and_then(|list| list.as_array(ctx)).unwrap_or_default();
    let pointer = llvm.ptr_type(AddressSpace::default());
    let entry_type = llvm.struct_type(&[llvm.i32_type().into(), pointer.into(), pointer.into()], false);
    let mut values: Vec<BasicValueEnum<'_>> = Vec::new();
    for ((function, priority), data) in entries(list).iter().zip(entries("priorities")).zip(entries("data")) {
        let name = function.as_flat_symbol(ctx).ok_or("it names no function")?.text(ctx);
        let function = environment.symbols.functions.get(name);
        let function = function.ok_or_else(|| format!("the module has no function '{name}'"))?;
        let priority = priority.as_i64(ctx).ok_or("a priority is not a number")?;
        let data = match data.as_flat_symbol(ctx).map(|name| name.text(ctx)) {
            None if data.as_dialect::<ZeroAttr>(ctx).is_some() => pointer.const_null(),
            None => return Err("what a function belongs to is not a symbol".into()),
            Some(name) => match environment.symbols.globals.get(name) {
                Some(global) => global.as_pointer_value(),
                None => {
                    let function = environment.symbols.functions.get(name);
                    let function = function.ok_or_else(|| format!("the module does not define '{name}'"))?;
                    function.as_global_value().as_pointer_value()
                }
            },
        };
        let fields = [
            llvm.i32_type().const_int(priority as u64, true).into(),
            function.as_global_value().as_pointer_value().into(),
            data.into(),
        ];
        values.push(ffi::const_aggregate(entry_type.into(), &fields));
    }
    let length = u32::try_from(values.len()).map_err(|_| "the list is too long")?;
    let ty = entry_type.array_type(length).as_basic_type_enum();
    let global = environment.module.add_global(ty, None, &format!("llvm.global_{list}"));
    global.set_linkage(Linkage::Appending);
    global.set_initializer(&ffi::const_aggregate(ty, &values));
    Ok(())
}
