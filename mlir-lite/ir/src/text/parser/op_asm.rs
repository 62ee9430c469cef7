//! Parses the custom forms of ops.

use crate::data::Context;
use crate::data::affine::AffineMap;
use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::ident::Ident;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::asm::{
    AffineGroups, AffineOperands, ParseAsm, ParseOpAsm, ParsePart, Parsed, UnresolvedOperand,
};
use crate::ir::body::{Body, OperationState};
use crate::ir::entities::{OpId, ValueId};
use crate::ir::view::RegionRef;
use crate::text::forward::forward;
use crate::text::lexer::TokenKind;
use crate::text::parser::caches::PendingOp;
use crate::text::parser::{Defined, Parser};
use mlir_lite_diagnostics::{Diagnostic, Reported, Span};
use smallvec::SmallVec;

/// Parses an op's custom form, and collects the op's parts.
pub(in crate::text) struct OpParser<'p, 's> {
    pub(in crate::text) parser: &'p mut Parser<'s>,
    pub(in crate::text) op: Box<PendingOp>,
}

impl<'s> std::ops::Deref for OpParser<'_, 's> {
    type Target = Parser<'s>;
    fn deref(&self) -> &Parser<'s> {
        self.parser
    }
}

impl std::ops::DerefMut for OpParser<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.parser
    }
}

impl OpParser<'_, '_> {
    /// The handle of an attribute's name. Optimized for attributes that the op declares.
    fn ident(&self, name: &str) -> Ident {
        let info = self.definitions.op_info(self.op.state.name);
        info.declared_name(name).unwrap_or_else(|| self.ctx.ident(name))
    }

    /// The attribute that was added under this name.
    pub(in crate::text) fn attr_ident(&self, name: Ident) -> Option<Attribute> {
        self.op.state.attributes.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
    }

    /// The regions that were parsed.
    pub(in crate::text) fn regions(&self) -> SmallVec<[RegionRef<'_>; 2]> {
        match &self.op.child {
            Some(child) => child.as_op().regions().collect(),
            None => {
                let body = self.parser.names.frames.last().map(|frame| &frame.body);
                let regions = self.op.state.regions.iter();
                body.map(|body| regions.map(|&region| body.region_ref(region)).collect())
                    .unwrap_or_default()
            }
        }
    }
}

impl<'s> ParseAsm<'s> for OpParser<'_, 's> {
    forward! { shared parser:
        fn context() -> &Context;
        fn at_punct(text: &str) -> bool;
        fn at_keyword(keyword: &str) -> bool;
        fn at_any_keyword() -> bool;
        fn next_keyword() -> Option<&'s str>;
        fn at_attribute() -> bool;
        fn at_integer() -> bool;
        fn at_string() -> bool;
        fn at_symbol() -> bool;
        fn at_type() -> bool;
        fn position() -> Span;
    }

    forward! { mutable parser:
        fn parse_type() -> Parsed<Type>;
        fn nested_part(parse: ParsePart<'_, 's>) -> Parsed<()>;
        fn cyclic_part(name: &str, parse: ParsePart<'_, 's>) -> Parsed<()>;
        fn parse_items_until(close: &str, item: ParsePart<'_, 's>) -> Parsed<()>;
        fn parse_type_list() -> Parsed<Vec<Type>>;
        fn parse_function_type() -> Parsed<(Vec<Type>, Vec<Type>)>;
        fn parse_function_results() -> Parsed<Vec<Type>>;
        fn parse_attribute(implied: Option<Type>) -> Parsed<Attribute>;
        fn parse_punct(text: &str) -> Parsed<()>;
        fn parse_optional_punct(text: &str) -> bool;
        fn parse_keyword(keyword: &str) -> Parsed<()>;
        fn parse_optional_keyword(keyword: &str) -> bool;
        fn parse_any_keyword() -> Parsed<&'s str>;
        fn parse_integer() -> Parsed<i64>;
        fn parse_string() -> Parsed<String>;
        fn parse_symbol_name() -> Parsed<Ident>;
        fn parse_dimensions() -> Parsed<Vec<i64>>;
        fn parse_affine_map() -> Parsed<AffineMap>;
        fn expected(what: &str) -> Reported;
        fn report(diagnostic: Diagnostic) -> Reported;
    }
}

impl<'s> ParseOpAsm<'s> for OpParser<'_, 's> {
    fn name_position(&self) -> Span {
        self.parser.span(self.op.name_token)
    }

    fn named_results(&self) -> Option<usize> {
        self.op.result_count
    }

    fn state(&self) -> &OperationState {
        &self.op.state
    }

    fn state_mut(&mut self) -> &mut OperationState {
        &mut self.op.state
    }

    fn body(&mut self) -> &mut Body {
        &mut self.parser.frame().body
    }

    fn at_operand(&self) -> bool {
        self.parser.is_kind(TokenKind::ValueId)
    }

    fn parse_operand(&mut self) -> Parsed<UnresolvedOperand<'s>> {
        self.parser.operand()
    }

    fn parse_argument_location(&mut self, argument: &UnresolvedOperand<'s>) -> Parsed<()> {
        if let Some(location) = self.parse_optional_location()? {
            let start = self.parser.token_at(argument.position).start;
            self.parser.names.argument_locations.push((start, location));
        }
        Ok(())
    }

    fn parse_operand_list(&mut self) -> Parsed<Vec<UnresolvedOperand<'s>>> {
        let mut operands = Vec::new();
        if self.at_operand() {
            self.parser.comma_list(|p| {
                operands.push(p.operand()?);
                Ok(())
            })?;
        }
        Ok(operands)
    }

    fn parse_operands_in(&mut self, open: &str, close: &str) -> Parsed<Vec<UnresolvedOperand<'s>>> {
        self.parser.expect_punct(open)?;
        let mut operands = Vec::new();
        self.parser.list_until(close, |p| {
            operands.push(p.operand()?);
            Ok(())
        })?;
        Ok(operands)
    }

    fn resolve(&mut self, operand: &UnresolvedOperand<'s>, ty: Type) -> Parsed<ValueId> {
        self.parser.resolve(operand, ty)
    }

    fn set_attr(&mut self, name: &str, value: Attribute) {
        let name = self.ident(name);
        self.set_attr_ident(name, value);
    }

    fn set_inherent_attr(&mut self, slot: usize, value: Attribute) {
        let name = self.parser.definitions.op_info(self.op.state.name).attr_names()[slot];
        self.set_attr_ident(name, value);
    }

    fn segment_sizes(&mut self, sizes: &[i32]) -> Attribute {
        let parser = &mut *self.parser;
        if let Some(&known) = parser.caches.segments.get(sizes) {
            return known;
        }
        let attribute = parser.ctx.i32_array_attr(sizes);
        parser.caches.segments.insert(sizes.into(), attribute);
        attribute
    }

    fn attr(&self, name: &str) -> Option<Attribute> {
        if self.op.state.attributes.is_empty() {
            return None;
        }
        self.attr_ident(self.ident(name))
    }

    fn parse_attr_dict(&mut self) -> Parsed<()> {
        if self.parser.at_punct("{") {
            let position = self.parser.position();
            let entries = self.parser.dictionary()?;
            for (name, value) in entries {
                if self.op.state.attributes.iter().any(|entry| entry.0 == name) {
                    let text = name.text(self.parser.context()).to_string();
                    return Err(self
                        .parser
                        .error_at(position, format!("attribute '{text}' is given twice")));
                }
                self.op.state.attributes.push((name, value));
            }
        }
        Ok(())
    }

    fn parse_dictionary(&mut self) -> Parsed<Vec<NamedAttribute>> {
        self.parser.dictionary().map(SmallVec::into_vec)
    }

    fn parse_region(&mut self, args: &[(UnresolvedOperand<'s>, Type)]) -> Parsed<()> {
        self.parser.op_region(&mut self.op, args)
    }

    fn add_empty_region(&mut self) {
        if !self.op.isolated {
            let region = self.parser.frame().body.create_region();
            self.op.state.regions.push(region);
            return;
        }
        let (name, location) = (self.op.state.name, self.op.state.location);
        let ctx = &self.parser.ctx;
        let child = self.op.child.get_or_insert_with(|| Body::new(ctx, name, location, 0));
        child.add_region(child.root());
    }

    fn at_block(&self) -> bool {
        self.parser.is_kind(TokenKind::BlockId)
    }

    fn is_last_region_empty(&mut self) -> bool {
        if let Some(child) = &self.op.child {
            let region = child.regions(child.root()).last();
            return region.is_some_and(|&region| child.entry_block(region).is_none());
        }
        let region = self.op.state.regions.last().copied();
        region.is_some_and(|region| self.body().entry_block(region).is_none())
    }

    fn ensure_block(&mut self) {
        if let Some(&region) = self.op.state.regions.last() {
            let body = &mut self.parser.frame().body;
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

    fn terminate_blocks(&mut self, arg_types: &[Type], terminator: &dyn Fn(&mut Body) -> OpId) {
        let Some(&region) = self.op.state.regions.last() else { return };
        let location = self.location();
        let body = &mut self.parser.frame().body;
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

    fn insert_before(&mut self, state: OperationState) -> OpId {
        let block = self.op.block;
        let body = self.body();
        let op = body.create_op(state);
        body.append_op(block, op);
        op
    }

    fn parse_successor(&mut self) -> Parsed<()> {
        let block = self.parser.block_by_name()?;
        let operands = self.parser.successor_args()?;
        self.op.state.successors.push((block, operands));
        Ok(())
    }

    fn parse_affine_subscripts(&mut self, close: &str) -> Parsed<(AffineMap, AffineOperands<'s>)> {
        self.parser.affine_subscripts(close)
    }

    fn parse_affine_groups(&mut self, keyword: &str, close: &str) -> Parsed<AffineGroups<'s>> {
        self.parser.affine_groups(keyword, close)
    }

    fn parse_optional_location(&mut self) -> Parsed<Option<Location>> {
        if !self.parser.at_keyword("loc") {
            return Ok(None);
        }
        self.parser.location_in_parens(Defined::Anywhere).map(Some)
    }
}
