//! `affine-jam-reductions`: computes several reductions side by side.
//!
//! A reduction here is the innermost loop of a perfect nest that accumulates into an element of a
//! buffer: `c[i] = fma(a[i, k], x[k], c[i])` for all `k`. Each operation waits for the one before,
//! so a processor that could do eight at a time does one. Unrolling the loop around it and jamming
//! the copies of the inner loop (Callahan, Cocke and Kennedy, "Estimating Interlock and Improving
//! Balance for Pipelined Architectures", 1988) gives it independent ones, and loads what does not
//! depend on the row once for all of them. The accumulators are in registers meanwhile. Eight are
//! as many as there are multiplications at once in two units that take four cycles for each.
//!
//! Each element is computed by the same operations in the same order as before: the result has the
//! same bits. Reductions of integers, which may be in any order, are left to the code generator.

#[cfg(test)]
mod tests;

use crate::affine_nest::{Nest, Uniform, may_alias_across, trip_count};
use crate::loop_sizes::LoopSizes;
use crate::subscripts::{Access, SubscriptTable, Subscripts};
use crate::{AffineDialect, ForBound, ForOp, LoadOp, StoreOp, YieldOp, build_loop};
use mlir_lite::affine::AffineExpr;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, at};
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::ir::{BlockId, Body, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The maximum number of ops in the body of a reduction. In a longer body, the other ops hide the
/// latency of the sum.
const MAX_OPS: usize = 12;

/// The minimum trip count of a reduction: a shorter one ends before it waits.
const MIN_TRIP_COUNT: i64 = 8;

/// Compute several reductions side by side.
///
/// Where the innermost loop of a nest accumulates floats into an element of a buffer, several
/// iterations of the loop around it run at once, with their accumulators in registers: an operation
/// need not wait for the one before. Each element is computed in the same order as before, so it
/// has the same bits.
#[pass(name = "affine-jam-reductions", pure, each_body, dialects(AffineDialect))]
#[derive(Copy, Clone, Debug)]
pub struct AffineJamReductionsPass {
    /// Reductions that are computed at once
    #[option("rows", default = 8)]
    pub rows: usize,
}

impl RunPass for AffineJamReductionsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let sizes = cx.analysis::<LoopSizes>(body);
        if sizes.deepest < 2 || sizes.longest < MIN_TRIP_COUNT {
            return Ok(());
        }
        let aliases = cx.analysis::<AliasAnalysis>(body);
        jam_reductions(body, self.rows.clamp(1, 64) as i64, &aliases);
        Ok(())
    }
}

/// Jams the reductions of a body; returns the number of nests that are jammed.
fn jam_reductions(body: &mut Body, rows: i64, aliases: &AliasAnalysis) -> usize {
    if body.context().dialect_id("affine").is_none() {
        return 0;
    }
    let mut table = SubscriptTable::default();
    let nests = Nest::all(body, &mut table, aliases);
    let found: Vec<Reductions> =
        nests.into_iter().filter_map(|nest| Reductions::of(body, nest, &table, aliases)).collect();
    found.iter().for_each(|reductions| reductions.jam(body, rows));
    found.len()
}

/// A nest whose innermost loop accumulates into elements that the loop around it goes along.
struct Reductions {
    nest: Nest,
    /// Lower bound, upper bound and step of each of its loops.
    space: Vec<(i64, i64, i64)>,
    /// The loop around the innermost one: one iteration for each row.
    rows: ForOp,
    innermost: BlockId,
    /// The buffers that are accumulated into, and where in them.
    accumulators: Vec<(ValueId, Subscripts)>,
}

/// The values of one row while it is emitted.
struct Row {
    values: IrMapping,
    /// The current value of the element of each buffer.
    accumulators: FxHashMap<ValueId, ValueId>,
}

impl Reductions {
    fn of(
        body: &Body,
        nest: Nest,
        table: &SubscriptTable,
        aliases: &AliasAnalysis,
    ) -> Option<Self> {
        let ctx = body.context();
        let (innermost, space) = (nest.innermost?, nest.constant_space()?);
        let inner = space.len().checked_sub(1)? as u32;
        let row = inner.checked_sub(1)?;
        let count = |depth: u32| trip_count(space[depth as usize]);
        if nest.num_ops > MAX_OPS || count(row) < 2 || count(inner) < MIN_TRIP_COUNT {
            return None;
        }
        let mut accumulators = Vec::new();
        for (&memref, accesses) in &nest.memrefs {
            let Some(Uniform::Same(writes)) = accesses.writes else {
                accesses.writes.is_none().then_some(())?;
                continue;
            };
            let place = table.get(writes);
            let is_float =
                body.ty(memref).element_type(ctx).is_some_and(|element| element.is_float(ctx));
            let is_accumulated = accesses.reads
                && accesses.all == Some(Uniform::Same(writes))
                && !place.vary_with(ctx, inner)
                && place.determined_loops(ctx).any(|depth| depth == row);
            (is_float && is_accumulated).then(|| accumulators.push((memref, place.clone())))?;
        }
        let variable = nest.variables[row as usize];
        let only_subscripts = |op: OpId| {
            Access::cast(body, op).is_some() || body.operands(op).all(|value| value != variable)
        };
        if accumulators.is_empty()
            || !body.ops(innermost).all(only_subscripts)
            || may_alias_across(body, aliases, &nest, &nest)
        {
            return None;
        }
        let rows = ForOp::of_variable(body, variable)?;
        Some(Self { nest, space, rows, innermost, accumulators })
    }

    fn jam(&self, body: &mut Body, rows: i64) {
        let depth = self.space.len();
        let space @ (lower, upper, step) = self.space[depth - 2];
        let count = trip_count(space);
        let whole = count / rows * rows;
        let location = body.location(self.rows.id());
        let mut b = BodyBuilder::new(body, InsertionPoint::Before(self.rows.id())).at(location);
        for (from, to, rows) in [(0, whole, rows), (whole, count, count - whole)] {
            if from < to {
                let end = if to == count { upper } else { lower + to * step };
                let bounds = (ForBound::Constant(lower + from * step), ForBound::Constant(end));
                build_loop(&mut b, bounds, rows * step, |b, first| self.group(b, first, rows));
            }
        }
        body.erase_op(self.rows.id());
    }

    /// The reductions of that many rows, of which `first` is the variable of the first.
    fn group(&self, b: &mut BodyBuilder<'_>, first: ValueId, rows: i64) {
        let ctx = b.context().clone();
        let depth = self.space.len();
        let mut variables = self.nest.variables[..depth - 2].to_vec();
        variables.push(first);
        let step = self.space[depth - 2].2;
        let dims_of = |row: i64| -> SmallVec<[AffineExpr; 4]> {
            let mut dims: SmallVec<[AffineExpr; 4]> =
                (0..depth as u32).map(|dim| ctx.affine_dim(dim)).collect();
            dims[depth - 2] = ctx.affine_add(dims[depth - 2], ctx.affine_constant(row * step));
            dims
        };
        let elements: Vec<_> = (0..rows)
            .flat_map(|row| self.accumulators.iter().map(move |accumulator| (row, accumulator)))
            .map(|(row, (memref, place))| {
                (*memref, place.in_terms_of(&ctx, &dims_of(row), &variables))
            })
            .collect();
        let inits: Vec<ValueId> = elements
            .iter()
            .map(|(memref, place)| {
                let element = b.body().ty(*memref).element_or_self(&ctx);
                LoadOp::create(b, *memref, &place.operands, place.map, element)
            })
            .collect();
        let (lower, upper, step) = self.space[depth - 1];
        let bounds = (ForBound::Constant(lower), ForBound::Constant(upper));
        let (this, block) = ForOp::with_body(b, bounds, step, &inits);
        let arguments = b.body().arguments(block).to_vec();
        variables.push(arguments[0]);
        at(b, InsertionPoint::End(block), |b| {
            let dims: Vec<_> = (0..rows).map(dims_of).collect();
            let next = self.iteration(b, &variables, &dims, &arguments[1..]);
            YieldOp::create(b, &next);
        });
        for ((memref, place), sum) in elements.iter().zip(this.results(b.body()).to_vec()) {
            StoreOp::create(b, sum, *memref, &place.operands, place.map);
        }
    }

    /// One iteration of the inner loop for all rows, given the variables as expressions of
    /// `variables` for each row, and the accumulators; returns the next ones.
    fn iteration(
        &self,
        b: &mut BodyBuilder<'_>,
        variables: &[ValueId],
        dims: &[SmallVec<[AffineExpr; 4]>],
        carried: &[ValueId],
    ) -> Vec<ValueId> {
        let inner = variables.len() - 1;
        let memrefs = || self.accumulators.iter().map(|accumulator| accumulator.0);
        let mut rows: Vec<Row> = carried
            .chunks(self.accumulators.len())
            .map(|carried| {
                let mut values = IrMapping::new();
                values.map(self.nest.variables[inner], variables[inner]);
                Row { values, accumulators: memrefs().zip(carried.iter().copied()).collect() }
            })
            .collect();
        let mut varying: FxHashSet<ValueId> = FxHashSet::default();
        let ops: Vec<OpId> = b.body().ops(self.innermost).collect();
        for op in ops {
            if Some(op) == b.body().terminator(self.innermost) {
                continue;
            }
            let results: SmallVec<[ValueId; 2]> = b.body().results(op).collect();
            if self.varies(b.body(), op, &varying) {
                varying.extend(&results);
                for (row, dims) in rows.iter_mut().zip(dims) {
                    self.emit(b, op, variables, dims, row);
                }
                continue;
            }
            let Some((first, others)) = rows.split_first_mut() else { continue };
            self.emit(b, op, variables, &dims[0], first);
            for row in others {
                for &result in &results {
                    let value = first.values.value(result).unwrap_or(result);
                    row.values.map(result, value);
                }
            }
        }
        rows.iter().flat_map(|row| memrefs().map(|memref| row.accumulators[&memref])).collect()
    }

    /// Whether an op has other results in another row.
    fn varies(&self, body: &Body, op: OpId, varying: &FxHashSet<ValueId>) -> bool {
        let row = self.space.len() as u32 - 2;
        match Access::cast(body, op) {
            Some(access) => {
                access.is_store() || self.subscripts(body, access).vary_with(body.context(), row)
            }
            None => body.operands(op).any(|operand| varying.contains(&operand)),
        }
    }

    fn subscripts(&self, body: &Body, access: Access) -> Subscripts {
        Subscripts::new(body, &access.map_operands(body), &self.nest.variables)
    }

    /// An op of the body for a row, whose variables are `dims` as expressions of `variables`.
    fn emit(
        &self,
        b: &mut BodyBuilder<'_>,
        op: OpId,
        variables: &[ValueId],
        dims: &[AffineExpr],
        row: &mut Row,
    ) {
        match Access::cast(b.body(), op) {
            Some(Access::Store(store)) => {
                let value = store.value(b.body());
                let value = row.values.value(value).unwrap_or(value);
                row.accumulators.insert(store.memref(b.body()), value);
            }
            Some(access @ Access::Load(load)) => {
                let (memref, result) = (load.memref(b.body()), load.result(b.body()));
                let value = row.accumulators.get(&memref).copied().unwrap_or_else(|| {
                    let subscripts = self.subscripts(b.body(), access);
                    let ctx = b.context().clone();
                    let place = subscripts.in_terms_of(&ctx, dims, variables);
                    let location = b.body().location(op);
                    let ty = b.body().ty(result);
                    LoadOp::build(b, location, memref, &place.operands, place.map, ty)
                        .result(b.body())
                });
                row.values.map(result, value);
            }
            None => {
                let copy = b.body_mut().clone_op(op, &mut row.values);
                b.insert(copy);
            }
        }
    }
}
