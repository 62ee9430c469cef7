//! Loads of files whose sizes are not known when the program is compiled.
//!
//! The ops after such a load in its block become a function of their own, which takes the tensor:
//! so its sizes are those of an argument, as the sizes that the caller of an exported function
//! decides, and one body is compiled for all of them. A function that returns such a tensor has no
//! argument that gives its sizes, so functions with such loads are first inlined where they are
//! called.

use mlir_lite::analysis::call_graph::CallGraph;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::{SymbolTable, Visibility};
use mlir_lite::transforms::inline::inline_one_call;
use mlir_lite_diagnostics::{Diagnostic, Reported};
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::Code;

use super::decided::recursive_functions;
use crate::builtins::{LoadOp, ShapeOp};
use crate::limits::MAX_COPIED_OPS;
use crate::ops::elementwise::WorksElementwise;
use crate::ops::{CaptureOp, ConstantOp, GenericCallOp, ReturnOp, SliceOp};
use crate::sizes::{FILE_SIZES, names_for_caller};

/// The attribute of a function of the ops after a load.
const AFTER_LOAD: &str = "toy.after_load";

/// Whether a function has the ops after a load. It is not inlined: the sizes are those of its
/// argument.
pub(super) fn is_after_load(function: OpRef<'_>) -> bool {
    function.attr_named(AFTER_LOAD).is_some()
}

/// Makes functions of the ops after loads of unknown sizes. A session reads such files when an
/// entry is compiled: its variables have the sizes of their values.
///
/// # Errors
/// If a function that calls itself has such a load, or too much is inlined; that was reported.
pub(super) fn outline(module: &mut Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let functions = functions_with(module, is_load_of_unknown_sizes);
    if functions.is_empty() || !functions_with(module, |op| op.is::<CaptureOp>()).is_empty() {
        return Ok(());
    }
    if let Err(error) = inline_calls(module, functions) {
        diagnostics.error(*error);
        return diagnostics.check();
    }
    for function in functions_with(module, is_load_of_unknown_sizes) {
        let Some(mut body) = module.detach_child(function) else { continue };
        let mut made = Vec::new();
        outline_in(&mut body, module, &mut made);
        module.attach_child(function, body);
        let region = module.regions(module.root()).first().copied();
        let Some(block) = region.and_then(|region| module.entry_block(region)) else { continue };
        for body in made {
            let op = module.create_isolated_op(body, &[], &[]);
            module.append_op(block, op);
        }
    }
    Ok(())
}

/// The functions with such an op, in order.
fn functions_with(module: &Body, is_meant: fn(OpRef<'_>) -> bool) -> Vec<OpId> {
    let functions = module.as_op().regions().flat_map(|region| region.ops());
    let has_one =
        |op: &OpRef<'_>| module.child(op.id()).is_some_and(|body| body.walk().any(is_meant));
    functions.filter(|op| op.is::<FuncOp>()).filter(has_one).map(OpRef::id).collect()
}

fn is_load_of_unknown_sizes(op: OpRef<'_>) -> bool {
    op.cast::<LoadOp>().is_some_and(|load| load.has_unknown_sizes())
}

/// Inlines the calls of functions with such loads, and of those that call them.
fn inline_calls(module: &mut Body, mut functions: Vec<OpId>) -> Result<(), Box<Diagnostic>> {
    let recursive = recursive_functions(module);
    let (symbols, mut copied) = (SymbolTable::new(module), 0);
    // Those that are called by others of the list come first.
    let graph = CallGraph::new(module);
    let mut order: Vec<OpId> = Vec::new();
    let mut loads: FxHashSet<OpId> = functions.drain(..).collect();
    for component in graph.components_callees_first() {
        for number in component {
            let function = graph.function(number);
            let calls = graph.calls(number).iter().map(|(_, callee)| graph.function(*callee));
            if calls.filter(|callee| loads.contains(callee)).count() > 0 {
                loads.insert(function);
                order.push(function);
            }
        }
    }
    for function in order {
        let Some(mut body) = module.detach_child(function) else { continue };
        let calls = body.own_ops().into_iter().filter_map(|op| GenericCallOp::cast(&body, op));
        let calls: Vec<GenericCallOp> = calls.collect();
        let mut wrong = None;
        for call in calls {
            let Some(callee) = symbols.lookup(call.callee(&body)) else { continue };
            if !loads.contains(&callee) {
                continue;
            }
            let name = call.callee(&body);
            let shown = name.text(body.context()).to_owned();
            if recursive.contains(&name) {
                let error = body.op(call.id()).error(format!(
                    "'{shown}' calls itself, so it cannot load a file of unknown sizes"
                ));
                let error = error.with_code(Code::File.text());
                wrong = Some(error.with_help("load the file where the function is called first"));
                break;
            }
            let location = body.location(call.id()).to_position(body.context());
            let template = module.child(callee);
            copied += template
                .and_then(|template| inline_one_call(&mut body, call.id(), template))
                .unwrap_or(0);
            let most = MAX_COPIED_OPS.get();
            if copied > most {
                let message = format!("'{shown}' is called too often: more than {most} operations");
                let error = Code::TooManyCopies
                    .error(location, message)
                    .with_label("it loads a file of unknown sizes, and is copied to each call")
                    .with_help(MAX_COPIED_OPS.advice());
                wrong = Some(error);
                break;
            }
        }
        module.attach_child(function, body);
        if let Some(error) = wrong {
            return Err(Box::new(error));
        }
    }
    Ok(())
}

/// Makes functions of the ops after each load in a function, from the last load on: the function
/// for an earlier one contains the later loads.
fn outline_in(body: &mut Body, module: &Body, made: &mut Vec<Body>) {
    let ctx = body.context().clone();
    let symbols = SymbolTable::new(module);
    let loads = body.own_ops().into_iter().filter_map(|op| LoadOp::cast(body, op));
    let loads: Vec<LoadOp> = loads.filter(|load| load.on(body).has_unknown_sizes()).collect();
    // Sizes of the caller come first.
    let mut names = names_for_caller(body.as_op());
    let first = names.len();
    for load in &loads {
        load.set_first_size(body, names.len() as i64);
        names.extend(load.on(body).names_of_sizes());
    }
    let names: Vec<Attribute> = names[first..].iter().map(|name| ctx.string_attr(name)).collect();
    let root = body.root();
    body.set_attr(root, ctx.ident(FILE_SIZES), ctx.array_attr(&names));
    let function = body.as_op().symbol_name().map_or("", |name| name.text(&ctx)).to_owned();
    for (number, load) in loads.into_iter().enumerate().rev() {
        // The dot keeps the name distinct from names of the language.
        let wanted = format!("{function}.loaded{number}");
        let name = match symbols.lookup(ctx.ident(&wanted)) {
            None => ctx.ident(&wanted),
            Some(_) => symbols.unique_name(module, &wanted),
        };
        made.extend(outline_after(body, load.id(), name));
    }
}

/// Whether an op computes from nothing but constants and sizes of tensors.
fn is_of_sizes(body: &Body, op: OpId, known: &mut FxHashMap<OpId, bool>) -> bool {
    let mut pending = vec![op];
    while let Some(&op) = pending.last() {
        let view = body.op(op);
        let computes = view.implements::<dyn WorksElementwise>() || view.is::<SliceOp>();
        let operands = || body.operands(op).map(|operand| body.defining_op(operand));
        let is_of_sizes = if view.is::<ConstantOp>() || view.is::<ShapeOp>() {
            true
        } else if !computes || operands().any(|operand| operand.is_none()) {
            false
        } else {
            let open = operands().flatten().filter(|operand| !known.contains_key(operand));
            let open: Vec<OpId> = open.collect();
            if !open.is_empty() {
                pending.extend(open);
                continue;
            }
            operands().flatten().all(|operand| known[&operand])
        };
        known.insert(op, is_of_sizes);
        pending.pop();
    }
    known[&op]
}

/// Makes a function of the ops after one in its block, except the last one.
fn outline_after(body: &mut Body, load: OpId, name: Ident) -> Option<Body> {
    let (ctx, location) = (body.context().clone(), body.location(load));
    let block = body.block(load)?;
    let end = body.terminator(block)?;
    let after: Vec<OpId> =
        body.ops(block).skip_while(|op| *op != load).skip(1).take_while(|op| *op != end).collect();
    if after.is_empty() {
        return None;
    }
    let is_in = |body: &Body, op: OpId| {
        after.iter().any(|outer| *outer == op || body.is_inside(op, *outer))
    };
    let is_inside = |body: &Body, value: ValueId| match body.defining_op(value) {
        Some(op) => is_in(body, op),
        None => {
            let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
            owner.is_some_and(|owner| is_in(body, owner))
        }
    };
    // The values from before that are used; sizes and constants are made again, as shapes depend on
    // them.
    let mut pending: Vec<ValueId> = Vec::new();
    for &outer in &after {
        for op in std::iter::once(outer).chain(body.own_ops_in(outer)) {
            pending.extend(body.operands(op).filter(|value| !is_inside(body, *value)));
        }
    }
    let (mut taken, mut made_again): (Vec<ValueId>, FxHashSet<OpId>) = Default::default();
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    let mut numbers: FxHashMap<OpId, bool> = FxHashMap::default();
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        match body.defining_op(value).filter(|op| is_of_sizes(body, *op, &mut numbers)) {
            Some(op) => {
                made_again.insert(op);
                pending.extend(body.operands(op));
            }
            None => taken.push(value),
        }
    }
    let given: Vec<ValueId> = body.operands(end).filter(|value| is_inside(body, *value)).collect();
    let types = |values: &[ValueId]| values.iter().map(|value| body.ty(*value)).collect::<Vec<_>>();
    let (inputs, results) = (types(&taken), types(&given));
    let ty = ctx.function_type(&inputs, &results);
    let mut function = FuncOp::create(&ctx, location, name.text(&ctx), ty);
    let root = function.root();
    function.set_symbol_visibility(root, Visibility::Private);
    function.set_attr(root, ctx.ident(AFTER_LOAD), Attribute::UNIT);
    let entry = FuncOp::add_entry_block(&mut function);
    let mut mapping = IrMapping::new();
    for (value, argument) in taken.iter().zip(function.arguments(entry).to_vec()) {
        mapping.map(*value, argument);
    }
    let made_again = body.own_ops().into_iter().filter(|op| made_again.contains(op));
    for op in made_again.chain(after.iter().copied()) {
        let copy = function.clone_op_from(body, op, &mut mapping);
        function.append_op(entry, copy);
    }
    let returned: Vec<ValueId> = given.iter().filter_map(|value| mapping.value(*value)).collect();
    ReturnOp::build(&mut BodyBuilder::at_end(&mut function, entry), location, &returned);
    // No call is written there; its results are of the load.
    let place = if results.is_empty() { Location::UNKNOWN } else { location };
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(end)).at(place);
    let call = GenericCallOp::build(&mut b, place, name, &taken, &results);
    let values = call.results(body);
    for (old, new) in given.into_iter().zip(values) {
        body.replace_all_uses(old, new);
    }
    for op in after.into_iter().rev() {
        body.erase_op(op);
    }
    Some(function)
}
