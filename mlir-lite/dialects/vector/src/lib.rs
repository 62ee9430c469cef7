//! The vector dialect: vectors of several dimensions, from memory and back, their products and
//! reductions, and their lowerings.
//!
//! The ops' forms are those of MLIR 22. Where MLIR of 2020 has another form or name, it is read as
//! well, and printed where text of 2020 is asked for.
//!
//! | module | what it is |
//! |---|---|
//! | `ops` | the ops, each with all that it does, in one file for each family |
//! | `kinds.rs` | how values are combined, and other enums |
//! | `shapes.rs` | shapes of vectors, and their elements |
//! | `numbers.rs` | lists of numbers in text |
//! | `unroll.rs` | ops on parts of a given shape |
//! | `dot_products.rs` | sums of products of small integers as instructions |
//! | `to_scf.rs` | accesses as loops and conditionals |
//! | `to_llvm.rs` | the passes that lower ops to simpler ones, and to the llvm dialect |

mod dot_products;
mod kinds;
mod numbers;
mod ops;
mod shapes;
mod to_llvm;
mod to_scf;
mod unroll;

pub use dot_products::*;
pub use kinds::*;
pub use ops::*;
pub use shapes::splat_attr;
pub use to_llvm::*;
pub use to_scf::*;
pub use unroll::*;

use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;

/// `vector`
pub struct VectorDialect;

impl Dialect for VectorDialect {
    const NAMESPACE: &'static str = "vector";
    const UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Vectors of several dimensions, their products and their accesses");
        register_kinds(dialect);
        register_ops(dialect);
        dialect.interface::<dyn DialectInlinerInterface>(&VectorInterfaces);
        dialect.constants_of::<StdDialect>();
    }
}

struct VectorInterfaces;

impl DialectInlinerInterface for VectorInterfaces {
    // `vector.yield` ends the region of a mask, never a function.
    fn returned_values(&self, _op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        None
    }
}

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attributes, constants, context, conversion, interpreter, ir, pass,
    rewrite, scalar, smallvec, support, text, type_constraints, types, verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    pub(crate) use mlir_lite_framework::dialects::builtin;
    pub(crate) use mlir_lite_llvm_dialect as llvm;
    pub(crate) use mlir_lite_scf as scf;
    pub(crate) use mlir_lite_standard as standard;
}
