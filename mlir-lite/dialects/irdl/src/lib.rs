//! The irdl dialect: definitions of dialects, which are loaded when a program runs.
//!
//! | module | what it is |
//! |---|---|
//! | `kinds.rs` | the types of the dialect, and variadicities |
//! | `names.rs` | which names definitions can have |
//! | `ops/` | the ops: definitions, lists of constraints by name, constraints, regions |
//! | `builtin_names.rs` | the names of types and attributes of the dialect builtin |
//! | `constraint.rs` | constraints as data, and how they are checked |
//! | `load/` | loads the dialects that a module defines |

mod builtin_names;
mod constraint;
mod kinds;
mod load;
mod names;
pub mod ops;

pub use kinds::{AttributeType, RegionType, Variadicity, VariadicityArrayAttr};
pub use load::load_irdl;

use mlir_lite::ir::prelude::*;

/// `irdl`
pub struct IrdlDialect;

impl Dialect for IrdlDialect {
    const NAMESPACE: &'static str = "irdl";
    const UPSTREAM: bool = true;
    const ONLY_UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Definitions of dialects, which are loaded when a program runs");
        dialect.ty::<AttributeType>();
        dialect.ty::<RegionType>();
        dialect.attribute::<VariadicityArrayAttr>();
        ops::register(dialect);
    }
}

// Declarations name what they use by its path in `mlir-lite`, so each crate below it has that name,
// and those paths.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attr_constraints, attributes, context, conversion, docs,
    interpreter, ir, pass, rewrite, scalar, smallvec, support, text, type_constraints, types,
    verify,
};
