//! Functions: their names and parameters, and their results.

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{Code, Function, Module, Name, foreign};

use super::call_graph::Order;
use super::expressions::Ty;
use super::function_arguments::Specialized;
use super::structs::Structs;
use super::{Analysis, Kind, counted, redefinition};
use crate::builtins;

/// The result of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Returns {
    /// It was not checked, or its result is wrong.
    Unknown,
    Nothing,
    Value(Kind),
}

/// The functions of a module.
pub(super) struct Functions<'m> {
    by_name: FxHashMap<&'m str, usize>,
    /// A parameter whose kind is not known was reported.
    pub(super) params: Vec<Vec<Option<Kind>>>,
    pub(super) returns: Vec<Returns>,
    /// Which functions are copies, if functions are arguments.
    specialized: Option<&'m Specialized>,
}

impl<'m> Functions<'m> {
    /// Collects names and parameters.
    pub(super) fn declare(
        module: &'m Module,
        structs: &Structs<'_>,
        specialized: Option<&'m Specialized>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
        let mut params = Vec::new();
        for (index, function) in module.functions.iter().enumerate() {
            let name = &function.name;
            let first = *by_name.entry(name.text()).or_insert(index);
            if first != index {
                diagnostics.error(
                    redefinition(
                        Code::RedefinedFunction,
                        "function",
                        name,
                        &module.functions[first].name,
                    )
                    .with_help(
                        "functions differ in their names, whatever their parameters: rename \
                                one of them",
                    ),
                );
            }
            if builtins::called(name.text(), true).is_some() {
                diagnostics.error(
                    Code::RedefinedBuiltin
                        .error(name.span, format!("function '{}' is built in", name.text()))
                        .with_label("cannot be defined again")
                        .with_help("give the function another name"),
                );
            }
            if let ("main", [first, .., last]) | ("main", [first @ last]) =
                (name.text(), &function.params[..])
            {
                diagnostics.error(
                    Code::MainWithParameters
                        .error(first.span.to(last.span), "function 'main' takes no parameters")
                        .with_label(format!(
                            "found {}",
                            counted(function.params.len(), "parameter")
                        ))
                        .with_help("nothing calls 'main' with arguments: define variables in it"),
                );
            }
            let kinds = function.params.iter().map(|p| {
                let advise = |diagnostic: Diagnostic, name: &Name| {
                    let (of, name) = (name.text(), p.name.text());
                    diagnostic.with_help(if foreign::defines_variable(of) {
                        format!("types are not written: `{name}`")
                    } else {
                        format!(
                            "define it: `struct {of} {{ ... }}`; parameters are separated by `,`: \
                             `{of}, {name}`"
                        )
                    })
                };
                structs.declared(p.struct_name.as_ref(), advise, diagnostics)
            });
            params.push(kinds.collect());
        }
        let returns = vec![Returns::Unknown; module.functions.len()];
        Self { by_name, params, returns, specialized }
    }

    /// Whether a function is checked only as copies for the functions that it is given.
    pub(super) fn is_template(&self, function: usize) -> bool {
        self.specialized.is_some_and(|specialized| specialized.is_template[function])
    }

    /// The call for which a function was copied, and the functions that it was given.
    fn origin(&self, function: usize) -> Option<&'m (Span, String)> {
        self.specialized.and_then(|specialized| specialized.origins[function].as_ref())
    }

    /// The first function of a name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

/// Checks all bodies in this order, in which callees come first.
pub(super) fn check_bodies<'m>(
    module: &'m Module,
    structs: &Structs<'m>,
    functions: Functions<'m>,
    order: &Order,
    diagnostics: &mut Diagnostics,
) -> Checked<'m> {
    let mut types = vec![Ty::Wrong; module.exprs.len()];
    let mut functions = functions;
    let constants = check_constants(module, structs, &functions, &mut types, diagnostics);
    if order.is_recursive {
        find_results(module, structs, &mut functions, order, &mut types, &constants);
    }
    let is_compiled: Vec<bool> =
        (0..module.functions.len()).map(|index| !functions.is_template(index)).collect();
    for &index in order.functions.iter().filter(|index| is_compiled[**index]) {
        let function = &module.functions[index];
        let mut found = Diagnostics::new();
        let mut checker = BodyChecker::new(
            module, structs, &functions, function, &mut found, &mut types, &constants,
        );
        checker.errors_before = diagnostics.error_count();
        let mut returns = checker.body(index);
        let doubtful = checker.doubtful;
        // The result of a wrong function may not be the intended one.
        if found.has_errors() {
            returns = Returns::Unknown;
        }
        let origin = functions.origin(index);
        diagnostics.extend(found.into_iter().map(|found| match origin {
            Some((call, given)) => found.with_secondary(*call, format!("{given} for this call")),
            None => found,
        }));
        functions.returns[index] = returns;
        for param in doubtful {
            functions.params[index][param] = None;
        }
    }
    let mut unknown = functions.returns.iter().zip(&is_compiled);
    let unknown = unknown.position(|it| it == (&Returns::Unknown, &true));
    if let Some(index) = unknown.filter(|_| !diagnostics.has_errors()) {
        let name = &module.functions[index].name;
        diagnostics.error(
            Code::Recursion
                .error(
                    name.span,
                    format!("each value that '{}' returns comes from itself", name.text()),
                )
                .with_label("no value is returned at the end of the recursion")
                .with_help(
                    "return another value under a condition, as in `if shape(x)[0] == 1 { return \
                     x; }`",
                ),
        );
    }
    Checked { functions, types }
}

/// Finds the results of functions before all functions that they call are checked: a recursive one
/// has the result of those of its returns that do not depend on itself. Each round goes through all
/// functions, and finds one at least.
fn find_results<'m>(
    module: &'m Module,
    structs: &Structs<'m>,
    functions: &mut Functions<'m>,
    order: &Order,
    types: &mut Vec<Ty>,
    constants: &Constants<'m>,
) {
    let mut is_new = true;
    while std::mem::take(&mut is_new) {
        for &index in &order.functions {
            if functions.returns[index] != Returns::Unknown || functions.is_template(index) {
                continue;
            }
            // They are reported when the function is checked.
            let mut ignored = Diagnostics::new();
            let function = &module.functions[index];
            let returns = BodyChecker::new(
                module,
                structs,
                functions,
                function,
                &mut ignored,
                types,
                constants,
            )
            .body(index);
            is_new |= returns != Returns::Unknown;
            functions.returns[index] = returns;
        }
    }
}

/// Checks the constants of a module, each of which knows those before it.
fn check_constants<'m>(
    module: &'m Module,
    structs: &Structs<'m>,
    functions: &Functions<'m>,
    types: &mut Vec<Ty>,
    diagnostics: &mut Diagnostics,
) -> Constants<'m> {
    let mut constants = Constants::default();
    let Some(function) = module.functions.first() else { return constants };
    for constant in &module.constants {
        let mut checker =
            BodyChecker::new(module, structs, functions, function, diagnostics, types, &constants);
        let kind = checker.constant(constant);
        let name = &constant.name;
        if let Some((first, _)) = constants.get(name.text()) {
            diagnostics.error(
                redefinition(Code::RedefinedVariable, "constant", name, first)
                    .with_help("values do not change: give the new one a name of its own"),
            );
            continue;
        }
        constants.insert(name.text(), (name, kind));
    }
    constants
}

/// A module whose bodies were checked.
pub(super) struct Checked<'m> {
    functions: Functions<'m>,
    types: Vec<Ty>,
}

impl Checked<'_> {
    /// The analysis of a module without errors, in which nothing is unknown.
    pub(super) fn into_analysis(self, structs: Structs<'_>) -> Analysis {
        let kind = |ty: &Ty| match ty {
            Ty::Value(kind) => Some(*kind),
            _ => None,
        };
        let result = |returns: &Returns| match returns {
            Returns::Value(kind) => Some(*kind),
            _ => None,
        };
        Analysis {
            structs: structs.into_members(),
            results: self.functions.returns.iter().map(result).collect(),
            params: self
                .functions
                .params
                .into_iter()
                .map(|p| p.into_iter().flatten().collect())
                .collect(),
            exprs: self.types.iter().map(kind).collect(),
            specialized: None,
        }
    }
}

/// Constants by name, with their kinds; a wrong one has none.
pub(super) type Constants<'m> = FxHashMap<&'m str, (&'m Name, Option<Kind>)>;

impl<'c, 'm> BodyChecker<'c, 'm> {
    fn new(
        module: &'m Module,
        structs: &'c Structs<'m>,
        functions: &'c Functions<'m>,
        function: &'m Function,
        diagnostics: &'c mut Diagnostics,
        types: &'c mut Vec<Ty>,
        constants: &'c Constants<'m>,
    ) -> Self {
        Self {
            module,
            structs,
            functions,
            function,
            diagnostics,
            types,
            constants,
            variables: FxHashMap::default(),
            unknown: FxHashSet::default(),
            doubtful: Vec::new(),
            depth: 0,
            loops: 0,
            loop_variables: Vec::new(),
            first_return: None,
            errors_before: 0,
        }
    }
}

/// Checks one body.
pub(super) struct BodyChecker<'c, 'm> {
    pub(super) module: &'m Module,
    pub(super) structs: &'c Structs<'m>,
    pub(super) functions: &'c Functions<'m>,
    pub(super) function: &'m Function,
    pub(super) diagnostics: &'c mut Diagnostics,
    /// By expression.
    pub(super) types: &'c mut Vec<Ty>,
    /// The constants of the module, or those before the one that is checked.
    pub(super) constants: &'c Constants<'m>,
    pub(super) variables: FxHashMap<&'m str, (&'m Name, Option<Kind>)>,
    /// Undefined variables, which are reported once.
    pub(super) unknown: FxHashSet<&'m str>,
    /// Parameters whose declaration does not fit their use, which was reported: their calls are not
    /// reported as well.
    pub(super) doubtful: Vec<usize>,
    /// The nesting depth of loops and conditionals.
    pub(super) depth: usize,
    /// The number of loops around a statement.
    pub(super) loops: usize,
    /// The variables of the enclosing loops.
    pub(super) loop_variables: Vec<&'m str>,
    /// The first return, and its result.
    pub(super) first_return: Option<(Span, Returns)>,
    /// The errors of the functions that were checked before.
    errors_before: usize,
}

impl BodyChecker<'_, '_> {
    /// The errors that were found so far.
    pub(super) fn error_count(&self) -> usize {
        self.errors_before + self.diagnostics.error_count()
    }
}
