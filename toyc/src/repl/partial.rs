//! The parts that are kept of an entry that is not right as a whole.

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Severity};
use toy_ast::{Code, ExprKind, Module, ReplInput, classify};

use super::definitions::same_members;
use super::entry_text::{Piece, pieces, with_semicolons};
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
    /// paste with one mistake: functions, structs, and variables that use none that is wrong.
    pub(super) fn keep_right_definitions(&mut self, text: &str, reply: &mut Reply) {
        let text = with_semicolons(text, &|word| self.definitions.has_name(word));
        let pieces = pieces(&text);
        if pieces.len() < 2 {
            return;
        }
        // The variables that pieces define that were not kept.
        let mut missing: Vec<String> = Vec::new();
        for piece in &pieces {
            let is_kept = self.keep_right_piece(piece, &text, &missing, reply);
            if !is_kept && !piece.is_definition {
                missing.extend(changed_names(&text[piece.range.clone()]));
            }
        }
        let kept = self.remember_changes();
        if !kept.is_empty() {
            reply.shown += &format!("kept: {}; nothing else\n", kept.join(", "));
        }
    }

    /// Keeps a definition if it is right by itself.
    fn keep_right_piece(
        &mut self,
        piece: &Piece,
        text: &str,
        missing: &[String],
        reply: &mut Reply,
    ) -> bool {
        let ignored = &mut Diagnostics::new();
        let read = self.read_part(&piece.on_its_line(text), piece.line, ignored);
        let Ok(entry) = read else { return false };
        let input = &entry.input;
        let module = &input.module;
        if !piece.is_definition {
            let uses_missing = module.exprs.iter().any(|(_, expr)| match &expr.kind {
                ExprKind::Var(name) => missing.iter().any(|missing| **missing == **name),
                _ => false,
            });
            // A line that is typed is one entry; lines of a paste are many.
            let is_variable = text.trim().contains('\n')
                && input.value.is_none()
                && module.functions.is_empty()
                && matches!(&input.body[..], [only] if !only.defined().is_empty());
            return is_variable
                && !uses_missing
                && self.perform_without_undo(&entry, reply, ignored).is_ok();
        }
        // A struct of other members would take variables away.
        let is_other = module.structs.iter().any(|structure| {
            let old = self.definitions.structure(structure.name.text());
            old.is_some_and(|old| !same_members(old, structure))
        });
        if has_main(module) || is_other || self.check(input, ignored).is_err() {
            return false;
        }
        self.keep(input, Vec::new(), reply, ignored);
        true
    }
}

/// The variables that a piece of an entry defines or assigns to, also if it cannot be parsed.
fn changed_names(text: &str) -> Vec<String> {
    let words: Vec<&str> = classify(text).into_iter().map(|(place, _)| &text[place]).collect();
    let assigned = words.windows(2).filter(|pair| pair[1].ends_with('=') || pair[0] == "var");
    assigned.map(|pair| if pair[0] == "var" { pair[1] } else { pair[0] }.to_owned()).collect()
}
