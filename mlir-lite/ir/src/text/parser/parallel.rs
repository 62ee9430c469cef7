//! Parses the ops of a module with several threads.
//!
//! The text is cut where a line begins like the module's first op: with the same indentation and
//! the same name, that of an isolated op. Strings and comments end with their line, so such a line
//! does begin with that token. It may still not be the beginning of an op; then one of the parts
//! has an error. In this case, as for any other error, the parts are discarded and the whole text
//! is parsed by one thread, so the result does not depend on the number of threads.

use crate::builtin::ModuleOp;
use crate::data::location::Location;
use crate::ir::body::Body;
use crate::ir::clone::IrMapping;
use crate::ir::entities::BlockId;
use crate::ir::op_def::TraitFlags;
use crate::support::parallel::in_order;
use crate::text::lexer::TokenKind;
use crate::text::parser::Parser;
use memchr::memmem;
use mlir_lite_diagnostics::Diagnostics;
use std::ops::Range;

/// Texts shorter than this are parsed by one thread.
const MIN_PIECE: usize = 1 << 16;

/// Parts per thread, so that no thread waits long for the others.
const PIECES_PER_THREAD: usize = 4;

/// Where the ops are that are parsed.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(in crate::text) enum OpsIn {
    /// The whole source. It ends the ops, and aliases may be between them.
    Source,
    /// A region: they end before its brace.
    Region,
}

impl<'s> Parser<'s> {
    /// Parses the remaining ops of `block` with several threads. Returns false if nothing has been
    /// parsed.
    pub(in crate::text) fn parallel_ops(&mut self, block: BlockId, place: OpsIn) -> bool {
        if self.parallel_attempts == 0 {
            return false;
        }
        let pieces = self.pieces();
        if pieces.len() < 2 {
            return false;
        }
        self.parallel_attempts -= 1;
        let seed = self.seed();
        let mut parsed = Vec::new();
        in_order(
            self.ctx.threads(),
            pieces.len(),
            |index| {
                let range = pieces[index].clone();
                let is_last = index + 1 == pieces.len();
                let mut diagnostics = Diagnostics::new();
                let mut parser = Parser::from_seed(&seed, range, &mut diagnostics);
                parser.piece(place, is_last).filter(|_| diagnostics.is_empty())
            },
            |piece| parsed.push(piece),
        );
        let Some(parsed) = parsed.into_iter().collect::<Option<Vec<(Body, usize)>>>() else {
            return false;
        };
        let mut end = self.token().start;
        for (mut piece, piece_end) in parsed {
            end = piece_end;
            self.adopt(&mut piece, block);
        }
        self.tokens.jump(end);
        true
    }

    /// Cuts the text from the next token on into parts.
    fn pieces(&mut self) -> Vec<Range<usize>> {
        let (source, first) = (self.tokens.source(), self.token());
        let rest = source.len() - first.start;
        if rest < 2 * MIN_PIECE || self.aliases.are_repeated || self.ctx.threads() < 2 {
            return Vec::new();
        }
        let text = self.text_of(first);
        let name = match first.kind {
            TokenKind::BareId => self.custom_name(text),
            TokenKind::String => self.ctx.registered_op_as_written(text.trim_matches('"')),
            _ => None,
        };
        let is_isolated =
            |name| self.definitions.op_info(name).flags().contains(TraitFlags::ISOLATED_FROM_ABOVE);
        let before = &source[..first.start];
        let line = before.trim_end_matches(' ').len();
        let indentation = &before[line..];
        if !name.is_some_and(is_isolated)
            || !matches!(before[..line].chars().last(), None | Some('\n'))
        {
            return Vec::new();
        }
        let begin = format!("\n{indentation}{text}");
        let finder = memmem::Finder::new(&begin);
        let size = (rest / (self.ctx.threads() * PIECES_PER_THREAD)).max(MIN_PIECE);
        let mut pieces = Vec::new();
        let mut start = first.start;
        while let Some(offset) =
            source.as_bytes().get(start + size..).and_then(|rest| finder.find(rest))
        {
            let cut = start + size + offset + 1;
            // The name could be the beginning of a longer one.
            let after = source.as_bytes().get(cut + indentation.len() + text.len());
            if !matches!(after, Some(b' ' | b'(')) {
                return Vec::new();
            }
            pieces.push(start..cut);
            start = cut;
        }
        if pieces.is_empty() {
            // The search takes as long as the text, so it is not repeated for each op.
            self.parallel_attempts -= 1;
        }
        pieces.push(start..source.len());
        pieces
    }

    /// Parses a part into a module of its own, and returns where it ends. None if there is an
    /// error, or a reference to another part.
    fn piece(&mut self, place: OpsIn, is_last: bool) -> Option<(Body, usize)> {
        let module = ModuleOp::create(&self.ctx, Location::UNKNOWN);
        let block = ModuleOp::body_block(&module);
        self.push_frame(module);
        self.open_scope();
        while !self.is_kind(TokenKind::Eof) {
            match place {
                OpsIn::Region if is_last && self.is_punct("}") => break,
                OpsIn::Region => self.op(block).ok()?,
                OpsIn::Source => self.source_item(block).ok()?,
            }
        }
        if is_last && self.is_kind(TokenKind::Eof) != (place == OpsIn::Source) {
            return None;
        }
        let end = self.token().start;
        let module = self.close_frame().ok()?;
        // The deepest position is determined when the text is parsed as a whole.
        let is_deep = self.levels.deep.is_some() || self.levels.deep_location.is_some();
        (!module.has_values() && !is_deep).then_some((module, end))
    }

    /// Moves a part's ops to the end of `block`.
    fn adopt(&mut self, piece: &mut Body, block: BlockId) {
        let from = ModuleOp::body_block(piece);
        let ops: Vec<_> = piece.ops(from).collect();
        let body = &mut self.frame().body;
        body.take_resources(piece);
        for op in ops {
            let adopted = match piece.take_child(op) {
                Some(child) => body.create_isolated_op(child, &[], &[]),
                None => body.clone_op_from(piece, op, &mut IrMapping::new()),
            };
            body.append_op(block, adopted);
        }
    }
}
