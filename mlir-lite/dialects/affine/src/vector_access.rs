//! `affine.vector_load` and `affine.vector_store`: accesses to several elements.

use crate::access::{AffineAccess, AffineAccesses, MemoryAccess, parse_access};
use crate::indexing::parse_memref_type;
use crate::lowering::{Std, map_results};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::flags::Nontemporal;
use mlir_lite::dialects::vector;
use mlir_lite::dialects::vector::{load_vector, store_vector};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::discardable::DiscardableAttr;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::keep_attributes::{keep_attributes, replace_keeping_attributes};
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

/// Reads a vector that starts at affine subscripts; along the last dimensions
/// of the memref, as many as the vector has.
///
/// ```mlir
/// %1 = affine.vector_load %0[%i + 3, %j + 7] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(name = "affine.vector_load",
     implements(
         CustomAssembly, VerifyOp, FoldOp = AffineAccesses<Self>, InterpretOp,
         AffineAccess { memref, indices, map, set_memref, set_indices, set_map }, LowerTo<Std>,
     ))]
pub struct VectorLoadOp {
    #[operand(effects(Read))]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr(typed)]
    map: AffineMapAttr,
    #[result]
    result: AnyVector,
}

/// Writes a vector to where affine subscripts start.
///
/// ```mlir
/// affine.vector_store %v, %0[%i + 3, %j + 7] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(name = "affine.vector_store",
     implements(
         CustomAssembly, VerifyOp, FoldOp = AffineAccesses<Self>, InterpretOp,
         AffineAccess { memref, indices, map, set_memref, set_indices, set_map }, LowerTo<Std>,
     ))]
pub struct VectorStoreOp {
    #[operand]
    value: AnyVector,
    #[operand(effects(Write))]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr(typed)]
    map: AffineMapAttr,
}

impl CustomAssembly for VectorLoadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let access = parse_access(parser)?;
        let (ty, _) = parse_memref_type(parser)?;
        parser.parse_punct(",")?;
        let vector = parser.parse_type()?;
        access.add_to(parser, ty)?;
        parser.add_result_type(vector);
        Ok(())
    }

    fn print<'b>(op: VectorLoadOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        MemoryAccess::of(op).print(printer);
        printer.write(", ");
        printer.ty(op.result().ty());
    }
}

impl CustomAssembly for VectorStoreOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let access = parse_access(parser)?;
        let (ty, _) = parse_memref_type(parser)?;
        parser.parse_punct(",")?;
        let vector = parser.parse_type()?;
        let value = parser.resolve(&value, vector)?;
        parser.add_operand(value);
        access.add_to(parser, ty)
    }

    fn print<'b>(op: VectorStoreOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.value().id());
        printer.write(",");
        MemoryAccess::of(op).print(printer);
        printer.write(", ");
        printer.ty(op.value().ty());
    }
}

/// Checks the subscripts, and that memref and vector have elements of one type.
fn verify_vector(place: MemoryAccess<'_>, vector: Type, diagnostics: &mut Diagnostics) {
    let (op, ctx) = (place.op, place.op.context());
    if place.memref.ty().element_type(ctx) != vector.element_type(ctx) {
        diagnostics
            .error(op.op_error("requires memref and vector types of the same elemental type"));
    }
    place.verify(diagnostics);
}

impl VerifyOp for VectorLoadOp {
    fn verify(op: VectorLoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_vector(MemoryAccess::of(op), op.result().ty(), diagnostics);
    }
}

impl VerifyOp for VectorStoreOp {
    fn verify(op: VectorStoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_vector(MemoryAccess::of(op), op.value().ty(), diagnostics);
    }
}

impl InterpretOp for VectorLoadOp {
    fn interpret<'b>(op: VectorLoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let start = MemoryAccess::of(op).evaluate(m)?;
        let memref = m.get(op.memref());
        let value = load_vector(m, memref.as_memref()?, op.result().ty(), &start)?;
        m.set_result(op.result(), value)
    }
}

impl InterpretOp for VectorStoreOp {
    fn interpret<'b>(op: VectorStoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let start = MemoryAccess::of(op).evaluate(m)?;
        let (value, memref) = (m.get(op.value()), m.get(op.memref()));
        store_vector(m, memref.as_memref()?, &value, &start)?;
        Ok(Flow::Next)
    }
}

/// Whether the memory has the last dimensions of a vector that is read from it or written to it
/// contiguously.
fn has_vector_rank(body: &Body, vector: Type, memref: ValueId) -> MatchResult {
    let rank = |ty: Type| ty.shape(body.context()).map_or(0, <[i64]>::len);
    match rank(vector) > rank(body.ty(memref)) {
        true => Err("the vector has more dimensions than the memory".into()),
        false => Ok(()),
    }
}

impl LowerTo<Std> for VectorLoadOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let (location, memref, ty) =
            (body.location(op.id()), op.memref(body), body.ty(op.result(body)));
        let (map, operands) = (op.map(body), op.indices(body));
        has_vector_rank(body, ty, memref)?;
        let indices = map_results(rewriter, map, &operands)?;
        replace_keeping_attributes(rewriter, op.id(), |b| {
            vector::LoadOp::build(b, location, memref, &indices, ty)
        });
        Ok(())
    }
}

impl LowerTo<Std> for VectorStoreOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let (location, memref, value) = (body.location(op.id()), op.memref(body), op.value(body));
        let (map, operands) = (op.map(body), op.indices(body));
        has_vector_rank(body, body.ty(value), memref)?;
        let indices = map_results(rewriter, map, &operands)?;
        let nontemporal = Nontemporal::of(rewriter.body().op(op.id()));
        let store = vector::StoreOp::build(rewriter, location, value, memref, &indices);
        keep_attributes(rewriter, op.id(), store.id());
        if let Some(nontemporal) = nontemporal {
            rewriter.update_in_place(store.id(), |body| {
                Nontemporal::set(body, store.id(), nontemporal);
            });
        }
        rewriter.erase_op(op.id());
        Ok(())
    }
}
