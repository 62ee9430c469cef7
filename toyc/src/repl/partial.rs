//! What is kept of an entry that is not right as a whole.

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Severity};
use toy_ast::{Code, Module, ReplInput};

use super::definitions::same_members;
use super::entry_text::pieces;
use super::session::{Reply, Session};
use crate::entry_point::MAIN;

/// Whether an entry consists of functions, and only functions that they call are missing.
pub(super) fn calls_later_functions(input: &ReplInput, found: &Diagnostics) -> bool {
    let is_missing = |error: &Diagnostic| {
        error.severity != Severity::Error
            || error.code == Some(Code::UnknownFunction.text()) && error.labels.is_empty()
    };
    let is_definition = input.body.is_empty() && input.value.is_none();
    is_definition
        && !input.module.functions.is_empty()
        && !has_main(&input.module)
        && found.iter().all(is_missing)
}

/// The warning in place of the error that a function is missing.
pub(super) fn to_be_defined(mut error: Diagnostic) -> Diagnostic {
    if error.severity == Severity::Error {
        error.severity = Severity::Warning;
        error.label = Some("to be defined before this is called".to_owned());
    }
    error
}

fn has_main(module: &Module) -> bool {
    module.functions.iter().any(|function| function.name.text() == MAIN)
}

impl Session {
    /// Keeps those of the definitions of a wrong entry that are right by themselves, as those of a
    /// paste with one mistake.
    pub(super) fn keep_right_definitions(&mut self, text: &str, reply: &mut Reply) {
        let pieces = pieces(text);
        if pieces.len() < 2 {
            return;
        }
        for piece in pieces.iter().filter(|piece| piece.is_definition) {
            let mut ignored = Diagnostics::new();
            let read = self.read_part(&piece.on_its_line(text), piece.line, &mut ignored);
            let Ok(entry) = read else { continue };
            let module = &entry.input.module;
            // A struct of other members would take variables away.
            let is_other = module.structs.iter().any(|structure| {
                let old = self.definitions.structure(structure.name.text());
                old.is_some_and(|old| !same_members(old, structure))
            });
            if !has_main(module) && !is_other && self.check(&entry.input, &mut ignored).is_ok() {
                self.keep(&entry.input, Vec::new(), reply, &mut ignored);
            }
        }
        let kept = self.remember_changes();
        if !kept.is_empty() {
            reply.shown += &format!("kept: {}; nothing else\n", kept.join(", "));
        }
    }
}
