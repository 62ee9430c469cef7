//! Prints the results of a program's `main`, as `mlir-runner` prints them: an integer by `%ld`, a
//! float by `%e`, each in a line of its own.

use mlir_lite::dialects::llvm::{LlvmFuncOp, LlvmFunctionType, LlvmStructType, void_type};
use mlir_lite::interpreter::{Outcome, Value, format_exponential};
use mlir_lite::ir::symbol_resolution::rename_symbol;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, Ident, IrMapping, OpId, OpView as _};
use mlir_lite::text::{ParseOptions, parse_module, print_type};
use mlir_lite::types::{Type, TypeKind};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

use crate::entry_point::{EntryResult, MAIN};

/// The digits after the point of a float.
const DIGITS: usize = 6;

/// How a result is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// An integer of this width. One bit has no sign.
    Integer(u32),
    Float,
}

/// How results of a type are printed; none if they cannot be.
fn form(module: &Body, ty: Type) -> Option<Form> {
    const MOST_BITS: u32 = 64;
    let ctx = module.context();
    match ty.kind(ctx) {
        TypeKind::Index => Some(Form::Integer(MOST_BITS)),
        TypeKind::Integer { width, .. } if *width <= MOST_BITS => Some(Form::Integer(*width)),
        TypeKind::Float(_) if ty.bit_width(ctx)? <= MOST_BITS => Some(Form::Float),
        _ => None,
    }
}

/// The types of the results of the function `main`: in the llvm dialect, several are a struct.
fn result_types(module: &Body, main: OpId) -> Vec<Type> {
    let ctx = module.context();
    let Some(function) = module.child(main) else { return Vec::new() };
    let ty = function.attr(function.root(), ctx.ident("function_type"));
    let Some(ty) = ty.and_then(|ty| ty.as_type(ctx)) else { return Vec::new() };
    if let Some(function) = ty.as_dialect::<LlvmFunctionType>(ctx) {
        return match function.result.as_dialect::<LlvmStructType>(ctx) {
            Some(results) => results.fields().to_vec(),
            None if function.result == void_type(ctx) => Vec::new(),
            None => vec![function.result],
        };
    }
    match ty.kind(ctx) {
        TypeKind::Function { results, .. } => results.to_vec(),
        _ => Vec::new(),
    }
}

/// The results of `main` that are printed, and how. Empty if none are.
fn printed(
    module: &Body,
    main: OpId,
    asked: EntryResult,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<(Type, Form)>, Reported> {
    let types = result_types(module, main);
    let text = |ty| print_type(module.context(), ty);
    let expected = match asked {
        EntryResult::Void => return Ok(Vec::new()),
        EntryResult::I32 => Some([Type::I32, Type::I32]),
        EntryResult::I64 => Some([Type::I64, Type::INDEX]),
        EntryResult::F32 => Some([Type::F32, Type::F32]),
        EntryResult::F64 => Some([Type::F64, Type::F64]),
        EntryResult::All => None,
    };
    if let Some([expected, other]) = expected
        && (types.len() != 1 || ![expected, other].contains(&types[0]))
    {
        let found: Vec<String> = types.iter().map(|&ty| text(ty)).collect();
        let found = if found.is_empty() { "nothing".to_owned() } else { found.join(", ") };
        let wrong = format!(
            "returns {found}, but '--entry-point-result' says that it returns '{}'",
            text(expected)
        );
        let error = module.op(main).op_error(wrong);
        return Err(diagnostics.error(error.with_help("'--entry-point-result=all' prints all")));
    }
    let mut forms = Vec::new();
    for ty in types {
        let Some(form) = form(module, ty) else {
            let wrong = format!("returns a value of type '{}', which cannot be printed", text(ty));
            let error = module.op(main).op_error(wrong);
            return Err(diagnostics.error(
                error.with_help("integers of up to 64 bits, indices and floats can be printed"),
            ));
        };
        forms.push((ty, form));
    }
    Ok(forms)
}

/// Checks that the results of `main` that are asked for can be printed.
///
/// # Errors
/// If there is one that cannot; it was reported.
pub(crate) fn check(
    module: &Body,
    asked: EntryResult,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let main = SymbolTable::new(module).lookup(module.context().ident(MAIN));
    main.map_or(Ok(()), |main| printed(module, main, asked, diagnostics).map(|_| ()))
}

/// The lines of the results of a run.
///
/// # Errors
/// If there is a result that cannot be printed; it was reported.
pub(crate) fn lines(
    module: &Body,
    outcome: &Outcome,
    asked: EntryResult,
    diagnostics: &mut Diagnostics,
) -> Result<String, Reported> {
    let main = SymbolTable::new(module).lookup(module.context().ident(MAIN));
    let Some(main) = main else { return Ok(String::new()) };
    let mut text = String::new();
    // In the llvm dialect, several results are a struct.
    let values = match &outcome.results[..] {
        [Value::Aggregate(parts)] => parts,
        values => values,
    };
    for ((_, form), value) in printed(module, main, asked, diagnostics)?.iter().zip(values) {
        let line = match (form, value) {
            (_, Value::Poison) => Ok("poison".to_owned()),
            (Form::Integer(width), value) => {
                value.as_integer(*width).map(|number| number.to_decimal(*width != 1))
            }
            (Form::Float, value) => {
                value.as_float().map(|number| format_exponential(number, DIGITS))
            }
        };
        text +=
            &line.map_err(|trap| diagnostics.error(module.op(main).op_error(trap.to_string())))?;
        text.push('\n');
    }
    Ok(text)
}

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
    let result = print_type(&ctx, result);
    let entry = symbols.unique_name(module, ENTRY);
    let text = main_that_prints(entry.text(&ctx), &result, &forms, |ty| print_type(&ctx, ty));
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
fn main_that_prints(
    entry: &str,
    result: &str,
    forms: &[(Type, Form)],
    text_of: impl Fn(Type) -> String,
) -> String {
    let is_struct = result.starts_with("!llvm.struct<");
    let is_void = result == "!llvm.void";
    let mut text = format!("llvm.func @{MAIN}() {{\n");
    text += &match is_void {
        true => format!("  llvm.call @{entry}() : () -> ()\n"),
        false => format!("  %results = llvm.call @{entry}() : () -> {result}\n"),
    };
    for (index, (ty, form)) in forms.iter().enumerate() {
        let ty = text_of(*ty);
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
