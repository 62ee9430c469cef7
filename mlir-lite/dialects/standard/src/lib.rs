//! The std dialect: functions, calls, branches, constants, arithmetic, casts
//! and memory, as in MLIR's documentation of 2020.
//!
//! MLIR has since split it into `func`, `cf`, `arith`, `math` and `memref`.
//! Each op carries both names; there is one op in memory. The custom form
//! leaves `std.` out. The dialect `index`, which has no name of 2020, is here too: it shares folds
//! and lowerings.

pub mod arith;
pub mod cf;
pub mod complex;
pub mod conversions;
pub mod edsc;
mod expressions;
mod families;
pub mod flags;
pub mod func;
pub mod index;
pub mod math;
pub mod memref;
mod parts;
pub mod tensor;
pub mod to_llvm;

pub use arith::*;
pub use cf::*;
pub use complex::*;
pub use func::*;
pub use math::*;
pub use memref::*;
pub use tensor::*;

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
        register_func(dialect);
        register_cf(dialect);
        register_arith(dialect);
        register_math(dialect);
        register_memref(dialect);
        register_tensor(dialect);
        register_complex(dialect);
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
        if let (AttributeKind::Array(_), Some(_)) = (value.kind(ctx), ty.complex_part(ctx)) {
            return Some(ComplexConstantOp::build(builder, location, value, ty).id());
        }
        if is_poison(ctx, Some(value)) {
            return Some(PoisonOp::build(builder, location, value, ty).id());
        }
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

// Declarations name what they use by its path in `mlir-lite`, so each crate below it has that name,
// and those paths.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attributes, constants, context, conversion, docs, interpreter, ir,
    pass, rewrite, scalar, smallvec, support, text, type_constraints, types, verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    pub(crate) use crate as standard;
    pub(crate) use mlir_lite_framework::dialects::builtin;
    pub(crate) use mlir_lite_llvm_dialect as llvm;
}
