//! `gpu-kernel-outlining`: launches of kernels by name, of functions in modules of their own.

use crate::Dimension;
use crate::launch::{buffers, positions};
use crate::launch_func::CONTAINER;
use crate::parts::{WORKGROUP_BUFFERS, workgroup_buffers};
use crate::{
    BlockDimOp, BlockIdOp, ClusterDimOp, ClusterIdOp, GPUFuncOp, GPUModuleOp, GpuDialect,
    GridDimOp, LaunchFuncOp, LaunchOp, ReturnOp, TerminatorOp, ThreadIdOp,
};
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::references;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite_diagnostics::Reported;

/// Move kernels of launches to functions.
///
/// Each `gpu.launch` becomes a `gpu.launch_func` of a `gpu.func` in a `gpu.module`, which gets the
/// functions that the kernel calls, too. Values from outside become arguments.
#[pass(
    name = "gpu-kernel-outlining",
    on = "builtin.module",
    dialects(GpuDialect),
    only("data-layout-str" = "": "a module of kernels has the layout of the module around it")
)]
#[derive(Copy, Clone, Debug)]
pub struct GpuKernelOutliningPass;

impl RunPass for GpuKernelOutliningPass {
    fn run(&self, module: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        outline(module);
        Ok(())
    }
}

/// Outlines the launches in a module, and in modules in it.
fn outline(module: &mut Body) {
    let mut symbols = SymbolTable::new(module);
    let mut is_changed = false;
    for function in module.own_ops() {
        if ModuleOp::is(module, function) {
            if let Some(inner) = module.child_mut(function) {
                outline(inner);
            }
            continue;
        }
        let Some(mut body) = module.detach_child(function) else { continue };
        let launches: Vec<LaunchOp> =
            body.own_ops_post_order().iter().filter_map(|&op| LaunchOp::cast(&body, op)).collect();
        let base = body.op(body.root()).symbol_name();
        let base = base.map_or("", |name| name.text(body.context())).to_owned();
        let mut after = function;
        for launch in launches {
            let place = place_of(&body, launch, &base);
            let device = match place.module.and_then(|name| symbols.lookup(name)) {
                Some(found) if GPUModuleOp::is(module, found) => found,
                _ => {
                    let wanted = place.module.unwrap_or(place.kernel);
                    let wanted = wanted.text(module.context()).to_owned();
                    let name = symbols.unique_name(module, &wanted);
                    let location = body.location(launch.id());
                    after = add_module(module, name, location, after);
                    symbols.insert(name, after);
                    after
                }
            };
            let Some(device_name) = module.op(device).symbol_name() else { continue };
            let Some(target) = module.child_mut(device) else { continue };
            let (kernel, arguments) = kernel_of(&body, launch);
            let wanted = place.kernel.text(target.context()).to_owned();
            let name = SymbolTable::new(target).unique_name(target, &wanted);
            let kernel = add_function(target, name, kernel);
            launch_by_name(&mut body, launch, (device_name, name), &arguments);
            is_changed = true;
            // A kernel may use the function that launches it.
            module.attach_child(function, body);
            copy_used_symbols(module, &symbols, device, kernel);
            let Some(again) = module.detach_child(function) else { return };
            body = again;
        }
        module.attach_child(function, body);
    }
    if is_changed {
        let (root, name) = (module.root(), module.context().ident(CONTAINER));
        module.set_attr(root, name, Attribute::UNIT);
    }
}

/// Where a kernel gets to.
struct Place {
    /// The module that the launch names.
    module: Option<Ident>,
    kernel: Ident,
}

fn place_of(body: &Body, launch: LaunchOp, function: &str) -> Place {
    let view = launch.on(body);
    let ctx = body.context();
    let name = |symbol: Option<Attribute>| Some(symbol?.as_symbol_ref(ctx)?.root);
    let kernel = name(view.function()).unwrap_or_else(|| ctx.ident(&format!("{function}_kernel")));
    Place { module: name(view.module()), kernel }
}

/// Adds a module of kernels after an op.
fn add_module(module: &mut Body, name: Ident, location: Location, after: OpId) -> OpId {
    let ctx = module.context().clone();
    let mut device = Body::new(&ctx, GPUModuleOp::name(&ctx), location, 1);
    let root = device.root();
    device.set_attr(root, Ident::SYM_NAME, ctx.ident_attr(name));
    let region = device.region(root, 0);
    device.create_block(region, &[]);
    let op = module.create_isolated_op(device, &[], &[]);
    module.insert_op_after(after, op);
    op
}

/// Adds a function to the end of a module of kernels.
fn add_function(device: &mut Body, name: Ident, mut function: Body) -> OpId {
    let (root, value) = (function.root(), device.context().ident_attr(name));
    function.set_attr(root, Ident::SYM_NAME, value);
    append(device, function)
}

fn append(device: &mut Body, function: Body) -> OpId {
    let op = device.create_isolated_op(function, &[], &[]);
    let region = device.region(device.root(), 0);
    if let Some(block) = device.entry_block(region) {
        device.append_op(block, op);
    }
    op
}

/// The values that a region uses and that are defined outside of it, in the order of their uses
/// where ops come after the ops in them.
pub(crate) fn values_from_above(body: &Body, op: OpId) -> Vec<ValueId> {
    let mut found = Vec::new();
    for user in body.own_ops_post_order_in(op) {
        for operand in body.operands(user) {
            let block = body.defining_block(operand);
            let owner = block.and_then(|block| body.block_region(block));
            let owner = owner.and_then(|region| body.region_owner(region));
            let is_inside = owner.is_some_and(|owner| owner == op || body.is_inside(owner, op));
            if !is_inside && !found.contains(&operand) {
                found.push(operand);
            }
        }
    }
    found
}

/// The kernel of a launch as a function without a name, and its arguments.
fn kernel_of(body: &Body, launch: LaunchOp) -> (Body, Vec<ValueId>) {
    let ctx = body.context();
    let view = launch.on(body);
    let location = view.op().location();
    let arguments = values_from_above(body, launch.id());
    let inputs: Vec<Type> = arguments.iter().map(|&value| body.ty(value)).collect();
    let [workgroup, private] = buffers(view);
    let buffers: Vec<ValueId> = workgroup.iter().chain(private).copied().collect();
    let all = inputs.iter().copied().chain(buffers.iter().map(|&buffer| body.ty(buffer)));
    let all: Vec<Type> = all.collect();
    let mut function = Body::new(ctx, GPUFuncOp::name(ctx), location, 1);
    let root = function.root();
    let ty = ctx.type_attr(ctx.function_type(&inputs, &[]));
    function.set_attr(root, Ident::FUNCTION_TYPE, ty);
    let count = workgroup_buffers(view.op()) as i64;
    function.set_attr(root, ctx.ident(WORKGROUP_BUFFERS), ctx.i64_attr(count));
    function.set_attr(root, ctx.ident(crate::functions::KERNEL), Attribute::UNIT);
    let operands = view.op().operands().skip(view.async_dependencies().len());
    let sizes: Vec<ValueId> = operands.take(6).collect();
    for (name, sizes) in [("known_grid_size", &sizes[..3]), ("known_block_size", &sizes[3..])] {
        let sizes =
            sizes.iter().map(|&size| i32::try_from(constant_value(body, size)?.as_i64(ctx)?).ok());
        if let Some(sizes) = sizes.collect::<Option<Vec<i32>>>() {
            function.set_attr(root, ctx.ident(name), ctx.i32_array_attr(&sizes));
        }
    }
    let region = function.region(root, 0);
    let entry = function.create_block(region, &all);
    let mut mapping = IrMapping::new();
    let parameters = function.arguments(entry).to_vec();
    for (&value, &parameter) in arguments.iter().zip(&parameters) {
        mapping.map(value, parameter);
    }
    let blocks = function.clone_region_from(body, view.body().id(), region, &mut mapping);
    if let Some(&first) = blocks.first() {
        let mut values = position_ops(&mut function, entry, location, positions(view));
        values.extend(&parameters[inputs.len()..]);
        for (old, new) in function.arguments(first).to_vec().into_iter().zip(values) {
            function.replace_all_uses(old, new);
        }
        if let Some(op) = function.first_op(first) {
            function.move_ops_from(op, entry);
        }
        function.erase_block(first);
    }
    for op in function.own_ops() {
        if TerminatorOp::is(&function, op) {
            let location = function.location(op);
            let mut builder = BodyBuilder::new(&mut function, InsertionPoint::Before(op));
            ReturnOp::build(&mut builder, location, &[]);
            function.erase_op(op);
        }
    }
    (function, arguments)
}

/// Adds ops that give what the first arguments of a launch are.
fn position_ops(
    function: &mut Body,
    entry: BlockId,
    location: Location,
    count: usize,
) -> Vec<ValueId> {
    let ctx = function.context().clone();
    let groups = [
        BlockIdOp::name(&ctx),
        ThreadIdOp::name(&ctx),
        GridDimOp::name(&ctx),
        BlockDimOp::name(&ctx),
        ClusterIdOp::name(&ctx),
        ClusterDimOp::name(&ctx),
    ];
    let mut values = Vec::new();
    for name in groups.into_iter().take(count / 3) {
        for dimension in [Dimension::X, Dimension::Y, Dimension::Z] {
            let dimension = dimension.attribute(&ctx);
            let state = OperationState::new(name, location)
                .results(&[Type::INDEX])
                .attribute(ctx.ident(crate::ids::DIMENSION), dimension);
            let op = function.create_op(state);
            function.append_op(entry, op);
            values.extend(function.results(op));
        }
    }
    values
}

/// Replaces a launch by one of a function of that module and name.
fn launch_by_name(
    body: &mut Body,
    launch: LaunchOp,
    (module, kernel): (Ident, Ident),
    arguments: &[ValueId],
) {
    let ctx = body.context().clone();
    let view = launch.on(body);
    let clustered = i32::from(view.cluster_size_x().is_some());
    let bytes = i32::from(view.dynamic_shared_memory_size().is_some());
    let dependencies = view.async_dependencies().len() as i32;
    let mut segments = vec![dependencies, 1, 1, 1, 1, 1, 1, clustered, clustered, clustered];
    segments.extend([bytes, arguments.len() as i32, 0]);
    let types: Vec<Type> = view.op().result_types().collect();
    let operands: Vec<ValueId> = view.op().operands().collect();
    let state = OperationState::new(LaunchFuncOp::name(&ctx), view.op().location())
        .operands(&operands)
        .operands(arguments)
        .results(&types)
        .attribute(ctx.ident("operandSegmentSizes"), ctx.i32_array_attr(&segments))
        .attribute(ctx.ident("kernel"), ctx.symbol_ref_attr(module, &[kernel]));
    let by_name = body.create_op(state);
    body.insert_op_before(launch.id(), by_name);
    let results: Vec<_> = body.results(launch.id()).zip(body.results(by_name)).collect();
    for (old, new) in results {
        body.replace_all_uses(old, new);
    }
    body.erase_op(launch.id());
}

/// Copies the symbols that a kernel uses, and those that they use, from the module around.
fn copy_used_symbols(module: &mut Body, symbols: &SymbolTable, device: OpId, kernel: OpId) {
    let mut pending = vec![kernel];
    while let Some(user) = pending.pop() {
        let Some(target) = module.child(device) else { return };
        let mut known = SymbolTable::new(target);
        for name in used_names(target.op(user)) {
            if known.lookup(name).is_some() {
                continue;
            }
            let Some(symbol) = symbols.lookup(name) else { continue };
            let Some(copy) = module.child(symbol).map(Body::deep_clone) else { continue };
            let Some(target) = module.child_mut(device) else { return };
            let op = append(target, copy);
            known.insert(name, op);
            pending.push(op);
        }
    }
}

/// The first names of the references in an op.
fn used_names(op: OpRef<'_>) -> Vec<Ident> {
    let ctx = op.context();
    let mut names = Vec::new();
    for user in op.walk() {
        for (_, attribute) in user.body().attributes(user.id()) {
            let roots = references(ctx, attribute);
            names.extend(roots.iter().filter_map(|it| Some(it.as_symbol_ref(ctx)?.root)));
        }
    }
    names
}
