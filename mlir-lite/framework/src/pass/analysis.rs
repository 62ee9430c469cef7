//! Analyses: facts about an op, computed on request and cached while they are valid.
//!
//! An analysis is kept together with the change counters of the bodies that it was computed from.
//! So an outdated analysis is never returned, and a pass that changes nothing invalidates nothing.
//! After a pass that has changed something, an analysis stays valid if the pass preserves it, or if
//! the analysis itself says so.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::any::{Any, TypeId};
use std::sync::Arc;

/// A result that is computed from an isolated op without changing it.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::ir::Body;
/// use mlir_lite::pass::Analysis;
///
/// /// How many ops a body has.
/// struct OpCount(usize);
///
/// impl Analysis for OpCount {
///     const NAME: &'static str = "OpCount";
///     fn compute(body: &Body) -> Self {
///         Self(body.walk_pre_order().len())
///     }
/// }
/// ```
pub trait Analysis: Any + Send + Sync + Sized {
    /// The name in reports.
    const NAME: &'static str;

    /// Computes the analysis of the op that owns `body`.
    fn compute(body: &Body) -> Self;

    /// Whether the changes of a pass that preserves `preserved` have invalidated it.
    fn is_invalidated(&self, preserved: &PreservedAnalyses) -> bool {
        !preserved.contains::<Self>()
    }
}

/// The analyses that a pass has preserved.
#[derive(Clone, Debug, Default)]
pub struct PreservedAnalyses {
    all: bool,
    some: FxHashSet<TypeId>,
}

impl PreservedAnalyses {
    /// None.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds all analyses.
    pub fn preserve_all(&mut self) {
        self.all = true;
    }

    /// Adds one.
    pub fn preserve<A: Analysis>(&mut self) {
        self.some.insert(TypeId::of::<A>());
    }

    /// Whether `A` is among them.
    pub fn contains<A: Analysis>(&self) -> bool {
        self.all || self.some.contains(&TypeId::of::<A>())
    }
}

type IsInvalidated = fn(&(dyn Any + Send + Sync), &PreservedAnalyses) -> bool;

/// An analysis and the change counter for which it is valid.
struct Entry {
    analysis: Arc<dyn Any + Send + Sync>,
    version: u64,
    is_invalidated: IsInvalidated,
}

/// The analyses of one op, and of the isolated ops in it.
#[derive(Default)]
pub(super) struct AnalysisManager {
    entries: Entries,
    children: FxHashMap<OpId, AnalysisManager>,
    /// The change counter of the enclosing body for which `entries` are valid: a nested op that is
    /// replaced may have the same counter as its predecessor.
    around: u64,
}

#[derive(Default)]
pub(super) struct Entries(FxHashMap<TypeId, Entry>);

/// The analyses of the enclosing ops, innermost first.
#[derive(Copy, Clone)]
pub(super) struct ParentAnalyses<'a> {
    pub(super) entries: &'a Entries,
    pub(super) outer: Option<&'a ParentAnalyses<'a>>,
}

impl Entries {
    pub(super) fn get<A: Analysis>(&self) -> Option<Arc<A>> {
        Arc::clone(&self.0.get(&TypeId::of::<A>())?.analysis).downcast().ok()
    }

    fn cached<A: Analysis>(&self, version: u64) -> Option<Arc<A>> {
        let entry = self.0.get(&TypeId::of::<A>())?;
        if entry.version != version {
            return None;
        }
        Arc::clone(&entry.analysis).downcast().ok()
    }
}

impl AnalysisManager {
    /// The analysis, if it is cached and valid.
    pub(super) fn cached<A: Analysis>(&self, body: &Body) -> Option<Arc<A>> {
        self.entries.cached(body.deep_version())
    }

    /// The analysis; computed by `compute` if it is not cached.
    pub(super) fn get<A: Analysis>(&mut self, body: &Body, compute: impl FnOnce() -> A) -> Arc<A> {
        let version = body.deep_version();
        if let Some(known) = self.entries.cached(version) {
            return known;
        }
        let analysis = Arc::new(compute());
        let is_invalidated: IsInvalidated = |analysis, preserved| {
            analysis.downcast_ref::<A>().is_none_or(|analysis| analysis.is_invalidated(preserved))
        };
        let entry = Entry { analysis: analysis.clone(), version, is_invalidated };
        self.entries.0.insert(TypeId::of::<A>(), entry);
        analysis
    }

    /// The analyses of the isolated op `op` in `body`.
    pub(super) fn child(&mut self, body: &Body, op: OpId) -> &mut AnalysisManager {
        let child = self.children.entry(op).or_default();
        if child.around != body.version() {
            *child = AnalysisManager { around: body.version(), ..AnalysisManager::default() };
        }
        child
    }

    /// Takes out the analyses of a nested op, to be put back with `put_child`.
    pub(super) fn take_child(&mut self, body: &Body, op: OpId) -> AnalysisManager {
        std::mem::take(self.child(body, op))
    }

    /// Puts back what `take_child` took.
    pub(super) fn put_child(&mut self, body: &Body, op: OpId, mut child: AnalysisManager) {
        child.around = body.version();
        self.children.insert(op, child);
    }

    /// The analyses of the op itself.
    pub(super) fn entries(&self) -> &Entries {
        &self.entries
    }

    /// Drops the analyses that a pass on `body` has invalidated.
    pub(super) fn invalidate(&mut self, body: &Body, preserved: &PreservedAnalyses) {
        let version = body.deep_version();
        self.entries.keep(version, preserved);
        let around = body.version();
        self.children.retain(|&op, child| {
            let Some(inner) = body.is_live(op).then(|| body.child(op)).flatten() else {
                return false;
            };
            if child.around != around {
                child.entries.keep_preserved(preserved);
                child.around = around;
            }
            child.invalidate(inner, preserved);
            true
        });
    }
}

impl Entries {
    fn keep(&mut self, version: u64, preserved: &PreservedAnalyses) {
        self.0.retain(|_, entry| {
            let holds =
                entry.version == version || !(entry.is_invalidated)(&*entry.analysis, preserved);
            entry.version = version;
            holds
        });
    }

    fn keep_preserved(&mut self, preserved: &PreservedAnalyses) {
        self.0.retain(|_, entry| !(entry.is_invalidated)(&*entry.analysis, preserved));
    }
}
