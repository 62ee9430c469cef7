//! Interprets assembly formats to parse and print ops.
//!
//! The engine relies on the checks of the `#[op]` macro.

mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use crate::ir::format::{
    Anchor, CustomDirective, FormatArgument, FormatElement, FormatState, ParseDirective,
    PrintDirective, Values,
};
pub(super) use parse::parse;
pub(super) use print::print;

use crate::ir::format::is_keyword;
