//! The notation of numbers and tensors for people, in which `print` shows several values and the
//! prompt shows results.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | a tensor in brackets, with rows of limited width, abridged if it is large |
//! | `numbers.rs` | the digits of numbers that are shown together |
//! | `style.rs` | how `digits=` and `format` change them |
//!
//! The rules are those of NumPy's `array2string`: for its arrays of integers if all numbers that
//! are shown are whole and below 10^16, otherwise for its arrays of floats. A number alone is
//! shown as NumPy shows a float, without a point after which nothing follows. Executables have the
//! same functions in C (`toyc/src/native/print.c`), which print the same bytes.

mod numbers;
mod style;

use std::ops::Range;

use self::numbers::Number;
use crate::tensor::elements::Elements;
pub use style::Style;

/// A tensor of more elements is abridged.
pub const THRESHOLD: usize = 1000;

/// How many elements an abridged dimension shows at each end.
const EDGE: usize = 3;

/// The columns of a line.
const WIDTH: usize = 75;

/// The text of a tensor, whose elements are in row-major order, without a line break at its end.
///
/// ```
/// use toy_dialect::elements::Elements;
/// use toy_dialect::notation::{Style, shown};
///
/// let number = |number| shown(&[], &Elements::F64(vec![number]), Style::default());
/// assert_eq!(number(1e-12), "1e-12");
/// assert_eq!(number(7245680.0), "7245680");
/// let elements = Elements::F64(vec![1.0, 0.5, 10.0, 2.0]);
/// let matrix = shown(&[2, 2], &elements, Style::default());
/// assert_eq!(matrix, "[[ 1.   0.5]\n [10.   2. ]]");
/// ```
pub fn shown(shape: &[i64], elements: &Elements, style: Style) -> String {
    shown_beyond(shape, elements, style, THRESHOLD)
}

/// As [`shown`], with another number of elements from which on a tensor is abridged.
pub fn shown_beyond(shape: &[i64], elements: &Elements, style: Style, threshold: usize) -> String {
    if shape.is_empty() && !elements.is_empty() {
        return numbers::alone(Number::of(elements, 0), style);
    }
    let edge = if elements.len() > threshold { EDGE } else { usize::MAX };
    let sizes: Vec<usize> = shape.iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect();
    let mut kept = Vec::new();
    keep(&sizes, 0..elements.len(), edge, &mut kept);
    let kept: Vec<Number> = kept.into_iter().map(|index| Number::of(elements, index)).collect();
    let mut words = numbers::together(&kept, style).into_iter();
    let mut text = String::new();
    add(&sizes, edge, 1, &mut words, &mut text);
    text
}

/// Whether a dimension of this size leaves elements out.
fn is_abridged(size: usize, edge: usize) -> bool {
    size / 2 >= edge && size > 2 * edge
}

/// Collects the indices of the elements that are shown.
fn keep(sizes: &[usize], elements: Range<usize>, edge: usize, kept: &mut Vec<usize>) {
    let [size, inner @ ..] = sizes else {
        kept.extend(elements.take(1));
        return;
    };
    let stride = elements.len() / (*size).max(1);
    let (start, end) = match is_abridged(*size, edge) {
        true => (edge, size - edge),
        false => (*size, *size),
    };
    for index in (0..start).chain(end..*size) {
        let start = elements.start + index * stride;
        keep(inner, start..start + stride, edge, kept);
    }
}

/// Adds a tensor in brackets, whose text is indented by `indent` columns.
fn add(
    sizes: &[usize],
    edge: usize,
    indent: usize,
    words: &mut impl Iterator<Item = String>,
    text: &mut String,
) {
    let [size, inner @ ..] = sizes else { return };
    text.push('[');
    let parts = if is_abridged(*size, edge) { 2 * edge + 1 } else { *size };
    let is_gap = |part: usize| is_abridged(*size, edge) && part == edge;
    if inner.is_empty() {
        let mut line = " ".repeat(indent);
        let mut rows = String::new();
        for part in 0..parts {
            let word = if is_gap(part) { Some("...".to_owned()) } else { words.next() };
            let word = word.unwrap_or_default();
            // A bracket follows for each dimension, of which the inner ones take columns here.
            let is_too_long = line.len() + word.len() > WIDTH - indent.min(WIDTH);
            if is_too_long && line.len() > indent {
                rows += line.trim_end_matches(' ');
                rows.push('\n');
                line = " ".repeat(indent);
            }
            line += &word;
            if part + 1 < parts {
                line.push(' ');
            }
        }
        rows += &line;
        *text += &rows[indent..];
    } else {
        for part in 0..parts {
            if part > 0 {
                text.extend(std::iter::repeat_n('\n', inner.len()));
                text.extend(std::iter::repeat_n(' ', indent));
            }
            match is_gap(part) {
                true => *text += "...",
                false => add(inner, edge, indent + 1, words, text),
            }
        }
    }
    text.push(']');
}

#[cfg(test)]
mod tests;
