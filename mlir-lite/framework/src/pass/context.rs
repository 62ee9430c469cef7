//! What a pass sees besides its op.

use crate::pass::analysis::{Analysis, AnalysisManager, ParentAnalyses, PreservedAnalyses};
use crate::pass::instrumentation::{AnalysisEvent, InstanceId, Watch};
use crate::pass::statistics::Statistic;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::ident::Ident;
use mlir_lite::ir::symbol_requests::SymbolRequests;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use rustc_hash::FxHashMap;
use std::any::TypeId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a pass sees besides its op.
pub struct PassContext<'a> {
    /// Where the pass reports.
    pub diagnostics: &'a mut Diagnostics,
    /// Where it requests symbols in the op around its own.
    pub requests: &'a mut SymbolRequests,
    symbols: &'a SymbolSnapshot,
    pub(super) analyses: AnalysisManager,
    pub(super) preserved: PreservedAnalyses,
    pub(super) parents: Option<&'a ParentAnalyses<'a>>,
    pub(super) instance: Option<Instance<'a>>,
}

/// Which pass of which run this is.
#[derive(Copy, Clone)]
pub(super) struct Instance<'a> {
    pub(super) id: InstanceId,
    pub(super) statistics: &'static [Statistic],
    pub(super) counters: &'a [AtomicU64],
    pub(super) watch: &'a dyn Watch,
}

impl<'a> PassContext<'a> {
    /// A context for running a pass by hand.
    pub fn new(
        diagnostics: &'a mut Diagnostics,
        requests: &'a mut SymbolRequests,
        symbols: &'a SymbolSnapshot,
    ) -> Self {
        Self {
            diagnostics,
            requests,
            symbols,
            analyses: AnalysisManager::default(),
            preserved: PreservedAnalyses::none(),
            parents: None,
            instance: None,
        }
    }

    /// The symbols of the op around the pass's own, from before the passes that run in parallel
    /// with this one.
    pub fn symbols(&self) -> &SymbolSnapshot {
        self.symbols
    }

    /// Whether the pass's op is in another one, which the pass does not see.
    pub fn is_nested(&self) -> bool {
        self.parents.is_some()
    }

    /// Reports an error.
    pub fn error(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.error(diagnostic)
    }

    /// Adds to one of the pass's statistics. A statistic that the pass does not declare is ignored.
    pub fn count(&mut self, statistic: Statistic, number: u64) {
        if let Some(instance) = &self.instance
            && let Some(index) = instance.statistics.iter().position(|known| *known == statistic)
            && let Some(counter) = instance.counters.get(index)
        {
            counter.fetch_add(number, Ordering::Relaxed);
        }
    }

    /// An analysis of the pass's op in its current state, computed if it is not cached.
    pub fn analysis<A: Analysis<Parameters = ()>>(&mut self, body: &Body) -> Arc<A> {
        self.analysis_with(body, &())
    }

    /// An analysis with parameters of the pass's op in its current state, computed if it is not
    /// cached for these parameters.
    pub fn analysis_with<A: Analysis>(
        &mut self,
        body: &Body,
        parameters: &A::Parameters,
    ) -> Arc<A> {
        self.analyses.get(body, parameters, &instrument(self.instance))
    }

    /// The analysis of the pass's op, if it is cached and valid.
    pub fn cached_analysis<A: Analysis<Parameters = ()>>(&self, body: &Body) -> Option<Arc<A>> {
        self.analyses.cached(body, &())
    }

    /// The analysis of the op around the pass's own, if it is cached. It dates from before the
    /// passes that run in parallel with this one.
    pub fn cached_parent_analysis<A: Analysis<Parameters = ()>>(&self) -> Option<Arc<A>> {
        self.cached_ancestor_analysis(1)
    }

    /// The analysis of an enclosing op, `levels` further out: 1 is the op directly around.
    pub fn cached_ancestor_analysis<A: Analysis<Parameters = ()>>(
        &self,
        levels: usize,
    ) -> Option<Arc<A>> {
        let mut parents = self.parents?;
        for _ in 1..levels.max(1) {
            parents = parents.outer?;
        }
        parents.entries.get(&())
    }

    /// An analysis of the isolated op `child` in the pass's own, computed if it is not cached; none
    /// if `child` is not such an op.
    pub fn child_analysis<A: Analysis<Parameters = ()>>(
        &mut self,
        body: &Body,
        child: OpId,
    ) -> Option<Arc<A>> {
        let inner = body.child(child)?;
        let instance = self.instance;
        Some(self.analyses.child(body, child).get(inner, &(), &instrument(instance)))
    }

    /// The analysis of the isolated op `child` in the pass's own, if it is cached and valid.
    pub fn cached_child_analysis<A: Analysis<Parameters = ()>>(
        &mut self,
        body: &Body,
        child: OpId,
    ) -> Option<Arc<A>> {
        let inner = body.child(child)?;
        self.analyses.child(body, child).cached(inner, &())
    }

    /// Declares all analyses valid although the pass has changed something.
    pub fn preserve_all_analyses(&mut self) {
        self.preserved.preserve_all();
    }

    /// Declares analysis `A` valid although the pass has changed something.
    pub fn preserve_analysis<A: Analysis>(&mut self) {
        self.preserved.preserve::<A>();
    }
}

/// Tells instrumentation about analyses that are computed.
fn instrument(
    instance: Option<Instance<'_>>,
) -> impl Fn(&'static str, TypeId, &Body, &mut dyn FnMut()) {
    move |name, id, body, compute| {
        let Some(instance) = instance else { return compute() };
        let event = AnalysisEvent { name, id, pass: instance.id, op: body.as_op() };
        instance.watch.before(&mut |watcher| watcher.before_analysis(&event));
        compute();
        instance.watch.after(&mut |watcher| watcher.after_analysis(&event));
    }
}

/// The facts about a symbol that do not need its body.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SymbolInfo {
    /// The type attribute of a function.
    pub function_type: Option<Attribute>,
    /// Who may refer to it.
    pub visibility: Visibility,
}

/// The symbols of a symbol table at one moment.
#[derive(Default)]
pub struct SymbolSnapshot {
    symbols: FxHashMap<Ident, SymbolInfo>,
}

impl SymbolSnapshot {
    /// The symbols directly in the root of `table`.
    pub fn new(table: &Body) -> Self {
        let mut symbols = FxHashMap::default();
        for op in table.as_op().regions().flat_map(|region| region.ops()) {
            if let Some(name) = op.symbol_name() {
                let function_type = op.attr(Ident::FUNCTION_TYPE);
                symbols
                    .insert(name, SymbolInfo { function_type, visibility: op.symbol_visibility() });
            }
        }
        Self { symbols }
    }

    /// The symbol `name`.
    pub fn get(&self, name: Ident) -> Option<SymbolInfo> {
        self.symbols.get(&name).copied()
    }
}
