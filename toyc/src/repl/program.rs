//! Builds a program from an entry: a `main` that begins with the kept variables, and the
//! definitions that it needs. Or, for commands that show code, a function whose parameters are the
//! kept variables.
//!
//! A later definition of a name shadows the earlier one. Within the program's `main`, where a
//! variable may not be defined twice, the earlier ones are therefore renamed ([`Versions`]); the
//! last keeps its name. Definitions are looked up when they are used: an old function calls the new
//! function of a name.
//!
//! Nothing is checked here: the program is analysed like any other.

use std::collections::BTreeSet;

use mlir_lite_diagnostics::{BytePos, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{
    Assign, Constant, ExprId, ExprKind, Exprs, For, Function, If, Item, Lambdas, Module, Name,
    Param, ParameterSize, ParameterSizes, ReplInput, Size, Stmt, StmtKind, StructDef, Unpack,
    VarType, While,
};

use super::definitions::{Definitions, Variable};
use super::versions::Versions;

/// Which kept definitions the program contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// Those that the entry uses, also through others.
    Used,
    /// The functions and structs that the entry uses, and no variables.
    Functions,
    /// The used ones, and declarations of all other names, so that a misspelt name can be
    /// suggested. Only for reports; such a program is not run.
    Named,
}

/// How a program accesses the kept variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form<'n> {
    /// Its last function is `main`, which begins with their values; there is none if the entry has
    /// nothing to run.
    Main,
    /// Its last function has this name, takes them as parameters in the order of their names, and
    /// returns the entry's value.
    Function(&'n str),
}

/// Composes the program of an entry.
pub(super) fn compose(
    input: &ReplInput,
    definitions: &Definitions,
    kept: Kept,
    form: Form<'_>,
) -> Module {
    let mut composer = Composer::default();
    let mut functions: FxHashSet<Box<str>> = FxHashSet::default();
    for function in &input.module.functions {
        composer.function(&input.module.exprs, function);
        functions.insert(function.name.text().into());
    }
    let last = composer.entry(input, definitions, kept, form);
    composer.add_called(definitions, &mut functions);
    if kept == Kept::Named {
        for (_, other) in definitions.functions().filter(|(name, _)| !functions.contains(*name)) {
            let mut function = Function { body: Vec::new(), ..other.function().clone() };
            // Their expressions are not in this module.
            function.params.iter_mut().for_each(|param| param.default = None);
            composer.module.functions.push(function);
        }
    }
    composer.module.functions.extend(last);
    composer.add_constants(definitions);
    composer.add_structs(&input.module.structs, definitions, kept);
    composer.finish()
}

/// Builds a program of kept functions and their dependencies.
pub(super) fn compose_functions<'n>(
    names: impl IntoIterator<Item = &'n str>,
    definitions: &Definitions,
) -> Module {
    let called = names.into_iter().map(Box::from).collect();
    let mut composer = Composer { called, ..Composer::default() };
    composer.add_called(definitions, &mut FxHashSet::default());
    composer.add_constants(definitions);
    composer.add_structs(&[], definitions, Kept::Used);
    composer.finish()
}

/// The kept variables that kept functions use, those of a function and of all that it calls.
pub(super) fn variables_of<'d>(
    names: impl IntoIterator<Item = &'d str>,
    definitions: &'d Definitions,
) -> Vec<&'d Variable> {
    let called = names.into_iter().map(Box::from).collect();
    let mut composer = Composer { called, ..Composer::default() };
    composer.add_called(definitions, &mut FxHashSet::default());
    composer.free.iter().filter_map(|name| definitions.variable(name)).collect()
}

/// A function with its expressions alone.
pub(super) fn extract(exprs: &Exprs, function: &Function) -> Module {
    let mut composer = Composer::default();
    composer.function(exprs, function);
    composer.module
}

#[derive(Default)]
struct Composer {
    module: Module,
    /// Names of called functions, with repetitions.
    called: Vec<Box<str>>,
    /// Names of used structs, with repetitions.
    structs: Vec<Box<str>>,
    /// The variables that functions use and do not define.
    free: BTreeSet<Box<str>>,
    /// The variables of the enclosing loops and blocks, which are distinct from outer ones.
    locals: Vec<Box<str>>,
}

impl Composer {
    /// Adds the kept functions that are called, transitively; not those whose names are taken.
    fn add_called(&mut self, definitions: &Definitions, taken: &mut FxHashSet<Box<str>>) {
        while let Some(name) = self.called.pop() {
            if let Some(found) = definitions.function(&name)
                && taken.insert(name)
            {
                self.function(found.exprs(), found.function());
            }
        }
    }

    /// Adds the kept variables that functions use, as constants.
    fn add_constants(&mut self, definitions: &Definitions) {
        for name in std::mem::take(&mut self.free) {
            let Some(variable) = definitions.variable(&name) else { continue };
            let init = variable.value.to_expr(&mut self.module.exprs, variable.name.span);
            let definition = self.kept_variable(variable, &name, init);
            self.module.constants.push(Constant { name: variable.name.clone(), definition });
        }
    }

    /// Adds new structs, and the kept ones that are used.
    fn add_structs(&mut self, new: &[StructDef], definitions: &Definitions, kept: Kept) {
        let mut taken: FxHashSet<&str> =
            new.iter().map(|definition| definition.name.text()).collect();
        let mut needed = Vec::new();
        let fields = |definition: &StructDef| -> Vec<Box<str>> {
            definition
                .fields
                .iter()
                .filter_map(|field| Some(field.struct_name.as_ref()?.text().into()))
                .collect()
        };
        self.structs.extend(new.iter().flat_map(fields));
        if kept == Kept::Named {
            self.structs
                .extend(definitions.structs().map(|definition| definition.name.text().into()));
        }
        while let Some(name) = self.structs.pop() {
            if let Some(found) = definitions.structure(&name)
                && taken.insert(found.name.text())
            {
                self.structs.extend(fields(found));
                needed.push(found);
            }
        }
        needed.sort_by_key(|definition| definition.name.text());
        self.module.structs = needed.into_iter().chain(new).cloned().collect();
    }

    fn finish(self) -> Module {
        let mut module = self.module;
        let counts = [module.structs.len(), module.constants.len(), module.functions.len()];
        let items = [Item::Struct as fn(usize) -> Item, Item::Constant, Item::Function];
        let items = items.into_iter().zip(counts);
        module.items = items.flat_map(|(item, count)| (0..count).map(item)).collect();
        module
    }

    /// The statements of an entry as a function; none if there are none.
    fn entry(
        &mut self,
        input: &ReplInput,
        definitions: &Definitions,
        kept: Kept,
        form: Form<'_>,
    ) -> Option<Function> {
        let is_kept = |name: &str| kept != Kept::Functions && definitions.variable(name).is_some();
        let mut versions = Versions::of(&input.body, is_kept);
        let exprs = &input.module.exprs;
        let mut body: Vec<_> = input
            .body
            .iter()
            .map(|statement| self.statement(exprs, statement, &mut versions))
            .collect();
        if let Some(value) = input.value {
            let copy = self.copy(exprs, value, &mut versions);
            let kind = match form {
                Form::Main => StmtKind::Expr(copy),
                Form::Function(_) => StmtKind::Return(Some(copy)),
            };
            let span = exprs[value].span;
            body.push(Stmt { kind, span, loc: BytePos(span.start) });
        }
        let span = body.iter().map(|statement| statement.span).reduce(Span::to)?;
        let mut function = Function {
            name: Name::new("main", span),
            params: Vec::new(),
            body: Vec::new(),
            span,
            end: Span::at(span.end),
            loc: BytePos(span.start),
        };
        match form {
            Form::Main => {
                let used = versions.first_uses().filter(|name| is_kept(name));
                let used = used.filter_map(|name| definitions.variable(name));
                for variable in used {
                    let name = versions.first(variable.name.text());
                    let init = variable.value.to_expr(&mut self.module.exprs, variable.name.span);
                    function.body.push(self.kept_variable(variable, &name, init));
                }
                if kept == Kept::Named {
                    function.body.extend(self.samples(input, definitions, &versions));
                }
            }
            Form::Function(name) => {
                function.name = Name::new(name, span);
                for variable in versions.first_uses().filter_map(|name| definitions.variable(name))
                {
                    let struct_name =
                        variable.value.struct_name().map(|name| Name::new(name, span));
                    self.structs.extend(struct_name.iter().map(|name| name.text().into()));
                    let name = Name::new(&versions.first(variable.name.text()), variable.name.span);
                    let span = name.span;
                    function.params.push(Param { struct_name, name, default: None, span });
                }
            }
        }
        function.body.extend(body);
        Some(function)
    }

    /// Definitions of the kept variables that an entry does not use.
    fn samples(
        &mut self,
        input: &ReplInput,
        definitions: &Definitions,
        versions: &Versions,
    ) -> Vec<Stmt> {
        // A variable of a struct that the entry redefines would be reported as not fitting.
        let fits = |variable: &&Variable| {
            !input.module.structs.iter().any(|new| variable.value.holds_struct(new.name.text()))
        };
        let used: Vec<&str> = versions.first_uses().collect();
        let is_unused = |variable: &&Variable| used.binary_search(&variable.name.text()).is_err();
        let unused = definitions.variables().filter(fits).filter(is_unused);
        unused
            .map(|variable| {
                let init = variable.value.to_sample(&mut self.module.exprs, variable.name.span);
                self.kept_variable(variable, &versions.first(variable.name.text()), init)
            })
            .collect()
    }

    /// Defines a kept variable.
    fn kept_variable(&mut self, variable: &Variable, name: &str, init: ExprId) -> Stmt {
        let span = variable.name.span;
        let ty = match variable.value.struct_name() {
            None => VarType::Inferred,
            Some(name) => {
                self.structs.push(name.into());
                VarType::Struct(Name::new(name, span))
            }
        };
        let name = Name::new(name, span);
        Stmt { kind: StmtKind::Var { ty, name, init }, span, loc: BytePos(span.start) }
    }

    /// Adds a function, whose expressions are in `exprs`.
    fn function(&mut self, exprs: &Exprs, function: &Function) {
        let mut versions = Versions::default();
        let structs = function.params.iter().filter_map(|param| param.struct_name.as_ref());
        self.structs.extend(structs.map(|name| name.text().into()));
        let mut params = function.params.clone();
        for param in &mut params {
            param.default = param.default.map(|default| self.copy(exprs, default, &mut versions));
        }
        let body =
            function.body.iter().map(|stmt| self.statement(exprs, stmt, &mut versions)).collect();
        let is_param = |name: &str| params.iter().any(|param| param.name.text() == name);
        let free = versions.first_uses().filter(|name| !is_param(name));
        self.free.extend(free.map(Box::from));
        self.module.functions.push(Function { params, body, ..function.clone() });
    }

    fn statement(&mut self, exprs: &Exprs, statement: &Stmt, versions: &mut Versions) -> Stmt {
        let kind = match &statement.kind {
            StmtKind::Var { ty, name, init } => {
                if let VarType::Struct(name) = ty {
                    self.structs.push(name.text().into());
                }
                let init = self.copy(exprs, *init, versions);
                let ty = self.var_type(exprs, ty, versions);
                let name = Name::new(&versions.define(name.text()), name.span);
                StmtKind::Var { ty, name, init }
            }
            StmtKind::Sizes(this) => {
                let sizes = self.parameter_sizes(exprs, &this.sizes, versions);
                StmtKind::Sizes(Box::new(ParameterSizes { sizes, ..*this.clone() }))
            }
            StmtKind::Unpack(this) => {
                let init = self.copy(exprs, this.init, versions);
                let named = |name: &Name| Name::new(&versions.define(name.text()), name.span);
                let names = this.names.iter().map(named).collect();
                StmtKind::Unpack(Box::new(Unpack { names, init }))
            }
            StmtKind::Return(value) => {
                StmtKind::Return(value.map(|value| self.copy(exprs, value, versions)))
            }
            StmtKind::Print(value) => StmtKind::Print(self.copy(exprs, *value, versions)),
            StmtKind::Expr(value) => StmtKind::Expr(self.copy(exprs, *value, versions)),
            StmtKind::Assign(this) => {
                let subscripts = this
                    .subscripts
                    .iter()
                    .map(|subscript| subscript.map(|index| self.copy(exprs, index, versions)));
                let subscripts = subscripts.collect();
                let value = self.copy(exprs, this.value, versions);
                let name = Name::new(&self.used(this.name.text(), versions), this.name.span);
                StmtKind::Assign(Box::new(Assign { name, subscripts, value, ..**this }))
            }
            StmtKind::For(this) => {
                let from = self.copy(exprs, this.from, versions);
                let to = self.copy(exprs, this.to, versions);
                let step = this.step.map(|step| self.copy(exprs, step, versions));
                self.locals.push(this.variable.text().into());
                let body = self.block(exprs, &this.body, versions);
                self.locals.pop();
                let variable = this.variable.clone();
                StmtKind::For(Box::new(For { variable, from, to, step, body }))
            }
            StmtKind::While(this) => {
                let condition = self.copy(exprs, this.condition, versions);
                let body = self.block(exprs, &this.body, versions);
                StmtKind::While(Box::new(While { condition, body }))
            }
            StmtKind::Break => StmtKind::Break,
            StmtKind::Continue => StmtKind::Continue,
            StmtKind::If(this) => {
                let mut arms = Vec::with_capacity(this.arms.len());
                for (condition, body) in &this.arms {
                    let condition = self.copy(exprs, *condition, versions);
                    arms.push((condition, self.block(exprs, body, versions)));
                }
                let otherwise = self.block(exprs, &this.otherwise, versions);
                StmtKind::If(Box::new(If { arms, otherwise }))
            }
        };
        Stmt { kind, span: statement.span, loc: statement.loc }
    }

    /// Statements of a loop or a conditional, whose variables are local: they have one definition
    /// each.
    fn block(&mut self, exprs: &Exprs, body: &[Stmt], versions: &mut Versions) -> Vec<Stmt> {
        let mut copied = Vec::with_capacity(body.len());
        let outer = self.locals.len();
        for statement in body {
            copied.push(match &statement.kind {
                StmtKind::Var { ty, name, init } => {
                    if let VarType::Struct(name) = ty {
                        self.structs.push(name.text().into());
                    }
                    let init = self.copy(exprs, *init, versions);
                    let ty = self.var_type(exprs, ty, versions);
                    self.locals.push(name.text().into());
                    Stmt {
                        kind: StmtKind::Var { ty, name: name.clone(), init },
                        ..statement.clone()
                    }
                }
                StmtKind::Sizes(this) => {
                    let sizes = self.parameter_sizes(exprs, &this.sizes, versions);
                    self.locals.extend(this.names.iter().map(|name| name.text().into()));
                    let sizes = ParameterSizes { sizes, ..*this.clone() };
                    Stmt { kind: StmtKind::Sizes(Box::new(sizes)), ..statement.clone() }
                }
                StmtKind::Unpack(this) => {
                    let init = self.copy(exprs, this.init, versions);
                    self.locals.extend(this.names.iter().map(|name| name.text().into()));
                    let kind = StmtKind::Unpack(Box::new(Unpack { init, ..*this.clone() }));
                    Stmt { kind, ..statement.clone() }
                }
                _ => self.statement(exprs, statement, versions),
            });
        }
        self.locals.truncate(outer);
        copied
    }

    /// The name of a variable that is used here.
    fn used(&self, name: &str, versions: &mut Versions) -> String {
        if self.locals.iter().any(|local| &**local == name) {
            name.to_owned()
        } else {
            versions.used(name)
        }
    }

    fn var_type(&mut self, exprs: &Exprs, ty: &VarType, versions: &mut Versions) -> VarType {
        let VarType::Shaped { shape, span } = ty else { return ty.clone() };
        let shape = shape.iter().map(|size| self.size(exprs, size, versions)).collect();
        VarType::Shaped { shape, span: *span }
    }

    fn parameter_sizes(
        &mut self,
        exprs: &Exprs,
        sizes: &[ParameterSize],
        versions: &mut Versions,
    ) -> Vec<ParameterSize> {
        let copied = |size: &ParameterSize| match size {
            ParameterSize::Named => ParameterSize::Named,
            ParameterSize::Is(size) => ParameterSize::Is(self.size(exprs, size, versions)),
        };
        sizes.iter().map(copied).collect()
    }

    fn size(&mut self, exprs: &Exprs, size: &Size, versions: &mut Versions) -> Size {
        match size {
            Size::Number(size) => Size::Number(*size),
            Size::Expr(size) => Size::Expr(self.copy(exprs, *size, versions)),
        }
    }

    /// Copies an expression into the module.
    fn copy(&mut self, exprs: &Exprs, root: ExprId, versions: &mut Versions) -> ExprId {
        let mut copies: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let lambdas = Lambdas::of(exprs, root);
        for id in exprs.postorder(root) {
            let expr = &exprs[id];
            // Operands come before their users.
            let copied = |id: &ExprId| copies[id];
            let kind = match &expr.kind {
                ExprKind::Number(number) => ExprKind::Number(*number),
                ExprKind::Host(tensor) => ExprKind::Host(*tensor),
                ExprKind::Literal(literal) => ExprKind::Literal(literal.clone()),
                ExprKind::StructLiteral(members) => {
                    ExprKind::StructLiteral(members.iter().map(copied).collect())
                }
                ExprKind::Values(values) => ExprKind::Values(values.iter().map(copied).collect()),
                ExprKind::Var(_) if lambdas.parameter(id).is_some() => expr.kind.clone(),
                ExprKind::Var(name) => {
                    // It may be a function, as an argument.
                    self.called.push(name.clone());
                    ExprKind::Var(self.used(name, versions).into())
                }
                ExprKind::Lambda { params, body } => {
                    ExprKind::Lambda { params: params.clone(), body: copied(body) }
                }
                ExprKind::List(elements) => ExprKind::List(elements.iter().map(copied).collect()),
                ExprKind::Neg(operand) => ExprKind::Neg(copied(operand)),
                ExprKind::Not(operand) => ExprKind::Not(copied(operand)),
                ExprKind::Invert(operand) => ExprKind::Invert(copied(operand)),
                ExprKind::Binary { op, lhs, rhs } => {
                    ExprKind::Binary { op: *op, lhs: copied(lhs), rhs: copied(rhs) }
                }
                ExprKind::Member { base, member } => {
                    ExprKind::Member { base: copied(base), member: member.clone() }
                }
                ExprKind::Call { callee, args } => {
                    self.called.push(callee.text().into());
                    ExprKind::Call {
                        callee: callee.clone(),
                        args: args.iter().map(copied).collect(),
                    }
                }
                ExprKind::Text(text) => ExprKind::Text(text.clone()),
                ExprKind::Sizes(sizes) => ExprKind::Sizes(sizes.clone()),
                ExprKind::Named { name, value } => {
                    ExprKind::Named { name: name.clone(), value: copied(value) }
                }
                ExprKind::Index { base, subscripts } => {
                    let subscripts =
                        subscripts.iter().map(|subscript| subscript.map(|index| copied(&index)));
                    let subscripts = subscripts.collect();
                    ExprKind::Index { base: copied(base), subscripts }
                }
            };
            copies.insert(id, self.module.exprs.push(kind, expr.span, expr.loc));
        }
        copies[&root]
    }
}
