//! MLIR's text: reading and writing.
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::{Context, text::{self, ParseOptions, PrintOptions}};
//! use mlir_lite_diagnostics::Diagnostics;
//!
//! let ctx = Context::new();
//! let file = ctx.sources().add("a.mlir", "module {\n}\n").unwrap();
//! let module = text::parse_module(&ctx, &file, ParseOptions::default(), &mut Diagnostics::new()).unwrap();
//! assert_eq!(text::print_op(module.as_op(), PrintOptions::default()), "module {\n}");
//! ```

mod aliases;
pub mod asm;
mod asm_printer;
#[doc(hidden)]
pub use crate::numbers::float;
pub mod format;
mod forward;
mod lexer;
mod limits;
mod names;
mod parser;
mod printed_types;
mod printer;
mod printer_affine;
mod printer_attr;
mod printer_elements;
mod printer_generic;
mod printer_location;
mod printer_opaque;
mod printer_type;
mod printer_users;
mod resources;
mod sink;
pub mod static_dynamic;
#[cfg(test)]
mod tests;
mod unique_names;
pub mod weights;

pub use crate::ir::asm::{Parsed, PrintOptions, Spelling};
pub use lexer::TokenKind;
pub use limits::{MAX_ALIAS_EXPANSION, MAX_LOCATION_DEPTH, MAX_NESTING};
pub use parser::ParseOptions;
pub use printer::{
    print_attribute, print_op, print_type, print_valid_op, write_op, write_valid_op,
};

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::types::Type;
use crate::ir::body::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile};

/// The tokens of a text, which need not be well formed, with their ranges; white space and comments
/// are between them.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::text::{TokenKind, tokens};
///
/// let text = "%0 = f() // one";
/// let kinds: Vec<_> = tokens(text).map(|(kind, range)| (kind, &text[range])).collect();
/// assert_eq!(kinds[0], (TokenKind::ValueId, "%0"));
/// assert_eq!(kinds.len(), 5);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = (TokenKind, std::ops::Range<usize>)> {
    let mut lexer = lexer::Lexer::new(text);
    std::iter::from_fn(move || {
        let token = lexer.next_token();
        (token.kind != TokenKind::Eof).then_some((token.kind, token.start..token.end))
    })
}

/// Parses a source as attributes separated by `,`, one for each of `types`. These are the types of
/// attributes that are written without one.
pub fn parse_attributes(
    ctx: &Context,
    file: &SourceFile,
    types: &[Option<Type>],
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Attribute>, Reported> {
    parser::Parser::new(
        ctx,
        file,
        ParseOptions::default().with_allow_unregistered(true),
        diagnostics,
    )
    .attributes(types)
}

/// Parses a source as a module. Ops that are not in a `module` are wrapped in one. The result is
/// not verified.
///
/// If ops of dialects that are not loaded are allowed, the context allows them from then on:
/// see [`Context::allow_unregistered_dialects`].
pub fn parse_module(
    ctx: &Context,
    file: &SourceFile,
    options: ParseOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Body, Reported> {
    if options.allow_unregistered {
        ctx.allow_unregistered_dialects(true);
    }
    parser::Parser::new(ctx, file, options, diagnostics).module()
}
