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
pub mod float;
pub mod format;
mod lexer;
mod limits;
pub mod mixed;
mod names;
mod nesting;
mod op_asm_parser;
mod parser;
mod parser_affine;
mod parser_alias;
mod parser_attr;
mod parser_elements;
mod parser_location;
mod parser_op;
mod parser_parallel;
mod parser_scope;
mod parser_type;
mod printer;
mod printer_affine;
mod printer_attr;
mod printer_elements;
mod printer_generic;
mod printer_location;
mod printer_type;
mod resources;
mod same_locations;
mod sink;
#[cfg(test)]
mod tests;
pub mod weights;

pub use limits::{MAX_ALIAS_EXPANSION, MAX_LOCATION_DEPTH, MAX_NESTING};
pub use parser::{ParseOptions, Parsed};
pub use printer::{
    print_attribute, print_op, print_type, print_valid_op, write_op, write_valid_op,
};

use crate::attributes::Attribute;
use crate::context::Context;
use crate::ir::body::Body;
use crate::types::Type;
use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile};

/// Which generation of names and forms is printed. Both are always read.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Spelling {
    /// `std` ops without prefix, as in MLIR's documentation of 2020.
    #[default]
    Std,
    /// The dialects and forms of MLIR 22.
    Upstream,
}

/// How to print.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// Which names and forms.
    pub spelling: Spelling,
    /// All ops in generic form.
    pub generic: bool,
    /// Locations after each op.
    pub debug_info: bool,
    /// Attributes, types and locations where they are used, none under an
    /// alias.
    pub local_scope: bool,
}

impl PrintOptions {
    /// Everything where it is used: what is printed of an op says all of it.
    pub fn local() -> Self {
        Self { local_scope: true, ..Self::default() }
    }
}

/// Parses a source as attributes with `,` between them, one for each of `types`,
/// which are the types of those that are written without one.
pub fn parse_attributes(
    ctx: &Context,
    file: &SourceFile,
    types: &[Option<Type>],
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Attribute>, Reported> {
    parser::Parser::new(ctx, file, ParseOptions { allow_unregistered: true }, diagnostics)
        .attributes(types)
}

/// Parses a source as a module. Ops that are not in a `module` get one around
/// them. The result is not verified.
///
/// Text that may have ops of dialects that are not loaded allows these in the context: see
/// [`Context::allow_unregistered_dialects`].
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
