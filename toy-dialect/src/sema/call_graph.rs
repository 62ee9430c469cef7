//! The call graph: an order in which callees come before their callers, and a check for recursion.

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Span};
use toy_ast::{Code, ExprKind, Function, Module, Stmt, all_statements};

use super::functions::Functions;
use super::structs::chain;

/// Called functions, with the location of the first call of each.
type Callees = Vec<(usize, Span)>;

#[derive(Clone, Copy, PartialEq)]
enum State {
    Unseen,
    Open,
    Done,
}

/// All functions, callees before callers. Recursion is reported, once per cycle; the order is then
/// right for the functions that are not recursive.
pub(super) fn callees_first(
    module: &Module,
    functions: &Functions<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<usize> {
    let callees: Vec<Callees> =
        module.functions.iter().map(|function| callees(module, functions, function)).collect();
    let mut order = Vec::with_capacity(callees.len());
    let mut states = vec![State::Unseen; callees.len()];
    let mut reported = vec![false; callees.len()];
    for root in 0..callees.len() {
        if states[root] != State::Unseen {
            continue;
        }
        states[root] = State::Open;
        // The functions on the current path, each with the next callee to visit.
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((caller, next)) = path.last_mut() {
            let caller = *caller;
            let Some(&(callee, span)) = callees[caller].get(*next) else {
                states[caller] = State::Done;
                order.push(caller);
                path.pop();
                continue;
            };
            *next += 1;
            match states[callee] {
                State::Done => {}
                State::Unseen => {
                    states[callee] = State::Open;
                    path.push((callee, 0));
                }
                State::Open => {
                    let start = path.iter().position(|(index, _)| *index == callee).unwrap_or(0);
                    let cycle: Vec<usize> = path[start..].iter().map(|(index, _)| *index).collect();
                    if !cycle.iter().all(|index| reported[*index]) {
                        cycle.iter().for_each(|index| reported[*index] = true);
                        diagnostics.error(recursion(module, &callees, &cycle, span));
                    }
                }
            }
        }
    }
    order
}

/// The functions of the module that one calls, in order of their first calls. `main` is left out:
/// calling it is a separate error.
fn callees(module: &Module, functions: &Functions<'_>, function: &Function) -> Callees {
    let mut callees = Callees::new();
    let mut seen = rustc_hash::FxHashSet::default();
    for root in all_statements(&function.body).flat_map(Stmt::exprs) {
        for id in module.exprs.postorder(root) {
            if let ExprKind::Call { callee, .. } = &module.exprs[id].kind
                && callee.text() != "main"
                && let Some(index) = functions.named(callee.text())
                && seen.insert(index)
            {
                callees.push((index, callee.span));
            }
        }
    }
    callees
}

fn recursion(module: &Module, callees: &[Callees], cycle: &[usize], closing: Span) -> Diagnostic {
    /// Calls that are shown.
    const SHOWN: usize = 8;
    let name = |index: usize| module.functions[index].name.text();
    let names: Vec<_> = cycle.iter().chain(&cycle[..1]).map(|index| name(*index)).collect();
    let mut diagnostic = Code::Recursion
        .error(closing, format!("recursive call of function '{}': {}", names[0], chain(&names)))
        .with_label("this call closes the cycle");
    for pair in cycle.windows(2).take(SHOWN) {
        if let Some((_, span)) = callees[pair[0]].iter().find(|(callee, _)| *callee == pair[1]) {
            diagnostic = diagnostic.with_secondary(
                *span,
                format!("'{}' calls '{}' here", name(pair[0]), name(pair[1])),
            );
        }
    }
    diagnostic.with_note("nothing in Toy could end a recursion")
}
