//! Prints the results of a program's `main`, as `mlir-runner` prints them: an integer by `%ld`, a
//! float by `%e`, each in a line of its own.

#[cfg(feature = "llvm")]
mod in_machine_code;

#[cfg(feature = "llvm")]
pub(crate) use in_machine_code::print_results;

use mlir_lite::dialects::llvm::{LlvmFunctionType, LlvmStructType, void_type};
use mlir_lite::interpreter::{Outcome, Value, format_exponential};
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpId};
use mlir_lite::text::print_type;
use mlir_lite::types::{Type, TypeKind};
use mlir_lite_diagnostics::{Diagnostics, Reported};

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
