//! Statistics: the counters of passes, and the report of them.
//!
//! A count belongs to one instance of a pass in the pipeline. Counts are added up over all ops and
//! threads.

use crate::pass::Pass;
use crate::pass::plan::{Plan, PlanKind};
use crate::pass::report::{RULE, centred};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};

/// Something that a pass counts: see [`PassContext::count`](crate::pass::PassContext::count).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Statistic {
    /// The name in reports.
    pub name: &'static str,
    /// The description of the counted things.
    pub description: &'static str,
}

/// How a report is laid out.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ReportLayout {
    /// As the pipeline nests.
    #[default]
    Pipeline,
    /// The instances of each pass added up.
    List,
}

/// The counters of the instances of a plan.
pub(super) struct Counters {
    counts: Vec<Box<[AtomicU64]>>,
    /// On how many ops an instance was run, and on how many it was skipped.
    ops: Vec<[AtomicU64; 2]>,
}

impl Counters {
    pub(super) fn new(plan: &Plan<'_>) -> Self {
        let counters = plan.nodes.iter().map(|node| match node.kind {
            PlanKind::Pass(pass) => pass.statistics().iter().map(|_| AtomicU64::new(0)).collect(),
            _ => Box::default(),
        });
        let ops = plan.nodes.iter().map(|_| Default::default());
        Self { counts: counters.collect(), ops: ops.collect() }
    }

    pub(super) fn of(&self, instance: usize) -> &[AtomicU64] {
        &self.counts[instance]
    }

    pub(super) fn count_run(&self, instance: usize) {
        self.ops[instance][0].fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_skipped(&self, instance: usize, ops: u64) {
        self.ops[instance][1].fetch_add(ops, Ordering::Relaxed);
    }

    fn skipped(&self, instance: usize) -> Skipped {
        let [run, skipped] = self.ops[instance].each_ref().map(|ops| ops.load(Ordering::Relaxed));
        Skipped { skipped, all: run + skipped }
    }
}

/// The statistics of the passes of one run. A run fills the one in its
/// [`RunOptions`](crate::pass::RunOptions).
#[derive(Clone, Debug, Default)]
pub struct PassStatistics {
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    depth: usize,
    name: String,
    counts: Vec<(Statistic, u64)>,
    skipped: Skipped,
}

/// The number of ops of a pass on which it was skipped.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Skipped {
    pub(super) skipped: u64,
    pub(super) all: u64,
}

impl fmt::Display for Skipped {
    /// As the end of a line with the pass's name: nothing, if it was run on all of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { skipped: 0, .. } => Ok(()),
            Self { skipped, all } if skipped == all => f.write_str(" (skipped)"),
            Self { skipped, all } => write!(f, " (skipped on {skipped} of {all} ops)"),
        }
    }
}

impl AddAssign for Skipped {
    fn add_assign(&mut self, other: Self) {
        self.skipped += other.skipped;
        self.all += other.all;
    }
}

impl PassStatistics {
    pub(super) fn collect(plan: &Plan<'_>, counters: &Counters) -> Self {
        let row = |(instance, node): (usize, &crate::pass::plan::PlanNode<'_>)| {
            // The outermost manager is not a row of its own.
            let depth = node.depth.checked_sub(1)?;
            let name = plan.display_name(instance);
            let counts = match node.kind {
                PlanKind::Pass(pass) => counts(pass, counters.of(instance)),
                _ => Vec::new(),
            };
            Some(Row { depth, name, counts, skipped: counters.skipped(instance) })
        };
        Self { rows: plan.nodes.iter().enumerate().filter_map(row).collect() }
    }

    /// The sum of a statistic over all instances of a pass.
    pub fn total(&self, pass: &str, statistic: &str) -> u64 {
        let counts = self.rows.iter().filter(|row| row.name == pass).flat_map(|row| &row.counts);
        counts.filter(|(known, _)| known.name == statistic).map(|(_, count)| count).sum()
    }

    /// The report.
    pub fn report(&self, layout: ReportLayout) -> String {
        let rows = match layout {
            ReportLayout::Pipeline => self.rows.clone(),
            ReportLayout::List => self.by_name(),
        };
        let counts = || rows.iter().flat_map(|row| &row.counts);
        let number_width = counts().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
        let name_width = counts().map(|(statistic, _)| statistic.name.len()).max().unwrap_or(0);
        let mut text = format!("{RULE}\n{}\n{RULE}\n", centred("... Pass statistics report ..."));
        for row in &rows {
            let indent = 2 * row.depth;
            // Writing to a string does not fail.
            let _ = writeln!(text, "{:indent$}{}{}", "", row.name, row.skipped);
            for (Statistic { name, description }, count) in &row.counts {
                let _ = writeln!(
                    text,
                    "{:indent$}  (S) {count:>number_width$} {name:<name_width$} - {description}",
                    ""
                );
            }
        }
        text
    }

    fn by_name(&self) -> Vec<Row> {
        type Sums = (Vec<(Statistic, u64)>, Skipped);
        let mut by_name: BTreeMap<&str, Sums> = BTreeMap::new();
        let has_content = |row: &&Row| !row.counts.is_empty() || row.skipped.skipped > 0;
        for row in self.rows.iter().filter(has_content) {
            let (sums, skipped) = by_name.entry(&row.name).or_default();
            *skipped += row.skipped;
            for &(statistic, count) in &row.counts {
                match sums.iter_mut().find(|(known, _)| *known == statistic) {
                    Some((_, sum)) => *sum += count,
                    None => sums.push((statistic, count)),
                }
            }
        }
        let row = |(name, (counts, skipped)): (&str, _)| Row {
            depth: 0,
            name: name.to_string(),
            counts,
            skipped,
        };
        by_name.into_iter().map(row).collect()
    }
}

fn counts(pass: &dyn Pass, counters: &[AtomicU64]) -> Vec<(Statistic, u64)> {
    let counts = counters.iter().map(|count| count.load(Ordering::Relaxed));
    pass.statistics().iter().copied().zip(counts).collect()
}
