//! The IR: bodies that own their ops, and the views and builders on them.

pub mod attrs;
pub mod body;
pub mod builder;
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
pub mod location;
mod nest;
pub mod op_def;
pub mod parameters;
pub mod prelude;
pub mod relations;
mod snapshot;
pub mod symbol_requests;
pub mod symbol_resolution;
pub mod symbols;
pub mod traits;
mod uses;
pub mod view;

pub use body::{Body, OperationState};
pub use builder::{InsertionPoint, OpBuilder};
pub use entities::{BlockId, OpId, OpOperand, RegionId, ValueDef, ValueId};
pub use fold::{Fold, FoldValue};
pub use ident::Ident;
pub use location::{Location, LocationKind, UniquedLocation};
pub use op_def::{OpDefinition, OpTrait, TraitFlags};
pub(crate) use snapshot::OpSnapshot;
pub use symbol_requests::SymbolRequests;
pub use view::{BlockRef, OpRef, RegionRef};
