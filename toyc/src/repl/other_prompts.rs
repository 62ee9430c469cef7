//! A single word as an entry that is a command in the prompts of other programs.

use mlir_lite_diagnostics::Diagnostic;
use toy_ast::{Code, ExprKind, ReplInput};

use super::session::Session;

/// What such a word means.
pub(super) enum OtherCommand {
    /// The user leaves.
    Leave,
    /// It has another name here: the error says which.
    Unknown(Box<Diagnostic>),
}

impl Session {
    /// The command that an entry is, alone or as a call, if its word is not defined here.
    pub(super) fn command_of_other_prompts(&self, input: &ReplInput) -> Option<OtherCommand> {
        let expr = &input.module.exprs[input.value.filter(|_| input.body.is_empty())?];
        let (name, code) = match &expr.kind {
            ExprKind::Var(name) => (&**name, Code::UnknownVariable),
            ExprKind::Call { callee, args } if args.is_empty() => {
                (callee.text(), Code::UnknownFunction)
            }
            _ => return None,
        };
        let help = match name {
            "exit" | "quit" | "q" => None,
            "help" => Some("`:help` lists the commands, and `:doc NAME` says what a function does"),
            "clear" | "reset" => {
                Some("Ctrl-L clears the screen, and `:reset` forgets all definitions")
            }
            "history" | "undo" | "vars" | "who" | "whos" => {
                Some("commands begin with `:`: `:history`, `:undo`, `:vars`; `:help` lists them")
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
