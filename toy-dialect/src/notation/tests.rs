//! Numbers and tensors as NumPy and Python's `format` write them.

use pretty_assertions::assert_eq;

use crate::tensor::elements::Element;

use super::*;

/// The text of a tensor in a style.
fn text(shape: &[i64], elements: &[f64], style: &str) -> String {
    shown(shape, &Elements::F64(elements.to_vec()), style.parse().unwrap())
}

/// The expected texts are those of NumPy 2.4: `format_float_positional` and
/// `format_float_scientific` with 8 digits, without a point at the end.
#[test]
fn numbers_are_those_of_numpy() {
    for (number, expected) in [
        (0.0, "0"),
        (-0.0, "-0"),
        (0.1 + 0.2, "0.3"),
        (2.0 / 3.0, "0.66666667"),
        (1e-12, "1e-12"),
        (1.25e-5, "1.25e-05"),
        (1e-4, "0.0001"),
        (7_245_680.0, "7245680"),
        (123_456_789.0, "123456789"),
        (9_999_999_999_999_998.0, "9999999999999998"),
        (1e16, "1e+16"),
        (100_000.125, "100000.125"),
        (135_419_037_636_019.12, "135419037636019.12"),
        (-1.5e300, "-1.5e+300"),
        (5e-324, "5e-324"),
        (f64::MAX, "1.79769313e+308"),
        (f64::NAN, "nan"),
        (-f64::NAN, "nan"),
        (f64::NEG_INFINITY, "-inf"),
    ] {
        assert_eq!(text(&[], &[number], ""), expected);
    }
}

/// The expected texts are those of NumPy 2.4: `array2string`, of integers where all numbers are
/// whole.
#[test]
fn tensors_are_those_of_numpy() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    for (shape, elements, expected) in [
        (&[3][..], &[1.0, -20.0, 300.0][..], "[  1 -20 300]"),
        (&[2], &[1.0, 2.5], "[1.  2.5]"),
        (&[2], &[0.001, 2.5], "[1.0e-03 2.5e+00]"),
        (&[2], &[0.01, 2.5], "[0.01 2.5 ]"),
        (&[3], &[0.5, inf, nan], "[0.5 inf nan]"),
        (&[2], &[0.25, -inf], "[0.25 -inf]"),
        (&[2], &[1e100, 1e-100], "[1.e+100 1.e-100]"),
        (&[2], &[1e8 + 0.5, 1.0], "[1.e+08 1.e+00]"),
        (&[2], &[5e-324, 1.5], "[4.9e-324 1.5e+000]"),
        (&[2, 2], &[1.0, 0.5, -3.0, 4.0], "[[ 1.   0.5]\n [-3.   4. ]]"),
        (&[1, 2, 1], &[1.0, 2.0], "[[[1]\n  [2]]]"),
        (&[2, 1, 1], &[1.0, 2.0], "[[[1]]\n\n [[2]]]"),
    ] {
        assert_eq!(text(shape, elements, ""), expected);
    }
    let counting: Vec<f64> = (0..30).map(f64::from).collect();
    assert_eq!(
        text(&[30], &counting, ""),
        "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n 24 25 26 27 \
            28 29]"
    );
    let many: Vec<f64> = (0..2002).map(|number| f64::from(number) / 2.0).collect();
    assert_eq!(
        text(&[2002], &many, ""),
        "[0.0000e+00 5.0000e-01 1.0000e+00 ... 9.9950e+02 1.0000e+03 1.0005e+03]"
    );
    assert_eq!(
        text(&[1001, 2], &many, "").lines().collect::<Vec<_>>()[2..5],
        [" [2.0000e+00 2.5000e+00]", " ...", " [9.9800e+02 9.9850e+02]"]
    );
}

/// The expected texts are those of Python's `format` and NumPy's `precision`.
#[test]
fn styles_change_numbers() {
    for (style, number, expected) in [
        (".3", 2.0 / 3.0, "0.667"),
        (".0", 0.75, "1"),
        (".3", 3.0, "3"),
        (".3f", 3.0, "3.000"),
        ("f", 0.5, "0.500000"),
        ("+10.2e", 12345.0, " +1.23e+04"),
        ("g", 0.00001, "1e-05"),
        ("g", 1_000_000.0, "1e+06"),
        (".3g", 1234.0, "1.23e+03"),
        (".3g", 0.5, "0.5"),
        (".0g", 1.5, "2"),
        ("+", -1.0, "-1"),
        ("5", f64::NAN, "  nan"),
    ] {
        assert_eq!(text(&[], &[number], style), expected);
    }
    assert_eq!(text(&[2], &[1.0, -20.0], "+.1f"), "[ +1.0 -20.0]");
    for wrong in ["x", ".f", "08.3f", "100f", ".18e", "3.2ff", " 3", "-3"] {
        assert!(wrong.parse::<Style>().is_err(), "{wrong}");
    }
}

#[test]
fn floats_of_32_bits_have_fewer_digits() {
    // The output of NumPy 2.4 for float32, but for whole numbers.
    let single = Style::default().of(Element::F32);
    let text =
        |shape: &[i64], numbers: &[f32]| shown(shape, &Elements::F32(numbers.to_vec()), single);
    for (number, expected) in [
        (0.1, "0.1"),
        (1.0 / 3.0, "0.33333334"),
        (1_634_352.2, "1.6343522e+06"),
        (999_999.9, "999999.9"),
        (2.5e-5, "2.5e-05"),
        (1.5e-4, "0.00015"),
        (3e15, "3e+15"),
        (16_777_215.0, "16777215"),
    ] {
        assert_eq!(text(&[], &[number]), expected);
    }
    assert_eq!(text(&[2], &[1_634_352.2, 59_727.49]), "[1.6343522e+06 5.9727488e+04]");
    assert_eq!(text(&[2], &[0.1, 2.0]), "[0.1 2. ]");
    assert!("s".parse::<Style>().is_err());
    assert_eq!(
        Style::with_elements("s.3f"),
        ".3f".parse().map(|style: Style| style.of(Element::F32))
    );
}
