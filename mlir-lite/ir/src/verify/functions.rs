//! Checks attributes of a function's arguments and results.
//!
//! They are in lists of dictionaries, one for each argument or result, and have the prefix of a
//! dialect, which may check them ([`DialectAttributeInterface`]).

use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::data::types::Type;
use crate::ir::interfaces::{DialectAttributeInterface, SignaturePosition};
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostics;

/// Checks `arg_attrs` and `res_attrs` of a function of these types.
#[doc(hidden)]
pub fn verify_signature_attributes(
    op: OpRef<'_>,
    inputs: &[Type],
    results: &[Type],
    diagnostics: &mut Diagnostics,
) {
    verify_list(op, Ident::ARG_ATTRS, "argument", inputs, SignaturePosition::Argument, diagnostics);
    verify_list(op, Ident::RES_ATTRS, "result", results, SignaturePosition::Result, diagnostics);
}

fn verify_list(
    op: OpRef<'_>,
    list: Ident,
    kind: &str,
    types: &[Type],
    position: fn(usize) -> SignaturePosition,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let Some(list) = op.attr(list).and_then(|list| list.as_array(ctx)) else { return };
    if list.len() != types.len() {
        diagnostics.error(op.op_error(format_args!(
            "expects a dictionary of attributes for each {kind}, {} in all, but found {}",
            types.len(),
            list.len()
        )));
    }
    for (index, (dictionary, &ty)) in list.iter().zip(types).enumerate() {
        for &(name, value) in dictionary.as_dictionary(ctx).unwrap_or_default() {
            verify_attribute(op, (name.text(ctx), value), ty, position(index), diagnostics);
        }
    }
}

fn verify_attribute(
    op: OpRef<'_>,
    (name, value): (&str, Attribute),
    ty: Type,
    position: SignaturePosition,
    diagnostics: &mut Diagnostics,
) {
    let Some((prefix, _)) = name.split_once('.') else {
        let message =
            format!("{position} has attribute '{name}': expected the prefix of a dialect");
        diagnostics.error(op.op_error(message));
        return;
    };
    let ctx = op.context();
    let dialect = ctx.dialect_id(prefix);
    if let Some(interface) =
        dialect.and_then(|id| ctx.dialect_interface::<dyn DialectAttributeInterface>(id))
        && let Err(message) = interface.verify(ctx, name, value, ty, position)
    {
        diagnostics
            .error(op.op_error(format_args!("{position} has attribute '{name}': {message}")));
    }
}
