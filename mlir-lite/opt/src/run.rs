//! Runs a function of the module on the interpreter: the flag `--run`.

use mlir_lite::attributes::Attribute;
use mlir_lite::interpreter::{self, Value, constant_value, show_value};
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpRef};
use mlir_lite::text::parse_attributes;
use mlir_lite::types::{Type, TypeKind};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

use crate::standard_output::StandardOutput;

/// The source name of the arguments in errors.
const ARGUMENTS: &str = "<run-args>";

/// Runs `function` with arguments as text (`1, 2.5, dense<[1, 2]>`), where scalable vectors are
/// `vscale` times as long, and writes its output to standard output. Returns its results, a line
/// each.
///
/// # Errors
/// If there is no such function, an argument does not fit, or the function has undefined behaviour.
pub(crate) fn run_function(
    module: &Body,
    function: &str,
    (arguments, vscale): (&str, usize),
    diagnostics: &mut Diagnostics,
) -> Result<Vec<u8>, Reported> {
    let ctx = module.context();
    interpreter::VSCALE.set(vscale);
    let found =
        SymbolTable::new(module).lookup(ctx.ident(function)).and_then(|op| module.child(op));
    let region = found.and_then(|body| body.as_op().region(0));
    let Some((body, entry)) = found.zip(region.and_then(|region| region.entry())) else {
        let message = format!("there is no function '@{function}' with a body to run");
        return Err(diagnostics.error(Diagnostic::error(Position::Unknown, message)));
    };
    let types: Vec<Type> = entry.arguments().iter().map(|&argument| body.ty(argument)).collect();
    let values = parse_arguments(module, &types, arguments, diagnostics)?;
    let outcome = interpreter::run(module, function, values, &mut StandardOutput);
    let results = outcome.map_err(|trap| diagnostics.error(*trap))?.results;
    // The types of the returned values, whatever dialect the function is from.
    let ends = region
        .into_iter()
        .flat_map(|region| region.blocks())
        .filter_map(|block| block.terminator());
    let is_return =
        |end: &OpRef<'_>| end.successors().next().is_none() && end.num_operands() == results.len();
    let returned = ends.into_iter().find(is_return);
    let result_types: Vec<Type> = returned.map_or(Vec::new(), |end| end.operand_types().collect());
    let mut text = String::new();
    for (value, &ty) in results.iter().zip(&result_types) {
        text.push_str(&show_value(ctx, value, ty));
        text.push('\n');
    }
    Ok(text.into_bytes())
}

fn parse_arguments(
    module: &Body,
    types: &[Type],
    arguments: &str,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Value>, Reported> {
    let ctx = module.context();
    let implied: Vec<Option<Type>> = types.iter().map(|&ty| attribute_type(module, ty)).collect();
    let file = ctx.sources().add(ARGUMENTS, arguments).map_err(|error| {
        diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
    })?;
    let attributes: Vec<Attribute> = parse_attributes(ctx, &file, &implied, diagnostics)?;
    let values = attributes.iter().zip(types).zip(implied);
    let values = values.map(|((&attribute, &ty), implied)| {
        let fits = implied.is_none() || attribute.ty(ctx) == implied;
        // The argument for a memref is written as a tensor of its sizes.
        let of = implied.or(attribute.ty(ctx)).unwrap_or(ty);
        let value = if fits { constant_value(ctx, attribute, of).ok() } else { None };
        value.ok_or_else(|| {
            let (found, ty) = (
                mlir_lite::text::print_attribute(ctx, attribute),
                mlir_lite::text::print_type(ctx, ty),
            );
            let message = format!("{found} is not an argument of type '{ty}'");
            diagnostics.error(Diagnostic::error(Position::Unknown, message))
        })
    });
    values.collect()
}

/// The type of attributes that are arguments of type `ty`; none where the attribute specifies it.
fn attribute_type(module: &Body, ty: Type) -> Option<Type> {
    let ctx = module.context();
    match ty.kind(ctx) {
        TypeKind::MemRef { shape, element, .. } => {
            ty.static_shape(ctx).map(|_| ctx.tensor_type(shape, *element))
        }
        _ if ty.element_type(ctx).is_some() => ty.static_shape(ctx).map(|_| ty),
        _ => (ty.is_integer(ctx) || ty.is_float(ctx) || ty == Type::INDEX).then_some(ty),
    }
}
