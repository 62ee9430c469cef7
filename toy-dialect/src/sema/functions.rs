//! Functions: their names and parameters, their statements, and their results.

use mlir_lite_diagnostics::{Diagnostics, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{
    Code, ExprId, ExprKind, For, Function, If, MAX_NESTING, Module, NESTING, Name, Size, Stmt,
    StmtKind, VarType,
};

use super::expressions::{Ty, Wanted};
use super::structs::{Structs, undefined};
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
}

impl<'m> Functions<'m> {
    /// Collects names and parameters.
    pub(super) fn declare(
        module: &'m Module,
        structs: &Structs<'_>,
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
                let advice = |name: &str| {
                    format!(
                        "define it: `struct {name} {{ ... }}`; parameters are separated by `,`: \
                            `{name}, {}`",
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
            depth: 0,
            loop_variables: Vec::new(),
        };
        let errors_before = checker.diagnostics.error_count();
        let mut returns = checker.body(index);
        // The result of a wrong function may not be the intended one.
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
    /// Undefined variables, which are reported once.
    pub(super) unknown: FxHashSet<&'m str>,
    /// Parameters whose declaration does not fit their use, which was reported: their calls are not
    /// reported as well.
    pub(super) doubtful: Vec<usize>,
    /// The nesting depth of loops and conditionals.
    pub(super) depth: usize,
    /// The variables of the enclosing loops.
    pub(super) loop_variables: Vec<&'m str>,
}

impl<'m> BodyChecker<'_, 'm> {
    fn body(&mut self, index: usize) -> Returns {
        let functions = self.functions;
        for (param, kind) in self.function.params.iter().zip(&functions.params[index]) {
            self.define("parameter", &param.name, *kind);
            // The supposed struct may be the name of a parameter, with a missing `,` after it.
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
        let noun = if what == "parameter" { what } else { "variable" };
        let mut diagnostic = redefinition(Code::RedefinedVariable, noun, name, first);
        let can_change = self.depth > 0 && !self.loop_variables.contains(&text);
        diagnostic = match what {
            "variable" if can_change => diagnostic
                .with_help(format!("to change it here, write `{text} = ...;` without `var`")),
            "variable" => {
                diagnostic.with_help("values do not change: give the new one a name of its own")
            }
            _ => diagnostic.with_help("give one of them another name"),
        };
        // It is not known which one later uses mean.
        if *first_kind != kind {
            *first_kind = None;
        }
        self.diagnostics.error(diagnostic);
    }

    /// Checks a statement; returns its result if it is a return.
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
                Ty::Text => self.used_text(*value),
                Ty::Wrong | Ty::Nothing | Ty::Value(_) => {}
            },
            StmtKind::Rebind { name, value } => self.rebind(name, *value),
            StmtKind::For(this) => self.for_loop(this),
            StmtKind::If(this) => self.conditional(this, statement.span),
            StmtKind::Return(None) => return Some(Returns::Nothing),
            StmtKind::Return(Some(value)) => return Some(self.returned(*value)),
        }
        None
    }

    fn rebind(&mut self, name: &'m Name, value: ExprId) {
        self.expression(value);
        let Some((defined, kind)) = self.variables.get(name.text()).copied() else {
            self.unknown_variable(name.text(), name.span, Wanted::NewValue);
            return;
        };
        if self.depth == 0 {
            self.diagnostics.error(
                Code::Assignment
                    .error(name.span, format!("variable '{}' cannot be changed", name.text()))
                    .with_label("only in a loop or a conditional")
                    .with_secondary(defined.span, "defined here")
                    .with_help("values do not change; define a new variable: `var name = ...;`"),
            );
            return;
        }
        if self.loop_variables.contains(&name.text()) {
            self.diagnostics.error(
                Code::LoopVariable
                    .error(name.span, format!("'{}' counts the iterations of a loop", name.text()))
                    .with_label("cannot be changed")
                    .with_secondary(defined.span, "defined here"),
            );
            return;
        }
        if let Some(kind) = kind {
            self.expect(value, kind, &format!("variable '{}'", name.text()), defined.span);
        }
    }

    fn for_loop(&mut self, this: &'m For) {
        for bound in [this.from, this.to] {
            self.expression(bound);
            self.tensor("a loop's bound", bound);
        }
        let name = this.variable.text();
        let outer = self.variables.get(name).copied();
        self.define("loop variable", &this.variable, Some(Kind::Tensor));
        self.loop_variables.push(name);
        self.block(&this.body);
        self.loop_variables.pop();
        match outer {
            Some(outer) => self.variables.insert(name, outer),
            None => self.variables.remove(name),
        };
    }

    fn conditional(&mut self, this: &'m If, span: Span) {
        let most = NESTING.get();
        if this.arms.len() > most {
            let message = format!("a conditional has at most {most} conditions");
            self.diagnostics.error(
                Code::NestingTooDeep
                    .error(span, message)
                    .with_label(format!("found {}", this.arms.len()))
                    .with_help(NESTING.advice()),
            );
        }
        for (condition, body) in &this.arms {
            self.expression(*condition);
            self.tensor("a condition", *condition);
            self.block(body);
        }
        self.block(&this.otherwise);
    }

    /// Checks statements with a scope of their own.
    fn block(&mut self, body: &'m [Stmt]) {
        self.depth += 1;
        let mut own = Vec::new();
        for statement in body {
            if let StmtKind::Var { name, .. } = &statement.kind
                && !self.variables.contains_key(name.text())
            {
                own.push(name.text());
            }
            if self.statement(statement).is_some() {
                self.diagnostics.error(
                    Code::ReturnInside
                        .error(statement.span, "a function returns at its end only")
                        .with_label("not from a loop or a conditional")
                        .with_help("change a variable here, and return it at the end"),
                );
            }
        }
        for name in own {
            self.variables.remove(name);
        }
        self.depth -= 1;
    }

    fn returned(&mut self, value: ExprId) -> Returns {
        let ty = self.expression(value);
        match ty {
            Ty::Value(Kind::Struct(_)) if self.function.name.text() == "main" => {
                self.diagnostics.error(
                    Code::MainReturnsValue
                        .error(
                            self.module.exprs[value].span,
                            "function 'main' cannot return a struct",
                        )
                        .with_label("an exit status is a number")
                        .with_help("return a whole number from 0 to 255, or print the members"),
                );
                Returns::Unknown
            }
            Ty::Braces => {
                self.untyped_braces(value);
                Returns::Unknown
            }
            Ty::Nothing => {
                self.used_nothing(value);
                Returns::Unknown
            }
            Ty::Text => {
                self.used_text(value);
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
                Ty::Text => {
                    self.used_text(init);
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
                for size in shape {
                    if let Size::Expr(size) = size {
                        self.expression(*size);
                        self.tensor("a size", *size);
                    }
                }
                self.declared_shape(shape, *span, init);
                Some(Kind::Tensor)
            }
        }
    }

    /// Compares the number of elements of a literal with a shape that is written in numbers.
    fn declared_shape(&mut self, shape: &[Size], span: Span, init: ExprId) {
        let sizes = shape.iter().map(|size| match size {
            Size::Number(size) => Some(*size),
            Size::Expr(_) => None,
        });
        let Some(sizes) = sizes.collect::<Option<Vec<u64>>>() else { return };
        let expr = &self.module.exprs[init];
        let found = match &expr.kind {
            ExprKind::Number(_) => 1,
            ExprKind::Literal(literal) => literal.values.len() as u64,
            _ => return,
        };
        let wanted = sizes.iter().try_fold(1_u64, |count, size| count.checked_mul(*size));
        if wanted == Some(found) {
            return;
        }
        let sizes: Vec<_> = sizes.iter().map(u64::to_string).collect();
        let sizes = sizes.join(", ");
        let wanted = wanted.map_or("more than 2^64".to_owned(), |count| count.to_string());
        let elements = counted(found as usize, "element");
        self.diagnostics.error(
            Code::ReshapeMismatch
                .error(
                    expr.span,
                    format!("cannot reshape {elements} to <{sizes}>, which has {wanted}"),
                )
                .with_label(elements)
                .with_secondary(span, format!("a tensor of shape <{sizes}> has {wanted} elements")),
        );
    }
}
