//! The shapes of values, values together with a shape, and prints.

use crate::kinds::{
    ShapeLikeValue, ShapeOrExtentTensor, ShapeOrSize, ShapeType, ShapedOrValueShape, SizeOrIndex,
    ValueShapeType, extent_tensor, shapes_agree,
};
use crate::ops::extents::extent_at;
use crate::ops::known::extents_attr;
use crate::ops::lowering::{Extents, cast, check_no_errors, from_extents, generate};
use crate::run_time::{error, set_shape, set_size, shape, shown, size, sizes_of};
use crate::{ConstShapeOp, GetExtentOp, are_sizes, verify_shape};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::edsc::{Expr, edsc};
use mlir_lite::dialects::standard::{
    DimOp as StdDimOp, ExtractElementOp, RankOp as StdRankOp, TensorCastOp,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::types::{DYNAMIC, TypeKind};

/// The shape of a tensor, vector, memref or of a value with a shape.
///
/// ```mlir
/// %0 = shape.shape_of %t : tensor<2x?xf32> -> tensor<2xindex>
/// ```
#[op(
    name = "shape.shape_of",
    traits(Pure),
    implements(VerifyOp, InferTypes, CanonicalizeOp, InterpretOp, LowerTo<Extents>),
    format = "$arg attr-dict `:` type($arg) `->` type($result)"
)]
pub struct ShapeOfOp {
    /// The value.
    #[operand]
    arg: ShapedOrValueShape,
    /// Its shape.
    #[result]
    result: ShapeOrExtentTensor,
}

/// The extent of a dimension of a value: that of its shape.
///
/// ```mlir
/// %0 = shape.dim %t, %i : tensor<2x?xf32>, index -> index
/// ```
#[op(
    name = "shape.dim",
    traits(Pure),
    implements(InferTypes, FoldOp, InterpretOp, LowerTo<Extents>),
    upstream(name = "shape.dim", only),
    format = "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)"
)]
pub struct DimOp {
    /// The value.
    #[operand]
    value: AnyShaped,
    /// Which dimension.
    #[operand]
    index: SizeOrIndex,
    /// Its extent.
    #[result]
    extent: SizeOrIndex,
}

/// A value together with a shape that it conforms to.
///
/// ```mlir
/// %0 = shape.with_shape %t, %shape : tensor<2x?xf32>, !shape.shape
/// ```
#[op(
    name = "shape.with_shape",
    traits(Pure),
    implements(InterpretOp),
    format = "$operand `,` $shape attr-dict `:` type($operand) `,` type($shape)"
)]
pub struct WithOp {
    /// The value.
    #[operand]
    operand: ShapedOrValueShape,
    /// The shape.
    #[operand]
    shape: ShapeOrExtentTensor,
    /// Both.
    #[result(inferred)]
    result: ValueShapeType,
}

/// The value of a value with a shape.
#[op(
    name = "shape.value_of",
    traits(Pure),
    implements(InterpretOp),
    upstream(name = "shape.value_of", only),
    format = "$arg attr-dict `:` type($result)"
)]
pub struct ValueOfOp {
    /// The value with a shape.
    #[operand]
    arg: ValueShapeType,
    /// The value.
    #[result]
    result: AnyShaped,
}

/// A tensor whose elements are extents, as a shape. A negative extent is an error.
#[op(
    name = "shape.value_as_shape",
    traits(Pure),
    implements(InterpretOp),
    upstream(name = "shape.value_as_shape", only),
    format = "$arg attr-dict `:` type($arg) `->` type($result)"
)]
pub struct ValueAsShapeOp {
    /// The extents.
    #[operand]
    arg: ShapeLikeValue,
    /// The shape.
    #[result]
    result: ShapeOrExtentTensor,
}

/// Prints a shape or a size, and gives it.
#[op(name = "shape.debug_print", implements(InterpretOp))]
pub struct DebugPrintOp {
    /// The shape or size.
    #[operand]
    input: ShapeOrSize,
    /// The same.
    #[result]
    output: ShapeOrSize,
}

impl VerifyOp for ShapeOfOp {
    fn verify(op: ShapeOfOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_shape(op.op(), diagnostics);
    }
}

impl InferTypes for ShapeOfOp {
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
        let (ctx, arg) = (op.context(), op.arg());
        let ty = match ValueShapeType::matches(ctx, arg) {
            true => ShapeType::get(ctx),
            false => extent_tensor(ctx, arg.shape(ctx).map_or(DYNAMIC, |it| it.len() as i64)),
        };
        Ok([ty].into())
    }

    fn are_compatible(ctx: &Context, inferred: &[Type], found: &[Type]) -> bool {
        let ([inferred], [found]) = (inferred, found) else { return false };
        let is_shape = [inferred, found].iter().any(|ty| ShapeType::matches(ctx, **ty));
        is_shape || shapes_agree(ctx, *inferred, *found)
    }
}

impl CanonicalizeOp for ShapeOfOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.shape_of-static", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let sizes = body.ty(op.arg(body)).static_shape(&ctx).ok_or("a size is not known")?;
            let value = extents_attr(&ctx, sizes).ok_or("there are no elements")?;
            let own = extent_tensor(&ctx, sizes.len() as i64);
            let (ty, location) = (body.ty(op.result(body)), body.location(op.id()));
            if ty == own || ShapeType::matches(&ctx, ty) {
                rewriter.replace_op_with(op.id(), |b| ConstShapeOp::build(b, location, value, ty));
                return Ok(());
            }
            rewriter.replace_op_with(op.id(), |b| {
                let constant = ConstShapeOp::build(b, location, value, own);
                let constant = constant.result(b.body());
                TensorCastOp::build(b, location, constant, ty)
            });
            Ok(())
        });
        set.add::<TensorCastOp>("shape.shape_of-cast", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context();
            let ty = body.ty(op.dest(body));
            let of = ShapeOfOp::defining(body, op.source(body)).ok_or("no shape is cast")?;
            let arg = of.arg(body);
            let is_tensor = matches!(body.ty(arg).kind(ctx), TypeKind::RankedTensor { .. });
            let rank = body.ty(arg).shape(ctx).filter(|_| is_tensor).map(<[i64]>::len);
            let rank = rank.ok_or("the rank is not known")? as i64;
            match ty.shape(ctx) {
                Some([size]) if *size == DYNAMIC || *size == rank => {}
                _ => return Err("the type is of another rank".into()),
            }
            let location = body.location(op.id());
            rewriter.replace_op_with(op.id(), |b| ShapeOfOp::build(b, location, arg, ty));
            Ok(())
        });
        set.add::<ExtractElementOp>("shape.shape_of-extract", 1, |op, rewriter| {
            let body = rewriter.body();
            let of = ShapeOfOp::defining(body, op.aggregate(body)).ok_or("not of a shape")?;
            let arg = of.arg(body);
            if !body.ty(arg).is_tensor(body.context()) {
                return Err("the shape is not that of a tensor".into());
            }
            if body.ty(arg).shape(body.context()) == Some(&[]) {
                return Err("the tensor has no dimension".into());
            }
            let &index = op.indices(body).first().ok_or("there is no index")?;
            let location = body.location(op.id());
            rewriter.replace_op_with(op.id(), |b| StdDimOp::build(b, location, arg, index));
            Ok(())
        });
    }
}

impl InterpretOp for ShapeOfOp {
    fn interpret<'b>(op: ShapeOfOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let sizes = sizes_of(&m.get(op.arg()))?;
        set_shape(m, op.result(), sizes)
    }
}

impl InferTypes for DimOp {
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
        Ok([op.index()].into())
    }

    fn are_compatible(ctx: &Context, inferred: &[Type], found: &[Type]) -> bool {
        are_sizes(ctx, inferred, found)
    }
}

impl FoldOp for DimOp {
    fn fold(op: DimOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let Some(shape) = op.value().ty().shape(ctx) else { return Fold::Unchanged };
        let index = constants.index().and_then(|index| index.as_i64(ctx));
        let extent = index.and_then(|index| extent_at(shape, index).ok());
        extent.filter(|&extent| extent != DYNAMIC).map(|extent| ctx.index_attr(extent)).into()
    }
}

impl InterpretOp for DimOp {
    fn interpret<'b>(op: DimOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (sizes, index) = (sizes_of(&m.get(op.value()))?, size(m, op.index())?);
        let extent = sizes.and_then(|sizes| extent_at(&sizes, index?));
        set_size(m, op.extent(), extent)
    }
}

impl InterpretOp for WithOp {
    fn interpret<'b>(op: WithOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = match m.get(op.operand()) {
            Value::Aggregate(parts) => parts.first().cloned().unwrap_or_default(),
            value => value,
        };
        let shape = m.get(op.shape());
        m.set_result(op.result(), Value::aggregate(vec![value, shape]))
    }
}

impl InterpretOp for ValueOfOp {
    fn interpret<'b>(op: ValueOfOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let parts = m.get(op.arg());
        let value = parts.as_aggregate()?.first().cloned().ok_or_else(Trap::malformed)?;
        if let Value::Elements(elements) = &value
            && !traits::shapes_agree(Some(&elements.shape), op.result().ty().shape(op.context()))
        {
            return Err(Trap::new(format!(
                "the value has the sizes {:?}, which are not those of its type",
                elements.shape
            )));
        }
        m.set_result(op.result(), value)
    }
}

impl InterpretOp for ValueAsShapeOp {
    fn interpret<'b>(op: ValueAsShapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = match m.get(op.arg()) {
            Value::Aggregate(parts) => parts.first().cloned().ok_or_else(Trap::malformed)?,
            value => value,
        };
        let element = op.arg().ty().element_type(op.context()).unwrap_or(Type::INDEX);
        let width = element.bit_width(op.context()).unwrap_or(64).clamp(1, 64);
        let mut extents = Vec::new();
        for extent in &value.as_elements()?.values {
            // The sign is the highest bit of the element.
            extents.push(extent.as_index()? << (64 - width) >> (64 - width));
        }
        let extents = match extents.iter().find(|&&extent| extent < 0) {
            Some(extent) => Err(error(format!("a shape has the extent {extent}"))),
            None => Ok(extents),
        };
        set_shape(m, op.result(), extents)
    }
}

impl InterpretOp for DebugPrintOp {
    fn interpret<'b>(op: DebugPrintOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = op.context();
        let text = shown(ctx, m.get(op.input()), op.input().ty())?;
        m.print(format!("{text}\n").as_bytes())?;
        match ShapeType::matches(ctx, op.input().ty()) {
            true => {
                let value = shape(m, op.input())?;
                set_shape(m, op.output(), value)
            }
            false => {
                let value = size(m, op.input())?;
                set_size(m, op.output(), value)
            }
        }
    }
}

// Lowering

impl LowerTo<Extents> for ShapeOfOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let (ctx, arg, ty) = (view.context().clone(), view.arg(), view.result().ty());
        let (value, of) = (arg.id(), arg.ty());
        let asks = |user: OpId| {
            let user = view.body().op(user);
            user.is::<GetExtentOp>() && check_no_errors(user).is_ok()
        };
        if view.body().users(view.result().id()).any(asks) {
            return Err("its extents are asked of the value first".into());
        }
        if !of.is_tensor(&ctx) && !of.is_memref(&ctx) {
            return Err("the value has no dimensions that can be asked for".into());
        }
        let sizes = of.shape(&ctx).map(<[i64]>::to_vec);
        let result = edsc(rewriter, |e| {
            let value = e.expr(value);
            let Some(sizes) = sizes else {
                let rank = e.op_to::<StdRankOp>(value, Type::INDEX);
                let size = |at| e.op_to::<StdDimOp>([value, at], Type::INDEX);
                return cast(generate(rank, size), ty).id();
            };
            let size = |(dimension, &size): (usize, &i64)| match size {
                DYNAMIC => e.dim(value, dimension as i64),
                size => e.index(size),
            };
            let extents: Vec<Expr<'_>> = sizes.iter().enumerate().map(size).collect();
            cast(from_extents(e, &extents), ty).id()
        });
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<Extents> for DimOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let (ctx, value, index) = (view.context(), view.value(), view.index().id());
        let has_sizes = value.ty().is_tensor(ctx) || value.ty().is_memref(ctx);
        if !has_sizes || value.ty().shape(ctx) == Some(&[]) {
            return Err("the value has no dimensions that can be asked for".into());
        }
        let value = value.id();
        let result = edsc(rewriter, |e| {
            e.op_to::<StdDimOp>([e.expr(value), e.expr(index)], Type::INDEX).id()
        });
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

pub(crate) fn register_values(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ShapeOfOp>();
    dialect.op::<DimOp>();
    dialect.op::<WithOp>();
    dialect.op::<ValueOfOp>();
    dialect.op::<ValueAsShapeOp>();
    dialect.op::<DebugPrintOp>();
}
