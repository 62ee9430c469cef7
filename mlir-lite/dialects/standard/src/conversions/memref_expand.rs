//! `memref-expand` and `expand-strided-metadata`: views of memory become
//! `memref.reinterpret_cast`, with their layout computed by arithmetic.

use crate::memref::metadata::ExtractStridedMetadataOp;
use crate::memref::reshape::{collapsed_layout, strides_of_expanded};
use crate::memref::subview::{kept_by_type, part_layout};
use crate::parts::reassociation::{CollapseShape, ExpandShape};
use crate::to_llvm::numbers::{Arithmetic, Number, mixed_parts, row_major_strides, sizes_of};
use crate::to_llvm::view_descriptor::MALFORMED;
use crate::{
    AddIOp, ConstantOp, LoadOp, MemrefCollapseShapeOp, MemrefExpandShapeOp,
    MemrefReinterpretCastOp, MemrefReshapeOp, MulIOp, StdDialect, SubViewOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchFailure, MatchResult, PatternRewriter, RewritePatternSet,
    rewrite_ops,
};
use mlir_lite::types::{DYNAMIC, strides_and_offset};
use mlir_lite_diagnostics::Reported;

/// Expand reshapes of memory to casts whose strides are computed.
#[pass(name = "memref-expand", pure, each_body, dialects(StdDialect), initialize)]
pub struct MemRefExpandPass {
    patterns: FrozenRewritePatternSet,
}

impl MemRefExpandPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        patterns.add::<MemrefReshapeOp>("std.memref_reshape-expand", 1, expand_reshape);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for MemRefExpandPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Expand parts and reshapes of memory to casts whose layouts are computed.
///
/// A `memref.subview`, `memref.expand_shape` or `memref.collapse_shape` becomes
/// `memref.extract_strided_metadata`, arithmetic on `index`, and `memref.reinterpret_cast`.
#[pass(name = "expand-strided-metadata", pure, each_body, dialects(StdDialect), initialize)]
pub struct ExpandStridedMetadataPass {
    patterns: FrozenRewritePatternSet,
}

impl ExpandStridedMetadataPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        patterns.add::<SubViewOp>("std.subview-expand", 1, expand_part);
        patterns.add::<MemrefExpandShapeOp>("std.memref_expand_shape-expand", 1, expand_expanded);
        patterns.add::<MemrefCollapseShapeOp>(
            "std.memref_collapse_shape-expand",
            1,
            expand_collapsed,
        );
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for ExpandStridedMetadataPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// The ops of std, on `index`.
struct StdArithmetic;

impl Arithmetic for StdArithmetic {
    fn constant(&self, builder: &mut dyn OpBuilder, number: i64) -> ValueId {
        ConstantOp::index(builder, number)
    }

    fn sum(&self, builder: &mut dyn OpBuilder, [a, b]: [ValueId; 2]) -> ValueId {
        AddIOp::create(builder, a, b)
    }

    fn product(&self, builder: &mut dyn OpBuilder, [a, b]: [ValueId; 2]) -> ValueId {
        MulIOp::create(builder, a, b)
    }
}

/// The memory of a memref, and the numbers of its layout: those that its type says, and values.
struct Metadata {
    base: ValueId,
    offset: Number,
    sizes: Vec<Number>,
    strides: Vec<Number>,
}

impl Metadata {
    fn of(source: ValueId, b: &mut PatternRewriter<'_>) -> Result<Self, MatchFailure> {
        let (ctx, memref) = (b.context().clone(), b.body().ty(source));
        let base = ExtractStridedMetadataOp::base_type(&ctx, memref).ok_or(MALFORMED)?;
        let (strides, offset) = strides_and_offset(&ctx, memref).ok_or(MALFORMED)?;
        let shape = memref.shape(&ctx).ok_or(MALFORMED)?.to_vec();
        let mut types = vec![Type::INDEX; 2 + 2 * shape.len()];
        types[0] = base;
        let parts = b.create_simple::<ExtractStridedMetadataOp>(b.location(), &[source], &types);
        let mut results = b.body().results(parts.id()).collect::<Vec<_>>().into_iter();
        let mut next = || results.next().ok_or(MALFORMED);
        let base = next()?;
        let mut number = |known: Option<i64>| {
            let value = next()?;
            Ok::<_, MatchFailure>(known.map_or(Number::Value(value), Number::Known))
        };
        let offset = number(offset)?;
        let sizes = shape.into_iter().map(|size| number((size != DYNAMIC).then_some(size)));
        let sizes = sizes.collect::<Result<_, _>>()?;
        let strides = strides.into_iter().map(number).collect::<Result<_, _>>()?;
        Ok(Self { base, offset, sizes, strides })
    }
}

/// Replaces an op with a result of type `ty` by a cast of memory to it.
fn replace_by_cast(
    op: OpId,
    ty: Type,
    source: ValueId,
    offset: Number,
    sizes: &[Number],
    strides: &[Number],
    b: &mut PatternRewriter<'_>,
) -> MatchResult {
    let ctx = b.context().clone();
    let (said_strides, said_offset) = strides_and_offset(&ctx, ty).ok_or(MALFORMED)?;
    // The op must say the same as its type.
    let said = |known: &Option<i64>, number: Number| known.map_or(number, Number::Known);
    let offset = said(&said_offset, offset);
    let strides: Vec<Number> =
        said_strides.iter().zip(strides).map(|(known, &number)| said(known, number)).collect();
    let lists = [&[offset][..], sizes, &strides].map(|numbers| {
        let known = numbers.iter().map(|number| match number {
            Number::Known(number) => *number,
            Number::Value(_) => DYNAMIC,
        });
        let values = numbers.iter().filter_map(|number| match number {
            Number::Known(_) => None,
            Number::Value(value) => Some(*value),
        });
        (ctx.i64_array_attr(&known.collect::<Vec<_>>()), values.collect::<Vec<ValueId>>())
    });
    let [(offset, o), (sizes, s), (strides, t)] = lists;
    let cast = MemrefReinterpretCastOp::create(b, source, &o, &s, &t, offset, sizes, strides, ty);
    b.replace_op(op, &[cast]);
    Ok(())
}

fn expand_part(op: SubViewOp, b: &mut PatternRewriter<'_>) -> MatchResult {
    let body = b.body();
    let (ctx, source, result) = (body.context(), op.source(body), body.ty(op.result(body)));
    let operands: Vec<ValueId> = body.operands(op.id()).collect();
    let [offsets, sizes, steps] = mixed_parts(body, op.id(), &operands)?;
    let static_sizes = op.static_sizes(body).as_i64_array(ctx).ok_or(MALFORMED)?;
    let kept = kept_by_type(&static_sizes, result.shape(ctx).ok_or(MALFORMED)?);
    let kept = kept.ok_or(MALFORMED)?;
    let from = Metadata::of(source, b)?;
    let (start, strides) =
        part_layout(from.offset, &from.strides, &kept, (&offsets, &steps), &StdArithmetic, b);
    let sizes: Vec<Number> = kept.iter().map(|&dim| sizes[dim]).collect();
    replace_by_cast(op.id(), result, from.base, start, &sizes, &strides, b)
}

fn expand_expanded(op: MemrefExpandShapeOp, b: &mut PatternRewriter<'_>) -> MatchResult {
    let view = op.on(b.body());
    let groups = MemrefExpandShapeOp::reshape(view).groups().ok_or(MALFORMED)?;
    let shape = view.static_output_shape().as_i64_array(view.context()).ok_or(MALFORMED)?;
    let open: Vec<ValueId> = view.output_shape().ids().collect();
    let sizes = sizes_of(&shape, &open).ok_or(MALFORMED)?;
    let ty = view.result().ty();
    let from = Metadata::of(op.src(b.body()), b)?;
    let strides = strides_of_expanded(&groups, &sizes, &from.strides, &StdArithmetic, b);
    replace_by_cast(op.id(), ty, from.base, from.offset, &sizes, &strides, b)
}

fn expand_collapsed(op: MemrefCollapseShapeOp, b: &mut PatternRewriter<'_>) -> MatchResult {
    let view = op.on(b.body());
    let groups = MemrefCollapseShapeOp::reshape(view).groups().ok_or(MALFORMED)?;
    let known = view.src().ty().shape(view.context()).ok_or(MALFORMED)?.to_vec();
    let ty = view.result().ty();
    let from = Metadata::of(op.src(b.body()), b)?;
    let (sizes, strides) =
        collapsed_layout(&groups, &known, &from.sizes, &from.strides, &StdArithmetic, b)?;
    replace_by_cast(op.id(), ty, from.base, from.offset, &sizes, &strides, b)
}

fn expand_reshape(op: MemrefReshapeOp, b: &mut PatternRewriter<'_>) -> MatchResult {
    let (ctx, body) = (b.context().clone(), b.body());
    let (source, of_shape) = (op.source(body), op.shape(body));
    let ty = body.ty(op.result(body));
    let shape = ty.shape(&ctx).ok_or("the number of dimensions is not known")?.to_vec();
    if body.ty(of_shape).element_type(&ctx) != Some(Type::INDEX) {
        return Err("the sizes are not of type 'index'".into());
    }
    let sizes = shape.iter().enumerate().map(|(dim, &size)| match size {
        DYNAMIC => {
            let at = ConstantOp::index(b, dim as i64);
            Number::Value(LoadOp::create(b, of_shape, &[at], Type::INDEX))
        }
        size => Number::Known(size),
    });
    let sizes: Vec<Number> = sizes.collect();
    let strides = row_major_strides(&sizes, &StdArithmetic, b);
    replace_by_cast(op.id(), ty, source, Number::Known(0), &sizes, &strides, b)
}
