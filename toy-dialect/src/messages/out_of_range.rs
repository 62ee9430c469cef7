//! The message for an access of elements that a tensor does not have.
//!
//! Every engine prints the same: the interpreter, compiled code in toyc by [`OutOfRange::line`],
//! and executables by the same text in C.

use mlir_lite::interpreter::Trap;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Position, visible};
use toy_ast::Code;

/// An access that failed its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The source location of the access: `file:line:column`. Empty if that is not known.
    pub at: String,
    /// The first accessed index.
    pub first: i64,
    /// The number of accessed elements; -1 for a single one, whose dimension is dropped. With -2,
    /// the index is not a whole number, and `first` has the bits of the float; with -3, it is a
    /// loop's bound that is none; with -4 and -5 it is a number that is to be an integer; with -6
    /// an integer is divided by 0; with -7 to -9 a file has sizes that the program cannot use.
    pub count: i64,
    /// The size of the dimension.
    pub size: i64,
}

impl OutOfRange {
    /// The function that compiled code calls when a check fails: a
    /// `void(i64 first, i64 count, i64 size, ptr at)`, where `at` is a C string. It ends the
    /// program with status 1.
    ///
    /// The dot keeps the name distinct from names of the language.
    pub const FUNCTION: &'static str = "toy.out_of_range";
    /// The count of an access to a single element, which is not a range.
    pub(crate) const ONE_ELEMENT: i64 = -1;

    /// The count of an access whose index is not a whole number.
    pub(crate) const NOT_WHOLE: i64 = -2;
    /// The count if a loop's bound is not a whole number.
    pub(crate) const NOT_A_BOUND: i64 = -3;
    /// The count if a number is not in the range of `i64`.
    pub(crate) const NOT_AN_INTEGER: i64 = -4;
    /// The count if a number that is combined with `i64` is not a whole number.
    pub(crate) const FRACTION: i64 = -5;
    /// The count if an integer is divided by 0.
    pub(crate) const DIVISION_BY_ZERO: i64 = -6;
    /// The count if two sizes that are to be equal are not.
    pub(crate) const SIZES_DIFFER: i64 = -7;
    /// The count if a size is below 1.
    pub(crate) const SIZE_BELOW_ONE: i64 = -8;
    /// The count if a tensor has more elements than memory.
    pub(crate) const TOO_MANY_ELEMENTS: i64 = -9;
    /// The first number above those of `i64`.
    pub(crate) const END_OF_INTEGERS: f64 = 9_223_372_036_854_775_808.0;
    /// All whole numbers nearer to 0 are exact as floats.
    pub(crate) const LARGEST: f64 = 9_007_199_254_740_992.0;

    /// The index of the element that a number means in a dimension of that size; below 0 it is
    /// counted from the last element back.
    ///
    /// # Errors
    /// If it is not a whole number, or there is no such element.
    pub(crate) fn index_of(
        number: f64,
        size: i64,
        at: impl FnOnce() -> String,
    ) -> Result<i64, Self> {
        if number.fract() != 0.0 || number.abs() >= Self::LARGEST {
            let first = number.to_bits() as i64;
            return Err(Self { at: at(), first, count: Self::NOT_WHOLE, size });
        }
        let first = number as i64;
        let index = if first < 0 { first + size } else { first };
        match (0..size).contains(&index) {
            true => Ok(index),
            false => Err(Self { at: at(), first, count: Self::ONE_ELEMENT, size }),
        }
    }

    /// The bound of a loop as an integer.
    ///
    /// # Errors
    /// If it is not a whole number.
    pub(crate) fn bound_of(number: f64, at: impl FnOnce() -> String) -> Result<i64, Self> {
        if number.fract() != 0.0 || number.abs() >= Self::LARGEST {
            let first = number.to_bits() as i64;
            return Err(Self { at: at(), first, count: Self::NOT_A_BOUND, size: 0 });
        }
        Ok(number as i64)
    }

    /// The integer value of a number, rounded towards 0; with `exact` it must not be rounded.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn integer_of(
        number: f64,
        is_exact: bool,
        at: impl FnOnce() -> String,
    ) -> Result<i64, Self> {
        let is_in_range = (-Self::END_OF_INTEGERS..Self::END_OF_INTEGERS).contains(&number);
        let count = match (is_in_range, is_exact && number.fract() != 0.0) {
            (false, _) => Self::NOT_AN_INTEGER,
            (true, true) => Self::FRACTION,
            (true, false) => return Ok(number as i64),
        };
        Err(Self { at: at(), first: number.to_bits() as i64, count, size: 0 })
    }

    /// The error for integers that are divided by 0.
    pub(crate) fn division_by_zero(at: String) -> Self {
        Self { at, first: 0, count: Self::DIVISION_BY_ZERO, size: 0 }
    }

    fn code(&self) -> Code {
        match self.count {
            Self::NOT_A_BOUND => Code::WrongNumber,
            Self::NOT_AN_INTEGER | Self::FRACTION | Self::DIVISION_BY_ZERO => Code::NoInteger,
            Self::SIZES_DIFFER => Code::ShapeMismatch,
            Self::SIZE_BELOW_ONE => Code::WrongSize,
            Self::TOO_MANY_ELEMENTS => Code::TensorTooLarge,
            _ => Code::IndexOutOfRange,
        }
    }

    /// The diagnostic, without the source's line: compiled programs do not have it.
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::error(position(&self.at), self.message());
        diagnostic.with_code(self.code().text()).without_source()
    }

    /// The diagnostic as a line of plain text.
    pub fn line(&self) -> String {
        let place = if self.at.is_empty() { String::new() } else { format!("{}: ", self.at) };
        format!("{place}error[{}]: {}", self.code().text(), self.message())
    }

    pub(crate) fn message(&self) -> String {
        let Self { first, count, size, .. } = self;
        match count {
            -1 => format!("there is no element {first} in a dimension of size {size}"),
            -2 => format!("{} is not an index in a dimension of size {size}", float(*first)),
            -3 => format!("a loop's bound must be a whole number, found {}", float(*first)),
            -4 => format!("{} is not in the range of i64", float(*first)),
            -5 => format!("{} is not a whole number, and is combined with i64", float(*first)),
            -6 => "an integer is divided by 0".to_owned(),
            -7 => format!("sizes that have to be equal here are {first} and {size}"),
            -8 => format!("a size here is {first}, and a size is at least 1"),
            -9 => "a tensor here has more elements than memory".to_owned(),
            _ => {
                let end = i128::from(*first) + i128::from(*count);
                format!("the range {first}:{end} is not in a dimension of size {size}")
            }
        }
    }

    /// Whether `count` elements from `first` onwards are in a dimension of that size; a count of -1
    /// is a single one.
    pub fn is_in_range(first: i64, count: i64, size: i64) -> bool {
        first >= 0 && i128::from(first) + i128::from(count.max(1)) <= i128::from(size)
    }
}

/// Why an op cannot compute its result.
pub(crate) enum Failure {
    OutOfRange(OutOfRange),
    Shape(String),
}

impl Failure {
    /// The failure of an op that lacks operands.
    pub(crate) fn missing() -> Self {
        Self::Shape("a tensor is missing".to_owned())
    }

    /// The failure as text, where there is no place for a diagnostic.
    pub(crate) fn into_message(self) -> String {
        match self {
            Self::OutOfRange(wrong) => wrong.line(),
            Self::Shape(message) => message,
        }
    }

    /// The failure of a program that the interpreter runs.
    pub(crate) fn into_trap(self) -> Trap {
        match self {
            Self::OutOfRange(wrong) => Trap::reported(wrong.diagnostic()),
            Self::Shape(message) => Trap::new(message),
        }
    }
}

/// The text of a float, given by its bits.
fn float(bits: i64) -> String {
    let number = f64::from_bits(bits as u64);
    if number.is_nan() { "nan".to_owned() } else { format!("{number:.6}") }
}

/// The parts of a text `file:line:column`.
fn parts(at: &str) -> Option<(&str, u32, u32)> {
    let mut parts = at.rsplitn(3, ':');
    let mut number = || parts.next()?.parse().ok();
    let (column, line) = (number()?, number()?);
    Some((parts.next()?, line, column))
}

/// The position of a text `file:line:column`.
fn position(at: &str) -> Position {
    parts(at).map_or(Position::Unknown, |(file, line, col)| Position::FileLineCol {
        file: file.into(),
        line,
        col,
    })
}

/// A location as `file:line:column` for messages; empty if it is not known.
pub(crate) fn place_text(ctx: &Context, location: Location) -> String {
    match location.to_position(ctx) {
        Position::Span(span) => match ctx.sources().line_col(span.start) {
            Some(place) => format!("{}:{}:{}", visible(place.file.name()), place.line, place.col),
            None => String::new(),
        },
        Position::FileLineCol { file, line, col } => format!("{}:{line}:{col}", visible(&file)),
        Position::Unknown => String::new(),
    }
}

/// The file, line and column of a text `file:line:column`, in which lists are ordered.
pub(crate) fn file_line_column(at: &str) -> (String, u32, u32) {
    let (file, line, column) = parts(at).unwrap_or_default();
    (file.to_owned(), line, column)
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn what_is_said_of_an_element_and_of_a_range() {
        let mut found = OutOfRange { at: "a:b.toy:3:7".to_owned(), first: -1, count: -1, size: 4 };
        assert_eq!(
            found.line(),
            "a:b.toy:3:7: error[T0066]: there is no element -1 in a dimension of size 4"
        );
        assert_eq!(
            found.diagnostic().position,
            Position::FileLineCol { file: "a:b.toy".into(), line: 3, col: 7 }
        );
        found.count = 3;
        found.at = String::new();
        assert_eq!(found.line(), "error[T0066]: the range -1:2 is not in a dimension of size 4");
        assert_eq!(found.diagnostic().position, Position::Unknown);
    }

    #[test]
    fn numbers_become_indices() {
        let index = |number| OutOfRange::index_of(number, 4, String::new);
        assert_eq!([0.0, 3.0, -1.0, -4.0, -0.0].map(|n| index(n).unwrap()), [0, 3, 3, 0, 0]);
        let message = |number| index(number).unwrap_err().message();
        assert_eq!(message(4.0), "there is no element 4 in a dimension of size 4");
        assert_eq!(message(-5.0), "there is no element -5 in a dimension of size 4");
        assert_eq!(message(1.5), "1.500000 is not an index in a dimension of size 4");
        assert_eq!(message(-f64::NAN), "nan is not an index in a dimension of size 4");
        assert_eq!(message(f64::INFINITY), "inf is not an index in a dimension of size 4");
    }

    #[test]
    fn numbers_become_bounds() {
        let bound = |number| OutOfRange::bound_of(number, || "a.toy:2:9".to_owned());
        assert_eq!([0.0, 3.0, -4.0, -0.0].map(|n| bound(n).unwrap()), [0, 3, -4, 0]);
        let line = |number| bound(number).unwrap_err().line();
        let expected = "a.toy:2:9: error[T0065]: a loop's bound must be a whole number, found 2.5";
        assert_eq!(line(2.5), format!("{expected}00000"));
        assert!(line(-f64::NAN).ends_with("found nan") && line(f64::INFINITY).ends_with("inf"));
    }

    #[test]
    fn borders() {
        let is_in_range = OutOfRange::is_in_range;
        assert_eq!(
            [-1, 0, 3, 4].map(|first| is_in_range(first, -1, 4)),
            [false, true, true, false]
        );
        assert_eq!([-1, 0, 1, 2].map(|first| is_in_range(first, 3, 4)), [false, true, true, false]);
        assert!(!is_in_range(i64::MAX, 2, 4) && !is_in_range(0, 5, 4));
    }
}
