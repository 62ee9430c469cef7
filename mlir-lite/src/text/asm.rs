//! What dialects parse and print their types, attributes and ops with.

pub use super::parser::{AsmParser, Parsed};
pub use super::parser_op::{OpAsmParser, UnresolvedOperand};
pub use super::printer::{OpAsmPrinter, PrintRegion};
pub use super::printer_attr::AsmPrinter;
