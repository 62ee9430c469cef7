//! Reads a text as the tool does, and keeps the IR.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use mlir_lite::Context;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::fold::{Fold, FoldValue};
use mlir_lite::ir::{Body, OpRef, ValueId};
use mlir_lite::text::{self, ParseOptions};
use mlir_lite::types::Type;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, SourceFile, SourceMap, Span};
use mlir_lite_lsp::{Checked, Problem, Text};
use rustc_hash::FxHashMap;

use crate::split::{MARKER, split};

/// The IR of a text, part by part; none for a part that is wrong.
pub(crate) struct Analysis {
    parts: Vec<Part>,
}

struct Part {
    /// Where it is in the text.
    range: Range<usize>,
    /// Where it begins in positions of the IR.
    base: u32,
    module: Body,
}

/// A value, found by the position of its name or of its op.
pub(super) struct Found<'a> {
    pub(super) body: &'a Body,
    pub(super) value: ValueId,
}

/// The maximum number of steps to find a constant.
const MOST_STEPS: usize = 2000;

/// Checks a text.
pub(super) fn check(path: &Path, text: &Text, load: &dyn Fn(&Context)) -> Checked<Analysis> {
    let whole = text.to_string();
    let (mut parts, mut problems) = (Vec::new(), Vec::new());
    for part in split(&whole, MARKER) {
        let start = part.text.as_ptr() as usize - whole.as_ptr() as usize;
        let sources = Arc::new(SourceMap::new());
        let mut diagnostics = Diagnostics::new();
        let file = match sources.add(path.display().to_string(), part.text) {
            Ok(file) => file,
            Err(error) => {
                let found = Diagnostic::error(Position::Unknown, error.to_string());
                problems.push(problem(&found, None, start));
                continue;
            }
        };
        let ctx = Context::with_sources(Arc::clone(&sources));
        load(&ctx);
        let options =
            ParseOptions::default().with_allow_unregistered(true).with_positions_as_locations(true);
        let module = text::parse_module(&ctx, &file, options, &mut diagnostics);
        if let Ok(module) = module {
            // Invalid IR is analysed, too.
            let _ = verify(&module, &mut diagnostics);
            parts.push(Part { range: start..start + part.text.len(), base: file.base(), module });
        }
        problems.extend(diagnostics.iter().map(|found| problem(found, Some(&file), start)));
    }
    Checked { analysis: Some(Analysis { parts }), problems }
}

impl Analysis {
    fn part(&self, offset: usize) -> Option<&Part> {
        self.parts.iter().find(|part| part.range.contains(&offset))
    }

    /// A result of the op whose name is at an offset.
    pub(super) fn result(&self, op: usize, index: usize) -> Option<Found<'_>> {
        let op = self.op(op)?;
        let value = op.results().nth(index)?;
        Some(Found { body: op.body(), value })
    }

    /// The op whose name is at an offset.
    pub(super) fn op(&self, offset: usize) -> Option<OpRef<'_>> {
        let part = self.part(offset)?;
        let position = Position::from(Span::at(part.position(offset)));
        let ctx = part.module.context();
        part.module.as_op().walk().find(|op| op.location().to_position(ctx) == position)
    }

    /// The types of the results of ops whose names are at these offsets, and of arguments whose
    /// names are: one walk over the IR for all.
    pub(super) fn types(
        &self,
        offsets: impl Iterator<Item = usize>,
    ) -> FxHashMap<usize, Vec<String>> {
        let mut wanted = FxHashMap::<Position, usize>::default();
        let mut part = None;
        for offset in offsets {
            part = part.or_else(|| self.part(offset));
            if let Some(part) = part.filter(|part| part.range.contains(&offset)) {
                wanted.insert(Position::from(Span::at(part.position(offset))), offset);
            }
        }
        let mut found = FxHashMap::default();
        let Some(part) = part else { return found };
        let ctx = part.module.context();
        for op in part.module.as_op().walk() {
            if let Some(&offset) = wanted.get(&op.location().to_position(ctx)) {
                let types = op.result_types().map(|ty| text::print_type(ctx, ty));
                found.insert(offset, types.collect());
            }
            for block in op.regions().flat_map(|region| region.blocks()) {
                let body = block.body();
                for &argument in block.arguments() {
                    let position = body.argument_location(argument).to_position(ctx);
                    if let Some(&offset) = wanted.get(&position) {
                        found.insert(offset, vec![text::print_type(ctx, body.ty(argument))]);
                    }
                }
            }
        }
        found
    }

    /// The argument of a block whose name is at an offset.
    pub(super) fn argument(&self, offset: usize) -> Option<Found<'_>> {
        let part = self.part(offset)?;
        let position = Position::from(Span::at(part.position(offset)));
        let ctx = part.module.context();
        for op in part.module.as_op().walk() {
            for block in op.regions().flat_map(|region| region.blocks()) {
                let body = block.body();
                let found = block.arguments().iter().copied().find(|&argument| {
                    body.argument_location(argument).to_position(ctx) == position
                });
                if let Some(value) = found {
                    return Some(Found { body, value });
                }
            }
        }
        None
    }
}

impl Part {
    fn position(&self, offset: usize) -> u32 {
        self.base + (offset - self.range.start) as u32
    }
}

impl Found<'_> {
    /// The type, as text.
    pub(super) fn ty(&self) -> String {
        let ty: Type = self.body.ty(self.value);
        text::print_type(self.body.context(), ty)
    }

    /// The constant that the value folds to, as text.
    pub(super) fn constant(&self) -> Option<String> {
        let value = constant(self.body, self.value)?;
        Some(text::print_attribute(self.body.context(), value))
    }
}

/// The constant that a value folds to: the folds of its op, on those of the operands.
fn constant(body: &Body, root: ValueId) -> Option<Attribute> {
    let mut known = FxHashMap::<ValueId, Option<Attribute>>::default();
    let mut open = vec![root];
    let mut steps = 0;
    while let Some(&value) = open.last() {
        steps += 1;
        if steps > MOST_STEPS {
            return None;
        }
        if known.contains_key(&value) {
            open.pop();
            continue;
        }
        let defining = body.defining_op(value).map(|id| body.op(id));
        let (Some(op), None) = (defining, body.constant_value(value)) else {
            known.insert(value, body.constant_value(value));
            continue;
        };
        let waiting: Vec<ValueId> =
            op.operands().filter(|operand| !known.contains_key(operand)).collect();
        if !waiting.is_empty() {
            // A value of unreachable code may depend on itself.
            if waiting.iter().any(|operand| open.contains(operand)) {
                known.insert(value, None);
            }
            open.extend(waiting);
            continue;
        }
        let constants: Vec<Option<Attribute>> =
            op.operands().map(|operand| known.get(&operand).copied().flatten()).collect();
        let index = body.value_index(value);
        let folded = op.def().and_then(|def| def.fold).map(|fold| fold(op, &constants));
        let found = match folded {
            Some(Fold::Replaced(values)) => match values.get(index) {
                Some(FoldValue::Constant(constant)) => Some(*constant),
                Some(FoldValue::Value(other)) => known.get(other).copied().flatten(),
                None => None,
            },
            _ => None,
        };
        known.insert(value, found);
    }
    known.get(&root).copied().flatten()
}

/// A diagnostic as an editor shows it, of a part that begins at an offset of the text.
fn problem(found: &Diagnostic, file: Option<&SourceFile>, part: usize) -> Problem {
    let range = |position: &Position| {
        let file = file?;
        let (start, end) = match position {
            Position::Span(span) => (span.start - file.base(), span.end - file.base()),
            Position::FileLineCol { file: name, line, col } if **name == *file.name() => {
                let start = file.line_start(*line)? + col.saturating_sub(1);
                (start, start)
            }
            _ => return None,
        };
        let (start, end) = (start as usize, end as usize);
        if end > file.text().len() {
            return None;
        }
        // A position stands for the token there.
        let token = || {
            let rest = &file.text()[start..];
            text::tokens(rest.lines().next().unwrap_or_default()).next().map(|(_, range)| range.end)
        };
        let end = if start == end { start + token().unwrap_or(0) } else { end };
        Some(part + start..part + end)
    };
    Problem::of(found, range, part..part)
}
