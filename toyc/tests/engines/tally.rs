//! Counts how often each engine has run a program, for the report on a campaign.

use std::collections::BTreeMap;
use std::sync::Mutex;

static RUNS: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// Counts a run.
pub(crate) fn count(engine: impl FnOnce() -> String) {
    if let Ok(mut runs) = RUNS.lock() {
        *runs.entry(engine()).or_default() += 1;
    }
}

/// All that was counted, a line for each engine.
pub(crate) fn report() -> String {
    let Ok(runs) = RUNS.lock() else { return String::new() };
    runs.iter().map(|(engine, number)| format!("{number:>8} {engine}\n")).collect()
}
