//! Source in an editor.

use std::fs;
use std::process::Command;

use mlir_lite_diagnostics::Reported;

use super::super::session::Session;
use super::Output;

pub(super) fn edit(
    session: &mut Session,
    name: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let old = if name.is_empty() {
        session.last_source.clone().unwrap_or_default()
    } else if let Some(kept) = session.definitions.function(name) {
        session.text_of(kept.function().span)
    } else if let Some(structure) = session.definitions.structure(name) {
        session.text_of(structure.span)
    } else {
        let help = "`:functions` lists what can be edited; `:edit` alone takes the last entry";
        return Err(out.error(format!("there is no function or struct '{name}'"), help));
    };
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|e| !e.is_empty()));
    let Some(editor) = editor else {
        let help = "set EDITOR before toyc is started, for instance `EDITOR=vi toyc`";
        return Err(out.error("neither VISUAL nor EDITOR says which editor to start", help));
    };
    let new = match edited(&editor, &old) {
        Ok(new) => new,
        Err(error) => {
            let help = "check what VISUAL or EDITOR names";
            return Err(out.error(format!("cannot edit with '{editor}': {error}"), help));
        }
    };
    let new = new.trim_end();
    if new.trim().is_empty() || new == old.trim_end() {
        out.reply.shown += "nothing was changed\n";
        return Ok(());
    }
    out.reply.edited = Some(new.to_owned());
    session.last_source = Some(new.to_owned());
    session.evaluate(new, out.reply, out.diagnostics).map(|_| ())
}

/// Opens a text in an editor, whose command may have flags, and returns the edited text.
fn edited(editor: &str, text: &str) -> std::io::Result<String> {
    let file = tempfile::Builder::new().prefix("entry").suffix(".toy").tempfile()?;
    fs::write(file.path(), format!("{text}\n"))?;
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or(editor);
    let status = Command::new(program).args(words).arg(file.path()).status()?;
    if !status.success() {
        return Err(std::io::Error::other(format!("it ended with {status}")));
    }
    fs::read_to_string(file.path())
}
