//! Integer solutions of systems of inequalities, and their least values.

use crate::budget::{Budget, Unknown};
use crate::int::Int;
use crate::row::{Row, evaluate, negated};
use crate::search::search;
use crate::system::{Reduced, System};
use crate::tableau::{Optimum, Tableau};

/// The least value of a function on integer points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The value, at some point.
    Value(Int),
    /// There are points of any value in that direction.
    Unbounded,
    /// There is no point.
    Empty,
}

/// Integers that satisfy a system; none if there are no such ones.
pub(crate) fn solution(system: System, budget: &mut Budget) -> Result<Option<Vec<Int>>, Unknown> {
    let Some(reduced) = system.reduced(budget)? else { return Ok(None) };
    let values = reduced_solution(&reduced, &reduced.inequalities, budget)?;
    Ok(values.map(|values| reduced.original_values(&values)))
}

/// A variable of which all inequalities are bounds of one side, and these. They can be dropped.
struct OneSided {
    variable: usize,
    bounds: Vec<Row>,
}

fn reduced_solution(
    reduced: &Reduced,
    inequalities: &[Row],
    budget: &mut Budget,
) -> Result<Option<Vec<Int>>, Unknown> {
    let mut rows = inequalities.to_vec();
    let mut dropped = Vec::new();
    while let Some(one_sided) = take_one_sided(reduced.variables, &mut rows) {
        dropped.push(one_sided);
    }
    let used: Vec<usize> = (0..reduced.variables)
        .filter(|&variable| rows.iter().any(|row| !row[variable].is_zero()))
        .collect();
    let compact = |row: &Row| -> Row {
        let constant = row.last().cloned();
        used.iter().map(|&variable| row[variable].clone()).chain(constant).collect()
    };
    let compact: Vec<Row> = rows.iter().map(compact).collect();
    let Some(found) = search(used.len(), &compact, budget)? else { return Ok(None) };
    let mut values = vec![Int::ZERO; reduced.variables];
    for (&variable, value) in used.iter().zip(found) {
        values[variable] = value;
    }
    for OneSided { variable, bounds } in dropped.into_iter().rev() {
        values[variable] = Int::ZERO;
        let limits = bounds.iter().map(|bound| {
            let (factor, rest) = (&bound[variable], evaluate(bound, &values));
            // A lower bound: the value is at least `-rest / factor`; an upper one with a factor
            // below 0: at most `rest / -factor`.
            if factor.signum() > 0 { (-&rest).ceil_div(factor) } else { rest.floor_div(&-factor) }
        });
        let is_lower = bounds.first().is_some_and(|bound| bound[variable].signum() > 0);
        let limit = if is_lower { limits.max() } else { limits.min() };
        values[variable] = limit.unwrap_or(Int::ZERO);
    }
    Ok(Some(values))
}

fn take_one_sided(variables: usize, rows: &mut Vec<Row>) -> Option<OneSided> {
    let (mut above, mut below) = (vec![false; variables], vec![false; variables]);
    for row in rows.iter() {
        for ((above, below), factor) in above.iter_mut().zip(&mut below).zip(row) {
            *above |= factor.signum() > 0;
            *below |= factor.signum() < 0;
        }
    }
    let variable = (0..variables).find(|&variable| above[variable] != below[variable])?;
    let (bounds, others) =
        std::mem::take(rows).into_iter().partition(|row| !row[variable].is_zero());
    *rows = others;
    Some(OneSided { variable, bounds })
}

/// The least value of a function on the integer solutions of a system.
pub(crate) fn least_value(
    system: System,
    function: &[Int],
    budget: &mut Budget,
) -> Result<Extreme, Unknown> {
    let Some(reduced) = system.reduced(budget)? else { return Ok(Extreme::Empty) };
    let function = reduced.function(function);
    let Some(mut tableau) = Tableau::new(reduced.variables, &reduced.inequalities, budget)? else {
        return Ok(Extreme::Empty);
    };
    let least = match tableau.minimum(&function, budget)? {
        Optimum::Value(numerator, denominator) => numerator.ceil_div(&denominator),
        Optimum::Unbounded => {
            let any = reduced_solution(&reduced, &reduced.inequalities, budget)?;
            return Ok(if any.is_some() { Extreme::Unbounded } else { Extreme::Empty });
        }
    };
    // No solution has a value below `from`; the steps become longer until there is a solution.
    let mut from = least;
    let mut known = None;
    let mut step = Int::ZERO;
    loop {
        let mut to = &from + &step;
        if let Some(known) = &known {
            let middle = (&from + known).floor_div(&2.into());
            to = to.min(middle);
        }
        match value_between(&reduced, &function, Some((&from, &to)), budget)? {
            Some(value) if value == from => return Ok(Extreme::Value(value)),
            Some(value) => {
                known = Some(value);
                step = Int::ZERO;
            }
            None if known.is_none() => {
                let any = value_between(&reduced, &function, None, budget)?;
                let Some(value) = any else { return Ok(Extreme::Empty) };
                known = Some(value);
                from = &to + &Int::ONE;
                step = Int::ONE;
            }
            None => {
                from = &to + &Int::ONE;
                step = &(&step + &step) + &Int::ONE;
            }
        }
        if known.as_ref() == Some(&from) {
            return Ok(Extreme::Value(from));
        }
    }
}

/// The value of a function at a solution where it is in a range.
fn value_between(
    reduced: &Reduced,
    function: &[Int],
    range: Option<(&Int, &Int)>,
    budget: &mut Budget,
) -> Result<Option<Int>, Unknown> {
    let mut inequalities = reduced.inequalities.clone();
    if let Some((from, to)) = range {
        let (mut above, mut below) = (function.to_vec(), negated(function));
        above[reduced.variables] = &above[reduced.variables] - from;
        below[reduced.variables] = &below[reduced.variables] + to;
        inequalities.extend([above, below]);
    }
    let (variables, equalities) = (reduced.variables, Vec::new());
    let system = System { variables, equalities, inequalities };
    Ok(solution(system, budget)?.map(|values| evaluate(function, &values)))
}
