//! Everything that declarations of a dialect use, for a glob import.
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
//! A format from which the type of a value cannot be determined does not compile:
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

pub use crate::data::Context;
pub use crate::data::attributes::Attribute;
pub use crate::data::attributes::{DialectAttribute, ReplacePart};
pub use crate::data::ident::Ident;
pub use crate::data::location::Location;
pub use crate::data::parameters::{
    CustomParameters, CustomParts, DataTrait, Parameter, VerifyParameters,
};
pub use crate::data::types::{DialectType, Type};
pub use crate::ir::adaptor::{Adaptor, FoldAdaptor, OpAdaptor};
pub use crate::ir::asm::{OpAsmParser, OpAsmPrinter, Parsed, PrintRegion};
pub use crate::ir::body::{Body, OperationState};
pub use crate::ir::builder::{BodyBuilder, InsertionPoint, OpBuilder};
pub use crate::ir::constraints::*;
pub use crate::ir::dialect::{Dialect, DialectRegistration, InterfaceMap};
pub use crate::ir::discardable::DiscardableAttr;
pub use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
pub use crate::ir::enums::EnumAttribute;
pub use crate::ir::fold::{Fold, FoldValue, OpEdit};
pub use crate::ir::hooks::*;
pub use crate::ir::inference::{InferAdaptor, InferenceInput, OpInferAdaptor, ResultTypes};
pub use crate::ir::inferred_shapes::*;
pub use crate::ir::interfaces::*;
pub use crate::ir::op_def::{OpDefinition, PropertyDef, UpstreamProperties};
pub use crate::ir::op_interface::OpModel;
pub use crate::ir::traits::*;
pub use crate::ir::typed_view::{OpView, ValueRange, ValueRef, View};
pub use crate::ir::view::{BlockRef, OpRef, RegionRef, Walk};
pub use mlir_lite_diagnostics::Diagnostics;
pub use mlir_lite_macros::{attr_def, enum_attr, op, op_family, op_interface, type_def};
pub use smallvec::SmallVec;
