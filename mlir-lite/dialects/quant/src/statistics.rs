//! The ranges of numbers that a trial run has observed.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The smallest and the largest number for each key. A context has one, to which the interpreter
/// adds what it observes at `quant.stats_ref`.
#[derive(Default, Debug)]
pub struct Statistics(Mutex<BTreeMap<String, [f64; 2]>>);

impl Statistics {
    /// Adds numbers to the range of a key. NaN is left out.
    pub fn record(&self, key: &str, numbers: impl IntoIterator<Item = f64>) {
        let numbers = numbers.into_iter().filter(|number| !number.is_nan());
        let range = numbers.fold(None, |range: Option<[f64; 2]>, number| {
            let [min, max] = range.unwrap_or([number; 2]);
            Some([min.min(number), max.max(number)])
        });
        let Some([min, max]) = range else { return };
        let mut ranges = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = ranges.entry(key.to_string()).or_insert([min, max]);
        *known = [known[0].min(min), known[1].max(max)];
    }

    /// The range of a key, if there were numbers of it.
    pub fn range(&self, key: &str) -> Option<[f64; 2]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied()
    }

    /// Forgets all ranges.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
