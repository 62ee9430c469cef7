//! How long passes, verification and analyses take.
//!
//! On one thread there is a column of wall time. On several, the user time is
//! the sum over the threads, and the wall time that of the thread that took
//! longest.

use crate::pass::report::{RULE, centred};
use crate::pass::statistics::Skipped;
use crate::pass::{
    AnalysisEvent, InstanceId, Instrumentation, PassEvent, PipelineEvent, ReportLayout,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// Measures the time of a run. Ops are still processed in parallel.
pub struct PassTiming {
    begin: Instant,
    total: Duration,
    /// The start times of the passes that are running, innermost last.
    running: FxHashMap<ThreadId, Vec<Instant>>,
    timers: BTreeMap<Key, Timer>,
}

/// Instances sort in the order of the pipeline, and the analyses of a pass after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    instance: InstanceId,
    analysis: Option<&'static str>,
}

struct Timer {
    name: String,
    parent: Option<InstanceId>,
    is_pipeline: bool,
    times: FxHashMap<ThreadId, Duration>,
    skipped: Skipped,
}

/// A line of the report.
struct Row {
    name: String,
    depth: usize,
    user: Duration,
    wall: Duration,
}

impl Default for PassTiming {
    fn default() -> Self {
        Self::new()
    }
}

impl PassTiming {
    /// No times.
    pub fn new() -> Self {
        Self {
            begin: Instant::now(),
            total: Duration::ZERO,
            running: FxHashMap::default(),
            timers: BTreeMap::new(),
        }
    }

    fn start(&mut self) {
        self.running.entry(thread::current().id()).or_default().push(Instant::now());
    }

    fn stop(
        &mut self,
        key: Key,
        parent: Option<InstanceId>,
        is_pipeline: bool,
        name: impl FnOnce() -> String,
    ) {
        let thread = thread::current().id();
        let Some(start) = self.running.get_mut(&thread).and_then(Vec::pop) else { return };
        let timer = self.timer(key, parent, is_pipeline, name);
        *timer.times.entry(thread).or_default() += start.elapsed();
        timer.skipped.all += 1;
    }

    fn timer(
        &mut self,
        key: Key,
        parent: Option<InstanceId>,
        is_pipeline: bool,
        name: impl FnOnce() -> String,
    ) -> &mut Timer {
        self.timers.entry(key).or_insert_with(|| Timer {
            name: name(),
            parent,
            is_pipeline,
            times: FxHashMap::default(),
            skipped: Skipped::default(),
        })
    }

    /// The report.
    pub fn report(&self, layout: ReportLayout) -> String {
        let is_threaded = self.timers.values().any(|timer| timer.times.len() > 1);
        let rows = match layout {
            ReportLayout::Pipeline => self.rows(),
            ReportLayout::List => self.list(),
        };
        // Analyses are part of their pass.
        let counted = rows.iter().filter(|row| row.depth == 0 && !row.name.starts_with("(A) "));
        let (user, wall) = counted.fold((Duration::ZERO, Duration::ZERO), |(user, wall), row| {
            (user + row.user, wall + row.wall)
        });
        let mut text =
            format!("{RULE}\n{}\n{RULE}\n", centred("... Pass execution timing report ..."));
        // Writing to a string does not fail.
        let _ = writeln!(text, "  Total Execution Time: {:.4} seconds\n", self.total.as_secs_f64());
        text += if is_threaded {
            "   ---User Time---   ---Wall Time---  --- Name ---\n"
        } else {
            "   ---Wall Time---  --- Name ---\n"
        };
        let total = Row { name: "Total".into(), depth: 0, user, wall };
        for row in rows.iter().chain([&total]) {
            if is_threaded {
                text += &column(row.user, user);
            }
            text += &column(row.wall, wall);
            let _ = writeln!(text, "{:indent$}{}", "", row.name, indent = 2 * row.depth);
        }
        text
    }

    /// All timers, nested. The outermost manager is not one of them.
    fn rows(&self) -> Vec<Row> {
        let depth = |timer: &Timer| {
            let mut depth = 0usize;
            let mut parent = timer.parent;
            while let Some(instance) = parent {
                depth += 1;
                parent = self
                    .timers
                    .get(&Key { instance, analysis: None })
                    .and_then(|timer| timer.parent);
            }
            depth
        };
        let timers = self.timers.values().filter(|timer| timer.parent.is_some());
        timers
            .map(|timer| Row {
                name: format!("{}{}", timer.name, timer.skipped),
                depth: depth(timer) - 1,
                user: timer.times.values().sum(),
                wall: timer.times.values().max().copied().unwrap_or_default(),
            })
            .collect()
    }

    /// The timers of each name added up, longest first.
    fn list(&self) -> Vec<Row> {
        let mut by_name: BTreeMap<&str, Row> = BTreeMap::new();
        for timer in self.timers.values().filter(|timer| !timer.is_pipeline) {
            let row = by_name.entry(&timer.name).or_insert_with(|| Row {
                name: timer.name.clone(),
                depth: 0,
                user: Duration::ZERO,
                wall: Duration::ZERO,
            });
            row.user += timer.times.values().sum::<Duration>();
            row.wall += timer.times.values().max().copied().unwrap_or_default();
        }
        let mut rows: Vec<Row> = by_name.into_values().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.wall));
        rows
    }
}

/// A time and its part of the whole.
fn column(time: Duration, whole: Duration) -> String {
    let (time, whole) = (time.as_secs_f64(), whole.as_secs_f64());
    let percentage = if whole == 0.0 { 0.0 } else { 100.0 * time / whole };
    format!("  {time:7.4} ({percentage:5.1}%)  ")
}

impl Instrumentation for PassTiming {
    fn is_ordered(&self) -> bool {
        false
    }

    fn before_pipeline(&mut self, event: &PipelineEvent<'_>) {
        if event.parent.is_none() {
            self.begin = Instant::now();
        }
        self.start();
    }

    fn after_pipeline(&mut self, event: &PipelineEvent<'_>) {
        let key = Key { instance: event.instance, analysis: None };
        self.stop(key, event.parent, true, || event.name.to_string());
        if event.parent.is_none() {
            self.total = self.begin.elapsed();
        }
    }

    fn before_pass(&mut self, _event: &PassEvent<'_>) {
        self.start();
    }

    fn after_pass(&mut self, event: &PassEvent<'_>) {
        let key = Key { instance: event.instance, analysis: None };
        self.stop(key, Some(event.pipeline), false, || event.pass.name().to_string());
    }

    fn after_pass_failed(&mut self, event: &PassEvent<'_>) {
        self.after_pass(event);
    }

    fn skipped_pass(&mut self, event: &PassEvent<'_>) {
        let key = Key { instance: event.instance, analysis: None };
        let name = || event.pass.name().to_string();
        let skipped = &mut self.timer(key, Some(event.pipeline), false, name).skipped;
        *skipped += Skipped { skipped: 1, all: 1 };
    }

    fn before_analysis(&mut self, _event: &AnalysisEvent<'_>) {
        self.start();
    }

    fn after_analysis(&mut self, event: &AnalysisEvent<'_>) {
        let key = Key { instance: event.pass, analysis: Some(event.name) };
        self.stop(key, Some(event.pass), false, || format!("(A) {}", event.name));
    }
}
