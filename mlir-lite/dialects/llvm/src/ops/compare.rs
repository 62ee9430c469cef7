//! Comparison and selection.

use crate::constraints::*;
use crate::ops::constants::ZeroOp;
use crate::ops::memory::AllocaOp;
use mlir_lite::interpreter::arithmetic::{compare_floats, compare_integers, select};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};
use mlir_lite::types::TypeKind;

/// The keyword of a predicate of `llvm.fcmp`; some differ because they are operators of C++.
fn float_word(predicate: CmpFPredicate) -> &'static str {
    match predicate {
        CmpFPredicate::AlwaysFalse => "_false",
        CmpFPredicate::AlwaysTrue => "_true",
        other => other.text(),
    }
}

/// Reads `"slt" %a, %b : i32`.
fn parse_compare<P: EnumAttribute>(
    parser: &mut OpAsmParser<'_, '_>,
    word: fn(P) -> &'static str,
) -> Parsed<()> {
    let position = parser.position();
    let name = parser.parse_string()?;
    let Some(predicate) = P::cases().find(|&predicate| word(predicate) == name) else {
        let words: Vec<&str> = P::cases().map(word).collect();
        let message = format!("expected one of {}, found '{name}'", words.join(", "));
        return Err(parser.error(position, message));
    };
    let predicate = predicate.attribute(parser.context());
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
    match operand.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } => {
            ctx.scalable_vector_type(shape, scalable, Type::I1)
        }
        _ => Type::I1,
    }
}

/// Writes what [`parse_compare`] reads, and the other attributes without those that are `hidden`.
fn print_compare(
    op: OpRef<'_>,
    word: &str,
    [lhs, rhs]: [ValueRef<'_>; 2],
    hidden: &[&str],
    printer: &mut OpAsmPrinter<'_, '_>,
) {
    printer.display(format_args!(" \"{word}\" "));
    printer.operands([lhs.id(), rhs.id()]);
    printer.attr_dict(op, hidden);
    printer.write(" : ");
    printer.ty(lhs.ty());
}

/// Checks the type of a comparison's result.
fn verify_compare(
    op: OpRef<'_>,
    lhs: ValueRef<'_>,
    result: ValueRef<'_>,
    diagnostics: &mut Diagnostics,
) {
    if result.ty() != compare_result(op.context(), lhs.ty()) {
        diagnostics
            .error(op.op_error("expects a result 'i1', or a vector of it as long as the operands"));
    }
}

/// Compares integers or addresses.
///
/// ```mlir
/// %less = llvm.icmp "slt" %a, %b : i32
/// ```
#[op(
    name = "llvm.icmp",
    traits(Pure, SameTypeOperands),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp)
)]
pub struct ICmpOp {
    #[attr(typed)]
    predicate: CmpIPredicate,
    #[operand]
    lhs: LlvmIntegerOrPointer,
    #[operand]
    rhs: LlvmIntegerOrPointer,
    #[result]
    result: LlvmBool,
}

impl FoldOp for ICmpOp {
    fn fold(op: ICmpOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let is_equal = match op.predicate() {
            CmpIPredicate::Eq => true,
            CmpIPredicate::Ne => false,
            _ => return Fold::Unchanged,
        };
        if op.result().ty() != Type::I1 {
            return Fold::Unchanged;
        }
        let (lhs, rhs) = (op.lhs(), op.rhs());
        let is_slot = |value: ValueRef<'_>| value.defining::<AllocaOp>().is_some();
        let is_null = |value: ValueRef<'_>| value.defining::<ZeroOp>().is_some();
        let is_true = match () {
            () if lhs.id() == rhs.id() => is_equal,
            // Memory on the stack is not at address 0.
            () if (is_slot(lhs) && is_null(rhs)) || (is_null(lhs) && is_slot(rhs)) => !is_equal,
            () => return Fold::Unchanged,
        };
        Fold::constant(op.context().bool_attr(is_true))
    }
}

impl InterpretOp for ICmpOp {
    fn interpret<'b>(op: ICmpOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        compare_integers(m, op.op(), op.predicate())
    }
}

impl CustomAssembly for ICmpOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_compare(parser, CmpIPredicate::text)
    }
    fn print<'b>(op: ICmpOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let operands = [op.lhs(), op.rhs()];
        print_compare(op.op(), op.predicate().text(), operands, &["predicate"], printer);
    }
}

impl VerifyOp for ICmpOp {
    fn verify(op: ICmpOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_compare(op.op(), op.lhs(), op.result(), diagnostics);
    }
}

/// Compares floats. Predicates with `u` hold if an operand is NaN, those with
/// `o` do not.
///
/// ```mlir
/// %less = llvm.fcmp "olt" %a, %b : f64
/// ```
#[op(
    name = "llvm.fcmp",
    traits(Pure, SameTypeOperands),
    implements(CustomAssembly, VerifyOp, InterpretOp)
)]
pub struct FCmpOp {
    #[attr(typed)]
    predicate: CmpFPredicate,
    #[operand]
    lhs: LlvmFloat,
    #[operand]
    rhs: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmBool,
}

impl InterpretOp for FCmpOp {
    fn interpret<'b>(op: FCmpOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        compare_floats(m, op.op(), op.predicate())
    }
}

impl CustomAssembly for FCmpOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_compare(parser, float_word)
    }
    fn print<'b>(op: FCmpOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let (word, operands) = (float_word(op.predicate()), [op.lhs(), op.rhs()]);
        let is_usual = op.fastmath_flags() == FastmathFlags::NONE;
        let hidden: &[&str] =
            if is_usual { &["predicate", "fastmathFlags"] } else { &["predicate"] };
        print_compare(op.op(), word, operands, hidden, printer);
    }
}

impl VerifyOp for FCmpOp {
    fn verify(op: FCmpOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_compare(op.op(), op.lhs(), op.result(), diagnostics);
    }
}

/// The second operand if the condition holds, else the third.
///
/// ```mlir
/// %least = llvm.select %less, %a, %b : i1, i32
/// ```
#[op(
    name = "llvm.select",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, InterpretOp, SelectLikeOpInterface)
)]
pub struct SelectOp {
    #[operand]
    condition: LlvmBool,
    #[operand]
    true_value: LlvmValue,
    #[operand]
    false_value: LlvmValue,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmValue,
}

impl SelectLikeOpInterface for SelectOp {
    fn condition(op: SelectOpRef<'_>) -> ValueId {
        SelectOpRef::condition(op).id()
    }

    fn true_value(op: SelectOpRef<'_>) -> ValueId {
        SelectOpRef::true_value(op).id()
    }

    fn false_value(op: SelectOpRef<'_>) -> ValueId {
        SelectOpRef::false_value(op).id()
    }
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
        let is_usual = op.fastmath_flags() == FastmathFlags::NONE;
        printer.write(" ");
        printer.operands([op.condition().id(), op.true_value().id(), op.false_value().id()]);
        printer.attr_dict(op.op(), if is_usual { &["fastmathFlags"] } else { &[] });
        printer.write(" : ");
        printer.types([op.condition().ty(), op.true_value().ty()]);
    }
}

impl VerifyOp for SelectOp {
    fn verify(op: SelectOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, ty) = (op.context(), op.result().ty());
        if op.true_value().ty() != ty || op.false_value().ty() != ty {
            diagnostics.error(op.op().op_error("expects two values of the result's type"));
        }
        // One bit selects a whole vector; several select element by element.
        let condition = op.condition().ty();
        if condition != Type::I1 && condition != compare_result(ctx, ty) {
            let message = "expects a condition 'i1', or a vector of it as long as the values";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ICmpOp>();
    dialect.op::<FCmpOp>();
    dialect.op::<SelectOp>();
}
