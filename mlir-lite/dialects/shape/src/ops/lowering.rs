//! The target of lowerings, tensors of extents, and helpers that lowerings share.
//!
//! Only what cannot be an error is lowered: shapes that are tensors of extents, sizes that are
//! indices.

use crate::kinds::{ShapeType, SizeType};
use mlir_lite::conversion::{LowerTo, LoweringTarget};
use mlir_lite::dialects::scf::edsc::ScfEdsc;
use mlir_lite::dialects::scf::lowering::with_own_operands;
use mlir_lite::dialects::standard::edsc::{Edsc, Expr};
use mlir_lite::dialects::standard::{
    ConstantOp, DynamicTensorFromElementsOp, ExtractElementOp, TensorCastOp, TensorFromElementsOp,
    TensorYieldOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternName, PatternRewriter, RewritePatternSet};
use mlir_lite::scalar::CmpIPredicate;

/// Tensors of extents, with ops of std and scf, as a target.
pub struct Extents;

impl LoweringTarget for Extents {
    type Builder<'r> = PatternRewriter<'r>;
    type Lowered<'e> = MatchResult;
    type Patterns = RewritePatternSet;
    type Options = ();

    fn add<M: LowerTo<Self> + OpModel>(patterns: &mut RewritePatternSet) {
        let name = const { &PatternName::of(<M::Op as OpDefinition>::NAME, "-to-extents") };
        patterns.add::<M::Op>(name, 1, |op, rewriter| {
            with_own_operands::<M, _>(op, rewriter, M::lower)
        });
    }
}

/// Refuses an op with values that may be errors.
pub(crate) fn check_no_errors(op: OpRef<'_>) -> MatchResult {
    let ctx = op.context();
    let may_fail = |ty: Type| ShapeType::matches(ctx, ty) || SizeType::matches(ctx, ty);
    match op.operand_types().chain(op.result_types()).any(may_fail) {
        true => Err("a value may be an error, which a tensor is not".into()),
        false => Ok(()),
    }
}

/// The number of extents in a tensor.
pub(crate) fn rank(extents: Expr<'_>) -> Expr<'_> {
    extents.builder().dim(extents, 0)
}

/// An extent of a tensor.
pub(crate) fn extent<'e>(extents: Expr<'e>, position: Expr<'e>) -> Expr<'e> {
    extents.builder().op_to::<ExtractElementOp>([extents, position], Type::INDEX)
}

/// A tensor of these extents.
pub(crate) fn from_extents<'e>(e: Edsc<'e>, extents: &[Expr<'e>]) -> Expr<'e> {
    let ty = crate::kinds::extent_tensor(&e.context(), extents.len() as i64);
    e.op_to::<TensorFromElementsOp>(extents.to_vec(), ty)
}

/// A tensor of as many extents as `count` says, each computed of its position.
pub(crate) fn generate<'e>(count: Expr<'e>, extent: impl FnOnce(Expr<'e>) -> Expr<'e>) -> Expr<'e> {
    let e = count.builder();
    let ty = crate::kinds::extent_tensor(&e.context(), mlir_lite::types::DYNAMIC);
    let (op, region) = e.emit(|b| {
        let location = b.location();
        let op = DynamicTensorFromElementsOp::build(b, location, &[count.id()], ty);
        (op, op.body(b.body()))
    });
    e.block_in(region, &[Type::INDEX], |position: Expr<'e>| {
        let value = extent(position);
        e.emit(|b| TensorYieldOp::create(b, value.id()));
    });
    e.results(op)
}

/// The value as another type of tensors.
pub(crate) fn cast<'e>(value: Expr<'e>, ty: Type) -> Expr<'e> {
    if value.ty() == ty { value } else { value.to::<TensorCastOp>(ty) }
}

/// `true` or `false`.
pub(crate) fn boolean(e: Edsc<'_>, value: bool) -> Expr<'_> {
    e.value(|b| {
        let value = b.context().bool_attr(value);
        ConstantOp::create(b, value, Type::I1)
    })
}

/// Shapes that are broadcast, aligned at their last dimensions.
pub(crate) struct Aligned<'e> {
    shapes: Vec<Expr<'e>>,
    /// How many dimensions each has less than the result.
    missing: Vec<Expr<'e>>,
    /// The rank of the result.
    pub(crate) rank: Expr<'e>,
}

impl<'e> Aligned<'e> {
    /// Computes the ranks of shapes, of which there is at least one.
    pub(crate) fn of(e: Edsc<'e>, shapes: &[ValueId]) -> Option<Self> {
        let shapes: Vec<Expr<'e>> = e.exprs(shapes);
        let ranks: Vec<Expr<'e>> = shapes.iter().map(|&shape| rank(shape)).collect();
        let (&first, rest) = ranks.split_first()?;
        let most = rest.iter().fold(first, |most, &rank| {
            e.op::<mlir_lite::dialects::standard::MaxUIOp>([rank, most])
        });
        let missing = ranks.iter().map(|&rank| most - rank).collect();
        Some(Self { shapes, missing, rank: most })
    }

    /// Combines a value with the extent of each shape that has the dimension of the result.
    pub(crate) fn fold(
        &self,
        dimension: Expr<'e>,
        init: Expr<'e>,
        mut combine: impl FnMut(Expr<'e>, Expr<'e>) -> Expr<'e>,
    ) -> Expr<'e> {
        let e = dimension.builder();
        let mut value = init;
        for (&shape, &missing) in self.shapes.iter().zip(&self.missing) {
            let is_missing = dimension.cmpi(CmpIPredicate::Ult, missing);
            value = e.if_else(
                is_missing,
                &[init.ty()],
                || value,
                || combine(value, extent(shape, dimension - missing)),
            );
        }
        value
    }

    /// The extent of a dimension of the result: the last one that is not 1.
    pub(crate) fn extent(&self, dimension: Expr<'e>, one: Expr<'e>) -> Expr<'e> {
        self.fold(dimension, one, |known, extent| {
            extent.cmpi(CmpIPredicate::Eq, one).select(known, extent)
        })
    }
}
