//! The call graph: an order in which callees come before their callers, and a check for recursion
//! that no condition could end. The others end, or not, when shapes are inferred.

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Span};
use rustc_hash::FxHashMap;
use toy_ast::{Code, ExprId, ExprKind, Function, Module, Stmt, StmtKind};

use super::functions::Functions;
use super::jumps::Jumps;
use super::structs::chain;

/// A called function.
struct Callee {
    function: usize,
    /// Where it is called first.
    span: Span,
    /// Whether all of its calls depend on conditions.
    is_conditional: bool,
}

/// The order in which functions are checked.
pub(super) struct Order {
    /// Callees come before their callers, except in a recursion.
    pub(super) functions: Vec<usize>,
    /// Whether there is a recursion.
    pub(super) is_recursive: bool,
}

/// All functions, callees before callers. A recursion in which each call always makes the next one
/// is reported, once per cycle.
pub(super) fn callees_first(
    module: &Module,
    functions: &Functions<'_>,
    diagnostics: &mut Diagnostics,
) -> Order {
    let callees = module.functions.iter().enumerate().map(|(index, function)| {
        // Only copies of a template are compiled.
        match functions.is_template(index) {
            true => Vec::new(),
            false => callees(module, functions, function),
        }
    });
    let callees: Vec<Vec<Callee>> = callees.collect();
    let mut reported = vec![false; callees.len()];
    depth_first(&callees, false, |cycle, span| {
        if !cycle.iter().all(|index| reported[*index]) {
            cycle.iter().for_each(|index| reported[*index] = true);
            diagnostics.error(recursion(module, &callees, cycle, span));
        }
    });
    let mut is_recursive = false;
    let functions = depth_first(&callees, true, |_, _| is_recursive = true);
    Order { functions, is_recursive }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Unseen,
    Open,
    Done,
}

/// All functions, callees before callers. Tells the cycles that it finds, each with the call that
/// closes it; at least one for each function that is in one.
fn depth_first(
    callees: &[Vec<Callee>],
    with_conditional: bool,
    mut found: impl FnMut(&[usize], Span),
) -> Vec<usize> {
    let mut order = Vec::with_capacity(callees.len());
    let mut states = vec![State::Unseen; callees.len()];
    for root in 0..callees.len() {
        if states[root] != State::Unseen {
            continue;
        }
        states[root] = State::Open;
        // The functions on the current path, each with the next callee to visit.
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((caller, next)) = path.last_mut() {
            let caller = *caller;
            let Some(callee) = callees[caller].get(*next) else {
                states[caller] = State::Done;
                order.push(caller);
                path.pop();
                continue;
            };
            *next += 1;
            if callee.is_conditional && !with_conditional {
                continue;
            }
            let function = callee.function;
            match states[function] {
                State::Done => {}
                State::Unseen => {
                    states[function] = State::Open;
                    path.push((function, 0));
                }
                State::Open => {
                    let start = path.iter().position(|(index, _)| *index == function).unwrap_or(0);
                    let cycle: Vec<usize> = path[start..].iter().map(|(index, _)| *index).collect();
                    found(&cycle, callee.span);
                }
            }
        }
    }
    order
}

/// The functions of the module that one calls, in order of their first calls. `main` is left out:
/// calling it is a separate error.
fn callees(module: &Module, functions: &Functions<'_>, function: &Function) -> Vec<Callee> {
    let mut found = Found { module, functions, callees: Vec::new(), numbers: FxHashMap::default() };
    found.statements(&function.body, false);
    found.callees
}

/// The callees that were found in a function.
struct Found<'f, 'm> {
    module: &'m Module,
    functions: &'f Functions<'m>,
    callees: Vec<Callee>,
    /// The place of each in the list.
    numbers: FxHashMap<usize, usize>,
}

impl Found<'_, '_> {
    /// Collects the calls in statements, which nest as deep as the parser admits.
    fn statements(&mut self, body: &[Stmt], is_conditional: bool) {
        let mut is_conditional = is_conditional;
        for statement in body {
            for (number, root) in statement.exprs().enumerate() {
                // Of a conditional, only the first condition is computed in any case.
                let is_later = number > 0 && matches!(statement.kind, StmtKind::If(_));
                self.expression(root, is_conditional || is_later);
            }
            // The body of a loop is compiled even if it does not run.
            let in_branch = is_conditional || matches!(statement.kind, StmtKind::If(_));
            statement.blocks().for_each(|block| self.statements(block, in_branch));
            is_conditional |= Jumps::of_one(statement).any();
        }
    }

    fn expression(&mut self, root: ExprId, is_conditional: bool) {
        for id in self.module.exprs.postorder(root) {
            let ExprKind::Call { callee, .. } = &self.module.exprs[id].kind else { continue };
            let Some(function) = self.functions.named(callee.text()) else { continue };
            if callee.text() == "main" {
                continue;
            }
            match self.numbers.get(&function) {
                Some(&number) => {
                    let known = &mut self.callees[number];
                    // The conditional that ends a recursion is not around this call.
                    if known.is_conditional && !is_conditional {
                        *known = Callee { function, span: callee.span, is_conditional };
                    }
                }
                None => {
                    self.numbers.insert(function, self.callees.len());
                    self.callees.push(Callee { function, span: callee.span, is_conditional });
                }
            }
        }
    }
}

/// The error for functions of which each always calls the next.
fn recursion(
    module: &Module,
    callees: &[Vec<Callee>],
    cycle: &[usize],
    closing: Span,
) -> Diagnostic {
    /// Calls that are shown.
    const SHOWN: usize = 8;
    let name = |index: usize| module.functions[index].name.text();
    let names: Vec<_> = cycle.iter().chain(&cycle[..1]).map(|index| name(*index)).collect();
    let mut diagnostic = Code::Recursion
        .error(closing, format!("recursive call of function '{}': {}", names[0], chain(&names)))
        .with_label("this call closes the cycle");
    for pair in cycle.windows(2).take(SHOWN) {
        let callee = callees[pair[0]].iter().find(|callee| callee.function == pair[1]);
        if let Some(Callee { span, .. }) = callee {
            diagnostic = diagnostic.with_secondary(
                *span,
                format!("'{}' calls '{}' here", name(pair[0]), name(pair[1])),
            );
        }
    }
    diagnostic.with_help(
        "return before it under a condition on shapes or known numbers: `if shape(x)[0] == 1 { \
         return x; }`",
    )
}
