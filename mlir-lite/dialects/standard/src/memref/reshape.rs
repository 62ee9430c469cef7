//! Memory whose elements are the same, in the same order, under another shape.

use crate::memref::view::row_major;
use crate::parts::check_sizes;
use crate::parts::reassociation::{
    CollapseShape, Collapses, ExpandShape, Expansions, GroupsDimensions,
};
use crate::to_llvm::address::NO_DESCRIPTOR;
use crate::to_llvm::lowering::created;
use crate::to_llvm::numbers::{
    Arithmetic, LlvmArithmetic, NUMBER, Number, row_major_strides, sizes_of,
};
use crate::to_llvm::view_descriptor::{MALFORMED, descriptor, layout, pointers, sizes};
use crate::to_llvm::{Llvm, Lowered, MemRefDescriptor, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};
use mlir_lite_diagnostics::Diagnostic;
use std::sync::Arc;

/// A memref with the shape that another memref holds.
#[op(
    name = "std.memref_reshape",
    implements(VerifyOp, InterpretOp, ViewLikeOpInterface, LowerTo<Llvm>),
    upstream(name = "memref.reshape"),
    format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct MemrefReshapeOp {
    /// The memory.
    #[operand]
    source: AnyMemRef,
    /// The sizes.
    #[operand(effects(Read))]
    shape: AnyRankedMemRef,
    /// The same memory.
    #[result(upstream_name = "reshape")]
    result: AnyMemRef,
}

impl ViewLikeOpInterface for MemrefReshapeOp {
    fn view_source(op: MemrefReshapeOpRef<'_>) -> ValueId {
        op.source().id()
    }

    fn is_known_to_be_complete_view(_: MemrefReshapeOpRef<'_>) -> bool {
        true
    }
}

impl InterpretOp for MemrefReshapeOp {
    fn interpret<'b>(op: MemrefReshapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, shape) = (m.get(op.source()), m.get(op.shape()));
        let (source, shape) = (source.as_memref()?, shape.as_memref()?);
        let sizes = shape.positions().map(|position| m.load_element(shape, &position)?.as_index());
        let sizes: SmallVec<[i64; 4]> = sizes.collect::<Result<_, _>>()?;
        check_sizes(op.result(), &sizes)?;
        check_same_count(&source.sizes, &sizes)?;
        let memref = MemRef { strides: row_major(&sizes), sizes, ..MemRef::clone(source) };
        m.set_result(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

/// Says that a shape is of another number of elements than there are.
pub(crate) fn check_same_count(had: &[i64], has: &[i64]) -> Result<(), Trap> {
    let count = |sizes: &[i64]| sizes.iter().fold(1i64, |count, &size| count.saturating_mul(size));
    let (had, has) = (count(had), count(has));
    if had == has {
        return Ok(());
    }
    Err(Trap::new(format!("gives {had} elements a shape of {has}")))
}

impl VerifyOp for MemrefReshapeOp {
    fn verify(op: MemrefReshapeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, [source, shape, result]) =
            (op.context(), [op.source(), op.shape(), op.result()].map(ValueRef::ty));
        if source.element_type(ctx) != result.element_type(ctx) {
            diagnostics.error(op.op_error(
                "element types of source and destination memref types should be the same",
            ));
        }
        let layout = |ty: Type| !ty.has_identity_layout(ctx);
        for (ty, what) in [(source, "source"), (result, "result")] {
            if layout(ty) {
                let ty = print_type(ctx, ty);
                let message = format!("{what} memref type should have no layout, found '{ty}'");
                diagnostics.error(op.op_error(message));
            }
        }
        let sizes = shape.shape(ctx).unwrap_or_default();
        let is_index = shape
            .element_type(ctx)
            .is_some_and(|ty| ty == Type::INDEX || ty.is_signless_integer(ctx));
        if sizes.len() != 1 || !is_index {
            diagnostics.error(
                op.op_error("operand #1 must be 1D memref of signless integer or index values"),
            );
        } else if let Some(rank) = result.shape(ctx).map(<[i64]>::len)
            && sizes[0] != rank as i64
        {
            diagnostics.error(
                op.op_error("length of shape operand differs from the result's memref rank"),
            );
        }
    }
}

impl LowerTo<Llvm> for MemrefReshapeOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (ctx, body) = (b.context().clone(), b.body());
        let [source, of_shape, memref] =
            [op.source(body), op.shape(body), op.result(body)].map(|value| body.ty(value));
        let TypeKind::MemRef { shape, .. } = memref.kind(&ctx) else {
            return Err("the number of dimensions must be known".into());
        };
        let loaded = b.convert_type(of_shape.element_type(&ctx).ok_or(MALFORMED)?)?;
        let pointers = pointers(b, operands.source(), source)?;
        let first = MemRefDescriptor::new(operands.shape(), of_shape).aligned(b)?;
        let (steps, start) = layout(b, operands.shape(), of_shape)?;
        let step = *steps.first().ok_or(MALFORMED)?;
        let mut sizes = Vec::new();
        for (dim, &size) in shape.iter().enumerate() {
            if size != DYNAMIC {
                sizes.push(Number::Known(size));
                continue;
            }
            let at = Number::Known(dim as i64).times(step, b).plus(start, b).value(b);
            let place = llvm::GepOp::at(b, first, loaded, &[GepIndex::Value(at)]);
            let size = llvm::LoadOp::plain(b, place, loaded);
            sizes.push(Number::Value(match loaded.bit_width(&ctx).unwrap_or(64) {
                ..64 => created::<llvm::SExtOp>(b, &[size], NUMBER),
                64 => size,
                _ => return Err("sizes of at most 64 bits are expected".into()),
            }));
        }
        let strides = row_major_strides(&sizes, &LlvmArithmetic, b);
        descriptor(b, memref, pointers, Number::Known(0), &sizes, &strides)
    }
}

/// A memref with each dimension split into several, whose sizes multiply to its size.
///
/// ```mlir
/// %1 = memref_expand_shape %0 [[0], [1, 2]] output_shape [%n, 3, 4]
///   : memref<?x12xf32> into memref<?x3x4xf32>
/// ```
#[op(
    name = "std.memref_expand_shape",
    traits(Pure),
    implements(
        CustomAssembly = Expansions<Self>, VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface,
        LowerTo<Llvm>, GroupsDimensions { src, reassociation, result },
        ExpandShape { output_shape, static_output_shape },
    ),
    upstream(name = "memref.expand_shape", only)
)]
pub struct MemrefExpandShapeOp {
    /// The memory.
    #[operand]
    src: AnyRankedMemRef,
    /// The sizes that `static_output_shape` leaves open.
    #[operand]
    output_shape: Variadic<Index>,
    /// For each dimension of the operand, those of the result that it becomes.
    #[attr]
    reassociation: ArrayAttr,
    /// The sizes of the result.
    #[attr]
    static_output_shape: DenseI64ArrayAttr,
    /// The same memory.
    #[result(upstream_name = "expand_shape")]
    result: AnyRankedMemRef,
}

/// A memref with dimensions that lie next to each other made one.
///
/// ```mlir
/// %1 = memref_collapse_shape %0 [[0], [1, 2]] : memref<?x3x4xf32> into memref<?x12xf32>
/// ```
#[op(
    name = "std.memref_collapse_shape",
    traits(Pure),
    implements(
        CustomAssembly = Collapses<Self>, VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface,
        LowerTo<Llvm>, GroupsDimensions { src, reassociation, result }, CollapseShape {},
    ),
    upstream(name = "memref.collapse_shape", only)
)]
pub struct MemrefCollapseShapeOp {
    /// The memory.
    #[operand]
    src: AnyRankedMemRef,
    /// For each dimension of the result, the dimensions of the operand that it combines.
    #[attr]
    reassociation: ArrayAttr,
    /// The same memory.
    #[result(upstream_name = "collapse_shape")]
    result: AnyRankedMemRef,
}

impl ViewLikeOpInterface for MemrefExpandShapeOp {
    fn view_source(op: MemrefExpandShapeOpRef<'_>) -> ValueId {
        op.src().id()
    }

    fn is_known_to_be_complete_view(_: MemrefExpandShapeOpRef<'_>) -> bool {
        true
    }
}

impl ViewLikeOpInterface for MemrefCollapseShapeOp {
    fn view_source(op: MemrefCollapseShapeOpRef<'_>) -> ValueId {
        op.src().id()
    }

    fn is_known_to_be_complete_view(_: MemrefCollapseShapeOpRef<'_>) -> bool {
        true
    }
}

type Strides = SmallVec<[Option<i64>; 4]>;

/// The strides of an expanded memref, of the shape `sizes`.
fn expanded_strides(strides: &Strides, sizes: &[i64], groups: &[Vec<usize>]) -> Strides {
    let mut expanded = Strides::from_elem(Some(1), sizes.len());
    for (group, &stride) in groups.iter().zip(strides) {
        let mut stride = stride;
        for &dimension in group.iter().rev() {
            expanded[dimension] = stride;
            let size = Some(sizes[dimension]).filter(|&size| size != DYNAMIC);
            stride = stride.zip(size).and_then(|(stride, size)| stride.checked_mul(size));
        }
    }
    expanded
}

/// The dimension whose stride is that of a collapsed group: the last that is not known to have only
/// one element.
fn innermost(sizes: &[i64], group: &[usize]) -> Option<usize> {
    group.iter().rev().copied().find(|&dimension| sizes[dimension] != 1).or(group.last().copied())
}

/// The strides of a collapsed memref. None if the elements of a group are known not to lie at equal
/// distances.
fn collapsed_strides(strides: &Strides, sizes: &[i64], groups: &[Vec<usize>]) -> Option<Strides> {
    let collapsed = |group: &Vec<usize>| {
        let last = innermost(sizes, group)?;
        // A dimension of unknown size may have one element, and any stride.
        let stride = strides[last].filter(|_| sizes[last] != DYNAMIC || group.len() == 1);
        let mut distance = strides[last];
        for &dimension in group.iter().rev().skip_while(|&&dimension| dimension != last) {
            let size = sizes[dimension];
            if size != 1
                && strides[dimension].zip(distance).is_some_and(|(is, wanted)| is != wanted)
            {
                return None;
            }
            let size = Some(size).filter(|&size| size != DYNAMIC);
            distance = distance.zip(size).and_then(|(distance, size)| distance.checked_mul(size));
        }
        Some(stride)
    };
    groups.iter().map(collapsed).collect()
}

/// Checks that the strides and the offset of a result are `expected`.
fn verify_layout(
    op: OpRef<'_>,
    src: Type,
    result: Type,
    expected: impl FnOnce(&Strides) -> Option<Strides>,
) -> Result<(), Box<Diagnostic>> {
    let ctx = op.context();
    let Some((strides, offset)) = strides_and_offset(ctx, src) else {
        return Err(Box::new(op.op_error("expects memory of a strided layout")));
    };
    let Some(expected) = expected(&strides) else {
        return Err(Box::new(op.op_error(format_args!(
            "collapses dimensions whose elements do not lie at equal distances in '{}'",
            print_type(ctx, src)
        ))));
    };
    if strides_and_offset(ctx, result) != Some((expected.clone(), offset)) {
        let text = |n: Option<i64>| n.map_or("?".to_string(), |n| n.to_string());
        let strides: Vec<String> = expected.into_iter().map(text).collect();
        return Err(Box::new(op.op_error(format_args!(
            "expected a result of strides [{}] and offset {}, found '{}'",
            strides.join(", "),
            text(offset),
            print_type(ctx, result)
        ))));
    }
    Ok(())
}

impl VerifyOp for MemrefExpandShapeOp {
    fn verify(op: MemrefExpandShapeOpRef<'_>, diagnostics: &mut Diagnostics) {
        if let Err(error) = verify_expansion(op) {
            diagnostics.error(*error);
        }
    }
}

fn verify_expansion(op: MemrefExpandShapeOpRef<'_>) -> Result<(), Box<Diagnostic>> {
    let groups = MemrefExpandShapeOp::reshape(op).verify()?;
    let (src, result) = (op.src().ty(), op.result().ty());
    let shape = result.shape(op.context()).unwrap_or_default();
    verify_layout(op.op(), src, result, |strides| Some(expanded_strides(strides, shape, &groups)))
}

impl VerifyOp for MemrefCollapseShapeOp {
    fn verify(op: MemrefCollapseShapeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, src, result) = (op.context(), op.src().ty(), op.result().ty());
        let sizes = src.shape(ctx).unwrap_or_default();
        let is_plain = |ty: Type| matches!(ty.kind(ctx), TypeKind::MemRef { layout: None, .. });
        let checked = Self::reshape(op).verify().and_then(|groups| {
            // Where elements lie without gaps, they do so whatever the sizes are.
            if is_plain(src) && is_plain(result) {
                return Ok(());
            }
            verify_layout(op.op(), src, result, |strides| {
                collapsed_strides(strides, sizes, &groups)
            })
        });
        if let Err(error) = checked {
            diagnostics.error(*error);
        }
    }
}

impl FoldOp for MemrefExpandShapeOp {
    fn fold(op: MemrefExpandShapeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let before = op.src().defining::<MemrefCollapseShapeOp>();
        Self::reshape(op).fold(before.map(MemrefCollapseShapeOp::reshape))
    }
}

impl FoldOp for MemrefCollapseShapeOp {
    fn fold(op: MemrefCollapseShapeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let before = op.src().defining::<MemrefExpandShapeOp>();
        Self::reshape(op).fold(before.map(MemrefExpandShapeOp::reshape))
    }
}

impl InterpretOp for MemrefExpandShapeOp {
    fn interpret<'b>(op: MemrefExpandShapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = m.get(op.src());
        let source = source.as_memref()?;
        let (groups, sizes) = Self::reshape(op).expand(&source.sizes, m)?;
        let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(1, sizes.len());
        for (group, &stride) in groups.iter().zip(&source.strides) {
            let mut stride = stride;
            for &part in group.iter().rev() {
                strides[part] = stride;
                stride = stride.wrapping_mul(sizes[part]);
            }
        }
        let memref = MemRef { sizes, strides, ..MemRef::clone(source) };
        m.set_result(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl InterpretOp for MemrefCollapseShapeOp {
    fn interpret<'b>(op: MemrefCollapseShapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = op.context();
        let source = m.get(op.src());
        let source = source.as_memref()?;
        let groups = Self::reshape(op).groups().ok_or_else(Trap::malformed)?;
        let known = op.src().ty().shape(ctx).ok_or_else(Trap::malformed)?;
        let mut memref = MemRef::clone(source);
        (memref.sizes, memref.strides) = (SmallVec::new(), SmallVec::new());
        for group in &groups {
            let last = innermost(known, group).ok_or_else(Trap::malformed)?;
            let mut count = 1i64;
            let mut distance = source.strides[last];
            for &part in group.iter().rev() {
                let (size, stride) = (source.sizes[part], source.strides[part]);
                if size > 1 && stride != distance {
                    return Err(Trap::new(format!(
                        "collapses dimensions {group:?}, whose elements do not lie at equal \
                            distances: the stride of dimension {part} is {stride}, not {distance}"
                    )));
                }
                distance = distance.wrapping_mul(size);
                count = count.wrapping_mul(size);
            }
            memref.sizes.push(count);
            memref.strides.push(source.strides[last]);
        }
        m.set_result(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl LowerTo<Llvm> for MemrefExpandShapeOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let view = op.on(b.body());
        let (memref, result) = (view.src().ty(), view.result().ty());
        let groups = Self::reshape(view).groups().ok_or(MALFORMED)?;
        let shape = view.static_output_shape().as_i64_array(view.context()).ok_or(MALFORMED)?;
        let sizes = sizes_of(&shape, operands.output_shape()).ok_or(MALFORMED)?;
        let (strides, offset) = layout(b, operands.src(), memref)?;
        let pointers = pointers(b, operands.src(), memref)?;
        let expanded = strides_of_expanded(&groups, &sizes, &strides, &LlvmArithmetic, b);
        descriptor(b, result, pointers, offset, &sizes, &expanded)
    }
}

/// The strides of memory that is expanded to these sizes.
pub(crate) fn strides_of_expanded(
    groups: &[Vec<usize>],
    sizes: &[Number],
    strides: &[Number],
    arithmetic: &dyn Arithmetic,
    b: &mut dyn OpBuilder,
) -> Vec<Number> {
    let mut expanded = vec![Number::Known(1); sizes.len()];
    for (group, &stride) in groups.iter().zip(strides) {
        let mut stride = stride;
        for (index, &dimension) in group.iter().enumerate().rev() {
            expanded[dimension] = stride;
            if index > 0 {
                stride = stride.times_in(sizes[dimension], arithmetic, b);
            }
        }
    }
    expanded
}

/// The sizes and strides of memory of a shape, of which groups of dimensions become one.
pub(crate) fn collapsed_layout(
    groups: &[Vec<usize>],
    known: &[i64],
    sizes: &[Number],
    strides: &[Number],
    arithmetic: &dyn Arithmetic,
    b: &mut dyn OpBuilder,
) -> Result<(Vec<Number>, Vec<Number>), MatchFailure> {
    let (mut counts, mut distances) = (Vec::new(), Vec::new());
    for group in groups {
        distances.push(strides[innermost(known, group).ok_or(MALFORMED)?]);
        let one = Number::Known(1);
        counts
            .push(group.iter().fold(one, |count, &dim| count.times_in(sizes[dim], arithmetic, b)));
    }
    Ok((counts, distances))
}

impl LowerTo<Llvm> for MemrefCollapseShapeOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (ctx, view) = (b.context().clone(), op.on(b.body()));
        let (memref, result) = (view.src().ty(), view.result().ty());
        let groups = Self::reshape(view).groups().ok_or(MALFORMED)?;
        let known = memref.shape(&ctx).ok_or(NO_DESCRIPTOR)?.to_vec();
        let sizes = sizes(b, operands.src(), memref)?;
        let (strides, offset) = layout(b, operands.src(), memref)?;
        let pointers = pointers(b, operands.src(), memref)?;
        let (counts, distances) =
            collapsed_layout(&groups, &known, &sizes, &strides, &LlvmArithmetic, b)?;
        descriptor(b, result, pointers, offset, &counts, &distances)
    }
}

pub(crate) fn register_reshape(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<MemrefReshapeOp>();
    dialect.op::<MemrefExpandShapeOp>();
    dialect.op::<MemrefCollapseShapeOp>();
}
