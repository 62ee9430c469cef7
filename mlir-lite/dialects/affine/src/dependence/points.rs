//! Iterations and subscripts as rows of a set of integers.

use super::chain::Around;
use crate::operands::MapOperands;
use crate::{ApplyOp, ForOp};
use mlir_lite::affine::{AffineExpr, AffineExprKind};
use mlir_lite::ir::{Body, OpDefinition, ValueId};
use mlir_lite::rewrite::constant_value;
use mlir_lite_presburger::{Conjunct, Int, Space};
use rustc_hash::FxHashMap;

/// The most columns of a set: where there are more, the results of divisions may be any numbers.
const MAX_COLUMNS: usize = 200;

/// A linear function of the columns of a set.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    /// The columns in increasing order, with their factors.
    terms: Vec<(usize, Int)>,
    constant: Int,
}

impl Linear {
    pub(crate) fn constant(value: i64) -> Self {
        Self { terms: Vec::new(), constant: value.into() }
    }

    pub(crate) fn column(column: usize) -> Self {
        Self { terms: vec![(column, Int::ONE)], constant: Int::ZERO }
    }

    /// The sum with another function times a number.
    pub(crate) fn plus(mut self, other: &Self, times: i64) -> Self {
        let times = Int::from(times);
        for (column, factor) in &other.terms {
            let factor = factor * &times;
            match self.terms.binary_search_by_key(column, |term| term.0) {
                Ok(place) => self.terms[place].1 = &self.terms[place].1 + &factor,
                Err(place) => self.terms.insert(place, (*column, factor)),
            }
        }
        self.constant = &self.constant + &(&other.constant * &times);
        self
    }

    /// The function as a row of `columns` factors and a constant.
    fn row(&self, columns: usize) -> Vec<Int> {
        let mut row = vec![Int::ZERO; columns + 1];
        for (column, factor) in &self.terms {
            row[*column] = factor.clone();
        }
        row[columns] = self.constant.clone();
        row
    }
}

/// A set of which some columns are values of the program, in one or two iterations.
pub(crate) struct Points<'b> {
    body: &'b Body,
    pub(crate) set: Conjunct,
    /// Values that are the same in both iterations.
    shared: FxHashMap<ValueId, Linear>,
    /// Other values.
    own: [FxHashMap<ValueId, Linear>; 2],
}

impl<'b> Points<'b> {
    /// All points with these dimensions.
    pub(crate) fn new(body: &'b Body, dims: usize) -> Self {
        let set = Conjunct::universe(Space::new(dims, 0));
        Self { body, set, shared: FxHashMap::default(), own: Default::default() }
    }

    /// Says that a value of an iteration is a column.
    pub(crate) fn name(&mut self, iteration: usize, value: ValueId, column: usize) {
        self.own[iteration].insert(value, Linear::column(column));
    }

    /// Requires that a function is not negative.
    pub(crate) fn require(&mut self, function: &Linear) {
        let row = function.row(self.set.columns());
        self.set.add_inequality(row);
    }

    /// Requires that a function is 0.
    pub(crate) fn require_zero(&mut self, function: &Linear) {
        let row = function.row(self.set.columns());
        self.set.add_equality(row);
    }

    /// A value in an iteration. A value from outside of the loops that differ is the same in both
    /// iterations: `is_shared` says which ones. Those that it is computed from come before it, on a
    /// stack of their own, as chains of ops have any length.
    fn value(
        &mut self,
        iteration: usize,
        value: ValueId,
        is_shared: &dyn Fn(ValueId) -> bool,
    ) -> Linear {
        let mut pending = vec![value];
        while let Some(&next) = pending.last() {
            if self.known(iteration, next).is_some() {
                pending.pop();
                continue;
            }
            let apply = ApplyOp::defining(self.body, next);
            let operands = apply.map(|apply| apply.operands(self.body)).unwrap_or_default();
            let open = operands.iter().filter(|operand| self.known(iteration, **operand).is_none());
            let open: Vec<ValueId> = open.copied().collect();
            if !open.is_empty() {
                pending.extend(open);
                continue;
            }
            let result = apply.and_then(|apply| {
                let map = MapOperands::new(apply.map(self.body), &operands);
                self.functions(iteration, &map, is_shared).pop().flatten()
            });
            let result = result.unwrap_or_else(|| Linear::column(self.set.add_local()));
            if is_shared(next) {
                self.shared.insert(next, result);
            } else {
                self.own[iteration].insert(next, result);
            }
        }
        self.known(iteration, value).unwrap_or_else(|| Linear::constant(0))
    }

    /// A value in an iteration that is a constant, or was computed before.
    fn known(&self, iteration: usize, value: ValueId) -> Option<Linear> {
        let constant = constant_value(self.body, value);
        if let Some(number) = constant.and_then(|it| it.as_i64(self.body.context())) {
            return Some(Linear::constant(number));
        }
        self.own[iteration].get(&value).or_else(|| self.shared.get(&value)).cloned()
    }

    /// The results of a map in an iteration; none for those that are not linear.
    pub(crate) fn functions(
        &mut self,
        iteration: usize,
        map: &MapOperands,
        is_shared: &dyn Fn(ValueId) -> bool,
    ) -> Vec<Option<Linear>> {
        let ctx = self.body.context();
        let data = map.map.data(ctx);
        let inputs: Vec<Linear> =
            map.operands.iter().map(|&value| self.value(iteration, value, is_shared)).collect();
        let (dims, symbols) = inputs.split_at(data.dims as usize);
        let results = map.map.results(ctx).iter();
        results.map(|&result| self.expression(result, dims, symbols)).collect()
    }

    fn expression(
        &mut self,
        expr: AffineExpr,
        dims: &[Linear],
        symbols: &[Linear],
    ) -> Option<Linear> {
        let ctx = self.body.context();
        Some(match expr.kind(ctx) {
            AffineExprKind::Dim(dim) => dims.get(dim as usize)?.clone(),
            AffineExprKind::Symbol(symbol) => symbols.get(symbol as usize)?.clone(),
            AffineExprKind::Constant(value) => Linear::constant(value),
            AffineExprKind::Add(a, b) => {
                let a = self.expression(a, dims, symbols)?;
                a.plus(&self.expression(b, dims, symbols)?, 1)
            }
            AffineExprKind::Mul(a, b) => {
                let times = b.as_constant(ctx)?;
                Linear::constant(0).plus(&self.expression(a, dims, symbols)?, times)
            }
            AffineExprKind::FloorDiv(a, b) => {
                let a = self.expression(a, dims, symbols)?;
                self.quotient(&a, b.as_constant(ctx)?)?
            }
            AffineExprKind::CeilDiv(a, b) => {
                let a = self.expression(a, dims, symbols)?;
                let divisor = b.as_constant(ctx)?;
                let above = Linear::constant(divisor.checked_sub(1)?);
                self.quotient(&a.plus(&above, 1), divisor)?
            }
            AffineExprKind::Mod(a, b) => {
                let a = self.expression(a, dims, symbols)?;
                let divisor = b.as_constant(ctx)?;
                let quotient = self.quotient(&a, divisor)?;
                a.plus(&quotient, divisor.checked_neg()?)
            }
        })
    }

    fn quotient(&mut self, numerator: &Linear, divisor: i64) -> Option<Linear> {
        if divisor <= 0 || self.set.columns() > MAX_COLUMNS {
            return None;
        }
        let row = numerator.row(self.set.columns());
        Some(Linear::column(self.set.add_quotient(row, divisor.into())))
    }

    /// Requires that an op within these ops runs in an iteration.
    pub(crate) fn require_iteration(
        &mut self,
        iteration: usize,
        chain: &[Around],
        is_shared: &dyn Fn(ValueId) -> bool,
    ) {
        for around in chain {
            match *around {
                Around::For(this) => self.require_loop(iteration, this, is_shared),
                Around::If(this, is_first) => {
                    let Some(set) = this.set(self.body) else { continue };
                    let ctx = self.body.context();
                    let data = set.data(ctx);
                    // Of several conditions, one does not hold in the second region.
                    if !is_first && (data.constraints.len() != 1 || data.constraints[0].1) {
                        continue;
                    }
                    let exprs: Vec<AffineExpr> = data.constraints.iter().map(|it| it.0).collect();
                    let map = ctx.affine_map(data.dims, data.symbols, &exprs);
                    let map = MapOperands::new(map, &this.operands(self.body));
                    let values = self.functions(iteration, &map, is_shared);
                    for (value, (_, is_zero)) in values.into_iter().zip(&data.constraints) {
                        match value {
                            Some(value) if !is_first => {
                                self.require(&Linear::constant(-1).plus(&value, -1));
                            }
                            Some(value) if *is_zero => self.require_zero(&value),
                            Some(value) => self.require(&value),
                            None => {}
                        }
                    }
                }
                Around::Other(_) => {}
            }
        }
    }

    fn require_loop(&mut self, iteration: usize, this: ForOp, is_shared: &dyn Fn(ValueId) -> bool) {
        let variable = this.induction_variable(self.body);
        let variable = self.value(iteration, variable, is_shared);
        let lower = self.functions(iteration, &this.lower_bound(self.body), is_shared);
        for lower in lower.iter().flatten() {
            self.require(&variable.clone().plus(lower, -1));
        }
        let upper = self.functions(iteration, &this.upper_bound(self.body), is_shared);
        for upper in upper.into_iter().flatten() {
            self.require(&upper.plus(&variable, -1).plus(&Linear::constant(1), -1));
        }
        let step = this.step_value(self.body);
        if let ([Some(lower)], true) = (&lower[..], step > 1) {
            let count = Linear::column(self.set.add_local());
            self.require_zero(&variable.plus(lower, -1).plus(&count, -step));
        }
    }
}
