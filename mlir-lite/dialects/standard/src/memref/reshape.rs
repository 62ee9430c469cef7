//! Memory whose elements are the same, in the same order, under another shape.

use crate::memref::view::row_major;
use crate::parts::bounds::memory_space;
use crate::result_names::suggested_names;
use crate::to_llvm::address::NO_DESCRIPTOR;
use crate::to_llvm::numbers::{NUMBER, Number, row_major_strides, sizes_of};
use crate::to_llvm::view_descriptor::{MALFORMED, layout, pointers, replace, sizes};
use crate::to_llvm::{LowerToLlvm, MemRefDescriptor, Rewriter, StdToLlvmOptions};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchResult;
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::text::print_type;
use mlir_lite::text::static_dynamic::{SQUARE, StaticDynamicList, print_static_dynamic};
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};
use mlir_lite_diagnostics::Diagnostic;
use std::sync::Arc;

/// A memref with the shape that another memref holds.
#[op(
    name = "std.memref_reshape",
    interfaces(OpAsmNameInterface, MemoryEffectOpInterface, ViewLikeOpInterface),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "memref.reshape"),
    format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
    verify
)]
pub struct MemrefReshapeOp {
    /// The memory.
    #[operand]
    source: AnyMemRef,
    /// The sizes.
    #[operand]
    shape: AnyRankedMemRef,
    /// The same memory.
    #[result]
    result: AnyMemRef,
}

impl ViewLikeOpInterface for MemrefReshapeOpRef<'_> {
    fn view_source(&self) -> ValueId {
        self.source().id()
    }

    fn is_known_to_be_complete_view(&self) -> bool {
        true
    }
}

impl MemoryEffectOpInterface for MemrefReshapeOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, self.shape())])
    }
}

impl InterpretOp for MemrefReshapeOp {
    fn interpret<'b>(op: MemrefReshapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, shape) = (m.get(op.source()), m.get(op.shape()));
        let (source, shape) = (source.as_memref()?, shape.as_memref()?);
        let sizes = shape.positions().map(|position| m.load_element(shape, &position)?.as_index());
        let sizes: SmallVec<[i64; 4]> = sizes.collect::<Result<_, _>>()?;
        let said = op.result().ty().shape(op.context());
        let is_of = |said: &[i64]| {
            said.iter().zip(&sizes).all(|(&said, &size)| said == size || said == DYNAMIC)
        };
        if !said.is_none_or(is_of) {
            return Err(Trap::new(format!(
                "gives the sizes {:?} to a type that has others",
                &sizes[..]
            )));
        }
        let count =
            |sizes: &[i64]| sizes.iter().fold(1i64, |count, &size| count.saturating_mul(size));
        let (had, has) = (count(&source.sizes), count(&sizes));
        if had != has {
            return Err(Trap::new(format!("gives {had} elements a shape of {has}")));
        }
        let memref = MemRef { strides: row_major(&sizes), sizes, ..MemRef::clone(source) };
        m.give(op.result(), Value::MemRef(Arc::new(memref)))
    }
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
                let message =
                    format_args!("{what} memref type should have no layout, found '{ty}'");
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

impl LowerToLlvm for MemrefReshapeOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.memref_reshape-to-llvm", 1, reshape);
    }
}

fn reshape(
    op: MemrefReshapeOp,
    operands: Adaptor<'_, MemrefReshapeOp>,
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op.id());
    let body = rewriter.body();
    let (source, of_shape) = (body.ty(op.source(body)), body.ty(op.shape(body)));
    let ctx = rewriter.context().clone();
    let TypeKind::MemRef { shape, .. } = body.ty(op.result(body)).kind(&ctx) else {
        return Err("the number of dimensions must be known".into());
    };
    let given = of_shape.element_type(&ctx).ok_or(MALFORMED)?;
    let loaded = rewriter.convert_type(given)?;
    let pointers = pointers(rewriter, location, operands.source(), source)?;
    let numbers = MemRefDescriptor::new(operands.shape(), of_shape);
    let first = numbers.aligned(rewriter, location).ok_or(NO_DESCRIPTOR)?;
    let (steps, start) = layout(rewriter, location, operands.shape(), of_shape)?;
    let step = *steps.first().ok_or(MALFORMED)?;
    let mut sizes = Vec::new();
    for (dim, &size) in shape.iter().enumerate() {
        if size != DYNAMIC {
            sizes.push(Number::Known(size));
            continue;
        }
        let at = Number::Known(dim as i64)
            .times(step, rewriter, location)
            .plus(start, rewriter, location);
        let at = GepIndex::Value(at.value(rewriter, location));
        let place = llvm::GepOp::build_indices(rewriter, location, first, loaded, &[at]);
        let place = place.res(rewriter.body());
        let mut size = llvm::LoadOp::plain(rewriter, location, place, loaded).res(rewriter.body());
        let width = loaded.bit_width(&ctx).unwrap_or(64);
        if width < 64 {
            let wide = rewriter.create_simple::<llvm::SExtOp>(location, &[size], &[NUMBER]);
            size = rewriter.body().result(wide.id(), 0);
        } else if width > 64 {
            return Err("sizes of at most 64 bits are expected".into());
        }
        sizes.push(Number::Value(size));
    }
    let strides = row_major_strides(&sizes, rewriter, location);
    replace(op.id(), rewriter, pointers, Number::Known(0), &sizes, &strides)
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
    interfaces(OpAsmNameInterface, ViewLikeOpInterface),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "memref.expand_shape", only),
    assembly = custom,
    verify,
    fold
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
    #[result]
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
    interfaces(OpAsmNameInterface, ViewLikeOpInterface),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "memref.collapse_shape", only),
    assembly = custom,
    verify,
    fold
)]
pub struct MemrefCollapseShapeOp {
    /// The memory.
    #[operand]
    src: AnyRankedMemRef,
    /// For each dimension of the result, those of the operand that it is made of.
    #[attr]
    reassociation: ArrayAttr,
    /// The same memory.
    #[result]
    result: AnyRankedMemRef,
}

impl ViewLikeOpInterface for MemrefExpandShapeOpRef<'_> {
    fn view_source(&self) -> ValueId {
        self.src().id()
    }

    fn is_known_to_be_complete_view(&self) -> bool {
        true
    }
}

impl ViewLikeOpInterface for MemrefCollapseShapeOpRef<'_> {
    fn view_source(&self) -> ValueId {
        self.src().id()
    }

    fn is_known_to_be_complete_view(&self) -> bool {
        true
    }
}

/// The groups of dimensions that become one, or that one becomes; none if the attribute is another.
fn groups_of(ctx: &Context, reassociation: Attribute) -> Option<Vec<Vec<usize>>> {
    let number = |number: &Attribute| usize::try_from(number.as_i64(ctx)?).ok();
    let group = |group: &Attribute| group.as_array(ctx)?.iter().map(number).collect();
    reassociation.as_array(ctx)?.iter().map(group).collect()
}

/// Reads `[[0], [1, 2]]`.
fn parse_reassociation(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let mut groups = Vec::new();
    parser.parse_punct("[")?;
    while groups.is_empty() || parser.parse_optional_punct(",") {
        if groups.is_empty() && parser.parse_optional_punct("]") {
            let none = parser.context().array_attr(&[]);
            parser.set_attr("reassociation", none);
            return Ok(());
        }
        let position = parser.position();
        let group = StaticDynamicList::parse(parser, SQUARE)?;
        if !group.operands.is_empty() {
            return Err(parser.error(position, "expected the numbers of dimensions"));
        }
        let group: Vec<Attribute> =
            group.numbers.iter().map(|&number| parser.context().i64_attr(number)).collect();
        groups.push(parser.context().array_attr(&group));
    }
    parser.parse_punct("]")?;
    let groups = parser.context().array_attr(&groups);
    parser.set_attr("reassociation", groups);
    Ok(())
}

fn print_reassociation(ctx: &Context, groups: Attribute, printer: &mut OpAsmPrinter<'_, '_>) {
    let list = |numbers: &Vec<usize>| {
        format!("[{}]", numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
    };
    let groups: Vec<String> = groups_of(ctx, groups).unwrap_or_default().iter().map(list).collect();
    printer.display(format_args!(" [{}]", groups.join(", ")));
}

/// Reads `attr-dict : type into type`, and adds operand and result.
fn parse_types<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    src: &UnresolvedOperand<'s>,
    sizes: &[UnresolvedOperand<'s>],
) -> Parsed<()> {
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let from = parser.parse_type()?;
    parser.parse_keyword("into")?;
    let to = parser.parse_type()?;
    let src = parser.resolve(src, from)?;
    parser.add_operand(src);
    for size in sizes {
        let size = parser.resolve(size, Type::INDEX)?;
        parser.add_operand(size);
    }
    parser.add_result_type(to);
    Ok(())
}

fn print_types<'b>(
    op: OpRef<'b>,
    [src, result]: [ValueRef<'b>; 2],
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    printer.attr_dict(op, &["reassociation", "static_output_shape"]);
    printer.write(" : ");
    printer.ty(src.ty());
    printer.write(" into ");
    printer.ty(result.ty());
}

impl CustomAssembly for MemrefExpandShapeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let src = parser.parse_operand()?;
        parse_reassociation(parser)?;
        parser.parse_keyword("output_shape")?;
        let shape = StaticDynamicList::parse(parser, SQUARE)?;
        let numbers = parser.context().i64_array_attr(&shape.numbers);
        parser.set_attr("static_output_shape", numbers);
        parse_types(parser, &src, &shape.operands)
    }

    fn print<'b>(op: MemrefExpandShapeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.src());
        print_reassociation(op.context(), op.reassociation(), printer);
        printer.write(" output_shape ");
        let sizes = op.static_output_shape().as_i64_array(op.context()).unwrap_or_default();
        let open: Vec<ValueId> = op.output_shape().ids().collect();
        print_static_dynamic(printer, SQUARE, &sizes, &open);
        print_types(op.op(), [op.src(), op.result()], printer);
    }
}

impl CustomAssembly for MemrefCollapseShapeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let src = parser.parse_operand()?;
        parse_reassociation(parser)?;
        parse_types(parser, &src, &[])
    }

    fn print<'b>(op: MemrefCollapseShapeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.src());
        print_reassociation(op.context(), op.reassociation(), printer);
        print_types(op.op(), [op.src(), op.result()], printer);
    }
}

type Strides = Vec<Option<i64>>;

/// The strides of an expanded memref, of the shape `sizes`.
fn expanded_strides(strides: &Strides, sizes: &[i64], groups: &[Vec<usize>]) -> Strides {
    let mut expanded = vec![Some(1); sizes.len()];
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

/// Checks groups of the dimensions of `many` against the dimensions of `few`.
fn verify_groups(
    op: OpRef<'_>,
    groups: &[Vec<usize>],
    many: Type,
    few: Type,
) -> Result<(), Box<Diagnostic>> {
    let ctx = op.context();
    let shape = |ty: Type| ty.shape(ctx).unwrap_or_default();
    let (sizes, sizes_of_few) = (shape(many), shape(few));
    if groups.len() != sizes_of_few.len() {
        return Err(Box::new(op.op_error(format_args!(
            "expected as many groups of dimensions as the rank of '{}', {}, found {}",
            print_type(ctx, few),
            sizes_of_few.len(),
            groups.len()
        ))));
    }
    let all_once = groups.iter().flatten().copied().eq(0..sizes.len());
    if (!groups.is_empty() && !all_once) || groups.iter().any(Vec::is_empty) {
        return Err(Box::new(op.op_error(format_args!(
            "expected groups of the dimensions 0 to {} in order, each in one group",
            sizes.len().saturating_sub(1)
        ))));
    }
    if groups.is_empty() && sizes.iter().any(|&size| size != 1) {
        return Err(Box::new(op.op_error(format_args!(
            "expected sizes of 1 in '{}', which has one element",
            print_type(ctx, many)
        ))));
    }
    for (group, &size) in groups.iter().zip(sizes_of_few) {
        let product = group.iter().try_fold(1i64, |product, &dimension| {
            Some(sizes[dimension]).filter(|&size| size != DYNAMIC)?.checked_mul(product)
        });
        if product.unwrap_or(DYNAMIC) != size {
            let text = |size: i64| if size == DYNAMIC { "?".into() } else { size.to_string() };
            return Err(Box::new(op.op_error(format_args!(
                "expected dimensions {group:?} of '{}' to have {} elements together, found {}",
                print_type(ctx, many),
                text(size),
                product.map_or("?".into(), |product| product.to_string())
            ))));
        }
    }
    let alike = |ty: Type| (ty.element_type(ctx), memory_space(ctx, ty));
    if alike(many) != alike(few) {
        return Err(Box::new(op.op_error("expects memrefs of one element type and memory space")));
    }
    Ok(())
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
    if strides_and_offset(ctx, result) != Some((expected.clone().into_iter().collect(), offset)) {
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
    let (ctx, src, result) = (op.context(), op.src().ty(), op.result().ty());
    let groups = groups_of(ctx, op.reassociation()).ok_or_else(|| {
        Box::new(op.op_error("expected 'reassociation' to be groups of dimensions"))
    })?;
    let sizes = op.static_output_shape().as_i64_array(ctx).unwrap_or_default();
    let shape = result.shape(ctx).unwrap_or_default();
    if sizes != shape {
        return Err(Box::new(op.op_error(format_args!(
            "expected the sizes of the result's type, '{}', in 'output_shape'",
            print_type(ctx, result)
        ))));
    }
    let open = sizes.iter().filter(|&&size| size == DYNAMIC).count();
    if op.output_shape().len() != open {
        return Err(Box::new(op.op_error(format_args!(
            "expected {open} dynamic sizes, found {}",
            op.output_shape().len()
        ))));
    }
    verify_groups(op.op(), &groups, result, src)?;
    verify_layout(op.op(), src, result, |strides| Some(expanded_strides(strides, shape, &groups)))
}

impl VerifyOp for MemrefCollapseShapeOp {
    fn verify(op: MemrefCollapseShapeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, src, result) = (op.context(), op.src().ty(), op.result().ty());
        let Some(groups) = groups_of(ctx, op.reassociation()) else {
            diagnostics.error(op.op_error("expected 'reassociation' to be groups of dimensions"));
            return;
        };
        let sizes = src.shape(ctx).unwrap_or_default();
        let is_plain = |ty: Type| matches!(ty.kind(ctx), TypeKind::MemRef { layout: None, .. });
        let checked = verify_groups(op.op(), &groups, src, result).and_then(|()| {
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
    /// What was collapsed before, if nothing is left open of how.
    fn fold(op: MemrefExpandShapeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        if op.src().ty() == op.result().ty() {
            return Fold::value(op.src());
        }
        let Some(before) = op.src().defining::<MemrefCollapseShapeOp>() else {
            return Fold::Unchanged;
        };
        let ctx = op.context();
        let sizes = op.result().ty().shape(ctx).unwrap_or_default();
        let is_known = |group: &Vec<usize>| {
            group.iter().filter(|&&dimension| sizes.get(dimension) == Some(&DYNAMIC)).count() <= 1
        };
        let is_same = before.src().ty() == op.result().ty()
            && before.reassociation() == op.reassociation()
            && groups_of(ctx, op.reassociation()).is_some_and(|all| all.iter().all(is_known));
        if is_same { Fold::value(before.src()) } else { Fold::Unchanged }
    }
}

impl FoldOp for MemrefCollapseShapeOp {
    /// What was expanded before.
    fn fold(op: MemrefCollapseShapeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        if op.src().ty() == op.result().ty() {
            return Fold::value(op.src());
        }
        match op.src().defining::<MemrefExpandShapeOp>() {
            Some(before)
                if before.src().ty() == op.result().ty()
                    && before.reassociation() == op.reassociation() =>
            {
                Fold::value(before.src())
            }
            _ => Fold::Unchanged,
        }
    }
}

impl InterpretOp for MemrefExpandShapeOp {
    fn interpret<'b>(op: MemrefExpandShapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = op.context();
        let (source, mut open) = (m.get(op.src()), m.indices(op.output_shape())?.into_iter());
        let source = source.as_memref()?;
        let sizes = op.static_output_shape().as_i64_array(ctx).ok_or_else(Trap::malformed)?;
        let sizes: SmallVec<[i64; 4]> = sizes
            .into_iter()
            .map(|size| if size == DYNAMIC { open.next() } else { Some(size) })
            .collect::<Option<_>>()
            .ok_or_else(Trap::malformed)?;
        let groups = groups_of(ctx, op.reassociation()).ok_or_else(Trap::malformed)?;
        let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(1, sizes.len());
        for (dimension, group) in groups.iter().enumerate() {
            let (size, mut stride) = (source.sizes[dimension], source.strides[dimension]);
            let product =
                group.iter().try_fold(1i64, |product, &part| product.checked_mul(sizes[part]));
            if product != Some(size) || group.iter().any(|&part| sizes[part] < 0) {
                let parts: Vec<i64> = group.iter().map(|&part| sizes[part]).collect();
                return Err(Trap::new(format!(
                    "expands dimension {dimension}, whose size is {size}, to sizes {parts:?}"
                )));
            }
            for &part in group.iter().rev() {
                strides[part] = stride;
                stride = stride.wrapping_mul(sizes[part]);
            }
        }
        let memref = MemRef { sizes, strides, ..MemRef::clone(source) };
        m.give(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl InterpretOp for MemrefCollapseShapeOp {
    fn interpret<'b>(op: MemrefCollapseShapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = op.context();
        let source = m.get(op.src());
        let source = source.as_memref()?;
        let groups = groups_of(ctx, op.reassociation()).ok_or_else(Trap::malformed)?;
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
        m.give(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl LowerToLlvm for MemrefExpandShapeOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>(format!("{}-to-llvm", Self::NAME), 1, |op, operands, rewriter| {
            let view = op.on(rewriter.body());
            let (ctx, memref, location) =
                (rewriter.context().clone(), view.src().ty(), view.op().location());
            let groups = groups_of(&ctx, view.reassociation()).ok_or(MALFORMED)?;
            let shape = view.static_output_shape().as_i64_array(&ctx).ok_or(MALFORMED)?;
            let sizes = sizes_of(&shape, operands.output_shape()).ok_or(MALFORMED)?;
            let (strides, offset) = layout(rewriter, location, operands.src(), memref)?;
            let pointers = pointers(rewriter, location, operands.src(), memref)?;
            let mut expanded = vec![Number::Known(1); sizes.len()];
            for (group, mut stride) in groups.iter().zip(strides) {
                for (index, &dimension) in group.iter().enumerate().rev() {
                    expanded[dimension] = stride;
                    if index > 0 {
                        stride = stride.times(sizes[dimension], rewriter, location);
                    }
                }
            }
            replace(op.id(), rewriter, pointers, offset, &sizes, &expanded)
        });
    }
}

impl LowerToLlvm for MemrefCollapseShapeOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>(format!("{}-to-llvm", Self::NAME), 1, |op, operands, rewriter| {
            let view = op.on(rewriter.body());
            let (ctx, memref, location) =
                (rewriter.context().clone(), view.src().ty(), view.op().location());
            let groups = groups_of(&ctx, view.reassociation()).ok_or(MALFORMED)?;
            let known = memref.shape(&ctx).ok_or(NO_DESCRIPTOR)?;
            let sizes = sizes(rewriter, location, operands.src(), memref)?;
            let (strides, offset) = layout(rewriter, location, operands.src(), memref)?;
            let pointers = pointers(rewriter, location, operands.src(), memref)?;
            let (mut counts, mut distances) = (Vec::new(), Vec::new());
            for group in &groups {
                distances.push(strides[innermost(known, group).ok_or(MALFORMED)?]);
                let count = group.iter().fold(Number::Known(1), |count, &dimension| {
                    count.times(sizes[dimension], rewriter, location)
                });
                counts.push(count);
            }
            replace(op.id(), rewriter, pointers, offset, &counts, &distances)
        });
    }
}

suggested_names! {
    MemrefReshapeOpRef = "reshape";
    MemrefExpandShapeOpRef = "expand_shape";
    MemrefCollapseShapeOpRef = "collapse_shape";
}

pub(crate) fn register_reshape(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<MemrefReshapeOp>();
    dialect.op::<MemrefExpandShapeOp>();
    dialect.op::<MemrefCollapseShapeOp>();
}
