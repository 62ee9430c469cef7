//! Helpers for lowering ops to loops over memory.

use ::std::array;
use ::std::borrow::Cow;

use mlir_lite::affine::AffineMap;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::affine::{self, build_loop_nest};
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::{self, AllocOp, DeallocOp};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchFailure;

use super::subscripts;

pub(crate) type Rewriter<'r> = ConversionPatternRewriter<'r>;

/// The memory of an op's result, or why the op cannot be lowered.
pub(crate) type Lowered = Result<ValueId, MatchFailure>;

/// Ops with a tensor as their result that become loops over memory.
pub(crate) trait Lower: OpDefinition {
    /// Creates the memory of the result. `operands` replace the op's operands: memory for tensors.
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered;
}

/// The conversion pattern for ops that lower themselves.
pub(crate) fn add_lowering<O: Lower>(set: &mut ConversionPatternSet) {
    add::<O>(set, format!("{}-to-affine", O::NAME), O::lower);
}

/// A conversion pattern for ops `O`: the memory that `lower` creates replaces the op's result.
pub(crate) fn add<O: OpDefinition>(
    set: &mut ConversionPatternSet,
    name: impl Into<Cow<'static, str>>,
    lower: fn(O, Adaptor<'_, O>, &mut Rewriter<'_>) -> Lowered,
) {
    set.add::<O>(name, 1, move |op, operands, rewriter| {
        let memref = lower(op, operands, rewriter)?;
        rewriter.replace_op(op.id(), &[memref]);
        Ok(())
    });
}

/// Location of an op, and the type of the memory for its result.
pub(crate) fn target(body: &Body, op: OpId) -> Result<(Location, Type), MatchFailure> {
    let ctx = body.context();
    let result = body.results(op).next().map(|result| body.ty(result));
    let shape =
        result.and_then(|ty| ty.static_shape(ctx)).ok_or("the shape of the result is not known")?;
    Ok((body.location(op), ctx.memref_type(shape, Type::F64)))
}

/// The operands, which are in memory now.
pub(crate) fn in_memory<const N: usize>(
    body: &Body,
    operands: [ValueId; N],
) -> Result<[ValueId; N], MatchFailure> {
    are_in_memory(body, &operands)?;
    Ok(operands)
}

/// Checks that all operands are in memory.
pub(crate) fn are_in_memory(body: &Body, operands: &[ValueId]) -> Result<(), MatchFailure> {
    if operands.iter().any(|operand| !body.ty(*operand).is_memref(body.context())) {
        return Err("an operand is not a result of an op that was lowered".into());
    }
    Ok(())
}

pub(crate) fn shape(body: &Body, memref: ValueId) -> &[i64] {
    body.ty(memref).shape(body.context()).unwrap_or_default()
}

/// The size in bytes from which memory is aligned.
const ALIGNED_FROM: i64 = 4096;
/// Its alignment in bytes: a cache line.
pub(crate) const ALIGNMENT: i64 = 64;

/// Whether memory for a tensor is aligned: large memory begins at a cache line, so that no vector
/// crosses two.
pub(crate) fn is_aligned(shape: &[i64]) -> bool {
    shape.iter().fold(8i64, |bytes, size| bytes.saturating_mul(*size)) >= ALIGNED_FROM
}

/// The alignment of memory of that type, if it has one.
pub(super) fn alignment(ctx: &Context, memref: Type) -> Option<Attribute> {
    is_aligned(memref.static_shape(ctx)?).then(|| ctx.i64_attr(ALIGNMENT))
}

/// Allocates memory at the start of the insertion point's block, to be freed at the block's end.
pub(crate) fn allocate(builder: &mut Rewriter<'_>, location: Location, ty: Type) -> Lowered {
    let block = builder.insertion_block().ok_or("the op is in no block")?;
    let last = builder.body().terminator(block).ok_or("the block has no terminator")?;
    let aligned = alignment(builder.context(), ty);
    let alloc = at(builder, InsertionPoint::Start(block), |b| {
        AllocOp::build(b, location, &[], &[], aligned, ty)
    });
    let memref = alloc.memref(builder.body());
    at(builder, InsertionPoint::Before(last), |b| DeallocOp::build(b, location, memref));
    Ok(memref)
}

/// Loads the element of `memref` at a map of the loops' variables.
pub(crate) fn load(
    builder: &mut Rewriter<'_>,
    location: Location,
    memref: ValueId,
    map: AffineMap,
    ivs: &[ValueId],
) -> ValueId {
    let load = affine::LoadOp::build(builder, location, memref, ivs, map, Type::F64);
    load.result(builder.body())
}

/// Creates memory of type `ty` and fills it: `element` computes the element for the loops'
/// variables.
pub(crate) fn fill<'r>(
    builder: &mut Rewriter<'r>,
    location: Location,
    ty: Type,
    element: impl FnOnce(&mut Rewriter<'r>, &[ValueId]) -> ValueId,
) -> Lowered {
    let memref = allocate(builder, location, ty)?;
    let sizes = shape(builder.body(), memref).to_vec();
    build_loop_nest(builder, &sizes, |builder, ivs| {
        let value = element(builder, ivs);
        affine::StoreOp::at(builder, value, memref, ivs);
    });
    Ok(memref)
}

/// Lowers an op whose operands are broadcast to its result; `compute` computes an element from the
/// operands' elements.
pub(crate) fn elementwise<'r, const N: usize>(
    op: OpId,
    operands: [ValueId; N],
    rewriter: &mut Rewriter<'r>,
    compute: impl FnOnce(&mut Rewriter<'r>, Location, [ValueId; N]) -> ValueId,
) -> Lowered {
    elementwise_of(op, &operands, rewriter, |builder, location, elements| {
        compute(builder, location, array::from_fn(|index| elements[index]))
    })
}

/// As [`elementwise`], of any number of operands.
pub(crate) fn elementwise_of<'r>(
    op: OpId,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'r>,
    compute: impl FnOnce(&mut Rewriter<'r>, Location, &[ValueId]) -> ValueId,
) -> Lowered {
    let (location, ty) = target(rewriter.body(), op)?;
    are_in_memory(rewriter.body(), operands)?;
    let ctx = rewriter.context();
    let result = ty.shape(ctx).unwrap_or_default();
    let map_of =
        |&operand: &ValueId| subscripts::broadcast(ctx, shape(rewriter.body(), operand), result);
    let maps: SmallVec<[AffineMap; 3]> = operands.iter().map(map_of).collect();
    fill(rewriter, location, ty, |builder, ivs| {
        let mut elements: SmallVec<[ValueId; 3]> = SmallVec::from_slice(operands);
        for (element, map) in elements.iter_mut().zip(maps) {
            *element = load(builder, location, *element, map, ivs);
        }
        compute(builder, location, &elements)
    })
}

/// 1.0 if a condition holds, else 0.0.
pub(crate) fn truth(builder: &mut Rewriter<'_>, location: Location, condition: ValueId) -> ValueId {
    let [one, zero] = [1.0, 0.0].map(|value| standard::ConstantOp::f64(builder, value));
    standard::SelectOp::build(builder, location, condition, one, zero, Type::F64)
        .result(builder.body())
}

/// Whether a number is not 0, which NaN is not.
pub(crate) fn is_not_zero<B: OpBuilder + ?Sized>(
    builder: &mut B,
    location: Location,
    number: ValueId,
) -> ValueId {
    let zero = standard::ConstantOp::f64(builder, 0.0);
    standard::CmpFOp::build_inferred(builder, location, standard::CmpFPredicate::Une, number, zero)
        .result(builder.body())
}

/// Creates memory of type `ty` and stores numbers into it, row-major.
pub(crate) fn store_constants(
    builder: &mut Rewriter<'_>,
    location: Location,
    ty: Type,
    values: &[f64],
) -> Lowered {
    let ctx = builder.context().clone();
    let memref = allocate(builder, location, ty)?;
    let sizes = ty.shape(&ctx).unwrap_or_default();
    let mut subscripts = vec![0; sizes.len()];
    for &value in values {
        let value = standard::ConstantOp::f64(builder, value);
        let at: Vec<_> = subscripts.iter().map(|&i| ctx.affine_constant(i)).collect();
        let map = ctx.affine_map(0, 0, &at);
        affine::StoreOp::build(builder, location, value, memref, &[], map);
        // The next element in row-major order.
        for (subscript, size) in subscripts.iter_mut().zip(sizes).rev() {
            *subscript += 1;
            if *subscript < *size {
                break;
            }
            *subscript = 0;
        }
    }
    Ok(memref)
}

/// The map from the indices of a shape to those of an operand that is broadcast to it.
pub(crate) fn broadcast_map(ctx: &Context, operand: &[i64], result: &[i64]) -> AffineMap {
    subscripts::broadcast(ctx, operand, result)
}

/// The map from the row-major number of an element of a tensor to its indices.
pub(crate) fn flattened(ctx: &Context, shape: &[i64]) -> AffineMap {
    subscripts::reshape(ctx, shape, &[shape.iter().product()])
}

/// An index as a float.
pub(crate) fn float_of_index<B: OpBuilder + ?Sized>(
    builder: &mut B,
    location: Location,
    index: ValueId,
) -> ValueId {
    let integer =
        standard::IndexCastOp::build(builder, location, index, Type::I64).result(builder.body());
    standard::SIToFPOp::build(builder, location, integer, Type::F64).result(builder.body())
}

/// The row-major number, as an `i64`, of the element at `ivs` of a tensor of these sizes.
pub(crate) fn row_major(
    builder: &mut Rewriter<'_>,
    location: Location,
    ivs: &[ValueId],
    sizes: &[i64],
) -> ValueId {
    let ctx = builder.context().clone();
    let number = sizes.iter().enumerate().fold(ctx.affine_constant(0), |number, (index, &size)| {
        ctx.affine_add(
            ctx.affine_mul(number, ctx.affine_constant(size)),
            ctx.affine_dim(index as u32),
        )
    });
    let map = ctx.affine_map(sizes.len() as u32, 0, &[number]);
    let number = affine::ApplyOp::build(builder, location, ivs, map).result(builder.body());
    standard::IndexCastOp::build(builder, location, number, Type::I64).result(builder.body())
}

/// A loop over the elements of one dimension; returns its block, which has no terminator yet, and
/// its variable.
pub(super) fn element_loop(builder: &mut BodyBuilder<'_>, size: i64) -> (BlockId, ValueId) {
    let bounds = [0, size, 1].map(|value| standard::ConstantOp::index(builder, value));
    let (_, block) = scf::ForOp::with_body(builder, bounds, &[]);
    (block, builder.body().arguments(block)[0])
}
