//! Tensors as values: elements, casts, construction, and their place in
//! memory.

use super::slices::suggested_names;
use crate::attributes::NamedAttribute;
use crate::ir::prelude::*;
use crate::text::asm::UnresolvedOperand;
use crate::text::print_type;
use crate::types::{DYNAMIC, TypeKind, element_count};

/// An element of a tensor.
#[op(name = "std.extract_element", traits(Pure), interfaces(OpAsmNameInterface),
     upstream(names("tensor.extract"), choose = extract_name), assembly = custom, verify, fold,
     canonicalize)]
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

/// Today's `tensor.extract` takes no vectors and no tensors of unknown rank: of these, the op has only its name in std.
fn extract_name(op: OpRef<'_>) -> &'static str {
    let is_ranked = |ty| AnyRankedTensor::matches(op.context(), ty);
    if op.operand_types().next().is_none_or(is_ranked) { "tensor.extract" } else { ExtractElementOp::NAME }
}

/// A tensor with one element changed.
#[op(name = "std.insert_element", traits(Pure), interfaces(OpAsmNameInterface),
     upstream(name = "tensor.insert"), assembly = custom, verify, fold, canonicalize)]
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
    #[result]
    result: AnyRankedTensor,
}

/// The number of dimensions of a memref or tensor.
#[op(name = "std.rank", traits(Pure), interfaces(OpAsmNameInterface),
     upstream(names("memref.rank", "tensor.rank"), choose = rank_name),
     format = "$memref_or_tensor attr-dict `:` type($memref_or_tensor)", fold)]
pub struct RankOp {
    /// What is asked.
    #[operand]
    memref_or_tensor: AnyTypeOf<(AnyMemRef, AnyTensor)>,
    /// The number.
    #[result]
    result: Index,
}

fn is_tensor(op: OpRef<'_>) -> bool {
    op.operand_types().next().is_some_and(|ty| ty.is_tensor(op.context()))
}

fn rank_name(op: OpRef<'_>) -> &'static str {
    if is_tensor(op) { "tensor.rank" } else { "memref.rank" }
}

impl OpAsmNameInterface for RankOpRef<'_> {
    fn result_name(&self, _index: usize, upstream: bool) -> Option<String> {
        let op = self.op();
        (upstream && is_tensor(op)).then(|| "rank".to_string())
    }
}

/// The same tensor as a type that knows more or less of the sizes.
#[op(
    name = "std.tensor_cast",
    traits(Pure),
    interfaces(OpAsmNameInterface),
    upstream(name = "tensor.cast"),
    format = "$source attr-dict `:` type($source) `to` type($dest)",
    verify,
    fold,
    canonicalize
)]
pub struct TensorCastOp {
    /// The tensor.
    #[operand]
    source: AnyTensor,
    /// The same, as another type.
    #[result]
    dest: AnyTensor,
}

/// A tensor of known sizes with these elements, row-major.
#[op(name = "std.tensor_from_elements", traits(Pure), interfaces(OpAsmNameInterface),
     upstream(name = "tensor.from_elements"), assembly = custom, verify, fold)]
pub struct TensorFromElementsOp {
    /// The elements.
    #[operand]
    elements: Variadic<AnyType>,
    /// The tensor.
    #[result]
    result: AnyTensor,
}

/// A tensor or vector all of whose elements are one value.
#[op(name = "std.splat", traits(Pure), interfaces(OpAsmNameInterface),
     upstream(names("tensor.splat", "vector.broadcast"), choose = splat_name), assembly = custom, verify, fold)]
pub struct SplatOp {
    /// The value.
    #[operand]
    input: AnyType,
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// The result.
    #[result]
    aggregate: AnyTypeOf<(AnyTensor, AnyVector)>,
}

fn splats_tensor(op: OpRef<'_>) -> bool {
    op.result_types().next().is_some_and(|ty| ty.is_tensor(op.context()))
}

fn splat_name(op: OpRef<'_>) -> &'static str {
    if splats_tensor(op) { "tensor.splat" } else { "vector.broadcast" }
}

impl OpAsmNameInterface for SplatOpRef<'_> {
    fn result_name(&self, _index: usize, upstream: bool) -> Option<String> {
        let op = self.op();
        (upstream && splats_tensor(op)).then(|| "splat".to_string())
    }
}

/// A tensor whose elements a region computes of their indices.
#[op(name = "std.dynamic_tensor_from_elements",
     traits(RecursiveMemoryEffects, SingleBlockImplicitTerminator<TensorYieldOp>),
     interfaces(OpAsmNameInterface), upstream(name = "tensor.generate"), assembly = custom, verify)]
pub struct DynamicTensorFromElementsOp {
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_extents: Variadic<Index>,
    /// Computes an element; its arguments are the indices.
    #[region]
    body: AnyRegion,
    /// The tensor.
    #[result]
    result: AnyTensor,
}

/// Gives the element that a region of `dynamic_tensor_from_elements` computes.
#[op(name = "std.yield", traits(Pure, Terminator, ReturnLike, HasParent<DynamicTensorFromElementsOp>),
     upstream(name = "tensor.yield"), format = "$value attr-dict `:` type($value)")]
pub struct TensorYieldOp {
    /// The element.
    #[operand]
    value: AnyType,
}

/// A tensor of these sizes with no particular elements.
#[op(
    name = "std.empty_tensor",
    traits(Pure),
    upstream(name = "tensor.empty"),
    format = "`(` $dynamic_sizes `)` attr-dict `:` type($result)",
    verify,
    canonicalize
)]
pub struct EmptyTensorOp {
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// The tensor.
    #[result]
    result: AnyTensor,
}

/// The elements of memory, as a tensor.
#[op(name = "std.tensor_load", interfaces(MemoryEffectOpInterface),
     upstream(name = "bufferization.to_tensor", format = "$memref (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($memref) `to` type($result)"),
     assembly = custom, verify)]
pub struct TensorLoadOp {
    /// The memory.
    #[operand]
    memref: AnyMemRef,
    /// No other tensor is of the same memory.
    #[attr]
    restrict: Optional<UnitAttr>,
    /// What is made of the tensor may be written to the memory.
    #[attr]
    writable: Optional<UnitAttr>,
    /// The elements.
    #[result]
    result: AnyTensor,
}

/// Writes the elements of a tensor to memory. Today's form also has a tensor in the place of the memory: the result is
/// then the written one, which is to be in the same memory as that tensor.
#[op(name = "std.tensor_store", properties = STORE_PROPERTIES, interfaces(MemoryEffectOpInterface),
     upstream(name = "bufferization.materialize_in_destination"), assembly = custom, verify, fold)]
pub struct TensorStoreOp {
    /// The elements.
    #[operand]
    tensor: AnyTensor,
    /// The memory.
    #[operand]
    memref: AnyShaped,
    /// No other tensor is of the same memory.
    #[attr]
    restrict: Optional<UnitAttr>,
    /// Today's word for memory, which is always written.
    #[attr]
    writable: Optional<UnitAttr>,
    /// The tensor that is in the memory, where that is given by a tensor.
    #[result]
    result: Variadic<AnyTensor>,
}

fn writes_memory(op: OpRef<'_>) -> bool {
    op.operand_types().nth(1).is_some_and(|ty| ty.is_memref(op.context()))
}

/// Today's word for memory is always written.
const STORE_PROPERTIES: UpstreamProperties =
    UpstreamProperties { implied: Some(implied_writable), ..UpstreamProperties::of(&[]) };

fn implied_writable(op: OpRef<'_>) -> Vec<NamedAttribute> {
    let writable = || (op.context().ident("writable"), Attribute::UNIT);
    writes_memory(op).then(writable).into_iter().collect()
}

/// Reads today's form after `in`.
fn parse_materialize<'s>(parser: &mut OpAsmParser<'_, 's>, tensor: &UnresolvedOperand<'s>) -> Parsed<()> {
    for word in ["restrict", "writable"] {
        if parser.parse_optional_keyword(word) {
            parser.set_attr(word, Attribute::UNIT);
        }
    }
    let position = parser.position();
    let dest = parser.parse_operand()?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let types_position = parser.position();
    let (inputs, results) = parser.parse_function_type()?;
    let [tensor_type, ty] = inputs[..] else {
        return Err(parser.error(types_position, "expected the types of a tensor and of its destination"));
    };
    let is_memory = ty.is_memref(parser.context());
    if is_memory && parser.attr("writable").is_none() {
        return Err(parser.error(position, "expected 'writable' before a memref, which is written"));
    }
    let values = [parser.resolve(tensor, tensor_type)?, parser.resolve(&dest, ty)?];
    parser.add_operands(&values);
    parser.add_result_types(&results);
    Ok(())
}

/// Memory that holds the elements of a tensor.
#[op(name = "std.tensor_to_memref", traits(Pure), upstream(name = "bufferization.to_buffer",
         format = "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($memref)"),
     assembly = custom, verify)]
pub struct TensorToMemrefOp {
    /// The tensor.
    #[operand]
    tensor: AnyTensor,
    /// The memory is not written.
    #[attr]
    read_only: Optional<UnitAttr>,
    /// The memory.
    #[result]
    memref: AnyMemRef,
}

suggested_names! {
    ExtractElementOpRef = "extracted";
    InsertElementOpRef = "inserted";
    TensorCastOpRef = "cast";
    TensorFromElementsOpRef = "from_elements";
    DynamicTensorFromElementsOpRef = "generated";
}

fn resolve_indices<'s>(parser: &mut OpAsmParser<'_, 's>, indices: &[UnresolvedOperand<'s>]) -> Parsed<()> {
    for index in indices {
        let value = parser.resolve(index, Type::INDEX)?;
        parser.add_operand(value);
    }
    Ok(())
}

/// Reports indices or an element that do not fit `shaped`.
fn verify_element(
    op: OpRef<'_>,
    shaped: Type,
    element: Option<Type>,
    indices: usize,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    if shaped.element_type(ctx) != element {
        diagnostics.error(op.op_error("expected the element type of the tensor"));
    }
    if let Some(rank) = shaped.shape(ctx).map(<[i64]>::len).filter(|&rank| rank != indices) {
        let message = format_args!("incorrect number of indices: expected {rank}, found {indices}");
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
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write("[");
        printer.operands(op.operands().skip(1));
        printer.write("]");
        printer.attr_dict(op, &[]);
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
    }
}

impl VerifyOp for ExtractElementOp {
    fn verify(op: ExtractElementOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let Some(ty) = op.operand_types().next() else { return };
        verify_element(op, ty, op.result_types().next(), op.num_operands() - 1, diagnostics);
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
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(" into ");
        printer.operand(op.operand(1));
        printer.write("[");
        printer.operands(op.operands().skip(2));
        printer.write("]");
        printer.attr_dict(op, &[]);
        printer.write(" : ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for InsertElementOp {
    fn verify(op: InsertElementOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let Some(ty) = op.operand_types().nth(1) else { return };
        if op.result_types().next() != Some(ty) {
            diagnostics.error(op.op_error("expected a result of the destination's type"));
        }
        verify_element(op, ty, op.operand_types().next(), op.num_operands() - 2, diagnostics);
    }
}

impl VerifyOp for TensorCastOp {
    fn verify(op: TensorCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let (Some(from), Some(to)) = (op.operand_types().next(), op.result_types().next()) else { return };
        let shapes_fit = match (from.shape(ctx), to.shape(ctx)) {
            (Some(a), Some(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
            }
            _ => true,
        };
        if from.element_type(ctx) != to.element_type(ctx) || !shapes_fit {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            diagnostics.error(op.op_error(format_args!(
                "operand type '{from}' and result type '{to}' are cast incompatible"
            )));
        }
    }
}

impl CustomAssembly for TensorFromElementsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        // 2020's text has parentheses.
        let operands = if parser.at_punct("(") {
            parser.parse_operands_in("(", ")")?
        } else {
            parser.parse_operand_list()?
        };
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let element = ty.element_or_self(parser.context());
        for operand in &operands {
            let value = parser.resolve(operand, element)?;
            parser.add_operand(value);
        }
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: TensorFromElementsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(if op.num_operands() > 0 { " " } else { "" });
        printer.operands(op.operands());
        printer.attr_dict(op, &[]);
        printer.write(" : ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for TensorFromElementsOp {
    fn verify(op: TensorFromElementsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let Some(ty) = op.result_types().next() else { return };
        let count = ty.static_shape(ctx).and_then(element_count);
        if count != Some(op.num_operands()) {
            diagnostics
                .error(op.op_error("expected a tensor of known sizes, with as many elements as operands"));
        }
        if op.operand_types().any(|operand| Some(operand) != ty.element_type(ctx)) {
            diagnostics.error(op.op_error("expected operands of the tensor's element type"));
        }
    }
}

impl CustomAssembly for SplatOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let input = parser.parse_operand()?;
        let sizes = if parser.at_punct("[") { parser.parse_operands_in("[", "]")? } else { Vec::new() };
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let mut ty = parser.parse_type()?;
        let mut input_type = ty.element_or_self(parser.context());
        if parser.parse_optional_keyword("to") {
            input_type = ty;
            ty = parser.parse_type()?;
        }
        let input = parser.resolve(&input, input_type)?;
        parser.add_operand(input);
        resolve_indices(parser, &sizes)?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: SplatOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        if op.num_operands() > 1 {
            printer.write("[");
            printer.operands(op.operands().skip(1));
            printer.write("]");
        }
        printer.attr_dict(op, &[]);
        printer.write(" : ");
        if printer.is_upstream() && !splats_tensor(op) {
            printer.types(op.operand_types().take(1));
            printer.write(" to ");
        }
        printer.types(op.result_types());
    }
}

/// Reports sizes that are not as many as the type's unknown ones.
fn verify_sizes(op: OpRef<'_>, ty: Type, sizes: usize, diagnostics: &mut Diagnostics) {
    let shape = ty.shape(op.context());
    let unknown = shape.map(|shape| shape.iter().filter(|&&size| size == DYNAMIC).count());
    if unknown != Some(sizes) {
        let unknown = unknown.unwrap_or(0);
        let message = format_args!("incorrect number of dynamic sizes, has {sizes}, expected {unknown}");
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for SplatOp {
    fn verify(op: SplatOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let Some(ty) = op.result_types().next() else { return };
        if ty.element_type(op.context()) != op.operand_types().next() {
            diagnostics.error(op.op_error("expected an operand of the result's element type"));
        }
        verify_sizes(op, ty, op.num_operands() - 1, diagnostics);
    }
}

impl CustomAssembly for DynamicTensorFromElementsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let extents = parser.parse_operand_list()?;
        resolve_indices(parser, &extents)?;
        parser.parse_region(&[])?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: DynamicTensorFromElementsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        // Without operands, today's MLIR writes the blank before them all the same.
        let is_blank = op.num_operands() > 0 || printer.is_upstream();
        printer.write(if is_blank { " " } else { "" });
        printer.operands(op.operands());
        printer.write(" ");
        for region in op.regions() {
            printer.region(region, PrintRegion::default());
        }
        printer.attr_dict(op, &[]);
        printer.write(" : ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for DynamicTensorFromElementsOp {
    fn verify(op: DynamicTensorFromElementsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let (ctx, body) = (op.context(), op.body());
        let Some(ty) = op.result_types().next() else { return };
        verify_sizes(op, ty, op.num_operands(), diagnostics);
        let Some(block) = op.region(0).and_then(RegionRef::entry) else {
            diagnostics.error(op.op_error("expected a body"));
            return;
        };
        let rank = ty.shape(ctx).map_or(0, <[i64]>::len);
        let arguments = block.arguments();
        if arguments.len() != rank || arguments.iter().any(|&argument| body.ty(argument) != Type::INDEX) {
            diagnostics.error(op.op_error("must have one body argument of type 'index' per dimension"));
        }
        let yielded = block.terminator().and_then(|end| end.operand_types().next());
        if yielded != ty.element_type(ctx) {
            diagnostics
                .error(op.op_error("body must be terminated with a `yield` of the tensor's element type"));
        }
    }
}

impl VerifyOp for EmptyTensorOp {
    fn verify(op: EmptyTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let Some(ty) = op.result_types().next() else { return };
        verify_sizes(op, ty, op.num_operands(), diagnostics);
    }
}

/// The tensor type of a memref's elements.
fn tensor_of(ctx: &Context, memref: Type) -> Option<Type> {
    match memref.kind(ctx) {
        _ if !memref.element_type(ctx)?.may_be_in_tensors(ctx) => None,
        TypeKind::MemRef { shape, element, .. } => Some(ctx.tensor_type(shape, *element)),
        TypeKind::UnrankedMemRef { element, .. } => Some(ctx.unranked_tensor_type(*element)),
        _ => None,
    }
}

/// Reports a tensor that is not of a memref's elements and sizes.
fn verify_buffer(op: OpRef<'_>, memref: Option<Type>, tensor: Option<Type>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let wanted = memref.and_then(|memref| tensor_of(ctx, memref));
    if wanted != tensor {
        let name = |ty: Option<Type>| ty.map_or(String::new(), |ty| print_type(ctx, ty));
        let message =
            format_args!("expected tensor '{}' for the memref, found '{}'", name(wanted), name(tensor));
        diagnostics.error(op.op_error(message));
    }
}

/// Reads the memref type that stands at the op's end, and gives the tensor's.
fn parse_buffer_type(parser: &mut OpAsmParser<'_, '_>) -> Parsed<(Type, Type)> {
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let position = parser.position();
    let memref = parser.parse_type()?;
    match tensor_of(parser.context(), memref) {
        Some(tensor) => Ok((memref, tensor)),
        None => Err(parser.error(position, "expected a memref type")),
    }
}

impl CustomAssembly for TensorLoadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let memref = parser.parse_operand()?;
        let (ty, tensor) = parse_buffer_type(parser)?;
        let memref = parser.resolve(&memref, ty)?;
        parser.add_operand(memref);
        parser.add_result_type(tensor);
        Ok(())
    }

    fn print<'b>(op: TensorLoadOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operands(op.operands());
        printer.attr_dict(op, &[]);
        printer.write(" : ");
        printer.types(op.operand_types());
    }
}

impl VerifyOp for TensorLoadOp {
    fn verify(op: TensorLoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_buffer(op, op.operand_types().next(), op.result_types().next(), diagnostics);
    }
}

impl MemoryEffectOpInterface for TensorLoadOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, op.operand(0))])
    }
}

impl CustomAssembly for TensorStoreOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let tensor = parser.parse_operand()?;
        if parser.parse_optional_keyword("in") {
            return parse_materialize(parser, &tensor);
        }
        parser.parse_punct(",")?;
        let memref = parser.parse_operand()?;
        let (ty, tensor_type) = parse_buffer_type(parser)?;
        let values = [parser.resolve(&tensor, tensor_type)?, parser.resolve(&memref, ty)?];
        parser.add_operands(&values);
        Ok(())
    }

    fn print<'b>(op: TensorStoreOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        if printer.is_upstream() || !writes_memory(op) {
            printer.operand(op.operand(0));
            printer.write(" in ");
            printer.write(if op.attr_named("restrict").is_some() { "restrict " } else { "" });
            printer.write(if writes_memory(op) { "writable " } else { "" });
            printer.operand(op.operand(1));
            printer.attr_dict(op, &["restrict", "writable"]);
            printer.write(" : (");
            printer.types(op.operand_types());
            printer.write(") -> ");
            printer.result_types(&op.result_types().collect::<Vec<_>>());
            return;
        }
        printer.operands(op.operands());
        printer.attr_dict(op, &["writable"]);
        printer.write(" : ");
        printer.types(op.operand_types().skip(1));
    }
}

impl VerifyOp for TensorStoreOp {
    fn verify(op: TensorStoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        if writes_memory(op) {
            verify_buffer(op, op.operand_types().nth(1), op.operand_types().next(), diagnostics);
            if op.num_results() > 0 {
                diagnostics.error(op.op_error("has no result where the destination is a memref"));
            }
            return;
        }
        let ctx = op.context();
        let (Some(source), Some(dest)) = (op.operand_types().next(), op.operand_types().nth(1)) else {
            return;
        };
        if !op.result_types().eq([dest]) {
            diagnostics.error(op.op_error("has one result where the destination is a tensor, of its type"));
        }
        if ["restrict", "writable"].iter().any(|word| op.attr_named(word).is_some()) {
            diagnostics
                .error(op.op_error("is 'restrict' or 'writable' only where the destination is a memref"));
        }
        let sizes = |ty: Type| ty.shape(ctx).map(<[i64]>::to_vec);
        let fits = match (sizes(source), sizes(dest)) {
            (Some(from), Some(to)) => {
                let mut pairs = from.iter().zip(&to);
                from.len() == to.len() && pairs.all(|(a, b)| a == b || *a == DYNAMIC || *b == DYNAMIC)
            }
            (from, to) => from == to,
        };
        if !fits || source.element_type(ctx) != dest.element_type(ctx) {
            let (source, dest) = (print_type(ctx, source), print_type(ctx, dest));
            let message = format_args!("takes tensors that fit, found '{source}' and '{dest}'");
            diagnostics.error(op.op_error(message));
        }
    }
}

impl MemoryEffectOpInterface for TensorStoreOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        match writes_memory(op) {
            true => SmallVec::from_slice(&[Effect::on(EffectKind::Write, op.operand(1))]),
            false => SmallVec::new(),
        }
    }
}

impl CustomAssembly for TensorToMemrefOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let tensor = parser.parse_operand()?;
        let (memref, ty) = parse_buffer_type(parser)?;
        let tensor = parser.resolve(&tensor, ty)?;
        parser.add_operand(tensor);
        parser.add_result_type(memref);
        Ok(())
    }

    fn print<'b>(op: TensorToMemrefOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operands(op.operands());
        printer.attr_dict(op, &[]);
        printer.write(" : ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for TensorToMemrefOp {
    fn verify(op: TensorToMemrefOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_buffer(op, op.result_types().next(), op.operand_types().next(), diagnostics);
    }
}

pub(super) fn register_tensors(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractElementOp>();
    dialect.op::<InsertElementOp>();
    dialect.op::<RankOp>();
    dialect.op::<TensorCastOp>();
    dialect.op::<TensorFromElementsOp>();
    dialect.op::<SplatOp>();
    dialect.op::<DynamicTensorFromElementsOp>();
    dialect.op::<TensorYieldOp>();
    dialect.op::<EmptyTensorOp>();
    dialect.op::<TensorLoadOp>();
    dialect.op::<TensorStoreOp>();
    dialect.op::<TensorToMemrefOp>();
}
