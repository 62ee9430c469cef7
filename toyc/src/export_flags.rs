//! The value of `--export`: `[NAME=]FUNCTION(SHAPE, ...)`, where a shape is `<2,3>`, or `<>` for a
//! number, and `?` a size that the caller decides; before that of a tensor of floats of 32 bits is
//! `f32`, of integers `i64`, of booleans `bool`.

use toy_dialect::elements::Element;
use toy_dialect::exports::{Export, ExportedTensor, LinearSize};

/// Reserved words of C or C++, including names that standard headers define as macros.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "co_await",
    "co_return",
    "co_yield",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

/// Reserved words of Python.
const PYTHON_KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Whether the word is reserved in C or C++.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Parses an export.
///
/// # Errors
/// If it is not well formed; the text says why, and what was expected.
pub(crate) fn parse(text: &str) -> Result<Export, String> {
    let (call, named) = match text.split_once('=') {
        Some((name, call)) => (call, Some(name)),
        None => (text, None),
    };
    let expected = "expected 'FUNCTION(SHAPE, ...)' as in 'f(<2,3>, <>)'";
    let (function, shapes) =
        call.trim().strip_suffix(')').and_then(|call| call.split_once('(')).ok_or(expected)?;
    let function = function.trim();
    let symbol = named.unwrap_or(function).trim();
    for name in [function, symbol] {
        if !is_name(name) {
            return Err(format!("{expected}, found '{name}' where a name has to be"));
        }
    }
    if is_reserved(symbol) || symbol == "main" {
        return Err(format!(
            "'{symbol}' cannot be a function's name in C: give it one, as in 'my_{symbol}={call}'"
        ));
    }
    Ok(Export {
        symbol: symbol.to_owned(),
        function: function.to_owned(),
        parameters: parse_shapes(shapes)?,
    })
}

fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(is_letter) && text.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

fn parse_shapes(text: &str) -> Result<Vec<ExportedTensor>, String> {
    let (mut shapes, mut decided) = (Vec::new(), 0..);
    let mut rest = text.trim();
    while !rest.is_empty() {
        let expected =
            || format!("expected a shape like '<2,3>', or '<>' for a number, found '{rest}'");
        let named = |element: Element| Some((element, rest.strip_prefix(element.name())?));
        let named = Element::ALL.into_iter().find_map(named);
        let (element, shape) =
            named.map_or((Element::F64, rest), |(element, shape)| (element, shape.trim_start()));
        let (sizes, after) =
            shape.strip_prefix('<').and_then(|rest| rest.split_once('>')).ok_or_else(expected)?;
        shapes.push(ExportedTensor { sizes: parse_sizes(sizes.trim(), &mut decided)?, element });
        let after = after.trim_start();
        rest = match after.strip_prefix(',') {
            Some(next) if !next.trim().is_empty() => next.trim_start(),
            None if after.is_empty() => "",
            _ => {
                return Err(format!(
                    "expected a comma and a shape after '<{sizes}>', found '{after}'"
                ));
            }
        };
    }
    Ok(shapes)
}

/// Parses the sizes of a shape; `decided` counts those that the caller decides.
fn parse_sizes(
    text: &str,
    decided: &mut impl Iterator<Item = u32>,
) -> Result<Vec<LinearSize>, String> {
    let mut sizes = Vec::new();
    for word in text.split(',').map(str::trim).filter(|_| !text.is_empty()) {
        if word == "?" {
            sizes.extend(decided.next().map(LinearSize::symbol));
            continue;
        }
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let size = word.parse::<i64>().ok().filter(|size| is_number && *size > 0);
        let wrong = || format!("a size is a number above 0, or '?', found '{word}'");
        sizes.push(size.ok_or_else(wrong)?.into());
    }
    let mut known = sizes.iter().filter_map(LinearSize::known);
    let bytes = known.try_fold(8_i64, |bytes, size| bytes.checked_mul(size));
    if bytes.is_some() {
        Ok(sizes)
    } else {
        Err(format!("no memory holds a tensor of shape '<{text}>'"))
    }
}

/// Checks that the names of exports are distinct.
///
/// # Errors
/// The names that are not.
pub(crate) fn check(exports: &[Export]) -> Result<(), String> {
    for (index, export) in exports.iter().enumerate() {
        if exports[..index].iter().any(|other| other.symbol == export.symbol) {
            let symbol = &export.symbol;
            return Err(format!(
                "two exports are called '{symbol}': give one another name, as in \
                    '{symbol}_{index}={}(...)'",
                export.function
            ));
        }
    }
    Ok(())
}

/// Whether a word can be the name of a module, a function or a parameter of a user.
pub(crate) fn is_python_name(word: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(is_letter)
        && !PYTHON_KEYWORDS.contains(&word)
}

/// Checks the names of exports for a Python module: exports of one name are of one function, for
/// different shapes.
///
/// # Errors
/// If the names cannot be used; the text says why, and how to repair it.
pub(crate) fn check_for_python(exports: &[Export]) -> Result<(), String> {
    for (index, export) in exports.iter().enumerate() {
        let Export { symbol, function, parameters } = export;
        if !is_python_name(symbol) {
            return Err(format!(
                "'{symbol}' cannot be a function's name in Python: give it one, as in \
                    'my_{symbol}={function}(...)'"
            ));
        }
        for other in exports[..index].iter().filter(|other| other.symbol == *symbol) {
            if other.function != *function {
                return Err(format!(
                    "two functions are exported as '{symbol}': '{}' and '{function}'",
                    other.function
                ));
            }
            let pairs = || other.parameters.iter().zip(parameters);
            if let Some((one, other)) = pairs().find(|(one, other)| one.element != other.element) {
                let element = if other.element == Element::F64 { one } else { other }.element;
                return Err(format!(
                    "'{symbol}' is exported for elements of two types: give one another name, as \
                        in '{symbol}_{}={function}(...)'",
                    element.name()
                ));
            }
            if other.parameters == *parameters {
                return Err(format!("'{symbol}' is exported twice for the same shapes"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn shapes_are_read() {
        let export = |symbol: &str, function: &str, shapes: &[&[i64]]| Export {
            symbol: symbol.into(),
            function: function.into(),
            parameters: shapes
                .iter()
                .map(|shape| ExportedTensor::of_shape(shape, Element::F64))
                .collect(),
        };
        for (text, expected) in [
            ("f(<2,3>, <2,3>)", export("f", "f", &[&[2, 3], &[2, 3]])),
            ("f()", export("f", "f", &[])),
            (" g = f ( < 2 , 3 > , <> ) ", export("g", "f", &[&[2, 3], &[]])),
            ("_f1(<7>)", export("_f1", "_f1", &[&[7]])),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn elements_are_named_before_shapes() {
        let export = parse("f(f32<2,3>, <4>, f32 <>, i64<5>, f64<>, bool<2>)").expect("an export");
        let texts: Vec<String> = export.parameters.iter().map(|tensor| tensor.text(&[])).collect();
        assert_eq!(texts, ["f32<2,3>", "<4>", "f32<>", "i64<5>", "<>", "bool<2>"]);
        assert!(parse("f(f16<2>)").is_err_and(|error| error.contains("found 'f16<2>'")));
    }

    #[test]
    fn what_is_no_export_is_said() {
        for (text, message) in [
            ("f", "expected 'FUNCTION(SHAPE, ...)'"),
            ("f(<2>", "expected 'FUNCTION(SHAPE, ...)'"),
            ("(<2>)", "found '' where a name has to be"),
            ("2f()", "found '2f' where a name has to be"),
            ("a-b=f()", "found 'a-b' where a name has to be"),
            ("f(2)", "expected a shape like '<2,3>', or '<>' for a number, found '2'"),
            ("f(<2>,)", "expected a comma and a shape after '<2>', found ','"),
            ("f(<2> <3>)", "expected a comma and a shape after '<2>', found '<3>'"),
            ("f(<0>)", "a size is a number above 0, or '?', found '0'"),
            ("f(<-1>)", "a size is a number above 0, or '?', found '-1'"),
            ("f(<2,>)", "a size is a number above 0, or '?', found ''"),
            ("f(<99999999999,99999999999>)", "no memory holds a tensor of shape"),
            (
                "double(<2>)",
                "'double' cannot be a function's name in C: give it one, as in \
                    'my_double=double(<2>)'",
            ),
            ("main()", "'main' cannot be a function's name in C"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn names_are_given_once() {
        let exports = ["f(<2>)", "f(<3>)"].map(|text| parse(text).expect("an export"));
        assert!(check(&exports[..1]).is_ok());
        let error = check(&exports).expect_err("two of a name");
        assert_eq!(error, "two exports are called 'f': give one another name, as in 'f_1=f(...)'");
    }
}
