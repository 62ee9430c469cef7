//! The simplex method on exact fractions.
//!
//! Each row says what an unknown is as a sum of the unknowns of the columns, all of which are 0 in
//! the current sample: the first number is a positive denominator, the second the value of the
//! sample, then come the factors of the columns. Unknowns are variables, which may have any sign,
//! and constraints, which must not be negative. The method is that of Nelson and Detlefs for
//! "Simplify" (2005), with Bland's rule against cycles.

use crate::budget::{Budget, Unknown};
use crate::int::Int;
use crate::row::{Row, combine, divide_all, gcd_of};

/// Pivots after which Bland's rule is followed.
const PIVOTS_BEFORE_BLAND: usize = 40;

const DENOMINATOR: usize = 0;
const VALUE: usize = 1;
const FIRST: usize = 2;

#[derive(Clone, Debug)]
struct Entry {
    is_row: bool,
    at: usize,
    /// Whether the unknown must not be negative.
    is_restricted: bool,
}

/// Constraints with a sample that satisfies them in fractions.
#[derive(Clone, Debug)]
pub(crate) struct Tableau {
    variables: usize,
    rows: Vec<Row>,
    unknown_of_row: Vec<usize>,
    unknown_of_column: Vec<usize>,
    unknowns: Vec<Entry>,
}

/// The largest value of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Optimum {
    /// A fraction: numerator and positive denominator.
    Value(Int, Int),
    Unbounded,
}

impl Tableau {
    /// The table of inequalities, rows of `variables` factors and a constant; none if no fractions
    /// satisfy them.
    pub(crate) fn new<'r>(
        variables: usize,
        inequalities: impl IntoIterator<Item = &'r Row>,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Unknown> {
        let variable = |at| Entry { is_row: false, at, is_restricted: false };
        let mut this = Self {
            variables,
            rows: Vec::new(),
            unknown_of_row: Vec::new(),
            unknown_of_column: (0..variables).collect(),
            unknowns: (0..variables).map(variable).collect(),
        };
        for inequality in inequalities {
            budget.spend(inequality.len())?;
            let mut row = Row::with_capacity(variables + FIRST);
            row.push(Int::ONE);
            row.push(inequality[variables].clone());
            row.extend_from_slice(&inequality[..variables]);
            this.push_row(row);
        }
        let mut waiting: Vec<usize> = (variables..this.unknowns.len()).collect();
        while !waiting.is_empty() {
            // Those that the sample satisfies are free.
            waiting.retain(|&unknown| {
                let is_violated = this.value_of(unknown).0.signum() < 0;
                this.unknowns[unknown].is_restricted = !is_violated;
                is_violated
            });
            if let Some(unknown) = waiting.pop()
                && !this.restrict(unknown, budget)?
            {
                return Ok(None);
            }
        }
        Ok(Some(this))
    }

    fn push_row(&mut self, row: Row) -> usize {
        let unknown = self.unknowns.len();
        self.unknowns.push(Entry { is_row: true, at: self.rows.len(), is_restricted: false });
        self.unknown_of_row.push(unknown);
        self.rows.push(row);
        unknown
    }

    /// Adds a row over the variables as an unknown without restriction.
    fn add(&mut self, over_variables: &[Int], budget: &mut Budget) -> Result<usize, Unknown> {
        let mut row = vec![Int::ZERO; self.variables + FIRST];
        row[DENOMINATOR] = Int::ONE;
        row[VALUE] = over_variables[self.variables].clone();
        for (entry, factor) in self.unknowns.iter().zip(&over_variables[..self.variables]) {
            if factor.is_zero() {
                continue;
            }
            let denominator = row[DENOMINATOR].clone();
            if !entry.is_row {
                let at = entry.at + FIRST;
                row[at] = &row[at] + &(factor * &denominator);
                continue;
            }
            budget.spend(row.len())?;
            let of_variable = &self.rows[entry.at];
            let other = of_variable[DENOMINATOR].clone();
            let gcd = denominator.gcd(&other);
            let (own, others) = (other.floor_div(&gcd), denominator.floor_div(&gcd));
            let both = &denominator * &own;
            combine(&mut row, &own, of_variable, &(factor * &others));
            row[DENOMINATOR] = both;
        }
        let gcd = gcd_of(&row);
        divide_all(&mut row, &gcd);
        Ok(self.push_row(row))
    }

    /// Removes the row of the last unknown that was added.
    fn remove_last(&mut self) {
        let Some(last) = self.unknowns.pop() else { return };
        self.rows.swap_remove(last.at);
        self.unknown_of_row.swap_remove(last.at);
        if let Some(&moved) = self.unknown_of_row.get(last.at) {
            self.unknowns[moved].at = last.at;
        }
    }

    /// Adds an inequality; false if no fractions satisfy it and the others.
    pub(crate) fn add_inequality(
        &mut self,
        row: &[Int],
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        let unknown = self.add(row, budget)?;
        self.restrict(unknown, budget)
    }

    /// Adds an equality, as two inequalities; false if no fractions satisfy it and the others.
    pub(crate) fn add_equality(
        &mut self,
        row: &[Int],
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        let negated = crate::row::negated(row);
        Ok(self.add_inequality(row, budget)? && self.add_inequality(&negated, budget)?)
    }

    /// The value of an unknown in the sample: numerator and denominator.
    fn value_of(&self, unknown: usize) -> (Int, Int) {
        let entry = &self.unknowns[unknown];
        if !entry.is_row {
            return (Int::ZERO, Int::ONE);
        }
        let row = &self.rows[entry.at];
        (row[VALUE].clone(), row[DENOMINATOR].clone())
    }

    /// The values of the variables in the sample: numerators and denominators.
    pub(crate) fn sample(&self) -> Vec<(Int, Int)> {
        (0..self.variables).map(|variable| self.value_of(variable)).collect()
    }

    /// The factor of an inequality in the proof that the last maximum is one: that of the column of
    /// the constraint in the row of the function.
    fn dual(&self, objective: usize, constraint: usize) -> (Int, Int) {
        let entry = &self.unknowns[constraint];
        if entry.is_row {
            return (Int::ZERO, Int::ONE);
        }
        let row = &self.rows[self.unknowns[objective].at];
        (-&row[entry.at + FIRST], row[DENOMINATOR].clone())
    }

    /// The largest value of a function of the variables.
    pub(crate) fn maximum(
        &mut self,
        function: &[Int],
        budget: &mut Budget,
    ) -> Result<Optimum, Unknown> {
        Ok(self.maximum_with_duals(function, &[], budget)?.0)
    }

    /// The smallest value of a function of the variables.
    pub(crate) fn minimum(
        &mut self,
        function: &[Int],
        budget: &mut Budget,
    ) -> Result<Optimum, Unknown> {
        let negated = crate::row::negated(function);
        Ok(match self.maximum(&negated, budget)? {
            Optimum::Value(value, denominator) => Optimum::Value(-&value, denominator),
            Optimum::Unbounded => Optimum::Unbounded,
        })
    }

    /// The number of the next constraint.
    pub(crate) fn next_unknown(&self) -> usize {
        self.unknowns.len()
    }

    /// The largest value of a function, and the factors of these constraints in its proof.
    pub(crate) fn maximum_with_duals(
        &mut self,
        function: &[Int],
        constraints: &[usize],
        budget: &mut Budget,
    ) -> Result<(Optimum, Vec<(Int, Int)>), Unknown> {
        let unknown = self.add(function, budget)?;
        let mut pivots = 0;
        let optimum = loop {
            let row = self.unknowns[unknown].at;
            let Some((column, sign)) = self.increasing_column(row, pivots) else {
                let (value, denominator) = self.value_of(unknown);
                break Optimum::Value(value, denominator);
            };
            let Some(blocking) = self.blocking_row(column, sign, Some(row)) else {
                break Optimum::Unbounded;
            };
            self.pivot(blocking, column, budget)?;
            pivots += 1;
        };
        let duals = constraints.iter().map(|&constraint| self.dual(unknown, constraint)).collect();
        self.remove_last();
        Ok((optimum, duals))
    }

    /// Makes an unknown one that must not be negative; false if that is impossible.
    fn restrict(&mut self, unknown: usize, budget: &mut Budget) -> Result<bool, Unknown> {
        let mut pivots = 0;
        loop {
            let entry = &self.unknowns[unknown];
            if !entry.is_row || self.rows[entry.at][VALUE].signum() >= 0 {
                break;
            }
            let row = entry.at;
            let Some((column, sign)) = self.increasing_column(row, pivots) else {
                return Ok(false);
            };
            let blocking = self.blocking_row(column, sign, Some(row));
            // The row itself may reach 0 first.
            let pivot = blocking.filter(|&other| {
                let (own, other) = (&self.rows[row], &self.rows[other]);
                let (factor, of_other) = (own[column + FIRST].abs(), other[column + FIRST].abs());
                &other[VALUE] * &factor < &own[VALUE].abs() * &of_other
            });
            self.pivot(pivot.unwrap_or(row), column, budget)?;
            pivots += 1;
        }
        self.unknowns[unknown].is_restricted = true;
        Ok(true)
    }

    /// A column whose change makes a row larger, and the direction of the change.
    fn increasing_column(&self, row: usize, pivots: usize) -> Option<(usize, i64)> {
        let mut best: Option<(usize, i64)> = None;
        for (column, factor) in self.rows[row][FIRST..].iter().enumerate() {
            let sign = factor.signum();
            let unknown = self.unknown_of_column[column];
            let is_restricted = self.unknowns[unknown].is_restricted;
            if sign == 0 || (sign < 0 && is_restricted) {
                continue;
            }
            if !is_restricted {
                return Some((column, sign));
            }
            let is_better = best.is_none_or(|(other, _)| {
                if pivots > PIVOTS_BEFORE_BLAND {
                    unknown < self.unknown_of_column[other]
                } else {
                    *factor > self.rows[row][other + FIRST]
                }
            });
            if is_better {
                best = Some((column, sign));
            }
        }
        best
    }

    /// The row whose restriction is reached first when a column changes in a direction.
    fn blocking_row(&self, column: usize, sign: i64, except: Option<usize>) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (at, row) in self.rows.iter().enumerate() {
            let factor = &row[column + FIRST];
            let unknown = self.unknown_of_row[at];
            if factor.signum() * sign >= 0
                || Some(at) == except
                || !self.unknowns[unknown].is_restricted
            {
                continue;
            }
            let is_better = best.is_none_or(|best| {
                let other = &self.rows[best];
                let ours = &row[VALUE] * &other[column + FIRST].abs();
                let theirs = &other[VALUE] * &factor.abs();
                ours.cmp(&theirs).then(unknown.cmp(&self.unknown_of_row[best])).is_lt()
            });
            if is_better {
                best = Some(at);
            }
        }
        best
    }

    /// Exchanges the unknowns of a row and of a column.
    fn pivot(&mut self, row: usize, column: usize, budget: &mut Budget) -> Result<(), Unknown> {
        let at = column + FIRST;
        let mut pivot = std::mem::take(&mut self.rows[row]);
        // denominator * r = value + .. + factor * c, so factor * c = denominator * r - value - ..
        let (factor, denominator) = (pivot[at].clone(), pivot[DENOMINATOR].clone());
        for number in &mut pivot[VALUE..] {
            *number = -&*number;
        }
        pivot[DENOMINATOR] = factor.clone();
        pivot[at] = denominator;
        if factor.signum() < 0 {
            pivot = crate::row::negated(&pivot);
        }
        let mut work = pivot.len();
        for (other, numbers) in self.rows.iter_mut().enumerate().filter(|(_, row)| !row.is_empty())
        {
            debug_assert_ne!(other, row);
            let factor = std::mem::replace(&mut numbers[at], Int::ZERO);
            if factor.is_zero() {
                continue;
            }
            let gcd = factor.gcd(&pivot[DENOMINATOR]);
            let own = pivot[DENOMINATOR].floor_div(&gcd);
            let times = factor.floor_div(&gcd);
            let denominator = &numbers[DENOMINATOR] * &own;
            combine(&mut numbers[VALUE..], &own, &pivot[VALUE..], &times);
            numbers[DENOMINATOR] = denominator;
            let gcd = gcd_of(numbers.iter());
            divide_all(numbers, &gcd);
            work += numbers.iter().map(Int::size).sum::<usize>();
        }
        self.rows[row] = pivot;
        let (of_row, of_column) = (self.unknown_of_row[row], self.unknown_of_column[column]);
        self.unknown_of_row[row] = of_column;
        self.unknown_of_column[column] = of_row;
        self.unknowns[of_row] =
            Entry { is_row: false, at: column, ..self.unknowns[of_row].clone() };
        self.unknowns[of_column] =
            Entry { is_row: true, at: row, ..self.unknowns[of_column].clone() };
        budget.spend(work)
    }
}
