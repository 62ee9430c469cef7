//! Warnings: code that is accepted, but probably not intended.
//!
//! [`lint`] checks a module in which [`analyze`](super::analyze) found no errors: next to an error,
//! an apparently unused name is often the one that a misspelt name was meant to be. Names that
//! begin with `_` are never warned about.
//!
//! Not here: anything about shapes or values.

use mlir_lite_diagnostics::{Diagnostics, Position, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{
    Code, ExprId, ExprKind, Function, InexactInteger, Module, Name, Stmt, StmtKind, all_statements,
};

use super::function_parameters;
use super::jumps::never_ends;
use super::unread::unread_assignments;
use crate::builtins::{self, Returns};
use crate::sema::exact_integers::exact_integers;

/// Warns about unused, unreachable or confusing code, in source order. Besides `main`, the
/// functions `exported` are used from outside.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostics, SourceMap};
/// use toy_dialect::sema::lint;
///
/// let sources = SourceMap::new();
/// let mut diagnostics = Diagnostics::new();
/// let file = sources.add("a.toy", "def main() { var a = 1; var _b = 2; }")?;
/// let module = toy_ast::parse_module(&file, &mut diagnostics).expect("a well-formed program");
/// lint(&module, &[], &mut diagnostics);
/// let messages: Vec<_> = diagnostics.iter().map(|warning| warning.message.as_str()).collect();
/// assert_eq!(messages, ["unused variable 'a'"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lint(module: &Module, exported: &[&str], diagnostics: &mut Diagnostics) {
    let mut linter = Linter::new(module);
    let functions: Vec<_> = module.functions.iter().map(|it| Parts::of(module, it)).collect();
    linter.unused_functions(&functions, exported);
    for parts in &functions {
        linter.unreachable(parts.function);
        linter.empty_loops(parts);
        linter.unused_values(parts);
        linter.axes(parts);
        linter.variables(parts);
        linter.unread(parts);
        linter.inexact_integers(&parts.expressions);
    }
    let constants = module.constants.iter().flat_map(|constant| constant.definition.exprs());
    linter.inexact_integers(&expressions(module, constants));
    linter.finish(diagnostics);
}

/// Warns about numbers in the statements of an entry at the prompt, which are outside of functions,
/// and in its last expression.
pub fn lint_entry(
    module: &Module,
    statements: &[Stmt],
    value: Option<ExprId>,
    diagnostics: &mut Diagnostics,
) {
    let mut linter = Linter::new(module);
    let roots = all_statements(statements).flat_map(Stmt::exprs).chain(value);
    linter.inexact_integers(&expressions(module, roots));
    linter.finish(diagnostics);
}

/// The parts of a function that warnings are about, each found once.
struct Parts<'m> {
    function: &'m Function,
    statements: Vec<&'m Stmt>,
    expressions: Vec<ExprId>,
    calls: Vec<(&'m Name, &'m [ExprId])>,
}

impl<'m> Parts<'m> {
    fn of(module: &'m Module, function: &'m Function) -> Self {
        let statements: Vec<&Stmt> = all_statements(&function.body).collect();
        let roots = statements.iter().flat_map(|statement| statement.exprs());
        let expressions = expressions(module, roots);
        let call = |id: &ExprId| match &module.exprs[*id].kind {
            ExprKind::Call { callee, args } => Some((callee, &args[..])),
            _ => None,
        };
        let calls = expressions.iter().filter_map(call).collect();
        Self { function, statements, expressions, calls }
    }
}

/// The expressions of these trees.
fn expressions(module: &Module, roots: impl Iterator<Item = ExprId>) -> Vec<ExprId> {
    roots.flat_map(|root| module.exprs.postorder(root)).collect()
}

struct Linter<'m> {
    module: &'m Module,
    functions: FxHashMap<&'m str, &'m Function>,
    /// Where the parameters are that are functions.
    called: FxHashSet<Span>,
    found: Diagnostics,
}

impl<'m> Linter<'m> {
    fn new(module: &'m Module) -> Self {
        let named = module.functions.iter().map(|function| (function.name.text(), function));
        let parameters = function_parameters(module).into_iter().zip(&module.functions);
        let called = parameters.flat_map(|(are_functions, function)| {
            let params = function.params.iter().zip(are_functions);
            params.filter(|(_, used)| used.is_some()).map(|(param, _)| param.name.span)
        });
        let called = called.collect();
        Self { module, functions: named.collect(), called, found: Diagnostics::new() }
    }

    /// Reports what was found, in source order.
    fn finish(self, diagnostics: &mut Diagnostics) {
        let mut found = self.found.into_vec();
        found.sort_by_key(|warning| match warning.position {
            Position::Span(span) => span.start,
            _ => u32::MAX,
        });
        diagnostics.extend(found);
    }

    /// Functions of a program that `main` and the exported ones do not reach. A file without `main`
    /// is a library.
    fn unused_functions(&mut self, functions: &[Parts<'m>], exported: &[&str]) {
        let named = functions.iter().map(|parts| (parts.function.name.text(), parts));
        let functions: FxHashMap<&str, &Parts<'_>> = named.collect();
        let Some(&main) = functions.get("main") else { return };
        let mut reached: FxHashSet<&str> = FxHashSet::default();
        let exported = exported.iter().filter_map(|name| functions.get(name));
        let mut pending: Vec<&Parts<'_>> = std::iter::once(main).chain(exported.copied()).collect();
        while let Some(parts) = pending.pop() {
            if reached.insert(parts.function.name.text()) {
                let called = |(callee, _): &(&Name, _)| functions.get(callee.text()).copied();
                pending.extend(parts.calls.iter().filter_map(called));
                // As arguments, functions are called by others.
                let defaults = parts.function.params.iter().filter_map(|param| param.default);
                let named = expressions(self.module, defaults);
                let named = named.iter().chain(&parts.expressions);
                let handed = named.filter_map(|id| match &self.module.exprs[*id].kind {
                    ExprKind::Var(name) => functions.get(&**name).copied(),
                    _ => None,
                });
                pending.extend(handed);
            }
        }
        // Other programs may call those of an imported file.
        for function in &self.module.functions[self.module.imported_functions..] {
            let name = &function.name;
            if !reached.contains(name.text()) && !is_exempt(name) {
                self.found.emit(
                    Code::UnusedFunction
                        .warning(name.span, format!("unused function '{}'", name.text()))
                        .with_label("'main' calls it neither itself nor through others")
                        .with_help(format!("call it, remove it, or name it '_{}'", name.text())),
                );
            }
        }
    }

    /// Statements after one that never passes control on, in every block.
    fn unreachable(&mut self, function: &Function) {
        let mut blocks: Vec<&[Stmt]> = vec![&function.body];
        while let Some(block) = blocks.pop() {
            blocks.extend(block.iter().flat_map(Stmt::blocks));
            let never_ends =
                |statement: &Stmt| never_ends(self.module, std::slice::from_ref(statement));
            let Some(end) = block.iter().position(never_ends) else { continue };
            let Some(statement) = block.get(end + 1) else { continue };
            let why = match block[end].kind {
                StmtKind::Return(_) => "the function returns here",
                StmtKind::Break => "the loop ends here",
                StmtKind::Continue => "the next iteration begins here",
                _ => "this does not pass control on",
            };
            self.found.emit(
                Code::Unreachable
                    .warning(statement.span, "unreachable statement")
                    .with_label("never reached")
                    .with_secondary(block[end].span, why),
            );
        }
    }

    /// Loops over ranges of literal numbers that have no iteration.
    fn empty_loops(&mut self, parts: &Parts<'m>) {
        for statement in &parts.statements {
            let StmtKind::For(this) = &statement.kind else { continue };
            let step = this.step.map_or(Some(1.0), |step| self.literal_number(step));
            let bounds = [this.from, this.to].map(|bound| self.literal_number(bound));
            let (Some(step), [Some(from), Some(to)]) = (step, bounds) else { continue };
            let is_empty = if step > 0.0 { from >= to } else { step < 0.0 && from <= to };
            if !is_empty {
                continue;
            }
            let exprs = &self.module.exprs;
            let span = exprs[this.from].span.to(exprs[this.to].span);
            let help = match step > 0.0 && from > to {
                true => format!("`{from}:{to}:-1` counts down"),
                false => "a range ends before its second number".to_owned(),
            };
            self.found.emit(
                Code::EmptyLoop
                    .warning(span, "a loop that cannot run")
                    .with_label("there is no number in this range")
                    .with_help(help),
            );
        }
    }

    /// A number that is written in digits, with a sign or without.
    fn literal_number(&self, id: ExprId) -> Option<f64> {
        match self.module.exprs[id].kind {
            ExprKind::Number(number) => Some(number),
            ExprKind::Neg(operand) => match self.module.exprs[operand].kind {
                ExprKind::Number(number) => Some(-number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Expressions that are statements but call nothing with a possible effect.
    fn unused_values(&mut self, parts: &Parts<'m>) {
        let exprs = &self.module.exprs;
        for statement in &parts.statements {
            let StmtKind::Expr(value) = statement.kind else { continue };
            let has_effect = |id: ExprId| match &exprs[id].kind {
                ExprKind::Call { callee, .. } => match self.builtin(callee) {
                    Some(builtin) => builtin.returns == Returns::Nothing,
                    None => true,
                },
                _ => false,
            };
            if !exprs.postorder(value).any(has_effect) {
                self.found.emit(
                    Code::UnusedValue
                        .warning(statement.span, "unused value")
                        .with_label("computed and dropped")
                        .with_help("show it with `print(...);`, or name it: `var name = ...;`"),
                );
            }
        }
    }

    /// Numbers that are combined with each element, but look like a dimension: `max(a, 1)`.
    fn axes(&mut self, parts: &Parts<'m>) {
        for &(callee, args) in &parts.calls {
            let &[input, number] = args else { continue };
            let Some(axis) = self.axis(number) else { continue };
            if !self.builtin(callee).is_some_and(takes_axis_by_name) {
                continue;
            }
            let rank = match &self.module.exprs[input].kind {
                ExprKind::Number(_) => Some(0),
                ExprKind::Literal(literal) => Some(literal.shape.len() as i64),
                _ => None,
            };
            if rank.is_some_and(|rank| !(-rank..rank).contains(&axis)) {
                continue;
            }
            let name = callee.text();
            self.found.emit(
                Code::AxisOrValue
                    .warning(
                        self.module.exprs[number].span,
                        format!("'{name}' combines each element with {axis}"),
                    )
                    .with_label("a value, not an axis")
                    .with_help(format!(
                        "along a dimension it is `{name}(a, axis={axis})`; write `{axis}.0` if the \
                         value is meant"
                    )),
            );
        }
    }

    /// The dimension that an expression looks like: a digit from 1 to 3, perhaps with a sign. 0 is
    /// none: `max(a, 0)` is common for the value.
    fn axis(&self, id: ExprId) -> Option<i64> {
        let expr = &self.module.exprs[id];
        let is_digit = expr.span.end - expr.span.start == 1;
        match expr.kind {
            ExprKind::Number(number) if is_digit => {
                (1..=3).contains(&(number as i64)).then_some(number as i64)
            }
            ExprKind::Neg(operand) => self.axis(operand).filter(|axis| *axis > 0).map(|axis| -axis),
            _ => None,
        }
    }

    /// Integers to which no float is equal, where they are not arguments of `i64`.
    fn inexact_integers(&mut self, expressions: &[ExprId]) {
        let exprs = &self.module.exprs;
        let inexact = |id: &ExprId| match &exprs[*id].kind {
            ExprKind::Literal(literal) if !literal.inexact.is_empty() => Some((*id, literal)),
            _ => None,
        };
        let inexact: Vec<_> = expressions.iter().filter_map(inexact).collect();
        if inexact.is_empty() {
            return;
        }
        let is_defined = |name: &str| self.functions.contains_key(name);
        let exact = |id: &ExprId| Some(exact_integers(exprs, *id, is_defined)?.literal);
        let exact: FxHashSet<ExprId> = expressions.iter().filter_map(exact).collect();
        for (_, literal) in inexact.into_iter().filter(|(id, _)| !exact.contains(id)) {
            for InexactInteger { element, integer, span } in &literal.inexact {
                let rounded = literal.values[*element];
                let message = format!("an integer is rounded to the nearest float, {rounded:.0}");
                let warning = Code::InexactInteger.warning(*span, message);
                let meant = "with a point, a float is meant";
                let help = match integer {
                    Some(integer) => format!("`i64({integer})` is exact; {meant}"),
                    None => format!("{meant}: `{rounded:?}`"),
                };
                let label = "no float of 64 bits is equal to it";
                self.found.emit(warning.with_label(label).with_help(help));
            }
        }
    }

    /// Variables that are never used, and variables and parameters with the name of a function that
    /// is called in the same function.
    fn variables(&mut self, parts: &Parts<'m>) {
        let used = |id: &ExprId| match &self.module.exprs[*id].kind {
            ExprKind::Var(name) => Some(&**name),
            _ => None,
        };
        let used: FxHashSet<&str> = parts.expressions.iter().filter_map(used).collect();
        let called: FxHashSet<&str> = parts.calls.iter().map(|(callee, _)| callee.text()).collect();
        let defined = |by_sizes: bool| {
            let is_sizes = |statement: &Stmt| matches!(statement.kind, StmtKind::Sizes(_));
            let list = parts.statements.iter().filter(move |it| is_sizes(it) == by_sizes);
            list.flat_map(|statement| statement.defined())
        };
        let variables: Vec<&Name> = defined(false).collect();
        let counters = parts.statements.iter().filter_map(|statement| match &statement.kind {
            StmtKind::For(this) => Some(("loop variable", &this.variable)),
            _ => None,
        });
        // Names of sizes describe a parameter, also where nothing uses them.
        for &name in &variables {
            if !used.contains(name.text()) && !is_exempt(name) {
                self.found.emit(
                    Code::UnusedVariable
                        .warning(name.span, format!("unused variable '{}'", name.text()))
                        .with_label("never used")
                        .with_help(format!(
                            "remove it, or name it '_{}' if that is intended",
                            name.text()
                        )),
                );
            }
        }
        let params = parts.function.params.iter().map(|param| ("parameter", &param.name));
        let params = params.filter(|(_, name)| !self.called.contains(&name.span));
        let variables = defined(true).chain(variables).map(|name| ("variable", name));
        for (what, name) in params.chain(variables).chain(counters) {
            let text = name.text();
            if called.contains(text)
                && let Some(shadowed) = self.functions.get(text)
            {
                self.found.emit(
                    Code::Shadowing
                        .warning(name.span, format!("{what} '{text}' has the name of a function"))
                        .with_label(format!(
                            "`{text}` is this {what}, and `{text}(...)` calls the function"
                        ))
                        .with_secondary(shadowed.name.span, "the function is defined here")
                        .with_help("give one of them another name"),
                );
            }
        }
    }

    /// Assignments whose value no statement reads. Those to unused variables are not repeated.
    fn unread(&mut self, parts: &Parts<'m>) {
        let used = |id: &ExprId| match &self.module.exprs[*id].kind {
            ExprKind::Var(name) => Some(&**name),
            _ => None,
        };
        let mut known: FxHashSet<&str> = parts.expressions.iter().filter_map(used).collect();
        let function = parts.function;
        let params: FxHashSet<&str> =
            function.params.iter().map(|param| param.name.text()).collect();
        known.extend(&params);
        let is_pure = |callee: &str| {
            let is_own = self.functions.contains_key(callee);
            builtins::called(callee, is_own)
                .is_some_and(|builtin| builtin.returns != Returns::Nothing)
        };
        for this in unread_assignments(self.module, function, &is_pure) {
            let name = this.name.text();
            if !known.contains(name) || is_exempt(&this.name) {
                continue;
            }
            let help = match params.contains(name) {
                true => format!(
                    "a function does not change the variables of its caller: end it with `return \
                     {name};`, and assign what the call gives"
                ),
                false => "remove it, or read the variable after it".to_owned(),
            };
            let what = if this.subscripts.is_empty() { "the value" } else { "an element" };
            self.found.emit(
                Code::UnreadAssignment
                    .warning(this.target, format!("{what} assigned to '{name}' is never read"))
                    .with_label("no statement after this reads it")
                    .with_help(help),
            );
        }
    }

    /// The builtin that a call means.
    fn builtin(&self, callee: &Name) -> Option<&'static builtins::Builtin> {
        builtins::called(callee.text(), self.functions.contains_key(callee.text()))
    }
}

/// Whether a function takes a dimension by name only: a number without a name is something else.
fn takes_axis_by_name(builtin: &builtins::Builtin) -> bool {
    let mut parameters = builtin.signatures.iter().flat_map(|signature| signature.parameters);
    parameters.any(|parameter| parameter.name == "axis" && parameter.by_name)
}

fn is_exempt(name: &Name) -> bool {
    name.text().starts_with('_')
}
