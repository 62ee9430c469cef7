//! Functions as arguments: they are known when a program is compiled.
//!
//! A function that calls a parameter is a template. Each call of it that gives a function for the
//! parameter becomes a call of a copy of the template, in which the given function is called: the
//! copy of `bisect` for `cube` is `bisect$cube`. A `lambda` becomes a function of its own; the
//! variables that it uses of the function around it are further parameters of it, and of the copies
//! that it is handed to, before the others. The result has no function as a value, and is checked
//! and compiled like any other program. Templates themselves are not checked.
//!
//! The functions of the module keep their places and their expressions; copies follow. Where a call
//! passes on captured variables, these arguments follow the call in the arena.

mod parameters;
mod scope;

use mlir_lite_diagnostics::{BytePos, Diagnostic, Diagnostics, Span, did_you_mean, nearest};
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{
    Code, ExprId, ExprKind, Function, Lambdas, Module, Name, Param, Stmt, StmtKind, all_statements,
};

pub use parameters::function_parameters;

use crate::builtins;
use crate::limits::MAX_COPIES;
use crate::program::calls;
use crate::sema::unknown::MAX_ADVISED;
use scope::{named_value, variables};

/// How often functions may be handed on from one to the next.
const MAX_DEPTH: usize = 64;

/// A module in which no function is an argument.
#[derive(Clone, Debug)]
pub(super) struct Specialized {
    pub(super) module: Module,
    /// By function, whether it is a template.
    pub(super) is_template: Vec<bool>,
    /// By function, the call for which it was copied, and the functions it was given.
    pub(super) origins: Vec<Option<(Span, String)>>,
}

/// Copies the functions that are called with functions; none if the program has no such call and
/// no such function.
pub(super) fn specialize(module: &Module, diagnostics: &mut Diagnostics) -> Option<Specialized> {
    let parameters = function_parameters(module);
    let is_template: Vec<bool> =
        parameters.iter().map(|list| list.iter().any(Option::is_some)).collect();
    let is_lambda = |kind: &ExprKind| matches!(kind, ExprKind::Lambda { .. });
    if !is_template.contains(&true) && !module.exprs.iter().any(|(_, it)| is_lambda(&it.kind)) {
        return None;
    }
    let mut names = FxHashMap::default();
    for (index, function) in module.functions.iter().enumerate() {
        names.entry(function.name.text().into()).or_insert(index);
    }
    let constants = module.constants.iter().map(|constant| constant.name.text().into());
    let mut specializer = Specializer {
        constants: constants.collect(),
        origins: vec![None; module.functions.len()],
        module: module.clone(),
        parameters,
        is_template,
        names,
        instances: FxHashMap::default(),
        lambdas: FxHashMap::default(),
        pending: Vec::new(),
        diagnostics,
    };
    specializer.run();
    let Specializer { module, is_template, origins, .. } = specializer;
    Some(Specialized { module, is_template, origins })
}

/// A function as an argument.
#[derive(Clone)]
struct Given {
    /// Its name: that of a function of the module or of a builtin.
    name: Box<str>,
    /// Of a `lambda`, the number of its parameters.
    arity: Option<usize>,
    /// The parameters of it that are captured variables.
    captures: Vec<Capture>,
}

/// A variable that a `lambda` uses of the function around it.
#[derive(Clone)]
struct Capture {
    name: Box<str>,
    structure: Option<Name>,
    span: Span,
}

/// A function that a name or an argument stands for, with the variables here that hold what it
/// captures.
#[derive(Clone)]
struct Bound {
    given: Given,
    values: Vec<Capture>,
}

/// The names that are known in a body.
struct Scope {
    /// The parameters that are functions.
    functions: FxHashMap<Box<str>, Bound>,
    variables: FxHashMap<Box<str>, Option<Name>>,
    /// How many functions were handed on to get here.
    depth: usize,
}

/// A function whose body is still to be read.
struct Pending {
    function: usize,
    functions: FxHashMap<Box<str>, Bound>,
    depth: usize,
}

struct Specializer<'d> {
    module: Module,
    /// For each parameter of each function of the source, where it is used as a function.
    parameters: Vec<Vec<Option<Span>>>,
    is_template: Vec<bool>,
    origins: Vec<Option<(Span, String)>>,
    names: FxHashMap<Box<str>, usize>,
    constants: FxHashSet<Box<str>>,
    /// The copies of templates, by template and the names of the given functions.
    instances: FxHashMap<(usize, Vec<Box<str>>), usize>,
    /// The functions that were made of expressions.
    lambdas: FxHashMap<ExprId, Bound>,
    pending: Vec<Pending>,
    diagnostics: &'d mut Diagnostics,
}

impl Specializer<'_> {
    fn run(&mut self) {
        let outside =
            || Scope { functions: FxHashMap::default(), variables: FxHashMap::default(), depth: 0 };
        // Values outside of bodies: of parameters, and constants.
        let defaults = self.module.functions.iter().zip(&self.parameters);
        let defaults = defaults.flat_map(|(function, parameters)| {
            let values = function.params.iter().zip(parameters);
            values
                .filter_map(|(param, is_function)| param.default.filter(|_| is_function.is_none()))
        });
        let constants =
            self.module.constants.iter().flat_map(|constant| constant.definition.exprs());
        let roots: Vec<ExprId> = defaults.chain(constants).collect();
        for root in roots {
            self.expression(root, &outside());
        }
        for function in 0..self.module.functions.len() {
            if !self.is_template[function] {
                self.body(Pending { function, functions: FxHashMap::default(), depth: 0 });
            }
        }
        while let Some(next) = self.pending.pop() {
            self.body(next);
        }
    }

    fn body(&mut self, Pending { function, functions, depth }: Pending) {
        let this = &self.module.functions[function];
        let scope = Scope { functions, variables: variables(this), depth };
        let roots: Vec<ExprId> = all_statements(&this.body).flat_map(Stmt::exprs).collect();
        for root in roots {
            self.expression(root, &scope);
        }
    }

    /// Replaces the functions in an expression.
    fn expression(&mut self, root: ExprId, scope: &Scope) {
        let order: Vec<ExprId> = self.module.exprs.postorder(root).collect();
        let lambdas = Lambdas::of(&self.module.exprs, root);
        for &id in order.iter().filter(|id| !lambdas.contain(**id)) {
            if let ExprKind::Call { .. } = self.module.exprs[id].kind {
                self.call(id, scope);
            }
        }
        // Functions that are left are not arguments for a function.
        let order: Vec<ExprId> = self.module.exprs.postorder(root).collect();
        let lambdas = Lambdas::of(&self.module.exprs, root);
        for id in order.into_iter().filter(|id| !lambdas.contain(*id)) {
            let what = match &self.module.exprs[id].kind {
                ExprKind::Lambda { .. } => "a `lambda`".to_owned(),
                ExprKind::Var(name) if scope.functions.contains_key(name) => {
                    format!("function '{}'", scope.functions[name].given.name)
                }
                _ => continue,
            };
            self.diagnostics.error(not_a_value(self.module.exprs[id].span, &what));
            self.drop_expression(id);
        }
    }

    /// Replaces an expression that was reported.
    fn drop_expression(&mut self, id: ExprId) {
        self.module.exprs.replace(id, ExprKind::Number(0.0));
    }

    fn call(&mut self, id: ExprId, scope: &Scope) {
        let span = self.module.exprs[id].span;
        let ExprKind::Call { callee, args } = &self.module.exprs[id].kind else { return };
        let (mut callee, mut args) = (callee.clone(), args.clone());
        if let Some(bound) = scope.functions.get(callee.text()) {
            if let Some(arity) = bound.given.arity.filter(|arity| *arity != args.len()) {
                let takes = super::counted(arity, "argument");
                let definition = self.names.get(&bound.given.name);
                let place = definition.map(|index| self.module.functions[*index].span);
                let error = Code::ArgumentCount
                    .error(
                        span,
                        format!("'{}' takes {takes} here, found {}", callee.text(), args.len()),
                    )
                    .with_label(format!(
                        "this calls a `lambda` of {}",
                        super::counted(arity, "parameter")
                    ));
                self.diagnostics.error(match place {
                    Some(place) => error.with_secondary(place, "this one"),
                    None => error,
                });
                self.drop_expression(id);
                return;
            }
            args.splice(..0, self.captured(&bound.values));
            callee = Name::new(&bound.given.name, callee.span);
        }
        let is_builtin = builtins::called(callee.text(), self.names.contains_key(callee.text()));
        let function = self.names.get(callee.text()).copied().filter(|_| is_builtin.is_none());
        match function.filter(|function| self.is_template[*function]) {
            Some(template) => self.call_of_template(id, template, callee, args, scope),
            None => self.module.exprs.replace(id, ExprKind::Call { callee, args }),
        }
    }

    /// The arguments that pass on captured variables.
    fn captured(&mut self, values: &[Capture]) -> Vec<ExprId> {
        let exprs = &mut self.module.exprs;
        let push = |value: &Capture| {
            let (span, loc) = (value.span, BytePos(value.span.start));
            exprs.push(ExprKind::Var(value.name.clone()), span, loc)
        };
        values.iter().map(push).collect()
    }

    /// A call of a function that calls some of its arguments.
    fn call_of_template(
        &mut self,
        id: ExprId,
        template: usize,
        callee: Name,
        args: Vec<ExprId>,
        scope: &Scope,
    ) {
        let function = &self.module.functions[template];
        let Ok(bound) = calls::bind(&self.module.exprs, function, &args) else {
            // The call is checked, and reported, with values for the functions.
            for argument in args.iter().map(|arg| self.value(*arg)).collect::<Vec<_>>() {
                if self.resolve(argument, scope).is_ok() {
                    self.drop_expression(argument);
                }
            }
            self.module.exprs.replace(id, ExprKind::Call { callee, args });
            return;
        };
        let parameters = self.parameters[template].clone();
        let defaults: Vec<_> = function.params.iter().map(|param| param.default).collect();
        let mut given: Vec<(usize, Bound)> = Vec::new();
        for (place, used) in parameters.iter().enumerate() {
            let Some(used) = used else { continue };
            let Some(argument) = bound[place].or(defaults[place]) else { continue };
            match self.resolve(argument, scope) {
                Ok(bound) => given.push((place, bound)),
                Err(error) => {
                    let error = match error {
                        Some(error) => *error,
                        None => self.value_for_function(template, place, argument, *used),
                    };
                    self.diagnostics.error(error);
                    self.drop_expression(id);
                    return;
                }
            }
        }
        let Some(instance) = self.instance(template, &given, callee.span, scope.depth) else {
            self.drop_expression(id);
            return;
        };
        let functions: Vec<ExprId> = given.iter().filter_map(|(place, _)| bound[*place]).collect();
        let values: Vec<Capture> = given.into_iter().flat_map(|(_, bound)| bound.values).collect();
        let rest = args.into_iter().filter(|arg| !functions.contains(&self.value(*arg)));
        let rest: Vec<ExprId> = rest.collect();
        let args = self.captured(&values).into_iter().chain(rest).collect();
        let callee = Name::new(self.module.functions[instance].name.text(), callee.span);
        self.module.exprs.replace(id, ExprKind::Call { callee, args });
    }

    /// The argument itself, without the name of its parameter.
    fn value(&self, argument: ExprId) -> ExprId {
        match &self.module.exprs[argument].kind {
            ExprKind::Named { value, .. } => *value,
            _ => argument,
        }
    }

    /// The function that an argument is.
    ///
    /// # Errors
    /// The error, if it has one of its own, for an argument that is a value.
    fn resolve(&mut self, id: ExprId, scope: &Scope) -> Result<Bound, Option<Box<Diagnostic>>> {
        if let ExprKind::Lambda { params, body } = &self.module.exprs[id].kind {
            let (params, body) = (params.clone(), *body);
            return Ok(self.lambda(id, &params, body, scope));
        }
        let Some(name) = named_value(&self.module.exprs, id) else { return Err(None) };
        if let Some(bound) = scope.functions.get(name) {
            return Ok(bound.clone());
        }
        let is_value = scope.variables.contains_key(name)
            || self.constants.contains(name)
            || builtins::constant(name).is_some();
        if is_value {
            return Err(None);
        }
        let is_defined = self.names.contains_key(name);
        if is_defined || builtins::called(name, is_defined).is_some() {
            let given = Given { name: name.into(), arity: None, captures: Vec::new() };
            return Ok(Bound { given, values: Vec::new() });
        }
        let error = Code::UnknownFunction
            .error(self.module.exprs[id].span, format!("unknown function '{name}'"))
            .with_label("no function and no variable of this name");
        if self.diagnostics.error_count() > MAX_ADVISED {
            return Err(Some(Box::new(error)));
        }
        let mut known: Vec<&str> = builtins::names().collect();
        known.extend(self.names.keys().map(|name| &**name).filter(|name| !name.contains('$')));
        known.sort_unstable();
        Err(Some(Box::new(match nearest(name, known) {
            Some(near) => error.with_help(did_you_mean(near)),
            None => error.with_help(format!("define it: `def {name}(...) {{ ... }}`")),
        })))
    }

    /// The error for a value where a function has to be; the parameter is used as one at `used`.
    fn value_for_function(
        &self,
        template: usize,
        place: usize,
        argument: ExprId,
        used: Span,
    ) -> Diagnostic {
        let function = &self.module.functions[template];
        let (name, param) = (function.name.text(), function.params[place].name.text());
        let expr = &self.module.exprs[argument];
        let error = Code::ValueAsFunction
            .error(
                expr.span,
                format!("parameter '{param}' of function '{name}' is a function, found a value"),
            )
            .with_label("a value where a function must be")
            .with_secondary(used, format!("'{param}' is used as a function here"));
        match &expr.kind {
            ExprKind::Call { callee, .. } => error.with_help(format!(
                "without a call, it is the function itself: `{}`; or write `lambda x: ...`",
                callee.text()
            )),
            _ => error.with_help(format!(
                "write the name of a function, or `lambda x: ...`; an element of a tensor is \
                 `{param}[i]`"
            )),
        }
    }

    /// The copy of a template for these functions; none, with an error, if there are too many.
    fn instance(
        &mut self,
        template: usize,
        given: &[(usize, Bound)],
        call: Span,
        depth: usize,
    ) -> Option<usize> {
        let names: Vec<Box<str>> = given.iter().map(|(_, it)| it.given.name.clone()).collect();
        let key = (template, names);
        if let Some(&known) = self.instances.get(&key) {
            return Some(known);
        }
        let function = self.module.functions[template].clone();
        let name = function.name.text();
        let most = MAX_COPIES.get();
        if depth >= MAX_DEPTH || self.instances.len() >= most {
            self.diagnostics.error(
                Code::EndlessFunctions
                    .error(call, format!("'{name}' is called with ever new functions"))
                    .with_label(match depth >= MAX_DEPTH {
                        true => format!("after {MAX_DEPTH} functions that were handed on"),
                        false => format!("after {most} copies of functions"),
                    })
                    .with_help(
                        "a recursion hands on the function that it was given: a `lambda` in it is \
                         a new one each time",
                    ),
            );
            return None;
        }
        let copy = self.unique_name(&format!("{name}${}", key.1.join("$")));
        let is_function = |place: usize| given.iter().any(|(of, _)| *of == place);
        let exprs = &mut self.module.exprs;
        // Captured variables come first, as other parameters may have default values.
        let mut params = Vec::new();
        let mut functions = FxHashMap::default();
        let mut shown = Vec::new();
        for (place, bound) in given {
            let param = &function.params[*place];
            let inside = inside(&bound.given, param.name.text());
            for Capture { name, structure, .. } in &inside.captures {
                params.push(Param {
                    struct_name: structure.clone(),
                    name: Name::new(name, param.span),
                    default: None,
                    span: param.span,
                });
            }
            let what = match bound.given.arity {
                Some(_) => "a `lambda`".to_owned(),
                None => format!("'{}'", bound.given.name),
            };
            shown.push(format!("'{}' is {what}", param.name.text()));
            let values = inside.captures.into_iter();
            let values = values.map(|it| Capture { span: param.span, ..it }).collect();
            let bound = Bound { given: bound.given.clone(), values };
            functions.insert(param.name.text().into(), bound);
        }
        for (place, param) in function.params.iter().enumerate() {
            if !is_function(place) {
                let default = param.default.map(|default| exprs.copy(default));
                params.push(Param { default, ..param.clone() });
            }
        }
        let body = function.body.iter().map(|statement| statement.copied(exprs)).collect();
        let name = Name::new(&copy, function.name.span);
        let index = self.add(Function { name, params, body, ..function }, functions, depth + 1);
        self.origins[index] = Some((call, shown.join(", ")));
        self.instances.insert(key, index);
        Some(index)
    }

    /// Adds a function, whose body is read later.
    fn add(
        &mut self,
        function: Function,
        functions: FxHashMap<Box<str>, Bound>,
        depth: usize,
    ) -> usize {
        let index = self.module.functions.len();
        self.names.insert(function.name.text().into(), index);
        self.module.functions.push(function);
        self.is_template.push(false);
        self.origins.push(None);
        self.pending.push(Pending { function: index, functions, depth });
        index
    }

    fn unique_name(&self, wanted: &str) -> String {
        let numbered = (1_usize..).map(|number| format!("{wanted}${number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        names.find(|name| !self.names.contains_key(&**name)).unwrap_or_default()
    }

    /// The function of a `lambda`.
    fn lambda(&mut self, id: ExprId, params: &[Name], body: ExprId, scope: &Scope) -> Bound {
        if let Some(known) = self.lambdas.get(&id) {
            return known.clone();
        }
        let span = self.module.exprs[id].span;
        let (functions, captures) = self.free_names(params, body, scope);
        let param = |name: &Name| Param {
            struct_name: None,
            name: name.clone(),
            default: None,
            span: name.span,
        };
        let further = captures.iter().map(|capture| Param {
            struct_name: capture.structure.clone(),
            name: Name::new(&capture.name, capture.span),
            default: None,
            span: capture.span,
        });
        let all = further.chain(params.iter().map(param)).collect();
        let place = self.module.exprs[body].span;
        let end =
            Stmt { kind: StmtKind::Return(Some(body)), span: place, loc: BytePos(place.start) };
        let name = self.unique_name(&format!("lambda${}", self.lambdas.len() + 1));
        let function = Function {
            name: Name::new(&name, span),
            params: all,
            body: vec![end],
            span,
            end: Span::at(span.end),
            loc: BytePos(span.start),
        };
        self.add(function, functions, scope.depth);
        let arity = Some(params.len());
        let given = Given { name: name.into(), arity, captures: captures.clone() };
        let bound = Bound { given, values: captures };
        self.lambdas.insert(id, bound.clone());
        bound
    }

    /// The functions and the variables of a scope that the body of a `lambda` uses.
    fn free_names(
        &self,
        params: &[Name],
        body: ExprId,
        scope: &Scope,
    ) -> (FxHashMap<Box<str>, Bound>, Vec<Capture>) {
        let exprs = &self.module.exprs;
        let nested = Lambdas::of(exprs, body);
        let (mut functions, mut captures) = (FxHashMap::default(), Vec::<Capture>::new());
        let mut seen: FxHashSet<Box<str>> = FxHashSet::default();
        for id in exprs.postorder(body) {
            let (name, is_call) = match &exprs[id].kind {
                ExprKind::Var(name) => (&**name, false),
                ExprKind::Call { callee, .. } => (callee.text(), true),
                _ => continue,
            };
            let is_own = params.iter().any(|param| param.text() == name);
            if is_own || nested.parameter(id).is_some() {
                continue;
            }
            let span = exprs[id].span;
            if let Some(bound) = scope.functions.get(name) {
                functions.insert(name.into(), bound.clone());
                let new = bound.values.iter().filter(|value| seen.insert(value.name.clone()));
                captures.extend(new.map(|value| Capture { span, ..value.clone() }));
            } else if let Some(structure) = scope.variables.get(name).filter(|_| !is_call)
                && seen.insert(name.into())
            {
                captures.push(Capture { name: name.into(), structure: structure.clone(), span });
            }
        }
        (functions, captures)
    }
}

/// A function as it is known in the copy of a template: captured variables have the name of the
/// template's parameter before theirs, with a point between them, as no variable of a source has.
fn inside(given: &Given, param: &str) -> Given {
    let captures = given.captures.iter().map(|capture| Capture {
        name: format!("{param}.{}", capture.name).into(),
        ..capture.clone()
    });
    Given { captures: captures.collect(), ..given.clone() }
}

/// The error for a function that is not an argument for a parameter that is called.
pub(super) fn not_a_value(span: Span, what: &str) -> Diagnostic {
    Code::FunctionAsValue
        .error(span, format!("{what} is not a value"))
        .with_label("a function where a value must be")
        .with_help("call it, or give it to a function that calls its parameter")
}
