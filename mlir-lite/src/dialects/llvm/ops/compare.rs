//! Comparison and selection.

use crate::dialects::llvm::constraints::*;
use crate::interpreter::arithmetic::{compare_floats, compare_integers, select};
use crate::interpreter::{Flow, InterpretOp, Machine, Trap};
use crate::ir::prelude::*;

/// Names of the predicates of `llvm.icmp`; the position is the attribute's
/// value.
pub const ICMP_PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// Names of the predicates of `llvm.fcmp`; the position is the attribute's
/// value.
pub const FCMP_PREDICATES: [&str; 16] = [
    "_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "_true",
];

fn parse_compare(parser: &mut OpAsmParser<'_, '_>, predicates: &[&str]) -> Parsed<()> {
    let position = parser.position();
    let name = parser.parse_string()?;
    let Some(predicate) = predicates.iter().position(|&known| known == name) else {
        let message = format!("expected one of {}, found '{name}'", predicates.join(", "));
        return Err(parser.error(position, message));
    };
    let predicate = parser.context().i64_attr(predicate as i64);
    parser.set_attr("predicate", predicate);
    let lhs = parser.parse_operand()?;
    parser.parse_punct(",")?;
    let rhs = parser.parse_operand()?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let ty = parser.parse_type()?;
    for operand in [lhs, rhs] {
        let value = parser.resolve(&operand, ty)?;
        parser.add_operand(value);
    }
    let result = compare_result(parser.context(), ty);
    parser.add_result_type(result);
    Ok(())
}

/// `i1`, or a vector of it for vectors.
pub fn compare_result(ctx: &Context, operand: Type) -> Type {
    match operand.shape(ctx) {
        Some(shape) => ctx.vector_type(shape, Type::I1),
        None => Type::I1,
    }
}

fn print_compare(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>, predicates: &[&str]) {
    let ctx = op.context();
    let predicate = op.attr_named("predicate").and_then(|predicate| predicate.as_i64(ctx));
    let name = predicate.and_then(|p| usize::try_from(p).ok()).and_then(|p| predicates.get(p));
    printer.display(format_args!(" \"{}\" ", name.unwrap_or(&"?")));
    printer.operands(op.operands());
    let none = op.attr_named("fastmathFlags") == Some(no_fastmath(ctx));
    printer.attr_dict(op, if none { &["predicate", "fastmathFlags"] } else { &["predicate"] });
    printer.write(" : ");
    printer.types(op.operand_types().take(1));
}

fn verify_compare(op: OpRef<'_>, predicates: usize, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let predicate = op.attr_named("predicate").and_then(|predicate| predicate.as_i64(ctx));
    if !predicate.is_some_and(|p| (0..predicates as i64).contains(&p)) {
        diagnostics.error(op.op_error(format_args!("expected a predicate from 0 to {}", predicates - 1)));
    }
    if op.result_types().next() != op.operand_types().next().map(|ty| compare_result(ctx, ty)) {
        diagnostics.error(op.op_error("expects a result 'i1', or a vector of it as long as the operands"));
    }
}

/// Compares integers or addresses.
#[op(name = "llvm.icmp", traits(Pure, SameTypeOperands), hooks(InterpretOp), assembly = custom, verify)]
pub struct ICmpOp {
    #[attr]
    predicate: I64Attr,
    #[operand]
    lhs: LlvmIntegerOrPointer,
    #[operand]
    rhs: LlvmIntegerOrPointer,
    #[result]
    result: LlvmBool,
}

impl InterpretOp for ICmpOp {
    fn interpret<'b>(op: ICmpOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        compare_integers(m, op.op())
    }
}

impl CustomAssembly for ICmpOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_compare(parser, &ICMP_PREDICATES)
    }
    fn print<'b>(op: ICmpOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_compare(op, printer, &ICMP_PREDICATES);
    }
}

impl VerifyOp for ICmpOp {
    fn verify(op: ICmpOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_compare(op, ICMP_PREDICATES.len(), diagnostics);
    }
}

/// Compares floats. Predicates with `u` hold if an operand is NaN, those with
/// `o` do not.
#[op(name = "llvm.fcmp", traits(Pure, SameTypeOperands), hooks(InterpretOp), assembly = custom, verify)]
pub struct FCmpOp {
    #[attr]
    predicate: I64Attr,
    #[operand]
    lhs: LlvmFloat,
    #[operand]
    rhs: LlvmFloat,
    #[attr(name = "fastmathFlags", default = no_fastmath)]
    fastmath_flags: FastmathAttr,
    #[result]
    result: LlvmBool,
}

impl InterpretOp for FCmpOp {
    fn interpret<'b>(op: FCmpOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        compare_floats(m, op.op())
    }
}

impl CustomAssembly for FCmpOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_compare(parser, &FCMP_PREDICATES)
    }
    fn print<'b>(op: FCmpOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_compare(op, printer, &FCMP_PREDICATES);
    }
}

impl VerifyOp for FCmpOp {
    fn verify(op: FCmpOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_compare(op, FCMP_PREDICATES.len(), diagnostics);
    }
}

/// The second operand if the condition holds, else the third.
#[op(name = "llvm.select", traits(Pure), hooks(InterpretOp), assembly = custom, verify)]
pub struct SelectOp {
    #[operand]
    condition: LlvmBool,
    #[operand]
    true_value: LlvmValue,
    #[operand]
    false_value: LlvmValue,
    #[attr(name = "fastmathFlags", default = no_fastmath)]
    fastmath_flags: FastmathAttr,
    #[result]
    result: LlvmValue,
}

impl InterpretOp for SelectOp {
    fn interpret<'b>(op: SelectOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        select(m, op.op())
    }
}

impl CustomAssembly for SelectOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let condition = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let true_value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let false_value = parser.parse_operand()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let condition_type = parser.parse_type()?;
        parser.parse_punct(",")?;
        let ty = parser.parse_type()?;
        for (operand, ty) in [(condition, condition_type), (true_value, ty), (false_value, ty)] {
            let value = parser.resolve(&operand, ty)?;
            parser.add_operand(value);
        }
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: SelectOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operands(op.operands());
        let none = op.attr_named("fastmathFlags") == Some(no_fastmath(op.context()));
        printer.attr_dict(op, if none { &["fastmathFlags"] } else { &[] });
        printer.write(" : ");
        printer.types(op.operand_types().take(2));
    }
}

impl VerifyOp for SelectOp {
    fn verify(op: SelectOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let mut types = op.operand_types().skip(1).chain(op.result_types());
        let first = types.next();
        if types.any(|ty| Some(ty) != first) {
            diagnostics.error(op.op_error("expects two values of the result's type"));
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ICmpOp>();
    dialect.op::<FCmpOp>();
    dialect.op::<SelectOp>();
}
