//! The modules that define functions which a program only declares.

use super::DialectInterpreterInterface;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::op_def::TraitFlags;

/// The libraries of the dialects that define functions which the module declares.
pub(super) fn of(module: &Body) -> Vec<Body> {
    let mut declared = Vec::new();
    add_declared(module, &mut declared);
    if declared.is_empty() {
        return Vec::new();
    }
    let ctx = module.context();
    let dialects = ctx.dialects_with_interface::<dyn DialectInterpreterInterface>();
    dialects.iter().filter_map(|(_, dialect)| dialect.library(ctx, &declared)).collect()
}

/// Adds the names of the functions without a body in a module, and in those inside of it, which
/// nest as deep as text does.
fn add_declared<'b>(module: &'b Body, names: &mut Vec<&'b str>) {
    let ctx = module.context();
    for (_, child) in module.children() {
        let op = child.as_op();
        match op.symbol_name() {
            Some(name) if op.is_declaration() => names.push(name.text(ctx)),
            _ if !op.has_trait(TraitFlags::FUNCTION_LIKE) => add_declared(child, names),
            _ => {}
        }
    }
}
