//! External functions and data that a module of MLIR uses.
//!
//! Machine code can call any symbol of the process or the C library, with any arguments. That
//! requires an explicit flag: without `--allow-external-functions`, a module may only use Toy's
//! runtime and the functions that our lowerings declare. This guards against accidents, not against
//! malice: MLIR can turn any number into an address.

use mlir_lite::dialects::{llvm, standard};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use rustc_hash::FxHashMap;
use toy_dialect::accesses::OutOfRange;
use toy_dialect::builtins::PrintValuesOp;
use toy_dialect::lowering::{FileFunctions, OutOfMemory, ParallelFor, SHAPE_TEXT};
use toy_dialect::ops::{ExitStatusOp, TakesArgumentsOp};

/// Toy's runtime.
const RUNTIME: &[&str] = &[
    FileFunctions::LOAD,
    FileFunctions::LOAD_F32,
    FileFunctions::LOAD_I64,
    FileFunctions::LOAD_BOOL,
    FileFunctions::LOAD_I8,
    FileFunctions::LOAD_U8,
    FileFunctions::SAVE,
    FileFunctions::SAVE_F32,
    FileFunctions::SAVE_I64,
    FileFunctions::SAVE_BOOL,
    FileFunctions::SAVE_I8,
    FileFunctions::SAVE_U8,
    FileFunctions::SHAPE,
    SHAPE_TEXT,
    FileFunctions::PLOT,
    FileFunctions::ARGUMENT,
    TakesArgumentsOp::FUNCTION,
    ExitStatusOp::FUNCTION,
    ParallelFor::NAME,
    OutOfRange::FUNCTION,
    OutOfMemory::FUNCTION,
    PrintValuesOp::FUNCTION,
    PrintValuesOp::OF_INTEGERS,
];

/// Functions that lowerings declare, and the other functions of C's library that the interpreter
/// has.
const LIBRARY: &[&str] = &[
    "printf",
    "puts",
    "putchar",
    "malloc",
    "aligned_alloc",
    "calloc",
    "free",
    "abort",
    "memcpy",
    "memmove",
    "memset",
];

/// C's mathematical functions, which also exist for `float`, with an `f` after the name.
const MATHEMATICS: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "log",
    "log10",
    "log1p",
    "log2",
    "pow",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
];

/// Whether every module may use the symbol.
fn is_known(name: &str) -> bool {
    let is_mathematics = |name: &str| MATHEMATICS.contains(&name);
    RUNTIME.contains(&name)
        || LIBRARY.contains(&name)
        || is_mathematics(name)
        || name.strip_suffix('f').is_some_and(is_mathematics)
        || llvm::is_runtime_function(name)
        // Intrinsics are LLVM's own.
        || name.starts_with("llvm.")
}

/// Refuses external symbols that modules may not use.
///
/// # Errors
/// If there are any; each name was reported once, at its first use.
pub(crate) fn check(module: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let ctx = module.context();
    let symbols = module.as_op().regions().flat_map(|region| region.ops());
    let mut external: FxHashMap<Ident, &'static str> = symbols
        .filter_map(|op| Some((op.symbol_name()?, kind(op)?)))
        .filter(|(name, _)| !is_known(name.text(ctx)))
        .collect();
    if external.is_empty() {
        return Ok(());
    }
    for op in module.as_op().regions().flat_map(|region| region.ops()).flat_map(OpRef::walk) {
        for (_, attribute) in op.body().attributes(op.id()) {
            uses(ctx, attribute, &mut |name| {
                let Some(kind) = external.remove(&name) else { return };
                let message = format!(
                    "uses the external {kind} '{}', which is not in Toy's runtime",
                    name.text(ctx)
                );
                diagnostics.error(
                    Diagnostic::error(op.location().to_position(ctx), message)
                        .with_note("external functions are machine code that is not checked")
                        .with_help(
                            "'--allow-external-functions' allows to use what the C library \
                            and this process have",
                        )
                        .with_help("'--shared-libs=FILE' loads a library of such functions"),
                );
            });
        }
    }
    diagnostics.check()
}

/// Describes a symbol that is defined elsewhere.
fn kind(op: OpRef<'_>) -> Option<&'static str> {
    if op.is_declaration() {
        return Some("function");
    }
    let is_variable = match (op.cast::<llvm::GlobalOp>(), op.cast::<standard::GlobalMemrefOp>()) {
        (Some(global), _) => global.value().is_none() && global.initializer().is_empty(),
        (_, Some(global)) => global.initial_value().is_none(),
        (None, None) => false,
    };
    is_variable.then_some("variable")
}

/// Calls `found` with the symbols in an attribute. Attributes nest as deep as text does, which is
/// limited.
fn uses(ctx: &Context, attribute: Attribute, found: &mut impl FnMut(Ident)) {
    if let Some(name) = attribute.as_flat_symbol(ctx) {
        found(name);
    }
    for part in attribute.as_array(ctx).unwrap_or_default() {
        uses(ctx, *part, found);
    }
    for entry in attribute.as_dictionary(ctx).unwrap_or_default() {
        uses(ctx, entry.1, found);
    }
}
