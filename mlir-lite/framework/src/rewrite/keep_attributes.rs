//! Discardable attributes of ops that are lowered by plain rewrites.
//!
//! Where exactly one op replaces another, it takes over the attributes. A loop of scf has them on
//! the branch back to its header, where MLIR 22 puts those of the llvm dialect, and LLVM its loop
//! metadata. Where several ops replace one, or none does, they are dropped with the op, as MLIR 22
//! drops them.

use crate::rewrite::PatternRewriter;
use mlir_lite::ir::{Body, OpBuilder, OpDefinition, OpId, ValueId};

/// As [`PatternRewriter::replace_op_with`]; the new op has the discardable attributes of the old
/// one.
#[doc(hidden)]
pub fn replace_keeping_attributes<O: OpDefinition>(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    build: impl FnOnce(&mut PatternRewriter<'_>) -> O,
) -> O {
    rewriter.replace_op_with(op, |rewriter| {
        let new = build(rewriter);
        keep_attributes(rewriter, op, new.id());
        new
    })
}

/// Copies the discardable attributes of an op to another one that replaces it. Attributes that
/// either op declares in some version of MLIR are not among them.
#[doc(hidden)]
pub fn keep_attributes(rewriter: &mut PatternRewriter<'_>, from: OpId, to: OpId) {
    if !rewriter.body().discardable_attrs(from).is_empty() {
        copy_attributes(rewriter.body_mut(), from, to);
    }
}

#[cold]
fn copy_attributes(body: &mut Body, from: OpId, to: OpId) {
    let ctx = body.context().clone();
    let own: Vec<&str> = [from, to]
        .into_iter()
        .flat_map(|op| {
            let properties = body.info(op).upstream_properties().attrs;
            let declared = body.def(op).map_or(&[][..], |def| def.attrs);
            let declared = declared.iter().map(|attr| attr.name);
            properties.iter().map(|attr| attr.name).chain(declared)
        })
        .collect();
    for (name, value) in body.discardable_attrs(from).to_vec() {
        if !own.contains(&name.text(&ctx)) && body.attr(to, name).is_none() {
            body.set_attr(to, name, value);
        }
    }
}

/// Copies the discardable attributes of an op to the one that computes `value` in its place, if
/// that was created after `last`.
#[doc(hidden)]
pub fn keep_on_value(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    last: Option<OpId>,
    value: ValueId,
) {
    let body = rewriter.body();
    if body.discardable_attrs(op).is_empty() || body.previous_op(op) == last {
        return;
    }
    if let Some(new) = body.defining_op(value).filter(|new| body.previous_op(op) == Some(*new)) {
        copy_attributes(rewriter.body_mut(), op, new);
    }
}
