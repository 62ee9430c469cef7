//! The search for smaller candidates.

use std::collections::HashSet;
use std::hash::BuildHasher as _;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use crate::Reduced;

/// A way to make a text smaller, in units that are numbered from the start of the text.
pub trait Edit {
    /// The number of units of a text.
    fn units(&self, text: &str) -> usize;

    /// The text with these units edited; none if that is impossible or makes the text no smaller.
    fn apply(&self, text: &str, units: Range<usize>) -> Option<String>;

    /// The maximum number of units edited at once.
    fn largest(&self) -> usize {
        usize::MAX
    }
}

/// The test, and its results so far.
pub(crate) struct Search<'t> {
    test: &'t mut dyn FnMut(&str) -> bool,
    /// The hashes of the candidates that are not interesting.
    refused: HashSet<u64, FxBuildHasher>,
    attempts: usize,
    accepted: usize,
    limit: usize,
}

impl<'t> Search<'t> {
    pub(crate) fn new(test: &'t mut dyn FnMut(&str) -> bool, limit: usize) -> Self {
        Self { test, refused: HashSet::default(), attempts: 0, accepted: 0, limit }
    }

    /// Makes a candidate the current text if it is interesting.
    pub(crate) fn accepts(&mut self, current: &mut String, candidate: String) -> bool {
        if *current == candidate || self.is_over() {
            return false;
        }
        let hash = FxBuildHasher.hash_one(candidate.as_bytes());
        if self.refused.contains(&hash) {
            return false;
        }
        self.attempts += 1;
        if !(self.test)(&candidate) {
            self.refused.insert(hash);
            return false;
        }
        self.accepted += 1;
        *current = candidate;
        true
    }

    /// Whether no more candidates may be tested.
    pub(crate) fn is_over(&self) -> bool {
        self.attempts >= self.limit
    }

    /// Applies an edit to chunks of the units: halves first, then quarters, down to single units,
    /// the last ones first.
    pub(crate) fn sweep(&mut self, current: &mut String, edit: &dyn Edit) -> bool {
        let mut units = edit.units(current);
        let mut size = units.div_ceil(2).min(edit.largest());
        let mut changed = false;
        while size > 0 {
            let mut end = units;
            while end > 0 && !self.is_over() {
                let start = end.saturating_sub(size);
                if let Some(candidate) = edit.apply(current, start..end)
                    && self.accepts(current, candidate)
                {
                    changed = true;
                    units = edit.units(current);
                }
                end = start.min(units);
            }
            // There may be fewer units left than a chunk had.
            size = if size == 1 { 0 } else { (size / 2).min(units.div_ceil(2)).max(1) };
            if units == 0 || self.is_over() {
                break;
            }
        }
        changed
    }

    /// The result, with a line end if that is as interesting.
    pub(crate) fn finish(mut self, mut text: String) -> Reduced {
        if !text.is_empty() && !text.ends_with('\n') {
            let ended = format!("{text}\n");
            self.accepts(&mut text, ended);
        }
        Reduced { text, attempts: self.attempts, accepted: self.accepted }
    }
}
