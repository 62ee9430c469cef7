//! Prints an op by its format.
//!
//! Blanks are as in MLIR: one between elements, but none after an opening bracket, and none before
//! a closing one, a comma, or an opening bracket that follows a word.

use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::types::Type;
use crate::ir::asm::PrintRegion;
use crate::ir::format::{Anchor, FormatElement, Values};
use crate::ir::op_def::{AttrDef, AttrForm, OpDef, TraitFlags};
use crate::ir::view::{OpRef, RegionRef};
use crate::text::printer::OpPrinter;
use smallvec::SmallVec;
use std::ops::Range;

/// Prints an op by its format, after its name.
pub(in crate::text) fn print<'b>(
    op: OpRef<'b>,
    elements: &'static [FormatElement],
    printer: &mut OpPrinter<'_, 'b>,
) {
    let Some(def) = op.def() else { return };
    let program = elements;
    Engine { op, def, printer, program, space: true, after_punctuation: false }.elements(elements);
}

/// Names of attributes.
type Names = SmallVec<[&'static str; 8]>;

/// Collects the attributes that directives of the dialect print.
fn collect_written(elements: &'static [FormatElement], written: &mut Names) {
    for element in elements {
        match element {
            FormatElement::Custom { writes, .. } => written.extend_from_slice(writes),
            FormatElement::Optional { then, otherwise, .. } => {
                collect_written(then, written);
                collect_written(otherwise, written);
            }
            FormatElement::Clauses(clauses) => collect_written(clauses, written),
            _ => {}
        }
    }
}

struct Engine<'e, 'p, 'b> {
    op: OpRef<'b>,
    def: &'static OpDef,
    printer: &'e mut OpPrinter<'p, 'b>,
    /// All of the format.
    program: &'static [FormatElement],
    /// Whether a blank can precede the next element.
    space: bool,
    after_punctuation: bool,
}

impl<'b> Engine<'_, '_, 'b> {
    fn elements(&mut self, elements: &'static [FormatElement]) {
        for element in elements {
            self.element(element);
        }
    }

    fn literal(&mut self, text: &str) {
        let blank = match text.as_bytes() {
            [b'>' | b')' | b'}' | b']' | b','] => false,
            [b'<' | b'(' | b'{' | b'['] => self.after_punctuation,
            _ => true,
        };
        if self.space && blank {
            self.printer.write(" ");
        }
        self.printer.write(text);
        self.space = text.len() != 1 || !"<({[".contains(text);
        self.after_punctuation = !super::is_keyword(text);
    }

    /// Prints the blank before an element that is not a literal.
    fn separate(&mut self) {
        if self.space || !self.after_punctuation {
            self.printer.write(" ");
        }
        self.space = true;
        self.after_punctuation = false;
    }

    #[expect(clippy::too_many_lines, reason = "a case for each element of a format")]
    fn element(&mut self, element: &'static FormatElement) {
        let op = self.op;
        match element {
            FormatElement::Literal(text) => self.literal(text),
            FormatElement::Space => {
                self.printer.write(" ");
                self.space = false;
                self.after_punctuation = false;
            }
            FormatElement::NoSpace => {
                self.space = false;
                self.after_punctuation = true;
            }
            FormatElement::NewLine => {
                self.printer.new_line();
                self.space = false;
                self.after_punctuation = true;
            }
            FormatElement::Operand(group) => {
                self.operands(op.body().operand_group(op.id(), *group))
            }
            FormatElement::Operands => self.operands(self.own_operands()),
            FormatElement::Attr(slot) => {
                self.attribute(*slot, self.def.attrs[*slot].constraint.form)
            }
            FormatElement::QualifiedAttr(slot) => self.attribute(*slot, AttrForm::Attribute),
            FormatElement::Region(index) => self.regions(self.region_group(*index)),
            FormatElement::Regions => self.regions(0..op.regions().len()),
            FormatElement::Successor(index) => self.successors(self.successor_group(*index)),
            FormatElement::Successors => self.successors(0..op.successors().len()),
            FormatElement::AttrDict { keyword, elided, discardable } => {
                self.after_punctuation = false;
                if op.body().has_no_attributes(op.id()) {
                    return;
                }
                let mut elided = self.elided(elided);
                if *discardable {
                    elided.extend(self.def.attrs.iter().map(|def| def.name));
                }
                // A value that means the same as an absent attribute is not printed.
                let is_default = |(slot, def): &(usize, &AttrDef)| {
                    let default = def.default.map(|default| default(op.context()));
                    default.is_some() && op.inherent_attr(*slot) == default
                };
                elided.extend(
                    self.def.attrs.iter().enumerate().filter(is_default).map(|(_, def)| def.name),
                );
                if *keyword {
                    self.printer.attr_dict_with_keyword(op, &elided);
                } else {
                    self.printer.attr_dict(op, &elided);
                }
            }
            FormatElement::PropDict { elided } => {
                let elided = self.elided(elided);
                let mut entries = op.body().inherent_attributes(op.id());
                entries.retain(|entry| !elided.contains(&entry.0.text(op.context())));
                if !entries.is_empty() {
                    self.separate();
                    entries.sort_by(|a, b| a.0.text(op.context()).cmp(b.0.text(op.context())));
                    self.printer.write("<{");
                    self.printer.attribute_entries(&entries);
                    self.printer.write("}>");
                }
            }
            FormatElement::Types(values) => {
                let (range, is_operand) = self.places(*values);
                if !range.is_empty() {
                    self.separate();
                    self.printer.types(range.map(|index| type_at(op, index, is_operand)));
                }
            }
            FormatElement::FunctionalType(inputs, results) => {
                let (inputs, results) = (self.types(*inputs), self.types(*results));
                self.separate();
                self.printer.function_type(&inputs, &results);
            }
            FormatElement::Custom { print, arguments, .. } => {
                let before = (self.printer.out().len(), self.space, self.after_punctuation);
                self.separate();
                let start = self.printer.out().len();
                print(op, self.printer, arguments);
                if self.printer.out().len() == start {
                    self.printer.out().truncate(before.0);
                    (self.space, self.after_punctuation) = (before.1, before.2);
                }
            }
            FormatElement::Clauses(clauses) => self.elements(clauses),
            FormatElement::Optional { anchor, then, otherwise } => {
                self.elements(if self.is_present(*anchor) { then } else { otherwise });
            }
        }
    }

    /// Names of attributes that the dictionary leaves out: those that are printed elsewhere, and
    /// those with a default value.
    fn elided(&self, written: &[&'static str]) -> Names {
        let mut elided = Names::from_slice(written);
        collect_written(self.program, &mut elided);
        for (slot, def) in self.def.attrs.iter().enumerate() {
            let default = def.default.map(|default| default(self.op.context()));
            if default.is_some() && self.op.inherent_attr(slot) == default {
                elided.push(def.name);
            }
        }
        elided
    }

    fn own_operands(&self) -> Range<usize> {
        let body = self.op.body();
        0..body.num_operands(self.op.id()) - body.num_forwarded_operands(self.op.id())
    }

    fn is_present(&self, anchor: Anchor) -> bool {
        let op = self.op;
        match anchor {
            Anchor::Values(values) => match values {
                Values::Operand(group) => !op.body().operand_group(op.id(), group).is_empty(),
                Values::Result(group) => !op.body().result_group(op.id(), group).is_empty(),
                Values::Operands => !self.own_operands().is_empty(),
                Values::Results => op.num_results() > 0,
            },
            Anchor::Attr(slot) => {
                let value = op.inherent_attr(slot);
                let default = self.def.attrs[slot].default.map(|default| default(op.context()));
                value.is_some() && value != default
            }
            Anchor::Region(index) => self
                .region_group(index)
                .any(|index| op.region(index).is_some_and(|region| !region.is_empty())),
            Anchor::Successor(index) => !self.successor_group(index).is_empty(),
            Anchor::Any(anchors) => anchors.iter().any(|&anchor| self.is_present(anchor)),
            Anchor::Not(anchor) => !self.is_present(*anchor),
        }
    }

    fn region_group(&self, index: usize) -> Range<usize> {
        let regions = self.def.regions;
        group(index, regions.len(), self.op.regions().len(), |i| regions[i].variadic)
    }

    fn successor_group(&self, index: usize) -> Range<usize> {
        let successors = self.def.successors;
        group(index, successors.len(), self.op.successors().len(), |i| successors[i].variadic)
    }

    fn operands(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.separate();
            let op = self.op;
            self.printer.operands(range.map(|index| op.operand(index)));
        }
    }

    fn types(&self, values: Values) -> SmallVec<[Type; 4]> {
        let (range, is_operand) = self.places(values);
        range.map(|index| type_at(self.op, index, is_operand)).collect()
    }

    /// The range of these values in the op, and whether they are operands.
    fn places(&self, values: Values) -> (Range<usize>, bool) {
        let (body, op) = (self.op.body(), self.op.id());
        match values {
            Values::Operand(group) => (body.operand_group(op, group), true),
            Values::Result(group) => (body.result_group(op, group), false),
            Values::Operands => (self.own_operands(), true),
            Values::Results => (0..self.op.num_results(), false),
        }
    }

    fn attribute(&mut self, slot: usize, form: AttrForm) {
        let def = &self.def.attrs[slot];
        let ctx = self.op.context();
        let default = || def.default.map(|default| default(ctx));
        let Some(value): Option<Attribute> = self.op.inherent_attr(slot).or_else(default) else {
            return;
        };
        match form {
            AttrForm::Unit => {}
            AttrForm::SymbolName => {
                self.separate();
                self.printer.symbol_name(value.as_str(ctx).unwrap_or_default());
            }
            AttrForm::Enum(def) => {
                self.separate();
                match (def.from_attribute)(ctx, value) {
                    Some(value) => def.print(value, &mut self.printer.asm),
                    None => self.printer.attribute(value),
                }
            }
            AttrForm::I32Array | AttrForm::I64Array => {
                self.separate();
                match value.as_i64_array(ctx) {
                    Some(numbers) => {
                        self.printer.write("[");
                        self.printer.asm.comma_separated(&numbers, |printer, number| {
                            printer.write(&number.to_string());
                        });
                        self.printer.write("]");
                    }
                    None => self.printer.attribute(value),
                }
            }
            AttrForm::Parameters(_) => {
                self.separate();
                match value.kind(ctx) {
                    AttributeKind::Dialect(data) => data.print(&mut self.printer.asm),
                    _ => self.printer.attribute(value),
                }
            }
            AttrForm::Attribute => {
                self.separate();
                if def.constraint.implied_type.is_some()
                    && value.ty(ctx) == def.constraint.implied_type
                {
                    self.printer.attribute_without_type(value);
                } else {
                    self.printer.attribute(value);
                }
            }
        }
    }

    fn regions(&mut self, range: Range<usize>) {
        for (i, index) in range.enumerate() {
            if i > 0 {
                self.literal(",");
            }
            self.separate();
            if let Some(region) = self.op.region(index) {
                let terminator = self.terminator_is_written(region);
                self.printer.region(region, PrintRegion { entry_args: true, terminator });
            }
        }
    }

    /// Whether an implicit terminator is printed: only if it has attributes or operands.
    fn terminator_is_written(&self, region: RegionRef<'b>) -> bool {
        if !self.def.traits.iter().any(|t| t.implicit_terminator.is_some()) {
            return true;
        }
        let Some(last) = region.entry().and_then(|block| block.terminator()) else { return true };
        debug_assert!(last.has_trait(TraitFlags::TERMINATOR));
        last.num_operands() > 0 || !last.body().attributes(last.id()).is_empty()
    }

    fn successors(&mut self, range: Range<usize>) {
        for (i, index) in range.enumerate() {
            if i > 0 {
                self.literal(",");
            }
            self.separate();
            self.printer.successor(self.op, index);
        }
    }
}

fn type_at(op: OpRef<'_>, index: usize, is_operand: bool) -> Type {
    op.body().ty(if is_operand { op.operand(index) } else { op.result(index) })
}

/// The range of group `index` among `groups` groups of regions or successors, of which at most one
/// is variadic.
fn group(
    index: usize,
    groups: usize,
    total: usize,
    variadic: impl Fn(usize) -> bool,
) -> Range<usize> {
    let after = groups - index - 1;
    if variadic(index) {
        return index.min(total)..total.saturating_sub(after).max(index.min(total));
    }
    let start = if (0..index).any(variadic) { total.saturating_sub(after + 1) } else { index };
    start.min(total)..(start + 1).min(total)
}
