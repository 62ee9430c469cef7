//! Elements of tensors.

use crate::memref::rules::replace_with_cast;
use crate::parts::number_of;
use crate::tensor::cast::before_cast;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use crate::{DynamicTensorFromElementsOp, SplatOp, TensorCastOp, TensorFromElementsOp};
use mlir_lite::attributes::{DenseElements, NamedAttribute};
use mlir_lite::constants::element_attr;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, has_no_effects,
};
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::types::{DYNAMIC, TypeKind};

/// An element of a tensor.
///
/// ```mlir
/// %x = extract_element %tensor[%i, %j] : tensor<4x8xf32>
/// ```
#[op(
    name = "std.extract_element",
    traits(Pure),
    implements(
        CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, OpAsmNameInterface,
        LowerTo<Llvm>,
    ),
    upstream(names("tensor.extract"), choose = extract_name),
    properties = POSITION_OF_VECTOR
)]
pub struct ExtractElementOp {
    /// The tensor, or vector.
    #[operand]
    aggregate: AnyTypeOf<(AnyTensor, AnyVector)>,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// The element.
    #[result]
    result: AnyType,
}

impl OpAsmNameInterface for ExtractElementOp {
    fn result_name(op: ExtractElementOpRef<'_>, _index: usize, upstream: bool) -> Option<String> {
        let is_of_vector = extract_name(op.op()) == "vector.extract";
        (upstream && !is_of_vector).then(|| "extracted".to_string())
    }
}

/// Today, elements of vectors are those of another op. `tensor.extract` takes no tensors of unknown
/// rank: of these, the op has only its name in std.
fn extract_name(op: OpRef<'_>) -> &'static str {
    match op.operand_types().next() {
        Some(ty) if AnyVector::matches(op.context(), ty) => "vector.extract",
        Some(ty) if !AnyRankedTensor::matches(op.context(), ty) => ExtractElementOp::NAME,
        _ => "tensor.extract",
    }
}

/// The properties of `vector.extract` in today's MLIR.
const POSITION_OF_VECTOR: UpstreamProperties =
    UpstreamProperties { implied: Some(implied_position), ..UpstreamProperties::of(&[]) };

/// All positions of elements of vectors are values.
fn implied_position(op: OpRef<'_>) -> Vec<NamedAttribute> {
    let ctx = op.context();
    if extract_name(op) != "vector.extract" {
        return Vec::new();
    }
    let dynamic = vec![DYNAMIC; op.num_operands().saturating_sub(1)];
    vec![(ctx.ident("static_position"), ctx.i64_array_attr(&dynamic))]
}

/// A tensor with one element changed.
///
/// ```mlir
/// %new = tensor.insert %x into %tensor[%i, %j] : tensor<4x8xf32>
/// ```
#[op(
    name = "std.insert_element",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp),
    upstream(name = "tensor.insert", only)
)]
pub struct InsertElementOp {
    /// The new element.
    #[operand]
    scalar: AnyType,
    /// The tensor.
    #[operand]
    dest: AnyRankedTensor,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// The result.
    #[result(upstream_name = "inserted")]
    result: AnyRankedTensor,
}

pub(crate) fn resolve_indices<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    indices: &[UnresolvedOperand<'s>],
) -> Parsed<()> {
    for index in indices {
        let value = parser.resolve(index, Type::INDEX)?;
        parser.add_operand(value);
    }
    Ok(())
}

/// Reports indices or an element that do not fit `shaped`.
fn verify_element(
    op: OpRef<'_>,
    shaped: ValueRef<'_>,
    element: ValueRef<'_>,
    indices: ValueRange<'_>,
    diagnostics: &mut Diagnostics,
) {
    let (ctx, shaped, indices) = (op.context(), shaped.ty(), indices.len());
    if shaped.element_type(ctx) != Some(element.ty()) {
        diagnostics.error(op.op_error("expected the element type of the tensor"));
    }
    if let Some(rank) = shaped.shape(ctx).map(<[i64]>::len).filter(|&rank| rank != indices) {
        let message = format!("incorrect number of indices: expected {rank}, found {indices}");
        diagnostics.error(op.op_error(message));
    }
}

impl CustomAssembly for ExtractElementOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let aggregate = parser.parse_operand()?;
        let indices = parser.parse_operands_in("[", "]")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let aggregate = parser.resolve(&aggregate, ty)?;
        parser.add_operand(aggregate);
        resolve_indices(parser, &indices)?;
        let element = ty.element_or_self(parser.context());
        parser.add_result_type(element);
        Ok(())
    }

    fn print<'b>(op: ExtractElementOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.aggregate());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("]");
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        if printer.is_upstream() && extract_name(op.op()) == "vector.extract" {
            printer.ty(op.result().ty());
            printer.write(" from ");
        }
        printer.ty(op.aggregate().ty());
    }
}

impl VerifyOp for ExtractElementOp {
    fn verify(op: ExtractElementOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_element(op.op(), op.aggregate(), op.result(), op.indices(), diagnostics);
    }
}

impl InterpretOp for ExtractElementOp {
    fn interpret<'b>(op: ExtractElementOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let tensor = m.get(op.aggregate());
        let elements = tensor.as_elements()?;
        let mut position = 0;
        for (&index, &size) in m.indices(op.indices())?.iter().zip(&elements.shape) {
            if !(0..size).contains(&index) {
                return Err(Trap::new(format!(
                    "subscript {index} is out of bounds of size {size}"
                )));
            }
            position = position * size + index;
        }
        let value = elements.values.get(position as usize).cloned().unwrap_or(Value::Poison);
        m.set_result(op.result(), value)
    }
}

impl FoldOp for ExtractElementOp {
    fn fold(op: ExtractElementOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, aggregate) = (op.context(), op.aggregate());
        let indices: Option<Vec<i64>> = constants
            .indices()
            .iter()
            .map(|index| index.and_then(|index| index.as_i64(ctx)))
            .collect();
        let at = indices
            .zip(aggregate.ty().shape(ctx))
            .and_then(|(indices, shape)| position(shape, &indices));
        if let Some(elements) = constants.aggregate().and_then(|value| value.dense(ctx)) {
            let index = if elements.is_splat() { Some(0) } else { at };
            let value = index.and_then(|index| element_attr(ctx, &elements, index));
            return value.into();
        }
        if let Some(splat) = aggregate.defining::<SplatOp>() {
            return Fold::value(splat.input());
        }
        if let (Some(list), Some(at)) = (aggregate.defining::<TensorFromElementsOp>(), at) {
            return list.elements().get(at).map_or(Fold::Unchanged, Fold::value);
        }
        if let Some(inserted) = aggregate.defining::<InsertElementOp>()
            && inserted.indices().ids().eq(op.indices().ids())
        {
            return Fold::value(inserted.scalar());
        }
        if let Some(cast) = aggregate.defining::<TensorCastOp>()
            && cast.source().ty().shape(ctx).is_some()
        {
            let (op, source) = (op.handle(), cast.source().id());
            return Fold::in_place(move |body| op.set_aggregate(body, source));
        }
        Fold::Unchanged
    }
}

/// Row-major number of an element of these sizes at indices that are constants.
pub fn position(shape: &[i64], indices: &[i64]) -> Option<usize> {
    let mut position = 0i64;
    for (&size, &index) in shape.iter().zip(indices) {
        (0..size).contains(&index).then_some(())?;
        position = position.checked_mul(size)?.checked_add(index)?;
    }
    (shape.len() == indices.len()).then(|| usize::try_from(position).ok()).flatten()
}

impl CanonicalizeOp for ExtractElementOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.extract_element-of-generated", 1, extract_from_generated);
    }
}

/// `dynamic_tensor_from_elements` says what each element is.
fn extract_from_generated(op: ExtractElementOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let tensor = DynamicTensorFromElementsOp::defining(body, op.aggregate(body));
    let tensor = tensor.ok_or("the elements are not computed one by one")?;
    let block = body.entry_block(tensor.body(body)).ok_or("nothing computes an element")?;
    let end = body.terminator(block).ok_or("nothing computes an element")?;
    let ops: Vec<OpId> = body.ops(block).filter(|&op| op != end).collect();
    if ops.len() > MAX_COPIED || !ops.iter().all(|&op| has_no_effects(body, op)) {
        return Err("computing an element does more".into());
    }
    let (arguments, indices) = (body.arguments(block).to_vec(), op.indices(body));
    let element = body.operand(end, 0);
    let mut mapping = IrMapping::new();
    for (argument, index) in arguments.into_iter().zip(indices) {
        mapping.map(argument, index);
    }
    for inner in ops {
        rewriter.clone_op(inner, &mut mapping);
    }
    let value = mapping.value(element).unwrap_or(element);
    rewriter.replace_op(op.id(), &[value]);
    Ok(())
}

impl LowerTo<Llvm> for ExtractElementOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.body().ty(op.aggregate(b.body()));
        let (&[vector, index], TypeKind::Vector { .. }) = (operands.values(), ty.kind(b.context()))
        else {
            return Err("a vector of one dimension is expected".into());
        };
        let result = b.converted_type(op.result(b.body()))?;
        Ok(llvm::ExtractElementOp::create(b, vector, index, result).into())
    }
}

impl CustomAssembly for InsertElementOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let scalar = parser.parse_operand()?;
        parser.parse_keyword("into")?;
        let dest = parser.parse_operand()?;
        let indices = parser.parse_operands_in("[", "]")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let element = ty.element_or_self(parser.context());
        let values = [parser.resolve(&scalar, element)?, parser.resolve(&dest, ty)?];
        parser.add_operands(&values);
        resolve_indices(parser, &indices)?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: InsertElementOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.scalar());
        printer.write(" into ");
        printer.operand(op.dest());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("]");
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for InsertElementOp {
    fn verify(op: InsertElementOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.result().ty() != op.dest().ty() {
            diagnostics.error(op.op_error("expected a result of the destination's type"));
        }
        verify_element(op.op(), op.dest(), op.scalar(), op.indices(), diagnostics);
    }
}

impl InterpretOp for InsertElementOp {
    fn interpret<'b>(op: InsertElementOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let dest = m.get(op.dest());
        let (dest, indices) = (dest.as_elements()?, m.indices(op.indices())?);
        let is_within = |(at, size): &(&i64, &i64)| (0..**size).contains(*at);
        if let Some((index, size)) = indices.iter().zip(&dest.shape).find(|place| !is_within(place))
        {
            return Err(Trap::new(format!("subscript {index} is out of bounds of size {size}")));
        }
        let mut values = dest.values.clone();
        *values.get_mut(number_of(&dest.shape, &indices)).ok_or_else(Trap::malformed)? =
            m.get(op.scalar());
        m.set_result(op.result(), Value::elements(&dest.shape, values))
    }
}

impl FoldOp for InsertElementOp {
    fn fold(op: InsertElementOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let body = op.body();
        let ctx = body.context();
        // Into equal elements, one of them.
        let (Some(scalar), Some(dest)) = (constants.scalar(), constants.dest()) else {
            return Fold::Unchanged;
        };
        let splat = dest.dense(ctx).filter(DenseElements::is_splat);
        let same = splat.and_then(|elements| element_attr(ctx, &elements, 0)) == Some(scalar);
        if same { Fold::constant(dest) } else { Fold::Unchanged }
    }
}

impl CanonicalizeOp for InsertElementOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.insert_element-of-cast", 1, |op, rewriter| {
            let body = rewriter.body();
            let dest = before_cast(body, op.dest(body)).ok_or("nothing that says more was cast")?;
            let (location, scalar, indices) =
                (body.location(op.id()), op.scalar(body), op.indices(body));
            let ty = body.ty(dest);
            let new = InsertElementOp::build(rewriter, location, scalar, dest, &indices, ty);
            let new = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), new);
            Ok(())
        });
    }
}

/// The most ops that are copied to compute an element where it is used.
const MAX_COPIED: usize = 16;

pub(crate) fn register_elements(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractElementOp>();
    dialect.op::<InsertElementOp>();
}
