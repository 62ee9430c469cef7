//! Arithmetic of polynomials, on their coefficients: folds compute with it.

/// The coefficients, with zeros for those that are missing.
pub(crate) fn resized(mut coefficients: Vec<i32>, size: usize) -> Vec<i32> {
    coefficients.resize(size, 0);
    coefficients
}

/// The sum.
pub(crate) fn add(lhs: &[i32], rhs: &[i32]) -> Vec<i32> {
    lhs.iter().zip(rhs).map(|(a, b)| a.wrapping_add(*b)).collect()
}

/// The difference.
pub(crate) fn sub(lhs: &[i32], rhs: &[i32]) -> Vec<i32> {
    lhs.iter().zip(rhs).map(|(a, b)| a.wrapping_sub(*b)).collect()
}

/// The product modulo `x^N - 1`: the term `x^(N + k)` is `x^k`.
pub(crate) fn mul(lhs: &[i32], rhs: &[i32]) -> Vec<i32> {
    let mut product = vec![0i32; lhs.len()];
    for (i, a) in lhs.iter().enumerate() {
        for (j, b) in rhs.iter().enumerate() {
            let sum = &mut product[(i + j) % lhs.len()];
            *sum = sum.wrapping_add(a.wrapping_mul(*b));
        }
    }
    product
}

/// The value at a point, by Horner's rule.
pub(crate) fn eval(coefficients: &[i32], point: i32) -> i32 {
    coefficients.iter().rev().fold(0, |sum, c| sum.wrapping_mul(point).wrapping_add(*c))
}
