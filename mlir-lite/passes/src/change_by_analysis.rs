//! Passes that change a program by what a data-flow analysis knows of it.

use mlir_lite::analysis::dataflow::{SolvedBody, SparseForwardAnalysis, solve, solve_outermost};
use mlir_lite::ir::body::Body;
use mlir_lite::pass::PassContext;

/// Solves an analysis of the op that a pass runs on. Then `change` changes the body of each
/// isolated op in it, inner ones first, and its own.
pub(crate) fn change_by_analysis<A: SparseForwardAnalysis>(
    analysis: &A,
    body: &mut Body,
    cx: &PassContext<'_>,
    change: fn(&mut Body, &SolvedBody<A::Value>),
) {
    let found = match cx.is_nested() {
        true => solve(analysis, body),
        false => solve_outermost(analysis, body),
    };
    change_all(body, &found.into_bodies(), change);
}

/// Isolated ops nest as deep as the text that they come from, which is limited.
fn change_all<V>(body: &mut Body, found: &SolvedBody<V>, change: fn(&mut Body, &SolvedBody<V>)) {
    for (op, child) in body.children_mut() {
        if let Some(found) = found.nested(op) {
            change_all(child, found, change);
        }
    }
    change(body, found);
}
