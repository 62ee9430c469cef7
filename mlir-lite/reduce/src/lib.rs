//! Reduction of test cases: a file is made smaller while a test still finds it interesting.
//!
//! ```
//! // Interesting is a text that multiplies.
//! let text = "func @f(%a: i32, %b: i32) -> i32 {\n  %0 = addi %a, %b : i32\n  %1 = muli %0, %b : i32\n  return %1 : i32\n}\n";
//! let mut test = |candidate: &str| candidate.contains("muli");
//! let options = mlir_lite_reduce::Options::default();
//! let reduced = mlir_lite_reduce::reduce_mlir(mlir_lite::register_all_dialects, text, &options, &mut test);
//! assert!(reduced.text.contains("muli") && !reduced.text.contains("addi"));
//! ```
//!
//! | file | concept |
//! |---|---|
//! | `search.rs` | which candidates are tried: chunks of the units of an edit, large ones first |
//! | `ir/` | edits of IR that reads: ops, control flow, functions, operands, attributes |
//! | `text/` | edits of any text: lines, bracketed groups, tokens, types, numbers |
//! | `guard.rs` | candidates are made on a thread of their own, which may panic or hang |
//! | `command.rs` | a test that is a command |
//! | `driver.rs` | the tool |
//!
//! A candidate that is accepted is smaller by the measure of its edit and the number of
//! alternations between edits of IR and edits of text is limited, so a reduction ends. Nothing
//! depends on time or chance but a command that exceeds its time limit.

#![forbid(unsafe_code)]

mod command;
mod driver;
mod guard;
mod ir;
mod search;
mod text;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use mlir_lite::Context;

pub use driver::{Language, run, run_with};
pub use guard::silence_candidates;
use ir::Ir;
pub use search::Edit;
use search::Search;

/// How a text is reduced.
#[derive(Clone, Debug)]
pub struct Options {
    /// The maximum number of candidates to test.
    pub attempts: usize,
    /// Whether candidates may be invalid IR although the input is valid.
    pub allow_invalid: bool,
    /// How long reading and editing one candidate may take.
    pub limit: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { attempts: 50_000, allow_invalid: false, limit: Duration::from_secs(20) }
    }
}

/// A reduced text, which the test found interesting, and the number of steps.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reduced {
    /// The text.
    pub text: String,
    /// The number of tested candidates.
    pub attempts: usize,
    /// The number of interesting candidates.
    pub accepted: usize,
}

/// Alternations between edits of IR and edits of text.
const ALTERNATIONS: usize = 3;

/// Reduces a text in any language by its lines, brackets and tokens. `test` returns whether a
/// candidate is interesting; it has to accept `text`, or nothing is changed.
pub fn reduce_text(text: &str, options: &Options, test: &mut dyn FnMut(&str) -> bool) -> Reduced {
    let mut search = Search::new(test, options.attempts);
    let mut current = text.to_owned();
    text::reduce(&mut search, &mut current);
    search.finish(current)
}

/// As [`reduce_text`], for a language with edits of its own, which are made first.
pub fn reduce_with(
    edits: &[&'static (dyn Edit + Sync)],
    text: &str,
    options: &Options,
    test: &mut dyn FnMut(&str) -> bool,
) -> Reduced {
    let mut search = Search::new(test, options.attempts);
    let mut current = text.to_owned();
    for _ in 0..ALTERNATIONS {
        let mut changed = false;
        for _ in 0..SWEEPS {
            let mut swept = false;
            for &edit in edits {
                swept |= search.sweep(&mut current, &Guard(edit, options.limit));
            }
            changed |= swept;
            if !swept {
                break;
            }
        }
        if !text::reduce(&mut search, &mut current) && !changed {
            break;
        }
    }
    search.finish(current)
}

/// The maximum number of sweeps over the edits of a language between two reductions of the text.
const SWEEPS: usize = 8;

/// An edit that finds nothing if it panics or hangs: the text may trigger bugs of the parser of its
/// language.
struct Guard(&'static (dyn Edit + Sync), Duration);

impl Guard {
    fn ask<T: Send + 'static>(
        &self,
        text: &str,
        ask: impl FnOnce(&dyn Edit, &str) -> T + Send + 'static,
    ) -> Option<T> {
        let (edit, text) = (self.0, text.to_owned());
        match guard::guarded(self.1, move || ask(edit, &text)) {
            guard::Guarded::Done(found) => Some(found),
            guard::Guarded::Panicked | guard::Guarded::Hangs => None,
        }
    }
}

impl Edit for Guard {
    fn units(&self, text: &str) -> usize {
        self.ask(text, |edit, text| edit.units(text)).unwrap_or(0)
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        self.ask(text, |edit, text| edit.apply(text, units)).flatten()
    }

    fn largest(&self) -> usize {
        self.0.largest()
    }
}

/// Reduces a text of MLIR: by edits of the IR if it parses, then by its lines, brackets and tokens.
/// `set_up` loads the dialects. If the text is valid IR, every candidate is, unless the options say
/// otherwise. `test` returns whether a candidate is interesting; it has to accept `text`, or
/// nothing is changed.
pub fn reduce_mlir(
    set_up: impl Fn(&Context) + Send + Sync + 'static,
    text: &str,
    options: &Options,
    test: &mut dyn FnMut(&str) -> bool,
) -> Reduced {
    let ir = Ir::new(Arc::new(set_up), text, options);
    let checked = ir.clone();
    let mut checked_test = |candidate: &str| checked.may_be_tested(candidate) && test(candidate);
    let mut search = Search::new(&mut checked_test, options.attempts);
    let mut current = text.to_owned();
    for _ in 0..ALTERNATIONS {
        let changed = ir.reduce(&mut search, &mut current);
        if !text::reduce(&mut search, &mut current) && !changed {
            break;
        }
    }
    search.finish(current)
}
