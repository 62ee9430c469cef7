//! The inliner's remarks: which calls it replaced, and why it left the others.

use super::{Budget, CallGraph, InlinableCallee};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::view::OpRef;
use mlir_lite::pass::PassContext;
use mlir_lite_diagnostics::{Position, Remark};

/// A call, as it was before anything was inlined.
pub(super) struct Call {
    caller: usize,
    callee: usize,
    op: OpId,
    position: Position,
}

/// The calls of a module, if anybody wants remarks.
pub(super) fn calls(module: &Body, graph: &CallGraph) -> Vec<Call> {
    let ctx = module.context();
    if ctx.remark_filter().is_none() {
        return Vec::new();
    }
    let calls = (0..graph.len()).flat_map(|caller| {
        let body = module.child(graph.function(caller));
        graph.calls(caller).iter().filter_map(move |&(op, callee)| {
            let position = body?.location(op).to_position(ctx);
            Some(Call { caller, callee, op, position })
        })
    });
    calls.collect()
}

/// Emits a remark about each call, once all are decided.
pub(super) fn emit(
    calls: &[Call],
    module: &Body,
    graph: &CallGraph,
    (callees, budget): (&[Option<InlinableCallee>], &Budget),
    cx: &mut PassContext<'_>,
) {
    if calls.is_empty() {
        return;
    }
    let mut component = vec![0; graph.len()];
    for (number, functions) in graph.components_callees_first().into_iter().enumerate() {
        functions.into_iter().for_each(|function| component[function] = number);
    }
    let name = |function: usize| name_of(module.op(graph.function(function)));
    for call in calls {
        let is_left =
            module.child(graph.function(call.caller)).is_some_and(|body| body.is_live(call.op));
        let remark = || {
            let describe = |remark: Remark| {
                let remark = remark.in_category("inline").in_function(name(call.caller));
                remark.with("Callee", name(call.callee))
            };
            if !is_left {
                return describe(Remark::passed("inline"));
            }
            let reason = match component[call.caller] == component[call.callee] {
                true => "the call is recursive".to_owned(),
                false => reason(call, callees, budget),
            };
            describe(Remark::missed("inline")).with("Reason", reason)
        };
        cx.remark_at(module.context(), call.position.clone(), remark);
    }
}

fn name_of(function: OpRef<'_>) -> String {
    function.symbol_name().map_or(String::new(), |name| name.text(function.context()).to_owned())
}

/// Why a call that is not recursive is left.
fn reason(call: &Call, callees: &[Option<InlinableCallee>], budget: &Budget) -> String {
    let Some(plan) = &callees[call.callee] else {
        return "the function has no body, or ops that cannot be copied to another one".to_owned();
    };
    match budget.limits {
        Some(limits) if budget.admitted[call.callee] == Some(false) => {
            if plan.num_ops > limits.callee_ops {
                let most = limits.callee_ops;
                return format!("the function has {} ops, more than {most}", plan.num_ops);
            }
            let calls = budget.calls[call.callee];
            format!("copies of its {} ops for {calls} calls exceed the limit", plan.num_ops)
        }
        _ => "the op around the call may not hold the ops of the function, or not its blocks"
            .to_owned(),
    }
}
