//! A `main` of machine code that prints the results of the program's own.

use mlir_lite::context::Context;
use mlir_lite::dialects::llvm::{LlvmFuncOp, LlvmStructType, void_type};
use mlir_lite::ir::symbol_resolution::rename_symbol;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, Ident, IrMapping, OpView as _};
use mlir_lite::text::{ParseOptions, parse_module, print_type};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

use super::{Form, printed};
use crate::entry_point::{EntryResult, MAIN};

/// The symbols that print results.
const SYMBOLS: &str = r#"
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @toy.result.integer("%ld\0A\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @toy.result.float("%e\0A\00") {addr_space = 0 : i32}
"#;

/// The name of the program's own `main`.
const ENTRY: &str = "toy.entry";

/// Makes a `main` of a module of the llvm dialect that calls the program's own, and prints its
/// results.
///
/// # Errors
/// If there is a result that cannot be printed; it was reported.
pub(crate) fn print_results(
    module: &mut Body,
    asked: EntryResult,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let ctx = module.context().clone();
    let symbols = SymbolTable::new(module);
    let main = symbols.lookup(ctx.ident(MAIN)).and_then(|op| module.op(op).cast::<LlvmFuncOp>());
    let Some(main) = main.filter(|main| !main.op().is_declaration()) else { return Ok(()) };
    let Some(ty) = main.signature() else { return Ok(()) };
    let (takes_arguments, result, main) = (!ty.parameters.is_empty(), ty.result, main.op().id());
    if takes_arguments {
        return Ok(());
    }
    let forms = printed(module, main, asked, diagnostics)?;
    let entry = symbols.unique_name(module, ENTRY);
    let text = main_that_prints(&ctx, entry.text(&ctx), result, &forms);
    let cannot = |what: String, diagnostics: &mut Diagnostics| {
        let message = format!("the results of 'main' cannot be printed: {what}");
        diagnostics.error(Diagnostic::error(Position::Unknown, message))
    };
    rename_symbol(module, main, entry)
        .map_err(|unknown| cannot(unknown.to_string(), diagnostics))?;
    let file = ctx.sources().add("results of main", SYMBOLS.to_owned() + &text);
    let file = file.map_err(|error| cannot(error.to_string(), diagnostics))?;
    let added = parse_module(&ctx, &file, ParseOptions::default(), diagnostics)?;
    add_symbols(module, &added);
    Ok(())
}

/// The text of a `main` that calls `entry` and prints its results.
fn main_that_prints(ctx: &Context, entry: &str, result: Type, forms: &[(Type, Form)]) -> String {
    let is_struct = result.as_dialect::<LlvmStructType>(ctx).is_some();
    let is_void = result == void_type(ctx);
    let result = print_type(ctx, result);
    let mut text = format!("llvm.func @{MAIN}() {{\n");
    text += &match is_void {
        true => format!("  llvm.call @{entry}() : () -> ()\n"),
        false => format!("  %results = llvm.call @{entry}() : () -> {result}\n"),
    };
    for (index, (ty, form)) in forms.iter().enumerate() {
        let ty = print_type(ctx, *ty);
        let value = if is_struct {
            text += &format!("  %part{index} = llvm.extractvalue %results[{index}] : {result}\n");
            format!("%part{index}")
        } else {
            "%results".to_owned()
        };
        let (conversion, wide) = match form {
            Form::Integer(1) => (Some("zext"), "i64"),
            Form::Integer(64) => (None, "i64"),
            Form::Integer(_) => (Some("sext"), "i64"),
            Form::Float if ty == "f64" => (None, "f64"),
            Form::Float => (Some("fpext"), "f64"),
        };
        let value = match conversion {
            Some(op) => {
                text += &format!("  %wide{index} = llvm.{op} {value} : {ty} to {wide}\n");
                format!("%wide{index}")
            }
            None => value,
        };
        let format = if wide == "f64" { "float" } else { "integer" };
        text += &format!(
            "  %format{index} = llvm.mlir.addressof @toy.result.{format} : !llvm.ptr\n  \
               %printed{index} = llvm.call @printf(%format{index}, {value}) \
               vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, {wide}) -> i32\n"
        );
    }
    text + "  llvm.return\n}\n"
}

/// Adds the symbols that the module does not have.
fn add_symbols(module: &mut Body, added: &Body) {
    let existing = SymbolTable::new(module);
    let Some(block) = module.as_op().region(0).and_then(|region| region.entry()) else { return };
    let block = block.id();
    let is_new = |name: Option<Ident>| name.is_some_and(|name| existing.lookup(name).is_none());
    for op in added.as_op().regions().flat_map(|region| region.ops()) {
        if is_new(op.symbol_name()) || op.symbol_name() == Some(added.context().ident(MAIN)) {
            let copy = module.clone_op_from(added, op.id(), &mut IrMapping::new());
            module.append_op(block, copy);
        }
    }
}
