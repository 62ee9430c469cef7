//! Expressions that build IR: operators on values, short names for common ops, indexed memory.
//!
//! [`edsc`] opens a scope in which a builder is shared. All values in it are [`Expr`]s, which are
//! `Copy` and refer to the builder, so calls nest, and operators create ops:
//!
//! ```
//! # extern crate mlir_lite_standard as mlir_lite;
//! # use mlir_lite_framework::{Context, ir::prelude::*, ir::BodyBuilder};
//! # use mlir_lite_standard::{FuncOp, StdDialect, edsc::edsc};
//! # let ctx = Context::new();
//! # ctx.load::<mlir_lite_framework::dialects::builtin::BuiltinDialect>();
//! # ctx.load::<StdDialect>();
//! # let ty = ctx.function_type(&[Type::F64; 2], &[Type::F64]);
//! # let mut function = FuncOp::create(&ctx, Location::UNKNOWN, "f", ty);
//! # let entry = FuncOp::add_entry_block(&mut function);
//! # let &[x, y] = function.arguments(entry) else { unreachable!() };
//! let mut builder = BodyBuilder::at_end(&mut function, entry);
//! edsc(&mut builder, |e| {
//!     let (x, y) = (e.expr(x), e.expr(y));
//!     e.ret(&[x.lt(y).select((y - x) / 2.0, x)]);
//! });
//! ```
//!
//! MLIR's EDSC finds its builder in a variable of the thread. Here, each expression has a reference
//! to it instead, and the borrow checker ends its life with the scope.
//!
//! The dialects scf, affine and vector add their own functions to [`Edsc`], by traits.

mod memory;
mod short_names;
mod std_ops;

pub use crate::expressions::{Access, Edsc, EdscScope, Element, Expr, Operand, Values};
pub use crate::to_llvm::expressions::llvm_edsc;
pub use memory::StdAccess;

use crate::expressions::share;
use mlir_lite::ir::prelude::*;

/// Shares a builder with expressions while `build` runs.
pub fn edsc<B: OpBuilder + ?Sized, R>(builder: &mut B, build: impl FnOnce(Edsc<'_>) -> R) -> R {
    share(builder, &std_ops::StdOps, build)
}

impl<'b> EdscScope<'b> {
    /// A scope whose operators create ops of std.
    pub fn new(builder: &'b mut (dyn OpBuilder + 'b)) -> Self {
        Self::with_ops(builder, &std_ops::StdOps)
    }
}
