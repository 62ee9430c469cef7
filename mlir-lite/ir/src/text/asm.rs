//! What dialects parse and print their types, attributes and ops with.

pub use super::asm_printer::AsmPrinter;
pub use super::op_asm_parser::OpAsmParser;
pub use super::parser::{AsmParser, Parsed};
pub use super::parser_affine::{AffineGroups, AffineOperands};
pub use super::parser_scope::UnresolvedOperand;
pub use super::parser_type::UnknownTypeHelp;
pub use super::printer::{OpAsmPrinter, PrintRegion};
pub use super::printer_affine::AffineNames;
