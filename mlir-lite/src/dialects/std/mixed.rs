//! Lists of numbers and operands: `[0, %n]`, `(4, %n)`. The numbers are an
//! attribute, in which the smallest number stands for an operand.

use crate::ir::prelude::*;
use crate::text::asm::UnresolvedOperand;
use crate::types::DYNAMIC;

/// A list as read.
#[derive(Default)]
pub(super) struct MixedList<'s> {
    /// The operands, in order.
    pub(super) operands: Vec<UnresolvedOperand<'s>>,
    /// All entries.
    pub(super) numbers: Vec<i64>,
}

impl<'s> MixedList<'s> {
    /// Reads `[0, %n]`.
    pub(super) fn parse(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Self> {
        let mut list = Self::default();
        parser.parse_punct("[")?;
        if parser.parse_optional_punct("]") {
            return Ok(list);
        }
        loop {
            match parser.parse_optional_operand()? {
                Some(operand) => {
                    list.operands.push(operand);
                    list.numbers.push(DYNAMIC);
                }
                None => list.numbers.push(parser.parse_integer()?),
            }
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct("]")?;
        Ok(list)
    }
}

/// The numbers of a list.
pub(super) fn numbers_of(op: OpRef<'_>, name: &str) -> Vec<i64> {
    op.attr_named(name).and_then(|numbers| numbers.as_i64_array(op.context())).unwrap_or_default()
}

/// Writes `[0, %n]`.
pub(super) fn print_mixed(printer: &mut OpAsmPrinter<'_, '_>, numbers: &[i64], operands: &[ValueId]) {
    let mut operands = operands.iter();
    printer.write("[");
    for (i, &number) in numbers.iter().enumerate() {
        printer.write(if i > 0 { ", " } else { "" });
        match (number == DYNAMIC).then(|| operands.next()).flatten() {
            Some(&operand) => printer.operand(operand),
            None => printer.display(number),
        }
    }
    printer.write("]");
}

/// Whether as many operands are given as the numbers ask for; reports it if not.
pub(super) fn verify_mixed(
    op: OpRef<'_>,
    what: &str,
    numbers: &[i64],
    operands: usize,
    diagnostics: &mut Diagnostics,
) -> bool {
    let dynamic = numbers.iter().filter(|&&number| number == DYNAMIC).count();
    if dynamic != operands {
        diagnostics
            .error(op.op_error(format_args!("expected {dynamic} dynamic {what} values, found {operands}")));
    }
    dynamic == operands
}
