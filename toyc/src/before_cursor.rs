//! Syntax that the text before a cursor leaves open: a text in quotes, a call. For completion at
//! the prompt and in editors.

use std::ops::Range;

use toy_ast::{Function, TokenClass};
use toy_dialect::builtins;

/// A text in quotes that is not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quote {
    /// The name of a file, which begins at this byte.
    File(usize),
    /// Anything else.
    Other,
}

/// A call that is not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenCall<'t> {
    /// The function's name.
    pub(crate) callee: &'t str,
    /// The number of arguments before the one that is being written.
    pub(crate) arguments: usize,
    /// The name of this argument, if it is given by name.
    pub(crate) named: Option<&'t str>,
}

/// The quote that is open at the end of a text with these tokens.
pub(crate) fn open_quote(text: &str, tokens: &[(Range<usize>, TokenClass)]) -> Option<Quote> {
    let (last, class) = tokens.last()?;
    if *class != TokenClass::Unknown || !text[last.clone()].starts_with('"') {
        return None;
    }
    let before = text[..last.start].trim_end();
    let names_file = ["load(", "save(", "import"].iter().any(|word| before.ends_with(word));
    Some(if names_file { Quote::File(last.start + 1) } else { Quote::Other })
}

/// The call that is open at the end of a text with these tokens.
pub(crate) fn open_call<'t>(
    text: &'t str,
    tokens: &[(Range<usize>, TokenClass)],
) -> Option<OpenCall<'t>> {
    let mut closed = 0_usize;
    let (mut arguments, mut named) = (0, None);
    for (index, (place, class)) in tokens.iter().enumerate().rev() {
        match (class, &text[place.clone()]) {
            (TokenClass::Bracket, "(" | "[" | "{") if closed > 0 => closed -= 1,
            (TokenClass::Bracket, "(") => {
                let (name, class) = tokens.get(index.checked_sub(1)?)?;
                let callee = &text[name.clone()];
                return (*class == TokenClass::Name).then_some(OpenCall {
                    callee,
                    arguments,
                    named,
                });
            }
            (TokenClass::Bracket, "[" | "{") => return None,
            (TokenClass::Bracket, _) => closed += 1,
            (TokenClass::Punctuation, ",") if closed == 0 => arguments += 1,
            (TokenClass::Punctuation, "=") if closed == 0 && arguments == 0 => {
                let (name, _) = tokens.get(index.checked_sub(1)?)?;
                named = Some(&text[name.clone()]);
            }
            (TokenClass::Punctuation, ";") => return None,
            _ => {}
        }
    }
    None
}

/// The arguments that can be given by name where a function is called, `axis=`: of a function of
/// the program, if it has one of this name, or of a builtin.
pub(crate) fn named_arguments(function: Option<&Function>, callee: &str) -> Vec<String> {
    let argument = |name: &str| format!("{name}=");
    if let Some(function) = function {
        return function.params.iter().map(|param| argument(param.name.text())).collect();
    }
    let signatures = builtins::find(callee).map_or(&[][..], |builtin| builtin.signatures);
    let parameters = signatures.iter().flat_map(|signature| signature.parameters);
    let named = parameters.filter(|parameter| parameter.optional || parameter.by_name);
    named.map(|parameter| argument(parameter.name)).collect()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use toy_ast::classify;

    use super::{Quote, open_call, open_quote};

    #[test]
    fn calls_that_are_open() {
        let open = |text: &'static str| {
            open_call(text, &classify(text)).map(|call| (call.callee, call.arguments, call.named))
        };
        assert_eq!(open("f("), Some(("f", 0, None)));
        assert_eq!(open("f(a, g(b, c), [1, 2], "), Some(("f", 3, None)));
        assert_eq!(open("sum(a, axis = "), Some(("sum", 1, Some("axis"))));
        assert_eq!(open("f(a, b = 1, c"), Some(("f", 2, None)));
        assert_eq!(open("f(g("), Some(("g", 0, None)));
        for closed in ["f(a)", "f([", "(a", "f(a); b", "def"] {
            assert_eq!(open(closed), None, "{closed}");
        }
    }

    #[test]
    fn quotes_that_are_open() {
        let open = |text: &str| open_quote(text, &classify(text));
        assert_eq!(open("var a = load( \"da"), Some(Quote::File(15)));
        assert_eq!(open("import \""), Some(Quote::File(8)));
        assert_eq!(open("print(\"a"), Some(Quote::Other));
        assert_eq!(open("print(\"a\", "), None);
    }
}
