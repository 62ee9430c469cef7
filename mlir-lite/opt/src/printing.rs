//! The flags that say how IR is printed.

use clap::{Args, ValueEnum};
use mlir_lite::Context;
use mlir_lite::text::{self, PrintOptions};

/// How IR is printed.
#[derive(Clone, Copy, Debug, Args)]
#[non_exhaustive]
pub struct Printing {
    /// The names of ops: those of the std dialect, or those that MLIR 22 gives them; without the
    /// flag, IR that is read keeps those of its text, and other IR has those of the std dialect
    #[arg(long, value_name = "NAMES", value_enum)]
    pub spelling: Option<Spelling>,

    /// Print all ops in generic form
    #[arg(long)]
    pub mlir_print_op_generic: bool,

    /// Print locations
    #[arg(long)]
    pub mlir_print_debuginfo: bool,

    /// Print attributes, types and locations where they are used, none under an alias
    #[arg(long)]
    pub mlir_print_local_scope: bool,

    /// Print ops in their own forms without asking whether they are valid
    #[arg(long)]
    pub mlir_print_assume_verified: bool,

    /// Name each value of the text differently, also in functions beside each other
    #[arg(long)]
    pub mlir_print_unique_ssa_ids: bool,

    /// Name the users of each value in comments
    #[arg(long)]
    pub mlir_print_value_users: bool,

    /// Name values after the names in their locations
    #[arg(long)]
    pub mlir_use_nameloc_as_prefix: bool,

    /// Leave out what is in regions; the text cannot be read back
    #[arg(long)]
    pub mlir_print_skip_regions: bool,

    /// Leave out resources whose literals have more than N characters
    #[arg(long, value_name = "N")]
    pub mlir_elide_resource_strings_if_larger: Option<usize>,

    /// Leave out the elements of attributes that have more than N; the text cannot be read back
    #[arg(
        long, value_name = "N", num_args = 0..=1, require_equals = true,
        default_missing_value = "16"
    )]
    pub mlir_elide_elementsattrs_if_larger: Option<usize>,
}

impl Printing {
    /// The same for the printer of IR that is not read from text.
    pub fn options(self) -> PrintOptions {
        self.options_with(text::Spelling::Std)
    }

    /// The same for the printer of IR that a text in a context contained. Without `--spelling`, it
    /// has the spelling of the text.
    pub fn options_for(self, ctx: &Context) -> PrintOptions {
        self.options_with(ctx.input_spelling())
    }

    fn options_with(self, default: text::Spelling) -> PrintOptions {
        PrintOptions::default()
            .with_spelling(match self.spelling {
                Some(Spelling::Std) => text::Spelling::Std,
                Some(Spelling::Upstream) => text::Spelling::Upstream,
                None => default,
            })
            .with_generic(self.mlir_print_op_generic)
            .with_debug_info(self.mlir_print_debuginfo)
            .with_local_scope(self.mlir_print_local_scope)
            .with_unique_names(self.mlir_print_unique_ssa_ids)
            .with_elided_above(self.mlir_elide_elementsattrs_if_larger)
            .with_resources_elided_above(self.mlir_elide_resource_strings_if_larger)
            .with_value_users(self.mlir_print_value_users)
            .with_location_names(self.mlir_use_nameloc_as_prefix)
            .with_skip_regions(self.mlir_print_skip_regions)
    }
}

/// Generations of op names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[non_exhaustive]
pub enum Spelling {
    /// std ops without prefix
    Std,
    /// The dialects of MLIR 22
    Upstream,
}
