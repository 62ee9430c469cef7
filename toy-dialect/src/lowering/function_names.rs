//! Renames the functions of a program that have the name of a library function.
//!
//! Lowered code calls C's library by name (`printf`, `malloc`), and so does LLVM (`memcpy`, `fma`).
//! A function of a program may be called `malloc`, too: copies for argument shapes have names that
//! C does not have (`f$2x3xf64`), the others get such a name here.

use mlir_lite::dialects::standard::{CallOp, FuncOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::references;
use mlir_lite::ir::symbols::{SymbolTable, Visibility};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use rustc_hash::{FxHashMap, FxHashSet};

/// Give functions names that C does not have.
#[pass(name = "toy-name-functions", report_name = "ToyNameFunctions")]
pub struct NameFunctionsPass;

impl RunPass for NameFunctionsPass {
    fn run(&self, module: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = module.context().clone();
        let is_name_of_c =
            |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let functions = module.as_op().regions().flat_map(|region| region.ops()).filter(|op| {
            op.is::<FuncOp>()
                && !op.is_declaration()
                && op.symbol_visibility() == Visibility::Private
        });
        let names = functions
            .filter_map(|op| op.symbol_name())
            .filter(|name| is_name_of_c(name.text(&ctx)));
        let names: Vec<Ident> = names.collect();
        if names.is_empty() {
            return Ok(());
        }
        let symbols = SymbolTable::new(module);
        let renamed =
            names.into_iter().map(|old| (old, ctx.ident(&format!("{}$", old.text(&ctx)))));
        let mut names: FxHashMap<Ident, Ident> =
            renamed.filter(|(_, new)| symbols.lookup(*new).is_none()).collect();
        for name in names_beside_calls(module) {
            names.remove(&name);
        }
        let new_name = |name: Option<Ident>| name.and_then(|name| names.get(&name).copied());
        for (_, body) in module.children_mut() {
            if let Some(new) = new_name(body.as_op().symbol_name()) {
                let root = body.root();
                body.set_attr(root, Ident::SYM_NAME, ctx.string_attr(new.text(&ctx)));
            }
            for call in body
                .own_ops()
                .into_iter()
                .filter_map(|op| CallOp::cast(body, op))
                .collect::<Vec<_>>()
            {
                if let Some(new) = new_name(call.callee(body).as_flat_symbol(&ctx)) {
                    call.set_callee(body, ctx.symbol_ident_attr(new));
                }
            }
        }
        Ok(())
    }
}

/// The names that ops other than calls refer to. They are kept.
fn names_beside_calls(module: &Body) -> FxHashSet<Ident> {
    let ctx = module.context();
    let mut names = FxHashSet::default();
    for op in module.walk().filter(|op| !op.is::<CallOp>()) {
        for (_, attribute) in op.body().attributes(op.id()) {
            for reference in references(ctx, attribute) {
                if let Some(path) = reference.as_symbol_ref(ctx) {
                    names.extend(path.names_in_table());
                }
            }
        }
    }
    names
}
