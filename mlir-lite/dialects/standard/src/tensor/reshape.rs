//! Tensors whose elements are the same, in the same order, under another shape.

use crate::memref::reshape::check_same_count;
use crate::parts::check_sizes;
use crate::parts::reassociation::{
    CollapseShape, Collapses, ExpandShape, Expansions, GroupsDimensions,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::types::{DYNAMIC, element_count};
use std::ops::Range;

/// A tensor with each dimension split into several, whose sizes multiply to its size.
///
/// ```mlir
/// %1 = tensor_expand_shape %0 [[0], [1, 2]] output_shape [%n, 3, 4]
///   : tensor<?x12xf32> into tensor<?x3x4xf32>
/// ```
#[op(
    name = "std.tensor_expand_shape",
    traits(Pure),
    implements(
        CustomAssembly = Expansions<Self>, VerifyOp = Expansions<Self>, FoldOp, CanonicalizeOp,
        InterpretOp, GroupsDimensions { src, reassociation, result },
        ExpandShape { output_shape, static_output_shape },
    ),
    upstream(name = "tensor.expand_shape", only)
)]
pub struct TensorExpandShapeOp {
    /// The tensor.
    #[operand]
    src: AnyRankedTensor,
    /// The sizes that `static_output_shape` leaves open.
    #[operand]
    output_shape: Variadic<Index>,
    /// For each dimension of the operand, those of the result that it becomes.
    #[attr]
    reassociation: ArrayAttr,
    /// The sizes of the result.
    #[attr]
    static_output_shape: DenseI64ArrayAttr,
    /// The same elements.
    #[result(upstream_name = "expanded")]
    result: AnyRankedTensor,
}

/// A tensor with dimensions that lie next to each other made one.
///
/// ```mlir
/// %1 = tensor_collapse_shape %0 [[0], [1, 2]] : tensor<?x3x4xf32> into tensor<?x12xf32>
/// ```
#[op(
    name = "std.tensor_collapse_shape",
    traits(Pure),
    implements(
        CustomAssembly = Collapses<Self>, VerifyOp = Collapses<Self>, FoldOp, InterpretOp,
        GroupsDimensions { src, reassociation, result }, CollapseShape {},
    ),
    upstream(name = "tensor.collapse_shape", only)
)]
pub struct TensorCollapseShapeOp {
    /// The tensor.
    #[operand]
    src: AnyRankedTensor,
    /// For each dimension of the result, the dimensions of the operand that it combines.
    #[attr]
    reassociation: ArrayAttr,
    /// The same elements.
    #[result(upstream_name = "collapsed")]
    result: AnyRankedTensor,
}

/// The constant with its elements in a shape of known sizes.
fn reshaped(ctx: &Context, constant: Option<Attribute>, ty: Type) -> Option<Attribute> {
    let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
    let elements = constant?.dense(ctx).filter(|_| is_known)?;
    ctx.try_dense_attr(elements.with_type(ty))
}

impl FoldOp for TensorExpandShapeOp {
    fn fold(op: TensorExpandShapeOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        match reshaped(op.context(), constants.src(), op.result().ty()) {
            None => {
                let before = op.src().defining::<TensorCollapseShapeOp>();
                Self::reshape(op).fold(before.map(TensorCollapseShapeOp::reshape))
            }
            constant => constant.into(),
        }
    }
}

impl CanonicalizeOp for TensorExpandShapeOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.tensor_expand_shape-of-collapse", 1, |op, rewriter| {
            let view = op.on(rewriter.body());
            let before = view.src().defining::<TensorCollapseShapeOp>();
            let before = before.ok_or("the tensor's dimensions were not joined")?;
            let groups = joined_only(view, before).ok_or("dimensions are split")?;
            let (ctx, source) = (view.context().clone(), before.src().id());
            let ty = view.result().ty();
            let groups: Vec<Attribute> = groups
                .map(|group| {
                    let group = group.map(|dimension| ctx.i64_attr(dimension as i64));
                    ctx.array_attr(&group.collect::<Vec<_>>())
                })
                .collect();
            let groups = ctx.array_attr(&groups);
            rewriter.replace_op_with(op.id(), |builder| {
                TensorCollapseShapeOp::create(builder, source, groups, ty)
            });
            Ok(())
        });
    }
}

/// The groups of the first op's dimensions that both ops together join. None if the second splits
/// some in another way than the first joined them.
fn joined_only(
    split: TensorExpandShapeOpRef<'_>,
    join: TensorCollapseShapeOpRef<'_>,
) -> Option<impl Iterator<Item = Range<usize>>> {
    let ctx = split.context();
    let (had, has) = (join.src().ty().shape(ctx)?, split.result().ty().shape(ctx)?);
    let joined = TensorCollapseShapeOp::reshape(join).groups()?;
    let parts = TensorExpandShapeOp::reshape(split).groups()?;
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (from, to) in joined.iter().zip(&parts) {
        let (&first, &start) = (from.first()?, to.first()?);
        let (from, to) = (first..first + from.len(), start..start + to.len());
        if to.len() == 1 {
            groups.push(from);
            continue;
        }
        let sizes = had.get(from.clone())?;
        let open = sizes.iter().filter(|&&size| size == DYNAMIC).count();
        if sizes != has.get(to)? || open > 1 {
            return None;
        }
        groups.extend(from.map(|dimension| dimension..dimension + 1));
    }
    Some(groups.into_iter())
}

impl FoldOp for TensorCollapseShapeOp {
    fn fold(op: TensorCollapseShapeOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        match reshaped(op.context(), constants.src(), op.result().ty()) {
            None => {
                let before = op.src().defining::<TensorExpandShapeOp>();
                Self::reshape(op).fold(before.map(TensorExpandShapeOp::reshape))
            }
            constant => constant.into(),
        }
    }
}

impl InterpretOp for TensorExpandShapeOp {
    fn interpret<'b>(op: TensorExpandShapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = m.get(op.src());
        let source = source.as_elements()?;
        let (_, sizes) = Self::reshape(op).expand(&source.shape, m)?;
        m.set_result(op.result(), Value::elements(&sizes, source.values.clone()))
    }
}

impl InterpretOp for TensorCollapseShapeOp {
    fn interpret<'b>(op: TensorCollapseShapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = m.get(op.src());
        let source = source.as_elements()?;
        let groups = Self::reshape(op).groups().ok_or_else(Trap::malformed)?;
        let size = |group: &Vec<usize>| group.iter().map(|&part| source.shape[part]).product();
        let sizes: Vec<i64> = groups.iter().map(size).collect();
        m.set_result(op.result(), Value::elements(&sizes, source.values.clone()))
    }
}

/// A tensor with the shape that another tensor holds.
#[op(
    name = "std.reshape_tensor",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp),
    upstream(name = "tensor.reshape", only),
    format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct ReshapeTensorOp {
    /// The tensor.
    #[operand]
    source: AnyTensor,
    /// The sizes.
    #[operand]
    shape: AnyRankedTensor,
    /// The same elements.
    #[result(upstream_name = "reshape")]
    result: AnyTensor,
}

impl VerifyOp for ReshapeTensorOp {
    fn verify(op: ReshapeTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, [source, shape, result]) =
            (op.context(), [op.source(), op.shape(), op.result()].map(ValueRef::ty));
        if source.element_type(ctx) != result.element_type(ctx) {
            diagnostics.error(op.op_error(
                "element types of source and destination tensor types should be the same",
            ));
        }
        let sizes = shape.shape(ctx).unwrap_or_default();
        let is_number = shape
            .element_type(ctx)
            .is_some_and(|ty| ty == Type::INDEX || ty.is_signless_integer(ctx));
        if sizes.len() != 1 || !is_number {
            diagnostics.error(
                op.op_error("operand #1 must be 1D tensor of signless integer or index values"),
            );
            return;
        }
        let Some(wanted) = result.shape(ctx) else { return };
        if sizes[0] == DYNAMIC {
            diagnostics.error(op.op_error(
                "cannot use shape operand with dynamic length to reshape to \
                    statically-ranked tensor type",
            ));
        } else if sizes[0] != wanted.len() as i64 {
            diagnostics.error(
                op.op_error("length of shape operand differs from the result's tensor rank"),
            );
        }
        let count = |ty: Type| ty.static_shape(ctx).and_then(element_count);
        if let (Some(had), Some(has)) = (count(source), count(result))
            && had != has
        {
            diagnostics.error(
                op.op_error(
                    "source and destination tensor should have the same number of elements",
                ),
            );
        }
    }
}

impl FoldOp for ReshapeTensorOp {
    fn fold(op: ReshapeTensorOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source) = (op.context(), op.source());
        // Of tensors of one type, only those of known sizes are known to have one shape.
        if source.ty() == op.result().ty() && source.ty().static_shape(ctx).is_some() {
            return Fold::value(source);
        }
        let Some(inner) = source.defining::<Self>() else { return Fold::Unchanged };
        let (op, source) = (op.handle(), inner.source().id());
        Fold::in_place(move |body| op.set_source(body, source))
    }
}

impl InterpretOp for ReshapeTensorOp {
    fn interpret<'b>(op: ReshapeTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, shape) = (m.get(op.source()), m.get(op.shape()));
        let (source, shape) = (source.as_elements()?, shape.as_elements()?);
        let sizes = shape.values.iter().map(Value::as_index).collect::<Result<Vec<_>, _>>()?;
        check_sizes(op.result(), &sizes)?;
        check_same_count(&source.shape, &sizes)?;
        m.set_result(op.result(), Value::elements(&sizes, source.values.clone()))
    }
}

pub(crate) fn register_reshape(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ReshapeTensorOp>();
    dialect.op::<TensorExpandShapeOp>();
    dialect.op::<TensorCollapseShapeOp>();
}
