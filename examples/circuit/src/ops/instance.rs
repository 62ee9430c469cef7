//! An instance of a module.

use crate::inner::interfaces::InnerSymbol;
use crate::inner::names::InnerSymAttr;
use crate::ops::ModuleOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;

/// An instance of a module of the same circuit. Its results are the ports of the module.
#[op(
    name = "rtl.instance",
    implements(InnerSymbol, SymbolUserOpInterface),
    format = "(`sym` $inner_sym^)? $module attr-dict (`:` type($ports)^)?"
)]
pub struct InstanceOp {
    /// The module.
    #[attr]
    module: FlatSymbolRefAttr,
    /// The inner names of the instance and of its ports.
    #[attr]
    inner_sym: Optional<InnerSymAttr>,
    /// The ports.
    #[result]
    ports: Variadic<AnyType>,
}

impl InnerSymbol for InstanceOp {
    fn inner_sym_attr(op: InstanceOpRef<'_>) -> Option<Attribute> {
        op.inner_sym()
    }

    fn field_type(op: InstanceOpRef<'_>, port: u32) -> Option<Type> {
        op.ports().types().nth(port as usize)
    }
}

impl SymbolUserOpInterface for InstanceOp {
    fn verify_symbol_uses(
        op: InstanceOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(name) = op.module().as_flat_symbol(op.context()) else { return };
        let module = symbols.lookup(name).and_then(|symbol| symbol.cast::<ModuleOp>());
        let name = name.text(op.context());
        let message = match module {
            None => format!("'@{name}' is not a module in the nearest symbol table"),
            Some(module) if !module.port_types().eq(op.ports().types()) => {
                format!("has other ports than module '@{name}'")
            }
            Some(_) => return,
        };
        diagnostics.error(op.op().op_error(message));
    }
}
