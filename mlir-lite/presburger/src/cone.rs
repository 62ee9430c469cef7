//! The directions in which the points of inequalities reach to infinity.

use crate::budget::{Budget, Unknown};
use crate::int::Int;
use crate::row::{Row, combine};
use crate::tableau::{Optimum, Tableau};

/// Coordinates, of which the first `bounded` are bounded on the points of inequalities in
/// fractions; for any values of these for which there are points, there are some in a ball of any
/// size of the others.
#[derive(Debug)]
pub(crate) struct Coordinates {
    pub(crate) bounded: usize,
    /// The columns of a matrix of determinant 1 or -1, by which coordinates become variables.
    columns: Vec<Vec<Int>>,
}

/// The coordinates for inequalities that have points in fractions.
pub(crate) fn coordinates(
    variables: usize,
    inequalities: &[Row],
    budget: &mut Budget,
) -> Result<Coordinates, Unknown> {
    let identity = |at| {
        let mut column = vec![Int::ZERO; variables];
        column[at] = Int::ONE;
        column
    };
    let mut this = Coordinates { bounded: 0, columns: (0..variables).map(identity).collect() };
    for mut row in implicit_equalities(variables, inequalities, budget)? {
        row.truncate(variables);
        this.bound(&row);
    }
    Ok(this)
}

/// The inequalities that are 0 in all directions in which the points reach to infinity.
fn implicit_equalities(
    variables: usize,
    inequalities: &[Row],
    budget: &mut Budget,
) -> Result<Vec<Row>, Unknown> {
    let mut directions: Vec<Row> = inequalities.to_vec();
    for row in &mut directions {
        row[variables] = Int::ZERO;
    }
    let Some(mut cone) = Tableau::new(variables, &directions, budget)? else {
        return Ok(Vec::new());
    };
    let mut equalities = Vec::new();
    for row in directions {
        if cone.maximum(&row, budget)? != Optimum::Unbounded {
            equalities.push(row);
        }
    }
    Ok(equalities)
}

impl Coordinates {
    /// Makes a function of the variables, which is bounded, one of the first coordinates.
    fn bound(&mut self, function: &[Int]) {
        let value = |column: &Vec<Int>| {
            let terms = function.iter().zip(column).filter(|(factor, _)| !factor.is_zero());
            terms.fold(Int::ZERO, |sum, (factor, number)| &sum + &(factor * number))
        };
        let mut values: Vec<Int> = self.columns[self.bounded..].iter().map(value).collect();
        // Euclid's algorithm, until one column is left on which the function depends.
        loop {
            let used = |&at: &usize| !values[at].is_zero();
            let mut all = (0..values.len()).filter(used);
            let Some(least) = all.clone().min_by_key(|&at| values[at].abs()) else { return };
            if all.by_ref().count() == 1 {
                values.swap(0, least);
                self.columns.swap(self.bounded, self.bounded + least);
                self.bounded += 1;
                return;
            }
            let column = self.columns[self.bounded + least].clone();
            for at in 0..values.len() {
                if at == least || values[at].is_zero() {
                    continue;
                }
                let times = -&values[at].floor_div(&values[least]);
                values[at] = &values[at] + &(&values[least] * &times);
                combine(&mut self.columns[self.bounded + at], &Int::ONE, &column, &times);
            }
        }
    }

    /// A row over the variables as one over the coordinates.
    pub(crate) fn of_row(&self, row: &[Int]) -> Row {
        let (constant, factors) = row.split_last().expect("a row has a constant");
        let value = |column: &Vec<Int>| {
            let terms = factors.iter().zip(column).filter(|(factor, _)| !factor.is_zero());
            terms.fold(Int::ZERO, |sum, (factor, number)| &sum + &(factor * number))
        };
        self.columns.iter().map(value).chain([constant.clone()]).collect()
    }

    /// The variables at these coordinates.
    pub(crate) fn original(&self, point: &[Int]) -> Vec<Int> {
        let mut values = vec![Int::ZERO; self.columns.len()];
        for (column, value) in self.columns.iter().zip(point) {
            combine(&mut values, &Int::ONE, column, value);
        }
        values
    }
}
