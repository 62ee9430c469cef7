//! The inliner: replaces calls by the bodies of the functions that are called.
//!
//! It knows no dialect: calls, functions and returns are found through
//! interfaces ([`CallOpInterface`], [`CallableOpInterface`],
//! [`DialectInlinerInterface`]). Functions are visited callees first, by the
//! strongly connected components of the call graph (Tarjan's algorithm, with a
//! stack of its own); calls within a component are recursive and stay. Calls
//! of functions of several blocks stay too.
//!
//! Inlining rewrites calls and removes private functions that nothing refers
//! to any more. It folds nothing: that is the canonicalizer's work.

mod call_graph;
mod references;

pub use references::{erase_unreferenced, referenced_symbols};

use crate::context::Context;
use crate::ir::body::Body;
use crate::ir::builder::{BodyBuilder, InsertionPoint};
use crate::ir::clone::IrMapping;
use crate::ir::entities::{BlockId, OpId, ValueId};
use crate::ir::ident::Ident;
use crate::ir::interfaces::{CallOpInterface, CallableOpInterface, Callee, DialectInlinerInterface};
use crate::ir::location::Location;
use crate::ir::view::OpRef;
use crate::pass::{Pass, PassContext};
use crate::types::Type;
use call_graph::CallGraph;
use mlir_lite_diagnostics::Reported;
use smallvec::SmallVec;

/// Copies beyond this many ops are not what anybody wants to wait for: calls
/// that double at each level would grow a small program without bounds.
const MAX_INLINED_OPS: usize = 4_000_000;

/// Inlines every call that can be.
pub struct InlinerPass;

impl Pass for InlinerPass {
    fn name(&self) -> &'static str {
        "Inliner"
    }

    fn argument(&self) -> &'static str {
        "inline"
    }

    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let graph = CallGraph::new(module);
        let mut inlined_ops = 0;
        for component in graph.components_callees_first() {
            for &caller in &component {
                let calls = graph.calls(caller);
                if calls.is_empty() {
                    continue;
                }
                let link = graph.function(caller);
                let Some(mut body) = module.detach_child(link) else { continue };
                for &(call, callee) in calls {
                    if component.contains(&callee) {
                        continue;
                    }
                    let Some(callee) = module.child(graph.function(callee)) else { continue };
                    inlined_ops += inline_call(&mut body, call, callee);
                    if inlined_ops > MAX_INLINED_OPS {
                        let diagnostic = body
                            .op(call)
                            .error(format!(
                                "inlining this program makes more than {MAX_INLINED_OPS} operations"
                            ))
                            .with_help(
                                "call functions fewer times: each level of calls multiplies the operations",
                            );
                        let reported = cx.error(diagnostic);
                        module.attach_child(link, body);
                        return Err(reported);
                    }
                }
                module.attach_child(link, body);
            }
        }
        erase_unreferenced(module);
        Ok(())
    }
}

fn inliner_of(op: OpRef<'_>) -> Option<&'static dyn DialectInlinerInterface> {
    op.context().dialect_interface::<dyn DialectInlinerInterface>(op.info().dialect()?)
}

/// The one block of a function that may be inlined.
fn inlinable_block(callee: &Body) -> Option<BlockId> {
    let root = callee.as_op();
    let region = root.interface::<dyn CallableOpInterface>()?.callable_region(callee)?;
    if !callee.has_one_block(region) {
        return None;
    }
    let legal = root.walk().all(|op| inliner_of(op).is_some_and(|inliner| inliner.is_legal_to_inline(op)));
    callee.entry_block(region).filter(|_| legal)
}

/// A value of type `ty` made of `value`: itself, or what the call's dialect
/// converts it to.
fn converted(caller: &mut Body, call: OpId, value: ValueId, ty: Type, location: Location) -> Option<ValueId> {
    if caller.ty(value) == ty {
        return Some(value);
    }
    let inliner = inliner_of(caller.op(call))?;
    let mut builder = BodyBuilder::new(caller, InsertionPoint::Before(call));
    inliner.materialize_call_conversion(&mut builder, value, ty, location)
}

/// Replaces `call` by a copy of the callee's ops; returns how many there are.
fn inline_call(caller: &mut Body, call: OpId, callee: &Body) -> usize {
    let Some(block) = inlinable_block(callee) else { return 0 };
    let Some(interface) = caller.info(call).interface::<dyn CallOpInterface>() else { return 0 };
    let Some(terminator) = callee.terminator(block) else { return 0 };
    let returned = inliner_of(callee.op(terminator)).and_then(|i| i.returned_values(callee.op(terminator)));
    let Some(returned) = returned.filter(|values| values.len() == caller.num_results(call)) else { return 0 };
    let arguments = interface.arguments(caller.op(call));
    if arguments.len() != callee.arguments(block).len() {
        return 0;
    }
    let call_location = caller.location(call);
    let mut mapping = IrMapping::new();
    for (value, &parameter) in arguments.into_iter().zip(callee.arguments(block)) {
        match converted(caller, call, value, callee.ty(parameter), call_location) {
            Some(value) => mapping.map(parameter, value),
            None => return 0,
        }
    }
    let ctx: Context = caller.context().clone();
    let mut count = 0;
    for op in callee.ops(block).filter(|&op| op != terminator) {
        let copy = caller.clone_op_from(callee, op, &mut mapping);
        caller.insert_op_before(call, copy);
        count += 1;
        for nested in std::iter::once(copy).chain(caller.walk_op_pre_order(copy)) {
            let location = ctx.call_site_location(caller.location(nested), call_location);
            caller.set_location(nested, location);
        }
    }
    let results: SmallVec<[ValueId; 2]> = caller.results(call).collect();
    for (result, value) in results.into_iter().zip(returned) {
        let value = mapping.value(value).unwrap_or(value);
        let ty = caller.ty(result);
        // A caller that knows more of the type than the callee keeps what it
        // knows; one that knows less takes what comes.
        match converted(caller, call, value, ty, call_location) {
            Some(value) => caller.replace_all_uses(result, value),
            None => caller.replace_all_uses(result, value),
        }
    }
    caller.erase_op(call);
    count
}

/// The symbol that a call names.
fn called_symbol(op: OpRef<'_>) -> Option<Ident> {
    match op.interface::<dyn CallOpInterface>()?.callee(op)? {
        Callee::Symbol(name) => Some(name),
        Callee::Value(_) => None,
    }
}
