//! `affine.vector_load` and `affine.vector_store`: several elements at once.

use crate::dialects::affine::access::{fold_access, parse_access, print_access, verify_access};
use crate::dialects::affine::indexing::parse_memref_type;
use crate::ir::prelude::*;

/// Reads a vector that starts at affine subscripts; along the last dimensions
/// of the memref, as many as the vector has.
///
/// ```mlir
/// %1 = affine.vector_load %0[%i + 3, %j + 7] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(name = "affine.vector_load", interfaces(MemoryEffectOpInterface), assembly = custom, verify, fold)]
pub struct VectorLoadOp {
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr]
    map: AffineMapAttr,
    #[result]
    result: AnyVector,
}

/// Writes a vector to where affine subscripts start.
///
/// ```mlir
/// affine.vector_store %v, %0[%i + 3, %j + 7] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(name = "affine.vector_store", interfaces(MemoryEffectOpInterface), assembly = custom, verify, fold)]
pub struct VectorStoreOp {
    #[operand]
    value: AnyVector,
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr]
    map: AffineMapAttr,
}

impl MemoryEffectOpInterface for VectorLoadOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, op.operand(0))])
    }
}

impl MemoryEffectOpInterface for VectorStoreOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        SmallVec::from_slice(&[Effect::on(EffectKind::Write, op.operand(1))])
    }
}

impl FoldOp for VectorLoadOp {
    fn fold(op: VectorLoadOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        fold_access(op.op(), 0)
    }
}

impl FoldOp for VectorStoreOp {
    fn fold(op: VectorStoreOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        fold_access(op.op(), 1)
    }
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
        let op = op.op();
        print_access(op, printer, 0);
        printer.write(", ");
        printer.types(op.result_types());
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
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(",");
        print_access(op, printer, 1);
        printer.write(", ");
        printer.types(op.operand_types().take(1));
    }
}

fn verify_elements(op: OpRef<'_>, memref: Type, vector: Option<Type>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    if memref.element_type(ctx) != vector.and_then(|vector| vector.element_type(ctx)) {
        diagnostics.error(op.op_error("requires memref and vector types of the same elemental type"));
    }
}

impl VerifyOp for VectorLoadOp {
    fn verify(op: VectorLoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_elements(op, op.body().ty(op.operand(0)), op.result_types().next(), diagnostics);
        verify_access(op, 0, diagnostics);
    }
}

impl VerifyOp for VectorStoreOp {
    fn verify(op: VectorStoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_elements(op, op.body().ty(op.operand(1)), op.operand_types().next(), diagnostics);
        verify_access(op, 1, diagnostics);
    }
}
