//! Checks of the sizes of files.
//!
//! The needs of ops are checked where a function begins, as a wrong shape is an error whatever a
//! program does with it; but those of a branch of a conditional are checked there: its condition
//! may be about these sizes.

use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Needed;
use crate::builtins::LoadOp;
use crate::messages::out_of_range::place_text;
use crate::ops::struct_tensors::unpack;
use crate::ops::{CheckedSizesOp, IfOp};
use crate::sizes::{Condition, Requirement, is_symbolic, symbols_of};
use crate::types::tensors;

/// The checks at one place.
#[derive(Default)]
struct Checks {
    conditions: Vec<(Condition, String)>,
    /// The sizes of tensors that memory has to hold, with their places.
    tensors: Vec<Attribute>,
}

/// Adds the checks of a function's conditions on sizes of files; these are the sizes with at least
/// this number.
pub(super) fn check_file_sizes(body: &mut Body, needed: Vec<Needed>, first: u32) {
    let ctx = body.context().clone();
    let region = body.regions(body.root()).first().copied();
    let Some(entry) = region.and_then(|region| body.entry_block(region)) else { return };
    let mut order = vec![entry];
    let mut checks: FxHashMap<BlockId, Checks> = FxHashMap::default();
    let mut at = |block: BlockId| {
        if !order.contains(&block) {
            order.push(block);
        }
        block
    };
    for Needed { condition, at: place, by } in needed {
        let block = at(branch_of(body, by).unwrap_or(entry));
        let conditions = &mut checks.entry(block).or_default().conditions;
        if !conditions.iter().any(|(other, _)| *other == condition) {
            conditions.push((condition, place));
        }
    }
    let mut seen = FxHashSet::default();
    // A tensor that is read from a file is in memory.
    for op in body.own_ops().into_iter().filter(|op| !LoadOp::is(body, *op)) {
        let types = body.op(op).result_types().flat_map(|ty| tensors(&ctx, ty));
        for ty in types.filter(|ty| symbols_of(&ctx, *ty) > first) {
            let block = at(branch_of(body, op).unwrap_or(entry));
            if let TypeKind::RankedTensor { encoding: Some(sizes), shape, .. } = ty.kind(&ctx)
                && shape.len() > 1
                && seen.insert((block, ty))
            {
                let place = ctx.string_attr(&place_text(&ctx, body.location(op)));
                let tensor = ctx.array_attr(&[*sizes, place]);
                checks.entry(block).or_default().tensors.push(tensor);
            }
        }
    }
    let Some(given) = given_sizes(body, entry).filter(|_| !checks.is_empty()) else { return };
    let sizes: Vec<Attribute> = given.iter().filter_map(|(_, sizes)| *sizes).collect();
    let sizes = ctx.array_attr(&sizes);
    let given: Vec<ValueId> = given.iter().map(|(tensor, _)| *tensor).collect();
    let location = body.location(body.root());
    for block in order {
        let Some(Checks { conditions, tensors }) = checks.remove(&block) else { continue };
        let start = match given.iter().filter_map(|tensor| body.defining_op(*tensor)).next_back() {
            // A member of a struct is taken first.
            Some(last) if block == entry => InsertionPoint::After(last),
            _ => InsertionPoint::Start(block),
        };
        let mut b = BodyBuilder::new(body, start).at(location);
        let conditions = conditions.iter().map(|(condition, at)| (*condition, &**at));
        let required = Requirement::attribute(&ctx, conditions);
        CheckedSizesOp::create(&mut b, &given, sizes, required, ctx.array_attr(&tensors));
    }
}

/// The block of the innermost branch of a conditional around an op.
fn branch_of(body: &Body, op: OpId) -> Option<BlockId> {
    let mut block = body.block(op)?;
    loop {
        let owner = body.block_owner(block)?;
        if IfOp::is(body, owner) {
            return Some(block);
        }
        block = body.block(owner)?;
    }
}

/// The tensors in the arguments of a function that have sizes which are not known, with the maps
/// that give these; none in the function that loads the files, which passes the tensors on.
fn given_sizes(body: &mut Body, entry: BlockId) -> Option<Vec<(ValueId, Option<Attribute>)>> {
    let ctx = body.context().clone();
    let (arguments, location) = (body.arguments(entry).to_vec(), body.location(body.root()));
    let mut given = Vec::new();
    let mut b = BodyBuilder::new(body, InsertionPoint::Start(entry)).at(location);
    for argument in arguments {
        let types = tensors(&ctx, b.body().ty(argument));
        if types.into_iter().any(|ty| is_symbolic(&ctx, ty)) {
            unpack(&mut b, location, argument, &mut given);
        }
    }
    given.retain(|tensor| is_symbolic(&ctx, body.ty(*tensor)));
    let sizes = |tensor: ValueId| match body.ty(tensor).kind(&ctx) {
        TypeKind::RankedTensor { encoding, .. } => *encoding,
        _ => None,
    };
    let given: Vec<_> = given.into_iter().map(|tensor| (tensor, sizes(tensor))).collect();
    (!given.is_empty()).then_some(given)
}
