//! How a value is to be shown: `digits=` of `print`, and the second argument of `format`.

use crate::tensor::elements::Element;

/// A style, written as in Python's `format`: a `+` for a sign in front of all numbers, the least
/// number of columns, a point with the number of digits, and a letter. Without a letter, it is
/// NumPy's notation with at most this number of digits after the point.
///
/// ```
/// use toy_dialect::elements::Elements;
/// use toy_dialect::notation::{Style, shown};
///
/// let money: Style = "8.2f".parse()?;
/// assert_eq!(shown(&[], &Elements::F64(vec![2.5]), money), "    2.50");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether numbers that are not negative have a `+`.
    pub(super) plus: bool,
    /// The least number of columns of a number.
    pub(super) width: usize,
    /// The number of digits after the point; of all digits, for `g`.
    pub(super) digits: Option<usize>,
    /// `e`, `f` or `g`: the notation of C's `printf`.
    pub(super) letter: Option<Letter>,
    /// The type of the numbers: fewer digits tell floats of 32 bits apart.
    pub(super) element: Element,
}

/// A notation of C's `printf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// With an exponent.
    Scientific,
    /// Without one.
    Fixed,
    /// Whichever is shorter, without zeros at the end.
    General,
}

impl Style {
    /// The largest number of digits.
    pub const MAX_DIGITS: usize = 17;

    /// The largest number of columns.
    pub const MAX_WIDTH: usize = 99;

    /// The prefix of the text of a style where the program runs, if the numbers are floats of 32
    /// bits.
    const OF_F32: &'static str = "s";

    /// As [`OF_F32`](Self::OF_F32), if they are integers.
    const OF_I64: &'static str = "i";

    /// As [`OF_F32`](Self::OF_F32), if they are booleans.
    const OF_BOOL: &'static str = "b";

    /// The type of the elements that are shown.
    #[must_use]
    pub fn element(self) -> Element {
        self.element
    }

    /// The style for elements of a type.
    #[must_use]
    pub fn of(self, element: Element) -> Self {
        Self { element, ..self }
    }

    /// The prefix of the text of a style where the program runs.
    #[must_use]
    pub fn prefix(element: Element) -> &'static str {
        match element {
            Element::F64 => "",
            Element::F32 => Self::OF_F32,
            // Integers of 8 bits are shown as those of 64 are.
            Element::I64 | Element::I8 | Element::U8 => Self::OF_I64,
            Element::Bool => Self::OF_BOOL,
        }
    }

    /// The style of a text that may begin with the [`prefix`](Self::prefix) of a type.
    ///
    /// # Errors
    /// If the rest is not a style; the text says why.
    pub fn with_elements(text: &str) -> Result<Self, String> {
        for element in [Element::F32, Element::I64, Element::Bool] {
            if let Some(rest) = text.strip_prefix(Self::prefix(element)) {
                return rest.parse().map(|style: Self| style.of(element));
            }
        }
        text.parse()
    }
}

impl std::str::FromStr for Style {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rest = text;
        let plus = rest.strip_prefix('+').inspect(|after| rest = after).is_some();
        let number = |rest: &mut &str| -> Option<usize> {
            let end = rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
            let (digits, after) = rest.split_at(end);
            *rest = after;
            (!digits.is_empty()).then(|| digits.parse().unwrap_or(usize::MAX))
        };
        // A zero in front would ask Python for zeros in front.
        if rest.starts_with('0') {
            return Err("has zeros in front of the numbers, which is not supported".to_owned());
        }
        let width = number(&mut rest).unwrap_or(0);
        let digits = match rest.strip_prefix('.') {
            None => None,
            Some(after) => {
                rest = after;
                let digits = number(&mut rest);
                Some(digits.ok_or("has no number of digits after the point")?)
            }
        };
        let letter = match rest {
            "" => None,
            "e" => Some(Letter::Scientific),
            "f" => Some(Letter::Fixed),
            "g" => Some(Letter::General),
            _ => return Err(format!("ends with '{rest}', which is not 'e', 'f' or 'g'")),
        };
        if width > Self::MAX_WIDTH {
            return Err(format!("has more than {} columns", Self::MAX_WIDTH));
        }
        if digits.is_some_and(|digits| digits > Self::MAX_DIGITS) {
            return Err(format!("has more than {} digits", Self::MAX_DIGITS));
        }
        Ok(Self { plus, width, digits, letter, element: Element::F64 })
    }
}
