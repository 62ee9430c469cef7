//! Lists of numbers in text: `[1, 0]`.

use mlir_lite::ir::prelude::*;

/// Parses `[1, 0]` as the attribute `name` of the op.
pub(crate) fn parse_numbers(parser: &mut OpAsmParser<'_, '_>, name: &str) -> Parsed<()> {
    parser.parse_punct("[")?;
    let mut numbers = Vec::new();
    parser.parse_list_until("]", |parser| {
        numbers.push(parser.parse_integer()?);
        Ok(())
    })?;
    let numbers = parser.context().i64_array_attr(&numbers);
    parser.set_attr(name, numbers);
    Ok(())
}

/// Prints `[1, 0]`.
pub(crate) fn print_numbers(printer: &mut OpAsmPrinter<'_, '_>, numbers: Attribute) {
    let numbers = numbers.expect_i64_array(printer.context());
    printer.write("[");
    printer.comma_separated(numbers, |printer, number| printer.number(number));
    printer.write("]");
}
