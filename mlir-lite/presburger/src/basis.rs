//! Reduced bases: functions with few integer values on the points of inequalities.
//!
//! The width of a function is the largest difference of its values at two points. A basis is
//! reduced if each function is about the narrowest that it can be where the earlier ones are equal:
//! Lovász and Scarf, "The generalized basis reduction algorithm" (1992).

use crate::budget::{Budget, Unknown};
use crate::int::Int;
use crate::row::{Row, combine};
use crate::tableau::{Optimum, Tableau};

/// A numerator and a positive denominator.
type Fraction = (Int, Int);

/// Reduces the functions of a basis from `level` on, where `fixed` are equalities that hold besides
/// the inequalities.
pub(crate) fn reduce_basis(
    variables: usize,
    inequalities: &[Row],
    fixed: &[Row],
    basis: &mut [Row],
    level: usize,
    budget: &mut Budget,
) -> Result<(), Unknown> {
    let pairs = inequalities.iter().flat_map(|row| [of_first(row), of_second(row)]);
    let pairs: Vec<Row> = pairs.collect();
    let Some(mut pairs) = Tableau::new(2 * variables, &pairs, budget)? else { return Ok(()) };
    for row in fixed {
        pairs.add_equality(&of_first(row), budget)?;
        pairs.add_equality(&of_second(row), budget)?;
    }
    // Pairs of points where none, one, two .. of the functions are equal.
    let mut equal = vec![pairs];
    let mut at = level;
    let mut own = width(&mut equal[0], &basis[at], budget)?;
    while at + 1 < basis.len() {
        let here = at - level;
        let mut next = equal[here].clone();
        let first = next.next_unknown();
        next.add_equality(&difference(&basis[at]), budget)?;
        let function = difference(&basis[at + 1]);
        let (narrowest, duals) = next.maximum_with_duals(&function, &[first, first + 1], budget)?;
        let Optimum::Value(narrowest, by) = narrowest else { return Err(Unknown) };
        // Of the functions plus multiples of this one, the narrowest is next to this multiple.
        let [(above, of_above), (below, of_below)] = &duals[..] else { return Err(Unknown) };
        let times = &(above * of_below) - &(below * of_above);
        let down = times.floor_div(&(of_above * of_below));
        let mut best: Option<(Row, Fraction)> = None;
        for times in [down.clone(), &down + &Int::ONE] {
            let mut candidate = basis[at + 1].clone();
            combine(&mut candidate, &Int::ONE, &basis[at], &times);
            let of_candidate = width(&mut equal[here], &candidate, budget)?;
            if best.as_ref().is_none_or(|(_, best)| is_less(&of_candidate, best, 1, 1)) {
                best = Some((candidate, of_candidate));
            }
        }
        let Some((candidate, of_candidate)) = best else { return Err(Unknown) };
        basis[at + 1] = candidate;
        if is_less(&of_candidate, &own, 3, 4) {
            basis.swap(at, at + 1);
            if at > level {
                at -= 1;
                equal.pop();
                own = width(&mut equal[at - level], &basis[at], budget)?;
            } else {
                own = of_candidate;
            }
        } else {
            at += 1;
            equal.push(next);
            own = (narrowest, by);
        }
    }
    Ok(())
}

/// Whether `a` is less than `b` times `numerator / denominator`.
fn is_less(a: &Fraction, b: &Fraction, numerator: i64, denominator: i64) -> bool {
    let left = &(&a.0 * &b.1) * &denominator.into();
    left < &(&b.0 * &a.1) * &numerator.into()
}

fn width(pairs: &mut Tableau, function: &[Int], budget: &mut Budget) -> Result<Fraction, Unknown> {
    match pairs.maximum(&difference(function), budget)? {
        Optimum::Value(value, denominator) => Ok((value, denominator)),
        Optimum::Unbounded => Err(Unknown),
    }
}

/// A row over a point as one over the first of a pair of points.
fn of_first(row: &[Int]) -> Row {
    let (constant, factors) = row.split_last().expect("a row has a constant");
    let zeros = factors.iter().map(|_| Int::ZERO);
    factors.iter().cloned().chain(zeros).chain([constant.clone()]).collect()
}

fn of_second(row: &[Int]) -> Row {
    let zeros = row[1..].iter().map(|_| Int::ZERO);
    zeros.chain(row.iter().cloned()).collect()
}

/// The difference of a function at a pair of points.
fn difference(function: &[Int]) -> Row {
    let factors = &function[..function.len() - 1];
    let negated = factors.iter().map(|factor| -factor);
    factors.iter().cloned().chain(negated).chain([Int::ZERO]).collect()
}
