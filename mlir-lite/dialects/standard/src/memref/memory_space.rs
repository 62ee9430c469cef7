//! The same memory as one of another memory space, and as one that no other value names.

use crate::memref::allocation::in_space;
use crate::to_llvm::address::NO_DESCRIPTOR;
use crate::to_llvm::types::element_pointer;
use crate::to_llvm::{Llvm, Lowered, MemRefDescriptor, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::TypeKind;

/// The same memory, under the type of another memory space.
///
/// ```mlir
/// %1 = memref.memory_space_cast %0 : memref<4xf32, 1> to memref<4xf32>
/// ```
#[op(
    name = "std.memory_space_cast",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface, LowerTo<Llvm>),
    upstream(name = "memref.memory_space_cast", only),
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct MemorySpaceCastOp {
    /// The memory.
    #[operand]
    source: AnyMemRef,
    /// The same memory.
    #[result(upstream_name = "memspacecast")]
    dest: AnyMemRef,
}

impl ViewLikeOpInterface for MemorySpaceCastOp {
    fn view_source(op: MemorySpaceCastOpRef<'_>) -> ValueId {
        op.source().id()
    }

    fn is_known_to_be_complete_view(_: MemorySpaceCastOpRef<'_>) -> bool {
        true
    }
}

/// The type without its memory space.
fn in_default_space(ctx: &Context, ty: Type) -> Type {
    match ty.kind(ctx) {
        TypeKind::MemRef { shape, element, layout, .. } => ctx.intern_type(TypeKind::MemRef {
            shape: shape.clone(),
            element: *element,
            layout: *layout,
            memory_space: None,
        }),
        TypeKind::UnrankedMemRef { element, .. } => {
            ctx.intern_type(TypeKind::UnrankedMemRef { element: *element, memory_space: None })
        }
        _ => ty,
    }
}

impl VerifyOp for MemorySpaceCastOp {
    fn verify(op: MemorySpaceCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.source().ty(), op.dest().ty());
        if in_default_space(ctx, from) != in_default_space(ctx, to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message =
                format!("operand type '{from}' and result type '{to}' are cast incompatible");
            diagnostics.error(op.op_error(message));
        }
    }
}

impl FoldOp for MemorySpaceCastOp {
    fn fold(op: MemorySpaceCastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let source = op.source();
        if source.ty() == op.dest().ty() {
            return Fold::value(source);
        }
        let Some(inner) = source.defining::<Self>() else { return Fold::Unchanged };
        let (op, source) = (op.handle(), inner.source().id());
        Fold::in_place(move |body| op.set_source(body, source))
    }
}

impl InterpretOp for MemorySpaceCastOp {
    fn interpret<'b>(op: MemorySpaceCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memory = m.get(op.source());
        m.set_result(op.dest(), memory)
    }
}

impl LowerTo<Llvm> for MemorySpaceCastOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (ctx, body) = (b.context().clone(), b.body());
        let [from, to] = [op.source(body), op.dest(body)].map(|value| body.ty(value));
        let TypeKind::MemRef { .. } = to.kind(&ctx) else {
            return Err("the number of dimensions must be known".into());
        };
        let (old, new) = (b.convert_type(from)?, b.convert_type(to)?);
        if old == new {
            return Ok(operands.source().into());
        }
        let fields = MemRefDescriptor::new(operands.source(), from).fields(b)?;
        let pointer = element_pointer(&ctx, to).ok_or(NO_DESCRIPTOR)?;
        let mut values = Vec::new();
        for field in fields {
            let is_pointer = llvm::is_pointer(&ctx, b.body().ty(field));
            values.push(if is_pointer { in_space(b, field, pointer) } else { field });
        }
        MemRefDescriptor::of_fields(b, to, &values).map(|new| new.value().into())
    }
}

/// Memory that the values do not share: none of the results is the memory of another one.
///
/// ```mlir
/// %1, %2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
/// ```
#[op(
    name = "std.distinct_objects",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, InterpretOp, LowerTo<Llvm>),
    upstream(name = "memref.distinct_objects", only)
)]
pub struct DistinctObjectsOp {
    /// The memory.
    #[operand]
    operands: Variadic<AnyMemRef>,
    /// The same memory.
    #[result]
    results: Variadic<AnyMemRef>,
}

impl CustomAssembly for DistinctObjectsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let operands = parser.parse_operand_list()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let types = parser.parse_type_list()?;
        if types.len() != operands.len() {
            let (values, types) = (operands.len(), types.len());
            let message = format!("expected a type for each of {values} operands, found {types}");
            return Err(parser.error(position, message));
        }
        for (operand, ty) in operands.iter().zip(&types) {
            let value = parser.resolve(operand, *ty)?;
            parser.add_operand(value);
        }
        parser.add_result_types(&types);
        Ok(())
    }

    fn print<'b>(op: DistinctObjectsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operands(op.operands());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        let types: Vec<Type> = op.operands().types().collect();
        printer.types(types);
    }
}

impl VerifyOp for DistinctObjectsOp {
    fn verify(op: DistinctObjectsOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.operands().is_empty() {
            diagnostics.error(op.op_error("expected at least one operand"));
        }
        if !op.operands().types().eq(op.results().types()) {
            diagnostics.error(op.op_error("operand types and result types must match"));
        }
    }
}

impl InterpretOp for DistinctObjectsOp {
    fn interpret<'b>(op: DistinctObjectsOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let values = m.values(op.operands());
        for (index, value) in values.iter().enumerate() {
            let memory = value.as_memref()?.allocated;
            let is_shared = |other: &mlir_lite::interpreter::Value| {
                other.as_memref().is_ok_and(|other| other.allocated == memory)
            };
            if values[..index].iter().any(is_shared) {
                return Err(Trap::new("is given the same memory twice"));
            }
        }
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl LowerTo<Llvm> for DistinctObjectsOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, _: &mut Rewriter<'_>) -> Lowered {
        Ok(operands.operands().to_vec().into())
    }
}

pub(crate) fn register_memory_space(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<MemorySpaceCastOp>();
    dialect.op::<DistinctObjectsOp>();
}
