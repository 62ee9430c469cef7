//! Prints ops.

use crate::attributes::{Attribute, AttributeKind, NamedAttribute};
use crate::context::Context;
use crate::dialects::builtin::ModuleOp;
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, ValueDef, ValueId};
use crate::ir::ident::Ident;
use crate::ir::interfaces::UpstreamPropertiesInterface;
use crate::ir::location::Location;
use crate::ir::op_def::{Arity, Assembly, TraitFlags};
use crate::ir::view::{BlockRef, OpRef, RegionRef};
use crate::support::parallel::in_order;
use crate::text::aliases::{Aliased, AliasedText, Aliases, Place};
use crate::text::format;
use crate::text::names::{BodyNames, ValueName};
use crate::text::printer_attr::AsmPrinter;
use crate::text::resources::print_resources;
use crate::text::{PrintOptions, Spelling};
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::io;
use std::sync::Arc;

/// What of a region's structure is written.
#[derive(Copy, Clone, Debug)]
pub struct PrintRegion {
    /// Whether the entry block's arguments stand in a label; if not, the op
    /// writes them itself.
    pub entry_args: bool,
    /// Whether the terminators of a single block are written; if not, the op's
    /// parser puts them back.
    pub terminator: bool,
}

impl Default for PrintRegion {
    fn default() -> Self {
        Self { entry_args: true, terminator: true }
    }
}

/// Writes ops to a string.
pub struct OpAsmPrinter<'p, 'b> {
    asm: AsmPrinter<'p>,
    /// Bodies from the outermost printed on, with their names.
    bodies: Vec<(&'b Body, Arc<BodyNames>)>,
    /// The names of all bodies, by address, where they are unique in all that is printed.
    unique: Option<Arc<FxHashMap<usize, Arc<BodyNames>>>>,
    indent: usize,
    /// Where text goes that is finished, op by op of the outermost block.
    sink: Option<Sink<'p>>,
}

/// Takes text as it is printed.
struct Sink<'p> {
    write: &'p mut dyn io::Write,
    result: io::Result<()>,
    /// Text that waits for the names of the aliases in it.
    waiting: Option<Vec<AliasedText>>,
}

impl Sink<'_> {
    /// After an error nothing more is written.
    fn take(&mut self, text: AliasedText) {
        match &mut self.waiting {
            Some(waiting) => waiting.push(text),
            None => self.put(&text.text),
        }
    }

    fn put(&mut self, text: &str) {
        if self.result.is_ok() {
            self.result = self.write.write_all(text.as_bytes());
        }
    }
}

/// Fewer ops than this are not worth a thread.
const MIN_PIECE: usize = 1 << 12;

/// About as much text as an op has, to begin with.
const BYTES_PER_OP: usize = 48;

impl<'p> std::ops::Deref for OpAsmPrinter<'p, '_> {
    type Target = AsmPrinter<'p>;
    fn deref(&self) -> &AsmPrinter<'p> {
        &self.asm
    }
}

impl std::ops::DerefMut for OpAsmPrinter<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.asm
    }
}

impl<'p, 'b> OpAsmPrinter<'p, 'b> {
    pub(crate) fn new(ctx: &'p Context, out: &'p mut String, options: PrintOptions) -> Self {
        // Where nothing can have an alias, text need not wait for the definitions above it.
        let may_have_aliases = ctx.has_aliased_attributes() || (options.debug_info && !options.local_scope);
        let asm = match may_have_aliases {
            true => AsmPrinter::with_aliases(ctx, out, options),
            false => AsmPrinter::new(ctx, out, options),
        };
        Self { asm, bodies: Vec::new(), unique: None, indent: 0, sink: None }
    }

    /// Prints an op with all in it, as it stands in its body.
    pub(crate) fn print_top(&mut self, op: OpRef<'b>) {
        if self.options().generic && self.is_upstream() {
            let all = BodyNames::of_all(op.body()).into_iter();
            let by_address = all.map(|(body, names)| (body as usize, Arc::new(names)));
            self.unique = Some(Arc::new(by_address.collect()));
        }
        self.enter(op.body());
        self.op(op);
        self.leave();
    }

    fn enter(&mut self, body: &'b Body) {
        let upstream = self.is_upstream();
        let address = std::ptr::from_ref(body) as usize;
        let known = self.unique.as_ref().and_then(|unique| unique.get(&address).cloned());
        self.bodies.push((body, known.unwrap_or_else(|| Arc::new(BodyNames::new(body, upstream)))));
    }

    fn leave(&mut self) {
        self.bodies.pop();
    }

    fn names(&self) -> Option<&BodyNames> {
        self.bodies.last().map(|(_, names)| &**names)
    }

    fn body(&self) -> Option<&'b Body> {
        self.bodies.last().map(|(body, _)| *body)
    }

    // Values

    /// `%name`
    pub fn operand(&mut self, value: ValueId) {
        let Some((body, names)) = self.bodies.last() else { return self.write("%<unknown>") };
        let name = names.value(value);
        let definition = body.value_def(value);
        if let (Some(ValueName::Further(index)), ValueDef::Result { op, .. }) = (name, definition) {
            self.group_name(op);
            self.write("#");
            return self.number(index);
        }
        self.asm.value_name(name);
        // The first of several results under one name is told apart as well.
        if let ValueDef::Result { op, index: 0 } = definition
            && body.num_results(op) > 1
            && self.group_len(body, op, 0) > 1
        {
            self.write("#0");
        }
    }

    /// What [`OpAsmPrinter::operand`] writes, as a text of its own.
    pub fn operand_name(&mut self, value: ValueId) -> String {
        let start = self.asm.out().len();
        self.operand(value);
        self.asm.out().split_off(start)
    }

    fn group_name(&mut self, op: OpId) {
        let Some(body) = self.body() else { return };
        let first = body.result(op, 0);
        let name = self.bodies.last().and_then(|(_, names)| names.value(first));
        self.asm.value_name(name);
    }

    /// How many results stand under the name of result `index`.
    fn group_len(&self, body: &Body, op: OpId, index: usize) -> usize {
        let Some(names) = self.names() else { return 1 };
        1 + body
            .results(op)
            .skip(index + 1)
            .take_while(|&result| matches!(names.value(result), Some(ValueName::Further(_))))
            .count()
    }

    /// Values, with `, ` between them.
    pub fn operands(&mut self, values: impl IntoIterator<Item = ValueId>) {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.write(", ");
            }
            self.operand(value);
        }
    }

    /// `^bb1`
    pub fn block_name(&mut self, block: BlockId) {
        let number = self.names().map_or(0, |names| names.block(block));
        self.write("^bb");
        self.number(number);
    }

    /// `^bb1(%a, %b : i32, i64)`: successor `index` with what is passed.
    pub fn successor(&mut self, op: OpRef<'_>, index: usize) {
        let body = op.body();
        self.block_name(body.successor(op.id(), index));
        let operands = body.successor_operands(op.id(), index);
        if !operands.is_empty() {
            self.write("(");
            self.operands(operands.iter().copied());
            self.write(" : ");
            self.types(operands.iter().map(|&value| body.ty(value)));
            self.write(")");
        }
    }

    // Attributes

    /// ` {a = 1}`: the attributes but for those in `elided`, if any are left.
    pub fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let entries = self.entries(op, elided);
        self.dictionary(&entries, "");
    }

    /// ` attributes {a = 1}`
    pub fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let entries = self.entries(op, elided);
        self.dictionary(&entries, "attributes ");
    }

    fn entries(&self, op: OpRef<'_>, elided: &[&str]) -> Vec<NamedAttribute> {
        let ctx = op.context();
        let mut entries = op.body().attributes(op.id());
        entries.retain(|entry| !elided.contains(&entry.0.text(ctx)));
        entries
    }

    fn dictionary(&mut self, entries: &[NamedAttribute], keyword: &str) {
        if !entries.is_empty() {
            self.write(" ");
            self.write(keyword);
            self.write("{");
            self.attribute_entries(entries);
            self.write("}");
        }
    }

    // Ops and regions

    /// A new line inside of an op, indented as the op's own lines.
    pub fn new_line(&mut self) {
        let indent = self.indent;
        const BLANKS: &str = "                                                                ";
        self.write("\n");
        let mut left = indent;
        while left > 0 {
            let step = left.min(BLANKS.len());
            self.write(&BLANKS[..step]);
            left -= step;
        }
    }

    /// A new line inside of an op, indented further.
    pub fn new_line_indented(&mut self) {
        self.indent += 2;
        self.new_line();
        self.indent -= 2;
    }

    fn result_names(&mut self, op: OpRef<'_>) {
        let body = op.body();
        let count = op.num_results();
        if count == 0 {
            return;
        }
        let mut index = 0;
        while index < count {
            if index > 0 {
                self.write(", ");
            }
            let len = if count == 1 { 1 } else { self.group_len(body, op.id(), index) };
            let name = self.bodies.last().and_then(|(_, names)| names.value(op.result(index)));
            self.asm.value_name(name);
            if len > 1 {
                self.display(format_args!(":{len}"));
            }
            index += len;
        }
        self.write(" = ");
    }

    fn op(&mut self, op: OpRef<'b>) {
        if self.options().debug_info {
            self.meet(Aliased::Location(op.location()), true);
        }
        self.result_names(op);
        self.op_without_results(op);
        if self.options().debug_info {
            self.write(" loc(");
            self.location(op.location());
            self.write(")");
        }
    }

    fn op_without_results(&mut self, op: OpRef<'b>) {
        let Some(def) = op.def().filter(|_| !self.options().generic) else { return self.generic_op(op) };
        let upstream = self.is_upstream();
        let assembly = match &def.upstream {
            Some(spelling) if upstream => spelling.assembly.unwrap_or(def.assembly),
            _ => def.assembly,
        };
        if upstream && !is_known_upstream(op) {
            return self.generic_op(op);
        }
        match assembly {
            Assembly::Generic => self.generic_op(op),
            Assembly::Format(elements) => {
                self.custom_name(op);
                format::print(op, elements, self);
            }
            Assembly::Custom { print, .. } => {
                self.custom_name(op);
                print(op, self);
            }
        }
    }

    /// The op's full name in the spelling that is asked for.
    fn full_name(&self, op: OpRef<'b>) -> &'b str {
        let name = op.info().name();
        match op.def().and_then(|def| def.upstream.as_ref()) {
            Some(spelling) if self.is_upstream() => match spelling.choose {
                Some(choose) => choose(op),
                None => spelling.names.first().copied().unwrap_or(name),
            },
            _ => name,
        }
    }

    fn custom_name(&mut self, op: OpRef<'b>) {
        let name = self.full_name(op);
        let module = (name == "builtin.module").then_some("module");
        let short = if self.is_upstream() {
            // A function's own dialect is understood directly in its body.
            let in_function = || op.parent().is_some_and(|parent| self.full_name(parent) == "func.func");
            module.or_else(|| name.strip_prefix("func.").filter(|_| in_function()))
        } else {
            module.or_else(|| name.strip_prefix("std."))
        };
        self.write(short.unwrap_or(name));
    }

    /// The form that every op has.
    pub(crate) fn generic_op(&mut self, op: OpRef<'b>) {
        let body = op.body();
        let upstream = self.is_upstream();
        let name = generic_name(self.full_name(op), upstream);
        self.string(name.as_bytes());
        self.write("(");
        let own = if upstream { 0 } else { body.num_forwarded_operands(op.id()) };
        let listed = op.num_operands() - own;
        self.operands(op.operands().take(listed));
        self.write(")");
        if op.successors().len() > 0 {
            self.write("[");
            for i in 0..op.successors().len() {
                if i > 0 {
                    self.write(", ");
                }
                if upstream { self.block_name(body.successor(op.id(), i)) } else { self.successor(op, i) }
            }
            self.write("]");
        }
        let registered = op.def().is_some();
        let mut discardable: Vec<NamedAttribute> = body.attributes(op.id());
        // No name is before the empty one.
        if let Some(&(Ident::PROPERTIES, properties)) = discardable.first() {
            discardable.remove(0);
            self.write(" <");
            self.without_new_aliases(|printer| printer.attribute(properties));
            self.write(">");
        }
        if upstream && registered {
            let mut inherent = body.inherent_attributes(op.id());
            inherent.extend(successor_segments(op));
            inherent.extend(defaults(op));
            discardable = body.discardable_attrs(op.id()).to_vec();
            move_properties(op, &mut discardable, &mut inherent);
            for entry in
                op.interface::<dyn UpstreamPropertiesInterface>().map_or(Vec::new(), |i| i.implied(op))
            {
                inherent.retain(|known| known.0 != entry.0);
                inherent.push(entry);
            }
            if !inherent.is_empty() {
                inherent.sort_by(|a, b| a.0.text(op.context()).cmp(b.0.text(op.context())));
                self.write(" <{");
                self.attribute_entries(&inherent);
                self.write("}>");
            }
            discardable.sort_by(|a, b| a.0.text(op.context()).cmp(b.0.text(op.context())));
        }
        if op.regions().len() > 0 {
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
        self.dictionary(&discardable, "");
        self.write(" : (");
        self.types(op.operand_types().take(listed));
        self.write(") -> ");
        let results: Vec<Type> = op.result_types().collect();
        self.result_types(&results);
    }

    /// A region's argument, as an op writes it itself: `%a`, then what `ty`
    /// and `attributes` write, then the location, where locations are asked for.
    pub fn region_argument(
        &mut self,
        argument: ValueId,
        ty: impl FnOnce(&mut Self),
        attributes: impl FnOnce(&mut Self),
    ) {
        self.operand(argument);
        ty(self);
        // MLIR does not look at these when it gives out aliases.
        self.without_new_aliases(attributes);
        if let Some(location) = self.body().map(|body| body.argument_location(argument)) {
            self.argument_location(location);
        }
    }

    fn without_new_aliases(&mut self, print: impl FnOnce(&mut Self)) {
        let old = self.asm.set_naming(false);
        print(self);
        self.asm.set_naming(old);
    }

    /// ` loc(..)` after a block's argument, never as an alias. The text of 2020 has none there.
    fn argument_location(&mut self, location: Location) {
        if self.options().debug_info && self.is_upstream() {
            self.meet(Aliased::Location(location), false);
            self.write(" loc(");
            self.location_in_full(location);
            self.write(")");
        }
    }

    /// A region in braces. The names of an isolated op's region are its own.
    pub fn region(&mut self, region: RegionRef<'b>, how: PrintRegion) {
        self.region_with(region, how, false);
    }

    /// `empty_block` says whether a region of one block with nothing in it is
    /// told from a region without blocks.
    fn region_with(&mut self, region: RegionRef<'b>, how: PrintRegion, empty_block: bool) {
        let isolated = !self.body().is_some_and(|body| std::ptr::eq(body, region.body()));
        if isolated {
            self.enter(region.body());
        }
        self.region_blocks(region, how, empty_block);
        if isolated {
            self.leave();
        }
    }

    /// Runs `print` with the names of an isolated op's region, for what the op
    /// prints of it before the region: its arguments.
    pub fn with_region_names(&mut self, region: RegionRef<'b>, print: impl FnOnce(&mut Self)) {
        let isolated = !self.body().is_some_and(|body| std::ptr::eq(body, region.body()));
        if isolated {
            self.enter(region.body());
        }
        print(self);
        if isolated {
            self.leave();
        }
    }

    fn region_blocks(&mut self, region: RegionRef<'b>, how: PrintRegion, empty_block: bool) {
        self.write("{");
        self.indent += 2;
        for (i, block) in region.blocks().enumerate() {
            let says_nothing = block.ops().next().is_none() && block.arguments().is_empty();
            let label =
                i > 0 || (how.entry_args && !block.arguments().is_empty()) || (empty_block && says_nothing);
            self.block(block, label, i == 0, how.terminator);
        }
        self.indent -= 2;
        self.new_line();
        self.write("}");
    }

    fn block(&mut self, block: BlockRef<'b>, label: bool, entry: bool, terminator: bool) {
        if label {
            self.indent -= 2;
            self.new_line();
            self.indent += 2;
            self.block_name(block.id());
            if !block.arguments().is_empty() {
                self.write("(");
                for (i, &arg) in block.arguments().iter().enumerate() {
                    if i > 0 {
                        self.write(", ");
                    }
                    self.operand(arg);
                    self.write(": ");
                    let ty = block.body().ty(arg);
                    self.ty(ty);
                    self.argument_location(block.body().argument_location(arg));
                }
                self.write(")");
            }
            self.write(":");
            if !entry {
                self.predecessors(block);
            }
        }
        let mut ops = block.ops();
        if !terminator && block.ops().next_back().is_some_and(|op| op.has_trait(TraitFlags::TERMINATOR)) {
            ops.next_back();
        }
        if self.sink.is_some() && self.bodies.len() == 1 {
            let ops: Vec<OpRef<'b>> = ops.collect();
            return self.outermost_ops(&ops);
        }
        for op in ops {
            self.new_line();
            self.op(op);
        }
    }

    /// The ops of the outermost block: with several threads if they are large,
    /// and piece by piece to the sink.
    fn outermost_ops(&mut self, ops: &[OpRef<'b>]) {
        let weight = |op: &OpRef<'b>| op.body().child(op.id()).map_or(1, Body::op_capacity);
        let total: usize = ops.iter().map(weight).sum();
        let threads = if total < 2 * MIN_PIECE { 1 } else { self.context().threads() };
        let size = (total / (16 * threads)).max(MIN_PIECE);
        let mut sum = 0;
        let pieces: Vec<&[OpRef<'b>]> = ops
            .chunk_by(|op, _| {
                sum += weight(op);
                let full = sum >= size;
                if full {
                    sum = 0;
                }
                !full
            })
            .collect();
        let (ctx, options, indent) = (self.context(), self.options(), self.indent);
        let (bodies, unique) = (&self.bodies, &self.unique);
        let Some(sink) = &mut self.sink else { return };
        sink.take(AliasedText { refs: self.asm.take_aliases(), text: std::mem::take(self.asm.out()) });
        in_order(
            threads,
            pieces.len(),
            |index| {
                let mut out =
                    String::with_capacity(BYTES_PER_OP * pieces[index].iter().map(weight).sum::<usize>());
                let mut printer = OpAsmPrinter::new(ctx, &mut out, options);
                printer.bodies.clone_from(bodies);
                printer.unique.clone_from(unique);
                printer.indent = indent;
                for &op in pieces[index] {
                    printer.new_line();
                    printer.op(op);
                }
                let refs = printer.asm.take_aliases();
                AliasedText { text: out, refs }
            },
            |text| sink.take(text),
        );
    }

    fn predecessors(&mut self, block: BlockRef<'b>) {
        let body = block.body();
        let mut blocks: Vec<BlockId> = Vec::new();
        for (op, _) in body.predecessors(block.id()) {
            blocks.extend(body.block(op));
        }
        blocks.sort_by_key(|&block| self.names().map_or(0, |names| names.block(block)));
        match blocks[..] {
            [] => self.write("  // no predecessors"),
            [one] => {
                self.write("  // pred: ");
                self.block_name(one);
            }
            _ => {
                self.display(format_args!("  // {} preds: ", blocks.len()));
                for (i, &block) in blocks.iter().enumerate() {
                    if i > 0 {
                        self.write(", ");
                    }
                    self.block_name(block);
                }
            }
        }
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

/// Whether MLIR itself has the op's dialect.
fn is_known_upstream(op: OpRef<'_>) -> bool {
    let info = op.info();
    op.def().is_some_and(|def| def.upstream.is_some())
        || info.dialect().is_some_and(|dialect| op.context().is_upstream_dialect(dialect))
}

/// Moves what today's MLIR counts among the op's own attributes.
fn move_properties(op: OpRef<'_>, from: &mut Vec<NamedAttribute>, to: &mut Vec<NamedAttribute>) {
    let ctx = op.context();
    let properties = op.interface::<dyn UpstreamPropertiesInterface>().map_or(&[][..], |op| op.properties());
    for &(name, default) in properties {
        let name = ctx.ident(name);
        match from.iter().position(|entry| entry.0 == name) {
            Some(position) => to.push(from.remove(position)),
            None => to.extend(default.map(|default| {
                let kind =
                    AttributeKind::Opaque { dialect: ctx.ident("arith"), data: default.into(), ty: None };
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
fn meet_generic(op: OpRef<'_>, printer: &mut AsmPrinter<'_>) {
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

/// The names of what has an alias in finished text.
fn name_aliases<'c>(
    ctx: &'c Context,
    op: OpRef<'_>,
    options: PrintOptions,
    pieces: &[AliasedText],
) -> Aliases<'c> {
    let mut scratch = String::new();
    let mut printer = AsmPrinter::with_aliases(ctx, &mut scratch, options);
    if options.generic {
        meet_generic(op, &mut printer);
    }
    let first = printer.take_aliases();
    Aliases::new(ctx, options, first.iter().chain(pieces.iter().flat_map(|piece| &piece.refs)))
}

/// The text of an op with all in it, without a line's end.
pub fn print_op(op: OpRef<'_>, options: PrintOptions) -> String {
    let ctx = op.context().clone();
    let mut out = String::new();
    let mut printer = OpAsmPrinter::new(&ctx, &mut out, options);
    printer.print_top(op);
    let refs = printer.asm.take_aliases();
    let text = [AliasedText { text: out, refs }];
    let resources = resources_of(op, options, &text);
    if text[0].refs.is_empty() {
        let [AliasedText { text, .. }] = text;
        return text + &resources;
    }
    let mut aliases = name_aliases(&ctx, op, options, &text);
    let mut out = aliases.definitions(Place::Above);
    aliases.resolve(&text[0], &mut out);
    out + &aliases.definitions(Place::Below) + &resources
}

/// The section of resources that belong to an outermost op.
fn resources_of(op: OpRef<'_>, options: PrintOptions, pieces: &[AliasedText]) -> String {
    let body = op.body();
    // As in MLIR, they are not part of a local scope.
    let shown = body.resources().filter(|_| op.id() == body.root() && !options.local_scope);
    let Some(resources) = shown else { return String::new() };
    let met = pieces.iter().flat_map(|piece| &piece.refs).filter_map(|entry| match entry.target {
        Aliased::Attribute(attribute) => Some(attribute),
        Aliased::Location(_) => None,
    });
    print_resources(op.context(), options, resources, met)
}

/// Writes an op with all in it, without a line's end. Large modules are printed
/// by several threads and written in pieces, so that their text is never in
/// memory as a whole; where something in it has an alias, it is.
///
/// # Errors
/// If `write` has one; what it was given so far is incomplete.
pub fn write_op(op: OpRef<'_>, options: PrintOptions, write: &mut dyn io::Write) -> io::Result<()> {
    let ctx = op.context().clone();
    let mut out = String::new();
    let mut printer = OpAsmPrinter::new(&ctx, &mut out, options);
    // What encloses a module's ops does not look at what has been printed.
    if !op.is::<ModuleOp>() {
        return write.write_all(print_op(op, options).as_bytes());
    }
    let waiting = printer.has_aliases().then(Vec::new);
    printer.sink = Some(Sink { write, result: Ok(()), waiting });
    printer.print_top(op);
    let rest = AliasedText { refs: printer.asm.take_aliases(), text: std::mem::take(printer.asm.out()) };
    let Some(mut sink) = printer.sink else { return Ok(()) };
    sink.take(rest);
    if let Some(pieces) = sink.waiting.take() {
        let resources = resources_of(op, options, &pieces);
        let mut aliases = name_aliases(&ctx, op, options, &pieces);
        sink.put(&aliases.definitions(Place::Above));
        for piece in pieces {
            let mut text = String::with_capacity(piece.text.len());
            aliases.resolve(&piece, &mut text);
            sink.put(&text);
        }
        sink.put(&aliases.definitions(Place::Below));
        sink.put(&resources);
    } else {
        sink.put(&resources_of(op, options, &[]));
    }
    sink.result
}

/// The text of a type.
pub fn print_type(ctx: &Context, ty: Type) -> String {
    let mut out = String::new();
    AsmPrinter::new(ctx, &mut out, PrintOptions::default()).ty(ty);
    out
}

/// The text of an attribute.
pub fn print_attribute(ctx: &Context, attribute: Attribute) -> String {
    let mut out = String::new();
    AsmPrinter::new(ctx, &mut out, PrintOptions::default()).attribute(attribute);
    out
}

impl Spelling {
    /// Whether this is today's spelling.
    pub fn is_upstream(self) -> bool {
        self == Self::Upstream
    }
}
