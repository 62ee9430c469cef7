//! Families of ops: what their declarations have in common.

use mlir_lite::ir::prelude::*;

/// An affine map, applied to operands.
#[op_family(
    traits(Pure),
    implements(
        CustomAssembly = AffineFunctions<Self>, VerifyOp = AffineFunctions<Self>,
        FoldOp = AffineFunctions<Self>, InterpretOp = AffineFunctions<Self>,
        MapOp { operands, map, result, set_operands, set_map }, LowerTo<Std>
    )
)]
pub(crate) struct MapFunction {
    #[operand]
    operands: Variadic<Index>,
    /// From the operands, dimensions first, to the result.
    #[attr(typed)]
    map: AffineMapAttr,
    #[result]
    result: Index,
}
