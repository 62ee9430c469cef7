//! Ops on vectors of several dimensions, which are arrays of vectors in the llvm dialect.

use crate::to_llvm::Rewriter;
use crate::to_llvm::descriptor::{extract, insert, poison};
use mlir_lite::dialects::llvm::LlvmArrayType;
use mlir_lite::ir::{OpBuilder, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::Type;
use std::array;

type Compute<'c> = dyn FnMut(&mut Rewriter<'_>, &[ValueId], Type) -> ValueId + 'c;

/// An array of type `ty` of the results of `compute` for the vectors of arrays; if `ty` is not an
/// array, its result for the operands.
pub fn unrolled<const N: usize>(
    rewriter: &mut Rewriter<'_>,
    ty: Type,
    operands: [ValueId; N],
    compute: &mut dyn FnMut(&mut Rewriter<'_>, [ValueId; N], Type) -> ValueId,
) -> Result<ValueId, MatchFailure> {
    unrolled_list(rewriter, ty, &operands, &mut |rewriter, parts, ty| {
        compute(rewriter, array::from_fn(|index| parts[index]), ty)
    })
}

/// As [`unrolled`], of any number of operands.
pub fn unrolled_list(
    rewriter: &mut Rewriter<'_>,
    ty: Type,
    operands: &[ValueId],
    compute: &mut Compute<'_>,
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    if ty.as_dialect::<LlvmArrayType>(&ctx).is_none() {
        return Ok(compute(rewriter, operands, ty));
    }
    // The positions of the vectors, and their type.
    let (mut positions, mut vector) = (vec![Vec::new()], ty);
    while let Some(array) = vector.as_dialect::<LlvmArrayType>(&ctx) {
        let longer = |position: &Vec<i64>| {
            let position = position.clone();
            (0..array.length as i64).map(move |i| position.iter().copied().chain([i]).collect())
        };
        positions = positions.iter().flat_map(longer).collect();
        vector = array.element;
    }
    let mut result = poison(rewriter, ty);
    for position in positions {
        // The condition of a `select` may be one for all.
        let is_array = |rewriter: &Rewriter<'_>, operand| {
            rewriter.body().ty(operand).as_dialect::<LlvmArrayType>(&ctx).is_some()
        };
        let parts = operands.iter().map(|&operand| match is_array(rewriter, operand) {
            true => extract(rewriter, operand, &position),
            false => Ok(operand),
        });
        let parts = parts.collect::<Result<Vec<ValueId>, MatchFailure>>()?;
        let part = compute(rewriter, &parts, vector);
        result = insert(rewriter, result, part, &position);
    }
    Ok(result)
}
