//! Assembly formats: programs that one engine runs to parse and print an op.

use crate::ir::view::OpRef;
use crate::text::asm::{OpAsmParser, OpAsmPrinter, Parsed};

/// One step of a format.
pub enum FormatElement {
    /// A keyword or punctuation.
    Literal(&'static str),
}

/// Parses an op by its format, after its name.
pub fn parse(elements: &'static [FormatElement], parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    for FormatElement::Literal(text) in elements {
        parser.parse_punct(text)?;
    }
    Ok(())
}

/// Prints an op by its format, after its name.
pub fn print<'b>(_op: OpRef<'b>, elements: &'static [FormatElement], printer: &mut OpAsmPrinter<'_, 'b>) {
    for FormatElement::Literal(text) in elements {
        printer.write(text);
    }
}
