//! The units of IR that edits are applied to.

use std::ops::Range;

use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::{BlockId, Body, Ident, OpId};

use super::{control_flow, functions, operands, ops};

/// A kind of edit, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Erases ops; used results are replaced by other values of the type, or constants.
    Ops,
    /// Erases the bodies of functions.
    Bodies,
    /// Terminators with several successors keep one.
    Branches,
    /// Branches to a block become returns.
    Returns,
    /// Merges blocks into their only predecessor.
    Blocks,
    /// Replaces an op by the ops in its region.
    Regions,
    /// Results of ops become constants.
    Constants,
    /// Removes results of functions.
    Results,
    /// Removes arguments of functions and blocks.
    Arguments,
    /// Removes operands.
    DroppedOperands,
    /// Operands become the first value of their type.
    Operands,
    /// Removes attributes.
    Attributes,
}

/// All of them.
pub(crate) const KINDS: [Kind; 12] = [
    Kind::Ops,
    Kind::Bodies,
    Kind::Branches,
    Kind::Returns,
    Kind::Blocks,
    Kind::Regions,
    Kind::Constants,
    Kind::Results,
    Kind::Arguments,
    Kind::DroppedOperands,
    Kind::Operands,
    Kind::Attributes,
];

/// The target of an edit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unit {
    Op(OpId),
    /// An op's operand or successor.
    Part(OpId, usize),
    Block(BlockId),
    Argument(BlockId, usize),
    Attribute(OpId, Ident),
}

/// How many units a module has.
pub(crate) fn count(body: &Body, kind: Kind) -> usize {
    list(body, kind).len() + body.children().map(|(_, child)| count(child, kind)).sum::<usize>()
}

/// Applies an edit to the units of these numbers, and to the parts elsewhere that depend on them.
pub(crate) fn apply_to_all(module: &mut Body, kind: Kind, units: &Range<usize>) {
    let mut changes = Vec::new();
    apply(module, kind, units, &mut 0, &mut changes);
    for change in &changes {
        functions::update_calls(module, change);
    }
}

/// Units of nested bodies are numbered first, so that the edit of a body does not renumber them.
fn apply(
    body: &mut Body,
    kind: Kind,
    units: &Range<usize>,
    number: &mut usize,
    changes: &mut Vec<functions::Change>,
) {
    for (_, child) in body.children_mut() {
        apply(child, kind, units, number, changes);
    }
    let listed = list(body, kind);
    let first = *number;
    *number += listed.len();
    let chosen =
        listed.into_iter().enumerate().filter(|(index, _)| units.contains(&(first + index)));
    // Uses come before definitions.
    for (_, unit) in chosen.collect::<Vec<_>>().into_iter().rev() {
        let op = match unit {
            Unit::Op(op) | Unit::Part(op, _) | Unit::Attribute(op, _) => Some(op),
            Unit::Block(_) | Unit::Argument(..) => None,
        };
        if op.is_some_and(|op| !body.is_live(op)) {
            continue;
        }
        match (kind, unit) {
            (Kind::Ops, Unit::Op(op)) => ops::erase(body, op),
            (Kind::Constants, Unit::Op(op)) => ops::replace_by_constants(body, op),
            (Kind::Regions, Unit::Op(op)) => ops::hoist(body, op),
            (Kind::Bodies, _) => functions::make_declaration(body),
            (Kind::Results, _) => changes.extend(functions::remove_results(body)),
            (Kind::Arguments, Unit::Argument(block, index)) => {
                changes.extend(functions::remove_argument(body, block, index));
            }
            (Kind::Branches, Unit::Part(op, index)) => {
                control_flow::take_successor(body, op, index)
            }
            (Kind::Returns, Unit::Op(op)) => control_flow::make_return(body, op),
            (Kind::Blocks, Unit::Block(block)) => control_flow::merge(body, block),
            (Kind::DroppedOperands, Unit::Part(op, index)) => {
                operands::drop_operand(body, op, index)
            }
            (Kind::Operands, Unit::Part(op, index)) => operands::simplify(body, op, index),
            (Kind::Attributes, Unit::Attribute(op, name)) => {
                body.remove_attr(op, name);
            }
            _ => {}
        }
    }
}

/// The units of a body without those of nested bodies, in program order.
fn list(body: &Body, kind: Kind) -> Vec<Unit> {
    let root = body.root();
    let inner = body.own_ops();
    let with_root = || std::iter::once(root).chain(inner.iter().copied());
    let is_function = !body
        .info(root)
        .flags()
        .intersection(TraitFlags::SYMBOL_TABLE)
        .contains(TraitFlags::SYMBOL_TABLE)
        && body.regions(root).first().is_some_and(|&region| body.entry_block(region).is_some());
    match kind {
        Kind::Ops => {
            let is_kept = |op: OpId| {
                body.num_successors(op) > 0 || body.has_trait(op, TraitFlags::TERMINATOR)
            };
            inner.iter().filter(|&&op| !is_kept(op)).map(|&op| Unit::Op(op)).collect()
        }
        Kind::Constants => {
            let is_unit = |op: OpId| body.num_results(op) > 0 && body.num_operands(op) > 0;
            inner.iter().filter(|&&op| is_unit(op)).map(|&op| Unit::Op(op)).collect()
        }
        Kind::Regions => {
            let has_blocks = |op: OpId| {
                body.child(op).is_none()
                    && body.regions(op).iter().any(|&region| body.entry_block(region).is_some())
            };
            inner.iter().filter(|&&op| has_blocks(op)).map(|&op| Unit::Op(op)).collect()
        }
        Kind::Bodies | Kind::Results if is_function => vec![Unit::Op(root)],
        Kind::Bodies | Kind::Results => Vec::new(),
        Kind::Arguments => {
            let mut units = Vec::new();
            for op in with_root() {
                for (number, &region) in body.regions(op).iter().enumerate() {
                    for (at, block) in body.blocks(region).enumerate() {
                        // The arguments of the first block belong to the op.
                        if at == 0 && (op != root || !is_function || number > 0) {
                            continue;
                        }
                        units.extend(
                            (0..body.arguments(block).len())
                                .map(|index| Unit::Argument(block, index)),
                        );
                    }
                }
            }
            units
        }
        Kind::Branches => {
            let branches = inner.iter().filter(|&&op| body.num_successors(op) > 1);
            branches
                .flat_map(|&op| (0..body.num_successors(op)).map(move |i| Unit::Part(op, i)))
                .collect()
        }
        Kind::Returns => inner
            .iter()
            .filter(|&&op| body.num_successors(op) > 0)
            .map(|&op| Unit::Op(op))
            .collect(),
        Kind::Blocks => {
            let regions = with_root().flat_map(|op| body.regions(op).to_vec());
            regions
                .flat_map(|region| body.blocks(region).skip(1).collect::<Vec<_>>())
                .map(Unit::Block)
                .collect()
        }
        Kind::DroppedOperands | Kind::Operands => inner
            .iter()
            .flat_map(|&op| (0..body.num_operands(op)).map(move |i| Unit::Part(op, i)))
            .collect(),
        Kind::Attributes => {
            let needed = ["sym_name", "function_type", "operandSegmentSizes", "resultSegmentSizes"];
            let needed = needed.map(|name| body.context().ident(name));
            let own = with_root().filter(|&op| body.child(op).is_none());
            let all =
                own.flat_map(|op| body.attributes(op).into_iter().map(move |(name, _)| (op, name)));
            all.filter(|(_, name)| !needed.contains(name))
                .map(|(op, name)| Unit::Attribute(op, name))
                .collect()
        }
    }
}
