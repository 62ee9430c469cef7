//! The extents of shapes: shapes of extents, parts of shapes, and their number.

use crate::kinds::{
    ExtentTensor, IndexElementsAttr, IndexTensor, ShapeOrExtentTensor, ShapeType, SizeOrIndex,
    extent_tensor,
};
use crate::ops::SizeResult;
use crate::ops::known::{extents_attr, extents_of};
use crate::ops::lowering::{Extents, cast, check_no_errors, extent, from_extents, rank};
use crate::run_time::{error, set_shape, set_size, shape, size};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::edsc::{Expr, edsc};
use mlir_lite::dialects::standard::{ConstantOp, DimOp, SubTensorOp, TensorCastOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::scalar::CmpIPredicate;
use mlir_lite::types::{DYNAMIC, TypeKind};
use std::marker::PhantomData;

/// A shape whose extents are known.
///
/// ```mlir
/// %0 = shape.const_shape [1, 2, 3] : !shape.shape
/// %1 = shape.const_shape [4, 5] : tensor<2xindex>
/// ```
#[op(
    name = "shape.const_shape",
    traits(Pure, ConstantLike),
    implements(
        CustomAssembly, InferTypes, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Extents>,
    )
)]
pub struct ConstShapeOp {
    /// The extents.
    #[attr]
    shape: IndexElementsAttr,
    /// The shape.
    #[result]
    result: ShapeOrExtentTensor,
}

/// A shape of these extents.
///
/// ```mlir
/// %0 = shape.from_extents %a, %b : index, !shape.size
/// ```
#[op(
    name = "shape.from_extents",
    traits(Pure),
    implements(FoldOp, InterpretOp),
    format = "$extents attr-dict `:` type($extents)"
)]
pub struct FromExtentsOp {
    /// The extents.
    #[operand]
    extents: Variadic<SizeOrIndex>,
    /// The shape.
    #[result(inferred)]
    shape: ShapeType,
}

/// A shape whose extents are the elements of a tensor.
#[op(
    name = "shape.from_extent_tensor",
    traits(Pure),
    implements(InterpretOp),
    format = "$input attr-dict `:` type($input)"
)]
pub struct FromExtentTensorOp {
    /// The extents.
    #[operand]
    input: ExtentTensor,
    /// The shape.
    #[result(inferred)]
    result: ShapeType,
}

/// The extents of a shape as a tensor. An error has none.
#[op(
    name = "shape.to_extent_tensor",
    traits(Pure),
    implements(FoldOp, InterpretOp, LowerTo<Extents>),
    format = "$input attr-dict `:` type($input) `->` type($result)"
)]
pub struct ToExtentTensorOp {
    /// The shape.
    #[operand]
    input: ShapeOrExtentTensor,
    /// Its extents.
    #[result]
    result: IndexTensor,
}

/// A number that is computed of a shape.
trait OfShape: OpDefinition {
    fn shape(op: View<'_, Self>) -> ValueRef<'_>;
    fn result(op: View<'_, Self>) -> ValueRef<'_>;
}

/// The computation.
trait Count: OfShape {
    fn count(extents: &[i64]) -> i64;
}

/// Stands for these ops.
struct Counts<O>(PhantomData<O>);

impl<O: Count> OpModel for Counts<O> {
    type Op = O;
}

impl<O: Count> FoldOp for Counts<O> {
    fn fold(op: View<'_, O>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let extents = constants.values().first().copied().flatten();
        let extents = extents.and_then(|value| extents_of(ctx, value));
        extents.map(|extents| ctx.index_attr(O::count(&extents))).into()
    }
}

impl<O: Count> InterpretOp for Counts<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let extents = shape(m, O::shape(op))?;
        set_size(m, O::result(op), extents.map(|extents| O::count(&extents)))
    }
}

/// How many dimensions a shape has.
#[op(
    name = "shape.rank",
    traits(Pure),
    implements(
        VerifyOp = SizeResult<Self>, InferTypes = SizeResult<Self>, FoldOp = Counts<Self>,
        CanonicalizeOp, InterpretOp = Counts<Self>, LowerTo<Extents>,
        OfShape { shape, result = rank },
    ),
    format = "$shape attr-dict `:` type($shape) `->` type($rank)"
)]
pub struct RankOp {
    /// The shape.
    #[operand]
    shape: ShapeOrExtentTensor,
    /// Its rank.
    #[result]
    rank: SizeOrIndex,
}

/// How many elements a value of this shape has: the product of all extents.
#[op(
    name = "shape.num_elements",
    traits(Pure),
    implements(
        VerifyOp = SizeResult<Self>, InferTypes = SizeResult<Self>, FoldOp = Counts<Self>,
        InterpretOp = Counts<Self>, OfShape { shape, result },
    ),
    format = "$shape attr-dict `:` type($shape) `->` type($result)"
)]
pub struct NumElementsOp {
    /// The shape.
    #[operand]
    shape: ShapeOrExtentTensor,
    /// The number of elements.
    #[result]
    result: SizeOrIndex,
}

impl Count for RankOp {
    fn count(extents: &[i64]) -> i64 {
        extents.len() as i64
    }
}

impl Count for NumElementsOp {
    fn count(extents: &[i64]) -> i64 {
        extents.iter().fold(1, |product: i64, &extent| product.wrapping_mul(extent))
    }
}

/// One extent of a shape. An error if the shape has no such dimension.
///
/// ```mlir
/// %0 = shape.get_extent %shape, %i : tensor<?xindex>, index -> index
/// ```
#[op(
    name = "shape.get_extent",
    traits(Pure),
    implements(
        VerifyOp = SizeResult<Self>, InferTypes = SizeResult<Self>, FoldOp, InterpretOp,
        LowerTo<Extents>,
    ),
    format = "$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)"
)]
pub struct GetExtentOp {
    /// The shape.
    #[operand]
    shape: ShapeOrExtentTensor,
    /// Which dimension.
    #[operand]
    dim: SizeOrIndex,
    /// The extent.
    #[result]
    extent: SizeOrIndex,
}

/// The extents of a shape, and after them those of another.
///
/// ```mlir
/// %all = shape.concat %leading, %trailing : !shape.shape, !shape.shape -> !shape.shape
/// ```
#[op(name = "shape.concat", traits(Pure), implements(CustomAssembly, FoldOp, InterpretOp))]
pub struct ConcatOp {
    /// The first extents.
    #[operand]
    lhs: ShapeOrExtentTensor,
    /// The last extents.
    #[operand]
    rhs: ShapeOrExtentTensor,
    /// All extents.
    #[result]
    result: ShapeOrExtentTensor,
}

/// The extents of a shape up to a dimension, and those from it on. A negative index counts from the
/// end: `split_at([4, 5, 6], -1)` is `[4, 5]` and `[6]`. An index beyond the ends is an error.
#[op(
    name = "shape.split_at",
    traits(Pure),
    implements(FoldOp, InterpretOp, LowerTo<Extents>)
)]
pub struct SplitAtOp {
    /// The shape.
    #[operand]
    operand: ShapeOrExtentTensor,
    /// Where it is split.
    #[operand]
    index: SizeOrIndex,
    /// The extents before.
    #[result(upstream_name = "head")]
    head: ShapeOrExtentTensor,
    /// The extents from there on.
    #[result(upstream_name = "tail")]
    tail: ShapeOrExtentTensor,
}

impl CustomAssembly for ConstShapeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parser.parse_attr_dict()?;
        parser.parse_punct("[")?;
        let mut extents = Vec::new();
        parser.asm().parse_list_until("]", |parser| {
            extents.push(parser.parse_integer()?);
            Ok(())
        })?;
        let position = parser.position();
        let ctx = parser.context().clone();
        let Some(shape) = extents_attr(&ctx, &extents) else {
            return Err(parser.error(position, "the extents are not elements of a tensor"));
        };
        parser.set_attr("shape", shape);
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: ConstShapeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.attr_dict(op.op(), &["shape"]);
        let extents = extents_of(op.context(), op.shape()).unwrap_or_default();
        let extents: Vec<String> = extents.iter().map(i64::to_string).collect();
        printer.write(&format!("[{}] : ", extents.join(", ")));
        printer.ty(op.result().ty());
    }
}

impl InferTypes for ConstShapeOp {
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
        let ctx = op.context();
        let shape = op.shape().dense(ctx).ok_or("the shape has no elements")?;
        Ok([extent_tensor(ctx, shape.len(ctx) as i64)].into())
    }

    fn are_compatible(ctx: &Context, inferred: &[Type], found: &[Type]) -> bool {
        inferred == found || matches!(found, [ty] if ShapeType::matches(ctx, *ty))
    }
}

impl FoldOp for ConstShapeOp {
    fn fold(op: ConstShapeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.shape())
    }
}

impl CanonicalizeOp for ConstShapeOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<TensorCastOp>("shape.const_shape-cast", 1, |op, rewriter| {
            let body = rewriter.body();
            let constant = ConstShapeOp::defining(body, op.source(body));
            let constant = constant.ok_or("no constant shape is cast")?;
            let (shape, ty) = (constant.shape(body), body.ty(op.dest(body)));
            if shape.ty(body.context()) != Some(ty) {
                return Err("the result has another type than the constant".into());
            }
            let location = body.location(op.id());
            rewriter.replace_op_with(op.id(), |b| ConstShapeOp::build(b, location, shape, ty));
            Ok(())
        });
    }
}

impl InterpretOp for ConstShapeOp {
    fn interpret<'b>(op: ConstShapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let extents = extents_of(op.context(), op.shape()).ok_or_else(Trap::malformed)?;
        set_shape(m, op.result(), Ok(extents))
    }
}

impl FoldOp for FromExtentsOp {
    fn fold(op: FromExtentsOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let extents = constants.extents().iter().map(|extent| (*extent)?.as_i64(ctx));
        let extents: Option<Vec<i64>> = extents.collect();
        extents.and_then(|extents| extents_attr(ctx, &extents)).into()
    }
}

impl InterpretOp for FromExtentsOp {
    fn interpret<'b>(op: FromExtentsOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut extents = Ok(Vec::new());
        for extent in op.extents().iter() {
            let extent = size(m, extent)?;
            extents = extents.and_then(|mut all: Vec<i64>| {
                all.push(extent?);
                Ok(all)
            });
        }
        set_shape(m, op.shape(), extents)
    }
}

impl InterpretOp for FromExtentTensorOp {
    fn interpret<'b>(op: FromExtentTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let extents = shape(m, op.input())?;
        set_shape(m, op.result(), extents)
    }
}

impl FoldOp for ToExtentTensorOp {
    fn fold(op: ToExtentTensorOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.result().ty());
        match constants.input() {
            Some(extents) if extents.ty(ctx) == Some(ty) => Fold::constant(extents),
            _ if op.input().ty() == ty => Fold::value(op.input()),
            _ => Fold::Unchanged,
        }
    }
}

impl InterpretOp for ToExtentTensorOp {
    fn interpret<'b>(op: ToExtentTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let extents = shape(m, op.input())?;
        set_shape(m, op.result(), extents)
    }
}

impl CanonicalizeOp for RankOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.rank-of-shape-of", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let of = crate::ShapeOfOp::defining(body, op.shape(body)).ok_or("not of a value")?;
            let of = body.ty(of.arg(body));
            let is_tensor = matches!(of.kind(&ctx), TypeKind::RankedTensor { .. });
            let shape = of.shape(&ctx).filter(|_| is_tensor).ok_or("the rank is not known")?;
            let (rank, location) = (shape.len() as i64, body.location(op.id()));
            let is_index = body.ty(op.rank(body)) == Type::INDEX;
            if is_index {
                let value = ctx.index_attr(rank);
                rewriter.replace_op_with(op.id(), |b| {
                    ConstantOp::build(b, location, value, Type::INDEX)
                });
            } else {
                rewriter.replace_op_with(op.id(), |b| crate::ConstSizeOp::build(b, location, rank));
            }
            Ok(())
        });
    }
}

/// The extent of a dimension, or the error that there is none.
pub(crate) fn extent_at(extents: &[i64], dimension: i64) -> crate::run_time::OrError<i64> {
    let extent = usize::try_from(dimension).ok().and_then(|index| extents.get(index));
    extent.copied().ok_or_else(|| {
        error(format!("a shape of rank {} has no dimension {dimension}", extents.len()))
    })
}

impl FoldOp for GetExtentOp {
    fn fold(op: GetExtentOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let extents = constants.shape().and_then(|shape| extents_of(ctx, shape));
        let dimension = constants.dim().and_then(|dim| dim.as_i64(ctx));
        let (Some(extents), Some(dimension)) = (extents, dimension) else {
            return Fold::Unchanged;
        };
        extent_at(&extents, dimension).ok().map(|extent| ctx.index_attr(extent)).into()
    }
}

impl InterpretOp for GetExtentOp {
    fn interpret<'b>(op: GetExtentOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (extents, dimension) = (shape(m, op.shape())?, size(m, op.dim())?);
        let extent = extents.and_then(|extents| extent_at(&extents, dimension?));
        set_size(m, op.extent(), extent)
    }
}

impl CustomAssembly for ConcatOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let lhs = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let rhs = parser.parse_operand()?;
        parser.parse_attr_dict()?;
        // MLIR 13's text is about shapes alone.
        let shape = ShapeType::get(parser.context());
        let mut types = [shape; 3];
        if parser.parse_optional_punct(":") {
            let lhs = parser.parse_type()?;
            parser.parse_punct(",")?;
            let rhs = parser.parse_type()?;
            parser.parse_punct("->")?;
            types = [lhs, rhs, parser.parse_type()?];
        }
        for (operand, ty) in [lhs, rhs].iter().zip(types) {
            let value = parser.resolve(operand, ty)?;
            parser.add_operand(value);
        }
        parser.add_result_type(types[2]);
        Ok(())
    }

    fn print<'b>(op: ConcatOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operands([op.lhs(), op.rhs()]);
        printer.attr_dict(op.op(), &[]);
        let types = [op.lhs(), op.rhs(), op.result()].map(ValueRef::ty);
        let are_shapes = types.iter().all(|&ty| ShapeType::matches(op.context(), ty));
        if are_shapes && !printer.is_upstream() {
            return;
        }
        for (before, ty) in [" : ", ", ", " -> "].into_iter().zip(types) {
            printer.write(before);
            printer.ty(ty);
        }
    }
}

impl FoldOp for ConcatOp {
    fn fold(op: ConcatOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let extents = |value: Option<Attribute>| extents_of(ctx, value?);
        let (lhs, rhs) = (extents(constants.lhs()), extents(constants.rhs()));
        let (Some(mut all), Some(rhs)) = (lhs, rhs) else { return Fold::Unchanged };
        all.extend(rhs);
        extents_attr(ctx, &all).into()
    }
}

impl InterpretOp for ConcatOp {
    fn interpret<'b>(op: ConcatOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (lhs, rhs) = (shape(m, op.lhs())?, shape(m, op.rhs())?);
        let all = lhs.and_then(|lhs| Ok([lhs, rhs?].concat()));
        set_shape(m, op.result(), all)
    }
}

/// Where a shape of that rank is split by an index.
fn split_point(rank: usize, index: i64) -> Option<usize> {
    let rank_number = rank as i64;
    let index = if index < 0 { index.checked_add(rank_number)? } else { index };
    (0..=rank_number).contains(&index).then_some(index as usize)
}

impl FoldOp for SplitAtOp {
    fn fold(op: SplitAtOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let extents = constants.operand().and_then(|value| extents_of(ctx, value));
        let index = constants.index().and_then(|value| value.as_i64(ctx));
        let (Some(extents), Some(index)) = (extents, index) else { return Fold::Unchanged };
        let Some(point) = split_point(extents.len(), index) else { return Fold::Unchanged };
        let parts = [&extents[..point], &extents[point..]];
        let parts = parts.into_iter().map(|part| extents_attr(ctx, part).map(FoldValue::Constant));
        parts.collect::<Option<_>>().map_or(Fold::Unchanged, Fold::Replaced)
    }
}

impl InterpretOp for SplitAtOp {
    fn interpret<'b>(op: SplitAtOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (extents, index) = (shape(m, op.operand())?, size(m, op.index())?);
        let parts = extents.and_then(|extents| {
            let index = index?;
            let point = split_point(extents.len(), index).ok_or_else(|| {
                error(format!("a shape of rank {} is split at {index}", extents.len()))
            })?;
            Ok((extents[..point].to_vec(), extents[point..].to_vec()))
        });
        set_shape(m, op.head(), parts.clone().map(|parts| parts.0))?;
        set_shape(m, op.tail(), parts.map(|parts| parts.1))
    }
}

// Lowering

impl LowerTo<Extents> for ConstShapeOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let extents = extents_of(view.context(), view.shape()).ok_or("the extents are unknown")?;
        let result = edsc(rewriter, |e| {
            let extents: Vec<Expr<'_>> = extents.iter().map(|&extent| e.index(extent)).collect();
            from_extents(e, &extents).id()
        });
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<Extents> for ToExtentTensorOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let (input, ty) = (view.input().id(), view.result().ty());
        let result = edsc(rewriter, |e| cast(e.expr(input), ty).id());
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<Extents> for RankOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let shape = view.shape().id();
        let result = edsc(rewriter, |e| rank(e.expr(shape)).id());
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<Extents> for GetExtentOp {
    /// The extent of a value is asked of the value, so that its shape need not be in memory.
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let (shape, dimension) = (view.shape(), view.dim().id());
        let of = shape.defining::<crate::ShapeOfOp>().map(|of| of.arg());
        // A value without dimensions has no size, and `dim` is not for it.
        let has_sizes = |of: &ValueRef<'_>| {
            let (ctx, ty) = (view.context(), of.ty());
            (ty.is_tensor(ctx) || ty.is_memref(ctx)) && ty.shape(ctx) != Some(&[])
        };
        let of = of.filter(has_sizes);
        let (of, shape) = (of.map(ValueRef::id), shape.id());
        let result = edsc(rewriter, |e| match of {
            Some(value) => e.op_to::<DimOp>([e.expr(value), e.expr(dimension)], Type::INDEX).id(),
            None => extent(e.expr(shape), e.expr(dimension)).id(),
        });
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

/// Some extents of a tensor.
fn part<'e>(shape: Expr<'e>, from: Expr<'e>, count: Expr<'e>, step: Expr<'e>) -> Expr<'e> {
    shape.builder().value(|b| {
        let ctx = b.context();
        let (ty, open) = (extent_tensor(ctx, DYNAMIC), ctx.i64_array_attr(&[DYNAMIC]));
        let [from, count, step] = [from, count, step].map(|value| [value.id()]);
        SubTensorOp::create(b, shape.id(), &from, &count, &step, open, open, open, ty)
    })
}

impl LowerTo<Extents> for SplitAtOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let (shape, index) = (view.operand().id(), view.index().id());
        let types = [view.head().ty(), view.tail().ty()];
        let parts = edsc(rewriter, |e| {
            let (shape, index, zero) = (e.expr(shape), e.expr(index), e.index(0));
            let rank = rank(shape);
            let from_end = index + rank;
            let index = index.cmpi(CmpIPredicate::Slt, zero).select(from_end, index);
            let one = e.index(1);
            let head = part(shape, zero, index, one);
            let tail = part(shape, index, rank - index, one);
            [cast(head, types[0]).id(), cast(tail, types[1]).id()]
        });
        rewriter.replace_op(op.id(), &parts);
        Ok(())
    }
}

pub(crate) fn register_extents(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ConstShapeOp>();
    dialect.op::<FromExtentsOp>();
    dialect.op::<FromExtentTensorOp>();
    dialect.op::<ToExtentTensorOp>();
    dialect.op::<RankOp>();
    dialect.op::<NumElementsOp>();
    dialect.op::<GetExtentOp>();
    dialect.op::<ConcatOp>();
    dialect.op::<SplitAtOp>();
}
