//! Prints ops.

use crate::builtin::ModuleOp;
use crate::data::Context;
use crate::data::affine::{AffineExpr, AffineMap, IntegerSet};
use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::asm::{
    AffineNames, AsmPrinter, PrintAsm, PrintOpAsm, PrintOptions, PrintPart, PrintRegion,
};
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, ValueDef, ValueId};
use crate::ir::op_def::{Assembly, OpDef, TraitFlags};
use crate::ir::op_name::{OpInfo, OpName};
use crate::ir::view::{BlockRef, OpRef, RegionRef};
use crate::support::parallel::{in_order, pieces_of};
use crate::text::aliases::{AliasPosition, Aliased, AliasedText, Aliases};
use crate::text::asm_printer::Printer;
use crate::text::format;
use crate::text::forward::forward;
use crate::text::names::{BodyNames, NamingRules, ValueName, address};
use crate::text::printer_generic::{KnownProperties, meet_generic};
use crate::text::resources::print_resources;
use crate::text::sink::{Finished, Sink};
use crate::text::unique_names::UniqueNames;
use crate::verify;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Writes ops to a string.
pub(super) struct OpPrinter<'p, 'b: 'p> {
    pub(super) asm: Printer<'p>,
    /// The bodies that are being printed, outermost first, with their names.
    bodies: Vec<(&'b Body, Arc<BodyNames>)>,
    /// The body that was left last, which may be entered again.
    left: Option<(&'b Body, Arc<BodyNames>)>,
    /// The names of all bodies, if names are unique in the whole text.
    unique: Option<Arc<UniqueNames>>,
    pub(super) known_properties: FxHashMap<OpName, KnownProperties>,
    indent: usize,
    /// Receives finished text, after each op of the outermost block.
    sink: Option<Sink<'p>>,
}

/// Blocks with fewer ops are printed by one thread.
const MIN_PIECE: usize = 1 << 12;

/// The maximum number of ops in a part, because the text of a part is in memory, and fast if in the
/// caches.
const MAX_PIECE: usize = 4 * MIN_PIECE;

/// An initial estimate of the text size per op.
const BYTES_PER_OP: usize = 48;
const BYTES_PER_GENERIC_OP: usize = 112;

impl<'p, 'b: 'p> std::ops::Deref for OpPrinter<'p, 'b> {
    type Target = Printer<'p>;
    fn deref(&self) -> &Printer<'p> {
        &self.asm
    }
}

impl<'p, 'b: 'p> std::ops::DerefMut for OpPrinter<'p, 'b> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.asm
    }
}

impl<'p, 'b: 'p> OpPrinter<'p, 'b> {
    pub(crate) fn new(ctx: &'p Context, out: &'p mut String, options: PrintOptions) -> Self {
        // Without aliases, text need not wait for the definitions above it.
        let may_have_aliases =
            ctx.has_aliased_attributes() || (options.debug_info && !options.local_scope);
        let asm = match may_have_aliases {
            true => Printer::with_aliases(ctx, out, options),
            false => Printer::new(ctx, out, options),
        };
        Self {
            asm,
            bodies: Vec::new(),
            left: None,
            unique: None,
            known_properties: FxHashMap::default(),
            indent: 0,
            sink: None,
        }
    }

    /// Prints an op with everything in it, in the context of its body.
    pub(crate) fn print_top(&mut self, op: OpRef<'b>) {
        if self.options().unique_names || self.options().generic && self.is_upstream() {
            let rules = NamingRules::of(self.options());
            self.unique = Some(Arc::new(UniqueNames::new(op.body(), rules)));
        }
        self.enter(op.body());
        self.op(op);
        self.leave();
    }

    fn enter(&mut self, body: &'b Body) {
        if let Some(left) = self.left.take_if(|left| std::ptr::eq(left.0, body)) {
            return self.bodies.push(left);
        }
        if let Some(UniqueNames::Texts(all)) = self.unique.as_deref()
            && let Some(names) = all.get(&address(body))
        {
            return self.bodies.push((body, Arc::clone(names)));
        }
        // The names that were left are not needed any more, unless another thread has them, too.
        let mut names = self.left.take().map_or_else(Arc::default, |(_, names)| names);
        let spare = Arc::get_mut(&mut names).map(std::mem::take).unwrap_or_default();
        let own = match self.unique.as_deref() {
            Some(UniqueNames::Numbers(numbers)) => BodyNames::unique_in(spare, body, numbers),
            _ => {
                let start = self.names().map(|around| around.start_of(body)).unwrap_or_default();
                BodyNames::new_in(spare, body, NamingRules::of(self.options()), start)
            }
        };
        match Arc::get_mut(&mut names) {
            Some(names) => *names = own,
            None => names = Arc::new(own),
        }
        self.bodies.push((body, names));
    }

    fn leave(&mut self) {
        self.left = self.bodies.pop();
    }

    pub(super) fn names(&self) -> Option<&BodyNames> {
        self.bodies.last().map(|(_, names)| &**names)
    }

    pub(super) fn body(&self) -> Option<&'b Body> {
        self.bodies.last().map(|(body, _)| *body)
    }

    // Values

    /// `%name`
    pub(super) fn operand(&mut self, value: impl Into<ValueId>) {
        let value = value.into();
        let Some((body, names)) = self.bodies.last() else { return self.write("%<unknown>") };
        let name = names.value(value);
        if let Some(ValueName::Further(index)) = name
            && let ValueDef::Result { op, index: of_op } = body.value_def(value)
        {
            let first = body.result(op, of_op as usize - index as usize);
            self.asm.value_name(names.value(first));
            self.write("#");
            return self.number(index);
        }
        // The name of the first of several results needs its number as well.
        let is_first_of_several = names.is_first_of_several(value);
        self.asm.value_name(name);
        if is_first_of_several {
            self.write("#0");
        }
    }

    /// The text that [`OpPrinter::operand`] prints.
    pub(super) fn operand_name(&mut self, value: ValueId) -> String {
        let start = self.asm.out().len();
        self.operand(value);
        self.asm.out().split_off(start)
    }

    /// The number of results with the name of result `index`.
    fn group_len(&self, body: &Body, op: OpId, index: usize) -> usize {
        let Some(names) = self.names() else { return 1 };
        1 + body
            .results(op)
            .skip(index + 1)
            .take_while(|&result| matches!(names.value(result), Some(ValueName::Further(_))))
            .count()
    }

    /// Values, with `, ` between them.
    pub(super) fn operands(&mut self, values: impl IntoIterator<Item = impl Into<ValueId>>) {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.write(", ");
            }
            self.operand(value);
        }
    }

    /// `^bb1`
    pub(super) fn block_name(&mut self, block: BlockId) {
        let number = self.names().map_or(0, |names| names.block(block));
        self.write("^bb");
        self.small_number(number);
    }

    /// `^bb1(%a, %b : i32, i64)`: successor `index` with its operands.
    pub(super) fn successor(&mut self, op: OpRef<'_>, index: usize) {
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
    pub(super) fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let entries = self.entries(op, elided);
        self.dictionary(&entries, "");
    }

    /// ` attributes {a = 1}`
    pub(super) fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let entries = self.entries(op, elided);
        self.dictionary(&entries, "attributes ");
    }

    fn entries(&self, op: OpRef<'_>, elided: &[&str]) -> Vec<NamedAttribute> {
        let ctx = op.context();
        if !op.body().has_attributes_beside(op.id(), elided) {
            return Vec::new();
        }
        let properties = op.info().upstream_properties();
        let is_default = |name: &str, value: Attribute| {
            properties.attrs.iter().any(|attr| attr.name == name && attr.elided == Some(value))
        };
        let is_written = |entry: &NamedAttribute| {
            let name = entry.0.text(ctx);
            !elided.contains(&name) && !is_default(name, entry.1)
        };
        let mut entries: Vec<_> = op.body().each_attribute(op.id()).filter(is_written).collect();
        entries.sort_by_key(|entry| entry.0.text(ctx));
        entries
    }

    pub(super) fn dictionary(&mut self, entries: &[NamedAttribute], keyword: &str) {
        if !entries.is_empty() {
            self.write(" ");
            self.write(keyword);
            self.write("{");
            self.attribute_entries(entries);
            self.write("}");
        }
    }

    // Ops and regions

    /// Starts a new line within an op, indented as the op's own lines.
    pub(super) fn new_line(&mut self) {
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

    /// Starts a new line within an op, indented further.
    pub(super) fn new_line_indented(&mut self) {
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
        if self.options().value_users {
            self.users_of_results(op);
        }
    }

    fn op_without_results(&mut self, op: OpRef<'b>) {
        let info = op.info();
        let Some(def) = info.def().filter(|_| !self.options().generic) else {
            return self.generic_op(op);
        };
        let upstream = self.is_upstream();
        let assembly = match &def.upstream {
            Some(spelling) if upstream => spelling.assembly.unwrap_or(def.assembly),
            _ => def.assembly,
        };
        if upstream && !self.is_known_upstream(op, info, def) {
            return self.generic_op(op);
        }
        match assembly {
            Assembly::Generic => self.generic_op(op),
            Assembly::Format(elements) => {
                self.custom_name(op, info);
                format::print(op, elements, self);
            }
            Assembly::Custom { print, .. } => {
                self.custom_name(op, info);
                print(op, self);
            }
        }
    }

    /// Whether MLIR itself has the op.
    fn is_known_upstream(&self, op: OpRef<'b>, info: &'b OpInfo, def: &OpDef) -> bool {
        match &def.upstream {
            // For some ops, MLIR only supports some types. The name may be that of another op that
            // means the same.
            Some(spelling) => {
                let name = self.spelled_name(op, info);
                spelling.choose.is_none()
                    || spelling.names.contains(&name)
                    || (name != info.name() && op.context().registered_op(name).is_some())
            }
            None => {
                let dialect = info.dialect().filter(|_| !info.is_from_outside());
                dialect.is_some_and(|dialect| op.context().is_upstream_dialect(dialect))
            }
        }
    }

    /// The op's full name in the selected spelling.
    pub(super) fn full_name(&self, op: OpRef<'b>) -> &'b str {
        self.spelled_name(op, op.info())
    }

    #[inline]
    fn spelled_name(&self, op: OpRef<'b>, info: &'b OpInfo) -> &'b str {
        let name = info.name();
        match info.def().and_then(|def| def.upstream.as_ref()) {
            Some(spelling) if self.is_upstream() => match spelling.choose {
                Some(choose) => choose(op),
                None => spelling.names.first().copied().unwrap_or(name),
            },
            _ => name,
        }
    }

    fn custom_name(&mut self, op: OpRef<'b>, info: &'b OpInfo) {
        let name = self.spelled_name(op, info);
        let around = op.parent().filter(|around| around.has_trait(TraitFlags::OPENS_OWN_DIALECT));
        let short = if let Some(around) = around {
            self.name_in_own_dialect(name, around.info().namespace())
        } else if self.is_upstream() {
            // The dialect name of ops of a module's or function's dialect is left out directly in
            // it, and nowhere deeper.
            let parent = || op.parent().map(|parent| self.full_name(parent));
            if let Some(short) = name.strip_prefix("func.") {
                (parent() == Some("func.func")).then_some(short)
            } else {
                let short = name.strip_prefix("builtin.");
                short.filter(|_| matches!(parent(), None | Some("builtin.module")))
            }
        } else if name == "builtin.module" {
            Some("module")
        } else {
            name.strip_prefix("std.")
        };
        self.write(short.unwrap_or(name));
    }

    /// The name of an op directly in one that opens its own dialect. An op of std keeps its prefix
    /// if the dialect has an op of that name.
    fn name_in_own_dialect(&self, name: &'b str, dialect: &str) -> Option<&'b str> {
        if let Some(own) = name.strip_prefix(dialect).and_then(|rest| rest.strip_prefix('.')) {
            return Some(own);
        }
        let short = name.strip_prefix("std.").filter(|_| !self.is_upstream())?;
        let is_taken = self.context().registered_op(&format!("{dialect}.{short}")).is_some();
        (!is_taken).then_some(short)
    }

    /// A region's argument, as an op writes it itself: `%a`, then what `ty`
    /// and `attributes` write, then the location, where locations are asked for.
    pub(super) fn region_argument(
        &mut self,
        argument: ValueId,
        ty: impl FnOnce(&mut Self),
        attributes: impl FnOnce(&mut Self),
    ) {
        self.operand(argument);
        ty(self);
        // MLIR does not consider these when it assigns aliases.
        self.without_new_aliases(attributes);
        if let Some(location) = self.body().map(|body| body.argument_location(argument)) {
            self.argument_location(location);
        }
    }

    pub(super) fn without_new_aliases(&mut self, print: impl FnOnce(&mut Self)) {
        let old = self.asm.set_naming(false);
        print(self);
        self.asm.set_naming(old);
    }

    /// ` loc(..)` after a block argument, never as an alias. The 2020 spelling has none there.
    fn argument_location(&mut self, location: Location) {
        if self.options().debug_info && self.is_upstream() {
            self.meet(Aliased::Location(location), false);
            self.write(" loc(");
            self.location_in_full(location);
            self.write(")");
        }
    }

    /// Prints a region in braces. Regions of isolated ops have their own names.
    pub(super) fn region(&mut self, region: RegionRef<'b>, how: PrintRegion) {
        self.region_with(region, how, false);
    }

    /// `empty_block` is whether a region with one empty block is distinguished from a region
    /// without blocks.
    pub(super) fn region_with(
        &mut self,
        region: RegionRef<'b>,
        how: PrintRegion,
        empty_block: bool,
    ) {
        let isolated = !self.body().is_some_and(|body| std::ptr::eq(body, region.body()));
        if isolated {
            self.enter(region.body());
        }
        self.region_blocks(region, how, empty_block);
        if isolated {
            self.leave();
        }
    }

    /// Runs `print` with the names of an isolated op's region, for the text of the op before the
    /// region: its arguments.
    pub(super) fn with_region_names(
        &mut self,
        region: RegionRef<'b>,
        print: impl FnOnce(&mut Self),
    ) {
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
        if self.options().skip_regions {
            return self.write("{...}");
        }
        self.write("{");
        self.indent += 2;
        for (i, block) in region.blocks().enumerate() {
            let says_nothing = block.ops().next().is_none() && block.arguments().is_empty();
            let label = i > 0
                || (how.entry_args && !block.arguments().is_empty())
                || (empty_block && says_nothing);
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
        if self.options().value_users {
            self.users_of_arguments(block);
        }
        let mut ops = block.ops();
        // A terminator with attributes must be printed, although one is added where none is.
        let says_nothing = |op: OpRef<'_>| {
            op.has_trait(TraitFlags::TERMINATOR) && op.body().discardable_attrs(op.id()).is_empty()
        };
        if !terminator && block.ops().next_back().is_some_and(says_nothing) {
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

    /// Prints the ops of the outermost block: with several threads if there are many, and in parts
    /// to the sink.
    fn outermost_ops(&mut self, ops: &[OpRef<'b>]) {
        let weight = |op: &OpRef<'b>| op.body().child(op.id()).map_or(1, Body::op_capacity);
        let total: usize = ops.iter().map(weight).sum();
        let threads = if total < 2 * MIN_PIECE { 1 } else { self.context().threads() };
        let size = (total / (16 * threads)).clamp(MIN_PIECE, MAX_PIECE);
        let pieces: Vec<&[OpRef<'b>]> = pieces_of(ops, weight, size).collect();
        let (ctx, options, indent) = (self.context(), self.options(), self.indent);
        let bytes_per_op =
            AtomicUsize::new(if options.generic { BYTES_PER_GENERIC_OP } else { BYTES_PER_OP });
        let (bodies, unique) = (&self.bodies, &self.unique);
        let Some(sink) = &mut self.sink else { return };
        sink.take(self.asm.take_finished());
        in_order(
            threads,
            pieces.len(),
            |index| {
                let ops: usize = pieces[index].iter().map(weight).sum();
                let mut out = String::with_capacity(bytes_per_op.load(Ordering::Relaxed) * ops);
                let mut printer = OpPrinter::new(ctx, &mut out, options);
                printer.asm.leave_out_long_texts();
                printer.bodies.clone_from(bodies);
                printer.unique.clone_from(unique);
                printer.indent = indent;
                for &op in pieces[index] {
                    printer.new_line();
                    printer.op(op);
                }
                let finished = printer.asm.take_finished();
                // Pieces are alike: the next ones need not grow, nor reserve much more than that.
                let needed = finished.text.text.len() / ops + 1;
                bytes_per_op.fetch_max(needed + needed / 16, Ordering::Relaxed);
                finished
            },
            |text: Finished| sink.take(text),
        );
    }

    fn predecessors(&mut self, block: BlockRef<'b>) {
        let body = block.body();
        let mut blocks: SmallVec<[BlockId; 8]> = SmallVec::new();
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
                self.write("  // ");
                self.number(blocks.len());
                self.write(" preds: ");
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

impl<'p, 'b: 'p> PrintAsm<'p> for OpPrinter<'p, 'b> {
    forward! { shared asm:
        fn context() -> &'p Context;
        fn options() -> PrintOptions;
    }

    forward! { mutable asm:
        fn text() -> &mut String;
        fn string(bytes: &[u8]) -> ();
        fn symbol_name(name: &str) -> ();
        fn keyword_or_string(text: &str) -> ();
        fn ty(ty: Type) -> ();
        fn function_type(inputs: &[Type], results: &[Type]) -> ();
        fn result_types(results: &[Type]) -> ();
        fn dimensions(shape: &[i64]) -> ();
        fn cyclic_part(name: &str, print: &mut dyn FnMut(&mut AsmPrinter<'p>)) -> bool;
        fn attribute(attribute: Attribute) -> ();
        fn attribute_without_type(attribute: Attribute) -> ();
        fn attribute_entries(entries: &[NamedAttribute]) -> ();
        fn location(location: Location) -> ();
        fn affine_map(map: AffineMap) -> ();
        fn integer_set(set: IntegerSet) -> ();
        fn affine_expr(expr: AffineExpr, names: Option<AffineNames<'_, 'p>>) -> ();
    }
}

impl<'p, 'b: 'p> PrintOpAsm<'p, 'b> for OpPrinter<'p, 'b> {
    fn value(&mut self, value: ValueId) {
        self.operand(value);
    }

    fn operand_name(&mut self, value: ValueId) -> String {
        OpPrinter::operand_name(self, value)
    }

    fn block_name(&mut self, block: BlockId) {
        OpPrinter::block_name(self, block);
    }

    fn successor(&mut self, op: OpRef<'_>, index: usize) {
        OpPrinter::successor(self, op, index);
    }

    fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        OpPrinter::attr_dict(self, op, elided);
    }

    fn attr_dict_with_default(
        &mut self,
        op: OpRef<'_>,
        elided: &[&str],
        (name, value): (&str, Attribute),
    ) {
        let mut entries = self.entries(op, elided);
        let ctx = op.context();
        if let Err(place) = entries.binary_search_by(|entry| entry.0.text(ctx).cmp(name)) {
            entries.insert(place, (ctx.ident(name), value));
        }
        self.dictionary(&entries, "");
    }

    fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]) {
        OpPrinter::attr_dict_with_keyword(self, op, elided);
    }

    fn nested_op(&mut self, op: OpRef<'b>) {
        self.op_without_results(op);
    }

    fn new_line(&mut self) {
        OpPrinter::new_line(self);
    }

    fn new_line_indented(&mut self) {
        OpPrinter::new_line_indented(self);
    }

    fn region(&mut self, region: RegionRef<'b>, how: PrintRegion) {
        OpPrinter::region(self, region, how);
    }

    fn region_argument_parts(
        &mut self,
        argument: ValueId,
        ty: PrintPart<'_, 'p, 'b>,
        attributes: PrintPart<'_, 'p, 'b>,
    ) {
        self.region_argument(argument, |printer| ty(printer), |printer| attributes(printer));
    }

    fn part_with_region_names(&mut self, region: RegionRef<'b>, print: PrintPart<'_, 'p, 'b>) {
        self.with_region_names(region, |printer| print(printer));
    }
}

/// Assigns the names of aliases in finished text.
fn name_aliases<'c>(
    ctx: &'c Context,
    op: OpRef<'_>,
    options: PrintOptions,
    pieces: &[AliasedText],
) -> Aliases<'c> {
    let mut scratch = String::new();
    let mut printer = Printer::with_aliases(ctx, &mut scratch, options);
    if options.generic {
        meet_generic(op, &mut printer);
    }
    let first = printer.take_aliases();
    Aliases::new(ctx, options, first.iter().chain(pieces.iter().flat_map(|piece| &piece.refs)))
}

/// The op's text in its own form, as [`print_op`] gives it without options.
impl fmt::Display for OpRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_op(*self, PrintOptions::default()))
    }
}

/// The text of the op that owns the body.
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.as_op(), f)
    }
}

/// The text of the op that owns the body, in generic form.
impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_op(), f)
    }
}

/// The text of an op with everything in it, without a line break at the end. If it is not valid,
/// all of it is in generic form, because custom forms may need operands or attributes that are
/// missing.
pub fn print_op(op: OpRef<'_>, options: PrintOptions) -> String {
    print_valid_op(op, generic_if_wrong(op, options))
}

/// Options that are safe for IR that may not be valid.
fn generic_if_wrong(op: OpRef<'_>, options: PrintOptions) -> PrintOptions {
    options.with_generic(options.generic || verify::is_anything_wrong_in(op))
}

/// Like [`print_op`], for an op that is known to be valid, which is not verified again.
///
/// # Panics
/// If the op is not valid, this may panic.
#[track_caller]
pub fn print_valid_op(op: OpRef<'_>, options: PrintOptions) -> String {
    let ctx = op.context().clone();
    let mut out = String::new();
    let mut printer = OpPrinter::new(&ctx, &mut out, options);
    printer.print_top(op);
    let refs = printer.asm.take_aliases();
    let text = [AliasedText { text: out, refs }];
    let resources = resources_of(op, options, &text);
    if text[0].refs.is_empty() {
        let [AliasedText { text, .. }] = text;
        return text + &resources;
    }
    let mut aliases = name_aliases(&ctx, op, options, &text);
    let mut out = String::new();
    aliases.definitions(AliasPosition::Above, &mut |text| out.push_str(text));
    aliases.resolve(&text[0], &mut out);
    aliases.definitions(AliasPosition::Below, &mut |text| out.push_str(text));
    out + &resources
}

/// The section of resources that belong to an outermost op.
fn resources_of(op: OpRef<'_>, options: PrintOptions, pieces: &[AliasedText]) -> String {
    let body = op.body();
    // As in MLIR, they are not printed in local scope.
    let shown = body.resources().filter(|_| op.id() == body.root() && !options.local_scope);
    let Some(resources) = shown else { return String::new() };
    let met = pieces.iter().flat_map(|piece| &piece.refs).filter_map(|entry| match entry.target {
        Aliased::Attribute(attribute) => Some(attribute),
        Aliased::Location(_) => None,
    });
    print_resources(op.context(), options, resources, met)
}

/// Writes an op with everything in it, without a line break at the end. Large modules are printed
/// by several threads and written in parts, so that the whole text is never in memory, unless it
/// has aliases. If the IR is not valid, all of it is in generic form, as by [`print_op`].
///
/// # Errors
/// If `write` returns one; the text so far is incomplete.
pub fn write_op(op: OpRef<'_>, options: PrintOptions, write: &mut dyn io::Write) -> io::Result<()> {
    write_valid_op(op, generic_if_wrong(op, options), write)
}

/// Like [`write_op`], for an op that is known to be valid, which is not verified again.
///
/// # Errors
/// If `write` returns one; the text so far is incomplete.
///
/// # Panics
/// If the op is not valid, this may panic.
#[track_caller]
pub fn write_valid_op(
    op: OpRef<'_>,
    options: PrintOptions,
    write: &mut dyn io::Write,
) -> io::Result<()> {
    let ctx = op.context().clone();
    let mut out = String::new();
    let mut printer = OpPrinter::new(&ctx, &mut out, options);
    // An op that encloses a module's ops does not use the text printed so far.
    if !op.is::<ModuleOp>() {
        return write.write_all(print_valid_op(op, options).as_bytes());
    }
    printer.sink = Some(Sink::new(write, printer.has_aliases()));
    printer.asm.leave_out_long_texts();
    printer.print_top(op);
    let rest = printer.asm.take_finished();
    let Some(mut sink) = printer.sink else { return Ok(()) };
    sink.take(rest);
    if let Some(pieces) = sink.take_waiting() {
        let resources = resources_of(op, options, &pieces);
        // As in `print_valid_op`: an op that is not valid may have aliases that its text does not.
        let mut aliases = match pieces.iter().all(|piece| piece.refs.is_empty()) {
            true => Aliases::new(&ctx, options, std::iter::empty()),
            false => name_aliases(&ctx, op, options, &pieces),
        };
        aliases.definitions(AliasPosition::Above, &mut |text| sink.put(text));
        let mut text = String::new();
        let mut put = |text: &mut String| {
            sink.put(text);
            text.clear();
        };
        for piece in pieces {
            aliases.resolve_in_parts(&piece, &mut text, &mut put);
            put(&mut text);
        }
        aliases.definitions(AliasPosition::Below, &mut |text| sink.put(text));
        sink.put(&resources);
    } else {
        sink.put(&resources_of(op, options, &[]));
    }
    sink.result()
}

/// The text of a type.
pub fn print_type(ctx: &Context, ty: Type) -> String {
    let mut out = String::new();
    Printer::new(ctx, &mut out, as_input(ctx)).ty(ty);
    out
}

/// The text of an attribute.
pub fn print_attribute(ctx: &Context, attribute: Attribute) -> String {
    let mut out = String::new();
    Printer::new(ctx, &mut out, as_input(ctx)).attribute(attribute);
    out
}

/// Prints in the spelling of the text that was read.
fn as_input(ctx: &Context) -> PrintOptions {
    PrintOptions::default().with_spelling(ctx.input_spelling())
}
