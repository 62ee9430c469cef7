//! The std dialect: functions, calls, branches, constants, arithmetic, casts
//! and memory, as in MLIR's documentation of 2020.
//!
//! MLIR has since split it into `func`, `cf`, `arith`, `math` and `memref`.
//! Each op carries both names; there is one op in memory. The custom form
//! leaves `std.` out.

mod arith;
mod arith_rules;
mod branch_rules;
mod call;
mod casts;
mod compare;
mod complex;
mod constant;
mod control_flow;
mod dma;
pub(crate) mod flags;
mod fold;
mod func;
mod func_types;
mod global;
pub(crate) mod math;
mod memref;
#[doc(hidden)]
pub mod memref_rules;
mod parts;
mod places;
mod signature;
mod slice_rules;
mod slices;
mod subtensor_rules;
mod tensor_rules;
mod tensors;
#[cfg(test)]
mod tests;
pub mod to_llvm;
#[doc(hidden)]
pub mod vector_access;
mod vector_shuffle;
mod view_rules;

pub use arith::*;
#[doc(hidden)]
pub use branch_rules::{condition_is_known, users_among};
pub use call::*;
pub use casts::*;
pub use compare::*;
pub use complex::*;
pub use constant::*;
pub use control_flow::*;
pub use dma::{
    DmaStartOp, DmaStartOpAdaptor, DmaStartOpRef, DmaWaitOp, DmaWaitOpAdaptor, DmaWaitOpRef,
};
pub use func::*;
pub use func_types::populate_func_type_conversion;
pub use global::*;
pub use math::*;
pub use memref::*;
pub use places::*;
pub use slices::*;
pub use tensors::*;
#[doc(hidden)]
pub use vector_access::NONTEMPORAL;
pub use vector_access::{
    VectorLoadOp, VectorLoadOpAdaptor, VectorLoadOpRef, VectorStoreOp, VectorStoreOpAdaptor,
    VectorStoreOpRef,
};
pub use vector_shuffle::{VectorShuffleOp, VectorShuffleOpAdaptor, VectorShuffleOpRef};

use mlir_lite::attributes::AttributeKind;
use mlir_lite::context::OpName;
use mlir_lite::ir::prelude::*;

/// `std`
pub struct StdDialect;

impl Dialect for StdDialect {
    const NAMESPACE: &'static str = "std";
    const UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Functions, branches, arithmetic and memory");
        flags::register(dialect);
        dialect.kept_attribute("complex.number");
        dialect.op::<FuncOp>();
        dialect.op::<ReturnOp>();
        dialect.op::<CallOp>();
        dialect.op::<CallIndirectOp>();
        dialect.op::<ConstantOp>();
        dialect.op::<BrOp>();
        dialect.op::<CondBrOp>();
        dialect.op::<SwitchOp>();
        dialect.op::<AssertOp>();
        register_arith(dialect);
        register_compare(dialect);
        register_casts(dialect);
        register_math(dialect);
        register_memref(dialect);
        vector_access::register(dialect);
        dialect.op::<VectorShuffleOp>();
        dma::register(dialect);
        register_slices(dialect);
        register_places(dialect);
        register_tensors(dialect);
        register_complex(dialect);
        dialect.op::<GlobalMemrefOp>();
        dialect.op::<GetGlobalMemrefOp>();
        dialect.interface::<dyn DialectInlinerInterface>(&StdInterfaces);
        dialect.interface::<dyn DialectConstantInterface>(&StdInterfaces);
    }
}

struct StdInterfaces;

impl DialectInlinerInterface for StdInterfaces {
    fn returned_values(&self, op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        op.is::<ReturnOp>().then(|| op.operands().collect())
    }

    fn branch(&self, ctx: &Context) -> Option<OpName> {
        Some(BrOp::name(ctx))
    }
}

impl DialectConstantInterface for StdInterfaces {
    fn materialize_constant(
        &self,
        builder: &mut dyn OpBuilder,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId> {
        let ctx = builder.context();
        let fits = match value.kind(ctx) {
            AttributeKind::SymbolRef { .. } => ty.as_function(ctx).is_some(),
            _ => value.ty(ctx) == Some(ty),
        };
        fits.then(|| ConstantOp::build(builder, location, value, ty).id())
    }

    fn numbers_are_alike(&self) -> bool {
        true
    }
}

// Declarations name what they use by its path in `mlir-lite`, so each crate below it has that name, and those paths.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attributes, context, conversion, interpreter, ir, pass, rewrite,
    scalar, smallvec, support, text, types, verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    pub(crate) use crate as standard;
    pub(crate) use mlir_lite_framework::dialects::builtin;
    pub(crate) use mlir_lite_llvm_dialect as llvm;
}
