//! Uniqued data: types, attributes, affine maps, identifiers and locations, and the context that
//! uniques them.
//!
//! They refer to each other (a type has attributes, an attribute has a type, a location has an
//! attribute), and all are read through the [`Context`], so they are one layer. This layer does not
//! depend on ops.

pub mod affine;
pub(crate) mod asm;
mod attached_interfaces;
pub mod attributes;
#[doc(hidden)]
pub(crate) mod call_sites;
mod context;
mod fused_location;
pub mod ident;
pub mod location;
pub mod parameters;
pub(crate) mod same_locations;
pub mod types;

pub(crate) use context::DataTexts;
pub(crate) use context::WeakContext;
pub use context::{Context, DEBUG_PARTS};
