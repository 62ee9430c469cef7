//! Parses an op by its format.
//!
//! Operands are collected by name first, types as they come; at the end each
//! operand has a type, from the text, from a constraint that admits only one,
//! or from a trait that makes types equal, and is resolved.

use super::{FormatElement, Values, is_keyword};
use crate::attributes::Attribute;
use crate::ir::groups::group_range;
use crate::ir::interfaces::InferTypeOpInterface;
use crate::ir::op_def::{Arity, AttrForm, OpDef, TraitFlags, ValueGroupDef};
use crate::ir::traits::{SameOperandsAndResultType, SameTypeOperands};
use crate::ir::{OperationState, body::Body};
use crate::text::asm::{OpAsmParser, Parsed, UnresolvedOperand};
use crate::types::Type;
use mlir_lite_diagnostics::Span;
use std::any::TypeId;

/// What has been read of operands and types.
pub struct FormatState<'s> {
    operands: Vec<Vec<UnresolvedOperand<'s>>>,
    all_operands: Option<Vec<UnresolvedOperand<'s>>>,
    operand_types: Vec<Option<Vec<Type>>>,
    all_operand_types: Option<Vec<Type>>,
    result_types: Vec<Option<Vec<Type>>>,
    all_result_types: Option<Vec<Type>>,
}

impl<'s> FormatState<'s> {
    fn new(def: &OpDef) -> Self {
        Self {
            operands: vec![Vec::new(); def.operands.len()],
            all_operands: None,
            operand_types: vec![None; def.operands.len()],
            all_operand_types: None,
            result_types: vec![None; def.results.len()],
            all_result_types: None,
        }
    }

    /// Adds a name to an operand group.
    pub fn add_operand(&mut self, group: usize, operand: UnresolvedOperand<'s>) {
        self.operands[group].push(operand);
    }

    /// The names read for an operand group.
    pub fn operands(&self, group: usize) -> &[UnresolvedOperand<'s>] {
        &self.operands[group]
    }

    /// Says what types values have.
    pub fn set_types(&mut self, values: Values, types: Vec<Type>) {
        match values {
            Values::Operand(group) => self.operand_types[group] = Some(types),
            Values::Result(group) => self.result_types[group] = Some(types),
            Values::Operands => self.all_operand_types = Some(types),
            Values::Results => self.all_result_types = Some(types),
        }
    }
}

/// Parses an op by its format, after its name.
pub fn parse(elements: &'static [FormatElement], parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let position = parser.position();
    let Some(def) = parser.context().op_info(parser.op_name()).def() else {
        return Err(parser.error(position, "the op has a format but no definition"));
    };
    let mut engine = Engine { def, parser, state: FormatState::new(def), position };
    engine.elements(elements)?;
    engine.finish()
}

struct Engine<'e, 'p, 's> {
    def: &'static OpDef,
    parser: &'e mut OpAsmParser<'p, 's>,
    state: FormatState<'s>,
    position: Span,
}

impl Engine<'_, '_, '_> {
    fn elements(&mut self, elements: &'static [FormatElement]) -> Parsed<()> {
        elements.iter().try_for_each(|element| self.element(element))
    }

    fn element(&mut self, element: &'static FormatElement) -> Parsed<()> {
        match element {
            FormatElement::Literal(text) if is_keyword(text) => self.parser.parse_keyword(text),
            FormatElement::Literal(text) => self.parser.parse_punct(text),
            FormatElement::Space | FormatElement::NoSpace => Ok(()),
            FormatElement::Operand(group) => self.operand_group(*group),
            FormatElement::Operands => {
                self.state.all_operands = Some(self.parser.parse_operand_list()?);
                Ok(())
            }
            FormatElement::Attr(slot) => self.attribute(*slot),
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
            FormatElement::AttrDict { keyword: false, .. } => self.parser.parse_attr_dict(),
            FormatElement::AttrDict { keyword: true, .. } => self.parser.parse_attr_dict_with_keyword(),
            FormatElement::Types(values) => {
                let one = match values {
                    Values::Operand(group) => self.def.operands[*group].arity == Arity::One,
                    Values::Result(group) => self.def.results[*group].arity == Arity::One,
                    Values::Operands | Values::Results => false,
                };
                let types = if one {
                    vec![self.parser.parse_type()?]
                } else if self.parser.at_type() {
                    self.parser.parse_type_list()?
                } else {
                    Vec::new()
                };
                self.state.set_types(*values, types);
                Ok(())
            }
            FormatElement::FunctionalType(inputs, results) => {
                let (input_types, result_types) = self.parser.parse_function_type()?;
                self.state.set_types(*inputs, input_types);
                self.state.set_types(*results, result_types);
                Ok(())
            }
            FormatElement::Custom { parse, arguments, .. } => parse(self.parser, &mut self.state, arguments),
            FormatElement::Optional { then, otherwise, .. } => {
                let first = then.iter().find(|e| !matches!(e, FormatElement::Space | FormatElement::NoSpace));
                let present = first.is_some_and(|first| self.is_next(first));
                self.elements(if present { then } else { otherwise })
            }
        }
    }

    /// Whether an element that starts an optional group is next.
    fn is_next(&self, element: &FormatElement) -> bool {
        let parser = &*self.parser;
        match element {
            FormatElement::Literal(text) if is_keyword(text) => parser.at_keyword(text),
            FormatElement::Literal(text) => parser.at_punct(text),
            FormatElement::Operand(_) | FormatElement::Operands => parser.at_operand(),
            FormatElement::Attr(slot) => match self.def.attrs[*slot].constraint.form {
                AttrForm::SymbolName => parser.at_symbol(),
                _ => parser.at_symbol() || parser.at_string() || parser.at_integer() || parser.at_punct("["),
            },
            FormatElement::Region(_) | FormatElement::Regions => parser.at_punct("{"),
            FormatElement::Successor(_) | FormatElement::Successors => parser.at_block(),
            FormatElement::Types(_) => parser.at_type(),
            _ => false,
        }
    }

    fn operand_group(&mut self, group: usize) -> Parsed<()> {
        match self.def.operands[group].arity {
            Arity::One => {
                let operand = self.parser.parse_operand()?;
                self.state.operands[group] = vec![operand];
            }
            Arity::Optional => {
                self.state.operands[group] = self.parser.parse_optional_operand()?.into_iter().collect();
            }
            Arity::Variadic => self.state.operands[group] = self.parser.parse_operand_list()?,
        }
        Ok(())
    }

    fn attribute(&mut self, slot: usize) -> Parsed<()> {
        let def = &self.def.attrs[slot];
        let value = match def.constraint.form {
            AttrForm::Unit => Attribute::UNIT,
            AttrForm::SymbolName => {
                let name = self.parser.parse_symbol_name()?;
                let ctx = self.parser.context();
                ctx.string_attr(name.text(ctx))
            }
            AttrForm::Attribute => {
                let position = self.parser.position();
                let value = self.parser.parse_attribute(def.constraint.implied_type)?;
                if !(def.constraint.matches)(self.parser.context(), value) {
                    let message =
                        format!("attribute '{}' must be: {}", def.name, (def.constraint.describe)());
                    return Err(self.parser.error(position, message));
                }
                value
            }
        };
        self.parser.set_attr(def.name, value);
        Ok(())
    }

    fn region(&mut self, index: usize) -> Parsed<()> {
        self.parser.parse_region(&[])?;
        let location = self.parser.location();
        match self.def.traits.iter().find_map(|t| t.implicit_terminator) {
            Some(terminator) => self.parser.ensure_terminator(&[], |body: &mut Body| {
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

    fn has_trait(&self, id: TypeId) -> bool {
        self.def.traits.iter().any(|t| (t.id)() == id)
    }

    /// Gives each operand its type and the op its operands and results.
    fn finish(mut self) -> Parsed<()> {
        if let Some(all) = self.state.all_operands.take() {
            let groups = self.def.operands;
            for (group, operands) in self.state.operands.iter_mut().enumerate() {
                *operands = all[group_range(groups, group, all.len(), None)].to_vec();
            }
            let found: usize = self.state.operands.iter().map(Vec::len).sum();
            if found != all.len() || self.missing_operand() {
                let message = format!("'{}' does not have {} operands", self.def.name, all.len());
                return Err(self.parser.error(self.position, message));
            }
        }
        if let Some(all) = self.state.all_operand_types.take() {
            let wanted: usize = self.state.operands.iter().map(Vec::len).sum();
            if wanted != all.len() {
                return Err(self.wrong_count(wanted, all.len()));
            }
            let mut rest = all.into_iter();
            for (operands, types) in self.state.operands.iter().zip(&mut self.state.operand_types) {
                *types = Some(rest.by_ref().take(operands.len()).collect());
            }
        }
        let operand_types = self.operand_types()?;
        if self.def.traits.iter().any(|t| t.flags.contains(TraitFlags::ATTR_SIZED_OPERANDS)) {
            let sizes: Vec<i32> = self.state.operands.iter().map(|group| group.len() as i32).collect();
            let sizes = self.parser.context().i32_array_attr(&sizes);
            self.parser.set_attr("operandSegmentSizes", sizes);
        }
        let operands = std::mem::take(&mut self.state.operands);
        for (operand, &ty) in operands.iter().flatten().zip(&operand_types) {
            let value = self.parser.resolve(operand, ty)?;
            self.parser.add_operand(value);
        }
        let results = self.result_types(&operand_types)?;
        self.parser.add_result_types(&results);
        Ok(())
    }

    fn missing_operand(&self) -> bool {
        let groups = self.def.operands.iter().zip(&self.state.operands);
        groups.into_iter().any(|(def, operands)| def.arity == Arity::One && operands.len() != 1)
    }

    fn wrong_count(&mut self, operands: usize, types: usize) -> mlir_lite_diagnostics::Reported {
        let message = format!("expected as many types as operands: {operands}, found {types}");
        self.parser.error(self.position, message)
    }

    /// A type that the text gives to one of the values that a trait makes
    /// equal.
    fn same_type(&self) -> Option<Type> {
        let all = self.has_trait(TypeId::of::<SameOperandsAndResultType>());
        if !all && !self.has_trait(TypeId::of::<SameTypeOperands>()) {
            return None;
        }
        let results = self.state.result_types.iter().flatten().flatten();
        let results = results.chain(self.state.all_result_types.iter().flatten());
        let operands = self.state.operand_types.iter().flatten().flatten();
        operands.chain(results.filter(|_| all)).next().copied()
    }

    fn operand_types(&mut self) -> Parsed<Vec<Type>> {
        let same = self.same_type();
        let mut all = Vec::new();
        for (group, def) in self.def.operands.iter().enumerate() {
            let wanted = self.state.operands[group].len();
            match self.state.operand_types[group].take() {
                Some(types) if types.len() == wanted => all.extend(types),
                Some(types) => return Err(self.wrong_count(wanted, types.len())),
                None => match def.constraint.only.or(same) {
                    Some(ty) => all.extend(std::iter::repeat_n(ty, wanted)),
                    None if wanted == 0 => {}
                    None => return Err(self.unknown_type("operand", def)),
                },
            }
        }
        if self.state.operand_types.is_empty() || same.is_none() {
            return Ok(all);
        }
        // Results are inferred from what the operands were given.
        self.state.operand_types[0] = same.map(|ty| vec![ty]);
        Ok(all)
    }

    fn unknown_type(&mut self, kind: &str, def: &ValueGroupDef) -> mlir_lite_diagnostics::Reported {
        let message = format!("the type of {kind} '{}' is not known", def.name);
        self.parser.error(self.position, message)
    }

    fn result_types(&mut self, operands: &[Type]) -> Parsed<Vec<Type>> {
        if let Some(all) = self.state.all_result_types.take() {
            return Ok(all);
        }
        let same = self.same_type().filter(|_| self.has_trait(TypeId::of::<SameOperandsAndResultType>()));
        let ctx = self.parser.context().clone();
        let inference = ctx.op_info(self.parser.op_name()).interface::<dyn InferTypeOpInterface>();
        let mut all = Vec::new();
        for (group, def) in self.def.results.iter().enumerate() {
            if let Some(types) = self.state.result_types[group].take() {
                all.extend(types);
                continue;
            }
            let known = def.constraint.only.or(same);
            if let (Some(ty), Arity::One) = (known, def.arity) {
                all.push(ty);
                continue;
            }
            let Some(inference) = inference else {
                match def.arity {
                    Arity::One => return Err(self.unknown_type("result", def)),
                    // An absent optional group says that there is none.
                    Arity::Optional | Arity::Variadic => continue,
                }
            };
            let parser = &*self.parser;
            return match inference.infer_types(&ctx, operands, &|name| parser.attr(name)) {
                Ok(types) => Ok(types.into_vec()),
                Err(message) => Err(self.parser.error(self.position, message)),
            };
        }
        Ok(all)
    }
}
