//! The cast that stands between types of two type systems while a program is
//! on its way from one to the other.

use crate::ir::prelude::*;

/// Casts values to values of other types, without saying how.
///
/// Conversions leave it where a part of the program has other types already
/// than another. It must be gone before the program is run: casts that lead
/// back to the type they came from fold away.
#[op(
    name = "builtin.unrealized_conversion_cast",
    traits(Pure),
    format = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
    upstream(name = "builtin.unrealized_conversion_cast"),
    verify,
    fold
)]
pub struct UnrealizedConversionCastOp {
    #[operand]
    inputs: Variadic<AnyType>,
    #[result]
    outputs: Variadic<AnyType>,
}

impl VerifyOp for UnrealizedConversionCastOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.num_results() == 0 {
            diagnostics.error(op.op_error("expected at least one result for cast operation"));
        }
    }
}

impl FoldOp for UnrealizedConversionCastOp {
    // cast(cast(x : a) : b) : a -> x, and cast(x : a) : a -> x.
    fn fold(self, body: &mut Body, _constants: &[Option<Attribute>]) -> Fold {
        let inputs = self.inputs(body);
        let outputs = self.outputs(body);
        let same_types = |values: &[ValueId]| {
            values.len() == outputs.len()
                && values.iter().zip(&outputs).all(|(&a, &b)| body.ty(a) == body.ty(b))
        };
        let source = if same_types(&inputs) {
            inputs
        } else {
            let Some(first) = inputs.first().and_then(|&input| Self::defining(body, input)) else {
                return Fold::Unchanged;
            };
            let sources = first.inputs(body);
            if first.outputs(body) != inputs || !same_types(&sources) {
                return Fold::Unchanged;
            }
            sources
        };
        Fold::Replaced(source.into_iter().map(FoldValue::Value).collect())
    }
}
