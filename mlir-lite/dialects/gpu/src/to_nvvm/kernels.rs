//! Functions of devices become functions of std, with their buffers.

use super::{Converted, positions, warps};
use crate::functions::KERNEL;
use crate::parts::{AddressSpaces, WORKGROUP_BUFFERS, workgroup_buffers};
use crate::{AddressSpace, GPUFuncOp, GPUFuncOpRef, ReturnOp};
use mlir_lite::dialects::llvm::{GlobalOp, Linkage};
use mlir_lite::dialects::standard::{self, AllocaOp, FuncOp, GetGlobalMemrefOp, GlobalMemrefOp};
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable;

/// The number of the memory of blocks.
const WORKGROUP: i64 = 3;

/// The numbers of the processors' memories.
fn memory_space(space: AddressSpace) -> Option<i64> {
    match space {
        AddressSpace::Global => Some(1),
        AddressSpace::Workgroup => Some(WORKGROUP),
        AddressSpace::Private => None,
    }
}

/// Converts the functions of a module of kernels.
pub(super) fn convert_functions(device: &mut Body) -> Converted {
    for op in device.own_ops() {
        if !GPUFuncOp::is(device, op) {
            continue;
        }
        let Some(old) = device.detach_child(op) else { continue };
        let converted = convert_function(&old, device, op);
        device.attach_child(op, old);
        let new = converted?;
        let new = device.create_isolated_op(new, &[], &[]);
        device.insert_op_after(op, new);
        device.take_child(op);
    }
    Ok(())
}

/// A function of std for one of a device. Its buffers of blocks are globals before the op.
fn convert_function(old: &Body, device: &mut Body, op: OpId) -> Converted<Body> {
    let ctx = old.context().clone();
    let Some(function) = old.as_op().cast::<GPUFuncOp>() else { return Ok(old.deep_clone()) };
    let name = function.op().symbol_name().map_or("", |name| name.text(&ctx)).to_owned();
    let mut new = Body::new(&ctx, FuncOp::name(&ctx), function.op().location(), 1);
    set_attributes(function, &mut new);
    let (from, to) = (old.region(old.root(), 0), new.region(new.root(), 0));
    new.clone_region_from(old, from, to, &mut IrMapping::new());
    new.map_address_spaces(memory_space);
    let Some(entry) = new.entry_block(to) else { return Ok(new) };
    let inputs = function.function_type().as_type(&ctx).and_then(|ty| ty.as_function(&ctx));
    let (parameters, results) =
        inputs.map_or((0, vec![]), |(ins, outs)| (ins.len(), outs.to_vec()));
    let blocks = workgroup_buffers(function.op());
    let buffers = new.arguments(entry)[parameters..].to_vec();
    for (number, &buffer) in buffers.iter().enumerate() {
        let (ty, location) = (new.ty(buffer), function.op().location());
        let memory = match number < blocks {
            true => {
                let wanted = format!("__wg_{name}_{number}");
                let name = SymbolTable::new(device).unique_name(device, &wanted);
                let global = uninitialized(&ctx, name, ty, location);
                let global = device.create_isolated_op(global, &[], &[]);
                device.insert_op_before(op, global);
                let mut b = BodyBuilder::new(&mut new, InsertionPoint::Start(entry)).at(location);
                GetGlobalMemrefOp::create(&mut b, ctx.symbol_ident_attr(name), ty)
            }
            false => {
                let mut b = BodyBuilder::new(&mut new, InsertionPoint::Start(entry)).at(location);
                AllocaOp::create(&mut b, &[], &[], None, ty)
            }
        };
        new.replace_all_uses(buffer, memory);
    }
    for index in (parameters..parameters + buffers.len()).rev() {
        new.erase_argument(entry, index);
    }
    let inputs: Vec<Type> = new.arguments(entry).iter().map(|value| new.ty(*value)).collect();
    let root = new.root();
    new.set_attr(root, Ident::FUNCTION_TYPE, ctx.type_attr(ctx.function_type(&inputs, &results)));
    positions::convert(&mut new, function);
    warps::convert(&mut new)?;
    for op in new.own_ops() {
        if let Some(end) = ReturnOp::cast(&new, op) {
            let operands = new.operand_list(op);
            let location = new.location(end.id());
            let mut b = BodyBuilder::new(&mut new, InsertionPoint::Before(op)).at(location);
            standard::ReturnOp::create(&mut b, &operands);
            new.erase_op(op);
        }
    }
    Ok(new)
}

/// A buffer of blocks, whose elements have no values at first.
fn uninitialized(ctx: &Context, name: Ident, ty: Type, location: Location) -> Body {
    let mut body = Body::new(ctx, GlobalMemrefOp::name(ctx), location, 0);
    let global = GlobalMemrefOp::from_id(body.root());
    global.set_sym_name(&mut body, ctx.ident_attr(name));
    global.set_sym_visibility(&mut body, ctx.string_attr("private"));
    global.set_ty(&mut body, ctx.type_attr(ty));
    global.set_initial_value(&mut body, Attribute::UNIT);
    body
}

/// Takes the values from globals in the memory of blocks, which has none when a kernel starts.
pub(super) fn leave_uninitialized(device: &mut Body) {
    let ctx = device.context().clone();
    for op in device.own_ops() {
        let Some(global) = device.child_mut(op) else { continue };
        let Some(root) = GlobalOp::cast(global, global.root()) else { continue };
        if root.addr_space(global).as_i64(&ctx) == Some(WORKGROUP) {
            root.remove_value(global);
            root.set_linkage(global, Linkage::Internal);
        }
    }
}

/// The name, the attributes of arguments, and what the driver wants to know of a kernel.
fn set_attributes(function: GPUFuncOpRef<'_>, new: &mut Body) {
    let (ctx, root) = (function.context().clone(), new.root());
    let skipped = ["function_type", WORKGROUP_BUFFERS, "workgroup_attrib_attrs"];
    let skipped = skipped.into_iter().chain(["private_attrib_attrs", "known_cluster_size"]);
    let skipped: Vec<&str> = skipped.chain(["known_block_size", "known_grid_size"]).collect();
    let op = function.op();
    for (name, value) in op.body().attributes(op.id()) {
        if !skipped.contains(&name.text(&ctx)) {
            new.set_attr(root, name, value);
        }
    }
    let mut set = |name: &str, value: Option<Attribute>| {
        if let Some(value) = value {
            new.set_attr(root, ctx.ident(name), value);
        }
    };
    set("gpu.known_block_size", function.known_block_size());
    set("gpu.known_grid_size", function.known_grid_size());
    set("gpu.known_cluster_size", function.known_cluster_size());
    if op.attr_named(KERNEL).is_some() {
        set("nvvm.kernel", Some(Attribute::UNIT));
        set("nvvm.maxntid", function.known_block_size());
        set("nvvm.cluster_dim", function.known_cluster_size());
    }
}
