//! Modules around single functions.

use mlir_lite::Context;
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::{FuncOp, ReturnOp};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::{Body, Location, OpBuilder};
use mlir_lite::types::Type;

/// A module with these functions, and one that ops may refer to.
pub(crate) fn module_with(ctx: &Context, functions: Vec<Body>) -> Body {
    let mut module = ModuleOp::create(ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&module);
    let mut builder = BodyBuilder::at_end(&mut module, block);
    let mut symbol = FuncOp::create(
        ctx,
        Location::UNKNOWN,
        "symbol",
        ctx.function_type(&[Type::I32], &[Type::I32]),
    );
    let entry = FuncOp::add_entry_block(&mut symbol);
    let argument = symbol.arguments(entry)[0];
    ReturnOp::build(&mut BodyBuilder::at_end(&mut symbol, entry), Location::UNKNOWN, &[argument]);
    builder.create_isolated(symbol, &[], &[]);
    for function in functions {
        builder.create_isolated(function, &[], &[]);
    }
    module
}
