//! Names during parsing: values, blocks, and forward references.
//!
//! Each isolated op is parsed into a body of its own: entering one pushes a frame with its own
//! names, leaving it pops the body. A value that is used before its definition is a placeholder
//! until then: the argument of a block that is in no region.

use crate::data::asm::Parsed;
use crate::data::types::Type;
use crate::ir::asm::UnresolvedOperand;
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, ValueDef, ValueId};
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::Parser;
use crate::text::parser::names::{BlockEntry, BlockNames, Definition, Forward, Frame, SpareFrame};
use crate::text::printer::print_type;
use mlir_lite_diagnostics::{Diagnostic, Reported, Span};
use rustc_hash::FxHashMap;

impl<'s> Parser<'s> {
    pub(in crate::text) fn frame(&mut self) -> &mut Frame<'s> {
        self.names.frames.last_mut().expect("ops are parsed inside of a body")
    }

    /// Enters a body, which has its own names.
    pub(in crate::text) fn push_frame(&mut self, body: Body) {
        let SpareFrame { values, scoped, scopes, blocks } =
            self.names.spare_frames.pop().unwrap_or_default();
        self.names.frames.push(Frame {
            body,
            values,
            forwards: FxHashMap::default(),
            replaced: Vec::new(),
            scoped,
            scopes,
            blocks,
        });
    }

    pub(in crate::text) fn open_scope(&mut self) {
        let frame = self.frame();
        frame.scopes.push(frame.scoped.len());
        if frame.blocks.len() < frame.scopes.len() {
            frame.blocks.push(BlockNames::default());
        }
    }

    pub(in crate::text) fn close_scope(&mut self) -> Parsed<()> {
        let frame = self.frame();
        let mut missing = None;
        if let Some(blocks) = frame.block_names().filter(|blocks| !blocks.is_empty()) {
            missing = blocks.undefined();
            blocks.clear();
        }
        let start = frame.scopes.pop().unwrap_or_default();
        for name in frame.scoped.drain(start..) {
            frame.values.remove(name);
        }
        match missing {
            Some(token) => Err(self.error(token, "reference to an undefined block")),
            None => Ok(()),
        }
    }

    /// Leaves a body. All values that are used must be defined.
    pub(in crate::text) fn close_frame(&mut self) -> Parsed<Body> {
        self.close_scope()?;
        let mut undefined: Vec<Token> =
            self.frame().forwards.values().map(|forward| forward.token).collect();
        undefined.sort_by_key(|token| token.start);
        let mut reported = None;
        for token in undefined {
            let message = format!("use of undeclared SSA value name '{}'", self.text_of(token));
            reported = Some(self.error(token, message));
        }
        match (reported, self.names.frames.pop()) {
            (None, Some(mut frame)) => {
                for (forward, value) in frame.replaced.drain(..) {
                    frame.body.replace_all_uses(forward.value, value);
                    frame.body.erase_block(forward.block);
                }
                let Frame { body, mut values, mut scoped, mut scopes, mut blocks, .. } = frame;
                values.clear();
                scoped.clear();
                scopes.clear();
                blocks.iter_mut().for_each(BlockNames::clear);
                self.names.spare_frames.push(SpareFrame { values, scoped, scopes, blocks });
                Ok(body)
            }
            (Some(reported), _) => Err(reported),
            (None, None) => Err(self.expected("an op")),
        }
    }

    pub(in crate::text) fn define(
        &mut self,
        token: Token,
        name: &'s str,
        values: &[ValueId],
    ) -> Parsed<()> {
        let Some(&first) = values.first() else { return Ok(()) };
        let definition =
            Definition { first, count: values.len() as u32, start: token.start as u32 };
        let frame = self.frame();
        if let Some(old) = frame.values.insert(name, definition) {
            let old = self.definition_token(name, old);
            let diagnostic =
                Diagnostic::error(self.span(token), format!("redefinition of SSA value '%{name}'"))
                    .with_note_at(self.span(old), "previously defined here");
            return Err(self.report(diagnostic));
        }
        if frame.scopes.len() > 1 {
            frame.scoped.push(name);
        }
        if frame.forwards.is_empty() { Ok(()) } else { self.resolve_forwards(token, name, values) }
    }

    /// Replaces the placeholders of a name by the values.
    fn resolve_forwards(&mut self, token: Token, name: &'s str, values: &[ValueId]) -> Parsed<()> {
        for (i, &value) in values.iter().enumerate() {
            let frame = self.frame();
            let Some(forward) = frame.forwards.remove(&(name, i as u32)) else { continue };
            let (wanted, found) = (frame.body.ty(forward.value), frame.body.ty(value));
            if wanted != found {
                return Err(self.type_mismatch(forward.token, name, wanted, found, token));
            }
            frame.body.replace_all_uses(forward.value, value);
            frame.replaced.push((forward, value));
        }
        Ok(())
    }

    fn definition_token(&self, name: &str, definition: Definition) -> Token {
        let start = definition.start as usize;
        Token { kind: TokenKind::ValueId, start, end: start + 1 + name.len() }
    }

    pub(in crate::text) fn type_mismatch(
        &mut self,
        token: Token,
        name: &str,
        wanted: Type,
        found: Type,
        other: Token,
    ) -> Reported {
        let (wanted, found) = (print_type(&self.ctx, wanted), print_type(&self.ctx, found));
        let message = format!(
            "use of value '%{name}' expects different type than prior uses: '{wanted}' vs '{found}'"
        );
        let diagnostic = Diagnostic::error(self.span(token), message)
            .with_note_at(self.span(other), "prior use here");
        self.report(diagnostic)
    }

    /// `%name` or `%name#1`
    pub(in crate::text) fn operand(&mut self) -> Parsed<UnresolvedOperand<'s>> {
        if !self.is_kind(TokenKind::ValueId) {
            return Err(self.expected("SSA operand"));
        }
        let token = self.advance();
        let name = &self.text_of(token)[1..];
        let mut number = 0;
        let mut end = token.end;
        if self.is_kind(TokenKind::HashId) && self.token().start == token.end {
            let suffix = self.advance();
            end = suffix.end;
            number = match self.text_of(suffix)[1..].parse() {
                Ok(number) => number,
                Err(_) => return Err(self.error(suffix, "invalid SSA value result number")),
            };
        }
        Ok(UnresolvedOperand { name, number, position: self.span(Token { end, ..token }) })
    }

    pub(in crate::text) fn resolve(
        &mut self,
        operand: &UnresolvedOperand<'s>,
        ty: Type,
    ) -> Parsed<ValueId> {
        let frame = self.frame();
        if let Some(&definition) = frame.values.get(operand.name) {
            if operand.number >= definition.count {
                let token = self.token_at(operand.position);
                return Err(self.error(token, "reference to invalid result number"));
            }
            let mut value = definition.first;
            if operand.number > 0
                && let ValueDef::Result { op, index } = frame.body.value_def(value)
            {
                value = frame.body.result(op, (index + operand.number) as usize);
            }
            let found = frame.body.ty(value);
            if found != ty {
                let token = self.token_at(operand.position);
                let other = self.definition_token(operand.name, definition);
                return Err(self.type_mismatch(token, operand.name, ty, found, other));
            }
            return Ok(value);
        }
        let token = self.token_at(operand.position);
        let frame = self.frame();
        if let Some(forward) = frame.forwards.get(&(operand.name, operand.number)) {
            let (value, other) = (forward.value, forward.token);
            let found = frame.body.ty(value);
            if found != ty {
                return Err(self.type_mismatch(token, operand.name, ty, found, other));
            }
            return Ok(value);
        }
        let block = frame.body.create_detached_block(&[ty]);
        let value = frame.body.arguments(block)[0];
        frame.forwards.insert((operand.name, operand.number), Forward { value, block, token });
        Ok(value)
    }

    pub(in crate::text) fn block_by_name(&mut self) -> Parsed<BlockId> {
        if !self.is_kind(TokenKind::BlockId) {
            return Err(self.expected("block name"));
        }
        let token = self.advance();
        let name = self.text_of(token);
        let frame = self.frame();
        if let Some(entry) = frame.known_block(name) {
            return Ok(entry.block);
        }
        let block = frame.body.create_detached_block(&[]);
        self.name_block(name, BlockEntry { block, undefined: Some(token) });
        Ok(block)
    }

    /// Gives a block a name that no other one has in its region.
    pub(in crate::text) fn name_block(&mut self, name: &'s str, entry: BlockEntry) {
        if let Some(blocks) = self.frame().block_names() {
            blocks.insert(name, entry);
        }
    }

    /// The token of an operand that was parsed before.
    pub(in crate::text) fn token_at(&self, position: Span) -> Token {
        let base = self.span(Token { kind: TokenKind::ValueId, start: 0, end: 0 }).start;
        Token {
            kind: TokenKind::ValueId,
            start: (position.start - base) as usize,
            end: (position.end - base) as usize,
        }
    }
}
