//! Edits of the arguments and results of functions, and of the ops that call them.

use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::ir::{BlockId, Body, Ident, OpId, OperationState};
use mlir_lite::types::Type;

use super::replacement::{constant, replacement};

/// A change of a function that affects its callers.
pub(crate) struct Change {
    name: Ident,
    what: Changed,
}

enum Changed {
    /// The argument was removed.
    Argument(usize),
    /// The results were removed.
    Results,
}

/// Turns the function of this body into a declaration.
pub(crate) fn make_declaration(body: &mut Body) {
    let root = body.root();
    let Some(&region) = body.regions(root).first() else { return };
    let blocks: Vec<BlockId> = body.blocks(region).collect();
    body.erase_blocks(&blocks);
    if body.has_trait(root, TraitFlags::SYMBOL) && !body.info(root).name().starts_with("llvm.") {
        body.set_symbol_visibility(root, Visibility::Private);
    }
}

/// Removes an argument of a block; if it is the entry block, the function loses it too. Uses become
/// other values.
pub(crate) fn remove_argument(body: &mut Body, block: BlockId, index: usize) -> Option<Change> {
    let argument = *body.arguments(block).get(index)?;
    let region = body.block_region(block)?;
    let is_entry = body.entry_block(region) == Some(block);
    let without = |inputs: &mut Vec<Type>| {
        inputs.remove(index);
    };
    if is_entry && !changes_type(body, |inputs, _| without(inputs)) {
        return None;
    }
    if body.has_uses(argument) {
        let first = body.first_op(block)?;
        let mut others = body.arguments(block).iter().copied();
        let ty = body.ty(argument);
        let other = others.find(|&other| other != argument && body.ty(other) == ty);
        let other = match other {
            Some(other) => other,
            None => constant(body, first, ty)?,
        };
        body.replace_all_uses(argument, other);
    }
    if !is_entry {
        for (op, successor) in body.predecessors(block).collect::<Vec<_>>() {
            let mut operands = body.successor_operands(op, successor);
            if index < operands.len() {
                operands.remove(index);
                body.set_successor_operands(op, successor, &operands);
            }
        }
        body.erase_argument(block, index);
        return None;
    }
    body.erase_argument(block, index);
    let (root, ctx) = (body.root(), body.context().clone());
    if let Some(attributes) = body.attr(root, Ident::ARG_ATTRS).and_then(|all| all.as_array(&ctx)) {
        let mut attributes = attributes.to_vec();
        if index < attributes.len() {
            attributes.remove(index);
        }
        let attributes = ctx.array_attr(&attributes);
        body.set_attr(root, Ident::ARG_ATTRS, attributes);
    }
    let name = body.as_op().symbol_name()?;
    Some(Change { name, what: Changed::Argument(index) })
}

/// Removes the results of the function of this body.
pub(crate) fn remove_results(body: &mut Body) -> Option<Change> {
    let root = body.root();
    let region = *body.regions(root).first()?;
    let has_results = body.attr(root, Ident::FUNCTION_TYPE)?.as_type(body.context())?;
    if has_results.as_function(body.context())?.1.is_empty()
        || !changes_type(body, |_, results| results.clear())
    {
        return None;
    }
    for block in body.blocks(region).collect::<Vec<_>>() {
        if let Some(last) = body.last_op(block)
            && body.num_successors(last) == 0
        {
            body.set_operands(last, &[]);
        }
    }
    body.remove_attr(root, Ident::RES_ATTRS);
    let name = body.as_op().symbol_name()?;
    Some(Change { name, what: Changed::Results })
}

/// Gives the function of this body another type; returns whether its type is known.
fn changes_type(body: &mut Body, change: impl FnOnce(&mut Vec<Type>, &mut Vec<Type>)) -> bool {
    let (root, ctx) = (body.root(), body.context().clone());
    let ty = body.attr(root, Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(&ctx));
    let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(&ctx)) else { return false };
    let (mut inputs, mut results) = (inputs.to_vec(), results.to_vec());
    change(&mut inputs, &mut results);
    let ty = ctx.type_attr(ctx.function_type(&inputs, &results));
    body.set_attr(root, Ident::FUNCTION_TYPE, ty);
    true
}

/// Updates the calls of a changed function.
pub(crate) fn update_calls(body: &mut Body, change: &Change) {
    for (_, child) in body.children_mut() {
        update_calls(child, change);
    }
    let ctx = body.context().clone();
    let calls = |body: &Body, op: OpId| {
        let callee = body.attr(op, Ident::CALLEE).and_then(|callee| callee.as_flat_symbol(&ctx));
        callee == Some(change.name)
    };
    let ops: Vec<OpId> = body.own_ops().into_iter().filter(|&op| calls(body, op)).collect();
    for op in ops {
        match change.what {
            Changed::Argument(index) if index < body.num_operands(op) => {
                body.splice_operands(op, index..index + 1, &[]);
            }
            Changed::Argument(_) => {}
            Changed::Results => remove_results_of(body, op),
        }
    }
}

/// Replaces an op by the same op without results.
fn remove_results_of(body: &mut Body, op: OpId) {
    for result in body.results(op).collect::<Vec<_>>() {
        if body.has_uses(result) {
            let Some(other) = replacement(body, op, result) else { return };
            body.replace_all_uses(result, other);
        }
    }
    let operands = body.operand_list(op);
    let mut state = OperationState::new(body.name(op), body.location(op)).operands(&operands);
    state.attributes.extend(body.attributes(op));
    let new = body.create_op(state);
    body.insert_op_before(op, new);
    body.erase_op(op);
}
