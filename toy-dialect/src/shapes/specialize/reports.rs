//! The errors of specialisation, and those of a function with the calls that led to it.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::{Specializer, Task};
use crate::limits::{MAX_COPIES, MAX_NUMBERS};
use crate::ops::GenericCallOp;
use crate::program::calls::source_name;

/// Advice on how a recursion ends.
const ENDING: &str = "a recursion ends by a conditional around the call, whose condition is known \
                      when the program is compiled: it depends on shapes, sizes and constants";

impl Specializer<'_> {
    pub(super) fn report_recursion(&mut self, body: &Body, call: GenericCallOp, name: Ident) {
        let ctx = body.context();
        let name = source_name(name.text(ctx));
        self.diagnostics.error(
            Code::Recursion
                .error(
                    body.location(call.id()).to_position(ctx),
                    format!("'{name}' calls itself for the same shapes and numbers"),
                )
                .with_label("the function that this calls is being compiled")
                .with_note(ENDING),
        );
    }

    pub(super) fn report_too_many(
        &mut self,
        body: &Body,
        call: GenericCallOp,
        symbol: Ident,
        most: usize,
    ) {
        let ctx = body.context();
        let name = source_name(symbol.text(ctx));
        self.diagnostics.error(
            Code::TooManyCopies
                .error(
                    body.location(call.id()).to_position(ctx),
                    format!("'{name}' is compiled for more than {most} lists of numbers"),
                )
                .with_label("this call is for other numbers again")
                .with_note(
                    "shapes in the function depend on these numbers, so it is compiled for each of \
                        them",
                )
                .with_help(format!(
                    "{}; {}",
                    self.fewer(
                        symbol,
                        "call it in a loop, with indices that depend on the loop's variable"
                    ),
                    MAX_NUMBERS.advice()
                )),
        );
    }

    /// How a program calls this function for fewer lists of numbers or shapes: recursion may be why
    /// there are many.
    fn fewer(&self, function: Ident, otherwise: &'static str) -> &'static str {
        if self.recursive.contains(&function) { ENDING } else { otherwise }
    }

    pub(super) fn report_too_many_copies(&mut self, body: &Body, call: GenericCallOp, most: usize) {
        let function = call.callee(body);
        let location = body.location(call.id()).to_position(body.context());
        self.diagnostics.error(
            Code::TooManyCopies
                .error(location, format!("the program takes more than {most} copies of functions"))
                .with_label("this call asks for one more")
                .with_note(
                    "a function is compiled for each list of shapes and numbers that it is called \
                        with",
                )
                .with_help(format!(
                    "{}; {}",
                    self.fewer(function, "call functions with fewer lists of shapes and numbers"),
                    MAX_COPIES.advice()
                )),
        );
    }

    /// Reports the errors in a function, with the calls that led to it.
    pub(super) fn report(&mut self, found: Diagnostics, task: &Task, stack: &[Task]) {
        /// Calls that are shown.
        const SHOWN: usize = 8;
        let ctx = self.module.context();
        let calls: Vec<Location> =
            std::iter::once(task).chain(stack.iter().rev()).filter_map(|task| task.call).collect();
        // The calls of functions that come after loads are not written anywhere.
        let calls: Vec<Location> =
            calls.into_iter().filter(|call| *call != Location::UNKNOWN).collect();
        for diagnostic in found.iter() {
            let mut diagnostic: Diagnostic = diagnostic.clone();
            for call in calls.iter().take(SHOWN) {
                diagnostic = diagnostic.with_note_at(call.to_position(ctx), "called from here");
            }
            if calls.len() > SHOWN {
                diagnostic =
                    diagnostic.with_note(format!("and {} more calls", calls.len() - SHOWN));
            }
            self.diagnostics.emit(diagnostic);
        }
    }
}
