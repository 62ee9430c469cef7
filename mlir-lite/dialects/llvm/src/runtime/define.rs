//! Adds the definitions of the runtime library to a program.

use super::{is_runtime_function, library};
use crate::{Linkage, LlvmFuncOp};
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::ir::enums::EnumAttribute as _;
use mlir_lite::ir::symbol_resolution::references;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, Ident, OpId};
use mlir_lite::text::print_type;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use rustc_hash::FxHashSet;

/// Defines the functions of the runtime library that a module of the llvm dialect declares, and
/// what they use. They are local to the module, so that two of them can be linked.
///
/// ```
/// # mod mlir_lite {
/// #     pub use mlir_lite_framework::*;
/// #     pub mod dialects {
/// #         pub use mlir_lite_framework::dialects::builtin;
/// #         pub extern crate mlir_lite_llvm_dialect as llvm;
/// #     }
/// # }
/// use mlir_lite::dialects::llvm::{LlvmDialect, define_runtime_functions};
/// use mlir_lite::{Context, text::{self, ParseOptions, PrintOptions}};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// ctx.load::<LlvmDialect>();
/// let file = ctx.sources().add("a.mlir", "llvm.func @printNewline()").unwrap();
/// let mut diagnostics = Diagnostics::new();
/// let options = ParseOptions::default();
/// let mut module = text::parse_module(&ctx, &file, options, &mut diagnostics).unwrap();
/// define_runtime_functions(&mut module, &mut diagnostics).unwrap();
/// let text = text::print_op(module.as_op(), PrintOptions::default());
/// assert!(text.contains("llvm.func internal @printNewline() {"));
/// ```
///
/// # Errors
/// If the module declares a function of the library with another type; it was reported.
pub fn define_runtime_functions(
    module: &mut Body,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let ctx = module.context().clone();
    let symbols = module.as_op().regions().flat_map(|region| region.ops());
    let is_declared = |op: &mlir_lite::ir::view::OpRef<'_>| {
        let name = op.symbol_name();
        op.is::<LlvmFuncOp>()
            && op.is_declaration()
            && name.is_some_and(|name| is_runtime_function(name.text(&ctx)))
    };
    let declared: Vec<OpId> = symbols.filter(is_declared).map(|op| op.id()).collect();
    if declared.is_empty() {
        return Ok(());
    }
    let Some(library) = library(&ctx) else { return Ok(()) };
    let definitions = SymbolTable::new(&library);
    let mut needed = Vec::new();
    for op in declared {
        let Some(name) = module.op(op).symbol_name() else { continue };
        let Some(definition) = definitions.lookup(name) else { continue };
        let (found, defined) = (signature(module, op), signature(&library, definition));
        if found != defined {
            diagnostics.error(module.op(op).op_error(format!(
                "is declared with the type '{found}'; the function of the runtime library has \
                    the type '{defined}'"
            )));
            continue;
        }
        module.take_child(op);
        needed.push(name);
    }
    diagnostics.check()?;
    add_definitions(module, &library, &definitions, needed);
    Ok(())
}

/// The text of a function's type.
fn signature(body: &Body, op: OpId) -> String {
    let function = body.op(op).cast::<LlvmFuncOp>();
    let ty = function.and_then(|function| function.function_type().as_type(body.context()));
    ty.map_or_else(String::new, |ty| print_type(body.context(), ty))
}

/// Adds symbols of the library, and those that they refer to. Symbols of the module are kept, such
/// as its declarations of functions of C's library.
fn add_definitions(
    module: &mut Body,
    library: &Body,
    definitions: &SymbolTable,
    mut needed: Vec<Ident>,
) {
    let ctx = module.context().clone();
    let existing = SymbolTable::new(module);
    let Some(block) = module.as_op().region(0).and_then(|region| region.entry()) else { return };
    let block = block.id();
    let mut added: FxHashSet<Ident> = needed.iter().copied().collect();
    while let Some(name) = needed.pop() {
        let Some(definition) = definitions.lookup(name) else { continue };
        for op in library.op(definition).walk() {
            for (_, attribute) in op.body().attributes(op.id()) {
                for name in
                    references(&ctx, attribute).iter().filter_map(|it| it.as_flat_symbol(&ctx))
                {
                    if existing.lookup(name).is_none() && added.insert(name) {
                        needed.push(name);
                    }
                }
            }
        }
        let op = module.clone_op_from(library, definition, &mut IrMapping::new());
        if let Some(function) = module.child_mut(op).filter(|child| !child.as_op().is_declaration())
        {
            let root = function.root();
            function.set_attr(root, ctx.ident("linkage"), Linkage::Internal.attribute(&ctx));
        }
        module.append_op(block, op);
    }
}
