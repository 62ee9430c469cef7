//! Parses ops, regions and blocks.
//!
//! Names are in `scope.rs`; the API for dialects is in `op_asm.rs`.

use crate::builtin;
use crate::data::asm::{Parsed, Spelling};
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::asm::UnresolvedOperand;
use crate::ir::body::{Body, OperationState};
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::ir::op_def::{Assembly, TraitFlags};
use crate::ir::op_name::OpName;
use crate::text::format;
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::caches::PendingOp;
use crate::text::parser::generic::MODULE_TERMINATOR;
use crate::text::parser::op_asm::OpParser;
use crate::text::parser::parallel::OpsIn;
use crate::text::parser::{Defined, Parser};
use mlir_lite_diagnostics::{Diagnostic, Reported};
use smallvec::SmallVec;

impl<'s> Parser<'s> {
    /// Parses a source as a module: the one that the source consists of, or one that is created
    /// around its ops.
    pub(in crate::text) fn module(&mut self) -> Parsed<Body> {
        let (module, is_around) = self.any_module()?;
        self.check_nesting(&module, is_around)?;
        Ok(module)
    }

    /// Like `module`, without a limit of levels. Also returns whether the module was created around
    /// the ops of the source.
    pub(in crate::text) fn any_module(&mut self) -> Parsed<(Body, bool)> {
        let location = self.ctx.file_location(self.file_name, 0, 0);
        let module = builtin::ModuleOp::create(&self.ctx, location);
        let block = builtin::ModuleOp::body_block(&module);
        self.push_frame(module);
        self.open_scope();
        while !self.is_kind(TokenKind::Eof) {
            let is_op = matches!(self.token().kind, TokenKind::BareId | TokenKind::String);
            if !is_op || !self.parallel_ops(block, OpsIn::Source) {
                self.source_item(block)?;
            }
        }
        let mut module = self.close_frame()?;
        let only = module.first_op(block).filter(|&op| module.next_op(op).is_none());
        if let Some(op) = only
            && module.name(op) == module.name(module.root())
            && let Some(mut inner) = module.take_child(op)
        {
            inner.take_resources(&mut module);
            return Ok((inner, false));
        }
        Ok((module, true))
    }

    /// Parses an item outside of all regions.
    pub(in crate::text) fn source_item(&mut self, block: BlockId) -> Parsed<()> {
        if matches!(self.token().kind, TokenKind::HashId | TokenKind::BangId) {
            self.define_alias()
        } else if self.is_punct("{-#") {
            self.resources()
        } else {
            self.op(block)
        }
    }

    // Regions and blocks

    /// Parses `{ ... }` into `region` of the current body.
    fn region(&mut self, region: RegionId, args: &[(UnresolvedOperand<'s>, Type)]) -> Parsed<()> {
        self.nested(|p| {
            p.expect_punct("{")?;
            p.open_scope();
            let unlabelled = !p.is_kind(TokenKind::BlockId);
            if unlabelled && (!args.is_empty() || !p.is_punct("}")) {
                let block = p.entry_block(region, args)?;
                p.block_ops(block)?;
            } else if !args.is_empty() {
                return Err(p.error(
                    p.token(),
                    "entry block arguments are already named: the entry block has no label",
                ));
            }
            while !p.is_punct("}") {
                let block = p.block_label(region)?;
                p.block_ops(block)?;
            }
            p.advance();
            p.close_scope()
        })
    }

    /// Parses a block without label, whose arguments the op has named.
    fn entry_block(
        &mut self,
        region: RegionId,
        args: &[(UnresolvedOperand<'s>, Type)],
    ) -> Parsed<BlockId> {
        let types: SmallVec<[Type; 4]> = args.iter().map(|arg| arg.1).collect();
        let block = self.frame().body.create_block(region, &types);
        for (i, (arg, _)) in args.iter().enumerate() {
            let token = self.token_at(arg.position);
            let location = self.argument_location(token);
            let body = &mut self.frame().body;
            let value = body.arguments(block)[i];
            body.set_argument_location(value, location);
            self.define(token, arg.name, &[value])?;
        }
        Ok(block)
    }

    /// `^bb1(%a: i32):`
    fn block_label(&mut self, region: RegionId) -> Parsed<BlockId> {
        if !self.is_kind(TokenKind::BlockId) {
            return Err(self.expected("block name or '}'"));
        }
        let token = self.token();
        let block = self.block_by_name()?;
        let name = self.text_of(token);
        let frame = self.frame();
        let fresh = match frame.known_block(name) {
            Some(entry) => entry.undefined.take().is_some(),
            None => false,
        };
        if !fresh {
            return Err(self.error(token, format!("redefinition of block '{name}'")));
        }
        frame.body.append_block(region, block);
        if self.eat_punct("(") {
            self.list_until(")", |p| {
                if !p.is_kind(TokenKind::ValueId) {
                    return Err(p.expected("block argument"));
                }
                let token = p.advance();
                p.expect_punct(":")?;
                let ty = p.ty()?;
                let location = match p.is_keyword("loc") {
                    true => {
                        let written = p.location_in_parens(Defined::Anywhere)?;
                        p.location_or_position(written, token)
                    }
                    false => p.tokens.location_of(token),
                };
                let body = &mut p.frame().body;
                let value = body.add_argument(block, ty);
                body.set_argument_location(value, location);
                p.define(token, &p.text_of(token)[1..], &[value])
            })?;
        }
        self.expect_punct(":")?;
        Ok(block)
    }

    /// The location of a block argument: the one that is written after it, otherwise its position.
    fn argument_location(&mut self, token: Token) -> Location {
        let written =
            self.names.argument_locations.iter().rposition(|entry| entry.0 == token.start);
        match written {
            Some(index) => {
                let written = self.names.argument_locations.swap_remove(index).1;
                self.location_or_position(written, token)
            }
            None => self.tokens.location_of(token),
        }
    }

    /// The location that is written for what is at a token, unless positions are asked for.
    fn location_or_position(&self, written: Location, token: Token) -> Location {
        if self.options.positions_as_locations { self.tokens.location_of(token) } else { written }
    }

    fn block_ops(&mut self, block: BlockId) -> Parsed<()> {
        if self.names.frames.len() == 2 {
            self.parallel_ops(block, OpsIn::Region);
        }
        while !self.is_punct("}") && !self.is_kind(TokenKind::BlockId) {
            self.op(block)?;
        }
        Ok(())
    }

    // Ops

    /// Parses an op and appends it to `block`.
    pub(in crate::text) fn op(&mut self, block: BlockId) -> Parsed<()> {
        let names = self.result_names()?;
        let name_token = self.token();
        let result_count = (!names.is_empty()).then(|| names.iter().map(|name| name.1).sum());
        let pending = match name_token.kind {
            TokenKind::String => self.generic_op(block)?,
            TokenKind::BareId => self.custom_op(block, result_count)?,
            _ => {
                const WHAT: &str =
                    "operation name in quotes, or the name of a registered operation";
                // The text before is complete, unless results have been named.
                let is_complete = names.is_empty() && !self.is_kind(TokenKind::Eof);
                return Err(if is_complete {
                    self.expected_here(WHAT)
                } else {
                    self.expected(WHAT)
                });
            }
        };
        let Some(mut pending) = pending else { return Ok(()) };
        if self.is_keyword("loc") {
            let written = self.location_in_parens(Defined::Anywhere)?;
            let location = self.location_or_position(written, name_token);
            pending.state.location = location;
            if let Some(child) = &mut pending.child {
                let root = child.root();
                child.set_location(root, location);
            }
        }
        let op = self.finish(&mut pending);
        self.caches.spare_ops.push(pending);
        self.check_spelling(op, name_token)?;
        let frame = self.frame();
        frame.body.append_op(block, op);
        let found = frame.body.num_results(op);
        if let Some(wanted) = result_count
            && wanted != found
        {
            let message =
                format!("operation defines {found} results but was provided {wanted} to bind");
            return Err(self.error(names[0].0, message));
        }
        if let [(token, 1)] = names[..] {
            let value = self.frame().body.result(op, 0);
            return self.define(token, &self.text_of(token)[1..], &[value]);
        }
        let mut next = 0;
        for (token, count) in names {
            let body = &self.frame().body;
            let values: SmallVec<[ValueId; 1]> =
                (next..next + count).map(|i| body.result(op, i)).collect();
            next += count;
            self.define(token, &self.text_of(token)[1..], &values)?;
        }
        Ok(())
    }

    /// Parses `%a = ` or `%a, %b:2 = `, if it is next. Returns the names, each with the number of
    /// its results.
    #[inline]
    fn result_names(&mut self) -> Parsed<SmallVec<[(Token, usize); 1]>> {
        let mut names = SmallVec::new();
        if !self.is_kind(TokenKind::ValueId) {
            return Ok(names);
        }
        names.push((self.advance(), 1));
        if !self.eat_punct("=") {
            self.more_result_names(&mut names)?;
        }
        Ok(names)
    }

    /// Parses the rest of several names, or of a name of several results.
    fn more_result_names(&mut self, names: &mut SmallVec<[(Token, usize); 1]>) -> Parsed<()> {
        loop {
            if self.eat_punct(":") {
                let at = self.token();
                let count = self.integer()?;
                if !(1..=1 << 20).contains(&count) {
                    return Err(
                        self.error(at, "expected named operation to have at least 1 result")
                    );
                }
                if let Some(last) = names.last_mut() {
                    last.1 = count as usize;
                }
            }
            if !self.eat_punct(",") {
                return self.expect_punct("=");
            }
            if !self.is_kind(TokenKind::ValueId) {
                return Err(self.expected("SSA value name"));
            }
            names.push((self.advance(), 1));
        }
    }

    /// Checks the conditions of today's MLIR for an op whose name in the text is that of today's
    /// MLIR.
    fn check_spelling(&mut self, op: OpId, token: Token) -> Parsed<()> {
        let body = &self.names.frames[self.names.frames.len() - 1].body;
        let Some(upstream) =
            body.def(op).and_then(|def| def.upstream.as_ref()).filter(|u| u.is_checked())
        else {
            return Ok(());
        };
        let name = self.text_of(token).trim_matches('"');
        if !upstream.names.contains(&name) {
            return Ok(());
        }
        match upstream.check(body.op(op), name) {
            Ok(()) => Ok(()),
            Err(message) => Err(self.error(token, message)),
        }
    }

    fn finish(&mut self, pending: &mut PendingOp) -> OpId {
        let state = &mut pending.state;
        if !pending.isolated {
            return self.frame().body.create_op_from(state);
        }
        let regions = self.definitions.op_info(state.name).def().map_or(0, |def| def.regions.len());
        let mut child = pending
            .child
            .take()
            .unwrap_or_else(|| Body::new(&self.ctx, state.name, state.location, regions));
        let root = child.root();
        child.init_attrs(root, &state.attributes);
        self.frame().body.create_isolated_op(child, &state.operands, &state.result_types)
    }

    /// A pending op without any parts. Reuses the memory of an earlier one.
    pub(in crate::text) fn pending(
        &mut self,
        block: BlockId,
        name: OpName,
        token: Token,
        result_count: Option<usize>,
    ) -> Box<PendingOp> {
        let location = self.tokens.location_of(token);
        let isolated =
            self.definitions.op_info(name).flags().contains(TraitFlags::ISOLATED_FROM_ABOVE);
        let Some(mut op) = self.caches.spare_ops.pop() else {
            let state = OperationState::new(name, location);
            return Box::new(PendingOp {
                state,
                isolated,
                child: None,
                name_token: token,
                block,
                result_count,
            });
        };
        op.state.reset(name, location);
        op.isolated = isolated;
        op.child = None;
        op.name_token = token;
        op.block = block;
        op.result_count = result_count;
        op
    }

    /// Parses `(%a, %b : i32, i64)` or `(%a : i32, %b : i64)`, if a parenthesis follows.
    pub(in crate::text) fn successor_args(&mut self) -> Parsed<SmallVec<[ValueId; 2]>> {
        let mut values = SmallVec::new();
        if !self.eat_punct("(") {
            return Ok(values);
        }
        let mut operands = SmallVec::<[UnresolvedOperand<'s>; 4]>::new();
        self.comma_list(|p| {
            operands.push(p.operand()?);
            Ok(())
        })?;
        self.expect_punct(":")?;
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                self.expect_punct(",")?;
            }
            let ty = self.ty()?;
            values.push(self.resolve(operand, ty)?);
        }
        self.expect_punct(")")?;
        Ok(values)
    }

    /// The op name, cached: most ops of a source have one of few names.
    pub(in crate::text) fn op_name(&mut self, quoted: &'s str, full: &str) -> OpName {
        if let Some(&name) = self.caches.op_names.get(quoted) {
            return name;
        }
        let name = self.ctx.op_name_as_written(full);
        if self.options.allow_unregistered && !self.definitions.op_info(name).is_registered() {
            self.ctx.carry_unknown_op(name);
        }
        self.note_spelling(name, full);
        self.caches.op_names.insert(quoted, name);
        name
    }

    /// Records which spelling the text uses, if the op's name is not the same in both.
    fn note_spelling(&self, name: OpName, written: &str) {
        let info = self.definitions.op_info(name);
        let Some(upstream) = info.def().and_then(|def| def.upstream.as_ref()) else {
            let dialect = info.dialect();
            if dialect.is_some_and(|dialect| self.ctx.is_only_upstream_dialect(dialect)) {
                self.ctx.note_name_of(Spelling::Upstream);
            }
            return;
        };
        if upstream.names.contains(&written) {
            if info.name() != written {
                self.ctx.note_name_of(Spelling::Upstream);
            }
        } else if !upstream.names.contains(&info.name()) && is_only_of_std(upstream.names, written)
        {
            self.ctx.note_name_of(Spelling::Std);
        }
    }

    pub(in crate::text) fn unregistered(&mut self, token: Token, name: &str) -> Reported {
        let message = match name.split_once('.') {
            Some((dialect, _)) if self.ctx.dialect_of_prefix(dialect).is_none() => format!(
                "operation '{name}' is of dialect '{dialect}', which is not loaded. If this is \
                    intended, use -allow-unregistered-dialect"
            ),
            Some((dialect @ "builtin", op)) => {
                format!("dialect '{dialect}' has no operation '{op}'")
            }
            Some((dialect, op)) => format!(
                "dialect '{dialect}' has no operation '{op}'. If this is intended, use \
                    -allow-unregistered-dialect"
            ),
            None => format!(
                "operation '{name}' is not known. If this is intended, use \
                    -allow-unregistered-dialect"
            ),
        };
        self.error(token, message)
    }

    /// The op name that a custom form's name means.
    pub(in crate::text) fn custom_name(&self, text: &str) -> Option<OpName> {
        self.ctx.registered_op(text)
    }

    fn custom_op(
        &mut self,
        block: BlockId,
        result_count: Option<usize>,
    ) -> Parsed<Option<Box<PendingOp>>> {
        let token = self.advance();
        let text = self.text_of(token);
        if text == MODULE_TERMINATOR && self.ends_module(block, token, &[])? {
            return Ok(None);
        }
        let own = self.name_in_own_dialect(text);
        let (name, assembly) = match (own, self.caches.custom_names.get(text)) {
            (Some(name), _) => {
                let def = self.definitions.op_info(name).def();
                (name, def.map_or(Assembly::Generic, |def| def.assembly))
            }
            (None, Some(&known)) => known,
            (None, None) => {
                let known = self.custom_form(token)?;
                self.caches.custom_names.insert(text, known);
                known
            }
        };
        let op = self.pending(block, name, token, result_count);
        let mut parser = OpParser { parser: self, op };
        match assembly {
            Assembly::Generic => {
                let message = format!(
                    "op '{text}' has no custom form: write it in generic form, \"{text}\"(..)"
                );
                return Err(parser.parser.error(token, message));
            }
            Assembly::Format(elements) => format::parse(elements, &mut parser)?,
            Assembly::Custom { parse, .. } => parse(&mut parser)?,
        }
        Ok(Some(parser.op))
    }

    /// The op that a name without prefix means in a region of an op that opens its own dialect.
    fn name_in_own_dialect(&self, text: &str) -> Option<OpName> {
        let around = self.own_dialect.filter(|_| !text.contains('.'))?;
        let dialect = self.definitions.op_info(around).namespace();
        self.ctx.registered_op(&format!("{dialect}.{text}"))
    }

    /// The op name and form that a custom form's name means.
    fn custom_form(&mut self, token: Token) -> Parsed<(OpName, Assembly)> {
        let text = self.text_of(token);
        let Some(name) = self.custom_name(text) else {
            let own = self.own_dialect.map(|own| self.definitions.op_info(own).namespace());
            let tried = match (text.contains('.'), own) {
                (true, _) => format!("'{text}' as well as its dialect"),
                (false, Some(own)) => format!("'{own}.{text}' and 'std.{text}' as well"),
                (false, None) => format!("'std.{text}' as well"),
            };
            let message = format!("custom op '{text}' is unknown (tried {tried})");
            let mut error = Diagnostic::error(self.span(token), message);
            if let Some((dialect, _)) = text.split_once('.')
                && self.ctx.dialect_of_prefix(dialect).is_some()
            {
                error = error.with_help(format!(
                    "dialect '{dialect}' has no such operation; unknown ones are read in generic \
                        form, \
                     \"{text}\"(..), with -allow-unregistered-dialect"
                ));
            }
            return Err(self.report(error));
        };
        self.note_spelling(name, text);
        let def = self.definitions.op_info(name).def();
        let upstream = def.and_then(|def| def.upstream.as_ref()).filter(|upstream| {
            upstream.names.iter().any(|n| *n == text || n.ends_with(&format!(".{text}")))
        });
        let assembly = match (def, upstream.and_then(|upstream| upstream.assembly)) {
            (_, Some(assembly)) if text.contains('.') => assembly,
            (Some(def), _) => def.assembly,
            (None, _) => Assembly::Generic,
        };
        Ok((name, assembly))
    }

    /// An estimate of the number of ops in the region that follows: the number of lines up to one
    /// that is indented like the first and begins with the closing brace. Used to reserve memory,
    /// so an error costs little. It is 0 if the region does not have lines of its own that are
    /// indented further, so that the search does not leave the region.
    fn lines_of_region(&self) -> usize {
        /// The length of short ops, for text that is not formatted like printed text.
        const BYTES_PER_OP: usize = 16;
        /// The maximum number of bytes in a line before the region and before its first line.
        const MAX_LINE: usize = 512;
        let (text, start) = (self.tokens.source().as_bytes(), self.token().start);
        let before = &text[start.saturating_sub(MAX_LINE)..start];
        let line = match memchr::memrchr(b'\n', before) {
            Some(end) => &before[end + 1..],
            None if before.len() == start => before,
            None => return 0,
        };
        let indent = line.iter().take_while(|&&byte| byte == b' ').count();
        let end = text.len().min(start + MAX_LINE);
        let rest = text.get(start + 1..end).unwrap_or_default();
        if rest.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) != Some(&b'\n') {
            return 0;
        }
        for (lines, newline) in memchr::memchr_iter(b'\n', &text[start..]).enumerate() {
            let next = &text[start + newline + 1..];
            let spaces = next.iter().take(indent + 1).take_while(|&&byte| byte == b' ').count();
            match next.get(spaces) {
                _ if spaces > indent => {}
                Some(b'}') if spaces == indent => return lines.min(newline / BYTES_PER_OP),
                // Labels of blocks, empty lines and comments.
                Some(b'^' | b'\n' | b'\r' | b'/') => {}
                _ => return 0,
            }
        }
        0
    }

    /// Parses a region of the op into the current body or the op's own.
    pub(in crate::text) fn op_region(
        &mut self,
        op: &mut PendingOp,
        args: &[(UnresolvedOperand<'s>, Type)],
    ) -> Parsed<()> {
        let name = op.state.name;
        let flags = self.definitions.op_info(name).flags();
        let own = flags.contains(TraitFlags::OPENS_OWN_DIALECT).then_some(name);
        let around = std::mem::replace(&mut self.own_dialect, own);
        let parsed = self.region_of(op, args);
        self.own_dialect = around;
        parsed
    }

    fn region_of(
        &mut self,
        op: &mut PendingOp,
        args: &[(UnresolvedOperand<'s>, Type)],
    ) -> Parsed<()> {
        if !op.isolated {
            let region = self.frame().body.create_region();
            op.state.regions.push(region);
            return self.region(region, args);
        }
        let mut body = match op.child.take() {
            Some(child) => child,
            None => {
                let (name, location) = (op.state.name, op.state.location);
                Body::new_in(&self.ctx, name, location, &mut self.caches.spare_arrays)
            }
        };
        let root = body.root();
        let region = body.add_region(root);
        body.reserve_to_grow(self.lines_of_region());
        self.push_frame(body);
        self.region(region, args)?;
        let mut body = self.close_frame()?;
        body.fit(&mut self.caches.spare_arrays);
        op.child = Some(body);
        Ok(())
    }
}

/// Whether a name of an op, which is none of its names in today's MLIR, is of 2020's spelling only.
/// In functions, both spellings leave out the dialect of ops on functions.
fn is_only_of_std(upstream: &[&str], written: &str) -> bool {
    let is_short = |name: &&str| name.strip_prefix("func.") == Some(written);
    written == "func" || !upstream.iter().any(is_short)
}
