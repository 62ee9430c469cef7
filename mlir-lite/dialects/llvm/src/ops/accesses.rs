//! Loads and stores: plain, volatile and atomic.

use super::atomics::{parse_ordering, print_ordering, print_scope};
use super::properties::ACCESS;
use crate::constraints::*;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

/// Reads a value from memory.
///
/// ```mlir
/// %0 = llvm.load volatile %p {alignment = 8 : i64} : !llvm.ptr -> f32
/// %1 = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
/// ```
#[op(
    name = "llvm.load",
    implements(CustomAssembly, VerifyOp, InterpretOp, MemoryEffectOpInterface),
    properties = ACCESS
)]
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
    /// The memory that is read never changes.
    #[attr]
    invariant: Optional<UnitAttr>,
    /// The value that is read never changes for one address.
    #[attr(name = "invariantGroup")]
    invariant_group: Optional<UnitAttr>,
    /// How the access is ordered with others; 0 if it is not atomic.
    #[attr(typed, default = AtomicOrdering::NotAtomic)]
    ordering: AtomicOrdering,
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
#[op(
    name = "llvm.store",
    implements(CustomAssembly, VerifyOp, InterpretOp, MemoryEffectOpInterface),
    properties = ACCESS
)]
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
    /// The value that is written never changes for one address.
    #[attr(name = "invariantGroup")]
    invariant_group: Optional<UnitAttr>,
    /// How the access is ordered with others; 0 if it is not atomic.
    #[attr(typed, default = AtomicOrdering::NotAtomic)]
    ordering: AtomicOrdering,
    /// Among whom it is ordered.
    #[attr]
    syncscope: Optional<StrAttr>,
}

impl LoadOp {
    /// Loads a `ty` from `address`.
    pub fn plain(builder: &mut (impl OpBuilder + ?Sized), address: ValueId, ty: Type) -> ValueId {
        Self::create(builder, address, None, None, None, None, None, None, None, ty)
    }
}

impl StoreOp {
    /// Stores `value` at `address`.
    pub fn plain(
        builder: &mut (impl OpBuilder + ?Sized),
        value: ValueId,
        address: ValueId,
    ) -> Self {
        Self::create(builder, value, address, None, None, None, None, None, None)
    }
}

/// The effects of an access of kind `access`: if it is volatile or ordered with others, the access
/// itself is visible to other threads or devices.
fn effects(
    access: EffectKind,
    other: EffectKind,
    address: ValueRef<'_>,
    is_visible: bool,
) -> SmallVec<[Effect; 2]> {
    let mut effects: SmallVec<[Effect; 2]> = SmallVec::new();
    effects.push(Effect::on(access, address.id()));
    if is_visible {
        effects.push(Effect::on(other, address.id()));
    }
    effects
}

impl MemoryEffectOpInterface for LoadOp {
    fn effects(op: LoadOpRef<'_>) -> SmallVec<[Effect; 2]> {
        let is_visible = op.volatile().is_some() || op.ordering().is_at_least_monotonic();
        effects(EffectKind::Read, EffectKind::Write, op.addr(), is_visible)
    }
}

impl MemoryEffectOpInterface for StoreOp {
    fn effects(op: StoreOpRef<'_>) -> SmallVec<[Effect; 2]> {
        let is_visible = op.volatile().is_some() || op.ordering().is_at_least_monotonic();
        effects(EffectKind::Write, EffectKind::Read, op.addr(), is_visible)
    }
}

impl InterpretOp for LoadOp {
    fn interpret<'b>(op: LoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let address = m.get(op.addr()).as_int()? as u64;
        let value = m.memory.load(m.context(), address, op.res().ty())?;
        m.set_result(op.res(), value)
    }
}

impl InterpretOp for StoreOp {
    fn interpret<'b>(op: StoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (value, address) = (m.get(op.value()), m.get(op.addr()).as_int()? as u64);
        m.memory.store(op.context(), address, op.value().ty(), &value)?;
        Ok(Flow::Next)
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
    let ordering = if is_atomic { parse_ordering(parser)? } else { AtomicOrdering::NotAtomic };
    let ordering = ordering.attribute(parser.context());
    parser.set_attr("ordering", ordering);
    Ok(())
}

fn print_flag(flag: Option<Attribute>, printer: &mut OpAsmPrinter<'_, '_>, keyword: &str) {
    if flag.is_some() {
        printer.write(" ");
        printer.write(keyword);
    }
}

fn print_atomic(
    ordering: AtomicOrdering,
    scope: Option<Attribute>,
    printer: &mut OpAsmPrinter<'_, '_>,
) {
    if ordering != AtomicOrdering::NotAtomic {
        printer.write(" atomic");
        print_scope(scope, printer);
        print_ordering(ordering, printer);
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
        print_flag(op.volatile(), printer, "volatile");
        printer.write(" ");
        printer.operand(op.addr().id());
        print_atomic(op.ordering(), op.syncscope(), printer);
        print_flag(op.invariant(), printer, "invariant");
        print_flag(op.invariant_group(), printer, "invariant_group");
        printer.attr_dict(op.op(), &SHOWN);
        printer.write(" : ");
        printer.ty(op.addr().ty());
        printer.write(" -> ");
        printer.ty(op.res().ty());
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
        print_flag(op.volatile(), printer, "volatile");
        printer.write(" ");
        printer.operands([op.value().id(), op.addr().id()]);
        print_atomic(op.ordering(), op.syncscope(), printer);
        print_flag(op.invariant_group(), printer, "invariant_group");
        printer.attr_dict(op.op(), &SHOWN);
        printer.write(" : ");
        printer.types([op.value().ty(), op.addr().ty()]);
    }
}

/// Checks an access of type `ty`; `forbidden` are the orderings that are invalid for it.
fn verify_access(
    op: OpRef<'_>,
    ty: Type,
    (ordering, scope, alignment): (AtomicOrdering, Option<Attribute>, Option<Attribute>),
    forbidden: [AtomicOrdering; 2],
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    if ordering == AtomicOrdering::NotAtomic {
        if scope.is_some() {
            diagnostics.error(op.op_error("expected syncscope to be null for non-atomic access"));
        }
        return;
    }
    if forbidden.contains(&ordering) {
        diagnostics.error(op.op_error(format_args!("unsupported ordering '{}'", ordering.text())));
    }
    if alignment.is_none() {
        diagnostics.error(op.op_error("expected alignment for atomic access"));
    }
    let has_width = || ty.bit_width(ctx).is_some_and(|width| width >= 8 && width.is_power_of_two());
    let fits =
        LlvmPointer::matches(ctx, ty) || ((ty.is_integer(ctx) || ty.is_float(ctx)) && has_width());
    if !fits {
        let message = "unsupported type for atomic access: its width is not a power of 2 from 8 on";
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for LoadOp {
    fn verify(op: LoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        let order = (op.ordering(), op.syncscope(), op.alignment());
        let forbidden = [AtomicOrdering::Release, AtomicOrdering::AcqRel];
        verify_access(op.op(), op.res().ty(), order, forbidden, diagnostics);
    }
}

impl VerifyOp for StoreOp {
    fn verify(op: StoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        let order = (op.ordering(), op.syncscope(), op.alignment());
        let forbidden = [AtomicOrdering::Acquire, AtomicOrdering::AcqRel];
        verify_access(op.op(), op.value().ty(), order, forbidden, diagnostics);
    }
}
