//! Equalities and inequalities of integer variables, and the system of inequalities that
//! remains when the equalities are solved.

use crate::budget::{Budget, Unknown};
use crate::int::Int;
use crate::row::{Row, combine, divide_all, evaluate, gcd_of, negated, unit};
use std::collections::HashMap;

/// Equalities and inequalities of integer variables: rows of factors and a constant, whose sum is
/// 0, or not negative.
#[derive(Clone, Debug)]
pub(crate) struct System {
    pub(crate) variables: usize,
    pub(crate) equalities: Vec<Row>,
    pub(crate) inequalities: Vec<Row>,
}

/// A system without equalities that has solutions where the original one has.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    pub(crate) inequalities: Vec<Row>,
    pub(crate) variables: usize,
    /// The original variables as functions of the variables.
    originals: Vec<Row>,
}

/// Rows that no integers satisfy.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

/// Divides an equality by the common divisor of its factors; false if it is `0 = 0`.
pub(crate) fn normalize_equality(row: &mut Row) -> Result<bool, Contradiction> {
    let (constant, factors) = row.split_last().expect("a row has a constant");
    let gcd = gcd_of(factors);
    if gcd.is_zero() {
        return if constant.is_zero() { Ok(false) } else { Err(Contradiction) };
    }
    if !constant.modulo(&gcd).is_zero() {
        return Err(Contradiction);
    }
    divide_all(row, &gcd);
    Ok(true)
}

/// Divides an inequality by the common divisor of its factors, and rounds the constant down; false
/// if it always holds.
pub(crate) fn normalize_inequality(row: &mut Row) -> Result<bool, Contradiction> {
    let (constant, factors) = row.split_last_mut().expect("a row has a constant");
    let gcd = gcd_of(factors.iter());
    if gcd.is_zero() {
        return if constant.signum() >= 0 { Ok(false) } else { Err(Contradiction) };
    }
    if gcd != Int::ONE {
        *constant = constant.floor_div(&gcd);
        divide_all(factors, &gcd);
    }
    Ok(true)
}

/// Normalizes rows; of inequalities with equal factors keeps the strictest, and makes opposite ones
/// that leave one value an equality.
pub(crate) fn normalize(
    equalities: &mut Vec<Row>,
    inequalities: &mut Vec<Row>,
) -> Result<(), Contradiction> {
    let mut places: HashMap<Vec<Int>, usize> = HashMap::with_capacity(inequalities.len());
    let mut kept: Vec<Option<Row>> = Vec::with_capacity(inequalities.len());
    for mut row in inequalities.drain(..) {
        if !normalize_inequality(&mut row)? {
            continue;
        }
        let constant = row.pop().expect("a row has a constant");
        if let Some(known) = places.get(&row).and_then(|&place| kept[place].as_mut()) {
            let least = known.last_mut().expect("a row has a constant");
            if constant < *least {
                *least = constant;
            }
            continue;
        }
        places.insert(row.clone(), kept.len());
        row.push(constant);
        kept.push(Some(row));
    }
    for place in 0..kept.len() {
        let Some(row) = &kept[place] else { continue };
        let (constant, factors) = row.split_last().expect("a row has a constant");
        let Some(&other) = places.get(&negated(factors)) else { continue };
        let Some(opposite) = kept[other].as_ref().and_then(|row| row.last()) else { continue };
        match (constant + opposite).signum() {
            -1 => return Err(Contradiction),
            0 => {
                kept[other] = None;
                equalities.extend(kept[place].take());
            }
            _ => {}
        }
    }
    inequalities.extend(kept.into_iter().flatten());
    let mut old = std::mem::take(equalities).into_iter();
    for mut row in old.by_ref() {
        if normalize_equality(&mut row)? {
            equalities.push(row);
        }
    }
    Ok(())
}

/// Replaces a variable by a function, a row in which it may occur itself.
pub(crate) fn substitute<'r>(
    rows: impl IntoIterator<Item = &'r mut Row>,
    variable: usize,
    function: &[Int],
) {
    for row in rows {
        let factor = std::mem::replace(&mut row[variable], Int::ZERO);
        if !factor.is_zero() {
            combine(row, &Int::ONE, function, &factor);
        }
    }
}

/// How to make an equality simpler: a variable and the function that replaces it. `is_free` says
/// which variables may be replaced. If one of them has factor 1 it is solved for; otherwise, the
/// one with the smallest factor takes multiples of the others (Pugh, "The Omega test", 1991). None
/// if only one of them is in it, with another factor.
pub(crate) fn solving_step(
    equality: &[Int],
    is_free: impl Fn(usize) -> bool,
) -> Option<(usize, Row)> {
    let variables = equality.len() - 1;
    let free = |&at: &usize| !equality[at].is_zero() && is_free(at);
    let least = (0..variables).filter(free).min_by_key(|&at| equality[at].abs())?;
    let factor = &equality[least];
    if factor.abs() == Int::ONE {
        let mut function = if factor.signum() > 0 { negated(equality) } else { equality.to_vec() };
        function[least] = Int::ZERO;
        return Some((least, function));
    }
    let mut function = unit(variables, least);
    let mut is_alone = true;
    for at in (0..variables).filter(free).filter(|&at| at != least) {
        function[at] = -&equality[at].floor_div(factor);
        is_alone = false;
    }
    (!is_alone).then_some((least, function))
}

impl System {
    /// Solves the equalities; none if no integers satisfy the rows.
    pub(crate) fn reduced(mut self, budget: &mut Budget) -> Result<Option<Reduced>, Unknown> {
        let mut originals: Vec<Row> =
            (0..self.variables).map(|variable| unit(self.variables, variable)).collect();
        loop {
            let rows = self.equalities.len() + self.inequalities.len();
            budget.spend(rows * (self.variables + 1))?;
            if normalize(&mut self.equalities, &mut self.inequalities).is_err() {
                return Ok(None);
            }
            let Some(mut equality) = self.equalities.pop() else { break };
            // Its only variable has the factor 1, since it was divided by the factor.
            while let Some((variable, function)) = solving_step(&equality, |_| true) {
                substitute(&mut self.equalities, variable, &function);
                substitute(&mut self.inequalities, variable, &function);
                substitute(&mut originals, variable, &function);
                substitute([&mut equality], variable, &function);
                match normalize_equality(&mut equality) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(Contradiction) => return Ok(None),
                }
            }
        }
        let Self { inequalities, variables, .. } = self;
        Ok(Some(Reduced { inequalities, variables, originals }))
    }
}

impl Reduced {
    /// A function of the original variables as one of the variables.
    pub(crate) fn function(&self, of_originals: &[Int]) -> Row {
        let mut row = vec![Int::ZERO; self.variables + 1];
        let (constant, factors) = of_originals.split_last().expect("a row has a constant");
        for (factor, original) in factors.iter().zip(&self.originals) {
            if !factor.is_zero() {
                combine(&mut row, &Int::ONE, original, factor);
            }
        }
        row[self.variables] = &row[self.variables] + constant;
        row
    }

    /// The values of the original variables.
    pub(crate) fn original_values(&self, values: &[Int]) -> Vec<Int> {
        self.originals.iter().map(|original| evaluate(original, values)).collect()
    }
}
