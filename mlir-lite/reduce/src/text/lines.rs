//! Edits of whole lines. A line that opens a bracket belongs to the one that closes it.

use std::ops::Range;

use crate::search::Edit;

use super::tokens::{Token, tokens};

/// The change of the nesting depth of brackets in each line.
fn depths(text: &str) -> Vec<i64> {
    let mut depths = vec![0; text.lines().count()];
    let (mut line, mut at) = (0, 0);
    for token in tokens(text) {
        let Token { start, text: word, .. } = token;
        line += text[at..start].matches('\n').count();
        at = start;
        match word {
            "{" | "(" | "[" => depths[line] += 1,
            "}" | ")" | "]" => depths[line] -= 1,
            _ => {}
        }
    }
    depths
}

/// The line that closes the bracket that a line opens.
fn partner(depths: &[i64], line: usize) -> Option<usize> {
    let mut depth = depths[line];
    if depth <= 0 {
        return None;
    }
    for (at, change) in depths.iter().enumerate().skip(line + 1) {
        depth += change;
        if depth <= 0 {
            return Some(at);
        }
    }
    None
}

/// The text without the lines that are marked.
fn without(text: &str, removed: &[bool]) -> Option<String> {
    if !removed.contains(&true) {
        return None;
    }
    let kept = text.split_inclusive('\n').zip(removed).filter(|(_, removed)| !**removed);
    Some(kept.map(|(line, _)| line).collect())
}

/// Removes lines.
pub(super) struct Lines;

impl Edit for Lines {
    fn units(&self, text: &str) -> usize {
        text.lines().count()
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let removed: Vec<bool> =
            (0..text.lines().count()).map(|line| units.contains(&line)).collect();
        without(text, &removed)
    }
}

/// Removes lines that open brackets up to those that close them.
pub(super) struct Groups;

impl Edit for Groups {
    fn units(&self, text: &str) -> usize {
        let depths = depths(text);
        (0..depths.len()).filter(|&line| partner(&depths, line).is_some()).count()
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let depths = depths(text);
        let mut removed = vec![false; depths.len()];
        let groups = (0..depths.len()).filter_map(|line| Some((line, partner(&depths, line)?)));
        for (start, end) in groups.skip(units.start).take(units.len()) {
            removed[start..=end].fill(true);
        }
        without(text, &removed)
    }
}

/// Removes lines that open brackets, and those that close them, but not the lines between.
pub(super) struct Headers;

impl Edit for Headers {
    fn units(&self, text: &str) -> usize {
        Groups.units(text)
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let depths = depths(text);
        let mut removed = vec![false; depths.len()];
        let groups = (0..depths.len()).filter_map(|line| Some((line, partner(&depths, line)?)));
        for (start, end) in groups.skip(units.start).take(units.len()) {
            (removed[start], removed[end]) = (true, true);
        }
        without(text, &removed)
    }

    fn largest(&self) -> usize {
        4
    }
}
