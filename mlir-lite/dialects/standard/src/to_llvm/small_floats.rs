//! Floats of 8 bits and less are integers of their bits in the llvm dialect: they are moved and
//! stored, but no op there computes with them.

use mlir_lite::context::Context;
use mlir_lite::ir::op_def::{TypeConstraintDef, ValueGroupDef};
use mlir_lite::ir::prelude::op_interface;
use mlir_lite::ir::{Body, OpId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::{Type, TypeKind};

/// Ops that make complex numbers of their parts, or take them apart, and compute nothing.
#[op_interface]
pub(crate) trait MovesParts {}

/// Checks that an op accepts the bits of its small floats in place of the floats. Those that need
/// floats compute with them, unless they only move parts of complex numbers.
pub(super) fn check(body: &Body, op: OpId) -> Result<(), MatchFailure> {
    let (ctx, view) = (body.context(), body.op(op));
    if !view.operand_types().chain(view.result_types()).any(|ty| has_small_floats(ctx, ty)) {
        return Ok(());
    }
    if view.implements::<dyn MovesParts>() {
        return Ok(());
    }
    let Some(def) = body.def(op) else { return Ok(()) };
    let operands = groups(def.operands, |group| {
        body.operand_group(op, group).map(|index| body.ty(body.operand(op, index))).collect()
    });
    let results = groups(def.results, |group| {
        body.result_group(op, group).map(|index| body.ty(body.result(op, index))).collect()
    });
    match operands.chain(results).all(|(constraint, ty)| accepts_bits(ctx, constraint, ty)) {
        true => Ok(()),
        false => Err("the llvm dialect has no arithmetic of floats of 8 bits and less".into()),
    }
}

/// The values of an op, by their types, each with its constraint.
fn groups<'a>(
    groups: &'a [ValueGroupDef],
    types: impl Fn(usize) -> Vec<Type> + 'a,
) -> impl Iterator<Item = (&'a TypeConstraintDef, Type)> + 'a {
    groups.iter().enumerate().flat_map(move |(index, group)| {
        types(index).into_iter().map(move |ty| (&group.constraint, ty))
    })
}

/// Whether a constraint allows the bits of a small float, of a vector of them, or of a complex
/// number of them. True for other types.
fn accepts_bits(ctx: &Context, constraint: &TypeConstraintDef, ty: Type) -> bool {
    if !has_small_floats(ctx, ty) {
        return true;
    }
    let width = ty.element_or_self(ctx).bit_width(ctx).unwrap_or(8);
    let bits = ctx.integer_type(width);
    let bits = match ty.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } => ctx.scalable_vector_type(shape, scalable, bits),
        _ => bits,
    };
    (constraint.matches)(ctx, bits)
}

/// Whether a type is a float of 8 bits or less, a vector of them, or a complex number of them.
fn has_small_floats(ctx: &Context, ty: Type) -> bool {
    let element = match ty.kind(ctx) {
        TypeKind::Vector { element, .. } | TypeKind::Complex(element) => *element,
        _ => ty,
    };
    matches!(element.kind(ctx), TypeKind::Float(kind) if kind.width() <= 8)
}
