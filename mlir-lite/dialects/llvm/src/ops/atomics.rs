//! Fences, and atomic operations on memory.

use super::properties::ACCESS;
use crate::constraints::*;
use crate::llvm_types::{is_pointer, struct_type};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, apply};
use mlir_lite::ir::enums::parse_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{FloatFunction, IntegerFunction, ScalarFunction};

/// Parses `syncscope("agent") acquire`: sets the scope, returns the ordering.
pub(super) fn parse_ordering(parser: &mut OpAsmParser<'_, '_>) -> Parsed<AtomicOrdering> {
    if parser.parse_optional_keyword("syncscope") {
        parser.parse_punct("(")?;
        let scope = parser.parse_string()?;
        parser.parse_punct(")")?;
        let scope = parser.context().string_attr(&scope);
        parser.set_attr("syncscope", scope);
    }
    parse_enum(parser)
}

/// Writes ` syncscope("agent")`, if there is a scope.
pub(super) fn print_scope(scope: Option<Attribute>, printer: &mut OpAsmPrinter<'_, '_>) {
    if let Some(scope) = scope {
        printer.write(" syncscope(");
        printer.attribute(scope);
        printer.write(")");
    }
}

/// Writes ` acquire`.
pub(super) fn print_ordering(ordering: AtomicOrdering, printer: &mut OpAsmPrinter<'_, '_>) {
    printer.write(" ");
    printer.write(ordering.text());
}

/// Orders the accesses around it.
///
/// ```mlir
/// llvm.fence syncscope("agent") seq_cst
/// ```
#[op(name = "llvm.fence", implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct FenceOp {
    #[attr(typed)]
    ordering: AtomicOrdering,
    /// Among whom they are ordered.
    #[attr]
    syncscope: Optional<StrAttr>,
}

impl FenceOp {
    /// A fence that orders all accesses, consistently for all threads.
    pub fn sequentially_consistent(builder: &mut (impl OpBuilder + ?Sized)) -> Self {
        Self::create(builder, AtomicOrdering::SeqCst, None)
    }
}

impl CustomAssembly for FenceOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ordering = parse_ordering(parser)?.attribute(parser.context());
        parser.set_attr("ordering", ordering);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: FenceOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_scope(op.syncscope(), printer);
        print_ordering(op.ordering(), printer);
        printer.attr_dict(op.op(), &["ordering", "syncscope"]);
    }
}

impl VerifyOp for FenceOp {
    fn verify(op: FenceOpRef<'_>, diagnostics: &mut Diagnostics) {
        if !op.ordering().is_at_least_monotonic() || op.ordering() == AtomicOrdering::Monotonic {
            let message = "can be given only acquire, release, acq_rel, and seq_cst orderings";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

/// The interpreter runs one thread: every access is atomic, and a fence does nothing.
impl InterpretOp for FenceOp {
    fn interpret<'b>(_op: FenceOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

/// Replaces a value in memory by the result of an operation on it, and returns the previous value.
///
/// ```mlir
/// %0 = llvm.atomicrmw add %p, %n acq_rel : !llvm.ptr, i32
/// ```
#[op(name = "llvm.atomicrmw", implements(CustomAssembly, VerifyOp, InterpretOp),
     properties = ACCESS)]
pub struct AtomicRmwOp {
    #[attr(typed)]
    bin_op: AtomicBinOp,
    #[operand]
    ptr: LlvmPointer,
    #[operand]
    val: LlvmValue,
    #[attr(typed)]
    ordering: AtomicOrdering,
    #[attr]
    syncscope: Optional<StrAttr>,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr(name = "volatile_")]
    volatile: Optional<UnitAttr>,
    #[result]
    res: LlvmValue,
}

impl InterpretOp for AtomicRmwOp {
    fn interpret<'b>(op: AtomicRmwOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (address, value) = (m.get(op.ptr()).as_int()? as u64, m.get(op.val()));
        let ty = op.val().ty();
        m.memory.set_atomic(true);
        let old = m.memory.load(op.context(), address, ty)?;
        let new = updated(m, op.bin_op(), ty, &old, value)?;
        m.memory.store(op.context(), address, ty, &new)?;
        m.memory.set_atomic(false);
        m.set_result(op.res(), old)
    }
}

/// The value in memory after an operation on the old and another value.
fn updated(
    m: &Machine<'_>,
    operation: AtomicBinOp,
    ty: Type,
    old: &Value,
    value: Value,
) -> Result<Value, Trap> {
    let function: ScalarFunction = match operation {
        AtomicBinOp::Xchg => return Ok(value),
        AtomicBinOp::Add => IntegerFunction::Add.into(),
        AtomicBinOp::Sub => IntegerFunction::Sub.into(),
        AtomicBinOp::And => IntegerFunction::And.into(),
        AtomicBinOp::Nand => IntegerFunction::Nand.into(),
        AtomicBinOp::Or => IntegerFunction::Or.into(),
        AtomicBinOp::Xor => IntegerFunction::Xor.into(),
        AtomicBinOp::Max => IntegerFunction::MaxSigned.into(),
        AtomicBinOp::Min => IntegerFunction::MinSigned.into(),
        AtomicBinOp::UMax => IntegerFunction::MaxUnsigned.into(),
        AtomicBinOp::UMin => IntegerFunction::MinUnsigned.into(),
        AtomicBinOp::UIncWrap => IntegerFunction::IncrementWrapping.into(),
        AtomicBinOp::UDecWrap => IntegerFunction::DecrementWrapping.into(),
        AtomicBinOp::USubCond => IntegerFunction::SubIfNotBelow.into(),
        AtomicBinOp::USubSat => IntegerFunction::SubSaturatingUnsigned.into(),
        AtomicBinOp::FAdd => FloatFunction::Add.into(),
        AtomicBinOp::FSub => FloatFunction::Sub.into(),
        AtomicBinOp::FMax => FloatFunction::MaxNum.into(),
        AtomicBinOp::FMin => FloatFunction::MinNum.into(),
        AtomicBinOp::FMaximum => FloatFunction::Maximum.into(),
        AtomicBinOp::FMinimum => FloatFunction::Minimum.into(),
    };
    apply(m, function, ty, old, &value)
}

impl CustomAssembly for AtomicRmwOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_keyword("volatile") {
            parser.set_attr("volatile_", Attribute::UNIT);
        }
        let operation: AtomicBinOp = parse_enum(parser)?;
        let operation = operation.attribute(parser.context());
        parser.set_attr("bin_op", operation);
        let address = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let value = parser.parse_operand()?;
        let ordering = parse_ordering(parser)?.attribute(parser.context());
        parser.set_attr("ordering", ordering);
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let address_type = parser.parse_type()?;
        parser.parse_punct(",")?;
        let ty = parser.parse_type()?;
        let address = parser.resolve(&address, address_type)?;
        let value = parser.resolve(&value, ty)?;
        parser.add_operands(&[address, value]);
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: AtomicRmwOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(if op.volatile().is_some() { " volatile " } else { " " });
        printer.write(op.bin_op().text());
        printer.write(" ");
        printer.operands([op.ptr().id(), op.val().id()]);
        print_scope(op.syncscope(), printer);
        print_ordering(op.ordering(), printer);
        printer.attr_dict(op.op(), &["bin_op", "ordering", "syncscope", "volatile_"]);
        printer.write(" : ");
        printer.types([op.ptr().ty(), op.val().ty()]);
    }
}

impl VerifyOp for AtomicRmwOp {
    fn verify(op: AtomicRmwOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (operation, ty) = (op.bin_op(), op.val().ty());
        if op.res().ty() != ty {
            diagnostics.error(op.op().op_error("expects a result of the value's type"));
        }
        if !is_updated_atomically(op.context(), operation, ty) {
            let kind = if operation.is_of_floats() { "floating point" } else { "integer" };
            let message = format!("expected LLVM IR {kind} type for '{}'", operation.text());
            diagnostics.error(op.op().op_error(message));
        }
        if !op.ordering().is_at_least_monotonic() {
            diagnostics.error(op.op().op_error("expected at least 'monotonic' ordering"));
        }
    }
}

impl AtomicBinOp {
    /// Whether the operation is on floats.
    fn is_of_floats(self) -> bool {
        use AtomicBinOp::{FAdd, FMax, FMaximum, FMin, FMinimum, FSub};
        matches!(self, FAdd | FSub | FMax | FMin | FMaximum | FMinimum)
    }
}

/// Whether [`AtomicRmwOp`] supports an operation on values of a type.
#[doc(hidden)]
pub fn is_updated_atomically(ctx: &Context, operation: AtomicBinOp, ty: Type) -> bool {
    match operation {
        AtomicBinOp::Xchg => is_exchanged_atomically(ctx, ty),
        _ if operation.is_of_floats() => ty.element_type(ctx).unwrap_or(ty).is_float(ctx),
        _ => ty.is_integer(ctx) && ty.bit_width(ctx).is_some_and(is_atomic_width),
    }
}

/// Whether values of a type can be exchanged atomically.
#[doc(hidden)]
pub fn is_exchanged_atomically(ctx: &Context, ty: Type) -> bool {
    let is_whole = ty.is_integer(ctx) && ty.bit_width(ctx).is_some_and(is_atomic_width);
    is_whole || ty.is_float(ctx) || is_pointer(ctx, ty)
}

fn is_atomic_width(width: u32) -> bool {
    matches!(width, 8 | 16 | 32 | 64)
}

/// Writes a value to memory if another one is there; returns the previous value, and whether it was
/// the other one.
///
/// ```mlir
/// %0 = llvm.cmpxchg %p, %expected, %new acq_rel monotonic : !llvm.ptr, i32
/// ```
#[op(name = "llvm.cmpxchg", implements(CustomAssembly, VerifyOp, InterpretOp), properties = ACCESS)]
pub struct CmpXchgOp {
    #[operand]
    ptr: LlvmPointer,
    #[operand]
    cmp: LlvmValue,
    #[operand]
    val: LlvmValue,
    #[attr(typed)]
    success_ordering: AtomicOrdering,
    #[attr(typed)]
    failure_ordering: AtomicOrdering,
    #[attr]
    syncscope: Optional<StrAttr>,
    #[attr]
    alignment: Optional<I64Attr>,
    /// Whether it may fail without reason.
    #[attr]
    weak: Optional<UnitAttr>,
    #[attr(name = "volatile_")]
    volatile: Optional<UnitAttr>,
    #[result]
    res: LlvmAggregate,
}

impl InterpretOp for CmpXchgOp {
    fn interpret<'b>(op: CmpXchgOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let address = m.get(op.ptr()).as_int()? as u64;
        let (expected, new, ty) = (m.get(op.cmp()), m.get(op.val()), op.cmp().ty());
        m.memory.set_atomic(true);
        let old = m.memory.load(op.context(), address, ty)?;
        let is_equal = old.as_int()? == expected.as_int()?;
        if is_equal {
            m.memory.store(op.context(), address, ty, &new)?;
        }
        m.memory.set_atomic(false);
        m.set_result(op.res(), Value::aggregate(vec![old, Value::bool(is_equal)]))
    }
}

impl CustomAssembly for CmpXchgOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        for (keyword, name) in [("weak", "weak"), ("volatile", "volatile_")] {
            if parser.parse_optional_keyword(keyword) {
                parser.set_attr(name, Attribute::UNIT);
            }
        }
        let address = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let expected = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let new = parser.parse_operand()?;
        let success = parse_ordering(parser)?.attribute(parser.context());
        parser.set_attr("success_ordering", success);
        let failure: AtomicOrdering = parse_enum(parser)?;
        let failure = failure.attribute(parser.context());
        parser.set_attr("failure_ordering", failure);
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let address_type = parser.parse_type()?;
        parser.parse_punct(",")?;
        let ty = parser.parse_type()?;
        for (operand, ty) in [(address, address_type), (expected, ty), (new, ty)] {
            let value = parser.resolve(&operand, ty)?;
            parser.add_operand(value);
        }
        let result = struct_type(parser.context(), &[ty, Type::I1]);
        parser.add_result_type(result);
        Ok(())
    }

    fn print<'b>(op: CmpXchgOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(if op.weak().is_some() { " weak" } else { "" });
        printer.write(if op.volatile().is_some() { " volatile " } else { " " });
        printer.operands([op.ptr().id(), op.cmp().id(), op.val().id()]);
        print_scope(op.syncscope(), printer);
        print_ordering(op.success_ordering(), printer);
        print_ordering(op.failure_ordering(), printer);
        const SHOWN: [&str; 5] =
            ["success_ordering", "failure_ordering", "syncscope", "weak", "volatile_"];
        printer.attr_dict(op.op(), &SHOWN);
        printer.write(" : ");
        printer.types([op.ptr().ty(), op.cmp().ty()]);
    }
}

impl VerifyOp for CmpXchgOp {
    fn verify(op: CmpXchgOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, new) = (op.context(), op.val().ty());
        if op.cmp().ty() != new || op.res().ty() != struct_type(ctx, &[new, Type::I1]) {
            let message = "expects two values of one type, and a struct of it and 'i1' as result";
            diagnostics.error(op.op().op_error(message));
        }
        if !is_exchanged_atomically(ctx, new) {
            diagnostics.error(op.op().op_error("unexpected LLVM IR type"));
        }
        let (success, failure) = (op.success_ordering(), op.failure_ordering());
        if !success.is_at_least_monotonic() || !failure.is_at_least_monotonic() {
            diagnostics.error(op.op().op_error("ordering must be at least 'monotonic'"));
        }
        if matches!(failure, AtomicOrdering::Release | AtomicOrdering::AcqRel) {
            let message = "failure ordering cannot be 'release' or 'acq_rel'";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FenceOp>();
    dialect.op::<AtomicRmwOp>();
    dialect.op::<CmpXchgOp>();
}
