//! The search for an integer point of inequalities.
//!
//! Most systems are decided by the simplex method: there is no point in fractions, or the one that
//! it finds is one of integers. Otherwise, the directions in which the points reach to infinity are
//! split off, as any of their values is possible, and the values of the others are tried, each
//! within the limits that the earlier ones leave. If that takes long, the coordinates are changed
//! to those of a reduced basis first, in which the limits are close together: Cook, Rutherford,
//! Scarf and Shallcross, "An implementation of the generalized basis reduction algorithm for
//! integer programming" (1993).

use crate::basis::reduce_basis;
use crate::budget::{Budget, Unknown};
use crate::cone::{Coordinates, coordinates};
use crate::int::Int;
use crate::row::{Row, evaluate, unit};
use crate::tableau::{Optimum, Tableau};

/// The work of a search before the basis is reduced.
const WORK_BEFORE_REDUCTION: u64 = 400_000;

/// A point of inequalities; none if there is none.
pub(crate) fn search(
    variables: usize,
    inequalities: &[Row],
    budget: &mut Budget,
) -> Result<Option<Vec<Int>>, Unknown> {
    let Some(tableau) = Tableau::new(variables, inequalities, budget)? else { return Ok(None) };
    let sample = tableau.sample();
    if let Some(point) = integral(&sample).or_else(|| rounded(&sample, inequalities)) {
        return Ok(Some(point));
    }
    if let Some(point) = inner_point(variables, inequalities, budget)? {
        return Ok(Some(point));
    }
    let coordinates = coordinates(variables, inequalities, budget)?;
    let rows: Vec<Row> = inequalities.iter().map(|row| coordinates.of_row(row)).collect();
    let Some(tableau) = Tableau::new(variables, &rows, budget)? else { return Ok(None) };
    let mut part = budget.part(WORK_BEFORE_REDUCTION);
    let basis = (0..coordinates.bounded).map(|at| unit(variables, at)).collect();
    let mut quick = Search {
        variables,
        rows: &rows,
        coordinates: &coordinates,
        basis,
        fixed: Vec::new(),
        reduces: false,
    };
    let found = quick.level(&tableau, &mut part);
    budget.returned(&part);
    let found = match found {
        Ok(found) => found,
        Err(Unknown) => {
            quick.fixed.clear();
            quick.reduces = true;
            quick.level(&tableau, budget)?
        }
    };
    Ok(found.map(|point| coordinates.original(&point)))
}

/// A sample without fractions.
fn integral(sample: &[(Int, Int)]) -> Option<Vec<Int>> {
    let is_integral = |(_, denominator): &(Int, Int)| *denominator == Int::ONE;
    sample
        .iter()
        .map(|value| {
            if value.0.is_zero() {
                return Some(Int::ZERO);
            }
            is_integral(value).then(|| value.0.clone()).or_else(|| {
                let rest = value.0.modulo(&value.1);
                rest.is_zero().then(|| value.0.floor_div(&value.1))
            })
        })
        .collect()
}

/// A sample rounded up or down, if it satisfies the inequalities.
fn rounded(sample: &[(Int, Int)], inequalities: &[Row]) -> Option<Vec<Int>> {
    let satisfies =
        |point: &Vec<Int>| inequalities.iter().all(|row| evaluate(row, point).signum() >= 0);
    let down = sample.iter().map(|(value, denominator)| value.floor_div(denominator)).collect();
    Some(down).filter(satisfies).or_else(|| {
        let up = sample.iter().map(|(value, denominator)| value.ceil_div(denominator)).collect();
        Some(up).filter(satisfies)
    })
}

/// A point that is so far inside of all inequalities that the nearest point of integers satisfies
/// them.
fn inner_point(
    variables: usize,
    inequalities: &[Row],
    budget: &mut Budget,
) -> Result<Option<Vec<Int>>, Unknown> {
    let two = Int::from(2);
    let shrunk: Vec<Row> = inequalities
        .iter()
        .map(|row| {
            let (constant, factors) = row.split_last().expect("a row has a constant");
            let sum = factors.iter().fold(Int::ZERO, |sum, factor| &sum + &factor.abs());
            let inner = constant - &sum.ceil_div(&two);
            factors.iter().cloned().chain([inner]).collect()
        })
        .collect();
    let Some(tableau) = Tableau::new(variables, &shrunk, budget)? else { return Ok(None) };
    let nearest = |(value, by): &(Int, Int)| (&(value * &two) + by).floor_div(&(by * &two));
    let point: Vec<Int> = tableau.sample().iter().map(nearest).collect();
    let satisfies = inequalities.iter().all(|row| evaluate(row, &point).signum() >= 0);
    Ok(Some(point).filter(|_| satisfies))
}

struct Search<'s> {
    variables: usize,
    rows: &'s [Row],
    coordinates: &'s Coordinates,
    /// Functions whose values are fixed one after the other.
    basis: Vec<Row>,
    /// The equalities of those that are fixed.
    fixed: Vec<Row>,
    reduces: bool,
}

impl Search<'_> {
    /// Fixes the next function of the basis to each possible value.
    fn level(
        &mut self,
        tableau: &Tableau,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Int>>, Unknown> {
        if let Some(point) = integral(&tableau.sample()) {
            return Ok(Some(point));
        }
        let level = self.fixed.len();
        if level == self.coordinates.bounded {
            return self.unbounded_values(budget);
        }
        let mut limits = self.limits(level, tableau, budget)?;
        if self.reduces && &limits.1 - &limits.0 > Int::ONE {
            reduce_basis(self.variables, self.rows, &self.fixed, &mut self.basis, level, budget)?;
            limits = self.limits(level, tableau, budget)?;
        }
        let (least, most) = limits;
        // From the middle outwards.
        let mut up = (&least + &most).floor_div(&2.into());
        let mut down = &up - &Int::ONE;
        while up <= most || down >= least {
            for value in [&up, &down] {
                if *value > most || *value < least {
                    continue;
                }
                let mut row = self.basis[level].clone();
                row[self.variables] = -value;
                let mut next = tableau.clone();
                budget.spend(self.rows.len() * self.variables)?;
                if !next.add_equality(&row, budget)? {
                    continue;
                }
                self.fixed.push(row);
                let found = self.level(&next, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
                self.fixed.pop();
            }
            up = &up + &Int::ONE;
            down = &down - &Int::ONE;
        }
        Ok(None)
    }

    /// The least and the largest integer that a function of the basis may be.
    fn limits(
        &self,
        level: usize,
        tableau: &Tableau,
        budget: &mut Budget,
    ) -> Result<(Int, Int), Unknown> {
        let mut tableau = tableau.clone();
        let function = &self.basis[level];
        let (least, most) =
            (tableau.minimum(function, budget)?, tableau.maximum(function, budget)?);
        let (Optimum::Value(least, by), Optimum::Value(most, of)) = (least, most) else {
            return Err(Unknown);
        };
        Ok((least.ceil_div(&by), most.floor_div(&of)))
    }

    /// A point where all that is bounded is fixed. The others reach to infinity in all of their
    /// directions, so there is one that stays a point when it is rounded up.
    fn unbounded_values(&self, budget: &mut Budget) -> Result<Option<Vec<Int>>, Unknown> {
        let shrunk: Vec<Row> = self
            .rows
            .iter()
            .map(|row| {
                let mut row = row.clone();
                let unbounded = &row[self.coordinates.bounded..self.variables];
                let negative = unbounded.iter().filter(|factor| factor.signum() < 0);
                let constant =
                    negative.fold(row[self.variables].clone(), |sum, factor| &sum + factor);
                row[self.variables] = constant;
                row
            })
            .collect();
        let Some(mut tableau) = Tableau::new(self.variables, &shrunk, budget)? else {
            return Ok(None);
        };
        for row in &self.fixed {
            if !tableau.add_equality(row, budget)? {
                return Ok(None);
            }
        }
        let sample = tableau.sample();
        Ok(Some(sample.iter().map(|(value, by)| value.ceil_div(by)).collect()))
    }
}
