//! Copies of memory.

use crate::memref::rules::before_memref_cast;
use crate::to_llvm::address::{NO_DESCRIPTOR, element_address};
use crate::to_llvm::descriptor::index_constant;
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::numbers::Number;
use crate::to_llvm::{Llvm, Lowered, MemRefDescriptor, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::conversion::structured::may_have_blocks;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::ir::builder::at;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::rewrite::{CanonicalizeOp, MatchFailure, RewritePatternSet};
use mlir_lite::scalar::CmpIPredicate;

/// Copies all elements of a memref to another.
#[op(
    name = "std.copy",
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Llvm>),
    upstream(name = "memref.copy", only),
    format = "$source `,` $target attr-dict `:` type($source) `to` type($target)"
)]
pub struct CopyOp {
    /// The memory to copy from.
    #[operand(effects(Read))]
    source: AnyMemRef,
    /// The memory to copy to.
    #[operand(effects(Write))]
    target: AnyMemRef,
}

impl InterpretOp for CopyOp {
    fn interpret<'b>(op: CopyOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, target) = (m.get(op.source()), m.get(op.target()));
        m.copy_elements(source.as_memref()?, target.as_memref()?)?;
        Ok(Flow::Next)
    }
}

/// Whether memory of one type may have the shape of the other one.
pub(crate) fn may_be_copied(ctx: &Context, from: Type, to: Type) -> bool {
    shapes_agree(from.shape(ctx), to.shape(ctx))
}

impl VerifyOp for CopyOp {
    fn verify(op: CopyOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, source, target) = (op.context(), op.source().ty(), op.target().ty());
        if source.element_type(ctx) != target.element_type(ctx) {
            diagnostics.error(op.op_error("requires the same element type for all operands"));
        }
        if !may_be_copied(ctx, source, target) {
            diagnostics.error(op.op_error("requires the same shape for all operands"));
        }
    }
}

impl FoldOp for CopyOp {
    fn fold(op: CopyOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        // Sizes that a cast has hidden may not be those of the other side: then the copy is
        // undefined, but valid.
        let before = |side: ValueRef<'_>, other: ValueRef<'_>| {
            let source = before_memref_cast(side)?;
            may_be_copied(op.context(), source.ty(), other.ty()).then_some(source.id())
        };
        let source = before(op.source(), op.target());
        let target =
            before(op.target(), source.map_or(op.source(), |source| op.body().value(source)));
        if source.is_none() && target.is_none() {
            return Fold::Unchanged;
        }
        let op = op.handle();
        Fold::in_place(move |body| {
            if let Some(source) = source {
                op.set_source(body, source);
            }
            if let Some(target) = target {
                op.set_target(body, target);
            }
        })
    }
}

impl CanonicalizeOp for CopyOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.copy-no-effect", 1, |op, rewriter| {
            let body = rewriter.body();
            let is_empty = |value| {
                body.ty(value).shape(body.context()).is_some_and(|shape| shape.contains(&0))
            };
            let (source, target) = (op.source(body), op.target(body));
            if source != target && !is_empty(source) && !is_empty(target) {
                return Err("something is copied".into());
            }
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}

impl LowerTo<Llvm> for CopyOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        may_have_blocks(b.body(), op.id())?;
        let body = b.body();
        let (source, target) = (body.ty(op.source(body)), body.ty(op.target(body)));
        copy_elements(op.id(), (source, operands.source()), (target, operands.target()), b)?;
        Ok(().into())
    }
}

/// Copies all elements before `op`: a loop over their numbers, whose digits are the indices. Memory
/// is given by its type and its descriptor.
pub(crate) fn copy_elements(
    op: OpId,
    (source, from): (Type, ValueId),
    (target, to): (Type, ValueId),
    b: &mut Rewriter<'_>,
) -> Result<(), MatchFailure> {
    let ctx = b.context().clone();
    let (Some(shape), Some(_)) = (source.shape(&ctx), target.shape(&ctx)) else {
        return Err("the number of dimensions must be known".into());
    };
    let element = b.convert_type(source.element_type(&ctx).ok_or(NO_DESCRIPTOR)?)?;
    let descriptor = MemRefDescriptor::new(from, source);
    let (mut sizes, mut count) = (Vec::new(), Number::Known(1));
    for dim in 0..shape.len() {
        sizes.push(descriptor.size(b, dim)?);
        count = count.times(Number::Value(sizes[dim]), b);
    }
    let (count, zero) = (count.value(b), index_constant(b, 0));

    let (before, after) = b.split_block(op);
    let decide = b.create_block_before(after, &[Type::I64]);
    let each = b.create_block_before(after, &[]);
    let number = b.body().arguments(decide)[0];
    at(b, InsertionPoint::End(before), |b| llvm::BrOp::create(b, (decide, &[zero])));
    at(b, InsertionPoint::End(decide), |b| {
        let below = llvm::ICmpOp::create(b, CmpIPredicate::Slt, number, count, Type::I1);
        llvm::CondBrOp::of(b, below, (each, &[]), (after, &[]));
    });
    at(b, InsertionPoint::End(each), |b| {
        let (mut rest, mut indices) = (number, sizes.clone());
        for (dim, &size) in sizes.iter().enumerate().rev() {
            indices[dim] = rest;
            if dim > 0 {
                indices[dim] = llvm::URemOp::create(b, rest, size);
                rest = llvm::UDivOp::create(b, rest, size, None);
            }
        }
        let from = element_address(b, source, from, &indices)?;
        let to = element_address(b, target, to, &indices)?;
        let value = llvm::LoadOp::plain(b, from, element);
        llvm::StoreOp::plain(b, value, to);
        let next = llvm_edsc(b, |e| (e.expr(number) + 1).id());
        llvm::BrOp::create(b, (decide, &[next]));
        Ok(())
    })
}

pub(crate) fn register_copy(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CopyOp>();
}
