//! Parses an op by its format.
//!
//! Operand names and types are collected first. At the end, each operand gets a type (from the
//! text, from a constraint that allows only one, or from a trait that makes types equal) and is
//! resolved.

use super::is_keyword;
use crate::data::asm::{ParseAsm, Parsed};
use crate::data::attributes::Attribute;
use crate::data::types::Type;
use crate::ir::asm::{ParseOpAsm, UnresolvedOperand};
use crate::ir::constraints::AttrStarts;
use crate::ir::format::{FormatArgument, FormatElement, FormatState, GroupRange, Values};
use crate::ir::groups::{equal_group_sizes, group_range};
use crate::ir::inference::InferenceInput;
use crate::ir::op_def::{Arity, AttrForm, OpDef, TraitFlags, ValueGroupDef};
use crate::ir::{OperationState, body::Body};
use crate::text::parser::op_asm::OpParser;
use mlir_lite_diagnostics::{Reported, Span};
use smallvec::SmallVec;

/// Parses an op by its format, after its name.
pub(in crate::text) fn parse(
    elements: &'static [FormatElement],
    parser: &mut OpParser<'_, '_>,
) -> Parsed<()> {
    let position = parser.position();
    let info = parser.definitions.op_info(parser.op_name());
    let flags = info.flags();
    let Some(def) = info.def() else {
        return Err(parser.error_at(position, "the op has a format but no definition"));
    };
    let has_one_type = info.has_one_type();
    let mut engine = Engine {
        def,
        flags,
        has_one_type,
        parser,
        state: FormatState::empty(def, flags),
        position,
    };
    engine.state.set_up(def);
    engine.elements(elements)?;
    engine.finish()
}

struct Engine<'e, 'p, 's> {
    def: &'static OpDef,
    flags: TraitFlags,
    /// Whether each operand and result is a single value, and all have one type.
    has_one_type: bool,
    parser: &'e mut OpParser<'p, 's>,
    state: FormatState<'s>,
    position: Span,
}

impl<'s> Engine<'_, '_, 's> {
    fn elements(&mut self, elements: &'static [FormatElement]) -> Parsed<()> {
        elements.iter().try_for_each(|element| self.element(element))
    }

    #[expect(clippy::too_many_lines, reason = "a case for each element of a format")]
    fn element(&mut self, element: &'static FormatElement) -> Parsed<()> {
        match element {
            FormatElement::Literal(text) => self.literal(text),
            FormatElement::Space | FormatElement::NoSpace | FormatElement::NewLine => Ok(()),
            FormatElement::Operand(group) => self.operand_group(*group),
            FormatElement::Operands => {
                self.state.all_operands = Some(self.parser.parse_operand_list()?);
                Ok(())
            }
            FormatElement::Attr(slot) | FormatElement::QualifiedAttr(slot)
                if self.may_be_absent(*slot) && !self.is_next(element) =>
            {
                Ok(())
            }
            FormatElement::Attr(slot) => {
                self.attribute(*slot, self.def.attrs[*slot].constraint.form)
            }
            FormatElement::QualifiedAttr(slot) => self.attribute(*slot, AttrForm::Attribute),
            FormatElement::Region(index) => {
                if self.def.regions[*index].variadic {
                    if self.parser.at_punct("{") {
                        self.region(*index)?;
                        while self.parser.parse_optional_punct(",") {
                            self.region(*index)?;
                        }
                    }
                    return Ok(());
                }
                self.region(*index)
            }
            FormatElement::Regions => {
                for index in 0..self.def.regions.len() {
                    if index > 0 {
                        self.parser.parse_punct(",")?;
                    }
                    self.region(index)?;
                }
                Ok(())
            }
            FormatElement::Successor(index) => self.successor(*index),
            FormatElement::Successors => {
                for index in 0..self.def.successors.len() {
                    if index > 0 {
                        self.parser.parse_punct(",")?;
                    }
                    self.successor(index)?;
                }
                Ok(())
            }
            FormatElement::PropDict { .. } => {
                if self.parser.parse_optional_punct("<") {
                    self.parser.parse_attr_dict()?;
                    self.parser.parse_punct(">")?;
                }
                Ok(())
            }
            FormatElement::AttrDict { keyword: false, .. } => self.parser.parse_attr_dict(),
            FormatElement::AttrDict { keyword: true, .. } => {
                self.parser.parse_attr_dict_with_keyword()
            }
            FormatElement::Types(values) => {
                let one = match values {
                    Values::Operand(group) => self.def.operands[*group].arity == Arity::One,
                    Values::Result(group) => self.def.results[*group].arity == Arity::One,
                    Values::Operands | Values::Results => false,
                };
                if one {
                    let ty = self.parser.parse_type()?;
                    match values {
                        Values::Operand(group) => self.state.types.set_operand(*group, &[ty]),
                        Values::Result(group) => self.state.types.set_result(*group, &[ty]),
                        Values::Operands | Values::Results => {}
                    }
                    return Ok(());
                }
                let types =
                    if self.parser.at_type() { self.parser.parse_type_list()? } else { Vec::new() };
                self.state.set_types(*values, types);
                Ok(())
            }
            FormatElement::FunctionalType(inputs, results) => {
                let (input_types, result_types) = self.parser.parse_function_type()?;
                self.state.set_types(*inputs, input_types);
                self.state.set_types(*results, result_types);
                Ok(())
            }
            FormatElement::Custom { parse, arguments, .. } => {
                parse(self.parser, &mut self.state, arguments)
            }
            FormatElement::Clauses(clauses) => self.clauses(clauses),
            FormatElement::Optional { then, otherwise, .. } => {
                let first = then.iter().find(|e| {
                    !matches!(
                        e,
                        FormatElement::Space | FormatElement::NoSpace | FormatElement::NewLine
                    )
                });
                let present = first.is_some_and(|first| self.is_next(first));
                // Regions are in the order of the declaration, those of the absent side included.
                if present {
                    self.elements(then)?;
                    self.leave_regions_empty(otherwise);
                    return Ok(());
                }
                self.leave_regions_empty(then);
                self.elements(otherwise)
            }
        }
    }

    /// Parses clauses as long as their keywords follow, each at most once.
    fn clauses(&mut self, clauses: &'static [FormatElement]) -> Parsed<()> {
        let mut seen: SmallVec<[bool; 8]> = SmallVec::from_elem(false, clauses.len());
        loop {
            let next = clauses.iter().position(|clause| match clause {
                FormatElement::Optional { then, .. } => {
                    then.first().is_some_and(|first| self.is_next(first))
                }
                _ => false,
            });
            let Some(index) = next else { return Ok(()) };
            if std::mem::replace(&mut seen[index], true) {
                let position = self.parser.position();
                return Err(self
                    .parser
                    .error_at(position, "this clause is written twice; each is allowed once"));
            }
            self.element(&clauses[index])?;
        }
    }

    fn literal(&mut self, text: &'static str) -> Parsed<()> {
        match text {
            // Common literals, whose comparisons are short.
            "," => self.parser.parse_punct(","),
            ":" => self.parser.parse_punct(":"),
            _ if is_keyword(text) => self.parser.parse_keyword(text),
            _ => self.parser.parse_punct(text),
        }
    }

    /// Adds empty regions for the regions of an absent group.
    fn leave_regions_empty(&mut self, elements: &'static [FormatElement]) {
        for element in elements {
            match element {
                FormatElement::Region(index) if !self.def.regions[*index].variadic => {
                    self.parser.add_empty_region()
                }
                FormatElement::Optional { then, otherwise, .. } => {
                    self.leave_regions_empty(then);
                    self.leave_regions_empty(otherwise);
                }
                FormatElement::Custom { arguments, .. } => {
                    for argument in *arguments {
                        if let FormatArgument::Region(index) = argument
                            && !self.def.regions[*index].variadic
                        {
                            self.parser.add_empty_region();
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether the first element of an optional group follows.
    fn is_next(&mut self, element: &FormatElement) -> bool {
        let parser = &mut *self.parser;
        match element {
            FormatElement::Literal(text) if is_keyword(text) => parser.at_keyword(text),
            FormatElement::Literal(text) => parser.at_punct(text),
            FormatElement::Operand(_) | FormatElement::Operands => parser.at_operand(),
            FormatElement::Attr(slot) => match self.def.attrs[*slot].constraint.form {
                AttrForm::SymbolName => parser.at_symbol(),
                AttrForm::Enum(def) => def.is_next(parser.parser) && !parser.parser.at_generic_op(),
                AttrForm::I32Array | AttrForm::I64Array => parser.at_punct("["),
                AttrForm::Parameters(_) => parser.at_punct("<"),
                AttrForm::Attribute => parser.parser.at_attribute_of(&self.def.attrs[*slot]),
                AttrForm::Unit => parser.at_attribute(),
            },
            FormatElement::QualifiedAttr(_) => parser.at_attribute(),
            FormatElement::Region(_) | FormatElement::Regions => parser.at_punct("{"),
            FormatElement::Successor(_) | FormatElement::Successors => parser.at_block(),
            FormatElement::Types(_) => parser.at_type(),
            _ => false,
        }
    }

    fn operand_group(&mut self, group: usize) -> Parsed<()> {
        let arity = self.def.operands[group].arity;
        if arity != Arity::One && !self.parser.at_operand() {
            return Ok(());
        }
        loop {
            let operand = self.parser.parse_operand()?;
            self.state.add_operand(group, operand);
            if arity != Arity::Variadic || !self.parser.parse_optional_punct(",") {
                return Ok(());
            }
        }
    }

    /// Whether the attribute is not written if it is absent.
    fn may_be_absent(&self, slot: usize) -> bool {
        let def = &self.def.attrs[slot];
        def.optional && def.default.is_none() && !matches!(def.constraint.form, AttrForm::Unit)
    }

    fn attribute(&mut self, slot: usize, form: AttrForm) -> Parsed<()> {
        let def = &self.def.attrs[slot];
        let value = match form {
            AttrForm::Unit => Attribute::UNIT,
            AttrForm::SymbolName => {
                let name = self.parser.parse_symbol_name()?;
                let ctx = self.parser.context();
                ctx.ident_attr(name)
            }
            AttrForm::Enum(def) => {
                let value = def.parse(self.parser.parser)?;
                (def.to_attribute)(self.parser.context(), value)
            }
            AttrForm::I32Array => {
                let numbers = self.numbers(|number| {
                    i32::try_from(number)
                        .map_err(|_| format!("expected an integer of 32 bits, found {number}"))
                })?;
                self.parser.context().i32_array_attr(&numbers)
            }
            AttrForm::I64Array => {
                let numbers = self.numbers(Ok)?;
                self.parser.context().i64_array_attr(&numbers)
            }
            AttrForm::Parameters(parse) => parse(self.parser.parser)?,
            AttrForm::Attribute => {
                let position = self.parser.position();
                let value = match def.constraint.starts {
                    // A colon after a string belongs to the following text.
                    AttrStarts::STRING if self.parser.at_string() => {
                        self.parser.parser.untyped_string()?
                    }
                    _ => self.parser.parse_attribute(def.constraint.implied_type)?,
                };
                if !(def.constraint.matches)(self.parser.context(), value) {
                    let message = format!(
                        "attribute '{}' must be: {}",
                        def.name,
                        (def.constraint.describe)()
                    );
                    return Err(self.parser.error_at(position, message));
                }
                value
            }
        };
        let name = self.parser.definitions.op_info(self.parser.op_name()).attr_names()[slot];
        self.parser.set_attr_ident(name, value);
        Ok(())
    }

    /// `[1, 2]`
    fn numbers<N>(&mut self, number: impl Fn(i64) -> Result<N, String>) -> Parsed<Vec<N>> {
        let mut numbers = Vec::new();
        self.parser.parse_punct("[")?;
        while !self.parser.parse_optional_punct("]") {
            if !numbers.is_empty() {
                self.parser.parse_punct(",")?;
            }
            let position = self.parser.position();
            let parsed = self.parser.parse_integer()?;
            let parsed = number(parsed);
            numbers.push(parsed.map_err(|message| self.parser.error_at(position, message))?);
        }
        Ok(numbers)
    }

    fn region(&mut self, index: usize) -> Parsed<()> {
        self.parser.parse_region(&[])?;
        let location = self.parser.location();
        match self.def.traits.iter().find_map(|t| t.implicit_terminator) {
            Some(terminator) => self.parser.terminate_blocks(&[], &|body: &mut Body| {
                let name = terminator(body.context());
                body.create_op(OperationState::new(name, location))
            }),
            None if self.def.regions[index].single_block => self.parser.ensure_block(),
            None => {}
        }
        Ok(())
    }

    fn successor(&mut self, index: usize) -> Parsed<()> {
        if !self.def.successors[index].variadic {
            return self.parser.parse_successor();
        }
        if self.parser.at_block() {
            self.parser.parse_successor()?;
            while self.parser.parse_optional_punct(",") {
                self.parser.parse_successor()?;
            }
        }
        Ok(())
    }

    // Types

    fn has_flag(&self, flag: TraitFlags) -> bool {
        self.flags.contains(flag)
    }

    /// Determines the type of each operand, and adds operands and results to the op.
    fn finish(&mut self) -> Parsed<()> {
        if self.has_one_type
            && let Some(ty) = self.state.only_type()
        {
            return self.finish_with(ty);
        }
        let all_together = self.state.all_operands.is_some();
        if let Some(all) = self.state.all_operands.take() {
            self.divide_operands(&all)?;
        }
        let mut counts: SmallVec<[usize; 4]> = SmallVec::new();
        for place in &self.state.groups {
            counts.push(place.len as usize);
        }
        if let Some(all) = self.state.all_operand_types.take() {
            let wanted = counts.iter().sum();
            if wanted != all.len() {
                return Err(self.wrong_count(wanted, all.len()));
            }
            let mut rest = &all[..];
            for (group, &count) in counts.iter().enumerate() {
                let (types, after) = rest.split_at(count);
                self.state.types.set_operand(group, types);
                rest = after;
            }
        }
        let results_together = self.divide_results();
        self.infer_types(&counts);
        self.check_operand_types()?;
        if self.has_flag(TraitFlags::ATTR_SIZED_OPERANDS) && !all_together {
            self.set_segments("operandSegmentSizes", counts.iter().copied());
        }
        for group in 0..counts.len() {
            let types = self.state.types.operand(group).unwrap_or_default();
            for (operand, &ty) in self.state.operands(group).iter().zip(types) {
                let value = self.parser.resolve(operand, ty)?;
                self.parser.add_operand(value);
            }
        }
        match self.state.all_result_types.take() {
            Some(all) => self.parser.add_result_types(&all),
            None => self.add_result_types()?,
        }
        if self.has_flag(TraitFlags::ATTR_SIZED_RESULTS) && !results_together {
            let sizes: Vec<usize> =
                self.state.types.results().map(|types| types.map_or(0, <[_]>::len)).collect();
            self.set_segments("resultSegmentSizes", sizes.into_iter());
        }
        Ok(())
    }

    /// Like `finish`, if each operand and result is a single value, and all have one type.
    fn finish_with(&mut self, ty: Type) -> Parsed<()> {
        for place in &self.state.groups {
            let value = self.parser.resolve(&self.state.operands[place.start as usize], ty)?;
            self.parser.add_operand(value);
        }
        for _ in self.def.results {
            self.parser.add_result_type(ty);
        }
        Ok(())
    }

    fn set_segments(&mut self, name: &str, sizes: impl Iterator<Item = usize>) {
        let sizes: SmallVec<[i32; 4]> = sizes.map(|size| size as i32).collect();
        let sizes = self.parser.segment_sizes(&sizes);
        self.parser.set_attr(name, sizes);
    }

    /// The group sizes, from the op's dictionary or a trait.
    fn sizes(
        &self,
        name: &str,
        groups: &[ValueGroupDef],
        total: usize,
    ) -> Option<SmallVec<[usize; 4]>> {
        let operands = name == "operandSegmentSizes";
        let (sized, equal) = if operands {
            (TraitFlags::ATTR_SIZED_OPERANDS, TraitFlags::SAME_SIZED_OPERANDS)
        } else {
            (TraitFlags::ATTR_SIZED_RESULTS, TraitFlags::SAME_SIZED_RESULTS)
        };
        if self.has_flag(sized) {
            let sizes = self
                .parser
                .attr(name)
                .and_then(|sizes| sizes.as_i64_array(self.parser.context()))?;
            return Some(
                sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(0)).collect(),
            );
        }
        self.has_flag(equal).then(|| equal_group_sizes(groups, total))
    }

    /// Divides operands that were parsed together into their groups.
    fn divide_operands(&mut self, all: &[UnresolvedOperand<'s>]) -> Parsed<()> {
        let groups = self.def.operands;
        let sizes = self.sizes("operandSegmentSizes", groups, all.len());
        let mut found = 0;
        for (group, place) in self.state.groups.iter_mut().enumerate() {
            let range = group_range(groups, group, all.len(), sizes.as_deref());
            *place = GroupRange { start: range.start as u32, len: range.len() as u32 };
            found += range.len();
        }
        self.state.operands = all.into();
        let mut divided = groups.iter().zip(&self.state.groups);
        let missing = divided.any(|(def, place)| def.arity == Arity::One && place.len != 1);
        if found != all.len() || missing {
            let message = format!("'{}' does not have {} operands", self.def.name, all.len());
            return Err(self.parser.error_at(self.position, message));
        }
        Ok(())
    }

    /// Divides result types that were parsed together into groups, if possible. Returns whether
    /// they were parsed together.
    fn divide_results(&mut self) -> bool {
        let Some(all) = self.state.all_result_types.clone() else { return false };
        let groups = self.def.results;
        let sizes = self.sizes("resultSegmentSizes", groups, all.len());
        for group in 0..groups.len() {
            let range = group_range(groups, group, all.len(), sizes.as_deref());
            self.state.types.set_result(group, &all[range]);
        }
        true
    }

    fn infer_types(&mut self, counts: &[usize]) {
        let parser = &*self.parser;
        let ctx = parser.context();
        let names = parser.definitions.op_info(parser.op_name()).attr_names();
        self.state.types.infer(ctx, counts, &|slot| parser.attr_ident(names[slot])?.ty(ctx));
    }

    fn wrong_count(&mut self, operands: usize, types: usize) -> Reported {
        let message = format!("expected as many types as operands: {operands}, found {types}");
        self.parser.error_at(self.position, message)
    }

    fn unknown_type(&mut self, kind: &str, def: &ValueGroupDef) -> Reported {
        let message = format!("the type of {kind} '{}' is not known", def.name);
        self.parser.error_at(self.position, message)
    }

    /// Checks that each operand has a type.
    fn check_operand_types(&mut self) -> Parsed<()> {
        for (group, place) in self.state.groups.iter().enumerate() {
            let wanted = place.len as usize;
            match self.state.types.operand(group) {
                Some(types) if types.len() == wanted => {}
                Some(types) => {
                    let found = types.len();
                    return Err(self.wrong_count(wanted, found));
                }
                None if wanted == 0 => {}
                None => return Err(self.unknown_type("operand", &self.def.operands[group])),
            }
        }
        Ok(())
    }

    fn add_result_types(&mut self) -> Parsed<()> {
        let missing = |(def, types): (&ValueGroupDef, Option<&[Type]>)| {
            types.is_none() && def.arity == Arity::One
        };
        let unknown = self.def.results.iter().zip(self.state.types.results()).position(missing);
        let any_missing = self.state.types.results().any(|types| types.is_none());
        if self.def.infer_types.is_some() && any_missing {
            let ctx = self.parser.context().clone();
            let operands: Vec<Type> =
                self.state.types.operands().flatten().flatten().copied().collect();
            let inferred = {
                let parser = &*self.parser;
                let (attribute, regions) = (|name: &str| parser.attr(name), parser.regions());
                let input = InferenceInput::of_def(&ctx, self.def, &operands, &attribute);
                self.def.infer(input.with_regions(&regions))
            };
            match inferred {
                Ok(types) => self.parser.add_result_types(&types),
                Err(message) => return Err(self.parser.error_at(self.position, message)),
            }
            return Ok(());
        }
        if let Some(group) = unknown {
            return Err(self.unknown_type("result", &self.def.results[group]));
        }
        // An absent optional group has no types.
        for types in self.state.types.results().flatten() {
            self.parser.add_result_types(types);
        }
        Ok(())
    }
}
