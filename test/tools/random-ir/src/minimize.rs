//! A smaller module that fails in the same way, found by the reducer of mlir-lite.

use crate::check::{Checker, Counts, Failure};
use mlir_lite::register_all_dialects;
use mlir_lite_reduce::{Options, reduce_mlir};

/// Candidates of a module that are checked at most.
const ATTEMPTS: usize = 10_000;

/// Leaves out passes, then what the module does not need, while the failure stays the same.
pub fn minimize(checker: &Checker, text: &str, failure: Failure) -> (String, Failure) {
    let mut failure = failure;
    let stage = failure.stage;
    let again = |text: &str, pipeline: &[String]| {
        let result = checker.check_text(text, pipeline, &mut Counts::default());
        result.err().filter(|error| error.stage == stage)
    };
    let mut at = 0;
    while at < failure.pipeline.len() && failure.pipeline.len() > 1 {
        let mut fewer = failure.pipeline.clone();
        fewer.remove(at);
        match again(text, &fewer) {
            Some(smaller) => failure = smaller,
            None => at += 1,
        }
    }
    let pipeline = failure.pipeline.clone();
    let mut test = |candidate: &str| match again(candidate, &pipeline) {
        Some(smaller) => {
            failure = smaller;
            true
        }
        None => false,
    };
    let options = Options { attempts: ATTEMPTS, ..Options::default() };
    let reduced = reduce_mlir(register_all_dialects, text, &options, &mut test);
    (reduced.text, failure)
}
