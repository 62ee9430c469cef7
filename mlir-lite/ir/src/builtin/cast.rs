//! The cast between types of two type systems that coexist during a conversion.

use crate::ir::prelude::*;

/// Casts values to other types, without saying how.
///
/// Conversions insert it where a converted part of the program meets a part that is not converted
/// yet. No cast may remain when the program is run: chains of casts that lead back to the original
/// type are folded.
#[op(
    name = "builtin.unrealized_conversion_cast",
    traits(Pure),
    implements(VerifyOp, FoldOp),
    format = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
    upstream(name = "builtin.unrealized_conversion_cast")
)]
pub struct UnrealizedConversionCastOp {
    #[operand]
    inputs: Variadic<AnyType>,
    #[result]
    outputs: Variadic<AnyType>,
}

impl VerifyOp for UnrealizedConversionCastOp {
    fn verify(op: UnrealizedConversionCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.outputs().is_empty() {
            diagnostics.error(op.op().op_error("expected at least one result for cast operation"));
        }
    }
}

impl FoldOp for UnrealizedConversionCastOp {
    // cast(cast(x : a) : b) : a -> x, and cast(x : a) : a -> x.
    fn fold(op: UnrealizedConversionCastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let gives_types_of = |values: ValueRange<'_>| values.types().eq(op.outputs().types());
        let source = if gives_types_of(op.inputs()) {
            op.inputs()
        } else {
            let Some(first) = op.inputs().get(0).and_then(|input| input.defining::<Self>()) else {
                return Fold::Unchanged;
            };
            if !first.outputs().ids().eq(op.inputs().ids()) || !gives_types_of(first.inputs()) {
                return Fold::Unchanged;
            }
            first.inputs()
        };
        Fold::Replaced(source.ids().map(FoldValue::Value).collect())
    }
}
