//! The interfaces of ops that have inner names and of ops that refer to them.

use crate::inner::names::{InnerName, InnerSymAttr};
use crate::inner::namespace::InnerRefNamespace;
use crate::inner::traits;
use mlir_lite::ir::OpTrait;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::has_op_trait;

/// Ops that have inner names, for themselves or for their fields and ports.
///
/// They are at any depth in an op with the trait [`InnerSymbolTable`](traits::InnerSymbolTable), or
/// have that trait themselves. Isolated ops are boundaries: an op in one of them has no name in a
/// table around it.
#[op_interface(verify = verify_names)]
pub trait InnerSymbol {
    /// The attribute `inner_sym`, an [`InnerSymAttr`].
    fn inner_sym_attr(op: View<'_, Self>) -> Option<Attribute>;

    /// The type of a field or port. None if there is no such field.
    fn field_type(_: View<'_, Self>, _field: u32) -> Option<Type> {
        None
    }
}

/// Ops that refer to inner names. They are in an op with the trait
/// [`InnerRefNamespace`](traits::InnerRefNamespace), directly or in one of its tables.
#[op_interface(verify = verify_user)]
pub trait InnerRefUserOpInterface {
    /// Reports references that are wrong. The namespace calls it, when its tables are verified.
    fn verify_inner_refs(
        op: View<'_, Self>,
        namespace: &InnerRefNamespace<'_>,
        diagnostics: &mut Diagnostics,
    );
}

/// The inner names of an op and its fields.
pub fn inner_names(op: OpRef<'_>) -> &[InnerName] {
    let attr = op.ask::<dyn InnerSymbol, _>(|op| op.inner_sym_attr()).flatten();
    attr.and_then(|attr| InnerSymAttr::of(op.context(), attr)).map_or(&[], |attr| &attr.names)
}

/// Whether the isolated op around an op, or the op itself, has trait `T`.
fn is_in<T: OpTrait>(op: OpRef<'_>) -> bool {
    has_op_trait::<T>(op.context(), op.body().as_op().name())
}

fn verify_names(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let names = inner_names(op);
    if !names.is_empty() && !is_in::<traits::InnerSymbolTable>(op) {
        let message = format!(
            "has an inner name, but the isolated op around it, '{}', is not an InnerSymbolTable",
            op.body().as_op().spelled_name()
        );
        diagnostics.error(op.op_error(message));
        return;
    }
    let has_field = |field| op.ask::<dyn InnerSymbol, _>(|op| op.field_type(field)).flatten();
    for InnerName { name, field } in names {
        if let Some(field) = field.filter(|field| has_field(*field).is_none()) {
            let name = name.text(op.context());
            let message = format!("has no field {field}, which '@{name}' is to name");
            diagnostics.error(op.op_error(message));
        }
    }
}

fn verify_user(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if !is_in::<traits::InnerSymbolTable>(op) && !is_in::<traits::InnerRefNamespace>(op) {
        let message = format!(
            "refers to inner names, but the isolated op around it, '{}', is not an \
                InnerRefNamespace or a table in one",
            op.body().as_op().spelled_name()
        );
        diagnostics.error(op.op_error(message));
    }
}
