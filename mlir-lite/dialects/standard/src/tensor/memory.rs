//! Tensors in memory.

use crate::MemrefCastOp;
use crate::memref::global::store_elements;
use crate::tensor::cast::before_cast;
use mlir_lite::attributes::NamedAttribute;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind};

/// The elements of memory, as a tensor.
///
/// ```mlir
/// %tensor = tensor_load %memory : memref<4x8xf32>
/// ```
#[op(
    name = "std.tensor_load",
    implements(CustomAssembly, VerifyOp, InterpretOp),
    upstream(
        name = "bufferization.to_tensor",
        format = "$memref (`restrict` $restrict^)? \
         (`writable` $writable^)? attr-dict `:` type($memref) `to` type($result)"
    )
)]
pub struct TensorLoadOp {
    /// The memory.
    #[operand(effects(Read))]
    memref: AnyMemRef,
    /// No other tensor is of the same memory.
    #[attr]
    restrict: Optional<UnitAttr>,
    /// Whether results computed from the tensor may be written to the memory.
    #[attr]
    writable: Optional<UnitAttr>,
    /// The elements.
    #[result]
    result: AnyTensor,
}

/// Writes the elements of a tensor to memory. Today's form also has a tensor in the place of the
/// memory: the result is then the written one, which is to be in the same memory as that tensor.
///
/// ```mlir
/// tensor_store %tensor, %memory : memref<4x8xf32>
/// ```
#[op(
    name = "std.tensor_store",
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, MemoryEffectOpInterface),
    properties = STORE_PROPERTIES,
    upstream(name = "bufferization.materialize_in_destination")
)]
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
///
/// ```mlir
/// %memory = tensor_to_memref %tensor : memref<4x8xf32>
/// ```
#[op(
    name = "std.tensor_to_memref",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, InterpretOp),
    upstream(
        name = "bufferization.to_buffer",
        format = "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` \
             type($memref)",
    )
)]
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
        let message = format!("expected tensor '{wanted}' for the memref, found '{found}'");
        diagnostics.error(op.op_error(message));
    }
}

/// Reads the memref type at the op's end, and returns the tensor's.
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
        m.set_result(op.result(), value)
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
            let message = format!("takes tensors that fit, found '{source}' and '{dest}'");
            diagnostics.error(op.op_error(message));
        }
    }
}

impl MemoryEffectOpInterface for TensorStoreOp {
    fn effects(op: TensorStoreOpRef<'_>) -> SmallVec<[Effect; 2]> {
        match writes_memory(op.op()) {
            true => SmallVec::from_slice(&[Effect::on(EffectKind::Write, op.memref())]),
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
            return m.set_result(result, tensor);
        }
        store_elements(m, memref.as_memref()?, &tensor)?;
        Ok(Flow::Next)
    }
}

impl FoldOp for TensorStoreOp {
    fn fold(op: TensorStoreOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, body) = (op.context(), op.body());
        let tensor = before_cast(body, op.tensor().id()).map(|tensor| body.value(tensor));
        let memref = op.memref().defining::<MemrefCastOp>().map(|cast| cast.source());
        let (Some(tensor), Some(memref)) = (tensor, memref) else { return Fold::Unchanged };
        // Both types have the same sizes.
        if tensor.ty().shape(ctx) != memref.ty().shape(ctx) {
            return Fold::Unchanged;
        }
        let (op, tensor, memref) = (op.handle(), tensor.id(), memref.id());
        Fold::in_place(move |body| {
            op.set_tensor(body, tensor);
            op.set_memref(body, memref);
        })
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

impl InterpretOp for TensorToMemrefOp {
    fn interpret<'b>(op: TensorToMemrefOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let tensor = m.get(op.tensor());
        let memref = m.memref_of_elements(op.memref().ty(), tensor.as_elements()?)?;
        m.set_result(op.memref(), Value::MemRef(memref))
    }
}

pub(crate) fn register_memory(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<TensorLoadOp>();
    dialect.op::<TensorStoreOp>();
    dialect.op::<TensorToMemrefOp>();
}
