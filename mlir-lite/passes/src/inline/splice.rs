//! Replaces a call by a copy of a function.

use super::callee::InlinableCallee;
use super::inliner_of;
use mlir_lite::context::OpName;
use mlir_lite::ir::body::{Body, OperationState};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::ir::entities::{BlockId, OpId, ValueId};
use mlir_lite::ir::interfaces::CallOpInterface;
use mlir_lite::ir::location::CallSiteLocations;
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::iter::successors;

type Values = SmallVec<[ValueId; 4]>;

/// Replaces `call` by a copy of `callee`. If that is impossible, nothing changes.
pub(super) fn inline_call(
    caller: &mut Body,
    call: OpId,
    callee: &Body,
    plan: &InlinableCallee,
) -> bool {
    let arguments = caller.op(call).ask::<dyn CallOpInterface, _>(|call| call.arguments());
    let Some(arguments) = arguments else { return false };
    let Some(block) = caller.block(call) else { return false };
    let parameters: SmallVec<[Type; 4]> =
        callee.arguments(plan.entry).iter().map(|&parameter| callee.ty(parameter)).collect();
    if arguments.len() != parameters.len() || plan.result_types.len() != caller.num_results(call) {
        return false;
    }
    let inliner = inliner_of(caller.op(call));
    if !inliner.is_some_and(|it| it.is_legal_to_inline_call(caller.op(call), callee.as_op())) {
        return false;
    }
    // Which ops the regions of an unregistered op may hold is not known.
    if !caller.block_owner(block).is_some_and(|owner| caller.info(owner).is_registered()) {
        return false;
    }
    if plan.branch.is_some() && caller.block_owner(block) != Some(caller.root()) {
        return false;
    }
    // The function's symbol references would be resolved in another table, or not at all.
    let mut around = successors(caller.parent_op(call), |&op| caller.parent_op(op));
    if around.any(|op| caller.op(op).is_symbol_scope()) {
        return false;
    }
    let is_scope = |owner| caller.has_trait(owner, TraitFlags::AFFINE_SCOPE);
    if plan.needs_top_level && !caller.block_owner(block).is_some_and(is_scope) {
        return false;
    }
    // Placeholders for the results.
    let results = caller.create_detached_block(&plan.result_types);
    let Some((arguments, converted)) = convert(caller, call, &arguments, &parameters, results)
    else {
        caller.erase_block(results);
        return false;
    };
    for (i, value) in converted.into_iter().enumerate() {
        caller.replace_all_uses(caller.result(call, i), value);
    }
    let (ops, ends) = match plan.branch {
        None => (copy_block(caller, call, callee, plan, &arguments, results), vec![call]),
        Some(branch) => copy_blocks(caller, call, callee, plan, branch, &arguments, results),
    };
    if let Some(inliner) = inliner_of(callee.as_op()) {
        inliner.complete_copy(caller, &ops, &ends);
    }
    caller.erase_op(call);
    caller.erase_block(results);
    true
}

/// The arguments with the callee's types, and the arguments of `results` with the types of the
/// call's users. Where types differ, the call's dialect creates conversion ops.
fn convert(
    caller: &mut Body,
    call: OpId,
    arguments: &[ValueId],
    parameters: &[Type],
    results: BlockId,
) -> Option<(Values, Values)> {
    let location = caller.location(call);
    let placeholders: Values = caller.arguments(results).into();
    let wanted = caller.result_types(call);
    let (before, after) = (caller.previous_op(call), caller.next_op(call));
    let mut convert_all =
        |values: &[ValueId], types: &[Type], point: InsertionPoint| -> Option<Values> {
            let mut converted = Values::new();
            for (&value, &ty) in values.iter().zip(types) {
                converted.push(if caller.ty(value) == ty {
                    value
                } else {
                    let inliner = inliner_of(caller.op(call))?;
                    let mut builder = BodyBuilder::new(caller, point);
                    inliner.materialize_call_conversion(&mut builder, value, ty, location)?
                });
            }
            Some(converted)
        };
    let converted =
        convert_all(arguments, parameters, InsertionPoint::Before(call)).and_then(|arguments| {
            let results = convert_all(&placeholders, &wanted, InsertionPoint::After(call))?;
            Some((arguments, results))
        });
    if converted.is_none() {
        let earlier = successors(caller.previous_op(call), |&op| caller.previous_op(op));
        let later = successors(caller.next_op(call), |&op| caller.next_op(op));
        let created = earlier.take_while(|&op| Some(op) != before);
        let created = created.chain(later.take_while(|&op| Some(op) != after)).collect();
        caller.erase_ops(created);
    }
    converted
}

/// Copies the ops of a function of one block before the call. Returns the copies.
fn copy_block(
    caller: &mut Body,
    call: OpId,
    callee: &Body,
    plan: &InlinableCallee,
    arguments: &[ValueId],
    results: BlockId,
) -> Vec<OpId> {
    let mut mapping = IrMapping::new();
    let mut copies = Vec::new();
    for (&parameter, &argument) in callee.arguments(plan.entry).iter().zip(arguments) {
        mapping.map(parameter, argument);
    }
    let mut locations =
        CallSiteLocations::new(caller.context(), plan.locations(callee), caller.location(call));
    for op in callee.ops(plan.entry) {
        if plan.returns.iter().any(|end| end.op == op) {
            continue;
        }
        let copy = caller.clone_op_from(callee, op, &mut mapping);
        caller.insert_op_before(call, copy);
        set_call_site(caller, copy, &mut locations);
        copies.push(copy);
    }
    for (i, &value) in plan.returns.iter().flat_map(|end| &end.values).enumerate() {
        if let Some(copy) = mapping.value(value) {
            caller.replace_all_uses(caller.arguments(results)[i], copy);
        }
    }
    copies
}

/// Splits the call's block and inserts the blocks of a function in between: the first is merged
/// with the block before the call, and the returns branch to the block after the call with the
/// results. Returns the copies of the first block's ops, and the branches.
fn copy_blocks(
    caller: &mut Body,
    call: OpId,
    callee: &Body,
    plan: &InlinableCallee,
    branch: OpName,
    arguments: &[ValueId],
    results: BlockId,
) -> (Vec<OpId>, Vec<OpId>) {
    let call_location = caller.location(call);
    let (before, after) = caller.split_block_at(call);
    for (i, &ty) in plan.result_types.iter().enumerate() {
        let result = caller.add_argument(after, ty);
        caller.set_argument_location(result, call_location);
        caller.replace_all_uses(caller.arguments(results)[i], result);
    }
    let (mut copies, mut ends) = (Vec::new(), Vec::new());
    let Some(region) = caller.block_region(before) else { return (copies, ends) };
    let mut mapping = IrMapping::new();
    let blocks = caller.clone_region_from(callee, plan.region, region, &mut mapping);
    let mut locations =
        CallSiteLocations::new(caller.context(), plan.locations(callee), call_location);
    let mut last = before;
    for &block in &blocks {
        set_call_sites_of_arguments(caller, block, &mut locations);
        for op in caller.ops(block).collect::<Vec<_>>() {
            set_call_site(caller, op, &mut locations);
        }
        caller.detach_block(block);
        caller.insert_block_after(last, block);
        last = block;
    }
    for end in &plan.returns {
        let Some(copy) = mapping.block(end.block).and_then(|block| caller.last_op(block)) else {
            continue;
        };
        let values: Values = end.values.iter().filter_map(|&value| mapping.value(value)).collect();
        let state = OperationState::new(branch, caller.location(copy)).successor(after, &values);
        let branch = caller.create_op(state);
        caller.insert_op_before(copy, branch);
        caller.erase_op(copy);
        ends.push(branch);
    }
    let Some(&entry) = blocks.first() else { return (copies, ends) };
    copies.extend(caller.ops(entry));
    for (i, &argument) in arguments.iter().enumerate() {
        caller.replace_all_uses(caller.arguments(entry)[i], argument);
    }
    if let Some(first) = caller.first_op(entry) {
        caller.move_ops_from(first, before);
    }
    caller.erase_block(entry);
    (copies, ends)
}

/// Sets the location of a copied op, and of its nested ops, to a call site.
fn set_call_site(caller: &mut Body, op: OpId, locations: &mut CallSiteLocations<'_>) {
    let nested = if caller.regions(op).is_empty() { Vec::new() } else { caller.own_ops_in(op) };
    for op in std::iter::once(op).chain(nested) {
        let location = locations.of(caller.context(), caller.location(op));
        caller.set_location(op, location);
        for region in 0..caller.regions(op).len() {
            for block in caller.blocks(caller.region(op, region)).collect::<Vec<_>>() {
                set_call_sites_of_arguments(caller, block, locations);
            }
        }
    }
}

fn set_call_sites_of_arguments(
    caller: &mut Body,
    block: BlockId,
    locations: &mut CallSiteLocations<'_>,
) {
    for index in 0..caller.arguments(block).len() {
        let argument = caller.arguments(block)[index];
        let location = locations.of(caller.context(), caller.argument_location(argument));
        caller.set_argument_location(argument, location);
    }
}
