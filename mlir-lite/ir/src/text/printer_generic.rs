//! Prints the generic form, which every op has.

use crate::attributes::{Attribute, AttributeKind, NamedAttribute};
use crate::context::OpInfo;
use crate::ir::ident::Ident;
use crate::ir::op_def::Arity;
use crate::ir::view::OpRef;
use crate::text::aliases::Aliased;
use crate::text::asm_printer::AsmPrinter;
use crate::text::printer::{OpAsmPrinter, PrintRegion};

/// The text of the properties of the op of a name that was printed last: most have what the one before them had.
pub(super) struct KnownProperties {
    /// The inherent attributes.
    slots: Box<[Option<Attribute>]>,
    text: Box<str>,
}

impl<'b> OpAsmPrinter<'_, 'b> {
    /// The form that every op has.
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
        // Between the regions and the attributes, MLIR looks at the types.
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

    /// `[^bb1, ^bb2]`, if there are any.
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

    /// ` <..>` of an op that is not known, and all attributes where none are properties; gives what is left.
    fn unknown_properties(&mut self, op: OpRef<'b>) -> Vec<NamedAttribute> {
        let mut attributes = op.body().attributes(op.id());
        // No name is before the empty one.
        if let Some(&(Ident::PROPERTIES, properties)) = attributes.first() {
            attributes.remove(0);
            self.write(" <");
            self.without_new_aliases(|printer| printer.attribute(properties));
            self.write(">");
        }
        attributes
    }

    /// ` <{..}>`, today's properties, if there are any; gives the other attributes.
    fn properties(&mut self, op: OpRef<'b>, info: &OpInfo) -> Vec<NamedAttribute> {
        let body = op.body();
        let implied = info.upstream_properties().implied.map_or(Vec::new(), |implied| implied(op));
        // Of an op that has nothing but inherent attributes, these say all.
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

/// The name in the generic form: `func` and `module` of the 2020 text have no
/// namespace.
fn generic_name(name: &str, upstream: bool) -> &str {
    match name {
        "builtin.module" if !upstream => "module",
        "std.func" if !upstream => "func",
        _ => name,
    }
}

/// Moves what today's MLIR counts among the op's own attributes.
fn move_properties(op: OpRef<'_>, from: &mut Vec<NamedAttribute>, to: &mut Vec<NamedAttribute>) {
    let ctx = op.context();
    for &(name, default) in op.info().upstream_properties().names {
        let name = ctx.ident(name);
        match from.iter().position(|entry| entry.0 == name) {
            Some(position) => to.push(from.remove(position)),
            None => to.extend(default.map(|default| {
                let kind = AttributeKind::Opaque {
                    dialect: ctx.ident("arith"),
                    data: default.into(),
                    ty: None,
                };
                (name, ctx.intern_attribute(kind))
            })),
        }
    }
}

/// The attributes that are not there because they are what absence means:
/// today's MLIR always has them.
fn defaults(op: OpRef<'_>) -> Vec<NamedAttribute> {
    let ctx = op.context();
    let attrs = op.def().map_or(&[][..], |def| def.attrs);
    let absent = attrs.iter().enumerate().filter(|(slot, _)| op.inherent_attr(*slot).is_none());
    absent.filter_map(|(_, attr)| Some((ctx.ident(attr.name), attr.default?(ctx)))).collect()
}

/// Today's MLIR counts the operands passed to successors among the groups of
/// `operandSegmentSizes`, where there is more than one group of unknown size.
/// The blocks of a switch's cases are one group, with an attribute of their own.
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
    // An op that is not valid may have successors that it does not declare, and operands too few; or it says itself how
    // many there are of each.
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
        return vec![(name, ctx.i32_array_attr(&sizes))];
    }
    sizes.extend(passed.next());
    let cases: Vec<i32> = passed.collect();
    sizes.push(cases.iter().sum());
    let cases = (ctx.ident("case_operand_segments"), ctx.i32_array_attr(&cases));
    vec![cases, (name, ctx.i32_array_attr(&sizes))]
}

/// What MLIR meets on its way through the generic form of an op: in another order than the text has.
pub(super) fn meet_generic(op: OpRef<'_>, printer: &mut AsmPrinter<'_>) {
    if printer.options().debug_info {
        printer.meet(Aliased::Location(op.location()), true);
    }
    // Regions nest as deep as the parser admits.
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
