//! Conjunctions of equalities and inequalities.

use crate::budget::{Budget, Unknown};
use crate::int::Int;
use crate::row::{Row, negated};
use crate::solve::solution;
use crate::system::{Contradiction, System, normalize};

/// How many dimensions and symbols a set has. Dimensions are what the set is of; symbols are
/// numbers on which it depends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Space {
    /// The number of dimensions.
    pub dims: usize,
    /// The number of symbols.
    pub symbols: usize,
}

impl Space {
    /// A space of dimensions and symbols.
    pub fn new(dims: usize, symbols: usize) -> Self {
        Self { dims, symbols }
    }

    /// The number of columns of dimensions and symbols.
    pub(crate) fn columns(self) -> usize {
        self.dims + self.symbols
    }
}

/// A variable that is a quotient: the numerator, a function of other variables, divided by the
/// positive denominator and rounded down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Division {
    pub(crate) numerator: Row,
    pub(crate) denominator: Int,
}

/// The points that satisfy equalities and inequalities.
///
/// The columns of a row are the dimensions, the symbols, the local variables, and a constant. A
/// point is in the set if there are local variables with which all rows hold.
#[derive(Clone, Debug)]
pub struct Conjunct {
    pub(crate) space: Space,
    /// The local variables: quotients, or any number.
    pub(crate) locals: Vec<Option<Division>>,
    pub(crate) equalities: Vec<Row>,
    pub(crate) inequalities: Vec<Row>,
}

impl Conjunct {
    /// All points of a space.
    pub fn universe(space: Space) -> Self {
        Self { space, locals: Vec::new(), equalities: Vec::new(), inequalities: Vec::new() }
    }

    /// The number of dimensions, symbols and local variables: that of the factors of a row.
    pub fn columns(&self) -> usize {
        self.space.columns() + self.locals.len()
    }

    /// Adds a local variable, which may be any number; returns its column.
    pub fn add_local(&mut self) -> usize {
        self.push_local(None)
    }

    /// Adds a local variable that is the quotient of a function, divided by a positive number and
    /// rounded down; returns its column.
    pub fn add_quotient(&mut self, numerator: Vec<Int>, denominator: Int) -> usize {
        debug_assert!(denominator.signum() > 0, "a denominator is positive");
        self.push_local(Some(Division { numerator, denominator }))
    }

    fn push_local(&mut self, division: Option<Division>) -> usize {
        let column = self.columns();
        for row in self.rows_mut() {
            row.insert(column, Int::ZERO);
        }
        let widened = |mut division: Division| {
            division.numerator.insert(column, Int::ZERO);
            division
        };
        self.locals.push(division.map(widened));
        column
    }

    /// Requires that a row is 0.
    pub fn add_equality(&mut self, row: Vec<Int>) {
        debug_assert_eq!(row.len(), self.columns() + 1);
        self.equalities.push(row);
    }

    /// Requires that a row is not negative.
    pub fn add_inequality(&mut self, row: Vec<Int>) {
        debug_assert_eq!(row.len(), self.columns() + 1);
        self.inequalities.push(row);
    }

    /// All rows, with the numerators of quotients.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        let numerators = self.locals.iter_mut().flatten().map(|division| &mut division.numerator);
        self.equalities.iter_mut().chain(&mut self.inequalities).chain(numerators)
    }

    /// The rows of a quotient: the numerator is at least the denominator times it, and less than
    /// that plus the denominator.
    pub(crate) fn rows_of_quotient(&self, local: usize) -> Option<[Row; 2]> {
        let Division { numerator, denominator } = self.locals[local].as_ref()?;
        let mut least = numerator.clone();
        let column = self.space.columns() + local;
        least[column] = &least[column] - denominator;
        let mut most = negated(&least);
        let constant = most.last_mut().expect("a row has a constant");
        *constant = &(&*constant + denominator) - &Int::ONE;
        Some([least, most])
    }

    /// The conjunction as a system of all its variables.
    pub(crate) fn system(&self) -> System {
        let quotients = (0..self.locals.len()).filter_map(|local| self.rows_of_quotient(local));
        System {
            variables: self.columns(),
            equalities: self.equalities.clone(),
            inequalities: self.inequalities.iter().cloned().chain(quotients.flatten()).collect(),
        }
    }

    /// Whether no point is in the set.
    pub fn is_empty(&self, budget: &mut Budget) -> Result<bool, Unknown> {
        Ok(solution(self.system(), budget)?.is_none())
    }

    /// Some point of the set, its dimensions and symbols.
    pub fn sample(&self, budget: &mut Budget) -> Result<Option<Vec<Int>>, Unknown> {
        let mut point = solution(self.system(), budget)?;
        if let Some(point) = &mut point {
            point.truncate(self.space.columns());
        }
        Ok(point)
    }

    /// The points in both.
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = self.clone();
        let first = both.columns();
        for _ in &other.locals {
            both.add_local();
        }
        let (kept, locals) = (self.space.columns(), self.locals.len());
        let widened = |row: &Row| -> Row {
            let zeros = std::iter::repeat_n(Int::ZERO, locals);
            row[..kept].iter().cloned().chain(zeros).chain(row[kept..].iter().cloned()).collect()
        };
        for (at, division) in other.locals.iter().enumerate() {
            both.locals[first - kept + at] = division.as_ref().map(|division| Division {
                numerator: widened(&division.numerator),
                denominator: division.denominator.clone(),
            });
        }
        both.equalities.extend(other.equalities.iter().map(widened));
        both.inequalities.extend(other.inequalities.iter().map(widened));
        both
    }

    /// Brings the rows into a normal form; an error if no point satisfies them.
    pub(crate) fn normalize(&mut self) -> Result<(), Contradiction> {
        normalize(&mut self.equalities, &mut self.inequalities)
    }

    /// Makes dimensions local variables, which may be any number.
    pub(crate) fn without_dims(&self, from: usize, to: usize) -> Self {
        let count = to - from;
        let columns = self.space.columns();
        let moved = |row: &Row| -> Row {
            let parts = [&row[..from], &row[to..columns], &row[from..to], &row[columns..]];
            parts.concat()
        };
        let division = |division: &Division| Division {
            numerator: moved(&division.numerator),
            denominator: division.denominator.clone(),
        };
        let old = self.locals.iter().map(|local| local.as_ref().map(division));
        Self {
            space: Space::new(self.space.dims - count, self.space.symbols),
            locals: std::iter::repeat_n(None, count).chain(old).collect(),
            equalities: self.equalities.iter().map(moved).collect(),
            inequalities: self.inequalities.iter().map(moved).collect(),
        }
    }

    /// The same rows in a space in which dimension `i` is dimension `to[i]`, and symbols are kept.
    pub(crate) fn with_dims(&self, space: Space, to: &[usize]) -> Self {
        let old = self.space;
        debug_assert_eq!((old.dims, old.symbols), (to.len(), space.symbols));
        let moved = |row: &Row| -> Row {
            let mut dims = vec![Int::ZERO; space.dims];
            for (&to, factor) in to.iter().zip(row) {
                dims[to] = factor.clone();
            }
            dims.into_iter().chain(row[old.dims..].iter().cloned()).collect()
        };
        let division = |division: &Division| Division {
            numerator: moved(&division.numerator),
            denominator: division.denominator.clone(),
        };
        Self {
            space,
            locals: self.locals.iter().map(|local| local.as_ref().map(division)).collect(),
            equalities: self.equalities.iter().map(moved).collect(),
            inequalities: self.inequalities.iter().map(moved).collect(),
        }
    }
}
