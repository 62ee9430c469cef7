//! The IR: bodies that own their ops, and the views and builders on them.

pub mod adaptor;
pub mod asm;
pub mod attrs;
mod blocks;
pub mod body;
#[doc(hidden)]
pub mod bound;
pub mod builder;
mod callee_locations;
mod children;
pub mod clone;
mod constant_ops;
pub mod constraints;
mod definitions;
mod derived;
pub mod dialect;
pub mod discardable;
pub mod dynamic;
pub mod entities;
pub mod enums;
pub mod fold;
pub mod format;
#[doc(hidden)]
pub mod groups;
pub mod hooks;
pub mod inference;
pub mod inferred_shapes;
pub mod interfaces;
mod layout;
mod links;
mod misuse;
mod names;
mod nest;
pub mod op_def;
pub mod op_interface;
pub mod op_name;
mod op_name_table;
mod operation_state;
mod ops;
pub mod prelude;
mod records;
mod region_branch;
pub mod relations;
mod renaming;
pub mod resources;
pub mod signature;
mod snapshot;
mod spelled;
pub mod symbol_requests;
pub mod symbol_resolution;
pub(crate) mod symbol_scope;
pub mod symbols;
pub mod traits;
pub mod typed_view;
mod uses;
pub mod view;
mod walk;

#[doc(hidden)]
pub use crate::data::ident::{self, Ident};
pub use crate::data::location::{self, Location, LocationKind, UniquedLocation};
pub use crate::data::parameters;
pub use adaptor::{Adaptor, FoldAdaptor, OpAdaptor};
#[doc(hidden)]
pub use body::SpareArrays;
pub use body::{Body, OperationState};
pub use builder::{BodyBuilder, InsertionPoint, OpBuilder};
pub use clone::IrMapping;
#[doc(hidden)]
pub use definitions::Definitions;
pub use entities::{BlockId, OpId, OpOperand, RegionId, ValueDef, ValueId};
pub use fold::{Fold, FoldValue, OpEdit};
pub(crate) use links::{LinkedOps, WrongUse};
pub use op_def::{OpDefinition, OpTrait, TraitFlags};
pub use op_interface::OpModel;
#[doc(hidden)]
pub use op_name_table::SHORT_NAME_PREFIXES;
#[doc(hidden)]
pub use snapshot::OpSnapshot;
pub use symbol_requests::SymbolRequests;
pub use typed_view::{OpView, ValueRange, ValueRef, View};
pub use view::{BlockRef, OpRef, RegionRef, Walk};
