//! The IR: bodies that own their ops, and the views and builders on them.

pub mod attrs;
mod blocks;
pub mod body;
#[doc(hidden)]
pub mod bound;
pub mod builder;
#[doc(hidden)]
pub mod call_sites;
mod children;
pub mod clone;
pub mod constraints;
pub mod entities;
pub mod enums;
pub mod fold;
pub mod groups;
pub mod hooks;
pub mod ident;
pub mod interfaces;
mod layout;
mod links;
pub mod location;
mod misuse;
mod nest;
pub mod op_def;
pub mod op_interface;
mod operation_state;
pub mod parameters;
pub mod prelude;
mod records;
pub mod relations;
pub mod resources;
pub mod signature;
mod snapshot;
mod spelled;
pub mod symbol_requests;
pub mod symbol_resolution;
pub mod symbols;
pub mod traits;
pub mod typed_view;
mod uses;
pub mod view;

pub use body::{Body, OperationState};
pub use builder::{InsertionPoint, OpBuilder};
pub use entities::{BlockId, OpId, OpOperand, RegionId, ValueDef, ValueId};
pub use fold::{Fold, FoldValue, OpEdit};
pub use ident::Ident;
pub(crate) use links::{LinkedOps, WrongUse};
pub use location::{Location, LocationKind, UniquedLocation};
pub use op_def::{OpDefinition, OpTrait, TraitFlags};
#[doc(hidden)]
pub use snapshot::OpSnapshot;
pub use symbol_requests::SymbolRequests;
pub use typed_view::{OpView, ValueRange, ValueRef, View};
pub use view::{BlockRef, OpRef, RegionRef};
