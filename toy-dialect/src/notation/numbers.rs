//! The digits of numbers.

use super::style::{Letter, Style};
use crate::tensor::elements::{Element, Elements};

/// The number of digits after the point if the style does not say it.
const DIGITS: usize = 8;

/// The number of digits of C's notations if the style does not say it.
const C_DIGITS: usize = 6;

/// Where numbers of an element type become large.
struct Limits {
    /// From here on, a whole number is shown with an exponent: not all numbers are whole numbers by
    /// intention then.
    whole: f64,
    /// From here on, another number alone is.
    alone: f64,
    /// From here on, numbers together are.
    together: f64,
}

impl Limits {
    fn of(style: Style) -> Self {
        match style.element == Element::F32 {
            true => Self { whole: 16_777_216.0, alone: 1e6, together: 1e6 },
            false => Self { whole: 1e16, alone: 1e16, together: 1e8 },
        }
    }
}

/// A number that is shown.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Float(f64),
    /// An integer, or 1 or 0 for a boolean.
    Integer(i64),
}

impl Number {
    /// The element of this index.
    pub(super) fn of(elements: &Elements, index: usize) -> Self {
        match elements {
            Elements::F64(list) => Self::Float(list[index]),
            Elements::F32(list) => Self::Float(list[index].into()),
            Elements::I64(list) => Self::Integer(list[index]),
            Elements::Bool(list) => Self::Integer(list[index].into()),
            Elements::I8(list) => Self::Integer(list[index].into()),
            Elements::U8(list) => Self::Integer(list[index].into()),
        }
    }

    fn as_float(self) -> f64 {
        match self {
            Self::Float(number) => number,
            Self::Integer(integer) => integer as f64,
        }
    }
}

/// The text of a number alone.
pub(super) fn alone(number: Number, style: Style) -> String {
    if let Some(text) = of_integer(number, style) {
        return finish(&text, style, 0);
    }
    let number = number.as_float();
    let digits = style.digits.unwrap_or(DIGITS);
    let size = number.abs();
    let text = match style.letter {
        Some(letter) => c_notation(number, letter, style.digits.unwrap_or(C_DIGITS)),
        None if !number.is_finite() => not_finite(number),
        None if is_whole(number, style) => format!("{number:.0}"),
        None if (1e-4..Limits::of(style).alone).contains(&size) => {
            positional(number, digits, style)
        }
        None => {
            let (mantissa, exponent) =
                scientific(number, shortest_scientific(number, digits, style));
            format!("{mantissa}e{}", exponent_text(exponent, 2))
        }
    };
    let text = text.strip_suffix('.').unwrap_or(&text);
    finish(text, style, 0)
}

/// The texts of numbers that are shown together: they have the same notation and width.
pub(super) fn together(numbers: &[Number], style: Style) -> Vec<String> {
    let digits = style.digits.unwrap_or(DIGITS);
    let integers: Option<Vec<String>> =
        numbers.iter().map(|number| of_integer(*number, style)).collect();
    let numbers: Vec<f64> = numbers.iter().map(|number| number.as_float()).collect();
    let numbers = &numbers[..];
    let texts: Vec<String> = match style.letter {
        _ if integers.is_some() => integers.unwrap_or_default(),
        Some(letter) => {
            let digits = style.digits.unwrap_or(C_DIGITS);
            numbers.iter().map(|number| c_notation(*number, letter, digits)).collect()
        }
        None if numbers.iter().all(|number| !number.is_finite() || is_whole(*number, style)) => {
            let whole = |number: &f64| match number.is_finite() {
                true => format!("{number:.0}"),
                false => not_finite(*number),
            };
            numbers.iter().map(whole).collect()
        }
        None if need_exponent(numbers, style) => with_exponents(numbers, digits, style),
        None => without_exponents(numbers, digits, style),
    };
    let signed = |text: &String| usize::from(style.plus && !text.trim_start().starts_with('-'));
    let width = texts.iter().map(|text| text.len() + signed(text)).max().unwrap_or(0);
    texts.iter().map(|text| finish(text, style, width)).collect()
}

/// The digits of an integer, or a boolean, unless the style asks for a notation of floats. With a
/// sign, a boolean is the number 1 or 0.
fn of_integer(number: Number, style: Style) -> Option<String> {
    match number {
        Number::Integer(_) if style.letter.is_some() => None,
        Number::Integer(integer) if style.element == Element::Bool && !style.plus => {
            Some((integer != 0).to_string())
        }
        Number::Integer(integer) => Some(integer.to_string()),
        Number::Float(_) => None,
    }
}

/// Adds the sign and the spaces that the style asks for.
fn finish(text: &str, style: Style, width: usize) -> String {
    let number = text.trim_start();
    let plus = if style.plus && !number.starts_with('-') { "+" } else { "" };
    let padding = style.width.max(width).saturating_sub(plus.len() + number.len());
    // Spaces at the end keep points in one column.
    format!("{}{plus}{number}", " ".repeat(padding))
}

fn is_whole(number: f64, style: Style) -> bool {
    number.fract() == 0.0 && number.abs() < Limits::of(style).whole
}

/// The text of an infinity or a NaN, which has no sign.
fn not_finite(number: f64) -> String {
    if number.is_nan() { "nan".to_owned() } else { format!("{number}") }
}

/// Whether numbers are so small, large or far apart that they are shown with exponents.
fn need_exponent(numbers: &[f64], style: Style) -> bool {
    let sizes = || {
        numbers.iter().map(|number| number.abs()).filter(|size| size.is_finite() && *size != 0.0)
    };
    let Some(max) = sizes().reduce(f64::max) else { return false };
    let min = sizes().fold(max, f64::min);
    max >= Limits::of(style).together || min < 1e-4 || max / min > 1000.0
}

fn with_exponents(numbers: &[f64], digits: usize, style: Style) -> Vec<String> {
    let finite = || numbers.iter().copied().filter(|number| number.is_finite());
    let digits =
        finite().map(|number| shortest_scientific(number, digits, style)).max().unwrap_or_default();
    let exponent_digits = finite()
        .map(|number| exponent_text(scientific(number, digits).1, 2).len() - 1)
        .max()
        .unwrap_or_default();
    let text = |number: &f64| {
        if !number.is_finite() {
            return not_finite(*number);
        }
        let (mantissa, exponent) = scientific(*number, digits);
        let point = if digits == 0 { "." } else { "" };
        format!("{mantissa}{point}e{}", exponent_text(exponent, exponent_digits))
    };
    numbers.iter().map(text).collect()
}

fn without_exponents(numbers: &[f64], digits: usize, style: Style) -> Vec<String> {
    let texts: Vec<String> = numbers
        .iter()
        .map(|number| match number.is_finite() {
            true => positional(*number, digits, style),
            false => not_finite(*number),
        })
        .collect();
    let fraction = |text: &str| text.split_once('.').map(|(_, fraction)| fraction.len());
    let most = texts.iter().filter_map(|text| fraction(text)).max().unwrap_or_default();
    let padded = |text: String| {
        let missing = fraction(&text).map_or(0, |found| most - found);
        text + &" ".repeat(missing)
    };
    texts.into_iter().map(padded).collect()
}

/// A number without exponent: the fewest digits that distinguish it from other floats, but at most
/// `digits` after the point, and no zeros at the end; with a point in any case.
fn positional(number: f64, digits: usize, style: Style) -> String {
    let shortest = match style.element == Element::F32 {
        true => format!("{}", number as f32),
        false => format!("{number}"),
    };
    let fraction = shortest.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    // Of two shortest texts that are equally near, this takes the even one, as C does.
    let digits = fraction.min(digits);
    let mut text = format!("{number:.digits$}");
    match digits {
        0 => text.push('.'),
        _ => text.truncate(text.trim_end_matches('0').len()),
    }
    text
}

/// The number of digits after the point that a number has with an exponent, at most `digits`.
fn shortest_scientific(number: f64, digits: usize, style: Style) -> usize {
    let fraction = |text: &str| {
        let mantissa = text.split_once('e').map_or(text, |(mantissa, _)| mantissa);
        let (_, fraction) = mantissa.split_once('.')?;
        Some(fraction.trim_end_matches('0').len())
    };
    let shortest = match style.element == Element::F32 {
        true => format!("{:e}", number as f32),
        false => format!("{number:e}"),
    };
    let shortest = fraction(&shortest).unwrap_or(0);
    match shortest <= digits {
        true => shortest,
        false => fraction(&format!("{number:.digits$e}")).unwrap_or(0),
    }
}

/// A number with an exponent, and `digits` digits after the point: the part before the `e`, and the
/// exponent.
fn scientific(number: f64, digits: usize) -> (String, i32) {
    let text = format!("{number:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

/// An exponent with its sign, and at least `digits` digits.
fn exponent_text(exponent: i32, digits: usize) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{:0digits$}", exponent.unsigned_abs())
}

/// A number in a notation of C's `printf`.
fn c_notation(number: f64, letter: Letter, digits: usize) -> String {
    if !number.is_finite() {
        return not_finite(number);
    }
    let with_exponent = |digits: usize| {
        let (mantissa, exponent) = scientific(number, digits);
        (mantissa, exponent_text(exponent, 2))
    };
    match letter {
        Letter::Fixed => format!("{number:.digits$}"),
        Letter::Scientific => {
            let (mantissa, exponent) = with_exponent(digits);
            format!("{mantissa}e{exponent}")
        }
        Letter::General => {
            let digits = digits.max(1) as i32;
            let (mantissa, exponent) = scientific(number, (digits - 1) as usize);
            let without_zeros = |text: String| match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => text,
            };
            match (-4..digits).contains(&exponent) {
                true => {
                    let after = (digits - 1 - exponent) as usize;
                    without_zeros(format!("{number:.after$}"))
                }
                false => {
                    format!("{}e{}", without_zeros(mantissa), exponent_text(exponent, 2))
                }
            }
        }
    }
}
