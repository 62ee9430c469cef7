//! A path through instances.

use crate::inner::interfaces::InnerRefUserOpInterface;
use crate::inner::names::{InnerRefAttr, NameRefArrayAttr};
use crate::inner::namespace::InnerRefNamespace;
use crate::ops::InstanceOp;
use mlir_lite::ir::prelude::*;

/// A path through instances: one wire of one instance, where the module has several.
///
/// Each reference but the last is to an instance of the module of the next one:
/// `[#rtl.innerNameRef<@Top::@core>, #rtl.innerNameRef<@Core::@clock>]`.
#[op(
    name = "rtl.hierpath",
    traits(Symbol),
    implements(InnerRefUserOpInterface),
    format = "$sym_name $path attr-dict"
)]
pub struct HierPathOp {
    /// The name.
    #[attr]
    sym_name: SymbolNameAttr,
    /// Who may refer to the path. Everybody if it is absent.
    #[attr]
    sym_visibility: Optional<StrAttr>,
    /// The references.
    #[attr]
    path: NameRefArrayAttr,
}

impl InnerRefUserOpInterface for HierPathOp {
    fn verify_inner_refs(
        view: HierPathOpRef<'_>,
        namespace: &InnerRefNamespace<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let (op, ctx) = (view.op(), view.context());
        let path = view.path().as_array(ctx).unwrap_or_default();
        for (index, &reference) in path.iter().enumerate() {
            let Some(target) = namespace.resolve(op, reference, diagnostics) else { return };
            let next = path.get(index + 1).and_then(|next| InnerRefAttr::of(ctx, *next));
            let Some(next) = next else { return };
            let instance = target.op.cast::<InstanceOp>().filter(|_| target.field.is_none());
            let module = instance.and_then(|instance| instance.module().as_flat_symbol(ctx));
            if module != Some(next.symbol) {
                let message = format!(
                    "leads from reference #{index} to module '@{}', of which it is not an instance",
                    next.symbol.text(ctx)
                );
                let position = target.op.location().to_position(ctx);
                let error = op.op_error(message);
                diagnostics.error(error.with_note_at(position, "the reference is to this"));
                return;
            }
        }
    }
}
