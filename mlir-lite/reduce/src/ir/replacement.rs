//! Values that replace others.

use mlir_lite::attributes::{Attribute, DenseElements};
use mlir_lite::ir::{Body, Ident, Location, OpId, OperationState, ValueId};
use mlir_lite::types::{Type, TypeKind};

/// The number of ops that are searched for a value.
const REACH: usize = 400;

/// Another value that can replace `value` as an operand of `user`: the first one of the type that
/// is defined before it in its block, or in an enclosing one. One of the operands of `user` is
/// preferred.
pub(crate) fn visible(body: &Body, user: OpId, value: ValueId) -> Option<ValueId> {
    let ty = body.ty(value);
    let mut found = None;
    let mut seen = 0;
    let mut op = user;
    loop {
        let mut before = body.previous_op(op);
        while let Some(other) = before {
            found = body
                .results(other)
                .find(|&result| body.ty(result) == ty && result != value)
                .or(found);
            seen += 1;
            before = body.previous_op(other).filter(|_| seen < REACH);
        }
        let Some(block) = body.block(op) else { return found };
        let argument = |block| {
            let mut arguments = body.arguments(block).iter().copied();
            arguments.find(|&argument| body.ty(argument) == ty && argument != value)
        };
        found = argument(block).or(found);
        // The first block of a region dominates the others.
        let region = body.block_region(block)?;
        let entry = body.entry_block(region)?;
        if entry != block {
            let mut results =
                body.ops(entry).take(REACH).flat_map(|op| body.results(op).collect::<Vec<_>>());
            found = results.find(|&result| body.ty(result) == ty && result != value).or(found);
            found = argument(entry).or(found);
        }
        match body.parent_op(op) {
            Some(parent) if parent != body.root() => op = parent,
            _ => return found,
        }
    }
}

/// A constant of a type before `op`, if there is such a constant.
pub(crate) fn constant(body: &mut Body, op: OpId, ty: Type) -> Option<ValueId> {
    let ctx = body.context().clone();
    let is_llvm = body.info(body.root()).name().starts_with("llvm.");
    let location = Location::UNKNOWN;
    let state = match zero(body, ty) {
        Some(value) => {
            let name = if is_llvm { "llvm.mlir.constant" } else { "std.constant" };
            OperationState::new(ctx.registered_op(name)?, location).attribute(Ident::VALUE, value)
        }
        None if matches!(ty.kind(&ctx), TypeKind::Dialect(data) if data.name().0 == "llvm") => {
            OperationState::new(ctx.registered_op("llvm.mlir.zero")?, location)
        }
        None => return None,
    };
    let new = body.create_op(state.results(&[ty]));
    body.insert_op_before(op, new);
    Some(body.result(new, 0))
}

/// The attribute of a constant of a type.
fn zero(body: &Body, ty: Type) -> Option<Attribute> {
    let ctx = body.context();
    match ty.kind(ctx) {
        TypeKind::Integer { .. } | TypeKind::Index => Some(ctx.integer_attr(ty, 0)),
        TypeKind::Float(_) => Some(ctx.float_attr(ty, 0.0)),
        TypeKind::Vector { element, .. }
        | TypeKind::RankedTensor { element, encoding: None, .. } => {
            ty.static_shape(ctx)?;
            let size = DenseElements::element_size(ctx, *element)?;
            Some(ctx.dense_attr(DenseElements::new(ty, vec![0; size].into(), true)))
        }
        _ => None,
    }
}

/// The replacement for a result of `op`, or for an argument of one of its regions, when `op` is
/// erased.
pub(crate) fn replacement(body: &mut Body, op: OpId, value: ValueId) -> Option<ValueId> {
    let ty = body.ty(value);
    let operand = body.operands(op).find(|&operand| body.ty(operand) == ty);
    let other = operand.or_else(|| visible(body, op, value));
    other.filter(|&other| other != value).or_else(|| constant(body, op, ty))
}
