//! Conditionals that are decided when a function is compiled.
//!
//! The condition of such a conditional is computed from shapes, constants, and numbers that the
//! function is compiled for. Where it depends on no shape, it is decided only if the function is
//! wrong otherwise: most conditionals give the same shapes on both sides. The branch that does not
//! run is dropped before its shapes are inferred: so the branches may differ in shape, and a
//! function may call itself for smaller sizes.

use mlir_lite::analysis::call_graph::CallGraph;
use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::builtins::ShapeOp;
use crate::ops::numbers::{evaluate, first_number_of};
use crate::ops::{ConstantOp, GenericCallOp, IfOp, IfOpRef};

fn is_number(ctx: &Context, ty: Type) -> bool {
    ty.static_shape(ctx).is_some_and(<[i64]>::is_empty)
}

/// The functions of a module that call themselves, or each other in a circle.
pub(super) fn recursive_functions(module: &Body) -> FxHashSet<Ident> {
    let graph = CallGraph::new(module);
    let is_recursive = |component: &Vec<usize>| {
        let calls = graph.calls(component[0]);
        component.len() > 1 || calls.iter().any(|(_, callee)| *callee == component[0])
    };
    let components = graph.components_callees_first();
    let functions = components.into_iter().filter(is_recursive).flatten();
    functions.filter_map(|number| module.op(graph.function(number)).symbol_name()).collect()
}

/// Which conditionals are decided when a function is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Decides {
    /// Those whose conditions depend on shapes.
    Shapes,
    /// Those whose conditions are computed from numbers of the program, too.
    Constants,
}

/// The conditionals of a function that wait for their conditions.
#[derive(Default)]
pub(super) struct Undecided {
    /// Those with a call of a recursive function in a branch, and those that their conditions
    /// depend on: they have to be decided for the recursion to end.
    pub(super) around_recursion: FxHashSet<OpId>,
    /// Those whose conditions depend on shapes, or are computed from numbers where these count.
    pub(super) of_shapes: FxHashSet<OpId>,
}

impl Undecided {
    /// The conditionals of a body. The work is linear in the number of ops.
    pub(super) fn of(body: &Body, recursive: &FxHashSet<Ident>, decides: Decides) -> Self {
        let mut found = Self::default();
        if !body.pre_order(body.root()).any(|op| IfOp::is(body, op)) {
            return found;
        }
        found.around_recursion = around_recursion(body, recursive);
        // Numbers of the program. The elements of its tensors are data.
        let mut numbers: FxHashSet<ValueId> = FxHashSet::default();
        let mut of_shapes: FxHashSet<ValueId> = FxHashSet::default();
        // Operands and the ends of branches come before the ops that depend on them.
        for op in body.own_ops_post_order().into_iter().map(|op| body.op(op)) {
            let this = op.cast::<IfOp>();
            let ends = this.into_iter().flat_map(IfOpRef::ends).flat_map(|end| end.operands());
            // A size determines only a shape, and not a value.
            let data = op.operands().take(first_number_of(op).unwrap_or(op.num_operands()));
            let values: SmallVec<[ValueId; 4]> = data.chain(ends).collect();
            let mut values = values.iter();
            let are_numbers = if op.is::<ConstantOp>() {
                op.result_types().all(|ty| is_number(op.context(), ty))
            } else {
                // Tensors that are made from numbers, such as `ones(2)`, have sizes.
                first_number_of(op).is_none()
                    && op.num_operands() > 0
                    && values.clone().all(|value| numbers.contains(value))
            };
            if decides == Decides::Constants && are_numbers {
                numbers.extend(op.results());
            }
            if values.any(|value| of_shapes.contains(value)) || op.is::<ShapeOp>() {
                of_shapes.extend(op.results());
            }
            let condition = this.map(|this| this.condition().id());
            if condition.is_some_and(|it| of_shapes.contains(&it) || numbers.contains(&it)) {
                found.of_shapes.insert(op.id());
            }
        }
        found
    }

    /// Removes a conditional, which need not wait any more; whether it was there.
    pub(super) fn remove(&mut self, this: OpId) -> bool {
        // Both: it may be in both.
        self.around_recursion.remove(&this) | self.of_shapes.remove(&this)
    }

    /// All of them, outer ones first.
    pub(super) fn in_order(&self, body: &Body) -> Vec<OpId> {
        if self.around_recursion.is_empty() && self.of_shapes.is_empty() {
            return Vec::new();
        }
        let waits = |op: &OpId| self.around_recursion.contains(op) || self.of_shapes.contains(op);
        body.own_ops().into_iter().filter(waits).collect()
    }
}

/// The conditionals with a call of a recursive function in a branch, and those that their
/// conditions depend on.
pub(super) fn around_recursion(body: &Body, recursive: &FxHashSet<Ident>) -> FxHashSet<OpId> {
    let mut found: FxHashSet<OpId> = FxHashSet::default();
    if recursive.is_empty() {
        return found;
    }
    let mut pending: Vec<ValueId> = Vec::new();
    for op in body.as_op().walk() {
        if !op.cast::<GenericCallOp>().is_some_and(|call| recursive.contains(&call.callee())) {
            continue;
        }
        let mut around = op.parent();
        while let Some(parent) = around {
            if let Some(this) = parent.cast::<IfOp>()
                && found.insert(parent.id())
            {
                pending.push(this.condition().id());
            }
            around = parent.parent();
        }
    }
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        let Some(op) = body.value(value).defining_op() else { continue };
        pending.extend(op.operands());
        if let Some(this) = op.cast::<IfOp>() {
            found.insert(op.id());
            pending.extend(this.ends().flat_map(|end| end.operands()));
        }
    }
    found
}

/// Whether the condition of a conditional holds, if that is known.
pub(super) fn decide(body: &Body, this: IfOp) -> Option<bool> {
    match evaluate(body, this.condition(body)).ok()?.values[..] {
        [value] => Some(value != 0.0),
        _ => None,
    }
}
