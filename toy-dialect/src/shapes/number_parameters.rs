//! Parameters of functions that shapes depend on: those from which sizes, indices, dimensions,
//! loop bounds, and the conditions that end a recursion are computed; and those that the conditions
//! of other conditionals depend on.
//!
//! They are found once for all functions of a module, backwards from the ops with compile-time
//! operands, through ops that can be evaluated at compile time, from functions to their callers,
//! and from calls to returned values. Each value is visited once.

use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

use super::decided::around_recursion;
use crate::builtins::ShapeOp;
use crate::ops::numbers::first_number_of;
use crate::ops::{
    CastOp, GenericCallOp, IfOp, IfOpRef, MemberSource, StructAccessOp, StructAccessOpRef,
    StructConstructOp,
};
use crate::tensor::Compute;

/// The parameters of each function that shapes, or also conditions, depend on.
pub(super) struct NumberParameters {
    by_function: FxHashMap<Ident, BTreeSet<usize>>,
    /// Functions whose results these depend on.
    returning: FxHashSet<Ident>,
}

/// A function on the way.
struct Function<'m> {
    name: Ident,
    body: &'m Body,
    entry: BlockId,
    seen: FxHashSet<ValueId>,
    /// Conditionals whose conditions have to be known.
    decided: FxHashSet<OpId>,
}

impl Function<'_> {
    /// The values that a result of an op consists of, or may be.
    fn parts(&self, op: OpRef<'_>) -> Vec<ValueId> {
        if op.is::<StructConstructOp>() {
            return op.operands().collect();
        }
        let this = op.cast::<IfOp>().filter(|_| self.decided.contains(&op.id()));
        this.into_iter().flat_map(IfOpRef::ends).flat_map(|end| end.operands()).collect()
    }
}

impl NumberParameters {
    /// Those that shapes depend on, of the functions of a module, of which these are recursive.
    pub(super) fn of_shapes(module: &Body, recursive: &FxHashSet<Ident>) -> Self {
        Self::new(module, |body| around_recursion(body, recursive))
    }

    /// Those that shapes or the condition of any conditional depend on.
    pub(super) fn of_conditions(module: &Body) -> Self {
        Self::new(module, |body| {
            body.own_ops().into_iter().filter(|op| IfOp::is(body, *op)).collect()
        })
    }

    /// Those that shapes depend on, where the conditions of these conditionals are to be known.
    fn new(module: &Body, decided: impl Fn(&Body) -> FxHashSet<OpId>) -> Self {
        let mut functions: Vec<Function<'_>> = Vec::new();
        // The calls of each function, with the function that contains them.
        let mut calls: FxHashMap<Ident, Vec<(usize, OpId)>> = FxHashMap::default();
        // Values that shapes depend on, and the functions that define them.
        let mut pending: Vec<(usize, ValueId)> = Vec::new();
        let ops = module.as_op().regions().flat_map(|region| region.ops());
        for link in ops.filter(|op| op.is::<FuncOp>()) {
            let Some(name) = link.symbol_name() else { continue };
            let Some(body) = module.child(link.id()) else { continue };
            let regions = body.regions(body.root());
            let Some(entry) = regions.first().and_then(|region| body.entry_block(*region)) else {
                continue;
            };
            let index = functions.len();
            for id in body.own_ops() {
                let op = body.op(id);
                if let Some(call) = op.cast::<GenericCallOp>() {
                    calls.entry(call.callee()).or_default().push((index, id));
                }
                let Some(first) = first_number_of(op) else { continue };
                pending.extend(op.operands().skip(first).map(|operand| (index, operand)));
            }
            let decided = decided(body);
            let conditions = decided.iter().filter_map(|op| body.operands(*op).next());
            pending.extend(conditions.map(|condition| (index, condition)));
            functions.push(Function { name, body, entry, seen: FxHashSet::default(), decided });
        }
        let by_name: FxHashMap<Ident, usize> =
            functions.iter().enumerate().map(|(index, function)| (function.name, index)).collect();
        let mut returning = FxHashSet::default();
        let mut by_function: FxHashMap<Ident, BTreeSet<usize>> = FxHashMap::default();
        while let Some((index, value)) = pending.pop() {
            let function = &mut functions[index];
            if !function.seen.insert(value) {
                continue;
            }
            if let Some(id) = function.body.defining_op(value) {
                let op = function.body.op(id);
                let is_computed = op.implements::<dyn Compute>() || op.is::<CastOp>();
                // Of a shape, only the type of the tensor matters.
                if is_computed && !op.is::<ShapeOp>() {
                    pending.extend(op.operands().map(|operand| (index, operand)));
                }
                let source = op.cast::<StructAccessOp>().map(StructAccessOpRef::source);
                if let Some(MemberSource::Value(source)) = source {
                    pending.push((index, source));
                }
                // Of a struct that a call returns, all members may be known.
                let returned = match source {
                    Some(MemberSource::Returned(call)) => Some(function.body.op(call)),
                    _ => Some(op),
                };
                pending.extend(function.parts(op).into_iter().map(|operand| (index, operand)));
                let call = returned.and_then(|op| op.cast::<GenericCallOp>());
                if let Some(name) = call.map(|call| call.callee())
                    && let Some(&called) = by_name.get(&name)
                {
                    returning.insert(name);
                    let Function { body, entry, .. } = &functions[called];
                    let end = body.terminator(*entry);
                    pending.extend(
                        end.into_iter()
                            .flat_map(|end| body.operands(end))
                            .map(|value| (called, value)),
                    );
                }
                continue;
            }
            let name = function.name;
            let arguments = function.body.arguments(function.entry);
            let Some(parameter) = arguments.iter().position(|argument| *argument == value) else {
                continue;
            };
            by_function.entry(name).or_default().insert(parameter);
            for &(caller, call) in calls.get(&name).into_iter().flatten() {
                let argument = functions[caller].body.operands(call).nth(parameter);
                pending.extend(argument.map(|argument| (caller, argument)));
            }
        }
        Self { by_function, returning }
    }

    /// Whether they depend on the result of a function.
    pub(super) fn are_returned_by(&self, name: Ident) -> bool {
        self.returning.contains(&name)
    }

    /// The indices of a function's parameters that they depend on.
    pub(super) fn of_function(&self, name: Ident) -> &BTreeSet<usize> {
        static NONE: BTreeSet<usize> = BTreeSet::new();
        self.by_function.get(&name).unwrap_or(&NONE)
    }
}
