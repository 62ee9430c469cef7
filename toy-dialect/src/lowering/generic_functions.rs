//! Removes functions of unknown shapes.
//!
//! A function of Toy is compiled for the shapes that it is called with. The generic function is
//! unused then. Other functions stay, whatever their types: if one cannot be lowered, that is
//! reported at its location.

use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::references;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use rustc_hash::FxHashSet;

use crate::NAMESPACE;
use crate::types::is_static;

/// Erase functions of unknown shapes.
// Erases the functions of Toy whose shapes are not known after inference: nothing calls them, and
// they cannot be lowered before something does. In a program, whose `main` is public, only private
// functions are erased; a library, which has no `main`, becomes an empty module.
#[pass(name = "toy-erase-generic-functions")]
pub struct EraseGenericFunctionsPass;

impl RunPass for EraseGenericFunctionsPass {
    fn run(&self, module: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let functions = || module.as_op().regions().flat_map(|region| region.ops());
        let main = module.context().ident("main");
        let is_library = !functions().any(|op| op.symbol_name() == Some(main));
        let is_template = |op: OpRef<'_>| {
            is_of_toy(op) && (is_library || op.symbol_visibility() == Visibility::Private)
        };
        let is_generic = |op: &OpRef<'_>| op.is::<FuncOp>() && is_template(*op) && is_generic(*op);
        let mut generic: Vec<OpRef<'_>> = functions().filter(is_generic).collect();
        // Functions that something else refers to stay, with the functions that these refer to.
        while !generic.is_empty() {
            let needed = names_outside(module, &generic);
            let before = generic.len();
            generic.retain(|function| {
                function.symbol_name().is_none_or(|name| !needed.contains(&name))
            });
            if generic.len() == before {
                break;
            }
        }
        let generic: Vec<OpId> = generic.into_iter().map(OpRef::id).collect();
        for function in generic {
            module.take_child(function);
        }
        Ok(())
    }
}

/// Whether a function has ops of Toy.
fn is_of_toy(function: OpRef<'_>) -> bool {
    let toy = function.context().dialect_id(NAMESPACE);
    function.walk().any(|op| op.info().dialect() == toy)
}

/// The names that the ops of a module outside of these functions refer to.
fn names_outside(module: &Body, functions: &[OpRef<'_>]) -> FxHashSet<Ident> {
    let ctx = module.context();
    // The attributes of calls, and of constants that are functions.
    let places = ["callee", "value"].map(|name| ctx.ident(name));
    let mut names = FxHashSet::default();
    for top in module.as_op().regions().flat_map(|region| region.ops()) {
        if functions.iter().any(|function| function.id() == top.id()) {
            continue;
        }
        for op in std::iter::once(top).chain(top.walk()) {
            for attribute in places.iter().filter_map(|&place| op.attr(place)) {
                for reference in references(ctx, attribute) {
                    if let Some(path) = reference.as_symbol_ref(ctx) {
                        names.extend(path.names_in_table());
                    }
                }
            }
        }
    }
    names
}

fn is_generic(function: OpRef<'_>) -> bool {
    let ctx = function.context();
    let ty = function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
    let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return false };
    let known = |ty: Type| is_static(ctx, ty);
    !inputs.iter().chain(results).all(|ty| known(*ty))
        || !function.walk().flat_map(OpRef::result_types).all(known)
}
