//! The interface of lowerings to simpler ops of the dialect and of std, and helpers that these
//! lowerings share.
//!
//! Positions of the outer dimensions are numbers: an op on a vector of several dimensions becomes
//! ops on its rows. The remaining ops are on vectors of one dimension, which the llvm dialect has.

use crate::kinds::CombiningKind;
use crate::shapes::{Shape, splat_attr};
use crate::{FMAOp, InsertOp, MaskOp, VectorDialect};
use mlir_lite::conversion::{LowerTo, LoweringTarget, populate_lowerings};
use mlir_lite::dialects::scf::lowering::with_own_operands;
use mlir_lite::dialects::standard;
use mlir_lite::dialects::standard::edsc::{EdscScope, Expr};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    MatchFailure, MatchResult, PatternName, PatternRewriter, RewritePatternSet,
};
use mlir_lite::scalar::AtomicRmwKind;

/// Why ops on scalable vectors of several dimensions, or along a scalable dimension, stay.
pub(crate) const SCALABLE: &str = "how many elements a scalable dimension has is not known";

/// Why accesses of tensors stay.
pub(crate) const NO_MEMORY: &str = "a tensor has no memory to write to; bufferize it first";

/// Declares targets: simpler ops, from which a group of ops is built.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl LoweringTarget for $name {
            type Builder<'r> = PatternRewriter<'r>;
            type Lowered<'e> = MatchResult;
            type Patterns = RewritePatternSet;
            type Options = ();

            fn add<M: LowerTo<Self> + OpModel>(patterns: &mut RewritePatternSet) {
                let name = const { &PatternName::of(<M::Op as OpDefinition>::NAME, "-lowering") };
                patterns.add::<M::Op>(name, 1, |op, rewriter| {
                    check_not_masked(rewriter.body(), op.id())?;
                    with_own_operands::<M, _>(op, rewriter, M::lower)
                });
            }
        }
    )*};
}

groups! {
    /// Contractions become outer products, dot products or products of rows, and outer products
    /// fused multiply-adds.
    VectorContract;
    /// Reductions along dimensions, and scans, become those of rows.
    VectorReduction;
    /// Changes of shape and order become changes of rows.
    VectorShape;
    /// Masks become constants, and masked ops ops with another operand.
    VectorMask;
    /// Prints become calls of C's `printf`.
    VectorPrint;
}

/// Fails for the op in the region of a mask, which is lowered first.
pub(crate) fn check_not_masked(body: &Body, op: OpId) -> MatchResult {
    match body.parent_op(op).is_some_and(|parent| MaskOp::is(body, parent)) {
        true => Err("the mask around the op is lowered first".into()),
        false => Ok(()),
    }
}

/// Adds the patterns that lower products: contractions to outer products, dot products or products
/// of rows, and outer products to fused multiply-adds.
pub fn populate_vector_contract_lowering_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    populate_lowerings::<VectorContract>(ctx, VectorDialect::NAMESPACE, &(), patterns);
}

/// Adds the patterns that lower reductions along dimensions to those of rows, and scans.
pub fn populate_vector_reduction_lowering_patterns(
    ctx: &Context,
    patterns: &mut RewritePatternSet,
) {
    populate_lowerings::<VectorReduction>(ctx, VectorDialect::NAMESPACE, &(), patterns);
}

/// Adds the patterns that lower changes of shape and order.
pub fn populate_vector_shape_lowering_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    populate_lowerings::<VectorShape>(ctx, VectorDialect::NAMESPACE, &(), patterns);
}

/// Adds the patterns that lower masks, and masked ops to ops with another operand.
pub fn populate_vector_mask_lowering_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    populate_lowerings::<VectorMask>(ctx, VectorDialect::NAMESPACE, &(), patterns);
}

/// Adds the patterns that lower prints to calls of C's `printf`.
pub fn populate_vector_print_lowering_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    populate_lowerings::<VectorPrint>(ctx, VectorDialect::NAMESPACE, &(), patterns);
}

/// Loops and conditionals, as a target.
pub struct Scf;

/// The value in place of the result, if there is one.
pub(crate) type LoweredToScf<'e> = Result<Option<Expr<'e>>, MatchFailure>;

impl LoweringTarget for Scf {
    type Builder<'r> = EdscScope<'r>;
    type Lowered<'e> = LoweredToScf<'e>;
    type Patterns = RewritePatternSet;
    type Options = ();

    fn add<M: LowerTo<Self> + OpModel>(patterns: &mut RewritePatternSet) {
        let name = const { &PatternName::of(<M::Op as OpDefinition>::NAME, "-to-scf") };
        patterns.add::<M::Op>(name, 1, |op, rewriter| {
            check_not_masked(rewriter.body(), op.id())?;
            let result = with_own_operands::<M, _>(op, rewriter, |op, operands, rewriter| {
                M::lower(op, operands, &mut EdscScope::new(rewriter)).map(|it| it.map(Expr::id))
            });
            match result? {
                Some(result) => rewriter.replace_op(op.id(), &[result]),
                None => rewriter.erase_op(op.id()),
            }
            Ok(())
        });
    }
}

/// Adds the patterns that lower transfers and masked accesses to loops and conditionals.
pub fn populate_vector_to_scf_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    VectorMask::add::<MaskOp>(patterns);
    populate_lowerings::<Scf>(ctx, VectorDialect::NAMESPACE, &(), patterns);
}

/// Subscripts that are farther by values in the last dimensions.
pub(crate) fn moved_values<'e>(
    indices: &[Expr<'e>],
    by: &[Expr<'e>],
) -> Result<Vec<Expr<'e>>, MatchFailure> {
    let first = indices.len().checked_sub(by.len());
    let first = first.ok_or("the vector has more dimensions than the memory")?;
    let mut indices = indices.to_vec();
    for (index, &by) in indices[first..].iter_mut().zip(by) {
        *index = *index + by;
    }
    Ok(indices)
}

/// An element of memory or of a tensor.
pub(crate) fn load<'e>(base: Expr<'e>, indices: &[Expr<'e>]) -> Expr<'e> {
    if base.ty().is_memref(&base.builder().context()) {
        return base.at(indices).get();
    }
    let operands = [&[base], indices].concat();
    base.builder().op_to::<standard::ExtractElementOp>(operands, base.element_type())
}

/// The numbers of a vector's rows: positions of all dimensions but the last.
pub(crate) fn rows(shape: &Shape) -> Result<Vec<Vec<i64>>, MatchFailure> {
    let outer = shape.rank().saturating_sub(1);
    if shape.scalable[..outer].contains(&true) {
        return Err(SCALABLE.into());
    }
    Ok(mlir_lite::interpreter::positions(&shape.sizes[..outer]).map(|at| at.to_vec()).collect())
}

/// Fails for scalable vectors.
pub(crate) fn check_fixed(shapes: &[&Shape]) -> MatchResult {
    match shapes.iter().any(|shape| shape.is_scalable()) {
        true => Err(SCALABLE.into()),
        false => Ok(()),
    }
}

/// A constant of a type whose elements are all this number.
pub(crate) fn splat_constant(
    rewriter: &mut PatternRewriter<'_>,
    ty: Type,
    number: Attribute,
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let value = match ty.shape(&ctx) {
        Some(_) => splat_attr(&ctx, ty, number).ok_or("there is no constant of this type")?,
        None => number,
    };
    Ok(standard::ConstantOp::create(rewriter, value, ty))
}

/// A vector of zeros, all of which will be replaced.
pub(crate) fn zeros(rewriter: &mut PatternRewriter<'_>, ty: Type) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let element = ty.element_or_self(&ctx);
    let zero = match element.is_float(&ctx) {
        true => ctx.float_attr(element, 0.0),
        false if element == Type::INDEX || element.is_signless_integer(&ctx) => {
            ctx.integer_attr(element, 0)
        }
        false => return Err("there is no zero of this type".into()),
    };
    splat_constant(rewriter, ty, zero)
}

/// `a` and `b` combined.
pub(crate) fn combine(
    builder: &mut dyn OpBuilder,
    kind: CombiningKind,
    a: ValueId,
    b: ValueId,
) -> Result<ValueId, MatchFailure> {
    use AtomicRmwKind as Kind;
    let ty = builder.body().ty(a);
    let function = kind.function(builder.context(), ty).ok_or("the kind is not of such numbers")?;
    Ok(match function {
        Kind::AddF => standard::AddFOp::create(builder, a, b),
        Kind::MulF => standard::MulFOp::create(builder, a, b),
        Kind::MaximumF => standard::MaximumFOp::create(builder, a, b),
        Kind::MinimumF => standard::MinimumFOp::create(builder, a, b),
        Kind::MaxNumF => standard::MaxNumFOp::create(builder, a, b),
        Kind::MinNumF => standard::MinNumFOp::create(builder, a, b),
        Kind::AddI => standard::AddIOp::create(builder, a, b),
        Kind::MulI => standard::MulIOp::create(builder, a, b),
        Kind::AndI => standard::AndOp::create(builder, a, b),
        Kind::OrI => standard::OrOp::create(builder, a, b),
        Kind::XOrI => standard::XOrOp::create(builder, a, b),
        Kind::MaxS => standard::MaxSIOp::create(builder, a, b),
        Kind::MaxU => standard::MaxUIOp::create(builder, a, b),
        Kind::MinS => standard::MinSIOp::create(builder, a, b),
        Kind::MinU => standard::MinUIOp::create(builder, a, b),
        Kind::Assign => return Err("the kind is not of such numbers".into()),
    })
}

/// `a * b`, of numbers or vectors.
pub(crate) fn multiply(rewriter: &mut PatternRewriter<'_>, a: ValueId, b: ValueId) -> ValueId {
    let ctx = rewriter.context().clone();
    match rewriter.body().ty(a).element_or_self(&ctx).is_float(&ctx) {
        true => standard::MulFOp::create(rewriter, a, b),
        false => standard::MulIOp::create(rewriter, a, b),
    }
}

/// `a * b` combined with `acc`, of numbers or vectors; a fused multiply-add of sums of floats.
pub(crate) fn accumulate(
    rewriter: &mut PatternRewriter<'_>,
    kind: CombiningKind,
    [a, b, acc]: [ValueId; 3],
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let ty = rewriter.body().ty(a);
    if kind == CombiningKind::Add && ty.element_or_self(&ctx).is_float(&ctx) {
        return Ok(match ty.shape(&ctx) {
            Some(_) => FMAOp::create(rewriter, a, b, acc),
            None => standard::FmaFOp::create(rewriter, a, b, acc),
        });
    }
    let product = multiply(rewriter, a, b);
    combine(rewriter, kind, product, acc)
}

/// A vector of type `ty` of which each part at a position of the first dimension is made by `part`.
pub(crate) fn build_parts(
    rewriter: &mut PatternRewriter<'_>,
    ty: Type,
    mut part: impl FnMut(&mut PatternRewriter<'_>, i64) -> Result<ValueId, MatchFailure>,
) -> Result<ValueId, MatchFailure> {
    let shape = Shape::of(rewriter.context(), ty);
    let (Some(&size), Some(false)) = (shape.sizes.first(), shape.scalable.first()) else {
        return Err(SCALABLE.into());
    };
    let mut result = zeros(rewriter, ty)?;
    for at in 0..size {
        let part = part(rewriter, at)?;
        result = InsertOp::at(rewriter, part, result, &[at]);
    }
    Ok(result)
}
