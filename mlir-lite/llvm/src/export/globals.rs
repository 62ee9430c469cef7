//! Initial values of globals and aliases, and functions that run at program start and end.

use super::constants;
use super::data;
use super::function::Environment;
use super::{ModuleOp, cannot_export, symbol_of};
use crate::ffi;
use inkwell::AddressSpace;
use inkwell::module::Linkage;
use inkwell::types::BasicType;
use inkwell::values::BasicValueEnum;
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::llvm::{AliasOpRef, GlobalOpRef, Linkage as LlvmLinkage, ZeroAttr};
use mlir_lite::ir::typed_view::OpView;
use mlir_lite_diagnostics::Diagnostic;

type Done = Result<(), Box<Diagnostic>>;

/// Sets the initial values of all globals and aliases, as they were declared.
pub(super) fn initialize<'e, 'ctx>(
    environment: Environment<'e, 'ctx>,
    ops: &[ModuleOp<'e>],
    data_as_bytes: bool,
) -> Done {
    for op in ops {
        match op {
            ModuleOp::Function(_) => {}
            ModuleOp::Global(op) => global(environment, *op, data_as_bytes)?,
            ModuleOp::Alias(op) => alias(environment, *op)?,
            ModuleOp::Ctors(op) => {
                let lists = [op.ctors(), op.priorities(), op.data()];
                let done = run_by_themselves(environment, lists, "ctors");
                done.map_err(|reason| cannot_export(op.op(), reason))?;
            }
            ModuleOp::Dtors(op) => {
                let lists = [op.dtors(), op.priorities(), op.data()];
                let done = run_by_themselves(environment, lists, "dtors");
                done.map_err(|reason| cannot_export(op.op(), reason))?;
            }
        }
    }
    Ok(())
}

fn global<'e>(environment: Environment<'e, '_>, op: GlobalOpRef<'e>, data_as_bytes: bool) -> Done {
    let Some(global) = environment.symbols.globals.get(symbol_of(op.op())) else { return Ok(()) };
    if let Some(elements) = data_as_bytes.then(|| data::elements(op)).flatten() {
        let byte = environment.types.llvm.i8_type().into();
        global.set_initializer(&ffi::const_data_array(byte, elements.data()));
        return Ok(());
    }
    let ty = op.global_type();
    let failed = |reason| cannot_export(op.op(), reason);
    let value = if !op.initializer().is_empty() {
        Some(environment.constant(op.initializer())?)
    } else if let Some(value) = op.value() {
        constants::check_shape(environment.types, value, ty).map_err(failed)?;
        let value = constants::translate(environment.types, Some(environment.symbols), value, ty);
        Some(value.map_err(failed)?)
    } else {
        None
    };
    match value {
        // It is defined elsewhere.
        _ if op.linkage() == LlvmLinkage::ExternWeak => {}
        None if op.linkage() == LlvmLinkage::External => {}
        Some(value) => global.set_initializer(&value),
        // LLVM requires an initial value here.
        None => global.set_initializer(&ffi::undef(environment.types.basic(ty).map_err(failed)?)),
    }
    Ok(())
}

fn alias<'e>(environment: Environment<'e, '_>, op: AliasOpRef<'e>) -> Done {
    let Some(&alias) = environment.symbols.globals.get(symbol_of(op.op())) else { return Ok(()) };
    if op.initializer().is_empty() {
        return Err(cannot_export(op.op(), "nothing says what it is another name for"));
    }
    match environment.constant(op.initializer())? {
        target @ BasicValueEnum::PointerValue(_) => ffi::set_aliasee(alias, target),
        _ => return Err(cannot_export(op.op(), "it is another name for what is not an address")),
    }
    Ok(())
}

/// `@llvm.global_ctors`: priorities, functions, and their associated data.
fn run_by_themselves(
    environment: Environment<'_, '_>,
    lists: [Attribute; 3],
    name: &str,
) -> Result<(), String> {
    let (ctx, llvm) = (&environment.types.ctx, environment.types.llvm);
    let [functions, priorities, data] = lists.map(|list| list.expect_array(ctx));
    let pointer = llvm.ptr_type(AddressSpace::default());
    let entry_type =
        llvm.struct_type(&[llvm.i32_type().into(), pointer.into(), pointer.into()], false);
    let mut values: Vec<BasicValueEnum<'_>> = Vec::new();
    for ((function, priority), data) in functions.iter().zip(priorities).zip(data) {
        let symbol = function.as_flat_symbol(ctx).ok_or("it names no function")?.text(ctx);
        let function = environment.symbols.functions.get(symbol);
        let function = function.ok_or_else(|| format!("the module has no function '{symbol}'"))?;
        let priority = priority.as_i64(ctx).ok_or("a priority is not a number")?;
        let data = match data.as_flat_symbol(ctx).map(|name| name.text(ctx)) {
            None if data.as_dialect::<ZeroAttr>(ctx).is_some() => pointer.const_null(),
            None => return Err("the data of a function is not a symbol".into()),
            Some(name) => match environment.symbols.globals.get(name) {
                Some(global) => global.as_pointer_value(),
                None => {
                    let function = environment.symbols.functions.get(name);
                    let function =
                        function.ok_or_else(|| format!("the module does not define '{name}'"))?;
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
    let global = environment.module.add_global(ty, None, &format!("llvm.global_{name}"));
    global.set_linkage(Linkage::Appending);
    global.set_initializer(&ffi::const_aggregate(ty, &values));
    Ok(())
}
