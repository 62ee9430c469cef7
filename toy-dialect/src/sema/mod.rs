//! Semantic analysis: resolves names and finds the kind of value of each expression.
//!
//! [`analyze`] resolves the names of a [`Module`], finds the result of each function (callees
//! before callers, whatever their order in the source), and checks everything that does not depend
//! on shapes. All independent errors are reported in one run: a wrong expression has an unknown
//! kind, about which nothing further is reported.
//!
//! Not here: shapes. A function is generic in them, so they are known only after its calls are
//! inlined; only the number of elements of a literal is compared with the declared shape of its
//! variable.

mod arguments;
mod call_graph;
pub(crate) mod exact_integers;
mod expressions;
mod function_arguments;
mod functions;
pub(crate) mod jumps;
mod lints;
mod printing;
mod source_names;
mod statements;
mod structs;
mod unknown;
mod unread;

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, nearest};
use toy_ast::{Code, ExprId, Function, Module, Name};

pub use function_arguments::function_parameters;
pub use lints::{lint, lint_entry};

use function_arguments::Specialized;
use functions::Functions;
use structs::Structs;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A tensor of any shape.
    Tensor,
    /// A struct, as an index of [`Module::structs`].
    Struct(usize),
    /// The tensors that a function returns, by their number.
    Values(usize),
}

/// The results of analysing a module without errors.
#[derive(Clone, Debug)]
pub struct Analysis {
    structs: Vec<Vec<Kind>>,
    results: Vec<Option<Kind>>,
    params: Vec<Vec<Kind>>,
    exprs: Vec<Option<Kind>>,
    specialized: Option<Box<Specialized>>,
}

impl Analysis {
    /// Kinds of a struct's members, by index of [`Module::structs`].
    pub fn members(&self, structure: usize) -> &[Kind] {
        &self.structs[structure]
    }

    /// Kinds of a function's parameters, by index of [`Module::functions`].
    pub fn params(&self, function: usize) -> &[Kind] {
        &self.params[function]
    }

    /// The kind of a function's result, by index of [`Module::functions`]; none if it returns
    /// nothing.
    pub fn result(&self, function: usize) -> Option<Kind> {
        self.results[function]
    }

    /// The module that is compiled: `module`, which was analysed, if no function of it is an
    /// argument. Otherwise one whose functions begin with those of `module`.
    pub fn compiled<'m>(&'m self, module: &'m Module) -> &'m Module {
        self.specialized.as_ref().map_or(module, |specialized| &specialized.module)
    }

    /// Whether a function of the compiled module takes functions as arguments: only copies of it
    /// for some functions are compiled.
    pub fn is_template(&self, function: usize) -> bool {
        self.specialized.as_ref().is_some_and(|specialized| specialized.is_template[function])
    }

    /// The kind of an expression's value; none for a call of a function that returns nothing.
    pub fn kind(&self, expr: ExprId) -> Option<Kind> {
        self.exprs[expr.index()]
    }
}

/// The error for a function that is to be compiled alone, but takes functions as arguments.
pub fn takes_functions(function: &Function) -> Diagnostic {
    let name = function.name.text();
    Diagnostic::error(function.name.span, format!("'{name}' takes a function as an argument"))
        .with_label("compiled only for the functions that it is called with")
        .with_help(format!("define a function that calls '{name}', and use that one"))
}

/// Checks a module. [`lint`] warns about valid but probably unintended code.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostics, SourceMap};
/// use toy_dialect::sema::{Kind, analyze};
///
/// let sources = SourceMap::new();
/// let mut diagnostics = Diagnostics::new();
/// let file = sources.add("a.toy", "def main() { print(f(2)); } def f(x) { return x; }")?;
/// let module = toy_ast::parse_module(&file, &mut diagnostics).expect("a well-formed program");
/// let analysis = analyze(&module, &mut diagnostics).expect("a valid program");
/// assert_eq!(analysis.result(1), Some(Kind::Tensor));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If something is wrong; the diagnostics say what.
pub fn analyze(module: &Module, diagnostics: &mut Diagnostics) -> Result<Analysis, Reported> {
    let mut found = Diagnostics::new();
    // A program that is read with the files that it imports has none that are left.
    for import in &module.imports {
        let message = format!("cannot import '{}': this text is read without files", import.path);
        found.error(Code::Import.error(import.span, message).with_label("this file"));
    }
    let specialized = function_arguments::specialize(module, &mut found).map(Box::new);
    let module = specialized.as_ref().map_or(module, |specialized| &specialized.module);
    let structs = Structs::resolve(module, &mut found);
    let functions = Functions::declare(module, &structs, specialized.as_deref(), &mut found);
    let order = call_graph::callees_first(module, &functions, &mut found);
    let checked = functions::check_bodies(module, &structs, functions, &order, &mut found);
    let result = found.check();
    // Bodies are checked callees first; reports follow the source.
    let mut found = found.into_vec();
    if specialized.is_some() {
        found.iter_mut().for_each(|it| source_names::use_source_names(module, it));
    }
    diagnostics.extend(once_each(found));
    result?;
    let analysis = checked.into_analysis(structs);
    Ok(Analysis { specialized, ..analysis })
}

/// Diagnostics in source order, without repeated reports of the same missing or wrong definition.
fn once_each(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let missing = [Code::UnknownStruct, Code::UnknownFunction, Code::ArgumentCount]
        .map(|code| Some(code.text()));
    let mut seen = rustc_hash::FxHashSet::default();
    let is_new = |diagnostic: &Diagnostic| {
        !missing.contains(&diagnostic.code) || seen.insert(diagnostic.message.clone())
    };
    found.sort_by_key(|diagnostic| match diagnostic.position {
        Position::Span(span) => span.start,
        _ => u32::MAX,
    });
    found.retain(is_new);
    // Copies of a function for several functions have the same mistakes.
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|it| seen.insert((it.position.clone(), it.message.clone())));
    found
}

/// The error for running a file without a function `main`.
pub fn no_main<'f>(file: &str, functions: impl IntoIterator<Item = &'f str>) -> Diagnostic {
    let message = format!("there is no function 'main' in '{file}', so there is nothing to run");
    Code::NoMain.error(Position::Unknown, message).with_help(match nearest("main", functions) {
        Some(name) => {
            format!("a program begins in `def main() {{ ... }}`: is '{name}' meant to be it?")
        }
        None => {
            "a program begins in `def main() { ... }`; dump a file without it with `-emit=STAGE`"
                .to_owned()
        }
    })
}

/// The name of a kind in messages.
fn described(module: &Module, kind: Kind) -> String {
    match kind {
        Kind::Tensor => "a tensor".to_owned(),
        Kind::Struct(index) => format!("a struct '{}'", module.structs[index].name.text()),
        Kind::Values(count) => counted(count, "value"),
    }
}

/// "1 member", "2 members".
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A report that `name` was defined before, at `first`.
fn redefinition(code: Code, what: &str, name: &Name, first: &Name) -> Diagnostic {
    code.error(name.span, format!("redefinition of {what} '{}'", name.text()))
        .with_label("defined again here")
        .with_secondary(first.span, "first defined here")
}
