//! What dialects parse the custom forms of their ops with.

use crate::attributes::{Attribute, NamedAttribute};
use crate::context::OpName;
use crate::ir::body::{Body, OperationState};
use crate::ir::entities::{OpId, ValueId};
use crate::ir::ident::Ident;
use crate::ir::location::Location;
use crate::text::lexer::TokenKind;
use crate::text::parser::{AsmParser, Defined, Parsed};
use crate::text::parser_affine::{AffineGroups, AffineOperands};
use crate::text::parser_op::PendingOp;
use crate::text::parser_scope::UnresolvedOperand;
use crate::types::Type;
use mlir_lite_diagnostics::Span;
use smallvec::SmallVec;

/// Reads an op's custom form: collects what the op will be made of.
pub struct OpAsmParser<'p, 's> {
    pub(super) asm: AsmParser<'p, 's>,
    pub(super) op: Box<PendingOp>,
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

impl<'p, 's> OpAsmParser<'p, 's> {
    /// For types and attributes.
    pub fn asm(&mut self) -> &mut AsmParser<'p, 's> {
        &mut self.asm
    }

    /// The op's name.
    pub fn op_name(&self) -> OpName {
        self.op.state.name
    }

    /// Where the op's name is: the place of errors about the whole op.
    pub fn name_position(&self) -> Span {
        self.asm.parser.span(self.op.name_token)
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

    /// What has been collected so far, to be changed: regions are in the order
    /// of the text, which an op may declare in another order.
    pub fn state_mut(&mut self) -> &mut OperationState {
        &mut self.op.state
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

    /// Reads `%name` or `%name loc(..)`: the name of an argument of a region
    /// that follows.
    pub fn parse_argument(&mut self) -> Parsed<UnresolvedOperand<'s>> {
        let argument = self.parse_operand()?;
        self.parse_argument_location(&argument)?;
        Ok(argument)
    }

    /// Reads `loc(..)`, if it is next, as the location of an argument whose name
    /// has been read.
    pub fn parse_argument_location(&mut self, argument: &UnresolvedOperand<'s>) -> Parsed<()> {
        if let Some(location) = self.parse_optional_location()? {
            let start = self.asm.parser.token_at(argument.position).start;
            self.asm.parser.argument_locations.push((start, location));
        }
        Ok(())
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
    pub fn parse_operands_in(
        &mut self,
        open: &str,
        close: &str,
    ) -> Parsed<Vec<UnresolvedOperand<'s>>> {
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
            let message = format!(
                "expected {} types for as many operands, found {}",
                operands.len(),
                types.len()
            );
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
        let name = self.ident(name);
        self.set_attr_ident(name, value);
    }

    /// Adds the attribute that the op's definition declares as number `slot`.
    ///
    /// # Panics
    /// If the definition declares fewer attributes.
    pub fn set_inherent_attr(&mut self, slot: usize, value: Attribute) {
        let name = self.asm.context().op_info(self.op.state.name).attr_names()[slot];
        self.set_attr_ident(name, value);
    }

    /// The attribute that holds the sizes of operand or result groups: few of them occur in a source.
    pub fn segment_sizes(&mut self, sizes: &[i32]) -> Attribute {
        let parser = &mut *self.asm.parser;
        if let Some(&known) = parser.known_segments.get(sizes) {
            return known;
        }
        let attribute = parser.ctx.i32_array_attr(sizes);
        parser.known_segments.insert(sizes.into(), attribute);
        attribute
    }

    /// The handle of an attribute's name, mostly of one that the op declares.
    fn ident(&self, name: &str) -> Ident {
        let ctx = self.asm.context();
        ctx.op_info(self.op.state.name).declared_name(name).unwrap_or_else(|| ctx.ident(name))
    }

    /// Adds an attribute to the op.
    pub fn set_attr_ident(&mut self, name: Ident, value: Attribute) {
        self.op.state.attributes.push((name, value));
    }

    /// The attribute that was added under this name.
    pub fn attr(&self, name: &str) -> Option<Attribute> {
        if self.op.state.attributes.is_empty() {
            return None;
        }
        self.attr_ident(self.ident(name))
    }

    /// The attribute that was added under this name.
    pub(super) fn attr_ident(&self, name: Ident) -> Option<Attribute> {
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
                    return Err(self
                        .asm
                        .error(position, format!("attribute '{text}' is given twice")));
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

    /// Whether a block's name is next.
    pub fn at_block(&self) -> bool {
        self.asm.parser.is_kind(TokenKind::BlockId)
    }

    /// Whether the region that was read last has no block.
    pub fn is_last_region_empty(&mut self) -> bool {
        if let Some(child) = &self.op.child {
            let region = child.regions(child.root()).last();
            return region.is_some_and(|&region| child.entry_block(region).is_none());
        }
        let region = self.op.state.regions.last().copied();
        region.is_some_and(|region| self.body().entry_block(region).is_none())
    }

    /// Gives the op's last region a block, if it is empty.
    pub fn ensure_block(&mut self) {
        if let Some(&region) = self.op.state.regions.last() {
            let body = &mut self.asm.parser.frame().body;
            if body.entry_block(region).is_none() {
                body.create_block(region, &[]);
            }
        }
        if let Some(child) = &mut self.op.child
            && let Some(&region) = child.regions(child.root()).last()
            && child.entry_block(region).is_none()
        {
            child.create_block(region, &[]);
        }
    }

    /// Appends the op that `terminator` makes to the last region's blocks that
    /// end without one; an empty region gets a block first. It is from where the
    /// op that is parsed is.
    pub fn ensure_terminator(
        &mut self,
        arg_types: &[Type],
        terminator: impl Fn(&mut Body) -> OpId,
    ) {
        let Some(&region) = self.op.state.regions.last() else { return };
        let location = self.location();
        let body = &mut self.asm.parser.frame().body;
        if body.entry_block(region).is_none() {
            body.create_block(region, arg_types);
        }
        let mut next = body.entry_block(region);
        while let Some(block) = next {
            if body.terminator(block).is_none() {
                let op = terminator(body);
                body.set_location(op, location);
                body.append_op(block, op);
            }
            next = body.next_block(block);
        }
    }

    /// Creates an op before the one that is parsed: a constant for a number
    /// that stands where the op has an operand.
    pub fn insert_before(&mut self, state: OperationState) -> OpId {
        let block = self.op.block;
        let body = self.body();
        let op = body.create_op(state);
        body.append_op(block, op);
        op
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
    ) -> Parsed<(crate::affine::AffineMap, AffineOperands<'s>)> {
        self.asm.parser.affine_subscripts(close)
    }

    /// Reads bounds over values until `close`, each an affine expression or
    /// several in `keyword(..)`: `%i + 1, min(%n, 10))`.
    pub fn parse_affine_groups(&mut self, keyword: &str, close: &str) -> Parsed<AffineGroups<'s>> {
        self.asm.parser.affine_groups(keyword, close)
    }

    /// Reads `loc(..)`, if it is next.
    pub fn parse_optional_location(&mut self) -> Parsed<Option<Location>> {
        if !self.asm.at_keyword("loc") {
            return Ok(None);
        }
        self.asm.parser.location_in_parens(Defined::Anywhere).map(Some)
    }
}
