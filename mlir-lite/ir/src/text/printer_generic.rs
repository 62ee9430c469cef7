//! Prints the generic form, which every op has.

use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::ident::Ident;
use crate::ir::asm::PrintRegion;
use crate::ir::op_def::Arity;
use crate::ir::op_name::OpInfo;
use crate::ir::view::OpRef;
use crate::text::aliases::Aliased;
use crate::text::asm_printer::Printer;
use crate::text::printer::OpPrinter;

/// A cache of the printed properties of the last op with a name: most ops have the same as the one
/// before them.
pub(super) struct KnownProperties {
    /// The inherent attributes.
    slots: Box<[Option<Attribute>]>,
    text: Box<str>,
}

impl<'p, 'b: 'p> OpPrinter<'p, 'b> {
    /// Prints the generic form.
    pub(crate) fn generic_op(&mut self, op: OpRef<'b>) {
        let body = op.body();
        let upstream = self.is_upstream();
        let name = generic_name(self.full_name(op), upstream);
        self.quoted(name);
        self.write("(");
        let is_plain = body.is_plain(op.id());
        let own = if upstream || is_plain { 0 } else { body.num_forwarded_operands(op.id()) };
        let listed = op.num_operands() - own;
        self.operands(op.operands().take(listed));
        self.write(")");
        if !is_plain {
            self.generic_successors(op);
        }
        let info = op.info();
        let rest = match upstream && info.is_registered() {
            true => self.properties(op, info),
            false => self.unknown_properties(op),
        };
        if !is_plain && op.regions().len() > 0 {
            self.write(" (");
            for (i, region) in op.regions().enumerate() {
                if i > 0 {
                    self.write(", ");
                }
                self.region_with(region, PrintRegion::default(), true);
            }
            self.write(")");
        }
        // MLIR visits the types between the regions and the attributes.
        if self.has_aliases() && !self.options().generic {
            self.meet_all(op.operand_types().chain(op.result_types()), &[]);
        }
        self.dictionary(&rest, "");
        self.write(" : (");
        self.types(op.operand_types().take(listed));
        self.write(") -> ");
        match op.num_results() {
            1 => self.result_types(&[body.ty(op.result(0))]),
            _ => self.result_types(&body.result_types(op.id())),
        }
    }

    /// `[^bb1, ^bb2]`, if there are successors.
    fn generic_successors(&mut self, op: OpRef<'b>) {
        let count = op.successors().len();
        if count == 0 {
            return;
        }
        self.write("[");
        for i in 0..count {
            if i > 0 {
                self.write(", ");
            }
            if self.is_upstream() {
                self.block_name(op.body().successor(op.id(), i));
            } else {
                self.successor(op, i);
            }
        }
        self.write("]");
    }

    /// Prints ` <..>` of an unregistered op; returns the remaining attributes.
    fn unknown_properties(&mut self, op: OpRef<'b>) -> Vec<NamedAttribute> {
        let mut attributes = op.body().attributes(op.id());
        // The empty name sorts first.
        if let Some(&(Ident::PROPERTIES, properties)) = attributes.first() {
            attributes.remove(0);
            self.write(" <");
            self.without_new_aliases(|printer| printer.attribute(properties));
            self.write(">");
        }
        attributes
    }

    /// Prints ` <{..}>`, today's properties, if there are any. Returns the other attributes.
    fn properties(&mut self, op: OpRef<'b>, info: &OpInfo) -> Vec<NamedAttribute> {
        let body = op.body();
        let implied = info.upstream_properties().implied.map_or(Vec::new(), |implied| implied(op));
        // If an op has only inherent attributes, the slots determine the text.
        let is_known_by_slots = implied.is_empty() && body.is_plain(op.id());
        if is_known_by_slots {
            let slots = body.attr_slots(op.id());
            let known =
                self.known_properties.get(&op.name()).filter(|known| known.slots[..] == *slots);
            if let Some(known) = known {
                self.asm.write(&known.text);
                return Vec::new();
            }
        }
        let mut inherent = body.inherent_attributes(op.id());
        inherent.extend(successor_segments(op));
        inherent.extend(defaults(op));
        let mut discardable = body.discardable_attrs(op.id()).to_vec();
        move_properties(op, &mut discardable, &mut inherent);
        for entry in implied {
            inherent.retain(|known| known.0 != entry.0);
            inherent.push(entry);
        }
        let by_name = |a: &NamedAttribute, b: &NamedAttribute| {
            a.0.text(op.context()).cmp(b.0.text(op.context()))
        };
        let before = (self.asm.out().len(), self.left_out());
        if !inherent.is_empty() {
            inherent.sort_by(by_name);
            self.write(" <{");
            self.attribute_entries(&inherent);
            self.write("}>");
        }
        if is_known_by_slots && self.left_out() == before.1 {
            let text = self.asm.out()[before.0..].into();
            let slots = body.attr_slots(op.id()).into();
            self.known_properties.insert(op.name(), KnownProperties { slots, text });
        }
        discardable.sort_by(by_name);
        discardable
    }
}

/// The name in the generic form. In the 2020 spelling, `func` and `module` have no namespace.
fn generic_name(name: &str, upstream: bool) -> &str {
    match name {
        "builtin.module" if !upstream => "module",
        "std.func" if !upstream => "func",
        _ => name,
    }
}

/// Moves the attributes that are properties in today's MLIR.
fn move_properties(op: OpRef<'_>, from: &mut Vec<NamedAttribute>, to: &mut Vec<NamedAttribute>) {
    let ctx = op.context();
    for attr in op.info().upstream_properties().attrs {
        let name = ctx.ident(attr.name);
        match from.iter().position(|entry| entry.0 == name) {
            Some(position) => to.push(from.remove(position)),
            None => to.extend(attr.default.map(|default| (name, default(ctx)))),
        }
    }
}

/// Attributes that are absent because they have the default value. Today's MLIR always prints them.
fn defaults(op: OpRef<'_>) -> Vec<NamedAttribute> {
    let ctx = op.context();
    let attrs = op.def().map_or(&[][..], |def| def.attrs);
    let absent = attrs.iter().enumerate().filter(|(slot, _)| op.inherent_attr(*slot).is_none());
    absent.filter_map(|(_, attr)| Some((ctx.ident(attr.name), attr.default?(ctx)))).collect()
}

/// The attribute of ops whose last group of operands, after those that are passed to successors, is
/// that of bundles. With successors, there are none here.
pub(super) const BUNDLES: &str = "op_bundle_sizes";

/// In today's MLIR, `operandSegmentSizes` includes the operands passed to successors, if there is
/// more than one group of variable size. The blocks of a switch's cases are one group, with an
/// attribute of its own.
fn successor_segments(op: OpRef<'_>) -> Vec<NamedAttribute> {
    let ctx = op.context();
    let Some(def) = op.def() else { return Vec::new() };
    let body = op.body();
    let successors = op.successors().len();
    let variadic = def.operands.iter().filter(|group| group.arity != Arity::One).count();
    let is_switch = def.attrs.iter().any(|attr| attr.name == "case_values");
    if successors == 0 || (variadic + successors < 2 && !is_switch) {
        return Vec::new();
    }
    let name = ctx.ident("operandSegmentSizes");
    let own = op.num_operands() - body.num_forwarded_operands(op.id());
    let fixed = def.operands.len() - variadic;
    // An op that is not valid may have undeclared successors and too few operands, or may have the
    // sizes in an attribute.
    if def.successors.is_empty() || own < fixed || op.attr_named("operandSegmentSizes").is_some() {
        return Vec::new();
    }
    let mut sizes: Vec<i32> = def
        .operands
        .iter()
        .map(|group| if group.arity == Arity::One { 1 } else { (own - fixed) as i32 })
        .collect();
    let mut passed = (0..successors).map(|i| body.successor_operand_range(op.id(), i).len() as i32);
    if !is_switch {
        sizes.extend(passed);
        if def.attrs.iter().any(|attr| attr.name == BUNDLES) {
            sizes.push(0);
        }
        return vec![(name, ctx.i32_array_attr(&sizes))];
    }
    sizes.extend(passed.next());
    let cases: Vec<i32> = passed.collect();
    sizes.push(cases.iter().sum());
    let cases = (ctx.ident("case_operand_segments"), ctx.i32_array_attr(&cases));
    vec![cases, (name, ctx.i32_array_attr(&sizes))]
}

/// Records aliases in the order in which MLIR visits the generic form of an op, which is not that
/// of the text.
pub(super) fn meet_generic(op: OpRef<'_>, printer: &mut Printer<'_>) {
    if printer.options().debug_info {
        printer.meet(Aliased::Location(op.location()), true);
    }
    // Regions nest as deep as the parser allows.
    for block in op.regions().flat_map(|region| region.blocks()) {
        for &argument in block.arguments() {
            printer.meet_all([block.body().ty(argument)], &[]);
            if printer.options().debug_info && printer.is_upstream() {
                printer.meet(Aliased::Location(block.body().argument_location(argument)), false);
            }
        }
        for inner in block.ops() {
            meet_generic(inner, printer);
        }
    }
    let mut attributes = op.body().attributes(op.id());
    attributes.retain(|entry| entry.0 != Ident::PROPERTIES);
    attributes.extend(defaults(op));
    attributes.sort_by(|a, b| a.0.text(op.context()).cmp(b.0.text(op.context())));
    printer.meet_all(op.operand_types().chain(op.result_types()), &attributes);
}
