//! Code that a check leaves out: code that depends on the shape of a file that is an argument of
//! the program, if none is given.

use std::collections::{BTreeMap, BTreeSet};

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Position, Reported, Severity, Span};

use super::inference::{ShapeInference, UnknownFiles, is_unknown_file};
use super::specialize::specialize;
use crate::builtins::LoadOp;
use crate::ops::numbers::{CompileTimeOperands, ResolveOperands, range_of};
use crate::ops::{CastOp, ForOp, IfOp, WhileOp};
use crate::tensor::shape::InferShape;

/// The parts of the source that were not checked.
#[derive(Clone, Debug, Default)]
pub struct Unchecked {
    /// Their start and end.
    spans: BTreeSet<(u32, u32)>,
    /// The numbers of the arguments that are files of unknown shape.
    arguments: BTreeSet<i64>,
}

/// Checks the shapes of a module, starting with functions whose parameters have known shapes, as
/// far as they do not depend on files that are missing arguments. The module must not be used
/// afterwards.
///
/// # Errors
/// If shapes do not match; all errors were reported.
pub fn check_known_shapes(
    module: &mut Body,
    diagnostics: &mut Diagnostics,
) -> Result<Unchecked, Reported> {
    specialize(module, UnknownFiles::Accepted, diagnostics)
}

impl Unchecked {
    /// Adds the unchecked code of a function.
    pub(super) fn add(&mut self, body: &Body, inference: &ShapeInference) {
        for id in body.own_ops() {
            let op = body.op(id);
            let is_file = is_unknown_file(op);
            if let Some(load) = op.cast::<LoadOp>().filter(|_| is_file) {
                self.arguments.extend(load.argument());
            }
            let is_unknown = inference.is_unknown(id) && is_checked(op);
            if !(is_file || is_unknown) {
                continue;
            }
            let place = if op.is::<ForOp>() { range_of(op) } else { None };
            if let Position::Span(span) =
                place.unwrap_or_else(|| op.location().to_position(op.context()))
            {
                self.spans.insert((span.start, span.end));
            }
        }
    }

    /// A remark for each part that was not checked, in source order; nested parts are left out.
    pub fn remarks(&self) -> Vec<Diagnostic> {
        let numbers: Vec<String> = self.arguments.iter().map(i64::to_string).collect();
        let which = match &numbers[..] {
            [number] => format!("argument {number}"),
            _ => format!("arguments {}", numbers.join(", ")),
        };
        // The longest part from each start; parts that end within an earlier one are nested in it.
        let longest: BTreeMap<u32, u32> = self.spans.iter().copied().collect();
        let mut end_before = 0;
        let is_outermost = |(_, end): &(u32, u32)| {
            let is_new = *end > end_before;
            end_before = end_before.max(*end);
            is_new
        };
        let outermost: Vec<(u32, u32)> = longest.into_iter().filter(is_outermost).collect();
        let remark = |(start, end): (u32, u32)| {
            let message =
                format!("not checked: this depends on the shape of a file, the program's {which}");
            Diagnostic::new(Severity::Remark, Span::new(start, end), message)
        };
        outermost.into_iter().map(remark).collect()
    }
}

/// Whether shape inference checks anything about an op.
fn is_checked(op: OpRef<'_>) -> bool {
    if op.is::<CastOp>() {
        return false;
    }
    op.is::<ForOp>()
        || op.is::<IfOp>()
        || op.is::<WhileOp>()
        || op.implements::<dyn InferShape>()
        || op.implements::<dyn CompileTimeOperands>()
        || op.implements::<dyn ResolveOperands>()
}
