//! What the ops of scf do, for the interpreter.

use super::*;
use crate::dialects::mixed::numbers_of;
use crate::interpreter::{
    DialectInterpreterInterface, EvalFn, EvaluatorTable, Flow, Machine, Trap, Value, Values, find_evaluator,
};
use crate::ir::op_def::OpDef;
use crate::ir::prelude::*;
use crate::types::DYNAMIC;

/// Runs ops of scf.
pub(super) struct ScfInterpreter;

impl DialectInterpreterInterface for ScfInterpreter {
    fn evaluator(&self, op: &'static OpDef) -> Option<EvalFn> {
        let evaluators: &EvaluatorTable = &[
            (&[ForOp::NAME], run_for),
            (&[IfOp::NAME], run_if),
            (&[WhileOp::NAME], run_while),
            (&[ExecuteRegionOp::NAME], |m, op| {
                let values = m.run_region(region(op, 0)?, Values::new())?;
                m.set_results(op, values);
                Ok(Flow::Next)
            }),
            (&[IndexSwitchOp::NAME], run_index_switch),
            (&[ParallelOp::NAME], run_parallel),
            (&[ForallOp::NAME], run_forall),
            (&[InParallelOp::NAME], |m, op| {
                m.run_region(region(op, 0)?, Values::new())?;
                Ok(Flow::Yield(Values::new()))
            }),
            (&[ReduceOp::NAME], |_, _| Ok(Flow::Yield(Values::new()))),
            (&[YieldOp::NAME, ConditionOp::NAME, ReduceReturnOp::NAME], |m, op| {
                Ok(Flow::Yield(m.operands(op)))
            }),
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

fn run_index_switch<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let argument = m.get(op.operand(0)).as_index()?;
    let cases = op.attr_named("cases").and_then(|cases| cases.as_i64_array(m.context())).unwrap_or_default();
    // The default is the first region.
    let taken = cases.iter().position(|&case| case == argument).map_or(0, |case| case + 1);
    let values = m.run_region(region(op, taken)?, Values::new())?;
    m.set_results(op, values);
    Ok(Flow::Next)
}

/// Runs the points of the box one after the other, the last variable fastest.
fn run_parallel<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let group =
        |m: &Machine<'b>, index| m.indices(op.body().operand_group(op.id(), index).map(|i| op.operand(i)));
    let (lower, upper, step) = (group(m, 0)?, group(m, 1)?, group(m, 2)?);
    if step.iter().any(|&step| step <= 0) {
        return Err(Trap::new("a step of the loop is not positive"));
    }
    let body = region(op, 0)?;
    let reduce = body.entry().and_then(BlockRef::terminator);
    let mut combined: Values = op.body().operand_group(op.id(), 3).map(|i| m.get(op.operand(i))).collect();
    for_each_point(&lower, &upper, &step, |at| {
        m.run_region(body, at.iter().map(|&at| Value::index(at)).collect())?;
        let reduce = reduce.ok_or_else(|| Trap::new("cannot be interpreted: the loop has no end"))?;
        for (i, value) in reduce.operands().enumerate() {
            let arguments = [combined[i].clone(), m.get(value)].into_iter().collect();
            let values = m.run_region(region(reduce, i)?, arguments)?;
            combined[i] = values.into_iter().next().unwrap_or(Value::Poison);
        }
        Ok(())
    })?;
    m.set_results(op, combined);
    Ok(Flow::Next)
}

/// Calls `visit` with the points of a box, the last coordinate fastest.
fn for_each_point(
    lower: &[i64],
    upper: &[i64],
    step: &[i64],
    mut visit: impl FnMut(&[i64]) -> Result<(), Trap>,
) -> Result<(), Trap> {
    let mut at: SmallVec<[i64; 4]> = lower.into();
    if lower.iter().zip(upper).any(|(lower, upper)| lower >= upper) {
        return Ok(());
    }
    loop {
        visit(&at)?;
        let advances = |&i: &usize| at[i].checked_add(step[i]).is_some_and(|next| next < upper[i]);
        let Some(dim) = (0..at.len()).rev().find(advances) else { return Ok(()) };
        at[dim] += step[dim];
        at[dim + 1..].copy_from_slice(&lower[dim + 1..]);
    }
}

/// Runs the points one after the other. Tensors that they share come out as they went in, unless an op of the end says
/// otherwise.
fn run_forall<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let bounds = |m: &Machine<'b>, group, name| {
        let operands = op.body().operand_group(op.id(), group).map(|i| op.operand(i));
        let mut dynamic = m.indices(operands)?.into_iter();
        let missing = || Trap::new("cannot be interpreted: the op is malformed");
        let number = |number| if number == DYNAMIC { dynamic.next().ok_or_else(missing) } else { Ok(number) };
        numbers_of(op, name).into_iter().map(number).collect::<Result<SmallVec<[i64; 4]>, Trap>>()
    };
    let lower = bounds(m, 0, "staticLowerBound")?;
    let upper = bounds(m, 1, "staticUpperBound")?;
    let step = bounds(m, 2, "staticStep")?;
    if step.iter().any(|&step| step <= 0) {
        return Err(Trap::new("a step of the loop is not positive"));
    }
    let body = region(op, 0)?;
    let shared: Values = op.body().operand_group(op.id(), 3).map(|i| m.get(op.operand(i))).collect();
    for_each_point(&lower, &upper, &step, |at| {
        let mut arguments: Values = at.iter().map(|&at| Value::index(at)).collect();
        arguments.extend(shared.iter().cloned());
        m.run_region(body, arguments).map(drop)
    })?;
    m.set_results(op, shared);
    Ok(Flow::Next)
}
