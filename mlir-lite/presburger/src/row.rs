//! Rows of numbers: the factors of variables, then a constant.

use crate::int::{Int, gcd_u64};

/// The factors of variables, then a constant.
pub(crate) type Row = Vec<Int>;

/// The largest number that divides all; 0 if all are 0.
pub(crate) fn gcd_of<'a>(numbers: impl IntoIterator<Item = &'a Int>) -> Int {
    let mut numbers = numbers.into_iter();
    let mut small = 0;
    while let Some(number) = numbers.next() {
        let Some(value) = number.to_i64() else {
            let so_far: Int = i128::from(small).into();
            return numbers.fold(so_far.gcd(number), |gcd, number| gcd.gcd(number));
        };
        small = gcd_u64(small, value.unsigned_abs());
        if small == 1 {
            return Int::ONE;
        }
    }
    i128::from(small).into()
}

/// Divides all numbers by one that divides them.
pub(crate) fn divide_all(row: &mut [Int], divisor: &Int) {
    if *divisor == Int::ONE || divisor.is_zero() {
        return;
    }
    for number in row.iter_mut().filter(|number| !number.is_zero()) {
        *number = number.floor_div(divisor);
    }
}

/// Makes `row` the sum of `a` times `row` and `b` times `other`.
pub(crate) fn combine(row: &mut [Int], a: &Int, other: &[Int], b: &Int) {
    for (number, other) in row.iter_mut().zip(other) {
        *number = match (number.is_zero(), other.is_zero()) {
            (_, true) if *a == Int::ONE => continue,
            (true, true) => continue,
            (false, true) => &*number * a,
            (true, false) => other * b,
            (false, false) => sum_of_products(number, a, other, b),
        };
    }
}

fn sum_of_products(x: &Int, a: &Int, y: &Int, b: &Int) -> Int {
    if let (Some(x), Some(a), Some(y), Some(b)) = (x.to_i64(), a.to_i64(), y.to_i64(), b.to_i64())
        && let Some(sum) =
            (i128::from(x) * i128::from(a)).checked_add(i128::from(y) * i128::from(b))
    {
        return sum.into();
    }
    &(x * a) + &(y * b)
}

/// The value of a row for these values of its variables.
pub(crate) fn evaluate(row: &[Int], values: &[Int]) -> Int {
    let (constant, factors) = row.split_last().expect("a row has a constant");
    let terms = factors.iter().zip(values).filter(|(factor, _)| !factor.is_zero());
    terms.fold(constant.clone(), |sum, (factor, value)| &sum + &(factor * value))
}

/// The row of one of `variables` variables.
pub(crate) fn unit(variables: usize, variable: usize) -> Row {
    let mut row = vec![Int::ZERO; variables + 1];
    row[variable] = Int::ONE;
    row
}

/// The row with all signs changed.
pub(crate) fn negated(row: &[Int]) -> Row {
    row.iter().map(|number| -number).collect()
}

/// The row of an inequality that holds where that of `row` does not.
pub(crate) fn complement(row: &[Int]) -> Row {
    let mut row = negated(row);
    if let Some(constant) = row.last_mut() {
        *constant = &*constant - &Int::ONE;
    }
    row
}
