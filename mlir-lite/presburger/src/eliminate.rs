//! The elimination of local variables that may be any number: the same set, in which all local
//! variables are quotients.
//!
//! Such a variable is solved for if it is in an equality. Otherwise, it is projected out: pairs of
//! a lower and an upper bound leave an inequality, exactly so if one of them has the factor 1. If
//! none of the pairs that matter is exact, the variable is the greatest of its lower bounds,
//! rounded up, which is a quotient, or the set is a union of that where any fraction will do and of
//! those where the variable is near a bound: Pugh, "The Omega test" (1991).

use crate::budget::{Budget, Unknown};
use crate::conjunct::{Conjunct, Division};
use crate::int::Int;
use crate::row::{Row, combine, negated, unit};
use crate::system::{solving_step, substitute};

impl Conjunct {
    /// The set as a union of sets whose local variables are quotients.
    pub(crate) fn with_quotients(self, budget: &mut Budget) -> Result<Vec<Self>, Unknown> {
        let (mut waiting, mut done) = (vec![self], Vec::new());
        while let Some(mut this) = waiting.pop() {
            budget.spend(1 + this.inequalities.len() * this.columns())?;
            this.free_dependent_quotients();
            if this.normalize().is_err() {
                continue;
            }
            if this.locals.iter().all(Option::is_some) {
                this.drop_unused_locals();
                done.push(this);
                continue;
            }
            if this.solve_for_local() {
                waiting.push(this);
                continue;
            }
            let pieces = this.project_local(budget)?;
            let is_one = pieces.len() == 1;
            for piece in pieces {
                if is_one || !piece.is_empty(budget)? {
                    waiting.push(piece);
                }
            }
        }
        Ok(done)
    }

    /// Makes quotients of numbers that may be anything local variables like these, with rows.
    fn free_dependent_quotients(&mut self) {
        let first = self.space.columns();
        loop {
            let depends = |local: &usize| {
                self.locals[*local].as_ref().is_some_and(|division| {
                    let factors = division.numerator[first..].iter().zip(&self.locals);
                    factors.clone().any(|(factor, of)| !factor.is_zero() && of.is_none())
                })
            };
            let Some(local) = (0..self.locals.len()).find(depends) else { return };
            self.inequalities.extend(self.rows_of_quotient(local).into_iter().flatten());
            self.locals[local] = None;
        }
    }

    fn drop_unused_locals(&mut self) {
        let first = self.space.columns();
        for local in (0..self.locals.len()).rev() {
            if self.rows_mut().all(|row| row[first + local].is_zero()) {
                self.remove_local(local);
            }
        }
    }

    fn remove_local(&mut self, local: usize) {
        let column = self.space.columns() + local;
        self.locals.remove(local);
        for row in self.rows_mut() {
            row.remove(column);
        }
    }

    fn is_free(&self, column: usize) -> bool {
        let local = column.checked_sub(self.space.columns());
        local.and_then(|local| self.locals.get(local)).is_some_and(Option::is_none)
    }

    /// Solves an equality for a local variable; false if there is none.
    fn solve_for_local(&mut self) -> bool {
        let first = self.space.columns();
        let has_free =
            |row: &Row| (first..row.len() - 1).any(|at| !row[at].is_zero() && self.is_free(at));
        let Some(at) = self.equalities.iter().position(has_free) else { return false };
        let equality = self.equalities[at].clone();
        match solving_step(&equality, |column| self.is_free(column)) {
            Some((column, function)) => {
                substitute(&mut self.equalities, column, &function);
                substitute(&mut self.inequalities, column, &function);
                let is_solved = self.equalities[at][column].is_zero();
                if is_solved {
                    self.remove_local(column - first);
                }
            }
            None => {
                // Only one, with another factor: it is the quotient of the rest, and the equality
                // says that there is no remainder.
                let free = |&column: &usize| !equality[column].is_zero() && self.is_free(column);
                let Some(column) = (first..equality.len() - 1).find(free) else { return false };
                let factor = equality[column].clone();
                let mut numerator = if factor.signum() > 0 { negated(&equality) } else { equality };
                numerator[column] = Int::ZERO;
                self.locals[column - first] =
                    Some(Division { numerator, denominator: factor.abs() });
            }
        }
        true
    }

    /// The bounds of a column: the inequalities with a positive and with a negative factor.
    fn bounds(&self, column: usize) -> (Vec<&Row>, Vec<&Row>) {
        let of_column = self.inequalities.iter().filter(|row| !row[column].is_zero());
        of_column.partition(|row| row[column].signum() > 0)
    }

    /// Projects out a local variable that is in no equality.
    fn project_local(&self, budget: &mut Budget) -> Result<Vec<Self>, Unknown> {
        let first = self.space.columns();
        let all = (first..self.columns()).filter(|&column| self.is_free(column));
        let cost = |&column: &usize| {
            let (lower, upper) = self.bounds(column);
            let is_exact = is_exact(&lower, column) || is_exact(&upper, column);
            let is_alone = lower.iter().chain(&upper).all(|row| self.has_one_free(row));
            (!is_exact, !is_alone, lower.len() * upper.len())
        };
        let Some(column) = all.min_by_key(cost) else { return Ok(vec![self.clone()]) };
        let (lower, upper) = self.bounds(column);
        if is_exact(&lower, column) || is_exact(&upper, column) {
            return Ok(vec![self.shadow(column, false)]);
        }
        if lower.iter().chain(&upper).all(|row| self.has_one_free(row)) {
            return Ok(self.greatest_bounds(column));
        }
        let most = upper.iter().map(|row| row[column].abs()).max().unwrap_or(Int::ONE);
        let mut pieces = vec![self.shadow(column, true)];
        for bound in lower {
            // The variable is less than `last / factor` above the bound.
            let factor = &bound[column];
            let last = (&(&(&most * factor) - &most) - factor).floor_div(&most);
            let mut above = Int::ZERO;
            while above <= last {
                budget.spend(self.inequalities.len() * self.columns())?;
                let mut piece = self.clone();
                let mut equality = bound.clone();
                let constant = equality.len() - 1;
                equality[constant] = &equality[constant] - &above;
                piece.equalities.push(equality);
                pieces.push(piece);
                above = &above + &Int::ONE;
            }
        }
        Ok(pieces)
    }

    fn has_one_free(&self, row: &Row) -> bool {
        let first = self.space.columns();
        let free = |&column: &usize| !row[column].is_zero() && self.is_free(column);
        (first..self.columns()).filter(free).count() == 1
    }

    /// One inequality for each pair of bounds; a dark shadow has the points over which there surely
    /// is an integer between the bounds.
    fn shadow(&self, column: usize, is_dark: bool) -> Self {
        let (lower, upper) = self.bounds(column);
        let mut rows: Vec<Row> =
            self.inequalities.iter().filter(|row| row[column].is_zero()).cloned().collect();
        for low in &lower {
            for high in &upper {
                let (a, b) = (&low[column], high[column].abs());
                let mut row = (*low).clone();
                combine(&mut row, &b, high, a);
                if is_dark {
                    let less = &(a - &Int::ONE) * &(&b - &Int::ONE);
                    let constant = row.len() - 1;
                    row[constant] = &row[constant] - &less;
                }
                rows.push(row);
            }
        }
        let mut this = self.clone();
        this.inequalities = rows;
        this.remove_local(column - self.space.columns());
        this
    }

    /// A piece for each bound of one side: the variable is that bound, rounded inwards.
    fn greatest_bounds(&self, column: usize) -> Vec<Self> {
        let (lower, upper) = self.bounds(column);
        let is_lower = lower.len() <= upper.len();
        let bounds = if is_lower { lower } else { upper };
        let piece = |bound: &&Row| {
            let factor = bound[column].abs();
            let mut this = self.clone();
            let mut numerator = if is_lower { negated(bound) } else { bound.to_vec() };
            numerator[column] = Int::ZERO;
            if is_lower {
                // Rounded up: the variable is minus the quotient of minus the numerator.
                let constant = numerator.len() - 1;
                numerator[constant] = &(&numerator[constant] + &factor) - &Int::ONE;
            }
            let local = column - self.space.columns();
            this.locals[local] = Some(Division { numerator, denominator: factor });
            this
        };
        bounds.iter().map(piece).collect()
    }

    /// The row of one column.
    pub(crate) fn unit(&self, column: usize) -> Row {
        unit(self.columns(), column)
    }
}

/// Whether all bounds have the factor 1 or -1.
fn is_exact(bounds: &[&Row], column: usize) -> bool {
    bounds.iter().all(|row| row[column].abs() == Int::ONE)
}
