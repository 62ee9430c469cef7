//! Branches between the blocks of a function.

use super::flags::BRANCH_PROPERTIES;
use mlir_lite::attributes::{ApInt, DenseElements};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::weights::Weights;

/// Goes on in another block, and passes it operands.
#[op(
    name = "std.br",
    traits(Pure, Terminator),
    interfaces(BranchOpInterface),
    hooks(InterpretOp),
    upstream(name = "cf.br"),
    format = "$dest attr-dict",
    canonicalize
)]
pub struct BrOp {
    /// Where control goes.
    #[successor]
    dest: AnySuccessor,
}

impl BranchOpInterface for BrOpRef<'_> {
    fn successor_for(&self, _operands: &[Option<Attribute>]) -> Option<usize> {
        Some(0)
    }
}

impl InterpretOp for BrOp {
    fn interpret<'b>(_op: BrOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Jump(0))
    }
}

/// Goes on in one of two blocks, by a condition.
#[op(
    name = "std.cond_br", properties = BRANCH_PROPERTIES,
    traits(Pure, Terminator),
    interfaces(BranchOpInterface), hooks(InterpretOp),
    upstream(name = "cf.cond_br"),
    format = "$condition custom<Weights>() `,` $true_dest `,` $false_dest attr-dict",
    canonicalize
)]
pub struct CondBrOp {
    /// What decides.
    #[operand]
    condition: I1,
    /// Where control goes if the condition holds.
    #[successor]
    true_dest: AnySuccessor,
    /// Where it goes otherwise.
    #[successor]
    false_dest: AnySuccessor,
}

impl BranchOpInterface for CondBrOpRef<'_> {
    fn successor_for(&self, operands: &[Option<Attribute>]) -> Option<usize> {
        let condition = operands.first().copied().flatten()?;
        condition.as_bool(self.context()).map(|holds| usize::from(!holds))
    }
}

impl InterpretOp for CondBrOp {
    fn interpret<'b>(op: CondBrOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Jump(usize::from(m.get(op.condition()).as_int()? == 0)))
    }
}

/// Ends the program with a message unless a condition holds.
#[op(
    name = "std.assert",
    hooks(InterpretOp),
    upstream(name = "cf.assert"),
    format = "$arg `,` $msg attr-dict",
    canonicalize
)]
pub struct AssertOp {
    /// The condition.
    #[operand]
    arg: I1,
    /// The message.
    #[attr]
    msg: StrAttr,
}

impl InterpretOp for AssertOp {
    fn interpret<'b>(op: AssertOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        if m.get(op.arg()).as_int()? == 1 {
            return Ok(Flow::Next);
        }
        let message = op.msg().as_str(op.context()).unwrap_or_default();
        Err(Trap::new(format!("assertion failed: {message}")))
    }
}

/// Goes on in the block of the case that equals the flag, or else in the
/// default one.
///
/// ```mlir
/// switch %flag : i32, [
///   default: ^bb1(%a : i32),
///   42: ^bb2
/// ]
/// ```
#[op(name = "std.switch", hooks(InterpretOp), traits(Pure, Terminator), upstream(name = "cf.switch"), assembly = custom, verify, canonicalize)]
pub struct SwitchOp {
    /// What decides.
    #[operand]
    flag: AnySignlessInteger,
    /// The cases, elements of the flag's type.
    #[attr]
    case_values: Optional<DenseElementsAttr>,
    /// The default, then the cases.
    #[successor]
    destinations: Variadic<AnySuccessor>,
}

/// The cases, as integers of the flag's type.
pub fn switch_cases(op: SwitchOpRef<'_>) -> Vec<Attribute> {
    let ctx = op.context();
    let Some(cases) = op.case_values().and_then(|cases| cases.dense(ctx)) else {
        return Vec::new();
    };
    let Some((ty, width)) =
        cases.ty().element_type(ctx).and_then(|ty| Some((ty, ty.bit_width(ctx)?)))
    else {
        return Vec::new();
    };
    let case = |i| ctx.try_apint_attr(ty, ApInt::from_le_bytes(width, cases.element(ctx, i)?));
    (0..cases.len(ctx)).filter_map(case).collect()
}

impl InterpretOp for SwitchOp {
    /// Operands of cases belong to the successors, of which the first is the default.
    fn interpret<'b>(op: SwitchOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, flag) = (op.context(), m.get(op.flag()).as_int()?);
        let cases = op.case_values().and_then(|cases| cases.dense(ctx));
        let bits = |bytes: &[u8]| {
            bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte))
        };
        let taken = cases.and_then(|cases| {
            (0..cases.len(ctx))
                .find(|&case| cases.element(ctx, case).is_some_and(|bytes| bits(bytes) == flag))
        });
        Ok(Flow::Jump(taken.map_or(0, |case| case + 1)))
    }
}

impl CustomAssembly for SwitchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let flag = parser.parse_operand()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let ctx = parser.context().clone();
        let Some(width) = ty.bit_width(&ctx).filter(|_| ty.is_signless_integer(&ctx)) else {
            return Err(parser.error(position, "expected a signless integer type"));
        };
        let flag = parser.resolve(&flag, ty)?;
        parser.add_operand(flag);
        parser.parse_punct(",")?;
        parser.parse_punct("[")?;
        parser.parse_keyword("default")?;
        parser.parse_punct(":")?;
        parser.parse_successor()?;
        let mut cases = Vec::new();
        while parser.parse_optional_punct(",") {
            cases.push(ApInt::from_i64(width, parser.parse_integer()?).to_le_bytes());
            parser.parse_punct(":")?;
            parser.parse_successor()?;
        }
        parser.parse_punct("]")?;
        if !cases.is_empty() {
            let is_splat = cases.windows(2).all(|pair| pair[0] == pair[1]);
            let data = if is_splat { cases[0].clone() } else { cases.concat() };
            let ty = ctx.vector_type(&[cases.len() as i64], ty);
            parser.set_attr(
                "case_values",
                ctx.dense_attr(DenseElements::new(ty, data.into(), is_splat)),
            );
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(view: SwitchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = view.op();
        printer.write(" ");
        printer.operand(view.flag());
        printer.write(" : ");
        printer.ty(view.flag().ty());
        printer.write(", [");
        printer.new_line_indented();
        printer.write("default: ");
        printer.successor(op, 0);
        for (i, case) in switch_cases(view).into_iter().enumerate() {
            printer.write(",");
            printer.new_line_indented();
            // MLIR 22 writes cases as unsigned numbers, even those that it cannot read.
            let unsigned = case.as_integer(op.context()).map(|case| case.to_decimal(false));
            match unsigned.filter(|case| printer.is_upstream() && case.parse::<i64>().is_ok()) {
                Some(case) => printer.write(&case),
                None => printer.attribute_without_type(case),
            }
            printer.write(": ");
            printer.successor(op, i + 1);
        }
        if op.successors().len() > 1 || !printer.is_upstream() {
            printer.new_line();
        }
        printer.write("]");
        printer.attr_dict(op, &["case_values"]);
    }
}

impl VerifyOp for SwitchOp {
    fn verify(op: SwitchOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, cases, ways) = (op.context(), op.case_values(), op.destinations().len());
        let count = cases.and_then(|cases| cases.dense(ctx)).map_or(0, |cases| cases.len(ctx));
        if count + 1 != ways {
            let message = format!(
                "number of case values ({count}) should match number of case destinations ({})",
                ways.saturating_sub(1)
            );
            diagnostics.error(op.op_error(message));
        }
        let element = cases.and_then(|cases| cases.ty(ctx)).and_then(|ty| ty.element_type(ctx));
        if element.is_some_and(|element| element != op.flag().ty()) {
            diagnostics.error(op.op_error("case value type should match the type of the flag"));
        }
    }
}
