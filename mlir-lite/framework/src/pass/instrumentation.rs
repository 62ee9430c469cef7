//! Instrumentation: callbacks around pipelines, passes and analyses.

use crate::pass::Pass;
use mlir_lite::ir::view::OpRef;
use std::any::TypeId;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of an instance of a pass or pipeline in a run, in the order of the pipeline. Several
/// ops, and several threads, share an instance.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstanceId(pub usize);

/// A pipeline that runs on an op.
#[non_exhaustive]
pub struct PipelineEvent<'a> {
    /// The instance.
    pub instance: InstanceId,
    /// The enclosing pipeline; none for the outermost one.
    pub parent: Option<InstanceId>,
    /// Name in reports: `'func' Pipeline`.
    pub name: &'a str,
    /// Full name of the ops that the pipeline is for, or `any`.
    pub anchor: &'a str,
}

impl<'a> PipelineEvent<'a> {
    /// Of an instance in another one, with its name in reports and the name of its ops.
    pub fn new(
        instance: InstanceId,
        parent: Option<InstanceId>,
        name: &'a str,
        anchor: &'a str,
    ) -> Self {
        Self { instance, parent, name, anchor }
    }
}

/// A pass that runs on an op.
#[non_exhaustive]
pub struct PassEvent<'a> {
    /// The instance.
    pub instance: InstanceId,
    /// The pipeline that contains it.
    pub pipeline: InstanceId,
    /// The pass.
    pub pass: &'a dyn Pass,
    /// Its op.
    pub op: OpRef<'a>,
    /// The outermost op that is accessible: the one that the pass manager was given, as long as ops
    /// are processed one after the other.
    pub root: OpRef<'a>,
}

/// An analysis that is computed.
#[non_exhaustive]
pub struct AnalysisEvent<'a> {
    /// Name in reports.
    pub name: &'static str,
    /// Which analysis.
    pub id: TypeId,
    /// The pass that asked.
    pub pass: InstanceId,
    /// The op that is analysed.
    pub op: OpRef<'a>,
}

/// Observes a pass manager. With several instrumentations, the first is called first for beginnings
/// and last for ends.
pub trait Instrumentation: Send {
    /// Whether ops must be processed one after the other, so that events come in the order of the
    /// IR.
    fn is_ordered(&self) -> bool {
        true
    }

    /// Before a pipeline runs on an op.
    fn before_pipeline(&mut self, _event: &PipelineEvent<'_>) {}

    /// After a pipeline has run on an op, or failed.
    fn after_pipeline(&mut self, _event: &PipelineEvent<'_>) {}

    /// Before a pass.
    fn before_pass(&mut self, _event: &PassEvent<'_>) {}

    /// After a pass that succeeded.
    fn after_pass(&mut self, _event: &PassEvent<'_>) {}

    /// After a pass that failed.
    fn after_pass_failed(&mut self, _event: &PassEvent<'_>) {}

    /// Instead of running a pass that has changed nothing before, on IR that has not changed since.
    fn skipped_pass(&mut self, _event: &PassEvent<'_>) {}

    /// Before an analysis is computed.
    fn before_analysis(&mut self, _event: &AnalysisEvent<'_>) {}

    /// After an analysis was computed.
    fn after_analysis(&mut self, _event: &AnalysisEvent<'_>) {}
}

/// All who watch one run.
pub(super) struct Instrumentor<'i> {
    watchers: Mutex<Vec<&'i mut dyn Instrumentation>>,
    is_watched: bool,
}

impl<'i> Instrumentor<'i> {
    pub(super) fn new(watchers: Vec<&'i mut dyn Instrumentation>) -> Self {
        Self { is_watched: !watchers.is_empty(), watchers: Mutex::new(watchers) }
    }

    pub(super) fn is_watched(&self) -> bool {
        self.is_watched
    }

    pub(super) fn is_ordered(&self) -> bool {
        self.lock().iter().any(|watcher| watcher.is_ordered())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<&'i mut dyn Instrumentation>> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A set of instrumentations.
pub(super) trait Watch: Sync {
    /// Calls the first one first.
    fn before(&self, tell: &mut dyn FnMut(&mut dyn Instrumentation));

    /// Calls the last one first.
    fn after(&self, tell: &mut dyn FnMut(&mut dyn Instrumentation));
}

impl Watch for Instrumentor<'_> {
    fn before(&self, tell: &mut dyn FnMut(&mut dyn Instrumentation)) {
        if self.is_watched {
            self.lock().iter_mut().for_each(|watcher| tell(*watcher));
        }
    }

    fn after(&self, tell: &mut dyn FnMut(&mut dyn Instrumentation)) {
        if self.is_watched {
            self.lock().iter_mut().rev().for_each(|watcher| tell(*watcher));
        }
    }
}
