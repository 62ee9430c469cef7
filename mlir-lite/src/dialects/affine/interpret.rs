//! What the ops of affine do, for the interpreter.

use super::operands::MapOperands;
use super::parallel::{REDUCTIONS, loops};
use super::*;
use crate::dialects::std::vector_access::{load_vector, store_vector};
use crate::interpreter::{
    DialectInterpreterInterface, EvalFn, EvaluatorTable, Flow, Machine, Trap, Value, Values, combine,
    find_evaluator, neutral,
};
use crate::ir::op_def::OpDef;
use crate::ir::prelude::*;
use crate::types::DYNAMIC;

/// Runs ops of affine.
pub(super) struct AffineInterpreter;

impl DialectInterpreterInterface for AffineInterpreter {
    fn evaluator(&self, op: &'static OpDef) -> Option<EvalFn> {
        let evaluators: &EvaluatorTable = &[
            (&[ApplyOp::NAME], |m, op| {
                let values = evaluate(m, &map_and_operands(op)?)?;
                extremum(m, op, values.first().copied())
            }),
            (&[MinOp::NAME], |m, op| {
                let values = evaluate(m, &map_and_operands(op)?)?;
                extremum(m, op, values.iter().copied().min())
            }),
            (&[MaxOp::NAME], |m, op| {
                let values = evaluate(m, &map_and_operands(op)?)?;
                extremum(m, op, values.iter().copied().max())
            }),
            (&[ForOp::NAME], run_for),
            (&[IfOp::NAME], run_if),
            (&[LoadOp::NAME], |m, op| {
                let memref = m.get(op.operand(0));
                let Some(load) = op.cast::<LoadOp>().map(OpView::handle) else { return Err(malformed()) };
                let indices = evaluate(m, &load.subscripts(op.body()))?;
                let value = m.load_element(memref.as_memref()?, &indices)?;
                m.set(op, 0, value);
                Ok(Flow::Next)
            }),
            (&[StoreOp::NAME], |m, op| {
                let memref = m.get(op.operand(1));
                let Some(store) = op.cast::<StoreOp>().map(OpView::handle) else { return Err(malformed()) };
                let indices = evaluate(m, &store.subscripts(op.body()))?;
                m.store_element(memref.as_memref()?, &indices, &m.get(op.operand(0)))?;
                Ok(Flow::Next)
            }),
            (&[VectorLoadOp::NAME], vector_load),
            (&[VectorStoreOp::NAME], vector_store),
            (&[ParallelOp::NAME], run_parallel),
            (&[PrefetchOp::NAME], |_, _| Ok(Flow::Next)),
            (&[DelinearizeIndexOp::NAME], delinearize),
            (&[LinearizeIndexOp::NAME], linearize),
            (&[YieldOp::NAME], |m, op| Ok(Flow::Yield(m.operands(op)))),
        ];
        find_evaluator(evaluators, op.name)
    }
}

fn malformed() -> Trap {
    Trap::new("cannot be interpreted: the op is malformed")
}

fn map_and_operands(op: OpRef<'_>) -> Result<MapOperands, Trap> {
    let map = op.attr_named("map").and_then(|map| map.as_affine_map(op.context())).ok_or_else(malformed)?;
    Ok(MapOperands { map, operands: op.operands().collect() })
}

/// The values of a map's results.
fn evaluate(m: &Machine<'_>, at: &MapOperands) -> Result<SmallVec<[i64; 4]>, Trap> {
    let ctx = m.context();
    let operands = m.indices(at.operands.iter().copied())?;
    let dims = at.map.data(ctx).dims as usize;
    let (dims, symbols) = operands.split_at(dims.min(operands.len()));
    let results = at.map.results(ctx).iter().map(|result| {
        let value = result.evaluate(ctx, dims, symbols);
        value.ok_or_else(|| Trap::new("the value of an affine expression is not defined"))
    });
    results.collect()
}

fn extremum(m: &mut Machine<'_>, op: OpRef<'_>, value: Option<i64>) -> Result<Flow, Trap> {
    m.set(op, 0, Value::index(value.ok_or_else(malformed)?));
    Ok(Flow::Next)
}

fn run_for<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let (Some(this), Some(region)) = (op.cast::<ForOp>().map(OpView::handle), op.region(0)) else {
        return Err(malformed());
    };
    let body = op.body();
    let start = evaluate(m, &this.lower_bound(body))?.into_iter().max().ok_or_else(malformed)?;
    let end = evaluate(m, &this.upper_bound(body))?.into_iter().min().ok_or_else(malformed)?;
    let step = this.step_value(body);
    let mut carried: Values = this.inits(body).into_iter().map(|init| m.get(init)).collect();
    let mut at = start;
    while at < end {
        carried.insert(0, Value::index(at));
        carried = m.run_region(region, carried)?;
        let Some(next) = at.checked_add(step) else { break };
        at = next;
    }
    m.set_results(op, carried);
    Ok(Flow::Next)
}

/// The map of an op with subscripts, and its operands from `first` on.
fn subscripts(m: &Machine<'_>, op: OpRef<'_>, first: usize) -> Result<SmallVec<[i64; 4]>, Trap> {
    let map = op.attr_named("map").and_then(|map| map.as_affine_map(op.context())).ok_or_else(malformed)?;
    evaluate(m, &MapOperands { map, operands: op.operands().skip(first).collect() })
}

fn vector_load(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let start = subscripts(m, op, 1)?;
    load_vector(m, op, &start)
}

fn vector_store(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let start = subscripts(m, op, 2)?;
    store_vector(m, op, &start)
}

/// Runs the points one after the other, the last variable fastest.
fn run_parallel<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let (loops, region) = (loops(op).ok_or_else(malformed)?, op.region(0).ok_or_else(malformed)?);
    let (mut lower, mut upper, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for bounds in &loops.bounds {
        lower.push(evaluate(m, &bounds.lower)?.into_iter().max().ok_or_else(malformed)?);
        upper.push(evaluate(m, &bounds.upper)?.into_iter().min().ok_or_else(malformed)?);
        steps.push(bounds.step);
    }
    let kind = |number: &i64| usize::try_from(*number).ok().and_then(|at| REDUCTIONS.get(at).copied());
    let kinds: Vec<&str> = loops.reductions.iter().map(kind).collect::<Option<_>>().ok_or_else(malformed)?;
    let types: Vec<Type> = op.results().map(|result| op.body().ty(result)).collect();
    let mut combined = Values::new();
    for (kind, &ty) in kinds.iter().zip(&types) {
        combined.push(neutral(m, kind, ty)?);
    }
    let mut at = lower.clone();
    let mut goes_on = lower.iter().zip(&upper).all(|(lower, upper)| lower < upper);
    while goes_on {
        let values = m.run_region(region, at.iter().map(|&at| Value::index(at)).collect())?;
        for (i, value) in values.iter().enumerate().take(kinds.len()) {
            combined[i] = combine(m, kinds[i], types[i], &combined[i], value)?;
        }
        let advances = |&i: &usize| at[i].checked_add(steps[i]).is_some_and(|next| next < upper[i]);
        let next = (0..at.len()).rev().find(advances);
        goes_on = next.is_some();
        if let Some(dimension) = next {
            at[dimension] += steps[dimension];
            at[dimension + 1..].copy_from_slice(&lower[dimension + 1..]);
        }
    }
    m.set_results(op, combined);
    Ok(Flow::Next)
}

fn run_if<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Flow, Trap> {
    let ctx = m.context().clone();
    let set =
        op.cast::<IfOp>().map(OpView::handle).and_then(|this| this.set(op.body())).ok_or_else(malformed)?;
    let data = set.data(&ctx);
    let operands = m.indices(op.operands())?;
    let (dims, symbols) = operands.split_at((data.dims as usize).min(operands.len()));
    let mut holds = true;
    for &(expr, is_equality) in &data.constraints {
        let value = expr.evaluate(&ctx, dims, symbols);
        let value = value.ok_or_else(|| Trap::new("the value of an affine expression is not defined"))?;
        holds &= if is_equality { value == 0 } else { value >= 0 };
    }
    let region = op.region(usize::from(!holds)).ok_or_else(malformed)?;
    let values = m.run_region(region, Values::new())?;
    m.set_results(op, values);
    Ok(Flow::Next)
}

/// The sizes of an index op, whose dynamic ones are the operands from `first` on.
fn basis(m: &Machine<'_>, op: OpRef<'_>, first: usize) -> Result<Vec<i64>, Trap> {
    let mut dynamic = m.indices(op.operands().skip(first))?.into_iter();
    let sizes = op.attr_named("static_basis").and_then(|sizes| sizes.as_i64_array(m.context()));
    let sizes = sizes.ok_or_else(malformed)?.into_iter();
    sizes.map(|size| if size == DYNAMIC { dynamic.next().ok_or_else(malformed) } else { Ok(size) }).collect()
}

fn delinearize(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let mut rest = m.get(op.operand(0)).as_index()?;
    let sizes = basis(m, op, 1)?;
    let results = op.num_results();
    // The first index takes what is left; its size, if there is one, bounds it.
    for index in (1..results).rev() {
        let size = sizes[sizes.len() - (results - index)];
        if size <= 0 {
            return Err(Trap::new(format!("an index is split by the size {size}")));
        }
        m.set(op, index, Value::index(rest.rem_euclid(size)));
        rest = rest.div_euclid(size);
    }
    if sizes.len() == results && !(0..sizes[0]).contains(&rest) {
        return Err(Trap::new(format!(
            "an index is split whose first part, {rest}, is not below {}",
            sizes[0]
        )));
    }
    m.set(op, 0, Value::index(rest));
    Ok(Flow::Next)
}

fn linearize(m: &mut Machine<'_>, op: OpRef<'_>) -> Result<Flow, Trap> {
    let count = op.body().operand_group(op.id(), 0).len();
    let indices = m.indices(op.operands().take(count))?;
    let sizes = basis(m, op, count)?;
    let disjoint = op
        .attr_named("disjoint")
        .is_some_and(|disjoint| disjoint == Attribute::UNIT || disjoint.as_bool(op.context()) == Some(true));
    let mut sum: i64 = 0;
    for (i, index) in indices.into_iter().enumerate() {
        let size = (sizes.len() + i).checked_sub(count).and_then(|at| sizes.get(at).copied());
        if let Some(size) = size
            && disjoint
            && !(0..size).contains(&index)
        {
            return Err(Trap::new(format!(
                "the index {index} is joined, which is not below its size {size}"
            )));
        }
        let size = if i == 0 { 0 } else { size.unwrap_or(0) };
        sum = sum.wrapping_mul(size).wrapping_add(index);
    }
    m.set(op, 0, Value::index(sum));
    Ok(Flow::Next)
}
