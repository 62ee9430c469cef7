//! All that declarations of a dialect name, for a glob import.
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::ir::prelude::*;
//!
//! /// Adds two floats.
//! #[op(name = "demo.add", traits(Pure, Commutative, SameOperandsAndResultType),
//!      format = "$lhs `,` $rhs attr-dict `:` type($result)")]
//! pub struct AddOp {
//!     #[operand] lhs: FloatLike,
//!     #[operand] rhs: FloatLike,
//!     #[result] result: FloatLike,
//! }
//!
//! struct DemoDialect;
//! impl Dialect for DemoDialect {
//!     const NAMESPACE: &'static str = "demo";
//!     fn register(dialect: &mut DialectRegistration<'_>) {
//!         dialect.op::<AddOp>();
//!     }
//! }
//! # use mlir_lite::ir::{InsertionPoint, builder::BodyBuilder};
//! # use mlir_lite::builtin::{BuiltinDialect, ModuleOp};
//!
//! let ctx = Context::new();
//! ctx.load::<BuiltinDialect>();
//! ctx.load::<DemoDialect>();
//! let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
//! let block = ModuleOp::body_block(&module);
//! let x = module.add_argument(block, Type::F64);
//! let mut builder = BodyBuilder::at_end(&mut module, block);
//! let add = AddOp::build(&mut builder, Location::UNKNOWN, x, x);
//! assert_eq!(add.lhs(&module), x);
//! ```
//!
//! A format that leaves open what type a value has does not compile:
//!
//! ```compile_fail,E0080
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::ir::prelude::*;
//!
//! #[op(name = "demo.length", format = "$input attr-dict `:` type($input)")]
//! pub struct LengthOp {
//!     #[operand] input: F64Tensor,
//!     #[result] result: AnyFloat, // `F64` would do: there is only one
//! }
//! ```

pub use crate::attributes::Attribute;
pub use crate::attributes::DialectAttribute;
pub use crate::context::{Context, Dialect, DialectRegistration, InterfaceMap};
pub use crate::ir::body::{Body, OperationState};
pub use crate::ir::builder::OpBuilder;
pub use crate::ir::constraints::*;
pub use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
pub use crate::ir::enums::EnumAttribute;
pub use crate::ir::fold::{Fold, FoldValue, OpEdit};
pub use crate::ir::hooks::*;
pub use crate::ir::ident::Ident;
pub use crate::ir::interfaces::*;
pub use crate::ir::location::Location;
pub use crate::ir::op_def::{OpDefinition, UpstreamProperties};
pub use crate::ir::parameters::{CustomParameters, DataTrait, Parameter, VerifyParameters};
pub use crate::ir::traits::*;
pub use crate::ir::typed_view::{OpView, ValueRange, ValueRef, View};
pub use crate::ir::view::{BlockRef, OpRef, RegionRef};
pub use crate::text::asm::{OpAsmParser, OpAsmPrinter, Parsed, PrintRegion};
pub use crate::types::{DialectType, Type};
pub use mlir_lite_diagnostics::Diagnostics;
pub use mlir_lite_macros::{attr_def, enum_attr, op, op_interface, type_def};
pub use smallvec::SmallVec;
