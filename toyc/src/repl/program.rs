//! From an input to a program: a `main` that begins with the kept variables, and the definitions that it needs.
//!
//! A later definition of a name shadows the earlier one. Within the program's `main`, where no variable may be defined
//! twice, the earlier ones are therefore renamed ([`Versions`]); the last keeps its name. Definitions are looked up when
//! they are used: an old function calls the new one of that name.
//!
//! Nothing is checked here: the program is analysed as any other.

use mlir_lite_diagnostics::{BytePos, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{ExprId, ExprKind, Exprs, Function, Item, Module, Name, ReplInput, Stmt, StmtKind, VarType};

use super::definitions::{Definitions, Variable};
use super::versions::Versions;

/// Which kept definitions go into a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// Those that the input uses, also through others.
    Used,
    /// The used ones, and the names of all others: a misspelt name then finds the one that was meant. Only for reports;
    /// such a program is not to be run.
    Named,
}

/// Composes the program of an input. Its `main` is the last function; there is none if the input has nothing to run.
pub(super) fn compose(input: &ReplInput, definitions: &Definitions, kept: Kept) -> Module {
    let mut composer = Composer { module: Module::default(), called: Vec::new() };
    composer.module.structs = structs(input, definitions);
    let mut functions: FxHashSet<Box<str>> = FxHashSet::default();
    for function in &input.module.functions {
        composer.function(&input.module.exprs, function);
        functions.insert(function.name.text().into());
    }
    let main = composer.main(input, definitions, kept);
    while let Some(name) = composer.called.pop() {
        if let Some(found) = definitions.function(&name)
            && functions.insert(name)
        {
            composer.function(found.exprs(), found.function());
        }
    }
    if kept == Kept::Named {
        for (_, other) in definitions.functions().filter(|(name, _)| !functions.contains(*name)) {
            composer.module.functions.push(Function { body: Vec::new(), ..other.function().clone() });
        }
    }
    composer.module.functions.extend(main);
    let Module { structs, functions, items, .. } = &mut composer.module;
    *items = (0..structs.len()).map(Item::Struct).chain((0..functions.len()).map(Item::Function)).collect();
    composer.module
}

/// A function with its expressions alone.
pub(super) fn extract(exprs: &Exprs, function: &Function) -> Module {
    let mut composer = Composer { module: Module::default(), called: Vec::new() };
    composer.function(exprs, function);
    composer.module
}

/// All structs, those of the input in place of the kept ones of their names. They are types only and cost nothing.
fn structs(input: &ReplInput, definitions: &Definitions) -> Vec<toy_ast::StructDef> {
    let new = &input.module.structs;
    let is_shadowed = |name: &str| new.iter().any(|definition| definition.name.text() == name);
    definitions.structs().filter(|kept| !is_shadowed(kept.name.text())).chain(new).cloned().collect()
}

struct Composer {
    module: Module,
    /// Names of functions that are called, with repetitions.
    called: Vec<Box<str>>,
}

impl Composer {
    /// The statements of an input as a function; none if there are none.
    fn main(&mut self, input: &ReplInput, definitions: &Definitions, kept: Kept) -> Option<Function> {
        let mut versions = Versions::of(&input.body);
        let exprs = &input.module.exprs;
        let mut body: Vec<_> =
            input.body.iter().map(|statement| self.statement(exprs, statement, &mut versions)).collect();
        if let Some(value) = input.value {
            let kind = StmtKind::Expr(self.copy(exprs, value, &mut versions));
            let span = exprs[value].span;
            body.push(Stmt { kind, span, loc: BytePos(span.start) });
        }
        let span = body.iter().map(|statement| statement.span).reduce(Span::to)?;
        // A variable of a struct that the input defines anew would be reported as not fitting.
        let fits = |variable: &Variable| {
            !input.module.structs.iter().any(|new| variable.value.holds_struct(new.name.text()))
        };
        let used = definitions.variables().filter(|variable| {
            versions.uses_first(variable.name.text()) || (kept == Kept::Named && fits(variable))
        });
        let first: Vec<_> =
            used.map(|variable| self.kept_variable(variable, versions.first(variable.name.text()))).collect();
        Some(Function {
            name: Name::new("main", span),
            params: Vec::new(),
            body: first.into_iter().chain(body).collect(),
            span,
            end: Span::at(span.end),
            loc: BytePos(span.start),
        })
    }

    /// Defines a kept variable by its value.
    fn kept_variable(&mut self, variable: &Variable, name: String) -> Stmt {
        let span = variable.name.span;
        let init = variable.value.to_expr(&mut self.module.exprs, span);
        let ty = match variable.value.struct_name() {
            None => VarType::Inferred,
            Some(name) => VarType::Struct(Name::new(name, span)),
        };
        let name = Name::new(&name, span);
        Stmt { kind: StmtKind::Var { ty, name, init }, span, loc: BytePos(span.start) }
    }

    /// Adds a function, whose expressions are in `exprs`.
    fn function(&mut self, exprs: &Exprs, function: &Function) {
        let mut versions = Versions::default();
        let body = function.body.iter().map(|stmt| self.statement(exprs, stmt, &mut versions)).collect();
        self.module.functions.push(Function { body, ..function.clone() });
    }

    fn statement(&mut self, exprs: &Exprs, statement: &Stmt, versions: &mut Versions) -> Stmt {
        let kind = match &statement.kind {
            StmtKind::Var { ty, name, init } => {
                let init = self.copy(exprs, *init, versions);
                let name = Name::new(&versions.define(name.text()), name.span);
                StmtKind::Var { ty: ty.clone(), name, init }
            }
            StmtKind::Return(value) => StmtKind::Return(value.map(|value| self.copy(exprs, value, versions))),
            StmtKind::Print(value) => StmtKind::Print(self.copy(exprs, *value, versions)),
            StmtKind::Expr(value) => StmtKind::Expr(self.copy(exprs, *value, versions)),
        };
        Stmt { kind, span: statement.span, loc: statement.loc }
    }

    /// Copies an expression into the module.
    fn copy(&mut self, exprs: &Exprs, root: ExprId, versions: &mut Versions) -> ExprId {
        let mut copies: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        for id in exprs.postorder(root) {
            let expr = &exprs[id];
            // Operands come before their users.
            let copied = |id: &ExprId| copies[id];
            let kind = match &expr.kind {
                ExprKind::Number(number) => ExprKind::Number(*number),
                ExprKind::Literal(literal) => ExprKind::Literal(literal.clone()),
                ExprKind::StructLiteral(members) => {
                    ExprKind::StructLiteral(members.iter().map(copied).collect())
                }
                ExprKind::Var(name) => ExprKind::Var(versions.used(name).into()),
                ExprKind::Neg(operand) => ExprKind::Neg(copied(operand)),
                ExprKind::Binary { op, lhs, rhs } => {
                    ExprKind::Binary { op: *op, lhs: copied(lhs), rhs: copied(rhs) }
                }
                ExprKind::Member { base, member } => {
                    ExprKind::Member { base: copied(base), member: member.clone() }
                }
                ExprKind::Call { callee, args } => {
                    self.called.push(callee.text().into());
                    ExprKind::Call { callee: callee.clone(), args: args.iter().map(copied).collect() }
                }
            };
            copies.insert(id, self.module.exprs.push(kind, expr.span, expr.loc));
        }
        copies[&root]
    }
}
