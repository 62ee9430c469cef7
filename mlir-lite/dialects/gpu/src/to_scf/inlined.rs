//! Launches by name get the kernel inside.

use super::Converted;
use crate::parts::{WORKGROUP_BUFFERS, workgroup_buffers};
use crate::{GPUFuncOp, LaunchFuncOp, LaunchOp, ReturnOp, TerminatorOp};
use mlir_lite::dialects::standard::{CallOp, IndexCastOp};
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable;
use std::collections::HashSet;

/// The positions and sizes that a launch's region begins with.
const POSITIONS: usize = 12;

/// Replaces a launch by name by one with the kernel inside.
pub(super) fn inline_kernel(body: &mut Body, launch: LaunchFuncOp, module: &Body) -> Converted {
    let ctx = body.context().clone();
    let view = launch.on(body);
    let this = view.op();
    if view.cluster_size_x().is_some() {
        return Err(this.op_error("launches clusters, which the CPU does not have").into());
    }
    let kernel = find_kernel(module, view.kernel());
    let kernel = kernel.filter(|(kernel, _)| GPUFuncOp::is(kernel, kernel.root()));
    let Some((kernel, device)) = kernel else {
        return Err(this.op_error("launches no function of a 'gpu.module'").into());
    };
    let arguments: Vec<ValueId> = view.kernel_operands().ids().collect();
    let tokens = view.async_dependencies().len();
    let mut sizes: Vec<ValueId> = this.operands().take(tokens + 6).collect();
    let bytes: Vec<ValueId> = view.dynamic_shared_memory_size().iter().map(|it| it.id()).collect();
    let location = this.location();
    let types: Vec<Type> = this.result_types().collect();
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(launch.id())).at(location);
    for size in &mut sizes[tokens..] {
        if builder.body().ty(*size) != Type::INDEX {
            *size = IndexCastOp::create(&mut builder, *size, Type::INDEX);
        }
    }
    let region = body.create_region();
    let source = kernel.region(kernel.root(), 0);
    let blocks = body.clone_region_from(kernel, source, region, &mut IrMapping::new());
    let Some(&entry) = blocks.first() else { return Ok(()) };
    for (index, &argument) in arguments.iter().enumerate() {
        let parameter = body.arguments(entry)[index];
        body.replace_all_uses(parameter, argument);
    }
    for _ in &arguments {
        body.erase_argument(entry, 0);
    }
    for index in 0..POSITIONS {
        body.insert_argument(entry, index, Type::INDEX);
    }
    let count = workgroup_buffers(kernel.as_op()) as i64;
    let mut segments = vec![tokens as i32, 1, 1, 1, 1, 1, 1, 0, 0, 0];
    segments.push(bytes.len() as i32);
    let mut state = OperationState::new(LaunchOp::name(&ctx), location)
        .operands(&sizes)
        .operands(&bytes)
        .results(&types)
        .attribute(ctx.ident("operandSegmentSizes"), ctx.i32_array_attr(&segments))
        .attribute(ctx.ident(WORKGROUP_BUFFERS), ctx.i64_attr(count));
    state.regions.push(region);
    let new = body.create_op(state);
    body.insert_op_before(launch.id(), new);
    for op in body.own_ops_in(new) {
        if ReturnOp::is(body, op) {
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
            TerminatorOp::build(&mut builder, location);
            body.erase_op(op);
        }
    }
    let results: Vec<_> = body.results(launch.id()).zip(body.results(new)).collect();
    for (old, new) in results {
        body.replace_all_uses(old, new);
    }
    body.erase_op(launch.id());
    inline_calls(body, new, device, module)
}

/// A kernel, and its module.
fn find_kernel(module: &Body, reference: Attribute) -> Option<(&Body, &Body)> {
    let path = reference.as_symbol_ref(module.context())?;
    let [kernel] = path.nested[..] else { return None };
    let device = module.child(SymbolTable::new(module).lookup(path.root)?)?;
    Some((device.child(SymbolTable::new(device).lookup(kernel)?)?, device))
}

/// How many calls within each other are inlined.
const MAX_CALLS: usize = 64;

/// Puts the bodies of functions in place of calls, where a function has ops of kernels, or is not
/// one of the module that the launch is in. `device` is the module of the kernel.
pub(super) fn inline_calls(
    body: &mut Body,
    launch: OpId,
    device: &Body,
    module: &Body,
) -> Converted {
    let (own, symbols) = (SymbolTable::new(device), SymbolTable::new(module));
    for round in 0.. {
        let mut has_call = false;
        for op in body.own_ops_in(launch) {
            let Some(call) = CallOp::cast(body, op) else { continue };
            let view = call.on(body);
            let name = view.callee().as_symbol_ref(body.context()).map(|path| path.root);
            let Some(name) = name else { continue };
            let is_same = std::ptr::eq(device, module);
            let is_known = is_same || symbols.lookup(name).is_some();
            if is_known && runs_anywhere(module, &symbols, name, &mut HashSet::new()) {
                continue;
            }
            has_call = true;
            let function = own.lookup(name).and_then(|op| device.child(op));
            let blocks = function.map(|function| {
                let region = function.region(function.root(), 0);
                function.blocks(region).collect::<Vec<_>>()
            });
            let (Some(function), Some(&[block]), true) =
                (function, blocks.as_deref(), round < MAX_CALLS)
            else {
                let message = "calls a function of kernels that cannot be inlined: it is \
                               recursive, or does not consist of one block";
                return Err(view.op().op_error(message).into());
            };
            inline_call(body, call, function, block);
        }
        if !has_call {
            break;
        }
    }
    Ok(())
}

fn inline_call(body: &mut Body, call: CallOp, function: &Body, block: BlockId) {
    let mut mapping = IrMapping::new();
    let operands = body.operand_list(call.id());
    for (&parameter, argument) in function.arguments(block).iter().zip(operands) {
        mapping.map(parameter, argument);
    }
    let ops: Vec<OpId> = function.ops(block).collect();
    let Some((&end, ops)) = ops.split_last() else { return };
    for &op in ops {
        let copy = body.clone_op_from(function, op, &mut mapping);
        body.insert_op_before(call.id(), copy);
    }
    let results: Vec<ValueId> = body.results(call.id()).collect();
    for (result, value) in results.into_iter().zip(function.operands(end)) {
        if let Some(value) = mapping.value(value) {
            body.replace_all_uses(result, value);
        }
    }
    body.erase_op(call.id());
}

/// Whether a function and those that it calls have no ops of kernels.
fn runs_anywhere(
    module: &Body,
    symbols: &SymbolTable,
    name: Ident,
    seen: &mut HashSet<Ident>,
) -> bool {
    if !seen.insert(name) {
        return true;
    }
    let Some(function) = symbols.lookup(name).and_then(|op| module.child(op)) else { return false };
    let ctx = function.context();
    function.own_ops().into_iter().all(|op| {
        let op = function.op(op);
        match op.cast::<CallOp>().and_then(|call| call.callee().as_symbol_ref(ctx)) {
            Some(path) => runs_anywhere(module, symbols, path.root, seen),
            None => op.info().namespace() != "gpu",
        }
    })
}
