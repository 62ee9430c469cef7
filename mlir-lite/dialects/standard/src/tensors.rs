//! Tensors as values: elements, casts, construction, and their place in
//! memory.

use super::global::store_elements;
use super::memref::{interpret_cast, sizes_of};
use super::slices::{number_of, suggested_names};
use mlir_lite::attributes::NamedAttribute;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind, element_count};

/// An element of a tensor.
#[op(name = "std.extract_element", traits(Pure), interfaces(OpAsmNameInterface), hooks(InterpretOp),
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
    if op.operand_types().next().is_none_or(is_ranked) {
        "tensor.extract"
    } else {
        ExtractElementOp::NAME
    }
}

/// A tensor with one element changed.
#[op(name = "std.insert_element", traits(Pure), interfaces(OpAsmNameInterface), hooks(InterpretOp),
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
#[op(name = "std.rank", traits(Pure), interfaces(OpAsmNameInterface), hooks(InterpretOp),
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
    hooks(InterpretOp),
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
#[op(name = "std.tensor_from_elements", traits(Pure), interfaces(OpAsmNameInterface), hooks(InterpretOp),
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
#[op(name = "std.splat", traits(Pure), interfaces(OpAsmNameInterface), hooks(InterpretOp),
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
     interfaces(OpAsmNameInterface), hooks(InterpretOp), upstream(name = "tensor.generate"), assembly = custom, verify)]
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
#[op(name = "std.yield", hooks(InterpretOp), traits(Pure, Terminator, ReturnLike, HasParent<DynamicTensorFromElementsOp>),
     upstream(name = "tensor.yield"), format = "$value attr-dict `:` type($value)")]
pub struct TensorYieldOp {
    /// The element.
    #[operand]
    value: AnyType,
}

/// A tensor of these sizes with no particular elements.
#[op(
    name = "std.empty_tensor",
    hooks(InterpretOp),
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
#[op(name = "std.tensor_load", interfaces(MemoryEffectOpInterface), hooks(InterpretOp),
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
#[op(name = "std.tensor_store", properties = STORE_PROPERTIES, interfaces(MemoryEffectOpInterface), hooks(InterpretOp),
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
fn parse_materialize<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    tensor: &UnresolvedOperand<'s>,
) -> Parsed<()> {
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
        return Err(
            parser.error(types_position, "expected the types of a tensor and of its destination")
        );
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
#[op(name = "std.tensor_to_memref", hooks(InterpretOp), traits(Pure), upstream(name = "bufferization.to_buffer",
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

fn resolve_indices<'s>(
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
        printer.write(" ");
        printer.operand(op.aggregate());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("]");
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
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
        m.give(op.result(), value)
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

impl InterpretOp for RankOp {
    fn interpret<'b>(op: RankOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let rank = sizes_of(&m.get(op.memref_or_tensor()))?.len();
        m.give(op.result(), Value::index(rank as i64))
    }
}

impl InterpretOp for TensorCastOp {
    fn interpret<'b>(op: TensorCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        interpret_cast(op.source(), op.dest(), m)
    }
}

impl VerifyOp for TensorCastOp {
    fn verify(op: TensorCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.source().ty(), op.dest().ty());
        let shapes_fit = match (from.shape(ctx), to.shape(ctx)) {
            (Some(a), Some(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
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
        printer.write(if op.elements().is_empty() { "" } else { " " });
        printer.operands(op.elements());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

impl InterpretOp for TensorFromElementsOp {
    fn interpret<'b>(op: TensorFromElementsOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let elements = m.values(op.elements()).into_vec();
        let shape = op.result().ty().static_shape(op.context()).map(<[i64]>::to_vec);
        let shape = shape.unwrap_or_else(|| vec![elements.len() as i64]);
        m.give(op.result(), Value::elements(&shape, elements))
    }
}

impl VerifyOp for TensorFromElementsOp {
    fn verify(op: TensorFromElementsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, ty) = (op.context(), op.result().ty());
        let count = ty.static_shape(ctx).and_then(element_count);
        if count != Some(op.elements().len()) {
            diagnostics.error(
                op.op_error("expected a tensor of known sizes, with as many elements as operands"),
            );
        }
        if op.elements().types().any(|element| Some(element) != ty.element_type(ctx)) {
            diagnostics.error(op.op_error("expected operands of the tensor's element type"));
        }
    }
}

impl CustomAssembly for SplatOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let input = parser.parse_operand()?;
        let sizes =
            if parser.at_punct("[") { parser.parse_operands_in("[", "]")? } else { Vec::new() };
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
        printer.write(" ");
        printer.operand(op.input());
        if !op.dynamic_sizes().is_empty() {
            printer.write("[");
            printer.operands(op.dynamic_sizes());
            printer.write("]");
        }
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        if printer.is_upstream() && !splats_tensor(op.op()) {
            printer.ty(op.input().ty());
            printer.write(" to ");
        }
        printer.ty(op.aggregate().ty());
    }
}

/// Reports sizes that are not as many as the type's unknown ones.
fn verify_sizes(op: OpRef<'_>, ty: Type, sizes: ValueRange<'_>, diagnostics: &mut Diagnostics) {
    let sizes = sizes.len();
    let shape = ty.shape(op.context());
    let unknown = shape.map(|shape| shape.iter().filter(|&&size| size == DYNAMIC).count());
    if unknown != Some(sizes) {
        let unknown = unknown.unwrap_or(0);
        let message =
            format_args!("incorrect number of dynamic sizes, has {sizes}, expected {unknown}");
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for SplatOp {
    fn verify(op: SplatOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ty = op.aggregate().ty();
        if ty.element_type(op.context()) != Some(op.input().ty()) {
            diagnostics.error(op.op_error("expected an operand of the result's element type"));
        }
        verify_sizes(op.op(), ty, op.dynamic_sizes(), diagnostics);
    }
}

impl InterpretOp for SplatOp {
    fn interpret<'b>(op: SplatOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let Some(shape) = op.aggregate().ty().static_shape(op.context()) else {
            return Err(Trap::new("cannot be interpreted: a splat of unknown size"));
        };
        m.check_count(element_count(shape))?;
        let values = vec![m.get(op.input()); element_count(shape).unwrap_or(0)];
        m.give(op.aggregate(), Value::elements(shape, values))
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
        // Without operands, today's MLIR writes the blank before them all the same.
        let is_blank = !op.dynamic_extents().is_empty() || printer.is_upstream();
        printer.write(if is_blank { " " } else { "" });
        printer.operands(op.dynamic_extents());
        printer.write(" ");
        printer.region(op.body(), PrintRegion::default());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for DynamicTensorFromElementsOp {
    fn verify(op: DynamicTensorFromElementsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, body, ty) = (op.context(), op.op().body(), op.result().ty());
        verify_sizes(op.op(), ty, op.dynamic_extents(), diagnostics);
        let Some(block) = op.body().entry() else {
            diagnostics.error(op.op_error("expected a body"));
            return;
        };
        let rank = ty.shape(ctx).map_or(0, <[i64]>::len);
        let arguments = block.arguments();
        if arguments.len() != rank
            || arguments.iter().any(|&argument| body.ty(argument) != Type::INDEX)
        {
            diagnostics
                .error(op.op_error("must have one body argument of type 'index' per dimension"));
        }
        let yielded = block.terminator().and_then(|end| end.operand_types().next());
        if yielded != ty.element_type(ctx) {
            diagnostics.error(
                op.op_error("body must be terminated with a `yield` of the tensor's element type"),
            );
        }
    }
}

impl VerifyOp for EmptyTensorOp {
    fn verify(op: EmptyTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_sizes(op.op(), op.result().ty(), op.dynamic_sizes(), diagnostics);
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
fn verify_buffer(
    op: OpRef<'_>,
    memref: ValueRef<'_>,
    tensor: ValueRef<'_>,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let wanted = tensor_of(ctx, memref.ty());
    if wanted != Some(tensor.ty()) {
        let wanted = wanted.map_or(String::new(), |ty| print_type(ctx, ty));
        let found = print_type(ctx, tensor.ty());
        let message = format_args!("expected tensor '{wanted}' for the memref, found '{found}'");
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
        printer.write(" ");
        printer.operand(op.memref());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.memref().ty());
    }
}

impl VerifyOp for TensorLoadOp {
    fn verify(op: TensorLoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_buffer(op.op(), op.memref(), op.result(), diagnostics);
    }
}

impl InterpretOp for TensorLoadOp {
    fn interpret<'b>(op: TensorLoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        let memref = memref.as_memref()?;
        let values = memref.positions().map(|position| m.load_element(memref, &position));
        let value = Value::elements(&memref.sizes, values.collect::<Result<_, _>>()?);
        m.give(op.result(), value)
    }
}

impl MemoryEffectOpInterface for TensorLoadOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, self.memref())])
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
        let writes_memory = writes_memory(op.op());
        printer.write(" ");
        printer.operand(op.tensor());
        if printer.is_upstream() || !writes_memory {
            printer.write(" in ");
            printer.write(if op.restrict().is_some() { "restrict " } else { "" });
            printer.write(if writes_memory { "writable " } else { "" });
            printer.operand(op.memref());
            printer.attr_dict(op.op(), &["restrict", "writable"]);
            printer.write(" : (");
            printer.types([op.tensor().ty(), op.memref().ty()]);
            printer.write(") -> ");
            printer.result_types(&op.result().types().collect::<Vec<_>>());
            return;
        }
        printer.write(", ");
        printer.operand(op.memref());
        printer.attr_dict(op.op(), &["writable"]);
        printer.write(" : ");
        printer.ty(op.memref().ty());
    }
}

impl VerifyOp for TensorStoreOp {
    fn verify(op: TensorStoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        if writes_memory(op.op()) {
            verify_buffer(op.op(), op.memref(), op.tensor(), diagnostics);
            if !op.result().is_empty() {
                diagnostics.error(op.op_error("has no result where the destination is a memref"));
            }
            return;
        }
        let (ctx, source, dest) = (op.context(), op.tensor().ty(), op.memref().ty());
        if !op.result().types().eq([dest]) {
            diagnostics.error(
                op.op_error("has one result where the destination is a tensor, of its type"),
            );
        }
        if op.restrict().is_some() || op.writable().is_some() {
            diagnostics.error(
                op.op_error("is 'restrict' or 'writable' only where the destination is a memref"),
            );
        }
        let sizes = |ty: Type| ty.shape(ctx).map(<[i64]>::to_vec);
        let fits = match (sizes(source), sizes(dest)) {
            (Some(from), Some(to)) => {
                let mut pairs = from.iter().zip(&to);
                from.len() == to.len()
                    && pairs.all(|(a, b)| a == b || *a == DYNAMIC || *b == DYNAMIC)
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
        match writes_memory(self.op()) {
            true => SmallVec::from_slice(&[Effect::on(EffectKind::Write, self.memref())]),
            false => SmallVec::new(),
        }
    }
}

impl InterpretOp for TensorStoreOp {
    fn interpret<'b>(op: TensorStoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (tensor, memref) = (m.get(op.tensor()), m.get(op.memref()));
        if let Some(result) = op.result().get(0) {
            if let (Value::Elements(from), Value::Elements(to)) = (&tensor, &memref)
                && from.shape != to.shape
            {
                let (from, to) = (&from.shape[..], &to.shape[..]);
                return Err(Trap::new(format!(
                    "puts a tensor of the sizes {from:?} into one of {to:?}"
                )));
            }
            return m.give(result, tensor);
        }
        store_elements(m, memref.as_memref()?, &tensor)?;
        Ok(Flow::Next)
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
        printer.write(" ");
        printer.operand(op.tensor());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.memref().ty());
    }
}

impl VerifyOp for TensorToMemrefOp {
    fn verify(op: TensorToMemrefOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_buffer(op.op(), op.memref(), op.tensor(), diagnostics);
    }
}

/// The sizes of a tensor of this type, of which the operands are the open ones.
fn run_sizes(m: &Machine<'_>, ty: Type, open: ValueRange<'_>) -> Result<Vec<i64>, Trap> {
    let mut dynamic = m.indices(open)?.into_iter();
    let mut sizes = Vec::new();
    for &size in ty.shape(m.context()).ok_or_else(Trap::malformed)? {
        let size = if size == DYNAMIC { dynamic.next().ok_or_else(Trap::malformed)? } else { size };
        if size < 0 {
            return Err(Trap::new(format!("makes a tensor of a negative size, {size}")));
        }
        sizes.push(size);
    }
    m.check_count(element_count(&sizes))?;
    Ok(sizes)
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
        m.give(op.result(), Value::elements(&dest.shape, values))
    }
}

impl InterpretOp for DynamicTensorFromElementsOp {
    fn interpret<'b>(
        op: DynamicTensorFromElementsOpRef<'b>,
        m: &mut Machine<'b>,
    ) -> Result<Flow, Trap> {
        let sizes = run_sizes(m, op.result().ty(), op.dynamic_extents())?;
        let mut values = Vec::new();
        for position in positions(&sizes) {
            let arguments: Values = position.into_iter().map(Value::index).collect();
            values.push(m.run_region(op.body(), arguments)?.pop().ok_or_else(Trap::malformed)?);
        }
        m.give(op.result(), Value::elements(&sizes, values))
    }
}

impl InterpretOp for TensorYieldOp {
    fn interpret<'b>(op: TensorYieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield([m.get(op.value())].into_iter().collect()))
    }
}

impl InterpretOp for EmptyTensorOp {
    /// Nothing is known of its elements.
    fn interpret<'b>(op: EmptyTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let sizes = run_sizes(m, op.result().ty(), op.dynamic_sizes())?;
        let count = element_count(&sizes).unwrap_or(0);
        let mut elements = Vec::new();
        elements
            .try_reserve_exact(count)
            .map_err(|_| Trap::new("makes a tensor that is too large"))?;
        elements.resize(count, Value::Poison);
        m.give(op.result(), Value::elements(&sizes, elements))
    }
}

impl InterpretOp for TensorToMemrefOp {
    fn interpret<'b>(op: TensorToMemrefOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let tensor = m.get(op.tensor());
        let memref = m.memref_of_elements(op.memref().ty(), tensor.as_elements()?)?;
        m.give(op.memref(), Value::MemRef(memref))
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
