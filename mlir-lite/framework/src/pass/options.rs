//! Options of passes and pipelines: `canonicalize{max-iterations=10 top-down}`.
//!
//! Each instance of a pass has options of its own. They are read when it is
//! made, and written when its pipeline is printed.

use std::fmt;

/// An option in a pipeline's text: a key, and a value unless it is a flag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionText {
    /// The key.
    pub key: String,
    /// The value, as it is written.
    pub value: Option<String>,
}

impl OptionText {
    /// An option with a value.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: Some(value.into()) }
    }
}

/// The documentation of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDef {
    /// The key.
    pub key: &'static str,
    /// The kind of value: `bool`, `int`, `list of int`.
    pub kind: String,
    /// The value without the option.
    pub default: String,
    /// One line.
    pub description: &'static str,
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of that key.
    UnknownKey,
    /// The value is not valid; the text says why.
    InvalidValue(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey => f.write_str("there is no option of that name"),
            Self::InvalidValue(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for OptionError {}

/// The type of an option's value.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::pass::OptionValue;
/// assert_eq!(Vec::<i64>::parse("1,-2"), Ok(vec![1, -2]));
/// assert_eq!(bool::parse("maybe"), Err("expected 'true' or 'false', found 'maybe'".to_string()));
/// ```
pub trait OptionValue: Sized {
    /// The value that a key without a value means; none if a value must be given.
    const FLAG: Option<&'static str> = None;

    /// The kind of value, in documentation.
    fn kind() -> String;

    /// Reads a value.
    ///
    /// # Errors
    /// A message with what was expected and what was found.
    fn parse(text: &str) -> Result<Self, String>;

    /// Writes a value so that `parse` reads it.
    fn print(&self) -> String;
}

impl OptionValue for bool {
    const FLAG: Option<&'static str> = Some("true");

    fn kind() -> String {
        "bool".into()
    }
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "true" | "TRUE" | "True" | "1" => Ok(true),
            "false" | "FALSE" | "False" | "0" => Ok(false),
            _ => Err(format!("expected 'true' or 'false', found '{text}'")),
        }
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

macro_rules! number_options {
    ($($ty:ty: $kind:literal, $expected:literal;)*) => {$(
        impl OptionValue for $ty {
            fn kind() -> String {
                $kind.into()
            }
            fn parse(text: &str) -> Result<Self, String> {
                text.parse().map_err(|_| format!(concat!("expected ", $expected, ", found '{}'"), text))
            }
            fn print(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

number_options! {
    i32: "int", "an integer of 32 bits";
    i64: "int", "an integer of 64 bits";
    u32: "uint", "an unsigned integer of 32 bits";
    u64: "uint", "an unsigned integer of 64 bits";
    usize: "uint", "an unsigned integer";
    f64: "float", "a number";
}

impl OptionValue for String {
    fn kind() -> String {
        "string".into()
    }
    fn parse(text: &str) -> Result<Self, String> {
        Ok(unquoted(text))
    }
    fn print(&self) -> String {
        quoted(self)
    }
}

/// The prefix of the kinds of lists.
const LIST: &str = "list of ";

impl OptionDef {
    /// Whether the option is a list, which each further value extends.
    pub(super) fn is_list(&self) -> bool {
        self.kind.starts_with(LIST)
    }
}

/// A list, separated by commas.
impl<T: OptionValue> OptionValue for Vec<T> {
    fn kind() -> String {
        format!("{LIST}{}", T::kind())
    }
    fn parse(text: &str) -> Result<Self, String> {
        elements(text).into_iter().map(T::parse).collect()
    }
    fn print(&self) -> String {
        self.iter().map(T::print).collect::<Vec<_>>().join(",")
    }
}

/// The options of a pass or pipeline, as fields: [`macro@pass`](crate::pass::pass) and
/// [`macro@pass_options`](crate::pass::pass_options) implement it.
pub trait PassOptions: Default + Send + Sync + 'static {
    /// All options.
    fn definitions() -> Vec<OptionDef>;

    /// Sets one.
    ///
    /// # Errors
    /// If there is none of that key, or its value is wrong.
    fn set(&mut self, option: &OptionText) -> Result<(), OptionError>;

    /// Those that differ from their defaults.
    fn texts(&self) -> Vec<OptionText>;
}

/// No options.
impl PassOptions for () {
    fn definitions() -> Vec<OptionDef> {
        Vec::new()
    }
    fn set(&mut self, _option: &OptionText) -> Result<(), OptionError> {
        Err(OptionError::UnknownKey)
    }
    fn texts(&self) -> Vec<OptionText> {
        Vec::new()
    }
}

/// Sets a field of an options struct: for `#[option(..)]`.
#[doc(hidden)]
pub fn set_option<T: OptionValue>(field: &mut T, option: &OptionText) -> Result<(), OptionError> {
    let text = match (&option.value, T::FLAG) {
        (Some(value), _) => value.as_str(),
        (None, Some(flag)) => flag,
        (None, None) => {
            let message =
                format!("'{}' needs a value: `{}=<{}>`", option.key, option.key, T::kind());
            return Err(OptionError::InvalidValue(message));
        }
    };
    *field = T::parse(text).map_err(OptionError::InvalidValue)?;
    Ok(())
}

/// The text of an option, if it differs from the default.
#[doc(hidden)]
pub fn option_text<T: OptionValue>(key: &str, value: &T, default: &T) -> Option<OptionText> {
    let text = value.print();
    (text != default.print()).then(|| OptionText::new(key, text))
}

/// The parts of a list, separated by commas outside of quotes and braces.
fn elements(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0usize;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

/// The text without its quotes or braces, if it has them.
fn unquoted(text: &str) -> String {
    let inner = |open: char, close: char| text.strip_prefix(open)?.strip_suffix(close);
    if let Some(braced) = inner('{', '}') {
        return braced.to_string();
    }
    let Some(quoted) = inner('"', '"').or_else(|| inner('\'', '\'')) else {
        return text.to_string();
    };
    let mut result = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        result.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    result
}

/// The text, in quotes if it would not be read back as it is.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.:/+*@#$%^~!?;|&".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_string();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn strings_survive() {
        for text in ["", "a", "a b", "a,b", "\"", "\\", "{", "}", "'", "=", "ä \"x\" {y}"] {
            assert_eq!(String::parse(&text.to_string().print()), Ok(text.to_string()));
        }
        let list = vec!["a,b".to_string(), String::new(), "c d".to_string()];
        assert_eq!(Vec::<String>::parse(&list.print()), Ok(list));
    }

    #[test]
    fn wrong_values_are_named() {
        assert_eq!(i64::parse("x"), Err("expected an integer of 64 bits, found 'x'".to_string()));
        assert_eq!(
            Vec::<u32>::parse("1,,2").unwrap_err(),
            "expected an unsigned integer of 32 bits, found ''"
        );
        assert_eq!(Vec::<i64>::parse(""), Ok(vec![]));
    }
}
