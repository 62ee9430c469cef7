//! Functions: their names and parameters, their statements, what they return.

use mlir_lite_diagnostics::{Diagnostics, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{Code, ExprId, ExprKind, Function, MAX_NESTING, Module, Name, Stmt, StmtKind, VarType};

use super::expressions::Ty;
use super::structs::{Structs, undefined};
use super::{Analysis, Kind, counted, redefinition};

/// What a function returns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Returns {
    /// It was not checked, or what it returns is wrong.
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
}

impl<'m> Functions<'m> {
    /// Collects names and parameters.
    pub(super) fn declare(module: &'m Module, structs: &Structs<'_>, diagnostics: &mut Diagnostics) -> Self {
        let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
        let mut params = Vec::new();
        for (index, function) in module.functions.iter().enumerate() {
            let name = &function.name;
            let first = *by_name.entry(name.text()).or_insert(index);
            if first != index {
                diagnostics.error(
                    redefinition(Code::RedefinedFunction, "function", name, &module.functions[first].name)
                        .with_help(
                            "functions differ in their names, whatever their parameters: rename one of them",
                        ),
                );
            }
            if let ("main", [first, .., last]) | ("main", [first @ last]) =
                (name.text(), &function.params[..])
            {
                diagnostics.error(
                    Code::MainWithParameters
                        .error(first.span.to(last.span), "function 'main' takes no parameters")
                        .with_label(format!("found {}", counted(function.params.len(), "parameter")))
                        .with_help("nothing calls 'main' with arguments: define variables in it"),
                );
            }
            let kinds = function.params.iter().map(|p| {
                let advice = |name: &str| {
                    format!(
                        "define it: `struct {name} {{ ... }}`; parameters are separated by `,`: `{name}, {}`",
                        p.name.text()
                    )
                };
                structs.declared(p.struct_name.as_ref(), advice, diagnostics)
            });
            params.push(kinds.collect());
        }
        let returns = vec![Returns::Unknown; module.functions.len()];
        Self { by_name, params, returns }
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
    order: &[usize],
    diagnostics: &mut Diagnostics,
) -> Checked<'m> {
    let mut types = vec![Ty::Wrong; module.exprs.len()];
    let mut functions = functions;
    for &index in order {
        let function = &module.functions[index];
        let mut checker = BodyChecker {
            module,
            structs,
            functions: &functions,
            function,
            diagnostics,
            types: &mut types,
            variables: FxHashMap::default(),
            unknown: FxHashSet::default(),
            doubtful: Vec::new(),
        };
        let errors_before = checker.diagnostics.error_count();
        let mut returns = checker.body(index);
        // What a wrong function returns may not be what it is meant to return.
        if checker.diagnostics.error_count() > errors_before {
            returns = Returns::Unknown;
        }
        let doubtful = checker.doubtful;
        functions.returns[index] = returns;
        for param in doubtful {
            functions.params[index][param] = None;
        }
    }
    Checked { functions, types }
}

/// A module whose bodies were checked.
pub(super) struct Checked<'m> {
    functions: Functions<'m>,
    types: Vec<Ty>,
}

impl Checked<'_> {
    /// What was found about a module without errors, in which nothing is unknown.
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
            params: self.functions.params.into_iter().map(|p| p.into_iter().flatten().collect()).collect(),
            exprs: self.types.iter().map(kind).collect(),
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
    pub(super) variables: FxHashMap<&'m str, (&'m Name, Option<Kind>)>,
    /// Variables that do not exist, which are reported once.
    pub(super) unknown: FxHashSet<&'m str>,
    /// Parameters whose declaration does not fit their use, which was reported: calls are not held against it.
    pub(super) doubtful: Vec<usize>,
}

impl<'m> BodyChecker<'_, 'm> {
    fn body(&mut self, index: usize) -> Returns {
        let functions = self.functions;
        for (param, kind) in self.function.params.iter().zip(&functions.params[index]) {
            self.define("parameter", &param.name, *kind);
            // What was taken for a struct may be the name of a parameter, with the `,` behind it missing.
            if let (None, Some(name)) = (kind, &param.struct_name) {
                self.unknown.insert(name.text());
            }
        }
        let mut first_return: Option<(Span, Returns)> = None;
        for statement in &self.function.body {
            let Some(returns) = self.statement(statement) else { continue };
            match first_return {
                None => first_return = Some((statement.span, returns)),
                Some((first_span, first)) => self.agree(statement.span, returns, first_span, first),
            }
        }
        first_return.map_or(Returns::Nothing, |(_, returns)| returns)
    }

    /// Reports two returns of different kinds.
    fn agree(&mut self, span: Span, returns: Returns, first_span: Span, first: Returns) {
        if returns == first || returns == Returns::Unknown || first == Returns::Unknown {
            return;
        }
        let describe = |returns| match returns {
            Returns::Value(kind) => super::described(self.module, kind),
            _ => "nothing".to_owned(),
        };
        let name = self.function.name.text();
        let (first, second) = (describe(first), describe(returns));
        self.diagnostics.error(
            Code::ReturnsDiffer
                .error(span, format!("function '{name}' returns both {first} and {second}"))
                .with_label(format!("returns {second}"))
                .with_secondary(first_span, format!("returns {first}")),
        );
    }

    fn define(&mut self, what: &str, name: &'m Name, kind: Option<Kind>) {
        let text = name.text();
        let Some((first, first_kind)) = self.variables.get_mut(text) else {
            self.variables.insert(text, (name, kind));
            return;
        };
        let mut diagnostic = redefinition(Code::RedefinedVariable, what, name, first);
        if what == "variable" {
            diagnostic = diagnostic.with_help("values do not change: give the new one a name of its own");
        } else {
            diagnostic = diagnostic.with_help("give one of them another name");
        }
        // Which one later uses mean is not known.
        if *first_kind != kind {
            *first_kind = None;
        }
        self.diagnostics.error(diagnostic);
    }

    /// Checks a statement; says what it returns if it does.
    fn statement(&mut self, statement: &'m Stmt) -> Option<Returns> {
        match &statement.kind {
            StmtKind::Var { ty, name, init } => {
                self.expression(*init);
                let kind = self.variable(ty, name, *init);
                self.define("variable", name, kind);
            }
            StmtKind::Print(value) => {
                self.expression(*value);
                self.tensor("'print'", *value);
            }
            StmtKind::Expr(value) => match self.expression(*value) {
                Ty::Braces => self.untyped_braces(*value),
                Ty::Wrong | Ty::Nothing | Ty::Value(_) => {}
            },
            StmtKind::Return(None) => return Some(Returns::Nothing),
            StmtKind::Return(Some(value)) => return Some(self.returned(*value)),
        }
        None
    }

    fn returned(&mut self, value: ExprId) -> Returns {
        let ty = self.expression(value);
        if self.function.name.text() == "main" {
            self.diagnostics.error(
                Code::MainReturnsValue
                    .error(self.module.exprs[value].span, "function 'main' cannot return a value")
                    .with_label("nothing could use it")
                    .with_help("print it: `print(...);`"),
            );
            return Returns::Unknown;
        }
        match ty {
            Ty::Braces => {
                self.untyped_braces(value);
                Returns::Unknown
            }
            Ty::Nothing => {
                self.used_nothing(value);
                Returns::Unknown
            }
            Ty::Wrong => Returns::Unknown,
            Ty::Value(kind) => Returns::Value(kind),
        }
    }

    /// Checks a variable's value against its declaration; the result is the variable's kind.
    fn variable(&mut self, declared: &'m VarType, name: &Name, init: ExprId) -> Option<Kind> {
        match declared {
            VarType::Inferred => match self.types[init.index()] {
                Ty::Value(kind) => Some(kind),
                Ty::Wrong => None,
                Ty::Nothing => {
                    self.used_nothing(init);
                    None
                }
                Ty::Braces => {
                    self.untyped_braces(init);
                    None
                }
            },
            VarType::Struct(struct_name) => {
                let kind = self.structs.declared(Some(struct_name), undefined, self.diagnostics)?;
                self.expect(init, kind, &format!("variable '{}'", name.text()), struct_name.span);
                Some(kind)
            }
            VarType::Shaped { shape, span } => {
                self.tensor(&format!("variable '{}' of a declared shape", name.text()), init);
                if shape.len() > MAX_NESTING {
                    self.diagnostics.error(
                        Code::TooManyDimensions
                            .error(*span, format!("a tensor has at most {MAX_NESTING} dimensions"))
                            .with_label(format!("found {}", counted(shape.len(), "dimension"))),
                    );
                }
                let expr = &self.module.exprs[init];
                let found = match &expr.kind {
                    ExprKind::Number(_) => Some(1),
                    ExprKind::Literal(literal) => Some(literal.values.len() as u64),
                    _ => None,
                };
                let wanted = shape.iter().try_fold(1_u64, |count, size| count.checked_mul(*size));
                if let Some(found) = found
                    && wanted != Some(found)
                {
                    let sizes: Vec<_> = shape.iter().map(u64::to_string).collect();
                    let sizes = sizes.join(", ");
                    let wanted = wanted.map_or("more than 2^64".to_owned(), |count| count.to_string());
                    self.diagnostics.error(
                        Code::ReshapeMismatch
                            .error(
                                expr.span,
                                format!(
                                    "cannot reshape {} to <{sizes}>, which has {wanted}",
                                    counted(found as usize, "element")
                                ),
                            )
                            .with_label(counted(found as usize, "element"))
                            .with_secondary(
                                *span,
                                format!("a tensor of shape <{sizes}> has {wanted} elements"),
                            ),
                    );
                }
                Some(Kind::Tensor)
            }
        }
    }
}
