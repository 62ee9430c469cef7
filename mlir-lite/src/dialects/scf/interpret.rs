//! What the ops of scf do, for the interpreter.

use crate::interpreter::{
    DialectInterpreterInterface, EvalFn, EvaluatorTable, Flow, Machine, Trap, Value, Values, find_evaluator,
};
use crate::ir::op_def::OpDef;
use crate::ir::prelude::*;

/// Runs ops of scf.
pub(super) struct ScfInterpreter;

impl DialectInterpreterInterface for ScfInterpreter {
    fn evaluator(&self, op: &'static OpDef) -> Option<EvalFn> {
        let evaluators: &EvaluatorTable = &[
            (&["scf.for"], run_for),
            (&["scf.if"], run_if),
            (&["scf.while"], run_while),
            (&["scf.execute_region"], |m, op| {
                let values = m.run_region(region(op, 0)?, Values::new())?;
                m.set_results(op, values);
                Ok(Flow::Next)
            }),
            (&["scf.yield", "scf.condition"], |m, op| Ok(Flow::Yield(m.operands(op)))),
        ];
        find_evaluator(evaluators, op.name)
    }
}

fn region(op: OpRef<'_>, index: usize) -> Result<RegionRef<'_>, Trap> {
    op.region(index).ok_or_else(|| Trap::new("cannot be interpreted: a region is missing"))
}

fn run_for<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let mut operands = m.operands(op);
    let carried: Values = operands.drain(3..).collect();
    let [start, end, step] = [operands[0].as_index()?, operands[1].as_index()?, operands[2].as_index()?];
    if step <= 0 {
        return Err(Trap::new(format!("the loop's step, {step}, is not positive")));
    }
    let body = region(op, 0)?;
    let unsigned = op.attr_named("unsignedCmp").is_some();
    let is_below = |at: i64| if unsigned { (at as u64) < end as u64 } else { at < end };
    let (mut at, mut carried) = (start, carried);
    while is_below(at) {
        carried.insert(0, Value::index(at));
        carried = m.run_region(body, carried)?;
        let Some(next) = at.checked_add(step) else { break };
        at = next;
    }
    m.set_results(op, carried);
    Ok(Flow::Next)
}

fn run_if<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let holds = m.get(op.operand(0)).as_int()? == 1;
    let taken = region(op, usize::from(!holds))?;
    let values = m.run_region(taken, Values::new())?;
    m.set_results(op, values);
    Ok(Flow::Next)
}

fn run_while<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let (before, after) = (region(op, 0)?, region(op, 1)?);
    let mut carried = m.operands(op);
    loop {
        let mut passed = m.run_region(before, carried)?;
        if passed.is_empty() {
            return Err(Trap::new("cannot be interpreted: the loop's condition is missing"));
        }
        let condition = passed.remove(0).as_int()? == 1;
        if !condition {
            m.set_results(op, passed);
            return Ok(Flow::Next);
        }
        carried = m.run_region(after, passed)?;
    }
}
