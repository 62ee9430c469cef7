//! Statistics: the counters of passes, and the report of them.
//!
//! A count belongs to one instance of a pass in the pipeline. Counts are added up over all ops and
//! threads.

use crate::pass::Pass;
use crate::pass::plan::{Plan, PlanKind};
use crate::pass::report::{RULE, centred};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

/// Something that a pass counts: see [`PassContext::count`](crate::pass::PassContext::count).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Statistic {
    /// The name in reports.
    pub name: &'static str,
    /// What is counted.
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
pub(super) struct Counters(Vec<Box<[AtomicU64]>>);

impl Counters {
    pub(super) fn new(plan: &Plan<'_>) -> Self {
        let counters = plan.nodes.iter().map(|node| match node.kind {
            PlanKind::Pass(pass) => pass.statistics().iter().map(|_| AtomicU64::new(0)).collect(),
            _ => Box::default(),
        });
        Self(counters.collect())
    }

    pub(super) fn of(&self, instance: usize) -> &[AtomicU64] {
        &self.0[instance]
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
            Some(Row { depth, name, counts })
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
            let _ = writeln!(text, "{:indent$}{}", "", row.name);
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
        let mut by_name: BTreeMap<&str, Vec<(Statistic, u64)>> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| !row.counts.is_empty()) {
            let sums = by_name.entry(&row.name).or_default();
            for &(statistic, count) in &row.counts {
                match sums.iter_mut().find(|(known, _)| *known == statistic) {
                    Some((_, sum)) => *sum += count,
                    None => sums.push((statistic, count)),
                }
            }
        }
        let row = |(name, counts): (&str, _)| Row { depth: 0, name: name.to_string(), counts };
        by_name.into_iter().map(row).collect()
    }
}

fn counts(pass: &dyn Pass, counters: &[AtomicU64]) -> Vec<(Statistic, u64)> {
    let counts = counters.iter().map(|count| count.load(Ordering::Relaxed));
    pass.statistics().iter().copied().zip(counts).collect()
}
