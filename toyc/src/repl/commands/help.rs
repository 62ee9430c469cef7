//! `:help` and `:doc`.

use mlir_lite_diagnostics::{Reported, did_you_mean, nearest};
use toy_dialect::{builtins, library};

use super::super::session::Session;
use super::{Argument, COMMANDS, Output, find};

const INTRODUCTION: &str = "\
Entries are compiled and run. An expression shows its value and type, unless
it ends with ';'; '_' is the last value. Definitions stay: variables as data, functions
and structs as source; a later one of the same name replaces the earlier one.
  var a = [[1, 2], [3, 4]]
  def twice(x) { return x + x; }
  twice(a) * a
An entry whose brackets are open goes on in the next line, up to two blank ones; a ';' at
the end of a line may be left out. '?sum' says what 'sum' does. Tab completes, Ctrl-R
searches previous entries, Ctrl-C drops the entry or stops its run, Ctrl-D leaves.

Commands, each of which may be shortened to what no other begins with:
";

pub(super) fn help(_: &mut Session, argument: &str, out: &mut Output<'_>) -> Result<(), Reported> {
    if !argument.is_empty() {
        let command = find(argument.trim_start_matches(':'), out)?;
        let usage = format!(":{} {}", command.name, command.argument.placeholder());
        out.reply.shown +=
            &format!("{}\n  {}\n{}", usage.trim_end(), command.help, more(command.argument));
        return Ok(());
    }
    out.reply.shown += INTRODUCTION;
    for command in COMMANDS {
        let usage = format!(":{} {}", command.name, command.argument.placeholder());
        out.reply.shown += &format!("  {usage:<27} {}\n", command.help);
    }
    Ok(())
}

/// The description of a kind of argument.
fn more(argument: Argument) -> String {
    let text = match argument {
        Argument::ExpressionOrName => concat!(
            "  EXPR may use all that the session knows; its variables are parameters then.\n",
            "  NAME is a function; its shapes are given as `f(<2,3>, <>)`, <> being a number's.\n",
        ),
        Argument::Setting => {
            let settings = super::SETTINGS.iter().map(|setting| {
                format!(
                    "  {:<10} {:<13} {}\n",
                    setting.name,
                    setting.values.join("|"),
                    setting.help
                )
            });
            return settings.collect();
        }
        Argument::Level => "  auto is as much as pays; 0 is off, the same as off; on is 2.\n",
        _ => "",
    };
    text.to_owned()
}

pub(super) fn doc(session: &mut Session, name: &str, out: &mut Output<'_>) -> Result<(), Reported> {
    if let Some(builtin) = builtins::find(name) {
        out.reply.shown += &builtins::explain(builtin);
    } else if let Some(constant) = builtins::constant(name) {
        out.reply.shown += &builtins::explain_constant(constant);
    } else if let Some(kept) = session.definitions.function(name) {
        out.reply.shown += &format!("{}\n", session.text_of(kept.function().span));
    } else if let Some(structure) = session.definitions.structure(name) {
        out.reply.shown += &format!("{}\n", session.text_of(structure.span));
    } else if let Some(text) = library::explain(name) {
        out.reply.shown += &text;
    } else {
        let builtins_known = builtins::names().map(|name| -> &str { name });
        let known = builtins_known.chain(session.definitions.functions().map(|(name, _)| name));
        let near = nearest(name, known.chain(session.definitions.structs().map(|s| s.name.text())));
        let help = near.map_or(
            format!("the builtins are {}", builtins::names().collect::<Vec<_>>().join(", ")),
            did_you_mean,
        );
        return Err(out.error(format!("there is no builtin, function or struct '{name}'"), help));
    }
    Ok(())
}
