//! Analyses: facts about an op, computed on request and cached while they are valid.
//!
//! An analysis is kept together with the change counters of the bodies that it was computed from.
//! So an outdated analysis is never returned, and a pass that changes nothing invalidates nothing.
//! After a pass that has changed something, an analysis stays valid if the pass preserves it, or if
//! the analysis itself reports that it is valid.

use crate::pass::skipping::IdlePasses;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::any::{Any, TypeId};
use std::sync::Arc;

/// A result that is computed from an isolated op without changing it.
///
/// It may have parameters, each of which has a result of its own, and use other analyses of the
/// same op:
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::ir::Body;
/// use mlir_lite::pass::{Analyses, Analysis, PassContext};
///
/// /// How many ops a body has.
/// struct OpCount(usize);
///
/// impl Analysis for OpCount {
///     const NAME: &'static str = "OpCount";
///     type Parameters = ();
///     fn compute(body: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
///         Self(body.own_ops().len())
///     }
/// }
///
/// /// Whether a body has more ops than a limit.
/// struct IsLarge(bool);
///
/// impl Analysis for IsLarge {
///     const NAME: &'static str = "IsLarge";
///     type Parameters = usize;
///     fn compute(_: &Body, limit: &usize, analyses: &mut Analyses<'_>) -> Self {
///         Self(analyses.get::<OpCount>().0 > *limit)
///     }
/// }
///
/// fn is_large(body: &Body, cx: &mut PassContext<'_>) -> bool {
///     cx.analysis_with::<IsLarge>(body, &1000).0
/// }
/// ```
pub trait Analysis: Any + Send + Sync + Sized {
    /// The name in reports.
    const NAME: &'static str;

    /// The inputs of the result besides the op; `()` if there are none.
    type Parameters: Any + Send + Sync + Clone + PartialEq;

    /// Computes the analysis of the op that owns `body`. If an analysis that it requests from
    /// `analyses` is invalidated, so is this one.
    fn compute(body: &Body, parameters: &Self::Parameters, analyses: &mut Analyses<'_>) -> Self;

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

/// An analysis, and how to find out whether it is valid.
#[derive(Clone)]
struct Known {
    analysis: Arc<dyn Any + Send + Sync>,
    is_invalidated: IsInvalidated,
}

impl Known {
    fn is_invalidated(&self, preserved: &PreservedAnalyses) -> bool {
        (self.is_invalidated)(&*self.analysis, preserved)
    }
}

/// An analysis and the change counter for which it is valid.
struct Entry {
    known: Known,
    parameters: Box<dyn Any + Send + Sync>,
    version: u64,
    /// The analyses that it was computed from, including those that these were computed from, each
    /// once.
    uses: Vec<Known>,
}

impl Entry {
    fn is_preserved(&self, preserved: &PreservedAnalyses) -> bool {
        !self.known.is_invalidated(preserved)
            && self.uses.iter().all(|used| !used.is_invalidated(preserved))
    }
}

/// The other analyses of an op, for one that is computed.
pub struct Analyses<'a> {
    manager: &'a mut AnalysisManager,
    compute: Instrument<'a>,
    body: &'a Body,
    uses: Vec<Known>,
}

/// Runs the computation of an analysis, and tells instrumentation about it: the analysis's name and
/// type, and the op.
pub(super) type Instrument<'a> = &'a dyn Fn(&'static str, TypeId, &Body, &mut dyn FnMut());

impl Analyses<'_> {
    /// Another analysis of the same op.
    pub fn get<A: Analysis<Parameters = ()>>(&mut self) -> Arc<A> {
        self.get_with(&())
    }

    /// Another analysis of the same op, with parameters.
    pub fn get_with<A: Analysis>(&mut self, parameters: &A::Parameters) -> Arc<A> {
        let analysis = self.manager.get::<A>(self.body, parameters, self.compute);
        if let Some(entry) = self.manager.entries.find::<A>(parameters) {
            for used in std::iter::once(&entry.known).chain(&entry.uses) {
                if !self.uses.iter().any(|known| Arc::ptr_eq(&known.analysis, &used.analysis)) {
                    self.uses.push(used.clone());
                }
            }
        }
        analysis
    }
}

/// The analyses of one op, and of the isolated ops in it.
#[derive(Default)]
pub(super) struct AnalysisManager {
    entries: Entries,
    /// Those of the isolated ops that have some.
    children: FxHashMap<OpId, Box<AnalysisManager>>,
    /// The passes that have nothing to do on the op.
    pub(super) idle: IdlePasses,
    /// The change counter of the enclosing body for which `entries` are valid: a nested op that is
    /// replaced may have the same counter as its predecessor.
    around: u64,
}

/// By type, one entry for each value of the parameters that was asked for.
#[derive(Default)]
pub(super) struct Entries(FxHashMap<TypeId, Vec<Entry>>);

/// The analyses of the enclosing ops, innermost first.
#[derive(Copy, Clone)]
pub(super) struct ParentAnalyses<'a> {
    pub(super) entries: &'a Entries,
    pub(super) outer: Option<&'a ParentAnalyses<'a>>,
}

impl ParentAnalyses<'_> {
    /// Whether no enclosing op has an analysis.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.outer.is_none_or(ParentAnalyses::is_empty)
    }
}

impl Entries {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find<A: Analysis>(&self, parameters: &A::Parameters) -> Option<&Entry> {
        let entries = self.0.get(&TypeId::of::<A>())?;
        entries.iter().find(|entry| entry.parameters.downcast_ref() == Some(parameters))
    }

    pub(super) fn get<A: Analysis>(&self, parameters: &A::Parameters) -> Option<Arc<A>> {
        Arc::clone(&self.find::<A>(parameters)?.known.analysis).downcast().ok()
    }

    fn cached<A: Analysis>(&self, parameters: &A::Parameters, version: u64) -> Option<Arc<A>> {
        let entry = self.find::<A>(parameters).filter(|entry| entry.version == version)?;
        Arc::clone(&entry.known.analysis).downcast().ok()
    }

    fn set<A: Analysis>(&mut self, parameters: &A::Parameters, entry: Entry) {
        let entries = self.0.entry(TypeId::of::<A>()).or_default();
        entries.retain(|old| old.parameters.downcast_ref() != Some(parameters));
        entries.push(entry);
    }
}

impl AnalysisManager {
    /// The analysis, if it is cached and valid.
    pub(super) fn cached<A: Analysis>(
        &self,
        body: &Body,
        parameters: &A::Parameters,
    ) -> Option<Arc<A>> {
        self.entries.cached(parameters, body.deep_version())
    }

    /// The analysis; computed if it is not cached.
    pub(super) fn get<A: Analysis>(
        &mut self,
        body: &Body,
        parameters: &A::Parameters,
        compute: Instrument<'_>,
    ) -> Arc<A> {
        let version = body.deep_version();
        if let Some(known) = self.entries.cached(parameters, version) {
            return known;
        }
        let (analysis, uses) = self.compute::<A>(body, parameters, compute);
        let is_invalidated: IsInvalidated = |analysis, preserved| {
            analysis.downcast_ref::<A>().is_none_or(|analysis| analysis.is_invalidated(preserved))
        };
        let known = Known { analysis: analysis.clone(), is_invalidated };
        let entry = Entry { known, parameters: Box::new(parameters.clone()), version, uses };
        self.entries.set::<A>(parameters, entry);
        analysis
    }

    /// Whether nothing is known of the op and those in it.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.children.is_empty() && self.idle.is_empty()
    }

    /// The analysis. If it is computed, it is not kept.
    pub(super) fn get_for_now<A: Analysis<Parameters = ()>>(
        &mut self,
        body: &Body,
        compute: Instrument<'_>,
    ) -> Arc<A> {
        self.cached(body, &()).unwrap_or_else(|| self.compute::<A>(body, &(), compute).0)
    }

    /// Computes an analysis. Returns it with those that it uses.
    fn compute<A: Analysis>(
        &mut self,
        body: &Body,
        parameters: &A::Parameters,
        compute: Instrument<'_>,
    ) -> (Arc<A>, Vec<Known>) {
        let mut analyses = Analyses { manager: self, compute, body, uses: Vec::new() };
        let mut computed = None;
        compute(A::NAME, TypeId::of::<A>(), body, &mut || {
            computed = Some(A::compute(body, parameters, &mut analyses));
        });
        let analysis = computed.expect("instrumentation runs the computation");
        (Arc::new(analysis), analyses.uses)
    }

    /// The analyses of the isolated op `op` in `body`.
    pub(super) fn child(&mut self, body: &Body, op: OpId) -> &mut AnalysisManager {
        let child = self.children.entry(op).or_default();
        child.keep_idle_of_other(body.version());
        child
    }

    /// Takes out the analyses of a nested op, if it has some, to be put back with `put_child`.
    /// `version` is the enclosing body's.
    pub(super) fn take_child(&mut self, version: u64, op: OpId) -> Option<Box<AnalysisManager>> {
        let mut child = self.children.remove(&op)?;
        child.keep_idle_of_other(version);
        Some(child)
    }

    /// Drops what may be that of another op: the enclosing body had another version.
    fn keep_idle_of_other(&mut self, version: u64) {
        if self.around != version {
            let idle = std::mem::take(&mut self.idle);
            *self = AnalysisManager { around: version, idle, ..Default::default() };
        }
    }

    /// Puts back what `take_child` took.
    pub(super) fn put_child(&mut self, body: &Body, op: OpId, mut child: AnalysisManager) {
        child.around = body.version();
        self.children.insert(op, Box::new(child));
    }

    /// The analyses of the op itself.
    pub(super) fn entries(&self) -> &Entries {
        &self.entries
    }

    /// Drops the analyses that a pass on `body` has invalidated.
    pub(super) fn invalidate(&mut self, body: &Body, preserved: &PreservedAnalyses) {
        if !self.entries.is_empty() {
            self.entries.keep(body.deep_version(), preserved);
        }
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
        self.retain(|entry| {
            let holds = entry.version == version || entry.is_preserved(preserved);
            entry.version = version;
            holds
        });
    }

    fn keep_preserved(&mut self, preserved: &PreservedAnalyses) {
        self.retain(|entry| entry.is_preserved(preserved));
    }

    fn retain(&mut self, mut holds: impl FnMut(&mut Entry) -> bool) {
        self.0.retain(|_, entries| {
            entries.retain_mut(&mut holds);
            !entries.is_empty()
        });
    }
}
