//! All rules, on several threads.

use crate::proof::{Bench, Goal, Record};
use mlir_lite::Context;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The results of a campaign.
pub struct Campaign {
    /// For each rule.
    pub goal: Goal,
    /// Threads.
    pub jobs: usize,
    /// Loads dialects beside those of the project.
    pub load: fn(&Context),
    /// Programs beside those that are made.
    pub texts: Vec<String>,
    /// Rules whose titles have one of these; all, if there are none.
    pub words: Vec<String>,
}

/// A rule, and the results for it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The op that it is tried on.
    pub root: &'static str,
    /// Its name.
    pub name: String,
    /// The kind: `fold`, `rule` or `pattern`.
    pub kind: &'static str,
    /// The results.
    pub record: Record,
}

impl Campaign {
    /// Tries all rules, each one alone, and reports each as soon as it is done; returns them in
    /// their order.
    pub fn run(&self, tell: &(dyn Fn(&Row) + Sync)) -> Vec<Row> {
        let next = AtomicUsize::new(0);
        let rows: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    let mut bench = Bench::new(self.load, self.texts.clone());
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(rule) = bench.rules().get(number).cloned() else { return };
                        let title = rule.title();
                        if !self.words.is_empty()
                            && !self.words.iter().any(|word| title.contains(word.as_str()))
                        {
                            continue;
                        }
                        let kind = rule.kind();
                        let record = bench.prove(number, self.goal);
                        let row = Row { root: rule.root.name, name: rule.name, kind, record };
                        tell(&row);
                        if let Ok(mut rows) = rows.lock() {
                            rows.push((number, row));
                        }
                    }
                });
            }
        });
        let mut rows = rows.into_inner().unwrap_or_default();
        rows.sort_by_key(|(number, _)| *number);
        rows.into_iter().map(|(_, row)| row).collect()
    }
}
