//! Lines to inputs: an input that is not finished goes on in the next line.

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::session::Session;

const PROMPT: &str = "toy> ";
const CONTINUATION: &str = "...  ";

/// What the user entered.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// Toy source.
    Source(String),
    /// `:help`.
    Help,
    /// `:quit`.
    Quit,
    /// Some other word behind a colon.
    Unknown(String),
}

/// Reads one input that is not blank.
///
/// # Errors
/// If there is no more input, or the terminal fails.
pub(super) fn read(editor: &mut DefaultEditor) -> Result<Input, ReadlineError> {
    let mut text = String::new();
    loop {
        match editor.readline(if text.is_empty() { PROMPT } else { CONTINUATION }) {
            Ok(line) => text.push_str(&line),
            Err(ReadlineError::Interrupted) => {
                text.clear();
                continue;
            }
            Err(error) => return Err(error),
        }
        if text.trim().is_empty() {
            text.clear();
        } else if let Some(input) = finished(&text) {
            editor.add_history_entry(text.trim_end())?;
            return Ok(input);
        } else {
            text.push('\n');
        }
    }
}

/// The input that a text is; none if it goes on.
fn finished(text: &str) -> Option<Input> {
    match text.trim() {
        ":help" | ":h" => Some(Input::Help),
        ":quit" | ":q" => Some(Input::Quit),
        command if command.starts_with(':') => Some(Input::Unknown(command.to_owned())),
        _ if Session::is_incomplete(text) => None,
        _ => Some(Input::Source(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn inputs_end_where_the_language_says() {
        assert_eq!(finished("def f(a) {\n"), None);
        assert_eq!(finished("var a ="), None);
        assert_eq!(finished("var a = 1;"), Some(Input::Source("var a = 1;".into())));
        assert_eq!(finished("}"), Some(Input::Source("}".into())));
    }

    #[test]
    fn commands() {
        assert_eq!(finished(" :quit "), Some(Input::Quit));
        assert_eq!(finished(":q"), Some(Input::Quit));
        assert_eq!(finished(":help"), Some(Input::Help));
        assert_eq!(finished(":bogus"), Some(Input::Unknown(":bogus".into())));
    }
}
