//! Traits and types with which dialects parse and print their types, attributes and ops.

pub use crate::ir::asm::{
    AffineGroups, AffineNames, AffineOperands, AsmParser, AsmPrinter, OpAsmParser, OpAsmPrinter,
    ParseAsm, ParseOpAsm, ParsePart, Parsed, PrintAsm, PrintOpAsm, PrintPart, PrintRegion,
    UnknownTypeHelp, UnresolvedOperand,
};
