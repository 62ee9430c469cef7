//! The inliner: replaces calls by the bodies of the functions that are called.
//!
//! It knows no dialect: calls, functions and returns are found through
//! interfaces ([`CallOpInterface`], [`CallableOpInterface`],
//! [`DialectInlinerInterface`]). Functions are visited callees first, by the
//! strongly connected components of the call graph (Tarjan's algorithm, with a
//! stack of its own); calls within a component are recursive and stay. A
//! function of several blocks is inlined where the call's own region may have
//! several.
//!
//! Inlining rewrites calls and removes private functions that nothing refers
//! to any more. It folds nothing: that is the canonicalizer's work.
//!
//! [`CallOpInterface`]: crate::ir::interfaces::CallOpInterface
//! [`CallableOpInterface`]: crate::ir::interfaces::CallableOpInterface

mod callee;
mod splice;

use crate::analysis::call_graph::CallGraph;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::interfaces::DialectInlinerInterface;
use crate::ir::op_def::TraitFlags;
use crate::ir::view::OpRef;
use crate::pass::{OptionText, Pass, PassContext, PassOptions};
use crate::transforms::symbol_dce::erase_unreferenced;
use callee::InlinableCallee;
use mlir_lite_diagnostics::Reported;
use splice::inline_call;

/// Copies beyond this many ops are not what anybody wants to wait for: calls
/// that double at each level would grow a small program without bounds.
const MAX_INLINED_OPS: usize = 500_000;

/// A program that is large already may grow by this factor.
const MAX_GROWTH: usize = 16;

/// How much is inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineLimits {
    /// Functions of more ops are called.
    pub callee_ops: usize,
    /// Once so many ops were copied, all other functions are called.
    pub total_ops: usize,
}

/// Inlines calls: every one that can be, or as many as limits admit.
#[derive(Clone, Copy, Default, Debug)]
pub struct InlinerPass {
    limits: Option<InlineLimits>,
}

crate::declare_options! {
    /// Options of `inline`. 0 is no limit.
    pub struct InlinerOptions {
        /// Functions of more ops are called
        max_callee_ops: usize = 0 => "max-callee-ops",
        /// Once so many ops were copied, all other functions are called
        max_total_ops: usize = 0 => "max-total-ops",
    }
}

impl InlinerPass {
    /// The same with options.
    pub fn with_options(options: &InlinerOptions) -> Self {
        let limit = |number: usize, none: usize| if number == 0 { none } else { number };
        let limits = InlineLimits {
            callee_ops: limit(options.max_callee_ops, usize::MAX),
            total_ops: limit(options.max_total_ops, MAX_INLINED_OPS),
        };
        let is_limited = options.max_callee_ops != 0 || options.max_total_ops != 0;
        Self { limits: is_limited.then_some(limits) }
    }

    /// Inlines within limits.
    pub fn limited(limits: InlineLimits) -> Self {
        Self { limits: Some(limits) }
    }
}

impl Pass for InlinerPass {
    fn name(&self) -> &'static str {
        "Inliner"
    }

    fn argument(&self) -> &'static str {
        "inline"
    }

    fn options(&self) -> Vec<OptionText> {
        self.limits.map_or(Vec::new(), |limits| {
            let number = |limit: usize| if limit == usize::MAX { 0 } else { limit };
            let options = InlinerOptions {
                max_callee_ops: number(limits.callee_ops),
                max_total_ops: number(limits.total_ops),
            };
            options.texts()
        })
    }

    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let graph = CallGraph::new(module);
        let mut callees: Vec<Option<InlinableCallee>> = (0..graph.len()).map(|_| None).collect();
        let most = match self.limits {
            Some(limits) => limits.total_ops,
            None => MAX_INLINED_OPS.max(MAX_GROWTH * module.as_op().walk().count()),
        };
        let mut budget = most;
        for component in graph.components_callees_first() {
            for &caller in &component {
                if graph.calls(caller).is_empty() {
                    continue;
                }
                let link = graph.function(caller);
                let Some(mut body) = module.detach_child(link) else { continue };
                let result =
                    inline_calls(&mut body, caller, module, &graph, &callees, self.limits, &mut budget);
                module.attach_child(link, body);
                if let Err(call) = result {
                    let caller = module.child(link).unwrap_or(module);
                    return Err(cx.error(
                        caller
                            .op(call)
                            .error(format!("inlining this program makes more than {most} operations"))
                            .with_help(
                                "call functions fewer times: each level of calls multiplies the operations",
                            ),
                    ));
                }
            }
            // Entered when all of the component is done, so that its own calls
            // do not find it: those are recursive.
            for function in component {
                callees[function] = module.child(graph.function(function)).and_then(InlinableCallee::new);
            }
        }
        erase_unreferenced(module, |op| op.has_trait(TraitFlags::FUNCTION_LIKE) && !op.is_declaration());
        Ok(())
    }
}

/// Inlines the calls in `caller`, whose body was taken out of the module. Without limits, fails with the call at which
/// `budget`, a number of ops, was spent.
fn inline_calls(
    body: &mut Body,
    caller: usize,
    module: &Body,
    graph: &CallGraph,
    callees: &[Option<InlinableCallee>],
    limits: Option<InlineLimits>,
    budget: &mut usize,
) -> Result<(), OpId> {
    for &(call, callee) in graph.calls(caller) {
        let Some(plan) = &callees[callee] else { continue };
        let Some(callee) = module.child(graph.function(callee)) else { continue };
        match limits {
            Some(limits) if plan.num_ops > limits.callee_ops.min(*budget) => continue,
            None if plan.num_ops > *budget => return Err(call),
            _ => {}
        }
        if inline_call(body, call, callee, plan) {
            *budget -= plan.num_ops;
        }
    }
    Ok(())
}

fn inliner_of(op: OpRef<'_>) -> Option<&'static dyn DialectInlinerInterface> {
    op.context().dialect_interface::<dyn DialectInlinerInterface>(op.info().dialect()?)
}

#[cfg(test)]
mod tests;
