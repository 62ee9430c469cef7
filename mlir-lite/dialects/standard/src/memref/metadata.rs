//! The parts of a memref as values: its memory, offset, sizes and strides.

use crate::to_llvm::numbers::Number;
use crate::to_llvm::view_descriptor::{descriptor, layout, pointers, sizes};
use crate::to_llvm::{Llvm, Lowered, NewResults, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::{TypeKind, strides_and_offset};
use std::sync::Arc;

/// The parts of a memref: its memory as a memref of one element, which begins where the memory
/// begins, its offset, its sizes and its strides.
///
/// ```mlir
/// %base, %offset, %sizes:2, %strides:2 = extract_strided_metadata %0
///   : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
/// ```
#[op(
    name = "std.extract_strided_metadata",
    traits(Pure, SameVariadicResultSize),
    implements(VerifyOp, InterpretOp, ViewLikeOpInterface, OpAsmNameInterface, LowerTo<Llvm>),
    upstream(name = "memref.extract_strided_metadata", only),
    format = "$source `:` type($source) `->` type(results) attr-dict"
)]
pub struct ExtractStridedMetadataOp {
    /// The memref.
    #[operand]
    source: AnyRankedMemRef,
    /// Its memory.
    #[result]
    base_buffer: AnyRankedMemRef,
    /// The number of its first element.
    #[result]
    offset: Index,
    /// Its number of elements in each dimension.
    #[result]
    sizes: Variadic<Index>,
    /// The distance of elements in each dimension.
    #[result]
    strides: Variadic<Index>,
}

impl ViewLikeOpInterface for ExtractStridedMetadataOp {
    fn view_source(op: ExtractStridedMetadataOpRef<'_>) -> ValueId {
        op.source().id()
    }
}

impl OpAsmNameInterface for ExtractStridedMetadataOp {
    fn result_name(
        op: ExtractStridedMetadataOpRef<'_>,
        index: usize,
        upstream: bool,
    ) -> Option<String> {
        let rank = op.sizes().len();
        let name = match index {
            0 => "base_buffer",
            1 => "offset",
            2 => "sizes",
            _ if index == 2 + rank => "strides",
            _ => return None,
        };
        upstream.then(|| name.to_string())
    }
}

impl ExtractStridedMetadataOp {
    /// The type of the memory of a memref. None if its layout is not strided.
    pub fn base_type(ctx: &Context, memref: Type) -> Option<Type> {
        strides_and_offset(ctx, memref)?;
        let TypeKind::MemRef { element, memory_space, .. } = *memref.kind(ctx) else { return None };
        let shape = Box::default();
        Some(ctx.intern_type(TypeKind::MemRef { shape, element, layout: None, memory_space }))
    }
}

impl VerifyOp for ExtractStridedMetadataOp {
    fn verify(op: ExtractStridedMetadataOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, memref) = (op.context(), op.source().ty());
        let Some(base) = Self::base_type(ctx, memref) else {
            let memref = print_type(ctx, memref);
            let message =
                format!("operand #0 must be strided memref of any type values, but got '{memref}'");
            diagnostics.error(op.op_error(message));
            return;
        };
        let rank = memref.shape(ctx).unwrap_or_default().len();
        let mut inferred = vec![Type::INDEX; 2 + 2 * rank];
        inferred[0] = base;
        let found: Vec<Type> = op.op().result_types().collect();
        if found != inferred {
            let list = |types: &[Type]| {
                let types = types.iter().map(|&ty| format!("'{}'", print_type(ctx, ty)));
                types.collect::<Vec<_>>().join(", ")
            };
            diagnostics.error(op.op_error(format_args!(
                "inferred type(s) {} are incompatible with return type(s) of operation {}",
                list(&inferred),
                list(&found)
            )));
        }
    }
}

impl InterpretOp for ExtractStridedMetadataOp {
    fn interpret<'b>(
        op: ExtractStridedMetadataOpRef<'b>,
        m: &mut Machine<'b>,
    ) -> Result<Flow, Trap> {
        let source = m.get(op.source());
        let source = source.as_memref()?;
        let base = MemRef {
            offset: 0,
            sizes: SmallVec::new(),
            strides: SmallVec::new(),
            ..MemRef::clone(source)
        };
        m.set_result(op.base_buffer(), Value::MemRef(Arc::new(base)))?;
        let mut flow = m.set_result(op.offset(), Value::index(source.offset))?;
        for (results, numbers) in [(op.sizes(), &source.sizes), (op.strides(), &source.strides)] {
            for (result, &number) in results.iter().zip(numbers) {
                flow = m.set_result(result, Value::index(number))?;
            }
        }
        Ok(flow)
    }
}

impl LowerTo<Llvm> for ExtractStridedMetadataOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let [memref, base] = [op.source(body), op.base_buffer(body)].map(|value| body.ty(value));
        let source = operands.source();
        let pointers = pointers(b, source, memref)?;
        let zero = Number::Known(0);
        let NewResults(mut results) = descriptor(b, base, pointers, zero, &[], &[])?;
        let sizes = sizes(b, source, memref)?;
        let (strides, offset) = layout(b, source, memref)?;
        for number in [offset].into_iter().chain(sizes).chain(strides) {
            results.push(number.value(b));
        }
        Ok(NewResults(results))
    }
}

/// The address of element 0 of a memref, from which its offset counts, as a number.
///
/// ```mlir
/// %1 = extract_aligned_pointer_as_index %0 : memref<4xf32> -> index
/// ```
#[op(
    name = "std.extract_aligned_pointer_as_index",
    traits(Pure),
    implements(InterpretOp, LowerTo<Llvm>),
    upstream(name = "memref.extract_aligned_pointer_as_index", only),
    format = "$source `:` type($source) `->` type(results) attr-dict"
)]
pub struct ExtractAlignedPointerAsIndexOp {
    /// The memref.
    #[operand]
    source: AnyMemRef,
    /// The address.
    #[result(upstream_name = "intptr")]
    aligned_pointer: Index,
}

impl InterpretOp for ExtractAlignedPointerAsIndexOp {
    fn interpret<'b>(
        op: ExtractAlignedPointerAsIndexOpRef<'b>,
        m: &mut Machine<'b>,
    ) -> Result<Flow, Trap> {
        let source = m.get(op.source());
        let address = source.as_memref()?.aligned;
        m.set_result(op.aligned_pointer(), Value::index(address.cast_signed()))
    }
}

impl LowerTo<Llvm> for ExtractAlignedPointerAsIndexOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let memref = b.body().ty(op.source(b.body()));
        let (_, aligned) = pointers(b, operands.source(), memref)?;
        Ok(llvm::PtrToIntOp::create(b, aligned, Type::I64).into())
    }
}

pub(crate) fn register_metadata(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractStridedMetadataOp>();
    dialect.op::<ExtractAlignedPointerAsIndexOp>();
}
