//! Runs a pass manager's pipeline.
//!
//! Isolated sibling ops are processed by several threads, each with its own diagnostics and
//! requests, which are put in source order afterwards: the result does not depend on the number of
//! threads. If an instrumentation needs events in order, ops are processed one after the other, and
//! the whole module is accessible between passes.
//!
//! After a pass, the verifier visits the bodies whose change counters have moved. After a nested
//! pipeline, whose ops were each verified alone, it checks the symbols by which they refer to each
//! other.
//!
//! A pass that would change nothing is not run: see `skipping.rs`. Before a pass runs on a nested
//! op, its body is made compact if most of its ops were erased.

use crate::pass::analysis::{AnalysisManager, ParentAnalyses};
use crate::pass::context::{Asked, Instance};
use crate::pass::instrumentation::{InstanceId, Instrumentor, PassEvent, PipelineEvent, Watch};
use crate::pass::manager::{ANY, PassManager, op_spelling};
use crate::pass::nested::{self, Child, ChildAnalyses, Nested, Outcome};
use crate::pass::plan::{Plan, PlanKind, VERIFIER};
use crate::pass::reproducer::{CrashReproducer, Recorder};
use crate::pass::schedule::{self, Batch};
use crate::pass::skipping::State;
use crate::pass::statistics::Counters;
use crate::pass::{
    Instrumentation, Pass, PassContext, PassScope, PassStatistics, RunPass, SymbolSnapshot, pass,
};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::symbol_requests::SymbolRequests;
use mlir_lite::support::recording;
use mlir_lite::text::Spelling;
use mlir_lite::verify::{BodyVersions, verify_changed};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Passes over fewer ops than this run before threads are started; more threads are started only if
/// they are requested.
const MIN_PARALLEL_OPS: usize = 1 << 10;

/// How passes are run.
#[non_exhaustive]
pub struct RunOptions<'i> {
    /// Whether each body that a pass has changed is verified after it.
    pub verify_each: bool,
    /// How many ops may be processed at a time; 0 is the number of the context.
    pub threads: usize,
    /// Who watches.
    pub instrumentations: Vec<&'i mut dyn Instrumentation>,
    /// Where the counts of the passes go.
    pub statistics: Option<&'i mut PassStatistics>,
    /// Where a failure is recorded, to be run again.
    pub reproducer: Option<&'i CrashReproducer>,
    /// The names of ops in reports and reproducers.
    pub spelling: Spelling,
    /// Whether a [pure](Pass::is_pure) pass is skipped on an op on which it has changed nothing
    /// before, as long as neither the op has changed nor the symbols that the pass has asked for.
    pub skip_unchanged: bool,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        Self {
            verify_each: true,
            threads: 0,
            instrumentations: Vec::new(),
            statistics: None,
            reproducer: None,
            spelling: Spelling::Std,
            skip_unchanged: true,
        }
    }
}

impl<'i> RunOptions<'i> {
    /// The same with another [`verify_each`](Self::verify_each).
    #[must_use]
    pub fn with_verify_each(mut self, verify_each: bool) -> Self {
        self.verify_each = verify_each;
        self
    }

    /// The same with another [`threads`](Self::threads).
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The same with another [`instrumentations`](Self::instrumentations).
    #[must_use]
    pub fn with_instrumentations(
        mut self,
        instrumentations: Vec<&'i mut dyn Instrumentation>,
    ) -> Self {
        self.instrumentations = instrumentations;
        self
    }

    /// The same with another [`statistics`](Self::statistics).
    #[must_use]
    pub fn with_statistics(
        mut self,
        statistics: impl Into<Option<&'i mut PassStatistics>>,
    ) -> Self {
        self.statistics = statistics.into();
        self
    }

    /// The same with another [`reproducer`](Self::reproducer).
    #[must_use]
    pub fn with_reproducer(mut self, reproducer: impl Into<Option<&'i CrashReproducer>>) -> Self {
        self.reproducer = reproducer.into();
        self
    }

    /// The same with another [`spelling`](Self::spelling).
    #[must_use]
    pub fn with_spelling(mut self, spelling: Spelling) -> Self {
        self.spelling = spelling;
        self
    }

    /// The same with another [`skip_unchanged`](Self::skip_unchanged).
    #[must_use]
    pub fn with_skip_unchanged(mut self, skip_unchanged: bool) -> Self {
        self.skip_unchanged = skip_unchanged;
        self
    }
}

impl PassManager {
    /// Runs all passes on `module`. A pass that panics has failed.
    ///
    /// # Errors
    /// If a pass failed or left invalid IR, or may not run where it was added; `diagnostics` has
    /// the errors, in source order.
    pub fn run(
        &self,
        module: &mut Body,
        options: &mut RunOptions<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let ctx = module.context().clone();
        self.check(&ctx, diagnostics)?;
        self.resolved(&ctx).run_checked(module, options, diagnostics)
    }

    /// Runs passes that [`PassManager::check`] has accepted, anchored at the names of declarations.
    fn run_checked(
        &self,
        module: &mut Body,
        options: &mut RunOptions<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let ctx = module.context().clone();
        let name = module.info(module.root()).name();
        if self.anchor() != ANY && name != self.anchor() {
            let message =
                format!("cannot run a pass manager for '{}' ops on a '{name}' op", self.anchor());
            return Err(diagnostics.error(module.as_op().error(message)));
        }
        for pass in self.passes() {
            pass.load_dependent_dialects(&ctx);
        }
        let spelling = options.spelling;
        let is_explicit = options.threads != 0;
        let threads = if is_explicit { options.threads } else { ctx.threads() };
        let is_worth_threads = is_explicit || module.capacity_of_ops() >= MIN_PARALLEL_OPS;
        let watch = Instrumentor::new(std::mem::take(&mut options.instrumentations));
        let name_of = |name: &str| op_spelling(&ctx, name, spelling);
        let is_reported = watch.is_watched() || options.statistics.is_some();
        let names: Option<&dyn Fn(&str) -> String> =
            if is_reported { Some(&name_of) } else { None };
        let mut plan = Plan::new(self, options.verify_each, names);
        if options.skip_unchanged {
            plan.find_repeated();
        }
        let counters = Counters::new(&plan);
        let recorder = options.reproducer.map(|reproducer| {
            Recorder::new(
                reproducer,
                &self.to_text(&ctx, spelling),
                options.verify_each,
                spelling,
                module,
            )
        });
        let ordered = watch.is_ordered() || recorder.as_ref().is_some_and(Recorder::is_local);
        let run = Run {
            plan: &plan,
            counters: &counters,
            watch: &watch,
            recorder: recorder.as_ref(),
            threads: if !ordered && module.has_children() && is_worth_threads {
                threads
            } else {
                1
            },
            is_watched: ordered || watch.is_watched(),
        };
        let mut requests = SymbolRequests::new();
        let symbols = SymbolSnapshot::default();
        let mut site = Site {
            diagnostics,
            requests: &mut requests,
            symbols: &symbols,
            parents: None,
            analyses: AnalysisManager::default(),
            asked: Asked::default(),
            state: None,
        };
        let mut go = || {
            run.pipeline(
                0,
                None,
                &mut Target { root: &mut *module, path: &mut Vec::new() },
                &mut site,
            )
        };
        let result = if run.threads != 1 && !recording::is_active() {
            match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => pool.install(go),
                Err(_) => go(),
            }
        } else {
            go()
        };
        if let Some(statistics) = &mut options.statistics {
            **statistics = PassStatistics::collect(&plan, &counters);
        }
        if let (Err(_), Some(recorder)) = (result, recorder) {
            recorder.write(diagnostics);
        }
        result
    }
}

/// The data that stays the same during a run.
#[derive(Copy, Clone)]
struct Run<'r> {
    plan: &'r Plan<'r>,
    counters: &'r Counters,
    watch: &'r dyn Watch,
    recorder: Option<&'r Recorder<'r>>,
    /// How many ops are processed at a time.
    threads: usize,
    /// Whether watchers are notified of each pass that is skipped on an op.
    is_watched: bool,
}

/// An isolated op within the outermost accessible one.
struct Target<'t> {
    root: &'t mut Body,
    /// The path of ops that leads to it.
    path: &'t mut Vec<OpId>,
}

/// The data of the op that is processed.
pub(super) struct Site<'a> {
    pub(super) diagnostics: &'a mut Diagnostics,
    pub(super) requests: &'a mut SymbolRequests,
    pub(super) symbols: &'a SymbolSnapshot,
    pub(super) parents: Option<&'a ParentAnalyses<'a>>,
    pub(super) analyses: AnalysisManager,
    /// The inputs that the passes on the op have used.
    pub(super) asked: Asked,
    /// The state of the op, while nothing runs.
    pub(super) state: Option<State>,
}

impl Target<'_> {
    fn body(&self) -> &Body {
        self.path.iter().fold(self.root, |body, &op| body.child(op).unwrap_or(body))
    }

    fn body_mut(&mut self) -> &mut Body {
        let mut body = &mut *self.root;
        for &op in self.path.iter() {
            match body.child_mut(op) {
                Some(child) => body = child,
                None => unreachable!("the path leads through isolated ops"),
            }
        }
        body
    }
}

impl Run<'_> {
    fn pipeline(
        &self,
        instance: usize,
        parent: Option<InstanceId>,
        target: &mut Target<'_>,
        site: &mut Site<'_>,
    ) -> Result<(), Reported> {
        let node = &self.plan.nodes[instance];
        let PlanKind::Pipeline(manager) = node.kind else { return Ok(()) };
        let event = PipelineEvent {
            instance: InstanceId(instance),
            parent,
            name: &node.name,
            anchor: manager.anchor(),
        };
        self.watch.before(&mut |watcher| watcher.before_pipeline(&event));
        let result = self.steps(instance, &node.children, target, site);
        self.watch.after(&mut |watcher| watcher.after_pipeline(&event));
        result
    }

    fn steps(
        &self,
        pipeline: usize,
        steps: &[usize],
        target: &mut Target<'_>,
        site: &mut Site<'_>,
    ) -> Result<(), Reported> {
        // The state that was verified last, if anything is verified at all.
        let is_verifier = |&step: &usize| matches!(self.plan.nodes[step].kind, PlanKind::Verifier);
        let last_verifier = steps.iter().copied().rfind(is_verifier);
        let mut verified = last_verifier.map(|_| BodyVersions::of(target.body()));
        let mut after_nested = false;
        // Whether anything has run since.
        let mut has_run = false;
        for &step in steps {
            match self.plan.nodes[step].kind {
                PlanKind::Pass(pass) => {
                    if self.skip(pipeline, step, pass, target, site) {
                        continue;
                    }
                    has_run = true;
                    compact(target.body_mut(), site);
                    self.counters.count_run(step);
                    self.step(pipeline, step, pass, target, |target| {
                        self.pass(step, pass, target.body_mut(), site)
                    })?;
                    after_nested = false;
                }
                PlanKind::Pipeline(manager) => {
                    if self.skip_pipeline(step, target.body(), site) {
                        continue;
                    }
                    has_run = true;
                    self.attempt(step, (target, Target::body), site, |target, site| {
                        self.nested(pipeline, step, manager, target, site)
                    })?;
                    after_nested = true;
                }
                PlanKind::Verifier => {
                    let Some(before) = &mut verified else { continue };
                    if !std::mem::take(&mut has_run) {
                        let ids = (InstanceId(step), InstanceId(pipeline));
                        self.watch.before(&mut |watcher| {
                            watcher.skipped_pass(&event(&Verifier, ids, target));
                        });
                        continue;
                    }
                    let (diagnostics, is_nested) = (&mut *site.diagnostics, site.parents.is_some());
                    self.step(pipeline, step, &Verifier, target, |target| {
                        let body = target.body();
                        if before.is_current(body) {
                            return Ok(());
                        }
                        if after_nested {
                            // Each op that the pipeline ran on was verified after each of its
                            // passes.
                            let before = before.with_children_of(body);
                            verify_changed(body, &before, is_nested, diagnostics)?;
                        } else {
                            verify_changed(body, before, is_nested, diagnostics)?;
                        }
                        if Some(step) != last_verifier {
                            *before = BodyVersions::of(body);
                        }
                        Ok(())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Whether a pass would change nothing; this is counted, and watchers are notified.
    fn skip(
        &self,
        pipeline: usize,
        instance: usize,
        pass: &dyn Pass,
        target: &Target<'_>,
        site: &mut Site<'_>,
    ) -> bool {
        let Some(ops) = self.idle_ops(instance, target.body(), site) else { return false };
        self.counters.count_skipped(instance, ops);
        let ids = (InstanceId(instance), InstanceId(pipeline));
        self.watch.before(&mut |watcher| watcher.skipped_pass(&event(pass, ids, target)));
        true
    }

    /// Whether a pipeline of passes would change nothing. If there is a watcher, it is notified of
    /// each op, also in a pipeline with further ones.
    fn skip_pipeline(&self, instance: usize, body: &Body, site: &mut Site<'_>) -> bool {
        let steps = &self.plan.nodes[instance].children;
        let is_nested = |&step: &usize| matches!(self.plan.nodes[step].kind, PlanKind::Pipeline(_));
        if self.is_watched || steps.iter().any(is_nested) {
            return false;
        }
        let Some(ops) = self.idle_ops(instance, body, site) else { return false };
        steps.iter().for_each(|&step| self.counters.count_skipped(step, ops));
        true
    }

    /// On how many ops this would change nothing; none if it has to run.
    fn idle_ops(&self, instance: usize, body: &Body, site: &mut Site<'_>) -> Option<u64> {
        let id = self.plan.nodes[instance].repeated?;
        let state = *site.state.get_or_insert_with(|| State::of(body));
        site.analyses.idle.find(id, state, site.symbols)
    }

    /// Runs a pass or pipeline, and remembers it if it had nothing to do. `work` returns on how
    /// many ops it has run.
    fn attempt<T>(
        &self,
        instance: usize,
        (target, body_of): (&mut T, impl Fn(&T) -> &Body),
        site: &mut Site<'_>,
        work: impl FnOnce(&mut T, &mut Site<'_>) -> (usize, Result<(), Reported>),
    ) -> Result<(), Reported> {
        let before = site.state.take();
        let Some(id) = self.plan.nodes[instance].repeated else { return work(target, site).1 };
        let before = before.unwrap_or_else(|| State::of(body_of(target)));
        let noted = (site.diagnostics.len(), site.requests.calls());
        let outer = std::mem::take(&mut site.asked);
        let (ops, result) = work(target, site);
        let after = State::of(body_of(target));
        let asked = site.asked;
        site.asked = outer.merge(asked);
        let is_same = before == after && noted == (site.diagnostics.len(), site.requests.calls());
        if is_same && !asked.other && result.is_ok() {
            let symbols = asked.symbols.then(|| site.symbols.fingerprint());
            site.analyses.idle.add(id, after, symbols, ops as u64);
        }
        site.state = Some(after);
        result
    }

    /// Runs a step with the instrumentation of a pass.
    fn step(
        &self,
        pipeline: usize,
        instance: usize,
        pass: &dyn Pass,
        target: &mut Target<'_>,
        work: impl FnOnce(&mut Target<'_>) -> Result<(), Reported>,
    ) -> Result<(), Reported> {
        let ids = (InstanceId(instance), InstanceId(pipeline));
        if let (Some(recorder), true) = (self.recorder, pass.name() != VERIFIER) {
            let body = target.body();
            recorder.before_pass(pass, target.root, target.path, body);
        }
        self.watch.before(&mut |watcher| watcher.before_pass(&event(pass, ids, target)));
        let result = work(target);
        self.watch.after(&mut |watcher| match result {
            Ok(()) => watcher.after_pass(&event(pass, ids, target)),
            Err(_) => watcher.after_pass_failed(&event(pass, ids, target)),
        });
        result
    }

    fn pass(
        &self,
        instance: usize,
        pass: &dyn Pass,
        body: &mut Body,
        site: &mut Site<'_>,
    ) -> Result<(), Reported> {
        // An op of which only some of the nested ones have changed.
        if self.idle_ops(instance, body, site).is_some() {
            return Ok(());
        }
        compact(body, site);
        self.attempt(instance, (body, |body| body), site, |body, site| {
            (1, self.run_pass(instance, pass, body, site))
        })
    }

    fn run_pass(
        &self,
        instance: usize,
        pass: &dyn Pass,
        body: &mut Body,
        site: &mut Site<'_>,
    ) -> Result<(), Reported> {
        let mut result = Ok(());
        if pass.scope() == PassScope::EachBody {
            result = self
                .on_children(
                    body,
                    site,
                    |_| true,
                    |child, site| self.pass(instance, pass, child, site),
                )
                .1;
        }
        let mut cx = PassContext::new(site.diagnostics, site.requests, site.symbols);
        cx.analyses = std::mem::take(&mut site.analyses);
        cx.parents = site.parents;
        cx.instance = Some(Instance {
            id: InstanceId(instance),
            statistics: pass.statistics(),
            counters: self.counters.of(instance),
            watch: self.watch,
        });
        result = result.and(run_caught(pass, body, &mut cx));
        site.asked = site.asked.merge(cx.asked());
        let PassContext { mut analyses, preserved, .. } = cx;
        analyses.invalidate(body, &preserved);
        site.analyses = analyses;
        result
    }

    /// Runs a nested pipeline on all ops of its kind directly in the target, and returns how many.
    fn nested(
        &self,
        pipeline: usize,
        instance: usize,
        manager: &PassManager,
        target: &mut Target<'_>,
        site: &mut Site<'_>,
    ) -> (usize, Result<(), Reported>) {
        let parent = Some(InstanceId(pipeline));
        let is_for = |child: &Body| {
            manager.anchor() == ANY || child.info(child.root()).name() == manager.anchor()
        };
        if self.threads != 1 {
            return self.on_children(target.body_mut(), site, is_for, |child, site| {
                self.pipeline(
                    instance,
                    parent,
                    &mut Target { root: child, path: &mut Vec::new() },
                    site,
                )
            });
        }
        // Nothing is taken out of the module, so that the instrumentation can access it between
        // passes.
        let body = target.body();
        let nested = Nested::of(body, 1, is_for);
        let children: Vec<(OpId, ChildAnalyses)> = nested
            .links()
            .map(|link| (link, site.analyses.take_child(body.version(), link)))
            .collect();
        let parents = ParentAnalyses { entries: site.analyses.entries(), outer: site.parents };
        let mut outcome = Outcome::new();
        for (link, analyses) in children {
            target.path.push(link);
            outcome.run(link, &nested.symbols, &parents, analyses, |site| {
                self.pipeline(instance, parent, target, site)
            });
            target.path.pop();
        }
        (nested.links().len(), nested::finish(target.body_mut(), vec![outcome], site))
    }

    /// Processes the bodies directly in one for which `is_for` holds, and returns how many.
    fn on_children(
        &self,
        body: &mut Body,
        site: &mut Site<'_>,
        is_for: impl Fn(&Body) -> bool + Sync,
        work: impl Fn(&mut Body, &mut Site<'_>) -> Result<(), Reported> + Sync,
    ) -> (usize, Result<(), Reported>) {
        if !body.has_children() {
            return (0, Ok(()));
        }
        let nested = Nested::of(body, self.threads, is_for);
        let batches = nested.batches(body, &mut site.analyses, self.threads);
        let parents = ParentAnalyses { entries: site.analyses.entries(), outer: site.parents };
        let process = |batch: Batch<Child<'_>>| {
            let mut outcome = Outcome::new();
            for (link, child, analyses) in batch.tasks {
                outcome.run(link, &nested.symbols, &parents, analyses, |site| work(child, site));
            }
            outcome
        };
        let outcomes: Vec<Outcome> = if batches.len() > 1 {
            schedule::by_size(batches, |batch| batch.size, process)
        } else {
            batches.into_iter().map(process).collect()
        };
        (nested.links().len(), nested::finish(body, outcomes, site))
    }
}

/// Makes the body of a nested op compact before a pass runs on it, if most of its ops were erased.
/// Ids of the body must not be in use, so there must be no analysis that may have some.
fn compact(body: &mut Body, site: &mut Site<'_>) {
    let has_no_analyses =
        |parents: &ParentAnalyses<'_>| parents.is_empty() && site.analyses.entries().is_empty();
    if body.is_sparse() && !body.has_children() && site.parents.is_some_and(has_no_analyses) {
        body.compact();
        site.state = None;
    }
}

fn event<'e>(
    pass: &'e dyn Pass,
    ids: (InstanceId, InstanceId),
    target: &'e Target<'_>,
) -> PassEvent<'e> {
    PassEvent {
        instance: ids.0,
        pipeline: ids.1,
        pass,
        op: target.body().as_op(),
        root: target.root.as_op(),
    }
}

/// Runs a pass. A panic is an error in the pass, not a reason to end the whole program.
fn run_caught(pass: &dyn Pass, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
    // A body that a panic left half changed is not used any more: the pipeline ends here.
    match catch_unwind(AssertUnwindSafe(|| pass.run(body, cx))) {
        Ok(result) => result,
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text =
                text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
            let message = format!("pass '{}' has panicked: {text}", pass.argument());
            let position = body.location(body.root()).to_position(body.context());
            Err(cx.error(Diagnostic::error(position, message).with_help(
                "this is an error in the pass, whatever its input is: please report it",
            )))
        }
    }
}

/// Represents the verifier in instrumentation.
#[pass(name = "verify", report_name = VERIFIER)]
struct Verifier;

impl RunPass for Verifier {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        mlir_lite::verify::verify(body, cx.diagnostics)
    }
}
