//! Fences, and atomic operations on memory.

use super::properties::ACCESS;
use crate::dialects::llvm::attributes::{ORDERINGS, Words};
use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::{is_pointer, struct_type};
use crate::ir::prelude::*;

/// Reads `syncscope("agent") acquire`: sets the scope, gives the ordering.
pub(super) fn parse_ordering(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Attribute> {
    if parser.parse_optional_keyword("syncscope") {
        parser.parse_punct("(")?;
        let scope = parser.parse_string()?;
        parser.parse_punct(")")?;
        let scope = parser.context().string_attr(&scope);
        parser.set_attr("syncscope", scope);
    }
    ORDERINGS.parse(parser)
}

/// Writes ` syncscope("agent")`, if there is a scope.
fn print_scope(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    if let Some(scope) = op.attr_named("syncscope") {
        printer.write(" syncscope(");
        printer.attribute(scope);
        printer.write(")");
    }
}

fn print_word(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>, words: &Words, name: &str) {
    printer.write(" ");
    printer.write(words.word(op.context(), op.attr_named(name)).unwrap_or("?"));
}

/// Writes ` syncscope("agent") acquire`.
pub(super) fn print_ordering(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    print_scope(op, printer);
    print_word(op, printer, &ORDERINGS, "ordering");
}

fn ordering_of(op: OpRef<'_>, name: &str) -> &'static str {
    ORDERINGS.word(op.context(), op.attr_named(name)).unwrap_or("?")
}

/// Orders the accesses around it.
///
/// ```mlir
/// llvm.fence syncscope("agent") seq_cst
/// ```
#[op(name = "llvm.fence", assembly = custom, verify)]
pub struct FenceOp {
    #[attr]
    ordering: I64Attr,
    /// Among whom they are ordered.
    #[attr]
    syncscope: Optional<StrAttr>,
}

impl FenceOp {
    /// A fence that orders all accesses, as every thread sees them.
    pub fn sequentially_consistent(builder: &mut (impl OpBuilder + ?Sized), location: Location) -> Self {
        let ordering = ORDERINGS.attribute(builder.context(), "seq_cst");
        Self::build(builder, location, ordering, None)
    }
}

impl CustomAssembly for FenceOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ordering = parse_ordering(parser)?;
        parser.set_attr("ordering", ordering);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: FenceOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_ordering(op, printer);
        printer.attr_dict(op, &["ordering", "syncscope"]);
    }
}

impl VerifyOp for FenceOp {
    fn verify(op: FenceOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        if !matches!(ordering_of(op, "ordering"), "acquire" | "release" | "acq_rel" | "seq_cst") {
            let message = "can be given only acquire, release, acq_rel, and seq_cst orderings";
            diagnostics.error(op.op_error(message));
        }
    }
}

/// What an atomic operation does; the position is the attribute's value.
pub(in crate::dialects::llvm) const ATOMIC_OPERATIONS: Words = Words(&[
    "xchg",
    "add",
    "sub",
    "_and",
    "nand",
    "_or",
    "_xor",
    "max",
    "min",
    "umax",
    "umin",
    "fadd",
    "fsub",
    "fmax",
    "fmin",
    "uinc_wrap",
    "udec_wrap",
    "usub_cond",
    "usub_sat",
    "fmaximum",
    "fminimum",
]);

/// The word for what an atomic operation does.
pub fn atomic_operation_word(op: OpRef<'_>) -> Option<&'static str> {
    ATOMIC_OPERATIONS.word(op.context(), op.attr_named("bin_op"))
}

/// The word for the ordering that the attribute `name` says.
pub fn ordering_word(op: OpRef<'_>, name: &str) -> Option<&'static str> {
    ORDERINGS.word(op.context(), op.attr_named(name))
}

/// The number that stands for an atomic operation.
pub(crate) fn atomic_operation(name: &str) -> Option<i64> {
    let position = ATOMIC_OPERATIONS.0.iter().position(|&known| known == name);
    position.map(|position| position as i64)
}

/// Replaces a value in memory by what an operation gives of it, and gives the
/// value that was there.
///
/// ```mlir
/// %0 = llvm.atomicrmw add %p, %n acq_rel : !llvm.ptr, i32
/// ```
#[op(name = "llvm.atomicrmw", properties = ACCESS, assembly = custom, verify)]
pub struct AtomicRmwOp {
    #[attr]
    bin_op: I64Attr,
    #[operand]
    ptr: LlvmPointer,
    #[operand]
    val: LlvmValue,
    #[attr]
    ordering: I64Attr,
    #[attr]
    syncscope: Optional<StrAttr>,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr(name = "volatile_")]
    volatile: Optional<UnitAttr>,
    #[result]
    res: LlvmValue,
}

impl CustomAssembly for AtomicRmwOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_keyword("volatile") {
            parser.set_attr("volatile_", Attribute::UNIT);
        }
        let operation = ATOMIC_OPERATIONS.parse(parser)?;
        parser.set_attr("bin_op", operation);
        let address = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let value = parser.parse_operand()?;
        let ordering = parse_ordering(parser)?;
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
        let op = op.op();
        printer.write(if op.attr_named("volatile_").is_some() { " volatile" } else { "" });
        print_word(op, printer, &ATOMIC_OPERATIONS, "bin_op");
        printer.write(" ");
        printer.operands(op.operands());
        print_ordering(op, printer);
        printer.attr_dict(op, &["bin_op", "ordering", "syncscope", "volatile_"]);
        printer.write(" : ");
        printer.types(op.operand_types());
    }
}

impl VerifyOp for AtomicRmwOp {
    fn verify(op: AtomicRmwOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let Some(ty) = op.operand_types().nth(1) else { return };
        if op.result_types().next() != Some(ty) {
            diagnostics.error(op.op_error("expects a result of the value's type"));
        }
        let Some(operation) = ATOMIC_OPERATIONS.word(ctx, op.attr_named("bin_op")) else {
            let last = ATOMIC_OPERATIONS.0.len() - 1;
            diagnostics.error(op.op_error(format_args!("expects a 'bin_op' from 0 to {last}")));
            return;
        };
        if !is_updated_atomically(ctx, operation, ty) {
            let kind = if operation.starts_with('f') { "floating point" } else { "integer" };
            diagnostics.error(op.op_error(format_args!("expected LLVM IR {kind} type for '{operation}'")));
        }
        if !matches!(ordering_of(op, "ordering"), "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst")
        {
            diagnostics.error(op.op_error("expected at least 'monotonic' ordering"));
        }
    }
}

/// Whether [`AtomicRmwOp`] does an operation on values of a type.
pub(crate) fn is_updated_atomically(ctx: &Context, operation: &str, ty: Type) -> bool {
    match operation {
        "xchg" => is_exchanged_atomically(ctx, ty),
        "fadd" | "fsub" | "fmax" | "fmin" | "fmaximum" | "fminimum" => {
            ty.element_type(ctx).unwrap_or(ty).is_float(ctx)
        }
        _ => ty.is_integer(ctx) && ty.bit_width(ctx).is_some_and(is_atomic_width),
    }
}

/// Whether values of a type are exchanged in memory at once.
pub(crate) fn is_exchanged_atomically(ctx: &Context, ty: Type) -> bool {
    let is_whole = ty.is_integer(ctx) && ty.bit_width(ctx).is_some_and(is_atomic_width);
    is_whole || ty.is_float(ctx) || is_pointer(ctx, ty)
}

fn is_atomic_width(width: u32) -> bool {
    matches!(width, 8 | 16 | 32 | 64)
}

/// Writes a value to memory if another one is there; gives what was there, and
/// whether it was the other one.
///
/// ```mlir
/// %0 = llvm.cmpxchg %p, %expected, %new acq_rel monotonic : !llvm.ptr, i32
/// ```
#[op(name = "llvm.cmpxchg", properties = ACCESS, assembly = custom, verify)]
pub struct CmpXchgOp {
    #[operand]
    ptr: LlvmPointer,
    #[operand]
    cmp: LlvmValue,
    #[operand]
    val: LlvmValue,
    #[attr]
    success_ordering: I64Attr,
    #[attr]
    failure_ordering: I64Attr,
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
        let success = parse_ordering(parser)?;
        parser.set_attr("success_ordering", success);
        let failure = ORDERINGS.parse(parser)?;
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
        let op = op.op();
        printer.write(if op.attr_named("weak").is_some() { " weak" } else { "" });
        printer.write(if op.attr_named("volatile_").is_some() { " volatile" } else { "" });
        printer.write(" ");
        printer.operands(op.operands());
        print_scope(op, printer);
        print_word(op, printer, &ORDERINGS, "success_ordering");
        print_word(op, printer, &ORDERINGS, "failure_ordering");
        const SHOWN: [&str; 5] = ["success_ordering", "failure_ordering", "syncscope", "weak", "volatile_"];
        printer.attr_dict(op, &SHOWN);
        printer.write(" : ");
        printer.types(op.operand_types().take(2));
    }
}

impl VerifyOp for CmpXchgOp {
    fn verify(op: CmpXchgOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let types: Vec<Type> = op.operand_types().chain(op.result_types()).collect();
        let [_, expected, new, result] = types[..] else { return };
        if expected != new || result != struct_type(ctx, &[new, Type::I1]) {
            let message = "expects two values of one type, and a struct of it and 'i1' as result";
            diagnostics.error(op.op_error(message));
        }
        if !is_exchanged_atomically(ctx, new) {
            diagnostics.error(op.op_error("unexpected LLVM IR type"));
        }
        let (success, failure) = (ordering_of(op, "success_ordering"), ordering_of(op, "failure_ordering"));
        let is_weak =
            |ordering| !matches!(ordering, "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst");
        if is_weak(success) || is_weak(failure) {
            diagnostics.error(op.op_error("ordering must be at least 'monotonic'"));
        }
        if matches!(failure, "release" | "acq_rel") {
            diagnostics.error(op.op_error("failure ordering cannot be 'release' or 'acq_rel'"));
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FenceOp>();
    dialect.op::<AtomicRmwOp>();
    dialect.op::<CmpXchgOp>();
}
