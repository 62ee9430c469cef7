//! The inliner: replaces calls by the bodies of the called functions.
//!
//! It knows no dialect: calls, functions and returns are found through interfaces
//! ([`CallOpInterface`], [`CallableOpInterface`], [`DialectInlinerInterface`]). Functions are
//! visited callees first, by the strongly connected components of the call graph (Tarjan's
//! algorithm, with an explicit stack); calls within a component are recursive and stay. Components
//! that do not depend on each other are a level of the graph, and are processed in parallel. A
//! function of several blocks is inlined where the call's own region may have several.
//!
//! Caller and callee are in one symbol table: that of the module, or of a module in it.
//!
//! Inlining rewrites calls and removes private functions that have no references left. It folds
//! nothing: that is the canonicalizer's task.
//!
//! [`CallOpInterface`]: mlir_lite::ir::interfaces::CallOpInterface
//! [`CallableOpInterface`]: mlir_lite::ir::interfaces::CallableOpInterface

mod callee;
mod remarks;
mod splice;

use crate::canonicalize::CanonicalizerPass;
use crate::symbol_dce::erase_unreferenced;
use callee::InlinableCallee;
use mlir_lite::analysis::call_graph::CallGraph;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::ident::Ident;
use mlir_lite::ir::interfaces::DialectInlinerInterface;
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::symbol_resolution::visit_references_of;
use mlir_lite::ir::view::OpRef;
use mlir_lite::pass::{OptionValue, PassContext, RunPass, on_pass_threads, pass};
use mlir_lite_diagnostics::{Diagnostic, Reported};
use rustc_hash::FxHashSet;
use splice::inline_call;

/// The maximum number of copied ops where no limits are given: calls that double at each level
/// would grow a small program exponentially.
const MAX_INLINED_OPS: usize = 500_000;

/// A program that is large already may grow by this factor.
const MAX_GROWTH: usize = 16;

/// How much is inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineLimits {
    /// Larger functions are called.
    pub callee_ops: usize,
    /// The maximum number of copied ops. A function is inlined at each of its calls or at none:
    /// where one call is left, the function has to be compiled all the same.
    pub total_ops: usize,
    /// The cost of a function besides its ops, in ops. Copies count only as far as they exceed it.
    pub function_ops: usize,
}

/// The passes on functions after calls were inlined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefaultPipeline {
    /// Nothing: the inliner folds nothing.
    #[default]
    Nothing,
    /// The canonicalizer.
    Canonicalize,
}

impl OptionValue for DefaultPipeline {
    fn kind() -> String {
        "canonicalize or nothing".into()
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "" => Ok(Self::Nothing),
            "canonicalize" => Ok(Self::Canonicalize),
            _ => Err(format!(
                "expected 'canonicalize' or nothing, found '{text}': other passes are written \
                    after 'inline' in the pipeline"
            )),
        }
    }

    fn print(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Canonicalize => "canonicalize".into(),
        }
    }
}

/// Inline function calls.
#[pass(
    name = "inline",
    pure,
    only(
        "inlining-threshold" = "4294967295": "functions are limited by 'max-callee-ops'",
        "max-iterations" = "4": "calls are inlined until only recursive ones are left"
    )
)]
#[derive(Clone, Copy, Debug)]
pub struct InlinerPass {
    /// The passes on functions after calls were inlined
    #[option("default-pipeline")]
    pub default_pipeline: DefaultPipeline,
    /// Functions with more ops than this are not inlined
    #[option("max-callee-ops")]
    pub max_callee_ops: usize,
    /// The maximum number of ops to copy; functions whose calls need more are not inlined
    #[option("max-total-ops")]
    pub max_total_ops: usize,
    /// The number of ops by which copies of a function count less towards the maximum
    #[option("function-ops")]
    pub function_ops: usize,
    /// Limits set by the program, in which 0 is a limit.
    exact: Option<InlineLimits>,
}

impl InlinerPass {
    /// Inlines within limits.
    pub fn limited(limits: InlineLimits) -> Self {
        let number = |limit: usize| if limit == usize::MAX { 0 } else { limit };
        Self {
            default_pipeline: DefaultPipeline::Nothing,
            max_callee_ops: number(limits.callee_ops),
            max_total_ops: number(limits.total_ops),
            function_ops: limits.function_ops,
            exact: Some(limits),
        }
    }

    /// The limits, if the options set any; an option of 0 sets none.
    fn limits(&self) -> Option<InlineLimits> {
        let limit = |number: usize, none: usize| if number == 0 { none } else { number };
        let is_limited = self.max_callee_ops != 0 || self.max_total_ops != 0;
        let by_options = is_limited.then(|| InlineLimits {
            callee_ops: limit(self.max_callee_ops, usize::MAX),
            total_ops: limit(self.max_total_ops, MAX_INLINED_OPS),
            function_ops: self.function_ops,
        });
        self.exact.or(by_options)
    }
}

impl RunPass for InlinerPass {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        cx.expect_symbol_table(module)?;
        let most = match self.limits() {
            Some(limits) => limits.total_ops,
            None => MAX_INLINED_OPS.max(MAX_GROWTH * module.walk().count()),
        };
        let outside = match module.children().any(|(_, child)| has_table(child)) {
            true => names_from_outside(module),
            false => FxHashSet::default(),
        };
        let mut ops = Ops { most, left: most };
        for (_, child) in module.children_mut() {
            self.inline_in_tables(child, &mut ops, &outside, cx)?;
        }
        self.inline_in_table(module, &mut ops, &FxHashSet::default(), cx)?;
        match self.default_pipeline {
            DefaultPipeline::Nothing => Ok(()),
            DefaultPipeline::Canonicalize => {
                canonicalize_children(module, &CanonicalizerPass::new(module.context()), cx)
            }
        }
    }
}

/// Canonicalizes the isolated ops in a body. They nest as deep as the text that they come from,
/// which is limited.
fn canonicalize_children(
    body: &mut Body,
    canonicalizer: &CanonicalizerPass,
    cx: &mut PassContext<'_>,
) -> Result<(), Reported> {
    for (_, child) in body.children_mut() {
        canonicalize_children(child, canonicalizer, cx)?;
        canonicalizer.run(child, cx)?;
    }
    Ok(())
}

/// Whether an isolated op is a symbol table, or has one in it.
fn has_table(body: &Body) -> bool {
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        if body.as_op().has_trait(TraitFlags::SYMBOL_TABLE) {
            return true;
        }
        bodies.extend(body.children().map(|(_, child)| child));
    }
    false
}

/// The names by which references may lead into a nested table: all but the first of each.
fn names_from_outside(module: &Body) -> FxHashSet<Ident> {
    let mut names = FxHashSet::default();
    for op in module.walk() {
        visit_references_of(op, &mut |path| names.extend(path.nested));
    }
    names
}

/// The number of ops that may be copied.
struct Ops {
    most: usize,
    left: usize,
}

impl InlinerPass {
    /// Inlines in all tables of a body. Inner tables come first: the calls in them that go were
    /// references by a name that an outer table has, too. Tables nest as deep as the text that they
    /// come from, which is limited.
    fn inline_in_tables(
        &self,
        body: &mut Body,
        ops: &mut Ops,
        kept: &FxHashSet<Ident>,
        cx: &mut PassContext<'_>,
    ) -> Result<(), Reported> {
        for (_, child) in body.children_mut() {
            self.inline_in_tables(child, ops, kept, cx)?;
        }
        match body.as_op().has_trait(TraitFlags::SYMBOL_TABLE) {
            true => self.inline_in_table(body, ops, kept, cx),
            false => Ok(()),
        }
    }

    /// Inlines the calls of functions that are in the same table as the caller, and erases private
    /// functions that nothing refers to then, except those of these names.
    fn inline_in_table(
        &self,
        table: &mut Body,
        ops: &mut Ops,
        kept: &FxHashSet<Ident>,
        cx: &mut PassContext<'_>,
    ) -> Result<(), Reported> {
        let graph = CallGraph::new(table);
        let mut callees: Vec<Option<InlinableCallee>> = (0..graph.len()).map(|_| None).collect();
        let mut budget = Budget::new(&graph, self.limits(), ops.left);
        let calls = remarks::calls(table, &graph);
        for level in graph.levels_callees_first() {
            if let Err((function, call)) =
                inline_level(table, &level, &graph, &mut callees, &mut budget)
            {
                let caller = table.child(function).unwrap_or(table);
                return Err(cx.error(budget_is_spent(caller.op(call), ops.most)));
            }
        }
        ops.left = budget.left;
        remarks::emit(&calls, table, &graph, (&callees, &budget), cx);
        erase_unreferenced(table, |op| {
            op.has_trait(TraitFlags::FUNCTION_LIKE)
                && !op.is_declaration()
                && !op.symbol_name().is_some_and(|name| kept.contains(&name))
        });
        Ok(())
    }
}

fn budget_is_spent(call: OpRef<'_>, most: usize) -> Diagnostic {
    call.error(format!("inlining this program makes more than {most} operations")).with_help(
        "call functions fewer times: each level of calls multiplies the operations; \
            `inline{max-total-ops=N}` leaves the calls for which N are not enough",
    )
}

/// Replaces one call in `caller` by a copy of the called function, `callee`; returns the number of
/// its ops. None if the function cannot be inlined there; nothing has changed then.
pub fn inline_one_call(caller: &mut Body, call: OpId, callee: &Body) -> Option<usize> {
    let plan = InlinableCallee::new(callee)?;
    inline_call(caller, call, callee, &plan).then_some(plan.num_ops)
}

/// The remaining budget for copies.
struct Budget {
    limits: Option<InlineLimits>,
    /// Ops.
    left: usize,
    /// The number of calls of each function.
    calls: Vec<usize>,
    /// Whether a function's calls are inlined; none before the first is reached.
    admitted: Vec<Option<bool>>,
}

impl Budget {
    fn new(graph: &CallGraph, limits: Option<InlineLimits>, ops: usize) -> Self {
        let mut calls = vec![0; graph.len()];
        for &(_, callee) in (0..graph.len()).flat_map(|caller| graph.calls(caller)) {
            calls[callee] += 1;
        }
        Self { limits, left: ops, calls, admitted: vec![None; graph.len()] }
    }

    /// Decides about calls, each with the size of its callee, in their order. Returns whether all
    /// decisions are made: without limits, they are if the budget is enough for all calls.
    fn decides(&mut self, mut calls: impl Iterator<Item = (usize, usize)>) -> bool {
        let Some(limits) = self.limits else {
            let sum = calls.try_fold(0usize, |sum, (_, ops)| sum.checked_add(ops));
            return sum.is_some_and(|sum| sum <= self.left);
        };
        for (callee, ops) in calls {
            if self.admitted[callee].is_none() {
                let growth = ops.saturating_mul(self.calls[callee]);
                let growth = growth.saturating_sub(limits.function_ops);
                let fits = ops <= limits.callee_ops && growth <= self.left;
                self.left -= if fits { growth } else { 0 };
                self.admitted[callee] = Some(fits);
            }
        }
        true
    }

    /// Counts what was copied.
    fn spend(&mut self, ops: usize) {
        // Within limits, all calls of a function were counted when it was admitted.
        if self.limits.is_none() {
            self.left -= ops;
        }
    }
}

/// Inlines the calls in the functions of components that do not call each other, in parallel. Fails
/// with the function and the call at which the budget was spent.
fn inline_level(
    module: &mut Body,
    level: &[Vec<usize>],
    graph: &CallGraph,
    callees: &mut [Option<InlinableCallee>],
    budget: &mut Budget,
) -> Result<(), (OpId, OpId)> {
    let ctx = module.context().clone();
    let functions = || level.iter().flatten().copied();
    let callers: Vec<usize> =
        functions().filter(|&function| !graph.calls(function).is_empty()).collect();
    let known = &*callees;
    let size = |callee: usize| known[callee].as_ref().map_or(0, |plan| plan.num_ops);
    let calls = callers.iter().flat_map(|&caller| graph.calls(caller));
    let calls = calls.filter(|&&(_, callee)| known[callee].is_some());
    let is_decided = budget.decides(calls.map(|&(_, callee)| (callee, size(callee))));
    let bodies: Vec<(usize, Box<Body>)> = callers
        .into_iter()
        .filter_map(|caller| Some((caller, module.detach_child(graph.function(caller))?)))
        .collect();
    let mut result = Ok(());
    let mut put_back =
        |module: &mut Body, budget: &mut Budget, (caller, body, inlined): Inlined| {
            let function = graph.function(caller);
            module.attach_child(function, body);
            match inlined {
                Ok(ops) => budget.spend(ops),
                Err(call) if result.is_ok() => result = Err((function, call)),
                Err(_) => {}
            }
        };
    let inline = |module: &Body, budget: &Budget, (caller, mut body): (usize, Box<Body>)| {
        let inlined = inline_calls(&mut body, caller, module, graph, known, budget);
        (caller, body, inlined)
    };
    if is_decided {
        let size = |(caller, body): &(usize, Box<Body>)| {
            let copied = graph.calls(*caller).iter().map(|&(_, callee)| size(callee));
            copied.sum::<usize>() + body.op_capacity()
        };
        let (module_then, budget_then) = (&*module, &*budget);
        let work = |task| inline(module_then, budget_then, task);
        for inlined in on_pass_threads(&ctx, bodies, size, work) {
            put_back(module, budget, inlined);
        }
    } else {
        // The budget that remains for a call depends on those before it.
        for task in bodies {
            let inlined = inline(module, budget, task);
            put_back(module, budget, inlined);
        }
    }
    result?;
    // Afterwards, so that calls within a component do not find it: they are recursive.
    let called: Vec<usize> = functions().filter(|&function| budget.calls[function] > 0).collect();
    let body_of = |function: usize| module.child(graph.function(function));
    let size = |&function: &usize| body_of(function).map_or(0, Body::op_capacity);
    let plans = on_pass_threads(&ctx, called, size, |function| {
        (function, body_of(function).and_then(InlinableCallee::new))
    });
    for (function, plan) in plans {
        callees[function] = plan;
    }
    Ok(())
}

/// A function, its body, and the number of ops that were copied to it; or the call for which the
/// budget was not enough.
type Inlined = (usize, Box<Body>, Result<usize, OpId>);

/// Inlines the calls in `caller`, whose body was taken out of the module. Returns the number of
/// copied ops, or fails with the call at which the budget was spent.
fn inline_calls(
    body: &mut Body,
    caller: usize,
    module: &Body,
    graph: &CallGraph,
    callees: &[Option<InlinableCallee>],
    budget: &Budget,
) -> Result<usize, OpId> {
    let is_limited = budget.limits.is_some();
    if !is_limited {
        let copied = graph.calls(caller).iter().filter_map(|&(_, callee)| callees[callee].as_ref());
        body.reserve(copied.map(InlinableCallee::num_copied).sum::<usize>().min(budget.left));
    }
    let mut copied = 0;
    for &(call, callee) in graph.calls(caller) {
        let Some(plan) = &callees[callee] else { continue };
        let Some(function) = module.child(graph.function(callee)) else { continue };
        if !is_limited && plan.num_ops > budget.left - copied {
            return Err(call);
        }
        let is_admitted = !is_limited || budget.admitted[callee] == Some(true);
        if is_admitted && inline_call(body, call, function, plan) {
            copied += plan.num_ops;
        }
    }
    Ok(copied)
}

/// None for an op of a loaded dialect that does not know it.
pub(crate) fn inliner_of(op: OpRef<'_>) -> Option<&'static dyn DialectInlinerInterface> {
    op.def()?;
    op.context().dialect_interface::<dyn DialectInlinerInterface>(op.info().dialect()?)
}
