//! A single word as an entry that is a command in the prompts of other programs.

use mlir_lite_diagnostics::Diagnostic;
use toy_ast::{Code, ExprKind, ReplInput};

use super::session::Session;

/// The meaning of such a word.
pub(super) enum OtherCommand {
    /// The user leaves.
    Leave,
    /// It has another name here: the error says which.
    Unknown(Box<Diagnostic>),
}

/// Programs that people start from a shell.
const OF_SHELLS: [&str; 14] = [
    "ls", "cd", "pwd", "cat", "git", "cargo", "python", "python3", "pip", "toyc", "make", "vim",
    "rm", "sudo",
];

impl Session {
    /// The command that an entry consists of, alone or as a call, if its word is not defined here.
    pub(super) fn command_of_other_prompts(&self, input: &ReplInput) -> Option<OtherCommand> {
        let value = input.value.filter(|_| input.body.is_empty())?;
        let exprs = &input.module.exprs;
        // `cd /tmp` is a quotient.
        let first = exprs.postorder(value).next()?;
        let (expr, code, argument) = match &exprs[value].kind {
            ExprKind::Call { args, .. } => {
                let argument = match args[..] {
                    [] => None,
                    [only] => match &exprs[only].kind {
                        ExprKind::Var(name) => Some(&**name),
                        _ => return None,
                    },
                    _ => return None,
                };
                (&exprs[value], Code::UnknownFunction, argument)
            }
            _ => (&exprs[first], Code::UnknownVariable, None),
        };
        let name = match &expr.kind {
            ExprKind::Var(name) => &**name,
            ExprKind::Call { callee, .. } => callee.text(),
            _ => return None,
        };
        let is_alone = value == first || matches!(exprs[value].kind, ExprKind::Call { .. });
        let help = match (name, argument) {
            ("help" | "doc", Some(argument)) => {
                Some(format!("`:doc {argument}` says what `{argument}` is"))
            }
            ("type" | "typeof", Some(argument)) => {
                Some(format!("`:type {argument}` shows the shape of `{argument}`"))
            }
            (_, Some(_)) => return None,
            (name, None) if OF_SHELLS.contains(&name) => Some(
                "this is Toy's prompt, and runs no programs: Ctrl-D leaves for the shell".into(),
            ),
            _ if !is_alone => return None,
            ("exit" | "quit", None) => None,
            // One `q` too many after a pager must not end the session.
            ("q", None) => Some("`:quit`, `exit` or Ctrl-D leaves".into()),
            ("help", None) => {
                Some("`:help` lists the commands, and `:doc NAME` says what a function does".into())
            }
            ("clear" | "reset", None) => {
                Some("Ctrl-L clears the screen, and `:reset` forgets all definitions".into())
            }
            ("history" | "undo" | "vars" | "who" | "whos" | "dir" | "locals" | "globals", None) => {
                Some(
                    "commands begin with `:`: `:history`, `:undo`, `:vars`; `:help` lists them"
                        .into(),
                )
            }
            _ => return None,
        };
        let is_new = input.module.functions.iter().any(|function| function.name.text() == name);
        if is_new
            || self.definitions.variable(name).is_some()
            || self.definitions.function(name).is_some()
        {
            return None;
        }
        let Some(help) = help else { return Some(OtherCommand::Leave) };
        let error = code
            .error(expr.span, format!("'{name}' is not defined here"))
            .with_label("not defined")
            .with_help(help);
        Some(OtherCommand::Unknown(Box::new(error)))
    }
}
