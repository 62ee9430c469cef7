//! Branches between the blocks of a function.

use super::flags::BRANCH_PROPERTIES;
use crate::attributes::{ApInt, DenseElements};
use crate::dialects::weights::Weights;
use crate::ir::prelude::*;

/// Goes on in another block, and passes it operands.
#[op(
    name = "std.br",
    traits(Pure, Terminator),
    interfaces(BranchOpInterface),
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

/// Goes on in one of two blocks, by a condition.
#[op(
    name = "std.cond_br", properties = BRANCH_PROPERTIES,
    traits(Pure, Terminator),
    interfaces(BranchOpInterface),
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
        let op = self.op();
        let condition = operands.first().copied().flatten()?;
        condition.as_bool(op.context()).map(|holds| usize::from(!holds))
    }
}

/// Ends the program with a message unless a condition holds.
#[op(name = "std.assert", upstream(name = "cf.assert"), format = "$arg `,` $msg attr-dict", canonicalize)]
pub struct AssertOp {
    /// The condition.
    #[operand]
    arg: I1,
    /// The message.
    #[attr]
    msg: StrAttr,
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
#[op(name = "std.switch", traits(Pure, Terminator), upstream(name = "cf.switch"), assembly = custom, verify, canonicalize)]
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
pub fn switch_cases(op: OpRef<'_>) -> Vec<Attribute> {
    let ctx = op.context();
    let Some(cases) = op.attr_named("case_values").and_then(|cases| cases.dense(ctx)) else {
        return Vec::new();
    };
    let Some((ty, width)) = cases.ty().element_type(ctx).and_then(|ty| Some((ty, ty.bit_width(ctx)?))) else {
        return Vec::new();
    };
    let case = |i| ctx.try_apint_attr(ty, ApInt::from_le_bytes(width, cases.element(ctx, i)?));
    (0..cases.len(ctx)).filter_map(case).collect()
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
            parser.set_attr("case_values", ctx.dense_attr(DenseElements::new(ty, data.into(), is_splat)));
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: SwitchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
        printer.write(", [");
        printer.new_line_indented();
        printer.write("default: ");
        printer.successor(op, 0);
        for (i, case) in switch_cases(op).into_iter().enumerate() {
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
        let op = op.op();
        let ctx = op.context();
        let cases = op.attr_named("case_values");
        let count = cases.and_then(|cases| cases.dense(ctx)).map_or(0, |cases| cases.len(ctx));
        if count + 1 != op.successors().len() {
            let message = format!(
                "number of case values ({count}) should match number of case destinations ({})",
                op.successors().len().saturating_sub(1)
            );
            diagnostics.error(op.op_error(message));
        }
        let element = cases.and_then(|cases| cases.ty(ctx)).and_then(|ty| ty.element_type(ctx));
        if element.is_some() && element != op.operand_types().next() {
            diagnostics.error(op.op_error("case value type should match the type of the flag"));
        }
    }
}
