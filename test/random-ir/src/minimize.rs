//! A smaller module that fails in the same way.

use crate::check::{Checker, Counts, Failure};

/// Leaves out passes, then lines of the text, while the failure stays the same.
pub fn minimize(checker: &Checker, text: &str, failure: Failure) -> (String, Failure) {
    let (mut text, mut failure) = (text.to_owned(), failure);
    let again = |text: &str, pipeline: &[String], stage| {
        let result = checker.check_text(text, pipeline, &mut Counts::default());
        result.err().filter(|error| error.stage == stage)
    };
    let mut at = 0;
    while at < failure.pipeline.len() && failure.pipeline.len() > 1 {
        let mut fewer = failure.pipeline.clone();
        fewer.remove(at);
        match again(&text, &fewer, failure.stage) {
            Some(smaller) => failure = smaller,
            None => at += 1,
        }
    }
    loop {
        let before = text.len();
        for size in [32, 16, 8, 4, 3, 2, 1] {
            let mut end = text.lines().count();
            while end > 0 {
                let lines: Vec<&str> = text.lines().collect();
                let (start, stop) = range(&lines, end, size);
                let fewer = [&lines[..start], &lines[stop..]].concat().join("\n") + "\n";
                match again(&fewer, &failure.pipeline, failure.stage) {
                    Some(smaller) => {
                        (text, failure) = (fewer, smaller);
                        end = start;
                    }
                    None => end -= 1,
                }
            }
        }
        if text.len() == before {
            return (text, failure);
        }
    }
}

/// The lines to leave out: so many before `end`; for one line that closes a region, the whole op.
fn range(lines: &[&str], end: usize, size: usize) -> (usize, usize) {
    if size > 1 || !lines[end - 1].trim_start().starts_with('}') {
        return (end.saturating_sub(size), end);
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(lines[end - 1]);
    let first = (0..end - 1).rev().find(|&at| {
        indent(lines[at]) <= own && lines[at].ends_with('{') && !lines[at].trim_start().starts_with('}')
    });
    (first.unwrap_or(end - 1), end)
}
