//! Vectors: elements, and one element for all.

use super::descriptor::poison;
use super::numbers::Number;
use crate::conversion::ConversionPatternSet;
use crate::dialects::{llvm, std};
use crate::ir::{OpBuilder, OpDefinition};
use crate::types::TypeKind;

pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<std::SplatOp>("splat-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ctx = rewriter.context().clone();
        let ty = rewriter.body().ty(op.aggregate(rewriter.body()));
        let count = match ty.kind(&ctx) {
            TypeKind::Vector { shape, .. } if shape.len() == 1 => shape[0],
            _ => return Err("a vector of one dimension is expected".into()),
        };
        let ty = rewriter.convert_type(ty)?;
        let zero = Number::Known(0).value(rewriter, location);
        let empty = poison(rewriter, location, ty);
        let first = llvm::InsertElementOp::build(rewriter, location, empty, operands[0], zero, ty);
        let first = first.res(rewriter.body());
        let mask = ctx.i32_array_attr(&vec![0; count as usize]);
        rewriter
            .replace_op_with(op.id(), |b| llvm::ShuffleVectorOp::build(b, location, first, first, mask, ty));
        Ok(())
    });
    patterns.add::<std::ExtractElementOp>("extract-element-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ty = rewriter.body().ty(op.aggregate(rewriter.body()));
        let (&[vector, index], TypeKind::Vector { .. }) = (operands, ty.kind(&rewriter.context().clone()))
        else {
            return Err("a vector of one dimension is expected".into());
        };
        let result = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
        rewriter
            .replace_op_with(op.id(), |b| llvm::ExtractElementOp::build(b, location, vector, index, result));
        Ok(())
    });
}
