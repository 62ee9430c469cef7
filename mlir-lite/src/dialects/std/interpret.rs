//! What the ops of std do, for the interpreter.

use super::{interpret_arithmetic, interpret_numbers, vector_access, vector_shuffle};
use crate::interpreter::{DialectInterpreterInterface, EvalFn, find_evaluator};
use crate::ir::op_def::OpDef;

/// Runs ops of std.
pub(super) struct StdInterpreter;

impl DialectInterpreterInterface for StdInterpreter {
    fn evaluator(&self, op: &'static OpDef) -> Option<EvalFn> {
        [
            interpret_arithmetic::EVALUATORS,
            interpret_numbers::EVALUATORS,
            vector_access::EVALUATORS,
            vector_shuffle::EVALUATORS,
        ]
        .into_iter()
        .find_map(|table| find_evaluator(table, op.name))
    }
}
