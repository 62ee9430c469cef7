//! Removes functions of unknown shapes.

use mlir_lite::dialects::std::FuncOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{Pass, PassContext};
use mlir_lite_diagnostics::Reported;

use crate::types::is_static;

/// Erases the functions of a module in which shapes are not known after inference: nothing calls them, and they cannot be
/// lowered before something does. A library becomes an empty module.
pub struct EraseGenericFunctionsPass;

impl Pass for EraseGenericFunctionsPass {
    fn name(&self) -> &'static str {
        "EraseGenericFunctions"
    }

    fn argument(&self) -> &'static str {
        "toy-erase-generic-functions"
    }

    fn run(&self, module: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let functions = module.as_op().regions().flat_map(|region| region.ops());
        let generic: Vec<OpId> =
            functions.filter(|op| op.is::<FuncOp>() && is_generic(*op)).map(|op| op.id()).collect();
        for function in generic {
            module.take_child(function);
        }
        Ok(())
    }
}

fn is_generic(function: OpRef<'_>) -> bool {
    let ctx = function.context();
    let ty = function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
    let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return false };
    let known = |ty: Type| is_static(ctx, ty);
    !inputs.iter().chain(results).all(|ty| known(*ty))
        || !function.walk().flat_map(OpRef::result_types).all(known)
}
