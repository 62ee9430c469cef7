//! Parses ops, regions and blocks.
//!
//! Each isolated op is parsed into a body of its own: entering one pushes a
//! frame with fresh names, leaving it pops the body. A value that is used
//! before its definition is a placeholder until then: the argument of a block
//! that is in no region.

use crate::attributes::{Attribute, DenseElements, NamedAttribute};
use crate::context::OpName;
use crate::dialects::builtin;
use crate::ir::body::{Body, OperationState};
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::ir::ident::Ident;
use crate::ir::location::Location;
use crate::ir::op_def::{Assembly, OpDef, TraitFlags};
use crate::text::format;
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::{AsmParser, Parsed, Parser};
use crate::text::printer::print_type;
use crate::types::Type;
use mlir_lite_diagnostics::{Diagnostic, Reported, Span};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A use of a value by name, before its type is known.
#[derive(Copy, Clone, Debug)]
pub struct UnresolvedOperand<'s> {
    /// Name without `%`.
    pub name: &'s str,
    /// Which of the results of that name.
    pub number: u32,
    /// Where it stands.
    pub position: Span,
}

struct Definition {
    values: SmallVec<[ValueId; 1]>,
    token: Token,
}

struct Forward {
    value: ValueId,
    block: BlockId,
    token: Token,
}

struct BlockEntry {
    block: BlockId,
    /// Where it was first named, while its label has not been seen.
    undefined: Option<Token>,
}

/// What is known while one body is parsed.
pub(super) struct Frame<'s> {
    body: Body,
    values: FxHashMap<&'s str, Definition>,
    forwards: FxHashMap<(&'s str, u32), Forward>,
    /// Names that each open region defined.
    scopes: Vec<Vec<&'s str>>,
    /// Block names of each open region.
    blocks: Vec<FxHashMap<&'s str, BlockEntry>>,
}

impl Frame<'_> {
    fn new(body: Body) -> Self {
        Self {
            body,
            values: FxHashMap::default(),
            forwards: FxHashMap::default(),
            scopes: Vec::new(),
            blocks: Vec::new(),
        }
    }
}

/// Reads an op's custom form: collects what the op will be made of.
pub struct OpAsmParser<'p, 's> {
    asm: AsmParser<'p, 's>,
    op: PendingOp,
}

struct PendingOp {
    state: OperationState,
    isolated: bool,
    child: Option<Body>,
    result_count: Option<usize>,
}

impl<'p, 's> std::ops::Deref for OpAsmParser<'p, 's> {
    type Target = AsmParser<'p, 's>;
    fn deref(&self) -> &AsmParser<'p, 's> {
        &self.asm
    }
}

impl<'p, 's> std::ops::DerefMut for OpAsmParser<'p, 's> {
    fn deref_mut(&mut self) -> &mut AsmParser<'p, 's> {
        &mut self.asm
    }
}

impl<'s> Parser<'s> {
    /// All of a source, as a module: the one that the source consists of, or
    /// one around its ops.
    pub(super) fn module(&mut self) -> Parsed<Body> {
        let location = Location::position(self.span(Token { kind: TokenKind::Eof, start: 0, end: 0 }).start);
        let module = builtin::ModuleOp::create(&self.ctx, location);
        let block = builtin::ModuleOp::body_block(&module);
        self.frames.push(Frame::new(module));
        self.open_scope();
        while !self.is_kind(TokenKind::Eof) {
            if matches!(self.token().kind, TokenKind::HashId | TokenKind::BangId) {
                self.define_alias()?;
            } else if self.is_punct("{-#") {
                self.skip_resources()?;
            } else {
                self.op(block)?;
            }
        }
        let mut module = self.close_frame()?;
        let only = module.first_op(block).filter(|&op| module.next_op(op).is_none());
        if let Some(op) = only
            && module.name(op) == module.name(module.root())
            && let Some(inner) = module.take_child(op)
        {
            return Ok(inner);
        }
        Ok(module)
    }

    /// The sections of external data at a file's end.
    fn skip_resources(&mut self) -> Parsed<()> {
        let open = self.advance();
        match self.source()[open.end..].find("#-}") {
            Some(offset) => {
                self.jump(open.end + offset + 3);
                Ok(())
            }
            None => Err(self.error(open, "this resource section has no end: expected '#-}'")),
        }
    }

    // Scopes

    fn frame(&mut self) -> &mut Frame<'s> {
        self.frames.last_mut().expect("ops are parsed inside of a body")
    }

    fn open_scope(&mut self) {
        let frame = self.frame();
        frame.scopes.push(Vec::new());
        frame.blocks.push(FxHashMap::default());
    }

    fn close_scope(&mut self) -> Parsed<()> {
        let frame = self.frame();
        for name in frame.scopes.pop().unwrap_or_default() {
            frame.values.remove(name);
        }
        let blocks = frame.blocks.pop().unwrap_or_default();
        let missing = blocks.values().filter_map(|entry| entry.undefined).min_by_key(|token| token.start);
        match missing {
            Some(token) => Err(self.error(token, "reference to an undefined block")),
            None => Ok(()),
        }
    }

    /// Leaves a body; all values that were used must have been defined.
    fn close_frame(&mut self) -> Parsed<Body> {
        self.close_scope()?;
        let mut undefined: Vec<Token> = self.frame().forwards.values().map(|forward| forward.token).collect();
        undefined.sort_by_key(|token| token.start);
        let mut reported = None;
        for token in undefined {
            let message = format!("use of undeclared SSA value name '{}'", self.text_of(token));
            reported = Some(self.error(token, message));
        }
        match (reported, self.frames.pop()) {
            (None, Some(frame)) => Ok(frame.body),
            (Some(reported), _) => Err(reported),
            (None, None) => Err(self.expected("an op")),
        }
    }

    fn define(&mut self, token: Token, name: &'s str, values: &[ValueId]) -> Parsed<()> {
        if let Some(old) = self.frame().values.get(name) {
            let old = old.token;
            let diagnostic =
                Diagnostic::error(self.span(token), format!("redefinition of SSA value '%{name}'"))
                    .with_note_at(self.span(old), "previously defined here");
            return Err(self.report(diagnostic));
        }
        for (i, &value) in values.iter().enumerate() {
            let frame = self.frame();
            let Some(forward) = frame.forwards.remove(&(name, i as u32)) else { continue };
            let (wanted, found) = (frame.body.ty(forward.value), frame.body.ty(value));
            if wanted != found {
                return Err(self.type_mismatch(forward.token, name, wanted, found, token));
            }
            frame.body.replace_all_uses(forward.value, value);
            frame.body.erase_block(forward.block);
        }
        let frame = self.frame();
        frame.values.insert(name, Definition { values: values.into(), token });
        if let Some(scope) = frame.scopes.last_mut() {
            scope.push(name);
        }
        Ok(())
    }

    fn type_mismatch(
        &mut self,
        token: Token,
        name: &str,
        wanted: Type,
        found: Type,
        other: Token,
    ) -> Reported {
        let (wanted, found) = (print_type(&self.ctx, wanted), print_type(&self.ctx, found));
        let message =
            format!("use of value '%{name}' expects different type than prior uses: '{wanted}' vs '{found}'");
        let diagnostic =
            Diagnostic::error(self.span(token), message).with_note_at(self.span(other), "prior use here");
        self.report(diagnostic)
    }

    /// `%name` or `%name#1`
    pub(super) fn operand(&mut self) -> Parsed<UnresolvedOperand<'s>> {
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

    fn resolve(&mut self, operand: &UnresolvedOperand<'s>, ty: Type) -> Parsed<ValueId> {
        let base = self.span(Token { kind: TokenKind::ValueId, start: 0, end: 0 }).start;
        let token = Token {
            kind: TokenKind::ValueId,
            start: (operand.position.start - base) as usize,
            end: (operand.position.end - base) as usize,
        };
        let frame = self.frame();
        if let Some(definition) = frame.values.get(operand.name) {
            let other = definition.token;
            let Some(&value) = definition.values.get(operand.number as usize) else {
                return Err(self.error(token, "reference to invalid result number"));
            };
            let found = frame.body.ty(value);
            if found != ty {
                return Err(self.type_mismatch(token, operand.name, ty, found, other));
            }
            return Ok(value);
        }
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

    fn block_by_name(&mut self) -> Parsed<BlockId> {
        if !self.is_kind(TokenKind::BlockId) {
            return Err(self.expected("block name"));
        }
        let token = self.advance();
        let name = self.text_of(token);
        let frame = self.frame();
        let Some(blocks) = frame.blocks.last_mut() else { return Err(self.expected("block name")) };
        if let Some(entry) = blocks.get(name) {
            return Ok(entry.block);
        }
        let block = frame.body.create_detached_block(&[]);
        blocks.insert(name, BlockEntry { block, undefined: Some(token) });
        Ok(block)
    }

    // Regions and blocks

    /// `{ ... }` into `region` of the current body.
    fn region(&mut self, region: RegionId, args: &[(UnresolvedOperand<'s>, Type)]) -> Parsed<()> {
        self.nested(|p| {
            p.expect_punct("{")?;
            p.open_scope();
            let unlabelled = !p.is_kind(TokenKind::BlockId);
            if unlabelled && (!args.is_empty() || !p.is_punct("}")) {
                let types: Vec<Type> = args.iter().map(|arg| arg.1).collect();
                let block = p.frame().body.create_block(region, &types);
                for (i, (arg, _)) in args.iter().enumerate() {
                    let value = p.frame().body.arguments(block)[i];
                    let base = p.span(Token { kind: TokenKind::ValueId, start: 0, end: 0 }).start;
                    let token = Token {
                        kind: TokenKind::ValueId,
                        start: (arg.position.start - base) as usize,
                        end: (arg.position.end - base) as usize,
                    };
                    p.define(token, arg.name, &[value])?;
                }
                p.block_ops(block)?;
            } else if !args.is_empty() {
                return Err(p.error(
                    p.token(),
                    "entry block arguments are already named: the entry block has no label",
                ));
            }
            while !p.is_punct("}") {
                p.labelled_block(region)?;
            }
            p.advance();
            p.close_scope()
        })
    }

    fn labelled_block(&mut self, region: RegionId) -> Parsed<()> {
        if !self.is_kind(TokenKind::BlockId) {
            return Err(self.expected("block name or '}'"));
        }
        let token = self.token();
        let block = self.block_by_name()?;
        let name = self.text_of(token);
        let frame = self.frame();
        let entry = frame.blocks.last_mut().and_then(|blocks| blocks.get_mut(name));
        let fresh = match entry {
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
                if p.is_keyword("loc") {
                    p.location_in_parens()?;
                }
                let value = p.frame().body.add_argument(block, ty);
                p.define(token, &p.text_of(token)[1..], &[value])
            })?;
        }
        self.expect_punct(":")?;
        self.block_ops(block)
    }

    fn block_ops(&mut self, block: BlockId) -> Parsed<()> {
        while !self.is_punct("}") && !self.is_kind(TokenKind::BlockId) {
            self.op(block)?;
        }
        Ok(())
    }

    // Ops

    /// An op, appended to `block`.
    fn op(&mut self, block: BlockId) -> Parsed<()> {
        let mut names: SmallVec<[(Token, usize); 2]> = SmallVec::new();
        if self.is_kind(TokenKind::ValueId) {
            self.comma_list(|p| {
                if !p.is_kind(TokenKind::ValueId) {
                    return Err(p.expected("SSA value name"));
                }
                let token = p.advance();
                let mut count = 1;
                if p.eat_punct(":") {
                    let at = p.token();
                    count = p.integer()?;
                    if !(1..=1 << 20).contains(&count) {
                        return Err(p.error(at, "expected named operation to have at least 1 result"));
                    }
                }
                names.push((token, count as usize));
                Ok(())
            })?;
            self.expect_punct("=")?;
        }
        let name_token = self.token();
        let result_count = (!names.is_empty()).then(|| names.iter().map(|name| name.1).sum());
        let pending = match name_token.kind {
            TokenKind::String => self.generic_op()?,
            TokenKind::BareId => self.custom_op(result_count)?,
            _ => return Err(self.expected("operation name in quotes, or the name of a registered operation")),
        };
        let Some(mut pending) = pending else { return Ok(()) };
        if self.is_keyword("loc") {
            let location = self.location_in_parens()?;
            pending.state.location = location;
            if let Some(child) = &mut pending.child {
                let root = child.root();
                child.set_location(root, location);
            }
        }
        let op = self.finish(pending);
        let frame = self.frame();
        frame.body.append_op(block, op);
        let found = frame.body.num_results(op);
        if let Some(wanted) = result_count
            && wanted != found
        {
            let message = format!("operation defines {found} results but was provided {wanted} to bind");
            return Err(self.error(names[0].0, message));
        }
        let mut next = 0;
        for (token, count) in names {
            let body = &self.frame().body;
            let values: SmallVec<[ValueId; 1]> = (next..next + count).map(|i| body.result(op, i)).collect();
            next += count;
            self.define(token, &self.text_of(token)[1..], &values)?;
        }
        Ok(())
    }

    fn finish(&mut self, pending: PendingOp) -> OpId {
        let PendingOp { state, isolated, child, .. } = pending;
        if !isolated {
            return self.frame().body.create_op(state);
        }
        let regions = self.ctx.op_info(state.name).def().map_or(0, |def| def.regions.len());
        let mut child = child.unwrap_or_else(|| Body::new(&self.ctx, state.name, state.location, regions));
        let root = child.root();
        for (name, value) in state.attributes {
            child.set_attr(root, name, value);
        }
        self.frame().body.create_isolated_op(child, &state.operands, &state.result_types)
    }

    fn pending(&self, name: OpName, token: Token, result_count: Option<usize>) -> PendingOp {
        PendingOp {
            state: OperationState::new(name, self.location_of(token)),
            isolated: self.ctx.op_info(name).flags().contains(TraitFlags::ISOLATED_FROM_ABOVE),
            child: None,
            result_count,
        }
    }

    /// `"name"(%a)[^bb](..) <{..}> ({..}) {..} : (..) -> ..`. None for an op
    /// that 2020's text has and nothing needs: the end of a module.
    fn generic_op(&mut self) -> Parsed<Option<PendingOp>> {
        let token = self.advance();
        let bytes = self.string_bytes(token, self.text_of(token))?;
        let Ok(text) = std::str::from_utf8(&bytes) else {
            return Err(self.error(token, "op names are UTF-8"));
        };
        let full = match text {
            "module" => "builtin.module",
            "func" => "std.func",
            "module_terminator" => {
                self.expect_punct("(")?;
                self.expect_punct(")")?;
                self.expect_punct(":")?;
                self.function_type()?;
                return Ok(None);
            }
            "" => return Err(self.error(token, "empty operation name is invalid")),
            _ => text,
        };
        let name = self.ctx.op_name(full);
        let def = self.ctx.op_info(name).def();
        if def.is_none() && !self.options.allow_unregistered {
            return Err(self.unregistered(token, text));
        }
        let mut op = self.pending(name, token, None);
        self.expect_punct("(")?;
        let mut operands = Vec::new();
        self.list_until(")", |p| {
            operands.push(p.operand()?);
            Ok(())
        })?;
        let mut successors = Vec::new();
        if self.eat_punct("[") {
            self.list_until("]", |p| {
                let block = p.block_by_name()?;
                let passed = p.successor_args()?;
                successors.push((block, passed));
                Ok(())
            })?;
        }
        let mut attributes = Vec::new();
        if self.eat_punct("<") {
            attributes = self.dictionary()?;
            self.expect_punct(">")?;
        }
        if self.eat_punct("(") {
            self.list_until(")", |p| p.op_region(&mut op, &[]))?;
        }
        if self.is_punct("{") {
            attributes.extend(self.dictionary()?);
        }
        self.expect_punct(":")?;
        let type_token = self.token();
        let (inputs, results) = self.function_type()?;
        if inputs.len() != operands.len() {
            let message = format!("expected {} operand types but had {}", operands.len(), inputs.len());
            return Err(self.error(type_token, message));
        }
        let mut values: SmallVec<[ValueId; 4]> = SmallVec::new();
        for (operand, &ty) in operands.iter().zip(&inputs) {
            values.push(self.resolve(operand, ty)?);
        }
        self.distribute(&mut op, def, values, successors, &mut attributes, token)?;
        op.state.result_types.extend(results);
        op.state.attributes.extend(attributes);
        Ok(Some(op))
    }

    /// Sorts operands into the op's own and those passed to successors. Today's
    /// generic form lists all together, with their numbers in
    /// `operandSegmentSizes`; the 2020 form gives these with the successors.
    fn distribute(
        &mut self,
        op: &mut PendingOp,
        def: Option<&'static OpDef>,
        mut values: SmallVec<[ValueId; 4]>,
        successors: Vec<(BlockId, SmallVec<[ValueId; 2]>)>,
        attributes: &mut Vec<NamedAttribute>,
        token: Token,
    ) -> Parsed<()> {
        let sizes_name = self.ctx.ident("operandSegmentSizes");
        let old_name = self.ctx.ident("operand_segment_sizes");
        for entry in attributes.iter_mut().filter(|entry| entry.0 == old_name) {
            if let Some(sizes) = self.segment_sizes(entry.1) {
                *entry = (sizes_name, self.ctx.i32_array_attr(&sizes));
            }
        }
        let declared = def.is_some_and(|def| def.attrs.iter().any(|attr| attr.name == "operandSegmentSizes"));
        let mut passed: Vec<usize> = vec![0; successors.len()];
        if def.is_some() && !successors.is_empty() && successors.iter().all(|s| s.1.is_empty()) {
            let position = attributes.iter().position(|entry| entry.0 == sizes_name);
            let fixed = def.map_or(0, |def| def.operands.len());
            match position.filter(|_| !declared) {
                Some(position) => {
                    let sizes = self.segment_sizes(attributes[position].1).unwrap_or_default();
                    let total: usize = sizes.iter().map(|&size| size.max(0) as usize).sum();
                    if sizes.len() < successors.len() || total != values.len() {
                        return Err(self.error(token, "operandSegmentSizes do not add up to the operands"));
                    }
                    let first = sizes.len() - successors.len();
                    passed = sizes[first..].iter().map(|&size| size.max(0) as usize).collect();
                    attributes.remove(position);
                }
                None if successors.len() == 1 => passed[0] = values.len().saturating_sub(fixed),
                None => {}
            }
        }
        let own = values.len() - passed.iter().sum::<usize>();
        let mut rest: SmallVec<[ValueId; 4]> = values.drain(own..).collect();
        op.state.operands = values;
        for ((block, explicit), count) in successors.into_iter().zip(passed) {
            let mut operands: SmallVec<[ValueId; 2]> = rest.drain(..count).collect();
            operands.extend(explicit);
            op.state.successors.push((block, operands));
        }
        Ok(())
    }

    /// Sizes written as `array<i32: ..>` or as `dense<..> : vector<..xi32>`.
    fn segment_sizes(&self, attribute: Attribute) -> Option<Vec<i32>> {
        if let Some(sizes) = attribute.as_i64_array(&self.ctx) {
            return Some(sizes.into_iter().map(|size| size as i32).collect());
        }
        let elements: DenseElements = attribute.dense(&self.ctx)?;
        let count = elements.len(&self.ctx);
        (0..count)
            .map(|i| Some(i32::from_le_bytes(elements.element(&self.ctx, i)?.try_into().ok()?)))
            .collect()
    }

    /// `(%a, %b : i32, i64)` or `(%a : i32, %b : i64)`, if there is a
    /// parenthesis.
    fn successor_args(&mut self) -> Parsed<SmallVec<[ValueId; 2]>> {
        let mut values = SmallVec::new();
        if !self.eat_punct("(") {
            return Ok(values);
        }
        let mut operands = Vec::new();
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

    fn unregistered(&mut self, token: Token, name: &str) -> Reported {
        let message = match name.split_once('.') {
            Some((dialect, _)) if self.ctx.dialect_id(dialect).is_none() => format!(
                "operation '{name}' is of dialect '{dialect}', which is not loaded. If this is intended, use -allow-unregistered-dialect"
            ),
            Some((dialect, op)) => format!("dialect '{dialect}' has no operation '{op}'"),
            None => format!(
                "operation '{name}' is not known. If this is intended, use -allow-unregistered-dialect"
            ),
        };
        self.error(token, message)
    }

    /// The op that a custom form's name means.
    fn custom_name(&self, text: &str) -> Option<OpName> {
        let ctx = &self.ctx;
        if text.contains('.') {
            return ctx.registered_op(text);
        }
        ["std.", "builtin.", "func."].iter().find_map(|prefix| ctx.registered_op(&format!("{prefix}{text}")))
    }

    fn custom_op(&mut self, result_count: Option<usize>) -> Parsed<Option<PendingOp>> {
        let token = self.advance();
        let text = self.text_of(token);
        if text == "module_terminator" {
            return Ok(None);
        }
        let Some(name) = self.custom_name(text) else {
            let message = if text.contains('.') {
                format!("custom op '{text}' is unknown (tried '{text}' as well as its dialect)")
            } else {
                format!("custom op '{text}' is unknown (tried 'std.{text}' as well)")
            };
            return Err(self.error(token, message));
        };
        let def = self.ctx.op_info(name).def();
        let upstream = def
            .and_then(|def| def.upstream.as_ref())
            .filter(|upstream| upstream.names.iter().any(|n| *n == text || n.ends_with(&format!(".{text}"))));
        let assembly = match (def, upstream.and_then(|upstream| upstream.assembly)) {
            (_, Some(assembly)) if text.contains('.') => assembly,
            (Some(def), _) => def.assembly,
            (None, _) => Assembly::Generic,
        };
        let op = self.pending(name, token, result_count);
        let mut parser = OpAsmParser { asm: AsmParser { parser: self }, op };
        match assembly {
            Assembly::Generic => {
                let message =
                    format!("op '{text}' has no custom form: write it in generic form, \"{text}\"(..)");
                return Err(parser.asm.parser.error(token, message));
            }
            Assembly::Format(elements) => format::parse(elements, &mut parser)?,
            Assembly::Custom { parse, .. } => parse(&mut parser)?,
        }
        Ok(Some(parser.op))
    }

    /// A region of the op: into the current body, or into the op's own.
    fn op_region(&mut self, op: &mut PendingOp, args: &[(UnresolvedOperand<'s>, Type)]) -> Parsed<()> {
        if !op.isolated {
            let region = self.frame().body.create_region();
            op.state.regions.push(region);
            return self.region(region, args);
        }
        let child = op.child.take();
        let mut body = child.unwrap_or_else(|| Body::new(&self.ctx, op.state.name, op.state.location, 0));
        let root = body.root();
        let region = body.add_region(root);
        self.frames.push(Frame::new(body));
        self.frame().scopes.push(Vec::new());
        self.frame().blocks.push(FxHashMap::default());
        self.region(region, args)?;
        op.child = Some(self.close_frame()?);
        Ok(())
    }
}

impl<'p, 's> OpAsmParser<'p, 's> {
    /// For types and attributes.
    pub fn asm(&mut self) -> &mut AsmParser<'p, 's> {
        &mut self.asm
    }

    /// The op's name.
    pub fn op_name(&self) -> OpName {
        self.op.state.name
    }

    /// Where the op comes from.
    pub fn location(&self) -> Location {
        self.op.state.location
    }

    /// How many results the text gives names to; none if it names none.
    pub fn named_results(&self) -> Option<usize> {
        self.op.result_count
    }

    /// What has been collected so far.
    pub fn state(&self) -> &OperationState {
        &self.op.state
    }

    /// The body that the op is parsed into, for the types of its values.
    pub fn body(&mut self) -> &mut Body {
        &mut self.asm.parser.frame().body
    }

    /// Whether an operand is next.
    pub fn at_operand(&self) -> bool {
        self.asm.parser.is_kind(TokenKind::ValueId)
    }

    /// Reads `%name`.
    pub fn parse_operand(&mut self) -> Parsed<UnresolvedOperand<'s>> {
        self.asm.parser.operand()
    }

    /// Reads `%name`, if one is next.
    pub fn parse_optional_operand(&mut self) -> Parsed<Option<UnresolvedOperand<'s>>> {
        if self.at_operand() { self.parse_operand().map(Some) } else { Ok(None) }
    }

    /// Reads operands with `,` between them, perhaps none.
    pub fn parse_operand_list(&mut self) -> Parsed<Vec<UnresolvedOperand<'s>>> {
        let mut operands = Vec::new();
        if self.at_operand() {
            self.asm.parser.comma_list(|p| {
                operands.push(p.operand()?);
                Ok(())
            })?;
        }
        Ok(operands)
    }

    /// Reads operands in parentheses or brackets: `[%i, %j]`.
    pub fn parse_operands_in(&mut self, open: &str, close: &str) -> Parsed<Vec<UnresolvedOperand<'s>>> {
        self.asm.parser.expect_punct(open)?;
        let mut operands = Vec::new();
        self.asm.parser.list_until(close, |p| {
            operands.push(p.operand()?);
            Ok(())
        })?;
        Ok(operands)
    }

    /// The value of that name and type.
    pub fn resolve(&mut self, operand: &UnresolvedOperand<'s>, ty: Type) -> Parsed<ValueId> {
        self.asm.parser.resolve(operand, ty)
    }

    /// The values of these names and types, which must be as many.
    pub fn resolve_all(
        &mut self,
        operands: &[UnresolvedOperand<'s>],
        types: &[Type],
        position: Span,
    ) -> Parsed<SmallVec<[ValueId; 4]>> {
        if operands.len() != types.len() {
            let message =
                format!("expected {} types for as many operands, found {}", operands.len(), types.len());
            return Err(self.asm.error(position, message));
        }
        operands.iter().zip(types).map(|(operand, &ty)| self.resolve(operand, ty)).collect()
    }

    /// Adds an operand to the op.
    pub fn add_operand(&mut self, value: ValueId) {
        self.op.state.operands.push(value);
    }

    /// Adds operands to the op.
    pub fn add_operands(&mut self, values: &[ValueId]) {
        self.op.state.operands.extend_from_slice(values);
    }

    /// Adds a result to the op.
    pub fn add_result_type(&mut self, ty: Type) {
        self.op.state.result_types.push(ty);
    }

    /// Adds results to the op.
    pub fn add_result_types(&mut self, types: &[Type]) {
        self.op.state.result_types.extend_from_slice(types);
    }

    /// Adds an attribute to the op.
    pub fn set_attr(&mut self, name: &str, value: Attribute) {
        let name = self.asm.context().ident(name);
        self.set_attr_ident(name, value);
    }

    /// Adds an attribute to the op.
    pub fn set_attr_ident(&mut self, name: Ident, value: Attribute) {
        self.op.state.attributes.push((name, value));
    }

    /// The attribute that was added under this name.
    pub fn attr(&self, name: &str) -> Option<Attribute> {
        let name = self.asm.context().ident(name);
        self.op.state.attributes.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
    }

    /// Reads `{a = 1}` into the op's attributes, if it is next.
    pub fn parse_attr_dict(&mut self) -> Parsed<()> {
        if self.asm.at_punct("{") {
            let position = self.asm.position();
            let entries = self.asm.parser.dictionary()?;
            for (name, value) in entries {
                if self.op.state.attributes.iter().any(|entry| entry.0 == name) {
                    let text = name.text(self.asm.context()).to_string();
                    return Err(self.asm.error(position, format!("attribute '{text}' is given twice")));
                }
                self.op.state.attributes.push((name, value));
            }
        }
        Ok(())
    }

    /// Reads `attributes {a = 1}`, if it is next.
    pub fn parse_attr_dict_with_keyword(&mut self) -> Parsed<()> {
        if self.asm.parse_optional_keyword("attributes") { self.parse_attr_dict() } else { Ok(()) }
    }

    /// Reads `{a = 1}` as entries.
    pub fn parse_dictionary(&mut self) -> Parsed<Vec<NamedAttribute>> {
        self.asm.parser.dictionary()
    }

    /// Reads a region and adds it to the op; `args` are the entry block's.
    pub fn parse_region(&mut self, args: &[(UnresolvedOperand<'s>, Type)]) -> Parsed<()> {
        self.asm.parser.op_region(&mut self.op, args)
    }

    /// Adds an empty region to the op.
    pub fn add_empty_region(&mut self) {
        if !self.op.isolated {
            let region = self.asm.parser.frame().body.create_region();
            self.op.state.regions.push(region);
        }
    }

    /// Gives the last region of an isolated op a block, if it is empty.
    pub fn ensure_block(&mut self) {
        if let Some(child) = &mut self.op.child
            && let Some(&region) = child.regions(child.root()).last()
            && child.entry_block(region).is_none()
        {
            child.create_block(region, &[]);
        }
    }

    /// Appends the op that `terminator` makes to the last region's blocks that
    /// end without one; an empty region gets a block first.
    pub fn ensure_terminator(&mut self, arg_types: &[Type], terminator: impl Fn(&mut Body) -> OpId) {
        let Some(&region) = self.op.state.regions.last() else { return };
        let body = &mut self.asm.parser.frame().body;
        if body.entry_block(region).is_none() {
            body.create_block(region, arg_types);
        }
        for block in body.blocks(region).collect::<Vec<_>>() {
            if body.terminator(block).is_none() {
                let op = terminator(body);
                body.append_op(block, op);
            }
        }
    }

    /// Reads `^bb1` or `^bb1(%a : i32)` and adds the successor to the op.
    pub fn parse_successor(&mut self) -> Parsed<()> {
        let block = self.asm.parser.block_by_name()?;
        let operands = self.asm.parser.successor_args()?;
        self.op.state.successors.push((block, operands));
        Ok(())
    }

    /// Reads affine expressions over values until `close`: subscripts or
    /// bounds. Gives the map and its operands, dimensions first.
    pub fn parse_affine_subscripts(
        &mut self,
        close: &str,
    ) -> Parsed<(crate::affine::AffineMap, Vec<UnresolvedOperand<'s>>)> {
        self.asm.parser.affine_subscripts(close)
    }

    /// Reads `loc(..)`, if it is next.
    pub fn parse_optional_location(&mut self) -> Parsed<Option<Location>> {
        if self.asm.at_keyword("loc") { self.asm.parser.location_in_parens().map(Some) } else { Ok(None) }
    }
}
