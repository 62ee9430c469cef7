//! Completion and hints.

use toy_ast::{KEYWORDS, TokenClass, classify};
use toy_dialect::builtins;

use crate::before_cursor::{Quote, named_arguments, open_call, open_quote};
use crate::repl::commands::{Argument, COMMANDS, SETTINGS, candidates};
use crate::repl::definitions::Definitions;
use crate::repl::session::Session;

/// The completions at the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Offer {
    /// The name of a file.
    Files,
    /// One of these words, which replaces the text from this byte to the cursor.
    Words(usize, Vec<String>),
}

/// The completions of the text before the cursor.
pub(super) fn offer(session: &Session, line: &str, cursor: usize) -> Offer {
    let text = line.get(..cursor).unwrap_or(line);
    let start = text.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    let blank = text.len() - text.trim_start().len();
    let Some(command) = text[blank..].strip_prefix(':') else {
        return names(session, line, text, start);
    };
    let Some((word, argument)) = command.split_once(char::is_whitespace) else {
        // Names of commands may have a `-`.
        return words(command, blank + 1, COMMANDS.iter().map(|command| command.name));
    };
    let argument_start = text.len() - argument.trim_start().len();
    let argument = argument.trim_start();
    let [command] = candidates(word)[..] else { return Offer::Words(cursor, Vec::new()) };
    let definitions = &session.definitions;
    match command.argument {
        Argument::File => Offer::Files,
        Argument::Command => {
            words(argument, argument_start, COMMANDS.iter().map(|command| command.name))
        }
        Argument::Level => {
            words(argument, argument_start, ["on", "off", "auto", "0", "1", "2", "3"])
        }
        Argument::Setting => match argument.split_once(' ') {
            None => words(argument, argument_start, SETTINGS.iter().map(|setting| setting.name)),
            Some((name, _)) => {
                let setting = SETTINGS.iter().find(|setting| setting.name == name);
                let values = setting.map_or(&[][..], |setting| setting.values);
                // A value in capitals is a placeholder.
                let values = values.iter().filter(|value| !value.starts_with(char::is_uppercase));
                words(&text[start..], start, values.copied())
            }
        },
        Argument::Name | Argument::OptionalName => {
            let builtins = builtins::names()
                .map(|name| -> &str { name })
                .filter(|_| command.argument == Argument::Name);
            words(
                argument,
                argument_start,
                builtins.chain(functions(definitions)).chain(structs(definitions)),
            )
        }
        Argument::Expression | Argument::ExpressionOrName => names(session, line, text, start),
        Argument::None | Argument::Count => Offer::Words(cursor, Vec::new()),
    }
}

fn functions(definitions: &Definitions) -> impl Iterator<Item = &str> {
    definitions.functions().map(|(name, _)| name)
}

fn structs(definitions: &Definitions) -> impl Iterator<Item = &str> {
    definitions.structs().map(|structure| structure.name.text())
}

/// The completions of a name in source that begins at `start`.
fn names(session: &Session, line: &str, text: &str, start: usize) -> Offer {
    let word = &text[start..];
    let definitions = &session.definitions;
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return Offer::Words(start, Vec::new());
    }
    if let Some(base) = text[..start].strip_suffix('.') {
        return words(word, start, members(definitions, base));
    }
    let before = classify(text);
    match open_quote(text, &before) {
        Some(Quote::File(_)) => return Offer::Files,
        Some(Quote::Other) => return Offer::Words(start, Vec::new()),
        None => {}
    }
    let call = open_call(text, &before);
    let arguments = call.map_or(Vec::new(), |call| {
        let function = definitions.function(call.callee).map(|kept| kept.function());
        named_arguments(function, call.callee)
    });
    let variables = definitions.variables().map(|variable| variable.name.text());
    // Parameters, and variables that this entry defines.
    let mentioned = classify(line).into_iter().filter(|(place, class)| {
        *class == TokenClass::Name && !(place.start == start && place.end >= text.len())
    });
    let mentioned: Vec<&str> = mentioned.map(|(place, _)| &line[place]).collect();
    let constants = builtins::CONSTANTS.iter().map(|constant| constant.name);
    let built_in = builtins::names().chain(constants).map(|name| -> &str { name });
    let known = KEYWORDS.into_iter().chain(built_in).chain(variables);
    let known = known.chain(arguments.iter().map(String::as_str));
    words(
        word,
        start,
        known.chain(functions(definitions)).chain(structs(definitions)).chain(mentioned),
    )
}

/// The words that begin with `beginning`, once each and in order.
fn words<'w>(beginning: &str, start: usize, words: impl IntoIterator<Item = &'w str>) -> Offer {
    let mut found: Vec<String> =
        words.into_iter().filter(|word| word.starts_with(beginning)).map(str::to_owned).collect();
    found.sort_unstable();
    found.dedup();
    Offer::Words(start, found)
}

/// The members of a variable, or of a member of one; if it is not a variable, all members of all
/// structs.
fn members<'d>(definitions: &'d Definitions, base: &str) -> Vec<&'d str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let path = &base[base.trim_end_matches(is_part).len()..];
    let mut parts = path.split('.');
    let variable = parts.next().and_then(|name| definitions.variable(name));
    let mut structure =
        variable.and_then(|variable| definitions.structure(variable.value.struct_name()?));
    for part in parts {
        let field =
            structure.and_then(|found| found.fields.iter().find(|field| field.name.text() == part));
        structure =
            field.and_then(|field| definitions.structure(field.struct_name.as_ref()?.text()));
    }
    match (structure, variable) {
        (Some(structure), _) => structure.fields.iter().map(|field| field.name.text()).collect(),
        // A tensor has no members.
        (None, Some(_)) => Vec::new(),
        (None, None) => definitions
            .structs()
            .flat_map(|structure| &structure.fields)
            .map(|field| field.name.text())
            .collect(),
    }
}

/// A suggested continuation of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EntryHint {
    /// The text that is shown.
    pub(super) shown: String,
    /// The text that is inserted.
    pub(super) taken: Option<String>,
}

/// The rest of a command's name and its argument, or a function's parameters.
pub(super) fn hint(session: &Session, line: &str) -> Option<EntryHint> {
    if let Some(text) = line.trim_start().strip_prefix(':') {
        let (word, argument) =
            text.split_once(' ').map_or((text, None), |(word, rest)| (word, Some(rest)));
        let found = candidates(word);
        let ([command], false) = (&found[..], word.is_empty()) else { return None };
        let placeholder = command.argument.placeholder();
        let rest = &command.name[word.len()..];
        return match argument {
            Some("") if !placeholder.is_empty() => {
                Some(EntryHint { shown: placeholder.to_owned(), taken: None })
            }
            None => {
                let shown = format!("{rest} {placeholder}").trim_end().to_owned();
                (!shown.is_empty()).then(|| EntryHint { shown, taken: Some(rest.to_owned()) })
            }
            _ => None,
        };
    }
    let name = line.strip_suffix('(')?;
    let name =
        &name[name.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len()..];
    let signature = session.definitions.function(name)?.function().signature();
    let (_, params) = signature.split_once('(')?;
    Some(EntryHint { shown: params.to_owned(), taken: None })
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;
    use crate::repl::settings::{Engine, Settings};

    fn session() -> Session {
        let mut session =
            Session::new(Settings { engine: Engine::Interpreter, ..Settings::default() });
        session.enter("struct Point { var x; var y; } struct Line { Point from; Point to; }");
        session.enter("Point p = {1, 2}; Line line = {p, p}; var vector = [1, 2];");
        session.enter("def twice(v) { return v + v; }");
        session
    }

    /// The line after completion at its end.
    fn offered(line: &str) -> String {
        match offer(&session(), line, line.len()) {
            Offer::Files => "a file".to_owned(),
            Offer::Words(start, words) => format!("{}|{}", &line[..start], words.join(" ")),
        }
    }

    #[test]
    fn names_of_all_kinds() {
        assert_eq!(offered("v"), "|var vector");
        assert_eq!(offered("1 + transp"), "1 + |transpose");
        assert_eq!(offered("f(tw"), "f(|twice");
        assert_eq!(offered("Po"), "|Point");
        assert_eq!(offered("def f(param) { return par"), "def f(param) { return |param");
        assert_eq!(offered("12"), "|");
    }

    #[test]
    fn members_of_what_is_known() {
        assert_eq!(offered("line."), "line.|from to");
        assert_eq!(offered("1 + line.from.x"), "1 + line.from.|x");
        assert_eq!(offered("vector."), "vector.|");
        assert_eq!(offered("def f(Line l) { return l.t"), "def f(Line l) { return l.|to");
    }

    #[test]
    fn arguments_by_name() {
        assert_eq!(offered("sum(vector, ax"), "sum(vector, |axis=");
        assert_eq!(offered("sum(twice(vector), ax"), "sum(twice(vector), |axis=");
        assert_eq!(offered("twice(v"), "twice(|v= var vector");
        assert_eq!(offered("print(1, dig"), "print(1, |digits=");
        assert_eq!(offered("[sum(vector), ax"), "[sum(vector), |");
    }

    #[test]
    fn names_of_files() {
        assert_eq!(offered("load(\"da"), "a file");
        assert_eq!(offered("var a = load( \""), "a file");
        assert_eq!(offered("save(\"out"), "a file");
        assert_eq!(offered("print(\"v"), "print(\"|");
    }

    #[test]
    fn commands_and_their_arguments() {
        assert_eq!(offered(":q"), ":|quit");
        assert_eq!(offered(":help pa"), ":help |passes");
        assert_eq!(offered(":type tw"), ":type |twice");
        assert_eq!(offered(":load ex"), "a file");
        assert_eq!(offered(":opt o"), ":opt |off on");
        assert_eq!(offered(":set names u"), ":set names |upstream");
        assert_eq!(offered(":doc transp"), ":doc |transpose");
        assert_eq!(offered(":vars x"), ":vars x|");
    }

    #[test]
    fn hints() {
        let session = session();
        let hint = |line| hint(&session, line).map(|hint| hint.shown);
        assert_eq!(hint(":ty"), Some("pe EXPR-or-NAME".to_owned()));
        assert_eq!(hint(":load "), Some("FILE".to_owned()));
        assert_eq!(hint(":type"), Some(" EXPR-or-NAME".to_owned()));
        assert_eq!(hint(":quit"), None);
        assert_eq!(hint("1 + twice("), Some("v)".to_owned()));
        assert_eq!(hint("unknown("), None);
    }
}
