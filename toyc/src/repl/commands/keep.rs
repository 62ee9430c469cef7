//! The session's definitions: listing, undoing, saving and loading them.

use std::io::Write as _;
use std::path::Path;

use mlir_lite_diagnostics::{Diagnostics, Reported, Span};
use mlir_lite_opt::source::{read_text, without_number};
use toy_ast::{
    Code, Import, Module, ReplInput, ReplParse, Stmt, StmtKind, parse_module, parse_repl_input,
};
use toy_dialect::replace::replace;
use toy_dialect::sema::analyze;

use super::super::definitions::{Definitions, LAST_VALUE};
use super::super::display::{shown, type_name};
use super::super::program::{compose_functions, variables_of};
use super::super::session::{End, Entry, Reply, Session};
use super::super::settings::Prints;
use super::super::source;
use super::super::value::Value;
use super::Output;
use crate::imports;

/// Longer vectors are shortened in a table.
const ON_A_LINE: usize = 6;

/// The default number of entries that `:history` shows.
const SHOWN_HISTORY: usize = 20;

pub(super) fn vars(session: &mut Session, _: &str, out: &mut Output<'_>) -> Result<(), Reported> {
    let rows: Vec<[String; 3]> = session
        .definitions
        .variables()
        .map(|variable| {
            let value = &variable.value;
            [variable.name.text().to_owned(), type_name(value), on_a_line(value)]
        })
        .collect();
    if rows.is_empty() {
        out.reply.shown += "no variables yet: enter `var a = [1, 2]`\n";
    }
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
    let (names, types) = (width(0), width(1));
    for [name, ty, value] in &rows {
        let row = format!("{name:names$}  {ty:types$}  {value}");
        out.reply.shown += &format!("{}\n", row.trim_end());
    }
    Ok(())
}

/// The numbers of a value that fit a line of a table; nothing for others.
fn on_a_line(value: &Value) -> String {
    match value {
        Value::Tensor(tensor) if tensor.shape().len() <= 1 => {
            let text = shown(value, ON_A_LINE);
            text.trim_end().strip_prefix(&type_name(value)).unwrap_or_default().trim_start().into()
        }
        _ => String::new(),
    }
}

pub(super) fn functions(
    session: &mut Session,
    _: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let before = out.reply.shown.len();
    for structure in session.definitions.structs() {
        let fields = structure.fields.iter().map(|field| {
            let ty = field.struct_name.as_ref().map_or("var", |name| name.text());
            format!("{ty} {};", field.name.text())
        });
        let fields: Vec<_> = fields.collect();
        out.reply.shown +=
            &format!("struct {} {{ {} }}\n", structure.name.text(), fields.join(" "));
    }
    for (_, function) in session.definitions.functions() {
        out.reply.shown += &format!("def {}\n", function.function().signature());
    }
    if out.reply.shown.len() == before {
        out.reply.shown += "no functions yet: enter `def twice(x) { return x + x; }`\n";
    }
    Ok(())
}

pub(super) fn undo(session: &mut Session, _: &str, out: &mut Output<'_>) -> Result<(), Reported> {
    let Some(changes) = session.undo.pop_back() else {
        return Err(out
            .error("there is nothing to undo", "only what entries of this session define can be"));
    };
    let names = changes.names();
    session.definitions.undo(changes);
    session.has_changed = true;
    out.reply.shown += &format!("as before: {}\n", names.join(", "));
    Ok(())
}

pub(super) fn reset(session: &mut Session, _: &str, out: &mut Output<'_>) -> Result<(), Reported> {
    session.definitions.clear();
    session.remember_changes();
    out.reply.shown += "everything is forgotten; `:undo` brings it back\n";
    Ok(())
}

/// Enters again what a killed session had entered. Nothing is printed again.
pub(super) fn restore(
    session: &mut Session,
    _: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let Some(killed) = session.killed.take() else {
        return Err(out.error(
            "there is nothing to restore",
            "sessions on a terminal are restored after they were killed",
        ));
    };
    let prints = std::mem::replace(&mut session.settings.prints, Prints::Collected);
    let mut count = 0;
    for entry in &killed.entries {
        let reply = session.enter(entry);
        count += usize::from(reply.end == End::Done);
        out.reply.report += &reply.report;
    }
    session.settings.prints = prints;
    // This session has them in its own file now.
    session.has_changed = false;
    killed.remove();
    out.reply.shown += &format!("restored {count} of {} entries\n", killed.entries.len());
    Ok(())
}

pub(super) fn history(
    session: &mut Session,
    argument: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let count = match argument {
        "" => SHOWN_HISTORY,
        text => text.parse().map_err(|_| {
            out.error(
                format!("'{text}' is not a number of entries"),
                "enter `:history 50`, or `:history` alone",
            )
        })?,
    };
    let first = session.history.len().saturating_sub(count);
    for (number, text) in session.history.iter().skip(first) {
        // The lines of an entry are aligned.
        let text = text.replace('\n', "\n       ");
        out.reply.shown += &format!("{number:>5}  {text}\n");
    }
    Ok(())
}

pub(super) fn load(
    session: &mut Session,
    argument: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    load_file(session, &file_name(argument), &mut Vec::new(), out)
}

/// Loads the files that an entry imports; `from` is the file of the entry.
pub(in crate::repl) fn import(
    session: &mut Session,
    imports: &[Import],
    reply: &mut Reply,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut out = Output { reply, diagnostics };
    let mut loaded = Vec::new();
    imports
        .iter()
        .try_for_each(|import| imported(session, Path::new(""), import, &mut loaded, &mut out))
}

/// Loads a file that is imported, unless it is loaded already.
fn imported(
    session: &mut Session,
    from: &Path,
    import: &Import,
    loaded: &mut Vec<(String, bool)>,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let path = imports::path_of(from, import);
    let identity = imports::identity(&path);
    let wrong = |message: String| Code::Import.error(import.span, message).with_label("this file");
    match loaded.iter().find(|(file, _)| *file == identity) {
        Some((_, true)) => return Ok(()),
        Some((_, false)) => {
            let message = format!("files import each other: '{}' is being loaded", import.path);
            return Err(out.diagnostics.error(wrong(message)));
        }
        None => {}
    }
    if let Err(error) = imports::find(&path) {
        let message = format!("cannot import '{}': {}", import.path, without_number(&error));
        return Err(out.diagnostics.error(wrong(message)));
    }
    load_file(session, &path.display().to_string(), loaded, out)
}

/// Loads a file. `loaded` has the files that were loaded for one entry, with false for those whose
/// imports are being loaded.
fn load_file(
    session: &mut Session,
    name: &str,
    loaded: &mut Vec<(String, bool)>,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let identity = imports::identity(Path::new(name));
    let text = imports::text(Path::new(name), &read_text).map_err(|error| {
        out.error(
            format!("cannot read '{name}': {}", without_number(&error)),
            "give the path of a .toy file, as in `:load a.toy`",
        )
    })?;
    let file = session.add_source(name.to_owned(), &text, out.diagnostics)?;
    let mut input = match parse_repl_input(&file, &|_| false, out.diagnostics) {
        ReplParse::Complete(input) => input,
        ReplParse::Wrong(reported) => return Err(reported),
        // Parsing it as a file reports what is missing.
        ReplParse::Incomplete => parse_module(&file, out.diagnostics)
            .map(|module| ReplInput { module, ..ReplInput::default() })?,
    };
    loaded.push((identity, false));
    let place = loaded.len() - 1;
    for import in std::mem::take(&mut input.module.imports) {
        imported(session, Path::new(name), &import, loaded, out)?;
    }
    loaded[place].1 = true;
    if let Some(constants) = constants(&mut input) {
        session.perform(&Entry::new(constants), out.reply, out.diagnostics)?;
    }
    enter_main(&mut input);
    super::super::session::check_form(&input, out.diagnostics)?;
    let entry = Entry { is_file: true, ..Entry::new(input) };
    session.perform(&entry, out.reply, out.diagnostics)?;
    Ok(())
}

/// Takes the constants out of the input of a file that also has functions: they become variables of
/// the session before its functions, which use them, are entered.
fn constants(input: &mut ReplInput) -> Option<ReplInput> {
    let is_constant = |statement: &Stmt| matches!(statement.kind, StmtKind::Var { .. });
    let are_constants = !input.module.functions.is_empty()
        && input.value.is_none()
        && input.body.iter().all(is_constant);
    if !are_constants || input.body.is_empty() {
        return None;
    }
    let exprs = input.module.exprs.clone();
    let body = std::mem::take(&mut input.body);
    Some(ReplInput { module: Module { exprs, ..Module::default() }, body, value: None })
}

/// Enters the statements of a file's `main` as if they were typed, so that its variables are kept;
/// statements after a `return` are unreachable.
fn enter_main(input: &mut ReplInput) {
    if !input.body.is_empty() || input.value.is_some() {
        return;
    }
    let functions = &mut input.module.functions;
    let Some(index) = functions.iter().position(|function| function.name.text() == "main") else {
        return;
    };
    if !functions[index].params.is_empty() {
        return;
    }
    let main = functions.remove(index);
    let statements = main.body.into_iter();
    input.body =
        statements.take_while(|statement| !matches!(statement.kind, StmtKind::Return(_))).collect();
}

pub(super) fn save(
    session: &mut Session,
    argument: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let name = file_name(argument);
    let text = saved_text(session, out.reply);
    write_whole(Path::new(&name), &text).map_err(|error| {
        out.error(
            format!("cannot write '{name}': {}", without_number(&error)),
            "give a path that you may write to, as in `:save a.toy`",
        )
    })?;
    out.reply.shown += &format!("saved to {name}\n");
    Ok(())
}

/// The text of a file with all definitions, each after those of the same kind that it may use.
/// Variables that functions use are constants of the file. Definitions that no file can have are
/// comments.
fn saved_text(session: &Session, reply: &mut Reply) -> String {
    let definitions = &session.definitions;
    let mut text = String::from("# Saved by toyc; `:load` brings it back.\n\n");
    let mut structs: Vec<_> = definitions.structs().map(|structure| structure.span).collect();
    structs.sort_by_key(|span| span.start);
    for span in structs {
        text += &format!("{}\n\n", session.text_of(span));
    }
    let mut functions: Vec<(&str, Span)> =
        definitions.functions().map(|(name, function)| (name, function.function().span)).collect();
    functions.sort_by_key(|(_, span)| span.start);
    let (right, wrong): (Vec<_>, Vec<_>) =
        functions.into_iter().partition(|(name, _)| why_not_saved(definitions, name).is_none());
    let names = || right.iter().map(|(name, _)| *name);
    let constants = variables_of(names(), definitions);
    for variable in &constants {
        text += &format!("{}\n\n", source::variable(variable.name.text(), &variable.value));
    }
    for (_, span) in &right {
        text += &format!("{}\n\n", session.text_of(*span));
    }
    for (name, span) in wrong {
        let why = why_not_saved(definitions, name).unwrap_or_default();
        reply.shown += &format!("function '{name}' is saved as a comment: {why}\n");
        text += &format!("# {}\n\n", session.text_of(span).replace('\n', "\n# "));
    }
    text += "def main() {\n";
    let is_constant = |name: &str| constants.iter().any(|constant| constant.name.text() == name);
    for variable in definitions.variables() {
        let name = variable.name.text();
        if name != LAST_VALUE && !is_constant(name) {
            text += &format!("  {}\n", source::variable(name, &variable.value));
        }
    }
    text + "}\n"
}

/// Why a file cannot have a function: it does not fit what it calls, or uses a variable that is a
/// struct.
fn why_not_saved(definitions: &Definitions, name: &str) -> Option<String> {
    let mut found = Diagnostics::new();
    if analyze(&compose_functions([name], definitions), &mut found).is_err() {
        return Some(found.iter().next().map_or(String::new(), |error| error.message.clone()));
    }
    let used = variables_of([name], definitions);
    let of_struct = used.iter().find(|variable| variable.value.struct_name().is_some())?;
    let variable = of_struct.name.text();
    Some(format!("it uses the variable '{variable}', and a constant of a file is not a struct"))
}

/// Writes a file, in an existing folder.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(std::io::Error::other(format!("there is no folder '{}'", folder.display())));
    }
    replace(path, |file| file.write_all(text.as_bytes()))
}

/// A path as it is typed: optionally in quotes; `~/` is the home folder.
fn file_name(argument: &str) -> String {
    let name =
        argument.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(argument);
    match (name.strip_prefix("~/"), std::env::var("HOME")) {
        (Some(rest), Ok(home)) => format!("{home}/{rest}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn paths_may_be_in_quotes() {
        assert_eq!(file_name("\"a b.toy\""), "a b.toy");
        assert_eq!(file_name("a.toy"), "a.toy");
    }
}
