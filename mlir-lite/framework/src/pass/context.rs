//! The context of a pass: its diagnostics, analyses and symbols, besides its op.

use crate::pass::analysis::{Analysis, AnalysisManager, ParentAnalyses, PreservedAnalyses};
use crate::pass::instrumentation::{AnalysisEvent, InstanceId, Watch};
use crate::pass::statistics::Statistic;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::ir::OpRef;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::ident::Ident;
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::symbol_requests::SymbolRequests;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Remark, Reported};
use rustc_hash::{FxHashMap, FxHasher};
use std::any::TypeId;
use std::hash::{Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The context of a pass: its diagnostics, analyses and symbols, besides its op.
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
    asked_symbols: AtomicBool,
    asked_other: AtomicBool,
}

/// The inputs that passes have used besides their ops and the analyses of these.
#[derive(Copy, Clone, Default)]
pub(super) struct Asked {
    /// The symbols around the op.
    pub(super) symbols: bool,
    /// Analyses of enclosing ops, or counters.
    pub(super) other: bool,
}

impl Asked {
    pub(super) fn merge(self, other: Self) -> Self {
        Self { symbols: self.symbols || other.symbols, other: self.other || other.other }
    }
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
            asked_symbols: AtomicBool::new(false),
            asked_other: AtomicBool::new(false),
        }
    }

    /// The inputs that the pass has used so far.
    pub(super) fn asked(&self) -> Asked {
        Asked {
            symbols: self.asked_symbols.load(Ordering::Relaxed),
            other: self.asked_other.load(Ordering::Relaxed),
        }
    }

    /// The symbols of the op around the pass's own, from before the passes that run in parallel
    /// with this one.
    pub fn symbols(&self) -> &SymbolSnapshot {
        self.asked_symbols.store(true, Ordering::Relaxed);
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

    /// Emits a remark about `op`, if it is wanted: what the pass did, or did not do, and why. The
    /// remark names the pass's op, if that is a function or another symbol.
    ///
    /// ```
    /// # extern crate mlir_lite_framework as mlir_lite;
    /// use mlir_lite::ir::{Body, OpRef};
    /// use mlir_lite::pass::PassContext;
    /// use mlir_lite_diagnostics::Remark;
    ///
    /// fn leave(cx: &mut PassContext<'_>, for_op: OpRef<'_>) {
    ///     cx.remark(for_op, || {
    ///         let reason = "the number of iterations is not known";
    ///         Remark::missed("unroll").in_category("loops").with("Reason", reason)
    ///     });
    /// }
    /// ```
    pub fn remark(&mut self, op: OpRef<'_>, remark: impl FnOnce() -> Remark) {
        let (ctx, root) = (op.context(), op.body().as_op());
        self.remark_at(ctx, op.location().to_position(ctx), || {
            let remark = remark();
            match root.symbol_name() {
                Some(name) if remark.function().is_none() => remark.in_function(name.text(ctx)),
                _ => remark,
            }
        });
    }

    /// As [`remark`](Self::remark), about what is or was at a position.
    pub fn remark_at(
        &mut self,
        ctx: &Context,
        position: Position,
        remark: impl FnOnce() -> Remark,
    ) {
        let Some(filter) = ctx.remark_filter() else { return };
        let remark = remark();
        if filter.accepts(&remark) {
            self.diagnostics.emit(Diagnostic::of_remark(position, remark));
        }
    }

    /// Reports an error unless the pass's op is a symbol table: for passes that have nothing to do
    /// on other ops.
    pub fn expect_symbol_table(&mut self, body: &Body) -> Result<(), Reported> {
        let op = body.as_op();
        if op.has_trait(TraitFlags::SYMBOL_TABLE) {
            return Ok(());
        }
        let error = op.op_error("is not a symbol table, on which this pass has to run");
        let help = "run the pass on the op around it, such as the module";
        Err(self.error(error.with_help(help)))
    }

    /// Adds to one of the pass's statistics. A statistic that the pass does not declare is ignored.
    pub fn count(&mut self, statistic: Statistic, number: u64) {
        if let Some(instance) = &self.instance
            && let Some(index) = instance.statistics.iter().position(|known| *known == statistic)
            && let Some(counter) = instance.counters.get(index)
        {
            counter.fetch_add(number, Ordering::Relaxed);
            self.asked_other.fetch_or(number != 0, Ordering::Relaxed);
        }
    }

    /// An analysis of the pass's op in its current state, computed if it is not cached.
    pub fn analysis<A: Analysis<Parameters = ()>>(&mut self, body: &Body) -> Arc<A> {
        self.analysis_with(body, &())
    }

    /// As [`analysis`](Self::analysis), but it is not kept for later passes if it is computed: for
    /// an op that is so small that keeping it takes longer.
    #[doc(hidden)]
    pub fn analysis_for_now<A: Analysis<Parameters = ()>>(&mut self, body: &Body) -> Arc<A> {
        let instance = self.instance;
        self.analyses.get_for_now(body, &instrument(instance))
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
        self.asked_other.store(true, Ordering::Relaxed);
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
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SymbolInfo {
    /// The type attribute of a function.
    pub function_type: Option<Attribute>,
    /// Who may refer to it.
    pub visibility: Visibility,
    /// The elements of memory that is never written.
    pub constant: Option<Attribute>,
}

/// The attributes of a symbol that [`SymbolInfo`] is made of.
#[derive(Copy, Clone)]
pub(super) struct SymbolAttributes {
    name: Attribute,
    function_type: Option<Attribute>,
    visibility: Option<Attribute>,
    constant: Option<Attribute>,
}

impl SymbolAttributes {
    fn info(self, ctx: &Context) -> Option<(Ident, SymbolInfo)> {
        let Self { name, function_type, visibility, constant } = self;
        let visibility = Visibility::of(ctx, visibility);
        let info = SymbolInfo { function_type, visibility, constant };
        Some((ctx.ident(name.as_str(ctx)?), info))
    }
}

/// The symbols of a symbol table at one moment.
#[derive(Default)]
pub struct SymbolSnapshot {
    /// None if there are no symbols.
    ctx: Option<Context>,
    /// The symbols of consecutive pieces of the table.
    pieces: Vec<Vec<SymbolAttributes>>,
    /// By name, from the moment at which a pass asks for one: most do not.
    by_name: OnceLock<FxHashMap<Ident, SymbolInfo>>,
    constants: OnceLock<Arc<FxHashMap<Ident, Attribute>>>,
    fingerprint: OnceLock<u64>,
}

impl SymbolSnapshot {
    /// The symbols directly in the root of `table`.
    pub fn new(table: &Body) -> Self {
        let ops = table.pre_order(table.root());
        let symbols = ops.filter_map(|op| Self::entry_of(table, op)).collect();
        Self::from_pieces(table.context(), vec![symbols])
    }

    /// The symbols of consecutive pieces of a table, each by [`Self::entry_of`].
    pub(super) fn from_pieces(ctx: &Context, pieces: Vec<Vec<SymbolAttributes>>) -> Self {
        Self { ctx: Some(ctx.clone()), pieces, ..Self::default() }
    }

    /// The symbol that `op` defines, if it is directly in the root of `table`.
    pub(super) fn entry_of(table: &Body, op: OpId) -> Option<SymbolAttributes> {
        let symbol = table.op(op);
        if !symbol.has_trait(TraitFlags::SYMBOL) || table.parent_op(op) != Some(table.root()) {
            return None;
        }
        let function_type = symbol.attr(Ident::FUNCTION_TYPE);
        // Without a type, it may be memory.
        let constant = || {
            let attribute = |name| symbol.attr(table.context().ident(name));
            attribute("constant").and_then(|_| attribute("initial_value"))
        };
        Some(SymbolAttributes {
            name: symbol.attr(Ident::SYM_NAME)?,
            function_type,
            visibility: symbol.attr(Ident::SYM_VISIBILITY),
            constant: if function_type.is_none() { constant() } else { None },
        })
    }

    fn by_name(&self) -> &FxHashMap<Ident, SymbolInfo> {
        self.by_name.get_or_init(|| {
            let symbols = self.pieces.iter().flatten();
            symbols.filter_map(|symbol| symbol.info(self.ctx.as_ref()?)).collect()
        })
    }

    /// A number that is another one for other symbols.
    pub(super) fn fingerprint(&self) -> u64 {
        // The order in which they are visited does not matter in a sum.
        let sum = || {
            self.by_name().iter().fold(0, |sum, symbol| {
                let mut hasher = FxHasher::default();
                symbol.hash(&mut hasher);
                // The end of SplitMix64, which spreads each bit over all of them.
                let mut bits = hasher.finish();
                bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                (bits ^ (bits >> 31)).wrapping_add(sum)
            })
        };
        *self.fingerprint.get_or_init(sum)
    }

    /// The elements of memory that is never written, which all who ask share.
    pub fn constants(&self) -> Arc<FxHashMap<Ident, Attribute>> {
        let find = || {
            let symbols = self.by_name().iter();
            Arc::new(symbols.filter_map(|(&name, info)| Some((name, info.constant?))).collect())
        };
        Arc::clone(self.constants.get_or_init(find))
    }

    /// The symbol `name`.
    pub fn get(&self, name: Ident) -> Option<SymbolInfo> {
        self.by_name().get(&name).copied()
    }
}
