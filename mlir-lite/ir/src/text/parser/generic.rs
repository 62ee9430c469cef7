//! Parses the generic form of ops, and that of 2020, in which some ops had other attributes.

use crate::builtin::ModuleOp;
use crate::data::asm::{Parsed, Spelling};
use crate::data::attributes::{Attribute, DenseElements, NamedAttribute};
use crate::data::ident::Ident;
use crate::ir::asm::UnresolvedOperand;
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, ValueId};
use crate::ir::op_def::OpDefinition as _;
use crate::ir::op_def::{Arity, OpDef, TraitFlags};
use crate::ir::op_name::OpName;
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::parser::Parser;
use crate::text::parser::caches::{Attributes, PendingOp, Types};
use crate::text::printer_generic::BUNDLES;
use mlir_lite_diagnostics::Reported;
use smallvec::{SmallVec, smallvec};

/// The parts of an op's generic form before its type.
struct GenericForm<'s> {
    token: Token,
    spelling: OldSpelling,
    operands: Vec<UnresolvedOperand<'s>>,
    successors: Vec<(BlockId, SmallVec<[ValueId; 2]>)>,
    attributes: Attributes,
}

/// The op at the end of modules in 2020.
pub(in crate::text) const MODULE_TERMINATOR: &str = "module_terminator";

/// The tokens after the name of an op without operands, results, attributes and regions.
const PLAIN_FORM: &[&str] = &["(", ")", ":", "(", ")", "->", "(", ")"];

/// Ops whose generic form was different in 2020.
#[derive(Copy, Clone, PartialEq, Eq)]
enum OldSpelling {
    Func,
    AffineFor,
    None,
}

impl<'s> Parser<'s> {
    /// Parses `"name"(%a)[^bb](..) <{..}> ({..}) {..} : (..) -> ..`. None for an op that is in
    /// 2020's text and not needed: the end of a module.
    ///
    /// Regions nest, so this uses little stack.
    pub(in crate::text) fn generic_op(&mut self, block: BlockId) -> Parsed<Option<Box<PendingOp>>> {
        let Some((mut op, mut generic)) = self.generic_head(block)? else { return Ok(None) };
        if self.eat_punct("(") {
            self.list_until(")", |p| p.op_region(&mut op, &[]))?;
        }
        self.generic_rest(&mut op, &mut generic)?;
        self.caches.spare_operands.push(generic.operands);
        Ok(Some(op))
    }

    /// Parses the part before the regions.
    fn generic_head(
        &mut self,
        block: BlockId,
    ) -> Parsed<Option<(Box<PendingOp>, GenericForm<'s>)>> {
        let token = self.advance();
        let quoted = self.text_of(token);
        let unescaped;
        let text = if quoted.contains('\\') {
            let bytes = self.string_bytes(token, quoted)?;
            let Ok(text) = String::from_utf8(bytes) else {
                return Err(self.error(token, "op names are UTF-8"));
            };
            unescaped = text;
            &unescaped[..]
        } else {
            quoted.trim_matches('"')
        };
        let full = match text {
            "module" => "builtin.module",
            "func" => "std.func",
            MODULE_TERMINATOR if self.ends_module(block, token, PLAIN_FORM)? => return Ok(None),
            "" => return Err(self.error(token, "empty operation name is invalid")),
            _ => text,
        };
        let spelling = match full {
            "std.func" => OldSpelling::Func,
            "affine.for" => OldSpelling::AffineFor,
            _ => OldSpelling::None,
        };
        let name = self.op_name(quoted, full);
        let def = self.definitions.op_info(name).def();
        if def.is_none() && (!self.options.allow_unregistered || text.starts_with("builtin.")) {
            return Err(
                match text == MODULE_TERMINATOR && self.end_of(token, PLAIN_FORM).is_some() {
                    true => self.misplaced_module_terminator(token, name),
                    false => self.unregistered(token, text),
                },
            );
        }
        let op = self.pending(block, name, token, None);
        self.expect_punct("(")?;
        let mut operands = self.caches.spare_operands.pop().unwrap_or_default();
        operands.clear();
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
        let start = self.token();
        let attributes = self.properties(def.is_some())?;
        if !attributes.is_empty() && def.is_some() && !self.has_properties(name) {
            let message =
                format!("operation '{text}' has no properties: write its attributes as `{{..}}`");
            return Err(self.error(start, message));
        }
        Ok(Some((op, GenericForm { token, spelling, operands, successors, attributes })))
    }

    /// Whether the rest of a `module_terminator`, these tokens, and the end of a module follow:
    /// then it is the op with which modules ended in 2020, and is skipped.
    pub(in crate::text) fn ends_module(
        &mut self,
        block: BlockId,
        token: Token,
        rest: &[&str],
    ) -> Parsed<bool> {
        let body = &self.frame().body;
        if !ModuleOp::is(body, body.root()) || body.block_owner(block) != Some(body.root()) {
            return Ok(false);
        }
        let Some(end) = self.end_of(token, rest) else { return Ok(false) };
        let mut lexer = Lexer::new(self.tokens.source());
        lexer.reset(end);
        let next = lexer.next_token();
        let is_end = next.kind == TokenKind::Eof || self.text_of(next) == "}";
        if is_end && self.is_piece {
            // Another part may follow, so the source is parsed again as a whole.
            return Err(self.error(token, "the end of a module"));
        }
        if is_end {
            self.tokens.jump(end);
        }
        Ok(is_end)
    }

    /// The offset after these tokens, if they follow `token`.
    fn end_of(&self, token: Token, rest: &[&str]) -> Option<usize> {
        let mut lexer = Lexer::new(self.tokens.source());
        lexer.reset(token.end);
        rest.iter().try_fold(token.end, |_, part| {
            let next = lexer.next_token();
            (self.text_of(next) == *part).then_some(next.end)
        })
    }

    /// The error of 2020 for a `module_terminator` that ends something else than a module.
    fn misplaced_module_terminator(&mut self, token: Token, name: OpName) -> Reported {
        let body = Body::new(&self.ctx, name, self.tokens.location_of(token), 0);
        self.report(body.as_op().op_error("expects parent op 'module'"))
    }

    /// Whether a registered op has properties.
    fn has_properties(&self, name: OpName) -> bool {
        let info = self.definitions.op_info(name);
        let sized = [TraitFlags::ATTR_SIZED_OPERANDS, TraitFlags::ATTR_SIZED_RESULTS];
        let def = info.def();
        def.is_some_and(|def| !def.attrs.is_empty() || def.successors.len() > 1)
            || sized.iter().any(|&flag| info.flags().contains(flag))
            || !info.upstream_properties().attrs.is_empty()
    }

    /// `<{a = 1}>`, if it is next; of an op that is not registered, it may be any attribute.
    fn properties(&mut self, is_registered: bool) -> Parsed<Attributes> {
        if !self.is_punct("<") {
            return Ok(Attributes::new());
        }
        if !is_registered {
            self.advance();
            let value = self.attribute(None)?;
            self.expect_punct(">")?;
            return Ok(smallvec![(Ident::PROPERTIES, value)]);
        }
        // The same text always means the same attributes, and text in brackets ends at its bracket.
        let start = self.token().start;
        let (last, known, levels) = &self.caches.last_generic.properties;
        if !last.is_empty()
            && self.tokens.source()[start..].starts_with(last)
            && self.levels.may_be_known(*levels)
        {
            let (end, known) = (start + last.len(), known.clone());
            self.tokens.jump(end);
            return Ok(known);
        }
        // 2020's text has no properties.
        self.ctx.note_name_of(Spelling::Upstream);
        self.advance();
        let (attributes, levels) = self.with_levels(Self::dictionary)?;
        let attributes = Attributes::from_slice(&attributes);
        let end = self.token().end;
        self.expect_punct(">")?;
        self.caches.last_generic.properties =
            (&self.tokens.source()[start..end], attributes.clone(), levels);
        Ok(attributes)
    }

    /// Parses the type of an op in generic form.
    fn generic_type(&mut self) -> Parsed<(Types, Types)> {
        let (source, start) = (self.tokens.source(), self.token().start);
        let (last, inputs, results, levels) = &self.caches.last_generic.types;
        if !last.is_empty()
            && let Some(rest) = source[start..].strip_prefix(last)
            && rest.starts_with(['\n', ' '])
            && self.levels.may_be_known(*levels)
        {
            let (end, known) = (start + last.len(), (inputs.clone(), results.clone()));
            self.tokens.jump(end);
            return Ok(known);
        }
        let ((inputs, results), levels) = self.with_levels(Self::operation_type)?;
        let text = source[start..self.token().start].trim_end();
        // Only the dialect knows where its type ends.
        if !text.contains(['!', '/']) {
            self.caches.last_generic.types = (text, inputs.clone(), results.clone(), levels);
        }
        Ok((inputs, results))
    }

    /// `{a = 1}`. Properties take precedence over attributes of the same name.
    fn discardable_attributes(&mut self, attributes: &mut Attributes) -> Parsed<()> {
        let entries = self.dictionary()?;
        let properties = attributes.len();
        for entry in entries {
            if !attributes[..properties].iter().any(|property| property.0 == entry.0) {
                attributes.push(entry);
            }
        }
        Ok(())
    }

    /// Parses the part after the regions, and completes the op.
    fn generic_rest(&mut self, op: &mut PendingOp, generic: &mut GenericForm<'s>) -> Parsed<()> {
        if op.isolated && op.child.is_none() {
            // Only the regions that are written are created; the verifier reports a wrong number.
            op.child = Some(Body::new(&self.ctx, op.state.name, op.state.location, 0));
        }
        if self.is_punct("{") {
            self.discardable_attributes(&mut generic.attributes)?;
        }
        self.expect_punct(":")?;
        let type_token = self.token();
        let (inputs, results) = self.generic_type()?;
        if inputs.len() != generic.operands.len() {
            let message = format!(
                "expected {} operand types but had {}",
                generic.operands.len(),
                inputs.len()
            );
            return Err(self.error(type_token, message));
        }
        let info = self.definitions.op_info(op.state.name);
        let (def, properties) = (info.def(), info.upstream_properties().attrs);
        let mut values: SmallVec<[ValueId; 4]> = SmallVec::new();
        for (operand, &ty) in generic.operands.iter().zip(&inputs) {
            values.push(self.resolve(operand, ty)?);
        }
        // Today's MLIR prints these values if the attributes are absent.
        for (name, default) in properties.iter().filter_map(|attr| Some((attr.name, attr.default?)))
        {
            let is_default = |entry: &NamedAttribute| {
                entry.0.text(&self.ctx) == name && entry.1 == default(&self.ctx)
            };
            generic.attributes.retain(|entry| !is_default(entry));
        }
        if generic.spelling == OldSpelling::Func {
            // The name of 2020.
            for entry in generic.attributes.iter_mut().filter(|entry| entry.0 == Ident::TYPE) {
                entry.0 = Ident::FUNCTION_TYPE;
            }
            self.upgrade_func(&mut generic.attributes);
        }
        if generic.spelling == OldSpelling::AffineFor && !generic.attributes.is_empty() {
            self.upgrade_affine_for(&mut generic.attributes);
        }
        let successors = std::mem::take(&mut generic.successors);
        self.distribute(op, def, values, successors, &mut generic.attributes, generic.token)?;
        op.state.result_types.extend(results);
        op.state.attributes.extend_from_slice(&generic.attributes);
        Ok(())
    }

    /// Converts 2020's attributes `arg0 = {..}` and `result0 = {..}` of functions to today's: a
    /// list of dictionaries, one for each argument or result.
    fn upgrade_func(&self, attributes: &mut Attributes) {
        let ctx = &self.ctx;
        let ty = attributes.iter().find(|entry| entry.0 == Ident::FUNCTION_TYPE);
        let ty = ty.and_then(|entry| entry.1.as_type(ctx));
        let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return };
        let lists =
            [("arg", inputs.len(), Ident::ARG_ATTRS), ("result", results.len(), Ident::RES_ATTRS)];
        for (prefix, count, name) in lists {
            let index_of = |entry: &NamedAttribute| {
                let digits = entry.0.text(ctx).strip_prefix(prefix)?;
                let index = digits.parse::<usize>().ok().filter(|index| *index < count);
                index.filter(|index| {
                    index.to_string() == digits && entry.1.as_dictionary(ctx).is_some()
                })
            };
            if attributes.iter().any(|entry| entry.0 == name)
                || !attributes.iter().any(|e| index_of(e).is_some())
            {
                continue;
            }
            let mut list = vec![ctx.dictionary_attr(&[]); count];
            attributes.retain(|entry| match index_of(entry) {
                Some(index) => {
                    list[index] = entry.1;
                    false
                }
                None => true,
            });
            attributes.push((name, ctx.array_attr(&list)));
        }
    }

    /// Renames the bounds of 2020's `affine.for`, and adds the sizes of operand groups: only the
    /// operands of the bounds.
    fn upgrade_affine_for(&self, attributes: &mut Attributes) {
        let mut inputs = [0; 2];
        for (i, (old, new)) in [("lower_bound", "lowerBoundMap"), ("upper_bound", "upperBoundMap")]
            .into_iter()
            .enumerate()
        {
            let old = self.ctx.ident(old);
            let Some(entry) = attributes.iter_mut().find(|entry| entry.0 == old) else { return };
            entry.0 = self.ctx.ident(new);
            inputs[i] =
                entry.1.as_affine_map(&self.ctx).map_or(0, |map| map.num_inputs(&self.ctx) as i32);
        }
        let sizes = self.ctx.i32_array_attr(&[inputs[0], inputs[1], 0]);
        attributes.push((self.ctx.ident("operandSegmentSizes"), sizes));
    }

    /// Divides operands into the op's own and those passed to successors. Today's generic form
    /// lists all together, with their numbers in `operandSegmentSizes`; the 2020 form writes the
    /// latter with the successors.
    fn distribute(
        &mut self,
        op: &mut PendingOp,
        def: Option<&'static OpDef>,
        mut values: SmallVec<[ValueId; 4]>,
        successors: Vec<(BlockId, SmallVec<[ValueId; 2]>)>,
        attributes: &mut Attributes,
        token: Token,
    ) -> Parsed<()> {
        if successors.is_empty() && attributes.is_empty() {
            op.state.operands = values;
            return Ok(());
        }
        let sizes_name = self.ctx.ident("operandSegmentSizes");
        let old_name = self.ctx.ident("operand_segment_sizes");
        for entry in attributes.iter_mut().filter(|entry| def.is_some() && entry.0 == old_name) {
            if let Some(sizes) = self.segment_sizes(entry.1) {
                *entry = (sizes_name, self.ctx.i32_array_attr(&sizes));
            }
        }
        let declared =
            def.is_some_and(|def| def.attrs.iter().any(|attr| attr.name == "operandSegmentSizes"));
        let mut passed: Vec<usize> = vec![0; successors.len()];
        if def.is_some() && !successors.is_empty() && successors.iter().all(|s| s.1.is_empty()) {
            let position = attributes.iter().position(|entry| entry.0 == sizes_name);
            // Operands beyond groups of size one are passed to successors, unless they fit into a
            // group of the op's own.
            let groups = def.map_or(&[][..], |def| def.operands);
            let all_fixed = groups.iter().all(|group| group.arity == Arity::One);
            match position.filter(|_| !declared) {
                Some(position) => {
                    let mut sizes = self.segment_sizes(attributes[position].1).unwrap_or_default();
                    if let Some(cases) = self.take_case_segments(attributes) {
                        // The last group is that of all cases.
                        sizes.pop();
                        sizes.extend(cases);
                    }
                    let has_bundles =
                        def.is_some_and(|def| def.attrs.iter().any(|attr| attr.name == BUNDLES));
                    if has_bundles && sizes.last() == Some(&0) {
                        sizes.pop();
                    }
                    let position = attributes
                        .iter()
                        .position(|entry| entry.0 == sizes_name)
                        .unwrap_or(position);
                    let total: usize = sizes.iter().map(|&size| size.max(0) as usize).sum();
                    if sizes.len() < successors.len() || total != values.len() {
                        return Err(
                            self.error(token, "operandSegmentSizes do not add up to the operands")
                        );
                    }
                    let first = sizes.len() - successors.len();
                    passed = sizes[first..].iter().map(|&size| size.max(0) as usize).collect();
                    attributes.remove(position);
                }
                None if successors.len() == 1 && all_fixed => {
                    passed[0] = values.len().saturating_sub(groups.len());
                }
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

    /// Takes the numbers of operands that each case of a switch passes.
    fn take_case_segments(&self, attributes: &mut Attributes) -> Option<Vec<i32>> {
        let name = self.ctx.ident("case_operand_segments");
        let position = attributes.iter().position(|entry| entry.0 == name)?;
        let sizes = self.segment_sizes(attributes[position].1)?;
        attributes.remove(position);
        Some(sizes)
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
}
