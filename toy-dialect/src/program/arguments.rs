//! The command-line arguments of a program, found in its source.

use mlir_lite_diagnostics::{Diagnostics, Reported, Span};
use rustc_hash::FxHashSet;
use toy_ast::{Code, Expr, ExprKind, Function, Module, Stmt, all_statements};

use crate::program::no_argument;

/// A word for each argument of a program: those up to the last one used by functions that `main`
/// reaches.
pub fn arguments_taken(module: &Module) -> Vec<&'static str> {
    let mut words: Vec<&'static str> = Vec::new();
    for Use { callee, number, .. } in uses(module) {
        if words.len() <= number {
            words.resize(number + 1, "UNUSED");
        }
        // A file that is also read is an input, which must exist.
        if words[number] != "INPUT.npy" {
            words[number] = if is_written(callee) { "OUTPUT.npy" } else { "INPUT.npy" };
        }
    }
    words
}

/// Reports output files that are arguments which the program was not given; there are `given`
/// arguments. Input files are looked up when their shapes are inferred.
///
/// # Errors
/// If there is one.
pub fn check_given(
    module: &Module,
    given: usize,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    for Use { callee, number, span } in uses(module) {
        if is_written(callee) && number >= given {
            let error = Code::File.error(span, no_argument(number as i64));
            diagnostics.error(error.with_label("the file to be written is not named"));
        }
    }
    diagnostics.check()
}

/// Whether a builtin writes the file that it is given.
fn is_written(callee: &str) -> bool {
    matches!(callee, "save" | "plot")
}

/// A use of an argument of the program as the name of a file.
struct Use<'m> {
    callee: &'m str,
    number: usize,
    span: Span,
}

/// The uses of arguments in the functions that `main` reaches.
fn uses(module: &Module) -> Vec<Use<'_>> {
    let mut found = Vec::new();
    // Most programs have none; this avoids a walk through their functions.
    let takes_one =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Call { callee, .. } if callee.text() == "arg");
    if !module.exprs.iter().any(|(_, expr)| takes_one(expr)) {
        return found;
    }
    let mut seen = FxHashSet::default();
    let mut pending = vec!["main"];
    while let Some(name) = pending.pop() {
        if !seen.insert(name) {
            continue;
        }
        let Some(function) = module.functions.iter().find(|function| function.name.text() == name)
        else {
            continue;
        };
        for expr in expressions(module, function) {
            // A function that is an argument is called by others.
            if let ExprKind::Var(name) = &expr.kind {
                pending.push(name);
            }
            let ExprKind::Call { callee, args } = &expr.kind else { continue };
            pending.push(callee.text());
            for argument in args.iter().map(|argument| &module.exprs[*argument]) {
                if let Some(number) = number_of(module, argument) {
                    found.push(Use { callee: callee.text(), number, span: argument.span });
                }
            }
        }
    }
    found
}

/// The number in a use of a program's argument: `arg(0)`, `arg(n = 0)`, also as `file = arg(0)`.
fn number_of(module: &Module, argument: &Expr) -> Option<usize> {
    /// More arguments than any program has.
    const MOST: f64 = 1e6;
    match &argument.kind {
        ExprKind::Named { value, .. } => number_of(module, &module.exprs[*value]),
        ExprKind::Call { callee, args } if callee.text() == "arg" => {
            let number = &module.exprs[*args.first()?];
            let number = match &number.kind {
                ExprKind::Named { value, .. } => &module.exprs[*value],
                _ => number,
            };
            match number.kind {
                ExprKind::Number(number) if (0.0..MOST).contains(&number) => Some(number as usize),
                _ => None,
            }
        }
        _ => None,
    }
}

/// All expressions of a function.
fn expressions<'m>(module: &'m Module, function: &'m Function) -> impl Iterator<Item = &'m Expr> {
    let roots = all_statements(&function.body).flat_map(Stmt::exprs);
    roots.flat_map(|root| module.exprs.postorder(root)).map(|id| &module.exprs[id])
}
