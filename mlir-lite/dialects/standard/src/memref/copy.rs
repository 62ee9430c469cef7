//! Copies of memory.

use crate::memref::rules::before_memref_cast;
use crate::to_llvm::address::{NO_DESCRIPTOR, element_address};
use crate::to_llvm::numbers::Number;
use crate::to_llvm::{LowerToLlvm, MemRefDescriptor, Rewriter, StdToLlvmOptions};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::conversion::structured::may_have_blocks;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::ir::builder::at;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, RewritePatternSet};
use mlir_lite::scalar::CmpIPredicate;
use mlir_lite::types::DYNAMIC;

/// Copies all elements of a memref to another.
#[op(
    name = "std.copy",
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "memref.copy", only),
    format = "$source `,` $target attr-dict `:` type($source) `to` type($target)",
    verify,
    fold,
    canonicalize
)]
pub struct CopyOp {
    /// Where from.
    #[operand(effects(Read))]
    source: AnyMemRef,
    /// Where to.
    #[operand(effects(Write))]
    target: AnyMemRef,
}

impl InterpretOp for CopyOp {
    fn interpret<'b>(op: CopyOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, target) = (m.get(op.source()), m.get(op.target()));
        let (source, target) = (source.as_memref()?, target.as_memref()?);
        if source.sizes != target.sizes {
            return Err(Trap::new(format!(
                "copies memory of the sizes {:?} to memory of the sizes {:?}",
                &source.sizes[..],
                &target.sizes[..]
            )));
        }
        let values = source.positions().map(|position| m.load_element(source, &position));
        let values: Vec<Value> = values.collect::<Result<_, _>>()?;
        for (position, value) in target.positions().zip(&values) {
            m.store_element(target, &position, value)?;
        }
        Ok(Flow::Next)
    }
}

/// Whether memory of one type may have the shape of the other one.
pub(crate) fn may_be_copied(ctx: &Context, from: Type, to: Type) -> bool {
    match (from.shape(ctx), to.shape(ctx)) {
        (Some(a), Some(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
        }
        _ => true,
    }
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

impl LowerToLlvm for CopyOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.copy-to-llvm", 1, copy);
    }
}

/// One loop over all elements, whatever the layouts: the subscripts are the
/// digits of the element's number.
fn copy(op: CopyOp, operands: Adaptor<'_, CopyOp>, rewriter: &mut Rewriter<'_>) -> MatchResult {
    may_have_blocks(rewriter.body(), op.id())?;
    let location = rewriter.body().location(op.id());
    let body = rewriter.body();
    let (source, target) = (body.ty(op.source(body)), body.ty(op.target(body)));
    let ctx = rewriter.context().clone();
    let (Some(shape), Some(_)) = (source.shape(&ctx), target.shape(&ctx)) else {
        return Err("the number of dimensions must be known".into());
    };
    let element = source.element_type(&ctx).ok_or(NO_DESCRIPTOR)?;
    let element = rewriter.convert_type(element)?;
    let descriptor = MemRefDescriptor::new(operands.source(), source);
    let mut sizes = Vec::new();
    let mut count = Number::Known(1);
    for dim in 0..shape.len() {
        let size = descriptor.size(rewriter, dim).ok_or(NO_DESCRIPTOR)?;
        sizes.push(size);
        count = count.times(Number::Value(size), rewriter, location);
    }
    let count = count.value(rewriter);
    let zero = Number::Known(0).value(rewriter);

    let (before, after) = rewriter.split_block(op.id());
    let decide = rewriter.create_block_before(after, &[Type::I64]);
    let body_block = rewriter.create_block_before(after, &[]);
    let number = rewriter.body().arguments(decide)[0];
    at(rewriter, InsertionPoint::End(before), |rewriter| {
        llvm::BrOp::build(rewriter, location, (decide, &[zero]));
    });
    at(rewriter, InsertionPoint::End(decide), |rewriter| {
        let predicate = CmpIPredicate::Slt;
        let below = llvm::ICmpOp::build(rewriter, location, predicate, number, count, Type::I1);
        let below = below.result(rewriter.body());
        llvm::CondBrOp::of(rewriter, below, (body_block, &[]), (after, &[]));
    });
    at(rewriter, InsertionPoint::End(body_block), |rewriter| -> MatchResult {
        let mut rest = number;
        let mut subscripts = Vec::new();
        for (dim, &size) in sizes.iter().enumerate().rev() {
            if dim == 0 {
                subscripts.push(rest);
                break;
            }
            let digit = llvm::URemOp::build(rewriter, location, rest, size).result(rewriter.body());
            subscripts.push(digit);
            rest =
                llvm::UDivOp::build(rewriter, location, rest, size, None).result(rewriter.body());
        }
        subscripts.reverse();
        let from = element_address(rewriter, location, source, operands.source(), &subscripts)?;
        let to = element_address(rewriter, location, target, operands.target(), &subscripts)?;
        let value = llvm::LoadOp::plain(rewriter, from, element);
        llvm::StoreOp::plain(rewriter, value, to);
        let one = Number::Known(1).value(rewriter);
        let next =
            llvm::AddOp::build(rewriter, location, number, one, None).result(rewriter.body());
        llvm::BrOp::build(rewriter, location, (decide, &[next]));
        Ok(())
    })?;
    rewriter.erase_op(op.id());
    Ok(())
}

pub(crate) fn register_copy(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CopyOp>();
}
