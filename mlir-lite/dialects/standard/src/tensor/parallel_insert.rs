//! Parts that the iterations of a parallel loop put into a tensor that they share.

use crate::parts::Parts;
use crate::parts::text::{parse_insertion, print_insertion, verify_part};
use crate::tensor::slices::part_of_whole;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

/// Puts a tensor into a part of a tensor that the iterations of a parallel loop share. It is in the
/// terminator of the loop's body.
///
/// ```mlir
/// scf.forall.in_parallel {
///   tensor.parallel_insert_slice %part into %shared[%i] [4] [1]
///       : tensor<4xf32> into tensor<16xf32>
/// }
/// ```
#[op(
    name = "std.parallel_insert_slice",
    traits(AttrSizedOperandSegments),
    implements(
        CustomAssembly, VerifyOp, InterpretOp,
        Parts { static_offsets, static_sizes, static_strides, offsets, sizes, strides },
    ),
    upstream(name = "tensor.parallel_insert_slice", only)
)]
pub struct ParallelInsertSliceOp {
    /// The new part.
    #[operand]
    source: AnyTensor,
    /// The tensor that is shared.
    #[operand]
    dest: AnyTensor,
    #[operand]
    offsets: Variadic<Index>,
    #[operand]
    sizes: Variadic<Index>,
    #[operand]
    strides: Variadic<Index>,
    #[attr]
    static_offsets: DenseI64ArrayAttr,
    #[attr]
    static_sizes: DenseI64ArrayAttr,
    #[attr]
    static_strides: DenseI64ArrayAttr,
}

impl ParallelInsertSliceOp {
    /// The numbers of the elements that the op replaces, row-major, and the new ones, as many.
    ///
    /// # Errors
    /// If the part is not one of the shared tensor.
    pub fn inserted(
        op: ParallelInsertSliceOpRef<'_>,
        m: &Machine<'_>,
    ) -> Result<(Vec<usize>, Vec<Value>), Trap> {
        let (source, dest) = (m.get(op.source()), m.get(op.dest()));
        let (source, dest) = (source.as_elements()?, dest.as_elements()?);
        let (numbers, _) = part_of_whole(m, op, &dest.shape)?;
        if numbers.len() != source.values.len() {
            return Err(Trap::new("inserts a tensor into a part of another size"));
        }
        Ok((numbers, source.values.clone()))
    }
}

impl CustomAssembly for ParallelInsertSliceOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_insertion(parser).map(drop)
    }

    fn print<'b>(op: ParallelInsertSliceOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_insertion(op, [op.source(), op.dest()], printer);
    }
}

impl VerifyOp for ParallelInsertSliceOp {
    fn verify(op: ParallelInsertSliceOpRef<'_>, diagnostics: &mut Diagnostics) {
        let parent = op.op().parent().map(|parent| parent.info().name());
        if parent != Some("scf.forall.in_parallel") {
            let message = "expected to be in 'scf.forall.in_parallel'";
            diagnostics.error(op.op_error(message));
            return;
        }
        verify_part(op, op.dest().ty(), op.source().ty(), diagnostics);
    }
}

impl InterpretOp for ParallelInsertSliceOp {
    /// The loop asks for the elements.
    fn interpret<'b>(_: ParallelInsertSliceOpRef<'b>, _: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

pub(crate) fn register_parallel_insert(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ParallelInsertSliceOp>();
}
