//! The shape dialect: shapes as values that are computed, constraints on them, and functions that
//! give the shape of an op's result.
//!
//! The ops' forms are those of MLIR 22. Where MLIR 13 has another form or name, it is read as well,
//! and printed where text of 2020 is asked for.
//!
//! | module | what it is |
//! |---|---|
//! | `kinds.rs` | shapes, sizes, witnesses, values with a shape; constraints on types |
//! | `run_time.rs` | what values of these types are when a program runs |
//! | `equal_extents.rs` | which extents are equal, whatever they are |
//! | `library.rs` | shape functions of a module, by the names of ops |
//! | `outline.rs` | functions of their own for what computes shapes |
//! | `passes.rs` | the passes that lower shapes and constraints, or remove constraints |
//! | `ops` | the ops, each with all that it does, in one file for each family |

mod equal_extents;
mod kinds;
mod library;
mod ops;
mod outline;
mod passes;
mod run_time;

pub use equal_extents::*;
pub use kinds::*;
pub use library::*;
pub use ops::*;
pub use outline::*;
pub use passes::*;
pub use run_time::ShapeError;

use crate::ops::known;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;

/// `shape`
pub struct ShapeDialect;

impl Dialect for ShapeDialect {
    const NAMESPACE: &'static str = "shape";
    const UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Shapes as values, constraints on them, and functions that compute them");
        register_types(dialect);
        register_ops(dialect);
        dialect.interface::<dyn DialectInlinerInterface>(&ShapeInterfaces);
        dialect.interface::<dyn DialectConstantInterface>(&ShapeInterfaces);
        dialect.constants_of::<StdDialect>();
    }
}

struct ShapeInterfaces;

impl DialectInlinerInterface for ShapeInterfaces {
    fn returned_values(&self, op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        op.is::<ReturnOp>().then(|| op.operands().collect())
    }
}

impl DialectConstantInterface for ShapeInterfaces {
    fn materialize_constant(
        &self,
        builder: &mut dyn OpBuilder,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId> {
        let ctx = builder.context();
        if known::extents_of(ctx, value).is_some() {
            let fits = ShapeType::matches(ctx, ty)
                || (ExtentTensor::matches(ctx, ty) && value.ty(ctx) == Some(ty));
            return fits.then(|| ConstShapeOp::build(builder, location, value, ty).id());
        }
        if SizeType::matches(ctx, ty) {
            let number = value.as_i64(ctx).filter(|_| IndexAttr::matches(ctx, value))?;
            return Some(ConstSizeOp::build(builder, location, number).id());
        }
        let is_witness = WitnessType::matches(ctx, ty) && BoolAttr::matches(ctx, value);
        is_witness.then(|| ConstWitnessOp::build(builder, location, value).id())
    }
}

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attr_constraints, attributes, constants, context, conversion,
    interpreter, ir, pass, rewrite, scalar, smallvec, support, text, type_constraints, types,
    verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    pub(crate) use mlir_lite_framework::dialects::builtin;
    pub(crate) use mlir_lite_scf as scf;
    pub(crate) use mlir_lite_standard as standard;
}
