//! The flags that limit the cost of an input.

use clap::Args;
use mlir_lite::interpreter::MAX_CALL_DEPTH;
use mlir_lite::text::{MAX_ALIAS_EXPANSION, MAX_LOCATION_DEPTH, MAX_NESTING};
use mlir_lite_diagnostics::Limit;

use crate::source::MAX_SOURCE;

/// The heading of flags that set limits.
pub const LIMITS: &str = "Limits";

/// Limits for sources that are read as IR and run on the interpreter.
#[derive(Clone, Copy, Debug, Args)]
#[non_exhaustive]
pub struct LimitFlags {
    /// How many bytes a source may have
    #[arg(
        long, value_name = "BYTES", default_value_t = MAX_SOURCE.default_value(), hide_default_value = true,
        value_parser = |text: &str| within(&MAX_SOURCE, text), help_heading = LIMITS
    )]
    pub max_source: usize,

    /// How deeply a source may nest; it may be lowered
    #[arg(
        long, value_name = "N", default_value_t = MAX_NESTING.default_value(), hide_default_value = true,
        value_parser = |text: &str| within(&MAX_NESTING, text), help_heading = LIMITS
    )]
    pub max_nesting: usize,

    /// How many bytes of text aliases may stand for in the definition of another alias of MLIR
    #[arg(
        long, value_name = "BYTES", default_value_t = MAX_ALIAS_EXPANSION.default_value(), hide_default_value = true,
        help_heading = LIMITS
    )]
    pub max_alias_expansion: usize,

    /// How many call sites, names and fused locations may be within each other in a location of
    /// MLIR
    #[arg(
        long, value_name = "N", default_value_t = MAX_LOCATION_DEPTH.default_value(), hide_default_value = true,
        value_parser = |text: &str| within(&MAX_LOCATION_DEPTH, text), help_heading = LIMITS
    )]
    pub max_location_depth: usize,

    /// How many calls and regions may be open at once on the interpreter
    #[arg(
        long, value_name = "N", default_value_t = MAX_CALL_DEPTH.default_value(), hide_default_value = true,
        value_parser = |text: &str| within(&MAX_CALL_DEPTH, text), help_heading = LIMITS
    )]
    pub max_call_depth: usize,
}

impl LimitFlags {
    /// Sets the limits of the process.
    pub fn set(&self) {
        MAX_SOURCE.set(self.max_source);
        MAX_NESTING.set(self.max_nesting);
        MAX_ALIAS_EXPANSION.set(self.max_alias_expansion);
        MAX_LOCATION_DEPTH.set(self.max_location_depth);
        MAX_CALL_DEPTH.set(self.max_call_depth);
    }
}

/// Parses a value for a limit, which is at least 1.
///
/// # Errors
/// If it is not a number, or more than the maximum of the limit.
pub fn within(limit: &Limit, text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(value) if (1..=limit.most()).contains(&value) => Ok(value),
        _ if limit.most() == usize::MAX => Err("expected a number, at least 1".to_owned()),
        _ => Err(format!("expected a number from 1 to {}", limit.most())),
    }
}
