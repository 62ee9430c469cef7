//! Lists of static numbers and operands: `[0, %n]`, `(4, %n)`. The numbers are in an attribute,
//! where the smallest `i64` means an operand.

use crate::data::types::DYNAMIC;
use crate::ir::prelude::*;
use crate::text::asm::UnresolvedOperand;

/// The opening and the closing bracket of a list.
#[doc(hidden)]
pub type Brackets = [&'static str; 2];

/// `[0, %n]`
#[doc(hidden)]
pub const SQUARE: Brackets = ["[", "]"];

/// `(0, %n)`
#[doc(hidden)]
pub const ROUND: Brackets = ["(", ")"];

/// A list as read.
#[derive(Default)]
#[doc(hidden)]
pub struct StaticDynamicList<'s> {
    /// The operands, in order.
    pub operands: SmallVec<[UnresolvedOperand<'s>; 2]>,
    /// All entries.
    pub numbers: SmallVec<[i64; 4]>,
}

impl<'s> StaticDynamicList<'s> {
    /// `count` times the same number.
    #[doc(hidden)]
    pub fn of_numbers(number: i64, count: usize) -> Self {
        Self { operands: SmallVec::new(), numbers: SmallVec::from_elem(number, count) }
    }

    /// Parses `[0, %n]` with these brackets.
    #[doc(hidden)]
    pub fn parse(parser: &mut OpAsmParser<'_, 's>, [open, close]: Brackets) -> Parsed<Self> {
        let mut list = Self::default();
        parser.parse_punct(open)?;
        if parser.parse_optional_punct(close) {
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
        parser.parse_punct(close)?;
        Ok(list)
    }
}

/// The numbers of a list.
#[doc(hidden)]
pub fn numbers_of(op: OpRef<'_>, name: &str) -> SmallVec<[i64; 4]> {
    op.attr_named(name).and_then(|numbers| numbers.i64_elements(op.context())).unwrap_or_default()
}

/// Prints `[0, %n]` with these brackets.
#[doc(hidden)]
pub fn print_static_dynamic(
    printer: &mut OpAsmPrinter<'_, '_>,
    [open, close]: Brackets,
    numbers: &[i64],
    operands: &[ValueId],
) {
    let mut operands = operands.iter();
    printer.write(open);
    for (i, &number) in numbers.iter().enumerate() {
        printer.write(if i > 0 { ", " } else { "" });
        match (number == DYNAMIC).then(|| operands.next()).flatten() {
            Some(&operand) => printer.operand(operand),
            None => printer.number(number),
        }
    }
    printer.write(close);
}

/// Checks that the number of operands is as the attribute requires, and reports an error if not.
#[doc(hidden)]
pub fn verify_static_dynamic(
    op: OpRef<'_>,
    what: &str,
    numbers: &[i64],
    operands: usize,
    diagnostics: &mut Diagnostics,
) -> bool {
    let dynamic = numbers.iter().filter(|&&number| number == DYNAMIC).count();
    if dynamic != operands {
        diagnostics.error(
            op.op_error(format_args!("expected {dynamic} dynamic {what} values, found {operands}")),
        );
    }
    dynamic == operands
}
