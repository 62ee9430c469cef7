//! Tensors of new memory, and copies of memory, as passes to memory make them.

use crate::memref::allocation::{AllocationKind, allocate};
use crate::memref::copy::{copy_elements, may_be_copied};
use crate::tensor::construct::run_undefined;
use crate::to_llvm::{Llvm, Lowered, MemRefDescriptor, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::conversion::structured::may_have_blocks;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::DYNAMIC;

/// A tensor of new memory: of these sizes, with no particular elements, or a copy of another one.
///
/// ```mlir
/// %0 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
/// %1 = bufferization.alloc_tensor() copy(%0) : tensor<4x?xf32>
/// ```
#[op(
    name = "std.alloc_tensor",
    traits(AttrSizedOperandSegments),
    implements(CustomAssembly, VerifyOp, InterpretOp),
    upstream(name = "bufferization.alloc_tensor", only)
)]
pub struct AllocTensorOp {
    /// Sizes of the dynamic dimensions; none of a copy.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// The tensor that is copied.
    #[operand]
    copy: Optional<AnyTensor>,
    /// How many elements are probably not zero, of a sparse tensor.
    #[operand]
    size_hint: Optional<Index>,
    /// In which memory it is.
    #[attr]
    memory_space: Optional<AnyAttr>,
    /// The tensor.
    #[result]
    result: AnyTensor,
}

impl CustomAssembly for AllocTensorOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let sizes = parser.parse_operands_in("(", ")")?;
        let mut copy = None;
        if parser.parse_optional_keyword("copy") {
            parser.parse_punct("(")?;
            copy = Some(parser.parse_operand()?);
            parser.parse_punct(")")?;
        }
        let mut hint = None;
        if parser.parse_optional_keyword("size_hint") {
            parser.parse_punct("=")?;
            hint = Some(parser.parse_operand()?);
        }
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        for size in &sizes {
            let value = parser.resolve(size, Type::INDEX)?;
            parser.add_operand(value);
        }
        for (operand, of) in [(&copy, ty), (&hint, Type::INDEX)] {
            if let Some(operand) = operand {
                let value = parser.resolve(operand, of)?;
                parser.add_operand(value);
            }
        }
        let segments = [sizes.len() as i32, copy.is_some().into(), hint.is_some().into()];
        let segments = parser.context().i32_array_attr(&segments);
        parser.set_attr("operandSegmentSizes", segments);
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: AllocTensorOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write("(");
        printer.operands(op.dynamic_sizes());
        printer.write(")");
        if let Some(copy) = op.copy() {
            printer.write(" copy(");
            printer.operand(copy);
            printer.write(")");
        }
        if let Some(hint) = op.size_hint() {
            printer.write(" size_hint=");
            printer.operand(hint);
        }
        printer.attr_dict(op.op(), &["operandSegmentSizes"]);
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for AllocTensorOp {
    fn verify(op: AllocTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, ty) = (op.context(), op.result().ty());
        if let Some(copy) = op.copy() {
            if !op.dynamic_sizes().is_empty() {
                diagnostics.error(op.op_error("dynamic sizes not needed when copying a tensor"));
            }
            if copy.ty() != ty {
                diagnostics.error(op.op_error("expected that `copy` and return type match"));
            }
            return;
        }
        let shape = ty.shape(ctx).unwrap_or_default();
        let unknown = shape.iter().filter(|&&size| size == DYNAMIC).count();
        if ty.shape(ctx).is_none() || op.dynamic_sizes().len() != unknown {
            diagnostics.error(op.op_error(format_args!("expected {unknown} dynamic sizes")));
        }
    }
}

impl InterpretOp for AllocTensorOp {
    fn interpret<'b>(op: AllocTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        if let Some(copy) = op.copy() {
            let value = m.get(copy);
            return m.set_result(op.result(), value);
        }
        let undefined = run_undefined(m, op.result().ty(), op.dynamic_sizes())?;
        m.set_result(op.result(), undefined)
    }
}

/// Says that the memory of a tensor is no longer needed. The tensor is a value, so nothing happens.
#[op(
    name = "std.dealloc_tensor",
    implements(InterpretOp),
    upstream(name = "bufferization.dealloc_tensor", only),
    format = "$tensor attr-dict `:` type($tensor)"
)]
pub struct DeallocTensorOp {
    /// The tensor.
    #[operand]
    tensor: AnyTensor,
}

impl InterpretOp for DeallocTensorOp {
    fn interpret<'b>(_: DeallocTensorOpRef<'b>, _: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

/// A copy of memory, of which neither side is written afterwards.
///
/// ```mlir
/// %copy = bufferization.clone %memory : memref<?xf32> to memref<?xf32>
/// ```
#[op(
    name = "std.clone",
    implements(VerifyOp, InterpretOp, LowerTo<Llvm>),
    upstream(name = "bufferization.clone", only),
    format = "$input attr-dict `:` type($input) `to` type($output)"
)]
pub struct CloneOp {
    /// The memory.
    #[operand(effects(Read))]
    input: AnyMemRef,
    /// The copy.
    #[result(effects(Allocate, Write))]
    output: AnyMemRef,
}

impl VerifyOp for CloneOp {
    fn verify(op: CloneOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.input().ty(), op.output().ty());
        let is_alike =
            from.element_type(ctx) == to.element_type(ctx) && may_be_copied(ctx, from, to);
        if !is_alike {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message =
                format!("operand type '{from}' and result type '{to}' are cast incompatible");
            diagnostics.error(op.op_error(message));
        }
    }
}

impl InterpretOp for CloneOp {
    fn interpret<'b>(op: CloneOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, source) = (op.context(), m.get(op.input()));
        let source = source.as_memref()?;
        let ty = op.output().ty();
        let open: Vec<i64> = match ty.shape(ctx) {
            Some(shape) => {
                let sizes = source.sizes.iter().zip(shape);
                sizes.filter(|(_, said)| **said == DYNAMIC).map(|(&size, _)| size).collect()
            }
            None => return Err(Trap::new("cannot be interpreted: the rank is not known")),
        };
        let target = m.allocate_memref(ty, &open)?;
        m.copy_elements(source, &target)?;
        m.set_result(op.output(), Value::MemRef(target))
    }
}

impl LowerTo<Llvm> for CloneOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        may_have_blocks(b.body(), op.id())?;
        let body = b.body();
        let [from, ty] = [op.input(body), op.output(body)].map(|value| body.ty(value));
        let shape = ty.shape(b.context()).ok_or("the number of dimensions must be known")?;
        let dynamic = (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC);
        let dynamic: Vec<usize> = dynamic.collect();
        let descriptor = MemRefDescriptor::new(operands.input(), from);
        let mut sizes = Vec::new();
        for dim in dynamic {
            sizes.push(descriptor.size(b, dim)?);
        }
        let target = allocate(op.id(), &sizes, AllocationKind::Heap, b)?;
        copy_elements(op.id(), (from, operands.input()), (ty, target), b)?;
        Ok(target.into())
    }
}

pub(crate) fn register_tensor_allocation(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AllocTensorOp>();
    dialect.op::<DeallocTensorOp>();
    dialect.op::<CloneOp>();
}
