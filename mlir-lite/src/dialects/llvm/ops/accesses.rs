//! Loads and stores: plain, volatile and atomic.

use super::atomics::{parse_ordering, print_ordering};
use super::properties::ACCESS;
use crate::dialects::llvm::attributes::ORDERINGS;
use crate::dialects::llvm::constraints::*;
use crate::ir::prelude::*;

/// Reads a value from memory.
///
/// ```mlir
/// %0 = llvm.load volatile %p {alignment = 8 : i64} : !llvm.ptr -> f32
/// %1 = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
/// ```
#[op(name = "llvm.load", properties = ACCESS, interfaces(MemoryEffectOpInterface), assembly = custom, verify)]
pub struct LoadOp {
    #[operand]
    addr: LlvmPointer,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr(name = "volatile_")]
    volatile: Optional<UnitAttr>,
    /// The value will not be needed again soon.
    #[attr]
    nontemporal: Optional<UnitAttr>,
    /// What is read never changes.
    #[attr]
    invariant: Optional<UnitAttr>,
    /// What is read never changes for one address.
    #[attr(name = "invariantGroup")]
    invariant_group: Optional<UnitAttr>,
    /// How the access is ordered with others; 0 if it is not atomic.
    #[attr(default = zero_i64)]
    ordering: I64Attr,
    /// Among whom it is ordered.
    #[attr]
    syncscope: Optional<StrAttr>,
    #[result]
    res: LlvmValue,
}

/// Writes a value to memory.
///
/// ```mlir
/// llvm.store %x, %p {alignment = 8 : i64} : f32, !llvm.ptr
/// llvm.store %n, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
/// ```
#[op(name = "llvm.store", properties = ACCESS, interfaces(MemoryEffectOpInterface), assembly = custom, verify)]
pub struct StoreOp {
    #[operand]
    value: LlvmValue,
    #[operand]
    addr: LlvmPointer,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr(name = "volatile_")]
    volatile: Optional<UnitAttr>,
    /// The value will not be needed again soon.
    #[attr]
    nontemporal: Optional<UnitAttr>,
    /// What is written never changes for one address.
    #[attr(name = "invariantGroup")]
    invariant_group: Optional<UnitAttr>,
    /// How the access is ordered with others; 0 if it is not atomic.
    #[attr(default = zero_i64)]
    ordering: I64Attr,
    /// Among whom it is ordered.
    #[attr]
    syncscope: Optional<StrAttr>,
}

impl LoadOp {
    /// Loads a `ty` from `address`.
    pub fn plain(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        address: ValueId,
        ty: Type,
    ) -> Self {
        Self::build(builder, location, address, None, None, None, None, None, None, None, ty)
    }
}

impl StoreOp {
    /// Stores `value` at `address`.
    pub fn plain(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        value: ValueId,
        address: ValueId,
    ) -> Self {
        Self::build(builder, location, value, address, None, None, None, None, None, None)
    }
}

/// Whether other threads, or the world, may see that the access happens.
fn is_visible(op: OpRef<'_>) -> bool {
    let ordering = op.attr_named("ordering").and_then(|ordering| ordering.as_i64(op.context()));
    op.attr_named("volatile_").is_some() || ordering.is_some_and(|ordering| ordering > 1)
}

impl MemoryEffectOpInterface for LoadOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        let mut effects: SmallVec<[Effect; 2]> = SmallVec::new();
        effects.push(Effect::on(EffectKind::Read, op.operand(0)));
        if is_visible(op) {
            effects.push(Effect::on(EffectKind::Write, op.operand(0)));
        }
        effects
    }
}

impl MemoryEffectOpInterface for StoreOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        let mut effects: SmallVec<[Effect; 2]> = SmallVec::new();
        effects.push(Effect::on(EffectKind::Write, op.operand(1)));
        if is_visible(op) {
            effects.push(Effect::on(EffectKind::Read, op.operand(1)));
        }
        effects
    }
}

fn parse_flag(parser: &mut OpAsmParser<'_, '_>, keyword: &str, name: &str) {
    if parser.parse_optional_keyword(keyword) {
        parser.set_attr(name, Attribute::UNIT);
    }
}

/// Reads `atomic syncscope("agent") acquire`, if it is next.
fn parse_atomic(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let is_atomic = parser.parse_optional_keyword("atomic");
    let ordering = if is_atomic { parse_ordering(parser)? } else { parser.context().i64_attr(0) };
    parser.set_attr("ordering", ordering);
    Ok(())
}

fn print_flag(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>, name: &str, keyword: &str) {
    if op.attr_named(name).is_some() {
        printer.write(" ");
        printer.write(keyword);
    }
}

fn print_atomic(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    let ordering = ORDERINGS.word(op.context(), op.attr_named("ordering"));
    if ordering.is_some_and(|ordering| ordering != "not_atomic") {
        printer.write(" atomic");
        print_ordering(op, printer);
    }
}

const SHOWN: [&str; 5] = ["volatile_", "invariant", "invariantGroup", "ordering", "syncscope"];

impl CustomAssembly for LoadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_flag(parser, "volatile", "volatile_");
        let address = parser.parse_operand()?;
        parse_atomic(parser)?;
        parse_flag(parser, "invariant", "invariant");
        parse_flag(parser, "invariant_group", "invariantGroup");
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.parse_punct("->")?;
        let result = parser.parse_type()?;
        let address = parser.resolve(&address, ty)?;
        parser.add_operand(address);
        parser.add_result_type(result);
        Ok(())
    }

    fn print<'b>(op: LoadOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_flag(op, printer, "volatile_", "volatile");
        printer.write(" ");
        printer.operands(op.operands());
        print_atomic(op, printer);
        print_flag(op, printer, "invariant", "invariant");
        print_flag(op, printer, "invariantGroup", "invariant_group");
        printer.attr_dict(op, &SHOWN);
        printer.write(" : ");
        printer.types(op.operand_types());
        printer.write(" -> ");
        printer.types(op.result_types());
    }
}

impl CustomAssembly for StoreOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_flag(parser, "volatile", "volatile_");
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let address = parser.parse_operand()?;
        parse_atomic(parser)?;
        parse_flag(parser, "invariant_group", "invariantGroup");
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let value_type = parser.parse_type()?;
        parser.parse_punct(",")?;
        let address_type = parser.parse_type()?;
        let value = parser.resolve(&value, value_type)?;
        let address = parser.resolve(&address, address_type)?;
        parser.add_operands(&[value, address]);
        Ok(())
    }

    fn print<'b>(op: StoreOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_flag(op, printer, "volatile_", "volatile");
        printer.write(" ");
        printer.operands(op.operands());
        print_atomic(op, printer);
        print_flag(op, printer, "invariantGroup", "invariant_group");
        printer.attr_dict(op, &SHOWN);
        printer.write(" : ");
        printer.types(op.operand_types());
    }
}

/// Checks an access of type `ty`; `forbidden` is an ordering that makes no
/// sense for it.
fn verify_access(
    op: OpRef<'_>,
    ty: Option<Type>,
    (ordering, scope, alignment): (Attribute, Option<Attribute>, Option<Attribute>),
    forbidden: [&str; 2],
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let Some(word) = ORDERINGS.word(ctx, Some(ordering)) else {
        diagnostics.error(op.op_error("expects an 'ordering' of 0 to 2 or 4 to 7"));
        return;
    };
    if word == "not_atomic" {
        if scope.is_some() {
            diagnostics.error(op.op_error("expected syncscope to be null for non-atomic access"));
        }
        return;
    }
    if forbidden.contains(&word) {
        diagnostics.error(op.op_error(format_args!("unsupported ordering '{word}'")));
    }
    if alignment.is_none() {
        diagnostics.error(op.op_error("expected alignment for atomic access"));
    }
    let fits = ty.is_some_and(|ty| {
        LlvmPointer::matches(ctx, ty)
            || ((ty.is_integer(ctx) || ty.is_float(ctx))
                && ty.bit_width(ctx).is_some_and(|width| width >= 8 && width.is_power_of_two()))
    });
    if !fits {
        diagnostics
            .error(op.op_error("unsupported type for atomic access: its width is no power of 2 from 8 on"));
    }
}

impl VerifyOp for LoadOp {
    fn verify(op: LoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let (Some(load), body) = (op.cast::<Self>().map(OpView::handle), op.body()) else { return };
        let order = (load.ordering(body), load.syncscope(body), load.alignment(body));
        verify_access(op, op.result_types().next(), order, ["release", "acq_rel"], diagnostics);
    }
}

impl VerifyOp for StoreOp {
    fn verify(op: StoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let (Some(store), body) = (op.cast::<Self>().map(OpView::handle), op.body()) else { return };
        let order = (store.ordering(body), store.syncscope(body), store.alignment(body));
        verify_access(op, op.operand_types().next(), order, ["acquire", "acq_rel"], diagnostics);
    }
}
